/// What a script does changes no bit of the physics; an attempt that a hostile script ends is kept.
#include "training/exercise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/source_tree.h"
#include "description/reader.h"
#include "training/setup.h"

namespace outrigger::training {
namespace {

using ::testing::HasSubstr;

/// A crane whose hook is moved, for some steps, with a script beside it that is never waited for.
struct Driven {
  std::uint64_t hash = 0;
  Score score;
};

Driven drive(const std::string& practice, int steps) {
  const std::string file = (std::filesystem::temp_directory_path() /
                            ("outrigger_exercise_" + std::to_string(getpid()) + ".py")).string();
  std::ofstream(file) << "def initialize():\n    return {}\ndef practice(state):\n" << practice;
  ScriptHost host({std::chrono::milliseconds(5000), std::chrono::milliseconds(300)});
  const Definition definition = read_definition(host.load({file, "", 0, {}}), file);
  std::filesystem::remove(file);
  description::Machine machine = description::read_machine_file(source_file("machines/small-crane.yaml"));
  const terrain::Ground ground;
  const StartPlace start = start_place(definition, nullptr, ground);
  set_up(definition, start, ground, machine);
  sim::World world(machine);
  Observer observer(definition, machine, start, world);
  Grader grader(definition, observer.names(), file);
  Exercise exercise(grader, observer, {&host, nullptr, false, {}}, 10, world.step_size());
  exercise.begin(world);
  world.set_input("lift", 0.5);
  for (int i = 0; i < steps; ++i) {
    world.step();
    exercise.after_step(world);
    if (i % 100 == 99) usleep(20'000);  // so that a script has time to do harm
  }
  const Driven run{world.hash(), grader.score()};
  return run;
}

TEST(Exercise, HostileScriptsChangeNoBitOfThePhysics) {
  constexpr int kSteps = 3000;
  const Driven good = drive("    return 10, 'none', ''\n", kSteps);
  EXPECT_EQ(good.score.completion, 10.0);
  const std::pair<const char*, const char*> hostile[] = {
      {"    while True: pass\n", "gave no answer"},
      {"    import os\n    os._exit(1)\n", "exit code 1"},
      {"    import ctypes\n    ctypes.string_at(0)\n", "crashed"},
      {"    print('x' * 10_000_000)\n", "printed more"},
      {"    return bytearray(2 << 30)\n", "MB it may have"},
      {"    import os\n    os.kill(os.getppid(), 9)\n", "Operation not permitted"},
  };
  for (const auto& [body, said] : hostile) {
    const Driven run = drive(body, kSteps);
    EXPECT_EQ(run.hash, good.hash) << body;
    EXPECT_EQ(run.score.outcome, Outcome::failed) << body;
    EXPECT_THAT(run.score.cause, HasSubstr(said));
  }
}

TEST(Exercise, FencesStandOnTheGroundAndAreNoticedWhenTheyMove) {
  Definition d;
  d.fences = {{3.0, 4.0, 30.0}, {30.0, 0.0, 0.0}};
  description::Machine machine = description::read_machine_file(source_file("machines/small-crane.yaml"));
  const terrain::Ground ground;
  const StartPlace start = start_place(d, nullptr, ground);
  set_up(d, start, ground, machine);
  sim::World world(machine);
  Observer observer(d, machine, start, world);
  for (int i = 0; i < 400; ++i) world.step();
  observer.read(world);
  for (const FenceReading& f : observer.fences()) {
    EXPECT_LT(f.moved, 0.01);
    EXPECT_LT(f.tilt, 0.5);
    EXPECT_NEAR(f.position.z(), 0.0, 0.01);
  }
  EXPECT_NEAR(observer.fences()[0].heading, 30.0, 0.1);
  // Pushed over, as by a bumper.
  description::Load push;
  push.name = "push";
  push.body = "fence_2";
  push.point = Vec3(0.0, 0.0, 1.0);
  push.y.value = 400.0;
  const sim::LoadHandle load = world.add_load(push, world.body("fence_2"));
  for (int i = 0; i < 400; ++i) world.step();
  world.remove(load);
  for (int i = 0; i < 600; ++i) world.step();
  observer.read(world);
  EXPECT_GT(observer.fences()[1].tilt, kFenceDown);
  const auto at = [&](const char* name) {
    const auto& n = observer.names();
    return observer.values()[static_cast<std::size_t>(std::find(n.begin(), n.end(), name) - n.begin())];
  };
  EXPECT_EQ(at("fences_down"), 1.0);
  EXPECT_EQ(at("fences_moved"), 1.0);
}

}  // namespace
}  // namespace outrigger::training
