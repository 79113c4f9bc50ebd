#include "devices/device_list.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "devices/evdev_source.h"
#include "devices/iio_source.h"
#include "devices/j1939_source.h"
#include "devices/serial_source.h"

namespace outrigger::devices {

namespace {

constexpr int kCanDevice = 280;  ///< ARPHRD_CAN

/// Names in a folder that begin so, sorted; none when there is no such folder.
std::vector<std::string> names_in(const std::string& folder,
                                  std::initializer_list<std::string_view> beginnings) {
  std::vector<std::string> names;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename().string();
    for (const std::string_view b : beginnings)
      if (name.starts_with(b)) names.push_back(entry.path().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// PATH[@NUMBER]
std::pair<std::string, int> with_number(const std::string& text, int otherwise) {
  const std::size_t at = text.rfind('@');
  if (at == std::string::npos) return {text, otherwise};
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data() + at + 1, end, number);
  if (problem != std::errc() || stop != end)
    throw Error(fmt::format("'{}': a whole number is wanted after @", text));
  return {text.substr(0, at), number};
}

}  // namespace

std::vector<ListedDevice> list_devices(const DeviceRoots& roots) {
  std::vector<ListedDevice> all;
  const auto ask = [&](const std::string& place) {
    ListedDevice d{place, {}, {}};
    try {
      d.info = open_device(place)->info();
    } catch (const Error& e) {
      d.problem = e.what();
    }
    all.push_back(std::move(d));
  };
  for (const std::string& path : names_in(roots.dev + "/input", {"event"})) ask("evdev:" + path);
  for (const std::string& path : names_in(roots.sys + "/bus/iio/devices", {"iio:device"}))
    ask("iio:" + path);
  for (const std::string& path : names_in(roots.dev, {"ttyUSB", "ttyACM", "ttyS"}))
    all.push_back({"serial:" + path, {"", "serial port", {}, {}}, {}});
  for (const std::string& path : names_in(roots.sys + "/class/net", {""})) {
    int type = 0;
    if (std::ifstream(path + "/type") >> type && type == kCanDevice)
      all.push_back(
          {"can:" + std::filesystem::path(path).filename().string(), {"", "CAN bus", {}, {}}, {}});
  }
  return all;
}

std::unique_ptr<DeviceSource> open_device(const std::string& place) {
  const std::size_t colon = place.find(':');
  const std::string kind = place.substr(0, colon),
                    rest = colon == std::string::npos ? "" : place.substr(colon + 1);
  if (kind == "evdev") return std::make_unique<EvdevSource>(rest);
  if (kind == "iio") return std::make_unique<IioSource>(rest);
  if (kind == "serial") {
    const auto [path, baud] = with_number(rest, 115200);
    return std::make_unique<SerialSource>(path, baud);
  }
  if (kind == "can") {
    const auto [name, joystick] = with_number(rest, 1);
    return std::make_unique<J1939Source>(open_can(name), joystick);
  }
  throw Error(fmt::format(
      "'{}' is no place of a device: evdev:/dev/input/event3, serial:/dev/ttyUSB0[@BAUD], "
      "iio:/sys/bus/iio/devices/iio:device0 or can:can0[@JOYSTICK] is wanted",
      place));
}

std::unique_ptr<DeviceSource> find_device(const std::string& id, const DeviceRoots& roots) {
  std::vector<std::string> places;
  if (id.starts_with("evdev:"))
    for (const std::string& path : names_in(roots.dev + "/input", {"event"}))
      places.push_back("evdev:" + path);
  if (id.starts_with("iio:"))
    for (const std::string& path : names_in(roots.sys + "/bus/iio/devices", {"iio:device"}))
      places.push_back("iio:" + path);
  for (const std::string& place : places) {
    try {
      auto source = open_device(place);
      if (source->info().id == id) return source;
    } catch (const Error&) {
      // One that cannot be asked is not the one; `outrigger device list` tells why.
    }
  }
  if (id.starts_with("serial:") || id.starts_with("j1939:"))
    throw Error(
        fmt::format("the device {} is not found by itself: say where it is, MAPPING@PLACE", id));
  throw Error(fmt::format("no device {} is plugged in; outrigger device list shows which are", id));
}

}  // namespace outrigger::devices
