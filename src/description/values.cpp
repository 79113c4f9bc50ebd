#include "description/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "description/limits.h"
#include "description/text.h"

namespace outrigger::description {
namespace {

/// " in kg", or nothing for numbers without a unit.
std::string in_unit(const ValueRule& rule) {
  return rule.unit.empty() ? std::string() : fmt::format(" in {}", rule.unit);
}

std::string found(const Node& node) {
  return node.is_scalar() ? in_quotes(node.text) : std::string(kind_name(node));
}

bool is_special_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  return text == "inf" || text == "Inf" || text == "INF" || text == "nan" || text == "NaN" ||
         text == "NAN" || text == "infinity";
}

enum class ParsedNumber { good, not_a_number, quoted, not_finite, too_large };

ParsedNumber parse_number(std::string_view text, double& value) {
  if (is_special_number(text)) return ParsedNumber::not_finite;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty() || text.starts_with("+")) {
    return ParsedNumber::not_a_number;
  }
  if (error == std::errc::result_out_of_range) return ParsedNumber::too_large;
  if (error != std::errc()) return ParsedNumber::not_a_number;
  return std::abs(value) > kMaxMagnitude ? ParsedNumber::too_large : ParsedNumber::good;
}

/// Numbers in quotes are texts.
ParsedNumber parse_number(const Node& node, double& value) {
  const ParsedNumber parsed = parse_number(node.text, value);
  if (!node.quoted) return parsed;
  return parsed == ParsedNumber::good ? ParsedNumber::quoted : ParsedNumber::not_a_number;
}

bool check_range(Reading& r, const Node& node, const ValueRule& rule, double value) {
  if (rule.range.contains(value)) return true;
  const std::string unit = rule.unit.empty() ? "" : " " + rule.unit;
  r.problem(node,
            fmt::format("{} is not allowed: must be {}{}", node.text, rule.range.text(), unit));
  return false;
}

/// Reads exactly N numbers of a list.
template <class Vector>
bool read_numbers(Reading& r, const Node& node, const ValueRule& rule, Vector& value) {
  const auto size = static_cast<std::size_t>(Vector::RowsAtCompileTime);
  if (!node.is_list() || node.items.size() != size) {
    const std::string what = node.is_list() ? fmt::format("{}", node.items.size()) : found(node);
    r.problem(node,
              fmt::format("expected a list of {} numbers{}, found {}", size, in_unit(rule), what));
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < size; ++i) {
    const auto scope = r.enter(i);
    good = read_value(r, node.items[i], rule, value[static_cast<Eigen::Index>(i)]) && good;
  }
  if (good && rule.not_zero && value.norm() < 1e-12) {
    r.problem(node, "must not be the zero vector");
    return false;
  }
  return good;
}

}  // namespace

std::string Range::text() const {
  const bool has_low = std::isfinite(low), has_high = std::isfinite(high);
  if (has_low && has_high) {
    return low_excluded ? fmt::format("> {} and <= {}", low, high)
                        : fmt::format("between {} and {}", low, high);
  }
  if (has_low) return fmt::format("{} {}", low_excluded ? ">" : ">=", low);
  return has_high ? fmt::format("<= {}", high) : std::string();
}

bool expect_text(Reading& r, const Node& node, std::string_view what) {
  if (node.is_scalar()) return true;
  r.problem(node, fmt::format("expected {}, found {}", what, kind_name(node)));
  return false;
}

