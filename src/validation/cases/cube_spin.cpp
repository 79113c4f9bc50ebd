/// A cube that lies on a plane and spins (THESIS §4.2, Figure 4.3): one contact point does not stop it;
/// four spheres, the corners of a box, the volumetric law and PCM do, each after the angle that its
/// distribution of pressure predicts.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "geometry/sample_meshes.h"
#include "validation/cases/cases.h"
#include "validation/contact_scenes.h"

namespace outrigger::validation {
namespace cube_spin_case {

constexpr double kMass = 10.0, kEdge = 0.3, kFriction = 0.5, kStiffness = 2e7;
constexpr double kSpin = 20.0;    ///< at the start [rad/s]
constexpr double kSphere = 0.03;  ///< radius of the four spheres [m]
constexpr double kDuration = 1.0;

enum class Way { point, spheres, corners, volume, elements };

/// The cube's mesh with every face cut into four, three times: one element of PCM per face takes the
/// slip of its middle for that of the whole.
geometry::Mesh make_fine_cube() {
  geometry::Mesh mesh = geometry::sample_box(Vec3::Constant(kEdge));
  for (int round = 0; round < 3; ++round) {
    std::vector<Vec3> v = mesh.vertices();
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [at, added] = middles.try_emplace(std::minmax(a, b), static_cast<int>(v.size()));
      if (added)
        v.push_back(0.5 * (v[static_cast<std::size_t>(a)] + v[static_cast<std::size_t>(b)]));
      return at->second;
    };
    std::vector<geometry::Triangle> faces;
    for (const geometry::Triangle& f : mesh.faces()) {
      const int ab = middle(f[0], f[1]), bc = middle(f[1], f[2]), ca = middle(f[2], f[0]);
      faces.push_back({f[0], ab, ca});
      faces.push_back({f[1], bc, ab});
      faces.push_back({f[2], ca, bc});
      faces.push_back({ab, bc, ca});
    }
    mesh = geometry::Mesh(std::move(v), std::move(faces));
  }
  return mesh;
}

ContactScene make_scene(Way way) {
  const bool mesh = way == Way::point || way == Way::elements || way == Way::volume;
  ContactScene scene = mesh ? make_mesh_cubes(1, 0.2) : make_cube_stack(1, 0.2);
  if (way == Way::elements) scene.meshes.insert_or_assign("cube", make_fine_cube());
  description::Machine& m = scene.machine;
  m.bodies[0].angular_velocity = Vec3(0, 0, kSpin);
  m.bodies[0].velocity = Vec3::Zero();
  // At the depth that carries the weight.
  const double weight = kMass * kGravity;
  double depth = 0.0;
  if (way == Way::point) depth = std::pow(weight / kStiffness, 2.0 / 3.0);
  if (way == Way::corners) depth = std::pow(weight / 4.0 / kStiffness, 2.0 / 3.0);
  if (way == Way::elements || way == Way::volume) depth = weight / (kStiffness * kEdge * kEdge);
  if (way == Way::spheres) {
    // Soft enough for the step to follow; the asphalt is rigid against it.
    constexpr double kYoung = 2e7, kPoisson = 0.3;
    m.materials[0].young = kYoung;
    const double hertz = 4.0 / 3.0 * kYoung / (1.0 - kPoisson * kPoisson) * std::sqrt(kSphere);
    depth = std::pow(weight / 4.0 / hertz, 2.0 / 3.0);
  }
  m.bodies[0].pose.position.z() = 0.5 * kEdge - depth;
  description::ContactLaw law;
  law.name = "block_asphalt";
  law.material_a = "block";
  law.material_b = "asphalt";
  law.stiffness = kStiffness;
  law.layer_stiffness = kStiffness;
  if (way == Way::point) law.patch = description::ContactLaw::Patch::plane;
  if (way == Way::volume) law.patch = description::ContactLaw::Patch::volumetric;
  m.contact_laws.push_back(law);
  if (way == Way::spheres) {
    m.shapes.clear();
    m.contact_laws.clear();
    const double inset = 0.5 * kEdge - kSphere;
    for (const double x : {-inset, inset})
      for (const double y : {-inset, inset}) {
        description::ContactSphere s;
        s.name = "corner" + std::to_string(m.spheres.size());
        s.group = "corners";
        s.body = m.bodies[0].name;
        s.centre = Vec3(x, y, -inset);
        s.radius = kSphere;
        s.material = "block";
        m.spheres.push_back(s);
      }
  }
  return scene;
}

/// Angle turned and spin left after a second; spins in the series.
struct Turn {
  double angle = 0.0, spin = 0.0, tilt = 0.0;
  std::vector<double> spins;
};

Turn run_world(Way way) {
  Turn turn;
  const ContactScene scene = make_scene(way);
  sim::World world = scene.make_world();
  const sim::BodyHandle cube = world.body(scene.machine.bodies[0].name);
  const double h = world.step_size();
  turn.spins.push_back(kSpin);
  double before = kSpin;
  for (int i = 1; i <= std::lround(kDuration / h); ++i) {
    world.step();
    const double spin = world.twist(cube).angular.z();
    turn.angle += 0.5 * h * (spin + before);
    before = spin;
    turn.tilt = std::max(turn.tilt, 1.0 - world.pose(cube).rotation(2, 2));
    if (i % 5 == 0) turn.spins.push_back(spin);
  }
  turn.spin = before;
  turn.tilt = std::sqrt(2.0 * turn.tilt);
  return turn;
}

Result run_case() {
  Result result;
  const Turn point = run_world(Way::point), spheres = run_world(Way::spheres),
             corners = run_world(Way::corners), elements = run_world(Way::elements),
             volumetric = run_world(Way::volume);
  // ω₀²/(2 α), α = μ m g r/I: r the mean distance of the pressure from the middle.
  const auto exact = [](double r) {
    const double slowing = kFriction * kGravity * r / (kEdge * kEdge / 6.0);
    return 0.5 * kSpin * kSpin / slowing;
  };
  const auto add = [&](const std::string& name, const Turn& t, double r) {
    result.compare(name + ": angle until it stands [rad]", t.angle, exact(r), 0.01 * exact(r));
    result.bound(name + ": spin after 1 s [rad/s]", t.spin, 1e-3);
  };
  const auto add_world = [&](const std::string& name, const Turn& t, double r) {
    add(name, t, r);
    result.bound(name + ": largest tilt [rad]", t.tilt, 1e-3);
  };
  const double root2 = std::numbers::sqrt2;
  add_world("four spheres", spheres, root2 * (0.5 * kEdge - kSphere));
  add_world("corners of a box", corners, 0.5 * root2 * kEdge);
  add_world("volumetric", volumetric, kEdge / std::sqrt(6.0));
  // Mean distance from the middle of a square.
  add_world("PCM", elements, kEdge * (root2 + std::log(1.0 + root2)) / 6.0);
  result.compare("one point: spin after 1 s [rad/s]", point.spin, kSpin, 0.01 * kSpin);
  result.series.columns = {"t [s]",
                           "spin [rad/s]: one point",
                           "spin [rad/s]: four spheres",
                           "spin [rad/s]: corners of a box",
                           "spin [rad/s]: volumetric",
                           "spin [rad/s]: PCM"};
  for (std::size_t i = 0; i < point.spins.size(); ++i)
    result.series.rows.push_back({5e-3 * static_cast<double>(i), point.spins[i], spheres.spins[i],
                                  corners.spins[i], volumetric.spins[i], elements.spins[i]});
  return result;
}

}  // namespace cube_spin_case

std::vector<Case> cube_spin_cases() {
  using namespace cube_spin_case;
  return {{"cube-spin",
           "a spinning cube on a plane: one point, four spheres, corners, volumetric law, PCM",
           run_case}};
}

}  // namespace outrigger::validation
