/// Any bytes on a WebSocket, through the code that serves sockets: the server's own frames stay well
/// formed, the physics gets only finite levers, one per control, and few commands, and the levers of
/// a client that is gone are at rest. With an even first byte the rest is the stream as it comes from
/// the client; with an odd one it is cut into frames here (kind, length, payload), because no fuzzer
/// finds the way through masks and lengths quickly.
// needs: network frames base
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "network/one_connection.h"

namespace {

using namespace outrigger;

constexpr std::string_view kUpgrade =
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

/// A frame of a client, masked with zeros.
std::string framed(std::uint8_t kind, std::string_view payload) {
  std::string frame(1, static_cast<char>(kind));
  OUTRIGGER_ASSERT(payload.size() < 126);
  frame += static_cast<char>(0x80u | payload.size());
  frame.append(4, '\0');
  frame += payload;
  return frame;
}

std::string client_stream(std::string_view input) {
  if ((static_cast<unsigned char>(input[0]) & 1u) == 0) return std::string(input.substr(1));
  input.remove_prefix(1);
  std::string stream;
  while (input.size() >= 2) {
    const auto kind = static_cast<std::uint8_t>(input[0]);
    const std::size_t length =
        std::min<std::size_t>(static_cast<unsigned char>(input[1]) % 126u, input.size() - 2);
    stream += framed(kind, input.substr(2, length));
    input.remove_prefix(2 + length);
  }
  return stream;
}

/// Unmasked, of a known kind, and whole, the last one excepted.
void check_frames(std::string_view bytes) {
  while (bytes.size() >= 2) {
    const auto first = static_cast<unsigned char>(bytes[0]);
    const auto second = static_cast<unsigned char>(bytes[1]);
    const unsigned kind = first & 0x0fu;
    OUTRIGGER_ASSERT((first & 0xf0u) == 0x80u && (second & 0x80u) == 0);
    OUTRIGGER_ASSERT(kind == 2 || kind == 8 || kind == 9 || kind == 10);
    std::size_t length = second, head = 2;
    if (length >= 126) {
      head += length == 126 ? 2 : 8;
      if (bytes.size() < head) return;
      length = 0;
      for (std::size_t i = 2; i < head; ++i)
        length = 256 * length + static_cast<unsigned char>(bytes[i]);
    }
    if (bytes.size() < head + length) return;
    bytes.remove_prefix(head + length);
  }
}

frames::Scene small_scene() {
  frames::Scene scene;
  scene.title = "fuzz";
  scene.controls.resize(3);
  scene.controls[1].kind = frames::Control::Kind::pedal;
  scene.controls[2].kind = frames::Control::Kind::button;
  return scene;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  frames::OperatorMailbox mailbox;
  frames::LatestSlot<frames::Frame> frames;
  frames::NoticeQueue notices;
  static const frames::Scene scene = small_scene();
  network::ServerSettings settings;
  settings.operator_key = "0123456789abcdef";
  std::vector<float> levers(3, 0.0f);
  std::vector<frames::Command> commands;
  const auto take = [&] {
    mailbox.take(levers, commands);
    OUTRIGGER_ASSERT(levers.size() == 3);
    for (const float v : levers) OUTRIGGER_ASSERT(std::isfinite(v) && v >= -1.0f && v <= 1.0f);
    OUTRIGGER_ASSERT(commands.size() <= frames::CommandQueue::kMaxCommands);
    for (const frames::Command& c : commands) OUTRIGGER_ASSERT(std::isfinite(c.value));
  };
  {
    network::OneConnection connection(settings, scene, {mailbox, frames, notices});
    std::string replies = connection.send(kUpgrade);
    const std::size_t head_end = replies.find("\r\n\r\n");
    OUTRIGGER_ASSERT(replies.starts_with("HTTP/1.1 101") && head_end != std::string::npos);
    replies.erase(0, head_end + 4);
    const std::string stream = client_stream({reinterpret_cast<const char*>(data), size});
    const std::size_t half = stream.size() / 2;
    replies += connection.send(std::string_view(stream).substr(0, half));
    take();
    replies += connection.send(std::string_view(stream).substr(half));
    replies += connection.end();
    take();
    check_frames(replies);
  }
  take();
  for (const float v : levers) OUTRIGGER_ASSERT(v == 0.0f);
  return 0;
}
