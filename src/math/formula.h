/// A formula of one variable from a machine file, for example a guided coordinate over time:
/// "0.3 * smooth(t, 1, 4) + 0.02 * sin(2*pi*t)".
///
///   sum      = term { ("+" | "-") term }
///   term     = sign { ("*" | "/") sign }
///   sign     = [ "-" | "+" ] sign | power
///   power    = primary [ "^" sign ]                 right to left; -x^2 = -(x^2)
///   primary  = number | variable | "pi" | "e" | function "(" sum { "," sum } ")" | "(" sum ")"
///
///   sin cos tan atan exp log sqrt abs   of one argument, angles in radians
///   min(a, b)  max(a, b)
///   step(a)            0 for a < 0, else 1; its derivatives count as 0, also at the jump
///   ramp(a)            a for a > 0, else 0
///   smooth(a, a0, a1)  10 s³ - 15 s⁴ + 6 s⁵, s = (a - a0)/(a1 - a0) held within [0, 1]:
///                      twice continuously differentiable from 0 at a0 to 1 at a1
///                      (a0 > a1 blends backwards; a0 = a1 gives step(a - a0))
///
/// Value, first and second derivative are exact up to rounding: the program is run on triples
/// (f, f', f'') by the chain rule. At a kink, abs has the derivative 0, ramp that of its argument,
/// min and max that of their first argument. Out of the domain (log(-1), 1/0) the results are NaN
/// or infinite, never an exception: whoever drives a machine with them checks.
/// A constant integer exponent up to ±64 multiplies, so x^2 has the bits of x*x and takes x < 0.
/// Results have the same bits on every computer (math/elementary.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace outrigger {

/// A function value with its derivatives by the argument.
struct Derivatives {
  double value = 0.0;
  double first = 0.0;
  double second = 0.0;
};

class Formula {
 public:
  static constexpr std::size_t kMaxLength = 4096;  ///< characters of the text
  static constexpr int kMaxNesting = 64;           ///< parentheses, signs and exponents
  static constexpr int kMaxStack = 32;             ///< intermediate results at a time

  /// The constant 0.
  Formula() = default;

  /// Reads a formula. Throws Error with the column (from 1) and, for a misspelt name, the nearest
  /// known one: "unknown name 'sine' at column 5; did you mean 'sin'?".
  /// `variable` is a letter or '_' followed by letters, digits, '_'; it hides pi or e, but may
  /// not be named like a function.
  static Formula parse(std::string_view text, std::string_view variable);

  /// Value and derivatives at x. Allocates nothing; any thread may call it at any time.
  Derivatives evaluate(double x) const;
  double value(double x) const { return evaluate(x).value; }

  /// As it was written.
  const std::string& text() const { return text_; }

 private:
  friend class FormulaParser;

  /// In the order of their operand counts: 0, 1, 2, 3.
  enum class Operation : std::uint8_t {
    constant,
    variable,  // push
    negate,
    sin,
    cos,
    tan,
    atan,
    exp,
    log,
    sqrt,
    abs,
    step,
    ramp,  // of the top
    integer_power,
    constant_power,  // exponent in `number`
    add,
    subtract,
    multiply,
    divide,
    power,
    min,
    max,    // of the two on top
    smooth  // of the three on top
  };

  struct Instruction {
    Operation operation = Operation::constant;
    double number = 0.0;
  };

  static int operand_count(Operation operation);
  static Derivatives apply(const Instruction& instruction, const Derivatives* a, double x);
  static Derivatives run(const Instruction* first, const Instruction* last, double x);

  std::string text_ = "0";
  std::vector<Instruction> program_ = {Instruction{}};
};

}  // namespace outrigger
