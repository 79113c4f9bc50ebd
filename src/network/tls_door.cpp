#include "network/tls_door.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <ctime>
#include <memory>
#include <utility>

#include "network/http_client.h"

namespace outrigger::network {

namespace asio = boost::asio;
namespace ssl = asio::ssl;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::size_t kDoorBytes = 16384;
constexpr int kOutsideBufferBytes = 64 * 1024;  ///< old frames must not pile up in the kernel
constexpr auto kGoodbyePatience = std::chrono::milliseconds(500);
constexpr unsigned char kTlsHandshake = 22;  ///< first byte of TLS (RFC 8446, section 5.1)

/// One client between its socket and the connection inside.
class TlsTunnel : public std::enable_shared_from_this<TlsTunnel> {
 public:
  TlsTunnel(tcp::socket outside, tcp::socket inside, ssl::context& context,
            std::weak_ptr<HttpClient> client)
      : outside_(std::move(outside), context),
        inside_(std::move(inside)),
        timer_(inside_.get_executor()),
        client_(std::move(client)) {}

  void start() {
    // The connection inside gives up when nothing comes for too long, and closes its end.
    take_out();
    outside_.next_layer().async_wait(tcp::socket::wait_read,
                                     [self = shared_from_this()](error_code ec) {
                                       if (ec) return self->end();
                                       self->look();
                                     });
  }

 private:
  /// A first look tells TLS from plain HTTP.
  void look() {
    unsigned char first = 0;
    error_code ec;
    const std::size_t got =
        outside_.next_layer().receive(asio::buffer(&first, 1), tcp::socket::message_peek, ec);
    if (ec || got == 0) return end();
    if (first != kTlsHandshake) {
      plain_ = true;
      if (const auto client = client_.lock()) client->set_plain();
      return open();
    }
    outside_.async_handshake(ssl::stream_base::server, [self = shared_from_this()](error_code e) {
      if (e) return self->end();
      self->open();
    });
  }

  void open() {
    open_ = true;
    read_outside();
    if (waiting_ > 0) write_outside();
  }

  void read_outside() {
    const auto taken = [self = shared_from_this()](error_code ec, std::size_t size) {
      // A client that has nothing more to say may still listen.
      if (ec) return self->end_inside();
      self->write_inside(size);
    };
    if (plain_)
      outside_.next_layer().async_read_some(asio::buffer(coming_), taken);
    else
      outside_.async_read_some(asio::buffer(coming_), taken);
  }

  void write_inside(std::size_t size) {
    asio::async_write(inside_, asio::buffer(coming_.data(), size),
                      [self = shared_from_this()](error_code ec, std::size_t) {
                        if (ec) return self->end();
                        self->read_outside();
                      });
  }

  void end_inside() {
    error_code ignored;
    inside_.shutdown(tcp::socket::shutdown_send, ignored);
  }

  void take_out() {
    inside_.async_read_some(asio::buffer(going_),
                            [self = shared_from_this()](error_code ec, std::size_t size) {
                              if (ec) return self->say_goodbye();
                              self->waiting_ = size;
                              if (self->open_) self->write_outside();
                            });
  }

  void write_outside() {
    const auto given = [self = shared_from_this()](error_code ec, std::size_t) {
      if (ec) return self->end();
      self->waiting_ = 0;
      self->take_out();
    };
    const auto bytes = asio::buffer(going_.data(), waiting_);
    if (plain_)
      asio::async_write(outside_.next_layer(), bytes, given);
    else
      asio::async_write(outside_, bytes, given);
  }

  /// The connection inside has ended: nothing more comes, and the client is told.
  void say_goodbye() {
    if (!open_) return end();
    if (plain_) {
      error_code ignored;
      outside_.next_layer().shutdown(tcp::socket::shutdown_send, ignored);
    } else {
      outside_.async_shutdown([self = shared_from_this()](error_code) { self->end(); });
    }
    timer_.expires_after(kGoodbyePatience);
    timer_.async_wait([self = shared_from_this()](error_code) { self->end(); });
  }

  void end() {
    error_code ignored;
    outside_.next_layer().close(ignored);
    inside_.close(ignored);
    timer_.cancel();
  }

  ssl::stream<tcp::socket> outside_;
  tcp::socket inside_;
  asio::steady_timer timer_;
  std::weak_ptr<HttpClient> client_;
  std::array<char, kDoorBytes> coming_, going_;
  std::size_t waiting_ = 0;  ///< bytes of `going_`
  bool plain_ = false, open_ = false;
};

}  // namespace

TlsDoor::TlsDoor(const TlsIdentity& identity) : context_(ssl::context::tls_server) {
  check_identity(identity, static_cast<std::int64_t>(std::time(nullptr)));
  context_.set_options(ssl::context::default_workarounds | ssl::context::no_compression |
                       SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_min_proto_version(context_.native_handle(), TLS1_2_VERSION);
  const std::string chain = identity.seat.certificate + identity.authority;
  context_.use_certificate_chain(asio::buffer(chain));
  context_.use_private_key(asio::buffer(identity.seat.key), ssl::context::pem);
}

void TlsDoor::open(Hub& hub, asio::io_context& io, tcp::socket socket) {
  error_code unknown;
  const tcp::endpoint from = socket.remote_endpoint(unknown);
  std::array<int, 2> ends{};
  // Out of file descriptors: the client is not let in.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  // Asio does not mind that these sockets are of another family: it only reads and writes.
  tcp::socket inner(io, tcp::v4(), ends[0]), server_end(io, tcp::v4(), ends[1]);
  const auto client = HttpClient::welcome(hub, std::move(server_end),
                                          unknown ? std::string() : from.address().to_string());
  if (!client) return;
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::send_buffer_size(kOutsideBufferBytes), ignored);
  std::make_shared<TlsTunnel>(std::move(socket), std::move(inner), context_, client)->start();
}

}  // namespace outrigger::network
