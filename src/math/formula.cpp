#include "math/formula.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>

#include "base/error.h"
#include "math/elementary.h"

namespace outrigger {
namespace {

// ---------------------------------------------------------------- derivatives

/// a b, where an exact zero wins over infinity: a constant inside sqrt(0) has no derivative.
double product_or_zero(double a, double b) { return b == 0.0 ? 0.0 : a * b; }

/// f(g) from f, f', f'' at g.
Derivatives chain(const Derivatives& f, const Derivatives& g) {
  return {f.value, product_or_zero(f.first, g.first),
          product_or_zero(f.second, g.first * g.first) + product_or_zero(f.first, g.second)};
}

Derivatives sum(const Derivatives& a, const Derivatives& b) {
  return {a.value + b.value, a.first + b.first, a.second + b.second};
}

Derivatives negative(const Derivatives& a) { return {-a.value, -a.first, -a.second}; }

Derivatives product(const Derivatives& a, const Derivatives& b) {
  return {a.value * b.value, a.first * b.value + a.value * b.first,
          a.second * b.value + 2.0 * (a.first * b.first) + a.value * b.second};
}

Derivatives quotient(const Derivatives& a, const Derivatives& b) {
  const double q = a.value / b.value;
  const double first = (a.first - q * b.first) / b.value;
  return {q, first, (a.second - 2.0 * (first * b.first) - q * b.second) / b.value};
}

Derivatives sine(const Derivatives& a) {
  const auto [s, c] = elementary::sincos(a.value);
  return chain({s, c, -s}, a);
}

Derivatives cosine(const Derivatives& a) {
  const auto [s, c] = elementary::sincos(a.value);
  return chain({c, -s, -c}, a);
}

Derivatives tangent(const Derivatives& a) {
  const double t = elementary::tan(a.value);
  const double slope = 1.0 + t * t;
  return chain({t, slope, 2.0 * t * slope}, a);
}

Derivatives arc_tangent(const Derivatives& a) {
  const double slope = 1.0 / (1.0 + a.value * a.value);
  return chain({elementary::atan(a.value), slope, -2.0 * a.value * slope * slope}, a);
}

Derivatives exponential_of(const Derivatives& a) {
  const double value = elementary::exp(a.value);
  return chain({value, value, value}, a);
}

Derivatives logarithm_of(const Derivatives& a) {
  const double slope = 1.0 / a.value;
  return chain({elementary::log(a.value), slope, -slope * slope}, a);
}

Derivatives absolute(const Derivatives& a) {
  if (a.value == 0.0) return {};
  return a.value < 0.0 ? negative(a) : a;
}

bool is_nan(const Derivatives& a) { return a.value != a.value; }

Derivatives step(const Derivatives& a) {
  if (is_nan(a)) return a;
  return {a.value >= 0.0 ? 1.0 : 0.0, 0.0, 0.0};
}

/// Unlike std::min, a NaN on either side is kept: it must not hide in a drive.
Derivatives smaller(const Derivatives& a, const Derivatives& b) {
  return is_nan(b) || b.value < a.value ? b : a;
}

Derivatives larger(const Derivatives& a, const Derivatives& b) {
  return is_nan(b) || b.value > a.value ? b : a;
}

Derivatives square_root_of(const Derivatives& a) {
  const double root = std::sqrt(a.value);
  return chain({root, 0.5 / root, -0.25 / (root * a.value)}, a);
}

/// x^n, 0 ≤ n, by repeated squaring.
double integer_power(double x, int n) {
  double result = 1.0;
  for (double factor = x; n > 0; n >>= 1, factor *= factor) {
    if ((n & 1) != 0) result *= factor;
  }
  return result;
}

Derivatives integer_power(const Derivatives& a, int n) {
  if (n < 0) return quotient({1.0, 0.0, 0.0}, integer_power(a, -n));
  const double first = n > 0 ? n * integer_power(a.value, n - 1) : 0.0;
  const double second = n > 1 ? n * (n - 1) * integer_power(a.value, n - 2) : 0.0;
  return chain({integer_power(a.value, n), first, second}, a);
}

Derivatives constant_power(const Derivatives& a, double n) {
  return chain({elementary::pow(a.value, n), n * elementary::pow(a.value, n - 1.0),
                n * (n - 1.0) * elementary::pow(a.value, n - 2.0)},
               a);
}

/// a^b = e^h, h = b log a.
Derivatives general_power(const Derivatives& a, const Derivatives& b) {
  const Derivatives h = product(b, logarithm_of(a));
  const double value = elementary::pow(a.value, b.value);
  return {value, value * h.first, value * (h.first * h.first + h.second)};
}

Derivatives blend(const Derivatives& a, const Derivatives& from, const Derivatives& to) {
  const Derivatives width = sum(to, negative(from));
  const Derivatives offset = sum(a, negative(from));
  if (width.value == 0.0) return step(offset);
  const Derivatives s = quotient(offset, width);
  if (s.value <= 0.0) return {0.0, 0.0, 0.0};
  if (s.value >= 1.0) return {1.0, 0.0, 0.0};
  const double t = s.value;
  const double u = 1.0 - t;
  return chain({t * t * t * (10.0 + t * (6.0 * t - 15.0)), 30.0 * t * t * u * u,
                60.0 * t * u * (1.0 - 2.0 * t)},
               s);
}

// ---------------------------------------------------------------- words of the error messages

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_name(std::string_view text) {
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

/// A character of unknown origin, safe to print.
std::string quoted(char c) {
  if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(c);
  return std::string("byte 0x") + kDigits[code >> 4] + kDigits[code & 15u];
}

}  // namespace

// ---------------------------------------------------------------- parser

/// Recursive descent that writes the postfix program and follows the height of its stack.
class FormulaParser {
 public:
  FormulaParser(std::string_view text, std::string_view variable)
      : text_(text), variable_(variable) {
    for (const Function& f : kFunctions) {
      if (variable == f.name) {
        throw Error("variable '" + std::string(variable) + "' has the name of a function");
      }
    }
    if (!is_name(variable)) {
      throw Error(
          "a formula needs a variable named by letters, digits and '_', beginning with a "
          "letter or '_'");
    }
    if (text.size() > Formula::kMaxLength) {
      throw Error("formula of " + std::to_string(text.size()) + " characters; at most " +
                  std::to_string(Formula::kMaxLength) + " are allowed");
    }
  }

