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
#include "frames/stream.h"
#include "network/roles.h"

namespace outrigger::network {

inline constexpr std::uint32_t kProtocolVersion = 1;

/// What the server answers to a Hello.
struct Welcome {
  Role role = Role::watch;     ///< what the client may do now
  std::string reason;          ///< why that is less than it asked for
  Role highest = Role::watch;  ///< what it could have as it came
};

std::string encode(const frames::Scene& scene);
/// `locked_aids`: bits of the view aids that only instructors still see.
std::string encode(const frames::Frame& frame, std::uint32_t operators,
                   std::uint32_t locked_aids = 0);
std::string encode(const frames::Notice& notice);
std::string encode(const Welcome& welcome);

/// One item of a message of changes; a null value: it is gone.
std::string encode_change(const frames::StreamKey& key, std::uint64_t version,
                          const frames::StreamValue* value);
/// A message of items as of encode_change, one after the other.
std::string encode_changes(std::string_view items, std::uint32_t waiting);

/// What a client may say.
struct Hello {
  std::uint32_t protocol = 0;
  float frame_rate = 0.0f;
  std::optional<Role> role;  ///< none: operate if that is allowed, else watch
  std::string token{};
};
struct Operate {
  std::vector<float> values;
};
/// View aids that only instructors may see from now on, a bit each (web/protocol/outrigger.proto).
struct LockAids {
  std::uint32_t mask = 0;
};
inline constexpr std::uint32_t kMostAids = 0xffff;
using ClientMessage = std::variant<Hello, Operate, frames::Command, LockAids>;

/// A message, or why the bytes are none.
struct Decoded {
  std::optional<ClientMessage> message;
  std::string problem;
};
Decoded decode_client_message(std::string_view bytes);

}  // namespace outrigger::network
