/// Devices that say where their levers are in lines of text, over RS-232 or a USB serial port:
///
///   x=512 y=480 b0=1\n
///
/// Words NAME=NUMBER; a name of letters, digits, `_`. The first good line says which axes there are; later ones may
/// leave some out. Names that begin with `b` and a digit are buttons (0 is up). `# ` begins a line for people.
/// Lines of more than 256 characters, other words and numbers that are not finite are counted and left out.
/// At least ten lines a second: 0.1 s of silence counts as lost.
#pragma once

#include <string>

#include "devices/device_source.h"
#include "devices/socket.h"

namespace outrigger::devices {

class SerialSource final : public DeviceSource {
 public:
  static constexpr std::size_t kMostLine = 256;
  /// Opens the port raw, 8N1, and waits up to `wait` seconds for the first good line. Throws Error.
  SerialSource(const std::string& path, int baud = 115200, double wait = 1.0);
  /// The bytes of any descriptor, for tests.
  SerialSource(Descriptor port, std::string name, double wait);

  const DeviceInfo& info() const override { return info_; }
  Got wait(double seconds, DeviceReading& reading) override;
  double longest_silence() const override { return 0.1; }
  std::size_t bad_pieces() const override { return bad_; }

 private:
  void begin(double wait);
  bool take_line(const std::string& line);

  Descriptor port_;
  DeviceInfo info_;
  DeviceReading now_;
  std::string line_;
  bool too_long_ = false;
  std::size_t bad_ = 0;
};

}  // namespace outrigger::devices
