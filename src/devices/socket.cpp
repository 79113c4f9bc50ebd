#include "devices/socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/error.h"

namespace outrigger::devices {

namespace {

constexpr int kWaiting = 8;  ///< connections that nobody has accepted yet

Descriptor new_socket(Transport transport, int family) {
  const int kind = transport == Transport::udp ? SOCK_DGRAM : SOCK_STREAM;
  Descriptor s(::socket(family, kind | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int on = 1;
  if (s) ::setsockopt(s.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  return s;
}

void no_delay(const Descriptor& socket) {
  const int on = 1;
  ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

const char* word(Transport transport) { return transport == Transport::udp ? "UDP" : "TCP"; }

Moved moved(ssize_t count, bool stream) {
  if (count > 0) return {Moved::How::done, static_cast<std::size_t>(count)};
  if (count == 0) return {stream ? Moved::How::closed : Moved::How::done, 0};
  // ICMP errors of a datagram socket are told here; the next call may well succeed.
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR || !stream) return {};
  return {Moved::How::closed, 0};
}

bool is_stream(const Descriptor& socket) {
  int kind = 0;
  socklen_t size = sizeof kind;
  return ::getsockopt(socket.get(), SOL_SOCKET, SO_TYPE, &kind, &size) == 0 && kind == SOCK_STREAM;
}

}  // namespace

void Descriptor::reset(int fd) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

std::uint16_t SocketAddress::port() const {
  if (storage.ss_family == AF_INET6)
    return ntohs(reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_port);
  return ntohs(reinterpret_cast<const sockaddr_in*>(&storage)->sin_port);
}

bool SocketAddress::is_loopback() const {
  if (storage.ss_family == AF_INET6)
    return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_addr);
  return ntohl(reinterpret_cast<const sockaddr_in*>(&storage)->sin_addr.s_addr) >> 24 == 127;
}

std::string SocketAddress::text() const {
  char name[INET6_ADDRSTRLEN] = "?";
  if (storage.ss_family == AF_INET6) {
    ::inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_addr, name,
                sizeof name);
    return fmt::format("[{}]:{}", name, port());
  }
  ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(&storage)->sin_addr, name,
              sizeof name);
  return fmt::format("{}:{}", name, port());
}

bool SocketAddress::operator==(const SocketAddress& other) const {
  return length == other.length && port() == other.port() && text() == other.text();
}

SocketAddress socket_address(const std::string& address, std::uint16_t port) {
  SocketAddress a;
  auto* v4 = reinterpret_cast<sockaddr_in*>(&a.storage);
  auto* v6 = reinterpret_cast<sockaddr_in6*>(&a.storage);
  if (::inet_pton(AF_INET, address.c_str(), &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(port);
    a.length = sizeof *v4;
  } else if (::inet_pton(AF_INET6, address.c_str(), &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(port);
    a.length = sizeof *v6;
  } else {
    throw Error(
        fmt::format("'{}' is not a numeric address, such as 127.0.0.1 (this computer) or 0.0.0.0 "
                    "(all networks)",
                    address));
  }
  return a;
}

Descriptor listen_on(Transport transport, const SocketAddress& address) {
  Descriptor s = new_socket(transport, address.storage.ss_family);
  if (!s || ::bind(s.get(), address.get(), address.length) != 0 ||
      (transport == Transport::tcp && ::listen(s.get(), kWaiting) != 0))
    throw Error(fmt::format("cannot listen on {} ({}): {}", address.text(), word(transport),
                            std::strerror(errno)));
  return s;
}

Descriptor accept_from(const Descriptor& listener, SocketAddress& from) {
  from.length = sizeof from.storage;
  Descriptor s(::accept4(listener.get(), from.get(), &from.length, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (s) no_delay(s);
  return s;
}

SocketAddress bound_address(const Descriptor& socket) {
  SocketAddress a;
  a.length = sizeof a.storage;
  if (::getsockname(socket.get(), a.get(), &a.length) != 0)
    throw Error(fmt::format("address of a socket: {}", std::strerror(errno)));
  return a;
}

Descriptor udp_for_peer(const SocketAddress& local, const SocketAddress& peer) {
  Descriptor s = new_socket(Transport::udp, local.storage.ss_family);
  if (!s || ::bind(s.get(), local.get(), local.length) != 0 ||
      ::connect(s.get(), peer.get(), peer.length) != 0)
    return {};
  return s;
}

Descriptor connect_to(Transport transport, const SocketAddress& address, double wait) {
  Descriptor s = new_socket(transport, address.storage.ss_family);
  const auto refuse = [&](int problem) -> Error {
    return Error(fmt::format("cannot reach {} ({}): {}", address.text(), word(transport),
                             std::strerror(problem)));
  };
  if (!s) throw refuse(errno);
  if (::connect(s.get(), address.get(), address.length) != 0) {
    if (errno != EINPROGRESS) throw refuse(errno);
    pollfd p{s.get(), POLLOUT, 0};
    if (::poll(&p, 1, static_cast<int>(std::ceil(wait * 1e3))) <= 0) throw refuse(ETIMEDOUT);
    int problem = 0;
    socklen_t size = sizeof problem;
    ::getsockopt(s.get(), SOL_SOCKET, SO_ERROR, &problem, &size);
    if (problem != 0) throw refuse(problem);
  }
  if (transport == Transport::tcp) no_delay(s);
  return s;
}

Moved receive(const Descriptor& socket, std::span<std::uint8_t> into, SocketAddress* from) {
  if (from == nullptr)
    return moved(::recv(socket.get(), into.data(), into.size(), 0), is_stream(socket));
  from->length = sizeof from->storage;
  return moved(::recvfrom(socket.get(), into.data(), into.size(), 0, from->get(), &from->length),
               false);
}

Moved send(const Descriptor& socket, std::span<const std::uint8_t> bytes, const SocketAddress* to) {
  if (to != nullptr)
    return moved(
        ::sendto(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL, to->get(), to->length),
        false);
  return moved(::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL), is_stream(socket));
}

std::int64_t monotonic_now() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

}  // namespace outrigger::devices
