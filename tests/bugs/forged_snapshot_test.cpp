// Bytes of a snapshot were taken as they came once their hash was right, and anybody can compute the
// hash: a contact of shape 10,000,000 ended the program. What a step takes as a place in an array is
// checked, numbers are finite, and a snapshot of another machine is refused.

#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/snapshot_bytes.h"
#include "sim/world.h"
#include "support/forged_snapshot.h"
#include "support/samples.h"

namespace outrigger {
namespace {

using testing_support::ForgeryBytes;
using testing_support::kForgedScene;

sim::World world_of(const std::string& text) {
  return sim::World(description::read_machine_text(text, "scene.yaml"));
}

std::string refusal(sim::World& world, const sim::Snapshot& forged) {
  const std::uint64_t before = world.hash();
  try {
    world.restore(forged);
  } catch (const Error& e) {
    EXPECT_EQ(world.hash(), before) << "a refused snapshot changes nothing";
    return e.what();
  }
  return "taken";
}

class ForgedSnapshot : public testing::Test {
 protected:
  ForgedSnapshot() : world_(world_of(kForgedScene)) {
    while (world_.time() < 0.3) world_.step();
    real_ = world_.save();
  }
  /// What restoring says of a snapshot with this change, through bytes with the right hash.
  template <class Change>
  std::string through_bytes(const Change& change) {
    sim::Snapshot s = real_;
    change(s);
    const auto read = sim::snapshot_from_bytes(sim::to_bytes(s), real_);
    return read ? refusal(world_, *read) : "no snapshot";
  }

  sim::World world_;
  sim::Snapshot real_;
};

TEST_F(ForgedSnapshot, ContactsOfShapesThatAreNotThereAreRefused) {
  ASSERT_GT(real_.contacts.contacts.size(), 2u);
  ASSERT_FALSE(real_.contacts.touches.empty());
  EXPECT_EQ(through_bytes([](sim::Snapshot&) {}), "taken");
  const std::string text = "this snapshot cannot be restored: ";
  for (const std::int64_t shape : {std::int64_t{10'000'000}, std::int64_t{5}, std::int64_t{-1},
                                   std::int64_t{1} << 40, std::int64_t{1} << 62}) {
    EXPECT_EQ(through_bytes([&](sim::Snapshot& s) { s.contacts.contacts.back().shape_b = shape; }),
              text + "a contact is of shape " + std::to_string(shape) + ", but there are 5 shapes");
    EXPECT_NE(through_bytes([&](sim::Snapshot& s) { s.contacts.contacts.front().shape_a = shape; }),
              "taken");
    EXPECT_NE(through_bytes([&](sim::Snapshot& s) { s.contacts.touches.back().shape_a = shape; }),
              "taken");
    EXPECT_NE(through_bytes([&](sim::Snapshot& s) {
                s.contacts.at_start = s.contacts.contacts;
                s.contacts.at_start.back().shape_a = shape;
              }),
              "taken");
  }
  // The ground cannot be the one that is pushed, nor a shape touch itself.
  EXPECT_NE(through_bytes([](sim::Snapshot& s) {
              std::swap(s.contacts.contacts.back().shape_a, s.contacts.contacts.back().shape_b);
            }),
            "taken");
  EXPECT_NE(through_bytes([](sim::Snapshot& s) {
              s.contacts.contacts.back().shape_b = s.contacts.contacts.back().shape_a;
            }),
            "taken");
  EXPECT_NE(through_bytes([](sim::Snapshot& s) {
              s.contacts.contacts.front().feature_a = std::int64_t{77} << 32;
            }),
            "taken");
}

TEST_F(ForgedSnapshot, NumbersThatNoWorldHasAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {nan, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(through_bytes([&](sim::Snapshot& s) { s.states[0].x[3] = bad; }), "no snapshot");
    EXPECT_EQ(through_bytes([&](sim::Snapshot& s) { s.states[0].v[3] = bad; }), "no snapshot");
    EXPECT_EQ(through_bytes([&](sim::Snapshot& s) { s.inputs[0] = bad; }), "no snapshot");
    EXPECT_EQ(through_bytes(
                  [&](sim::Snapshot& s) { s.contacts.contacts.front().memory.stiffness = bad; }),
              "no snapshot");
    EXPECT_EQ(through_bytes([&](sim::Snapshot& s) { s.clock.time = bad; }), "no snapshot");
    EXPECT_EQ(through_bytes([&](sim::Snapshot& s) {
                s.states[0].touched = true;
                s.states[0].contact_acceleration[3] = bad;
              }),
              "no snapshot");
  }
  EXPECT_EQ(through_bytes([](sim::Snapshot& s) { s.clock.step = -1; }), "no snapshot");
  EXPECT_EQ(through_bytes([](sim::Snapshot& s) { s.clock.time += 1.0; }), "no snapshot");
  EXPECT_EQ(through_bytes([](sim::Snapshot& s) { s.states[1].step += 1; }), "no snapshot");
}

// In memory too: programs mix worlds up.
TEST_F(ForgedSnapshot, SnapshotsOfAnotherWorldAreRefused) {
  sim::World pendulum(description::read_machine_file(source_file("machines/pendulum.yaml")));
  EXPECT_NE(refusal(world_, pendulum.save()), "taken");
  EXPECT_NE(refusal(pendulum, real_), "taken");
  sim::Snapshot half = real_;
  half.states.pop_back();
  EXPECT_NE(refusal(world_, half), "taken");
  half = real_;
  half.states.front().x.resize(3);
  EXPECT_NE(refusal(world_, half), "taken");
  half = real_;
  half.states.back().lambda.push_back(0.0);
  EXPECT_NE(refusal(world_, half), "taken");
  half = real_;
  half.states.front().contact_acceleration.clear();
  EXPECT_NE(refusal(world_, half), "taken");
  half = real_;
  half.states.front().contact_lambda.push_back(0.0);
  EXPECT_NE(refusal(world_, half), "taken");
  half = real_;
  half.states.front().ahead.push_back(0.0);
  EXPECT_NE(refusal(world_, half), "taken");
}

// What an articulation remembers of its steps stands behind the contacts, only where there is something, and
// has the last word of the hash.
TEST_F(ForgedSnapshot, MemoryOfStepsIsTheSameAgain) {
  sim::Snapshot s = real_;
  ASSERT_GT(s.states.size(), 1u);
  for (auto& state : s.states) state.forget_contact();
  const std::size_t without = sim::to_bytes(s).size();
  system::State& touched = s.states[1];
  touched.touched = true;
  touched.contact_acceleration[2] = 5.0;
  const std::string bytes = sim::to_bytes(s);
  EXPECT_EQ(bytes.size(), without + 8 * (2 + touched.contact_acceleration.size() +
                                         touched.contact_lambda.size()));
  const auto again = sim::snapshot_from_bytes(bytes, real_);
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->states[0].touched);
  EXPECT_TRUE(again->states[1].touched);
  EXPECT_EQ(again->states[1].contact_acceleration[2], 5.0);
  EXPECT_NE(s.hash(), real_.hash());
  world_.restore(*again);
  EXPECT_EQ(world_.hash(), s.hash());

