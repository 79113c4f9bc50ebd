/// A force term: anything that pushes on the machine besides constraints.
///
/// Three moments (docs/architecture.md): `prepare` once per step after the predictor, `evaluate` in
/// every Newton iteration (forces and their derivatives, no side effects on the state), `accept` once
/// when the step has converged. Terms may keep numbers of their own in the state (`state_size`), so
/// that saving, restoring and hashing a state covers them.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "math/block.h"
#include "model/kinematics.h"
#include "model/model.h"
#include "system/drive_reference.h"

namespace outrigger::system {

class CoordinateKernel;

/// Where a term reads. Arrays are padded blocks in elimination order; fixed blocks follow.
struct Configuration {
  double time = 0.0;
  double step = 0.0;
  const double* x = nullptr;
  const double* v = nullptr;
  const double* coordinate_reference = nullptr;  ///< last accepted value of every coordinate
  const DriveReference* drives = nullptr;
  const double* x_start = nullptr;  ///< at the start of the step
  const double* v_start = nullptr;
  const double* signals = nullptr;  ///< of the operator and the engine, constant over a step
  int iteration = 0;                ///< Newton iterations done so far in this step
  /// No solution was found with contacts as they are: a last attempt with friction that only damps.
  bool plain = false;
};

/// A point of a moving body as a sum of entities, p = Σ a_e e + constant. Views arrays of its maker.
struct PointOnBlocks {
  int count = 0;
  const int* block = nullptr;
  const double* coefficient = nullptr;
};

/// What an impulse does to the machine with its joints: W = the constrained inverse mass matrix.
class Response {
 public:
  virtual ~Response() = default;
  /// gᵀ W g for a unit impulse at a point along `direction`: 1/(effective mass) [1/kg].
  virtual double mobility(const PointOnBlocks& point, const Vec3& direction) = 0;
  /// The same for the gradient of a scalar coordinate: `count` blocks and padded vectors. 0 when it
  /// is not known: 1/(effective mass or inertia) [1/kg or 1/(kg m²)].
  virtual double coordinate_mobility(const int* blocks, const double* gradient, int count) {
    (void)blocks, (void)gradient, (void)count;
    return 0.0;
  }
  /// v += W g p: an impulse [N s] at a point. Only in `accept`.
  virtual void apply_impulse(const PointOnBlocks& point, const Vec3& impulse) = 0;
};

/// Where a term writes during `evaluate`.
struct ForceSink {
  double* force = nullptr;        ///< Q, padded blocks
  double* tangent = nullptr;      ///< extra blocks, 12 doubles each; null when not wanted
  double stiffness_factor = 0.0;  ///< s: the tangent holds s K + c C
  double damping_factor = 0.0;    ///< c

  void add_force(int block, const Vec3& f) const {
    for (int k = 0; k < 3; ++k) force[4 * block + k] += f[k];
  }
};

/// An extra block of the tangent; the term's (row, column) may be stored transposed.
struct TangentSlot {
  int extra = -1;
  bool transposed = false;

  void add(const ForceSink& sink, const Mat3& block) const {
    double* e = sink.tangent + 12 * static_cast<std::size_t>(extra);
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r) e[4 * c + r] += transposed ? block(c, r) : block(r, c);
  }
};

/// What a term is told when the system is laid out.
class Layout {
 public:
  virtual ~Layout() = default;
  /// Block of an entity in elimination order.
  virtual int block(int entity) const = 0;
  /// The tangent block (row, column) by blocks; both orders give the same storage.
  virtual TangentSlot tangent(int row_block, int column_block) const = 0;
  /// Kernel of a coordinate of the mechanism; lives as long as the system.
  virtual const CoordinateKernel& coordinate(int index) const = 0;
};

/// Energies and powers a term reports for the ledger.
struct TermEnergy {
  double potential = 0.0;          ///< stored now [J]
  double dissipation_power = 0.0;  ///< ≥ 0, turned into heat [W]
  double external_power = 0.0;     ///< done by the outside on the machine [W]
};

/// Force and torque about the origin of the body frame, on one body (world axes).
struct BodyWrench {
  int body = 0;
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
};

/// What terms remember of parts: numbers of theirs, by the id of the part. Survives edits of the mechanism.
using PartMemory = std::map<model::PartId, std::vector<double>>;

class ForceTerm {
 public:
  virtual ~ForceTerm() = default;

