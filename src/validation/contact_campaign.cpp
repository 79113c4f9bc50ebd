#include "validation/contact_campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/random.h"
#include "geometry/mass_properties.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"
#include "validation/campaign_meshes.h"
#include "validation/case.h"

namespace outrigger::validation {

namespace {

using description::Body;
using description::ContactShape;
using description::Machine;
using Kind = ContactShape::Kind;

constexpr double kSmallest = 1e-3, kLargest = 1.5;  ///< sizes [m]
constexpr double kSteps[] = {2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2};
constexpr Kind kSolids[] = {Kind::sphere,    Kind::box,   Kind::capsule,    Kind::cylinder,
                            Kind::ellipsoid, Kind::torus, Kind::chain_link, Kind::mesh};

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {
    Machine& m = out_.scene.machine;
    m.name = fmt::format("contact-scene-{}", seed);
    m.settings.step = kSteps[random_.integer(std::size(kSteps))];
    // Rubber to steel.
    young_ = logarithmic(1e6, 2e11);
    m.materials.push_back({"stuff", {}, young_, 0.3, 0.3});
    m.materials.push_back({"floor", {}, logarithmic(1e8, 2e11), 0.3, 0.3});
    restitution_ = random_.uniform() < 0.1 ? 1.0 : random_.uniform();
    friction_ = random_.uniform() < 0.15 ? 0.0 : random_.uniform(0.0, 1.2);
    for (const char* other : {"stuff", "floor", "asphalt"}) {
      add_friction(m, "stuff", other, friction_);
      description::ContactLaw law;
      law.name = std::string("with_") + other;
      law.material_a = "stuff";
      law.material_b = other;
      law.restitution = restitution_;
      m.contact_laws.push_back(law);
    }
    size_ = logarithmic(kSmallest, kLargest);
    density_ = logarithmic(100.0, 8000.0);
  }

  CampaignScene make(SceneFamily family) {
    if (family == SceneFamily::meshes)
      make_meshes();
    else if (family == SceneFamily::machines)
      make_machine();
    else
      make_shapes();
    out_.size = size_;
    const double fall = std::sqrt(size_ / kGravity);
    out_.duration = std::max(60.0 * out_.scene.machine.settings.step, std::min(4.0, 40.0 * fall));
    if (out_.rests) out_.duration = std::max(out_.duration, 3.0);
    return std::move(out_);
  }

 private:
  void make_shapes() {
    switch (random_.integer(9)) {
      case 0:
        drop();
        break;
      case 1:
        set_down();
        break;
      case 2:
        thrown();
        break;
      case 3:
        stack();
        break;
      case 4:
        pile();
        break;
      case 5:
        wedge();
        break;
      case 6:
        straight_drop();
        break;
      case 7:
        chain();
        break;
      default:
        spheres();
        break;
    }
  }
  void make_meshes() {
    switch (random_.integer(6)) {
      case 0:
        mesh_drop();
        break;
      case 1:
        mesh_set_down();
        break;
      case 2:
        mesh_thrown();
        break;
      case 3:
        mesh_stack();
        break;
      case 4:
        mesh_pile();
        break;
      default:
        mesh_on_mesh();
        break;
    }
  }
  void make_machine() {
    if (random_.uniform() < 0.5)
      door();
    else
      hanging_chain();
  }
  double logarithmic(double a, double b) {
    return a * std::exp(random_.uniform() * std::log(b / a));
  }
  Machine& machine() { return out_.scene.machine; }
  Vec3 direction() {
    for (;;) {
      // One by one: in which order arguments are computed is the compiler's choice.
      Vec3 v;
      for (const int k : {2, 1, 0}) v[k] = random_.uniform(-1, 1);
      if (v.squaredNorm() > 0.01 && v.squaredNorm() < 1.0) return v.normalized();
    }
  }

