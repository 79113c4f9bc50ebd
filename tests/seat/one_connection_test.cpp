/// A connection without a network answers as a socket does; random bytes change neither its manners
/// nor the levers (the fuzzers http_fuzz and websocket_fuzz look further).
#include "network/one_connection.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "base/source_tree.h"
#include "seat/seat_fixture.h"

namespace outrigger::network {
namespace {

constexpr std::string_view kUpgrade =
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

TEST(OneConnection, AnswersAsASocketDoes) {
  Channels channels;
  ServerSettings settings;
  settings.files = source_file("web/dist");
  OneConnection connection(settings, {}, channels.server_links());
  EXPECT_EQ(connection.send("GET /licences.txt HTTP/1.1\r\nHost: loc"), "") << "not yet a request";
  const std::string file = connection.send("alhost\r\n\r\n");
  EXPECT_TRUE(file.starts_with("HTTP/1.1 200 OK\r\n")) << file.substr(0, 100);
  const std::string two = connection.send(
      "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /none HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_NE(two.find("HTTP/1.1 200 OK"), std::string::npos);
  EXPECT_NE(two.find("HTTP/1.1 404"), std::string::npos);
  EXPECT_EQ(connection.counters().connections, 0u) << "refused, and therefore closed";
  connection.end();
  EXPECT_TRUE(connection.closed());
}

TEST(OneConnection, BecomesAWebSocket) {
  Channels channels;
  frames::Scene scene;
  scene.title = "a title to be found";
  scene.controls.resize(1);
  std::vector<float> levers{0.0f};
  std::vector<frames::Command> commands;
  {
    OneConnection connection({}, scene, channels.server_links());
    const std::string replies = connection.send(kUpgrade);
    EXPECT_TRUE(replies.starts_with("HTTP/1.1 101 ")) << replies;
    EXPECT_NE(replies.find(scene.title), std::string::npos) << "the scene comes at once";
    wire::ClientMessage m;
    m.mutable_operate()->add_values(0.5f);
    const std::string bytes = m.SerializeAsString();
    connection.send(std::string("\x82") + static_cast<char>(0x80 + bytes.size()) +
                    std::string(4, '\0') + bytes);
    channels.mailbox.take(levers, commands);
    EXPECT_EQ(levers[0], 0.5f);
    EXPECT_EQ(connection.counters().viewers, 1u);
  }
  channels.mailbox.take(levers, commands);
  EXPECT_EQ(levers[0], 0.0f) << "the client is gone";
}

// Found by http_fuzz: what refuses a handshake is not what refuses everything else.
TEST(OneConnection, ARefusedHandshakeHasTheHeadersOfEveryAnswer) {
  for (const std::string_view left_out :
       {"Sec-WebSocket-Version: 13\r\n", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"}) {
    std::string request(kUpgrade);
    request.erase(request.find(left_out), left_out.size());
    Channels channels;
    OneConnection connection({}, {}, channels.server_links());
    std::string reply = connection.send(request);
    reply += connection.end();
    EXPECT_TRUE(reply.starts_with("HTTP/1.1 4")) << reply;
    for (const char* field :
         {"Content-Security-Policy: ", "Referrer-Policy: no-referrer",
          "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin"})
      EXPECT_NE(reply.find(std::string("\r\n") + field), std::string::npos) << field << reply;
  }
}

TEST(OneConnection, RandomBytesGetAnAnswerOrNone) {
  Random random(19);
  for (int i = 0; i < 2000; ++i) {
    Channels channels;
    OneConnection connection({}, {}, channels.server_links());
    const bool web_socket = i % 2 == 0;
    const std::string first = web_socket ? connection.send(kUpgrade) : "";
    ASSERT_TRUE(!web_socket || first.starts_with("HTTP/1.1 101 ")) << first;
    std::string bytes(1 + random.integer(300), '\0');
    for (char& c : bytes) c = static_cast<char>(random.bits());
    if (i % 4 == 1) bytes = "GET /" + bytes + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    std::string replies = connection.send(bytes);
    replies += connection.end();
    ASSERT_TRUE(web_socket || replies.empty() || replies.starts_with("HTTP/1.1 ")) << replies;
  }
}

}  // namespace
}  // namespace outrigger::network