  /// Pairs of entities whose tangent blocks this term fills (either order; equal for diagonal).
  virtual void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const = 0;
  /// Called once after ordering; the term translates entities to blocks here.
  virtual void bind(const Layout& layout) = 0;

  /// Whether the forces act in the step they are evaluated for and in no other: the same force from its
  /// start to its end, contacts for example. Those of other terms are forces at an instant, of which the
  /// rule of the step takes a mean.
  virtual bool acts_within_step() const { return false; }
  /// Of such terms: whether, while nothing is touched, they push nothing, remember nothing and need no
  /// `prepare`. Batches take them.
  virtual bool silent_when_apart() const { return false; }
  /// Of such terms, after `evaluate`: the way that changes no contact force by more than this acceleration of
  /// its mass, or a harmless share of the force [m]. Small ways are large forces in stiff contacts, and
  /// iterations end later.
  virtual double least_way(double acceleration) const {
    (void)acceleration;
    return std::numeric_limits<double>::infinity();
  }
  /// Of such terms, before a step of length h: how many steps the shortest impact or half vibration of what
  /// touches lasts, by the state of the term.
  virtual double steps_of_shortest(const double* state, double h) const {
    (void)state, (void)h;
    return std::numeric_limits<double>::infinity();
  }
  /// And, after `prepare`: adds their forces of the step before at the places of this one.
  virtual void add_last_forces(const double* state, const ForceSink& sink) const {
    (void)state, (void)sink;
  }
  /// Of such terms, after `accept`: what they turned into heat in the step [J].
  virtual double lost_in_step() const { return 0.0; }
  /// What the outside gave through them in the step [J].
  virtual double given_in_step() const { return 0.0; }
  /// And what they took back of earlier losses [J].
  virtual double paid_back() const { return 0.0; }
  /// Of that, what losses of earlier steps paid, and not those of the step itself [J].
  virtual double paid_by_past() const { return paid_back(); }
  /// Of what they store, how much `give_up` can take away [J].
  virtual double can_give_up(const Configuration& c, const double* state) const {
    (void)c, (void)state;
    return 0.0;
  }
  /// Keeps this share of it, 0..1, because more is there than was put in.
  virtual void give_up(double share, double* state) { (void)share, (void)state; }

  virtual int state_size() const { return 0; }
  virtual void initialise(double* state) const { (void)state; }

  /// Parts with numbers of their own in the state, in order, as many numbers each.
  virtual std::vector<model::PartId> remembered() const { return {}; }
  /// Before an edit: the numbers of each part. Terms whose parts share numbers say which in their own way.
  virtual void save_memory(const double* state, PartMemory& memory) const;
  /// After an edit, into a state that has been initialised: those of parts that are still there.
  virtual void load_memory(const PartMemory& memory, double* state) const;

  /// Power that the term asks of the engine [W], by its state at the end of the last step; ≥ 0.
  virtual double engine_power(const double* state) const {
    (void)state;
    return 0.0;
  }

  /// `c` is the predicted end of the step.
  virtual void prepare(const Configuration& c, const double* state, Response& response) {
    (void)c, (void)state, (void)response;
  }
  /// Before the first step of all, and after an edit: what the term pushes with now, for who reads it.
  /// After `prepare`; must not change what the next step finds.
  virtual void start(const Configuration& c, double* state) { (void)c, (void)state; }
  virtual void evaluate(const Configuration& c, const double* state, const ForceSink& sink) = 0;
  virtual void accept(const Configuration& c, double* state, Response& response) {
    (void)c, (void)state, (void)response;
  }

  virtual TermEnergy energy(const Configuration& c, const double* state) const = 0;
  /// For the ledger, after `prepare`: what is stored at the start of the step by what prepare froze,
  /// less what was stored there by what was frozen before [J]. `c` is as in prepare.
  virtual double found_anew(const Configuration& c, const double* state) {
    (void)c, (void)state;
    return 0.0;
  }
  /// Of that, what may become motion: what was found less, and what pushes out bodies that began inside
  /// something, by energy from outside. What was only found is not given to anybody.
  virtual double given_at_start(const Configuration& c, const double* state) {
    return found_anew(c, state);
  }
  /// Wrenches on the bodies, for joint reactions. `poses` are current.
  virtual void wrenches(const Configuration& c, const double* state, const std::vector<Pose>& poses,
                        std::vector<BodyWrench>& out) const = 0;
};

}  // namespace outrigger::system
