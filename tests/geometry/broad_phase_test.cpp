/// A broad phase must give exactly the pairs whose boxes overlap and whose filters allow them, each
/// once and sorted, after any history of adding, moving and removing.
#include "contact/broad/broad_phase.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "contact/broad/sweep_broad_phase.h"
#include "contact/broad/tree_broad_phase.h"
#include "support/allocation_counter.h"

namespace outrigger::contact {
namespace {

using geometry::Box;

Vec3 random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

template <class Phase>
std::vector<BroadPair> brute(const Phase& phase) {
  const BroadObjects& objects = phase.objects();
  std::vector<BroadPair> pairs;
  for (std::int32_t a = 0; a < objects.places(); ++a) {
    for (std::int32_t b = a + 1; b < objects.places(); ++b) {
      if (objects.used(a) && objects.used(b) && objects.box(a).overlaps(objects.box(b)) &&
          objects.filter(a).allows(objects.filter(b))) {
        pairs.push_back({a, b});
      }
    }
  }
  return pairs;
}

/// Objects that drift, tumble in size and jump now and then.
struct Crowd {
  struct Object {
    BroadId id;
    Vec3 centre, speed;
    double size;
    Box box() const { return Box{centre, centre}.grown(size); }
  };
  std::vector<Object> objects;
  double room = 10.0;

  Object made(Random& random, double size) const {
    return {{}, room * random_vector(random), 0.05 * random_vector(random), size};
  }
  void drift(Random& random) {
    for (Object& o : objects) {
      o.centre += o.speed;
      if (random.uniform() < 0.001) o.centre = room * random_vector(random);
      for (int k = 0; k < 3; ++k) {
        if (std::abs(o.centre[k]) > room) o.speed[k] = -o.speed[k];
      }
    }
  }
};

template <class Phase>
class Broad : public ::testing::Test {};
using Phases = ::testing::Types<SweepBroadPhase, TreeBroadPhase>;
TYPED_TEST_SUITE(Broad, Phases);

template <class Phase>
void expect_pairs(Phase& phase) {
  const auto found = phase.find_pairs();
  const std::vector<BroadPair> truth = brute(phase);
  EXPECT_EQ(std::vector<BroadPair>(found.begin(), found.end()), truth);
}

TYPED_TEST(Broad, RandomMotionsWithComingAndGoing) {
  Random random(31);
  for (const int count : {1, 10, 100, 1000}) {
    TypeParam phase;
    Crowd crowd;
    crowd.room = 1.5 * std::cbrt(count);
    const auto filter = [&] {
      return BroadFilter{1u << random.integer(3), static_cast<std::uint32_t>(random.integer(8))};
    };
    for (int i = 0; i < count; ++i) {
      // Huge against tiny.
      const double size = i % 97 == 5 ? crowd.room : i % 10 == 3 ? 1e-5 : 0.5;
      crowd.objects.push_back(crowd.made(random, size));
      crowd.objects.back().id = phase.add(crowd.objects.back().box(), filter());
    }
    const int steps = count >= 1000 ? 30 : 100;
    for (int step = 0; step < steps; ++step) {
      crowd.drift(random);
      for (const auto& o : crowd.objects) phase.move(o.id, o.box());
      // A few leave, a few come, some change what they meet; once nearly all leave.
      for (int i = 0; i < 1 + count / 50 && !crowd.objects.empty(); ++i) {
        const std::size_t k = random.integer(crowd.objects.size());
        phase.remove(crowd.objects[k].id);
        EXPECT_FALSE(phase.objects().exists(crowd.objects[k].id));
        crowd.objects[k] = crowd.made(random, 0.4);
        crowd.objects[k].id = phase.add(crowd.objects[k].box(), filter());
        phase.set_filter(crowd.objects[random.integer(crowd.objects.size())].id, filter());
      }
      if (step == steps / 2) {
        while (crowd.objects.size() > static_cast<std::size_t>(count / 3)) {
          phase.remove(crowd.objects.back().id);
          crowd.objects.pop_back();
        }
      }
      expect_pairs(phase);
    }
  }
}

TYPED_TEST(Broad, TenThousandAndBackAndForth) {
  Random random(32);
  TypeParam phase;
  Crowd crowd;
  crowd.room = 20.0;
  for (int i = 0; i < 10000; ++i) {
    crowd.objects.push_back(crowd.made(random, 0.3));
    crowd.objects.back().id = phase.add(crowd.objects.back().box());
  }
  for (int step = 0; step < 4; ++step) {
    for (int i = 0; i < 50; ++i) crowd.drift(random);
    for (const auto& o : crowd.objects) phase.move(o.id, o.box());
    expect_pairs(phase);
  }
}

TYPED_TEST(Broad, AllInOnePlaceAndOnALine) {
  TypeParam phase;
  std::vector<BroadId> ids;
  for (int i = 0; i < 500; ++i) ids.push_back(phase.add(Box{Vec3(1, 2, 3), Vec3(1, 2, 3)}));
  EXPECT_EQ(phase.find_pairs().size(), 500u * 499u / 2u);
  expect_pairs(phase);
  // Side by side, touching: each meets its neighbours.
  for (int i = 0; i < 500; ++i) {
    const double x = static_cast<double>((i * 7) % 500);
    phase.move(ids[static_cast<std::size_t>(i)], Box{Vec3(x, 0, 0), Vec3(x + 1, 1, 1)});
  }
  EXPECT_EQ(phase.find_pairs().size(), 499u);
  expect_pairs(phase);
  // And in one place again.
  for (const BroadId id : ids) phase.move(id, Box{Vec3(0, 0, 0), Vec3(1, 1, 1)});
  EXPECT_EQ(phase.find_pairs().size(), 500u * 499u / 2u);
}

TYPED_TEST(Broad, BadNumbersMeetNothing) {
  TypeParam phase;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double far = std::numeric_limits<double>::infinity();
  const BroadId bad = phase.add(Box{Vec3(nan, 0, 0), Vec3(1, 1, 1)});
  phase.add(Box{Vec3(-far, -far, -far), Vec3(far, far, far)});
  phase.add(Box{Vec3(0, 0, 0), Vec3(1, 1, 1)});
  ASSERT_EQ(phase.find_pairs().size(), 1u);
  EXPECT_EQ(phase.find_pairs()[0], (BroadPair{1, 2}));
  phase.move(bad, Box{Vec3(0, 0, 0), Vec3(1, 1, 1)});
  EXPECT_EQ(phase.find_pairs().size(), 3u);
}

TYPED_TEST(Broad, ThePairsDoNotTellTheHistory) {
  Random random(33);
  TypeParam once, long_lived;
  std::vector<BroadId> ids, other;
  for (int i = 0; i < 300; ++i) ids.push_back(once.add(Box{Vec3::Zero(), Vec3::Zero()}));
  for (int i = 0; i < 300; ++i) other.push_back(long_lived.add(Box{Vec3::Zero(), Vec3::Zero()}));
  for (int step = 0; step < 20; ++step) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const Vec3 c = 5.0 * random_vector(random);
      long_lived.move(other[i], Box{c, c}.grown(0.5));
      once.move(ids[i], Box{c, c}.grown(0.5));
    }
    long_lived.find_pairs();
  }
  const auto a = once.find_pairs(), b = long_lived.find_pairs();
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
}

