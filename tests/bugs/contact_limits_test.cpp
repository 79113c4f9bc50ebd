// The number of contacts in a step had no bound: 200 boxes in one place took more than a minute and 1.2 GB,
// and 10,000 did not end. Whatever is put into one place, a step looks at a bounded number of contacts
// (description/limits.h), tells so once, and leaves out what it cannot solve without giving energy: things
// are pushed out at no more than 0.2 m/s, and the floor still holds them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "contact/deepest_partners.h"
#include "description/limits.h"
#include "description/reader.h"
#include "sim/world.h"
#include "touching/crowds.h"

namespace outrigger {
namespace {

/// `count` bodies of 1 kg around (0, 0, height), at most `spread` away along each axis.
description::Machine crowd(int count, const std::string& shape, double height, double spread) {
  Random random(7);
  std::string text =
      "outrigger: 1\nsettings: {step: 1e-3}\nmaterials: {steel: {young: 2e9}}\nbodies:\n";
  const auto off = [&] { return spread * random.uniform(-1.0, 1.0); };
  for (int i = 0; i < count; ++i) {
    const double x = off(), y = off(), z = off();
    text +=
        fmt::format("  b{}: {{mass: 1, inertia: [1, 1, 1], pose: {{position: [{}, {}, {}]}}}}\n", i,
                    x, y, height + z);
  }
  text += "shapes:\n";
  for (int i = 0; i < count; ++i)
    text += fmt::format("  s{0}: {{body: b{0}, {1}, material: steel}}\n", i, shape);
  return description::read_machine_text(text, "crowd.yaml");
}

struct Seen {
  int events = 0;
  std::size_t most_contacts = 0;
  double gained = 0.0;  ///< of motion and weight, at most [J]
};

Seen run(sim::World& world, int bodies, int steps) {
  // Without what contacts store: m g z of all of them.
  const auto energy = [&] {
    double sum = world.energies().kinetic;
    for (int i = 0; i < bodies; ++i)
      sum += 9.81 * world.pose(world.body(fmt::format("b{}", i))).position.z();
    return sum;
  };
  Seen seen;
  const double start = energy();
  for (int i = 0; i < steps; ++i) {
    world.step();
    seen.most_contacts = std::max(seen.most_contacts, world.contacts().size());
    seen.gained = std::max(seen.gained, energy() - start);
    for (const sim::Event& e : world.take_events())
      if (e.kind == sim::Event::Kind::crowded) ++seen.events;
  }
  return seen;
}

void expect_bounded(const Seen& seen, const sim::World& world, int bodies, int steps) {
  EXPECT_EQ(seen.events, 1) << "told once, not in every step";
  EXPECT_EQ(world.counters().crowded, steps);
  EXPECT_GT(world.counters().left_out, 0);
  EXPECT_LE(seen.most_contacts,
            static_cast<std::size_t>(std::max<std::int64_t>(
                description::kMostGroupContacts, description::kMostGroupContactsPerBody * bodies)));
  EXPECT_TRUE(std::isfinite(world.energies().total()));
  // Each is pushed by a neighbour that is pushed itself. (40 boxes, which are no crowd: 0.041 J each.)
  EXPECT_LE(seen.gained, bodies * 0.5 * 0.4 * 0.4);
}

TEST(ContactLimits, BoxesInOnePlace) {
  for (const double spread : {0.0, 0.2}) {
    sim::World world(crowd(200, "box: [1, 1, 1]", 5.0, spread));
    const Seen seen = run(world, 200, 20);
    expect_bounded(seen, world, 200, 20);
  }
}

TEST(ContactLimits, SpheresInOnePlace) {
  sim::World world(crowd(400, "sphere: 0.5", 5.0, 0.2));
  const Seen seen = run(world, 400, 20);
  expect_bounded(seen, world, 400, 20);
}

// 4.5 million pairs: the far phase keeps a few of each shape.
TEST(ContactLimits, ThousandsInOnePlace) {
  sim::World world(crowd(3000, "sphere: 0.5", 5.0, 0.01));
  const Seen seen = run(world, 3000, 2);
  expect_bounded(seen, world, 3000, 2);
}

TEST(ContactLimits, TheFloorHolds) {
  sim::World world(crowd(60, "box: [1, 1, 1]", 0.5, 0.0));
  run(world, 60, 200);
  EXPECT_GT(world.counters().crowded, 0);
  for (int i = 0; i < 60; ++i)
    EXPECT_GT(world.pose(world.body(fmt::format("b{}", i))).position.z(), 0.45);
}

// What is left out follows from the state alone.
TEST(ContactLimits, TheSameBitsAfterASnapshot) {
  const description::Machine machine = crowd(100, "box: [1, 1, 1]", 5.0, 0.2);
  sim::World world(machine), other(machine);
  for (int i = 0; i < 5; ++i) world.step();
  const sim::Snapshot snapshot = world.save();
  for (int i = 0; i < 5; ++i) world.step();
  other.restore(snapshot);
  for (int i = 0; i < 5; ++i) other.step();
  EXPECT_EQ(world.hash(), other.hash());
}

touching::Crowds::Link link(int a, int b, double depth) {
  touching::Crowds::Link l;
  l.body_a = l.articulation_a = a;
  l.body_b = l.articulation_b = b;
  l.contacts = 4;
  l.depth = depth;
  return l;
}

// A thousand stones on one plate are a heap, not a crowd.
TEST(ContactLimits, AHeapIsNoCrowd) {
  std::vector<touching::Crowds::Link> links;
  for (int i = 1; i <= 3000; ++i) {
    links.push_back(link(i, 0, 1e-3));
    if (i > 1) links.push_back(link(i, i - 1, 1e-3));
  }
  touching::Crowds crowds;
  EXPECT_FALSE(crowds.thin(links, 3001, 3001));
  for (const auto& l : links) EXPECT_EQ(l.most, touching::Crowds::kAll);
}

// All touch all, and lie in a bucket, which none of them loses.
TEST(ContactLimits, ACrowdStaysInItsBucket) {
  std::vector<touching::Crowds::Link> links;
  for (int i = 1; i < 100; ++i)
    for (int j = 0; j < i; ++j) {
      links.push_back(link(i, j, j == 0 ? 1e-3 : 0.1));
      links.back().rank = j == 0 ? 0 : 2;
    }
  touching::Crowds crowds;
  EXPECT_TRUE(crowds.thin(links, 100, 100));
  std::int64_t kept = 0;
  for (const auto& l : links) {
    EXPECT_TRUE(l.body_b != 0 || l.most > 0);
    kept += l.most > 0 ? 1 : 0;
  }
  EXPECT_LE(kept, 8 * 100);
}

// The far phase may offer pairs in any order.
TEST(ContactLimits, DeepestPartnersDoNotDependOnTheOrder) {
  constexpr int kShapes = 60;
  const auto kept = [&](bool backwards) {
    contact::DeepestPartners deepest;
    deepest.clear(kShapes);
    for (int n = 0; n < kShapes * kShapes; ++n) {
      const int k = backwards ? kShapes * kShapes - 1 - n : n;
      const int a = k / kShapes, b = k % kShapes;
      if (a < b) deepest.offer(a, b, (a * b) % 7, b == kShapes - 1);
    }
    std::vector<contact::BroadPair> pairs;
    deepest.take(pairs);
    std::sort(pairs.begin(), pairs.end());
    EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  };
  const auto pairs = kept(false);
  EXPECT_EQ(pairs, kept(true));
  // All those with the ground are there: each shape has only one.
  EXPECT_EQ(std::count_if(pairs.begin(), pairs.end(),
                          [](const auto& p) { return p.second == kShapes - 1; }),
            kShapes - 1);
}

}  // namespace
}  // namespace outrigger
