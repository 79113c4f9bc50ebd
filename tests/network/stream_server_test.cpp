/// The stream and the roles as clients of a server see them: late, slow and many viewers.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <map>
#include <thread>

#include "network/server.h"
#include "outrigger.pb.h"
#include "seat/web_client.h"

namespace outrigger {
namespace {

using frames::StreamKey;
using network::WebClient;
using network::WebClientOptions;

constexpr std::size_t kTilePoints = 1000;

frames::StreamValuePtr tile_of(std::uint64_t id, int height) {
  frames::GroundTile t;
  t.column = static_cast<std::int32_t>(id);
  t.columns = kTilePoints;
  t.rows = 1;
  t.x_min = static_cast<double>(id);
  t.cell = 0.1;
  t.heights.assign(kTilePoints, static_cast<std::int16_t>(height));
  return std::make_shared<const frames::StreamValue>(std::move(t));
}

StreamKey tile_key(std::uint64_t id) { return {StreamKey::Kind::ground_tile, id}; }

/// A server whose physics is the test.
struct Host {
  explicit Host(const network::ServerSettings& settings = {}) {
    scene.title = "stream";
    scene.controls.resize(2);
    server = std::make_unique<network::Server>(
        settings, scene, network::ServerLinks{mailbox, slot, notices, &stream, &assets});
  }
  void publish(std::uint64_t step) {
    stream.pass_on();
    slot.back().step = step;
    slot.back().poses.assign(7, 0.0f);
    slot.publish();
  }
  frames::Scene scene;
  frames::OperatorMailbox mailbox;
  frames::LatestSlot<frames::Frame> slot;
  frames::NoticeQueue notices;
  frames::KeyedStore stream;
  frames::Assets assets;
  std::unique_ptr<network::Server> server;
};

/// A client that keeps what it is sent.
class Watcher {
 public:
  explicit Watcher(std::uint16_t port, const WebClientOptions& options = {})
      : client(port, options) {}

  void hello(wire::Role role, const std::string& token = {}) {
    wire::ClientMessage m;
    m.mutable_hello()->set_protocol(1);
    m.mutable_hello()->set_frame_rate(120.0f);
    m.mutable_hello()->set_role(role);
    m.mutable_hello()->set_token(token);
    client.send(m.SerializeAsString());
  }
  /// Reads until the condition holds; false when the connection ends before.
  bool read_until(const std::function<bool()>& condition) {
    while (!condition()) {
      const auto bytes = client.receive();
      if (!bytes) return false;
      wire::ServerMessage m;
      EXPECT_TRUE(m.ParseFromString(*bytes));
      if (m.has_changes()) take(m.changes(), bytes->size());
      if (m.has_welcome()) welcome = m.welcome();
      if (m.has_notice()) notice = m.notice().text();
      if (m.has_frame()) last_step = m.frame().step();
    }
    return true;
  }
  bool complete() const { return waiting == 0; }

  std::map<std::uint64_t, int> heights;
  std::map<std::uint64_t, std::uint64_t> versions;
  std::optional<std::uint32_t> waiting;
  std::optional<wire::Welcome> welcome;
  std::string notice;
  std::uint64_t last_step = 0;
  std::size_t largest = 0;
  WebClient client;

