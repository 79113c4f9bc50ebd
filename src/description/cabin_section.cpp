/// mirrors, sounds and monitor: what an operator sees, hears and reads besides the picture.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "description/sections.h"
#include "description/text.h"
#include "description/words.h"

namespace outrigger::description {
namespace {

// --- mirrors ------------------------------------------------------------------------------------

struct MirrorText : Mirror {
  std::optional<PointText> given_position;
  Direction given_direction{-Vec3::UnitX()};
  std::optional<std::string> given_camera;
};

const ObjectSchema<MirrorText>& mirror_schema() {
  using T = MirrorText;
  static const ObjectSchema<T> schema{
      "mirrors",
      "A mirror of the machine, plane or convex, or a screen in its cab that shows a camera. What "
      "is "
      "seen in it follows from the eye. An operator adjusts it in the seat.",
      {
          field<T>("body", &Mirror::body, {}, "that carries it")
              .type_is("name of a body")
              .required(),
          field<T>("position", &T::given_position, {"m"}, "centre of the glass")
              .default_is("[0, 0, 0]"),
          field<T>("direction", &T::given_direction, {},
                   "out of the glass, in the body frame: halfway between the eye and what shall be "
                   "seen in the middle"),
          field<T>("width", &Mirror::width, {"m", above(0)}, "of the glass"),
          field<T>("height", &Mirror::height, {"m", above(0)}, "of the glass"),
          field<T>("radius", &Mirror::radius, {"m", at_least(0)}, "of a convex glass; 0: plane"),
          field<T>("adjust", &Mirror::adjust, {"rad", at_least(0)},
                   "how far an operator may turn it to each side")
              .or_degrees()
              .allowed_is("0 to 1 rad"),
          field<T>("camera", &T::given_camera, {}, "what a screen shows")
              .type_is("name of a camera")
              .default_is("none: a mirror"),
      }};
  return schema;
}

void finish_mirror(Reading& r, const Node& node, MachineBuilder& builder, MirrorText& m) {
  if (m.body.empty() || !builder.check_body(r, {node, "body"}, m.body, false)) return;
  const double length = m.given_direction.vector.norm();
  m.direction = std::abs(length - 1.0) < 1e-15 ? m.given_direction.vector
                                               : Vec3(m.given_direction.vector / length);
  if (m.given_position)
    if (const auto p = builder.resolve_point(r, {node, "position"}, m.body, *m.given_position))
      m.position = *p;
  // A ball of glass is no mirror: its rim would look away from who looks into it.
  const double half = 0.5 * std::hypot(m.width, m.height);
  if (m.radius > 0.0 && m.radius < 1.5 * half)
    r.problem_at(node, "radius",
                 fmt::format("{:.4g} m is not allowed: must be 0 or at least {:.4g} m for a glass "
                             "of {:.4g} x {:.4g} m",
                             m.radius, 1.5 * half, m.width, m.height));
  if (m.adjust > 1.0)
    r.problem_at(node, "adjust",
                 fmt::format("{:.4g} rad is not allowed: must be at most 1 rad", m.adjust));
  m.camera = m.given_camera.value_or("");
  if (!m.camera.empty() && !builder.trusts_names &&
      builder.named<Camera>().find(m.camera) == nullptr)
    r.problem_at(node, "camera", r.unknown_name("camera", m.camera, [&] {
      std::vector<std::string_view> names;
      for (const Camera& c : builder.machine.cameras) names.push_back(c.name);
      return names;
    }));
  builder.add(r, node, builder.named<Mirror>(), static_cast<const Mirror&>(m));
}

// --- signals ------------------------------------------------------------------------------------

struct SignalText : Signal {
  std::optional<std::string> sensor, input;
};

const ObjectSchema<SignalText>& signal_schema() {
  using T = SignalText;
  static const ObjectSchema<T> schema{
      "signal",
      "A number of the machine: of a sensor with one value, or where a control stands. It is "
      "mapped "
      "linearly, `from` to 0 and `to` to 1, and goes no further; `from` may be above `to`.",
      {
          field<T>("sensor", &T::sensor, {}, "that gives it").type_is("name of a sensor"),
          field<T>("input", &T::input, {}, "that gives it").type_is("name of a control"),
          field<T>("from", &Signal::from, {}, "value that becomes 0"),
          field<T>("to", &Signal::to, {}, "value that becomes 1"),
          field<T>("size", &Signal::size, {}, "of the value without its sign"),
      }};
  return schema;
}

/// True for sensors of one number that displays are sent.
bool is_shown(const Sensor& s) {
  using K = Sensor::Kind;
  switch (s.kind) {
    case K::depth:
    case K::reach:
    case K::pitch:
    case K::forward_speed:
    case K::coordinate:
    case K::coordinate_speed:
    case K::spring_force:
    case K::rope_tension:
    case K::brake_force:
    case K::tractive_force:
    case K::tyre_load:
    case K::tyre_deflection:
    case K::engine_speed:
    case K::engine_load:
    case K::flow_share:
      return true;
    default:
      return false;
  }
}

Signal finish_signal(Reading& r, const Node& parent, const char* key, const MachineBuilder& builder,
                     const SignalText& s) {
  const Node& node = *parent.find(key);
  const auto scope = r.enter(key);
  Signal signal = s;
  if (s.sensor.has_value() == s.input.has_value()) {
    r.problem(node, "expected exactly one of sensor, input");
    return signal;
  }
  signal.source = s.sensor ? Signal::Source::sensor : Signal::Source::input;
  signal.name = s.sensor ? *s.sensor : *s.input;
  if (s.from == s.to) r.problem(node, "from and to are the same");
  if (builder.trusts_names) return signal;
  if (s.input && builder.named<Control>().find(signal.name) == nullptr)
    r.problem_at(node, "input", r.unknown_name("control", signal.name, [&] {
      std::vector<std::string_view> names;
      for (const Control& c : builder.machine.controls) names.push_back(c.name);
      return names;
    }));
  if (!s.sensor) return signal;
  const Sensor* sensor = builder.named<Sensor>().find(signal.name);
  if (sensor == nullptr) {
    r.problem_at(node, "sensor", r.unknown_name("sensor", signal.name, [&] {
      std::vector<std::string_view> names;
      for (const Sensor& c : builder.machine.sensors) names.push_back(c.name);
      return names;
    }));
  } else if (!is_shown(*sensor)) {
    r.problem_at(node, "sensor",
                 fmt::format("{} is a {}: only sensors with one value that displays are sent can "
                             "be used",
                             in_quotes(signal.name), default_text(sensor->kind)));
  }
  return signal;
}

SignalText written(const Signal& signal) {
  SignalText text;
  static_cast<Signal&>(text) = signal;
  if (signal.source == Signal::Source::sensor) text.sensor = signal.name;
  if (signal.source == Signal::Source::input) text.input = signal.name;
  return text;
}

std::optional<SignalText> written_unless_constant(const Signal& signal) {
  if (signal.source == Signal::Source::constant) return std::nullopt;
  return written(signal);
}

// --- sounds -------------------------------------------------------------------------------------

struct SoundText : Sound {
  std::optional<PointText> given_position;
  std::optional<SignalText> given_speed, given_load;
};

const ObjectSchema<SoundText>& sound_schema() {
  using T = SoundText;
  static const ObjectSchema<T> schema{
      "sounds",
      "Something that can be heard, and what drives it. All sounds are made by the displays "
      "themselves, from these numbers.",
      {
          field<T>("kind", &Sound::kind, {}, "what it sounds like").required(),
          field<T>("body", &Sound::body, {}, "that carries it")
              .type_is("name of a body")
              .required(),
          field<T>("position", &T::given_position, {"m"}, "where it comes from")
              .default_is("[0, 0, 0]"),
          object_field<T>("speed", &T::given_speed, signal_schema, "how fast it runs, its pitch")
              .default_is("1"),
          object_field<T>("load", &T::given_load, signal_schema,
                          "how hard it works, its strength; but for an engine 0 is silence")
              .default_is("1"),
          field<T>("frequency", &Sound::frequency, {"Hz", above(0)},
                   "at speed 1: revolutions of an engine or pump, lugs of rolling tyres, the tone "
                   "of a horn or beeper; 0: that of its kind")
              .default_is("that of its kind"),
          field<T>("pulses", &Sound::pulses, {"", above(0)},
                   "per revolution: ignitions of an engine, pistons of a pump"),
          field<T>("level", &Sound::level, {"dB", between(20, 130)},
                   "sound pressure level 1 m away at full load"),
      }};
  return schema;
}

void finish_sound(Reading& r, const Node& node, MachineBuilder& builder, SoundText& s) {
  if (s.body.empty() || !builder.check_body(r, {node, "body"}, s.body, false)) return;
  if (s.given_position)
    if (const auto p = builder.resolve_point(r, {node, "position"}, s.body, *s.given_position))
      s.position = *p;
  if (s.given_speed) s.speed = finish_signal(r, node, "speed", builder, *s.given_speed);
  if (s.given_load) s.load = finish_signal(r, node, "load", builder, *s.given_load);
  builder.add(r, node, builder.named<Sound>(), static_cast<const Sound&>(s));
}

// --- monitor ------------------------------------------------------------------------------------

struct InstrumentText : Instrument {
  std::optional<std::string> given_label;
  std::optional<SignalText> given_shows;
};

const ObjectSchema<InstrumentText>& instrument_schema() {
  using T = InstrumentText;
  static const ObjectSchema<T> schema{
      "monitor",
      "A gauge or a lamp on the monitor of the machine, which the panel page shows.",
      {
          field<T>("kind", &Instrument::kind, {}, "what it is"),
          field<T>("label", &T::given_label, {}, "for people").default_is("the name"),
          object_field<T>(
              "shows", &T::given_shows, signal_schema,
              "gauge: `from` and `to` are the ends of its scale; lamp: lit above one half")
              .required(),
          field<T>("low", &Instrument::low, {}, "gauge: a warning where the sensor gives less")
              .default_is("none"),
          field<T>("high", &Instrument::high, {}, "gauge: a warning where the sensor gives more")
              .default_is("none"),
          field<T>("warns", &Instrument::warns, {},
                   "lamp: it warns, in red, instead of telling a state"),
      }};
  return schema;
}

void finish_instrument(Reading& r, const Node& node, MachineBuilder& builder, InstrumentText& i) {
  i.label = i.given_label.value_or(i.name);
  if (!i.given_shows) return;
  i.shows = finish_signal(r, node, "shows", builder, *i.given_shows);
  builder.add(r, node, builder.named<Instrument>(), static_cast<const Instrument&>(i));
}

}  // namespace

void read_mirrors(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, mirror_schema(), [&](MirrorText& m, const Node& node, const ObjectKeys&) {
    finish_mirror(r, node, builder, m);
  });
}

