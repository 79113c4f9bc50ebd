#include "base/assert.h"

#include <cstdio>
#include <cstdlib>

#include "base/assert_handler.h"

namespace outrigger {

namespace {
AssertionHandler handler = nullptr;
}

void set_assertion_handler(AssertionHandler h) { handler = h; }

}  // namespace outrigger

namespace outrigger::internal {

void fail_assertion(const char* expression, const char* file, int line,
                    const std::string& message) {
  if (handler != nullptr)
    handler(std::string(file) + ":" + std::to_string(line) + ": assertion failed: " + expression +
            (message.empty() ? "" : ": ") + message);
  std::fprintf(stderr, "%s:%d: assertion failed: %s%s%s\n", file, line, expression,
               message.empty() ? "" : ": ", message.c_str());
  std::fflush(stderr);
  std::abort();
}

}  // namespace outrigger::internal