TYPED_TEST(Broad, WarmStepsDoNotAllocate) {
  Random random(34);
  TypeParam phase;
  Crowd crowd;
  for (int i = 0; i < 500; ++i) {
    crowd.objects.push_back(crowd.made(random, 0.8));
    crowd.objects.back().id = phase.add(crowd.objects.back().box());
  }
  const Crowd start = crowd;
  // The same motion again and again, an object coming and going in every step.
  const auto motion = [&] {
    std::size_t found = 0;
    Random again(35);
    for (std::size_t i = 0; i < start.objects.size(); ++i) {
      crowd.objects[i].centre = start.objects[i].centre;
      crowd.objects[i].speed = start.objects[i].speed;
    }
    for (int i = 0; i < 100; ++i) {
      crowd.drift(again);
      for (const auto& o : crowd.objects) phase.move(o.id, o.box());
      phase.remove(crowd.objects[0].id);
      crowd.objects[0].id = phase.add(crowd.objects[0].box());
      found += phase.find_pairs().size();
    }
    return found;
  };
  const std::size_t found = motion();
  EXPECT_GT(found, 0u);
  motion();
  motion();
  const std::int64_t before = test::allocations;
  EXPECT_EQ(motion(), found);
  EXPECT_EQ(test::allocations, before);
}

}  // namespace
}  // namespace outrigger::contact