  /// A body of about this size with one shape; returns its place in the machine.
  std::size_t add(const std::string& name, Kind kind, double size, double density) {
    const double a = size * random_.uniform(0.3, 1.0), b = size * random_.uniform(0.3, 1.0);
    ContactShape shape;
    Vec3 moments;
    double mass = 0.0;
    const auto box = [&](const Vec3& edges, double filled) {
      mass = filled * density * edges.prod();
      moments = box_moments(mass, edges);
    };
    shape.kind = kind;
    switch (kind) {
      case Kind::sphere:
        shape.radius = 0.5 * size;
        mass = density * 4.18879 * shape.radius * shape.radius * shape.radius;
        moments = ball_moments(mass, shape.radius);
        break;
      case Kind::capsule:
        shape.radius = 0.25 * a;
        shape.length = size;
        box({2 * shape.radius, 2 * shape.radius, size + shape.radius}, 0.8);
        break;
      case Kind::cylinder:
        shape.radius = 0.5 * a;
        shape.length = b;
        box({a, a, b}, 0.785);
        break;
      case Kind::ellipsoid:
        shape.size = 0.5 * Vec3(size, a, b);
        box(1.6 * shape.size, 1.0);
        break;
      case Kind::torus:
        shape.radius = 0.4 * size;
        shape.tube = 0.1 * a;
        box({size, size, 2 * shape.tube}, 0.5);
        break;
      case Kind::chain_link:
        shape.radius = 0.2 * size;
        shape.length = 0.5 * size;
        shape.tube = 0.05 * size;
        box({size, 0.5 * size, 0.1 * size}, 0.5);
        break;
      case Kind::mesh: {
        shape.file = name + ".obj";
        geometry::Mesh unit = geometry::sample_icosphere(2, 0.1);
        std::vector<Vec3> vertices;
        for (const Vec3& v : unit.vertices())
          vertices.push_back(0.5 * Vec3(size * v.x(), a * v.y(), b * v.z()));
        out_.scene.meshes.emplace(
            shape.file, geometry::Mesh(vertices, std::vector<geometry::Triangle>(
                                                     unit.faces().begin(), unit.faces().end())));
        box(Vec3(size, a, b) * 0.9, 0.6);
        break;
      }
      default:
        shape.kind = Kind::box;
        shape.size = Vec3(size, a, b);
        box(shape.size, 1.0);
    }
    add_body(machine(), name, mass, moments, Vec3::Zero());
    shape.name = shape.group = name;
    shape.body = name;
    shape.material = "stuff";
    machine().shapes.push_back(std::move(shape));
    return machine().bodies.size() - 1;
  }
  Kind any_kind() { return kSolids[random_.integer(std::size(kSolids))]; }
  Body& body(std::size_t i) { return machine().bodies[i]; }
  void spin(Body& b, double most) {
    const double rate = most * std::sqrt(kGravity / size_);
    const Vec3 axis = direction();
    b.angular_velocity = random_.uniform() * rate * axis;
  }

  void drop() {
    Body& b = body(add("body", any_kind(), size_, density_));
    out_.kind = "dropped " + shape_name();
    b.pose.rotation = random_rotation(random_);
    b.pose.position.z() = size_ * random_.uniform(1.0, 4.0);
    spin(b, 3.0);
  }
  void thrown() {
    drop();
    out_.kind = "thrown " + shape_name();
    const double speed = std::min(10.0, random_.uniform(0.0, 6.0) * std::sqrt(kGravity * size_));
    Vec3 v = speed * direction();
    v.z() = -std::abs(v.z());
    body(0).velocity = v;
  }
  std::string shape_name() const {
    static constexpr const char* kNames[] = {"sphere", "box",  "capsule", "cylinder", "ellipsoid",
                                             "torus",  "link", "plane",   "mesh"};
    return kNames[static_cast<int>(out_.scene.machine.shapes.front().kind)];
  }

