/// Free bodies that touch at points, stepped together with six unknowns each.
///
/// The step is that of stepper/stepper.h in the same natural coordinates (centre r and three axes U of
/// every body): same rule, same contacts (contact/point_contact.h), same answer within the tolerance. But
/// a body without joints needs neither multipliers nor penalties. With V: (δ, θ) → (δ, θ × U), the
/// motions that leave it rigid, Newton solves
///   Vᵀ T V z = -s Vᵀ (M q̈ - Q),   T = M + s K + (s γ/(β h)) C,   UᵀU = 1 closed before each iteration
/// for z = (δ, θ) of each body, scaled by √m and √(tr J/3). T takes all of the tangent, ∂F_t/∂N too, so it
/// is not symmetric (system/body_lu.h), and sliding heaps converge as fast as others: without that part
/// friction couples neighbours too late, and heaps took 10 to 13 iterations. At the end v and q̈ are made
/// those of rigid bodies, in the metric of M: momentum and angular momentum of each body stay.
///
/// Holds no state between steps, and layouts are not kept: to lay a heap out anew costs less than an
/// iteration. Where it finds no solution it changes nothing, and the general way (solve/contact_island.h) is left.
/// Patches, contacts that resist spin or rolling, and bodies with joints, loads or spheres of their own go
/// that way from the start. Forces that a program sets for the step stay here.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "articulation/articulation.h"
#include "contact/shape_contacts.h"
#include "stepper/integrator_constants.h"
#include "system/body_lu.h"

namespace outrigger::solve {

/// An articulation that is one rigid body, with forces of a program at most, and how it lies in the articulation's state.
struct FreeBody {
  std::array<int, 4> block{};                ///< of the centre and the three axes
  std::array<std::pair<int, int>, 6> row{};  ///< axes of the multipliers, by row
  double mass = 0.0;
  Mat3 second = Mat3::Zero();           ///< Z: ∫ ξ ξᵀ dm along the axes [kg m²]
  Mat3 inverse_inertia = Mat3::Zero();  ///< along the axes
  Vec3 gravity = Vec3::Zero();          ///< [N]
  /// A point s of the body's frame is r + U (offset + turn s).
  Vec3 offset = Vec3::Zero();
  Mat3 turn = Mat3::Identity();

  /// Nothing for an articulation that is more than that.
  static std::optional<FreeBody> of(const articulation::Articulation& articulation,
                                    const system::BodyBlocks& body);
};

class FreeBodyIsland {
 public:
  struct Touch {
    int a = 0, b = -1;  ///< members, by their order; b < 0: the ground
    const contact::FoundContact* found = nullptr;
    contact::PointMemory* memory = nullptr;  ///< read and, when the step is made, written
  };

  /// Articulations have changed: there are so many, of which none is known to be a free body.
  void forget(std::size_t articulations);
  /// An articulation with one body that has shapes.
  void know(int index, const articulation::Articulation& articulation,
            const system::BodyBlocks& body);

  /// Before a step: a new heap, of articulations that are free bodies. False for any other.
  void clear();
  bool add_member(int index, articulation::Articulation& articulation);
  void add_touch(const Touch& touch) { touches_.push_back(touch); }
  /// One step of all members, or a part of it, after their begin_step. Nothing: no solution was found, and
  /// nothing has changed.
  /// `plain`: with contacts that more iterations can solve (PointContact::make_plain).
  std::optional<stepper::StepReport> step(bool keep_ledger, int part, int parts,
                                          bool plain = false);
  /// The same where no solution was found and the general way would take too long: all members stand
  /// still, as the general way would leave them.
  stepper::StepReport hold_still(int part, int parts);
  /// Whether an articulation is a free body.
  bool is_free(int index) const {
    return free_bodies_[static_cast<std::size_t>(index)].has_value();
  }

  const contact::ImpactCounts& interventions() const { return interventions_; }
  const stepper::StepCounters& counters() const { return counters_; }

