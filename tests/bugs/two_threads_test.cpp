// Two threads that change one world at once ran into each other's arrays. The second is refused now, with
// an Error, and the first goes on undisturbed.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/error.h"
#include "base/one_thread.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

TEST(TwoThreads, TheSecondIsRefused) {
  OneThread mine;
  const OneThread::Hold hold(mine, "this lathe");
  const OneThread::Hold again(mine, "this lathe");
  std::string text;
  std::thread([&] {
    try {
      const OneThread::Hold other(mine, "this lathe");
    } catch (const Error& e) {
      text = e.what();
    }
  }).join();
  EXPECT_EQ(text, "this lathe is being used by another thread; one thread at a time may use it");
}

// One thread steps; while it does, in a force function, another one tries to change the world.
TEST(TwoThreads, AWorldThatStepsCannotBeChanged) {
  sim::World world(description::read_machine_file(source_file("machines/pendulum.yaml")));
  const sim::Snapshot start = world.save();
  int refused = 0, calls = 0;
  world.add_force("probe", world.body("bar"), Vec3::Zero(),
                  [&](double, const Pose&, const model::Twist&) {
                    if (++calls > 1)
                      std::thread([&] {
                        for (int i = 0; i < 3; ++i) try {
                            if (i == 0) world.step();
                            if (i == 1) world.restore(start);
                            if (i == 2) world.remove(world.body("bar"));
                          } catch (const Error&) {
                            ++refused;
                          }
                      }).join();
                    return model::BodyForce{};
                  });
  for (int i = 0; i < 5; ++i) world.step();
  EXPECT_EQ(refused, 15);
  EXPECT_EQ(world.step_count(), 5);
  // Afterwards another thread may have it.
  std::thread([&] { world.step(); }).join();
  EXPECT_EQ(world.step_count(), 6);
}

}  // namespace
}  // namespace outrigger
