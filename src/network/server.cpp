#include "network/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdio>
#include <optional>
#include <thread>

#include "base/error.h"
#include "network/http_client.h"
#include "network/tls_door.h"
#include "network/viewer.h"

namespace outrigger::network {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using asio::ip::tcp;
using boost::beast::error_code;

namespace {
constexpr auto kNoticePeriod = std::chrono::milliseconds(50);
constexpr auto kGoodbyeTime = std::chrono::milliseconds(300);
constexpr auto kAcceptRetry = std::chrono::milliseconds(100);
}  // namespace

class Server::Implementation {
 public:
  Implementation(const ServerSettings& settings, const frames::Scene& scene,
                 const ServerLinks& links)
      : hub_(settings, scene, links),
        acceptor_(io_),
        accept_timer_(io_),
        notice_timer_(io_),
        stop_timer_(io_) {
    if (settings.tls) door_.emplace(*settings.tls);
    listen(settings);
    // Cookies do not know ports: seats beside each other have names of their own.
    hub_.operator_cookie = fmt::format("outrigger_operator_{}", port_);
    accept();
    pass_notices();
    thread_ = std::thread([this] { run(); });
  }

  ~Implementation() {
    asio::post(io_, [this] { say_goodbye(); });
    thread_.join();
  }

  std::uint16_t port() const { return port_; }
  std::string url() const {
    const std::string& a = hub_.settings.address;
    const std::string host = a == "0.0.0.0" || a == "::"        ? "127.0.0.1"
                             : a.find(':') != std::string::npos ? "[" + a + "]"
                                                                : a;
    return fmt::format("{}://{}:{}/", door_ ? "https" : "http", host, port_);
  }

  std::string operator_url() const { return url() + "?operator=" + hub_.operator_key; }

  ServerCounters counters() const { return hub_.counters.read(); }

 private:
  void listen(const ServerSettings& s) {
    error_code ec;
    const auto address = asio::ip::make_address(s.address, ec);
    if (ec)
      throw Error(
          fmt::format("'{}' is not a numeric address such as 127.0.0.1 or 0.0.0.0", s.address));
    const int tries = s.port == 0 ? 1 : std::max(1, s.port_tries);
    for (int i = 0; i < tries && s.port + i <= 65535; ++i) {
      const tcp::endpoint endpoint(address, static_cast<std::uint16_t>(s.port + i));
      acceptor_.close();
      acceptor_.open(endpoint.protocol());
      acceptor_.set_option(asio::socket_base::reuse_address(true));
      acceptor_.bind(endpoint, ec);
      if (!ec) acceptor_.listen(asio::socket_base::max_listen_connections, ec);
      if (!ec) {
        port_ = acceptor_.local_endpoint().port();
        return;
      }
      if (ec != asio::error::address_in_use) break;
    }
    throw Error(fmt::format("cannot listen on {} port {}{}: {}", s.address, s.port,
                            tries > 1 ? fmt::format(" to {}", s.port + tries - 1) : "",
                            ec.message()));
  }

  void run() {
    // A handler that throws (out of memory) must not end the service.
    while (!io_.stopped()) {
      try {
        io_.run();
      } catch (const std::exception& e) {
        std::fprintf(stderr, "network: %s\n", e.what());
      }
    }
  }

  void accept() {
    acceptor_.async_accept([this](error_code ec, tcp::socket socket) {
      if (ec == asio::error::operation_aborted || hub_.stopping) return;
      if (ec) {
        // Usually out of file descriptors: others will be closed soon.
        accept_timer_.expires_after(kAcceptRetry);
        accept_timer_.async_wait([this](error_code aborted) {
          if (!aborted) accept();
        });
        return;
      }
      if (door_)
        door_->open(hub_, io_, std::move(socket));
      else
        HttpClient::welcome(hub_, std::move(socket));
      accept();
    });
  }

  void pass_notices() {
    for (const frames::Notice& notice : hub_.take_notices()) {
      const auto bytes = std::make_shared<const std::string>(encode(notice));
      for_each_viewer([&](Viewer& v) { v.send(bytes); });
    }
    notice_timer_.expires_after(kNoticePeriod);
    notice_timer_.async_wait([this](error_code ec) {
      if (!ec) pass_notices();
    });
  }

  template <class Visit>
  void for_each_viewer(const Visit& visit) {
    // Visiting may remove viewers.
    std::vector<std::shared_ptr<Viewer>> alive;
    for (const auto& [id, viewer] : hub_.viewers)
      if (auto v = viewer.lock()) alive.push_back(std::move(v));
    for (const auto& v : alive) visit(*v);
  }

  void say_goodbye() {
    hub_.stopping = true;
    error_code ignored;
    acceptor_.close(ignored);
    accept_timer_.cancel();
    notice_timer_.cancel();
    for_each_viewer(
        [](Viewer& v) { v.close(websocket::close_code::going_away, "the seat is closing"); });
    wait_for_goodbye(Clock::now() + kGoodbyeTime);
  }

  void wait_for_goodbye(Clock::time_point latest) {
    if (hub_.viewers.empty() || Clock::now() >= latest) return io_.stop();
    stop_timer_.expires_after(std::chrono::milliseconds(5));
    stop_timer_.async_wait([this, latest](error_code) { wait_for_goodbye(latest); });
  }

  std::optional<TlsDoor> door_;
  Hub hub_;  // outlives the sessions, whose last owners are handlers inside io_
  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  asio::steady_timer accept_timer_, notice_timer_, stop_timer_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

Server::Server(const ServerSettings& settings, const frames::Scene& scene, const ServerLinks& links)
    : implementation_(std::make_unique<Implementation>(settings, scene, links)) {}
Server::~Server() = default;
std::uint16_t Server::port() const { return implementation_->port(); }
std::string Server::url() const { return implementation_->url(); }
std::string Server::operator_url() const { return implementation_->operator_url(); }
ServerCounters Server::counters() const { return implementation_->counters(); }

}  // namespace outrigger::network
