#include "soil/wedge.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace outrigger::soil {

namespace {

using elementary::cos;
using elementary::sin;
using elementary::tan;

constexpr double kPi = 3.14159265358979323846;
constexpr int kTrials = 13;
constexpr double kFlattest = 5.0 * kPi / 180.0, kSteepest = 80.0 * kPi / 180.0;
/// sin(α + β + δ + φ) from which on no plane can fail: the plate would have to push with more than the
/// soil is worth.
constexpr double kLeastSine = 0.05;

/// Soil between the surface and the plane: its area, and how far the plane reaches.
struct Slice {
  double area = 0.0, reach = 0.0;
};

Slice above_plane(std::span<const double> heights, double spacing, double slope) {
  Slice slice;
  double over = heights[0];
  if (over <= 0.0) return slice;
  double s = 0.0;
  for (std::size_t k = 1; k < heights.size(); ++k) {
    const double next = heights[k] - slope * (s + spacing);
    if (next <= 0.0) {
      // The plane comes out between two heights.
      const double part = over / (over - next);
      slice.area += 0.5 * over * part * spacing;
      slice.reach = s + part * spacing;
      return slice;
    }
    slice.area += 0.5 * (over + next) * spacing;
    over = next;
    s += spacing;
  }
  if (slope < 1e-3)
    return {0.0, -1.0};  // beyond the last height the ground is level: it never comes out
  slice.area += 0.5 * over * over / slope;
  slice.reach = s + over / slope;
  return slice;
}

struct Trial {
  double force = 0.0, reach = 0.0;
};

}  // namespace

WedgeForce find_wedge(const WedgeTool& tool, const WedgeSoil& soil, std::span<const double> heights,
                      double spacing) {
  WedgeForce found;
  if (tool.depth <= 0.0 || heights.empty() || heights[0] <= 0.0) return found;
  const double alpha = tool.rake, delta = soil.steel_friction, phi = soil.friction;
  const double cot_alpha = cos(alpha) / sin(alpha);
  const double on_plate =
      tool.area_on_plate >= 0.0 ? tool.area_on_plate : 0.5 * tool.depth * tool.depth * cot_alpha;
  const double plate = tool.depth / sin(alpha);
  const auto force_at = [&](double beta) -> Trial {
    const double sine = sin(alpha + beta + delta + phi);
    if (alpha + beta + delta + phi >= kPi || sine < kLeastSine) return {1e300, 0.0};
    const Slice slice = above_plane(heights, spacing, tan(beta));
    if (slice.reach < 0.0) return {1e300, 0.0};
    const double weight =
        soil.unit_weight * tool.width * std::max(0.0, slice.area + on_plate) + tool.surcharge;
    const double plane = slice.reach / cos(beta);
    return {(weight * sin(beta + phi) + soil.cohesion * plane * tool.width * cos(phi) -
             soil.adhesion * plate * tool.width * cos(alpha + beta + phi)) /
                sine,
            slice.reach};
  };
  // Where the ground falls off ahead, planes come out of it that are flatter, or go down.
  const double ahead = spacing * static_cast<double>(heights.size() - 1);
  const double fall = std::max(0.0, heights.front() - heights.back());
  const double flattest =
      fall > 0.0 ? std::max(-phi, kFlattest - 1.1 * elementary::atan(fall / ahead)) : kFlattest;
  // The smallest of a few, then by the parabola through it and its neighbours.
  const double steepest = std::min(kSteepest, kPi - alpha - delta - phi - 1.1 * kLeastSine);
  const double step = (steepest - flattest) / (kTrials - 1);
  if (step <= 0.0) return found;
  double forces[kTrials];
  int best = 0;
  for (int i = 0; i < kTrials; ++i) {
    forces[i] = force_at(flattest + step * i).force;
    if (forces[i] < forces[best]) best = i;
  }
  double beta = flattest + step * best;
  double width = step;
  for (int turn = 0; turn < 3; ++turn) {
    const double low = force_at(beta - width).force, high = force_at(beta + width).force;
    const double middle = force_at(beta).force;
    const double bend = low - 2.0 * middle + high;
    if (bend > 0.0 && bend < 1e299)
      beta += width * std::clamp(0.5 * (low - high) / bend, -1.0, 1.0);
    width *= 0.25;
  }
  beta = std::clamp(beta, flattest, steepest);
  const Trial trial = force_at(beta);
  found.force = std::max(0.0, std::min(trial.force, forces[best]));
  found.angle = beta;
  found.reach = trial.reach;
  found.draft =
      found.force * sin(alpha + delta) + soil.adhesion * tool.depth * tool.width * cot_alpha;
  found.vertical = found.force * cos(alpha + delta) - soil.adhesion * tool.depth * tool.width;
  return found;
}

}  // namespace outrigger::soil