 private:
  void take(const wire::Changes& changes, std::size_t bytes) {
    largest = std::max(largest, bytes);
    waiting = changes.waiting();
    for (const wire::Change& c : changes.items()) {
      EXPECT_GT(c.version(), versions[c.key()]);
      versions[c.key()] = c.version();
      if (c.removed()) {
        heights.erase(c.key());
      } else {
        heights[c.key()] = static_cast<unsigned char>(c.tile().heights()[0]);
      }
    }
  }
};

TEST(StreamServer, ALateViewerGetsEverythingInSmallMessages) {
  network::ServerSettings settings;
  settings.stream_bytes_per_second = 50u << 20;
  Host host(settings);
  for (std::uint64_t i = 0; i < 200; ++i) host.stream.put(tile_key(i), tile_of(i, 5));
  host.publish(1);
  Watcher early(host.server->port());
  ASSERT_TRUE(early.read_until([&] { return early.complete(); }));
  host.stream.remove(tile_key(3));
  host.stream.put(tile_key(4), tile_of(4, 6));
  host.publish(2);
  ASSERT_TRUE(
      early.read_until([&] { return !early.heights.contains(3) && early.heights[4] == 6; }));
  Watcher late(host.server->port());
  ASSERT_TRUE(late.read_until([&] { return late.complete(); }));
  EXPECT_EQ(late.heights, early.heights);
  EXPECT_EQ(late.heights.size(), 199u);
  EXPECT_LE(late.largest, 16384u + 16u);
}

TEST(StreamServer, BytesPerSecondAreLimited) {
  network::ServerSettings settings;
  settings.stream_bytes_per_second = 100'000;
  settings.stream_join_bytes = 0;
  Host host(settings);
  for (std::uint64_t i = 0; i < 100; ++i) host.stream.put(tile_key(i), tile_of(i, 5));  // 200 KB
  host.publish(1);
  Watcher watcher(host.server->port());
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(watcher.read_until([&] { return watcher.complete(); }));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  // 200 KB at 100 KB/s, of which a tenth of a second and one message may come at once.
  EXPECT_GT(taken.count(), 1.5);
}

/// Law: with every tile changing all the time, 64 viewers, some of which do not read at all, neither stop
/// the writer nor each other, and whoever reads ends with the last version of everything.
TEST(StreamServer, AFloodWithSlowViewersEndsWithTheLastVersions) {
  constexpr std::uint64_t kTiles = 60;
  constexpr int kSteps = 250;
  network::ServerSettings settings;
  settings.stream_bytes_per_second = 20u << 20;
  settings.guests.viewers_per_address = 64;
  settings.guests.connections_per_address = 128;
  Host host(settings);
  std::vector<std::unique_ptr<Watcher>> watchers;
  for (int i = 0; i < 64; ++i) watchers.push_back(std::make_unique<Watcher>(host.server->port()));
  for (int step = 1; step <= kSteps; ++step) {
    for (std::uint64_t i = 0; i < kTiles; ++i) host.stream.put(tile_key(i), tile_of(i, step));
    host.publish(static_cast<std::uint64_t>(step));
    if (step % 10 == 0) {
      Watcher& reading = *watchers[static_cast<std::size_t>(step / 10) % 8];
      const auto messages = reading.versions.size();
      ASSERT_TRUE(reading.read_until(
          [&] { return reading.versions.size() > messages || messages == kTiles; }));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  while (!host.stream.pass_on()) std::this_thread::yield();
  for (std::size_t w = 0; w < 16; ++w) {
    ASSERT_TRUE(watchers[w]->read_until([&] {
      return watchers[w]->heights.size() == kTiles &&
             std::all_of(watchers[w]->heights.begin(), watchers[w]->heights.end(),
                         [](const auto& h) { return h.second == kSteps; });
    })) << w;
  }
  EXPECT_EQ(host.stream.entries(), kTiles);
}

TEST(StreamServer, RolesAreAnsweredAndChecked) {
  network::ServerSettings settings;
  settings.roles = {"operator-token", "instructor-token"};
  Host host(settings);
  host.publish(1);
  const auto levers = [](Watcher& w) {
    wire::ClientMessage m;
    m.mutable_operate()->add_values(1.0f);
    m.mutable_operate()->add_values(0.0f);
    w.client.send(m.SerializeAsString());
  };
  const auto edit = [](Watcher& w) {
    wire::ClientMessage m;
    m.mutable_command()->set_kind(wire::Command::EDIT_GROUND);
    m.mutable_command()->set_text("lower circle 1 2 3");
    w.client.send(m.SerializeAsString());
  };
  Watcher silent(host.server->port());
  levers(silent);
  ASSERT_TRUE(silent.read_until([&] { return !silent.notice.empty(); }));
  EXPECT_EQ(silent.notice, "a watcher only watches; levers refused");

  Watcher operating(host.server->port());
  operating.hello(wire::INSTRUCT, "operator-token");
  ASSERT_TRUE(operating.read_until([&] { return operating.welcome.has_value(); }));
  EXPECT_EQ(operating.welcome->role(), wire::OPERATE);
  EXPECT_EQ(operating.welcome->reason(), "a token is needed to instruct");
  edit(operating);
  ASSERT_TRUE(operating.read_until([&] { return !operating.notice.empty(); }));
  EXPECT_EQ(operating.notice,
            "this command was refused: it needs the role 'instruct', yours is 'operate'");

  Watcher instructor(host.server->port());
  instructor.hello(wire::INSTRUCT, "instructor-token");
  ASSERT_TRUE(instructor.read_until([&] { return instructor.welcome.has_value(); }));
  EXPECT_EQ(instructor.welcome->role(), wire::INSTRUCT);
  edit(instructor);
  levers(operating);
  std::vector<float> hand{0.0f, 0.0f};
  std::vector<frames::Command> commands, all;
  for (int i = 0; i < 2000 && (all.empty() || hand[0] == 0.0f); ++i) {
    host.mailbox.take(hand, commands);
    all.insert(all.end(), commands.begin(), commands.end());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].text, "lower circle 1 2 3");
  EXPECT_EQ(hand[0], 1.0f);
  EXPECT_EQ(host.server->counters().refused_roles, 2u);

  // Guessing ends the connection.
  Watcher guessing(host.server->port());
  for (int i = 0; i < 40; ++i) guessing.hello(wire::OPERATE, "guess-" + std::to_string(i));
  EXPECT_FALSE(guessing.read_until([] { return false; }));
  EXPECT_EQ(guessing.client.close_code(), 1008);
}

TEST(StreamServer, AssetsLastUnderTheirName) {
  network::ServerSettings settings;
  Host host(settings);
  // Assets are known when the server starts.
  host.server.reset();
  host.assets.push_back({"0123456789abcdef", "application/vnd.outrigger.mesh",
                         std::make_shared<const std::string>(std::string(5000, 'm'))});
  host.server = std::make_unique<network::Server>(
      settings, host.scene,
      network::ServerLinks{host.mailbox, host.slot, host.notices, &host.stream, &host.assets});
  const auto get = [&](const std::string& target, const std::string& more = {}) {
    return network::raw_exchange(
        host.server->port(),
        "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + more + "Connection: close\r\n\r\n");
  };
  const std::string reply = get("/assets/0123456789abcdef");
  EXPECT_EQ(reply.substr(9, 3), "200");
  EXPECT_NE(reply.find("Cache-Control: public, max-age=31536000, immutable"), std::string::npos);
  EXPECT_NE(reply.find("Content-Type: application/vnd.outrigger.mesh"), std::string::npos);
  EXPECT_TRUE(reply.ends_with(std::string(5000, 'm')));
  EXPECT_EQ(get("/assets/0123456789abcdef", "If-None-Match: \"0123456789abcdef\"\r\n").substr(9, 3),
            "304");
  const std::string small = get("/assets/0123456789abcdef", "Accept-Encoding: gzip\r\n");
  EXPECT_NE(small.find("Content-Encoding: gzip"), std::string::npos);
  EXPECT_LT(small.size(), 1500u);
  EXPECT_EQ(get("/assets/0123456789abcde0").substr(9, 3), "404");
  EXPECT_NE(get("/assets/../../etc/passwd").substr(9, 3), "200");
}

}  // namespace
}  // namespace outrigger
