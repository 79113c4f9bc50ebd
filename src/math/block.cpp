#include "math/block.h"

#include <sys/mman.h>

namespace outrigger {

void prefer_large_pages(void* p, std::size_t bytes) {
  // A wish only: where it is not granted, everything works with small pages.
  (void)madvise(p, bytes, MADV_HUGEPAGE);
}

}  // namespace outrigger
