/// From a machine in code to something that steps, in one call: resolve, assemble, compile, lay out.
#pragma once

#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "description/description.h"
#include "model/assemble.h"
#include "model/model.h"
#include "stepper/stepper.h"
#include "system/state.h"
#include "system/system.h"

namespace outrigger::testing_support {

using Terms = std::vector<std::unique_ptr<system::ForceTerm>>;

struct Built {
  description::Settings settings;
  model::Mechanism mechanism;
  model::AssemblyReport report;
  std::unique_ptr<system::System> system;

  const model::Model& model() const { return system->model(); }
};

/// `make_terms(mechanism, model)` gives the force terms.
template <class MakeTerms>
Built build_with(const description::Machine& machine, const MakeTerms& make_terms) {
  Built b;
  b.settings = machine.settings;
  model::PartId id = 1;
  b.mechanism = model::resolve(machine, id);
  b.report = model::assemble_positions(b.mechanism);
  model::assemble_velocities(b.mechanism, b.report);
  model::Model model = model::compile(b.mechanism);
  Terms terms = make_terms(b.mechanism, model);
  b.system = std::make_unique<system::System>(b.mechanism, std::move(model), std::move(terms));
  return b;
}

inline Built build(const description::Machine& machine) {
  return build_with(machine, [](const model::Mechanism&, const model::Model&) { return Terms(); });
}

/// A stepper with a state at the assembled pose. Drives are without limits.
struct Simulation {
  stepper::Stepper stepper;
  system::State state;
  std::vector<system::DriveReference> drives;

  Simulation(Built& b, const description::Settings& settings) : stepper(*b.system, settings) {
    constexpr double kUnlimited = std::numeric_limits<double>::infinity();
    stepper.set_drive_limits(std::vector<std::pair<double, double>>(b.mechanism.drives.size(),
                                                                    {-kUnlimited, kUnlimited}));
    drives.resize(b.mechanism.drives.size());
    // The turns counted so far tell which branch an angle is on.
    for (const auto& c : b.mechanism.coordinates)
      state.coordinate.push_back(model::coordinate_value(c.frame,
                                                         b.mechanism.pose_of(c.frame.body_a),
                                                         b.mechanism.pose_of(c.frame.body_b)) +
                                 2.0 * 3.14159265358979323846 * c.turns);
    stepper.initialise(state);
  }
  explicit Simulation(Built& b) : Simulation(b, b.settings) {}

  stepper::StepReport step() { return stepper.step(state, drives); }
  void advance(int steps) {
    for (int i = 0; i < steps; ++i) step();
  }
  double energy() const { return stepper.kinetic_energy(state) + stepper.potential_energy(state); }
};

/// A constant force at a point of a body; its potential is -f·p, so energy is conserved.
class ConstantForce final : public system::ForceTerm {
 public:
  ConstantForce(model::Combination point, const Vec3& force)
      : point_(std::move(point)), force_(force) {}

  void tangent_pattern(std::vector<std::pair<int, int>>&) const override {}
  void bind(const system::Layout& layout) override {
    for (const auto& t : point_.terms) terms_.emplace_back(layout.block(t.entity), t.coefficient);
  }
  void evaluate(const system::Configuration&, const double*,
                const system::ForceSink& sink) override {
    for (const auto& [block, a] : terms_) sink.add_force(block, a * force_);
  }
  system::TermEnergy energy(const system::Configuration& c, const double*) const override {
    system::TermEnergy e;
    e.potential = -force_.dot(point_.constant);
    for (const auto& [block, a] : terms_) e.potential -= a * force_.dot(to_vec3(c.x + 4 * block));
    return e;
  }
  void wrenches(const system::Configuration&, const double*, const std::vector<Pose>&,
                std::vector<system::BodyWrench>&) const override {}

 private:
  model::Combination point_;
  Vec3 force_;
  std::vector<std::pair<int, double>> terms_;
};

inline bool all_finite(const system::State& s) {
  const auto finite = [](const auto& array) {
    for (double value : array)
      if (!(value - value == 0.0)) return false;
    return true;
  };
  return finite(s.x) && finite(s.v) && finite(s.acceleration) && finite(s.algorithmic) &&
         finite(s.lambda) && finite(s.coordinate) && s.time - s.time == 0.0;
}

}  // namespace outrigger::testing_support
