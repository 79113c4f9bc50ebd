/// A whole seat in a test: world, session, loop on its own thread, server.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <thread>

#include "base/source_tree.h"
#include "description/reader.h"
#include "network/server.h"
#include "outrigger.pb.h"
#include "seat/web_client.h"
#include "session/live_session.h"
#include "session/real_time_loop.h"
#include "sim/world.h"

namespace outrigger {

inline description::Machine bundled_machine(const std::string& name, double step = 5e-3) {
  description::Machine m =
      description::read_machine_file(source_file("machines/" + name + ".yaml"));
  m.settings.step = step;
  return m;
}

/// Waits for something that another thread does. Generous: it only ends tests that would hang.
inline bool eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 12'000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

struct Channels {
  frames::OperatorMailbox mailbox;
  session::FrameSlot frames;
  frames::NoticeQueue notices;
  frames::KeyedStore stream;
  frames::Assets assets;
  session::SessionLinks links() { return {mailbox, frames, notices, &stream}; }
  network::ServerLinks server_links() { return {mailbox, frames, notices, &stream, &assets}; }
};

class Seat {
 public:
  explicit Seat(const std::string& machine = "small-crane", network::ServerSettings settings = {})
      : machine_(bundled_machine(machine)),
        world_(machine_),
        session_(world_, machine_, channels_.links()) {
    session::LoopSettings loop_settings;
    loop_settings.step = machine_.settings.step;
    loop_ = std::make_unique<session::RealTimeLoop>(session_, clock_, loop_settings);
    server_ =
        std::make_unique<network::Server>(settings, session_.scene(), channels_.server_links());
    physics_ = std::thread([this] { loop_->run(); });
  }
  ~Seat() {
    server_.reset();
    loop_->stop();
    physics_.join();
  }

  network::Server& server() { return *server_; }
  std::uint16_t port() const { return server_->port(); }
  const frames::Scene& scene() const { return session_.scene(); }
  int control(const std::string& name) const {
    for (std::size_t i = 0; i < scene().controls.size(); ++i)
      if (scene().controls[i].name == name) return static_cast<int>(i);
    return -1;
  }

 private:
  Channels channels_;
  description::Machine machine_;
  sim::World world_;
  session::LiveSession session_;
  session::MonotonicClock clock_;
  std::unique_ptr<session::RealTimeLoop> loop_;
  std::unique_ptr<network::Server> server_;
  std::thread physics_;
};

/// A client that speaks the protocol.
class Display {
 public:
  explicit Display(std::uint16_t port, float rate = 60.0f, bool observer = false)
      : Display(port, network::WebClientOptions{}, rate, observer) {}
  Display(std::uint16_t port, const network::WebClientOptions& options, float rate = 60.0f,
          bool observer = false)
      : client(port, options) {
    wire::ClientMessage m;
    m.mutable_hello()->set_protocol(1);
    m.mutable_hello()->set_frame_rate(rate);
    m.mutable_hello()->set_observer(observer);
    client.send(m.SerializeAsString());
  }

  wire::ServerMessage next() {
    wire::ServerMessage m;
    const auto bytes = client.receive();
    EXPECT_TRUE(bytes.has_value()) << "the connection ended";
    if (bytes && !m.ParseFromString(*bytes)) ADD_FAILURE() << "no ServerMessage";
    return m;
  }
  /// The next message of a kind, others are skipped.
  wire::ServerMessage next(wire::ServerMessage::BodyCase kind) {
    for (int i = 0; i < 100'000; ++i) {
      wire::ServerMessage m = next();
      if (m.body_case() == kind || m.body_case() == wire::ServerMessage::BODY_NOT_SET) return m;
    }
    return {};
  }
  wire::Frame frame() { return next(wire::ServerMessage::kFrame).frame(); }
  /// The first frame that fits.
  wire::Frame frame_where(const std::function<bool(const wire::Frame&)>& condition) {
    for (int i = 0; i < 20'000; ++i) {
      wire::Frame f = frame();
      if (condition(f)) return f;
      if (testing::Test::HasFailure()) break;
    }
    ADD_FAILURE() << "no such frame came";
    return {};
  }
  void operate(const std::vector<float>& values) {
    wire::ClientMessage m;
    for (float v : values) m.mutable_operate()->add_values(v);
    client.send(m.SerializeAsString());
  }
  void command(wire::Command::Kind kind, double value = 0.0) {
    wire::ClientMessage m;
    m.mutable_command()->set_kind(kind);
    m.mutable_command()->set_value(value);
    client.send(m.SerializeAsString());
  }

  network::WebClient client;
};

}  // namespace outrigger
