/// A plate through the ground: the force of the law against the wedge that gives way first.
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <vector>

#include "math/elementary.h"
#include "soil/plate.h"
#include "validation/cases/cases.h"
#include "validation/soil_scenes.h"

namespace outrigger::validation {
namespace soil_draft_case {

constexpr double kWidth = 1.2;      ///< of the plate [m]
constexpr double kSpeed = 1e-3;     ///< of quasi-static pushing [m/s]
constexpr double kLimit = 0.005;    ///< of the forces, relative
constexpr double kSpacing = 0.1;    ///< of the columns ahead [m]
constexpr std::size_t kAhead = 40;  ///< columns

/// A plate whose edge is `depth` below the surface where that meets the plate; the surface rises ahead.
struct Cut {
  double rake = 0.0, depth = 0.0;
  double rise = 0.0;  ///< tangent of the slope
  double load = 0.0;  ///< on the wedge [N]
  /// Height of the surface above the edge, vertically [m].
  double above_edge() const {
    return depth * (1.0 + rise * elementary::cos(rake) / elementary::sin(rake));
  }
};

struct Forces {
  double draft = 0.0, vertical = 0.0;  ///< against the motion, downwards on the plate [N]
};

// ---------------------------------------------------------------------------------- the least wedge

/// Planes every 2e-4 rad, from 23 degrees downwards up to the vertical: their sines and cosines.
const std::vector<elementary::SineCosine>& dense_planes() {
  static const std::vector<elementary::SineCosine> planes = [] {
    std::vector<elementary::SineCosine> all;
    for (int k = -2000; k < 7850; ++k) all.push_back(elementary::sincos(2e-4 * k));
    return all;
  }();
  return planes;
}

/// The wedge between plate, plane and surface in balance: two equations for the push P of the plate and the
/// support R of the plane, for each of some 8000 planes; the least P that is possible counts.
Forces least_wedge(const soil::Soil& s, const Cut& cut) {
  const auto [sin_a, cos_a] = elementary::sincos(cut.rake);
  const auto [sin_ad, cos_ad] = elementary::sincos(cut.rake + s.steel_friction);
  const auto [sin_phi, cos_phi] = elementary::sincos(s.friction_angle);
  const double above = cut.above_edge(), d = cut.depth;
  const double stuck = s.adhesion * kWidth * d / sin_a;
  double least = 1e300;
  for (const auto& [sin_b, cos_b] : dense_planes()) {
    const double slope = sin_b / cos_b;
    if (slope <= cut.rise) continue;
    // Corners: the edge, where the plane comes out, where the plate does.
    const double x = above / (slope - cut.rise);
    const double area = 0.5 * (x * d + d * cos_a / sin_a * x * slope);
    const double weight = s.density_bank * kGravity * kWidth * area + cut.load;
    const double held = s.cohesion * kWidth * x / cos_b;
    const double sin_bp = sin_b * cos_phi + cos_b * sin_phi;
    const double cos_bp = cos_b * cos_phi - sin_b * sin_phi;
    // Forwards: P sin(α+δ) + stuck cos α = R sin(β+φ) + held cos β
    // Upwards:  P cos(α+δ) + R cos(β+φ) = W + stuck sin α + held sin β
    const double determinant = sin_ad * cos_bp + cos_ad * sin_bp;
    if (determinant < 1e-3) continue;
    const double forwards = held * cos_b - stuck * cos_a;
    const double upwards = weight + stuck * sin_a + held * sin_b;
    const double push = (forwards * cos_bp + upwards * sin_bp) / determinant;
    const double support = (sin_ad * upwards - cos_ad * forwards) / determinant;
    if (support > 0.0) least = std::min(least, push);
  }
  return {least * sin_ad + stuck * cos_a, least * cos_ad - stuck * sin_a};
}

// ---------------------------------------------------------------------------------- the law

/// A plate that is moved through ground of this soil, its edge at height 0.
struct Rig {
  const soil::Soil& kind;
  Cut cut;  ///< when the edge is at x = 0
  soil::Plate plate;
  soil::PlateState state;
  soil::PlatePose pose;
  soil::PlateGround ground;
  std::vector<double> heights = std::vector<double>(kAhead);
  Vec3 edge = Vec3::Zero();

