/// A machine that steps, and where its bodies and coordinates are.
#pragma once

#include <string>

#include "base/assert.h"
#include "forces/forces.h"
#include "support/built_system.h"

namespace outrigger::imports_test {

class Rig {
 public:
  explicit Rig(const description::Machine& machine)
      : built_(testing_support::build_with(
            machine,
            [](const model::Mechanism& mechanism, const model::Model& model) {
              return forces::make_force_terms(mechanism, model);
            })),
        simulation_(built_) {}

  void advance(int steps) { simulation_.advance(steps); }
  double energy() const { return simulation_.energy(); }

  Pose pose(const std::string& body) const {
    for (std::size_t b = 0; b < built_.mechanism.bodies.size(); ++b)
      if (built_.mechanism.bodies[b].spec.name == body)
        return built_.system->body_pose(static_cast<int>(b), simulation_.state.x.data());
    OUTRIGGER_ASSERT(false, "no such body");
    return {};
  }
  double value(const std::string& coordinate) const {
    for (std::size_t c = 0; c < built_.mechanism.coordinates.size(); ++c)
      if (built_.mechanism.coordinates[c].spec.name == coordinate)
        return simulation_.state.coordinate[c];
    OUTRIGGER_ASSERT(false, "no such coordinate");
    return 0.0;
  }

 private:
  testing_support::Built built_;
  testing_support::Simulation simulation_;
};

}  // namespace outrigger::imports_test
