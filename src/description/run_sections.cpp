/// settings, sensors and outputs: how the machine is run and what is watched.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "description/sections.h"
#include "description/words.h"

namespace outrigger::description {
namespace {

const ObjectSchema<Settings>& settings_schema() {
  using T = Settings;
  static const ObjectSchema<T> schema{
      "settings",
      "The integrator and its tolerances. The defaults suit most machines.",
      {
          field<T>("step", &T::step, {"s", between(1e-7, 0.1)}, "time step h"),
          field<T>("duration", &T::duration, {"s", above(0)}, "length of a run"),
          field<T>("method", &T::method, {}, "integration rule"),
          field<T>("formulation", &T::formulation, {},
                   "how accelerations are found; all but augmented need method explicit"),
          field<T>("rho_infinity", &T::rho_infinity, {"", between(0, 1)},
                   "generalized_alpha: damping of high frequencies, 1 = none"),
          field<T>("hht_alpha", &T::hht_alpha, {"", between(0, 1.0 / 3.0)}, "hht: 0 = no damping"),
          field<T>("newmark_beta", &T::newmark_beta, {"", {0.0, 0.5, true}}, "newmark"),
          field<T>("newmark_gamma", &T::newmark_gamma, {"", between(0.5, 1.0)}, "newmark"),
          field<T>("projection", &T::projection, {}, "metric of the velocity projections"),
          field<T>("penalty_rule", &T::penalty_rule, {}, "how penalties are scaled"),
          field<T>("penalty", &T::penalty, {"", above(0)}, "penalty of that rule"),
          field<T>("max_iterations", &T::max_iterations, {"", between(1, 50)},
                   "Newton iterations per step"),
          field<T>("tolerance", &T::tolerance, {"m/s2", at_least(0)},
                   "of the Newton iteration, as an acceleration")
              .default_is("1e-2 up to steps of 1e-3 s, 1e-4 above"),
          field<T>("max_substeps", &T::max_substeps, {"", between(1, 4096)},
                   "a failed step is retried in up to this many parts"),
          field<T>("accuracy", &T::accuracy, {"m", between(1e-14, 1.0)},
                   "explicit: largest error of an internal step, as a length"),
      }};
  return schema;
}

// --- sensors ------------------------------------------------------------------------------------

/// Units that displays know.
constexpr std::array<std::string_view, 5> kShownUnits{"km/h", "rpm", "deg", "%", "kN"};

struct SensorText : Sensor {
  std::optional<Kind> given_kind;
  std::optional<PointText> given_point, given_from_point;
  std::optional<std::string> given_from, given_label, given_unit;
};

const ObjectSchema<SensorText>& sensor_schema() {
  using T = SensorText;
  static const ObjectSchema<T> schema{
      "sensors",
      "Measures something in every step. The target is a body (position, velocity, acceleration, "
      "orientation, angular_velocity, depth, reach, pitch, forward_speed, specific_force, "
      "angular_rate), a coordinate "
      "(coordinate, coordinate_speed), a joint "
      "(reaction_force, reaction_torque), a drive (drive_force), a spring (spring_force), a rope "
      "(rope_tension), a brake "
      "(brake_force), a driveline (tractive_force) or a tyre (tyre_load, tyre_deflection, "
      "tyre_force, tyre_slip); all other kinds measure the whole machine and have no target. "
      "Vectors make three columns `_x`, `_y`, `_z`, orientations `_rx`, `_ry`, `_rz`, reactions "
      "`_u`, "
      "`_v`, `_w`. tyre_force: forward, left and load (`_x`, `_y`, `_z`) on the wheel; tyre_slip: "
      "`_x` along and `_y` across, no unit, as [the tyre feels it](theory/tyres.md#slip). "
      "specific_force and angular_rate are what an inertial measurement unit reads, along the axes "
      "of the body: acceleration less gravity (0 in free fall), and the rate of turning.",
      {
          field<T>("kind", &T::given_kind, {}, "what is measured").required(),
          field<T>("target", &Sensor::target, {}, "on what").type_is("name").default_is("none"),
          field<T>("point", &T::given_point, {"m"},
                   "position, velocity, acceleration, depth, reach, forward_speed, specific_force: "
                   "of this "
                   "point, "
                   "body frame")
              .default_is("[0, 0, 0]"),
          field<T>("from", &T::given_from, {},
                   "depth: how far below this body; reach: how far from it, horizontally; pitch: "
                   "seen from its side, so that it runs from -180 to 180 degrees")
              .type_is("name of a body or `ground`")
              .default_is("ground; for pitch, the target"),
          field<T>("from_point", &T::given_from_point, {"m"},
                   "depth, reach: from this point, frame of that body")
              .default_is("[0, 0, 0]"),
          field<T>("label", &T::given_label, {}, "its name for people").default_is("its name"),
          field<T>(
              "unit", &T::given_unit, {},
              "in which displays show it: `km/h`, `rpm`, `deg`, `%`, `kN`; tables keep SI units")
              .default_is("as measured"),
          field<T>("for", &Sensor::reader, {}, "whom displays show it to first"),
      }};
  return schema;
}

bool is_measured_from(Sensor::Kind kind) { return sensor_kind(kind).measured_from; }

void finish_from(Reading& r, const Node& node, MachineBuilder& builder, SensorText& s) {
  if (!is_measured_from(s.kind)) {
    for (const char* key : {"from", "from_point"})
      if (node.find(key) != nullptr)
        r.problem_at(node, key, fmt::format("is not allowed for {}", default_text(s.kind)));
    return;
  }
  s.from = s.given_from.value_or(s.kind == Sensor::Kind::pitch ? s.target : kGround);
  if (s.given_from && !builder.check_body(r, {node, "from"}, s.from, true)) return;
  if (!s.given_from_point) return;
  if (s.kind == Sensor::Kind::pitch) {
    r.problem_at(node, "from_point", "is not allowed for pitch");
    return;
  }
  const auto p = builder.resolve_point(r, {node, "from_point"}, s.from, *s.given_from_point);
  if (p) s.from_point = *p;
}

void finish_display(Reading& r, const Node& node, SensorText& s) {
  s.label = s.given_label.value_or("");
  s.shown_unit = s.given_unit.value_or("");
  if (s.given_unit &&
      std::find(kShownUnits.begin(), kShownUnits.end(), s.shown_unit) == kShownUnits.end())
    r.problem_at(
        node, "unit",
        unknown_choice_text("unit", s.shown_unit, {kShownUnits.begin(), kShownUnits.end()}));
}

using Target = SensorTarget;

Target target_of(Sensor::Kind kind) { return sensor_kind(kind).target; }

template <class T>
void check_name(Reading& r, const Node& node, std::string_view what, const std::string& name,
                const Named<T>& things) {
  if (things.find(name) != nullptr) return;
  r.problem_at(node, "target", r.unknown_name(what, name, [&] { return things.names(); }));
}

bool check_target(Reading& r, const Node& node, MachineBuilder& builder, const SensorText& s) {
  if (builder.trusts_names) return target_of(s.kind) == Target::body;
  switch (target_of(s.kind)) {
    case Target::body:
      return builder.check_body(r, {node, "target"}, s.target, false);
    case Target::coordinate:
      builder.resolve_coordinate(r, {node, "target"}, s.target);
      break;
    case Target::joint:
      check_name(r, node, "joint", s.target, builder.named<Joint>());
      break;
    case Target::drive:
      check_name(r, node, "drive", s.target, builder.named<Drive>());
      break;
    case Target::spring:
      check_name(r, node, "spring", s.target, builder.named<Spring>());
      break;
    case Target::rope:
      check_name(r, node, "rope", s.target, builder.named<Rope>());
      break;
    case Target::brake:
      check_name(r, node, "brake", s.target, builder.named<Brake>());
      break;
    case Target::driveline:
      check_name(r, node, "driveline", s.target, builder.named<Driveline>());
      break;
    case Target::tyre:
      check_name(r, node, "tyre", s.target, builder.named<Tyre>());
      break;
    case Target::none:
      break;
  }
  return false;
}

void finish_sensor(Reading& r, const Node& node, MachineBuilder& builder, SensorText& s) {
  using K = Sensor::Kind;
  s.kind = s.given_kind.value_or(K::position);
  const bool has_target = node.find("target") != nullptr;
  if (!s.given_kind) {
    // reported where it was read
  } else if (target_of(s.kind) == Target::none && has_target) {
    r.problem_at(node, "target",
                 fmt::format("is not allowed: {} is of the whole machine", default_text(s.kind)));
  } else if (target_of(s.kind) != Target::none && !has_target) {
    r.problem(node, "missing key 'target'");
  } else if (check_target(r, node, builder, s) && s.given_point) {
    const auto p = builder.resolve_point(r, {node, "point"}, s.target, *s.given_point);
    if (p) s.point = *p;
  }
  if (builder.trusts_names) {
    // the rest of the machine is known elsewhere
  } else if ((s.given_kind == K::engine_speed || s.given_kind == K::engine_load) &&
             !(builder.machine.engine.inertia > 0.0))
    r.problem_at(node, "kind", "the machine has no engine");
  else if (s.given_kind == K::flow_share && !(builder.machine.hydraulics.flow_max > 0.0))
    r.problem_at(node, "kind", "the machine has no hydraulics");
  finish_from(r, node, builder, s);
  finish_display(r, node, s);
  if (s.given_point && !sensor_kind(s.kind).at_point) {
    r.problem_at(node, "point", fmt::format("is not allowed for {}", default_text(s.kind)));
  }
  builder.add(r, node, builder.named<Sensor>(), static_cast<const Sensor&>(s));
}

// --- outputs ------------------------------------------------------------------------------------

const ObjectSchema<Output>& output_schema() {
  using T = Output;
  static const ObjectSchema<T> schema{
      "outputs",
      "What a run writes to its table and plot.",
      {
          field<T>("sensors", &T::sensors, {}, "the columns").default_is("all sensors"),
          field<T>("interval", &T::interval, {"s", at_least(0)}, "time between rows")
              .default_is("every step, at most 2000 rows"),
      }};
  return schema;
}

}  // namespace

void read_settings(Reading& r, const Node& section, Settings& settings) {
  read_object(r, section, settings_schema(), settings);
  if (settings.formulation != Formulation::augmented &&
      settings.method != IntegratorMethod::explicit_pair)
    r.problem_at(section, "formulation",
                 "only augmented goes with this method; the others need 'method: explicit'");
}

void read_sensors(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, sensor_schema(),
             [&](SensorText& sensor, const Node& node, const ObjectKeys&) {
               finish_sensor(r, node, builder, sensor);
             });
}

