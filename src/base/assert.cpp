#include "base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace outrigger::internal {

void fail_assertion(const char* expression, const char* file, int line,
                    const std::string& message) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s%s%s\n", file, line, expression,
               message.empty() ? "" : ": ", message.c_str());
  std::fflush(stderr);
  std::abort();
}

}  // namespace outrigger::internal
