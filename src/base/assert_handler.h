/// Who hears of failed assertions first. Without a handler they are printed and the program ends.
#pragma once

#include <string>

namespace outrigger {

/// Must not return: it throws, or ends the program. For hosts that have to survive, such as Python; what
/// failed is then in an unknown state and must not be used again.
using AssertionHandler = void (*)(const std::string& text);

/// Null: none. Not while other threads run.
void set_assertion_handler(AssertionHandler handler);

}  // namespace outrigger
