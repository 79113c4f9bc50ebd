/// The server of a seat: HTTP for the viewer's files and WebSocket at /ws, one port, one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "frames/asset.h"
#include "frames/frame.h"
#include "frames/keyed_store.h"
#include "frames/latest_slot.h"
#include "frames/notice_queue.h"
#include "frames/operator_mailbox.h"
#include "frames/scene.h"
#include "network/access.h"
#include "network/certificates.h"
#include "network/guest_list.h"
#include "network/roles.h"

namespace outrigger::network {

struct ServerSettings {
  std::string address = "127.0.0.1";  ///< numeric; "0.0.0.0" listens on all interfaces
  std::uint16_t port = 0;             ///< 0 = any free one
  int port_tries = 1;                 ///< that many ports from `port` on
  std::filesystem::path files;        ///< folder of the built viewer
  AccessRules access;
  GuestLimits guests;                     ///< sockets, viewers and requests, in all and by address
  std::optional<TlsIdentity> tls;         ///< https and wss instead of http and ws; none: plain
  RoleRules roles;                        ///< tokens for operating and instructing
  std::string operator_key;               ///< for the operator's places; empty: one is made
  std::size_t max_message_bytes = 65536;  ///< from a client
  int max_messages_per_second = 500;      ///< from a client; beyond, it is disconnected
  std::size_t max_bytes_per_second = 65536;  ///< from a client; beyond, they wait
  int max_bad_messages = 20;                 ///< from a client; beyond, it is disconnected
  std::size_t max_queue = 64;      ///< notices that wait for a client; beyond, the oldest go
  double command_interval = 0.05;  ///< commands of a client are gathered so long [s]
  double hold_timeout = 3.0;       ///< a silent client's levers spring back after this [s]
  double idle_timeout = 30.0;      ///< silent clients are asked, then dropped [s]
  double http_timeout = 10.0;      ///< [s]
  float first_frame_rate = 30.0f;  ///< until the client says what it wants [1/s]
  std::size_t stream_message_bytes = 16384;  ///< of changes in one message, or one entry
  std::size_t stream_join_bytes = std::size_t{4}
                                  << 20;  ///< of changes, at once to a client that joins
  std::size_t stream_bytes_per_second = std::size_t{1} << 20;  ///< of changes, to a client
};

/// Where a server's messages come from and go to. All must outlive it.
struct ServerLinks {
  frames::OperatorMailbox& mailbox;
  frames::LatestSlot<frames::Frame>& frames;
  frames::NoticeQueue& notices;
  frames::KeyedStore* stream = nullptr;    ///< what comes and goes; null: nothing does
  const frames::Assets* assets = nullptr;  ///< null: there are none
};

/// Sums since the start, except `connections`, `viewers` and `operators`, which are of now.
struct ServerCounters {
  std::uint64_t connections = 0, viewers = 0, operators = 0;
  std::uint64_t refused_connections = 0;  ///< too many, gave way, or a foreign Host or Origin
  std::uint64_t messages = 0;             ///< from clients
  std::uint64_t bad_messages = 0;         ///< not understood, too large, text
  std::uint64_t refused_levers = 0;       ///< not finite, or not one per control
  std::uint64_t frames_sent = 0;
  std::uint64_t frames_dropped = 0;   ///< the client had not taken the one before
  std::uint64_t notices_dropped = 0;  ///< too many at a time, repeated, or not taken by the client
  std::uint64_t changes_sent = 0;     ///< messages of changes
  std::uint64_t change_bytes = 0;     ///< in them
  std::uint64_t refused_roles = 0;    ///< levers and commands beyond the role of their client
};

class Server {
 public:
  /// Listens at once, on a thread of its own. Throws Error when the address or port cannot be had.
  Server(const ServerSettings& settings, const frames::Scene& scene, const ServerLinks& links);
  /// Says goodbye to the clients and ends the thread.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  /// "http://127.0.0.1:8080/"
  std::string url() const;
  /// The same with the operator's key: gets a place also when all others are taken.
  std::string operator_url() const;
  ServerCounters counters() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace outrigger::network
