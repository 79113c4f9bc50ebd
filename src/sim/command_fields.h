/// The fields of what commands hold, each named once: text, reading and comparison follow from them.
/// Unlike the keys of machine files these are the plain members, in SI units, so that no bit is lost.
#pragma once

#include <type_traits>

#include "sim/command.h"

namespace outrigger::sim {

template <class T, class U>
concept Is = std::is_same_v<std::remove_const_t<T>, U>;

// visit(key, member) for every member but `where`, which only messages about files need.

void list_fields(Is<description::NamedPoint> auto& x, auto& visit) {
  visit("name", x.name), visit("position", x.position);
}
void list_fields(Is<Pose> auto& x, auto& visit) {
  visit("position", x.position), visit("rotation", x.rotation);
}
void list_fields(Is<description::Body> auto& x, auto& visit) {
  visit("name", x.name), visit("kind", x.kind), visit("mass", x.mass), visit("centre", x.centre);
  visit("inertia", x.inertia), visit("pose", x.pose), visit("pose_given", x.pose_given);
  visit("pose_exact", x.pose_exact), visit("velocity", x.velocity);
  visit("angular_velocity", x.angular_velocity), visit("points", x.points);
  visit("basis", x.basis), visit("penalty_scale", x.penalty_scale);
}
void list_fields(Is<description::AllowableLoad> auto& x, auto& visit) {
  visit("force", x.force), visit("torque", x.torque), visit("breaks", x.breaks);
}
void list_fields(Is<description::Joint> auto& x, auto& visit) {
  visit("name", x.name), visit("type", x.type), visit("body_a", x.body_a);
  visit("body_b", x.body_b), visit("point_a", x.point_a), visit("point_b", x.point_b);
  visit("axis_a", x.axis_a), visit("axis_b", x.axis_b), visit("zero_a", x.zero_a);
  visit("zero_b", x.zero_b), visit("length", x.length), visit("allowable", x.allowable);
  visit("penalty_scale", x.penalty_scale);
}
void list_fields(Is<description::Function> auto& x, auto& visit) {
  visit("kind", x.kind), visit("value", x.value), visit("table", x.table);
  visit("formula", x.formula), visit("input", x.input), visit("relative", x.relative);
}
void list_fields(Is<description::Coordinate> auto& x, auto& visit) {
  visit("name", x.name), visit("kind", x.kind), visit("joint", x.joint);
  visit("body_a", x.body_a), visit("body_b", x.body_b), visit("point_a", x.point_a);
  visit("point_b", x.point_b), visit("initial", x.initial);
  visit("initial_speed", x.initial_speed), visit("unknown", x.unknown);
}
void list_fields(Is<description::Spring> auto& x, auto& visit) {
  visit("name", x.name), visit("coordinate", x.coordinate), visit("free", x.free);
  visit("free_as_assembled", x.free_as_assembled), visit("spring", x.spring);
  visit("damper", x.damper), visit("force", x.force), visit("factor", x.factor);
}
void list_fields(Is<description::Load> auto& x, auto& visit) {
  visit("name", x.name), visit("body", x.body), visit("point", x.point);
  visit("torque", x.torque), visit("follows_body", x.follows_body);
  visit("x", x.x), visit("y", x.y), visit("z", x.z);
}
void list_fields(Is<description::Mount> auto& x, auto& visit) {
  visit("name", x.name), visit("body", x.body), visit("point", x.point);
  visit("anchor", x.anchor), visit("stiffness", x.stiffness), visit("damping", x.damping);
}
void list_fields(Is<description::RopePoint> auto& x, auto& visit) { visit("point", x.point); }
void list_fields(Is<description::Rope> auto& x, auto& visit) {
  visit("name", x.name), visit("points", x.points), visit("length", x.length);
  visit("stiffness", x.stiffness), visit("axial_stiffness", x.axial_stiffness);
  visit("damping", x.damping), visit("winding", x.winding), visit("length_min", x.length_min);
}
void list_fields(Is<model::BodyForce> auto& x, auto& visit) {
  visit("force", x.force), visit("torque", x.torque), visit("stiffness", x.stiffness);
  visit("damping", x.damping), visit("place", x.place), visit("velocity", x.velocity);
}
void list_fields(Is<model::CoordinateForce> auto& x, auto& visit) {
  visit("force", x.force), visit("stiffness", x.stiffness), visit("damping", x.damping);
  visit("place", x.place), visit("velocity", x.velocity);
}

void list_fields(Is<SetInputs> auto& x, auto& visit) { visit("values", x.values); }
void list_fields(Is<Reset> auto&, auto&) {}
void list_fields(Is<Restore> auto& x, auto& visit) {
  visit("from_start", x.from_start), visit.bytes("state", x.bytes);
}
void list_fields(Is<FindEquilibrium> auto&, auto&) {}
void list_fields(Is<AddBody> auto& x, auto& visit) { visit("body", x.body); }
void list_fields(Is<AddJoint> auto& x, auto& visit) {
  visit("joint", x.joint), visit("a", x.a), visit("b", x.b);
}
void list_fields(Is<AddLoad> auto& x, auto& visit) { visit("load", x.load), visit("on", x.body); }
void list_fields(Is<AddMount> auto& x, auto& visit) {
  visit("mount", x.mount), visit("on", x.body);
}
void list_fields(Is<AddSpring> auto& x, auto& visit) {
  visit("spring", x.spring), visit("distance", x.distance), visit("a", x.a), visit("b", x.b);
}
void list_fields(Is<AddBodyForce> auto& x, auto& visit) {
  visit("name", x.name), visit("on", x.body), visit("point", x.point), visit("now", x.present);
}
void list_fields(Is<AddCoordinateForce> auto& x, auto& visit) {
  visit("name", x.name), visit("on", x.coordinate), visit("now", x.present);
}
void list_fields(Is<SetForces> auto& x, auto& visit) {
  visit("bodies", x.on_bodies), visit("coordinates", x.on_coordinates);
}
void list_fields(Is<RemovePart> auto& x, auto& visit) { visit("part", x.part); }
void list_fields(Is<BreakJoint> auto& x, auto& visit) { visit("joint", x.joint); }
void list_fields(Is<EditGround> auto& x, auto& visit) { visit("edit", x.edit); }
void list_fields(Is<PlaceSoil> auto& x, auto& visit) {
  visit("soil", x.soil), visit("mass", x.mass), visit("x", x.x), visit("y", x.y);
  visit("radius", x.radius), visit("drop", x.drop);
}
void list_fields(Is<AddRope> auto& x, auto& visit) { visit("rope", x.rope), visit("on", x.on); }

}  // namespace outrigger::sim
