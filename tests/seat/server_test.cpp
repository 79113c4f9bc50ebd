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
  EXPECT_EQ(n.text(), "a watcher only watches; levers refused");
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

TEST(SeatServer, TwoHundredConnectionsOfAnAddressDoNotHurt) {
  Seat seat;
  Display first(seat.port());
  first.frame();
  const int share = network::GuestLimits{}.viewers_per_address;
  std::vector<WebClient> clients;
  int accepted = 1, refused = 0;
  for (int i = 0; i < 150; ++i) {
    clients.emplace_back(seat.port());
    (clients.back().accepted() ? accepted : refused)++;
  }
  EXPECT_EQ(accepted, share);
  EXPECT_EQ(refused, 151 - accepted);
  EXPECT_EQ(network::upgrade_status(seat.port()), 503);
  const std::uint64_t step = first.frame().step();
  first.frame_where([&](const wire::Frame& f) { return f.step() > step + 20; });
  // Another computer is not concerned, and the operator has a place even at the same one.
  WebClientOptions elsewhere;
  elsewhere.from = "127.0.0.2";
  EXPECT_TRUE(WebClient(seat.port(), elsewhere).accepted());
  WebClientOptions keyed;
  const std::string url = seat.server().operator_url();
  keyed.target = "/ws" + url.substr(url.find('?'));
  Display operator_display(seat.port(), keyed);
  operator_display.operate({1.0f, 0.0f, 0.0f});
  first.frame_where([](const wire::Frame& f) { return f.inputs(0) > 0.5f; });
  clients.clear();
  EXPECT_TRUE(eventually([&] { return seat.server().counters().viewers == 2; }));
  EXPECT_TRUE(WebClient(seat.port()).accepted()) << "there is room again";
}

/// Law: a flood of connections that never ask for anything keeps nobody out.
TEST(SeatServer, HalfOpenConnectionsGiveWay) {
  Seat seat;
  Display first(seat.port());
  first.frame();
  std::vector<network::RawSocket> half_open;
  for (int i = 0; i < 300; ++i)
    half_open.emplace_back(seat.port(), "GET / HTTP/1.1\r\nHost: local");
  Display late(seat.port());
  late.frame();
  first.frame();
  EXPECT_LE(seat.server().counters().connections,
            static_cast<std::uint64_t>(network::GuestLimits{}.connections_per_address));
  EXPECT_GE(seat.server().counters().refused_connections, 200u);
}

