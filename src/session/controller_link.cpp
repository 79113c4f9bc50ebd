#include "session/controller_link.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/error.h"
#include "description/sensor_kinds.h"
#include "description/text.h"

namespace outrigger::session {

namespace {

/// Names and units in visible ASCII, without spaces.
std::string plain_word(const std::string& text) {
  std::string word;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "\u00b2") == 0 || text.compare(i, 2, "\u00b3") == 0) {
      word += text.compare(i, 2, "\u00b2") == 0 ? '2' : '3';
      ++i;
    } else if (text.compare(i, 2, "\u00b7") == 0 || text[i] == ' ') {
      word += '*';
      if (text[i] != ' ') ++i;
    } else {
      word += text[i] > 0x20 && text[i] < 0x7f ? text[i] : '?';
    }
  }
  return word.empty() ? "1" : word;
}

const std::string kInput = "input:";

/// KIND:TARGET or KIND:TARGET:FROM as a sensor. Throws Error.
description::Sensor sensor_of(const std::string& name) {
  const std::size_t colon = name.find(':'), second = name.find(':', colon + 1);
  const std::string word = name.substr(0, colon);
  std::vector<std::string_view> words;
  for (const auto& kind : description::kSensorKinds) {
    words.push_back(kind.word);
    if (kind.word != word) continue;
    description::Sensor sensor;
    sensor.name = name;
    sensor.kind = kind.kind;
    sensor.target = name.substr(colon + 1, second - colon - 1);
    if (second != std::string::npos) sensor.from = name.substr(second + 1);
    return sensor;
  }
  throw Error(description::unknown_choice_text("kind of sensor", word, words));
}

}  // namespace

std::vector<devices::HilInputInfo> hil_inputs(const description::Machine& machine,
                                              const sim::World& world) {
  using Kind = description::Control::Kind;
  std::vector<devices::HilInputInfo> inputs;
  for (const std::string& name : world.input_names()) {
    constexpr double kMost = std::numeric_limits<double>::max();
    devices::HilInputInfo info{plain_word(name), -kMost, kMost, 0.0, false};
    for (const description::Control& c : machine.controls) {
      if (c.name != name) continue;
      info.lowest = c.kind == Kind::lever || c.kind == Kind::wheel ? -1.0 : 0.0;
      info.highest = c.kind == Kind::choice ? static_cast<double>(c.choices.size()) - 1.0 : 1.0;
      info.springs_back = c.kind != Kind::wheel && c.kind != Kind::choice;
      // Wheels and choices stay where they were left, as when an operator leaves.
      if (!info.springs_back) info.rest.reset();
    }
    inputs.push_back(info);
  }
  return inputs;
}

ControllerLink::ControllerLink(const devices::HilSettings& settings, sim::World& world,
                               const description::Machine& machine, frames::NoticeQueue& notices)
    : world_(world),
      sensors_(machine.sensors),
      hands_(world.input_names().size()),
      inputs_(hil_inputs(machine, world)),
      server_(settings, {plain_word(machine.name), world.step_size(), inputs_}, *this, notices) {}

std::vector<devices::HilColumn> ControllerLink::choose_outputs(
    int controller, const std::vector<std::string>& names) {
  std::vector<description::Sensor> chosen;
  for (const std::string& name : names) {
    if (name.starts_with(kInput)) continue;
    const auto is_named = [&](const description::Sensor& s) {
      return name == s.name || (name.starts_with(s.name + "_") && name.size() <= s.name.size() + 3);
    };
    const auto exact = std::find_if(sensors_.begin(), sensors_.end(),
                                    [&](const auto& s) { return s.name == name; });
    const auto found =
        exact != sensors_.end() ? exact : std::find_if(sensors_.begin(), sensors_.end(), is_named);
    if (found == sensors_.end() && name.find(':') == std::string::npos) {
      std::vector<std::string_view> known;
      for (const auto& s : sensors_) known.push_back(s.name);
      throw Error(description::unknown_choice_text("output", name, known) +
                  "; or input:NAME, or KIND:TARGET, such as coordinate_speed:boom_cylinder");
    }
    const description::Sensor sensor = found != sensors_.end() ? *found : sensor_of(name);
    if (std::none_of(chosen.begin(), chosen.end(),
                     [&](const auto& s) { return s.name == sensor.name; }))
      chosen.push_back(sensor);
  }
  Outputs outputs{std::make_unique<sim::SensorSet>(chosen, world_), {}, {}};
  std::vector<devices::HilColumn> columns;
  const auto& all = outputs.sensors->columns();
  for (const std::string& name : names) {
    const std::size_t before = columns.size();
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (name != kInput + inputs_[i].name) continue;
      outputs.columns.push_back({true, i});
      columns.push_back({name, "1"});
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i] != name && outputs.sensors->sensor(i).name != name) continue;
      outputs.columns.push_back({false, i});
      columns.push_back({plain_word(all[i]), plain_word(outputs.sensors->units()[i])});
    }
    if (columns.size() == before) throw Error(fmt::format("no sensor has a column '{}'", name));
  }
  outputs_[controller] = std::move(outputs);
  return columns;
}

void ControllerLink::read_outputs(int controller, std::vector<double>& values) {
  Outputs& o = outputs_.at(controller);
  o.sensors->read(world_, o.values);
  values.clear();
  for (const Column& c : o.columns)
    values.push_back(c.is_input ? world_.input_values()[c.index] : o.values[c.index]);
}

/// A lever belongs to the device while it is off its rest there; a wheel or choice to who moved it last.
void ControllerLink::merge_hands(std::size_t input, double value) {
  Hand& h = hands_[input];
  const double others = world_.input_values()[input];
  if (inputs_[input].springs_back) {
    h.has_it = value != 0.0;
  } else {
    if (h.known && value != h.device) h.has_it = true;
    if (h.known && others != h.others) h.has_it = false;
  }
  h.known = true;
  h.device = value;
  h.others = others;
  if (h.has_it) world_.set_input(static_cast<int>(input), value);
}

void ControllerLink::exchange(bool stopped) {
  server_.exchange(static_cast<std::uint64_t>(world_.step_count()), world_.time());
  using By = devices::HilInputState::By;
  for (std::size_t i = 0; i < server_.inputs().size(); ++i) {
    const devices::HilInputState& s = server_.inputs()[i];
    if (s.by != By::hands) hands_[i] = {};
    if (stopped || s.by == By::nobody) continue;
    if (s.by == By::hands) {
      merge_hands(i, s.value);
    } else {
      world_.set_input(static_cast<int>(i), s.value);
    }
  }
}

}  // namespace outrigger::session
