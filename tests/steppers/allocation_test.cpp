/// A warm step allocates nothing, whichever method.
#include <gtest/gtest.h>

#include "steppers/smooth_machines.h"
#include "support/replace_new.h"

namespace outrigger::stepper {
namespace {

TEST(Allocation, WarmStepsAllocateNothing) {
  MachineRun run(with(pendulum(4), 0.02, 1e-7));
  run.explicit_steps(3);
  std::int64_t before = test::allocations;
  run.explicit_steps(10);
  EXPECT_EQ(test::allocations, before) << "explicit";
  run.fourth_steps(3);
  before = test::allocations;
  run.fourth_steps(10);
  EXPECT_EQ(test::allocations, before) << "fourth_order";
}

}  // namespace
}  // namespace outrigger::stepper
