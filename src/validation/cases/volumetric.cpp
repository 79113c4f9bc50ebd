/// Sphere, cube and disc on a plane by the volumetric law (THESIS §4.2, eqs. 4.6-4.10) against closed
/// forms of normal force, rolling resistance, sliding and spin; and the disc that slides and spins
/// against Coulomb friction under uniform pressure, which the elements of PCM must give.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"
#include "contact/laws/restitution.h"
#include "contact/patches/polygonal_contact.h"
#include "contact/patches/volumetric_law.h"
#include "geometry/sample_meshes.h"
#include "math/elementary.h"
#include "validation/cases/cases.h"
#include "validation/contact_scenes.h"

namespace outrigger::validation {
namespace volumetric_case {

using contact::PatchVelocity;
using contact::VolumetricForce;
using geometry::Mesh;
using geometry::Triangle;

constexpr double kPi = std::numbers::pi, kStiffness = 5e7, kFriction = 0.6, kSlipSpeed = 1e-4;
constexpr double kWorldStiffness = 1e6, kWorldMass = 10.0;
const Vec3 kWorldInertia(0.4, 0.4, 0.4);

contact::VolumetricLaw make_law() {
  contact::VolumetricLaw law;
  law.stiffness = kStiffness;
  law.restitution = 0.5;
  law.friction = kFriction;
  law.slip_speed = kSlipSpeed;
  return law;
}

/// Damping a of the law [s/m].
double damping(double impact_speed) { return contact::restitution_factor(0.5) / impact_speed; }

struct Solid {
  Mesh mesh;
  geometry::BoxTree tree;
  explicit Solid(Mesh m) : mesh(std::move(m)), tree(mesh) {}
  contact::MeshShape shape() const { return {&mesh, &tree}; }
};

const Solid& ground() {
  static const Solid plane(
      Mesh({{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}}, {{0, 1, 2}, {0, 2, 3}}));
  return plane;
}

Mesh make_ball(double radius) {
  const Mesh unit = geometry::sample_icosphere(6);
  std::vector<Vec3> v = unit.vertices();
  for (Vec3& p : v) p *= radius;
  return Mesh(std::move(v), unit.faces());
}

/// A flat prism of many sides with the area of the disc, its faces in rings.
Mesh make_disc(int sides, int rings, double radius, double height) {
  const double turn = 2.0 * kPi / sides;
  const double outer = radius * std::sqrt(turn / elementary::sin(turn));
  std::vector<Vec3> v;
  for (const double z : {-0.5 * height, 0.5 * height}) {
    v.emplace_back(0, 0, z);
    for (int r = 1; r <= rings; ++r)
      for (int i = 0; i < sides; ++i) {
        const auto a = elementary::sincos(turn * i);
        v.emplace_back(outer * r / rings * a.cosine, outer * r / rings * a.sine, z);
      }
  }
  const int count = 1 + rings * sides;
  const auto at = [&](int top, int r, int i) {
    return top * count + 1 + (r - 1) * sides + i % sides;
  };
  std::vector<Triangle> faces;
  const auto add = [&](int top, int a, int b, int c) {
    faces.push_back(top == 1 ? Triangle{a, b, c} : Triangle{a, c, b});
  };
  for (const int top : {0, 1})
    for (int i = 0; i < sides; ++i) {
      add(top, top * count, at(top, 1, i), at(top, 1, i + 1));
      for (int r = 1; r < rings; ++r) {
        add(top, at(top, r, i), at(top, r + 1, i), at(top, r + 1, i + 1));
        add(top, at(top, r, i), at(top, r + 1, i + 1), at(top, r, i + 1));
      }
    }
  for (int i = 0; i < sides; ++i) {
    faces.push_back({at(0, rings, i), at(0, rings, i + 1), at(1, rings, i + 1)});
    faces.push_back({at(0, rings, i), at(1, rings, i + 1), at(1, rings, i)});
  }
  return Mesh(std::move(v), std::move(faces));
}

/// The only patch of a body on the ground, in axes of the ground, normal upwards.
contact::MeshPatch patch_on_ground(const Solid& body, const Pose& pose) {
  contact::MeshPatches query;
  // The ground as A gives results in its own axes; then the roles are turned round.
  query.find(ground().shape(), body.shape(), pose);
  OUTRIGGER_ASSERT(query.patches().size() == 1);
  contact::MeshPatch patch = query.patches()[0];
  patch.normal = -patch.normal;
  return patch;
}

double relative(double value, double exact) { return std::abs(value / exact - 1.0); }

void add_sphere(Result& result) {
  constexpr double R = 0.3, kImpact = 0.8, kSinking = 0.4, kRolling = 3.0;
  const Solid ball(make_ball(R));
  double normal_error = 0.0, rolling_error = 0.0;
  for (const double h : {0.005, 0.01, 0.02, 0.04}) {
    const contact::MeshPatch patch = patch_on_ground(ball, {{0.01, 0.02, R - h}, Mat3::Identity()});
    PatchVelocity v;
    v.reference = patch.centroid;
    v.linear = Vec3(0, 0, -kSinking);
    v.angular = Vec3(0, kRolling, 0);
    const VolumetricForce f = volumetric_force(make_law(), patch, v, kImpact);
    // The cap from its pole: moments of ρ² = 2 R z - z².
    const double h3 = h * h * h, h4 = h3 * h, h5 = h4 * h;
    const double volume = kPi * h * h * (3.0 * R - h) / 3.0;
    const double height = kPi * (2.0 * R * h3 / 3.0 - h4 / 4.0) / volume;
    const double inertia = kPi / 4.0 * (4.0 * R * R * h3 / 3.0 - R * h4 + h5 / 5.0) +
                           kPi * (R * h4 / 2.0 - h5 / 5.0) - volume * height * height;
    const double a = damping(kImpact);
    normal_error = std::max(normal_error,
                            relative(f.normal_force, kStiffness * volume * (1.0 + a * kSinking)));
    rolling_error =
        std::max(rolling_error, relative(f.rolling.y(), -kStiffness * a * inertia * kRolling));
  }
  // What a surface of 81,920 facets is smaller than the sphere.
  result.bound("sphere: normal force, relative error", normal_error, 0.01);
  result.bound("sphere: rolling resistance, relative error", rolling_error, 0.02);
}

void add_cube(Result& result) {
  constexpr double L = 0.4, h = 0.01, kImpact = 0.5;
  const Solid cube(geometry::sample_box({L, L, L}));
  const Mat3 turn = Eigen::AngleAxisd(0.3, Vec3::UnitZ()).toRotationMatrix();
  const contact::MeshPatch patch = patch_on_ground(cube, {{0.1, -0.1, 0.5 * L - h}, turn});
  PatchVelocity v;
  v.reference = Vec3(0.1, -0.1, 0.0);
  v.linear = Vec3(0.3, -0.1, -0.2);
  v.angular = Vec3(0.5, -0.7, 2.0);
  const VolumetricForce f = volumetric_force(make_law(), patch, v, kImpact);
  const double volume = L * L * h, a = damping(kImpact), gyration = L * L / 6.0;
  const double normal = kStiffness * volume * (1.0 + a * 0.2);
  const double speed = std::sqrt(0.1 + gyration * 4.0);
  const Vec3 rolling = -kStiffness * a * volume * (L * L + h * h) / 12.0 * Vec3(0.5, -0.7, 0.0);
  const Vec3 sliding = -kFriction * normal / speed * Vec3(0.3, -0.1, 0.0);
  result.bound("cube: normal force, relative error", relative(f.normal_force, normal), 1e-9);
  result.bound("cube: rolling resistance, relative error",
               (f.rolling - rolling).norm() / rolling.norm(), 1e-9);
  result.bound("cube: friction, relative error", (f.tangential - sliding).norm() / sliding.norm(),
               1e-9);
  result.bound("cube: spin torque, relative error",
               relative(f.spin.z(), -kFriction * normal * gyration * 2.0 / speed), 1e-9);
}

/// Friction and its torque of a disc over μ N and μ N R.
struct Friction {
  double force = 0.0, torque = 0.0;
};

/// Coulomb under uniform pressure: the mean over the disc of the direction of slip and of its moment.
/// `slip` is v/(ω R).
Friction coulomb_disc(double slip) {
  constexpr int kRadii = 200, kAngles = 400;
  Friction sum;
  for (int i = 0; i < kRadii; ++i) {
    const double r = (i + 0.5) / kRadii, weight = 2.0 * r / kRadii / kAngles;
    for (int j = 0; j < kAngles; ++j) {
      const auto a = elementary::sincos(2.0 * kPi * (j + 0.5) / kAngles);
      const double vx = slip - r * a.sine, vy = r * a.cosine;
      const double speed = std::hypot(vx, vy);
      sum.force += weight * vx / speed;
      sum.torque += weight * (r * a.cosine * vy - r * a.sine * vx) / speed;
    }
  }
  return sum;
}

void add_disc(Result& result) {
  constexpr double R = 0.25, h = 0.002, kHeight = 0.1, kSpin = 4.0;
  const Solid disc(make_disc(96, 12, R, kHeight));
  const Pose pose{{0.0, 0.0, 0.5 * kHeight - h}, Mat3::Identity()};
  const contact::MeshPatch patch = patch_on_ground(disc, pose);
  contact::LayerLaw layer;
  layer.stiffness = kStiffness;
  layer.friction = kFriction;
  layer.slip_speed = kSlipSpeed;
  contact::PolygonalContact pcm(disc.shape(), contact::HalfSpace{}, layer);
  const double load = kStiffness * kPi * R * R * h, limit = kFriction * load;
  double volumetric_error = 0.0, pcm_error = 0.0, apart = 0.0;
  result.series.columns = {
      "slip / (spin R)",           "force / (mu N): volumetric",    "force / (mu N): PCM",
      "force / (mu N): Coulomb",   "torque / (mu N R): volumetric", "torque / (mu N R): PCM",
      "torque / (mu N R): Coulomb"};
  double normal_error = 0.0;
  for (int i = 0; i <= 30; ++i) {
    const double slip = 0.1 * i, speed = slip * kSpin * R;
    PatchVelocity v;
    v.reference = Vec3::Zero();
    v.linear = Vec3(speed, 0, 0);
    v.angular = Vec3(0, 0, kSpin);
    const VolumetricForce f = volumetric_force(make_law(), patch, v, 1.0);
    normal_error = std::max(normal_error, relative(f.normal_force, load));
    const Friction volumetric{-f.tangential.x() / limit, -f.spin.z() / (limit * R)};
    // r = R/√2.
    const double both = std::sqrt(slip * slip + 0.5);
    volumetric_error = std::max({volumetric_error, std::abs(volumetric.force - slip / both),
                                 std::abs(volumetric.torque - 0.5 / both)});
    // The ground moves against the disc; force on the disc.
    const contact::ContactForce& c =
        pcm.evaluate({{{0.0, 0.0, -pose.position.z()}, Mat3::Identity()},
                      Vec3(-speed, 0, 0),
                      Vec3(0, 0, -kSpin)});
    const Friction elements{-c.force.x() / limit, -c.torque.z() / (limit * R)};
    const Friction exact = coulomb_disc(slip);
    pcm_error = std::max({pcm_error, std::abs(elements.force - exact.force),
                          std::abs(elements.torque - exact.torque)});
    apart = std::max({apart, std::abs(volumetric.force - exact.force),
                      std::abs(volumetric.torque - exact.torque)});
    result.series.rows.push_back({slip, volumetric.force, elements.force, exact.force,
                                  volumetric.torque, elements.torque, exact.torque});
  }
  result.bound("disc: normal force, relative error", normal_error, 1e-9);
  result.bound("disc: friction and spin torque, error / limit", volumetric_error, 1e-6);
  result.compare("disc: pure spin, torque / (mu N R)", result.series.rows.front()[4],
                 std::numbers::sqrt2 / 2.0, 1e-6);
  result.bound("disc: PCM against Coulomb, error / limit", pcm_error, 2e-3);
  result.bound("disc: volumetric law against Coulomb / limit", apart, 0.15);
}

/// A body on the plane of a world, by its mesh; found as it is at the start.
ContactScene on_plane(const Mesh& mesh, const Vec3& position) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  scene.meshes.emplace("solid", mesh);
  add_body(m, "solid", kWorldMass, kWorldInertia, position);
  add_shape(m, "solid", description::ContactShape::Kind::mesh, "rubber").file = "solid";
  m.materials.push_back({"rubber", {}, 1e7, 0.3, 0.5});
  add_friction(m, "rubber", "asphalt", kFriction);
  description::ContactLaw law;
  law.name = "volumes";
  law.material_a = "rubber";
  law.material_b = "asphalt";
  law.patch = description::ContactLaw::Patch::volumetric;
  law.layer_stiffness = kWorldStiffness;
  m.contact_laws.push_back(law);
  return scene;
}

/// The same law in the step: static force of a sphere, and a disc that spins and slides until it stands,
/// against the ratio of both and the time of its one limit.
void add_worlds(Result& result) {
  constexpr double R = 0.3, h = 0.015;
  const ContactScene ball = on_plane(make_ball(R), {0.0, 0.0, R - h});
  const sim::World at_start = ball.make_world();
  const auto contacts = at_start.contacts();
  const double volume = kPi * h * h * (3.0 * R - h) / 3.0;
  result.compare("in the step, sphere: normal force [N]",
                 contacts.empty() ? 0.0 : contacts.front().normal_force, kWorldStiffness * volume,
                 0.01 * kWorldStiffness * volume);

  // v' = -μ g v/v_a, ω' = -μ m g r² ω/(I v_a): with I = m r² both fall together, v_a by μ g.
  constexpr double kRadius = 0.25, kHeight = 0.1, kSlide = 1.0;
  const double weight = kWorldMass * kGravity,
               depth = weight / (kWorldStiffness * kPi * kRadius * kRadius);
  ContactScene disc =
      on_plane(make_disc(96, 4, kRadius, kHeight), {0.0, 0.0, 0.5 * kHeight - depth});
  const double gyration = kRadius / std::numbers::sqrt2;
  description::Body& body = disc.machine.bodies.front();
  body.inertia(2, 2) = kWorldMass * gyration * gyration;
  body.velocity = Vec3(kSlide, 0.0, 0.0);
  const double spin = kSlide / gyration;
  body.angular_velocity = Vec3(0.0, 0.0, spin);
  sim::World world = disc.make_world();
  const sim::BodyHandle handle = world.body("solid");
  double angle = 0.0, before = spin, tilt = 0.0;
  for (int i = 0; i < 1500; ++i) {
    world.step();
    const double now = world.twist(handle).angular.z();
    angle += 0.5 * world.step_size() * (before + now);
    before = now;
    tilt = std::max(tilt, 1.0 - world.pose(handle).rotation(2, 2));
  }
  // v_a = √2 v: each falls by μ g/√2 of its own.
  const double slowing = kFriction * kGravity / std::numbers::sqrt2;
  const double way = 0.5 * kSlide * kSlide / slowing;
  result.compare("in the step, disc: way until it stands [m]", world.pose(handle).position.x(), way,
                 0.01 * way);
  result.compare("in the step, disc: angle until it stands [rad]", angle, way / gyration,
                 0.01 * way / gyration);
  result.bound("in the step, disc: speed at the end [m/s]",
               world.twist(handle).linear.norm() + kRadius * world.twist(handle).angular.norm(),
               1e-4);
}

Result run_case() {
  Result result;
  add_sphere(result);
  add_cube(result);
  add_disc(result);
  add_worlds(result);
  return result;
}

}  // namespace volumetric_case

std::vector<Case> volumetric_cases() {
  using namespace volumetric_case;
  return {{"volumetric",
           "sphere, cube and disc on a plane by the volumetric law against closed forms",
           run_case}};
}

}  // namespace outrigger::validation
