/// Devices in threads of their own, as hands of a seat: a slow one delays nobody, a lost one lets go within 0.1 s,
/// says so, and is back when it is plugged in again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>

#include "base/error.h"
#include "description/reader.h"
#include "devices/device_server.h"
#include "session/controller_link.h"

namespace outrigger {
namespace {

using namespace devices;
using testing::HasSubstr;
using Clock = std::chrono::steady_clock;

/// A lever that the test moves and unplugs.
struct Plug {
  std::atomic<double> place{0.0};
  std::atomic<bool> there{true};
  std::atomic<int> latency_ms{1};
  double silence = 0.0;
};

class TestLever final : public DeviceSource {
 public:
  explicit TestLever(Plug& plug) : plug_(plug) {}
  const DeviceInfo& info() const override { return info_; }
  Got wait(double, DeviceReading& reading) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(plug_.latency_ms));
    if (!plug_.there) return Got::gone;
    reading.axes = {plug_.place};
    reading.buttons = {};
    return Got::news;
  }
  double longest_silence() const override { return plug_.silence; }

 private:
  Plug& plug_;
  DeviceInfo info_{"test:lever", "lever", {{"x", -1.0, 1.0}}, {}};
};

DeviceThread::Open opener(Plug& plug) {
  return [&plug]() -> std::unique_ptr<DeviceSource> {
    if (!plug.there) throw Error("it is not plugged in");
    return std::make_unique<TestLever>(plug);
  };
}

TEST(DeviceThread, ASlowDeviceDelaysNobodyAndItsLastWordGetsOld) {
  Plug plug;
  plug.latency_ms = 150;
  plug.silence = 0.1;
  plug.place = 0.5;
  DeviceThread thread(opener(plug), 0.01);
  bool live = false, old = false;
  const auto end = Clock::now() + std::chrono::seconds(5);
  while (Clock::now() < end && !(live && old)) {
    // Looking is an exchange of an index: it cannot wait for the device.
    const DeviceThread::State& s = thread.look();
    const bool now = s.is_live(monotonic_now());
    if (live && !now && s.there) old = true;
    live = live || now;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(live);
  EXPECT_TRUE(old);  // 150 ms between two words, 100 ms are allowed
}

class HandsAtASeat : public testing::Test {
 protected:
  void SetUp() override {
    settings.port = 0;
    link = std::make_unique<session::ControllerLink>(settings, world, machine, notices);
  }
  void TearDown() override {
    stop = true;
    if (runner.joinable()) runner.join();
  }
  void serve() {
    DeviceMapping mapping{"test:lever",
                          "left lever",
                          DeviceMapping::Pattern::iso,
                          {{"x", "push", -1.0, 0.0, 1.0, 0.0, 1.0, false}},
                          {}};
    server.emplace(DeviceServerSettings{Transport::udp, link->server().address(), "", 0.002},
                   std::vector<ServedDevice>{{mapping, "lever.json", opener(plug)}},
                   [this](const std::string& text) {
                     const std::lock_guard lock(mutex);
                     said += text + "\n";
                   });
    runner = std::thread([this] { server->run(stop); });
  }
  /// Steps of 5 ms in real time until the machine has this lever; the time it took [s], or -1.
  double until(double push, double longest = 5.0) {
    const auto begin = Clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    while (passed() < longest) {
      world.set_input("push", 0.0);
      link->exchange();
      if (std::abs(world.input_values()[0] - push) < 1e-12) return passed();
      world.step();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return -1.0;
  }
  std::string told() {
    std::string all;
    for (const auto& n : notices.take()) all += n.text + "\n";
    return all;
  }

  description::Machine machine = description::read_machine_text(R"(
name: cart
settings: {step: 0.005, duration: 1}
gravity: [0, 0, 0]
bodies:
  cart: {mass: 2, inertia: [1, 1, 1]}
joints:
  rail: {type: prismatic, bodies: [ground, cart], axis: [1, 0, 0]}
springs:
  push: {coordinate: rail.position, force: {input: push}}
controls:
  push: {label: Push, positive: a, negative: b}
)",
                                                                "cart.yaml");
  sim::World world{machine};
  frames::NoticeQueue notices;
  HilSettings settings;
  std::unique_ptr<session::ControllerLink> link;
  Plug plug;
  std::mutex mutex;
  std::string said;
  std::optional<DeviceServer> server;
  std::atomic<bool> stop{false};
  std::thread runner;
};

TEST_F(HandsAtASeat, ALeverMovesTheMachineAndAnUnpluggedOneLetsGoAndSaysSo) {
  serve();
  plug.place = 0.7;
  ASSERT_GE(until(0.7), 0.0);
  plug.there = false;
  ASSERT_GE(until(0.0), 0.0);
  until(1e9, 0.1);
  EXPECT_THAT(told(), HasSubstr("device 'left lever' is unplugged: its levers are at rest"));
  // Plugged in again, perhaps elsewhere: found by itself.
  plug.place = -0.4;
  plug.there = true;
  EXPECT_GE(until(-0.4), 0.0);
}

TEST_F(HandsAtASeat, ADeviceWithALatencyDelaysNoStep) {
  plug.latency_ms = 100;
  plug.place = 0.3;
  serve();
  ASSERT_GE(until(0.3), 0.0);
  // Exchanges go on while the device is waited for: many in the time of one of its words.
  const HilCounters before = link->server().counters();
  int steps = 0;
  for (const auto end = Clock::now() + std::chrono::milliseconds(300); Clock::now() < end;
       ++steps) {
    link->exchange();
    world.step();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_GT(steps, 20);
  EXPECT_GT(link->server().counters().answers - before.answers, 10u);
}

TEST_F(HandsAtASeat, AServerThatIsLostIsLetGoByTheSeat) {
  serve();
  plug.place = 0.7;
  ASSERT_GE(until(0.7), 0.0);
  stop = true;
  runner.join();  // no goodbye: the object lives on
  EXPECT_GE(until(0.0), 0.0);
  EXPECT_THAT(told(), HasSubstr("has not answered for 0.1 s: its inputs are at rest"));
}

}  // namespace
}  // namespace outrigger
