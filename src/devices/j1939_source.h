/// Joysticks on a CAN bus that speak SAE J1939-71: BJM (basic joystick message; PGN 64982, 64984, 64986 for
/// joystick 1, 2, 3) and EJM (the next PGN: grip and theta). 250 kbit/s, a message every 20 ms.
///
///   bytes 0-1 x, 2-3 y of BJM; grip_x, grip_y, and 4-5 theta of EJM. Of two bytes, least significant first:
///     bits 0-1 neutral, 2-3 negative (left, back), 4-5 positive (right, forward): 1 yes; 6-15 size, 0..1000
///   bytes 5-7 of BJM: buttons 1 to 12, two bits each, the first of a byte in its upper bits: 1 pressed
///
/// A size of 1022 is an error of the lever, 1023 a lever that is not there; both, and flags that contradict
/// themselves, make the lever NaN, which mapping takes as at rest. 0.1 s of silence counts as lost.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "devices/device_source.h"
#include "devices/socket.h"

namespace outrigger::devices {

struct CanFrame {
  std::uint32_t id = 0;  ///< 29 bits
  bool extended = false;
  std::uint8_t length = 0;
  std::array<std::uint8_t, 8> data{};
};

/// Where frames come from: a bus, a file, a test.
class CanFrames {
 public:
  virtual ~CanFrames() = default;
  virtual DeviceSource::Got wait(double seconds, CanFrame& frame) = 0;
};

/// Frames as the kernel writes them (struct can_frame), from a SocketCAN socket, a pair of sockets or a pipe.
class DescriptorFrames final : public CanFrames {
 public:
  explicit DescriptorFrames(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}
  DeviceSource::Got wait(double seconds, CanFrame& frame) override;

 private:
  Descriptor descriptor_;
};
/// A SocketCAN interface such as can0. Throws Error where it is not.
std::unique_ptr<CanFrames> open_can(const std::string& interface_name);

/// A lever of two bytes, -1..1; NaN: error, absent or nonsense.
double j1939_lever(std::uint8_t low, std::uint8_t high);

class J1939Source final : public DeviceSource {
 public:
  /// Joystick 1 to 3, of any source address.
  J1939Source(std::unique_ptr<CanFrames> frames, int joystick);

  const DeviceInfo& info() const override { return info_; }
  Got wait(double seconds, DeviceReading& reading) override;
  double longest_silence() const override { return 0.1; }
  std::size_t bad_pieces() const override { return bad_; }

 private:
  std::unique_ptr<CanFrames> frames_;
  std::uint32_t pgn_;
  DeviceInfo info_;
  DeviceReading now_;
  std::size_t bad_ = 0;
};

}  // namespace outrigger::devices
