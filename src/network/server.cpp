#include "network/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <cmath>
#include <deque>
#include <map>
#include <optional>
#include <thread>

#include "base/error.h"
#include "network/lever_arbiter.h"
#include "network/static_files.h"
#include "network/wire.h"

namespace outrigger::network {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using beast::error_code;
using Bytes = std::shared_ptr<const std::string>;
using Clock = std::chrono::steady_clock;

namespace {

constexpr auto kNoticePeriod = std::chrono::milliseconds(50);
constexpr auto kGoodbyeTime = std::chrono::milliseconds(300);
constexpr auto kAcceptRetry = std::chrono::milliseconds(100);
constexpr int kSendBufferBytes = 128 * 1024;  ///< old frames must not pile up in the kernel
constexpr const char* kServerName = "Outrigger";

std::chrono::nanoseconds duration(double seconds) {
  return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

std::string_view to_view(beast::string_view text) { return {text.data(), text.size()}; }

class Viewer;

struct AtomicCounters {
  std::atomic<std::uint64_t> connections{0}, viewers{0}, operators{0}, refused_connections{0},
      messages{0}, bad_messages{0}, refused_levers{0}, frames_sent{0}, frames_dropped{0};
};

/// What all connections share. Used on the network thread only, the counters excepted.
class Hub {
 public:
  Hub(const ServerSettings& server_settings, const frames::Scene& scene, const ServerLinks& links)
      : settings(server_settings),
        files(server_settings.files),
        scene_bytes(std::make_shared<const std::string>(encode(scene))),
        replay(scene.replay),
        control_count(scene.controls.size()),
        arbiter_(scene.controls),
        links_(links) {}

  /// Number of the newest frame; the same number, the same frame.
  std::uint64_t newest() {
    if (links_.frames.fetch()) {
      ++sequence_;
      frame_bytes_.reset();
    }
    return sequence_;
  }

  /// The newest frame, encoded once for all clients.
  Bytes frame_bytes() {
    if (!frame_bytes_)
      frame_bytes_ = std::make_shared<const std::string>(
          encode(links_.frames.front(), static_cast<std::uint32_t>(counters.operators.load())));
    return frame_bytes_;
  }

  void operate(std::uint64_t who, const std::vector<float>& values) {
    arbiter_.operate(who, values);
    links_.mailbox.post_levers(arbiter_.values());
  }
  bool release(std::uint64_t who) {
    if (!arbiter_.release(who)) return false;
    links_.mailbox.post_levers(arbiter_.values());
    return true;
  }
  void leave(std::uint64_t who) {
    if (arbiter_.leave(who)) links_.mailbox.post_levers(arbiter_.values());
  }
  bool command(const frames::Command& c) { return links_.mailbox.post(c); }
  std::vector<frames::Notice> take_notices() { return links_.notices.take(); }
  double time() const { return links_.frames.front().time; }

  const ServerSettings settings;
  const StaticFiles files;
  const Bytes scene_bytes;
  const bool replay;
  const std::size_t control_count;
  AtomicCounters counters;
  std::map<std::uint64_t, std::weak_ptr<Viewer>> viewers;
  std::uint64_t next_viewer = 1;
  bool stopping = false;

 private:
  LeverArbiter arbiter_;
  ServerLinks links_;
  std::uint64_t sequence_ = 0;
  Bytes frame_bytes_;
};

/// Counts a socket as long as it lives.
class Connection {
 public:
  explicit Connection(Hub& hub) : hub_(hub) { ++hub_.counters.connections; }
  ~Connection() { --hub_.counters.connections; }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

 private:
  Hub& hub_;
};
using ConnectionPtr = std::unique_ptr<Connection>;

// ---------------------------------------------------------------------------------- WebSocket

/// One client at /ws.
class Viewer : public std::enable_shared_from_this<Viewer> {
 public:
  Viewer(Hub& hub, beast::tcp_stream stream, ConnectionPtr connection)
      : hub_(hub),
        connection_(std::move(connection)),
        socket_(std::move(stream)),
        timer_(socket_.get_executor()),
        id_(hub.next_viewer++),
        period_(duration(1.0 / static_cast<double>(hub.settings.first_frame_rate))) {
    ++hub_.counters.viewers;
    ++hub_.counters.operators;
  }
  ~Viewer() {
    finish();
    --hub_.counters.viewers;
  }

  void start(const http::request<http::empty_body>& upgrade) {
    error_code ignored;
    auto& tcp_socket = beast::get_lowest_layer(socket_).socket();
    tcp_socket.set_option(tcp::no_delay(true), ignored);
    tcp_socket.set_option(asio::socket_base::send_buffer_size(kSendBufferBytes), ignored);
    beast::get_lowest_layer(socket_).expires_never();
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = duration(hub_.settings.http_timeout);
    timeout.idle_timeout = duration(hub_.settings.idle_timeout);
    timeout.keep_alive_pings = true;
    socket_.set_option(timeout);
    socket_.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
      response.set(http::field::server, kServerName);
    }));
    // One message, one TCP segment train: the default splits frames into pieces of 4 KB.
    socket_.auto_fragment(false);
    socket_.write_buffer_bytes(64 * 1024);
    socket_.read_message_max(hub_.settings.max_message_bytes);
    socket_.binary(true);
    socket_.async_accept(upgrade, [self = shared_from_this()](error_code ec) {
      if (!ec) self->on_accepted();
    });
  }

