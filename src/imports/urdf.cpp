#include "imports/urdf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "description/mass_properties.h"
#include "description/source_file.h"
#include "description/text.h"
#include "imports/joint_values.h"
#include "imports/link_masses.h"
#include "imports/link_tree.h"
#include "imports/mesh_store.h"
#include "imports/settle_joints.h"
#include "imports/urdf_reader.h"
#include "imports/urdf_shapes.h"

namespace outrigger::imports {
namespace {

using description::in_quotes;
using description::MassProperties;

/// Stops swing back what they stop with this frequency [Hz]: slow enough for steps of some ms, fast
/// enough to yield little (gravity sinks in by about g/(L ω²)).
constexpr double kStopFrequency = 20.0;

/// Shapes that reach this little below z = 0 are set down on the ground, not started in it [m].
constexpr double kGroundTolerance = 1e-3;

/// Rounding of π/2 leaves components of 1e-17 in directions; they are zero.
Vec3 tidy(Vec3 v) {
  for (double& x : v)
    if (std::abs(x) < 1e-15) x = 0.0;
  return v;
}

/// A direction normal to a unit vector: a coordinate axis where one fits.
Vec3 any_normal(const Vec3& axis) {
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(axis[k]) < std::abs(axis[least])) least = k;
  const Vec3 unit = Vec3::Unit(least);
  return tidy((unit - axis.dot(unit) * axis).normalized());
}

/// The moment of a body about an axis through a point: uᵀ I u + m |u × (c - p)|².
double moment_about(const MassProperties& body, const Vec3& point, const Vec3& axis) {
  return axis.dot(body.inertia * axis) + body.mass * axis.cross(body.centre - point).squaredNorm();
}

class Conversion {
 public:
  Conversion(const UrdfRobot& robot, const LinkTree& tree, const JointValues& values,
             const UrdfOptions& options, Findings& findings)
      : robot_(robot),
        tree_(tree),
        values_(values),
        options_(options),
        findings_(findings),
        meshes_(options),
        root_{options.at, Mat3::Identity()} {}

  /// Machine and meshes; the notes go to the findings.
  ImportedMachine convert();

 private:
  bool is_ground(int group) const { return group == 0 && !options_.free_root; }
  const std::string& body_name(int group) const;
  std::string coordinate_name(int joint) const;
  void add_body(int group, LinkMasses& masses);
  void add_bodies();
  void add_shapes();
  void weigh_limbs();
  double reach() const;
  void place_groups();
  void add_joint(int group);
  void add_coordinate(int joint);
  void add_limits(int group, int joint);
  void add_drive(int joint);
  void add_laws(int joint);
  description::Location where(int line) const { return {findings_.file(), line}; }

