/// TLS before the server: the door decrypts what comes from a client and hands it on to an ordinary
/// connection of this process, which knows nothing of it. Who speaks plain HTTP comes through as well;
/// the connection knows, and shows such a client the page about certificates only.
///
///   client ── TCP, TLS 1.2 or newer ── door ── socket pair ── HttpClient, Viewer
///
/// A connection counts as a guest, and its time for a first request runs, before the door has read a
/// byte; when either side ends, so does the other. The door holds at most 16 KB a way: who takes
/// nothing is noticed as without it.
/// (Includes Asio: only .cpp files of this folder may include it.)
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include "network/certificates.h"

namespace outrigger::network {

class Hub;

class TlsDoor {
 public:
  /// Throws Error when the identity cannot be used (check_identity).
  explicit TlsDoor(const TlsIdentity& identity);

  /// Lets a client in, when the guest list does.
  void open(Hub& hub, boost::asio::io_context& io, boost::asio::ip::tcp::socket socket);

 private:
  boost::asio::ssl::context context_;
};

}  // namespace outrigger::network
