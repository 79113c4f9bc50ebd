#include "devices/iio_source.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "devices/socket.h"

namespace outrigger::devices {

namespace {

/// A small file of one number or one word; nothing when it cannot be read.
std::optional<std::string> read_word(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return {};
  char text[64];
  const ssize_t count = ::read(file.get(), text, sizeof text);
  if (count <= 0) return {};
  std::string word(text, static_cast<std::size_t>(count));
  word.resize(std::min(word.find_first_of(" \n\t"), word.size()));
  return word;
}

std::optional<double> read_number(const std::string& path) {
  const auto word = read_word(path);
  double value = 0.0;
  if (!word) return {};
  const auto [end, problem] = std::from_chars(word->data(), word->data() + word->size(), value);
  if (problem != std::errc() || end != word->data() + word->size() || !std::isfinite(value))
    return {};
  return value;
}

}  // namespace

IioSource::IioSource(const std::string& folder, double period)
    : period_(static_cast<std::int64_t>(period * 1e9)) {
  std::error_code problem;
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("in_") && name.ends_with("_raw")) names.push_back(name);
  }
  if (problem) throw Error(fmt::format("acquisition card {}: {}", folder, problem.message()));
  std::sort(names.begin(), names.end());
  if (names.size() > kMostAxes) names.resize(kMostAxes);
  for (const std::string& name : names) {
    const std::string path = (std::filesystem::path(folder) / name).string();
    if (!read_number(path)) continue;
    files_.push_back(path);
    info_.axes.push_back({name.substr(3, name.size() - 7), 0.0, 4095.0});
  }
  if (files_.empty())
    throw Error(fmt::format("acquisition card {}: no file in_*_raw there holds a number", folder));
  info_.name = read_word((std::filesystem::path(folder) / "name").string()).value_or("iio");
  info_.id = "iio:" + info_.name;
}

DeviceSource::Got IioSource::wait(double seconds, DeviceReading& reading) {
  const std::int64_t now = monotonic_now();
  const std::int64_t until = std::min(next_, now + static_cast<std::int64_t>(seconds * 1e9));
  if (until > now) {
    const timespec t{static_cast<time_t>(until / 1'000'000'000), until % 1'000'000'000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr);
    if (until < next_) return Got::nothing;
  }
  next_ = std::max(next_ + period_, monotonic_now());
  reading.axes.resize(files_.size());
  std::size_t good = 0;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const auto value = read_number(files_[i]);
    if (value) {
      reading.axes[i] = *value;
      ++good;
    } else {
      ++bad_;
    }
  }
  // Half a sample is none: its levers would stand still while the others move.
  if (good == files_.size()) return Got::news;
  return std::filesystem::exists(files_.front()) ? Got::nothing : Got::gone;
}

}  // namespace outrigger::devices
