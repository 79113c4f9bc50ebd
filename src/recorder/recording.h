/// A run as lines of JSON: a header, then one line per recorded step with inputs, hash and poses.
/// Every line is complete in itself, so a killed run leaves a readable recording.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "sim/world.h"

namespace outrigger::recorder {

struct RecordingHeader {
  std::string machine_file;
  std::vector<std::string> variants;
  double step = 0.0;
  std::vector<std::string> bodies;
  std::vector<std::string> inputs;
};

struct RecordedFrame {
  std::int64_t step = 0;
  double time = 0.0;
  std::uint64_t hash = 0;
  std::vector<double> inputs;  ///< in force from this step on
};

class Recording {
 public:
  /// Throws Error when the file cannot be written.
  Recording(const std::string& path, const std::string& machine_file,
            const std::vector<std::string>& variants, const sim::World& world);
  void add(const sim::World& world);
  /// Adds the last step if it is missing and flushes; throws Error when the disk was full.
  void finish(const sim::World& world);

 private:
  std::string path_;
  std::ofstream out_;
  std::vector<sim::BodyHandle> bodies_;
  std::int64_t last_step_ = -1;
};

class RecordingReader {
 public:
  /// Throws Error when the file is missing or is no recording.
  explicit RecordingReader(const std::string& path);
  const RecordingHeader& header() const { return header_; }
  /// The next frame, or nothing at the end. A line cut short by a kill ends the recording.
  std::optional<RecordedFrame> next();
  bool truncated() const { return truncated_; }

 private:
  std::ifstream in_;
  RecordingHeader header_;
  bool truncated_ = false;
};

}  // namespace outrigger::recorder