  // Of an articulation that is not there, twice, or cut short.
  for (const std::uint64_t articulation : {std::uint64_t{99}, ~std::uint64_t{0}}) {
    std::string other = bytes;
    std::memcpy(other.data() + without, &articulation, 8);
    EXPECT_FALSE(sim::snapshot_from_bytes(other, real_));
  }
  EXPECT_FALSE(sim::snapshot_from_bytes(bytes + bytes.substr(without), real_));
  EXPECT_FALSE(sim::snapshot_from_bytes(bytes.substr(0, bytes.size() - 8), real_));
}

// Stops, couplings and forces of a program did not count, so that a snapshot of a machine without a stop
// fitted the same machine with one. A machine of the same parts under other names is another one too.
TEST_F(ForgedSnapshot, EveryKindOfPartCounts) {
  const std::string bytes = sim::to_bytes(real_);
  const std::string scene = kForgedScene;
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = scene;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return world_of(text.replace(at, from.size(), to)).save();
  };
  EXPECT_TRUE(sim::snapshot_from_bytes(bytes, with("young: 1e8", "young: 2e8")));
  EXPECT_FALSE(sim::snapshot_from_bytes(
      bytes, with("stops:\n  end: {coordinate: swing, upper: 0.4, stiffness: 1e4}\n", "")));
  EXPECT_FALSE(sim::snapshot_from_bytes(bytes, with("  end: {coor", "  stop: {coor")));
  EXPECT_FALSE(sim::snapshot_from_bytes(bytes, with("step: 2e-3", "step: 1e-3")));
  EXPECT_FALSE(sim::snapshot_from_bytes(bytes, with("sphere: 0.1", "box: [0.1, 0.1, 0.1]")));

  sim::World edited = world_of(kForgedScene);
  edited.add_force("push", edited.body("ball"), Vec3::Zero(),
                   [](double, const Pose&, const model::Twist&) { return model::BodyForce{}; });
  EXPECT_FALSE(sim::snapshot_from_bytes(bytes, edited.save()));
}

// The explicit method keeps an internal step under way, with places and words that a step goes by.
TEST(ForgedSnapshotOfAnExplicitStep, NeverEndsTheProgram) {
  sim::World world = world_of(
      "outrigger: 1\nsettings: {step: 1e-3, method: explicit}\n"
      "bodies: {bar: {mass: 1, inertia: [0.1, 0.1, 0.1], pose: {position: [1, 0, 0]}}}\n"
      "joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0, 0], axis: y}}\n");
  for (int i = 0; i < 50; ++i) world.step();
  const sim::Snapshot real = world.save();
  const std::size_t size = real.states[0].ahead.size();
  ASSERT_GT(size, 8u);
  int refused = 0;
  for (std::size_t i = 0; i < size; ++i) {
    for (const double value : {0.0, -1.0, 1e-300, 1e300, -1e300, 1e12, 4294967296.0,
                               std::numeric_limits<double>::quiet_NaN()}) {
      sim::Snapshot forged = real;
      forged.states[0].ahead[i] = value;
      refused += testing_support::survive_snapshot(world, real, sim::to_bytes(forged)) ? 0 : 1;
    }
  }
  EXPECT_EQ(refused, static_cast<int>(size)) << "what is not a number, and nothing else";
}

// The same as the fuzzer, for as long as a test may take.
TEST_F(ForgedSnapshot, RandomForgeriesNeverEndTheProgram) {
  std::mt19937 random(3);
  int taken = 0, refused = 0;
  for (int i = 0; i < samples(3000); ++i) {
    std::string bytes(8 + random() % 40, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    ForgeryBytes from(bytes);
    const std::string forged = testing_support::forge_snapshot(real_, from);
    ++(testing_support::survive_snapshot(world_, real_, forged) ? taken : refused);
  }
  EXPECT_GT(taken, 10);
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace outrigger
