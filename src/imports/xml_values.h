/// Reading attributes of XML elements, with errors that name line, element, attribute and value.
#pragma once

#include <tinyxml2.h>

#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "imports/findings.h"
#include "math/types.h"

namespace outrigger::imports {

/// The values of one thing in the file: `path` names it in messages ("joint 'elbow'").
class XmlValues {
 public:
  XmlValues(Findings& findings, std::string path) : findings_(findings), path_(std::move(path)) {}

  void error(const tinyxml2::XMLElement& at, std::string_view text) {
    findings_.error(at.GetLineNum(), path_, text);
  }
  void note(const tinyxml2::XMLElement& at, std::string_view text);

  /// Notes every child whose name is not among these as left out.
  void note_unknown_children(const tinyxml2::XMLElement& parent,
                             std::initializer_list<std::string_view> known);
  /// Notes every attribute whose name is not among these as left out.
  void note_unknown_attributes(const tinyxml2::XMLElement& at,
                               std::initializer_list<std::string_view> known);
  /// The first child of that name, or null. Others are noted as left out.
  const tinyxml2::XMLElement* child(const tinyxml2::XMLElement& parent, const char* name);

  /// The text of an attribute; absent or empty is an error.
  std::string text(const tinyxml2::XMLElement& at, const char* attribute);
  /// A finite number of at most description::kMaxMagnitude. Absent: `fallback`, or an error where
  /// there is none.
  double number(const tinyxml2::XMLElement& at, const char* attribute,
                std::optional<double> fallback = {});
  /// A number ≥ 0.
  double not_negative(const tinyxml2::XMLElement& at, const char* attribute, double fallback);
  /// Numbers separated by white space.
  Vec3 vector(const tinyxml2::XMLElement& at, const char* attribute, std::optional<Vec3> fallback);
  std::optional<Vec4> four_numbers(const tinyxml2::XMLElement& at, const char* attribute);

 private:
  template <int N>
  std::optional<Eigen::Matrix<double, N, 1>> numbers(const tinyxml2::XMLElement& at,
                                                     const char* attribute);

  Findings& findings_;
  std::string path_;
};

}  // namespace outrigger::imports
