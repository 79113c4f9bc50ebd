#include "validation/pedestrian.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "math/elementary.h"
#include "validation/pedestrian_meshes.h"

namespace outrigger::validation {
namespace {

using description::Body;
using description::ContactShape;
using description::Coordinate;
using description::Function;
using description::Joint;
using description::JointType;
using description::Machine;

constexpr double kPedestrianMass = 75.0, kPedestrianHeight = 1.75,
                 kPedestrianDegree = std::numbers::pi / 180.0;

Mat3 turn_x(double degrees) {
  const auto t = elementary::sincos(degrees * kPedestrianDegree);
  Mat3 r;
  r << 1, 0, 0, 0, t.cosine, -t.sine, 0, t.sine, t.cosine;
  return r;
}
/// Swings what hangs forward (from -z towards +x).
Mat3 swing(double degrees) {
  const auto t = elementary::sincos(-degrees * kPedestrianDegree);
  Mat3 r;
  r << t.cosine, 0, t.sine, 0, 1, 0, -t.sine, 0, t.cosine;
  return r;
}

/// A segment in the pose at the start. Man's axes: x forward, y left, z up.
struct Segment {
  std::string name;
  double share;  ///< of the mass (Dempster)
  Mat3 turn;     ///< of its axes
  Vec3 centre;   ///< of mass [m]
  Vec3 moments;  ///< about it, own axes [kg m²]
  SegmentSurface surface;
  Vec3 surface_centre;      ///< from the centre of mass, own axes [m]
  bool lengthwise = false;  ///< the surface's length is along x (feet)
};

/// Uniform ellipsoid.
Vec3 ellipsoid_moments(double mass, const Vec3& a) {
  const Vec3 s = a.cwiseProduct(a);
  return mass / 5.0 * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
}

/// A limb hangs from its joint along -z of its own axes. Dempster: centre and radius of gyration about
/// it as shares of the length.
Segment limb(const std::string& name, double share, double length, double centre, double gyration,
             const Vec3& joint, const Mat3& turn, const SegmentSurface& surface) {
  const double mass = share * kPedestrianMass, across = gyration * length,
               r = surface.semi_axes.x();
  return {name,
          share,
          turn,
          joint - turn * Vec3(0, 0, centre * length),
          mass * Vec3(across * across, across * across, 0.5 * r * r),
          surface,
          Vec3(0, 0, (centre - 0.5) * length)};
}

Segment trunk_part(const std::string& name, double share, const Vec3& centre,
                   const SegmentSurface& surface) {
  return {name,
          share,
          Mat3::Identity(),
          centre,
          ellipsoid_moments(share * kPedestrianMass, surface.semi_axes),
          surface,
          Vec3::Zero()};
}

/// Builds the machine; the man's axes are turned by 90° so that he crosses the road.
class Builder {
 public:
  explicit Builder(Pedestrian& out) : out_(out), m_(out.scene.machine) {
    world_ = Mat3::Zero();
    world_.col(0) = Vec3::UnitY();
    world_.col(1) = -Vec3::UnitX();
    world_.col(2) = Vec3::UnitZ();
  }

  void add(const Segment& s) {
    Body& b = add_body(m_, s.name, s.share * kPedestrianMass, s.moments, world_ * s.centre);
    b.pose.rotation = world_ * s.turn;
    const geometry::Mesh mesh = make_segment(s.surface);
    out_.man_triangles += mesh.face_count();
    ContactShape& shape = add_shape(m_, s.name, ContactShape::Kind::mesh, "body");
    shape.name = shape.group = shape.file = s.name;
    shape.pose.position = s.surface_centre;
    if (s.lengthwise) {
      Mat3 r;
      r << 0, 0, 1, 0, 1, 0, -1, 0, 0;
      shape.pose.rotation = r;
    }
    const Pose place = b.pose * shape.pose;
    for (const Vec3& v : mesh.vertices()) lowest_ = std::min(lowest_, place.point(v).z());
    out_.scene.meshes.emplace(s.name, mesh);
    out_.segments.push_back(s.name);
  }

  /// Of body b on body a; point and axes in the man's axes, at the start.
  Joint& join(JointType type, const std::string& name, const std::string& a, const std::string& b,
              const Vec3& at, const Vec3& axis_a, const Vec3& axis_b) {
    Joint j;
    j.type = type;
    j.name = name;
    j.body_a = a;
    j.body_b = b;
    const Pose &pa = body(a).pose, &pb = body(b).pose;
    j.point_a = pa.local_point(world_ * at);
    j.point_b = pb.local_point(world_ * at);
    j.axis_a = pa.rotation.transpose() * world_ * axis_a;
    j.axis_b = pb.rotation.transpose() * world_ * axis_b;
    m_.joints.push_back(j);
    return m_.joints.back();
  }

