/// The sphere around two spheres holds both and is the least that does; a graph of spheres gives
/// the parts that asking each part gives, each once however many groups hold it.
#include "contact/broad/sphere_dag.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/random.h"
#include "support/allocation_counter.h"

namespace outrigger::contact {
namespace {

Vec3 random_centre(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

TEST(SphereAround, ExampleOfTheErrata) {
  const BoundingSphere s = sphere_around({Vec3::Zero(), 1.0}, {Vec3(4, 0, 0), 0.5});
  EXPECT_NEAR(s.centre.x(), 1.75, 1e-14);
  EXPECT_NEAR(s.radius, 2.75, 1e-14);
}

TEST(SphereAround, HoldsBothAndIsTheLeast) {
  Random random(41);
  for (int i = 0; i < 10000; ++i) {
    const double scale = std::pow(10.0, random.uniform(-6, 6));
    const BoundingSphere a{random_centre(random), random.uniform()};
    const BoundingSphere b{a.centre + scale * random_centre(random), scale * random.uniform()};
    const BoundingSphere s = sphere_around(a, b);
    const double room = 1e-15 * (s.centre.norm() + s.radius);
    EXPECT_LE((s.centre - a.centre).norm() + a.radius, s.radius + room);
    EXPECT_LE((s.centre - b.centre).norm() + b.radius, s.radius + room);
    // Nothing smaller spans both.
    const double d = (a.centre - b.centre).norm();
    const double least = std::max({a.radius, b.radius, 0.5 * (d + a.radius + b.radius)});
    EXPECT_NEAR(s.radius, least, 1e-14 * (least + s.centre.norm()));
  }
  const BoundingSphere big{Vec3(1, 2, 3), 5.0}, small{Vec3(1, 2, 3), 1.0};
  EXPECT_EQ(sphere_around(big, small).radius, 5.0);
  EXPECT_EQ(sphere_around(small, big).radius, 5.0);
  EXPECT_EQ(sphere_around(big, BoundingSphere()).centre, big.centre);
  EXPECT_TRUE(sphere_around(BoundingSphere(), BoundingSphere()).empty());
}

/// The excavator of THESIS Figure 4.7, with the boom in two groups.
SphereDag excavator() {
  const std::vector<std::string> parts{"cabin", "wheel 1", "wheel 2", "boom", "stick", "bucket"};
  const std::vector<SphereGroup> groups{{"machine", {"base", "arm", "boom"}},
                                        {"base", {"cabin", "wheel 1", "wheel 2"}},
                                        {"arm", {"boom", "stick", "bucket"}}};
  return SphereDag(parts, groups);
}

std::vector<BoundingSphere> random_parts(Random& random, std::int32_t count, double reach) {
  std::vector<BoundingSphere> parts;
  for (std::int32_t i = 0; i < count; ++i) {
    parts.push_back({reach * random_centre(random), random.uniform(0.0, 1.0)});
  }
  return parts;
}

TEST(SphereDag, GroupsHoldTheirChildren) {
  Random random(42);
  SphereDag dag = excavator();
  ASSERT_EQ(dag.roots().size(), 1u);
  EXPECT_EQ(dag.name(dag.roots()[0]), "machine");
  for (int i = 0; i < 100; ++i) {
    dag.update(random_parts(random, dag.part_count(), 4.0));
    for (std::int32_t n = 0; n < dag.node_count(); ++n) {
      for (const std::int32_t c : dag.children(n)) {
        EXPECT_LE((dag.sphere(n).centre - dag.sphere(c).centre).norm() + dag.sphere(c).radius,
                  dag.sphere(n).radius * (1.0 + 1e-14));
      }
    }
  }
}

TEST(SphereDag, FindsWhatAskingEachPartFinds) {
  Random random(43);
  SphereDag a = excavator(), b = excavator();
  SphereDag::Scratch scratch;
  std::size_t found = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<BoundingSphere> parts_a = random_parts(random, a.part_count(), 3.0);
    std::vector<BoundingSphere> parts_b = random_parts(random, b.part_count(), 3.0);
    if (i % 5 == 0) parts_a[2] = {};
    for (BoundingSphere& s : parts_b) s.centre.x() += random.uniform(0, 4);
    a.update(parts_a);
    b.update(parts_b);

    const BoundingSphere ball{3.0 * random_centre(random), random.uniform()};
    geometry::Box box;
    box.add(3.0 * random_centre(random));
    box.add(3.0 * random_centre(random));
    std::vector<std::int32_t> in_ball, in_box, truth_ball, truth_box;
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs, truth;
    a.for_each_part(ball, scratch, [&](std::int32_t p) { in_ball.push_back(p); });
    a.for_each_part(box, scratch, [&](std::int32_t p) { in_box.push_back(p); });
    for_each_part_pair(a, b, scratch,
                       [&](std::int32_t p, std::int32_t q) { pairs.emplace_back(p, q); });
    for (std::int32_t p = 0; p < a.part_count(); ++p) {
      if (a.sphere(p).meets(ball)) truth_ball.push_back(p);
      if (a.sphere(p).meets(box)) truth_box.push_back(p);
      for (std::int32_t q = 0; q < b.part_count(); ++q) {
        if (a.sphere(p).meets(b.sphere(q))) truth.emplace_back(p, q);
      }
    }
    EXPECT_THAT(in_ball, ::testing::UnorderedElementsAreArray(truth_ball));
    EXPECT_THAT(in_box, ::testing::UnorderedElementsAreArray(truth_box));
    EXPECT_THAT(pairs, ::testing::UnorderedElementsAreArray(truth));
    found += pairs.size();
  }
  EXPECT_GT(found, 1000u);
}

TEST(SphereDag, WarmQuestionsDoNotAllocate) {
  Random random(44);
  SphereDag a = excavator(), b = excavator();
  const auto parts = random_parts(random, a.part_count(), 2.0);
  SphereDag::Scratch scratch;
  int count = 0;
  const auto ask = [&] {
    a.update(parts);
    b.update(parts);
    a.for_each_part(BoundingSphere{Vec3::Zero(), 2.0}, scratch, [&](std::int32_t) { ++count; });
    for_each_part_pair(a, b, scratch, [&](std::int32_t, std::int32_t) { ++count; });
  };
  ask();
  const std::int64_t before = test::allocations;
  ask();
  EXPECT_EQ(test::allocations, before);
  EXPECT_GT(count, 0);
}

std::string dag_error(const std::vector<std::string>& parts,
                      const std::vector<SphereGroup>& groups) {
  try {
    SphereDag(parts, groups);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(SphereDag, RefusesWhatIsNoGraphOfParts) {
  const std::vector<std::string> parts{"boom", "stick"};
  using ::testing::HasSubstr;
  EXPECT_THAT(dag_error({"boom", "boom"}, {}), HasSubstr("\"boom\" is used twice"));
  EXPECT_THAT(dag_error(parts, {{"stick", {"boom"}}}), HasSubstr("\"stick\" is used twice"));
  EXPECT_THAT(dag_error(parts, {{"arm", {}}}), HasSubstr("\"arm\" has no children"));
  EXPECT_THAT(dag_error(parts, {{"arm", {"boom", "bucket"}}}),
              HasSubstr("group \"arm\" names \"bucket\", which is no part and no group"));
  EXPECT_THAT(dag_error(parts, {{"all", {"arm"}}, {"arm", {"boom", "arm"}}}),
              HasSubstr("\"arm\" holds itself"));
  EXPECT_THAT(dag_error(parts, {{"a", {"b"}}, {"b", {"c"}}, {"c", {"b"}}}),
              HasSubstr("holds itself"));
  EXPECT_EQ(dag_error(parts, {{"arm", {"boom", "stick"}}, {"all", {"arm", "boom"}}}), "");
  EXPECT_EQ(SphereDag({}, {}).node_count(), 0);
}

}  // namespace
}  // namespace outrigger::contact
