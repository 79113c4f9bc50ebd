#include "imports/xml_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "description/limits.h"
#include "description/text.h"

namespace outrigger::imports {
namespace {

using description::in_quotes;
using tinyxml2::XMLElement;

constexpr std::string_view kSpace = " \t\r\n";

/// The next word of a text, which is shortened by it.
std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kSpace));
  text.remove_prefix(word.size());
  return word;
}

std::optional<double> parse(std::string_view word) {
  if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
  double value = 0.0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  // Numbers too small for a double are zero.
  if (code == std::errc::result_out_of_range && word.find("e-") != std::string_view::npos)
    value = 0;
  else if (code != std::errc{})
    return {};
  if (end != word.data() + word.size() || !std::isfinite(value)) return {};
  if (std::abs(value) > description::kMaxMagnitude) return {};
  return value;
}

}  // namespace

void XmlValues::note(const XMLElement& at, std::string_view text) {
  findings_.note(at.GetLineNum(),
                 path_.empty() ? std::string(text) : fmt::format("{}: {}", path_, text));
}

void XmlValues::note_unknown_children(const XMLElement& parent,
                                      std::initializer_list<std::string_view> known) {
  for (const XMLElement* e = parent.FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (std::find(known.begin(), known.end(), std::string_view(e->Name())) == known.end())
      note(*e, fmt::format("<{}> is left out: it has no place in a machine file", e->Name()));
  }
}

void XmlValues::note_unknown_attributes(const XMLElement& at,
                                        std::initializer_list<std::string_view> known) {
  for (const tinyxml2::XMLAttribute* a = at.FirstAttribute(); a; a = a->Next()) {
    const std::string_view name = a->Name();
    if (name.substr(0, 5) == "xmlns" || std::find(known.begin(), known.end(), name) != known.end())
      continue;
    note(at, fmt::format("{}={} of <{}> is left out: it has no place in a machine file", name,
                         in_quotes(a->Value()), at.Name()));
  }
}

const XMLElement* XmlValues::child(const XMLElement& parent, const char* name) {
  const XMLElement* first = parent.FirstChildElement(name);
  const XMLElement* second = first ? first->NextSiblingElement(name) : nullptr;
  if (second)
    note(*second, fmt::format("a second <{}> is left out; the first, in line {}, counts", name,
                              first->GetLineNum()));
  return first;
}

std::string XmlValues::text(const XMLElement& at, const char* attribute) {
  const char* value = at.Attribute(attribute);
  if (value == nullptr || *value == '\0') {
    error(at, fmt::format("<{}> needs the attribute '{}'", at.Name(), attribute));
    return {};
  }
  return value;
}

template <int N>
std::optional<Eigen::Matrix<double, N, 1>> XmlValues::numbers(const XMLElement& at,
                                                              const char* attribute) {
  const char* value = at.Attribute(attribute);
  if (value == nullptr) return {};
  std::string_view rest = value;
  Eigen::Matrix<double, N, 1> result = Eigen::Matrix<double, N, 1>::Zero();
  bool good = true;
  for (int i = 0; i < N; ++i) {
    const auto n = parse(take_word(rest));
    good = good && n.has_value();
    result[i] = n.value_or(0.0);
  }
  if (good && take_word(rest).empty()) return result;
  const bool is_macro = std::string_view(value).find("${") != std::string_view::npos;
  error(at, fmt::format("{}={} of <{}> is not {} of at most {:g}{}", attribute, in_quotes(value),
                        at.Name(), N == 1 ? "a number" : fmt::format("{} numbers", N),
                        description::kMaxMagnitude,
                        is_macro ? "; expand the file first: xacro FILE > FILE.urdf" : ""));
  // What follows goes on with a harmless value; the file is refused anyway.
  return Eigen::Matrix<double, N, 1>::Ones();
}

double XmlValues::number(const XMLElement& at, const char* attribute,
                         std::optional<double> fallback) {
  if (const auto n = numbers<1>(at, attribute)) return (*n)[0];
  if (!fallback) error(at, fmt::format("<{}> needs the attribute '{}'", at.Name(), attribute));
  return fallback.value_or(1.0);
}

double XmlValues::not_negative(const XMLElement& at, const char* attribute, double fallback) {
  const double value = number(at, attribute, fallback);
  if (value >= 0.0) return value;
  error(at, fmt::format("{}={} of <{}> is not allowed: must be >= 0", attribute, value, at.Name()));
  return fallback;
}

Vec3 XmlValues::vector(const XMLElement& at, const char* attribute, std::optional<Vec3> fallback) {
  if (const auto v = numbers<3>(at, attribute)) return *v;
  if (!fallback) error(at, fmt::format("<{}> needs the attribute '{}'", at.Name(), attribute));
  return fallback.value_or(Vec3::Ones());
}

std::optional<Vec4> XmlValues::four_numbers(const XMLElement& at, const char* attribute) {
  return numbers<4>(at, attribute);
}

}  // namespace outrigger::imports
