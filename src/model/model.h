/// A mechanism in natural coordinates: the fixed data that the system is assembled from.
///
/// Every point or direction fixed in a body is a linear combination of at most a few entities
/// (points and unit vectors, THESIS §5.4.1 and eq. 5.17) plus a constant (what belongs to the
/// ground). So every constraint here is a sum or a product of such combinations, the mass matrix
/// is constant, and a force F at a point acts on the entities as coefficient · F.
#pragma once

#include <string>
#include <vector>

#include "math/types.h"
#include "model/coordinate_kind.h"
#include "model/mechanism.h"

namespace outrigger::model {

/// An unknown block of three numbers: a point, a unit vector, or up to three scalar coordinates.
struct Entity {
  enum class Kind { point, vector, scalars };
  Kind kind = Kind::point;
  Vec3 value = Vec3::Zero();     ///< in the assembled pose
  Vec3 velocity = Vec3::Zero();  ///< in the assembled pose
  std::string label;             ///< for people, e.g. "boom: point at joint stick"
  int owner = -1;                ///< body that brought it into the basis
};

struct CombinationTerm {
  int entity = 0;
  double coefficient = 0.0;
};

/// Σ coefficient · entity + constant.
struct Combination {
  std::vector<CombinationTerm> terms;
  Vec3 constant = Vec3::Zero();

  static Combination fixed(const Vec3& value) { return {{}, value}; }
  static Combination of(int entity, double coefficient = 1.0) {
    return {{{entity, coefficient}}, Vec3::Zero()};
  }
  void add(const Combination& other, double factor = 1.0);
  bool is_fixed() const { return terms.empty(); }
};

Combination operator-(Combination a, const Combination& b);
Combination operator*(double factor, const Combination& c);

/// Inner product of two combinations, the one nonlinearity of natural coordinates.
struct Dot {
  Combination left, right;
};

/// Where an equation comes from, for explanations and reports.
struct Origin {
  enum class Kind { body, joint, coordinate, drive, coupling, unused_scalar };
  Kind kind = Kind::body;
  int index = 0;
  std::string what;  ///< e.g. "unit vector", "right angle", "distance"
};

/// left·right - value = 0.
struct DotConstraint {
  Dot dot;
  double value = 0.0;
  Origin origin;
  double penalty_scale = 1.0;
};

/// Component `axis` of a combination = 0. Used for points shared beyond a body's basis.
struct LinearConstraint {
  Combination sum;
  int axis = 0;
  double value = 0.0;
  Origin origin;
  double penalty_scale = 1.0;
};

/// x(q) = F(dot_0, dot_1, ...), see coordinate_kind.h.
struct CoordinateModel {
  using Kind = CoordinateKind;
  Kind kind = Kind::distance;
  std::vector<Dot> dots;
  int entity = -1, component = 0;  ///< of the scalar unknown
};

/// x_b(q) - f = 0, where f is a drive reference, or function of x_a (coupling, definition: f = x_a).
struct CoordinateConstraint {
  enum class Kind { drive, coupling, definition };
  Kind kind = Kind::drive;
  int coordinate_b = 0;
  int coordinate_a = -1;
  Origin origin;
  double penalty_scale = 1.0;
};

struct BodyModel {
  int basis_count = 4;                    ///< 4, or 1 for a particle
  std::array<Combination, 4> basis;       ///< points first
  int point_count = 1;                    ///< how many of them are points
  Mat4 inverse_basis = Mat4::Identity();  ///< E0⁻¹ in assembled world coordinates (corrections §7)
  Mat4 mass = Mat4::Zero();               ///< Z: M = Z ⊗ I over the basis
  Pose assembled_pose;
  double total_mass = 0.0;
  Vec3 centre = Vec3::Zero();  ///< centre of mass in the assembled pose, world
};

struct Model {
  std::vector<Entity> entities;
  std::vector<BodyModel> bodies;
  std::vector<DotConstraint> dots;
  std::vector<LinearConstraint> linears;
  std::vector<CoordinateModel> coordinates;  ///< same order as the mechanism's
  std::vector<CoordinateModel> scalars;  ///< definitions F(q) of the coordinates that are unknowns
  std::vector<CoordinateConstraint> coordinate_constraints;
  std::vector<std::string> notes;  ///< what the compiler chose and why
  double length = 1.0;             ///< largest extent of the assembled pose [m]

  /// A point of a body given in assembled world coordinates.
  Combination point(int body, const Vec3& assembled_position) const;
  /// A direction of a body given in assembled world coordinates.
  Combination direction(int body, const Vec3& assembled_direction) const;

  int coordinate_count() const { return 3 * static_cast<int>(entities.size()); }
  int constraint_count() const {
    return static_cast<int>(dots.size() + linears.size() + coordinate_constraints.size());
  }
};

/// Chooses natural coordinates for an assembled mechanism. Deterministic: same parts, same choice.
Model compile(const Mechanism& mechanism);

}  // namespace outrigger::model