  /// Hinge about the man's `axis`; range from the start's angle on [deg].
  void hinge(const std::string& name, const std::string& a, const std::string& b, const Vec3& at,
             const Vec3& axis, double lower, double upper, double stiffness, double damping) {
    join(JointType::revolute, name, a, b, at, axis, axis);
    measure(name, Coordinate::Kind::angle, ".angle");
    stop(name + ".angle", lower * kPedestrianDegree, upper * kPedestrianDegree, stiffness,
         kStopDamping);
    damper(name + ".angle", damping);
  }

  /// Ball joint whose direction `along` (of b) stays within `cone` degrees of `rest` (of a).
  void ball(const std::string& name, const std::string& a, const std::string& b, const Vec3& at,
            const Vec3& rest, const Vec3& along, double cone, double twist, double stiffness,
            double damping) {
    join(JointType::spherical, name, a, b, at, rest.normalized(), along);
    measure(name, Coordinate::Kind::cone, ".cone");
    measure(name, Coordinate::Kind::twist, ".twist");
    stop(name + ".cone", {}, cone * kPedestrianDegree, stiffness, kStopDamping);
    // The twist is counted from a direction of its own; the range is about the start.
    stop(name + ".twist", -twist * kPedestrianDegree, twist * kPedestrianDegree, stiffness,
         kStopDamping);
    damper(name + ".twist", damping);
    swing_distance(name, a, b, at, rest, along);
    damper(name + ".swing", damping / swing_gain(kTypicalSwing));
  }

  /// Cardan joint with the same kind of range; axes of a and of b.
  void cardan(const std::string& name, const std::string& a, const std::string& b, const Vec3& at,
              const Vec3& axis_a, const Vec3& axis_b, const Vec3& rest, const Vec3& along,
              double cone, double stiffness, double damping) {
    join(JointType::universal, name, a, b, at, axis_a, axis_b);
    const double gain = swing_gain(cone);
    swing_distance(name, a, b, at, rest, along);
    stop(name + ".swing", 2.0 * kArm * elementary::cos(0.5 * cone * kPedestrianDegree), {},
         stiffness / gain, kStopDamping / std::sqrt(gain));
    damper(name + ".swing", damping / swing_gain(kTypicalSwing));
  }

  void stand_on_road() {
    for (Body& b : m_.bodies) b.pose.position.z() -= lowest_;
  }

 private:
  static constexpr double kStopDamping = 0.1;    ///< of bumpers [s/rad]
  static constexpr double kArm = 0.1;            ///< of swing distances [m]
  static constexpr double kTypicalSwing = 60.0;  ///< where swing dampers have their value [deg]

  Body& body(const std::string& name) {
    return *std::find_if(m_.bodies.begin(), m_.bodies.end(),
                         [&](const Body& b) { return b.name == name; });
  }
  void measure(const std::string& joint, Coordinate::Kind kind, const char* ending) {
    Coordinate c;
    c.name = joint + ending;
    c.kind = kind;
    c.joint = joint;
    m_.coordinates.push_back(c);
  }
  /// From a point of a behind the joint to one of b before it: d = 2 r cos(cone/2), smooth at cone 0.
  void swing_distance(const std::string& joint, const std::string& a, const std::string& b,
                      const Vec3& at, const Vec3& rest, const Vec3& along) {
    Coordinate c;
    c.name = joint + ".swing";
    c.kind = Coordinate::Kind::distance;
    c.body_a = a;
    c.body_b = b;
    c.point_a = body(a).pose.local_point(world_ * (at - kArm * rest.normalized()));
    c.point_b = body(b).pose.local_point(world_ * (at + kArm * along.normalized()));
    m_.coordinates.push_back(c);
  }
  /// (∂d/∂cone)²: stiffness and damping about the joint over those along d [m²].
  static double swing_gain(double cone) {
    const double s = kArm * elementary::sin(0.5 * cone * kPedestrianDegree);
    return s * s;
  }
  void stop(const std::string& coordinate, std::optional<double> lower, std::optional<double> upper,
            double stiffness, double damping) {
    m_.stops.push_back({coordinate, {}, coordinate, lower, upper, stiffness, damping});
  }
  void damper(const std::string& coordinate, double damping) {
    description::Spring s;
    s.name = s.coordinate = coordinate;
    s.damper.kind = Function::Kind::linear;
    s.damper.value = damping;
    m_.springs.push_back(s);
  }

