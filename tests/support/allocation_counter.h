/// Counts the allocations of a test program of which one file replaces operator new by
/// `counted_allocation`: look at `allocations` before and after.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>

namespace outrigger::test {

inline std::int64_t allocations = 0;

inline void* counted_allocation(std::size_t size, std::size_t alignment) {
  ++allocations;
  if (size == 0) size = 1;
  void* p = nullptr;
  if (alignment <= sizeof(void*)) {
    p = std::malloc(size);
  } else if (posix_memalign(&p, alignment, size) != 0) {
    p = nullptr;
  }
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

}  // namespace outrigger::test
