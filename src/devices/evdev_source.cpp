#include "devices/evdev_source.h"

#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/error.h"

namespace outrigger::devices {

namespace {

constexpr std::array<const char*, 8> kAxisNames{"X",  "Y",  "Z",        "RX",
                                                "RY", "RZ", "THROTTLE", "RUDDER"};

std::string evdev_axis_name(unsigned code) {
  if (code < kAxisNames.size()) return fmt::format("ABS_{}", kAxisNames[code]);
  return fmt::format("ABS_{}", code);
}

template <std::size_t kBytes>
bool has_bit(const std::array<std::uint8_t, kBytes>& bits, unsigned bit) {
  return (bits[bit / 8] >> (bit % 8) & 1u) != 0;
}

/// Waits until `fd` can be read: 1, 0 after `seconds`, -1 when it is gone.
int wait_readable(int fd, double seconds) {
  pollfd p{fd, POLLIN, 0};
  const int count = ::poll(&p, 1, static_cast<int>(std::ceil(seconds * 1e3)));
  if (count < 0) return errno == EINTR ? 0 : -1;
  if (count == 0) return 0;
  return (p.revents & POLLIN) != 0 ? 1 : -1;
}

}  // namespace

EvdevSource::EvdevSource(const std::string& path)
    : events_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)), is_device_(true) {
  if (!events_)
    throw Error(fmt::format("device {}: {}{}", path, std::strerror(errno),
                            errno == EACCES ? "; add yourself to the group 'input'" : ""));
  std::array<char, 128> name{};
  input_id id{};
  std::array<std::uint8_t, ABS_CNT / 8> axes{};
  std::array<std::uint8_t, KEY_CNT / 8> keys{};
  const int fd = events_.get();
  if (::ioctl(fd, EVIOCGID, &id) < 0 || ::ioctl(fd, EVIOCGNAME(name.size() - 1), name.data()) < 0 ||
      ::ioctl(fd, EVIOCGBIT(EV_ABS, axes.size()), axes.data()) < 0 ||
      ::ioctl(fd, EVIOCGBIT(EV_KEY, keys.size()), keys.data()) < 0)
    throw Error(fmt::format("device {}: it is no input device", path));
  info_.id = fmt::format("evdev:{:04x}:{:04x}", id.vendor, id.product);
  info_.name = name.data();
  for (unsigned code = 0; code < ABS_CNT && info_.axes.size() < kMostAxes; ++code) {
    if (!has_bit(axes, code)) continue;
    input_absinfo abs{};
    if (::ioctl(fd, EVIOCGABS(code), &abs) < 0) continue;
    info_.axes.push_back({evdev_axis_name(code), static_cast<double>(abs.minimum),
                          static_cast<double>(abs.maximum)});
    axis_codes_.push_back(static_cast<std::uint16_t>(code));
  }
  for (unsigned code = BTN_MISC; code < KEY_CNT && info_.buttons.size() < kMostButtons; ++code) {
    if (!has_bit(keys, code)) continue;
    info_.buttons.push_back(fmt::format("BTN_{}", code));
    button_codes_.push_back(static_cast<std::uint16_t>(code));
  }
  if (info_.axes.empty())
    throw Error(fmt::format("device {} ('{}') has no axes", path, info_.name));
  now_.axes.resize(info_.axes.size());
  now_.buttons.resize(info_.buttons.size());
  read_all();
}

EvdevSource::EvdevSource(Descriptor events, DeviceInfo info, std::vector<std::uint16_t> axis_codes,
                         std::vector<std::uint16_t> button_codes)
    : events_(std::move(events)),
      info_(std::move(info)),
      axis_codes_(std::move(axis_codes)),
      button_codes_(std::move(button_codes)) {
  for (const DeviceAxis& a : info_.axes) now_.axes.push_back(0.5 * (a.low + a.high));
  now_.buttons.resize(info_.buttons.size());
}

/// Where everything stands, without events.
void EvdevSource::read_all() {
  if (!is_device_) return;
  for (std::size_t i = 0; i < axis_codes_.size(); ++i) {
    input_absinfo abs{};
    if (::ioctl(events_.get(), EVIOCGABS(axis_codes_[i]), &abs) >= 0)
      now_.axes[i] = static_cast<double>(abs.value);
  }
  std::array<std::uint8_t, KEY_CNT / 8> keys{};
  if (::ioctl(events_.get(), EVIOCGKEY(keys.size()), keys.data()) >= 0)
    for (std::size_t i = 0; i < button_codes_.size(); ++i)
      now_.buttons[i] = has_bit(keys, button_codes_[i]);
}

DeviceSource::Got EvdevSource::wait(double seconds, DeviceReading& reading) {
  const int ready = wait_readable(events_.get(), seconds);
  if (ready < 0) return Got::gone;
  if (ready == 0) return Got::nothing;
  std::array<input_event, 64> events{};
  const ssize_t bytes = ::read(events_.get(), events.data(), sizeof events);
  if (bytes <= 0)
    return bytes < 0 && (errno == EAGAIN || errno == EINTR) ? Got::nothing : Got::gone;
  const std::size_t count = static_cast<std::size_t>(bytes) / sizeof(input_event);
  for (std::size_t k = 0; k < count; ++k) {
    const input_event& e = events[k];
    // The kernel lost some: nothing counts until the next report, then all is asked.
    if (e.type == EV_SYN && e.code == SYN_DROPPED) dropped_ = true;
    if (e.type == EV_SYN && e.code == SYN_REPORT && dropped_) {
      dropped_ = false;
      read_all();
    }
    if (dropped_) continue;
    if (e.type == EV_ABS)
      for (std::size_t i = 0; i < axis_codes_.size(); ++i)
        if (axis_codes_[i] == e.code) now_.axes[i] = static_cast<double>(e.value);
    if (e.type == EV_KEY)
      for (std::size_t i = 0; i < button_codes_.size(); ++i)
        if (button_codes_[i] == e.code) now_.buttons[i] = e.value != 0;
  }
  reading = now_;
  return Got::news;
}

}  // namespace outrigger::devices
