/// What stays as it is while a machine runs, and its bodies and ground at the start, as plain values. The wire messages of
/// web/protocol/outrigger.proto carry the same fields. SI units, angles in radians, z up;
/// quaternions are (x, y, z, w).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace outrigger::frames {

using Float3 = std::array<float, 3>;
using Float4 = std::array<float, 4>;

struct Shape {
  enum class Kind { box, cylinder, sphere, prism, mesh };
  std::string name;
  Kind kind = Kind::box;
  Float3 position{};            ///< in the body frame
  Float4 rotation{0, 0, 0, 1};  ///< quaternion
  Float3 size{1, 1, 1};         ///< box: edges; mesh: edges of the box around it
  float radius = 0.0f;          ///< cylinder, sphere
  float length = 0.0f;          ///< cylinder along its z, prism along its y
  std::vector<float> profile;   ///< prism: x0 z0 x1 z1 ...
  Float3 colour{0.7f, 0.7f, 0.7f};
  float opacity = 1.0f;
  std::string material;  ///< paint, steel, rubber, glass, ...; empty: paint
  std::string asset;     ///< mesh: Asset::name
  Float3 centre{};       ///< mesh: of the box around it, in the frame of the shape
};

struct SceneBody {
  std::string name;
  std::vector<Shape> shapes;
  std::uint32_t id = 0;  ///< of the bodies of a Scene their index; never given twice in a run
};

struct Link {
  enum class Kind { cylinder, bar };
  std::string name;
  Kind kind = Kind::cylinder;
  std::uint32_t body_a = 0, body_b = 0;  ///< SceneBody::id
  Float3 point_a{}, point_b{};
  float barrel_radius = 0.0f, rod_radius = 0.0f;
  float width = 0.0f, depth = 0.0f;
  Float3 colour{};
  std::string material;  ///< of the barrel or bar; empty: paint
};

struct Camera {
  std::string name;
  std::uint32_t body = 0;  ///< SceneBody::id
  Float3 position{};
  Float3 direction{1, 0, 0};
  float field_of_view = 1.2f;
};

struct Control {
  enum class Kind { lever, pedal, wheel, button, choice };
  std::string name;
  Kind kind = Kind::lever;
  std::string label, positive, negative;
  std::string key_positive, key_negative;
  std::string stick;
  bool stick_reversed = false;
  std::vector<std::string> choices;
  float initial = 0.0f;
  float rate_limit = 0.0f;  ///< [1/s]: the machine moves the lever no faster; 0: at once

  /// Levers, pedals and buttons return to 0 when nobody holds them.
  bool springs_back() const {
    return kind == Kind::lever || kind == Kind::pedal || kind == Kind::button;
  }
  float lowest() const { return kind == Kind::lever || kind == Kind::wheel ? -1.0f : 0.0f; }
  float highest() const {
    return kind == Kind::choice && !choices.empty() ? static_cast<float>(choices.size() - 1) : 1.0f;
  }
};

struct Channel {
  std::string name, unit;
  std::string label;           ///< for people; empty: the name
  std::string shown_unit;      ///< km/h, rpm, ...; empty: the unit
  bool for_operators = false;  ///< all others are for engineers
  double shown_scale = 1.0;    ///< shown = shown_scale * value
  std::uint32_t decimals = 2;  ///< digits after the point that make sense of what is shown
  std::string group;           ///< components of one vector have the same, and follow each other
  std::string group_label;     ///< for people
};

/// How far a body may lean: the angle between its z axis and the vertical.
struct TiltLimits {
  std::uint32_t body = 0;              ///< SceneBody::id
  float warning = 0.0f, limit = 0.0f;  ///< [rad]; limit 0: nothing watches
};

inline constexpr std::uint32_t kContainerSlices = 8;  ///< of buckets

/// Room for soil on a body; Frame::loads says what is in it.
struct Container {
  enum class Kind {
    bucket,  ///< a profile across a width; its content lies as in a tilted trough
    bed      ///< a flat floor; its content is a height field on it
  };
  std::string name;
  std::uint32_t body = 0;  ///< SceneBody::id
  Kind kind = Kind::bucket;
  /// Bucket: x0 z0 x1 z1 ... in the frame of the body, from the cutting edge along the shell to the rear lip.
  std::vector<float> profile;
  float width = 0.0f;                ///< bucket: inside, centred at y = 0 [m]
  std::uint32_t slices = 0;          ///< bucket: levels of a load, from y = -width/2 to width/2
  float x_min = 0.0f, x_max = 0.0f;  ///< bed: inside, in the frame of the body [m]
  float y_min = 0.0f, y_max = 0.0f;
  float floor = 0.0f;                   ///< bed: z of the floor [m]
  std::uint32_t columns = 0, rows = 0;  ///< bed: cells along x and along y
};

struct SurfaceKind {
  std::string name;
  Float3 colour{0.4f, 0.4f, 0.35f};
};

/// A height field of columns x rows points, row by row (y upwards); empty for the plane z = 0.
struct Ground {
  std::uint32_t columns = 0, rows = 0;
  float x_min = 0.0f, y_min = 0.0f;
  float cell = 1.0f;
  std::vector<float> heights;          ///< columns * rows [m]
  std::vector<std::uint8_t> surfaces;  ///< per point, index into kinds; empty: all of kind 0
  std::vector<SurfaceKind> kinds;
};

struct Scene {
  std::string title, site_title;
  double step = 0.0;              ///< [s]
  bool replay = false;            ///< a recording is shown: levers have no effect
  double duration = 0.0;          ///< replay [s]
  std::vector<SceneBody> bodies;  ///< the order of Frame::poses unless Frame::bodies tells another
  std::vector<Link> links;
  std::vector<Camera> cameras;
  std::vector<Control> controls;  ///< the order of Frame::inputs and of lever values
  std::vector<Channel> channels;  ///< the order of Frame::channels
  Ground ground;
  TiltLimits tilt;
  std::vector<Container> containers;  ///< the order of Frame::loads
  std::string task_title, briefing;   ///< of a training session; empty: there is none
};

}  // namespace outrigger::frames