  void set_down() {
    const bool box = random_.uniform() < 0.5;
    Body& b = body(add("body", box ? Kind::box : Kind::cylinder, size_, density_));
    const ContactShape& s = machine().shapes.front();
    b.pose.position.z() = 0.5 * (box ? s.size.z() : s.length);
    out_.kind = "set down " + shape_name();
    out_.rests = restitution_ < 0.7;
  }
  void stack() {
    const int count = 2 + static_cast<int>(random_.integer(9));
    const double ratio = std::exp(random_.uniform(-1.0, 1.0) * std::log(100.0));
    const bool dropped = random_.uniform() < 0.3;
    double z = dropped ? random_.uniform(0.0, 0.3) * size_ : 0.0;
    for (int i = 0; i < count; ++i) {
      const double density =
          density_ * std::pow(ratio, static_cast<double>(i) / std::max(1, count - 1));
      Body& b = body(add(fmt::format("b{}", i), Kind::box, size_, density));
      ContactShape& s = machine().shapes.back();
      s.size = Vec3(size_, size_, size_ * 0.5);
      b.mass = density * s.size.prod();
      b.inertia = box_moments(b.mass, s.size).asDiagonal();
      z += 0.5 * s.size.z();
      b.pose.position.z() = z;
      z += 0.5 * s.size.z() + (dropped ? 0.02 * size_ : 0.0);
    }
    out_.kind =
        fmt::format("{} of {}, masses 1:{:.2g}", dropped ? "dropped stack" : "stack", count, ratio);
    out_.rests = !dropped && restitution_ < 0.7 && young_ > 1e8;
  }
  void pile() {
    const int count = 3 + static_cast<int>(random_.integer(6));
    for (int i = 0; i < count; ++i) {
      const double size = size_ * random_.uniform(0.3, 1.0);
      const double density = density_ * std::exp(random_.uniform(-1.0, 1.0) * 2.0);
      const Kind kind = any_kind();
      Body& b = body(add(fmt::format("b{}", i), kind, size, density));
      b.pose.rotation = random_rotation(random_);
      b.pose.position.z() = (1.0 + 1.4 * i) * size_;
      for (const int k : {1, 0}) b.pose.position[k] = 0.3 * size_ * random_.uniform(-1, 1);
    }
    out_.kind = fmt::format("pile of {}", count);
  }
  void wedge() {
    for (const double side : {-1.0, 1.0}) {
      ContactShape wall;
      wall.name = wall.group = side < 0 ? "left" : "right";
      wall.body = description::kGround;
      wall.kind = Kind::box;
      wall.size = Vec3(4.0 * size_, 4.0 * size_, 0.5 * size_);
      wall.material = "floor";
      const double angle = side * random_.uniform(0.5, 1.2);
      wall.pose.position = Vec3(side * 1.3 * size_, 0.0, 0.6 * size_);
      wall.pose.rotation = Eigen::AngleAxisd(-angle, Vec3::UnitY()).toRotationMatrix();
      machine().shapes.push_back(wall);
    }
    const double heavy = std::exp(random_.uniform(0.0, 1.0) * std::log(1000.0));
    Body& b = body(add("body", any_kind(), 0.7 * size_, density_));
    b.pose.rotation = random_rotation(random_);
    b.pose.position.z() = 3.0 * size_;
    Body& c = body(add("heavy", Kind::box, 0.7 * size_, density_ * heavy));
    c.pose.rotation = random_rotation(random_);
    c.pose.position.z() = 5.0 * size_;
    out_.kind = fmt::format("wedged, masses 1:{:.3g}", heavy);
  }
  void straight_drop() {
    const std::size_t i = add("body", Kind::sphere, size_, density_);
    body(i).pose.position.z() = 0.5 * size_ + size_ * random_.uniform(0.5, 6.0);
    machine().friction.clear();
    friction_ = 0.0;
    for (const char* other : {"stuff", "floor", "asphalt"})
      add_friction(machine(), "stuff", other, 0.0);
    out_.restitution = std::max(restitution_, 0.05);
    for (auto& law : machine().contact_laws) law.restitution = out_.restitution;
    out_.kind = "straight drop";
  }
  void chain() {
    const int count = 2 + static_cast<int>(random_.integer(4));
    for (int i = 0; i < count; ++i) {
      const double density = density_ * std::exp(random_.uniform(-1.0, 1.0) * 2.3);
      const Kind kind = random_.uniform() < 0.5 ? Kind::box : Kind::capsule;
      Body& b = body(add(fmt::format("b{}", i), kind, size_, density));
      b.pose.position = Vec3(1.6 * size_ * i, 0.0, size_ * 2.5);
      if (i == 0) continue;
      description::Joint j;
      j.name = fmt::format("j{}", i);
      j.type = random_.uniform() < 0.5 ? description::JointType::revolute
                                       : description::JointType::spherical;
      j.body_a = fmt::format("b{}", i - 1);
      j.body_b = fmt::format("b{}", i);
      j.point_a = Vec3(0.8 * size_, 0.0, 0.0);
      j.point_b = Vec3(-0.8 * size_, 0.0, 0.0);
      j.axis_a = j.axis_b = Vec3::UnitY();
      machine().joints.push_back(j);
    }
    out_.kind = fmt::format("dropped chain of {}", count);
  }
  void spheres() {
    Body& b = body(add("body", Kind::box, size_, density_));
    const Vec3 half = 0.5 * machine().shapes.front().size;
    machine().shapes.clear();
    for (int i = 0; i < 8; ++i) {
      description::ContactSphere s;
      s.name = fmt::format("s{}", i);
      s.body = "body";
      s.radius = 0.1 * half.minCoeff();
      s.centre = Vec3((i & 1) != 0 ? half.x() : -half.x(), (i & 2) != 0 ? half.y() : -half.y(),
                      (i & 4) != 0 ? half.z() : -half.z());
      s.material = "stuff";
      s.group = "body";
      machine().spheres.push_back(s);
    }
    b.pose.rotation = random_rotation(random_);
    b.pose.position.z() = size_ * random_.uniform(1.0, 3.0);
    spin(b, 3.0);
    out_.kind = "thrown box with contact spheres";
  }

