/// A machine with controllers at the other end of real sockets: what they are told is true, what they write is
/// what the machine does, and nothing that they do stops it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "devices/child.h"
#include "devices/hil_client.h"
#include "session/controller_link.h"

namespace outrigger {
namespace {

using namespace devices;
using session::ControllerLink;
using testing::HasSubstr;

/// A mass on a rail that a force of the outside pushes.
const char* const kCart = R"(
name: cart
settings: {step: 0.005, duration: 1}
gravity: [0, 0, 0]
bodies:
  cart: {mass: 2, inertia: [1, 1, 1]}
joints:
  rail: {type: prismatic, bodies: [ground, cart], axis: [1, 0, 0]}
springs:
  push: {coordinate: rail.position, force: {input: push}}
sensors:
  place: {kind: coordinate, target: rail.position}
  where: {kind: position, target: cart}
)";

struct Rig {
  explicit Rig(double deadline = 0.5, double gone = 2.0, const std::string& token = "") {
    settings.port = 0;
    settings.deadline = deadline;
    settings.gone = gone;
    settings.token = token;
    link = std::make_unique<ControllerLink>(settings, world, machine, notices);
  }
  SocketAddress address() const { return link->server().address(); }
  void steps(int count) {
    for (int i = 0; i < count; ++i) {
      link->exchange();
      world.step();
    }
  }
  double push() const { return world.input_values()[0]; }
  std::string told() {
    std::string all;
    for (const auto& n : notices.take()) all += n.text + "\n";
    return all;
  }

