/// Bodies on the ground for tests: machines and sites in code, and a system with the contact terms
/// of a world, whose forces and tangents can be compared with differences.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "contact/ground_spheres.h"
#include "contact/surroundings.h"
#include "forces/forces.h"
#include "model/assemble.h"
#include "stepper/stepper.h"
#include "system/system.h"
#include "tyres/tyres.h"

namespace outrigger::contact_rig {

using DenseMatrix = Eigen::MatrixXd;
using DenseVector = Eigen::VectorXd;

struct PairValues {
  double young = 2e9, restitution = 0.3, static_friction = 0.5, dynamic_friction = 0.5;
};

/// A site of one surface "asphalt" with a plane of this slope, everywhere within 500 m.
inline description::Site make_slope(double slope_x, double slope_y = 0.0) {
  description::Site site;
  site.name = "slope";
  description::Surface s;
  s.name = s.material = "asphalt";
  site.surfaces = {s};
  site.ground.height_field = true;
  site.ground.cell = 250.0;
  site.ground.x_min = site.ground.y_min = -500.0;
  site.ground.x_max = site.ground.y_max = 500.0;
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 5; ++c)
      site.ground.heights.push_back(slope_x * (250.0 * c - 500.0) + slope_y * (250.0 * r - 500.0));
  return site;
}

/// Rotation that takes z to the normal of a slope in x, x staying in the x-z plane.
inline Mat3 along_slope(double slope) {
  return Eigen::AngleAxisd(-std::atan(slope), Vec3::UnitY()).toRotationMatrix();
}

/// Materials so that `stiffness` is that of a sphere of radius `radius` on the ground.
inline void add_materials(description::Machine& m, const PairValues& v) {
  description::Material body, ground;
  body.name = "steel";
  body.young = v.young;
  body.poisson = 0.0;
  body.restitution = v.restitution;
  ground.name = "asphalt";
  ground.young = 1e29;
  ground.poisson = 0.0;
  ground.restitution = 1.0;
  m.materials = {body, ground};
  description::FrictionPair pair;
  pair.name = "pair";
  pair.material_a = "steel";
  pair.material_b = "asphalt";
  pair.static_coefficient = v.static_friction;
  pair.dynamic_coefficient = v.dynamic_friction;
  m.friction = {pair};
}

/// Young's modulus that gives a stiffness of k [N/m^1.5] with the materials above.
inline double young_for(double k, double radius) { return 0.75 * k / std::sqrt(radius); }

inline description::Body make_box(const Vec3& size, double mass, const Pose& pose) {
  description::Body b;
  b.name = "box";
  b.mass = mass;
  const Vec3 s = size.cwiseProduct(size);
  b.inertia = (mass / 12.0 * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y())).asDiagonal();
  b.pose = pose;
  b.pose_given = true;
  return b;
}

inline void add_sphere(description::Machine& m, const std::string& body, const Vec3& centre,
                       double radius) {
  description::ContactSphere s;
  s.name = "sphere_" + std::to_string(m.spheres.size());
  s.body = body;
  s.centre = centre;
  s.radius = radius;
  s.material = "steel";
  s.group = "all";
  m.spheres.push_back(s);
}