  /// A body that is a coarse mesh; mass and inertia are those of the mesh.
  std::size_t add_mesh(const std::string& name, CoarseMesh kind, const Vec3& size, double density) {
    const std::string file = name + ".obj";
    const geometry::Mesh mesh = make_coarse_mesh(kind, size);
    const geometry::MassProperties p = geometry::mass_properties(mesh);
    out_.scene.meshes.emplace(file, mesh);
    Body& b = add_body(machine(), name, density * p.volume, Vec3::Zero(), Vec3::Zero());
    b.inertia = density * p.inertia;
    ContactShape shape;
    shape.kind = Kind::mesh;
    shape.file = file;
    shape.name = shape.group = shape.body = name;
    shape.material = "stuff";
    machine().shapes.push_back(std::move(shape));
    return machine().bodies.size() - 1;
  }
  CoarseMesh any_coarse() { return kCoarseMeshes[random_.integer(std::size(kCoarseMeshes))]; }
  Vec3 any_size(double size) {
    const double a = random_.uniform(0.3, 1.0), b = random_.uniform(0.3, 1.0);
    return size * Vec3(1.0, a, b);
  }
  /// Half of what it measures upwards, as it is made.
  double height_below(std::size_t i) {
    double low = 0.0;
    for (const Vec3& v : out_.scene.meshes.at(machine().bodies[i].name + ".obj").vertices())
      low = std::min(low, v.z());
    return -low;
  }
  void mesh_drop() {
    const CoarseMesh kind = any_coarse();
    Body& b = body(add_mesh("body", kind, any_size(size_), density_));
    b.pose.rotation = random_rotation(random_);
    b.pose.position.z() = size_ * random_.uniform(1.0, 4.0);
    spin(b, 3.0);
    out_.kind = fmt::format("dropped {}", name_of(kind));
  }
  void mesh_thrown() {
    mesh_drop();
    out_.kind = "thrown, " + out_.kind;
    const double speed = std::min(10.0, random_.uniform(0.0, 6.0) * std::sqrt(kGravity * size_));
    Vec3 v = speed * direction();
    v.z() = -std::abs(v.z());
    body(0).velocity = v;
  }
  void mesh_set_down() {
    constexpr CoarseMesh kFlat[] = {CoarseMesh::cube, CoarseMesh::tetrahedron, CoarseMesh::tube,
                                    CoarseMesh::ell, CoarseMesh::spike};
    const CoarseMesh kind = kFlat[random_.integer(std::size(kFlat))];
    const std::size_t i = add_mesh("body", kind, any_size(size_), density_);
    body(i).pose.position.z() = height_below(i);
    out_.kind = fmt::format("set down {}", name_of(kind));
    // A spike or a flat side may stand too badly to stay.
    out_.rests = restitution_ < 0.7 && kind != CoarseMesh::spike && young_ > 1e8;
  }
  void mesh_stack() {
    const int count = 2 + static_cast<int>(random_.integer(4));
    double z = 0.0;
    const Vec3 size = Vec3(size_, size_, size_ * random_.uniform(0.4, 1.0));
    for (int i = 0; i < count; ++i) {
      const double density = density_ * std::exp(random_.uniform(-1.0, 1.0));
      Body& b = body(add_mesh(fmt::format("b{}", i), CoarseMesh::cube, size, density));
      b.pose.position.z() = z + 0.5 * size.z();
      z += size.z();
    }
    out_.kind = fmt::format("stack of {} cubes", count);
    out_.rests = restitution_ < 0.7 && young_ > 1e9;
  }
  void mesh_pile() {
    const int count = 2 + static_cast<int>(random_.integer(4));
    for (int i = 0; i < count; ++i) {
      const double size = size_ * random_.uniform(0.3, 1.0);
      const double density = density_ * std::exp(random_.uniform(-1.0, 1.0));
      const std::string name = fmt::format("b{}", i);
      const bool coarse = random_.uniform() < 0.7;
      const CoarseMesh kind = any_coarse();
      const Vec3 edges = any_size(size);
      const Kind solid = any_kind();
      Body& b =
          body(coarse ? add_mesh(name, kind, edges, density) : add(name, solid, size, density));
      b.pose.rotation = random_rotation(random_);
      b.pose.position.z() = (1.0 + 1.4 * i) * size_;
      for (const int k : {1, 0}) b.pose.position[k] = 0.3 * size_ * random_.uniform(-1, 1);
    }
    out_.kind = fmt::format("pile of {}, most of coarse meshes", count);
  }
  /// On a fixed block that is a mesh of 12 faces.
  void mesh_on_mesh() {
    mesh_drop();
    const Vec3 size(4.0 * size_, 4.0 * size_, size_);
    out_.scene.meshes.emplace("block.obj", make_coarse_mesh(CoarseMesh::cube, size));
    ContactShape block;
    block.name = block.group = "block";
    block.body = description::kGround;
    block.kind = Kind::mesh;
    block.file = "block.obj";
    block.material = "floor";
    block.pose.position.z() = 0.5 * size_;
    machine().shapes.push_back(block);
    body(0).pose.position.z() += size_;
    out_.kind += " on a mesh";
  }

