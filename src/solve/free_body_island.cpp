#include "solve/free_body_island.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "forces/user_forces.h"
#include "stepper/energy_brake.h"

namespace outrigger::solve {

using contact::PointContact;
using stepper::StepReport;
using system::BodyLu;

namespace {

constexpr int kMostIterations = 40;
constexpr int kPatience = 24;                ///< iterations after which small increments will do
constexpr double kHarmless = 1e-6;           ///< such increments, of the size of a body
constexpr double kContactTolerance = 1e-2;   ///< on |Δq|/(β h²), where none is given [m/s²]
constexpr double kRelativeTolerance = 1e-2;  ///< of the largest acceleration, times the tolerance
constexpr double kGoodContraction = 0.1;
constexpr double kGuard = 1e-4;  ///< of the kinetic energy: what a step may gain by its tolerance
constexpr int kPatienceAtFull = 5;    ///< iterations with whole increments
constexpr double kNoProgress = 0.95;  ///< of |Δq|: increments are halved
constexpr double kShortest = 0.125;   ///< of an increment

/// Jᵀ of a material point of a body, scaled: columns (e_k, ρ × e_k).
struct PointJacobian {
  alignas(32) float column[3][8] = {};

  PointJacobian(const Vec3& arm, double scale, double turn_scale) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 turn = turn_scale * arm.cross(Vec3(Vec3::Unit(k)));
      column[k][k] = static_cast<float>(scale);
      for (int i = 0; i < 3; ++i) column[k][3 + i] = static_cast<float>(turn[i]);
    }
  }
  PointJacobian() = default;

  /// Jᵀ K
  PointJacobian times(const Mat3& k) const {
    PointJacobian out;
    for (int c = 0; c < 3; ++c) {
      __m256 sum = _mm256_setzero_ps();
      for (int l = 0; l < 3; ++l)
        sum = _mm256_fmadd_ps(_mm256_load_ps(column[l]),
                              _mm256_set1_ps(static_cast<float>(k(l, c))), sum);
      _mm256_store_ps(out.column[c], sum);
    }
    return out;
  }
  /// block += sign (this) Jᵀ of the other
  void add_product(const PointJacobian& other, float sign, float* block) const {
    for (int c = 0; c < 6; ++c) {
      __m256 sum = _mm256_load_ps(block + BodyLu::kRow * c);
      for (int k = 0; k < 3; ++k)
        sum = _mm256_fmadd_ps(_mm256_load_ps(column[k]), _mm256_set1_ps(sign * other.column[k][c]),
                              sum);
      _mm256_store_ps(block + BodyLu::kRow * c, sum);
    }
  }
};

/// Σ u_i × w_i
Vec3 moment(const Mat3& u, const Mat3& w) {
  return Vec3(u.col(0)).cross(Vec3(w.col(0))) + Vec3(u.col(1)).cross(Vec3(w.col(1))) +
         Vec3(u.col(2)).cross(Vec3(w.col(2)));
}

/// ω × U
Mat3 turned_by(const Vec3& omega, const Mat3& u) {
  Mat3 out;
  for (int k = 0; k < 3; ++k) out.col(k) = omega.cross(Vec3(u.col(k)));
  return out;
}

}  // namespace

std::optional<FreeBody> FreeBody::of(const articulation::Articulation& articulation,
                                     const system::BodyBlocks& body) {
  const system::System& system = articulation.system();
  const model::Model& model = system.model();
  if (model.bodies.size() != 1 || model.entities.size() != 4 || model.dots.size() != 6 ||
      !model.linears.empty() || !model.coordinate_constraints.empty() || !model.coordinates.empty())
    return std::nullopt;
  for (const auto& term : system.terms())
    if (dynamic_cast<const forces::UserForces*>(term.get()) == nullptr) return std::nullopt;
  const model::BodyModel& b = model.bodies.front();
  if (b.basis_count != 4 || b.point_count != 1 || body.count() != 4) return std::nullopt;
  FreeBody f;
  for (std::size_t k = 0; k < 4; ++k) {
    const model::Combination& member = b.basis[k];
    if (member.terms.size() != 1 || member.terms[0].coefficient != 1.0 ||
        !member.constant.isZero(0.0) || (k > 0 && b.mass(0, static_cast<int>(k)) != 0.0))
      return std::nullopt;
    const int entity = member.terms[0].entity;
    f.block[k] = system.block(entity);
    const auto& entities = body.entities();
    const auto at =
        static_cast<int>(std::find(entities.begin(), entities.end(), entity) - entities.begin());
    if (at == 4 || !body.constant(Vec3::Zero()).isZero(0.0)) return std::nullopt;
    if (k == 0) continue;
    const auto axis = static_cast<Eigen::Index>(k) - 1;
    f.offset[axis] = body.coefficient(at, Vec3::Zero());
    f.turn.row(axis) = body.coefficient_gradient(at).transpose();
  }
  const auto arrays = system.arrays();
  const auto axis_of = [&](int slot) {
    const auto at = std::find(f.block.begin() + 1, f.block.end(),
                              arrays.slot_block[static_cast<std::size_t>(slot)]);
    return static_cast<int>(at - f.block.begin()) - 1;
  };
  for (int r = 0; r < 6; ++r) {
    const int first = arrays.row_start[static_cast<std::size_t>(r)];
    const int last = arrays.row_start[static_cast<std::size_t>(r) + 1] - 1;
    f.row[static_cast<std::size_t>(r)] = {axis_of(first), axis_of(last)};
    // Axes at right angles, of length one.
    if (std::abs(arrays.row_value[static_cast<std::size_t>(r)] - (first == last ? 1.0 : 0.0)) >
        1e-12)
      return std::nullopt;
  }
  f.mass = b.mass(0, 0);
  f.second = b.mass.bottomRightCorner<3, 3>();
  const Mat3 inertia = f.second.trace() * Mat3::Identity() - f.second;
  if (!(f.mass > 0.0) || !(inertia.determinant() > 0.0)) return std::nullopt;
  f.inverse_inertia = inertia.inverse();
  f.gravity = to_vec3(system.gravity_force().data() + 4 * f.block[0]);
  return f;
}

