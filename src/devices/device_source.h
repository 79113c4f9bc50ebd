/// A device as something that can be waited for. One source, one thread; what it costs to read it costs nobody
/// else. Kinds: evdev_source.h, serial_source.h, iio_source.h, j1939_source.h.
#pragma once

#include <string>
#include <vector>

namespace outrigger::devices {

inline constexpr std::size_t kMostAxes = 64, kMostButtons = 256;

struct DeviceAxis {
  std::string name;
  double low = -1.0, high = 1.0;  ///< as the device says; raw
};

/// What a device is. `id` is the same for the same model on every computer and at every socket.
struct DeviceInfo {
  std::string id, name;
  std::vector<DeviceAxis> axes;
  std::vector<std::string> buttons;
};

/// Raw positions, in the order of DeviceInfo.
struct DeviceReading {
  std::vector<double> axes;
  std::vector<bool> buttons;
  bool operator==(const DeviceReading&) const = default;
};

class DeviceSource {
 public:
  enum class Got {
    news,     ///< `reading` may have changed
    nothing,  ///< not in this time
    gone      ///< unplugged; the source is of no more use
  };
  virtual ~DeviceSource() = default;
  virtual const DeviceInfo& info() const = 0;
  /// Waits for at most about `seconds`.
  virtual Got wait(double seconds, DeviceReading& reading) = 0;
  /// Silence after which it counts as lost [s]; 0: it says nothing while nobody moves it.
  virtual double longest_silence() const = 0;
  /// Pieces that were none: lines, frames, numbers.
  virtual std::size_t bad_pieces() const { return 0; }
};

}  // namespace outrigger::devices
