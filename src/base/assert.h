/// Assertions for our own mistakes. Bad input from outside throws Error (error.h) instead.
///
///   OUTRIGGER_ASSERT(row < row_count(), "row ", row, " of ", row_count());
///
/// On failure: expression, file, line and message on stderr, then abort. The message is optional;
/// its parts are anything that can be streamed, and are evaluated only on failure.
///
/// OUTRIGGER_ASSERT stays on in all builds (unless OUTRIGGER_NO_ASSERT is defined), so keep it out
/// of the innermost loops; OUTRIGGER_DEBUG_ASSERT is for those and is off where NDEBUG is defined.
/// A condition with a comma outside parentheses needs its own parentheses.
#pragma once

#include <sstream>
#include <string>

namespace outrigger::internal {

[[noreturn, gnu::cold]] void fail_assertion(const char* expression, const char* file, int line,
                                            const std::string& message);

/// The parts of an assertion's message in one text.
template <typename... Parts>
[[gnu::cold]] std::string join_message(const Parts&... parts) {
  std::ostringstream text;
  static_cast<void>((text << ... << parts));
  return text.str();
}

}  // namespace outrigger::internal

#define OUTRIGGER_INTERNAL_CHECK(condition, ...)                                               \
  do {                                                                                         \
    if (!(condition)) [[unlikely]] {                                                           \
      ::outrigger::internal::fail_assertion(#condition, __FILE__, __LINE__,                    \
                                            ::outrigger::internal::join_message(__VA_ARGS__)); \
    }                                                                                          \
  } while (false)

// Not evaluated, but still compiled, so that nothing becomes unused when checks are off.
#define OUTRIGGER_INTERNAL_IGNORE(condition) static_cast<void>(sizeof(!(condition)))

#ifdef OUTRIGGER_NO_ASSERT
#define OUTRIGGER_ASSERT(condition, ...) OUTRIGGER_INTERNAL_IGNORE(condition)
#else
#define OUTRIGGER_ASSERT(condition, ...) OUTRIGGER_INTERNAL_CHECK(condition, __VA_ARGS__)
#endif

#if defined(NDEBUG) || defined(OUTRIGGER_NO_ASSERT)
#define OUTRIGGER_DEBUG_ASSERT(condition, ...) OUTRIGGER_INTERNAL_IGNORE(condition)
#else
#define OUTRIGGER_DEBUG_ASSERT(condition, ...) OUTRIGGER_INTERNAL_CHECK(condition, __VA_ARGS__)
#endif
