#include "sim/event.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_depth.h"

namespace outrigger::sim {

namespace {
constexpr int kDeepestEvent = 4;
}  // namespace

std::string_view to_string(Event::Kind kind) {
  using K = Event::Kind;
  switch (kind) {
    case K::overload:
      return "overload";
    case K::joint_broken:
      return "joint_broken";
    case K::not_converged:
      return "not_converged";
    case K::step_retried:
      return "step_retried";
    case K::contained:
      return "contained";
    case K::inside_ground:
      return "inside_ground";
    case K::no_ground:
      return "no_ground";
    case K::left_site:
      return "left_site";
    case K::drive_jump:
      return "drive_jump";
    case K::contact_begin:
      return "contact_begin";
    case K::contact_end:
      return "contact_end";
    case K::crowded:
      return "crowded";
    case K::ground_changed:
      return "ground_changed";
    case K::cave_in:
      return "cave_in";
    case K::fastened:
      return "fastened";
    case K::let_go:
      return "let_go";
    case K::person_hit:
      return "person_hit";
  }
  return "event";
}

std::optional<Event::Kind> event_kind(std::string_view word) {
  for (int i = 0; i < Event::kKinds; ++i)
    if (to_string(static_cast<Event::Kind>(i)) == word) return static_cast<Event::Kind>(i);
  return std::nullopt;
}

std::string Event::name() const {
  std::string names;
  for (const EventPart& p : parts) names += (names.empty() ? "" : "/") + p.name;
  return names;
}

std::string to_text(const Event& event) {
  nlohmann::ordered_json j;
  j["kind"] = to_string(event.kind);
  j["step"] = event.step;
  j["time"] = event.time;
  j["parts"] = nlohmann::ordered_json::array();
  for (const EventPart& p : event.parts) j["parts"].push_back({p.kind, p.name});
  j["value"] = event.value;
  j["unit"] = event.unit;
  if (event.place) j["place"] = {event.place->x(), event.place->y(), event.place->z()};
  j["text"] = event.text;
  // Names may hold any bytes; a line of JSON may not.
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Event event_from_text(std::string_view text) {
  if (json_deeper_than(text, kDeepestEvent)) throw Error("an event has lists in lists");
  try {
    const auto j = nlohmann::json::parse(text);
    Event e;
    const auto word = j.at("kind").get<std::string>();
    const auto kind = event_kind(word);
    if (!kind) throw Error(fmt::format("there is no kind of event named '{}'", word));
    e.kind = *kind;
    j.at("step").get_to(e.step);
    j.at("time").get_to(e.time);
    for (const auto& p : j.at("parts"))
      e.parts.push_back({p.at(0).get<std::string>(), p.at(1).get<std::string>()});
    // What is not finite has no number in JSON.
    if (j.at("value").is_number()) j.at("value").get_to(e.value);
    j.at("unit").get_to(e.unit);
    if (j.contains("place")) {
      const auto& p = j["place"];
      e.place = Vec3(p.at(0).get<double>(), p.at(1).get<double>(), p.at(2).get<double>());
    }
    j.at("text").get_to(e.text);
    return e;
  } catch (const nlohmann::json::exception&) {
    throw Error("this is not an event");
  }
}

}  // namespace outrigger::sim
