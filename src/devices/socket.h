/// Sockets that never wait, for numeric addresses (IPv4 or IPv6). Linux.
#pragma once

#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace outrigger::devices {

/// A file descriptor with one owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~Descriptor() { reset(); }
  void reset(int fd = -1);
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t length = 0;

  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  std::uint16_t port() const;
  bool is_loopback() const;
  std::string text() const;  ///< 127.0.0.1:7401, [::1]:7401
  bool operator==(const SocketAddress& other) const;
};
/// Throws Error when `address` is not numeric.
SocketAddress socket_address(const std::string& address, std::uint16_t port);

enum class Transport { udp, tcp };

/// Bound to `address`; the other one of port 0 takes the port that the first got. Throws Error that says why not.
Descriptor listen_on(Transport transport, const SocketAddress& address);
/// The next connection that waits; empty: none.
Descriptor accept_from(const Descriptor& listener, SocketAddress& from);
SocketAddress bound_address(const Descriptor& socket);
/// A UDP socket of the same port as `local` that hears `peer` only. Empty when there is none to be had.
Descriptor udp_for_peer(const SocketAddress& local, const SocketAddress& peer);
/// A client's socket; with TCP waits for the connection, at most `wait` seconds. Throws Error.
Descriptor connect_to(Transport transport, const SocketAddress& address, double wait);

/// Result of reading or writing once.
struct Moved {
  enum class How { done, nothing, closed } how = How::nothing;
  std::size_t bytes = 0;
};
Moved receive(const Descriptor& socket, std::span<std::uint8_t> into,
              SocketAddress* from = nullptr);
Moved send(const Descriptor& socket, std::span<const std::uint8_t> bytes,
           const SocketAddress* to = nullptr);

/// Nanoseconds of a clock that never jumps.
std::int64_t monotonic_now();

}  // namespace outrigger::devices
