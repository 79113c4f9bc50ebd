#pragma once

#include <stdexcept>

namespace outrigger {

/// Bad input from outside: a file, a message, an argument. Our own mistakes are assertions instead.
///
/// The text is the interface: it names where (file, line), what (key, value) and what is allowed,
/// it is shown to the user as it stands, and tests check it.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace outrigger
