/// How many connections and requests an address gets, and which connection gives way when there are
/// too many, so that no address can shut out the others, and nobody the operator.
///
///   sockets   A newcomer takes the place of the longest waiting connection that asks for nothing
///             (slow, idle), else of one that is slow to take its answer: of its own address when
///             that has its share, of the most crowded address when all places are taken and that
///             address has clearly more.
///   viewers   Places are given in the same way, but only a viewer that has not greeted for
///             `greeting_seconds` gives way. All others keep their place.
///   operator  `operator_places` more are for viewers with the operator's key, from any address.
///   requests  A bucket of tokens per address.
///
/// Only bookkeeping: it knows no sockets, and its clock is an argument [s].
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace outrigger::network {

struct GuestLimits {
  int connections = 256;              ///< sockets
  int connections_per_address = 96;   ///< of them
  int viewers = 64;                   ///< WebSockets without the operator's key
  int viewers_per_address = 32;       ///< of them
  int operator_places = 4;            ///< WebSockets with the operator's key, besides
  double greeting_seconds = 10.0;     ///< a viewer that long without a message may give way
  double requests_per_second = 50.0;  ///< of an address in the long run
  double request_burst = 200.0;       ///< of an address at once
};

/// The name under which an address is counted: IPv4 as it is, also inside IPv6; IPv6 by its network
/// of 64 bits, because a single computer has all addresses of one.
std::string guest_address(std::string_view numeric_address);

class GuestList {
 public:
  using Id = std::uint64_t;

  explicit GuestList(const GuestLimits& limits) : limits_(limits) {}

  /// Whether a newcomer may come in, and in whose place.
  struct Admission {
    bool admitted = false;
    std::optional<Id> leaves;  ///< to be closed; still listed until `close` is called for it
  };

  // --- sockets
  /// Lists the newcomer under `id` when it is admitted.
  Admission open(Id id, const std::string& address);
  /// A connection waits for a request (`true`, from the start) or is being served.
  void set_waiting(Id id, bool waiting);
  void close(Id id);

  // --- requests
  /// False when the address has asked too often.
  bool take_request(const std::string& address, double now);

  // --- viewers, each of them an open connection
  Admission upgrade(Id id, bool has_key, double now);
  /// The viewer has sent a message that could be understood: it keeps its place.
  void note_greeting(Id id);

  int connections() const { return static_cast<int>(guests_.size()); }
  int connections(const std::string& address) const;
  int viewers() const;
  std::size_t addresses() const { return buckets_.size(); }

 private:
  struct Guest {
    std::string address;
    bool waiting = true, viewer = false, has_key = false, greeted = false, leaving = false;
    double since = 0.0;  ///< when it became a viewer
  };
  struct Bucket {
    double tokens = 0.0, time = 0.0;
  };
  enum class Place { socket, viewer };

  int count(const std::string& address, Place place) const;
  /// The address with the most guests of a kind.
  std::string most_crowded(Place place) const;
  /// Of the connections that are no viewers.
  std::optional<Id> longest_waiting(const std::string& address) const;
  std::optional<Id> longest_silent(const std::string& address, double now) const;
  void forget_full_buckets(double now);

  GuestLimits limits_;
  std::map<Id, Guest> guests_;  ///< ids grow: the oldest first
  std::map<std::string, Bucket> buckets_;
};

}  // namespace outrigger::network
