/// Reading directions, rotations and poses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "description/schema.h"

namespace outrigger::description {

/// A direction, not zero and not necessarily of length 1: three numbers, or a word like `x`, `-z`.
struct Direction {
  Vec3 vector = Vec3::UnitZ();
};

bool read_value(Reading& r, const Node& node, const ValueRule& rule, Direction& value);
std::string type_name(const Direction&, const ValueRule&);
std::string default_text(const Direction& value);
std::string value_text(const Direction& value);

/// The forms in which a file may state a rotation; at most one of them.
struct RotationText {
  std::optional<Vec3> rotation, rotation_deg;
  std::optional<Vec4> axis_angle, axis_angle_deg;
  std::optional<Vec4> quaternion;
  std::optional<Direction> x_axis, z_axis;
  std::optional<Rows> matrix;
};

/// The form that gives this rotation again, every bit of it; none for the identity.
RotationText written_rotation(const Mat3& rotation);

/// The rotation of the stated form, or the identity; reports contradicting forms.
Mat3 resolve_rotation(Reading& r, const Node& node, const RotationText& text);

/// The keys of RotationText, for an object that is derived from it.
template <class T>
std::vector<Field<T>> rotation_fields() {
  return {
      field<T>("rotation", &RotationText::rotation, {"rad"},
               "turn about x, then about the new y, then about the newest z: R = Rx Ry Rz"),
      field<T>("rotation_deg", &RotationText::rotation_deg, {"deg"},
               "the same in degrees; multiples of 90 are exact"),
      field<T>("axis_angle", &RotationText::axis_angle, {"rad"},
               "`[x, y, z, angle]`: turn by the angle about the direction"),
      field<T>("axis_angle_deg", &RotationText::axis_angle_deg, {"deg"}, "the same in degrees"),
      field<T>("quaternion", &RotationText::quaternion, {},
               "`[w, x, y, z]`, made a unit quaternion"),
      field<T>("x_axis", &RotationText::x_axis, {}, "direction of the local x axis"),
      field<T>("z_axis", &RotationText::z_axis, {},
               "with `x_axis`: the local z axis is as near to this direction as x allows")
          .default_is("z, or y when x is along z"),
      field<T>(
          "matrix", &RotationText::matrix, {},
          "the rotation matrix itself, for files that programs write; its columns are the local "
          "axes, normal to each other and of length 1 within 1e-9"),
  };
}

/// A pose as written in a file.
struct Placement {
  Pose pose;
  bool exact = false;
};

bool read_value(Reading& r, const Node& node, const ValueRule& rule, Placement& value);
std::string type_name(const Placement&, const ValueRule&);
std::string value_text(const Placement& value);
ObjectDoc placement_doc();

}  // namespace outrigger::description
