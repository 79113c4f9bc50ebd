/// Are the contact forces of rigid bodies determined at all? (THESIS §4.1, Figure 4.2)
///
/// Forces F of closed contacts move the mechanism by R W F. Forces with R W F = 0 change nothing that
/// can be seen, so if there are any, the forces found are one answer of many: a table on four legs, a
/// body clamped between walls, coordinates that cannot tell two contacts apart. Rigidity leaves it
/// open; elasticity would decide.
///
/// Examined are the normal forces of all contacts with a force or without parting, and the friction
/// of those that stick. Friction of sliding contacts follows their normal force. The rank is that of
///
///   G = FᵀRF,    F = [W_N (with the friction of sliding contacts), W_T of sticking contacts]
///
/// scaled to a unit diagonal. For each contact the report has the least and the largest normal force
/// among all answers with the same states of the contacts (a linear programme, solved as a
/// complementarity problem). What this does not see: other answers with other states, which friction
/// permits even where the rank is full.
#pragma once

#include <string>
#include <vector>

#include "unilateral/solve_contacts.h"

namespace outrigger::unilateral {

struct ForceRange {
  double lowest = 0.0;
  double highest = 0.0;  ///< HUGE_VAL if nothing limits it
};

struct Uniqueness {
  int unknowns = 0;        ///< force components examined
  int rank = 0;            ///< of their response
  double condition = 1.0;  ///< largest eigenvalue of the scaled G / smallest; HUGE_VAL if singular
  bool unique() const { return rank == unknowns; }
  std::vector<ForceRange> normal;  ///< one per contact of the problem
  std::string text;                ///< for people: which contacts, which ranges
};

/// `solution` must be solved. `tolerance`: eigenvalues below this share of the largest are zero.
Uniqueness examine_uniqueness(const ContactProblem& problem, const ContactSolution& solution,
                              double tolerance = 1e-10);

}  // namespace outrigger::unilateral
