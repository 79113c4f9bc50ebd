/// Checks of numbers on the command line, and options that several commands have. The checks say what was given and what is allowed, for example
/// "--duration: -1 is not allowed; a time above 0 s". Included by the few files that read options.
#pragma once

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

namespace outrigger::app {

/// "1e-7", not "1e-07", as the help and the format pages write it.
inline std::string short_number(double value) {
  std::string text = fmt::format("{:g}", value);
  const std::size_t zero = text.find("e-0");
  return zero == std::string::npos ? text : text.erase(zero + 2, 1);
}

/// A check that reads the whole text as a number and asks `allowed(number, text)`. `range` is for the
/// help.
template <class Allowed>
CLI::Validator number_check(std::string wanted, std::string range, Allowed allowed) {
  return CLI::Validator(
      [wanted = std::move(wanted), allowed](std::string& text) -> std::string {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (text.empty() || *end != '\0')
          return fmt::format("'{}' is not a number; {}", text, wanted);
        if (!std::isfinite(value) || !allowed(value, text))
          return fmt::format("{} is not allowed; {}", text, wanted);
        return {};
      },
      std::move(range));
}

/// `what` with its article, for example "a time"; `unit` may be empty.
inline CLI::Validator above_zero(const std::string& what, const std::string& unit) {
  return number_check(fmt::format("{} above 0 {}", what, unit), "above 0",
                      [](double value, const std::string&) { return value > 0.0; });
}

inline CLI::Validator any_number(const std::string& what, const std::string& unit) {
  return number_check(fmt::format("{} in {}", what, unit), "",
                      [](double, const std::string&) { return true; });
}

inline CLI::Validator from_to(const std::string& what, double low, double high,
                              const std::string& unit = {}) {
  const std::string range = short_number(low) + " to " + short_number(high);
  return number_check(
      fmt::format("{} from {}{}{}", what, range, unit.empty() ? "" : " ", unit), range,
      [low, high](double value, const std::string&) { return value >= low && value <= high; });
}

/// "1e3" is a whole number too, but not one that options of integers understand.
inline bool written_with_digits(const std::string& text) {
  return text.find_first_not_of("0123456789", text[0] == '-' ? 1 : 0) == std::string::npos;
}

inline CLI::Validator whole_from_to(int low, int high) {
  const std::string range = fmt::format("{} to {}", low, high);
  return number_check("a whole number from " + range, range,
                      [low, high](double value, const std::string& text) {
                        return value >= low && value <= high && written_with_digits(text);
                      });
}

/// --force, everywhere alike (outputs.h).
inline void add_force(CLI::App& command, bool& force) {
  command.add_flag(
      "--force", force,
      "Replace existing files that Outrigger did not write; never files that are read");
}

}  // namespace outrigger::app
