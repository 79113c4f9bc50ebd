/// A single connection without a network and without a thread, for fuzzers and tests: what a client
/// sends goes through the very code that serves sockets, and what it answers comes back.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "network/server.h"

namespace outrigger::network {

class OneConnection {
 public:
  OneConnection(const ServerSettings& settings, const frames::Scene& scene,
                const ServerLinks& links);
  /// The connection is gone, as when a client vanishes.
  ~OneConnection();
  OneConnection(const OneConnection&) = delete;
  OneConnection& operator=(const OneConnection&) = delete;

  /// The client sends `bytes`; returns what the server has to say until it waits for more bytes or
  /// for time to pass. Sends nothing more once the server has closed.
  std::string send(std::string_view bytes);
  /// The client has nothing more to send.
  std::string end();
  /// The server has closed its side.
  bool closed() const;
  ServerCounters counters() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace outrigger::network