void report_unknown_word(Reading& r, const Node& node, std::string_view what,
                         const std::vector<std::string_view>& known) {
  r.problem(node, unknown_choice_text(what, node.text, known));
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule, double& value) {
  if (!expect_text(r, node, "a number" + in_unit(rule))) return false;
  const ParsedNumber parsed = parse_number(node, value);
  switch (parsed) {
    case ParsedNumber::not_a_number:
    case ParsedNumber::quoted:
      r.problem(node,
                fmt::format("{} is not a number{}{}", in_quotes(node.text), in_unit(rule),
                            parsed == ParsedNumber::quoted ? "; write it without quotes" : ""));
      return false;
    case ParsedNumber::not_finite:
      r.problem(node,
                fmt::format("{} is not allowed: must be a finite number", in_quotes(node.text)));
      return false;
    case ParsedNumber::too_large:
      r.problem(node, fmt::format("{} is not allowed: numbers beyond 1e30 or too near 0",
                                  in_quotes(node.text)));
      return false;
    case ParsedNumber::good:
      break;
  }
  if (!check_range(r, node, rule, value)) return false;
  value *= rule.scale;
  return true;
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule, int& value) {
  if (!expect_text(r, node, "a whole number")) return false;
  const std::string& text = node.text;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (node.quoted || error != std::errc() || end != text.data() + text.size()) {
    r.problem(node, fmt::format("{} is not a whole number", in_quotes(text)));
    return false;
  }
  return check_range(r, node, rule, value);
}

bool read_value(Reading& r, const Node& node, const ValueRule&, bool& value) {
  const bool is_word = node.is_scalar() && !node.quoted;
  if (!is_word || (node.text != "true" && node.text != "false")) {
    r.problem(node, fmt::format("expected true or false, found {}", found(node)));
    return false;
  }
  value = node.text == "true";
  return true;
}

bool read_value(Reading& r, const Node& node, const ValueRule&, std::string& value) {
  if (!expect_text(r, node, "text")) return false;
  value = node.text;
  return true;
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule, Vec3& value) {
  return read_numbers(r, node, rule, value);
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule, Vec4& value) {
  return read_numbers(r, node, rule, value);
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule, NamePair& value) {
  if (!node.is_list() || node.items.size() != 2) {
    const std::string what = node.is_list() ? fmt::format("{}", node.items.size()) : found(node);
    r.problem(node, fmt::format("expected a list of 2 names, found {}", what));
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < 2; ++i) good = read_value(r, node.items[i], rule, value[i]) && good;
  return good;
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule,
                std::vector<std::string>& value) {
  if (!node.is_list()) {
    r.problem(node, fmt::format("expected a list of names, found {}", found(node)));
    return false;
  }
  bool good = true;
  for (const Node& item : node.items)
    good = read_value(r, item, rule, value.emplace_back()) && good;
  return good;
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule, PointText& value) {
  if (node.is_scalar()) {
    value.name = node.text;
    return true;
  }
  return read_value(r, node, rule, value.position);
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule, NumberOrAssembled& value) {
  value.assembled = node.is_scalar() && node.text == "assembled";
  return value.assembled || read_value(r, node, rule, value.value);
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule, PerAxis& value) {
  if (node.is_list()) return read_value(r, node, rule, value.values);
  double same = 0.0;
  if (!read_value(r, node, rule, same)) return false;
  value.values.setConstant(same);
  return true;
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule,
                std::vector<NamedPoint>& value) {
  if (!node.is_map()) {
    r.problem(node, fmt::format("expected a map of names and points, found {}", found(node)));
    return false;
  }
  bool good = true;
  for (const Node& item : node.items) {
    const std::string reason = why_not_a_name(item.key);
    if (!reason.empty()) {
      r.problem(item, fmt::format("{} is not a name: {}", in_quotes(item.key), reason));
      good = false;
      continue;
    }
    const auto scope = r.enter(item.key);
    NamedPoint& point = value.emplace_back();
    point.name = item.key;
    good = read_value(r, item, rule, point.position) && good;
  }
  return good;
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule, Rows& value) {
  if (!node.is_list() || node.items.size() != 3) {
    r.problem(node, fmt::format("expected a list of 3 rows of 3 numbers, found {}", found(node)));
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto scope = r.enter(i);
    Vec3 row = Vec3::Zero();
    good = read_value(r, node.items[i], rule, row) && good;
    value.matrix.row(static_cast<Eigen::Index>(i)) = row.transpose();
  }
  return good;
}

// --- writing --------------------------------------------------------------------------------------