void FreeBodyIsland::forget(std::size_t articulations) {
  free_bodies_.assign(articulations, std::nullopt);
}

void FreeBodyIsland::know(int index, const articulation::Articulation& articulation,
                          const system::BodyBlocks& body) {
  free_bodies_[static_cast<std::size_t>(index)] = FreeBody::of(articulation, body);
}

void FreeBodyIsland::clear() {
  members_.clear();
  touches_.clear();
}

bool FreeBodyIsland::add_member(int index, articulation::Articulation& articulation) {
  const auto& body = free_bodies_[static_cast<std::size_t>(index)];
  if (body) members_.push_back({&articulation, &*body});
  return body.has_value();
}

void FreeBodyIsland::configure(const description::Settings& settings, double h) {
  rule_ = stepper::IntegratorConstants::of(settings);
  h_ = h;
  s_ = rule_.scale(h);
  within_ = (1.0 - rule_.delta_m) / ((1.0 - rule_.delta_f) * rule_.gamma);
  tolerance_ = settings.tolerance > 0.0 ? settings.tolerance : kContactTolerance;
}

// ---------------------------------------------------------------------------------- state

void FreeBodyIsland::gather() {
  bodies_.resize(members_.size());
  length_ = 0.0;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    Body& b = bodies_[i];
    b.form = members_[i].body;
    const system::State& own = std::as_const(*members_[i].articulation).state();
    const auto read = [&](const AlignedDoubles& from, Entities& to) {
      to.centre = to_vec3(from.data() + 4 * b.form->block[0]);
      for (int k = 0; k < 3; ++k)
        to.axes.col(k) = to_vec3(from.data() + 4 * b.form->block[static_cast<std::size_t>(k) + 1]);
    };
    read(own.x, b.x);
    read(own.v, b.v);
    read(own.contact_acceleration, b.contact);
    if (rule_.has_memory()) read(own.algorithmic, b.algorithmic);
    b.load = b.form->gravity;
    b.load_torque.setZero();
    b.x_start = b.x;
    b.v_start = b.v;
    b.scale = 1.0 / std::sqrt(b.form->mass);
    b.turn_scale = 1.0 / std::sqrt(2.0 / 3.0 * b.form->second.trace());
    length_ = std::max(length_, members_[i].articulation->system().length());
  }
  gather_given();
  for (Body& b : bodies_) {
    // A step starts without what contacts did in the one before.
    b.acceleration = smooth_acceleration(b);
    if (!rule_.has_memory()) b.algorithmic = b.acceleration;
  }
}

/// Loads of the start, until evaluate() has those of the iteration.
void FreeBodyIsland::gather_given() {
  given_.clear();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const auto& parts = members_[i].articulation->mechanism().user_body_forces;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      Body& b = bodies_[i];
      Given g;
      g.member = static_cast<int>(i);
      g.arm = b.form->offset + b.form->turn * parts[k].point;
      g.force = members_[i].articulation->user_force(static_cast<int>(k));
      g.start = b.x.at(g.arm);
      g.at_start = force_of(g);
      g.spin = spin(b);
      b.load += g.at_start;
      b.load_torque += Vec3(b.x.axes * g.arm).cross(g.at_start) + g.force.torque;
      given_.push_back(g);
    }
  }
}

Vec3 FreeBodyIsland::force_of(const Given& g) const {
  const Body& b = bodies_[static_cast<std::size_t>(g.member)];
  return g.force.force - g.force.stiffness * (b.x.at(g.arm) - g.force.place) -
         g.force.damping * (b.v.at(g.arm) - g.force.velocity);
}

Vec3 FreeBodyIsland::spin(const Body& b) const {
  return b.x.axes * (b.form->inverse_inertia *
                     (b.x.axes.transpose() * moment(b.x.axes, b.v.axes * b.form->second)));
}

