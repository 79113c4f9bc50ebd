#include "network/desk_server.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cstdio>
#include <map>
#include <thread>

#include "base/error.h"
#include "network/guest_list.h"
#include "network/roles.h"

namespace outrigger::network {

namespace {

namespace desk_asio = boost::asio;
namespace desk_http = boost::beast::http;
using desk_tcp = boost::asio::ip::tcp;
using DeskError = boost::beast::error_code;

/// As for the seat's pages; frames of our own pages are allowed.
constexpr const char* kDeskPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
constexpr const char* kFilePolicy =
    "sandbox; default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'self'";

std::string desk_text(boost::string_view text) { return {text.data(), text.size()}; }

/// What the connections share.
struct DeskShared {
  DeskSettings settings;
  DeskServer::Handler handler;
  // Outlive what waits in io, the connections.
  std::size_t connections = 0;
  std::map<std::string, std::size_t> by_address;
  bool stopping = false;
  desk_asio::io_context io{1};
  desk_asio::thread_pool answers{1};
};

/// Two sockets joined: what one says, the other hears.
class DeskTunnel : public std::enable_shared_from_this<DeskTunnel> {
 public:
  DeskTunnel(desk_tcp::socket client, desk_tcp::socket server, bool both_ways)
      : client_(std::move(client)), server_(std::move(server)), both_ways_(both_ways) {}

  void start(std::string first) {
    first_ = std::move(first);
    desk_asio::async_write(server_, desk_asio::buffer(first_),
                           [self = shared_from_this()](DeskError ec, std::size_t) {
                             if (ec) return self->close();
                             self->pass(self->server_, self->client_, self->down_);
                             if (self->both_ways_)
                               self->pass(self->client_, self->server_, self->up_);
                           });
  }

 private:
  using Block = std::array<char, 16384>;
  void pass(desk_tcp::socket& from, desk_tcp::socket& to, Block& block) {
    from.async_read_some(desk_asio::buffer(block), [self = shared_from_this(), &from, &to, &block](
                                                       DeskError ec, std::size_t n) {
      if (ec) return self->close();
      desk_asio::async_write(to, desk_asio::buffer(block.data(), n),
                             [self, &from, &to, &block](DeskError failed, std::size_t) {
                               if (failed) return self->close();
                               self->pass(from, to, block);
                             });
    });
  }
  void close() {
    DeskError ignored;
    client_.shutdown(desk_tcp::socket::shutdown_send, ignored);
    client_.close(ignored);
    server_.close(ignored);
  }

  desk_tcp::socket client_, server_;
  bool both_ways_;
  std::string first_;
  Block down_{}, up_{};
};

class DeskConnection : public std::enable_shared_from_this<DeskConnection> {
 public:
  DeskConnection(DeskShared& shared, desk_tcp::socket socket, std::string address)
      : shared_(shared), stream_(std::move(socket)), address_(std::move(address)) {
    ++shared_.connections;
    ++shared_.by_address[address_];
  }
  ~DeskConnection() {
    --shared_.connections;
    if (--shared_.by_address[address_] == 0) shared_.by_address.erase(address_);
  }

  void read() {
    parser_.emplace();
    parser_->body_limit(shared_.settings.most_body);
    stream_.expires_after(time_limit());
    desk_http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](DeskError ec, std::size_t) { self->on_read(ec); });
  }

