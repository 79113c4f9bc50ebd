#include "network/one_connection.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cerrno>

#include "base/assert.h"
#include "network/http_client.h"
#include "network/hub.h"

namespace outrigger::network {

class OneConnection::Implementation {
 public:
  Implementation(const ServerSettings& settings, const frames::Scene& scene,
                 const ServerLinks& links)
      : hub_(settings, scene, links) {
    std::array<int, 2> ends{};
    const int made =
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data());
    OUTRIGGER_ASSERT(made == 0);
    client_ = ends[0];
    // Asio does not mind that this socket is of another family: it only reads and writes.
    HttpClient::welcome(hub_,
                        boost::asio::ip::tcp::socket(io_, boost::asio::ip::tcp::v4(), ends[1]));
  }
  ~Implementation() { ::close(client_); }

  std::string send(std::string_view bytes) {
    std::string replies;
    while (!bytes.empty() && !closed_) {
      const ssize_t sent = ::send(client_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
      if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK) break;
      const std::size_t before = replies.size();
      const bool worked = work(replies);
      // The server reads no more, and says nothing either.
      if (sent <= 0 && !worked && replies.size() == before) break;
    }
    work(replies);
    return replies;
  }

  std::string end() {
    ::shutdown(client_, SHUT_WR);
    return send({});
  }

  bool closed() const { return closed_; }
  ServerCounters counters() const { return hub_.counters.read(); }

 private:
  /// Until nothing is left that could be done now. True when something was.
  bool work(std::string& replies) {
    bool any = false;
    for (bool more = true; more;) {
      io_.restart();
      more = io_.poll() > 0;
      std::array<char, 16384> buffer;
      for (;;) {
        const ssize_t got = ::recv(client_, buffer.data(), buffer.size(), 0);
        if (got == 0) closed_ = true;
        if (got <= 0) break;
        replies.append(buffer.data(), static_cast<std::size_t>(got));
        more = true;
      }
      any = any || more;
    }
    return any;
  }

  Hub hub_;  // outlives the session, whose last owners are handlers inside io_
  boost::asio::io_context io_{1};
  int client_ = -1;
  bool closed_ = false;
};

OneConnection::OneConnection(const ServerSettings& settings, const frames::Scene& scene,
                             const ServerLinks& links)
    : implementation_(std::make_unique<Implementation>(settings, scene, links)) {}
OneConnection::~OneConnection() = default;
std::string OneConnection::send(std::string_view bytes) { return implementation_->send(bytes); }
std::string OneConnection::end() { return implementation_->end(); }
bool OneConnection::closed() const { return implementation_->closed(); }
ServerCounters OneConnection::counters() const { return implementation_->counters(); }

}  // namespace outrigger::network