  const UrdfRobot& robot_;
  const LinkTree& tree_;
  const JointValues& values_;
  const UrdfOptions& options_;
  Findings& findings_;
  MeshStore meshes_;
  Pose root_;  ///< of the root link in the world
  description::Machine machine_;
  std::vector<MeshToWrite> meshes_to_write_;
  std::vector<Pose> poses_;                   ///< of groups in the world, at the start
  std::vector<MassProperties> group_masses_;  ///< in the frame of the group
  std::vector<MassProperties> limb_masses_;   ///< of a group and all it carries, in the world
};

const std::string& Conversion::body_name(int group) const {
  static const std::string ground = description::kGround;
  return is_ground(group) ? ground : robot_.links[tree_.groups[group].first_link].name;
}

std::string Conversion::coordinate_name(int joint) const {
  const UrdfJoint& j = robot_.joints[joint];
  return j.name + (j.type == UrdfJoint::Type::prismatic ? ".displacement" : ".angle");
}

void Conversion::add_body(int group, LinkMasses& masses) {
  const UrdfLink& first = robot_.links[tree_.groups[group].first_link];
  const auto mass = masses.of_group(group);
  if (!mass) return;
  group_masses_[group] = *mass;
  description::Body body;
  body.name = first.name;
  body.where = where(first.line);
  body.mass = mass->mass;
  body.centre = tidy(mass->centre);
  body.inertia = 0.5 * (mass->inertia + mass->inertia.transpose());
  body.pose = poses_[group];
  body.pose_given = true;
  for (const int l : tree_.groups[group].links)
    if (l != tree_.groups[group].first_link)
      body.points.push_back({robot_.links[l].name, tidy(tree_.link_in_group[l].position)});
  machine_.bodies.push_back(std::move(body));
}

/// Forward kinematics: every group in the world at the start values.
void Conversion::place_groups() {
  poses_.resize(tree_.groups.size());
  poses_[0] = root_;
  for (std::size_t g = 1; g < tree_.groups.size(); ++g) {
    const LinkGroup& group = tree_.groups[g];
    const UrdfJoint& joint = robot_.joints[group.joint];
    poses_[g] = poses_[group.parent] * tree_.link_in_group[tree_.parent_of_joint[group.joint]] *
                joint.origin * joint_motion(joint, values_.value[group.joint]);
  }
}

void Conversion::add_joint(int group) {
  using Type = UrdfJoint::Type;
  const int index = tree_.groups[group].joint;
  const UrdfJoint& joint = robot_.joints[index];
  if (joint.type == Type::floating) {
    findings_.note(joint.line, fmt::format("joint {}: floating, so {} is free and has no joint",
                                           in_quotes(joint.name), in_quotes(joint.child)));
    return;
  }
  const int parent = tree_.groups[group].parent;
  const Pose in_parent = tree_.link_in_group[tree_.parent_of_joint[index]] * joint.origin;
  const Pose frame = is_ground(parent) ? root_ * in_parent : in_parent;
  description::Joint result;
  result.name = joint.name;
  result.where = where(joint.line);
  result.type = joint.type == Type::prismatic   ? description::JointType::prismatic
                : joint.type == Type::planar    ? description::JointType::planar
                : joint.type == Type::spherical ? description::JointType::spherical
                                                : description::JointType::revolute;
  result.body_a = body_name(parent);
  result.body_b = body_name(group);
  result.point_a = tidy(frame.position);
  result.axis_a = tidy(frame.direction(joint.axis));
  result.axis_b = tidy(joint.axis);
  result.zero_b = any_normal(joint.axis);
  result.zero_a = tidy(frame.direction(*result.zero_b));
  machine_.joints.push_back(std::move(result));
  if (!joint.has_value()) {
    if (joint.limit)
      findings_.note(
          joint.limit->line,
          fmt::format("joint {}: the limits of a {} joint are left out", in_quotes(joint.name),
                      joint.type == Type::planar ? "planar" : "spherical"));
    return;
  }
  add_coordinate(index);
  add_limits(group, index);
  add_laws(index);
  if (options_.drives && !joint.mimic) add_drive(index);
}

void Conversion::add_coordinate(int joint) {
  description::Coordinate c;
  c.name = coordinate_name(joint);
  c.where = where(robot_.joints[joint].line);
  c.kind = robot_.joints[joint].type == UrdfJoint::Type::prismatic
               ? description::Coordinate::Kind::displacement
               : description::Coordinate::Kind::angle;
  c.joint = robot_.joints[joint].name;
  if (values_.is_given[joint]) c.initial = values_.value[joint];
  machine_.coordinates.push_back(std::move(c));
}

/// Stops as stiff as what they stop is heavy: k = I ω² with the moment I of the limb about the axis
/// at the start, twice as strong at full speed as at rest: d = 1/v_max.
void Conversion::add_limits(int group, int joint) {
  const UrdfJoint& j = robot_.joints[joint];
  if (j.type == UrdfJoint::Type::continuous) return;
  if (!j.limit) {
    findings_.note(j.line,
                   fmt::format("joint {}: no <limit>, so it has no stops", in_quotes(j.name)));
    return;
  }
  if (j.limit->reversed) return;  // noted where it was read
  if (j.limit->lower == j.limit->upper) {
    findings_.note(j.limit->line,
                   fmt::format("joint {}: lower and upper limit are both {:g}; no stops are made",
                               in_quotes(j.name), j.limit->lower));
    return;
  }
  const bool slides = j.type == UrdfJoint::Type::prismatic;
  const MassProperties& limb = limb_masses_[group];
  const Vec3 axis = poses_[group].direction(j.axis);
  const double inert = slides ? limb.mass : moment_about(limb, poses_[group].position, axis);
  const double omega = 2.0 * std::numbers::pi * kStopFrequency;
  description::Stop stop;
  stop.name = j.name;
  stop.where = where(j.limit->line);
  stop.coordinate = coordinate_name(joint);
  stop.lower = j.limit->lower;
  stop.upper = j.limit->upper;
  stop.stiffness = inert * omega * omega;
  stop.damping = j.limit->velocity > 0.0 ? 1.0 / j.limit->velocity : 1.0;
  machine_.stops.push_back(std::move(stop));
}

void Conversion::add_laws(int joint) {
  const UrdfJoint& j = robot_.joints[joint];
  if (j.damping > 0.0) {
    description::Spring damper;
    damper.name = j.name;
    damper.where = where(j.line);
    damper.coordinate = coordinate_name(joint);
    damper.damper.kind = description::Function::Kind::linear;
    damper.damper.value = j.damping;
    machine_.springs.push_back(std::move(damper));
  }
  if (j.friction > 0.0) {
    description::Brake brake;
    brake.name = j.name;
    brake.where = where(j.line);
    brake.coordinate = coordinate_name(joint);
    brake.drag = j.friction;
    machine_.brakes.push_back(std::move(brake));
  }
  if (values_.leader[joint] >= 0) {
    description::Coupling coupling;
    coupling.name = j.name;
    coupling.where = where(j.mimic->line);
    coupling.coordinate_a = coordinate_name(values_.leader[joint]);
    coupling.coordinate_b = coordinate_name(joint);
    coupling.function.kind = description::Function::Kind::linear;
    coupling.function.value = j.mimic->multiplier;
    coupling.offset = j.mimic->offset;
    machine_.couplings.push_back(std::move(coupling));
  }
}

/// A lever that asks for a share of the largest speed, within stroke and effort of the joint.
void Conversion::add_drive(int joint) {
  const UrdfJoint& j = robot_.joints[joint];
  description::Drive drive;
  drive.name = j.name;
  drive.where = where(j.line);
  drive.coordinate = coordinate_name(joint);
  drive.quantity = description::Drive::Quantity::speed;
  drive.function.kind = description::Function::Kind::input;
  drive.function.input = j.name;
  drive.function.relative = true;
  drive.speed_max = j.limit && j.limit->velocity > 0.0 ? j.limit->velocity : 1.0;
  const char* unit = j.type == UrdfJoint::Type::prismatic ? "m/s" : "rad/s";
  if (!j.limit || !(j.limit->effort > 0.0))
    findings_.note(j.limit ? j.limit->line : j.line,
                   fmt::format("joint {}: no effort, or 0, is given: its drive has no force limit",
                               in_quotes(j.name)));
  if (!j.limit || !(j.limit->velocity > 0.0))
    findings_.note(j.limit ? j.limit->line : j.line,
                   fmt::format("joint {}: no velocity, or 0, is given: its lever asks for at most "
                               "1 {}",
                               in_quotes(j.name), unit));
  if (j.limit) {
    drive.force_max = j.limit->effort;
    drive.force_min = -j.limit->effort;
    if (j.type != UrdfJoint::Type::continuous) {
      drive.lower = j.limit->lower;
      drive.upper = j.limit->upper;
    }
  }
  machine_.drives.push_back(std::move(drive));
  description::Control control;
  control.name = j.name;
  control.where = where(j.line);
  control.label = j.name;
  for (char& c : control.label)  // as titles, one line without commands for terminals
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  machine_.controls.push_back(std::move(control));
}

/// How far the frames of links and joints are from the root.
double Conversion::reach() const {
  double far = 0.0;
  for (std::size_t g = 0; g < tree_.groups.size(); ++g)
    for (const int l : tree_.groups[g].links)
      far = std::max(far, ((poses_[g] * tree_.link_in_group[l]).position - root_.position).norm());
  return far > 0.0 ? far : 1.0;
}

void Conversion::add_bodies() {
  LinkMasses masses(robot_, tree_, options_, reach(), meshes_, findings_);
  for (std::size_t g = options_.free_root ? 0 : 1; g < tree_.groups.size(); ++g)
    add_body(static_cast<int>(g), masses);
}

/// What each joint carries, from the ends of the limbs inwards.
void Conversion::weigh_limbs() {
  limb_masses_.resize(tree_.groups.size());
  for (std::size_t g = tree_.groups.size(); g-- > 1;) {
    const MassProperties own = description::placed(group_masses_[g], poses_[g]);
    MassProperties& limb = limb_masses_[g];
    limb = limb.mass > 0.0 ? description::combined(limb, own) : own;
    MassProperties& below = limb_masses_[tree_.groups[g].parent];
    below = below.mass > 0.0 ? description::combined(below, limb) : limb;
  }
}

/// Shapes and visuals, and the robot raised out of the ground where that is asked for.
void Conversion::add_shapes() {
  UrdfShapes shapes(robot_, options_, meshes_, findings_);
  for (std::size_t g = 0; g < tree_.groups.size(); ++g) {
    const bool ground = is_ground(static_cast<int>(g));
    for (const int l : tree_.groups[g].links) {
      const Pose in_world = poses_[g] * tree_.link_in_group[l];
      shapes.add(robot_.links[l], body_name(static_cast<int>(g)),
                 ground ? in_world : tree_.link_in_group[l], in_world, machine_);
    }
  }
  meshes_to_write_ = shapes.take_meshes();
  if (!machine_.shapes.empty() && !options_.self_contact) {
    const std::string group = machine_.shapes.front().group;
    machine_.contact_pairs.push_back({"within_itself", {}, group, group, false});
  }
  const UrdfShapes::Lowest& low = shapes.lowest();
  if (low.link.empty()) {
    if (options_.lift) findings_.note(0, "--lift does nothing: no body has a shape that touches");
    return;
  }
  if (!options_.lift) {
    if (low.height < -kGroundTolerance)
      findings_.note(low.line,
                     fmt::format("link {} starts {:.3g} m in the ground, which is at z = 0; "
                                 "--lift raises the robot, --at X Y Z places its root",
                                 in_quotes(low.link), -low.height));
    return;
  }
  const double rise = -low.height;
  root_.position.z() += rise;
  place_groups();
  const auto raise = [&](auto& parts) {
    for (auto& part : parts)
      if (part.body == description::kGround) part.pose.position.z() += rise;
  };
  raise(machine_.shapes);
  raise(machine_.visuals);
  for (auto& body : machine_.bodies) body.pose.position.z() += rise;
  findings_.note(low.line,
                 fmt::format("--lift puts the root link at z = {:.6g}: link {} touches the "
                             "ground",
                             root_.position.z(), in_quotes(low.link)));
}

ImportedMachine Conversion::convert() {
  const std::size_t count = tree_.groups.size();
  machine_.name = robot_.name;
  group_masses_.resize(count);
  place_groups();
  if (count == 1 && !options_.free_root)
    findings_.error(robot_.links[tree_.groups[0].first_link].line, "",
                    "nothing in this file moves; --free makes the root link a body");
  add_bodies();
  if (findings_.any_error()) return {};
  add_shapes();
  weigh_limbs();
  for (std::size_t g = 1; g < count; ++g) add_joint(static_cast<int>(g));
  const UrdfLink& root = robot_.links[tree_.groups[0].first_link];
  if (!options_.free_root && root.inertial)
    findings_.note(root.line, fmt::format("link {} is the root and stands for the ground, its mass "
                                          "is not used; --free makes it a body",
                                          in_quotes(root.name)));
  ImportedMachine result;
  result.machine = std::move(machine_);
  result.meshes = std::move(meshes_to_write_);
  return result;
}

}  // namespace

ImportedMachine import_urdf_text(std::string_view text, const std::string& name,
                                 const UrdfOptions& options) {
  Findings findings(name);
  UrdfRobot robot = read_urdf(text, findings);
  add_world(robot, findings);
  settle_followers(robot, options.repair, findings);
  const JointValues values = start_values(robot, options.joint_values, findings);
  if (!findings.any_error()) hold_bare_frames(robot, values, findings);
  const auto tree = build_link_tree(robot, findings);
  findings.throw_if_any();
  ImportedMachine result = Conversion(robot, *tree, values, options, findings).convert();
  findings.throw_if_any();
  result.notes = findings.take_notes();
  return result;
}

ImportedMachine import_urdf_file(const std::filesystem::path& path, UrdfOptions options) {
  const description::FileContent content = description::load_file(path);
  if (!content.problem.empty()) throw Error(fmt::format("{}: {}", path.string(), content.problem));
  options.folder = path.parent_path().empty() ? "." : path.parent_path();
  return import_urdf_text(content.text, path.string(), options);
}

}  // namespace outrigger::imports
