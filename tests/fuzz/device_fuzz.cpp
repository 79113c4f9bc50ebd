/// Any bytes as a mapping file, as lines of a serial lever, as frames of a CAN bus, as events of a joystick: levers
/// stay within -1 and 1, and nothing is read beyond its end.
// needs: devices frames
#include <fcntl.h>
#include <linux/can.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/assert.h"
#include "base/error.h"
#include "devices/evdev_source.h"
#include "devices/j1939_source.h"
#include "devices/mapping.h"
#include "devices/serial_source.h"

using namespace outrigger;
using namespace outrigger::devices;

namespace {

/// What `bytes` say, through a pipe that is closed behind them.
Descriptor piped(const std::uint8_t* bytes, std::size_t size) {
  int ends[2] = {-1, -1};
  OUTRIGGER_ASSERT(::pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0);
  const Descriptor in(ends[1]);
  // No more than the pipe holds: nobody reads yet.
  const ssize_t written = ::write(in.get(), bytes, std::min<std::size_t>(size, 4096));
  OUTRIGGER_ASSERT(written >= 0 || size == 0);
  return Descriptor(ends[0]);
}

void read_all(DeviceSource& source) {
  const DeviceInfo info = source.info();
  DeviceMapping mapping = plain_mapping(info);
  MappedDevice mapped(mapping, info, "fuzz");
  DeviceReading reading;
  for (int i = 0; i < 5000; ++i) {
    const DeviceSource::Got got = source.wait(0.0, reading);
    if (got == DeviceSource::Got::gone) return;
    if (got != DeviceSource::Got::news) continue;
    OUTRIGGER_ASSERT(reading.axes.size() == info.axes.size());
    for (const double v : mapped.move(reading)) OUTRIGGER_ASSERT(v >= -1.0 && v <= 1.0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::uint8_t kind = data[0] % 4;
  ++data;
  --size;
  try {
    if (kind == 0) {
      const DeviceMapping m =
          read_mapping({reinterpret_cast<const char*>(data), size}, "fuzz.json");
      OUTRIGGER_ASSERT(to_text(read_mapping(to_text(m), "again.json")) == to_text(m));
      for (const AxisMapping& a : m.axes)
        for (const double raw : {-1e300, a.low, a.rest, a.high, 1e300, std::nan("")})
          OUTRIGGER_ASSERT(std::abs(mapped(a, raw)) <= 1.0);
    } else if (kind == 1) {
      SerialSource source(piped(data, size), "fuzz", 0.001);
      read_all(source);
    } else if (kind == 2) {
      J1939Source source(std::make_unique<DescriptorFrames>(piped(data, size)), 1);
      read_all(source);
    } else {
      EvdevSource source(piped(data, size),
                         {"evdev:0:0", "fuzz", {{"ABS_X", 0, 255}, {"ABS_Y", -5, 5}}, {"BTN_288"}},
                         {0, 1}, {288});
      read_all(source);
    }
  } catch (const Error&) {
  }
  return 0;
}
