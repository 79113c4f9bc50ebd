/// Analogue levers on acquisition cards, as Linux shows them (Industrial I/O): a folder such as
/// /sys/bus/iio/devices/iio:device0 with a file in_voltage0_raw per channel, which holds one number. Each is read
/// once per sample, with 100 samples a second at most; slow cards are as slow as they are, in their own thread.
/// A sample that takes longer than 0.1 s counts as silence until it is there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "devices/device_source.h"

namespace outrigger::devices {

class IioSource final : public DeviceSource {
 public:
  /// Throws Error when the folder has no channel that can be read.
  explicit IioSource(const std::string& folder, double period = 0.01);

  const DeviceInfo& info() const override { return info_; }
  Got wait(double seconds, DeviceReading& reading) override;
  double longest_silence() const override { return 0.1; }
  std::size_t bad_pieces() const override { return bad_; }

 private:
  DeviceInfo info_;
  std::vector<std::string> files_;
  std::int64_t period_, next_ = 0;  ///< [ns]
  std::size_t bad_ = 0;
};

}  // namespace outrigger::devices