void read_outputs(Reading& r, const Node& section, MachineBuilder& builder) {
  read_object(r, section, output_schema(), builder.machine.output);
  for (const std::string& name : builder.machine.output.sensors) {
    if (builder.named<Sensor>().find(name) != nullptr) continue;
    r.problem_at(section, "sensors",
                 r.unknown_name("sensor", name, [&] { return builder.named<Sensor>().names(); }));
  }
}

WrittenKeys written_keys(const Settings& settings, const WriteContext&) {
  return write_object(settings_schema(), settings);
}

WrittenKeys written_keys(const Sensor& sensor, const WriteContext&) {
  SensorText text;
  static_cast<Sensor&>(text) = sensor;
  text.given_kind = sensor.kind;
  text.given_point = written_point(sensor.point);
  if (is_measured_from(sensor.kind)) {
    const std::string usual = sensor.kind == Sensor::Kind::pitch ? sensor.target : kGround;
    if (sensor.from != usual) text.given_from = sensor.from;
    text.given_from_point = written_point(sensor.from_point);
  }
  if (!sensor.label.empty()) text.given_label = sensor.label;
  if (!sensor.shown_unit.empty()) text.given_unit = sensor.shown_unit;
  return write_object(sensor_schema(), text);
}

WrittenKeys written_keys(const Output& output, const WriteContext&) {
  return write_object(output_schema(), output);
}

std::vector<ObjectDoc> settings_docs() { return {settings_schema().document()}; }
std::vector<ObjectDoc> sensor_docs() { return {sensor_schema().document()}; }
std::vector<ObjectDoc> output_docs() { return {output_schema().document()}; }

}  // namespace outrigger::description
