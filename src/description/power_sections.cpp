/// brakes, drivelines, engine and hydraulics: what turns wheels, holds them, and feeds the drives.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "description/sections.h"

namespace outrigger::description {
namespace {

constexpr double kPerMinute = 2.0 * std::numbers::pi / 60.0;  ///< rad/s of one turn per minute
constexpr double kKilometresPerHour = 1.0 / 3.6;              ///< m/s
constexpr double kLitresPerMinute = 1e-3 / 60.0;              ///< m³/s

/// An operator input: any name, checked for its letters only.
void check_input_name(Reading& r, const Node& node, std::string_view key, const std::string& name) {
  if (name.empty()) return;
  const std::string reason = why_not_a_name(name);
  if (!reason.empty())
    r.problem_at(node, key, fmt::format("{} is not a name: {}", in_quotes(name), reason));
}

/// One of two keys for the same value in different units, the second with its factor.
double one_of(Reading& r, const Node& node, std::pair<std::string_view, std::string_view> keys,
              std::pair<std::optional<double>, std::optional<double>> values, double factor) {
  const bool first = node.find(keys.first) != nullptr, second = node.find(keys.second) != nullptr;
  if (first == second)
    r.problem(node, first ? fmt::format("'{}' and '{}' exclude each other", keys.first, keys.second)
                          : fmt::format("missing key '{}' or '{}'", keys.first, keys.second));
  return values.first ? *values.first : factor * values.second.value_or(0.0);
}

// --- brakes -------------------------------------------------------------------------------------

const ObjectSchema<Brake>& brake_schema() {
  using T = Brake;
  static const ObjectSchema<T> schema{
      "brakes",
      "Dry friction on a coordinate, of at most force input + drag. It remembers where it holds, "
      "so "
      "a locked wheel does not creep. Several brakes may act on one coordinate.",
      {
          field<T>("coordinate", &T::coordinate, {}, "what it brakes")
              .type_is("name of a coordinate")
              .required(),
          field<T>("force", &T::force, {"N or N m", at_least(0)}, "at full input"),
          field<T>("drag", &T::drag, {"N or N m", at_least(0)}, "friction that is always there"),
          field<T>("input", &T::input, {}, "0 to 1: how far the brake is applied")
              .type_is("name of an input")
              .default_is("none: `force` always acts"),
      }};
  return schema;
}

// --- drivelines ---------------------------------------------------------------------------------

struct RangeText : TravelRange {
  std::optional<double> speed, speed_kmh;
};

/// The number whose product with the factor is `product`: division may miss it by the last bit.
double divided(double product, double factor) {
  const double middle = product / factor;
  for (const double scale : {1.0, 1e3, 1e6}) {  // a short number, where there is one
    const double rounded = std::round(middle * scale) / scale;
    if (factor * rounded == product) return rounded;
  }
  double below = middle, above_it = middle;
  for (int i = 0; i < 8; ++i) {
    if (factor * below == product) return below;
    if (factor * above_it == product) return above_it;
    below = std::nextafter(below, -HUGE_VAL);
    above_it = std::nextafter(above_it, HUGE_VAL);
  }
  return middle;
}

const ObjectSchema<RangeText>& range_schema() {
  using T = RangeText;
  static const ObjectSchema<T> schema{
      "range",
      "A travel range of a driveline. State the largest speed in one of two units.",
      {
          field<T>("name", &TravelRange::name, {}, "for people").required(),
          field<T>("speed_max", &T::speed, {"m/s", above(0)}, "where the force has faded to zero"),
          field<T>("speed_max_kmh", &T::speed_kmh, {"km/h", above(0)}, "the same"),
          field<T>("force_max", &TravelRange::force_max, {"N", above(0)}, "largest tractive force")
              .required(),
          field<T>("retarding", &TravelRange::retarding, {"N", at_least(0)},
                   "largest braking force while the pedal is released"),
      }};
  return schema;
}

bool read_value(Reading& r, const Node& node, const ValueRule&, std::vector<RangeText>& value) {
  if (!node.is_list() || node.items.empty()) {
    r.problem(node, fmt::format("expected a list of ranges, found {}", kind_name(node)));
    return false;
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto scope = r.enter(i);
    const Node& item = node.items[i];
    RangeText range;
    if (!read_object(r, item, range_schema(), range).is_map) continue;
    range.speed_max = one_of(r, item, {"speed_max", "speed_max_kmh"},
                             {range.speed, range.speed_kmh}, kKilometresPerHour);
    value.push_back(range);
  }
  return value.size() == node.items.size();
}

std::string value_text(const std::vector<RangeText>& value) {
  std::string text;
  for (const RangeText& range : value)
    text += (text.empty() ? "" : ", ") + flow_text(write_object(range_schema(), range));
  return "[" + text + "]";
}

std::string type_name(const std::vector<RangeText>&, const ValueRule&) {
  return "list of " + link_to("range");
}

struct DrivelineText : Driveline {
  std::vector<RangeText> given_ranges;
};

const ObjectSchema<DrivelineText>& driveline_schema() {
  using T = DrivelineText;
  static const ObjectSchema<T> schema{
      "drivelines",
      "One motor that turns several wheels with equal torque (open differentials). The tractive "
      "force is min(force_max, power / max(|v|, 0.1 m/s)) pedal, and fades over the last 5 % of "
      "speed_max; v is the mean wheel speed times the radius. With the pedal released, or against "
      "the motion, it brakes with the retarding force of the range.",
      {
          field<T>("coordinates", &Driveline::coordinates, {},
                   "angles of the wheels; positive is forward")
              .type_is("list of names of coordinates")
              .required(),
          field<T>("radius", &Driveline::radius, {"m", above(0)}, "rolling radius of the wheels")
              .required(),
          field<T>("power", &Driveline::power, {"W", above(0)},
                   "at the wheels, at rated engine speed")
              .required(),
          field<T>("input", &Driveline::input, {}, "pedal, -1 to 1: backward and forward")
              .type_is("name of an input")
              .required(),
          field<T>("range_input", &Driveline::range_input, {}, "number of the range in use, from 0")
              .type_is("name of an input")
              .default_is("none: the first range"),
          field<T>("interlock_input", &Driveline::interlock_input, {},
                   "while it is on (above 0.5) the pedal counts as released: a parking brake")
              .type_is("name of an input")
              .default_is("none"),
          field<T>("acceleration_max", &Driveline::acceleration_max, {"m/s2", at_least(0)},
                   "the speed it drives for grows by no more than this; on a slope, or against a "
                   "load, the whole force is there")
              .default_is("what the force gives"),
          field<T>("ranges", &T::given_ranges, {}, "travel ranges").required(),
      }};
  return schema;
}

void finish_driveline(Reading& r, const Node& node, MachineBuilder& builder,
                      DrivelineText& driveline) {
  check_input_name(r, node, "input", driveline.input);
  check_input_name(r, node, "range_input", driveline.range_input);
  check_input_name(r, node, "interlock_input", driveline.interlock_input);
  if (node.find("coordinates") != nullptr && driveline.coordinates.empty())
    r.problem_at(node, "coordinates", "a driveline turns at least one wheel");
  for (const std::string& name : driveline.coordinates) {
    const Coordinate* c = builder.resolve_coordinate(r, {node, "coordinates"}, name);
    if (c != nullptr && !is_angular(c->kind))
      r.problem_at(node, "coordinates",
                   fmt::format("{} is a length: a driveline turns angles", in_quotes(name)));
  }
  driveline.ranges.assign(driveline.given_ranges.begin(), driveline.given_ranges.end());
  builder.add(r, node, builder.named<Driveline>(), static_cast<const Driveline&>(driveline));
}

// --- engine -------------------------------------------------------------------------------------

/// Numbers in turns per minute.
struct Rpm {
  std::vector<double> values;  ///< [rad/s]
};

bool read_value(Reading& r, const Node& node, const ValueRule&, Rpm& value) {
  if (!node.is_list() || node.items.empty()) {
    r.problem(node, fmt::format("expected a list of numbers, found {}", kind_name(node)));
    return false;
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto scope = r.enter(i);
    double speed = 0.0;
    if (read_value(r, node.items[i], {"rpm", above(0)}, speed))
      value.values.push_back(kPerMinute * speed);
  }
  return value.values.size() == node.items.size();
}

std::string value_text(const Rpm& value) {
  std::string text;
  for (const double speed : value.values)
    text += (text.empty() ? "" : ", ") + description::value_text(divided(speed, kPerMinute));
  return "[" + text + "]";
}

std::string type_name(const Rpm&, const ValueRule&) { return "list of numbers"; }

/// Rows of speed in turns per minute and torque.
struct TorqueTable {
  std::vector<std::pair<double, double>> rows;  ///< [rad/s], [N m]
};

bool read_value(Reading& r, const Node& node, const ValueRule&, TorqueTable& value) {
  if (!node.is_list() || node.items.size() < 2) {
    r.problem(node, "expected a list of at least 2 rows [rpm, N m]");
    return false;
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto scope = r.enter(i);
    const Node& row = node.items[i];
    double speed = 0.0, torque = 0.0;
    if (!row.is_list() || row.items.size() != 2) {
      r.problem(row, "expected a row [rpm, N m]");
      return false;
    }
    if (!read_value(r, row.items[0], {"rpm", at_least(0)}, speed) ||
        !read_value(r, row.items[1], {"N m", at_least(0)}, torque))
      return false;
    if (!value.rows.empty() && kPerMinute * speed <= value.rows.back().first) {
      r.problem(row, "the speeds must increase");
      return false;
    }
    value.rows.emplace_back(kPerMinute * speed, torque);
  }
  return true;
}

std::string value_text(const TorqueTable& value) {
  auto rows = value.rows;
  for (auto& row : rows) row.first = divided(row.first, kPerMinute);
  return description::value_text(rows);
}

std::string type_name(const TorqueTable&, const ValueRule&) { return "list of [rpm, N m]"; }

struct EngineText : Engine {
  TorqueTable torque;
  std::optional<double> rated_rpm;
  Rpm settings_rpm;
};

const ObjectSchema<EngineText>& engine_schema() {
  using T = EngineText;
  static const ObjectSchema<T> schema{
      "engine",
      "A governed engine. Its speed n follows inertia dn/dt = fuel torque - friction_torque - "
      "auxiliary_power / max(n, n_set) - (power of pumps and travel) / n, with the fuel torque = "
      "torque(n) "
      "clamp((n_set (1 + droop) - n) / (droop n_set), 0, 1).",
      {
          field<T>("inertia", &Engine::inertia, {"kg m2", above(0)}, "of all that turns with it")
              .required(),
          field<T>("torque_rpm", &T::torque, {}, "full torque over speed, speeds increasing")
              .required(),
          field<T>("rated_rpm", &T::rated_rpm, {"rpm", above(0)},
                   "speed at which pumps give their full flow")
              .required(),
          field<T>("settings_rpm", &T::settings_rpm, {"rpm", above(0)},
                   "speeds n_set of the throttle steps")
              .default_is("the rated speed"),
          field<T>("input", &Engine::input, {}, "number of the throttle step, from 0")
              .type_is("name of an input")
              .default_is("none: the last step"),
          field<T>(
              "stop_input", &Engine::stop_input, {},
              "while it is on (above 0.5) the engine gets no fuel, and pumps and travel no power")
              .type_is("name of an input")
              .default_is("none"),
          field<T>("droop", &Engine::droop, {"", between(0.001, 1)}, "of the governor"),
          field<T>("friction_torque", &Engine::friction_torque, {"N m", at_least(0)},
                   "of the engine itself"),
          field<T>("auxiliary_power", &Engine::auxiliary_power, {"W", at_least(0)},
                   "fan, generator, ..."),
          field<T>("stall_ratio", &Engine::stall_ratio, {"", between(0, 0.99)},
                   "pumps and travel give way so that n stays above this share of n_set"),
      }};
  return schema;
}

// --- hydraulics ---------------------------------------------------------------------------------

struct ConsumerText : HydraulicConsumer {};

const ObjectSchema<ConsumerText>& consumer_schema() {
  using T = ConsumerText;
  static const ObjectSchema<T> schema{
      "consumer",
      "A drive on the supply. Flow per speed is the area of a cylinder's side, or the displacement "
      "of a motor per radian.",
      {
          field<T>("flow_per_speed_up", &HydraulicConsumer::flow_per_speed_up,
                   {"m3/s per m/s or rad/s", above(0)}, "while the coordinate grows")
              .required(),
          field<T>("flow_per_speed_down", &HydraulicConsumer::flow_per_speed_down,
                   {"m3/s per m/s or rad/s", above(0)}, "while it shrinks")
              .required(),
          field<T>("priority", &HydraulicConsumer::priority, {"", between(0, 1)},
                   "share of its demand that is served before the others"),
      }};
  return schema;
}

bool read_value(Reading& r, const Node& node, const ValueRule&, std::vector<ConsumerText>& value) {
  if (!node.is_map()) {
    r.problem(node, fmt::format("expected a map of drives, found {}", kind_name(node)));
    return false;
  }
  for (const Node& item : node.items) {
    const auto scope = r.enter(item.key);
    ConsumerText consumer;
    consumer.drive = item.key;
    if (read_object(r, item, consumer_schema(), consumer).is_map) value.push_back(consumer);
  }
  return true;
}

std::string value_text(const std::vector<ConsumerText>& value) {
  WrittenKeys consumers;
  for (const ConsumerText& c : value)
    consumers.emplace_back(description::value_text(c.drive),
                           flow_text(write_object(consumer_schema(), c)));
  return flow_text(consumers);
}

std::string type_name(const std::vector<ConsumerText>&, const ValueRule&) {
  return "map: name of a drive to " + link_to("consumer");
}

struct HydraulicsText : Hydraulics {
  std::optional<double> flow, flow_l_min;
  std::vector<ConsumerText> given_consumers;
};

const ObjectSchema<HydraulicsText>& hydraulics_schema() {
  using T = HydraulicsText;
  static const ObjectSchema<T> schema{
      "hydraulics",
      "Pumps on the engine that feed drives. Where the drives ask for more than the flow (which "
      "grows with the engine's speed) or the power allows, their speeds are scaled down. State the "
      "flow in one of two units.",
      {
          field<T>("flow_max", &T::flow, {"m3/s", above(0)}, "at rated engine speed"),
          field<T>("flow_max_l_min", &T::flow_l_min, {"l/min", above(0)}, "the same"),
          field<T>("power_max", &Hydraulics::power_max, {"W", above(0)}, "of all pumps").required(),
          field<T>("pump_time", &Hydraulics::pump_time, {"s", at_least(0)},
                   "time constant with which the flow follows the demand"),
          field<T>("consumers", &T::given_consumers, {}, "the drives it feeds").required(),
      }};
  return schema;
}

}  // namespace

void read_brakes(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, brake_schema(), [&](Brake& brake, const Node& node, const ObjectKeys&) {
    check_input_name(r, node, "input", brake.input);
    if (node.find("force") == nullptr && node.find("drag") == nullptr)
      r.problem(node, "missing key 'force' or 'drag'");
    if (brake.coordinate.empty()) return;
    builder.resolve_coordinate(r, {node, "coordinate"}, brake.coordinate);
    builder.add(r, node, builder.named<Brake>(), brake);
  });
}

