/// Who is logged in at the console: random tokens that end with the log-out, after twelve hours, or after two
/// hours without a request; and how often an address may try.
///
/// After 5 wrong passwords within a minute an address waits until the minute is over, as does every address
/// after 50 in all.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace outrigger::console {

struct Visitor {
  std::string name, role;  ///< role: instructor, viewer
  std::string csrf;        ///< what its page shows besides the cookie
};

class Doorman {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMostTries = 5, kMostTriesOfAll = 50;
  static constexpr std::chrono::seconds kTryWindow{60};
  static constexpr std::chrono::hours kLongest{12}, kLongestIdle{2};

  /// May this address try a password now?
  bool may_try(const std::string& address, Clock::time_point now);
  void tried_wrongly(const std::string& address, Clock::time_point now);

  /// A new token.
  std::string admit(const std::string& name, const std::string& role, Clock::time_point now);
  std::optional<Visitor> visitor(const std::string& token, Clock::time_point now);
  void dismiss(const std::string& token);
  /// All of one name, as after a change of the password.
  void dismiss_all(const std::string& name);

 private:
  struct Stay {
    Visitor visitor;
    Clock::time_point came, seen;
  };
  void forget_old(Clock::time_point now);

  std::map<std::string, Stay> stays_;
  std::map<std::string, std::deque<Clock::time_point>> tries_;
  std::deque<Clock::time_point> all_tries_;
};

}  // namespace outrigger::console
