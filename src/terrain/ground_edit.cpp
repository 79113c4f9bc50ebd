#include "terrain/ground_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

#include "base/error.h"
#include "description/node.h"
#include "description/text.h"
#include "description/yaml_source.h"

namespace outrigger::terrain {

using description::Node;
using Area = GroundEdit::Area;
using Operation = GroundEdit::Operation;

namespace {

constexpr const char* kForm =
    "a ground edit is one line such as {rectangle: [x from, x to, y from, y to], lower: 0.5}: an "
    "area (rectangle, circle: [x, y, radius] or polygon: [[x, y], ...]), at most one of raise, "
    "lower, level and plane: [height, slope along x, slope along y], and if wanted bank and "
    "surface";

[[noreturn]] void refuse(const std::string& what) {
  throw Error(fmt::format("ground edit: {}; {}", what, kForm));
}

double number(const Node& node, std::string_view of) {
  double value = 0.0;
  const char *begin = node.text.data(), *end = begin + node.text.size();
  if (begin != end && *begin == '+') ++begin;
  const auto [stop, problem] = std::from_chars(begin, end, value);
  if (!node.is_scalar() || node.quoted || problem != std::errc() || stop != end ||
      !std::isfinite(value))
    refuse(fmt::format("'{}' needs {}", of,
                       node.is_scalar() ? fmt::format("a number, not '{}'", node.text)
                                        : fmt::format("a number, not {}", kind_name(node))));
  return value;
}

template <std::size_t kCount>
std::array<double, kCount> numbers(const Node& node, std::string_view of) {
  if (!node.is_list() || node.items.size() != kCount)
    refuse(fmt::format("'{}' needs a list of {} numbers", of, kCount));
  std::array<double, kCount> values{};
  for (std::size_t i = 0; i < kCount; ++i) values[i] = number(node.items[i], of);
  return values;
}

std::string list(std::span<const double> values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
}

}  // namespace

void check(const GroundEdit& e) {
  const auto bad = [](const std::string& what) { throw Error("ground edit: " + what); };
  const auto finite = [](std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  };
  switch (e.area) {
    case Area::rectangle:
      if (!finite(e.rectangle) || !(e.rectangle[1] > e.rectangle[0]) ||
          !(e.rectangle[3] > e.rectangle[2]))
        bad(fmt::format("a rectangle needs finite [x from, x to, y from, y to], upwards, not {}",
                        list(e.rectangle)));
      break;
    case Area::circle:
      if (!finite(e.centre) || !(e.radius > 0.0) || !std::isfinite(e.radius))
        bad(fmt::format(
            "a circle needs a finite [x, y, radius] with a radius above 0, not [{}, {}, {}]",
            e.centre[0], e.centre[1], e.radius));
      break;
    case Area::polygon:
      if (e.polygon.size() < 3 || e.polygon.size() > kMostEditCorners)
        bad(fmt::format("a polygon needs 3 to {} corners, not {}", kMostEditCorners,
                        e.polygon.size()));
      for (const auto& corner : e.polygon)
        if (!finite(corner)) bad("a corner of the polygon is not finite");
      break;
  }
  const std::array<double, 4> rest{e.value, e.slope_x, e.slope_y, e.bank};
  if (!finite(rest)) bad("height, slopes and bank must be finite numbers");
  if (std::abs(e.value) > kLargestEditHeight)
    bad(fmt::format("heights are limited to {:g} m, not {:g} m", kLargestEditHeight, e.value));
  if (std::abs(e.slope_x) > 100.0 || std::abs(e.slope_y) > 100.0)
    bad("slopes of a plane are limited to 100");
  if (e.bank < 0.0 || e.bank > 1000.0)
    bad(fmt::format("a bank is run over rise, 0 (vertical) to 1000, not {:g}", e.bank));
  if (e.operation == Operation::keep && e.surface.empty())
    bad("nothing to do: give raise, lower, level, plane or surface");
}

std::string to_text(const GroundEdit& e) {
  std::string text = "{";
  switch (e.area) {
    case Area::rectangle:
      text += "rectangle: " + list(e.rectangle);
      break;
    case Area::circle:
      text += fmt::format("circle: [{}, {}, {}]", e.centre[0], e.centre[1], e.radius);
      break;
    case Area::polygon:
      text += "polygon: [";
      for (std::size_t i = 0; i < e.polygon.size(); ++i)
        text += (i == 0 ? "" : ", ") + list(e.polygon[i]);
      text += "]";
      break;
  }
  switch (e.operation) {
    case Operation::keep:
      break;
    case Operation::raise:
      text += std::signbit(e.value) ? fmt::format(", lower: {}", -e.value)
                                    : fmt::format(", raise: {}", e.value);
      break;
    case Operation::level:
      text += fmt::format(", level: {}", e.value);
      break;
    case Operation::plane:
      text += fmt::format(", plane: [{}, {}, {}]", e.value, e.slope_x, e.slope_y);
      break;
  }
  if (e.bank != 0.0) text += fmt::format(", bank: {}", e.bank);
  if (!e.surface.empty()) {
    std::string quoted;
    for (const char c : e.surface) quoted += c == '\'' ? "''" : std::string(1, c);
    text += fmt::format(", surface: '{}'", quoted);
  }
  return text + "}";
}

GroundEdit ground_edit_from_text(std::string_view text) {
  Node root;
  try {
    root = description::parse_yaml(text);
  } catch (const description::SourceError& e) {
    refuse(e.what());
  }
  if (!root.is_map()) refuse(fmt::format("a map is expected, not {}", kind_name(root)));
  GroundEdit edit;
  int areas = 0, operations = 0;
  std::vector<std::string> seen;
  for (const Node& n : root.items) {
    if (std::find(seen.begin(), seen.end(), n.key) != seen.end())
      refuse(fmt::format("'{}' is given twice", n.key));
    seen.push_back(n.key);
    if (n.key == "rectangle") {
      edit.area = Area::rectangle;
      edit.rectangle = numbers<4>(n, n.key);
      ++areas;
    } else if (n.key == "circle") {
      const auto values = numbers<3>(n, n.key);
      edit.area = Area::circle;
      edit.centre = {values[0], values[1]};
      edit.radius = values[2];
      ++areas;
    } else if (n.key == "polygon") {
      if (!n.is_list()) refuse("'polygon' needs a list of corners [x, y]");
      edit.area = Area::polygon;
      for (const Node& corner : n.items) edit.polygon.push_back(numbers<2>(corner, n.key));
      ++areas;
    } else if (n.key == "raise" || n.key == "lower") {
      const double by = number(n, n.key);
      edit.operation = Operation::raise;
      edit.value = n.key == "raise" ? by : -by;
      ++operations;
    } else if (n.key == "level") {
      edit.operation = Operation::level;
      edit.value = number(n, n.key);
      ++operations;
    } else if (n.key == "plane") {
      const auto values = numbers<3>(n, n.key);
      edit.operation = Operation::plane;
      edit.value = values[0];
      edit.slope_x = values[1];
      edit.slope_y = values[2];
      ++operations;
    } else if (n.key == "bank") {
      edit.bank = number(n, n.key);
    } else if (n.key == "surface") {
      if (!n.is_scalar() || n.text.empty()) refuse("'surface' needs the name of a surface");
      edit.surface = n.text;
    } else {
      refuse(fmt::format(
          "there is no key '{}'{}", n.key,
          description::suggestion(n.key, {"rectangle", "circle", "polygon", "raise", "lower",
                                          "level", "plane", "bank", "surface"})));
    }
  }
  if (areas != 1)
    refuse(areas == 0 ? "an area is missing" : "it has more than one area; make one edit of each");
  if (operations > 1) refuse("it has more than one of raise, lower, level and plane");
  check(edit);
  return edit;
}

std::string describe(const GroundEdit& e) {
  std::string text;
  switch (e.area) {
    case Area::rectangle:
      text = fmt::format("rectangle x {:g} to {:g} m, y {:g} to {:g} m", e.rectangle[0],
                         e.rectangle[1], e.rectangle[2], e.rectangle[3]);
      break;
    case Area::circle:
      text = fmt::format("circle of {:g} m about ({:g}, {:g})", e.radius, e.centre[0], e.centre[1]);
      break;
    case Area::polygon:
      text = fmt::format("polygon of {} corners at ({:g}, {:g})", e.polygon.size(),
                         e.polygon.front()[0], e.polygon.front()[1]);
      break;
  }
  switch (e.operation) {
    case Operation::keep:
      break;
    case Operation::raise:
      text += fmt::format(" {} by {:g} m", e.value < 0.0 ? "lowered" : "raised", std::abs(e.value));
      break;
    case Operation::level:
      text += fmt::format(" levelled to {:g} m", e.value);
      break;
    case Operation::plane:
      text += fmt::format(" made a plane at {:g} m with slopes {:g} and {:g}", e.value, e.slope_x,
                          e.slope_y);
      break;
  }
  if (!e.surface.empty()) text += fmt::format(", now of '{}'", e.surface);
  return text;
}

}  // namespace outrigger::terrain
