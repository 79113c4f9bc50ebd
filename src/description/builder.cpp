#include "description/builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "description/text.h"
#include "description/words.h"

namespace outrigger::description {
namespace {

const Pose kIdentity;

bool joint_has(JointType type, Coordinate::Kind kind) {
  using K = Coordinate::Kind;
  switch (kind) {
    case K::angle:
      return type == JointType::revolute || type == JointType::cylindrical;
    case K::displacement:
      return type == JointType::prismatic || type == JointType::cylindrical;
    case K::cone:
    case K::twist:
      return type == JointType::spherical || type == JointType::universal;
    case K::distance:
      return false;
  }
  return false;
}

std::optional<Coordinate::Kind> joint_coordinate_kind(std::string_view word) {
  for (const auto& w : EnumWords<Coordinate::Kind>::words()) {
    if (w.word == word && w.value != Coordinate::Kind::distance) return w.value;
  }
  return std::nullopt;
}

}  // namespace

void MachineBuilder::report_used_name(Reading& r, const Node& node, const std::string& name,
                                      const Location& where) {
  r.problem(node, fmt::format("the name {} is used already in {}:{}", in_quotes(name), where.file,
                              where.line));
}

bool MachineBuilder::check_body(Reading& r, Key at, const std::string& name, bool ground_allowed) {
  if (name == kGround && ground_allowed) return true;
  if (name == kGround) {
    r.problem_at(at.object, at.key, "the ground is not allowed here: name a body");
    return false;
  }
  if (named<Body>().find(name) != nullptr || trusts_names) return true;
  const auto known = [&] {
    std::vector<std::string_view> names = named<Body>().names();
    if (ground_allowed) names.emplace_back(kGround);
    return names;
  };
  r.problem_at(at.object, at.key, r.unknown_name("body", name, known));
  return false;
}

bool MachineBuilder::check_bodies(Reading& r, Key at, const NamePair& names) {
  const bool first = check_body(r, at, names[0], true);
  const bool second = check_body(r, at, names[1], true);
  if (!first || !second) return false;
  if (names[0] != names[1]) return true;
  r.problem_at(
      at.object, at.key,
      fmt::format("{} is connected with itself: name two different bodies", in_quotes(names[0])));
  return false;
}

std::optional<Vec3> MachineBuilder::resolve_point(Reading& r, Key at, const std::string& body,
                                                  const PointText& point) {
  if (point.name.empty()) return point.position;
  std::vector<std::string_view> known;
  if (const Body* owner = named<Body>().find(body)) {
    for (const NamedPoint& p : owner->points) {
      if (p.name == point.name) return p.position;
      known.push_back(p.name);
    }
  }
  r.problem_at(at.object, at.key,
               r.unknown_name(
                   "point", point.name, [&] { return known; }, " of body " + in_quotes(body)));
  return std::nullopt;
}

std::optional<Pose> MachineBuilder::written_pose(const std::string& body) const {
  if (body == kGround) return kIdentity;
  const Body* found = named<Body>().find(body);
  return found != nullptr && found->pose_given ? std::optional(found->pose) : std::nullopt;
}

std::optional<std::pair<Pose, Pose>> MachineBuilder::world_poses(Reading& r, Key at,
                                                                 const std::string& body_a,
                                                                 const std::string& body_b) {
  const auto a = written_pose(body_a), b = written_pose(body_b);
  if (a && b) return std::pair(*a, *b);
  r.problem_at(at.object, at.key,
               fmt::format("is in world coordinates, but body {} has no pose: give it one, or use "
                           "the keys with _a and _b in the frames of the bodies",
                           in_quotes(a ? body_b : body_a)));
  return std::nullopt;
}

const Coordinate* MachineBuilder::resolve_coordinate(Reading& r, Key at, const std::string& name) {
  if (const Coordinate* found = named<Coordinate>().find(name)) return found;
  if (trusts_names) {
    Coordinate trusted;
    trusted.name = name;
    named<Coordinate>().add(std::move(trusted));
    return named<Coordinate>().find(name);
  }
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos) return make_joint_coordinate(r, at, name, dot);
  r.problem_at(at.object, at.key,
               r.unknown_name("coordinate", name, [&] { return named<Coordinate>().names(); }));
  return nullptr;
}

const Coordinate* MachineBuilder::make_joint_coordinate(Reading& r, Key at, const std::string& name,
                                                        std::size_t dot) {
  const std::string joint = name.substr(0, dot);
  const std::string word = name.substr(dot + 1);
  if (named<Joint>().find(joint) == nullptr) {
    const std::string unknown =
        r.unknown_name("joint", joint, [&] { return named<Joint>().names(); });
    if (!unknown.empty())
      r.problem_at(at.object, at.key,
                   fmt::format("unknown coordinate {}: {}", in_quotes(name), unknown));
    return nullptr;
  }
  const auto kind = joint_coordinate_kind(word);
  if (!kind) {
    r.problem_at(at.object, at.key,
                 fmt::format("unknown coordinate {}: {}", in_quotes(name),
                             unknown_choice_text("coordinate of a joint", word,
                                                 {"angle", "displacement", "cone", "twist"})));
    return nullptr;
  }
  if (!check_coordinate_kind(r, at, joint, *kind)) return nullptr;
  Coordinate made;
  made.name = name;
  made.where = r.location(at.object);
  made.kind = *kind;
  made.joint = joint;
  named<Coordinate>().add(std::move(made));
  return named<Coordinate>().find(name);
}

bool MachineBuilder::check_coordinate_kind(Reading& r, Key at, const std::string& joint,
                                           Coordinate::Kind kind) {
  const Joint* found = named<Joint>().find(joint);
  if (found == nullptr && trusts_names) return true;
  if (found == nullptr) {
    r.problem_at(at.object, at.key,
                 r.unknown_name("joint", joint, [&] { return named<Joint>().names(); }));
    return false;
  }
  if (joint_has(found->type, kind)) return true;
  if (r.diagnostics().is_broken(joint)) return false;  // its type may be what is wrong
  r.problem_at(at.object, at.key,
               fmt::format("joint {} is {} and has no {}", in_quotes(joint),
                           default_text(found->type), default_text(kind)));
  return false;
}

bool is_angular(Coordinate::Kind kind) {
  return kind != Coordinate::Kind::distance && kind != Coordinate::Kind::displacement;
}

void refuse_degrees_of_lengths(Reading& r, const std::vector<const Node*>& members_in_degrees,
                               const Coordinate& coordinate) {
  if (is_angular(coordinate.kind)) return;
  for (const Node* member : members_in_degrees) {
    const auto scope = r.enter(member->key);
    r.problem(*member, fmt::format("degrees are not allowed: coordinate {} is a length in m",
                                   in_quotes(coordinate.name)));
  }
}

}  // namespace outrigger::description
