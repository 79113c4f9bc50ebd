/// A controller's side of the hardware protocol, for our own programs and tests. One thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "devices/hil_message.h"
#include "devices/hil_pipe.h"

namespace outrigger::devices {

class HilClient {
 public:
  /// Sends its hello. TCP waits for the connection, at most `wait` seconds. Throws Error.
  HilClient(Transport transport, const SocketAddress& machine, const HilHello& hello,
            double wait = 2.0);

  enum class Heard { nothing, welcome, outputs, refused, ended };
  /// What comes next within `wait` seconds. A welcome is answered by "ready".
  Heard listen(double wait);
  /// Hello again: it or its welcome may have been lost.
  void greet();
  /// Values in the order of the welcome's inputs, for the exchange that was heard last, or another one.
  void answer(std::span<const double> values);
  void answer(std::uint64_t exchange, std::span<const double> values);
  void say_bye();
  /// A line for the operators.
  void note(const std::string& text);

  bool is_welcome() const { return welcome_.session != 0; }
  const HilWelcome& welcome() const { return welcome_; }
  const HilOutputs& outputs() const { return outputs_; }
  const std::vector<double>& values() const { return values_; }
  const std::string& reason() const { return reason_; }  ///< of a refusal, or of the end
  const Descriptor& socket() const { return pipe_.socket(); }

 private:
  HilHello hello_;
  HilPipe pipe_;
  HilWelcome welcome_;
  HilOutputs outputs_;
  std::vector<double> values_;
  std::vector<std::uint8_t> bytes_;
  std::string reason_;
};

}  // namespace outrigger::devices