/// Over the step, by the trapezoidal rule [J].
double FreeBodyIsland::work_of_given() const {
  double work = 0.0;
  for (const Given& g : given_) {
    const Body& b = bodies_[static_cast<std::size_t>(g.member)];
    work += 0.5 * (g.at_start + force_of(g)).dot(b.x.at(g.arm) - g.start) +
            0.5 * h_ * g.force.torque.dot(g.spin + spin(b));
  }
  return work;
}

void FreeBodyIsland::scatter(int part, int parts) {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Body& b = bodies_[i];
    system::State& own = members_[i].articulation->state();
    const auto write = [&](const Entities& from, AlignedDoubles& to) {
      const auto put = [&](const Vec3& value, int block) {
        store4(to.data() + 4 * block, from_vec3(value));
      };
      put(from.centre, b.form->block[0]);
      for (int k = 0; k < 3; ++k)
        put(from.axes.col(k), b.form->block[static_cast<std::size_t>(k) + 1]);
    };
    write(b.x, own.x);
    write(b.v, own.v);
    write(b.acceleration, own.acceleration);
    write(b.contact, own.contact_acceleration);
    write(b.algorithmic, own.algorithmic);
    own.touched = true;
    std::fill(own.contact_lambda.begin(), own.contact_lambda.end(), 0.0);
    own.ledger.measured = false;
    own.ledger.drive_power = 0.0;
    // The multipliers that belong to these accelerations: Φ_qᵀ λ = Q - M q̈ along the axes. Contacts
    // add their forces below.
    const Mat3 along = -b.x.axes.transpose() * (b.acceleration.axes * b.form->second);
    for (std::size_t r = 0; r < 6; ++r) {
      const auto [p, q] = b.form->row[r];
      own.lambda[r] = 0.5 * (p == q ? along(p, p) : along(p, q) + along(q, p));
    }
    move_time(members_[i], part, parts);
  }
  for (std::size_t i = 0; i < touches_.size(); ++i) {
    const contact::PointMemory& m = contacts_[i].point.memory;
    *touches_[i].memory = m;
    const Vec3 force(m.force[0], m.force[1], m.force[2]);
    const auto add = [&](int member, const Vec3& arm, const Vec3& f) {
      const Body& b = bodies_[static_cast<std::size_t>(member)];
      const Mat3 along = (b.x.axes.transpose() * f) * arm.transpose();
      system::State& own = members_[static_cast<std::size_t>(member)].articulation->state();
      for (std::size_t r = 0; r < 6; ++r) {
        const auto [p, q] = b.form->row[r];
        own.lambda[r] += 0.5 * (p == q ? along(p, p) : along(p, q) + along(q, p));
      }
    };
    add(contacts_[i].a, contacts_[i].arm_a, force);
    if (contacts_[i].b >= 0) add(contacts_[i].b, contacts_[i].arm_b, -force);
  }
  for (const Given& g : given_) {
    const Body& b = bodies_[static_cast<std::size_t>(g.member)];
    const Mat3 along = (b.x.axes.transpose() * force_of(g)) * g.arm.transpose();
    system::State& own = members_[static_cast<std::size_t>(g.member)].articulation->state();
    for (std::size_t r = 0; r < 6; ++r) {
      const auto [p, q] = b.form->row[r];
      own.lambda[r] += 0.5 * (p == q ? along(p, p) : along(p, q) + along(q, p));
    }
  }
}

void FreeBodyIsland::move_time(const Member& member, int part, int parts) const {
  system::State& own = member.articulation->state();
  const std::int64_t before = own.step;
  own.step = before + (part + 1 == parts ? 1 : 0);
  own.time = (static_cast<double>(before) + (part + 1.0) / parts) *
             member.articulation->stepper().step_size();
}

// ---------------------------------------------------------------------------------- step

StepReport FreeBodyIsland::hold_still(int part, int parts) {
  gather();
  members_.front().articulation->state().ledger.dissipated += kinetic_energy();
  for (const Member& m : members_) {
    system::State& own = m.articulation->state();
    for (auto* numbers : {&own.v, &own.acceleration, &own.algorithmic})
      std::fill(numbers->begin(), numbers->end(), 0.0);
    std::fill(own.lambda.begin(), own.lambda.end(), 0.0);
    own.forget_contact();
    own.ledger.measured = false;
    own.ledger.drive_power = 0.0;
    move_time(m, part, parts);
  }
  StepReport report;
  report.converged = false;
  report.contained = true;
  counters_.steps += 1;
  counters_.not_converged += 1;
  counters_.contained += 1;
  return report;
}

