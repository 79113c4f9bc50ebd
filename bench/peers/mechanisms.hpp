// chain-N, fourbar-N, andrews, bricard: how long they run, their references, what counts as error.
#pragma once
#include "common.hpp"

namespace mechanisms {

// Simulated time [s].
inline double duration(const bench::Request& r) {
  if (r.family == "chain") return 1;
  if (r.family == "fourbar" || r.family == "bricard") return 10;
  if (r.family == "andrews") return 0.03;
  bench::refuse("no problem '" + r.problem + "' here");
}

// Tip of the chain at t = 1 s: MuJoCo RK4 and Bullet btMultiBody RK4 agree to all digits shown, Simbody
// to its tolerance.
inline bench::V3 chain_tip(int links) {
  switch (links) {
    case 10:
      return {7.515903808309, 0.297407495272, -4.824196459093};
    case 40:
      return {38.617089875243, 0.431007325931, -4.905000046259};
    case 160:
      return {159.121796967158, 0.506899898568, -4.905000000000};
  }
  bench::refuse("there is no reference for a chain of this length");
}

// Point P3 of Bricard's mechanism at t = 0.5, 1.0, ..., 10 s: Simbody RungeKuttaMerson, accuracy 1e-11,
// constraint tolerance 1e-13; MuJoCo RK4 at 2e-5 s agrees to 1e-8 m.
constexpr bench::V3 kBricardPoint[20] = {
    {0.968157777563, -1.225023104431, 0.749659196806},
    {0.508720667533, -1.649807041035, 0.139068363675},
    {-0.520521810925, -1.645508051127, 0.146151626838},
    {-0.969874987908, -1.219510702676, 0.756396823029},
    {-0.999999998994, -1.000044857721, 0.999955141273},
    {-0.966367819125, -1.230580217010, 0.742836164752},
    {-0.496766418887, -1.654015889234, 0.132115719081},
    {0.532167874379, -1.641120870981, 0.153361143416},
    {0.971521426444, -1.214044250214, 0.763048279262},
    {0.999999983901, -1.000179422826, 0.999820561077},
    {0.964503116408, -1.236180783416, 0.735928535357},
    {0.484661179543, -1.658132668214, 0.125298027301},
    {-0.543657022511, -1.636647474291, 0.160692522448},
    {-0.973099048699, -1.208624967062, 0.769612844498},
    {-0.999999918492, -1.000403671182, 0.999596247343},
    {-0.962561654206, -1.241823528093, 0.728937162537},
    {-0.472407204233, -1.662155476211, 0.118619586450},
    {0.554987558497, -1.632089855245, 0.168141352204},
    {0.974609788660, -1.203254054818, 0.776089839782},
    {0.999999742367, -1.000717562526, 0.999282180026},
};

// Angles beta, Theta, gamma, Phi, delta, Omega, epsilon of Andrews' mechanism at 0.03 s (Bari test set).
constexpr double kAndrewsAngles[7] = {15.81077119629904,   -15.75637105984298, 0.04082224013073101,
                                      -0.5347301163226948, 0.5244099658805304, 0.5347301163226948,
                                      1.048080741042263};

// Largest errors of a run of which the energy is looked at after every step.
struct Check {
  double energy_at_start = 0, energy = 0;  // error [J]
  double parallel = 0;  // fourbar: a rod's direction from the first's (2 = turned over)
  double position = 0;  // chain: tip; bricard: P3 [m]
  double angle = 0;     // andrews [rad]

  // False: the run has blown up.
  bool see_energy(double e) {
    energy = std::max(energy, std::abs(e - energy_at_start));
    return energy < 1e30;
  }
  void see_angle_between_rods(double a) {
    parallel = std::max(parallel, std::abs(2 * std::sin(a / 2)));
  }
};

inline bench::Outcome outcome(const bench::Request& r, const Check& c, double seconds) {
  bench::Outcome o;
  o.time = 1e3 * seconds / duration(r);
  o.time_unit = "ms per simulated s";
  if (r.family == "chain" || r.family == "bricard") {
    o.error = c.position;
    o.error_unit = "m";
    // A tenth of a link: beyond it the motion is another one.
    o.valid = c.position < 0.1;
    if (!o.valid) o.note = "wrong motion";
  } else if (r.family == "fourbar") {
    o.error = c.energy;
    o.error_unit = "J";
    o.valid = c.parallel < 0.1;
    if (!o.valid) o.note = "rods do not stay parallel";
  } else {
    o.error = c.angle;
    o.error_unit = "rad";
  }
  return o;
}

}  // namespace mechanisms
