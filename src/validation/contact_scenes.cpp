#include "validation/contact_scenes.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "geometry/mass_properties.h"
#include "geometry/sample_meshes.h"
#include "math/elementary.h"

namespace outrigger::validation {

using description::Body;
using description::ContactShape;
using description::Machine;

sim::World ContactScene::make_world(sim::WorldOptions options) const {
  options.meshes = std::make_shared<const contact::MeshLibrary>(meshes);
  return sim::World(machine, options);
}

Body& add_body(Machine& m, const std::string& name, double mass, const Vec3& moments,
               const Vec3& position) {
  Body b;
  b.name = name;
  b.mass = mass;
  b.inertia = moments.asDiagonal();
  b.pose.position = position;
  b.pose_given = true;
  m.bodies.push_back(std::move(b));
  return m.bodies.back();
}

ContactShape& add_shape(Machine& m, const std::string& body, ContactShape::Kind kind,
                        const std::string& material) {
  ContactShape s;
  s.name = s.group = m.shapes.empty() ? body : fmt::format("{}_{}", body, m.shapes.size());
  s.body = body;
  s.kind = kind;
  s.material = material;
  m.shapes.push_back(std::move(s));
  return m.shapes.back();
}

void add_friction(Machine& m, const std::string& a, const std::string& b, double coefficient) {
  m.friction.push_back({a + "_" + b, {}, a, b, coefficient, coefficient});
}

void leave_out_ground(Machine& m) {
  std::vector<std::string> groups;
  for (const ContactShape& s : m.shapes)
    if (s.body != description::kGround) groups.push_back(s.group);
  for (const std::string& g : groups)
    m.contact_pairs.push_back({"not_ground_" + g, {}, g, description::kGround, false});
}

Vec3 box_moments(double mass, const Vec3& e) {
  return mass / 12.0 *
         Vec3(e.y() * e.y() + e.z() * e.z(), e.x() * e.x() + e.z() * e.z(),
              e.x() * e.x() + e.y() * e.y());
}

Vec3 ball_moments(double mass, double radius) {
  return Vec3::Constant(0.4 * mass * radius * radius);
}

double terrain_height(double x, double y) {
  return 0.5 * elementary::sincos(0.5 * x).sine * elementary::sincos(0.4 * y).cosine;
}

ContactScene make_terrain_spheres(int count) {
  constexpr int kCells = 200, kNodes = kCells + 1;
  constexpr double kCell = 0.25, kHalf = kCells * kCell / 2.0, kRadius = 0.2, kDensity = 2000.0;
  ContactScene scene;
  Machine& m = scene.machine;
  m.name = fmt::format("terrain-spheres-{}", count);
  std::vector<Vec3> vertices;
  std::vector<geometry::Triangle> faces;
  for (int j = 0; j < kNodes; ++j)
    for (int i = 0; i < kNodes; ++i) {
      const double x = -kHalf + i * kCell, y = -kHalf + j * kCell;
      vertices.emplace_back(x, y, terrain_height(x, y));
    }
  for (int j = 0; j < kCells; ++j)
    for (int i = 0; i < kCells; ++i) {
      const int at = j * kNodes + i;
      faces.push_back({at, at + 1, at + kNodes + 1});
      faces.push_back({at, at + kNodes + 1, at + kNodes});
    }
  scene.meshes.emplace("terrain", geometry::Mesh(std::move(vertices), std::move(faces)));

  const double mass = kDensity * 4.0 / 3.0 * std::numbers::pi * kRadius * kRadius * kRadius;
  const int side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(count))));
  for (int i = 0; i < count; ++i) {
    const std::string name = fmt::format("s{}", i);
    Body& b =
        add_body(m, name, mass, ball_moments(mass, kRadius),
                 {(i % side - (side - 1) / 2.0) * 0.5, (i / side - (side - 1) / 2.0) * 0.5, 1.5});
    b.velocity = Vec3(1.0, 0.3, 0.0);
    ContactShape& s = add_shape(m, name, ContactShape::Kind::sphere, "stone");
    s.radius = kRadius;
    s.group = "stones";
  }
  ContactShape& terrain = add_shape(m, description::kGround, ContactShape::Kind::mesh, "stone");
  terrain.name = terrain.group = "terrain";
  terrain.file = "terrain";
  leave_out_ground(m);
  m.contact_pairs.resize(1);
  m.materials.push_back({"stone", {}, 1e9, 0.3, 0.3});
  add_friction(m, "stone", "stone", 0.5);
  // m g = k δ^{3/2} at δ = 1 mm.
  description::ContactLaw law;
  law.name = law.material_a = law.material_b = "stone";
  law.stiffness = mass * 9.81 / std::pow(1e-3, 1.5);
  m.contact_laws.push_back(law);
  return scene;
}