void read_drivelines(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, driveline_schema(),
             [&](DrivelineText& driveline, const Node& node, const ObjectKeys&) {
               finish_driveline(r, node, builder, driveline);
             });
}

void read_engine(Reading& r, const Node& section, MachineBuilder& builder) {
  EngineText engine;
  engine.name = "engine";
  engine.where = r.location(section);
  if (!read_object(r, section, engine_schema(), engine).is_map) return;
  check_input_name(r, section, "input", engine.input);
  check_input_name(r, section, "stop_input", engine.stop_input);
  engine.torque_table = engine.torque.rows;
  engine.rated_speed = kPerMinute * engine.rated_rpm.value_or(0.0);
  engine.settings = engine.settings_rpm.values;
  if (builder.machine.engine.inertia > 0.0)
    r.problem(section, "a second engine: an included machine has one already");
  builder.machine.engine = engine;
}

void read_hydraulics(Reading& r, const Node& section, MachineBuilder& builder) {
  HydraulicsText hydraulics;
  hydraulics.name = "hydraulics";
  hydraulics.where = r.location(section);
  if (!read_object(r, section, hydraulics_schema(), hydraulics).is_map) return;
  hydraulics.flow_max = one_of(r, section, {"flow_max", "flow_max_l_min"},
                               {hydraulics.flow, hydraulics.flow_l_min}, kLitresPerMinute);
  hydraulics.consumers.assign(hydraulics.given_consumers.begin(), hydraulics.given_consumers.end());
  for (const HydraulicConsumer& c : hydraulics.consumers) {
    if (builder.named<Drive>().find(c.drive) != nullptr) continue;
    r.problem_at(section, "consumers",
                 r.unknown_name("drive", c.drive, [&] { return builder.named<Drive>().names(); }));
  }
  if (builder.machine.hydraulics.flow_max > 0.0)
    r.problem(section, "a second hydraulic supply: an included machine has one already");
  builder.machine.hydraulics = hydraulics;
}

