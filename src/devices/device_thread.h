/// One device in a thread of its own: opened, read, and opened again after it was unplugged. Who wants to know
/// where its levers are never waits for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "devices/device_source.h"
#include "frames/latest_slot.h"

namespace outrigger::devices {

class DeviceThread {
 public:
  /// Opens the device; throws Error while it is not there. Called on the thread.
  using Open = std::function<std::unique_ptr<DeviceSource>()>;
  struct State {
    std::shared_ptr<const DeviceInfo> info;  ///< null: never seen
    DeviceReading reading;
    bool there = false;
    std::int64_t heard = 0;        ///< when it said something last [ns]
    double longest_silence = 0.0;  ///< [s]; 0: any
    std::size_t bad_pieces = 0;
    std::string problem;  ///< why it is not there

    /// Whether its levers can be believed now: also false while a slow device owes a reading.
    bool is_live(std::int64_t now) const {
      return there &&
             (longest_silence <= 0.0 || static_cast<double>(now - heard) * 1e-9 <= longest_silence);
    }
  };

  explicit DeviceThread(Open open, double retry = 0.25);
  ~DeviceThread();

  /// The newest state. Never waits. One reader.
  const State& look() {
    states_.fetch();
    return states_.front();
  }

 private:
  void run();
  void publish();

  Open open_;
  double retry_;
  State now_;
  frames::LatestSlot<State> states_;
  std::atomic<bool> stopped_{false};
  std::thread thread_;
};

}  // namespace outrigger::devices
