#include "devices/mapping.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_depth.h"

namespace outrigger::devices {

namespace {

using Json = nlohmann::json;

constexpr const char* kMappingFormat = "outrigger-device 1";
constexpr std::size_t kMostMapping = 1 << 20, kMostMapped = 64, kMostMappingWord = 200;
using Action = ButtonMapping::Action;
constexpr std::array<std::pair<const char*, Action>, 4> kActions{{{"hold", Action::hold},
                                                                  {"toggle", Action::toggle},
                                                                  {"up", Action::up},
                                                                  {"down", Action::down}}};

/// One entry of the file, with its place for messages.
struct MappingEntry {
  const Json& json;
  std::string where;  ///< "stick.json: axes[2]"

  void allow(std::initializer_list<std::string_view> keys) const {
    if (!json.is_object()) throw Error(fmt::format("{}: a map of keys is wanted", where));
    for (const auto& [key, value] : json.items())
      if (std::find(keys.begin(), keys.end(), key) == keys.end())
        throw Error(fmt::format("{}: '{}' is not known; allowed are {}", where, key,
                                fmt::join(keys, ", ")));
  }
  std::string word(const char* key, const char* otherwise = nullptr) const {
    const auto found = json.find(key);
    if (found == json.end() && otherwise != nullptr) return otherwise;
    if (found == json.end()) throw Error(fmt::format("{}: '{}' is missing", where, key));
    if (!found->is_string() || found->get_ref<const std::string&>().empty() ||
        found->get_ref<const std::string&>().size() > kMostMappingWord)
      throw Error(
          fmt::format("{}: '{}' wants a text of 1 to {} characters", where, key, kMostMappingWord));
    return found->get<std::string>();
  }
  double number(const char* key, double otherwise, double lowest, double highest) const {
    const auto found = json.find(key);
    if (found == json.end()) return otherwise;
    const double value = found->is_number() ? found->get<double>() : std::nan("");
    if (!(value >= lowest && value <= highest))
      throw Error(fmt::format("{}: '{}' is {}; a number from {:g} to {:g} is wanted", where, key,
                              found->dump(-1, ' ', false, Json::error_handler_t::replace), lowest,
                              highest));
    return value;
  }
  const Json& list(const char* key) const {
    static const Json kNone = Json::array();
    const auto found = json.find(key);
    if (found == json.end()) return kNone;
    if (!found->is_array() || found->size() > kMostMapped)
      throw Error(
          fmt::format("{}: '{}' wants a list of at most {} entries", where, key, kMostMapped));
    return *found;
  }
};

AxisMapping read_axis(const MappingEntry& e) {
  e.allow({"axis", "to", "low", "rest", "high", "dead_zone", "curve", "invert"});
  constexpr double kRaw = 1e9;
  AxisMapping a;
  a.axis = e.word("axis");
  a.to = e.word("to");
  a.low = e.number("low", -1.0, -kRaw, kRaw);
  a.high = e.number("high", 1.0, -kRaw, kRaw);
  a.rest = e.number("rest", 0.5 * (a.low + a.high), -kRaw, kRaw);
  a.dead_zone = e.number("dead_zone", 0.0, 0.0, 0.9);
  a.curve = e.number("curve", 1.0, 0.2, 5.0);
  if (const auto found = e.json.find("invert"); found != e.json.end()) {
    if (!found->is_boolean()) throw Error(fmt::format("{}: 'invert' is true or false", e.where));
    a.invert = found->get<bool>();
  }
  if (!(a.low < a.high) || a.rest < a.low || a.rest > a.high)
    throw Error(
        fmt::format("{}: low {:g}, rest {:g}, high {:g} must lie in this order, and low below high",
                    e.where, a.low, a.rest, a.high));
  return a;
}

ButtonMapping read_button(const MappingEntry& e) {
  e.allow({"button", "to", "action"});
  ButtonMapping b{e.word("button"), e.word("to"), Action::hold};
  const std::string action = e.word("action", "hold");
  const auto found = std::find_if(kActions.begin(), kActions.end(),
                                  [&](const auto& a) { return action == a.first; });
  if (found == kActions.end())
    throw Error(fmt::format("{}: action '{}' is none of hold, toggle, up, down", e.where, action));
  b.action = found->second;
  return b;
}

}  // namespace

DeviceMapping read_mapping(std::string_view text, const std::string& file) {
  if (text.size() > kMostMapping)
    throw Error(fmt::format("{}: too large for a mapping of a device", file));
  if (json_deeper_than(text, 8)) throw Error(fmt::format("{}: nested too deep", file));
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw Error(fmt::format("{}: this is not JSON", file));
  const MappingEntry whole{json, file};
  whole.allow({"format", "device", "name", "pattern", "axes", "buttons"});
  if (const std::string format = whole.word("format"); format != kMappingFormat)
    throw Error(fmt::format("{}: format '{}' is not known; this program reads '{}'", file, format,
                            kMappingFormat));
  DeviceMapping m;
  m.device = whole.word("device");
  m.name = whole.word("name", m.device.c_str());
  const std::string pattern = whole.word("pattern", "iso");
  if (pattern != "iso" && pattern != "sae")
    throw Error(fmt::format("{}: pattern '{}' is neither iso nor sae", file, pattern));
  m.pattern = pattern == "sae" ? DeviceMapping::Pattern::sae : DeviceMapping::Pattern::iso;
  for (std::size_t i = 0; i < whole.list("axes").size(); ++i)
    m.axes.push_back(read_axis({whole.list("axes")[i], fmt::format("{}: axes[{}]", file, i)}));
  for (std::size_t i = 0; i < whole.list("buttons").size(); ++i)
    m.buttons.push_back(
        read_button({whole.list("buttons")[i], fmt::format("{}: buttons[{}]", file, i)}));
  if (m.axes.empty() && m.buttons.empty())
    throw Error(fmt::format("{}: neither axes nor buttons", file));
  return m;
}

DeviceMapping read_mapping_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(fmt::format("{}: cannot be read", file));
  std::string text(kMostMapping + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return read_mapping(text, file);
}

std::string to_text(const DeviceMapping& m) {
  using Ordered = nlohmann::ordered_json;
  Ordered json{{"format", kMappingFormat},
               {"device", m.device},
               {"name", m.name},
               {"pattern", m.pattern == DeviceMapping::Pattern::sae ? "sae" : "iso"},
               {"axes", Ordered::array()},
               {"buttons", Ordered::array()}};
  for (const AxisMapping& a : m.axes)
    json["axes"].push_back({{"axis", a.axis},
                            {"to", a.to},
                            {"low", a.low},
                            {"rest", a.rest},
                            {"high", a.high},
                            {"dead_zone", a.dead_zone},
                            {"curve", a.curve},
                            {"invert", a.invert}});
  for (const ButtonMapping& b : m.buttons) {
    const auto found = std::find_if(kActions.begin(), kActions.end(),
                                    [&](const auto& a) { return a.second == b.action; });
    json["buttons"].push_back({{"button", b.button}, {"to", b.to}, {"action", found->first}});
  }
  return json.dump(2, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

double mapped(const AxisMapping& a, double raw) {
  if (!std::isfinite(raw)) return 0.0;
  const double side = raw >= a.rest ? a.high - a.rest : a.rest - a.low;
  if (!(side > 0.0)) return 0.0;
  const double share = std::clamp((raw - a.rest) / side, -1.0, 1.0), size = std::abs(share);
  if (size <= a.dead_zone) return 0.0;
  const double beyond = std::pow((size - a.dead_zone) / (1.0 - a.dead_zone), a.curve);
  return std::copysign(beyond, a.invert ? -share : share);
}

StickTarget stick_target(std::string_view to, DeviceMapping::Pattern pattern) {
  const bool sae = pattern == DeviceMapping::Pattern::sae;
  // Levers of the excavator: slew to the left, stick in, bucket in, boom up are positive; pulling a stick back
  // draws the stick in and lifts the boom, to the left curls the bucket.
  if (to == "left_x") return {"slew", -1.0};
  if (to == "left_y") return {sae ? "boom" : "stick", -1.0};
  if (to == "right_x") return {"bucket", -1.0};
  if (to == "right_y") return {sae ? "stick" : "boom", -1.0};
  return {std::string(to), 1.0};
}

MappedDevice::MappedDevice(DeviceMapping mapping, const DeviceInfo& device,
                           const std::string& file) {
  if (mapping.device != device.id)
    throw Error(fmt::format(
        "{} is for the device {} ('{}'); this is {} ('{}'). Make one for it: outrigger device "
        "calibrate",
        file, mapping.device, mapping.name, device.id, device.name));
  for (AxisMapping& a : mapping.axes) {
    const auto found = std::find_if(device.axes.begin(), device.axes.end(),
                                    [&](const auto& d) { return d.name == a.axis; });
    if (found == device.axes.end())
      throw Error(fmt::format("{}: the device has no axis '{}'", file, a.axis));
    const StickTarget target = stick_target(a.to, mapping.pattern);
    axes_.push_back({std::move(a), static_cast<std::size_t>(found - device.axes.begin()),
                     input(target.input), target.sign});
  }
  for (const ButtonMapping& b : mapping.buttons) {
    const auto found = std::find(device.buttons.begin(), device.buttons.end(), b.button);
    if (found == device.buttons.end())
      throw Error(fmt::format("{}: the device has no button '{}'", file, b.button));
    buttons_.push_back(
        {b.action, static_cast<std::size_t>(found - device.buttons.begin()), input(b.to)});
  }
}

std::size_t MappedDevice::input(const std::string& name) {
  const auto found = std::find(inputs_.begin(), inputs_.end(), name);
  if (found != inputs_.end()) return static_cast<std::size_t>(found - inputs_.begin());
  inputs_.push_back(name);
  values_.push_back(0.0);
  return inputs_.size() - 1;
}

const std::vector<double>& MappedDevice::move(const DeviceReading& reading) {
  for (const Axis& a : axes_)
    if (a.raw < reading.axes.size())
      values_[a.input] = a.sign * mapped(a.mapping, reading.axes[a.raw]);
  was_pressed_ = false;
  for (Button& b : buttons_) {
    if (b.raw >= reading.buttons.size()) continue;
    const bool down = reading.buttons[b.raw], pressed = down && !b.was_down;
    b.was_down = down;
    double& value = values_[b.input];
    if (b.action == Action::hold) value = down ? 1.0 : 0.0;
    if (!pressed || b.action == Action::hold) continue;
    was_pressed_ = true;
    if (b.action == Action::toggle) value = value == 0.0 ? 1.0 : 0.0;
    if (b.action == Action::up) value = std::min(value + 1.0, 100.0);
    if (b.action == Action::down) value = std::max(value - 1.0, 0.0);
  }
  return values_;
}

const std::vector<double>& MappedDevice::let_go() {
  for (const Axis& a : axes_) values_[a.input] = 0.0;
  for (Button& b : buttons_) {
    if (b.action == Action::hold) values_[b.input] = 0.0;
    b.was_down = false;
  }
  return values_;
}

void MappedDevice::know(const std::string& input, double value) {
  for (const Button& b : buttons_)
    if (b.action != Action::hold && inputs_[b.input] == input && std::isfinite(value))
      values_[b.input] = value;
}

DeviceMapping plain_mapping(const DeviceInfo& device) {
  constexpr std::array<const char*, 4> kSticks{"left_x", "left_y", "right_x", "right_y"};
  DeviceMapping m{device.id, device.name, DeviceMapping::Pattern::iso, {}, {}};
  for (std::size_t i = 0; i < device.axes.size() && i < kSticks.size(); ++i) {
    const DeviceAxis& d = device.axes[i];
    // Devices count forward as up on their screens: towards the low end.
    m.axes.push_back(
        {d.name, kSticks[i], d.low, 0.5 * (d.low + d.high), d.high, 0.05, 1.0, i % 2 == 1});
  }
  return m;
}

}  // namespace outrigger::devices
