#include "seat/web_client.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>

namespace outrigger::network {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using beast::error_code;

class WebClient::Implementation {
 public:
  Implementation(std::uint16_t port, const WebClientOptions& o) : socket_(io_) {
    auto& tcp_socket = beast::get_lowest_layer(socket_);
    const tcp::endpoint server(asio::ip::make_address("127.0.0.1"), port);
    tcp_socket.open(server.protocol());
    if (o.receive_buffer_bytes > 0)
      tcp_socket.set_option(asio::socket_base::receive_buffer_size(o.receive_buffer_bytes));
    error_code ec;
    if (!o.from.empty()) tcp_socket.bind({asio::ip::make_address(o.from), 0});
    tcp_socket.connect(server, ec);
    if (ec) return;
    socket_.set_option(
        websocket::stream_base::decorator([origin = o.origin](websocket::request_type& request) {
          if (!origin.empty()) request.set(beast::http::field::origin, origin);
        }));
    socket_.handshake(o.host + ":" + std::to_string(port), o.target, ec);
    open_ = accepted = !ec;
  }

  void send(const std::string& bytes, bool text) {
    socket_.text(text);
    error_code ignored;
    socket_.write(asio::buffer(bytes), ignored);
  }

  void ping() {
    error_code ignored;
    socket_.ping({}, ignored);
  }

  std::optional<std::string> receive() {
    if (!open_) return std::nullopt;
    beast::flat_buffer buffer;
    std::optional<error_code> result;
    socket_.async_read(buffer, [&](error_code ec, std::size_t) { result = ec; });
    io_.restart();
    io_.run_for(std::chrono::seconds(60));
    if (!result || *result) {
      open_ = false;
      if (!result) {
        vanish();
        io_.restart();
        io_.run();
      }
      return std::nullopt;
    }
    return beast::buffers_to_string(buffer.data());
  }

  void vanish() {
    error_code ignored;
    beast::get_lowest_layer(socket_).close(ignored);
    open_ = false;
  }
  int close_code() const { return static_cast<int>(socket_.reason().code); }

  bool accepted = false;

 private:
  asio::io_context io_;
  websocket::stream<tcp::socket> socket_;
  bool open_ = false;
};

WebClient::WebClient(std::uint16_t port, const WebClientOptions& options)
    : implementation_(std::make_unique<Implementation>(port, options)) {}
WebClient::~WebClient() = default;
WebClient::WebClient(WebClient&&) noexcept = default;
bool WebClient::accepted() const { return implementation_->accepted; }
void WebClient::send(const std::string& bytes, bool text) { implementation_->send(bytes, text); }
void WebClient::ping() { implementation_->ping(); }
std::optional<std::string> WebClient::receive() { return implementation_->receive(); }
int WebClient::close_code() const { return implementation_->close_code(); }
void WebClient::vanish() { implementation_->vanish(); }

int upgrade_status(std::uint16_t port, const WebClientOptions& o) {
  asio::io_context io;
  tcp::socket socket(io);
  socket.connect({asio::ip::make_address("127.0.0.1"), port});
  const std::string origin = o.origin.empty() ? "" : "Origin: " + o.origin + "\r\n";
  const std::string request = "GET " + o.target + " HTTP/1.1\r\nHost: " + o.host + ":" +
                              std::to_string(port) + "\r\n" + origin +
                              "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
                              "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
  error_code ec;
  asio::write(socket, asio::buffer(request), ec);
  std::string reply(12, '\0');
  asio::read(socket, asio::buffer(reply), ec);
  return std::atoi(reply.c_str() + 9);
}

class RawSocket::Implementation {
 public:
  asio::io_context io;
  tcp::socket socket{io};
};

RawSocket::RawSocket(std::uint16_t port, const std::string& bytes)
    : implementation_(std::make_unique<Implementation>()) {
  error_code ignored;
  implementation_->socket.connect({asio::ip::make_address("127.0.0.1"), port}, ignored);
  asio::write(implementation_->socket, asio::buffer(bytes), ignored);
}
RawSocket::~RawSocket() = default;
RawSocket::RawSocket(RawSocket&&) noexcept = default;

std::string raw_exchange(std::uint16_t port, const std::string& request) {
  asio::io_context io;
  tcp::socket socket(io);
  socket.connect({asio::ip::make_address("127.0.0.1"), port});
  error_code ec;
  asio::write(socket, asio::buffer(request), ec);
  std::string reply;
  asio::read(socket, asio::dynamic_buffer(reply), ec);
  return reply;
}

}  // namespace outrigger::network