std::optional<StepReport> FreeBodyIsland::step(bool keep_ledger, int part, int parts, bool plain) {
  plain_ = plain;
  const articulation::Articulation& first = *members_.front().articulation;
  const double full = first.stepper().step_size();
  configure(first.mechanism().settings, parts == 1 ? full : full / parts);
  StepReport report;
  gather();
  double before = energy();
  double stored = 0.0, lost = 0.0;
  for (const Touch& t : touches_) {
    stored += t.memory->energy();
    lost += std::max(0.0, t.memory->lost);
  }
  before += stored;
  double at_hand = stored + lost + kinetic_energy();
  predict();
  at_hand += kinetic_energy();
  prepare();
  double found_anew = 0.0;
  if (keep_ledger)
    for (std::size_t i = 0; i < contacts_.size(); ++i)
      found_anew += contacts_[i].point.stored_at_start() - touches_[i].memory->energy();
  bool solved = iterate(report);
  const double moving = keep_ledger ? kinetic_energy() : 0.0;
  for (Body& b : bodies_) {
    make_rigid(b);
    solved = solved && b.v.all_finite() && b.acceleration.all_finite();
  }
  const double given = work_of_given();
  // What made far more energy than there was to move anything with is no solution, though the iterations
  // converged to it: places and losses would be as wrong as the velocities that the guard mends.
  if (!solved || energy() - before - given > at_hand) {
    ++counters_.free_body_steps_left;
    return std::nullopt;
  }
  ++report.projections;
  const double rigid = keep_ledger ? kinetic_energy() : 0.0;
  // By the geometry of this step: what was there from the start counts, what is only found does not.
  // Exact depths are a little more or less in every step; together they may be less.
  double allowed = before + given, exact = 0.0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const double held = touches_[i].memory->energy();
    contacts_[i].found_more = 0.0;
    if (touches_[i].found->law.exact_depth) {
      const double more = contacts_[i].point.stored_at_start() - held;
      contacts_[i].found_more = std::max(more, 0.0);
      exact += more;
    } else {
      allowed += contacts_[i].point.given_at_start(held);
    }
  }
  allowed += std::min(exact, 0.0);
  accept();
  guard_energy(allowed, kGuard);
  finish();
  scatter(part, parts);
  if (keep_ledger) {
    // Only sums over articulations have a meaning: what they did together is booked on the first one.
    const double impulses = rigid - kinetic_energy(), projected = moving - rigid;
    double after = energy(), dissipated = impulses;
    for (const Contact& c : contacts_) {
      after += c.point.memory.energy();
      dissipated += c.point.lost_in_step() - c.point.paid_back();
    }
    system::EnergyLedger& book = members_.front().articulation->state().ledger;
    book.external += given;
    book.dissipated += dissipated;
    book.projection += projected;
    book.detection -= found_anew;
    book.integrator += before + given + found_anew - after - dissipated - projected;
  }
  counters_.steps += 1;
  counters_.free_body_steps += 1;
  counters_.iterations += report.iterations;
  counters_.factorisations += report.factorisations;
  counters_.not_converged += report.converged ? 0 : 1;
  return report;
}

/// First guess: contacts push as they did in the step before.
void FreeBodyIsland::predict() {
  const double from_q = 1.0 / (1.0 - rule_.delta_m), from_a = rule_.delta_m / (1.0 - rule_.delta_m);
  const double h = h_;
  const auto part = [&](auto& x, auto& v, const auto& q, auto& a) {
    const auto a0 = a;
    a = from_q * q - from_a * a0;
    x += h * v + h * h * ((0.5 - rule_.beta) * a0 + rule_.beta * a);
    v += h * ((1.0 - rule_.gamma) * a0 + rule_.gamma * a);
  };
  const double again = within_ * rule_.beta * h * h * (1.0 - rule_.delta_f) / (1.0 - rule_.delta_m);
  for (Body& b : bodies_) {
    part(b.x.centre, b.v.centre, b.acceleration.centre, b.algorithmic.centre);
    part(b.x.axes, b.v.axes, b.acceleration.axes, b.algorithmic.axes);
    const double share =
        again * stepper::contact_to_expect(b.v_start.centre.norm(), b.load.norm() / b.form->mass,
                                           b.contact.centre.norm(), h);
    move(b, {share * b.contact.centre, share * b.contact.axes});
  }
}

/// Of a body that nothing touches: its loads, and rotation by them.
FreeBodyIsland::Entities FreeBodyIsland::smooth_acceleration(const Body& b) const {
  const Mat3& u = b.x.axes;
  const Mat3& second = b.form->second;
  const Mat3 inverse = u * b.form->inverse_inertia * u.transpose();
  const Vec3 omega = inverse * moment(u, b.v.axes * second);
  const Mat3 inward = turned_by(omega, b.v.axes);
  const Vec3 alpha = -inverse * (moment(u, inward * second) - b.load_torque);
  return {b.load / b.form->mass, turned_by(alpha, u) + inward};
}

FreeBodyIsland::Entities FreeBodyIsland::contact_acceleration(const Body& b) const {
  const Mat3& u = b.x.axes;
  return {b.pushed / b.form->mass,
          turned_by(u * (b.form->inverse_inertia * (u.transpose() * b.turned)), u)};
}

Vec3 FreeBodyIsland::place(const Contact& c) const {
  const Vec3 of_b = c.b >= 0 ? bodies_[static_cast<std::size_t>(c.b)].x.at(c.arm_b) : c.ground;
  return bodies_[static_cast<std::size_t>(c.a)].x.at(c.arm_a) - of_b;
}

Vec3 FreeBodyIsland::velocity(const Contact& c) const {
  const Vec3 of_a = bodies_[static_cast<std::size_t>(c.a)].v.at(c.arm_a);
  return c.b >= 0 ? Vec3(of_a - bodies_[static_cast<std::size_t>(c.b)].v.at(c.arm_b)) : of_a;
}

