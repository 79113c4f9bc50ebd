#include "soil/thesis_digging.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace outrigger::soil {

namespace {

/// What a speed counts for, and its derivative.
struct SpeedLaw {
  double value = 0.0, slope = 0.0;
};

SpeedLaw speed_law(bool regularised, double s) {
  if (!regularised) return {s, 1.0};
  // tanh without overflow, s >= 0.
  const double less = elementary::expm1(-2.0 * s / 0.15);
  const double tanh = -less / (2.0 + less);
  return {0.5 * (tanh + 0.6 * s) / 1.3, 0.5 * ((1.0 - tanh * tanh) / 0.15 + 0.6) / 1.3};
}

/// -coefficient · law(|v|) v/|v|, v in the space that `within` projects on.
void add_resistance(const ThesisDigging& law, double coefficient, const Vec3& v, const Mat3& within,
                    ThesisForce& out) {
  const double speed = v.norm();
  const SpeedLaw s = speed_law(law.regularised, speed);
  if (speed < 1e-12) {
    out.damping += coefficient * s.slope * within;
    return;
  }
  const Vec3 way = v / speed;
  const Mat3 square = way * way.transpose();
  out.force -= coefficient * s.value * way;
  out.damping += coefficient * (s.slope * square + s.value / speed * (within - square));
}

}  // namespace

ThesisForce thesis_digging(const ThesisDigging& law, const ThesisSlice& slice) {
  ThesisForce f;
  if (!(slice.depth > 0.0)) return f;
  const double size = law.hardness * elementary::pow(slice.depth, law.n) / slice.slices;
  const double load = law.sigma1 + law.sigma2 * elementary::pow(std::max(0.0, slice.volume), law.m);
  const Mat3 along = slice.way * slice.way.transpose();
  const Vec3 v_t = along * slice.velocity;
  add_resistance(law, law.mu_dig * load * size, v_t, along, f);
  add_resistance(law, law.mu_cp * size, slice.velocity - v_t, Mat3::Identity() - along, f);
  const double most = law.most / slice.slices, whole = f.force.norm();
  if (whole > most) {
    f.force *= most / whole;
    f.damping *= most / whole;
  }
  return f;
}

Vec3 thesis_weight(double density, double volume, const Vec3& gravity) {
  return density * volume * gravity;
}

double thesis_filled_length(const ThesisAperture& a) {
  const double whole = 2.0 * a.radius;
  if (!(a.depth > 0.0)) return 0.0;
  // Near α = 0 the aperture lies in the soil over its whole length.
  const double sine = std::abs(elementary::sin(a.angle));
  return a.depth >= whole * sine ? whole : a.depth / sine;
}

double thesis_filling(const ThesisAperture& a, double step) {
  const double length = thesis_filled_length(a);
  const Vec3 v =
      a.tooth_velocity + length / (4.0 * a.radius) * (a.hinge_velocity - a.tooth_velocity);
  return std::max(0.0, v.dot(a.normal)) * length * a.width * step;
}

}  // namespace outrigger::soil