  std::vector<Formula::Instruction> parse() {
    parse_sum();
    if (!at_end()) fail("expected an operator, found " + quoted(text_[position_]));
    return std::move(program_);
  }

 private:
  using Operation = Formula::Operation;

  struct Function {
    std::string_view name;
    Operation operation;
  };
  static constexpr std::array<Function, 13> kFunctions = {{{"sin", Operation::sin},
                                                           {"cos", Operation::cos},
                                                           {"tan", Operation::tan},
                                                           {"atan", Operation::atan},
                                                           {"exp", Operation::exp},
                                                           {"log", Operation::log},
                                                           {"sqrt", Operation::sqrt},
                                                           {"abs", Operation::abs},
                                                           {"min", Operation::min},
                                                           {"max", Operation::max},
                                                           {"step", Operation::step},
                                                           {"ramp", Operation::ramp},
                                                           {"smooth", Operation::smooth}}};
  static constexpr double kPi = 0x1.921fb54442d18p+1;
  static constexpr double kE = 0x1.5bf0a8b145769p+1;

  [[noreturn]] void fail_at(const std::string& what, std::size_t position,
                            const std::string& hint = "") const {
    throw Error(what + " at column " + std::to_string(position + 1) + hint);
  }
  [[noreturn]] void fail(const std::string& what) const { fail_at(what, position_); }

  void skip_spaces() {
    while (position_ < text_.size() && is_space(text_[position_])) ++position_;
  }

  bool at_end() {
    skip_spaces();
    return position_ == text_.size();
  }

  bool accept(char c) {
    if (at_end() || text_[position_] != c) return false;
    ++position_;
    return true;
  }

  void expect(char c) {
    if (accept(c)) return;
    const std::string found = at_end() ? "the end" : quoted(text_[position_]);
    fail("expected " + quoted(c) + ", found " + found);
  }

