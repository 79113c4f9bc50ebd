/// What `seat` and `replay` share: channels between physics and network, the threads, the end.
#pragma once

#include "frames/frame.h"
#include "frames/latest_slot.h"
#include "frames/notice_queue.h"
#include "frames/operator_mailbox.h"
#include "network/server.h"
#include "outrigger/commands.h"
#include "sim/live_session.h"
#include "sim/real_time_loop.h"

namespace outrigger::app {

/// The channels, which outlive both sides.
class HostChannels {
 public:
  sim::SessionLinks links() { return {mailbox_, frames_, notices_}; }
  network::ServerLinks server_links() { return {mailbox_, frames_, notices_}; }
  frames::NoticeQueue& notices() { return notices_; }

 private:
  frames::OperatorMailbox mailbox_;
  sim::FrameSlot frames_;
  frames::NoticeQueue notices_;
};

network::ServerSettings server_settings(const SeatOptions& options);

/// Prints the address and opens a browser where that is wanted and possible.
void announce(const std::string& title, const network::Server& server, const SeatOptions& options);

/// Runs the loop on its own thread until Ctrl-C, SIGTERM or the end of `options.duration`, then
/// prints how it kept pace. Returns the exit code.
int run_in_real_time(sim::LoopClient& client, double step, const SeatOptions& options,
                     const network::Server& server);

}  // namespace outrigger::app
