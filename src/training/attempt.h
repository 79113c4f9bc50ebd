/// An attempt at a session, kept as lines of JSON: what it was, every observation, what the script said, how
/// it ended, and its scores. From them alone the score is computed again, by the same rules or by others.
///
///   {"outrigger_attempt": 1, "id", "session": {...}, "definition": {...}, "start", "channels", ...}
///   {"o": [tick, time, values...]}
///   {"v": {"tick", "time", "completion", "status", "message", "to"}}
///   {"l": {"time", "level", "to", "text"}}          what people were told
///   {"end": {"outcome", "cause", "tick"}}
///   {"score": {...}, "by": ..., "at": ...}          several, none is ever replaced
///
/// A torn last line (a computer that was switched off) is left out, and said.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "training/grader.h"
#include "training/score.h"

namespace outrigger::training {

inline constexpr int kAttemptFormat = 1;

struct AttemptHeader {
  std::string id;                          ///< random, 128 bits in hexadecimal
  std::string begun;                       ///< wall clock, ISO 8601, UTC
  std::string session_file, session_text;  ///< the name without folders
  std::string definition;                  ///< JSON
  std::string recording;                   ///< name of the file beside this one; empty: none
  std::int64_t first_tick = 0;             ///< of the recording
  std::array<double, 6> start{};           ///< StartPlace: x y z heading, rises
  int period = 1;                          ///< steps between observations
  double step = 5e-3;                      ///< [s]
  std::uint64_t seed = 0;
  std::string software;
  std::vector<std::string> channels, units;
};

struct AttemptEnd {
  Outcome outcome = Outcome::failed;
  std::string cause;
  std::int64_t tick = 0;
};

/// Random 128 bits as 32 characters.
std::string new_id();
/// Now, ISO 8601, UTC.
std::string wall_clock();

/// Writes an attempt while it goes on; a thread of its own writes, so that nobody waits for a disk.
class AttemptWriter {
 public:
  /// Throws Error when the file is there already or cannot be written.
  AttemptWriter(const std::string& path, const AttemptHeader& header);
  ~AttemptWriter();

  void observation(std::int64_t tick, double time, std::span<const double> values);
  void verdict(const Verdict& verdict);
  void told(const LogLine& line);
  void end(const AttemptEnd& end, const Score& score);
  /// Waits until all is on the disk. Throws Error when something was lost.
  void finish();

 private:
  void post(std::string line);
  void run();

  std::string path_;
  int file_ = -1;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::string waiting_;
  bool ending_ = false, failed_ = false;
  std::thread thread_;
};

struct Attempt {
  struct Observation {
    std::int64_t tick = 0;
    double time = 0.0;
    std::vector<double> values;
  };
  AttemptHeader header;
  /// In the order in which they were.
  std::vector<std::variant<Observation, Verdict>> course;
  std::vector<LogLine> log;
  std::optional<AttemptEnd> end;
  std::vector<std::string> scores;    ///< JSON, the first is that of the attempt itself
  std::vector<std::string> problems;  ///< sentences
};

/// Throws Error that names the file.
Attempt load_attempt(const std::string& path);

/// The score by a definition (JSON; the attempt's own, or another version of the session).
Score score_of(const Attempt& attempt, const std::string& definition);

}  // namespace outrigger::training
