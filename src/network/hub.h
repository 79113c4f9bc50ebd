/// What all connections of a server share. Used on the network thread only, the counters excepted.
#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "frames/frame.h"
#include "frames/notice_queue.h"
#include "frames/operator_mailbox.h"
#include "frames/scene.h"
#include "network/access.h"
#include "network/asset_shelf.h"
#include "network/guest_list.h"
#include "network/lever_arbiter.h"
#include "network/notice_budget.h"
#include "network/server.h"
#include "network/static_files.h"
#include "network/stream_catalogue.h"
#include "network/wire.h"

namespace outrigger::network {

class HttpClient;
class Viewer;
using Bytes = std::shared_ptr<const std::string>;
using Clock = std::chrono::steady_clock;

inline constexpr const char* kServerName = "Outrigger";

inline std::chrono::nanoseconds duration(double seconds) {
  return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

/// ServerCounters as they are counted.
struct AtomicCounters {
  std::atomic<std::uint64_t> connections{0}, viewers{0}, operators{0}, refused_connections{0},
      messages{0}, bad_messages{0}, refused_levers{0}, frames_sent{0}, frames_dropped{0},
      notices_dropped{0}, changes_sent{0}, change_bytes{0}, refused_roles{0};

  ServerCounters read() const {
    return {connections,  viewers,        operators,    refused_connections, messages,
            bad_messages, refused_levers, frames_sent,  frames_dropped,      notices_dropped,
            changes_sent, change_bytes,   refused_roles};
  }
};

class Hub {
 public:
  Hub(const ServerSettings& server_settings, const frames::Scene& scene, const ServerLinks& links)
      : settings(server_settings),
        operator_key(settings.operator_key.empty() ? make_key() : settings.operator_key),
        files(server_settings.files),
        assets(links.assets),
        scene_bytes(std::make_shared<const std::string>(encode(scene))),
        replay(scene.replay),
        control_count(scene.controls.size()),
        guests(server_settings.guests),
        arbiter_(scene.controls),
        links_(links) {}

  /// Number of the newest frame; the same number, the same frame.
  std::uint64_t newest() {
    if (links_.frames.fetch()) {
      ++sequence_;
      frame_bytes_.reset();
    }
    return sequence_;
  }

  /// The newest frame, encoded once for all clients.
  Bytes frame_bytes() {
    if (!frame_bytes_)
      frame_bytes_ = std::make_shared<const std::string>(
          encode(links_.frames.front(), static_cast<std::uint32_t>(counters.operators.load()),
                 locked_aids_));
    return frame_bytes_;
  }

  /// From the next frame on, which is sent at once.
  void lock_aids(std::uint32_t mask) {
    locked_aids_ = mask;
    ++sequence_;
    frame_bytes_.reset();
  }

  /// Takes in what has changed since the last call.
  void update_stream() {
    if (links_.stream == nullptr) return;
    links_.stream->take(stream_changes_);
    stream.apply(stream_changes_);
  }
  /// What viewers look at first: the first body of the newest frame.
  std::pair<double, double> focus() const {
    const std::vector<float>& poses = links_.frames.front().poses;
    if (poses.size() < 2) return {0.0, 0.0};
    return {static_cast<double>(poses[0]), static_cast<double>(poses[1])};
  }

  void operate(std::uint64_t who, const std::vector<float>& values) {
    arbiter_.operate(who, values);
    links_.mailbox.post_levers(arbiter_.values());
  }
  bool release(std::uint64_t who) {
    if (!arbiter_.release(who)) return false;
    links_.mailbox.post_levers(arbiter_.values());
    return true;
  }
  void leave(std::uint64_t who) {
    if (arbiter_.leave(who)) links_.mailbox.post_levers(arbiter_.values());
  }
  void command(const frames::Command& c) { links_.mailbox.post(c); }
  double time() const { return links_.frames.front().time; }
  /// Of the clock that guests are counted by [s].
  static double seconds() {
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
  }

  /// What the viewers get of the notices that came, which may be less.
  std::vector<frames::Notice> take_notices() {
    const std::uint64_t before = notice_budget_.left_out();
    auto passing = notice_budget_.admit(links_.notices.take(), seconds());
    counters.notices_dropped += notice_budget_.left_out() - before;
    return passing;
  }

  const ServerSettings settings;
  const std::string operator_key;
  std::string operator_cookie = "outrigger_operator";  ///< name; set before the first connection
  StaticFiles files;
  const AssetShelf assets;
  StreamCatalogue stream;
  const Bytes scene_bytes;
  const bool replay;
  const std::size_t control_count;
  AtomicCounters counters;
  GuestList guests;
  std::map<GuestList::Id, std::weak_ptr<HttpClient>> http_clients;
  std::map<GuestList::Id, std::weak_ptr<Viewer>> viewers;  ///< by the number of their connection
  GuestList::Id next_connection = 1;
  bool stopping = false;

 private:
  LeverArbiter arbiter_;
  NoticeBudget notice_budget_;
  ServerLinks links_;
  std::uint64_t sequence_ = 0;
  std::uint32_t locked_aids_ = 0;
  Bytes frame_bytes_;
  std::vector<frames::StreamChange> stream_changes_;  ///< scratch
};

/// A socket among the guests, as long as this lives.
class Connection {
 public:
  Connection(Hub& hub, GuestList::Id number, std::string from)
      : id(number), address(std::move(from)), hub_(hub) {
    ++hub_.counters.connections;
  }
  ~Connection() {
    hub_.guests.close(id);
    --hub_.counters.connections;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const GuestList::Id id;
  const std::string address;  ///< guest_address
  Caller caller;

 private:
  Hub& hub_;
};
using ConnectionPtr = std::unique_ptr<Connection>;

}  // namespace outrigger::network
