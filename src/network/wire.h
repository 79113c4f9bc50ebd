/// Plain values to and from the bytes of web/protocol/outrigger.proto.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frames/frame.h"
#include "frames/notice_queue.h"
#include "frames/operator_mailbox.h"
#include "frames/scene.h"

namespace outrigger::network {

inline constexpr std::uint32_t kProtocolVersion = 1;

std::string encode(const frames::Scene& scene);
std::string encode(const frames::Frame& frame, std::uint32_t operators);
std::string encode(const frames::Notice& notice);

/// What a client may say.
struct Hello {
  std::uint32_t protocol = 0;
  float frame_rate = 0.0f;
  bool observer = false;
};
struct Operate {
  std::vector<float> values;
};
using ClientMessage = std::variant<Hello, Operate, frames::Command>;

/// A message, or why the bytes are none.
struct Decoded {
  std::optional<ClientMessage> message;
  std::string problem;
};
Decoded decode_client_message(std::string_view bytes);

}  // namespace outrigger::network
