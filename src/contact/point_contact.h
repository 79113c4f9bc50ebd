/// One point of contact in a step: normal law, friction with memory, and what keeps impacts of a few
/// steps from gaining energy. Knows no bodies: it is given the motion of A relative to B at the point.
///
/// begin freezes the normal n and the tangent plane. Then, with the relative place r of the two
/// material points (0 where the geometry was found), their way u in the step and velocity v:
///   δ = δ₀ - n·r,  δ̇ = -n·v,   N(δ, δ̇) of laws/normal_law.h
///   y = P (y₀ + u),   F* = -k_s y - c_s P v,   P = I - n nᵀ
///   F_t = F*  if |F*| ≤ μ N, else μ N F*/|F*|, less the viscous part μ_v P v;   F = N n + F_t on A
///   k_s = m_eff/(N_b h)²,  c_s = 2 √(k_s m_eff),   1/m_eff = gᵀ W g  at first touch
///   μ = μ_d + (μ_s - μ_d) exp(-(v_t/v_s)²),  v_t of the start of the step
/// or regularised, F_t = -μ N φ(v_t) P v, which creeps (PCM eq. 20). The other kinds of friction_law.h
/// and laws of one's own (laws/point_law.h) are called as they are, with k_s and c_s as above.
/// Tangent: exact but for ∂F_t/∂N; symmetric and positive semi-definite:
///   N_δ n nᵀ + r k_s (P - [slip] t tᵀ),   r = 1 in stick, μN/|F*| in slip;  the same for C
/// full_tangent adds [slip] μ N_δ t nᵀ for those who can use a tangent that is not symmetric.
/// The part -t tᵀ is left out (secant) where Newton would go back and forth between stick and slip, or
/// slip to one side and to the other: after the second change of that kind for one iteration, after
/// the fourth for the rest of the step.
///
/// Spin and rolling (laws/areal_friction.h), with the rotation ϑ of A against B in the step and its rate ω:
///   spin:    slip y and turn θ = n·ϑ share one limit,  |F_t|² + (T_s/r)² ≤ (μ N)²
///   rolling: T* = -k_r P ϑ - c_r P ω, |T_r| ≤ ρ N;    torque T_s n + T_r on A, the opposite on B
/// k_θ, k_r = I_eff/(N_b h)², critically damped, I_eff of the machine with its joints. Remembered are the
/// bristles' torques, so that a step of another length goes on with them. r = ρ = 0: as if not there.
///
/// Impacts (docs/theory/corrections.md): a contact too stiff for the step is softened so that it lasts 6 steps, its
/// damping with it so that the rebound stays, and recovers at rest. To stiffen a loaded spring takes
/// energy: it is paid from what the contact has lost so far, so that no contact ever gives more than it
/// took. end moves y (limited to μN/k_s) and, when the force ends, tells the impulse that takes back
/// what the steps gave beyond the restitution: it slows the parting to e v_imp, no larger than what the
/// last steps gave (the last force times h, half of the one before, ...), so that a foot that is lifted
/// does not stick. What is found deep inside (more energy than 0.2 m/s) is pushed out by about its
/// weight, growing, no faster than 0.2 m/s.
#pragma once

#include <algorithm>
#include <cstdint>

#include "contact/laws/areal_friction.h"
#include "contact/laws/friction_law.h"
#include "contact/laws/normal_law.h"
#include "contact/laws/point_law.h"
#include "math/types.h"
#include "system/pair_blocks.h"

namespace outrigger::contact {

/// How a pair of shapes behaves at a point.
struct PointParameters {
  NormalLaw normal;
  double damping_factor = 0.0;  ///< D v_imp of the hysteretic laws
  double restitution = 0.0;     ///< that the law gives; 1 where it depends on mass or speed
  double static_friction = 0.5, dynamic_friction = 0.4;
  FrictionLaw::Kind friction = FrictionLaw::Kind::bristle;
  double viscous = 0.0;          ///< [N s/m]
  double stribeck_speed = 0.01;  ///< v_s [m/s]
  double slip_speed = 0.01;      ///< v_ε of regularised friction [m/s]
  double bristle_steps = 2.0;    ///< N_b
  double spin_radius = 0.0;      ///< r [m]
  double rolling_arm = 0.0;      ///< ρ [m]
  /// The depth is that of the geometry in every step, and the stiffness that of the law. For parts that carry
  /// a load through contacts and roll on each other under it, such as links of a chain: to count only depth
  /// that work was done for lets them creep into each other, because rolling finds other depths for nothing.
  bool exact_depth = false;
  bool by_contour = false;  ///< the stiffness follows the contour of a patch from step to step
  /// In place of all above but N_b; must outlive the contact.
  const PointLaw* own = nullptr;