 private:
  std::chrono::nanoseconds time_limit() const {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(shared_.settings.timeout * 1e9));
  }

  void on_read(DeskError ec) {
    if (ec == desk_http::error::body_limit)
      return refuse(413,
                    fmt::format("The body is larger than {} bytes.\n", shared_.settings.most_body));
    if (ec && ec != desk_http::error::end_of_stream &&
        ec.category() == desk_http::make_error_code(desk_http::error::bad_method).category())
      return refuse(400, "This is not HTTP.\n");
    if (ec) return shut_down();
    const auto& r = parser_->get();
    if (r.count(desk_http::field::host) > 1 || r.count(desk_http::field::origin) > 1)
      return refuse(400, "There is more than one Host or Origin.\n");
    const std::string host = desk_text(r[desk_http::field::host]);
    if (!host_allowed(host, shared_.settings.access))
      return refuse(403, "This name is not known here; start with --host-name NAME.\n");
    const bool change = r.method() == desk_http::verb::post;
    if (!change && r.method() != desk_http::verb::get && r.method() != desk_http::verb::head)
      return refuse(405, "Only GET, HEAD and POST are understood.\n");
    DeskRequest q;
    q.upgrade = !desk_text(r[desk_http::field::upgrade]).empty();
    const std::string origin = desk_text(r[desk_http::field::origin]);
    if ((change || q.upgrade) && !origin_allowed(origin, host, shared_.settings.access))
      return refuse(403, "A page of another site may do nothing here.\n");
    q.change = change;
    q.target = desk_text(r.target());
    q.path = q.target.substr(0, q.target.find('?'));
    q.body = r.body();
    q.cookie = desk_text(r[desk_http::field::cookie]);
    const std::string authorization = desk_text(r[desk_http::field::authorization]);
    if (authorization.starts_with("Bearer ")) q.bearer = authorization.substr(7);
    q.csrf = desk_text(r["X-Outrigger"]);
    q.if_none_match = desk_text(r[desk_http::field::if_none_match]);
    q.accept_encoding = desk_text(r[desk_http::field::accept_encoding]);
    q.address = address_;
    stream_.expires_never();
    desk_asio::post(shared_.answers, [self = shared_from_this(), q = std::move(q)] {
      auto reply = std::make_shared<DeskReply>(self->ask(q));
      desk_asio::post(self->shared_.io, [self, reply] {
        if (self->shared_.stopping) return;
        reply->tunnel ? self->lead_on(*reply->tunnel) : self->write(*reply);
      });
    });
  }

  DeskReply ask(const DeskRequest& request) {
    try {
      return shared_.handler(request);
    } catch (const std::exception& e) {
      std::fprintf(stderr, "console: %s: %s\n", request.path.c_str(), e.what());
      DeskReply failed;
      failed.status = 500;
      failed.type = "text/plain; charset=utf-8";
      failed.body =
          std::make_shared<const std::string>("Something failed here; see its terminal.\n");
      return failed;
    }
  }

  void refuse(int status, const std::string& text) {
    DeskReply r;
    r.status = status;
    r.type = "text/plain; charset=utf-8";
    r.body = std::make_shared<const std::string>(text);
    write(r);
  }

  void write(const DeskReply& r) {
    const auto& request = parser_->get();
    const bool head = request.method() == desk_http::verb::head;
    const bool keep = parser_->is_done() && request.keep_alive() && r.status != 413;
    sending_ = r.body;
    response_ = {};
    response_.version(11);
    response_.result(static_cast<unsigned>(r.status));
    response_.set(desk_http::field::server, "Outrigger");
    response_.set("Content-Security-Policy", r.sandboxed ? kFilePolicy : kDeskPolicy);
    response_.set("Referrer-Policy", "no-referrer");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("Cross-Origin-Resource-Policy", "same-origin");
    response_.set(desk_http::field::x_frame_options, "SAMEORIGIN");
    response_.set(desk_http::field::content_type, r.type);
    response_.set(desk_http::field::cache_control, r.etag.empty() ? "no-store" : "no-cache");
    if (!r.etag.empty()) response_.set(desk_http::field::etag, r.etag);
    if (!r.encoding.empty()) {
      response_.set(desk_http::field::content_encoding, r.encoding);
      response_.set(desk_http::field::vary, "Accept-Encoding");
    }
    if (!r.set_cookie.empty()) response_.set(desk_http::field::set_cookie, r.set_cookie);
    if (!r.location.empty()) response_.set(desk_http::field::location, r.location);
    if (!r.file_name.empty())
      response_.set(desk_http::field::content_disposition,
                    fmt::format("attachment; filename=\"{}\"", r.file_name));
    if (r.status == 429) response_.set(desk_http::field::retry_after, "60");
    response_.keep_alive(keep);
    if (r.status != 304) response_.content_length(sending_->size());
    if (!head && r.status != 304) response_.body() = {sending_->data(), sending_->size()};
    serializer_.emplace(response_);
    stream_.expires_after(time_limit());
    const auto after = [self = shared_from_this(), keep](DeskError ec, std::size_t) {
      if (ec || !keep) return self->shut_down();
      self->read();
    };
    if (head)
      desk_http::async_write_header(stream_, *serializer_, after);
    else
      desk_http::async_write(stream_, *serializer_, after);
  }

  void lead_on(const DeskReply::Tunnel& tunnel) {
    DeskError ec;
    const auto address = desk_asio::ip::make_address(tunnel.host, ec);
    if (ec) return refuse(502, "The seat's address is none.\n");
    auto server = std::make_shared<desk_tcp::socket>(shared_.io);
    const auto timer = std::make_shared<desk_asio::steady_timer>(shared_.io);
    timer->expires_after(std::chrono::seconds(3));
    timer->async_wait([server](DeskError aborted) {
      DeskError ignored;
      if (!aborted) server->close(ignored);
    });
    server->async_connect({address, tunnel.port},
                          [self = shared_from_this(), server, timer, tunnel](DeskError failed) {
                            timer->cancel();
                            if (failed) return self->refuse(502, "The seat does not answer.\n");
                            self->join(std::move(*server), tunnel);
                          });
  }

  /// The seat sees a request of the console: no cookie, no Origin, its own Host.
  void join(desk_tcp::socket server, const DeskReply::Tunnel& tunnel) {
    const auto& r = parser_->get();
    const bool upgrade = !desk_text(r[desk_http::field::upgrade]).empty();
    std::string first = fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\n", tunnel.target,
                                    tunnel.host.find(':') == std::string::npos
                                        ? fmt::format("{}:{}", tunnel.host, tunnel.port)
                                        : fmt::format("[{}]:{}", tunnel.host, tunnel.port));
    const auto hand_on = [&](const char* name) {
      const std::string value = desk_text(r[name]);
      if (!value.empty()) first += fmt::format("{}: {}\r\n", name, value);
    };
    if (upgrade) {
      first += "Connection: Upgrade\r\n";
      for (const char* name : {"Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version",
                               "Sec-WebSocket-Extensions", "Sec-WebSocket-Protocol"})
        hand_on(name);
    } else {
      first += "Connection: close\r\n";
      hand_on("Accept-Encoding");
      hand_on("If-None-Match");
    }
    first += "\r\n";
    const auto rest = buffer_.data();
    if (upgrade) first.append(static_cast<const char*>(rest.data()), rest.size());
    stream_.expires_never();
    std::make_shared<DeskTunnel>(stream_.release_socket(), std::move(server), upgrade)
        ->start(std::move(first));
  }

  void shut_down() {
    DeskError ignored;
    stream_.socket().shutdown(desk_tcp::socket::shutdown_send, ignored);
  }

  DeskShared& shared_;
  boost::beast::tcp_stream stream_;
  std::string address_;
  boost::beast::flat_buffer buffer_{8192};
  std::optional<desk_http::request_parser<desk_http::string_body>> parser_;
  std::shared_ptr<const std::string> sending_;
  desk_http::response<desk_http::span_body<const char>> response_;
  std::optional<desk_http::response_serializer<desk_http::span_body<const char>>> serializer_;
};

}  // namespace

