#include "devices/hil_client.h"

#include <poll.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace outrigger::devices {

HilClient::HilClient(Transport transport, const SocketAddress& machine, const HilHello& hello,
                     double wait)
    : hello_(hello), pipe_(transport, connect_to(transport, machine, wait)) {
  greet();
}

void HilClient::greet() {
  write_hil_text(HilType::hello, to_text(hello_), bytes_);
  pipe_.send(bytes_);
}

HilClient::Heard HilClient::listen(double wait) {
  const std::int64_t until = monotonic_now() + static_cast<std::int64_t>(wait * 1e9);
  for (;;) {
    HilPipe::Message m;
    switch (pipe_.next(m)) {
      case HilPipe::Got::closed:
      case HilPipe::Got::garbage:
        reason_ = "the connection is closed";
        return Heard::ended;
      case HilPipe::Got::nothing: {
        const std::int64_t left = until - monotonic_now();
        if (left <= 0) return Heard::nothing;
        pollfd p{pipe_.socket().get(), POLLIN, 0};
        const timespec t{static_cast<time_t>(left / 1'000'000'000), left % 1'000'000'000};
        ppoll(&p, 1, &t, nullptr);
        continue;
      }
      case HilPipe::Got::message:
        break;
    }
    const std::string text(m.payload.begin(), m.payload.end());
    switch (static_cast<HilType>(m.header.type)) {
      case HilType::welcome:
        welcome_ = read_hil_welcome(text);
        answer(0, {});
        return Heard::welcome;
      case HilType::refuse:
        reason_ = text;
        return Heard::refused;
      case HilType::bye:
        reason_ = text;
        return Heard::ended;
      case HilType::outputs:
        if (HilOutputs head; read_hil_outputs(m.payload, head, values_) &&
                             head.session == welcome_.session && is_welcome()) {
          outputs_ = head;
          return Heard::outputs;
        }
        break;
      case HilType::hello:
      case HilType::inputs:
      case HilType::note:
        break;
    }
  }
}

void HilClient::answer(std::span<const double> values) { answer(outputs_.exchange, values); }

void HilClient::answer(std::uint64_t exchange, std::span<const double> values) {
  write_hil_inputs({welcome_.session, exchange}, values, bytes_);
  pipe_.send(bytes_);
}

void HilClient::say_bye() {
  write_hil_text(HilType::bye, "", bytes_);
  pipe_.send(bytes_);
}

void HilClient::note(const std::string& text) {
  write_hil_text(HilType::note, text.substr(0, kMostHilNote), bytes_);
  pipe_.send(bytes_);
}

}  // namespace outrigger::devices