  /// Whether friction remembers where it sticks, or goes by speed alone.
  bool remembers() const {
    return own != nullptr ||
           (friction != FrictionLaw::Kind::regularised && friction != FrictionLaw::Kind::coulomb);
  }
  /// Whether it resists rotation.
  bool turns() const { return spin_radius > 0.0 || rolling_arm > 0.0; }
};

/// What a contact remembers from step to step: plain numbers, so that it can be part of a state.
struct PointMemory {
  double touching = 0.0;
  double impact_speed = 0.0;
  double stiffness = 0.0;  ///< k, or less while softened
  double mass = 0.0;       ///< m_eff
  double depth = 0.0;      ///< δ at the end of the step [m]
  /// Depth that no force has worked for, not counted in δ [m]; share of a region's stiffness likewise; of
  /// patches what softening took of their energy, to be given back [J].
  double unpaid = 0.0;
  double y[3] = {0.0, 0.0, 0.0};  ///< slip history, in the axes of B
  double normal_force = 0.0;
  double force[3] = {0.0, 0.0, 0.0};  ///< on A, world
  double sliding = 0.0;
  double bristle_stiffness = 0.0;  ///< k_s that y belongs to
  double found_inside = 0.0;       ///< is being pushed out
  double recent_impulse = 0.0;     ///< h (N + N₋₁/2 + N₋₂/4 + ...)
  double full_stiffness = 0.0;     ///< k, where it follows a contour; of areas: that of m_eff [m²]
  double stored = 0.0;             ///< elastic energy along n [J]
  double gripped = 0.0;            ///< and of the bristles [J]
  double heat = 0.0;               ///< turned into heat, mean of the last step [W]
  double lost = 0.0;               ///< heat since the first touch, less what recovery took [J]
  double spin_inertia = 0.0;       ///< I_eff about n [kg m²]
  double rolling_inertia = 0.0;    ///< and across it, the smallest one
  double spin = 0.0;               ///< k_θ θ, torque that the turned bristle holds [N m]
  double roll[3] = {0.0, 0.0, 0.0};    ///< k_r ϑ, in the axes of B [N m]
  double torque[3] = {0.0, 0.0, 0.0};  ///< on A, world [N m]

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("touching", s.touching), visit("impact_speed", s.impact_speed);
    visit("stiffness", s.stiffness), visit("mass", s.mass), visit("depth", s.depth);
    visit("unpaid", s.unpaid), visit("y", s.y), visit("normal_force", s.normal_force);
    visit("force", s.force), visit("sliding", s.sliding);
    visit("bristle_stiffness", s.bristle_stiffness), visit("found_inside", s.found_inside);
    visit("recent_impulse", s.recent_impulse), visit("full_stiffness", s.full_stiffness);
    visit("stored", s.stored), visit("gripped", s.gripped), visit("heat", s.heat);
    visit("lost", s.lost), visit("spin_inertia", s.spin_inertia);
    visit("rolling_inertia", s.rolling_inertia), visit("spin", s.spin), visit("roll", s.roll);
    visit("torque", s.torque);
  }

  /// How long an impact at this speed of approach, or half a vibration at the present depth, lasts [s],
  /// the shorter one; k δ^exponent.
  double shortest(double exponent, double stiffness_now, double speed, double depth_now) const;
  /// Whether it says anything: touches, or began inside.
  bool is_set() const { return touching != 0.0 || found_inside != 0.0; }
  /// Of spring and bristles [J].
  double energy() const { return stored + gripped; }
  /// Keeps this share of it; the depth that goes with the rest does not count any more.
  void give_up(double share, double exponent);
  /// The machine has changed: how heavy it is at the contact is asked anew.
  void forget_body() { mass = spin_inertia = rolling_inertia = 0.0; }
};
inline constexpr int kPointMemory = static_cast<int>(sizeof(PointMemory) / sizeof(double));

