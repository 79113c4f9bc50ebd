#include "training/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "description/text.h"

namespace outrigger::training {

/// Turns a tree into steps.
struct Expression::Reader {
  std::span<const std::string> channels;
  std::vector<Step>& steps;

  void read(const nlohmann::json& node, std::size_t depth) {
    if (depth > kDepth || steps.size() > kMostSteps)
      throw Error(
          fmt::format("an expression may be {} deep and have {} steps", kDepth, kMostSteps));
    if (node.is_number()) {
      const double number = node.get<double>();
      if (!std::isfinite(number)) throw Error("an expression has a number that is not finite");
      steps.push_back({Do::number, number, 0});
    } else if (node.is_string()) {
      steps.push_back({Do::channel, 0.0, index_of(node.get<std::string>())});
    } else if (node.is_array() && node.size() >= 2 && node[0].is_string()) {
      read_operation(node, depth);
    } else {
      throw Error(fmt::format(
          "an expression has '{:.40}' where a number, a channel or an operation is wanted",
          node.dump()));
    }
  }

  void read_operation(const nlohmann::json& node, std::size_t depth) {
    struct Operation {
      std::string_view word;
      Do what;
      std::size_t least, most;
    };
    static constexpr std::array<Operation, 16> kOperations{{{"+", Do::add, 2, 2},
                                                            {"-", Do::subtract, 2, 2},
                                                            {"*", Do::multiply, 2, 2},
                                                            {"/", Do::divide, 2, 2},
                                                            {"min", Do::least, 2, 20},
                                                            {"max", Do::largest, 2, 20},
                                                            {"abs", Do::size, 1, 1},
                                                            {"hypot", Do::hypot, 2, 2},
                                                            {"turn", Do::turn, 2, 2},
                                                            {"<", Do::less, 2, 2},
                                                            {"<=", Do::less_equal, 2, 2},
                                                            {">", Do::greater, 2, 2},
                                                            {">=", Do::greater_equal, 2, 2},
                                                            {"and", Do::both, 2, 2},
                                                            {"or", Do::either, 2, 2},
                                                            {"not", Do::negate, 1, 1}}};
    const std::string word = node[0].get<std::string>();
    const auto* const found = std::ranges::find(kOperations, word, &Operation::word);
    const std::size_t count = node.size() - 1;
    if (found == kOperations.end() || count < found->least || count > found->most)
      throw Error(
          fmt::format("an expression has the operation '{:.20}' with {} operands", word, count));
    read(node[1], depth + 1);
    if (count == 1) steps.push_back({found->what, 0.0, 0});
    for (std::size_t i = 2; i < node.size(); ++i) {
      read(node[i], depth + 1);
      steps.push_back({found->what, 0.0, 0});
    }
  }

  std::size_t index_of(const std::string& name) const {
    const auto found = std::ranges::find(channels, name);
    if (found != channels.end()) return static_cast<std::size_t>(found - channels.begin());
    const std::vector<std::string_view> names(channels.begin(), channels.end());
    const std::string_view near = description::nearest_name(name, names);
    throw Error(fmt::format(
        "unknown signal '{:.60}'{}; `outrigger session check FILE --channels` lists all {}", name,
        near.empty() ? "" : fmt::format("; did you mean '{}'?", near), names.size()));
  }
};

Expression::Expression(std::string_view json, std::span<const std::string> channels) {
  const nlohmann::json tree = nlohmann::json::parse(json, nullptr, false);
  if (tree.is_discarded()) throw Error("an expression is not JSON");
  Reader{channels, steps_}.read(tree, 0);
}

double Expression::apply(Do what, double a, double b) {
  switch (what) {
    case Do::add:
      return a + b;
    case Do::subtract:
      return a - b;
    case Do::multiply:
      return a * b;
    case Do::divide:
      return a / b;
    case Do::least:
      return b < a ? b : a;
    case Do::largest:
      return b > a ? b : a;
    case Do::hypot:
      return std::sqrt(a * a + b * b);
    case Do::turn:
      return std::remainder(a - b, 360.0);
    case Do::less:
      return a < b ? 1.0 : 0.0;
    case Do::less_equal:
      return a <= b ? 1.0 : 0.0;
    case Do::greater:
      return a > b ? 1.0 : 0.0;
    case Do::greater_equal:
      return a >= b ? 1.0 : 0.0;
    case Do::both:
      return a > 0.0 && b > 0.0 ? 1.0 : 0.0;
    case Do::either:
      return a > 0.0 || b > 0.0 ? 1.0 : 0.0;
    case Do::number:
    case Do::channel:
    case Do::size:
    case Do::negate:
      break;
  }
  return 0.0;
}

double Expression::value(std::span<const double> channels) const {
  // Every open level of the tree holds one operand, and the last one two.
  std::array<double, kDepth + 2> stack;
  std::size_t top = 0;
  for (const Step& s : steps_) {
    switch (s.what) {
      case Do::number:
        stack[top++] = s.number;
        break;
      case Do::channel:
        stack[top++] = channels[s.channel];
        break;
      case Do::size:
        stack[top - 1] = std::abs(stack[top - 1]);
        break;
      case Do::negate:
        stack[top - 1] = stack[top - 1] > 0.0 ? 0.0 : 1.0;
        break;
      default:
        --top;
        stack[top - 1] = apply(s.what, stack[top - 1], stack[top]);
    }
  }
  return stack[0];
}

}  // namespace outrigger::training