Mat3 FreeBodyIsland::turn_of_b(const Contact& c) const {
  if (c.b < 0) return Mat3::Identity();
  const Body& b = bodies_[static_cast<std::size_t>(c.b)];
  return b.x.axes * b.form->turn;
}

/// 1/m + (ρ × n)ᵀ J⁻¹ (ρ × n) of both bodies.
double FreeBodyIsland::mobility(const Contact& c, const Vec3& n) const {
  const auto of = [&](int member, const Vec3& arm) {
    if (member < 0) return 0.0;
    const Body& b = bodies_[static_cast<std::size_t>(member)];
    const Vec3 turn = arm.cross(Vec3(b.x.axes.transpose() * n));
    return 1.0 / b.form->mass + turn.dot(b.form->inverse_inertia * turn);
  };
  return of(c.a, c.arm_a) + of(c.b, c.arm_b);
}

void FreeBodyIsland::prepare() {
  contacts_.resize(touches_.size());
  pairs_.clear();
  for (std::size_t i = 0; i < touches_.size(); ++i) {
    const contact::FoundContact& found = *touches_[i].found;
    Contact& c = contacts_[i];
    c.a = touches_[i].a;
    c.b = touches_[i].b;
    const Body& a = bodies_[static_cast<std::size_t>(c.a)];
    c.arm_a = a.form->offset + a.form->turn * found.place_a;
    Vec3 start = a.x_start.at(c.arm_a), speed = a.v_start.at(c.arm_a);
    if (c.b >= 0) {
      const Body& b = bodies_[static_cast<std::size_t>(c.b)];
      c.arm_b = b.form->offset + b.form->turn * found.place_b;
      start -= b.x_start.at(c.arm_b);
      speed -= b.v_start.at(c.arm_b);
      pairs_.emplace_back(c.a, c.b);
    } else {
      c.ground = found.place_b;
      start -= c.ground;
    }
    c.start = start;
    c.point.start(found.law, *touches_[i].memory, found.normal, found.depth, turn_of_b(c),
                  found.from_start);
    if (c.point.needs_mass()) c.point.memory.mass = 1.0 / mobility(c, c.point.normal);
    c.point.begin(speed, velocity(c), start, h_);
    if (plain_) c.point.make_plain();
  }
  factor_.analyse(static_cast<int>(bodies_.size()), pairs_);
  for (Contact& c : contacts_)
    if (c.b >= 0) c.pair = factor_.find(c.a, c.b);
  direction_.resize(BodyLu::kRow * bodies_.size());
}

/// q, v, a and q̈ move together, by increments.
void FreeBodyIsland::move(Body& b, const Entities& d) const {
  const double to_v = rule_.gamma / (rule_.beta * h_), to_a = 1.0 / (rule_.beta * h_ * h_);
  const auto part = [&](auto& x, auto& v, auto& a, auto& q, const auto& by) {
    x += by;
    v += to_v * by;
    a += to_a * by;
    q += (1.0 / s_) * by;
  };
  part(b.x.centre, b.v.centre, b.algorithmic.centre, b.acceleration.centre, d.centre);
  part(b.x.axes, b.v.axes, b.algorithmic.axes, b.acceleration.axes, d.axes);
}

/// UᵀU = 1, by a step of Newton.
void FreeBodyIsland::close(Body& b) const {
  const Mat3 off = b.x.axes.transpose() * b.x.axes - Mat3::Identity();
  move(b, {Vec3::Zero(), -0.5 * b.x.axes * off});
}

/// Forces on the bodies, and the tangent where it is wanted.
void FreeBodyIsland::evaluate(bool tangent) {
  if (tangent) factor_.clear();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& b = bodies_[i];
    b.load = b.form->gravity;
    b.load_torque.setZero();
    b.pushed.setZero();
    b.turned.setZero();
    if (!tangent) continue;
    float* block = factor_.diagonal(static_cast<int>(i));
    const Mat3& second = b.form->second;
    const Mat3 inertia =
        b.turn_scale * b.turn_scale *
        (second.trace() * Mat3::Identity() - b.x.axes * second * b.x.axes.transpose());
    for (int k = 0; k < 3; ++k) {
      block[BodyLu::kRow * k + k] = 1.0f;
      for (int l = 0; l < 3; ++l)
        block[BodyLu::kRow * (3 + k) + 3 + l] = static_cast<float>(inertia(l, k));
    }
  }
  const double to_damping = s_ * rule_.gamma / (rule_.beta * h_);
  for (Contact& c : contacts_) {
    const Vec3 at = place(c);
    const PointContact::Forces f = c.point.forces(at, at - c.start, velocity(c));
    if (!f.touches) continue;
    const Vec3 force = f.total(c.point.normal);
    Body& a = bodies_[static_cast<std::size_t>(c.a)];
    a.pushed += force;
    a.turned += Vec3(a.x.axes * c.arm_a).cross(force);
    if (c.b >= 0) {
      Body& b = bodies_[static_cast<std::size_t>(c.b)];
      b.pushed -= force;
      b.turned -= Vec3(b.x.axes * c.arm_b).cross(force);
    }
    if (tangent) add_tangent(c, c.point.full_tangent(f, within_ * s_, within_ * to_damping));
  }
  for (const Given& g : given_) {
    Body& b = bodies_[static_cast<std::size_t>(g.member)];
    const Vec3 force = force_of(g);
    b.load += force;
    b.load_torque += Vec3(b.x.axes * g.arm).cross(force) + g.force.torque;
    if (tangent) {
      const PointJacobian of(b.x.axes * g.arm, b.scale, b.turn_scale);
      of.times(s_ * g.force.stiffness + to_damping * g.force.damping)
          .add_product(of, 1.0f, factor_.diagonal(g.member));
    }
  }
  for (Body& b : bodies_) {
    b.force = b.load + within_ * b.pushed;
    b.torque = b.load_torque + within_ * b.turned;
  }
}

