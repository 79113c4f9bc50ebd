/// Devices of this computer, and how they are called on the command line:
///
///   evdev:/dev/input/event3   serial:/dev/ttyUSB0[@BAUD]   iio:/sys/bus/iio/devices/iio:device0   can:can0[@JOYSTICK]
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "devices/device_source.h"

namespace outrigger::devices {

struct ListedDevice {
  std::string place;    ///< as above
  DeviceInfo info;      ///< of evdev and iio; others are not opened
  std::string problem;  ///< why it could not be asked; empty: it was, or it is none that is asked
};

/// Roots of the system's folders; tests have their own.
struct DeviceRoots {
  std::string dev = "/dev", sys = "/sys";
};

std::vector<ListedDevice> list_devices(const DeviceRoots& roots = {});

/// Opens a device at a place. Throws Error.
std::unique_ptr<DeviceSource> open_device(const std::string& place);
/// The first device of this id, wherever it is plugged in: evdev and iio only. Throws Error when there is none.
std::unique_ptr<DeviceSource> find_device(const std::string& id, const DeviceRoots& roots = {});

}  // namespace outrigger::devices
