/// A warm step allocates nothing, whichever method.
#include "support/allocation_counter.h"

#include <gtest/gtest.h>

#include "steppers/smooth_machines.h"

void* operator new(std::size_t size) { return outrigger::test::counted_allocation(size, 1); }
void* operator new[](std::size_t size) { return outrigger::test::counted_allocation(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return outrigger::test::counted_allocation(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return outrigger::test::counted_allocation(size, static_cast<std::size_t>(alignment));
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

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