WrittenKeys written_keys(const Brake& brake, const WriteContext&) {
  WrittenKeys keys = write_object(brake_schema(), brake);
  if (brake.force == 0.0 && brake.drag == 0.0) keys.emplace_back("force", value_text(brake.force));
  return keys;
}

WrittenKeys written_keys(const Driveline& driveline, const WriteContext&) {
  DrivelineText text;
  static_cast<Driveline&>(text) = driveline;
  for (const TravelRange& range : driveline.ranges) {
    RangeText& given = text.given_ranges.emplace_back();
    static_cast<TravelRange&>(given) = range;
    given.speed = range.speed_max;
  }
  return write_object(driveline_schema(), text);
}

WrittenKeys written_keys(const Engine& engine, const WriteContext&) {
  if (!(engine.inertia > 0.0)) return {};
  EngineText text;
  static_cast<Engine&>(text) = engine;
  text.torque.rows = engine.torque_table;
  text.rated_rpm = divided(engine.rated_speed, kPerMinute);
  text.settings_rpm.values = engine.settings;
  return write_object(engine_schema(), text);
}

WrittenKeys written_keys(const Hydraulics& hydraulics, const WriteContext&) {
  if (!(hydraulics.flow_max > 0.0)) return {};
  HydraulicsText text;
  static_cast<Hydraulics&>(text) = hydraulics;
  text.flow = hydraulics.flow_max;
  for (const HydraulicConsumer& c : hydraulics.consumers)
    static_cast<HydraulicConsumer&>(text.given_consumers.emplace_back()) = c;
  return write_object(hydraulics_schema(), text);
}

std::vector<ObjectDoc> brake_docs() { return {brake_schema().document()}; }
std::vector<ObjectDoc> driveline_docs() {
  return {driveline_schema().document(), range_schema().document()};
}
std::vector<ObjectDoc> engine_docs() { return {engine_schema().document()}; }
std::vector<ObjectDoc> hydraulics_docs() {
  return {hydraulics_schema().document(), consumer_schema().document()};
}

}  // namespace outrigger::description
