/// A server for pages that change things: HTTP with bodies, one port, one thread for the wire and one for the
/// answers, so that a slow answer holds up no connection but those that wait for answers too.
///
/// The handler says what is allowed; this checks only what is the same for every request: a known Host, one
/// Host and one Origin, an Origin of ours for everything but GET and HEAD, sizes and times. A reply may ask
/// for a tunnel: then the connection is led on to another server (the WebSocket and files of a seat).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "network/access.h"

namespace outrigger::network {

struct DeskRequest {
  bool change = false;  ///< POST; else GET or HEAD
  std::string path;     ///< without the query, as it stands there
  std::string target;   ///< with it
  std::string body, cookie, bearer, csrf;
  std::string address;  ///< of who asks; IPv6 by network
  bool upgrade = false;
  std::string if_none_match, accept_encoding;
};

struct DeskReply {
  int status = 200;
  std::string type = "application/json";
  std::shared_ptr<const std::string> body = std::make_shared<const std::string>();
  std::string set_cookie, location, etag, encoding;
  std::string file_name;   ///< of a download; empty: shown
  bool sandboxed = false;  ///< somebody else's file: may run nothing and is no part of our site

  struct Tunnel {
    std::string host;
    std::uint16_t port = 0;
    std::string target;
  };
  std::optional<Tunnel> tunnel;
};

struct DeskSettings {
  std::string address = "127.0.0.1";  ///< numeric
  std::uint16_t port = 0;
  int port_tries = 1;
  AccessRules access;
  std::size_t most_connections = 512, most_by_address = 128;
  std::size_t most_body = std::size_t{4} << 20;
  double timeout = 30.0;  ///< for a whole request, and between two [s]
};

class DeskServer {
 public:
  /// Called on one thread, one at a time. What it throws is answered with 500.
  using Handler = std::function<DeskReply(const DeskRequest&)>;

  /// Listens at once. Throws Error when the address or port cannot be had.
  DeskServer(const DeskSettings& settings, Handler handler);
  ~DeskServer();
  DeskServer(const DeskServer&) = delete;
  DeskServer& operator=(const DeskServer&) = delete;

  std::uint16_t port() const;
  std::string url() const;  ///< "http://127.0.0.1:8090/"

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace outrigger::network
