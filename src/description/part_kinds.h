/// The kinds of named parts a machine is made of: one line each. Whatever is done for every kind
/// (reading, writing, including, counting, hashing) goes over this list.
#pragma once

#include <string_view>
#include <tuple>
#include <vector>

#include "description/description.h"

namespace outrigger::description {

/// A kind of part: its list in a machine, its section in a file, and what one of them is called.
template <class T>
struct PartKind {
  using Part = T;

  std::vector<T> Machine::*list;
  std::string_view section;
  std::string_view one;
};

template <class T>
PartKind(std::vector<T> Machine::*, const char*, const char*) -> PartKind<T>;

/// In the order in which a file is read, so that each finds the names it refers to.
inline constexpr std::tuple kPartKinds{
    PartKind{&Machine::bodies, "bodies", "body"},
    PartKind{&Machine::joints, "joints", "joint"},
    PartKind{&Machine::coordinates, "coordinates", "coordinate"},
    PartKind{&Machine::drives, "drives", "drive"},
    PartKind{&Machine::springs, "springs", "spring"},
    PartKind{&Machine::stops, "stops", "stop"},
    PartKind{&Machine::couplings, "couplings", "coupling"},
    PartKind{&Machine::loads, "loads", "load"},
    PartKind{&Machine::mounts, "mounts", "mount"},
    PartKind{&Machine::ropes, "ropes", "rope"},
    PartKind{&Machine::tools, "tools", "tool"},
    PartKind{&Machine::beds, "beds", "bed"},
    PartKind{&Machine::materials, "materials", "material"},
    PartKind{&Machine::friction, "friction", "friction pair"},
    PartKind{&Machine::contact_laws, "contact_laws", "contact law"},
    PartKind{&Machine::spheres, "contact_spheres", "contact sphere"},
    PartKind{&Machine::shapes, "shapes", "shape"},
    PartKind{&Machine::contact_pairs, "contact_pairs", "contact pair"},
    PartKind{&Machine::bounding_groups, "bounding_groups", "bounding group"},
    PartKind{&Machine::tyre_types, "tyre_types", "tyre type"},
    PartKind{&Machine::tyres, "tyres", "tyre"},
    PartKind{&Machine::brakes, "brakes", "brake"},
    PartKind{&Machine::drivelines, "drivelines", "driveline"},
    PartKind{&Machine::sensors, "sensors", "sensor"},
    PartKind{&Machine::visuals, "visuals", "visual"},
    PartKind{&Machine::visual_links, "visual_links", "visual link"},
    PartKind{&Machine::cameras, "cameras", "camera"},
    PartKind{&Machine::controls, "controls", "control"},
    PartKind{&Machine::mirrors, "mirrors", "mirror"},
    PartKind{&Machine::sounds, "sounds", "sound"},
    PartKind{&Machine::instruments, "monitor", "instrument"},
};

/// Calls f(kind) for every kind, in order.
template <class F>
constexpr void for_each_part_kind(F f) {
  std::apply([&](const auto&... kind) { (f(kind), ...); }, kPartKinds);
}

template <class T>
constexpr const PartKind<T>& part_kind() {
  return std::get<PartKind<T>>(kPartKinds);
}

}  // namespace outrigger::description