inline constexpr double kRecoveryTime = 0.1;  ///< of a softened contact at rest [s]
inline constexpr double kRestSpeed = 0.05;    ///< [m/s]

/// Interventions in few-step impacts, counted.
struct ImpactCounts {
  std::int64_t clamped = 0;             ///< partings slowed down to the restitution
  std::int64_t softened = 0;            ///< steps of a contact with less than its stiffness
  std::int64_t in_parts = 0;            ///< steps made in parts before thin shapes
  std::int64_t too_few_candidates = 0;  ///< solids deeper in a mesh than expected, asked again
  std::int64_t guarded = 0;             ///< steps whose solution held more energy than was put in

  ImpactCounts& operator+=(const ImpactCounts& o) {
    clamped += o.clamped;
    softened += o.softened;
    in_parts += o.in_parts;
    too_few_candidates += o.too_few_candidates;
    guarded += o.guarded;
    return *this;
  }
};

/// Rotation of A against B: in the step so far and its rate, world.
struct PointTurn {
  Vec3 moved = Vec3::Zero();  ///< [rad]
  Vec3 rate = Vec3::Zero();   ///< [rad/s]
};

class PointContact {
 public:
  struct Forces {
    NormalForce normal;
    double depth = 0.0, rate = 0.0;
    bool touches = false;  ///< at the start or at the end of the step
    Vec3 tangential = Vec3::Zero(), wanted = Vec3::Zero(), velocity = Vec3::Zero();
    Vec3 stretch = Vec3::Zero();  ///< of the bristle, where a law is called as it is
    bool sliding = false;
    double scale = 1.0;
    // Of contacts that turn.
    Vec3 torque = Vec3::Zero();  ///< on A
    Vec3 slip = Vec3::Zero();    ///< v + r ω n
    ArealGrip grip;              ///< F_t + T_s/r n
    Vec3 wanted_rolling = Vec3::Zero();
    double rolling_scale = 1.0;
    bool rolling = false;  ///< at its limit
    Vec3 total(const Vec3& n) const { return normal.force * n + tangential; }
  };

  PointMemory memory;
  Vec3 normal = Vec3::UnitZ();

  /// A contact found at depth δ₀; takes up what it remembers. `turn` are the axes of B.
  /// `may_be_inside`: it may have been there from the start of the world, and is then pushed out.
  void start(const PointParameters& law, const PointMemory& remembered, const Vec3& n, double depth,
             const Mat3& turn, bool may_be_inside = true);
  /// Whether memory.mass is needed before begin; it is asked of the machine with its joints.
  bool needs_mass() const { return memory.mass <= 0.0 && (!fresh_ || depth_ > -1e-3); }
  bool needs_inertia() const {
    return law_.turns() && memory.spin_inertia <= 0.0 && (!fresh_ || depth_ > -1e-3);
  }
  /// Relative velocities at the start and at the predicted end of the step, place at the start. Of a
  /// body that rolls, only the end tells how fast it approaches: at the start its material point is
  /// still on the way down. `spin_end` is ω at the predicted end, of contacts that turn.
  void begin(const Vec3& velocity_start, const Vec3& velocity_end, const Vec3& place, double step,
             const Vec3& spin_end = Vec3::Zero());
  /// After begin: looks ahead and has friction that damps slip like a dashpot, so that iterations converge
  /// where they did not.
  void make_plain() {
    implicit_ = 1.0;
    plain_ = true;
  }

  /// Energy of spring and bristles at the start of the step by the geometry of this one, after begin [J].
  double stored_at_start() const;
  /// How much more that may be than what it held at the end of the step before [J]: nothing, but where it
  /// pushes out what began inside. Less counts as less.
  double given_at_start(double held) const;
  /// What the step turned into heat [J], after end; also where the contact ended in it.
  double lost_in_step() const { return lost_in_step_; }
  /// What recovery took of earlier losses in the step [J], after end.
  double paid_back() const { return paid_back_; }
  /// Of that, what losses of earlier steps paid [J]: those of a step that made energy are not real.
  double paid_by_past() const { return std::min(paid_back_, lost_before_); }

