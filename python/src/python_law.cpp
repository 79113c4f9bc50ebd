#include "python_law.h"

#include <cmath>

#include "arrays.h"

namespace outrigger::python {

namespace {

double not_negative(double force, const std::string& name) {
  if (!(force >= 0.0))
    throw py::value_error(
        fmt::format("{}: a contact pushes with 0 N or more, not with {} N", name, force));
  return force;
}

void check(const contact::FrictionLaw& f, const std::string& name) {
  const auto refuse = [&](const char* field, double value, const char* range) {
    throw py::value_error(
        fmt::format("{}: friction.{}: {} is not allowed: must be {}", name, field, value, range));
  };
  const double d = f.dynamic_coefficient, s = f.static_coefficient;
  if (!(d >= 0.0 && std::isfinite(d))) refuse("dynamic_coefficient", d, ">= 0");
  if (!(s >= d && std::isfinite(s))) refuse("static_coefficient", s, ">= dynamic_coefficient");
  if (!(f.viscous >= 0.0 && std::isfinite(f.viscous))) refuse("viscous", f.viscous, ">= 0 N s/m");
  if (!(f.stribeck_speed > 0.0)) refuse("stribeck_speed", f.stribeck_speed, "> 0 m/s");
  if (!(f.regularisation_speed > 0.0))
    refuse("regularisation_speed", f.regularisation_speed, "> 0 m/s");
  if (!(f.memory >= 0.0 && f.memory <= 1.0)) refuse("memory", f.memory, "0..1");
}

}  // namespace

PythonLaw::PythonLaw(const ContactFunction& given, Call call)
    : name_(fmt::format("contact of {} and {}", given.pair.first, given.pair.second)),
      call_(std::move(call)),
      friction_(given.friction),
      stiffness_(given.stiffness),
      exponent_(given.exponent),
      restitution_(given.restitution) {
  check(friction_, name_);
}

double PythonLaw::force_at(const NormalState& state, double depth, double rate) const {
  const py::object value = call_(depth, rate, state.damping_rate);
  return state.softening * not_negative(*numbers(value, name_.c_str(), {}).data(), name_);
}

contact::NormalForce PythonLaw::normal_force(const NormalState& state) const {
  py::gil_scoped_acquire acquire;
  contact::NormalForce f;
  const py::object value = call_(state.depth, state.rate, state.damping_rate);
  if (py::isinstance<py::tuple>(value) || py::isinstance<py::list>(value)) {
    const Array a = numbers(value, name_.c_str(), {3});
    f.force = state.softening * not_negative(a.data()[0], name_);
    f.by_depth = state.softening * a.data()[1];
    f.by_rate = state.softening * a.data()[2];
    return f;
  }
  f.force = state.softening * not_negative(*numbers(value, name_.c_str(), {}).data(), name_);
  // Forwards, so that a depth of 0 is not crossed.
  const double d = 1e-6 * state.depth + 1e-12, r = 1e-6 * std::abs(state.rate) + 1e-9;
  f.by_depth = (force_at(state, state.depth + d, state.rate) - f.force) / d;
  f.by_rate = (force_at(state, state.depth, state.rate + r) - f.force) / r;
  return f;
}

contact::FrictionForce PythonLaw::friction_force(const FrictionState& s) const {
  return contact::friction_force(friction_, s.bristle, s.y, s.v_t, s.N);
}

contact::FrictionTangent PythonLaw::positive_tangent(const FrictionState& s, bool secant) const {
  return contact::positive_tangent(friction_, s.bristle, s.y, s.v_t, s.N, secant);
}

}  // namespace outrigger::python
