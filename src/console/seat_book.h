/// The seats that report to a console: what they said last, the log of their present attempt, and the commands
/// that wait for them. In memory only: a seat tells all of it again to a console that was started anew.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace outrigger::console {

struct SeatEntry {
  int id = 0;
  std::string name;
  nlohmann::json report;  ///< checked: every key of seat_report below is there
  std::string attempt;    ///< of the log
  std::vector<nlohmann::json> log;
  std::chrono::steady_clock::time_point seen;
  std::string host;  ///< numeric address that its viewers are at
};

class SeatBook {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMostSeats = 64, kMostLog = 5000;
  /// A seat that says nothing for so long is away; so long a command waits for it.
  static constexpr std::chrono::seconds kAway{3}, kCommandLife{15};

  /// A report, and what the seat is answered. Throws Error for what is no report.
  nlohmann::json report(const std::string& text, const std::string& address, Clock::time_point now);
  /// Throws Error where there is no such seat or it is away.
  void command(int seat, nlohmann::json command, Clock::time_point now);

  bool away(const SeatEntry& seat, Clock::time_point now) const { return now - seat.seen > kAway; }
  const SeatEntry* find(int id) const;
  const std::map<std::string, SeatEntry>& seats() const { return seats_; }

 private:
  struct Waiting {
    nlohmann::json command;
    Clock::time_point since;
  };
  std::map<std::string, SeatEntry> seats_;
  std::map<int, std::vector<Waiting>> waiting_;
  std::int64_t last_command_ = 0;
  int next_id_ = 1;
};

}  // namespace outrigger::console