  /// Waits for its turn. A client that lets too much pile up is dropped.
  void send(Bytes bytes) {
    if (closing_) return;
    if (queue_.size() >= hub_.settings.max_queue) return drop();
    queue_.push_back(std::move(bytes));
    write_next();
  }

  void close(websocket::close_code code, const std::string& reason) {
    if (closing_) return;
    closing_ = true;
    close_reason_ = websocket::close_reason(code, reason);
    timer_.cancel();
    write_next();
  }

 private:
  void on_accepted() {
    hub_.viewers.emplace(id_, weak_from_this());
    if (hub_.stopping) return close(websocket::close_code::going_away, "the seat is closing");
    send(hub_.scene_bytes);
    next_frame_ = Clock::now();
    schedule_frame();
    read();
  }

  /// Its levers are let go, once, however the connection ended.
  void finish() {
    if (finished_) return;
    finished_ = true;
    timer_.cancel();
    hub_.viewers.erase(id_);
    if (!observer_) --hub_.counters.operators;
    hub_.leave(id_);
  }

  void drop() {
    error_code ignored;
    closing_ = true;
    finish();
    beast::get_lowest_layer(socket_).socket().close(ignored);
  }

  // --- sending

  void schedule_frame() {
    next_frame_ += period_;
    const auto now = Clock::now();
    if (next_frame_ < now) next_frame_ = now;  // late: no burst to catch up
    timer_.expires_at(next_frame_);
    timer_.async_wait([self = shared_from_this()](error_code ec) {
      if (!ec && !self->closing_ && !self->finished_) self->on_frame_time();
    });
  }

  void on_frame_time() {
    // A vanished client holds nothing, even before its connection is known to be dead.
    if (Clock::now() > hold_end_ && hub_.release(id_))
      warn("nothing was heard from you: your levers sprang back");
    if (hub_.newest() != sent_frame_) {
      if (writing_ || frame_wanted_) ++hub_.counters.frames_dropped;
      frame_wanted_ = true;
      write_next();
    }
    schedule_frame();
  }

  /// Queued messages first, then the newest frame if one is due, then goodbye if asked for.
  void write_next() {
    if (writing_ || finished_) return;
    if (!queue_.empty()) {
      writing_ = std::move(queue_.front());
      queue_.pop_front();
    } else if (closing_) {
      return send_close();
    } else if (frame_wanted_) {
      frame_wanted_ = false;
      sent_frame_ = hub_.newest();
      writing_ = hub_.frame_bytes();
      ++hub_.counters.frames_sent;
    } else {
      return;
    }
    socket_.async_write(asio::buffer(*writing_),
                        [self = shared_from_this()](error_code ec, std::size_t) {
                          self->writing_.reset();
                          if (ec) return self->finish();
                          self->write_next();
                        });
  }

  void send_close() {
    if (close_sent_) return;
    close_sent_ = true;
    socket_.async_close(close_reason_, [self = shared_from_this()](error_code) { self->finish(); });
  }

  void tell(frames::Notice::Level level, const std::string& text) {
    send(std::make_shared<const std::string>(encode(frames::Notice{level, hub_.time(), text})));
  }

  /// The same, at most once a second: a broken client must not fill its own queue.
  void warn(const std::string& text) {
    const auto now = Clock::now();
    if (now < next_warning_) return;
    next_warning_ = now + std::chrono::seconds(1);
    tell(frames::Notice::Level::warning, text);
  }

  // --- receiving

  void read() {
    socket_.async_read(
        buffer_, [self = shared_from_this()](error_code ec, std::size_t) { self->on_read(ec); });
  }