  /// Appends an instruction, which takes its operands from the stack and leaves one result.
  void emit(Operation operation, double number = 0.0) {
    height_ += 1 - Formula::operand_count(operation);
    if (height_ > Formula::kMaxStack) {
      fail("more than " + std::to_string(Formula::kMaxStack) + " intermediate results");
    }
    program_.push_back({operation, number});
  }

  void parse_sum() {
    parse_term();
    for (;;) {
      if (accept('+')) {
        parse_term();
        emit(Operation::add);
      } else if (accept('-')) {
        parse_term();
        emit(Operation::subtract);
      } else {
        return;
      }
    }
  }

  void parse_term() {
    parse_sign();
    for (;;) {
      if (accept('*')) {
        parse_sign();
        emit(Operation::multiply);
      } else if (accept('/')) {
        parse_sign();
        emit(Operation::divide);
      } else {
        return;
      }
    }
  }

  // Every recursion of the grammar passes through here, so this is where nesting is counted.
  void parse_sign() {
    if (++nesting_ > Formula::kMaxNesting) {
      fail("nested deeper than " + std::to_string(Formula::kMaxNesting));
    }
    if (accept('-')) {
      parse_sign();
      emit(Operation::negate);
    } else if (accept('+')) {
      parse_sign();
    } else {
      parse_power();
    }
    --nesting_;
  }

  void parse_power() {
    parse_primary();
    if (!accept('^')) return;
    const std::size_t begin = program_.size();
    parse_sign();
    if (const std::optional<double> exponent = take_constant(begin)) {
      emit_constant_power(*exponent);
    } else {
      emit(Operation::power);
    }
  }

  /// The value of the program from `begin` on, which is removed, if the variable is not in it.
  std::optional<double> take_constant(std::size_t begin) {
    const auto is_variable = [](const Formula::Instruction& i) {
      return i.operation == Operation::variable;
    };
    const auto first = program_.begin() + static_cast<std::ptrdiff_t>(begin);
    if (std::any_of(first, program_.end(), is_variable)) return std::nullopt;
    const Formula::Instruction* start = program_.data();
    const double value = Formula::run(start + begin, start + program_.size(), 0.0).value;
    program_.resize(begin);
    --height_;
    return value;
  }

  void emit_constant_power(double exponent) {
    const bool is_integer = exponent >= -64.0 && exponent <= 64.0 &&
                            static_cast<double>(static_cast<int>(exponent)) == exponent;
    emit(is_integer ? Operation::integer_power : Operation::constant_power, exponent);
  }

  void parse_primary() {
    if (at_end()) fail("expected a number, a name or '(', found the end");
    const char c = text_[position_];
    if (is_digit(c) || c == '.') {
      parse_number();
    } else if (is_letter(c)) {
      parse_named();
    } else if (accept('(')) {
      parse_sum();
      expect(')');
    } else {
      fail("expected a number, a name or '(', found " + quoted(c));
    }
  }

  void parse_number() {
    double number = 0.0;
    const char* begin = text_.data() + position_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (error == std::errc::invalid_argument) fail("malformed number");
    if (error != std::errc{}) fail("number out of range");
    position_ += static_cast<std::size_t>(end - begin);
    emit(Operation::constant, number);
  }

  void parse_named() {
    const std::size_t begin = position_;
    while (position_ < text_.size() &&
           (is_letter(text_[position_]) || is_digit(text_[position_]))) {
      ++position_;
    }
    const std::string_view name = text_.substr(begin, position_ - begin);
    if (name == variable_) return emit(Operation::variable);
    if (name == "pi") return emit(Operation::constant, kPi);
    if (name == "e") return emit(Operation::constant, kE);
    for (const Function& function : kFunctions) {
      if (name == function.name) return parse_call(function, begin);
    }
    fail_unknown(name, begin);
  }

  void parse_call(const Function& function, std::size_t begin) {
    expect('(');
    int count = 1;
    parse_sum();
    for (; accept(','); ++count) parse_sum();
    expect(')');
    const int wanted = Formula::operand_count(function.operation);
    if (count != wanted) {
      fail_at("'" + std::string(function.name) + "' takes " + std::to_string(wanted) +
                  (wanted == 1 ? " argument, " : " arguments, ") + std::to_string(count) + " given",
              begin);
    }
    emit(function.operation);
  }

