#include "devices/device_server.h"

#include <time.h>

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"

namespace outrigger::devices {

namespace {

constexpr std::int64_t kGone = 2'000'000'000, kAgain = 500'000'000, kAfterPress = 300'000'000;
constexpr int kStepsPerExchange = 5;

}  // namespace

struct DeviceServer::Hand {
  explicit Hand(ServedDevice d) : device(std::move(d)), thread(device.open) {}

  ServedDevice device;
  std::optional<MappedDevice> mapped;
  std::shared_ptr<const DeviceInfo> bound;  ///< the device that `mapped` is for
  std::vector<std::size_t> inputs;          ///< of the server, by those of `mapped`
  bool live = false, told = false;
  DeviceThread thread;  ///< ends first
};

DeviceServer::DeviceServer(const DeviceServerSettings& settings, std::vector<ServedDevice> devices,
                           std::function<void(const std::string&)> say)
    : settings_(settings), say_(std::move(say)) {
  if (devices.empty()) throw Error("a device server needs at least one device");
  hello_.name = "devices";
  hello_.role = HilHello::Role::hands;
  hello_.every = kStepsPerExchange;
  hello_.token = settings.token;
  const auto add = [](std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (ServedDevice& d : devices) {
    for (const AxisMapping& a : d.mapping.axes)
      add(hello_.inputs, stick_target(a.to, d.mapping.pattern).input);
    for (const ButtonMapping& b : d.mapping.buttons) {
      add(hello_.inputs, b.to);
      // Switches go on from where the machine has them.
      if (b.action != ButtonMapping::Action::hold) add(hello_.outputs, "input:" + b.to);
    }
    hands_.push_back(std::make_unique<Hand>(std::move(d)));
  }
  values_.resize(hello_.inputs.size());
}

DeviceServer::~DeviceServer() {
  if (client_ && welcome_) client_->say_bye();
}

void DeviceServer::tell(const std::string& text) {
  say_(text);
  if (client_ && welcome_) client_->note(text);
}

void DeviceServer::connect() {
  try {
    welcome_ = false;
    client_ = std::make_unique<HilClient>(settings_.transport, settings_.seat, hello_, 0.2);
    heard_ = monotonic_now();
  } catch (const Error& e) {
    client_.reset();
    if (!was_told_) say_(fmt::format("{}; trying on", e.what()));
    was_told_ = true;
  }
}

/// Everything that the seat has said.
void DeviceServer::listen() {
  for (;;) {
    switch (client_->listen(0.0)) {
      case HilClient::Heard::nothing:
        return;
      case HilClient::Heard::welcome:
        welcome_ = true;
        was_told_ = false;
        heard_ = monotonic_now();
        say_(fmt::format("seat {} ({}): {} inputs", settings_.seat.text(),
                         client_->welcome().machine, client_->welcome().inputs.size()));
        break;
      case HilClient::Heard::outputs:
        heard_ = monotonic_now();
        if (heard_ - pressed_ < kAfterPress || client_->values().size() != hello_.outputs.size())
          break;
        for (std::size_t k = 0; k < hello_.outputs.size(); ++k)
          for (auto& h : hands_)
            if (h->mapped) h->mapped->know(hello_.outputs[k].substr(6), client_->values()[k]);
        break;
      case HilClient::Heard::refused:
        throw Error(
            fmt::format("the seat {} refuses: {}", settings_.seat.text(), client_->reason()));
      case HilClient::Heard::ended:
        say_(fmt::format("the seat is gone ({}); trying on", client_->reason()));
        was_told_ = true;
        welcome_ = false;
        client_.reset();
        return;
    }
  }
}

/// True when a device was lost or came.
bool DeviceServer::read_devices() {
  bool changed = false;
  const std::int64_t now = monotonic_now();
  for (auto& h : hands_) {
    const DeviceThread::State& state = h->thread.look();
    if (state.info && state.info != h->bound) {
      h->bound = state.info;
      h->mapped.emplace(h->device.mapping, *state.info, h->device.file);
      h->inputs.clear();
      for (const std::string& name : h->mapped->inputs())
        h->inputs.push_back(static_cast<std::size_t>(
            std::find(hello_.inputs.begin(), hello_.inputs.end(), name) - hello_.inputs.begin()));
    }
    const bool live = h->mapped && state.is_live(now);
    if (h->mapped) {
      const auto& values = live ? h->mapped->move(state.reading) : h->mapped->let_go();
      if (h->mapped->was_pressed()) pressed_ = now;
      for (std::size_t i = 0; i < values.size(); ++i) values_[h->inputs[i]] = values[i];
    }
    if (live == h->live && h->told) continue;
    const std::string& name = h->device.mapping.name;
    if (live) {
      tell(fmt::format("device '{}' is there", name));
    } else if (h->live) {
      tell(fmt::format("device '{}' is {}: its levers are at rest", name,
                       state.there ? "silent" : "unplugged"));
    } else if (!state.problem.empty()) {
      say_(fmt::format("device '{}': {}; trying on", name, state.problem));
    } else {
      continue;  // not known yet
    }
    h->live = live;
    h->told = true;
    changed = true;
  }
  return changed;
}

void DeviceServer::run(const std::atomic<bool>& stop) {
  std::int64_t next = monotonic_now(), tried = 0;
  while (!stop.load()) {
    const std::int64_t now = monotonic_now();
    if (!client_ && now - tried > kAgain) {
      tried = now;
      connect();
    } else if (client_ && !welcome_ && now - tried > kAgain) {
      tried = now;
      client_->greet();
    }
    if (client_) listen();
    if (client_ && welcome_ && now - heard_ > kGone) {
      // Paused, or gone without a word: a hello finds out.
      heard_ = now;
      tried = now;
      client_->greet();
    }
    read_devices();
    if (client_ && welcome_ && client_->outputs().exchange > 0) client_->answer(values_);
    next = std::max(next + static_cast<std::int64_t>(settings_.period * 1e9), monotonic_now());
    const timespec t{static_cast<time_t>(next / 1'000'000'000), next % 1'000'000'000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr);
  }
}

}  // namespace outrigger::devices
