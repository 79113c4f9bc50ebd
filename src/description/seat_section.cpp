/// seat: what an operator is given, and how far the machine may lean.
#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "description/sections.h"

namespace outrigger::description {
namespace {

/// A map from inputs to numbers.
struct InputValues {
  std::vector<std::pair<std::string, double>> pairs;
};

bool read_value(Reading& r, const Node& node, const ValueRule& rule, InputValues& value) {
  if (!node.is_map()) {
    r.problem(node,
              fmt::format("expected a map from inputs to numbers, found {}", kind_name(node)));
    return false;
  }
  for (const Node& item : node.items) {
    const auto scope = r.enter(item.key);
    double number = 0.0;
    if (description::read_value(r, item, rule, number)) value.pairs.emplace_back(item.key, number);
  }
  return value.pairs.size() == node.items.size();
}

std::string value_text(const InputValues& value) {
  WrittenKeys pairs;
  for (const auto& [name, number] : value.pairs)
    pairs.emplace_back(description::value_text(name), description::value_text(number));
  return flow_text(pairs);
}

std::string type_name(const InputValues&, const ValueRule&) {
  return "map: name of an input to number";
}

struct TiltText : TiltLimits {
  std::optional<InputValues> given_inputs;
};

const ObjectSchema<TiltText>& tilt_schema() {
  using T = TiltText;
  static const ObjectSchema<T> schema{
      "tilt",
      "How far a machine may lean: the angle between the z axis of a body and the vertical. Beyond "
      "the warning the operator is warned. Beyond the limit the machine has rolled over: until it "
      "is reset, levers, pedals and buttons count as released, and the inputs named here have "
      "these values.",
      {
          field<T>("body", &TiltLimits::body, {}, "that leans")
              .type_is("name of a body")
              .required(),
          field<T>("warning", &TiltLimits::warning, {"rad", above(0)}, "where the warning begins")
              .or_degrees()
              .default_is("the limit: no warning"),
          field<T>("limit", &TiltLimits::limit, {"rad", above(0)}, "where it has rolled over")
              .or_degrees()
              .required()
              .allowed_is("above the warning, up to 180 degrees"),
          field<T>("inputs", &T::given_inputs, {},
                   "what else happens then: an engine stops, a brake closes"),
      }};
  return schema;
}

struct SeatText : Seat {
  std::string name;
  std::optional<std::vector<std::string>> given_variants;
  std::optional<std::string> given_site;
  std::optional<TiltText> given_tilt;
};

const ObjectSchema<SeatText>& seat_schema() {
  using T = SeatText;
  static const ObjectSchema<T> schema{
      "seat",
      "What `outrigger seat` gives an operator, unless its options ask for something else. Runs "
      "without an operator do not look at it.",
      {
          field<T>("variants", &T::given_variants, {}, "of this file, in this order")
              .type_is("list of names of variants"),
          field<T>("site", &T::given_site, {}, "a bundled site to stand on")
              .type_is("name of a site")
              .default_is("none"),
          object_field<T>("tilt", &T::given_tilt, tilt_schema, "how far it may lean"),
      }};
  return schema;
}

/// Everything the machine listens to.
std::vector<std::string_view> inputs_of(const Machine& m) {
  std::vector<std::string_view> names;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  };
  for (const Drive& d : m.drives)
    if (d.function.kind == Function::Kind::input) add(d.function.input);
  for (const Rope& r : m.ropes) add(r.winding.input);
  for (const Brake& b : m.brakes) add(b.input);
  for (const Driveline& d : m.drivelines) add(d.input), add(d.range_input), add(d.interlock_input);
  add(m.engine.input);
  add(m.engine.stop_input);
  return names;
}

void finish_tilt(Reading& r, const Node& node, MachineBuilder& builder, TiltText& tilt) {
  const auto scope = r.enter("tilt");
  if (tilt.body.empty() || !builder.check_body(r, {node, "body"}, tilt.body, false)) return;
  if (tilt.warning == 0.0) tilt.warning = tilt.limit;
  if (tilt.limit > std::numbers::pi || tilt.warning > tilt.limit)
    r.problem(node,
              fmt::format("a warning at {:.4g} and a limit of {:.4g} degrees are not allowed: "
                          "the limit must be above the warning and at most 180 degrees",
                          180.0 / std::numbers::pi * tilt.warning,
                          180.0 / std::numbers::pi * tilt.limit));
  if (!tilt.given_inputs) return;
  tilt.inputs = tilt.given_inputs->pairs;
  const std::vector<std::string_view> known = inputs_of(builder.machine);
  for (const auto& [name, value] : tilt.inputs)
    if (std::find(known.begin(), known.end(), name) == known.end())
      r.problem_at(node, "inputs", r.unknown_name("input", name, [&] { return known; }));
}

}  // namespace

void read_seat(Reading& r, const Node& section, MachineBuilder& builder) {
  SeatText seat;
  seat.where = r.location(section);
  if (!read_object(r, section, seat_schema(), seat).is_map) return;
  seat.variants = seat.given_variants.value_or(std::vector<std::string>{});
  seat.site = seat.given_site.value_or("");
  if (seat.given_tilt) {
    finish_tilt(r, *section.find("tilt"), builder, *seat.given_tilt);
    seat.tilt = *seat.given_tilt;
  }
  builder.machine.seat = seat;
}

/// Without its variants: a file that is written has none.
WrittenKeys written_keys(const Seat& seat, const WriteContext&) {
  SeatText text;
  static_cast<Seat&>(text) = seat;
  if (!seat.site.empty()) text.given_site = seat.site;
  if (!seat.tilt.body.empty()) {
    TiltText& tilt = text.given_tilt.emplace();
    static_cast<TiltLimits&>(tilt) = seat.tilt;
    if (!seat.tilt.inputs.empty()) tilt.given_inputs = InputValues{seat.tilt.inputs};
  }
  return write_object(seat_schema(), text);
}

std::vector<ObjectDoc> seat_docs() { return {seat_schema().document(), tilt_schema().document()}; }

}  // namespace outrigger::description