  [[noreturn]] void fail_unknown(std::string_view name, std::size_t begin) const {
    constexpr std::size_t kPrinted = 40;
    const std::string shown =
        name.size() <= kPrinted ? std::string(name) : std::string(name.substr(0, kPrinted)) + "...";
    fail_at("unknown name '" + shown + "'", begin, suggestion(name.substr(0, kPrinted)));
  }

  /// The nearest known name if at most half of its letters differ, else all names.
  std::string suggestion(std::string_view name) const {
    std::vector<std::string_view> known;
    for (const Function& function : kFunctions) known.push_back(function.name);
    known.insert(known.end(), {variable_, "pi", "e"});
    const auto distance = [&](std::string_view k) { return edit_distance(name, k); };
    const auto nearest = std::min_element(
        known.begin(), known.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
    if (2 * distance(*nearest) <= nearest->size()) {
      return "; did you mean '" + std::string(*nearest) + "'?";
    }
    std::string all = "; known are";
    for (const std::string_view k : known) all += " " + std::string(k);
    return all;
  }

  std::string_view text_;
  std::string_view variable_;
  std::size_t position_ = 0;
  int height_ = 0;  ///< of the stack after the instructions so far
  int nesting_ = 0;
  std::vector<Formula::Instruction> program_;
};

Formula Formula::parse(std::string_view text, std::string_view variable) {
  Formula formula;
  formula.program_ = FormulaParser(text, variable).parse();
  formula.text_ = std::string(text);
  return formula;
}

// ---------------------------------------------------------------- evaluation

Derivatives Formula::evaluate(double x) const {
  return run(program_.data(), program_.data() + program_.size(), x);
}

Derivatives Formula::run(const Instruction* first, const Instruction* last, double x) {
  std::array<Derivatives, kMaxStack> stack;  // the parser has checked that the height suffices
  std::size_t height = 0;
  for (const Instruction* i = first; i != last; ++i) {
    const int operands = operand_count(i->operation);
    height -= static_cast<std::size_t>(operands);
    stack[height] = apply(*i, &stack[height], x);
    ++height;
  }
  return stack[0];
}

int Formula::operand_count(Operation operation) {
  if (operation <= Operation::variable) return 0;
  if (operation <= Operation::constant_power) return 1;
  return operation <= Operation::max ? 2 : 3;
}

/// The result of one instruction on its operands a[0], a[1], a[2].
Derivatives Formula::apply(const Instruction& instruction, const Derivatives* a, double x) {
  switch (instruction.operation) {
    case Operation::constant:
      return {instruction.number, 0.0, 0.0};
    case Operation::variable:
      return {x, 1.0, 0.0};
    case Operation::negate:
      return negative(a[0]);
    case Operation::sin:
      return sine(a[0]);
    case Operation::cos:
      return cosine(a[0]);
    case Operation::tan:
      return tangent(a[0]);
    case Operation::atan:
      return arc_tangent(a[0]);
    case Operation::exp:
      return exponential_of(a[0]);
    case Operation::log:
      return logarithm_of(a[0]);
    case Operation::sqrt:
      return square_root_of(a[0]);
    case Operation::abs:
      return absolute(a[0]);
    case Operation::step:
      return step(a[0]);
    case Operation::ramp:
      return a[0].value < 0.0 ? Derivatives{} : a[0];
    case Operation::integer_power:
      return integer_power(a[0], static_cast<int>(instruction.number));
    case Operation::constant_power:
      return constant_power(a[0], instruction.number);
    case Operation::add:
      return sum(a[0], a[1]);
    case Operation::subtract:
      return sum(a[0], negative(a[1]));
    case Operation::multiply:
      return product(a[0], a[1]);
    case Operation::divide:
      return quotient(a[0], a[1]);
    case Operation::power:
      return general_power(a[0], a[1]);
    case Operation::min:
      return smaller(a[0], a[1]);
    case Operation::max:
      return larger(a[0], a[1]);
    case Operation::smooth:
      return blend(a[0], a[1], a[2]);
  }
  return {};
}

}  // namespace outrigger
