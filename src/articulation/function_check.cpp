#include "articulation/function_check.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "model/function.h"

namespace outrigger::articulation {

namespace {

/// Where a function stands, for people: "arm.yaml:12: loads.push: ".
template <class Part>
std::string function_place(const Part& part, const char* section) {
  const auto& where = part.spec.where;
  return fmt::format(
      "{}{}.{}: ", where.file.empty() ? "" : fmt::format("{}:{}: ", where.file, where.line),
      section, part.spec.name);
}

/// The value of one function where it is first asked for.
struct FirstValue {
  const description::Function& function;
  const char* variable;  ///< "t" or "x"
  double at = 0.0;
  bool with_rate = false;

  /// Empty: it is finite.
  std::string problem(const char* name) const {
    if (function.kind == description::Function::Kind::input) return {};
    const Derivatives d = model::Function(function, variable).evaluate(at);
    if (std::isfinite(d.value) && (!with_rate || std::isfinite(d.first))) return {};
    const bool is_time = *variable == 't';
    return fmt::format("{} {}has no finite {} at {} = {:g}{}, where the run begins: it is {}", name,
                       function.kind == description::Function::Kind::formula
                           ? fmt::format("'{}' ", function.formula)
                           : "",
                       std::isfinite(d.value) ? "rate" : "value", variable, at, is_time ? " s" : "",
                       std::isfinite(d.value) ? d.first : d.value);
  }
};

template <class Part>
void require(const Part& part, const char* section, const char* name, const FirstValue& value) {
  if (const std::string problem = value.problem(name); !problem.empty())
    throw Error(function_place(part, section) + problem);
}

}  // namespace

void check_time_functions(const model::Mechanism& m, double time) {
  for (const auto& d : m.drives)
    require(
        d, "drives", "its function",
        {d.spec.function, "t", time, d.spec.quantity == description::Drive::Quantity::position});
  for (const auto& l : m.loads) {
    require(l, "loads", "component x", {l.spec.x, "t", time});
    require(l, "loads", "component y", {l.spec.y, "t", time});
    require(l, "loads", "component z", {l.spec.z, "t", time});
  }
  for (const auto& s : m.springs) require(s, "springs", "its force", {s.spec.force, "t", time});
  for (const auto& r : m.ropes) require(r, "ropes", "its winding", {r.spec.winding, "t", time});
}

void check_coordinate_functions(const model::Mechanism& m) {
  const auto value_of = [&](int coordinate) {
    const auto& c = m.coordinates[static_cast<std::size_t>(coordinate)];
    return model::coordinate_value(c.frame, m.pose_of(c.frame.body_a), m.pose_of(c.frame.body_b)) +
           2.0 * 3.14159265358979323846 * c.turns;
  };
  for (const auto& s : m.springs) {
    const double x = s.spec.free_as_assembled ? 0.0 : value_of(s.coordinate) - s.spec.free;
    require(s, "springs", "its spring", {s.spec.spring, "x", x});
    require(s, "springs", "its damper", {s.spec.damper, "x", 0.0});
  }
  for (const auto& c : m.couplings)
    require(c, "couplings", "its function", {c.spec.function, "x", value_of(c.coordinate_a)});
}

std::string function_without_value(const model::Mechanism& m, double time) {
  const auto has_value = [&](const description::Function& f) {
    return std::isfinite(model::Function(f, "t").evaluate(time).value);
  };
  for (const auto& l : m.loads)
    if (!has_value(l.spec.x) || !has_value(l.spec.y) || !has_value(l.spec.z))
      return fmt::format("; load '{}' has no finite value", l.spec.name);
  for (const auto& s : m.springs)
    if (!has_value(s.spec.force))
      return fmt::format("; the force of spring '{}' has no finite value", s.spec.name);
  return {};
}

}  // namespace outrigger::articulation
