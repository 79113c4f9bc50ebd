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
  if (py::isinstance<py::tuple>(value) || py::isinstance<py::list>(value))
    return state.softening * not_negative(numbers(value, name_.c_str(), {3}).data()[0], name_);
  return state.softening * not_negative(*numbers(value, name_.c_str(), {}).data(), name_);
}

/// ∫ of the force at rest over the depth. With δ = δ₁ s², forces that go with δ^{k/2} up to δ³ are exact.
double PythonLaw::energy_at(const NormalState& state) const {
  constexpr double kPlace[] = {0.0694318442029737, 0.3300094782075719, 0.6699905217924281,
                               0.9305681557970263};
  constexpr double kWeight[] = {0.1739274225687269, 0.3260725774312731, 0.3260725774312731,
                                0.1739274225687269};
  double sum = 0.0;
  for (int i = 0; i < 4; ++i)
    sum += 2.0 * kWeight[i] * kPlace[i] * force_at(state, state.depth * kPlace[i] * kPlace[i], 0.0);
  return sum * state.depth;
}

contact::NormalForce PythonLaw::normal_force(const NormalState& state) const {
  py::gil_scoped_acquire acquire;
  contact::NormalForce f;
  // What a spring holds is asked at rest.
  if (state.rate == 0.0)
    f.stored = energy_at(state);
  else
    f.elastic = force_at(state, state.depth, 0.0);
  const py::object value = call_(state.depth, state.rate, state.damping_rate);
  if (py::isinstance<py::tuple>(value) || py::isinstance<py::list>(value)) {
    const Array a = numbers(value, name_.c_str(), {3});
    f.force = state.softening * not_negative(a.data()[0], name_);
    f.by_depth = state.softening * a.data()[1];
    f.by_rate = state.softening * a.data()[2];
    if (state.rate == 0.0) f.elastic = f.force;
    return f;
  }
  f.force = state.softening * not_negative(*numbers(value, name_.c_str(), {}).data(), name_);
  if (state.rate == 0.0) f.elastic = f.force;
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