 private:
  struct Member {
    articulation::Articulation* articulation = nullptr;
    const FreeBody* body = nullptr;
  };
  /// A value of the four entities of a body: place, velocity, acceleration.
  struct Entities {
    Vec3 centre = Vec3::Zero();
    Mat3 axes = Mat3::Zero();
    Vec3 at(const Vec3& arm) const { return centre + axes * arm; }
    bool all_finite() const { return centre.allFinite() && axes.allFinite(); }
  };
  struct Body {
    const FreeBody* form = nullptr;
    Entities x, v, acceleration, algorithmic;
    Entities x_start, v_start;
    Vec3 load = Vec3::Zero(), load_torque = Vec3::Zero();  ///< gravity and what was given
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();      ///< about the centre, contacts φ times
    Vec3 pushed = Vec3::Zero(), turned = Vec3::Zero();     ///< by contacts alone, once
    Entities contact;                                      ///< accelerations that these give
    double scale = 1.0, turn_scale = 1.0;                  ///< of δ and θ: 1/√m, 1/√(tr J/3)
  };
  struct Contact {
    int a = 0, b = -1;
    Vec3 arm_a = Vec3::Zero(), arm_b = Vec3::Zero();  ///< along the axes
    Vec3 ground = Vec3::Zero();                       ///< the point of B where that is the ground
    Vec3 start = Vec3::Zero();                        ///< relative place at the start of the step
    contact::PointContact point;
    system::BodyLu::PairPlace pair;
    double impulse = 0.0, too_fast = 0.0;
    double found_more =
        0.0;  ///< energy that the geometry of this step found [J], where the depth is exact
  };

  /// A force that a program set for the step (forces/user_forces.h), on a member.
  struct Given {
    int member = 0;
    Vec3 arm = Vec3::Zero();  ///< of its point, along the axes
    model::BodyForce force;
    Vec3 start = Vec3::Zero(),
         at_start = Vec3::Zero();  ///< its place and the force, when the step began
    Vec3 spin = Vec3::Zero();      ///< of the body then [rad/s]
  };
  void configure(const description::Settings& settings, double h);
  void gather_given();
  Vec3 force_of(const Given& g) const;
  double work_of_given() const;
  Vec3 spin(const Body& body) const;
  void gather();
  void scatter(int part, int parts);
  void move_time(const Member& member, int part, int parts) const;
  void predict();
  void prepare();
  bool iterate(stepper::StepReport& report);
  void follow_forces();
  void close(Body& body) const;
  void move(Body& body, const Entities& d) const;
  void evaluate(bool tangent);
  void add_tangent(const Contact& c, const Mat3& k);
  double correct(bool refactor, stepper::StepReport& report);
  void make_rigid(Body& body) const;
  void accept();
  void slow_down();
  void guard_energy(double before, double tolerance);
  double slow_where_found(double excess);
  void finish();
  void push(Body& body, const Vec3& arm, const Vec3& impulse) const;
  double mobility(const Contact& c, const Vec3& n) const;
  Vec3 place(const Contact& c) const;
  Vec3 velocity(const Contact& c) const;
  Mat3 turn_of_b(const Contact& c) const;
  double kinetic_energy() const;
  double energy() const;
  Entities smooth_acceleration(const Body& body) const;
  Entities contact_acceleration(const Body& body) const;

  std::vector<std::optional<FreeBody>> free_bodies_;  // of articulations
  std::vector<Member> members_;
  std::vector<Touch> touches_;

  // Of the step under way.
  stepper::IntegratorConstants rule_;
  double h_ = 0.0, s_ = 0.0, tolerance_ = 0.0, length_ = 1.0;
  double within_ = 2.0;  // φ of stepper/stepper.h
  bool plain_ = false;
  double relaxation_ = 1.0;
  double least_share_ = 1.0;  // of the goal that free bodies have, in the iterations so far
  std::vector<Body> bodies_;
  std::vector<Given> given_;
  std::vector<Contact> contacts_;
  std::vector<std::pair<int, int>> pairs_;
  system::BodyLu factor_;
  std::vector<float, AlignedAllocator<float>> direction_;
  contact::ImpactCounts interventions_;
  stepper::StepCounters counters_;
};

}  // namespace outrigger::solve
