/// The kinds of parts a mechanism is made of: one line each. Splitting, merging, dropping, handles and
/// structure hashes go over this list, so that none of them can forget a kind.
///
/// What a part refers to is told by the names of its members:
///   body, bodies, frame.body_a, frame.body_b                  indices of bodies, or kGroundIndex
///   coordinate, coordinates, coordinate_a, coordinate_b       indices of coordinates
#pragma once

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/mechanism.h"

namespace outrigger::model {

template <class T>
struct PartList {
  using Part = T;

  std::vector<T> Mechanism::*list;
  const char* one;  ///< what one of them is called
};

template <class T>
PartList(std::vector<T> Mechanism::*, const char*) -> PartList<T>;

/// New kinds go to the end: the order is that of the handles.
inline constexpr std::tuple kPartLists{
    PartList{&Mechanism::bodies, "body"},
    PartList{&Mechanism::joints, "joint"},
    PartList{&Mechanism::coordinates, "coordinate"},
    PartList{&Mechanism::drives, "drive"},
    PartList{&Mechanism::springs, "spring"},
    PartList{&Mechanism::stops, "stop"},
    PartList{&Mechanism::couplings, "coupling"},
    PartList{&Mechanism::loads, "load"},
    PartList{&Mechanism::mounts, "mount"},
    PartList{&Mechanism::spheres, "contact sphere"},
    PartList{&Mechanism::tyres, "tyre"},
    PartList{&Mechanism::brakes, "brake"},
    PartList{&Mechanism::drivelines, "driveline"},
    PartList{&Mechanism::user_body_forces, "force on a body"},
    PartList{&Mechanism::user_coordinate_forces, "force on a coordinate"},
    PartList{&Mechanism::ropes, "rope"},
    PartList{&Mechanism::tools, "tool"},
    PartList{&Mechanism::beds, "bed"},
};

inline constexpr std::size_t kPartListCount = std::tuple_size_v<decltype(kPartLists)>;

/// Calls f(list) for every kind, in order.
template <class F>
constexpr void for_each_part_list(F f) {
  std::apply([&](const auto&... list) { (f(list), ...); }, kPartLists);
}

/// Calls f(list) for all kinds that act on bodies and coordinates: all but bodies, joints, coordinates.
template <class F>
constexpr void for_each_acting_list(F f) {
  for_each_part_list([&]<class Part>(const PartList<Part>& list) {
    if constexpr (!std::is_same_v<Part, BodyPart> && !std::is_same_v<Part, JointPart> &&
                  !std::is_same_v<Part, CoordinatePart>)
      f(list);
  });
}

/// Calls see(index) for every body that a part refers to.
template <class Part, class See>
void for_each_body(Part& part, const See& see) {
  if constexpr (requires { part.body; }) see(part.body);
  if constexpr (requires { part.bodies; })
    for (auto& body : part.bodies) see(body);
  if constexpr (requires { part.frame.body_a; }) see(part.frame.body_a), see(part.frame.body_b);
}

/// Calls see(index) for every coordinate that a part refers to.
template <class Part, class See>
void for_each_coordinate(Part& part, const See& see) {
  if constexpr (requires { part.coordinate; }) see(part.coordinate);
  if constexpr (requires { part.coordinates; })
    for (auto& coordinate : part.coordinates) see(coordinate);
  if constexpr (requires { part.coordinate_a; }) see(part.coordinate_a), see(part.coordinate_b);
}

/// The name of a part, as the machine file or the program gave it.
template <class Part>
const std::string& part_name(const Part& part) {
  if constexpr (requires { part.spec.name; }) {
    return part.spec.name;
  } else {
    return part.name;
  }
}

/// Removes a part; what refers to it goes too, or is renumbered. A driveline goes with its last wheel.
void drop_coordinate(Mechanism& mechanism, int index);
void drop_joint(Mechanism& mechanism, int index);
void drop_body(Mechanism& mechanism, int index);

}  // namespace outrigger::model
