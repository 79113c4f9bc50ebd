/// The machine's side of the hardware protocol (docs/hil.md): controllers connect, are told outputs, and write
/// inputs.
///
/// Everything happens on the thread of the physics, in two calls that never take longer than the deadline:
///   service    at any time: handshakes, goodbyes, what has come
///   exchange   before a step: outputs to those who are due, then waits for lockstep answers, until the deadline
///
/// Per call and controller at most kMostPerCall messages are read: a flood waits in the kernel, where it is lost.
/// A warm exchange allocates nothing. Known of an unknown sender are only hellos; a UDP controller gets a socket
/// of its own that hears nobody else, and outputs only after it has said the number of its session.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "devices/hil_answers.h"
#include "devices/hil_message.h"
#include "devices/hil_pipe.h"
#include "devices/socket.h"
#include "frames/notice_queue.h"

namespace outrigger::devices {

struct HilSettings {
  std::string address = "127.0.0.1";  ///< numeric
  std::uint16_t port = 7401;          ///< of UDP and TCP; 0: any that is free
  double deadline = 2e-3;             ///< of a lockstep answer, real time [s]
  double hold = 0.1;  ///< without anything new, then neutral; time of the machine [s]
  double gone = 2.0;  ///< silence after which a controller is forgotten, real time [s]
  std::string token;  ///< that controllers must say; empty: none
};

/// The machine as the server sees it; called on the same thread.
class HilPlant {
 public:
  virtual ~HilPlant() = default;
  /// Columns of the sensors of these names for a controller. Throws Error for a name that is none.
  virtual std::vector<HilColumn> choose_outputs(int controller,
                                                const std::vector<std::string>& names) = 0;
  virtual void read_outputs(int controller, std::vector<double>& values) = 0;
};

struct HilMachine {
  std::string name;
  double step = 0.0;  ///< [s]
  std::vector<HilInputInfo> inputs;
};

struct HilCounters {
  std::uint64_t welcomed = 0, refused = 0, exchanges = 0, answers = 0, missed = 0, late = 0;
  std::uint64_t bad_messages = 0, wrong_version = 0, not_finite = 0, clamped = 0, floods = 0,
                lost = 0;
};

/// Who gives an input now, per input of the machine.
struct HilInputState {
  enum class By {
    nobody,
    controller,  ///< `value`, whatever other hands say
    hands,       ///< `value` among other hands
    released     ///< its controller has gone since the last exchange: `value` is its rest
  };
  By by = By::nobody;
  double value = 0.0;
  bool seen = false;  ///< of an exchange before
};

class HilServer {
 public:
  static constexpr int kMostControllers = 4, kMostPerCall = 64;

  /// Listens. Throws Error when it cannot. `plant` and `notices` must outlive it.
  HilServer(const HilSettings& settings, HilMachine machine, HilPlant& plant,
            frames::NoticeQueue& notices);
  ~HilServer();
  HilServer(const HilServer&) = delete;
  HilServer& operator=(const HilServer&) = delete;

  void service(double time);
  void exchange(std::uint64_t step, double time);

  const std::vector<HilInputState>& inputs() const { return inputs_; }
  /// Controllers that are ready.
  int controllers() const;
  const SocketAddress& address() const { return local_; }
  HilCounters counters() const;

 private:
  enum class Word { hello, bad, not_finite, flood, note, count };
  struct Peer;

  void accept_streams();
  void read_strangers();
  void hear(Peer& peer);
  void handle(Peer& peer, const HilPipe::Message& message);
  bool take_inputs(Peer& peer, std::span<const std::uint8_t> payload);
  void greet(Peer& peer, std::span<const std::uint8_t> payload);
  HilWelcome welcome(Peer& peer, const HilHello& hello);
  void send_outputs(Peer& peer, std::uint64_t step);
  void wait_for_answers();
  void settle(Peer& peer);
  void close(Peer& peer, const std::string& why, bool tell, bool keeps_pipe = false);
  void refuse(Peer* peer, const SocketAddress* to, const std::string& why);
  void say(Peer* peer, Word word, frames::Notice::Level level, const std::string& text);
  Peer* place_for(Transport transport);

  HilSettings settings_;
  HilMachine machine_;
  HilPlant& plant_;
  frames::NoticeQueue& notices_;
  Descriptor udp_, tcp_;
  SocketAddress local_;
  std::vector<std::unique_ptr<Peer>> peers_;
  std::vector<HilInputState> inputs_;
  HilCounters counters_;
  std::array<std::int64_t, static_cast<std::size_t>(Word::count)> said_{};
  double time_ = 0.0;
  int refusals_left_ = 10;  ///< answers to strangers in this second
  std::int64_t second_ = 0;
  std::vector<std::uint8_t> bytes_;  ///< scratch
  std::vector<double> values_;
};

}  // namespace outrigger::devices