  void hinge(const std::string& a, const std::string& b, const Vec3& at_a, const Vec3& at_b,
             const Vec3& axis, const std::string& name) {
    description::Joint j;
    j.name = name;
    j.type = description::JointType::revolute;
    j.body_a = a;
    j.body_b = b;
    j.point_a = at_a;
    j.point_b = at_b;
    j.axis_a = j.axis_b = axis;
    machine().joints.push_back(j);
  }
  /// Stiff against the inertia that swings: half a vibration of a tenth of a step to ten steps.
  void stop(const std::string& joint, double most, double inertia) {
    const double h = machine().settings.step;
    const double time = h * std::exp(random_.uniform(std::log(0.1), std::log(10.0)));
    description::Coordinate angle;
    angle.name = joint + ".angle";
    angle.joint = joint;
    machine().coordinates.push_back(angle);
    description::Stop s;
    s.name = "stop_" + joint;
    s.coordinate = joint + ".angle";
    s.lower = -most;
    s.upper = most;
    s.stiffness = inertia * 9.87 / (time * time);
    s.damping = random_.uniform() < 0.5 ? 0.0 : random_.uniform(0.0, 0.5);
    machine().stops.push_back(s);
  }
  /// What is thrown at a point, from 2 L away.
  void throw_at(const Vec3& target, double speed) {
    const bool coarse = random_.uniform() < 0.6;
    const CoarseMesh kind = any_coarse();
    const Kind solid = any_kind();
    const double size = size_ * random_.uniform(0.2, 0.5);
    const double density = density_ * std::exp(random_.uniform(-1.0, 1.0) * 2.0);
    const Vec3 edges = any_size(size);
    Body& b = body(coarse ? add_mesh("thrown", kind, edges, density)
                          : add("thrown", solid, size, density));
    const double time = 2.0 * size_ / speed;
    b.pose.rotation = random_rotation(random_);
    b.pose.position = target - Vec3(0.0, 2.0 * size_, -0.5 * kGravity * time * time);
    b.velocity = Vec3(0.0, speed, 0.0);
  }
  void door() {
    const std::size_t i = add("door", Kind::box, size_, density_);
    const Vec3 size = machine().shapes.front().size;
    const double inertia = body(i).mass * size.x() * size.x() / 3.0;
    body(i).pose.position = Vec3(0.5 * size.x(), 0.0, 1.5 * size_);
    hinge(description::kGround, "door", Vec3(0.0, 0.0, 1.5 * size_),
          Vec3(-0.5 * size.x(), 0.0, 0.0), Vec3::UnitZ(), "hinge");
    stop("hinge", random_.uniform(0.2, 1.5), inertia);
    throw_at(Vec3(random_.uniform(0.3, 0.8) * size.x(), 0.0, 1.5 * size_),
             random_.uniform(1.0, 6.0) * std::sqrt(kGravity * size_));
    out_.kind = "door that is hit";
  }
  void hanging_chain() {
    const int count = 2 + static_cast<int>(random_.integer(3));
    const double top = (1.5 + count) * size_;
    for (int i = 0; i < count; ++i) {
      const std::string name = fmt::format("b{}", i), above = fmt::format("b{}", i - 1);
      const double density = density_ * std::exp(random_.uniform(-1.0, 1.0));
      Body& b = body(add(name, Kind::box, size_, density));
      ContactShape& s = machine().shapes.back();
      s.size = Vec3(0.3, 0.3, 0.8) * size_;
      b.mass = density * s.size.prod();
      b.inertia = box_moments(b.mass, s.size).asDiagonal();
      b.pose.position.z() = top - (i + 0.5) * size_;
      const double inertia = b.mass * size_ * size_ / 3.0;
      hinge(i == 0 ? std::string(description::kGround) : above, name,
            i == 0 ? Vec3(0.0, 0.0, top) : Vec3(0.0, 0.0, -0.5 * size_),
            Vec3(0.0, 0.0, 0.5 * size_), Vec3::UnitX(), fmt::format("j{}", i));
      stop(fmt::format("j{}", i), random_.uniform(0.2, 1.5), inertia);
    }
    const int hit = static_cast<int>(random_.integer(static_cast<std::uint64_t>(count)));
    throw_at(Vec3(0.0, 0.0, top - (hit + 0.5) * size_),
             random_.uniform(1.0, 6.0) * std::sqrt(kGravity * size_));
    out_.kind = fmt::format("hanging chain of {} that is hit", count);
  }

