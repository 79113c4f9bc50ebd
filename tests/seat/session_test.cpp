/// The physics obeys the levers and nothing else: who watches, and how, changes no bit.
#include "session/live_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>

#include "display/scene_builder.h"
#include "seat/loop_support.h"
#include "seat/seat_fixture.h"

namespace outrigger {
namespace {

std::vector<float> initial_levers(const frames::Scene& scene) {
  std::vector<float> levers;
  for (const auto& c : scene.controls) levers.push_back(c.initial);
  return levers;
}

/// A second and a half of scripted operation, step by step on a clock of its own. Returns the hash
/// of every step.
std::vector<std::uint64_t> scripted_run(const description::Machine& machine, Channels& channels,
                                        const std::function<void(const frames::Scene&)>& during) {
  sim::World world(machine);
  session::LiveSession session(world, machine, channels.links());
  sim::FakeClock clock;
  session::LoopSettings settings;
  settings.step = machine.settings.step;
  session::RealTimeLoop loop(session, clock, settings);
  during(session.scene());
  std::vector<std::uint64_t> hashes;
  std::vector<float> levers = initial_levers(session.scene());
  for (int i = 0; i < 300; ++i) {
    if (i % 20 == 0) {
      for (std::size_t k = 0; k < 6; ++k)
        levers[k] = static_cast<float>((i / 20 + static_cast<int>(k)) % 3 - 1);
      channels.mailbox.post_levers(levers);
    }
    if (i == 200) channels.mailbox.post({frames::Command::Kind::reset, 0.0});
    loop.wake();
    hashes.push_back(world.hash());
    during(session.scene());
  }
  return hashes;
}

TEST(LiveSession, ViewersChangeNoBit) {
  const description::Machine machine = bundled_machine("excavator");
  Channels alone_channels;
  const auto alone = scripted_run(machine, alone_channels, [](const frames::Scene&) {});

  // The same run with a server and a crowd that reads, does not read, and talks nonsense.
  Channels channels;
  std::unique_ptr<network::Server> server;
  std::vector<std::unique_ptr<Display>> crowd;
  std::atomic<bool> done{false};
  std::thread reader;
  const auto watched = scripted_run(machine, channels, [&](const frames::Scene& scene) {
    if (server) return;
    server = std::make_unique<network::Server>(network::ServerSettings{}, scene,
                                               channels.server_links());
    for (int i = 0; i < 8; ++i)
      crowd.push_back(std::make_unique<Display>(server->port(), 120.0f, true));
    crowd[1]->client.send("\xff\xff");
    crowd[2]->operate({1, 1, 1});
    reader = std::thread([&] {
      while (!done) crowd[0]->client.receive();
    });
  });
  EXPECT_TRUE(eventually([&] { return server->counters().frames_sent > 0; }));
  done = true;
  // No further frame may come: the end of the connection is what the reader wakes by.
  server.reset();
  reader.join();
  EXPECT_EQ(alone, watched);
}

// Law: controls stand where the hand puts them, within what they can do; the world shapes them.
TEST(LiveSession, ControlsStandWhereTheHandPutsThem) {
  const description::Machine machine = bundled_machine("excavator");
  sim::World world(machine);
  session::ControlPositions controls(machine, world);
  const auto input = [&](const std::string& name) {
    const auto& names = world.input_names();
    return world.input_values()[static_cast<std::size_t>(
        std::find(names.begin(), names.end(), name) - names.begin())];
  };
  std::vector<float> hand;
  std::size_t boom = 0, range = 0, brake = 0;
  for (const auto& c : machine.controls) {
    if (c.name == "boom") boom = hand.size();
    if (c.name == "range") range = hand.size();
    if (c.name == "brake") brake = hand.size();
    hand.push_back(static_cast<float>(c.initial));
  }
  EXPECT_EQ(input("range"), 1.0) << "choices start at their initial value";
  hand[boom] = 0.5f;
  hand[range] = 7.3f;
  hand[brake] = -1.0f;
  controls.move(hand, world);
  EXPECT_EQ(input("boom"), 0.5);
  EXPECT_EQ(input("range"), 2.0) << "the last choice";
  EXPECT_EQ(input("brake"), 0.0) << "a pedal goes one way";
  EXPECT_EQ(controls.values()[boom], 0.5f);
  hand[boom] = std::numeric_limits<float>::quiet_NaN();
  controls.move(hand, world);
  EXPECT_EQ(input("boom"), 0.5) << "stays";
  hand[boom] = -3.0f;
  controls.move(hand, world);
  EXPECT_EQ(input("boom"), -1.0);
  world.set_input("boom", -0.25);
  controls.read_back(world);
  EXPECT_EQ(controls.values()[boom], -0.25f);
}

TEST(Scene, EveryBundledMachineHasOne) {
  for (const char* name : {"excavator", "small-crane", "pendulum", "chain-10", "fourbar"}) {
    const description::Machine machine = bundled_machine(name);
    sim::World world(machine);
    const sim::SensorSet sensors(display::channel_sensors(machine), world);
    const frames::Scene scene = display::make_scene(machine, sensors);
    EXPECT_GE(scene.bodies.size(), machine.bodies.size()) << name;
    std::size_t shapes = 0;
    for (const auto& b : scene.bodies) shapes += b.shapes.size();
    EXPECT_GT(shapes, 0u) << name;
    for (const auto& l : scene.links) {
      EXPECT_LT(l.body_a, scene.bodies.size());
      EXPECT_LT(l.body_b, scene.bodies.size());
    }
    display::FrameWriter writer(scene, sensors, world);
    frames::Frame frame;
    writer.write(world, {}, frame);
    EXPECT_EQ(frame.poses.size(), 7 * scene.bodies.size());
    EXPECT_EQ(frame.channels.size(), scene.channels.size());
    for (float x : frame.poses) EXPECT_TRUE(std::isfinite(x));
  }
}

TEST(Scene, TheGroundIsABodyWhereSomethingIsDrawnOnIt) {
  const description::Machine machine = bundled_machine("small-crane");
  sim::World world(machine);
  const sim::SensorSet sensors({}, world);
  const frames::Scene scene = display::make_scene(machine, sensors);
  ASSERT_EQ(scene.bodies.back().name, "ground");
  display::FrameWriter writer(scene, sensors, world);
  frames::Frame frame;
  writer.write(world, {}, frame);
  EXPECT_EQ(frame.poses.back(), 1.0f);
}

/// A file that says nothing about looks and levers: a post of one box, a ring, a drive by a lever.
constexpr const char* kPlainMachine = R"(
outrigger: 1
bodies:
  post: {shapes: [{box: [0.4, 0.6, 2], density: 500, at: [0, 0, 1]}], pose: {position: [0, 0, 0]}}
  ring: {mass: 2, inertia: [1, 1, 1], pose: {position: [3, 0, 1]}}
joints:
  slew: {type: revolute, bodies: [ground, post], at: [0, 0, 0], axis: z}
drives:
  slew: {coordinate: slew.angle, speed: {lever: turn}, speed_max: 1, speed_min: -1, force_max: 1000}
shapes:
  ring: {body: ring, torus: {ring: 0.4, tube: 0.1}, material: steel}
  floor: {body: ground, plane: z, material: steel}
)";

TEST(Scene, BodiesWithoutVisualsShowWhatTheyTouchWithElseTheirMass) {
  const description::Machine machine = description::read_machine_text(kPlainMachine, "plain.yaml");
  sim::World world(machine);
  const frames::Scene scene = display::make_scene(machine, sim::SensorSet({}, world));
  ASSERT_EQ(scene.bodies.size(), 2u) << "a plane is not drawn";
  const auto& post = scene.bodies[0].shapes;
  const auto box = std::ranges::find(post, frames::Shape::Kind::box, &frames::Shape::kind);
  ASSERT_NE(box, post.end());
  std::array<float, 3> edges = box->size;
  std::ranges::sort(edges);
  EXPECT_NEAR(edges[0], 0.4f, 1e-5f);
  EXPECT_NEAR(edges[1], 0.6f, 1e-5f);
  EXPECT_NEAR(edges[2], 2.0f, 1e-5f);
  EXPECT_NEAR(box->position[2], 1.0f, 1e-5f);
  // Straight pieces along the circle.
  for (const auto& piece : scene.bodies[1].shapes) {
    EXPECT_EQ(piece.kind, frames::Shape::Kind::cylinder);
    EXPECT_NEAR(std::hypot(piece.position[0], piece.position[1]), 0.4f, 0.01f);
    EXPECT_EQ(piece.radius, 0.1f);
  }
}

TEST(LiveSession, AnInputWithoutAControlGetsAPlainLever) {
  const description::Machine machine = description::read_machine_text(kPlainMachine, "plain.yaml");
  sim::World world(machine);
  Channels channels;
  session::LiveSession session(world, machine, channels.links());
  ASSERT_EQ(session.scene().controls.size(), 1u);
  EXPECT_EQ(session.scene().controls[0].name, "turn");
  EXPECT_EQ(session.scene().controls[0].kind, frames::Control::Kind::lever);
}

/// Blocks that touch are seen, and numerics are counted; people get neither as a text.
TEST(LiveSession, TellsPeopleOnlyWhatTheyNeed) {
  const description::Machine machine = bundled_machine("tower", 1e-3);
  sim::World world(machine);
  Channels channels;
  session::LiveSession session(world, machine, channels.links());
  for (int i = 0; i < 1500; ++i) session.step();
  EXPECT_TRUE(channels.notices.take().empty());
}

}  // namespace
}  // namespace outrigger
