/// The machine while it is being read: its things, and their names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "description/description.h"
#include "description/diagnostics.h"
#include "description/part_kinds.h"
#include "description/values.h"

namespace outrigger::description {

/// Finds the things of a vector by their names.
template <class T>
class Named {
 public:
  explicit Named(std::vector<T>& things) : things_(things) {}

  /// Valid until the next `add`.
  const T* find(const std::string& name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : &things_[found->second];
  }

  void add(T thing) {
    index_.emplace(thing.name, things_.size());
    things_.push_back(std::move(thing));
  }

  std::vector<std::string_view> names() const {
    std::vector<std::string_view> result;
    for (const T& thing : things_) result.push_back(thing.name);
    return result;
  }

 private:
  std::vector<T>& things_;
  std::unordered_map<std::string, std::size_t> index_;
};

class MachineBuilder {
 public:
  MachineBuilder() = default;
  MachineBuilder(const MachineBuilder&) = delete;
  MachineBuilder& operator=(const MachineBuilder&) = delete;

  Machine machine;
  /// True for a part that is read alone: the bodies, joints and coordinates it names are known elsewhere.
  bool trusts_names = false;

  /// The parts of a kind by their names.
  template <class T>
  Named<T>& named() {
    return std::get<Named<T>>(named_);
  }
  template <class T>
  const Named<T>& named() const {
    return std::get<Named<T>>(named_);
  }
  template <class T>
  Named<T>& named(const PartKind<T>&) {
    return named<T>();
  }

  /// Adds a thing whose name is new; reports a problem otherwise.
  template <class T>
  void add(Reading& r, const Node& node, Named<T>& things, T thing) {
    const T* other = things.find(thing.name);
    if (other == nullptr) {
      things.add(std::move(thing));
    } else {
      report_used_name(r, node, thing.name, other->where);
    }
  }

  /// What a key of an object says, for the functions below.
  struct Key {
    const Node& object;
    std::string_view key;
  };

  /// True when the name is a body or, if allowed, the ground; reports a problem otherwise.
  bool check_body(Reading& r, Key at, const std::string& name, bool ground_allowed);

  /// Checks a pair of bodies: known and different.
  bool check_bodies(Reading& r, Key at, const NamePair& names);

  /// Position of a point in the frame of a known body. Reports an unknown point name.
  std::optional<Vec3> resolve_point(Reading& r, Key at, const std::string& body,
                                    const PointText& point);

  /// Written pose of a known body; the ground's is the identity. Empty when none is written.
  std::optional<Pose> written_pose(const std::string& body) const;

  /// The poses of both bodies, which a key in world coordinates needs; reports missing ones.
  std::optional<std::pair<Pose, Pose>> world_poses(Reading& r, Key at, const std::string& body_a,
                                                   const std::string& body_b);

  /// The coordinate of this name. "<joint>.angle", ".displacement", ".cone" and ".twist" come into
  /// being when they are first asked for. Null, with a problem reported, for unknown names.
  const Coordinate* resolve_coordinate(Reading& r, Key at, const std::string& name);

  /// True when the joint has a coordinate of this kind; reports a problem otherwise.
  bool check_coordinate_kind(Reading& r, Key at, const std::string& joint, Coordinate::Kind kind);

 private:
  template <class... T>
  static std::tuple<Named<T>...> names_of(Machine& machine,
                                          const std::tuple<PartKind<T>...>& kinds) {
    return {Named<T>(machine.*std::get<PartKind<T>>(kinds).list)...};
  }
  decltype(names_of(std::declval<Machine&>(), kPartKinds)) named_ = names_of(machine, kPartKinds);

  static void report_used_name(Reading& r, const Node& node, const std::string& name,
                               const Location& where);
  const Coordinate* make_joint_coordinate(Reading& r, Key at, const std::string& name,
                                          std::size_t dot);
};

/// True for angles, cones and twists.
bool is_angular(Coordinate::Kind kind);

/// Reports keys in degrees where the coordinate is a length.
void refuse_degrees_of_lengths(Reading& r, const std::vector<const Node*>& members_in_degrees,
                               const Coordinate& coordinate);

}  // namespace outrigger::description
