#include "model/assemble_tree.h"

#include <cmath>
#include <map>
#include <optional>
#include <queue>
#include <string_view>

#include "math/elementary.h"
#include "model/function.h"

namespace outrigger::model {

using description::Coordinate;
using description::JointType;

namespace {

Pose inverse_of(const Pose& p) {
  return {-(p.rotation.transpose() * p.position), p.rotation.transpose()};
}

Mat3 turn_about_x(double angle) {
  const auto [sine, cosine] = elementary::sincos(angle);
  Mat3 r = Mat3::Identity();
  r(1, 1) = r(2, 2) = cosine;
  r(2, 1) = sine;
  r(1, 2) = -sine;
  return r;
}

Mat3 turn_about(const Vec3& unit, double angle) {
  const auto [sine, cosine] = elementary::sincos(0.5 * angle);
  return Eigen::Quaterniond(cosine, sine * unit.x(), sine * unit.y(), sine * unit.z())
      .normalized()
      .toRotationMatrix();
}

/// Value of every coordinate that is known without a pose.
std::vector<std::optional<double>> known_values(const Mechanism& m) {
  std::vector<std::optional<double>> values(m.coordinates.size());
  for (const auto& d : m.drives)
    if (d.spec.quantity == description::Drive::Quantity::position &&
        d.spec.function.kind != description::Function::Kind::input)
      values[d.coordinate] = Function(d.spec.function, "t").evaluate(0.0).value;
  for (std::size_t c = 0; c < m.coordinates.size(); ++c)
    if (m.coordinates[c].spec.initial) values[c] = m.coordinates[c].spec.initial;
  // Chains of couplings are short; each pass moves them on by one at least.
  bool found = true;
  for (int pass = 0; pass < 100 && found; ++pass) {
    found = false;
    for (const auto& c : m.couplings) {
      if (c.spec.offset_as_assembled || !values[c.coordinate_a] || values[c.coordinate_b]) continue;
      values[c.coordinate_b] =
          Function(c.spec.function, "x").evaluate(*values[c.coordinate_a]).value + c.spec.offset;
      found = true;
    }
  }
  return values;
}

/// The nearest turn about x to a rotation.
double angle_about_x(const Mat3& r) {
  const double sine = r(2, 1) - r(1, 2), cosine = r(1, 1) + r(2, 2);
  return sine == 0.0 && cosine == 0.0 ? 0.0 : elementary::atan2(sine, cosine);
}

/// A unit vector along v, or the fallback.
Vec3 direction_of(const Vec3& v, const Vec3& fallback) {
  const double length = v.norm();
  return length > 1e-12 ? Vec3(v / length) : fallback;
}

class TreePlacer {
 public:
  explicit TreePlacer(Mechanism& m)
      : m_(m), guess_(m.bodies), joints_of_(m.bodies.size()), placed_(m.bodies.size()) {
    const auto values = known_values(m);
    std::map<std::string_view, int> names;
    for (std::size_t j = 0; j < m.joints.size(); ++j)
      names.emplace(m.joints[j].spec.name, static_cast<int>(j));
    coordinates_of_.resize(m.joints.size());
    for (std::size_t c = 0; c < m.coordinates.size(); ++c) {
      const auto joint = names.find(m.coordinates[c].spec.joint);
      if (m.coordinates[c].spec.kind == Coordinate::Kind::distance || joint == names.end())
        continue;
      if (values[c] && std::isfinite(*values[c]))
        coordinates_of_[joint->second].push_back({static_cast<int>(c), *values[c]});
    }
    for (std::size_t j = 0; j < m.joints.size(); ++j)
      for (const int body : {m.joints[j].frame.body_a, m.joints[j].frame.body_b})
        (body == kGroundIndex ? joints_of_ground_ : joints_of_[body])
            .push_back(static_cast<int>(j));
  }

  void place_all() {
    for (std::size_t b = 0; b < m_.bodies.size(); ++b)
      if (m_.bodies[b].spec.pose_exact) start_from(static_cast<int>(b));
    follow(joints_of_ground_, kGroundIndex);
    run();
    for (std::size_t b = 0; b < m_.bodies.size(); ++b) {
      if (placed_[b]) continue;
      start_from(static_cast<int>(b));
      run();
    }
  }

 private:
  struct Known {
    int coordinate;
    double value;
  };

  void start_from(int body) {
    placed_[body] = true;
    queue_.push(body);
  }
  void run() {
    while (!queue_.empty()) {
      const int body = queue_.front();
      queue_.pop();
      follow(joints_of_[body], body);
    }
  }
  void follow(const std::vector<int>& joints, int body) {
    for (const int j : joints) {
      const JointFrame& f = m_.joints[j].frame;
      const int other = f.body_a == body ? f.body_b : f.body_a;
      if (other == kGroundIndex || other == body || placed_[other]) continue;
      place(j, other);
      start_from(other);
    }
  }

  const Pose& guess_of(int body) const {
    static const Pose ground;
    return body == kGroundIndex ? ground : guess_[body].pose;
  }

