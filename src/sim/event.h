/// Something that happened in a step and that people, scripts or scores want to know, as a value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "math/types.h"

namespace outrigger::sim {

/// A part that an event is about.
struct EventPart {
  std::string kind;  ///< "body", "joint", "drive", "shape", "tyre", "contact sphere"
  std::string name;

  bool operator==(const EventPart&) const = default;
};

struct Event {
  enum class Kind {
    overload,       ///< a joint carries more than it may; value: load [N or N m]
    joint_broken,   ///< value: load [N or N m]; 0 where a command broke it
    not_converged,  ///< a step ended at the iteration cap; value: distance to its solution [m]
    step_retried,   ///< a step was cut; value: number of parts
    contained,      ///< an articulation was held still for a step
    inside_ground,  ///< a wheel or sphere starts inside the ground and is pushed out; value: depth [m]
    no_ground,  ///< starts below the ground or beyond its edge, where shapes fall; value: depth [m]
    left_site,  ///< a body leaves the field of the site; value: how far it is outside [m]
    drive_jump,     ///< a drive asks for a jump; value: by how much, of the coordinate or its speed
    contact_begin,  ///< two shapes touch; value: speed of approach [m/s]
    contact_end,    ///< they part; value: impulse [N s]
    crowded,        ///< too many contacts to solve; value: pairs of shapes that are left out
    ground_changed,  ///< a command has changed the ground; value: fine cells
    cave_in,         ///< a face of soil fell; value: mass of bank soil [kg]
    fastened,        ///< a sling was hooked to an eye; value: free length [m]
    let_go,          ///< a sling was let go; value: its tension then [N]
    person_hit       ///< something touched a person; value: speed of approach [m/s]
  };
  static constexpr int kKinds = static_cast<int>(Kind::person_hit) + 1;

  Kind kind = Kind::overload;
  std::int64_t step = 0;
  double time = 0.0;                  ///< [s]
  std::vector<EventPart> parts = {};  ///< the one it is about first
  double value = 0.0;                 ///< how strong; see the kinds
  std::string unit = {};              ///< of the value; empty: a count or unknown
  std::optional<Vec3> place = {};     ///< world [m], where known
  std::string text = {};              ///< one line for people

  /// The names of the parts: "pin", "ball/floor".
  std::string name() const;
  bool operator==(const Event&) const = default;
};

/// The word of a kind in files, on the wire and in Python.
std::string_view to_string(Event::Kind kind);
std::optional<Event::Kind> event_kind(std::string_view word);

/// An event as one line of JSON, and back. Throws Error where the text is no event.
std::string to_text(const Event& event);
Event event_from_text(std::string_view text);

}  // namespace outrigger::sim
