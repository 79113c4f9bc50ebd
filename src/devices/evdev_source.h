/// Joysticks, wheels and pedals at USB, as Linux shows them: /dev/input/event*. Axes are called ABS_X, ABS_Y, ...,
/// buttons BTN_288, ...: the numbers of linux/input-event-codes.h. A device says nothing while nobody moves it;
/// when it is unplugged, reading fails at once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "devices/device_source.h"
#include "devices/socket.h"

namespace outrigger::devices {

class EvdevSource final : public DeviceSource {
 public:
  /// Asks the device what it is. Throws Error when it cannot be opened or has no axes.
  explicit EvdevSource(const std::string& path);
  /// Events (struct input_event) of any descriptor, with what the device is: for tests and relays. `axis_codes`
  /// and `button_codes` are in the order of `info`.
  EvdevSource(Descriptor events, DeviceInfo info, std::vector<std::uint16_t> axis_codes,
              std::vector<std::uint16_t> button_codes);

  const DeviceInfo& info() const override { return info_; }
  Got wait(double seconds, DeviceReading& reading) override;
  double longest_silence() const override { return 0.0; }

 private:
  void read_all();

  Descriptor events_;
  DeviceInfo info_;
  std::vector<std::uint16_t> axis_codes_, button_codes_;
  DeviceReading now_;
  bool is_device_ = false, dropped_ = false;
};

}  // namespace outrigger::devices
