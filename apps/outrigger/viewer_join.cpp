#include "outrigger/viewer_join.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "network/server.h"
#include "outrigger/real_time_host.h"
#include "outrigger/site.h"
#include "session/live_session.h"
#include "sim/world.h"

namespace outrigger::app {

namespace {

constexpr int kTilesAlong = 8;         ///< of ground that was changed before, in x and in y
constexpr std::uint32_t kPoints = 65;  ///< of a tile, along a side

/// A tile of the worksite as it is, which costs what a changed one does.
frames::GroundTile tile_at(const terrain::Ground& ground, int column, int row) {
  frames::GroundTile t;
  t.column = column;
  t.row = row;
  t.columns = t.rows = kPoints;
  t.cell = 0.1;
  t.x_min = ground.x_min() + 10.0 + t.cell * (kPoints - 1) * column;
  t.y_min = ground.y_min() + 10.0 + t.cell * (kPoints - 1) * row;
  std::vector<double> heights;
  for (std::uint32_t r = 0; r < kPoints; ++r)
    for (std::uint32_t c = 0; c < kPoints; ++c) {
      const double x = t.x_min + c * t.cell, y = t.y_min + r * t.cell;
      heights.push_back(ground.height(x, y));
      t.surfaces.push_back(static_cast<std::uint8_t>(ground.surface(x, y)));
    }
  t.set_heights(heights);
  return t;
}

/// As little of a viewer as shows what has come.
class JoiningViewer {
 public:
  explicit JoiningViewer(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (socket_ < 0 || ::connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0)
      throw Error("viewer-join: cannot connect");
    constexpr std::string_view kUpgrade =
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    if (::send(socket_, kUpgrade.data(), kUpgrade.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(kUpgrade.size()))
      throw Error("viewer-join: cannot send");
    std::size_t end = 0;
    while ((end = bytes_.find("\r\n\r\n")) == std::string::npos) read_more();
    bytes_.erase(0, end + 4);
  }
  ~JoiningViewer() { ::close(socket_); }
  JoiningViewer(const JoiningViewer&) = delete;
  JoiningViewer& operator=(const JoiningViewer&) = delete;

  /// Reads until everything is there.
  void join() {
    while (!has_scene_ || !has_frame_ || !has_changes_) take(next_message());
  }
  std::size_t received() const { return received_; }
  std::size_t items() const { return items_; }

 private:
  void read_more() {
    std::array<char, 65536> buffer;
    const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), 0);
    if (got <= 0) throw Error("viewer-join: the connection ended");
    bytes_.append(buffer.data(), static_cast<std::size_t>(got));
    received_ += static_cast<std::size_t>(got);
  }

  std::string next_message() {
    const auto byte = [&](std::size_t i) {
      while (bytes_.size() <= i) read_more();
      return static_cast<unsigned char>(bytes_[i]);
    };
    std::size_t length = byte(1), head = 2;
    if (length >= 126) {
      const std::size_t more = length == 126 ? 2 : 8;
      length = 0;
      for (std::size_t i = 0; i < more; ++i) length = 256 * length + byte(2 + i);
      head += more;
    }
    while (bytes_.size() < head + length) read_more();
    std::string message = bytes_.substr(head, length);
    bytes_.erase(0, head + length);
    return message;
  }

  static std::uint64_t number(std::string_view& bytes) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !bytes.empty(); shift += 7) {
      const auto b = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      value |= std::uint64_t{b & 0x7fu} << shift;
      if (b < 0x80) break;
    }
    return value;
  }

  /// ServerMessage of web/protocol/outrigger.proto: scene 1, frame 2, changes 4 {items 1, waiting 2}.
  void take(std::string_view message) {
    if (message.empty()) return;
    const std::uint64_t kind = number(message) >> 3;
    number(message);  // its length: one field is the whole message
    has_scene_ = has_scene_ || kind == 1;
    has_frame_ = has_frame_ || kind == 2;
    if (kind != 4) return;
    std::uint64_t waiting = 0;
    while (!message.empty()) {
      if (number(message) >> 3 == 1) {
        ++items_;
        message.remove_prefix(std::min<std::size_t>(number(message), message.size()));
      } else {
        waiting = number(message);
      }
    }
    has_changes_ = has_changes_ || waiting == 0;
  }

  int socket_;
  std::string bytes_;
  std::size_t received_ = 0, items_ = 0;
  bool has_scene_ = false, has_frame_ = false, has_changes_ = false;
};

validation::Measurement measure(int repetitions) {
  description::Machine machine =
      description::read_machine_file(source_file("machines/excavator.yaml"));
  sim::WorldOptions options;
  go_to_site(choose_site("worksite", "", false), machine, options);
  sim::World world(machine, options);
  HostChannels channels;
  session::LiveSession session(world, machine, channels.links());
  frames::KeyedStore& stream = *channels.links().stream;
  for (int row = 0; row < kTilesAlong; ++row)
    for (int column = 0; column < kTilesAlong; ++column) {
      frames::GroundTile t = tile_at(world.ground(), column, row);
      const frames::StreamKey key{frames::StreamKey::Kind::ground_tile, t.id()};
      stream.put(key, std::make_shared<const frames::StreamValue>(std::move(t)));
    }
  session.publish({});
  const network::Server server({}, session.scene(), channels.server_links());

  using Clock = std::chrono::steady_clock;
  validation::Measurement m;
  m.name = "viewer-join";
  m.value = std::numeric_limits<double>::infinity();
  m.unit = "ms";
  for (int i = 0; i < std::max(1, repetitions); ++i) {
    const auto begin = Clock::now();
    JoiningViewer viewer(server.port());
    viewer.join();
    const std::chrono::duration<double, std::milli> taken = Clock::now() - begin;
    m.value = std::min(m.value, taken.count());
    m.note =
        fmt::format("{:.2f} MB: scene, {} changed tiles of {} x {} points, frame",
                    static_cast<double>(viewer.received()) / 1e6, viewer.items(), kPoints, kPoints);
  }
  return m;
}

}  // namespace

validation::Benchmark viewer_join_benchmark() {
  return {"viewer-join", "until a late viewer has the worksite with 64 changed tiles", measure};
}

}  // namespace outrigger::app