  Random random_;
  CampaignScene out_;
  double young_ = 0.0, restitution_ = 0.0, friction_ = 0.0, size_ = 0.0, density_ = 0.0;
};

double weight_times_size(const CampaignScene& s) {
  double mass = 0.0;
  for (const Body& b : s.scene.machine.bodies) mass += b.mass;
  return mass * kGravity * s.size;
}

}  // namespace

const char* name_of(SceneFamily family) {
  constexpr const char* kNames[] = {"shapes", "meshes", "machines"};
  return kNames[static_cast<int>(family)];
}

CampaignScene random_contact_scene(std::uint64_t seed, SceneFamily family) {
  return Maker(seed).make(family);
}

CampaignOutcome run_contact_scene(const CampaignScene& scene, bool trace) {
  CampaignOutcome out;
  sim::WorldOptions options;
  options.articulation.sleep.enabled = false;
  sim::World world = scene.scene.make_world(options);
  const double allowed = 1e-5 * weight_times_size(scene);
  const double start = world.energies().total();
  double kinetic = world.energies().kinetic, before = 0.0;
  const sim::BodyHandle first = world.body(scene.scene.machine.bodies.front().name);
  const double radius = scene.restitution >= 0.0 ? 0.5 * scene.size : 0.0;
  double approach = 0.0;
  bool touched = false;
  while (world.time() < scene.duration) {
    const sim::WorldReport report = world.step();
    ++out.steps;
    out.not_converged += report.converged ? 0 : 1;
    for (const sim::Event& e : world.take_events())
      out.contained += e.kind == sim::Event::Kind::contained ? 1 : 0;
    const sim::Energies e = world.energies();
    if (!std::isfinite(e.total())) {
      out.finite = false;
      break;
    }
    kinetic = std::max(kinetic, e.kinetic);
    const double rise = e.total() - start - allowed;
    const double gain = kinetic > 0.0 ? rise / kinetic : 0.0;
    if (gain > out.gain) {
      out.gain = gain;
      out.gain_time = world.time();
    }
    if (trace) {
      const Vec3 p = world.pose(first).position, v = world.twist(first).linear;
      std::printf("%8.4f E %.6g kin %.4g gain %.3g det %.3g int %.3g z %.4g v %.4g %s\n",
                  world.time(), e.total(), e.kinetic, gain, e.ledger.detection, e.ledger.integrator,
                  p.z(), v.norm(), report.converged ? "" : "NOT CONVERGED");
    }
    if (scene.restitution >= 0.0 && out.rebound < 0.0) {
      const double v = world.twist(first).linear.z(), z = world.pose(first).position.z();
      if (z - radius < 0.0) {
        touched = true;
        out.impact_steps += 1.0;
      }
      if (!touched) {
        approach = -v;
        before = z;
      }
      // Parted: the speed now, taken back to the height of the touch.
      if (touched && z - radius > 0.0 && v > 0.0)
        out.rebound = std::sqrt(v * v + 2.0 * kGravity * (z - radius)) /
                      std::sqrt(approach * approach + 2.0 * kGravity * (before - radius));
    }
  }
  double fastest = 0.0;
  for (const Body& b : scene.scene.machine.bodies) {
    out.lowest = std::min(out.lowest, world.pose(world.body(b.name)).position.z() / scene.size);
    const model::Twist t = world.twist(world.body(b.name));
    fastest = std::max(fastest, t.linear.norm() + scene.size * t.angular.norm());
  }
  out.rest_speed = fastest / std::sqrt(kGravity * scene.size);
  return out;
}