void FreeBodyIsland::add_tangent(const Contact& c, const Mat3& k) {
  const Body& a = bodies_[static_cast<std::size_t>(c.a)];
  const PointJacobian of_a(a.x.axes * c.arm_a, a.scale, a.turn_scale);
  const PointJacobian pushed_a = of_a.times(k);
  pushed_a.add_product(of_a, 1.0f, factor_.diagonal(c.a));
  if (c.b < 0) return;
  const Body& b = bodies_[static_cast<std::size_t>(c.b)];
  const PointJacobian of_b(b.x.axes * c.arm_b, b.scale, b.turn_scale);
  const PointJacobian pushed_b = of_b.times(k);
  pushed_b.add_product(of_b, 1.0f, factor_.diagonal(c.b));
  pushed_a.add_product(of_b, -1.0f, factor_.numbers(c.pair.ab));
  pushed_b.add_product(of_a, -1.0f, factor_.numbers(c.pair.ba));
}

/// One correction; returns the largest |δ| or |θ| times the radius of gyration, infinity when there is
/// no direction.
double FreeBodyIsland::correct(bool refactor, StepReport& report) {
  for (Body& b : bodies_) close(b);
  evaluate(refactor);
  if (refactor) {
    ++report.factorisations;
    if (!factor_.factorise()) return std::numeric_limits<double>::infinity();
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& b = bodies_[i];
    const Vec3 push = s_ * (b.force - b.form->mass * b.acceleration.centre);
    const Vec3 turn = s_ * (b.torque - moment(b.x.axes, b.acceleration.axes * b.form->second));
    float* right = &direction_[BodyLu::kRow * i];
    for (int k = 0; k < 3; ++k) {
      right[k] = static_cast<float>(b.scale * push[k]);
      right[3 + k] = static_cast<float>(b.turn_scale * turn[k]);
    }
    right[6] = right[7] = 0.0f;
  }
  factor_.solve(direction_.data());
  double largest = 0.0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& b = bodies_[i];
    const float* z = &direction_[BodyLu::kRow * i];
    const Vec3 delta = b.scale * Vec3(z[0], z[1], z[2]);
    const Vec3 theta = b.turn_scale * Vec3(z[3], z[4], z[5]);
    move(b, {relaxation_ * delta, turned_by(relaxation_ * theta, b.x.axes)});
    if (!delta.allFinite() || !theta.allFinite()) return std::numeric_limits<double>::infinity();
    largest = std::max({largest, delta.cwiseAbs().maxCoeff(),
                        b.scale / b.turn_scale * theta.cwiseAbs().maxCoeff()});
  }
  ++report.iterations;
  return largest;
}

bool FreeBodyIsland::iterate(StepReport& report) {
  double fastest = 0.0;
  for (const Body& b : bodies_)
    fastest = std::max({fastest, b.acceleration.centre.cwiseAbs().maxCoeff(),
                        b.scale / b.turn_scale * b.acceleration.axes.cwiseAbs().maxCoeff()});
  const double way =
      tolerance_ * std::max(1.0, kRelativeTolerance * fastest) * rule_.beta * h_ * h_;
  double previous = std::numeric_limits<double>::infinity();
  bool converged = false, refactor = true;
  double harmless = 0.0;
  least_share_ = 1.0;
  relaxation_ = 1.0;
  for (int i = 0; i < kMostIterations && !converged; ++i) {
    const double increment = correct(refactor, report);
    report.last_increment = increment;
    if (!(increment < 1e3 * length_)) return false;
    // Stiff contacts turn a small way into a large acceleration.
    double least = way;
    for (const Contact& c : contacts_)
      least = std::min(least, c.point.least_way(way / (rule_.beta * h_ * h_)) / within_);
    const double goal = std::max(least, 1e-14 * length_);
    least_share_ = std::min(least_share_, least / way);
    harmless = kHarmless * length_ * least_share_;
    const double ratio = i > 0 ? increment / previous : 1.0;
    converged = increment < goal || (ratio < kGoodContraction && ratio * increment < goal);
    // Contacts that switch on and off throw Newton to and fro: shorter ways end that.
    if (i >= kPatienceAtFull && ratio > kNoProgress)
      relaxation_ = std::max(0.5 * relaxation_, kShortest);
    else
      relaxation_ = std::min(1.0, 1.5 * relaxation_);
    if (!converged && i >= kPatience && increment < harmless) break;
    refactor = ratio > kGoodContraction;
    previous = increment;
  }
  report.converged = converged && !plain_;
  if (!converged && !(report.last_increment < harmless)) return false;
  // From what an increment leaves open to rounding.
  for (int pass = 0; pass < 2; ++pass)
    for (Body& b : bodies_) close(b);
  follow_forces();
  return true;
}

