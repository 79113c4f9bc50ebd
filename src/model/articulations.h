/// Articulations: groups of parts that no joint, force or coupling connects. Each is ordered, factorised,
/// stepped and put to sleep on its own, so what happens in one changes no bit of another.
#pragma once

#include <string>
#include <vector>

#include "model/mechanism.h"

namespace outrigger::model {

/// Splits a mechanism into its articulations, in order of their first body. Coordinates that nothing acts
/// on do not connect; those between two articulations are dropped (they are measured, not simulated).
std::vector<Mechanism> split_articulations(const Mechanism& mechanism);

/// Engine and pumps of one of several machines, whose names begin with `prefix`; empty: of all.
struct PowerUnit {
  std::string prefix;
  description::Engine engine;
  description::Hydraulics hydraulics;
};

/// Gives them to the first articulation of the machine that uses them.
void give_power(const PowerUnit& power, std::vector<Mechanism>& articulations);

/// One mechanism of two; indices of `b` are shifted behind those of `a`.
Mechanism merge(Mechanism a, const Mechanism& b);

}  // namespace outrigger::model