class DeskServer::Implementation {
 public:
  Implementation(const DeskSettings& settings, Handler handler) : acceptor_(shared_.io) {
    shared_.settings = settings;
    shared_.handler = std::move(handler);
    listen();
    accept();
    thread_ = std::thread([this] { run(); });
  }
  ~Implementation() {
    desk_asio::post(shared_.io, [this] {
      shared_.stopping = true;
      DeskError ignored;
      acceptor_.close(ignored);
    });
    shared_.answers.join();
    shared_.io.stop();
    thread_.join();
  }
  std::uint16_t port() const { return port_; }
  std::string url() const {
    const std::string& a = shared_.settings.address;
    const std::string host = a == "0.0.0.0" || a == "::"        ? "127.0.0.1"
                             : a.find(':') != std::string::npos ? "[" + a + "]"
                                                                : a;
    return fmt::format("http://{}:{}/", host, port_);
  }

 private:
  void listen() {
    const DeskSettings& s = shared_.settings;
    DeskError ec;
    const auto address = desk_asio::ip::make_address(s.address, ec);
    if (ec)
      throw Error(
          fmt::format("'{}' is not a numeric address such as 127.0.0.1 or 0.0.0.0", s.address));
    for (int i = 0; i < std::max(1, s.port_tries) && s.port + i <= 65535; ++i) {
      const desk_tcp::endpoint endpoint(address, static_cast<std::uint16_t>(s.port + i));
      acceptor_.close();
      acceptor_.open(endpoint.protocol());
      acceptor_.set_option(desk_asio::socket_base::reuse_address(true));
      acceptor_.bind(endpoint, ec);
      if (!ec) acceptor_.listen(desk_asio::socket_base::max_listen_connections, ec);
      if (!ec) {
        port_ = acceptor_.local_endpoint().port();
        return;
      }
      if (ec != desk_asio::error::address_in_use) break;
    }
    throw Error(fmt::format("cannot listen on {} port {}: {}", s.address, s.port, ec.message()));
  }

  void run() {
    while (!shared_.io.stopped()) {
      try {
        shared_.io.run();
      } catch (const std::exception& e) {
        std::fprintf(stderr, "console: %s\n", e.what());
      }
    }
  }

  void accept() {
    acceptor_.async_accept([this](DeskError ec, desk_tcp::socket socket) {
      if (ec == desk_asio::error::operation_aborted || shared_.stopping) return;
      if (!ec) welcome(std::move(socket));
      if (!ec) return accept();
      retry_.expires_after(std::chrono::milliseconds(100));
      retry_.async_wait([this](DeskError aborted) {
        if (!aborted && !shared_.stopping) accept();
      });
    });
  }

  void welcome(desk_tcp::socket socket) {
    DeskError unknown;
    const auto from = socket.remote_endpoint(unknown);
    if (unknown) return;
    const std::string address = guest_address(from.address().to_string());
    const auto there = shared_.by_address.find(address);
    if (shared_.connections >= shared_.settings.most_connections ||
        (there != shared_.by_address.end() && there->second >= shared_.settings.most_by_address))
      return;
    std::make_shared<DeskConnection>(shared_, std::move(socket), address)->read();
  }

  DeskShared shared_;
  desk_tcp::acceptor acceptor_;
  desk_asio::steady_timer retry_{shared_.io};
  std::uint16_t port_ = 0;
  std::thread thread_;
};

DeskServer::DeskServer(const DeskSettings& settings, Handler handler)
    : implementation_(std::make_unique<Implementation>(settings, std::move(handler))) {}
DeskServer::~DeskServer() = default;
std::uint16_t DeskServer::port() const { return implementation_->port(); }
std::string DeskServer::url() const { return implementation_->url(); }

}  // namespace outrigger::network