std::string verdict(const CampaignScene& scene, const CampaignOutcome& o) {
  if (!o.finite) return "numbers are not finite";
  if (o.lowest < kLowest) return fmt::format("fell to {:.3g} L below the ground", -o.lowest);
  if (o.contained > 0) return fmt::format("{} steps were held still", o.contained);
  if (o.gain > kMostGain) return fmt::format("gains {:.3g} at t = {:.4g} s", o.gain, o.gain_time);
  if (scene.rests && o.rest_speed > kMostRestSpeed)
    return fmt::format("does not rest: {:.3g} of √(g L)", o.rest_speed);
  if (o.rebound > kMostRebound * scene.restitution && scene.restitution >= 0.0)
    return fmt::format("rebounds with {:.3g}, asked {:.3g}", o.rebound, scene.restitution);
  // What gravity does to the speed within the impact is not the law's.
  const double h = scene.scene.machine.settings.step, speed = std::sqrt(kGravity * scene.size);
  const bool plain = scene.restitution * speed > 20.0 * kGravity * h * o.impact_steps;
  if (o.rebound >= 0.0 && plain && o.impact_steps >= kResolvedImpactSteps &&
      std::abs(o.rebound - scene.restitution) > kReboundError * std::max(scene.restitution, 0.2))
    return fmt::format("rebounds with {:.3g} after {} steps, asked {:.3g}", o.rebound,
                       o.impact_steps, scene.restitution);
  return {};
}

}  // namespace outrigger::validation
