/// Messages of the hardware protocol over one connected socket, UDP or TCP. Never waits; what is read and what
/// waits to be sent is bounded.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "devices/hil_message.h"
#include "devices/socket.h"

namespace outrigger::devices {

class HilPipe {
 public:
  /// Most bytes that wait because the other side does not read.
  static constexpr std::size_t kMostUnsent = 65536;

  HilPipe() = default;
  HilPipe(Transport transport, Descriptor socket);

  struct Message {
    HilHeader header;
    std::span<const std::uint8_t> payload;  ///< until the next call
  };
  enum class Got { message, nothing, garbage, closed };
  /// The next message. Garbage: bytes that are none; of a stream no more can be read then.
  Got next(Message& message);
  /// False: the other side is gone, or does not read.
  bool send(std::span<const std::uint8_t> message);
  const Descriptor& socket() const { return socket_; }
  Transport transport() const { return transport_; }

 private:
  Got next_of_stream(Message& message);

  Transport transport_ = Transport::udp;
  Descriptor socket_;
  std::vector<std::uint8_t> read_, unsent_;
  std::size_t begin_ = 0, end_ = 0;  ///< of what is in read_
};

}  // namespace outrigger::devices
