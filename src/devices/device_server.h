/// Devices of this computer as hands of a seat, there or elsewhere: reads them, maps them, and speaks the hardware
/// protocol with role `hands` (docs/hil.md). A device that is lost has its levers at rest with the next message,
/// which says so; a server that is lost is the seat's matter: it holds for 0.1 s and lets go.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "devices/device_thread.h"
#include "devices/hil_client.h"
#include "devices/mapping.h"

namespace outrigger::devices {

struct ServedDevice {
  DeviceMapping mapping;
  std::string file;  ///< of the mapping, for messages
  DeviceThread::Open open;
};

struct DeviceServerSettings {
  Transport transport = Transport::udp;
  SocketAddress seat;
  std::string token;
  double period = 0.005;  ///< of messages [s]
};

class DeviceServer {
 public:
  /// `say`: a line for people, on the thread that calls run. Throws Error without devices.
  DeviceServer(const DeviceServerSettings& settings, std::vector<ServedDevice> devices,
               std::function<void(const std::string&)> say);
  ~DeviceServer();

  /// Until `stop` is true; looks for the seat again whenever it is gone. Throws Error when the seat refuses.
  void run(const std::atomic<bool>& stop);

 private:
  struct Hand;
  void connect();
  void listen();
  bool read_devices();
  void tell(const std::string& text);

  DeviceServerSettings settings_;
  std::function<void(const std::string&)> say_;
  HilHello hello_;
  std::vector<std::unique_ptr<Hand>> hands_;
  std::vector<double> values_;
  std::unique_ptr<HilClient> client_;
  bool welcome_ = false, was_told_ = false;
  std::int64_t heard_ = 0, pressed_ = 0;
};

}  // namespace outrigger::devices
