#include "devices/serial_source.h"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"

namespace outrigger::devices {

namespace {

constexpr std::array<std::pair<int, speed_t>, 8> kBauds{{{9600, B9600},
                                                         {19200, B19200},
                                                         {38400, B38400},
                                                         {57600, B57600},
                                                         {115200, B115200},
                                                         {230400, B230400},
                                                         {460800, B460800},
                                                         {921600, B921600}}};

bool is_button_name(const std::string& name) {
  return name.size() > 1 && name[0] == 'b' &&
         std::isdigit(static_cast<unsigned char>(name[1])) != 0;
}

struct SerialWord {
  std::string name;
  double value = 0.0;
};

/// False: a word of the line is none.
bool read_serial_line(const std::string& line, std::vector<SerialWord>& words) {
  words.clear();
  std::size_t at = 0;
  while (at < line.size()) {
    if (line[at] == ' ' || line[at] == '\t') {
      ++at;
      continue;
    }
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    const std::string word = line.substr(at, end - at);
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) return false;
    SerialWord w{word.substr(0, equals), 0.0};
    if (!std::all_of(w.name.begin(), w.name.end(),
                     [](unsigned char c) { return (c < 128 && std::isalnum(c) != 0) || c == '_'; }))
      return false;
    const char* const last = word.data() + word.size();
    const auto [stop, problem] = std::from_chars(word.data() + equals + 1, last, w.value);
    if (problem != std::errc() || stop != last || !std::isfinite(w.value)) return false;
    words.push_back(std::move(w));
    at = end;
  }
  return !words.empty();
}

}  // namespace

SerialSource::SerialSource(const std::string& path, int baud, double wait)
    : port_(::open(path.c_str(), O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) {
  if (!port_)
    throw Error(fmt::format("serial port {}: {}{}", path, std::strerror(errno),
                            errno == EACCES ? "; add yourself to the group 'dialout'" : ""));
  const auto speed =
      std::find_if(kBauds.begin(), kBauds.end(), [&](const auto& b) { return b.first == baud; });
  if (speed == kBauds.end())
    throw Error(
        fmt::format("serial port {}: {} baud is not there; 9600, 19200, 38400, 57600, 115200, "
                    "230400, 460800, 921600 are",
                    path, baud));
  termios t{};
  if (::tcgetattr(port_.get(), &t) != 0)
    throw Error(fmt::format("{} is no serial port: {}", path, std::strerror(errno)));
  ::cfmakeraw(&t);
  t.c_cflag |= CLOCAL | CREAD;
  ::cfsetispeed(&t, speed->second);
  ::cfsetospeed(&t, speed->second);
  ::tcsetattr(port_.get(), TCSANOW, &t);
  ::tcflush(port_.get(), TCIFLUSH);
  info_.name = path;
  begin(wait);
}

SerialSource::SerialSource(Descriptor port, std::string name, double wait)
    : port_(std::move(port)) {
  info_.name = std::move(name);
  begin(wait);
}

void SerialSource::begin(double wait) {
  const std::int64_t until = monotonic_now() + static_cast<std::int64_t>(wait * 1e9);
  DeviceReading reading;
  while (info_.axes.empty()) {
    const double left = static_cast<double>(until - monotonic_now()) * 1e-9;
    if (left <= 0.0 || this->wait(left, reading) == Got::gone)
      throw Error(fmt::format(
          "serial port {}: no line such as 'x=512 y=480 b0=1' within {:g} s ({} bad ones)",
          info_.name, wait, bad_));
  }
  info_.id = "serial:";
  for (const DeviceAxis& a : info_.axes) info_.id += a.name + ",";
  info_.id.back() = ';';
  for (const std::string& b : info_.buttons) info_.id += b + ",";
  info_.id.pop_back();
}

bool SerialSource::take_line(const std::string& line) {
  if (line.empty() || line.starts_with('#')) return false;
  std::vector<SerialWord> words;
  if (!read_serial_line(line, words)) {
    ++bad_;
    return false;
  }
  if (info_.axes.empty()) {
    for (const SerialWord& w : words)
      if (is_button_name(w.name) && info_.buttons.size() < kMostButtons) {
        info_.buttons.push_back(w.name);
      } else if (!is_button_name(w.name) && info_.axes.size() < kMostAxes) {
        info_.axes.push_back({w.name, -1.0, 1.0});
      }
    now_.axes.resize(info_.axes.size());
    now_.buttons.resize(info_.buttons.size());
  }
  for (const SerialWord& w : words) {
    for (std::size_t i = 0; i < info_.axes.size(); ++i)
      if (info_.axes[i].name == w.name) now_.axes[i] = w.value;
    for (std::size_t i = 0; i < info_.buttons.size(); ++i)
      if (info_.buttons[i] == w.name) now_.buttons[i] = w.value != 0.0;
  }
  return true;
}

DeviceSource::Got SerialSource::wait(double seconds, DeviceReading& reading) {
  pollfd p{port_.get(), POLLIN, 0};
  const int ready = ::poll(&p, 1, static_cast<int>(std::ceil(seconds * 1e3)));
  if (ready == 0 || (ready < 0 && errno == EINTR)) return Got::nothing;
  std::array<char, 512> bytes{};
  const ssize_t count = ::read(port_.get(), bytes.data(), bytes.size());
  if (count <= 0)
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? Got::nothing : Got::gone;
  bool news = false;
  for (ssize_t i = 0; i < count; ++i) {
    const char c = bytes[static_cast<std::size_t>(i)];
    if (c == '\n' || c == '\r') {
      if (!too_long_) news = take_line(line_) || news;
      too_long_ = false;
      line_.clear();
    } else if (line_.size() < kMostLine) {
      line_ += c;
    } else if (!too_long_) {
      too_long_ = true;
      ++bad_;
    }
  }
  if (!news) return Got::nothing;
  reading = now_;
  return Got::news;
}

}  // namespace outrigger::devices