/// Accelerations and velocities of exactly the forces that act. The directions of single precision leave
/// 1e-7 of them open, and what is left does not come in pairs: momentum would drift by it.
void FreeBodyIsland::follow_forces() {
  evaluate(false);
  const double to_a = (1.0 - rule_.delta_f) / (1.0 - rule_.delta_m), to_v = rule_.gamma * h_ * to_a;
  const auto part = [&](auto& v, auto& a, auto& q, const auto& by) {
    v += to_v * by;
    a += to_a * by;
    q += by;
  };
  for (Body& b : bodies_) {
    const Vec3 push = b.force / b.form->mass - b.acceleration.centre;
    part(b.v.centre, b.algorithmic.centre, b.acceleration.centre, push);
    const Vec3 open = b.torque - moment(b.x.axes, b.acceleration.axes * b.form->second);
    const Vec3 turn = b.x.axes * (b.form->inverse_inertia * (b.x.axes.transpose() * open));
    const Mat3 axes = turned_by(turn, b.x.axes);
    part(b.v.axes, b.algorithmic.axes, b.acceleration.axes, axes);
  }
}

/// v and q̈ of a rigid body with the same momenta: ω = J⁻¹ Σ u × Z u̇, and likewise for the accelerations,
/// which have ω × (ω × U) besides.
void FreeBodyIsland::make_rigid(Body& b) const {
  const Mat3& u = b.x.axes;
  const Mat3& second = b.form->second;
  const Mat3 inverse = u * b.form->inverse_inertia * u.transpose();
  const Vec3 omega = inverse * moment(u, b.v.axes * second);
  b.v.axes = turned_by(omega, u);
  const Mat3 inward = turned_by(omega, b.v.axes);
  const Vec3 alpha = inverse * moment(u, (b.acceleration.axes - inward) * second);
  const Mat3 rigid = turned_by(alpha, u) + inward;
  b.algorithmic.axes +=
      (1.0 - rule_.delta_f) / (1.0 - rule_.delta_m) * (rigid - b.acceleration.axes);
  b.acceleration.axes = rigid;
}

// ---------------------------------------------------------------------------------- afterwards

void FreeBodyIsland::accept() {
  bool clamps = false;
  for (Contact& c : contacts_) {
    const double mass = c.point.memory.mass;
    c.impulse = c.point.end(place(c) - c.start, velocity(c), h_, turn_of_b(c), interventions_);
    c.too_fast = c.impulse > 0.0 ? c.impulse / mass : 0.0;
    clamps = clamps || c.impulse > 0.0;
  }
  if (clamps) slow_down();
}

/// Whatever the iterations made of the step: nothing holds more energy than there was and than contacts
/// took back of their losses. As Stepper::guard_energy.
void FreeBodyIsland::guard_energy(double before, double tolerance) {
  double after = energy(), allowed = before, mass = 0.0;
  bool held = false;
  for (const Contact& c : contacts_) {
    after += c.point.memory.energy();
    allowed += c.point.paid_by_past();
    held = held || c.b < 0;
  }
  const double moving = kinetic_energy(), excess = after - allowed;
  if (!(excess > tolerance * moving)) return;
  // Nor are the losses of such a step real: they pay for nothing later.
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    double& lost = contacts_[i].point.memory.lost;
    lost = std::min(lost, std::max(0.0, touches_[i].memory->lost));
  }
  // Along what the contacts did: momentum stays.
  double left = excess, v_a = 0.0, a_a = 0.0;
  for (Body& b : bodies_) {
    b.contact = contact_acceleration(b);
    const Mat3 turned = b.contact.axes * b.form->second;
    v_a += b.form->mass * b.v.centre.dot(b.contact.centre) + turned.cwiseProduct(b.v.axes).sum();
    a_a +=
        b.form->mass * b.contact.centre.squaredNorm() + turned.cwiseProduct(b.contact.axes).sum();
  }
  const stepper::EnergyBrake brake = stepper::EnergyBrake::find(v_a, a_a, left);
  for (Body& b : bodies_) {
    b.v.centre += brake.along * b.contact.centre;
    b.v.axes += brake.along * b.contact.axes;
  }
  left -= brake.taken;
  left -= slow_where_found(left);
  // The rest is in the contacts, but not in those whose depth is that of the geometry again in the next step.
  const auto can_give = [&](std::size_t i) { return !touches_[i].found->law.exact_depth; };
  double stored = 0.0;
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    if (can_give(i)) stored += contacts_[i].point.memory.energy();
  if (left > 0.0 && stored > 0.0) {
    const double kept = std::max(0.0, 1.0 - left / stored);
    for (std::size_t i = 0; i < contacts_.size(); ++i)
      if (can_give(i))
        contacts_[i].point.memory.give_up(kept, touches_[i].found->law.normal.exponent);
    left -= (1.0 - kept) * stored;
  }
  // Or in motions that the iterations made of nothing: relative to those of the heap as a whole where
  // nothing holds it.
  Vec3 mean = Vec3::Zero();
  for (const Body& b : bodies_) {
    mass += b.form->mass;
    mean += b.form->mass * b.v.centre;
  }
  mean = held ? Vec3::Zero() : Vec3(mean / mass);
  const double relative = kinetic_energy() - 0.5 * mass * mean.squaredNorm();
  if (left > tolerance * relative && relative > 0.0) {
    const double share = std::sqrt(std::max(0.0, 1.0 - left / relative));
    for (Body& b : bodies_) {
      b.v.centre = mean + share * (b.v.centre - mean);
      b.v.axes *= share;
    }
  }
  ++interventions_.guarded;
}

