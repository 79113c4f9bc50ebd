/// `outrigger device ...`, and devices of a seat (docs/devices.md).
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "devices/device_server.h"

namespace outrigger::app {

void add_device_commands(CLI::App& app, int& exit_code);

/// MAPPING[@PLACE]: a mapping file, and where the device is; without a place it is found by its id. Throws Error.
devices::ServedDevice served_device(const std::string& text);

/// Devices of this computer at a seat of this program, in a thread of their own. Lines go to stderr.
class LocalDevices {
 public:
  LocalDevices(const std::vector<std::string>& devices, const devices::SocketAddress& seat,
               const std::string& token);
  ~LocalDevices();

 private:
  std::atomic<bool> stop_{false};
  devices::DeviceServer server_;
  std::thread thread_;
};

}  // namespace outrigger::app
