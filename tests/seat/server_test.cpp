/// A seat as its clients see it: scene, frames, levers; and whatever a client does, the loop goes on.
#include "network/server.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/random.h"
#include "seat/seat_fixture.h"

namespace outrigger {
namespace {

using network::WebClient;
using network::WebClientOptions;

TEST(SeatServer, SceneFirstThenFrames) {
  Seat seat("excavator");
  Display display(seat.port());
  const wire::ServerMessage first = display.next();
  ASSERT_EQ(first.body_case(), wire::ServerMessage::kScene);
  const wire::Scene& scene = first.scene();
  EXPECT_EQ(scene.title(), "wheeled excavator of 23 t");
  EXPECT_EQ(scene.bodies_size(), 15);
  EXPECT_GE(scene.links_size(), 8);
  EXPECT_GE(scene.controls_size(), 12);
  EXPECT_FALSE(scene.replay());
  const wire::Frame a = display.frame();
  EXPECT_EQ(a.poses_size(), 7 * scene.bodies_size());
  EXPECT_EQ(a.inputs_size(), scene.controls_size());
  EXPECT_EQ(a.channels_size(), scene.channels_size());
  const wire::Frame b = display.frame();
  EXPECT_GT(b.step(), a.step());
  EXPECT_NEAR(b.time(), static_cast<double>(b.step()) * scene.step(), 1e-9);
}

TEST(SeatServer, ALeverMovesTheBoomAndRestStopsIt) {
  Seat seat("excavator");
  const int boom = seat.control("boom");
  ASSERT_GE(boom, 0);
  Display display(seat.port());
  // The boom turns about its foot: the sine of half its angle is in the quaternion.
  const auto angle = [](const wire::Frame& f) {
    return 2.0 * std::asin(static_cast<double>(-f.poses(7 * 2 + 4)));
  };
  const double start = angle(display.frame());
  std::vector<float> levers(seat.scene().controls.size(), 0.0f);
  for (std::size_t i = 0; i < levers.size(); ++i) levers[i] = seat.scene().controls[i].initial;
  levers[static_cast<std::size_t>(boom)] = 1.0f;
  display.operate(levers);
  const wire::Frame moved =
      display.frame_where([&](const wire::Frame& f) { return angle(f) > start + 0.05; });
  EXPECT_GT(moved.inputs(boom), 0.5f);
  levers[static_cast<std::size_t>(boom)] = 0.0f;
  display.operate(levers);
  display.frame_where([&](const wire::Frame& f) { return f.inputs(boom) == 0.0f; });
}

TEST(SeatServer, LeversOfAClientThatVanishesSpringBack) {
  Seat seat;
  Display watcher(seat.port(), 60.0f, true);
  {
    Display operator_display(seat.port());
    operator_display.operate({1.0f, 0.0f, 0.0f});
    watcher.frame_where([](const wire::Frame& f) { return f.inputs(0) > 0.9f; });
    operator_display.client.vanish();
  }
  watcher.frame_where([](const wire::Frame& f) { return f.inputs(0) == 0.0f; });
}

TEST(SeatServer, LeversOfASilentClientSpringBack) {
  network::ServerSettings settings;
  settings.hold_timeout = 0.2;
  Seat seat("small-crane", settings);
  Display display(seat.port());
  display.operate({1.0f, 0.0f, 0.0f});
  display.frame_where([](const wire::Frame& f) { return f.inputs(0) > 0.1f; });
  display.frame_where([](const wire::Frame& f) { return f.inputs(0) == 0.0f; });
}

TEST(SeatServer, CommandsPauseScaleStepAndReset) {
  Seat seat;
  Display display(seat.port());
  display.frame_where([](const wire::Frame& f) { return f.step() > 10; });
  display.command(wire::Command::PAUSE);
  const wire::Frame paused = display.frame_where([](const wire::Frame& f) { return f.paused(); });
  display.command(wire::Command::SINGLE_STEP);
  display.frame_where([&](const wire::Frame& f) { return f.step() == paused.step() + 1; });
  display.command(wire::Command::RESET);
  display.frame_where([](const wire::Frame& f) { return f.step() == 0; });
  display.command(wire::Command::TIME_SCALE, 0.5);
  display.command(wire::Command::RESUME);
  const wire::Frame f =
      display.frame_where([](const wire::Frame& g) { return !g.paused() && g.step() > 0; });
  EXPECT_EQ(f.time_scale(), 0.5f);
}

TEST(SeatServer, ObserversOnlyWatch) {
  Seat seat;
  Display observer(seat.port(), 60.0f, true);
  observer.frame_where([](const wire::Frame& f) { return f.operators() == 0; });
  observer.operate({1.0f, 0.0f, 0.0f});
  const wire::Notice n = observer.next(wire::ServerMessage::kNotice).notice();
  EXPECT_EQ(n.text(), "an observer only watches");
  EXPECT_EQ(observer.frame().inputs(0), 0.0f);
}

TEST(SeatServer, RandomBytesAreCountedToldAndEndTheConnection) {
  Seat seat;
  Display display(seat.port());
  Display other(seat.port());
  Random random(3);
  display.client.send(std::string("\xff\xff\xff\xff"));
  const wire::Notice notice = display.next(wire::ServerMessage::kNotice).notice();
  EXPECT_EQ(notice.text(), "message refused: the bytes are no ClientMessage");
  for (int i = 0; i < 40; ++i) {
    std::string bytes(1 + random.integer(200), '\0');
    for (char& c : bytes) c = static_cast<char>(random.bits());
    bytes[0] = '\xff';  // no field has this tag
    display.client.send(bytes);
  }
  while (display.client.receive()) {
  }
  EXPECT_EQ(display.client.close_code(), 1008);
  EXPECT_GE(seat.server().counters().bad_messages, 20u);
  const std::uint64_t step = other.frame().step();
  other.frame_where([&](const wire::Frame& f) { return f.step() > step + 5; });
}

TEST(SeatServer, TextAndOversizeMessagesAreRefused) {
  Seat seat;
  Display text(seat.port());
  text.client.send("hello", true);
  EXPECT_EQ(text.next(wire::ServerMessage::kNotice).notice().text(),
            "message refused: messages are binary, this was text");
  Display large(seat.port());
  large.frame();
  large.client.send(std::string(1u << 20, 'x'));
  while (large.client.receive()) {
  }
  EXPECT_TRUE(eventually([&] { return seat.server().counters().bad_messages >= 2; }));
  EXPECT_GT(text.frame().step(), 0u);
}

TEST(SeatServer, LeversThatAreNoNumbersAreRefused) {
  Seat seat;
  Display display(seat.port());
  display.operate({std::numeric_limits<float>::quiet_NaN(), 0.0f, 0.0f});
  EXPECT_EQ(display.next(wire::ServerMessage::kNotice).notice().text(),
            "levers refused: a value is not a finite number");
  display.operate({0.0f});
  EXPECT_TRUE(eventually([&] { return seat.server().counters().refused_levers == 2; }));
  EXPECT_EQ(display.frame().inputs(0), 0.0f);
}

TEST(SeatServer, AWrongVersionOfTheProtocolIsTold) {
  Seat seat;
  WebClient client(seat.port());
  wire::ClientMessage m;
  m.mutable_hello()->set_protocol(99);
  client.send(m.SerializeAsString());
  std::string notice;
  while (const auto bytes = client.receive()) {
    wire::ServerMessage s;
    ASSERT_TRUE(s.ParseFromString(*bytes));
    if (s.has_notice()) notice = s.notice().text();
  }
  EXPECT_NE(notice.find("version 1 of the protocol"), std::string::npos);
  EXPECT_EQ(client.close_code(), 1008);
}

TEST(SeatServer, TwoHundredConnectionsDoNotHurt) {
  Seat seat;
  Display first(seat.port());
  first.frame();
  std::vector<WebClient> clients;
  int accepted = 1, refused = 0;
  for (int i = 0; i < 200; ++i) {
    clients.emplace_back(seat.port());
    (clients.back().accepted() ? accepted : refused)++;
  }
  EXPECT_EQ(accepted, network::ServerSettings{}.max_viewers);
  EXPECT_EQ(refused, 201 - accepted);
  EXPECT_EQ(network::upgrade_status(seat.port()), 503);
  const std::uint64_t step = first.frame().step();
  first.frame_where([&](const wire::Frame& f) { return f.step() > step + 20; });
  clients.clear();
  EXPECT_TRUE(eventually([&] { return seat.server().counters().viewers == 1; }));
  EXPECT_TRUE(WebClient(seat.port()).accepted()) << "there is room again";
}

TEST(SeatServer, ASlowReaderLosesFramesAndNothingElseHappens) {
  Seat seat("excavator");
  Display display(seat.port());
  WebClientOptions slow_options;
  slow_options.receive_buffer_bytes = 4096;
  WebClient slow(seat.port(), slow_options);  // never reads
  wire::ClientMessage hello;
  hello.mutable_hello()->set_protocol(1);
  hello.mutable_hello()->set_frame_rate(120);
  slow.send(hello.SerializeAsString());
  // The other one keeps getting frames while more and more of the slow one's are dropped.
  EXPECT_TRUE(eventually([&] {
    display.frame();
    return seat.server().counters().frames_dropped > 50;
  }));
  const std::uint64_t step = display.frame().step();
  display.frame_where([&](const wire::Frame& f) { return f.step() > step + 20; });
}

TEST(SeatServer, ForeignPagesAndNamesAreRefused) {
  Seat seat;
  const std::string own = "http://127.0.0.1:" + std::to_string(seat.port());
  WebClientOptions options;
  options.origin = own;
  EXPECT_EQ(network::upgrade_status(seat.port(), options), 101);
  options.origin = "http://evil.example";
  EXPECT_EQ(network::upgrade_status(seat.port(), options), 403);
  options.origin = "http://evil.example:" + std::to_string(seat.port());
  options.host = "evil.example";  // DNS rebinding: Origin and Host agree
  EXPECT_EQ(network::upgrade_status(seat.port(), options), 403);
  WebClientOptions elsewhere;
  elsewhere.target = "/other";
  EXPECT_EQ(network::upgrade_status(seat.port(), elsewhere), 404);
  EXPECT_EQ(seat.server().counters().refused_connections, 2u);
}

TEST(SeatServer, HttpAnswersAndRefusesPolitely) {
  Seat seat;
  const auto ask = [&](const std::string& request) {
    return network::raw_exchange(seat.port(), request);
  };
  const std::string host = "\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  EXPECT_EQ(ask("GET / HTTP/1.1" + host).substr(0, 12), "HTTP/1.1 503") << "no viewer here";
  EXPECT_EQ(ask("POST / HTTP/1.1" + host).substr(0, 12), "HTTP/1.1 405");
  EXPECT_EQ(ask("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").substr(0, 12), "HTTP/1.1 403");
  EXPECT_EQ(ask("\x16\x03\x01\x02garbage\r\n\r\n").substr(0, 12), "HTTP/1.1 400");
  const std::string head = ask("HEAD / HTTP/1.1" + host);
  EXPECT_EQ(head.find("\r\n\r\n") + 4, head.size()) << "no body";
  EXPECT_EQ(ask("GET /" + std::string(20'000, 'a') + " HTTP/1.1" + host).substr(0, 12),
            "HTTP/1.1 400");
}

TEST(SeatServer, AFloodOfMessagesEndsTheConnection) {
  Seat seat;
  Display flood(seat.port());
  for (int i = 0; i < 5000; ++i) flood.operate({0.5f, 0.0f, 0.0f});
  while (flood.client.receive()) {
  }
  EXPECT_EQ(flood.client.close_code(), 1008);
  Display display(seat.port());
  display.frame_where([](const wire::Frame& f) { return f.inputs(0) == 0.0f; });
}

TEST(SeatServer, ATakenPortIsSaidAndTheNextOneFound) {
  Seat seat;
  Channels channels;
  network::ServerSettings settings;
  settings.port = seat.port();
  try {
    network::Server server(settings, {}, channels.server_links());
    FAIL() << "the port is taken";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("cannot listen on 127.0.0.1 port"), std::string::npos);
  }
  settings.port_tries = 50;
  network::Server server(settings, {}, channels.server_links());
  EXPECT_NE(server.port(), seat.port());
  settings.address = "not an address";
  EXPECT_THROW(network::Server(settings, {}, channels.server_links()), Error);
}

TEST(SeatServer, AClientFindsTheSeatAgainAfterARestart) {
  network::ServerSettings settings;
  {
    Seat seat;
    settings.port = seat.port();
    Display display(seat.port());
    display.frame();
  }
  Seat seat("small-crane", settings);
  Display display(seat.port());
  EXPECT_EQ(display.next().body_case(), wire::ServerMessage::kScene);
  display.frame();
}

TEST(SeatServer, ClientsAreToldThatTheSeatCloses) {
  auto seat = std::make_unique<Seat>();
  Display display(seat->port());
  display.frame();
  std::thread closer([&] { seat.reset(); });
  while (display.client.receive()) {
  }
  closer.join();
  EXPECT_EQ(display.client.close_code(), 1001);
}

}  // namespace
}  // namespace outrigger
