#include "devices/device_thread.h"

#include <chrono>

#include "base/error.h"
#include "devices/socket.h"

namespace outrigger::devices {

namespace {
constexpr double kPatience = 0.05;  ///< how soon a thread notices that it shall end [s]
}

DeviceThread::DeviceThread(Open open, double retry)
    : open_(std::move(open)), retry_(retry), thread_([this] { run(); }) {}

DeviceThread::~DeviceThread() {
  stopped_.store(true);
  thread_.join();
}

void DeviceThread::publish() {
  states_.back() = now_;
  states_.publish();
}

void DeviceThread::run() {
  const auto rest = [&](double seconds) {
    for (double t = 0.0; t < seconds && !stopped_.load(); t += kPatience)
      std::this_thread::sleep_for(std::chrono::duration<double>(kPatience));
  };
  while (!stopped_.load()) {
    std::unique_ptr<DeviceSource> source;
    try {
      source = open_();
    } catch (const Error& e) {
      now_.there = false;
      now_.problem = e.what();
      publish();
      rest(retry_);
      continue;
    }
    now_.info = std::make_shared<const DeviceInfo>(source->info());
    now_.longest_silence = source->longest_silence();
    now_.problem.clear();
    now_.reading = {};
    // A device that says something by itself is there once it has.
    now_.there = now_.longest_silence <= 0.0;
    now_.heard = monotonic_now();
    publish();
    for (;;) {
      if (stopped_.load()) return;
      const DeviceSource::Got got = source->wait(kPatience, now_.reading);
      if (got == DeviceSource::Got::nothing) continue;
      now_.there = got == DeviceSource::Got::news;
      now_.heard = monotonic_now();
      now_.bad_pieces = source->bad_pieces();
      if (!now_.there) now_.problem = "unplugged";
      publish();
      if (!now_.there) break;
    }
    source.reset();
    rest(retry_);
  }
}

}  // namespace outrigger::devices
