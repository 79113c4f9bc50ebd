/// A law of contact whose normal force is a Python function: contact/laws/point_law.h.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <string>
#include <utility>

#include "contact/laws/point_law.h"

namespace outrigger::python {

/// As Python gives it.
struct ContactFunction {
  std::pair<std::string, std::string> pair;  ///< materials
  pybind11::object normal = pybind11::none();
  contact::FrictionLaw friction;
  double stiffness = 0.0, exponent = 1.5, restitution = 1.0;
};

/// The function as a law. What it returns is checked; derivatives that it does not give are differences.
class PythonLaw final : public contact::PointLaw {
 public:
  /// Calls the function with depth, rate and impact speed, under the GIL.
  using Call = std::function<pybind11::object(double, double, double)>;

  PythonLaw(const ContactFunction& given, Call call);

  double stiffness() const override { return stiffness_; }
  double exponent() const override { return exponent_; }
  double restitution() const override { return restitution_; }
  /// The function gets the impact speed itself.
  double damping_rate(double impact_speed) const override { return impact_speed; }
  contact::NormalForce normal_force(const NormalState& state) const override;
  contact::FrictionForce friction_force(const FrictionState& state) const override;
  contact::FrictionTangent positive_tangent(const FrictionState& state, bool secant) const override;

 private:
  double force_at(const NormalState& state, double depth, double rate) const;
  double energy_at(const NormalState& state) const;

  std::string name_;
  Call call_;
  contact::FrictionLaw friction_;
  double stiffness_, exponent_, restitution_;
};

}  // namespace outrigger::python
