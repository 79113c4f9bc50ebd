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

/// How a shape turns with an input: by `angle` where the input is 1.
struct ShapeMotion {
  std::string input;       ///< Control::name
  Float3 axis{}, about{};  ///< in the body frame
  float angle = 0.0f;      ///< [rad]
};

/// Light that a shape throws from its origin when it is dark.
struct ShapeBeam {
  Float3 direction{1, 0, 0};  ///< in the body frame
  float angle = 0.0f;         ///< of the whole cone [rad]; 0: it throws none
  float range = 0.0f;         ///< [m]
};

struct Shape {
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
  Kind kind = Kind::box;
  Float3 position{};            ///< in the body frame
  Float4 rotation{0, 0, 0, 1};  ///< quaternion
  Float3 size{1, 1, 1};         ///< box, screen: edges; mesh: edges of the box around it
  float radius = 0.0f;          ///< cylinder, sphere, tube, tyre
  float length = 0.0f;  ///< cylinder along its z; prism, plate, tyre along y; height of a label
  std::vector<float> profile;  ///< prism, plate: x0 z0 x1 z1 ...; lathe: radius and z of each point
  std::vector<float> path;     ///< tube: x y z of each corner; loft: x y z width height of each
  float edge = 0.0f;           ///< radius of the edges; 0: as the display likes
  float corner = 0.0f;         ///< prism, plate, tube: radius of the corners of the line
  float thickness = 0.0f;      ///< plate
  float rim = 0.0f;            ///< tyre: radius inside
  std::string tread;           ///< tyre: blocks, lugs, ribs
  std::string text;            ///< label
  Float3 colour{0.7f, 0.7f, 0.7f};
  float opacity = 1.0f;
  std::string material;              ///< paint, steel, rubber, glass, ...; empty: paint
  std::string asset;                 ///< mesh: Asset::name
  Float3 centre{};                   ///< mesh: of the box around it, in the frame of the shape
  std::vector<ShapeMotion> motions;  ///< one behind the other
  ShapeBeam beam;
};

struct SceneBody {
  std::string name;
  std::vector<Shape> shapes;
  std::uint32_t id = 0;  ///< of the bodies of a Scene their index; never given twice in a run
  /// Objects: x y z qx qy qz qw where it is drawn while no frame tells its pose; empty: it is not drawn then.
  std::vector<float> rest = {};
  std::uint32_t like = 0;  ///< 1 + the id of the body of the Scene that has its shapes; 0: its own
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

/// A mirror, or a screen that shows a camera.
struct Mirror {
  std::string name;
  std::uint32_t body = 0;      ///< SceneBody::id
  Float3 position{};           ///< centre of the glass
  Float3 direction{-1, 0, 0};  ///< out of the glass
  float width = 0.2f, height = 0.3f;
  float radius = 0.0f;  ///< convex [m]; 0: plane
  float adjust = 0.0f;  ///< [rad] to each side
  int camera = -1;      ///< a screen: index into Scene::cameras; -1: a mirror
};

/// share = (value - from)/(to - from), from 0 to 1
struct Signal {
  enum class Source { constant, channel, control };
  Source source = Source::constant;  ///< constant: 1
  std::uint32_t index = 0;           ///< into Scene::channels or Scene::controls
  double from = 0.0, to = 1.0;
  bool size = false;  ///< of the value without its sign
};

struct Sound {
  enum class Kind { engine, pump, rolling, flow, horn, beeper };
  std::string name;
  Kind kind = Kind::engine;
  std::uint32_t body = 0;
  Float3 position{};
  Signal speed, load;
  float frequency = 0.0f;  ///< [Hz] at speed 1; 0: that of its kind
  float pulses = 1.0f;     ///< per revolution
  float level = 80.0f;     ///< [dB] 1 m away at full load
};

/// Of the machine's own monitor.
struct Instrument {
  enum class Kind { gauge, lamp };
  std::string name, label;
  Kind kind = Kind::gauge;
  Signal shows;
  double low = 0.0, high = 0.0;  ///< gauge: warnings below and above; infinite: none
  bool warns = false;            ///< lamp
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
  std::vector<Mirror> mirrors;
  std::vector<Sound> sounds;
  std::vector<Instrument> instruments;
  std::string task_title, briefing;  ///< of a training session; empty: there is none
};

}  // namespace outrigger::frames