void read_sounds(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, sound_schema(), [&](SoundText& s, const Node& node, const ObjectKeys&) {
    finish_sound(r, node, builder, s);
  });
}

void read_monitor(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, instrument_schema(),
             [&](InstrumentText& i, const Node& node, const ObjectKeys&) {
               finish_instrument(r, node, builder, i);
             });
}

WrittenKeys written_keys(const Mirror& mirror, const WriteContext&) {
  MirrorText text;
  static_cast<Mirror&>(text) = mirror;
  text.given_position = written_point(mirror.position);
  text.given_direction.vector = mirror.direction;
  if (!mirror.camera.empty()) text.given_camera = mirror.camera;
  return write_object(mirror_schema(), text);
}

WrittenKeys written_keys(const Sound& sound, const WriteContext&) {
  SoundText text;
  static_cast<Sound&>(text) = sound;
  text.given_position = written_point(sound.position);
  text.given_speed = written_unless_constant(sound.speed);
  text.given_load = written_unless_constant(sound.load);
  return write_object(sound_schema(), text);
}

WrittenKeys written_keys(const Instrument& instrument, const WriteContext&) {
  InstrumentText text;
  static_cast<Instrument&>(text) = instrument;
  if (instrument.label != instrument.name) text.given_label = instrument.label;
  text.given_shows = written(instrument.shows);
  return write_object(instrument_schema(), text);
}

std::vector<ObjectDoc> mirror_docs() { return {mirror_schema().document()}; }
std::vector<ObjectDoc> sound_docs() {
  return {sound_schema().document(), signal_schema().document()};
}
std::vector<ObjectDoc> instrument_docs() { return {instrument_schema().document()}; }

}  // namespace outrigger::description