  void place(int joint, int target) {
    const JointFrame& f = m_.joints[joint].frame;
    const Pose in_a{f.point_a, f.frame_a}, in_b{f.point_b, f.frame_b};
    // Frame of the joint on b in its frame on a: as the poses are now, then as the joint allows.
    const Pose present = inverse_of(guess_of(f.body_a) * in_a) * (guess_of(f.body_b) * in_b);
    const Pose allowed = closed(joint, present);
    m_.bodies[target].pose = target == f.body_b
                                 ? m_.pose_of(f.body_a) * in_a * allowed * inverse_of(in_b)
                                 : m_.pose_of(f.body_b) * in_b * inverse_of(in_a * allowed);
    Mat3& rotation = m_.bodies[target].pose.rotation;
    rotation = Eigen::Quaterniond(rotation).normalized().toRotationMatrix();
  }

  /// The relative pose nearest to the present one that the joint and its known values allow.
  Pose closed(int joint, const Pose& present) const {
    const JointFrame& f = m_.joints[joint].frame;
    Pose p = present;
    switch (f.type) {
      case JointType::revolute:
        p = {Vec3::Zero(),
             turn_about_x(
                 known(joint, Coordinate::Kind::angle).value_or(angle_about_x(present.rotation)))};
        break;
      case JointType::prismatic:
        p = {shift(joint, present), Mat3::Identity()};
        break;
      case JointType::cylindrical:
        p = {shift(joint, present),
             turn_about_x(
                 known(joint, Coordinate::Kind::angle).value_or(angle_about_x(present.rotation)))};
        break;
      case JointType::planar:
        p.position.x() = 0.0;
        p.rotation = turn_about_x(angle_about_x(present.rotation));
        break;
      case JointType::fixed:
        p = {};
        break;
      case JointType::spherical:
        p.position.setZero();
        p = with_cone_and_twist(joint, p);
        break;
      case JointType::universal:
        p = with_cone_and_twist(joint, {Vec3::Zero(), universal_rotation(present.rotation)});
        break;
      case JointType::point_on_plane:
        p.position.x() = 0.0;
        break;
      case JointType::point_on_line:
        p.position.y() = p.position.z() = 0.0;
        break;
      case JointType::distance:
        if (f.length > 0.0) p.position = f.length * direction_of(p.position, Vec3::UnitX());
        break;
    }
    return p;
  }

  std::optional<double> known(int joint, Coordinate::Kind kind) const {
    for (const Known& k : coordinates_of_[joint])
      if (m_.coordinates[k.coordinate].spec.kind == kind) return k.value;
    return {};
  }

  Vec3 shift(int joint, const Pose& present) const {
    return {known(joint, Coordinate::Kind::displacement).value_or(present.position.x()), 0.0, 0.0};
  }

  /// Axis x of b is normal to x of a: R = Rx(α) Rz(π/2) Rx(β).
  static Mat3 universal_rotation(const Mat3& present) {
    const Vec3 axis = direction_of({0.0, present(1, 0), present(2, 0)}, Vec3::UnitY());
    Mat3 first;  // Rx(α) Rz(π/2)
    first.col(0) = axis;
    first.col(1) = -Vec3::UnitX();
    first.col(2) = axis.cross(-Vec3::UnitX());
    return first * turn_about_x(angle_about_x(first.transpose() * present));
  }

  Pose with_cone_and_twist(int joint, Pose p) const {
    if (const auto cone = known(joint, Coordinate::Kind::cone);
        cone && m_.joints[joint].frame.type == JointType::spherical) {
      const Vec3 axis = p.rotation.col(0);
      const Vec3 normal = direction_of(Vec3::UnitX().cross(axis), Vec3::UnitY());
      const double now =
          elementary::atan2(std::sqrt(axis.y() * axis.y() + axis.z() * axis.z()), axis.x());
      p.rotation = turn_about(normal, *cone - now) * p.rotation;
    }
    for (const Known& k : coordinates_of_[joint]) {
      const CoordinatePart& c = m_.coordinates[k.coordinate];
      if (c.spec.kind != Coordinate::Kind::twist) continue;
      // The twist grows by as much as b turns about its own axis.
      const Pose in_a{c.frame.point_a, c.frame.frame_a}, in_b{c.frame.point_b, c.frame.frame_b};
      const double now = coordinate_value(c.frame, {}, in_a * p * inverse_of(in_b));
      p.rotation = p.rotation * turn_about_x(k.value - now);
    }
    return p;
  }

  Mechanism& m_;
  std::vector<BodyPart> guess_;
  std::vector<std::vector<int>> joints_of_;
  std::vector<int> joints_of_ground_;
  std::vector<std::vector<Known>> coordinates_of_;
  std::vector<bool> placed_;
  std::queue<int> queue_;
};

}  // namespace

void place_tree(Mechanism& m) { TreePlacer(m).place_all(); }

}  // namespace outrigger::model
