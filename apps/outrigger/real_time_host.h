/// What `seat` and `replay` share: channels between physics and network, the threads, the end.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "frames/asset.h"
#include "frames/frame.h"
#include "frames/keyed_store.h"
#include "frames/latest_slot.h"
#include "frames/notice_queue.h"
#include "frames/operator_mailbox.h"
#include "network/server.h"
#include "outrigger/commands.h"
#include "session/live_session.h"
#include "session/real_time_loop.h"

namespace outrigger::app {

/// The channels, which outlive both sides.
class HostChannels {
 public:
  session::SessionLinks links() { return {mailbox_, frames_, notices_, &stream_}; }
  network::ServerLinks server_links() { return {mailbox_, frames_, notices_, &stream_, &assets_}; }
  /// Before the server is made.
  void set_assets(frames::Assets assets) { assets_ = std::move(assets); }
  frames::NoticeQueue& notices() { return notices_; }
  frames::OperatorMailbox& mailbox() { return mailbox_; }

 private:
  frames::OperatorMailbox mailbox_;
  session::FrameSlot frames_;
  frames::NoticeQueue notices_;
  frames::KeyedStore stream_;
  frames::Assets assets_;
};

network::ServerSettings server_settings(const SeatOptions& options);

/// Prints the address and opens a browser where that is wanted and possible.
void announce(const std::string& title, const network::Server& server, const SeatOptions& options);

/// A session whose time begins when its first viewer has drawn it, so that nobody misses what a
/// machine does by itself. A viewer's second message, after its greeting, shows that it has; one that
/// only listens is given 3 s. Prints that it waits.
class BeginWithViewer final : public session::LoopClient {
 public:
  /// Both must outlive it.
  BeginWithViewer(session::LoopClient& session, const network::Server& server);

  void take_messages(session::RealTimeLoop& loop) override;
  bool step() override { return session_.step(); }
  void publish(const frames::LoopStatus& status) override { session_.publish(status); }

 private:
  static constexpr std::chrono::seconds kTimeToDraw{3};

  session::LoopClient& session_;
  const network::Server& server_;
  std::chrono::steady_clock::time_point first_seen_;
  bool begun_ = false;
};

/// How a run kept pace.
struct LoopReport {
  double step = 0.0;  ///< [s]
  std::uint64_t steps = 0;
  frames::LoopStatus status;
  network::ServerCounters counters;
};

/// Runs the loop on its own thread until Ctrl-C, SIGTERM, SIGHUP (interruption.h) or the end of
/// `options.duration`. Prints nothing afterwards, so that a recording is finished first.
/// `ended`, where given: asked now and then; true ends it too.
LoopReport run_in_real_time(session::LoopClient& client, double step, const SeatOptions& options,
                            const network::Server& server, const std::function<bool()>& ended = {});
void print(const LoopReport& report);

}  // namespace outrigger::app
