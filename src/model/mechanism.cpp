#include "model/mechanism.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"

namespace outrigger::model {

using description::Coordinate;
using description::JointType;
using description::kGround;
using description::Location;

namespace {

const Pose kIdentity;
const std::string kGroundName = kGround;

/// Looks names of one kind up and explains where a dangling one was written.
class Names {
 public:
  explicit Names(std::string kind) : kind_(std::move(kind)) {}

  void add(const std::string& name, const Location& where) {
    const int index = static_cast<int>(index_.size());
    if (!index_.emplace(name, index).second)
      throw Error(fmt::format("{}: {} '{}' is defined twice", place(where), kind_, name));
  }
  int find(const std::string& name, const Location& where, const std::string& user) const {
    const auto found = index_.find(name);
    if (found == index_.end())
      throw Error(fmt::format("{}: {}: unknown {} '{}'", place(where), user, kind_, name));
    return found->second;
  }
  static std::string place(const Location& where) {
    return where.file.empty() ? "description" : fmt::format("{}:{}", where.file, where.line);
  }

 private:
  std::string kind_;
  std::map<std::string, int> index_;
};

int find_body(const Names& bodies, const std::string& name, const Location& where,
              const std::string& user) {
  return name == kGround ? kGroundIndex : bodies.find(name, where, user);
}

CoordinateFrame make_coordinate_frame(const Coordinate& c, const Names& body_names,
                                      const Names& joint_names, const Mechanism& m) {
  CoordinateFrame frame;
  frame.kind = c.kind;
  if (c.kind == Coordinate::Kind::distance) {
    frame.body_a = find_body(body_names, c.body_a, c.where, c.name);
    frame.body_b = find_body(body_names, c.body_b, c.where, c.name);
    frame.point_a = c.point_a;
    frame.point_b = c.point_b;
    return frame;
  }
  const JointFrame& joint = m.joints[joint_names.find(c.joint, c.where, c.name)].frame;
  frame.body_a = joint.body_a;
  frame.body_b = joint.body_b;
  frame.point_a = joint.point_a;
  frame.point_b = joint.point_b;
  frame.frame_a = joint.frame_a;
  frame.frame_b = joint.frame_b;
  return frame;
}

}  // namespace

const Pose& Mechanism::pose_of(int body) const {
  return body == kGroundIndex ? kIdentity : bodies[body].pose;
}

const std::string& Mechanism::name_of(int body) const {
  return body == kGroundIndex ? kGroundName : bodies[body].spec.name;
}

JointFrame make_joint_frame(const description::Joint& joint, int body_a, int body_b,
                            const Pose* written_pose_a, const Pose* written_pose_b) {
  JointFrame frame;
  frame.type = joint.type;
  frame.body_a = body_a;
  frame.body_b = body_b;
  frame.point_a = joint.point_a;
  frame.point_b = joint.point_b;
  frame.length = joint.length;
  frame.frame_a = frame_about(joint.axis_a, joint.zero_a.value_or(Vec3::Zero()));

  // Where b's zero direction is not given, it is a's as seen from b in the written pose, or the
  // same local direction when no pose was written.
  Vec3 hint = frame.frame_a.col(1);
  if (joint.zero_b) {
    hint = *joint.zero_b;
  } else if (written_pose_a != nullptr && written_pose_b != nullptr) {
    hint = written_pose_b->local_direction(written_pose_a->direction(hint));
  }
  frame.frame_b = frame_about(joint.axis_b, hint);
  return frame;
}

Mechanism resolve(const description::Machine& machine, PartId& next_id) {
  Mechanism m;
  m.settings = machine.settings;

  Names bodies("body"), joints("joint"), coordinates("coordinate");
  for (const auto& b : machine.bodies) {
    bodies.add(b.name, b.where);
    BodyPart part;
    part.id = next_id++;
    part.spec = b;
    part.pose = b.pose;
    part.twist = {b.velocity.value_or(Vec3::Zero()), b.angular_velocity.value_or(Vec3::Zero())};
    m.bodies.push_back(std::move(part));
  }
  const auto written_pose = [&](int body) -> const Pose* {
    if (body == kGroundIndex) return &kIdentity;
    return m.bodies[body].spec.pose_given ? &m.bodies[body].spec.pose : nullptr;
  };
  for (const auto& j : machine.joints) {
    joints.add(j.name, j.where);
    const int a = find_body(bodies, j.body_a, j.where, j.name);
    const int b = find_body(bodies, j.body_b, j.where, j.name);
    m.joints.push_back({next_id++, j, make_joint_frame(j, a, b, written_pose(a), written_pose(b))});
  }
  for (const auto& c : machine.coordinates) {
    coordinates.add(c.name, c.where);
    CoordinatePart part;
    part.id = next_id++;
    part.spec = c;
    part.frame = make_coordinate_frame(c, bodies, joints, m);
    m.coordinates.push_back(std::move(part));
  }
  // The rest refers to bodies and coordinates only.
  const auto on_coordinate = [&](const auto& specs, auto& parts) {
    for (const auto& s : specs)
      parts.push_back({next_id++, s, coordinates.find(s.coordinate, s.where, s.name)});
  };
  const auto on_body = [&](const auto& specs, auto& parts) {
    for (const auto& s : specs)
      parts.push_back({next_id++, s, find_body(bodies, s.body, s.where, s.name)});
  };
  on_coordinate(machine.drives, m.drives);
  on_coordinate(machine.springs, m.springs);
  on_coordinate(machine.stops, m.stops);
  for (const auto& c : machine.couplings)
    m.couplings.push_back({next_id++, c, coordinates.find(c.coordinate_a, c.where, c.name),
                           coordinates.find(c.coordinate_b, c.where, c.name)});
  on_body(machine.loads, m.loads);
  on_body(machine.mounts, m.mounts);
  on_body(machine.spheres, m.spheres);
  for (const auto& tyre : machine.tyres) {
    const auto type = std::find_if(machine.tyre_types.begin(), machine.tyre_types.end(),
                                   [&](const auto& t) { return t.name == tyre.type; });
    if (type == machine.tyre_types.end())
      throw Error(fmt::format("tyre '{}': there is no tyre type named '{}'", tyre.name, tyre.type));
    m.tyres.push_back(
        {next_id++, tyre, find_body(bodies, tyre.body, tyre.where, tyre.name), *type});
  }
  on_coordinate(machine.brakes, m.brakes);
  for (const auto& d : machine.drivelines) {
    DrivelinePart part{next_id++, d, {}};
    for (const auto& name : d.coordinates)
      part.coordinates.push_back(coordinates.find(name, d.where, d.name));
    if (!part.coordinates.empty() && !d.ranges.empty()) m.drivelines.push_back(std::move(part));
  }
  for (const auto& rope : machine.ropes) {
    RopePart part{next_id++, rope, {}};
    for (const auto& p : rope.points)
      part.bodies.push_back(find_body(bodies, p.body, rope.where, rope.name));
    m.ropes.push_back(std::move(part));
  }
  for (const auto& tool : machine.tools)
    m.tools.push_back({next_id++, tool, find_body(bodies, tool.body, tool.where, tool.name)});
  for (const auto& bed : machine.beds) {
    BedPart part{next_id++, bed, find_body(bodies, bed.body, bed.where, bed.name), {}};
    if (!bed.gate_coordinate.empty())
      part.coordinates.push_back(coordinates.find(bed.gate_coordinate, bed.where, bed.name));
    m.beds.push_back(std::move(part));
  }
  m.engine = machine.engine;
  m.hydraulics = machine.hydraulics;
  return m;
}

}  // namespace outrigger::model