/// Of energy in excess, what contacts with an exact depth found is taken from the motion of their two bodies
/// against each other, as far as there is some; momentum stays. Returns what need not be taken elsewhere: all that
/// they found, for to slow an anchor down because a link of its chain rolls would be worse than the few joules.
double FreeBodyIsland::slow_where_found(double excess) {
  double found = 0.0;
  for (const Contact& c : contacts_) found += c.found_more;
  if (!(found > 0.0) || !(excess > 0.0)) return 0.0;
  const double part = std::min(1.0, excess / found);
  for (const Contact& c : contacts_) {
    if (!(c.found_more > 0.0)) continue;
    const Vec3 v = velocity(c);
    const double speed = v.norm();
    if (!(speed > 0.0)) continue;
    const Vec3 along = v / speed;
    const double mass = 1.0 / mobility(c, along), moving = 0.5 * mass * speed * speed;
    const double left = std::max(0.0, 1.0 - part * c.found_more / moving);
    const Vec3 impulse = -(1.0 - std::sqrt(left)) * mass * v;
    push(bodies_[static_cast<std::size_t>(c.a)], c.arm_a, impulse);
    if (c.b >= 0) push(bodies_[static_cast<std::size_t>(c.b)], c.arm_b, -impulse);
  }
  return part * found;
}

/// What the contacts did in this step ends with it; the state tells their force once.
void FreeBodyIsland::finish() {
  const double to_a = (1.0 - rule_.delta_f) / (1.0 - rule_.delta_m);
  for (Body& b : bodies_) {
    b.contact = contact_acceleration(b);
    const Entities smooth = smooth_acceleration(b);
    if (rule_.has_memory()) {
      b.algorithmic.centre -= to_a * within_ * b.contact.centre;
      b.algorithmic.axes -= to_a * within_ * b.contact.axes;
    } else {
      b.algorithmic = smooth;
    }
    b.acceleration = {smooth.centre + b.contact.centre, smooth.axes + b.contact.axes};
  }
}

void FreeBodyIsland::push(Body& b, const Vec3& arm, const Vec3& impulse) const {
  b.v.centre += impulse / b.form->mass;
  const Vec3 along = arm.cross(Vec3(b.x.axes.transpose() * impulse));
  b.v.axes += turned_by(b.x.axes * (b.form->inverse_inertia * along), b.x.axes);
}

/// As ShapeContacts::slow_down: all impulses at once, scaled to the least energy of the speed beyond the
/// restitution.
void FreeBodyIsland::slow_down() {
  const auto apply = [&](double share) {
    for (const Contact& c : contacts_) {
      if (c.impulse == 0.0) continue;
      const Vec3 impulse = -share * c.impulse * c.point.normal;
      push(bodies_[static_cast<std::size_t>(c.a)], c.arm_a, impulse);
      if (c.b >= 0) push(bodies_[static_cast<std::size_t>(c.b)], c.arm_b, -impulse);
    }
  };
  const auto parting = [&] {
    double sum = 0.0;
    for (const Contact& c : contacts_)
      if (c.impulse > 0.0) sum += c.impulse * c.point.normal.dot(velocity(c));
    return sum;
  };
  double wanted = 0.0;
  for (const Contact& c : contacts_) wanted += c.impulse * c.too_fast;
  double done = parting();
  apply(1.0);
  done -= parting();
  if (done > wanted) apply(wanted / done - 1.0);
}

double FreeBodyIsland::kinetic_energy() const {
  double sum = 0.0;
  for (const Body& b : bodies_)
    sum += 0.5 * (b.form->mass * b.v.centre.squaredNorm() +
                  (b.v.axes * b.form->second).cwiseProduct(b.v.axes).sum());
  return sum;
}

/// Without contacts.
double FreeBodyIsland::energy() const {
  double sum = kinetic_energy();
  for (const Body& b : bodies_) sum -= b.form->gravity.dot(b.x.centre);
  return sum;
}

}  // namespace outrigger::solve
