/// What rules look at: a tree of channels, numbers and operations, evaluated on one observation.
///
///   12.5                         a number
///   "pitch"                      a channel
///   ["+", a, b] - * / min max    min and max of two or more
///   ["abs", a] ["hypot", a, b]
///   ["turn", a, b]               from b to a the short way round [deg], -180..180
///   ["<", a, b] <= > >=          1 or 0; 0 where a or b is not a number
///   ["and", a, b] or ["not", a]
///
/// Every operation is exact or correctly rounded, so that a score is the same number on every computer.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace outrigger::training {

class Expression {
 public:
  /// From JSON text. Throws Error that says what is wrong, with the nearest channel where one is unknown.
  Expression(std::string_view json, std::span<const std::string> channels);

  /// Allocates nothing.
  double value(std::span<const double> channels) const;
  bool holds(std::span<const double> channels) const { return value(channels) > 0.0; }

 private:
  enum class Do {
    number,
    channel,
    add,
    subtract,
    multiply,
    divide,
    least,
    largest,
    size,
    hypot,
    turn,
    less,
    less_equal,
    greater,
    greater_equal,
    both,
    either,
    negate
  };
  static constexpr std::size_t kDepth = 32, kMostSteps = 400;
  /// In the order of evaluation: operands first (postfix).
  struct Step {
    Do what = Do::number;
    double number = 0.0;
    std::size_t channel = 0;
  };
  struct Reader;
  static double apply(Do what, double a, double b);

  std::vector<Step> steps_;
};

}  // namespace outrigger::training
