/// Into how many equal parts articulations take a step, so that nothing passes through thin shapes.
///
/// An impact that the step cannot resolve is softened until it lasts N = kContactSteps steps
/// (contact/laws/impact_duration.h), so it sinks in by
///
///   δ = N v h/τ ≈ 2 v h,   τ ≈ 3
///
/// however stiff the contact. Once δ comes near the thickness t of a shape, detection finds the way out
/// on the other side. So a pair of shapes needs
///
///   n = v h/(w t),   t = min(t_A, t_B)
///
/// parts, and gets the next power of two, at most kMostParts; n ≤ 1 is the whole step, untouched.
///
///   v  speed at which the two can approach each other [m/s]: of two shapes that do not touch yet, of
///      their middles, any direction; of a touch, along its normals; and of their rotation about the
///      middles. What a touch has stored counts, √(v² + 2 U/m), or a thing would come to rest in small
///      parts and leave in large ones
///   h  the step [s]
///   t  thickness() [m]
///   w  way in a part over t: 0.4 of points, which sink in by 0.8 t then; 0.5 of patches, whose depth is
///      mostly that of their layers, which no step changes: enough not to jump over each other
///
/// Only shapes that touch, or whose boxes over the step overlap, are asked. Articulations of such shapes take
/// the same parts, as far as the chain goes (forces between them must act at one time on both), and no
/// others: nothing that happens elsewhere changes a bit. Every part is a step of its own with new
/// detection: nothing is done to velocities, momentum is kept as in any step.
///
/// Rejected: stopping bodies at the time of impact (edits the motion outside of the dynamics, and
/// jointed machines have no such time), and a stiffer cap for thin shapes (impacts shorter than six steps
/// gain energy).
///
/// Does not hold: beyond kMostParts (2 cm, 5 ms: 25 m/s); for shapes thin in places (t is that of the
/// whole); open meshes, whose thickness is not known; contacts so soft (laws, layers of patches) that they
/// sink in deeper than the step asks; what is pushed within a step towards a third body that it was not
/// near before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "contact/contact_state.h"
#include "contact/shape_scene.h"
#include "geometry/box.h"

namespace outrigger::touching {

/// A step never costs an articulation more than this many.
inline constexpr int kMostParts = 16;

/// How far in a point can be and still find the way out that it came by: the smallest width of the
/// shape [m], of a closed mesh that of the box along its axes. Infinite for planes and open meshes.
double thickness(const contact::Shape& shape);

class StepParts {
 public:
  /// Of a shape at the start of the step.
  struct Motion {
    int articulation = -1;         ///< -1: the ground, or gone
    Vec3 velocity = Vec3::Zero();  ///< of the middle of its box [m/s]
    double turning = 0.0;          ///< largest speed of its surface about its middle [m/s]
  };
  /// Whether two shapes touch with an area.
  using IsPatch = std::function<bool(int, int)>;
  /// Box around a shape from the start to the predicted end of the step.
  using Swept = std::function<geometry::Box(int)>;

  StepParts() = default;
  /// `scene` lives longer.
  StepParts(const contact::ShapeScene& scene, IsPatch is_patch);

  /// By shapes, to be filled in before choose.
  std::span<Motion> motions() { return motions_; }
  /// `contacts` of the step before, by pairs of shapes.
  void choose(double h, std::size_t articulations, std::span<const contact::ContactRecord> contacts,
              const Swept& swept);

  /// All articulations take whole steps, until choose: articulations have changed.
  void clear() { most_ = 1; }

  /// Of the step chosen last: 1, 2, 4, ... kMostParts.
  int of(int articulation) const {
    return most_ > 1 ? parts_[static_cast<std::size_t>(articulation)] : 1;
  }
  int most() const { return most_; }

 private:
  struct Judged {
    int a = 0, b = 0;  ///< shapes, a < b
    double need = 0.0;
  };
  struct Entry {
    geometry::Box box;
    int shape = 0;
  };
  double need(int a, int b, double speed, double h) const;
  double judge_contacts(double h, std::span<const contact::ContactRecord> contacts);
  double fastest() const;
  void join_near(double h, const Swept& swept);
  void join(int a, int b, double need);
  int root_of(int articulation);

  const contact::ShapeScene* scene_ = nullptr;
  IsPatch is_patch_;
  std::vector<double> thickness_;  // of shapes
  double thinnest_ = 0.0;          // 0: none is thin
  std::vector<Motion> motions_;    // of shapes
  int most_ = 1;
  std::vector<int> parts_;  // of articulations

  // Of choose; kept for their memory.
  std::vector<Judged> judged_;
  std::vector<Entry> entries_;
  std::vector<int> parent_;    // of articulations
  std::vector<double> needs_;  // of articulations
};

}  // namespace outrigger::touching