  Rig(const soil::Soil& s, const Cut& c) : kind(s), cut(c) {
    const auto [sine, cosine] = elementary::sincos(c.rake);
    pose.along = {-cosine, 0.0, sine};
    pose.normal = {sine, 0.0, cosine};
    pose.width = kWidth;
    ground.soil = {s.density_bank * kGravity, s.cohesion, s.friction_angle, s.adhesion,
                   s.steel_friction};
    ground.janosi_k = s.bearing.janosi_k;
    ground.spacing = kSpacing;
    ground.surcharge = c.load;
  }
  void freeze(const Vec3& next) {
    const double above = cut.above_edge() + cut.rise * next.x();
    const double cot = -pose.along.x() / pose.along.z();
    ground.depth = above / (1.0 + cut.rise * cot);
    ground.area_on_plate = 0.5 * above * ground.depth * cot;
    for (std::size_t k = 0; k < kAhead; ++k)
      heights[k] = above + cut.rise * kSpacing * static_cast<double>(k);
    ground.heights = heights;
    pose.last_edge = edge;
    pose.edge = next;
    plate.freeze({}, pose, ground, state);
  }
  Vec3 point(const Vec3& at) const { return at + plate.arm() * pose.along; }
  Forces move(double way) {
    const Vec3 next = edge + Vec3(way, 0.0, 0.0);
    freeze(next);
    edge = next;
    const Vec3 f = plate.evaluate(point(edge), {kSpeed, 0.0, 0.0}).force;
    plate.accept(point(edge), state);
    return {-f.x(), -f.z()};
  }
};

/// Forces when the plate, pushed level, has come to x = 0, after both plate and friction gave way.
Forces push(Rig& rig) {
  const double k = rig.kind.bearing.janosi_k;
  const double way = 2.2 * k / std::min(rig.pose.normal.x(), -rig.pose.along.x());
  rig.edge.x() = -way;
  Forces f;
  const double coarse = 5e-4, fine = 5e-5;
  while (rig.edge.x() < -3e-3) f = rig.move(coarse);
  while (rig.edge.x() < -0.5 * fine) f = rig.move(std::min(fine, -rig.edge.x()));
  return f;
}

void compare_forces(Result& result, const std::vector<soil::Soil>& soils) {
  for (const soil::Soil& s : soils)
    for (const double slope : {0.0, 20.0, -20.0}) {
      double draft = 0.0, vertical = 0.0;
      for (int k = 1; k <= 5; ++k)
        for (const double rake : {30.0, 45.0, 60.0})
          for (const double pile : {0.0, 0.5}) {
            // A pile on the wedge, as heavy as so many squares of the depth.
            const double load = pile * s.density_bank * kGravity * kWidth * 0.01 * k * k;
            const Cut cut{rake * kDegreeOfSoil, 0.1 * k, elementary::tan(slope * kDegreeOfSoil),
                          load};
            Rig rig(s, cut);
            const Forces law = push(rig), exact = least_wedge(s, cut);
            draft = std::max(draft, std::abs(law.draft / exact.draft - 1.0));
            // Where the vertical force is next to nothing, a share of the draft is.
            const double size = std::max(std::abs(exact.vertical), 0.1 * exact.draft);
            vertical = std::max(vertical, std::abs(law.vertical - exact.vertical) / size);
          }
      const std::string of = fmt::format("{}, {:+.0f} degrees, 30 cuts: ", s.name, slope);
      result.bound(of + "draft, off by", draft, kLimit);
      result.bound(of + "vertical force, off by", vertical, kLimit);
    }
}

// ---------------------------------------------------------------------------------- how it comes in

void compare_way(Result& result, const std::vector<soil::Soil>& soils) {
  for (const soil::Soil& s : soils) {
    Rig rig(s, {45.0 * kDegreeOfSoil, 0.3, 0.0, 0.0});
    const double full = least_wedge(s, rig.cut).draft, k = s.bearing.janosi_k;
    const double step = 0.0025 * k / rig.pose.normal.x();
    double half = 0.0, whole = 0.0;
    for (int turn = 1; turn <= 800 && whole == 0.0; ++turn) {
      const double way = rig.edge.x() * rig.pose.normal.x() / k;  // against the plate
      const Forces f = rig.move(step);
      if (turn == 201) half = f.draft / full;
      if (f.draft > 0.999 * full) whole = way + 0.0025;
    }
    result.compare(s.name + ": way against the plate to full draft, over K", whole, 1.0, 0.01);
    result.compare(s.name + ": share of the draft at half of it", half, 0.5, 0.01);
  }
}

// ---------------------------------------------------------------------------------- at rest

/// A plate that has been pushed is left under a load that takes 90 % of what the plate holds, and along it 90 %
/// of what friction holds at that. Farthest way in 10 minutes, from where it is after 10 s. (90 % of the force
/// in motion would be as inclined as friction allows, and slide.)
double drift(const soil::Soil& s) {
  constexpr double kStep = 0.01, kMass = 500.0;
  Rig rig(s, {45.0 * kDegreeOfSoil, 0.3, 0.0, 0.0});
  push(rig);
  const double normal = 0.9 * rig.plate.normal_limit();
  const double stuck = s.adhesion * kWidth * rig.ground.depth / rig.pose.along.z();
  const double friction = 0.9 * (normal * elementary::tan(s.steel_friction) + stuck);
  const Vec3 load = normal * rig.pose.normal - friction * rig.pose.along;
  Vec3 v = Vec3::Zero(), place = rig.edge;
  double farthest = 0.0;
  for (int k = 0; k < 61000; ++k) {
    if (k == 1000) place = rig.edge;
    rig.freeze(rig.edge);
    // Implicit Euler; at rest its first step is the answer.
    Vec3 next = v;
    for (int turn = 0; turn < 8; ++turn) {
      const soil::PlateForce f = rig.plate.evaluate(rig.point(rig.edge) + kStep * next, next);
      const Mat3 m = kMass * Mat3::Identity() + kStep * f.damping + kStep * kStep * f.stiffness;
      const Vec3 change = m.inverse() * (kMass * (v - next) + kStep * (f.force + load));
      next += change;
      if (change.norm() < 1e-12) break;
    }
    v = next;
    rig.edge += kStep * v;
    rig.plate.accept(rig.point(rig.edge), rig.state);
    if (k >= 1000) farthest = std::max(farthest, (rig.edge - place).norm());
  }
  return farthest;
}

// ----------------------------------------------------------------------------------

Result run_case() {
  Result result;
  const std::vector<soil::Soil> soils = library_soils();
  compare_forces(result, soils);
  compare_way(result, soils);
  for (const soil::Soil& s : soils)
    result.bound(s.name + ": way in 10 minutes under 90 % of what holds [m]", drift(s), 1e-3);

  result.series.columns = {"depth [m]"};
  for (const soil::Soil& s : soils)
    for (const char* slope : {"level", "20 degrees up", "20 degrees down"})
      for (const char* of : {"", " (least wedge)"})
        result.series.columns.push_back(fmt::format("draft in {} [kN]: {}{}", s.name, slope, of));
  for (int k = 1; k <= 12; ++k) {
    std::vector<double> row{0.05 * k};
    for (const soil::Soil& s : soils)
      for (const double slope : {0.0, 20.0, -20.0}) {
        const Cut cut{45.0 * kDegreeOfSoil, row[0], elementary::tan(slope * kDegreeOfSoil), 0.0};
        Rig rig(s, cut);
        row.push_back(1e-3 * push(rig).draft);
        row.push_back(1e-3 * least_wedge(s, cut).draft);
      }
    result.series.rows.push_back(row);
  }
  return result;
}

}  // namespace soil_draft_case

std::vector<Case> soil_draft_cases() {
  using namespace soil_draft_case;
  return {{"soil-draft",
           "a plate through five soils: the force of the least wedge, after the displacement K, "
           "and at rest",
           run_case}};
}

}  // namespace outrigger::validation
