/// All force terms that a machine file can describe, one term per kind.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/mechanism.h"
#include "model/model.h"
#include "system/force_term.h"

namespace outrigger::forces {

/// Terms of an assembled mechanism and the model compiled from it, in the order coordinate forces,
/// loads, mounts, brakes, drivelines, custom forces, varying gravity; kinds without members are left
/// out. `signals` names the operator's inputs among Configuration::signals; the engine's two signals
/// follow them (drivelines.h). Throws Error for impossible loads (point_loads.h).
std::vector<std::unique_ptr<system::ForceTerm>> make_force_terms(
    const model::Mechanism& mechanism, const model::Model& model,
    const std::vector<std::string>& signals = {});

}  // namespace outrigger::forces