  void on_read(error_code ec) {
    if (ec == websocket::error::message_too_big || ec == websocket::error::buffer_overflow)
      ++hub_.counters.bad_messages;
    if (ec) return finish();
    ++hub_.counters.messages;
    if (within_rate() && !closing_) {
      const auto data = buffer_.cdata();
      obey({static_cast<const char*>(data.data()), data.size()});
    }
    buffer_.consume(buffer_.size());
    if (!finished_) read();
  }

  bool within_rate() {
    const auto now = Clock::now();
    if (now >= window_end_) {
      window_end_ = now + std::chrono::seconds(1);
      window_messages_ = 0;
    }
    if (++window_messages_ <= hub_.settings.max_messages_per_second) return true;
    close(websocket::close_code::policy_error, "too many messages");
    return false;
  }

  void obey(std::string_view bytes) {
    const Decoded decoded = socket_.got_text()
                                ? Decoded{std::nullopt, "messages are binary, this was text"}
                                : decode_client_message(bytes);
    if (!decoded.message) return bad_message(decoded.problem);
    if (const auto* hello = std::get_if<Hello>(&*decoded.message)) return greet(*hello);
    if (observer_) return warn("an observer only watches");
    if (const auto* operate = std::get_if<Operate>(&*decoded.message))
      return move_levers(operate->values);
    if (!hub_.command(std::get<frames::Command>(*decoded.message)))
      warn("too many commands wait; this one was refused");
  }

  void bad_message(const std::string& problem) {
    ++hub_.counters.bad_messages;
    if (++bad_messages_ > hub_.settings.max_bad_messages)
      return close(websocket::close_code::policy_error, "too many bad messages");
    warn("message refused: " + problem);
  }

  void greet(const Hello& hello) {
    if (hello.protocol != kProtocolVersion) {
      tell(frames::Notice::Level::error,
           fmt::format("this server speaks version {} of the protocol, the viewer version {}; "
                       "reload the page",
                       kProtocolVersion, hello.protocol));
      return close(websocket::close_code::policy_error, "wrong version of the protocol");
    }
    if (std::isfinite(hello.frame_rate))
      period_ = duration(1.0 / std::clamp(static_cast<double>(hello.frame_rate), 1.0, 120.0));
    if (hello.observer == observer_) return;
    observer_ = hello.observer;
    if (observer_) {
      --hub_.counters.operators;
      hub_.leave(id_);
    } else {
      ++hub_.counters.operators;
    }
  }

  void move_levers(const std::vector<float>& values) {
    if (hub_.replay) return;
    const bool finite =
        std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
    if (!finite || values.size() != hub_.control_count) {
      ++hub_.counters.refused_levers;
      return warn(finite ? fmt::format("levers refused: {} values for {} controls", values.size(),
                                       hub_.control_count)
                         : "levers refused: a value is not a finite number");
    }
    hub_.operate(id_, values);
    hold_end_ = Clock::now() + duration(hub_.settings.hold_timeout);
  }

  Hub& hub_;
  ConnectionPtr connection_;
  websocket::stream<beast::tcp_stream> socket_;
  asio::steady_timer timer_;
  beast::flat_buffer buffer_;
  const std::uint64_t id_;

  std::deque<Bytes> queue_;
  Bytes writing_;
  bool frame_wanted_ = false;
  std::uint64_t sent_frame_ = 0;
  std::chrono::nanoseconds period_;
  Clock::time_point next_frame_, next_warning_{}, window_end_{}, hold_end_{};
  int window_messages_ = 0;
  int bad_messages_ = 0;
  bool observer_ = false;
  bool closing_ = false, close_sent_ = false, finished_ = false;
  websocket::close_reason close_reason_;
};

// ---------------------------------------------------------------------------------- HTTP

/// One HTTP connection, until it becomes a Viewer or ends.
class HttpClient : public std::enable_shared_from_this<HttpClient> {
 public:
  HttpClient(Hub& hub, tcp::socket socket)
      : hub_(hub), connection_(std::make_unique<Connection>(hub)), stream_(std::move(socket)) {}

