/// A WebSocket client for tests. Only its .cpp includes Beast.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace outrigger::network {

struct WebClientOptions {
  std::string target = "/ws";
  std::string host = "127.0.0.1";
  std::string origin;            ///< empty: none
  std::string from;              ///< address of the client's end, such as 127.0.0.2; empty: any
  int receive_buffer_bytes = 0;  ///< of the socket; 0 = as the system likes
};

class WebClient {
 public:
  explicit WebClient(std::uint16_t port, const WebClientOptions& options = {});
  ~WebClient();
  WebClient(WebClient&&) noexcept;

  /// The server agreed to speak.
  bool accepted() const;
  void send(const std::string& bytes, bool text = false);
  void ping();
  /// The next message; nothing when the connection is closed (or after a very long time).
  std::optional<std::string> receive();
  /// Why the server closed the connection; 0 when it did not say.
  int close_code() const;
  /// Ends the connection without a word.
  void vanish();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// The status with which the server answers a request for a WebSocket; 101 when it agrees.
int upgrade_status(std::uint16_t port, const WebClientOptions& options = {});

/// A connection that sends some bytes and then stays as it is.
class RawSocket {
 public:
  RawSocket(std::uint16_t port, const std::string& bytes);
  ~RawSocket();
  RawSocket(RawSocket&&) noexcept;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Sends raw bytes and returns everything that comes back until the server closes.
std::string raw_exchange(std::uint16_t port, const std::string& request);

}  // namespace outrigger::network