namespace {

template <class Texts>
std::string list_text(const Texts& texts) {
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

/// True for words that YAML readers take for something else than text.
bool is_yaml_word(std::string word) {
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  static constexpr std::array kWords{"true", "false", "null", "yes", "no",
                                     "on",   "off",   "y",    "n",   "assembled"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool is_plain(const std::string& text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (text.empty() || !is_letter(text.front()) || is_yaml_word(text)) return false;
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

}  // namespace

std::string value_text(double value) { return fmt::format("{}", value); }
std::string value_text(int value) { return fmt::format("{}", value); }
std::string value_text(bool value) { return value ? "true" : "false"; }

std::string value_text(const std::string& value) {
  if (is_plain(value)) return value;
  std::string quoted = "\"";
  for (const char c : value) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));  // the reader refuses it
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string value_text(const Vec3& value) {
  return fmt::format("[{}, {}, {}]", value.x(), value.y(), value.z());
}
std::string value_text(const Vec4& value) {
  return fmt::format("[{}, {}, {}, {}]", value[0], value[1], value[2], value[3]);
}
std::string value_text(const NamePair& value) {
  return fmt::format("[{}, {}]", value_text(value[0]), value_text(value[1]));
}
std::string value_text(const std::vector<std::string>& value) {
  std::vector<std::string> texts;
  for (const std::string& name : value) texts.push_back(value_text(name));
  return list_text(texts);
}
std::string value_text(const PointText& value) {
  return value.name.empty() ? value_text(value.position) : value_text(value.name);
}
std::optional<PointText> written_point(const Vec3& point) {
  if (value_text(point) == value_text(Vec3(Vec3::Zero()))) return std::nullopt;
  return PointText{point, {}};
}
std::string value_text(const NumberOrAssembled& value) {
  return value.assembled ? "assembled" : value_text(value.value);
}
std::string value_text(const PerAxis& value) { return value_text(value.values); }
std::string value_text(const std::vector<NamedPoint>& value) {
  std::vector<std::string> texts;
  for (const NamedPoint& p : value)
    texts.push_back(fmt::format("{}: {}", value_text(p.name), value_text(p.position)));
  return fmt::format("{{{}}}", fmt::join(texts, ", "));
}
std::string value_text(const Rows& value) {
  std::vector<std::string> texts;
  for (int i = 0; i < 3; ++i) texts.push_back(value_text(Vec3(value.matrix.row(i).transpose())));
  return list_text(texts);
}
std::string value_text(const std::vector<std::pair<double, double>>& rows) {
  std::vector<std::string> texts;
  for (const auto& [x, y] : rows) texts.push_back(fmt::format("[{}, {}]", x, y));
  return list_text(texts);
}

// --- words for the documentation ------------------------------------------------------------------

std::string type_name(const double&, const ValueRule&) { return "number"; }
std::string type_name(const int&, const ValueRule&) { return "whole number"; }
std::string type_name(const bool&, const ValueRule&) { return "`true` or `false`"; }
std::string type_name(const std::string&, const ValueRule&) { return "text"; }
std::string type_name(const Vec3&, const ValueRule&) { return "3 numbers"; }
std::string type_name(const Vec4&, const ValueRule&) { return "4 numbers"; }
std::string type_name(const NamePair&, const ValueRule&) { return "2 names"; }
std::string type_name(const std::vector<std::string>&, const ValueRule&) { return "list of names"; }
std::string type_name(const PointText&, const ValueRule&) {
  return "3 numbers or the name of a point of the body";
}
std::string type_name(const NumberOrAssembled&, const ValueRule&) {
  return "number or `assembled`";
}
std::string type_name(const PerAxis&, const ValueRule&) { return "number or 3 numbers"; }
std::string type_name(const std::vector<NamedPoint>&, const ValueRule&) {
  return "map: name to 3 numbers";
}

std::string type_name(const Rows&, const ValueRule&) { return "3 rows of 3 numbers"; }

std::string default_text(const double& value) { return fmt::format("{}", value); }
std::string default_text(const int& value) { return fmt::format("{}", value); }
std::string default_text(const bool& value) { return value ? "true" : "false"; }
std::string default_text(const Vec3& value) {
  return fmt::format("[{}, {}, {}]", value.x(), value.y(), value.z());
}
std::string default_text(const NumberOrAssembled& value) { return default_text(value.value); }
std::string default_text(const PerAxis& value) { return default_text(value.values); }

}  // namespace outrigger::description