/// The box of the study: 0.4 x 0.3 x 0.2 m, 10 kg, a sphere of radius 2 cm in every corner.
inline description::Machine make_study_box(const Pose& pose, double stiffness,
                                           PairValues values = {}) {
  description::Machine m;
  const Vec3 size(0.4, 0.3, 0.2);
  constexpr double kRadius = 0.02;
  m.bodies = {make_box(size, 10.0, pose)};
  values.young = young_for(stiffness, kRadius);
  add_materials(m, values);
  for (int i = 0; i < 8; ++i)
    add_sphere(m, "box",
               Vec3((i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5, (i & 4) != 0 ? 0.5 : -0.5)
                   .cwiseProduct(size - Vec3::Constant(2 * kRadius)),
               kRadius);
  return m;
}

/// Answers with one mass and one inertia; counts the impulses it is given.
class FixedResponse final : public system::Response {
 public:
  explicit FixedResponse(double mass, double inertia = 0.05) : mass_(mass), inertia_(inertia) {}
  double coordinate_mobility(const int*, const double*, int) override { return 1.0 / inertia_; }
  double mobility(const system::PointOnBlocks&, const Vec3&) override { return 1.0 / mass_; }
  void apply_impulse(const system::PointOnBlocks&, const Vec3&) override { ++impulses; }
  int impulses = 0;

 private:
  double mass_, inertia_;
};

class ContactRig {
 public:
  explicit ContactRig(description::Machine m, const description::Site* site = nullptr)
      : machine(std::move(m)), surroundings(machine, site) {
    model::PartId id = 1;
    mechanism = model::resolve(machine, id);
    model::AssemblyReport report = model::assemble_positions(mechanism);
    model::assemble_velocities(mechanism, report);
    model::Model compiled = model::compile(mechanism);
    auto terms = forces::make_force_terms(mechanism, compiled);
    if (!mechanism.spheres.empty()) {
      auto term = std::make_unique<contact::GroundSpheres>(mechanism, compiled, surroundings);
      spheres = term.get();
      terms.push_back(std::move(term));
    }
    if (!mechanism.tyres.empty()) {
      auto term = std::make_unique<tyres::Tyres>(mechanism, compiled, surroundings.ground());
      tyres = term.get();
      terms.push_back(std::move(term));
    }
    const int count = static_cast<int>(terms.size());
    system = std::make_unique<system::System>(mechanism, std::move(compiled), std::move(terms));
    if (tyres != nullptr) tyres_offset = system->term_state_offset(count - 1);
    if (spheres != nullptr)
      spheres_offset = system->term_state_offset(count - (tyres != nullptr ? 2 : 1));
    stepper = std::make_unique<stepper::Stepper>(*system, machine.settings);
    stepper->set_drive_limits(
        std::vector<std::pair<double, double>>(mechanism.drives.size(), {-1e300, 1e300}));
    drives.resize(mechanism.drives.size());
    stepper->initialise(state);
  }

  stepper::StepReport step() { return stepper->step(state, drives); }
  void run(double seconds) {
    const int steps = static_cast<int>(std::lround(seconds / machine.settings.step));
    for (int i = 0; i < steps; ++i) step();
  }
  Pose pose(int body = 0) const { return system->body_pose(body, state.x.data()); }
  model::Twist twist(int body = 0) const {
    return system->body_twist(body, state.x.data(), state.v.data());
  }
  double total_energy() const {
    return stepper->kinetic_energy(state) + stepper->potential_energy(state);
  }
  double fastest() const {
    double v = 0.0;
    for (double value : state.v) v = std::max(v, std::abs(value));
    return v;
  }
  contact::SphereReading sphere(int i) const {
    return spheres->reading(i, state.term.data() + spheres_offset);
  }
  tyres::TyreReading tyre(int i) const {
    return tyres->reading(i, state.term.data() + tyres_offset);
  }

  // ---- one term under a lens: prepared once, then moved about ----

  /// What terms remember of the start: the first `prepare` finds everything anew.
  void forget_start() { std::fill(state.term.begin(), state.term.end(), 0.0); }
  int size() const { return 3 * system->block_count(); }
  double* x(int i) { return &state.x[4 * (i / 3) + i % 3]; }
  double* v(int i) { return &state.v[4 * (i / 3) + i % 3]; }
  void set_rigid_motion(const Vec3& linear, const Vec3& angular) {
    const Pose p = pose();
    description::Machine moved = machine;
    moved.bodies[0].pose = p;
    moved.bodies[0].velocity = linear;
    moved.bodies[0].angular_velocity = angular;
    ContactRig other(moved);
    state.v = other.state.v;
  }
  system::Configuration configuration(int iteration) const {
    system::Configuration c;
    c.time = state.time;
    c.step = machine.settings.step;
    c.x = state.x.data();
    c.v = state.v.data();
    c.coordinate_reference = state.coordinate.data();
    c.drives = state.drive.data();
    c.x_start = start_x.data();
    c.v_start = start_v.data();
    c.iteration = iteration;
    return c;
  }
  /// Prepares the contact terms at the present state; later moves are moves within the step.
  void prepare(system::Response& response) {
    start_x = state.x;
    start_v = state.v;
    for (std::size_t i = 0; i < system->terms().size(); ++i)
      system->terms()[i]->prepare(configuration(0), term_state(i), response);
  }
  void accept(system::Response& response) {
    for (std::size_t i = 0; i < system->terms().size(); ++i)
      system->terms()[i]->accept(configuration(0), term_state(i), response);
  }
  DenseVector force(int iteration = 0, DenseMatrix* tangent = nullptr, double s = 0.0,
                    double c = 0.0) {
    AlignedDoubles q(state.x.size(), 0.0), extra(12 * system->extra_count() + 12, 0.0);
    const system::ForceSink sink{q.data(), tangent != nullptr ? extra.data() : nullptr, s, c};
    for (std::size_t i = 0; i < system->terms().size(); ++i)
      system->terms()[i]->evaluate(configuration(iteration), term_state(i), sink);
    if (tangent != nullptr) *tangent = gather(extra);
    DenseVector result(size());
    for (int i = 0; i < size(); ++i) result[i] = q[4 * (i / 3) + i % 3];
    return result;
  }
  /// -∂Q/∂q or -∂Q/∂q̇ by central differences, the terms staying prepared as they are. Late iterations
  /// take the normal force of the one before, which is that of the undisturbed state.
  DenseMatrix difference(bool by_velocity, int iteration, double d) {
    DenseMatrix result(size(), size());
    for (int i = 0; i < size(); ++i) {
      double* at = by_velocity ? v(i) : x(i);
      const double before = *at;
      force(0);
      *at = before + d;
      const DenseVector up = force(iteration);
      *at = before;
      force(0);
      *at = before - d;
      const DenseVector down = force(iteration);
      *at = before;
      result.col(i) = (down - up) / (2.0 * d);
    }
    return result;
  }
  double* term_state(std::size_t i) {
    return state.term.data() + system->term_state_offset(static_cast<int>(i));
  }

  description::Machine machine;
  contact::Surroundings surroundings;
  model::Mechanism mechanism;
  std::unique_ptr<system::System> system;
  std::unique_ptr<stepper::Stepper> stepper;
  system::State state;
  std::vector<system::DriveReference> drives;
  contact::GroundSpheres* spheres = nullptr;
  tyres::Tyres* tyres = nullptr;
  int spheres_offset = 0, tyres_offset = 0;
  AlignedDoubles start_x, start_v;

 private:
  DenseMatrix gather(const AlignedDoubles& extra) const {
    DenseMatrix result = DenseMatrix::Zero(size(), size());
    for (const auto& term : system->terms()) {
      std::vector<std::pair<int, int>> pairs;
      term->tangent_pattern(pairs);
      for (const auto& [a, b] : pairs) {
        const int i = system->block(a), j = system->block(b);
        const system::TangentSlot slot = system->tangent(i, j);
        Mat3 block;
        for (int c = 0; c < 3; ++c)
          for (int r = 0; r < 3; ++r) block(r, c) = extra[12 * slot.extra + 4 * c + r];
        if (slot.transposed) block.transposeInPlace();
        result.block<3, 3>(3 * i, 3 * j) = block;
        result.block<3, 3>(3 * j, 3 * i) = block.transpose();
      }
    }
    return result;
  }
};

}  // namespace outrigger::contact_rig
