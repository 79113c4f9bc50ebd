#include "description/placement.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "math/elementary.h"

namespace outrigger::description {
namespace {

struct PlacementText : RotationText {
  Vec3 position = Vec3::Zero();
  bool exact = false;
};

const ObjectSchema<PlacementText>& placement_schema() {
  static const ObjectSchema<PlacementText> schema = [] {
    ObjectSchema<PlacementText> s{
        "pose",
        "Where a frame is. At most one form of the rotation; without any the axes are parallel.",
        {field<PlacementText>("position", &PlacementText::position, {"m"}, "origin of the frame")}};
    for (auto& f : rotation_fields<PlacementText>()) s.fields.push_back(std::move(f));
    s.fields.push_back(
        field<PlacementText>("exact", &PlacementText::exact, {},
                             "`true`: the assembly must not move this body; bodies only"));
    return s;
  }();
  return schema;
}

using elementary::SineCosine;

/// Exact at multiples of 90 degrees, so that right-angled machines stay right-angled.
SineCosine sine_cosine_of_degrees(double degrees) {
  const double turn = std::remainder(degrees, 360.0);
  if (turn == 0.0) return {0.0, 1.0};
  if (turn == 90.0) return {1.0, 0.0};
  if (turn == -90.0) return {-1.0, 0.0};
  if (std::abs(turn) == 180.0) return {0.0, -1.0};
  return elementary::sincos(turn * std::numbers::pi / 180.0);
}

/// Rodrigues' formula for a unit axis u: R = cos 1 + sin [u×] + (1 - cos) u uᵀ.
Mat3 rotation_about(const Vec3& u, SineCosine angle) {
  Mat3 cross;
  cross << 0.0, -u.z(), u.y(), u.z(), 0.0, -u.x(), -u.y(), u.x(), 0.0;
  return angle.cosine * Mat3::Identity() + angle.sine * cross +
         (1.0 - angle.cosine) * u * u.transpose();
}

template <class SineCosineOf>
Mat3 rotation_xyz(const Vec3& angles, SineCosineOf sine_cosine_of) {
  return rotation_about(Vec3::UnitX(), sine_cosine_of(angles.x())) *
         rotation_about(Vec3::UnitY(), sine_cosine_of(angles.y())) *
         rotation_about(Vec3::UnitZ(), sine_cosine_of(angles.z()));
}

template <class SineCosineOf>
Mat3 rotation_axis_angle(Reading& r, const Node& node, const Vec4& value,
                         SineCosineOf sine_cosine_of) {
  const Vec3 axis = value.head<3>();
  if (axis.norm() < 1e-12) {
    r.problem(node, "the axis of 'axis_angle' must not be the zero vector");
    return Mat3::Identity();
  }
  return rotation_about(axis.normalized(), sine_cosine_of(value[3]));
}

Mat3 rotation_of_quaternion(const Vec4& value) {
  const Vec4 q = value.normalized();
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
}

Mat3 rotation_of_quaternion(Reading& r, const Node& node, const Vec4& value) {
  if (value.norm() < 1e-12) {
    r.problem(node, "'quaternion' must not be zero");
    return Mat3::Identity();
  }
  return rotation_of_quaternion(value);
}

Mat3 rotation_of_matrix(Reading& r, const Node& node, const Mat3& m) {
  const double off = (m.transpose() * m - Mat3::Identity()).cwiseAbs().maxCoeff();
  if (off <= 1e-9 && m.determinant() > 0.0) return m;
  r.problem(node,
            "'matrix' is not a rotation: its columns must be right-handed, normal to each "
            "other and of length 1");
  return Mat3::Identity();
}

Mat3 rotation_of_axes(Reading& r, const Node& node, const RotationText& text) {
  const Vec3 x = text.x_axis->vector.normalized();
  const bool x_is_vertical = std::abs(x.z()) > 1.0 - 1e-9;
  const Vec3 wanted_z = text.z_axis     ? text.z_axis->vector.normalized()
                        : x_is_vertical ? Vec3::UnitY()
                                        : Vec3::UnitZ();
  const Vec3 y = wanted_z.cross(x);
  if (y.norm() < 1e-9) {
    r.problem(node, "'x_axis' and 'z_axis' must not be parallel");
    return Mat3::Identity();
  }
  Mat3 result;
  result.col(0) = x;
  result.col(1) = y.normalized();
  result.col(2) = x.cross(result.col(1));
  return result;
}

}  // namespace

bool read_value(Reading& r, const Node& node, const ValueRule& rule, Direction& value) {
  if (!node.is_scalar()) {
    ValueRule direction_rule = rule;
    direction_rule.not_zero = true;
    return read_value(r, node, direction_rule, value.vector);
  }
  std::string_view word = node.text;
  const bool negative = word.starts_with('-');
  if (negative) word.remove_prefix(1);
  if (word != "x" && word != "y" && word != "z") {
    r.problem(node, fmt::format("expected 3 numbers or one of x, y, z, -x, -y, -z, found '{}'",
                                node.text.substr(0, 40)));
    return false;
  }
  value.vector = (negative ? -1.0 : 1.0) * Vec3::Unit(word[0] - 'x');
  return true;
}

std::string type_name(const Direction&, const ValueRule&) { return "3 numbers or `x`, `-y`, ..."; }

std::string default_text(const Direction& value) { return default_text(value.vector); }

std::string value_text(const Direction& value) {
  // A word where it is read as the same bits, those of zeros included.
  std::string text = value_text(value.vector);
  for (int k = 0; k < 3; ++k) {
    const char name = static_cast<char>('x' + k);
    if (text == value_text(Vec3(Vec3::Unit(k)))) return std::string(1, name);
    if (text == value_text(Vec3(-1.0 * Vec3::Unit(k)))) return fmt::format("-{}", name);
  }
  return text;
}

Mat3 resolve_rotation(Reading& r, const Node& node, const RotationText& text) {
  const int forms = text.rotation.has_value() + text.rotation_deg.has_value() +
                    text.axis_angle.has_value() + text.axis_angle_deg.has_value() +
                    text.quaternion.has_value() + text.x_axis.has_value() + text.matrix.has_value();
  if (forms > 1) {
    r.problem(node, "more than one form of the rotation is given");
    return Mat3::Identity();
  }
  if (text.z_axis && !text.x_axis) r.problem(node, "'z_axis' needs 'x_axis'");
  if (text.rotation) return rotation_xyz(*text.rotation, elementary::sincos);
  if (text.rotation_deg) return rotation_xyz(*text.rotation_deg, sine_cosine_of_degrees);
  if (text.axis_angle) {
    return rotation_axis_angle(r, node, *text.axis_angle, elementary::sincos);
  }
  if (text.axis_angle_deg) {
    return rotation_axis_angle(r, node, *text.axis_angle_deg, sine_cosine_of_degrees);
  }
  if (text.quaternion) return rotation_of_quaternion(r, node, *text.quaternion);
  if (text.x_axis) return rotation_of_axes(r, node, text);
  if (text.matrix) return rotation_of_matrix(r, node, text.matrix->matrix);
  return Mat3::Identity();
}

RotationText written_rotation(const Mat3& rotation) {
  RotationText text;
  const std::string bits = value_text(Rows{rotation});
  if (bits == value_text(Rows{})) return text;
  const Eigen::Quaterniond q(rotation);
  const Vec4 value = (q.w() < 0.0 ? -1.0 : 1.0) * Vec4(q.w(), q.x(), q.y(), q.z());
  // Four numbers are easier on the eye; nine where they would not give the same bits.
  if (value_text(Rows{rotation_of_quaternion(value)}) == bits) {
    text.quaternion = value;
  } else {
    text.matrix = Rows{rotation};
  }
  return text;
}

bool read_value(Reading& r, const Node& node, const ValueRule&, Placement& value) {
  PlacementText text;
  if (!read_object(r, node, placement_schema(), text).is_map) return false;
  value.pose = {text.position, resolve_rotation(r, node, text)};
  value.exact = text.exact;
  return true;
}

std::string value_text(const Placement& value) {
  PlacementText text;
  static_cast<RotationText&>(text) = written_rotation(value.pose.rotation);
  text.position = value.pose.position;
  text.exact = value.exact;
  return flow_text(write_object(placement_schema(), text));
}

std::string type_name(const Placement&, const ValueRule&) { return link_to("pose"); }

ObjectDoc placement_doc() { return placement_schema().document(); }

}  // namespace outrigger::description
