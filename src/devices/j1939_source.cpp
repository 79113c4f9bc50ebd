#include "devices/j1939_source.h"

#include <linux/can.h>
#include <linux/can/raw.h>
#include <net/if.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "base/error.h"

namespace outrigger::devices {

namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint32_t kBasicPgn = 64982;
constexpr int kCanButtons = 12;

}  // namespace

DeviceSource::Got DescriptorFrames::wait(double seconds, CanFrame& frame) {
  pollfd p{descriptor_.get(), POLLIN, 0};
  const int ready = ::poll(&p, 1, static_cast<int>(std::ceil(seconds * 1e3)));
  if (ready == 0 || (ready < 0 && errno == EINTR)) return DeviceSource::Got::nothing;
  can_frame raw{};
  const ssize_t bytes = ::read(descriptor_.get(), &raw, sizeof raw);
  if (bytes <= 0)
    return bytes < 0 && (errno == EAGAIN || errno == EINTR) ? DeviceSource::Got::nothing
                                                            : DeviceSource::Got::gone;
  frame = {};
  // A piece of a frame, an error or a remote frame: one that nobody wants.
  if (static_cast<std::size_t>(bytes) != sizeof raw ||
      (raw.can_id & (CAN_ERR_FLAG | CAN_RTR_FLAG)) != 0)
    return DeviceSource::Got::news;
  frame.extended = (raw.can_id & CAN_EFF_FLAG) != 0;
  frame.id = raw.can_id & (frame.extended ? CAN_EFF_MASK : CAN_SFF_MASK);
  frame.length = std::min<std::uint8_t>(raw.can_dlc, 8);
  std::copy(raw.data, raw.data + 8, frame.data.begin());
  return DeviceSource::Got::news;
}

std::unique_ptr<CanFrames> open_can(const std::string& interface_name) {
  Descriptor s(::socket(PF_CAN, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, CAN_RAW));
  if (!s)
    throw Error(fmt::format("CAN: {}; this system has no SocketCAN (modules can, can_raw)",
                            std::strerror(errno)));
  ifreq request{};
  if (interface_name.empty() || interface_name.size() >= sizeof request.ifr_name)
    throw Error(fmt::format("CAN: '{}' is no name of an interface, such as can0", interface_name));
  std::copy(interface_name.begin(), interface_name.end(), request.ifr_name);
  if (::ioctl(s.get(), SIOCGIFINDEX, &request) < 0)
    throw Error(
        fmt::format("CAN: there is no interface '{}': ip link set {} up type can bitrate 250000",
                    interface_name, interface_name));
  sockaddr_can address{};
  address.can_family = AF_CAN;
  address.can_ifindex = request.ifr_ifindex;
  if (::bind(s.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw Error(fmt::format("CAN: {}: {}", interface_name, std::strerror(errno)));
  return std::make_unique<DescriptorFrames>(std::move(s));
}

double j1939_lever(std::uint8_t low, std::uint8_t high) {
  const unsigned neutral = low & 3u, negative = low >> 2 & 3u, positive = low >> 4 & 3u;
  const unsigned size = static_cast<unsigned>(high) << 2 | static_cast<unsigned>(low) >> 6;
  if (size > 1000) return kAbsent;
  if (negative == 1 && positive != 1) return -static_cast<double>(size) / 1000.0;
  if (positive == 1 && negative != 1) return static_cast<double>(size) / 1000.0;
  if (positive == 0 && negative == 0 && (neutral == 1 || size == 0)) return 0.0;
  return kAbsent;
}

J1939Source::J1939Source(std::unique_ptr<CanFrames> frames, int joystick)
    : frames_(std::move(frames)), pgn_(kBasicPgn + 2u * static_cast<std::uint32_t>(joystick - 1)) {
  if (joystick < 1 || joystick > 3)
    throw Error(fmt::format("CAN: joystick {} is none of 1, 2, 3", joystick));
  info_.id = fmt::format("j1939:{}", joystick);
  info_.name = fmt::format("CAN joystick {}", joystick);
  for (const char* name : {"x", "y", "grip_x", "grip_y", "theta"})
    info_.axes.push_back({name, -1.0, 1.0});
  for (int i = 1; i <= kCanButtons; ++i) info_.buttons.push_back(fmt::format("{}", i));
  now_.axes.assign(info_.axes.size(), kAbsent);
  now_.buttons.resize(kCanButtons);
}

DeviceSource::Got J1939Source::wait(double seconds, DeviceReading& reading) {
  CanFrame frame;
  if (const Got got = frames_->wait(seconds, frame); got != Got::news) return got;
  const std::uint32_t pgn = frame.id >> 8 & 0x3ffff;
  if (!frame.extended || (pgn != pgn_ && pgn != pgn_ + 1))
    return Got::nothing;  // of others on the bus
  if (frame.length != 8) {
    ++bad_;
    return Got::nothing;
  }
  const auto& d = frame.data;
  if (pgn == pgn_ + 1) {
    for (std::size_t i = 0; i < 3; ++i) now_.axes[2 + i] = j1939_lever(d[2 * i], d[2 * i + 1]);
    // Only the basic message shows that the stick is there.
    return Got::nothing;
  }
  for (std::size_t i = 0; i < 2; ++i) now_.axes[i] = j1939_lever(d[2 * i], d[2 * i + 1]);
  for (std::size_t i = 0; i < kCanButtons; ++i)
    now_.buttons[i] = (d[5 + i / 4] >> (6 - 2 * (i % 4)) & 3u) == 1u;
  reading = now_;
  return Got::news;
}

}  // namespace outrigger::devices