ContactScene make_cube_stack(int count, double restitution) {
  constexpr double kEdge = 0.3, kMass = 10.0, kGap = 0.002, kDrop = 0.1;
  ContactScene scene;
  Machine& m = scene.machine;
  m.name = fmt::format("cube-stack-{}", count);
  for (int i = 0; i < count; ++i) {
    const std::string name = fmt::format("cube{}", i + 1);
    add_body(m, name, kMass, box_moments(kMass, Vec3::Constant(kEdge)),
             {0.0, 0.0, kDrop + 0.5 * kEdge + i * (kEdge + kGap)});
    add_shape(m, name, ContactShape::Kind::box, "block").size = Vec3::Constant(kEdge);
  }
  // Softer cubes buckle: a tall stack stands only as long as its contacts resist tilting.
  m.materials.push_back({"block", {}, 5e10, 0.3, restitution});
  m.materials.push_back({"asphalt", {}, 5e10, 0.3, restitution});
  add_friction(m, "block", "block", 0.5);
  add_friction(m, "block", "asphalt", 0.5);
  return scene;
}

ContactScene make_bubbles() {
  ContactScene scene;
  Machine& m = scene.machine;
  m.name = "bouncing-bubbles";
  const geometry::Mesh bubble = geometry::sample_bubble(19, 25);
  const geometry::MassProperties properties = geometry::mass_properties(bubble);
  // An inverted pyramid: its walls lead the bubbles to each other.
  constexpr double kHalf = 2.0, kDepth = 1.2;
  scene.meshes.emplace("container", geometry::Mesh({{-kHalf, -kHalf, 0.0},
                                                    {kHalf, -kHalf, 0.0},
                                                    {kHalf, kHalf, 0.0},
                                                    {-kHalf, kHalf, 0.0},
                                                    {0.0, 0.0, -kDepth}},
                                                   {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}));
  scene.meshes.emplace("bubble", bubble);
  for (int i = 0; i < 3; ++i) {
    const std::string name = fmt::format("bubble{}", i + 1);
    Body& b = add_body(m, name, 2.0, Vec3::Ones(), {0.25 * (i - 1), 0.1 * (i - 1), 0.2 + 0.5 * i});
    b.inertia = 2.0 / properties.volume * properties.inertia;
    b.centre = properties.centroid;
    add_shape(m, name, ContactShape::Kind::mesh, "skin").file = "bubble";
  }
  ContactShape& container = add_shape(m, description::kGround, ContactShape::Kind::mesh, "wall");
  container.name = container.group = "container";
  container.file = "container";
  leave_out_ground(m);
  for (const char* material : {"skin", "wall"}) {
    m.materials.push_back({material, {}, 1e6, 0.3, 0.5});
    add_friction(m, "skin", material, 0.25);
    description::ContactLaw law;
    law.name = law.material_b = material;
    law.material_a = "skin";
    law.friction = description::ContactLaw::Friction::regularised;
    const bool wall = law.material_b == "wall";
    law.layer_stiffness = wall ? 1.2e6 : 5.9e5;
    law.layer_damping = wall ? 500.0 : 1000.0;
    m.contact_laws.push_back(law);
  }
  return scene;
}

ContactScene make_mesh_cubes(int count, double restitution) {
  ContactScene scene = make_cube_stack(count, restitution);
  const double e = 0.5 * scene.machine.shapes.front().size.x();
  scene.meshes.emplace("cube", geometry::sample_box(Vec3::Constant(2.0 * e)));
  for (ContactShape& s : scene.machine.shapes) {
    s.kind = ContactShape::Kind::mesh;
    s.file = "cube";
  }
  return scene;
}

ContactScene make_link_chain(int count) {
  // Outer length 2 (length/2 + ring + tube): neighbours hang in each other, turned by 90°.
  constexpr double kSide = 0.04, kRing = 0.02, kTube = 0.0075, kMass = 0.4;
  const double pitch = kSide + 2.0 * (kRing - kTube);
  ContactScene scene;
  Machine& m = scene.machine;
  m.name = fmt::format("link-chain-{}", count);
  const Vec3 moments = kMass * Vec3(4e-4, 1.2e-3, 1.5e-3);
  for (int i = 0; i <= count; ++i) {
    const std::string name = i == 0 ? std::string(description::kGround) : fmt::format("link{}", i);
    Pose pose;
    // The link's length is its x axis: along the world's -z; every second one turned about it.
    Mat3 r;
    r.col(0) = -Vec3::UnitZ();
    r.col(1) = i % 2 == 0 ? Vec3::UnitX() : Vec3::UnitY();
    r.col(2) = r.col(0).cross(r.col(1));
    pose.rotation = r;
    pose.position = Vec3(0.0, 0.0, 10.0 - i * pitch);
    if (i > 0) {
      Body& b = add_body(m, name, kMass, moments, pose.position);
      b.pose = pose;
    }
    ContactShape& s = add_shape(m, name, ContactShape::Kind::chain_link, "steel");
    s.name = s.group = fmt::format("link{}_shape", i);
    if (i == 0) s.pose = pose;
    s.radius = kRing;
    s.length = kSide;
    s.tube = kTube;
  }
  leave_out_ground(m);
  return scene;
}

}  // namespace outrigger::validation