  /// At relative place `place`, after the way `moved` in this step.
  Forces forces(const Vec3& place, const Vec3& moved, const Vec3& velocity,
                const PointTurn& turn = {});
  /// The friction alone, under a normal force that comes from elsewhere (a patch).
  void begin_friction(const Vec3& velocity_end, double step, const Vec3& spin_end = Vec3::Zero());
  /// Energy of the bristles at the start of the step, after begin or begin_friction [J].
  double gripped_at_start() const { return gripped_at_start_; }
  Forces friction(double normal_force, const Vec3& moved, const Vec3& velocity,
                  const PointTurn& turn = {});
  void end_friction(const Forces& f, const Vec3& moved, const Mat3& turn,
                    const PointTurn& rotation = {});

  /// The way along n that changes the last normal force asked for by no more than what gives its mass this
  /// acceleration, or by a share of itself that does no harm; infinite where it does not push.
  double least_way(double acceleration) const;
  /// s K + c C for these forces, the last ones asked for.
  Mat3 tangent(const Forces& f, double stiffness_factor, double damping_factor) const;
  /// The same for a contact that turns.
  system::TurningStiffness turning_tangent(const Forces& f, double stiffness_factor,
                                           double damping_factor) const;
  /// The same with ∂F_t/∂N of friction that is proportional to N, F_t/N nᵀ N_δ: not symmetric.
  Mat3 full_tangent(const Forces& f, double stiffness_factor, double damping_factor) const;

  /// After the step: moves the memory on, with the forces that were asked for last, at the end of the step:
  /// those moved the bodies. `velocity` may have changed since, by a little. Returns the impulse [N s] along -n that A has to get (and B
  /// along n) because it parts too fast; 0 mostly.
  double end(const Vec3& moved, const Vec3& velocity, double step, const Mat3& turn,
             ImpactCounts& counts, const PointTurn& rotation = {});

 private:
  enum class Grip { none, sticks, slips };
  /// How the iterations of a step grip, and whether they need the secant.
  struct Watch {
    Grip grip = Grip::none;
    Vec3 wanted = Vec3::Zero();  // F* of the last one
    int changes = 0;
    bool secant = false;

    void note(bool presses, bool slides, const Vec3& wants);
  };

  Forces at(const Vec3& place, const Vec3& moved, const Vec3& velocity,
            const PointTurn& turn) const;
  NormalForce pressed(double depth, double rate) const;
  double share_looking_ahead(double approach) const;
  double gripped(const Vec3& y, double spin, const Vec3& roll) const;
  bool soften_found_inside(double depth);
  double stored_at(double depth) const;
  double depth_of(double stored) const;
  void store_what_is_paid(double paid);
  void add_friction(Forces& f, const Vec3& moved, const PointTurn& turn) const;
  void add_spinning_friction(Forces& f, const Vec3& moved, const PointTurn& turn) const;
  void add_rolling(Forces& f, const PointTurn& turn) const;
  void end_turning(const Forces& f, const Mat3& turn, const PointTurn& rotation);
  bool by_general_law() const;
  FrictionLaw general_law() const;
  PointLaw::FrictionState friction_state(double normal_force, const Vec3& stretch,
                                         const Vec3& v_t) const;
  void scale_damping();
  double allowed_parting() const;

  PointParameters law_;  // normal.stiffness is that of now
  Vec3 bristle_ = Vec3::Zero();
  double depth_ = 0.0;        // where the geometry was found
  double start_depth_ = 0.0;  // δ₀
  double step_ = 0.0;         // h
  double implicit_ = 0.0;     // χ
  double gripped_at_start_ = 0.0, lost_in_step_ = 0.0, paid_back_ = 0.0, lost_before_ = 0.0;
  double damping_ = 0.0;  // D
  double friction_ = 0.0;
  double full_stiffness_ = 0.0, full_damping_ = 0.0;
  double k_s_ = 0.0, c_s_ = 0.0;
  double k_turn_ = 0.0, k_roll_ = 0.0;  // k_θ/r² [N/m], k_r [N m/rad]
  double bristle_time_ = 0.0;           // c/k of all bristles, 2 N_b h [s]
  Vec3 roll_ = Vec3::Zero();            // k_r ϑ at the start of the step
  bool fresh_ = false;                  // not touching at the start of the step
  bool may_be_inside_ = true;
  bool plain_ = false;
  Forces last_;  // that were asked for
  // Of the iterations in this step.
  Watch slip_watch_, roll_watch_;
};

}  // namespace outrigger::contact