  description::Machine machine = description::read_machine_text(kCart, "cart.yaml");
  sim::World world{machine};
  frames::NoticeQueue notices;
  HilSettings settings;
  std::unique_ptr<ControllerLink> link;
};

HilHello cart_hello(HilHello::Mode mode) {
  HilHello h;
  h.name = "pusher";
  h.mode = mode;
  h.outputs = {"place", "coordinate_speed:rail.position", "where_x"};
  h.inputs = {"push"};
  return h;
}

/// Until the controller is ready; service() has no thread of its own.
void meet(Rig& rig, HilClient& client) {
  for (int i = 0; i < 500 && rig.link->server().controllers() == 0; ++i) {
    rig.link->service();
    client.listen(0.002);
  }
  ASSERT_EQ(rig.link->server().controllers(), 1);
}

/// A controller in a thread of its own, as another process would be: brakes the cart with -20 v.
void brake(HilClient& client) {
  for (;;) {
    const HilClient::Heard heard = client.listen(5.0);
    if (heard == HilClient::Heard::outputs) {
      const std::vector<double> u{1.0 - 20.0 * client.values()[1]};
      client.answer(u);
    } else if (heard != HilClient::Heard::welcome) {
      return;
    }
  }
}

class OverBoth : public testing::TestWithParam<Transport> {};
INSTANTIATE_TEST_SUITE_P(Transports, OverBoth, testing::Values(Transport::udp, Transport::tcp));

/// Lockstep is the same bits as a controller inside the program: nothing depends on the clock.
TEST_P(OverBoth, LockstepGivesTheBitsOfAControllerInside) {
  Rig rig(5.0);
  {
    HilClient client(GetParam(), rig.address(), cart_hello(HilHello::Mode::lockstep));
    meet(rig, client);
    std::thread controller([&] { brake(client); });
    rig.steps(200);
    const HilCounters c = rig.link->server().counters();
    EXPECT_EQ(c.exchanges, 200u);
    EXPECT_EQ(c.answers, 200u);
    EXPECT_EQ(c.missed, 0u);
    rig.link.reset();  // says bye
    controller.join();
  }
  sim::World inside(rig.machine);
  for (int i = 0; i < 200; ++i) {
    inside.set_input("push", 1.0 - 20.0 * inside.speed(inside.coordinate("rail.position")));
    inside.step();
  }
  EXPECT_EQ(rig.world.hash(), inside.hash());
  EXPECT_NEAR(inside.speed(inside.coordinate("rail.position")), 0.05, 1e-4);
}

TEST_P(OverBoth, FreeRunningNeverWaitsAndTakesTheNewest) {
  Rig rig;
  HilClient client(GetParam(), rig.address(), cart_hello(HilHello::Mode::free));
  meet(rig, client);
  rig.steps(1);
  ASSERT_EQ(client.listen(2.0), HilClient::Heard::outputs);
  for (const double u : {0.5, 1.5, 2.5}) client.answer(std::vector<double>{u});
  for (int i = 0; i < 400 && rig.push() != 2.5; ++i) {
    rig.steps(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(rig.push(), 2.5);
}

TEST_P(OverBoth, SilenceIsHeldForItsTimeThenAtRestAndSaid) {
  Rig rig(1e-4, 60.0);
  HilClient client(GetParam(), rig.address(), cart_hello(HilHello::Mode::lockstep));
  meet(rig, client);
  // One answer, late or in time.
  for (int i = 0; i < 200 && rig.push() == 0.0; ++i) {
    rig.steps(1);
    if (client.listen(0.01) == HilClient::Heard::outputs) client.answer(std::vector<double>{3.0});
  }
  ASSERT_EQ(rig.push(), 3.0);
  rig.told();
  int held = 0;
  while (rig.push() != 0.0 && held < 1000) {
    rig.steps(1);
    ++held;
  }
  // 0.1 s are 20 steps; the last answer may have been used one step earlier or later.
  EXPECT_NEAR(held, 21, 2);
  EXPECT_THAT(rig.told(), HasSubstr("has not answered for 0.1 s: its inputs are at rest"));
}

TEST_P(OverBoth, OneThatLeavesReleasesItsInputsAtOnce) {
  Rig rig;
  auto client =
      std::make_unique<HilClient>(GetParam(), rig.address(), cart_hello(HilHello::Mode::free));
  meet(rig, *client);
  for (int i = 0; i < 400 && rig.push() == 0.0; ++i) {
    rig.steps(1);
    client->listen(0.001);
    client->answer(std::vector<double>{3.0});
  }
  ASSERT_EQ(rig.push(), 3.0);
  client->say_bye();
  for (int i = 0; i < 400 && rig.link->server().controllers() > 0; ++i) {
    rig.link->service();  // between two steps, as while paused
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  rig.steps(1);
  EXPECT_EQ(rig.push(), 0.0);
  EXPECT_THAT(rig.told(), HasSubstr("has left: its inputs are at rest"));
  // And the input is anybody's again.
  rig.world.set_input("push", 7.0);
  rig.steps(2);
  EXPECT_EQ(rig.push(), 7.0);
}

TEST_P(OverBoth, NumbersThatAreNotFiniteAreCountedSaidAndNotUsed) {
  Rig rig;
  HilClient client(GetParam(), rig.address(), cart_hello(HilHello::Mode::free));
  meet(rig, client);
  for (int i = 0; i < 400 && rig.link->server().counters().not_finite == 0; ++i) {
    rig.steps(1);
    client.listen(0.001);
    client.answer(std::vector<double>{std::nan("")});
  }
  EXPECT_GT(rig.link->server().counters().not_finite, 0u);
  EXPECT_THAT(rig.told(), HasSubstr("not finite for 'push'"));
  EXPECT_EQ(rig.push(), 0.0);
  EXPECT_TRUE(std::isfinite(rig.world.value(rig.world.coordinate("rail.position"))));
}

TEST_P(OverBoth, FloodsAreReadToABoundAndTheStepGoesOn) {
  Rig rig;
  HilClient client(GetParam(), rig.address(), cart_hello(HilHello::Mode::free));
  meet(rig, client);
  rig.steps(1);
  client.listen(1.0);
  for (int burst = 0; burst < 20; ++burst) {
    for (int i = 0; i < 100; ++i) client.answer(std::vector<double>{1.0});
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::uint64_t before = rig.link->server().counters().answers;
    rig.steps(1);
    ASSERT_LE(rig.link->server().counters().answers - before,
              static_cast<std::uint64_t>(HilServer::kMostPerCall));
  }
  EXPECT_GT(rig.link->server().counters().floods, 0u);
  EXPECT_THAT(rig.told(), HasSubstr("floods"));
}

std::string refusal(Rig& rig, Transport transport, const HilHello& hello) {
  HilClient client(transport, rig.address(), hello);
  for (int i = 0; i < 500; ++i) {
    rig.link->service();
    const auto heard = client.listen(0.002);
    if (heard == HilClient::Heard::refused) return client.reason();
    if (heard == HilClient::Heard::welcome) return "welcome";
  }
  return "silence";
}

TEST_P(OverBoth, WrongNamesTokensAndSecondHandsAreRefusedInWords) {
  Rig rig(0.5, 2.0, "sesame-open");
  HilHello hello = cart_hello(HilHello::Mode::free);
  EXPECT_THAT(refusal(rig, GetParam(), hello), HasSubstr("token is missing or wrong"));
  hello.token = "sesame-shut";
  EXPECT_THAT(refusal(rig, GetParam(), hello), HasSubstr("token is missing or wrong"));
  hello.token = "sesame-open";
  hello.inputs = {"pull"};
  EXPECT_THAT(refusal(rig, GetParam(), hello), HasSubstr("no input 'pull'; it has push"));
  hello.inputs = {"push"};
  hello.outputs = {"plaice"};
  EXPECT_THAT(refusal(rig, GetParam(), hello), HasSubstr("did you mean 'place'"));
  hello.outputs = {"coordinate:rial"};
  EXPECT_THAT(refusal(rig, GetParam(), hello), HasSubstr("rial"));
  hello.outputs = {"speed:rail"};
  EXPECT_THAT(refusal(rig, GetParam(), hello), HasSubstr("kind of sensor 'speed'"));
  hello.outputs = {};
  HilClient first(GetParam(), rig.address(), hello);
  meet(rig, first);
  EXPECT_THAT(refusal(rig, GetParam(), hello), HasSubstr("has the input 'push'"));
  EXPECT_EQ(rig.push(), 0.0);
}

TEST_P(OverBoth, AnotherVersionIsRefusedAndCounted) {
  Rig rig;
  const Descriptor s = connect_to(GetParam(), rig.address(), 1.0);
  std::vector<std::uint8_t> bytes;
  write_hil_text(HilType::hello, "name old\n", bytes);
  bytes[4] = 9;
  devices::send(s, bytes);
  std::vector<std::uint8_t> answer(1000);
  Moved m;
  for (int i = 0; i < 500 && m.how != Moved::How::done; ++i) {
    rig.link->service();
    m = receive(s, answer);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_EQ(m.how, Moved::How::done);
  const std::string text(answer.begin() + kHilHeader, answer.begin() + static_cast<long>(m.bytes));
  EXPECT_EQ(answer[5], static_cast<std::uint8_t>(HilType::refuse));
  EXPECT_THAT(text, HasSubstr("version 9 is not spoken here, only 1"));
  EXPECT_EQ(rig.link->server().counters().wrong_version, 1u);
}

TEST_P(OverBoth, JunkBeforeTheHandshakeIsCountedAndForgotten) {
  Rig rig;
  for (int i = 0; i < 12; ++i) {  // more than there are places
    const Descriptor s = connect_to(GetParam(), rig.address(), 1.0);
    const std::vector<std::uint8_t> junk(static_cast<std::size_t>(1 + 40 * i), 0x41);
    devices::send(s, junk);
    for (int k = 0; k < 20; ++k) {
      rig.link->service();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  EXPECT_EQ(rig.link->server().controllers(), 0);
  EXPECT_GT(rig.link->server().counters().bad_messages, 0u);
  HilClient client(GetParam(), rig.address(), cart_hello(HilHello::Mode::free));
  meet(rig, client);
}

TEST(ControllerLink, OneThatOnlyListensIsForgottenAfterAWhile) {
  Rig rig(1e-4, 0.2);
  HilClient client(Transport::udp, rig.address(), cart_hello(HilHello::Mode::lockstep));
  meet(rig, client);
  for (int i = 0; i < 600 && rig.link->server().controllers() > 0; ++i) {
    rig.steps(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(rig.link->server().controllers(), 0);
  EXPECT_THAT(rig.told(), HasSubstr("has been silent for 0.2 s"));
}

TEST(ControllerLink, OtherComputersNeedAToken) {
  Rig rig;
  rig.settings.address = "0.0.0.0";
  EXPECT_THROW(ControllerLink(rig.settings, rig.world, rig.machine, rig.notices), Error);
  rig.settings.address = "here";
  EXPECT_THROW(ControllerLink(rig.settings, rig.world, rig.machine, rig.notices), Error);
}

/// Hands far away count among others: a lever at rest there leaves the lever to those here.
TEST(ControllerLink, HandsAtADeviceCountWhileTheyHoldALever) {
  Rig rig;
  rig.machine = description::read_machine_text(
      std::string(kCart) + "controls:\n  push: {label: Push, positive: a, negative: b}\n",
      "cart.yaml");
  rig.world = sim::World(rig.machine);
  rig.link = std::make_unique<ControllerLink>(rig.settings, rig.world, rig.machine, rig.notices);
  HilHello hello = cart_hello(HilHello::Mode::free);
  hello.role = HilHello::Role::hands;
  HilClient client(Transport::udp, rig.address(), hello);
  meet(rig, client);
  const auto drive = [&](double far, double here, double expected) {
    for (int i = 0; i < 200; ++i) {
      rig.world.set_input("push", here);
      rig.steps(1);
      if (i > 20 && rig.push() == expected) return true;
      client.listen(0.001);
      client.answer(std::vector<double>{far});
    }
    return false;
  };
  EXPECT_TRUE(drive(0.0, 0.3, 0.3));
  EXPECT_TRUE(drive(-0.6, 0.3, -0.6));
  EXPECT_TRUE(drive(0.0, 0.3, 0.3));
}

/// The bundled excavator, held by springs instead of tyres, with a controller of examples/hil in another process.
struct ArmRig {
  ArmRig() {
    description::ReadOptions options;
    options.variants = {"on_mounts"};
    machine = description::read_machine_file(source_file("machines/excavator.yaml"), options);
    machine.settings.step = 0.005;
    world.emplace(machine);
    world->find_equilibrium();
    HilSettings settings;
    settings.port = 0;
    settings.deadline = 5.0;
    link.emplace(settings, *world, machine, notices);
    sensors.emplace(machine.sensors, *world);
  }
  std::string port() const { return std::to_string(link->server().address().port()); }
  /// Until the program is ready; false when it never is.
  bool meet(testing_support::Child& child) {
    for (int i = 0; i < 3000 && link->server().controllers() == 0 && child.runs(); ++i) {
      link->service();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return link->server().controllers() == 1;
  }
  double read(const std::string& column) {
    sensors->read(*world, values);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (sensors->columns()[i] == column) return values[i];
    return std::nan("");
  }
  void step() {
    link->exchange();
    world->step();
  }

  description::Machine machine;
  std::optional<sim::World> world;
  frames::NoticeQueue notices;
  std::optional<ControllerLink> link;
  std::optional<sim::SensorSet> sensors;
  std::vector<double> values;
};

constexpr double kDegree = 0.017453292519943295;

TEST(HilExamples, ThePythonControllerKeepsTheBucketLevelWhileTheBoomMoves) {
  ArmRig rig;
  testing_support::Child controller(
      {"/usr/bin/python3", source_file("examples/hil/level_bucket.py"), "--port", rig.port()});
  ASSERT_TRUE(rig.meet(controller));
  const double wanted = rig.read("bucket_angle");
  double worst = 0.0, moved = rig.read("boom_cylinder");
  for (int i = 0; i < 800; ++i) {
    rig.world->set_input("boom", i < 400 ? 0.7 : -0.7);
    rig.step();
    worst = std::max(worst, std::abs(rig.read("bucket_angle") - wanted));
    if (i == 399) moved = rig.read("boom_cylinder") - moved;
  }
  EXPECT_GT(moved, 0.2);
  RecordProperty("worst_deg", std::to_string(worst / kDegree));
  RecordProperty("moved_m", std::to_string(moved));
  EXPECT_LT(worst, 1.0 * kDegree);
  EXPECT_EQ(rig.link->server().counters().missed, 0u);
}

TEST(HilExamples, ThePythonControllerGradesASlope) {
  ArmRig rig;
  testing_support::Child controller({"/usr/bin/python3", source_file("examples/hil/grade_slope.py"),
                                     "--port", rig.port(), "--slope", "10", "--far", "8",
                                     "--length", "4", "--height", "0.3"});
  ASSERT_TRUE(rig.meet(controller));
  // From where the teeth come to the far end of the line to its near end.
  double worst = 0.0, farthest = 0.0, nearest = 100.0;
  bool begun = false;
  for (int i = 0; i < 6000 && rig.link->server().controllers() == 1; ++i) {
    rig.step();
    const double reach = rig.read("reach");
    const double off = -rig.read("depth") - 0.3 - std::tan(10.0 * kDegree) * (reach - 4.0);
    begun = begun || std::hypot(reach - 8.0, off) < 0.01;
    if (!begun || nearest < 4.01) continue;
    worst = std::max(worst, std::abs(off));
    farthest = std::max(farthest, reach);
    nearest = std::min(nearest, reach);
  }
  EXPECT_EQ(controller.code(), 0);
  EXPECT_GT(farthest - nearest, 3.95);
  EXPECT_LT(worst, 0.03);
  RecordProperty("worst_m", std::to_string(worst));
  EXPECT_NEAR(rig.read("reach"), 4.0, 0.05);
  EXPECT_NEAR(-rig.read("depth"), 0.3, 0.03);
}

TEST(HilExamples, TheControllerInPlainCHoldsTheTeeth) {
  const std::string program = testing::TempDir() + "/hold_depth_" + std::to_string(::getpid());
  testing_support::Child compiler(
      {"cc", "-O1", "-o", program, source_file("examples/hil/hold_depth.c")});
  if (compiler.code() != 0) GTEST_SKIP() << "no C compiler here";
  ArmRig rig;
  testing_support::Child controller({program, rig.port()});
  ASSERT_TRUE(rig.meet(controller));
  const double before = rig.read("depth");
  for (int i = 0; i < 1200; ++i) {
    rig.world->set_input("stick", i < 600 ? 0.3 : 0.0);
    rig.step();
  }
  EXPECT_NEAR(rig.read("depth"), before, 0.03);
  rig.link.reset();
  EXPECT_EQ(controller.code(), 0);
  std::remove(program.c_str());
}

/// A quarter of a car on a wavy road: 400 kg on 40 kg on a tyre. The suspension is a spring of the machine, or a force
/// from outside, by the numbers of examples/hil/suspension.py.
std::string quarter_car(bool own_suspension) {
  return std::string(R"yaml(
name: quarter-car
settings: {step: 0.001, duration: 10}
gravity: [0, 0, 0]
bodies:
  wheel: {mass: 40, inertia: [1, 1, 1]}
  car: {mass: 400, inertia: [10, 10, 10]}
joints:
  strut: {type: prismatic, bodies: [ground, wheel], axis: [0, 0, 1]}
  guide: {type: prismatic, bodies: [wheel, car], axis: [0, 0, 1]}
sensors:
  travel: {kind: coordinate, target: guide.position}
springs:
  tyre: {coordinate: strut.position, stiffness: 200000, damping: 50,
         force: {formula: "200000*(0.03*sin(2*pi*1.3*t) + 0.012*sin(2*pi*4.1*t) + 0.004*sin(2*pi*9.7*t))"}}
)yaml") + (own_suspension
               ? "  suspension: {coordinate: guide.position, stiffness: 20000, damping: 1500}\n"
                 "stops:\n  bump: {coordinate: guide.position, lower: -0.08, upper: 0.08, "
                 "stiffness: 60000}\n"
               : "  suspension: {coordinate: guide.position, force: {input: suspension}}\n");
}

/// The issue's limit for an exchange of 1 ms: the force is one exchange old at most, half of one on average.
TEST(HilExamples, ASuspensionInAnotherProcessMovesAsOneOfTheMachineWithinAHundredth) {
  constexpr int kSteps = 10000;
  const description::Machine whole =
      description::read_machine_text(quarter_car(true), "quarter-car.yaml");
  const description::Machine split =
      description::read_machine_text(quarter_car(false), "quarter-car.yaml");
  sim::World inside(whole), outside(split);
  frames::NoticeQueue notices;
  HilSettings settings;
  settings.port = 0;
  settings.deadline = 5.0;
  ControllerLink link(settings, outside, split, notices);
  testing_support::Child rig({"/usr/bin/python3", source_file("examples/hil/suspension.py"),
                              "--port", std::to_string(link.server().address().port()), "--travel",
                              "travel", "--rate", "coordinate_speed:guide.position"});
  for (int i = 0; i < 3000 && link.server().controllers() == 0; ++i) {
    link.service();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_EQ(link.server().controllers(), 1);
  double off = 0.0, most = 0.0;
  for (int i = 0; i < kSteps; ++i) {
    link.exchange();
    outside.step();
    inside.step();
    const double x = inside.value(inside.coordinate("guide.position"));
    off = std::max(off, std::abs(x - outside.value(outside.coordinate("guide.position"))));
    most = std::max(most, std::abs(x));
  }
  EXPECT_EQ(link.server().counters().missed, 0u);
  EXPECT_GT(most, 0.05);
  EXPECT_LT(off, 0.01 * most);
  RecordProperty("off_of_largest_travel", std::to_string(off / most));
}

}  // namespace
}  // namespace outrigger
