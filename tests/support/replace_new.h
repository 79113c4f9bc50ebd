/// Replaces operator new of the test program that includes it, in one file; all users look at
/// outrigger::test::allocations.
#pragma once

#include "support/allocation_counter.h"

// Both families end in malloc and free here, which g++ cannot see once it inlines them.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

void* operator new(std::size_t size) { return outrigger::test::counted_allocation(size, 1); }
void* operator new[](std::size_t size) { return outrigger::test::counted_allocation(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return outrigger::test::counted_allocation(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return outrigger::test::counted_allocation(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

#if defined(__SANITIZE_ADDRESS__)
// Libraries built without our operators mix both families, which the sanitizer would report.
extern "C" const char* __asan_default_options() { return "alloc_dealloc_mismatch=0"; }
#endif
