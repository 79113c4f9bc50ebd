/// Reading single values: numbers, vectors, names, points, functions.
///
/// For each type V there are four functions, which schema.h puts together to fields:
///   read_value(reading, node, rule, value)  fills the value, or reports a problem and returns false
///   value_text(value)                       the value as read_value reads it back, every bit of it
///   type_name(value, rule)                  the type in the words of the documentation
///   default_text(value)                     a default value in the words of the documentation
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "description/description.h"
#include "description/diagnostics.h"
#include "description/node.h"
#include "math/types.h"

namespace outrigger::description {

/// Which numbers are allowed. The bounds are part of the range unless `low_excluded`.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_excluded = false;

  bool contains(double x) const { return (low_excluded ? x > low : x >= low) && x <= high; }

  /// "> 0", ">= 0", "<= 0", "between 0 and 1"; empty when all numbers are allowed.
  std::string text() const;
};

inline Range above(double low) { return {low, std::numeric_limits<double>::infinity(), true}; }
inline Range at_least(double low) { return {low, std::numeric_limits<double>::infinity(), false}; }
inline Range at_most(double high) {
  return {-std::numeric_limits<double>::infinity(), high, false};
}
inline Range between(double low, double high) { return {low, high, false}; }

/// What a field allows. `scale` turns the number in the file into SI; it is 1 except for keys that
/// state degrees. A function scales its argument, its value, or both.
struct ValueRule {
  ValueRule(std::string unit_text = {}, Range allowed = {})
      : unit(std::move(unit_text)), range(allowed) {}

  std::string unit;
  Range range;
  double scale = 1.0;
  std::string_view variable = "t";  ///< of functions: "t" (time) or "x" (coordinate)
  bool scales_argument = false;     ///< of functions
  bool scales_value = true;         ///< of functions
  bool not_zero = false;            ///< of vectors
};

/// A point of a body: three numbers, or the name of one of the body's points.
struct PointText {
  Vec3 position = Vec3::Zero();
  std::string name;
};

/// A number, or the word `assembled`: the value in the assembled pose.
struct NumberOrAssembled {
  double value = 0.0;
  bool assembled = false;
};

/// One number for all three axes, or one for each.
struct PerAxis {
  Vec3 values = Vec3::Zero();
};

/// A matrix as three rows of three numbers.
struct Rows {
  Mat3 matrix = Mat3::Identity();
};

using NamePair = std::array<std::string, 2>;

bool read_value(Reading& r, const Node& node, const ValueRule& rule, double& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, int& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, bool& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, std::string& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, Vec3& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, Vec4& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, NamePair& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule,
                std::vector<std::string>& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, PointText& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, NumberOrAssembled& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, PerAxis& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule,
                std::vector<NamedPoint>& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, Rows& value);

/// One line of YAML that may stand in a flow map: numbers with as many digits as they need, texts in
/// quotes where they could be taken for something else.
std::string value_text(double value);
std::string value_text(int value);
std::string value_text(bool value);
std::string value_text(const std::string& value);
std::string value_text(const Vec3& value);
std::string value_text(const Vec4& value);
std::string value_text(const NamePair& value);
std::string value_text(const std::vector<std::string>& value);
std::string value_text(const PointText& value);
std::string value_text(const NumberOrAssembled& value);
std::string value_text(const PerAxis& value);
std::string value_text(const std::vector<NamedPoint>& value);
std::string value_text(const Rows& value);
/// A point for a key whose default is the origin.
std::optional<PointText> written_point(const Vec3& point);
/// A list of rows [x, y].
std::string value_text(const std::vector<std::pair<double, double>>& rows);

std::string type_name(const double&, const ValueRule&);
std::string type_name(const int&, const ValueRule&);
std::string type_name(const bool&, const ValueRule&);
std::string type_name(const std::string&, const ValueRule&);
std::string type_name(const Vec3&, const ValueRule&);
std::string type_name(const Vec4&, const ValueRule&);
std::string type_name(const NamePair&, const ValueRule&);
std::string type_name(const std::vector<std::string>&, const ValueRule&);
std::string type_name(const PointText&, const ValueRule&);
std::string type_name(const NumberOrAssembled&, const ValueRule&);
std::string type_name(const PerAxis&, const ValueRule&);
std::string type_name(const std::vector<NamedPoint>&, const ValueRule&);
std::string type_name(const Rows&, const ValueRule&);

std::string default_text(const double& value);
std::string default_text(const int& value);
std::string default_text(const bool& value);
std::string default_text(const Vec3& value);
std::string default_text(const NumberOrAssembled& value);
std::string default_text(const PerAxis& value);
/// Everything else is absent unless it is given.
template <class V>
std::string default_text(const V&) {
  return "none";
}

template <class V>
bool read_value(Reading& r, const Node& node, const ValueRule& rule, std::optional<V>& value) {
  V read{};
  if (!read_value(r, node, rule, read)) return false;
  value = read;
  return true;
}
template <class V>
std::string type_name(const std::optional<V>&, const ValueRule& rule) {
  return type_name(V{}, rule);
}

/// The words for the values of an enumeration: specialise with a static member function
/// `words()` that returns a range of {word, value}.
template <class E>
struct EnumWords;

template <class E>
struct EnumWord {
  std::string_view word;
  E value;
};

/// Reports a word that is none of the known ones.
void report_unknown_word(Reading& r, const Node& node, std::string_view what,
                         const std::vector<std::string_view>& known);

/// True when the node is a scalar; reports a problem otherwise.
bool expect_text(Reading& r, const Node& node, std::string_view what);

template <class E>
  requires requires { EnumWords<E>::words(); }
bool read_value(Reading& r, const Node& node, const ValueRule&, E& value) {
  std::vector<std::string_view> known;
  for (const EnumWord<E>& w : EnumWords<E>::words()) known.push_back(w.word);
  if (!expect_text(r, node, "one of the allowed words")) return false;
  for (const EnumWord<E>& w : EnumWords<E>::words()) {
    if (w.word != node.text) continue;
    value = w.value;
    return true;
  }
  report_unknown_word(r, node, EnumWords<E>::kWhat, known);
  return false;
}
template <class E>
  requires requires { EnumWords<E>::words(); }
std::string type_name(const E&, const ValueRule&) {
  std::string text;
  for (const EnumWord<E>& w : EnumWords<E>::words()) {
    text += (text.empty() ? "`" : ", `") + std::string(w.word) + "`";
  }
  return text;
}
template <class E>
  requires requires { EnumWords<E>::words(); }
std::string default_text(const E& value) {
  for (const EnumWord<E>& w : EnumWords<E>::words()) {
    if (w.value == value) return std::string(w.word);
  }
  return {};
}
template <class E>
  requires requires { EnumWords<E>::words(); }
std::string value_text(const E& value) {
  return default_text(value);
}

}  // namespace outrigger::description