  void read() {
    parser_.emplace();
    parser_->body_limit(std::uint64_t{0});
    stream_.expires_after(duration(hub_.settings.http_timeout));
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code ec, std::size_t) { self->on_read(ec); });
  }

 private:
  using Request = http::request<http::empty_body>;

  void on_read(error_code ec) {
    if (ec == http::error::end_of_stream) return shut_down();
    if (ec == http::error::body_limit) return reply({413, kText, "No body is wanted.\n", {}});
    if (ec && ec.category() == http::make_error_code(http::error::bad_method).category())
      return reply({400, kText, "This is not HTTP.\n", {}});
    if (ec) return;
    answer();
  }

  void answer() {
    const Request& request = parser_->get();
    const std::string_view host = to_view(request[http::field::host]);
    const std::string_view origin = to_view(request[http::field::origin]);
    if (!host_allowed(host, hub_.settings.access)) {
      ++hub_.counters.refused_connections;
      return reply({403,
                    kText,
                    "This name is not known here; use the address that the seat printed, or "
                    "start it with --host-name.\n",
                    {}});
    }
    if (websocket::is_upgrade(request)) return upgrade(request, host, origin);
    if (request.method() != http::verb::get && request.method() != http::verb::head)
      return reply({405, kText, "Only GET and HEAD are understood.\n", {}});
    reply(hub_.files.get(to_view(request.target()), to_view(request[http::field::if_none_match])));
  }

  void upgrade(const Request& request, std::string_view host, std::string_view origin) {
    const std::string_view target = to_view(request.target());
    if (target.substr(0, target.find('?')) != "/ws")
      return reply({404, kText, "The WebSocket is at /ws.\n", {}});
    if (!origin_allowed(origin, host, hub_.settings.access)) {
      ++hub_.counters.refused_connections;
      return reply({403, kText, "A page of another site may not operate this machine.\n", {}});
    }
    if (hub_.counters.viewers >= static_cast<std::uint64_t>(hub_.settings.max_viewers)) {
      ++hub_.counters.refused_connections;
      return reply({503, kText, "Too many viewers; please try again later.\n", {}});
    }
    std::make_shared<Viewer>(hub_, std::move(stream_), std::move(connection_))->start(request);
  }

  void reply(HttpReply r) {
    const Request& request = parser_->get();
    const bool head = request.method() == http::verb::head;
    const bool keep = parser_->is_done() && request.keep_alive() && r.status < 400;
    response_ = {};
    response_.version(11);
    response_.result(static_cast<unsigned>(r.status));
    response_.set(http::field::server, kServerName);
    response_.set(http::field::content_type, r.type);
    response_.set(http::field::x_frame_options, "SAMEORIGIN");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set(http::field::cache_control, r.etag.empty() ? "no-store" : "no-cache");
    if (!r.etag.empty()) response_.set(http::field::etag, r.etag);
    if (r.status == 405) response_.set(http::field::allow, "GET, HEAD");
    if (r.status == 503) response_.set(http::field::retry_after, "5");
    response_.keep_alive(keep);
    if (r.status != 304) response_.content_length(r.body.size());
    if (!head) response_.body() = std::move(r.body);
    serializer_.emplace(response_);
    stream_.expires_after(duration(hub_.settings.http_timeout));
    const auto after = [self = shared_from_this(), keep](error_code ec, std::size_t) {
      if (ec || !keep) return self->shut_down();
      self->read();
    };
    if (head) {
      http::async_write_header(stream_, *serializer_, after);
    } else {
      http::async_write(stream_, *serializer_, after);
    }
  }

  void shut_down() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  static constexpr const char* kText = "text/plain; charset=utf-8";

  Hub& hub_;
  ConnectionPtr connection_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{8192};
  std::optional<http::request_parser<http::empty_body>> parser_;
  http::response<http::string_body> response_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
};

}  // namespace

// ---------------------------------------------------------------------------------- server

class Server::Implementation {
 public:
  Implementation(const ServerSettings& settings, const frames::Scene& scene,
                 const ServerLinks& links)
      : hub_(settings, scene, links),
        acceptor_(io_),
        accept_timer_(io_),
        notice_timer_(io_),
        stop_timer_(io_) {
    listen(settings);
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
    return fmt::format("http://{}:{}/", host, port_);
  }

  ServerCounters counters() const {
    const AtomicCounters& c = hub_.counters;
    return {c.connections,  c.viewers,        c.operators,   c.refused_connections, c.messages,
            c.bad_messages, c.refused_levers, c.frames_sent, c.frames_dropped};
  }

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
        fmt::print(stderr, "network: {}\n", e.what());
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
      if (hub_.counters.connections >= static_cast<std::uint64_t>(hub_.settings.max_connections)) {
        ++hub_.counters.refused_connections;
      } else {
        std::make_shared<HttpClient>(hub_, std::move(socket))->read();
      }
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
ServerCounters Server::counters() const { return implementation_->counters(); }

}  // namespace outrigger::network
