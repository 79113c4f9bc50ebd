#include "description/function_text.h"

#include <fmt/format.h>

#include "base/error.h"
#include "description/limits.h"
#include "description/text.h"
#include "math/formula.h"
#include "math/spline.h"

namespace outrigger::description {
namespace {

struct Table {
  std::vector<std::pair<double, double>> rows;
};

struct FunctionText {
  std::optional<double> constant, linear;
  Table table;
  std::optional<std::string> formula, input, lever;
};

/// The table as written; its order is checked where its unit is known.
bool read_value(Reading& r, const Node& node, const ValueRule&, Table& value) {
  if (!node.is_list() || node.items.size() < 2) {
    r.problem(node, "expected a list of at least 2 rows [x, y]");
    return false;
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto scope = r.enter(i);
    const Node& row = node.items[i];
    if (!row.is_list() || row.items.size() != 2) {
      r.problem(row, "expected a row of 2 numbers [x, y]");
      return false;
    }
    auto& [x, y] = value.rows.emplace_back();
    const bool good = description::read_value(r, row.items[0], {}, x) &&
                      description::read_value(r, row.items[1], {}, y);
    if (!good) return false;
    if (i > 0 && x <= value.rows[i - 1].first) {
      r.problem(row, fmt::format("{} is not allowed: x must be > {} of the row before",
                                 row.items[0].text, value.rows[i - 1].first));
      return false;
    }
  }
  return true;
}

std::string type_name(const Table&, const ValueRule&) { return "list of rows `[x, y]`"; }

std::string value_text(const Table& value) { return description::value_text(value.rows); }

const ObjectSchema<FunctionText>& function_schema() {
  using T = FunctionText;
  static const ObjectSchema<T> schema{
      "function",
      "A function of one variable: a plain number (a constant), or a map with exactly one of these "
      "keys. The variable is `t` (time in s) or `x` (the coordinate, or its speed), as the key of "
      "the function says.",
      {
          field<T>("constant", &T::constant, {}, "the same value always"),
          field<T>("linear", &T::linear, {}, "slope of a straight line through the origin"),
          field<T>("table", &T::table, {},
                   "at least 2 rows, x increasing; between the rows a smooth (C2) spline"),
          field<T>("formula", &T::formula, {},
                   "for example `0.1*sin(2*pi*t)`: + - * / ^, parentheses, `pi`, functions")
              .type_is("text"),
          field<T>("input", &T::input, {},
                   "an operator input, set from outside, in the unit of the key; only where the "
                   "variable is t")
              .type_is("name of an input"),
          field<T>("lever", &T::lever, {},
                   "of drives: an operator input from -1 to 1; +1 means `speed_max` or `upper`, -1 "
                   "`speed_min` or `lower`")
              .type_is("name of an input"),
      }};
  return schema;
}

/// Reports a formula that cannot be evaluated.
bool check_formula(Reading& r, const Node& node, const std::string& formula,
                   std::string_view variable) {
  if (formula.size() > kMaxFormulaBytes) {
    r.problem(node, fmt::format("a formula must not exceed {} bytes", kMaxFormulaBytes));
    return false;
  }
  try {
    Formula::parse(formula, std::string(variable));
    return true;
  } catch (const Error& e) {
    r.problem(node, e.what());
    return false;
  }
}

bool check_input(Reading& r, const Node& node, const std::string& input, const ValueRule& rule,
                 bool is_lever) {
  const std::string reason = why_not_a_name(input);
  if (!reason.empty()) {
    r.problem(node, fmt::format("{} is not a name: {}", in_quotes(input), reason));
  } else if (rule.variable != "t") {
    r.problem(node, "an input is a function of time; this is a function of the coordinate");
  } else if (rule.scale != 1.0 && !is_lever) {
    r.problem(node, "an input is in radians: use the key without degrees");
  } else {
    return true;
  }
  return false;
}

/// Turns a function written in degrees into one in radians.
bool convert_from_degrees(Reading& r, const Node& node, const ValueRule& rule, Function& f) {
  const double x_scale = rule.scales_argument ? rule.scale : 1.0;
  const double y_scale = rule.scales_value ? rule.scale : 1.0;
  if (f.kind == Function::Kind::formula) {
    if (rule.scales_argument) {
      r.problem(node, "a formula of a coordinate is in radians: use the key without degrees");
      return false;
    }
    f.formula = fmt::format("({})*(pi/180)", f.formula);
  }
  if (f.kind == Function::Kind::constant) f.value *= y_scale;
  if (f.kind == Function::Kind::linear) f.value *= y_scale / x_scale;
  for (auto& [x, y] : f.table) {
    x *= x_scale;
    y *= y_scale;
  }
  return true;
}

bool read_function_map(Reading& r, const Node& node, const ValueRule& rule, Function& value) {
  FunctionText text;
  if (!read_object(r, node, function_schema(), text).is_map) return false;
  if (node.items.size() != 1) {
    r.problem(node,
              fmt::format("expected exactly one of the keys constant, linear, table, formula, "
                          "input, lever, found {}",
                          node.items.size()));
    return false;
  }
  const Node& member = node.items.front();
  const auto scope = r.enter(member.key);
  if (text.constant) {
    value.kind = Function::Kind::constant;
    value.value = *text.constant;
  } else if (text.linear) {
    value.kind = Function::Kind::linear;
    value.value = *text.linear;
  } else if (!text.table.rows.empty()) {
    value.kind = Function::Kind::table;
    value.table = std::move(text.table.rows);
  } else if (text.formula) {
    if (!check_formula(r, member, *text.formula, rule.variable)) return false;
    value.kind = Function::Kind::formula;
    value.formula = *text.formula;
  } else if (text.input || text.lever) {
    value.relative = text.lever.has_value();
    const std::string& input = value.relative ? *text.lever : *text.input;
    if (!check_input(r, member, input, rule, value.relative)) return false;
    value.kind = Function::Kind::input;
    value.input = input;
  } else {
    return false;  // the key's own problem has been reported
  }
  return rule.scale == 1.0 || convert_from_degrees(r, member, rule, value);
}

}  // namespace

bool read_value(Reading& r, const Node& node, const ValueRule& rule, Function& value) {
  value = Function{};
  if (node.is_map()) return read_function_map(r, node, rule, value);
  ValueRule number_rule = rule;
  if (!rule.scales_value) number_rule.scale = 1.0;
  return read_value(r, node, number_rule, value.value);
}

std::string type_name(const Function&, const ValueRule& rule) {
  return fmt::format("{} of {}", link_to("function"), rule.variable);
}

std::string default_text(const Function&) { return "0"; }

std::string value_text(const Function& value) {
  FunctionText text;
  switch (value.kind) {
    case Function::Kind::constant:
      return value_text(value.value);
    case Function::Kind::linear:
      text.linear = value.value;
      break;
    case Function::Kind::table:
      text.table.rows = value.table;
      break;
    case Function::Kind::formula:
      text.formula = value.formula;
      break;
    case Function::Kind::input:
      (value.relative ? text.lever : text.input) = value.input;
      break;
  }
  return flow_text(write_object(function_schema(), text));
}

Function straight_line(double slope) {
  Function f;
  f.kind = Function::Kind::linear;
  f.value = slope;
  return f;
}

bool is_nothing(const Function& f) { return f.kind == Function::Kind::constant && f.value == 0.0; }

bool read_value(Reading& r, const Node& node, const ValueRule& rule, ThreeFunctions& value) {
  if (!node.is_list() || node.items.size() != 3) {
    r.problem(node, "expected a list of 3 functions [x, y, z]");
    return false;
  }
  Function* const components[] = {&value.x, &value.y, &value.z};
  bool good = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto scope = r.enter(i);
    good = read_value(r, node.items[i], rule, *components[i]) && good;
  }
  return good;
}

std::string type_name(const ThreeFunctions&, const ValueRule&) {
  return "3 times " + link_to("function") + " of t";
}

std::string value_text(const ThreeFunctions& value) {
  return fmt::format("[{}, {}, {}]", value_text(value.x), value_text(value.y), value_text(value.z));
}

double start_value(const Function& f) {
  switch (f.kind) {
    case Function::Kind::constant:
      return f.value;
    case Function::Kind::table: {
      std::vector<double> x, y;
      for (const auto& row : f.table) x.push_back(row.first), y.push_back(row.second);
      return Spline::natural(std::move(x), std::move(y)).evaluate(0.0).value;
    }
    case Function::Kind::formula:
      return Formula::parse(f.formula, "t").evaluate(0.0).value;
    case Function::Kind::linear:
    case Function::Kind::input:
      return 0.0;
  }
  return 0.0;
}

bool refuse_lever(Reading& r, const Node& object, std::string_view key, const Function& f) {
  if (!f.relative) return true;
  r.problem_at(
      object, key,
      fmt::format("a lever is for drives; here write {{input: {}}}, in the unit of the key",
                  f.input));
  return false;
}

ObjectDoc function_doc() { return function_schema().document(); }

}  // namespace outrigger::description
