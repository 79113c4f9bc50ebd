/// A seat's side of the line to a console: says four times a second how things are, hears commands, and sends
/// attempts and recordings until the console has them. A thread of its own; the physics never waits for it.
///
/// The journal, a file beside the attempts, names every attempt when it begins and when the console has it, so
/// that neither a lost line nor a killed seat or console loses one; sending one twice changes nothing there.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "network/http_post.h"

namespace outrigger::app {

struct StationState {
  std::string state = "idle";  ///< idle, loading, running, ended, error
  std::string problem, machine, session, title, assignment, attempt, goal, warning, result;
  double time = 0.0, left = -1.0, completion = 0.0, points = 100.0;
  double step_time = 0.0;
  std::uint64_t overruns = 0, lost_steps = 0;
  bool paused = false;
  std::vector<nlohmann::json> log;  ///< of the present attempt
};

class StationLink {
 public:
  struct Settings {
    std::string name, console, key;
    std::string folder;  ///< of attempts, recordings and the journal
    std::vector<std::string> sessions;
    std::string token;  ///< to instruct at this seat
  };
  /// Throws Error for an address that is none, or a journal that cannot be read.
  explicit StationLink(Settings settings);
  /// Sends what is finished, for a few seconds at most.
  ~StationLink();

  /// Where viewers reach the seat.
  void set_port(int port);
  void set(const StationState& state);
  /// Never waits. False: it is busy, and nothing has changed.
  bool try_set(StationState& state, std::vector<nlohmann::json>& new_lines);
  /// Never waits. Commands that have come since, in their order.
  std::vector<nlohmann::json> take_commands();

  /// Waits for the disk.
  void began(const std::string& attempt, const std::string& recording,
             const std::string& assignment);
  /// From now on what has begun may be sent: its files are whole.
  void all_ended();

 private:
  struct Entry {
    std::string attempt, recording, assignment;
    bool whole = false;
  };
  void run();
  bool report();
  bool send_waiting();
  bool send_file(const std::string& name, const std::string& assignment);
  void write_line(const nlohmann::json& line);
  void read_journal();
  network::HttpAnswer post(const std::string& path, const std::string& body, double timeout);

  Settings settings_;
  network::HttpAddress console_;
  std::mutex mutex_, journal_;
  std::condition_variable wake_;
  StationState state_;
  std::vector<nlohmann::json> commands_;
  std::vector<Entry> entries_;
  std::int64_t done_ = 0;
  std::size_t have_ = 0;
  std::string have_of_;
  int port_ = 0;
  bool ending_ = false, told_problem_ = false;
  std::thread thread_;
};

}  // namespace outrigger::app
