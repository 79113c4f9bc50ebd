/// What an operator sees in the mirrors, hears and reads on the machine's own monitor, as plain
/// values. Nothing here changes the motion. See description.h for the habits.
#pragma once

#include <limits>
#include <string>

#include "description/location.h"
#include "math/types.h"

namespace outrigger::description {

/// A mirror of the machine, or a screen in its cab that shows one of its cameras.
struct Mirror {
  std::string name;
  Location where;
  std::string body;
  Vec3 position = Vec3::Zero();     ///< centre of the glass, in the body frame
  Vec3 direction = -Vec3::UnitX();  ///< out of the glass, towards who looks into it
  double width = 0.2;               ///< of the glass [m]
  double height = 0.3;              ///< [m]
  double radius = 0.0;              ///< of curvature, convex [m]; 0: plane
  double adjust = 0.35;             ///< how far the operator may turn it to each side [rad]
  std::string camera;               ///< a screen: what it shows; empty: a mirror

  bool operator==(const Mirror&) const = default;
};

/// A number that a machine gives at every moment, mapped linearly: `from` becomes 0, `to` becomes 1,
/// and no further.
struct Signal {
  enum class Source { constant, sensor, input };
  Source source = Source::constant;  ///< constant: always 1
  std::string name;                  ///< of the sensor or control
  double from = 0.0, to = 1.0;
  bool size = false;  ///< without its sign

  bool operator==(const Signal&) const = default;
};

/// Something that can be heard.
struct Sound {
  enum class Kind {
    engine,  ///< exhaust pulses; `frequency`: revolutions per second at speed 1, `pulses` per revolution
    pump,     ///< whine of a piston machine; as engine, `pulses`: its pistons
    rolling,  ///< tyres on the ground; `frequency`: of their lugs at speed 1
    flow,     ///< oil through a valve: a hiss
    horn,     ///< two tones; `frequency`: of the lower one
    beeper    ///< a tone that comes and goes; `frequency`: of the tone
  };
  std::string name;
  Location where;
  Kind kind = Kind::engine;
  std::string body;
  Vec3 position = Vec3::Zero();  ///< in the body frame
  Signal speed;                  ///< how fast it runs: pitch
  Signal load;             ///< how hard it works: strength and colour; 0: silent but for an engine
  double frequency = 0.0;  ///< [Hz]
  double pulses = 1.0;     ///< per revolution
  double level = 80.0;     ///< sound pressure level 1 m away at full load [dB]

  bool operator==(const Sound&) const = default;
};

/// A gauge or a lamp on the monitor of the machine.
struct Instrument {
  enum class Kind { gauge, lamp };
  std::string name;
  Location where;
  Kind kind = Kind::gauge;
  std::string label;  ///< for people
  Signal shows;       ///< gauge: from `from` to `to` of its scale; lamp: lit above one half
  double low = -std::numeric_limits<double>::infinity();  ///< gauge: a warning below, of the sensor
  double high = std::numeric_limits<double>::infinity();  ///< gauge: a warning above
  bool warns = false;                                     ///< lamp: a warning, not a state

  bool operator==(const Instrument&) const = default;
};

}  // namespace outrigger::description