/// Law: established viewers stay; a socket that never says a word does not keep others out.
TEST(SeatServer, OnlyAViewerThatNeverGreetedGivesUpItsPlace) {
  network::ServerSettings settings;
  settings.guests.viewers_per_address = 3;
  settings.guests.greeting_seconds = 0.2;
  Seat seat("small-crane", settings);
  Display watcher(seat.port(), 60.0f, true), operating(seat.port());
  watcher.frame();
  operating.frame();
  WebClient silent(seat.port());
  ASSERT_TRUE(silent.accepted());
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  Display newcomer(seat.port());
  newcomer.frame();
  while (silent.receive()) {
  }
  EXPECT_EQ(silent.close_code(), 1013);
  EXPECT_TRUE(eventually([&] { return seat.server().counters().messages >= 3; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(network::upgrade_status(seat.port()), 503);
  for (Display* d : {&watcher, &operating, &newcomer}) d->frame();
}

/// Law: what is no message (pings, empty pieces) is limited as messages are.
TEST(SeatServer, PingsAreLimitedAsMessagesAre) {
  Seat seat;
  Display other(seat.port());
  WebClient client(seat.port());
  for (int i = 0; i < 2000; ++i) client.ping();
  while (client.receive()) {
  }
  EXPECT_EQ(client.close_code(), 1008);
  other.frame();
}

TEST(SeatServer, TooManyRequestsOfAnAddressAreRefused) {
  network::ServerSettings settings;
  settings.guests.request_burst = 5.0;
  settings.guests.requests_per_second = 1e-3;
  settings.files = source_file("web/dist");
  Seat seat("small-crane", settings);
  const auto status = [&](const std::string& target, const std::string& more = {}) {
    const std::string reply =
        network::raw_exchange(seat.port(), "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" +
                                               more + "Connection: close\r\n\r\n");
    return reply.substr(9, 3);
  };
  for (int i = 0; i < 5; ++i) EXPECT_EQ(status("/x"), "404");
  EXPECT_EQ(status("/x"), "429");
  // The operator is exempt, by address or by what the browser has kept of it.
  const std::string url = seat.server().operator_url();
  const std::string key = url.substr(url.find('=') + 1);
  EXPECT_EQ(status("/x?operator=" + key), "404");
  EXPECT_EQ(status("/x?operator=" + std::string(32, '0')), "429");
  EXPECT_EQ(status("/x", "Cookie: outrigger_operator_" + std::to_string(seat.port()) + "=" + key +
                             "\r\n"),
            "404");
}

/// The browser keeps the key, the address bar does not.
TEST(SeatServer, TheOperatorsAddressBecomesACookie) {
  Seat seat;
  const std::string url = seat.server().operator_url();
  const std::string key = url.substr(url.find('=') + 1);
  const std::string reply = network::raw_exchange(
      seat.port(),
      "GET /?a=1&operator=" + key + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_NE(reply.find("HTTP/1.1 303"), std::string::npos) << reply;
  EXPECT_NE(reply.find("\r\nLocation: /?a=1\r\n"), std::string::npos) << reply;
  EXPECT_NE(reply.find("\r\nSet-Cookie: outrigger_operator_" + std::to_string(seat.port()) + "=" +
                       key + "; Path=/; HttpOnly; SameSite=Strict\r\n"),
            std::string::npos)
      << reply;
}

TEST(SeatServer, EveryReplySaysWhatAPageMayDo) {
  Seat seat;
  for (const char* target : {"/", "/x", "/%"}) {
    const std::string reply = network::raw_exchange(
        seat.port(),
        std::string("GET ") + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    EXPECT_NE(reply.find("\r\nContent-Security-Policy: default-src 'none'; script-src 'self'"),
              std::string::npos)
        << reply;
    EXPECT_NE(reply.find("\r\nReferrer-Policy: no-referrer\r\n"), std::string::npos);
    EXPECT_NE(reply.find("\r\nX-Content-Type-Options: nosniff\r\n"), std::string::npos);
  }
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
  EXPECT_EQ(ask("GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n").substr(0, 12),
            "HTTP/1.1 400");
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

/// Law: what one client asks for in a burst costs the others nothing: they stay, and their frames
/// go on.
TEST(SeatServer, ABurstOfCommandsDisturbsNobodyElse) {
  Seat seat;
  Display watcher(seat.port(), 60.0f, true);
  watcher.frame();
  Display burst(seat.port());
  burst.frame();
  constexpr wire::Command::Kind kinds[] = {wire::Command::SEEK, wire::Command::RESET,
                                           wire::Command::SINGLE_STEP, wire::Command::TIME_SCALE};
  for (int i = 0; i < 400; ++i) burst.command(kinds[i % 4], 1.0);
  burst.command(wire::Command::PAUSE);
  int notices = 0, frames = 0;
  bool paused = false;
  for (int i = 0; i < 10'000 && !paused && !HasFailure(); ++i) {
    const wire::ServerMessage m = watcher.next();
    notices += m.has_notice();
    frames += m.has_frame();
    paused = m.has_frame() && m.frame().paused();
  }
  EXPECT_TRUE(paused) << "the last command counts";
  EXPECT_GT(frames, 0);
  EXPECT_LE(notices, 20) << "\"back at the start\" and \"at ... s\" a few times";
  EXPECT_EQ(seat.server().counters().viewers, 2u);
}

/// A client that takes nothing loses notices, the oldest first, and stays.
TEST(SeatServer, NoticesThatPileUpAreLeftOutOldestFirst) {
  Channels channels;
  network::ServerSettings settings;
  settings.max_queue = 4;
  frames::Scene scene;
  scene.title = std::string(8u << 20, 'x');  // more than sockets hold
  network::Server server(settings, scene, channels.server_links());
  WebClientOptions slow;
  slow.receive_buffer_bytes = 4096;
  Display display(server.port(), slow);
  EXPECT_TRUE(eventually([&] { return server.counters().messages >= 1; }));
  for (int i = 0; i < 10; ++i)
    while (
        !channels.notices.post({frames::Notice::Level::error, 0.0, "notice " + std::to_string(i)}))
      std::this_thread::yield();
  EXPECT_TRUE(eventually([&] { return server.counters().notices_dropped >= 6; }));
  EXPECT_EQ(display.next().body_case(), wire::ServerMessage::kScene);
  for (int i = 6; i < 10; ++i)
    EXPECT_EQ(display.next(wire::ServerMessage::kNotice).notice().text(),
              "notice " + std::to_string(i));
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
