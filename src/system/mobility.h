/// How many degrees of freedom a system has, and which of its constraints say nothing new.
#pragma once

#include <vector>

#include "system/state.h"
#include "system/system.h"

namespace outrigger::system {

struct Mobility {
  int coordinates = 0;
  int constraints = 0;
  int rank = 0;                     ///< of the constraint Jacobian in the given pose
  std::vector<int> redundant_rows;  ///< rows that depend on the others, by pivoting
  bool known = true;  ///< false: too large for the dense analysis (kMaxAnalysedCoordinates)

  int degrees_of_freedom() const { return coordinates - rank; }
};

inline constexpr int kMaxAnalysedCoordinates = 1500;

/// Rank by QR with column pivoting, rows scaled to unit length, threshold 1e-9. In a singular
/// position the rank is smaller than nearby.
Mobility analyse_mobility(const System& system, const State& state);

}  // namespace outrigger::system