  Pedestrian& out_;
  Machine& m_;
  Mat3 world_;
  double lowest_ = 1e9;
};

/// Dempster's shares, and lengths as shares of the height: D. Winter, Biomechanics and Motor Control
/// of Human Movement, 1990. Radii, joints across and the walking pose are ours.
void add_man(Builder& man) {
  const double thigh = 0.245 * kPedestrianHeight, shank = 0.246 * kPedestrianHeight,
               upper_arm = 0.186 * kPedestrianHeight, forearm = 0.146 * kPedestrianHeight,
               hand = 0.108 * kPedestrianHeight;
  const double hip = 0.530 * kPedestrianHeight, shoulder = 0.818 * kPedestrianHeight, lumbar = 1.06,
               neck = 1.47;
  const Vec3 down = -Vec3::UnitZ(), up = Vec3::UnitZ(), x = Vec3::UnitX(), y = Vec3::UnitY();

  man.add(trunk_part("pelvis", 0.142, {0, 0, 0.97}, {{0.105, 0.155, 0.12}, 0.0, 30, 20}));
  man.add(trunk_part("thorax", 0.355, {0, 0, 1.26}, {{0.11, 0.155, 0.225}, 0.15, 36, 24}));
  man.add(trunk_part("head", 0.081, {0.02, 0, 1.61}, {{0.085, 0.07, 0.14}, 0.25, 30, 19}));
  man.cardan("lumbar", "pelvis", "thorax", {0, 0, lumbar}, y, x, {0.25, 0, 1}, up, 45.0, 500.0,
             3.0);
  man.ball("neck", "thorax", "head", {0, 0, neck}, up, up, 50.0, 60.0, 150.0, 1.0);

  for (const bool left : {true, false}) {
    const double side = left ? 1.0 : -1.0;
    const auto of = [&](const char* part) {
      return fmt::format("{}_{}", left ? "left" : "right", part);
    };
    // Walking: the left leg and the right arm are in front.
    const Mat3 thigh_turn = swing(left ? 18.0 : -10.0);
    const Mat3 shank_turn = swing(left ? 8.0 : -25.0);
    const Mat3 foot_turn = swing(left ? 0.0 : -18.0);
    const Vec3 hip_at(0, 0.095 * side, hip);
    const Vec3 knee_at = hip_at + thigh * thigh_turn * down;
    const Vec3 ankle_at = knee_at + shank * shank_turn * down;
    man.add(limb(of("thigh"), 0.100, thigh, 0.433, 0.323, hip_at, thigh_turn,
                 {{0.075, 0.075, 0.5 * thigh + 0.03}, 0.25, 32, 25}));
    man.add(limb(of("shank"), 0.0465, shank, 0.433, 0.302, knee_at, shank_turn,
                 {{0.052, 0.052, 0.5 * shank + 0.03}, 0.25, 32, 25}));
    const Vec3 foot_ahead(0.06, 0, -0.035);
    Segment foot = trunk_part(of("foot"), 0.0145, ankle_at + foot_turn * foot_ahead,
                              {{0.034, 0.042, 0.133}, -0.1, 28, 24});
    foot.turn = foot_turn;
    foot.moments = ellipsoid_moments(0.0145 * kPedestrianMass, {0.133, 0.042, 0.034});
    foot.lengthwise = true;
    man.add(foot);
    man.ball(of("hip"), "pelvis", of("thigh"), hip_at, {0.8, 0.2 * side, -0.8}, thigh_turn * down,
             75.0, 40.0, 500.0, 3.0);
    // Knees bend backwards: the shank swings by less than the thigh.
    const double knee = left ? 10.0 : 15.0;
    man.hinge(of("knee"), of("thigh"), of("shank"), knee_at, y, -knee, 135.0 - knee, 500.0, 2.0);
    man.hinge(of("ankle"), of("shank"), of("foot"), ankle_at, y, -25.0, 40.0, 100.0, 0.5);

    const Mat3 arm_turn = turn_x(10.0 * side) * swing(left ? -15.0 : 20.0);
    const Mat3 forearm_turn = arm_turn * swing(25.0);
    const Vec3 shoulder_at(0, 0.19 * side, shoulder);
    const Vec3 elbow_at = shoulder_at + upper_arm * arm_turn * down;
    const Vec3 wrist_at = elbow_at + forearm * forearm_turn * down;
    man.add(limb(of("upper_arm"), 0.028, upper_arm, 0.436, 0.322, shoulder_at, arm_turn,
                 {{0.046, 0.046, 0.5 * upper_arm + 0.025}, 0.15, 28, 24}));
    man.add(limb(of("forearm"), 0.016, forearm, 0.430, 0.303, elbow_at, forearm_turn,
                 {{0.038, 0.038, 0.5 * forearm + 0.02}, 0.2, 28, 24}));
    man.add(limb(of("hand"), 0.006, hand, 0.506, 0.297, wrist_at, forearm_turn,
                 {{0.04, 0.018, 0.5 * hand}, 0.0, 24, 20}));
    man.cardan(of("shoulder"), "thorax", of("upper_arm"), shoulder_at, x, arm_turn * y,
               {0.6, 0.5 * side, -0.7}, arm_turn * down, 95.0, 200.0, 1.0);
    // Elbows bend forwards.
    man.hinge(of("elbow"), of("upper_arm"), of("forearm"), elbow_at, arm_turn * -y, -25.0, 115.0,
              200.0, 0.5);
    man.hinge(of("wrist"), of("forearm"), of("hand"), wrist_at, forearm_turn * x, -70.0, 70.0,
              100.0, 0.1);
  }
  man.stand_on_road();
}

void add_car(Pedestrian& out) {
  Machine& m = out.scene.machine;
  const geometry::Mesh mesh = make_car();
  out.car_triangles = mesh.face_count();
  out.scene.meshes.emplace("car", mesh);
  Body& car = add_body(m, "car", 1200.0, Vec3(400.0, 1600.0, 1800.0), {-0.40, -0.3, 0.0});
  car.centre = Vec3(-1.9, 0.0, 0.5);
  ContactShape& shape = add_shape(m, "car", ContactShape::Kind::mesh, "sheet");
  shape.name = shape.group = shape.file = "car";
  Joint road;
  road.type = JointType::prismatic;
  road.name = "road";
  road.body_b = "car";
  road.point_a = car.pose.position;
  road.axis_a = road.axis_b = Vec3::UnitX();
  m.joints.push_back(road);
  Coordinate way;
  way.name = "way";
  way.kind = Coordinate::Kind::displacement;
  way.joint = "road";
  way.initial_speed = kCarSpeed;
  m.coordinates.push_back(way);
  description::Drive drive;
  drive.name = "cruise";
  drive.coordinate = "way";
  drive.quantity = description::Drive::Quantity::position;
  drive.function.kind = Function::Kind::formula;
  drive.function.formula = fmt::format("{:.17g}*t", kCarSpeed);
  m.drives.push_back(drive);
}

void add_law(Machine& m, const std::string& other, double stiffness, double damping,
             double friction) {
  add_friction(m, "body", other, friction);
  description::ContactLaw law;
  law.name = "body_" + other;
  law.material_a = "body";
  law.material_b = other;
  law.layer_stiffness = stiffness;
  law.layer_damping = damping;
  m.contact_laws.push_back(law);
}

/// All segments may touch the car and the road, but only twelve pairs of them each other.
void choose_pairs(Pedestrian& out) {
  for (const char* side : {"left_", "right_"}) {
    const std::string s = side;
    for (const auto& [a, b] : {std::pair{s + "forearm", std::string("thorax")},
                               {s + "forearm", std::string("pelvis")},
                               {s + "hand", std::string("pelvis")},
                               {s + "hand", s + "thigh"}})
      out.own_pairs.emplace_back(a, b);
  }
  for (const char* part : {"thigh", "shank", "foot", "forearm"})
    out.own_pairs.emplace_back(fmt::format("left_{}", part), fmt::format("right_{}", part));
  const auto wanted = [&](const std::string& a, const std::string& b) {
    return std::any_of(out.own_pairs.begin(), out.own_pairs.end(), [&](const auto& p) {
      return (p.first == a && p.second == b) || (p.first == b && p.second == a);
    });
  };
  for (std::size_t i = 0; i < out.segments.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const std::string &a = out.segments[i], &b = out.segments[j];
      if (!wanted(a, b)) out.scene.machine.contact_pairs.push_back({a + "_" + b, {}, a, b, false});
    }
}

}  // namespace

Pedestrian make_pedestrian() {
  Pedestrian out;
  Machine& m = out.scene.machine;
  m.name = "pedestrian";
  m.settings.duration = 8.0;
  Builder man(out);
  add_man(man);
  add_car(out);
  choose_pairs(out);
  m.materials.push_back({"body", {}, 1e6, 0.45, 0.2});
  m.materials.push_back({"sheet", {}, 2e11, 0.3, 0.2});
  add_law(m, "sheet", 3.2e7, 1.0e5, 0.4);
  add_law(m, "body", 2.1e7, 2.0e5, 0.4);
  // The paper has no road; he may fall on it.
  add_law(m, "asphalt", 3.2e7, 1.0e5, 0.6);
  return out;
}

}  // namespace outrigger::validation
