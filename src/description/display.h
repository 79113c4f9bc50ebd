/// How a machine looks and is operated, as plain values. Nothing here changes the motion, except
/// that controls name the inputs and how people move them. See description.h for the habits.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "description/contact_shapes.h"
#include "description/location.h"
#include "math/types.h"

namespace outrigger::description {

/// What drawn things may be made of.
inline constexpr std::array<std::string_view, 15> kLookMaterials{
    "paint",  "steel", "chrome", "rubber", "glass",       "plastic", "wood",  "concrete",
    "fabric", "lamp",  "beacon", "grille", "tread_plate", "hazard",  "mirror"};
/// What the tread of a drawn tyre may look like.
inline constexpr std::array<std::string_view, 3> kTreads{"blocks", "lugs", "ribs"};

/// How a drawn shape follows an input: by `angle` where the input is 1, about an axis in its body.
struct VisualMotion {
  std::string input;
  Vec3 axis = Vec3::UnitY();
  Vec3 about = Vec3::Zero();  ///< a point of the axis, in the body frame [m]
  double angle = 0.0;         ///< [rad]

  bool operator==(const VisualMotion&) const = default;
};

/// Light that a drawn shape throws when it is dark, from its origin.
struct VisualBeam {
  Vec3 direction = Vec3::UnitX();  ///< in the body frame
  double angle = 1.0;              ///< of the whole cone [rad]
  double range = 25.0;             ///< [m]

  bool operator==(const VisualBeam&) const = default;
};

/// A drawn shape fixed in a body.
struct VisualShape {
  enum class Kind {
    box,
    cylinder,
    sphere,
    prism,
    mesh,
    tube,
    plate,
    lathe,
    loft,
    tyre,
    label,
    screen
  };
  std::string name;
  Location where;
  std::string body;  ///< may be the ground
  Kind kind = Kind::box;
  Pose pose;                 ///< of the shape's frame in the body frame
  Vec3 size = Vec3::Ones();  ///< box: edges along its axes [m]
  double radius = 0.0;       ///< cylinder, sphere, tube, tyre [m]
  double length = 0.0;  ///< cylinder along its z; prism, plate, tyre along y; height of a label [m]
  /// Prism: polygon in its x-z plane. Plate: line there. Lathe: radius and height along z. [m]
  std::vector<std::array<double, 2>> profile;
  std::vector<std::array<double, 3>> path;      ///< tube: corners of its middle line [m]
  std::vector<std::array<double, 5>> sections;  ///< loft: x, y, z, width along y, height along z
  double edge = 0.0;       ///< radius of its edges, of the bends of a tube; 0: as displays like [m]
  double corner = 0.0;     ///< prism, plate: radius of the corners of the profile [m]
  double thickness = 0.0;  ///< plate [m]
  double rim = 0.0;        ///< tyre: radius of the rim it sits on [m]
  std::string tread;       ///< tyre: one of kTreads
  std::string text;        ///< label
  std::string file;        ///< mesh: where it is read from
  double unit = 1.0;       ///< mesh: length of one unit of the file [m]
  ContactShape::UpAxis up = ContactShape::UpAxis::z;  ///< mesh: axis of the file that becomes z
  Vec3 scale = Vec3::Ones();                          ///< mesh: along its axes, z up
  Vec3 colour{0.7, 0.7, 0.7};
  double opacity = 1.0;               ///< 0..1
  std::string material;               ///< one of kLookMaterials; empty: paint
  std::vector<VisualMotion> motions;  ///< one behind the other, at most 2
  std::optional<VisualBeam> beam;

  bool operator==(const VisualShape&) const = default;
};

/// A telescopic cylinder or a bar drawn between a point of one body and a point of another.
struct VisualLink {
  enum class Kind { cylinder, bar };
  std::string name;
  Location where;
  Kind kind = Kind::cylinder;
  std::string body_a, body_b;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  double barrel_radius = 0.05, rod_radius = 0.03;  ///< cylinder [m]
  double width = 0.1, depth = 0.05;                ///< bar: across the y axis of a, and along it
  Vec3 colour{0.55, 0.56, 0.58};
  std::string material;  ///< of the barrel or bar, one of kLookMaterials; empty: paint

  bool operator==(const VisualLink&) const = default;
};

/// A view from the machine, such as the operator's eye.
struct Camera {
  std::string name;
  Location where;
  std::string body;
  Vec3 position = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();
  double field_of_view = 1.2;  ///< vertical [rad]

  bool operator==(const Camera&) const = default;
};

/// How a person moves one input: keys, a stick axis of the ISO pattern, or a switch.
struct Control {
  enum class Kind {
    lever,   ///< springs back to `rest`
    pedal,   ///< 0..1, springs back
    wheel,   ///< stays where it is left
    button,  ///< on while pressed
    choice   ///< one of `choices`, stays
  };
  std::string name;  ///< of the input
  Location where;
  Kind kind = Kind::lever;
  std::string label;                       ///< for people, "Boom"
  std::string positive;                    ///< what +1 does, "up"
  std::string negative;                    ///< what -1 does, "down"
  std::string key_positive, key_negative;  ///< browser key codes such as KeyI, ArrowUp, Space
  /// left_x, left_y, left_z, right_x, right_y, right_z, triggers, or empty; x to the right, y forward,
  /// z twisted to the right, triggers right minus left
  std::string stick;
  bool stick_reversed = false;  ///< stick right or forward gives -1
  std::vector<std::string> choices;
  double initial = 0.0;
  // Shaping between the hand and the drive.
  double dead_zone = 0.0;   ///< part of the travel without effect, 0..0.9
  double exponent = 1.0;    ///< of the travel beyond the dead zone, 0.2..5
  double rate_limit = 0.0;  ///< largest change per second; 0 = none

  bool operator==(const Control&) const = default;
};

/// How far a machine may lean. The tilt is the angle between the z axis of a body and the vertical.
struct TiltLimits {
  std::string body;      ///< empty: nothing watches
  double warning = 0.0;  ///< [rad], 0..limit
  double limit = 0.0;    ///< [rad], up to π: beyond it the machine has rolled over
  /// Inputs and the values they take once it has, besides levers at rest: an engine that stops.
  std::vector<std::pair<std::string, double>> inputs;

  bool operator==(const TiltLimits&) const = default;
};

/// What an operator is given by a seat, unless asked otherwise.
struct Seat {
  Location where;
  std::vector<std::string> variants;  ///< of the file
  std::string site;                   ///< where it stands; empty: nowhere in particular
  TiltLimits tilt;

  bool operator==(const Seat&) const = default;
};

}  // namespace outrigger::description
