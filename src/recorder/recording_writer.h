/// Writes a recording while the run goes on. The thread that steps only copies a few numbers; a
/// thread of the writer's own turns them into lines and puts them on the disk, several times a
/// second, so that a killed program leaves a readable file.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "recorder/recording.h"
#include "sim/live_session.h"
#include "sim/world.h"

namespace outrigger::recorder {

struct RecordingSettings {
  double block_time = 0.25;      ///< simulated time per line [s]
  double snapshot_time = 5.0;    ///< between snapshots [s]; 0 = none
  std::int64_t poses_every = 0;  ///< steps between poses for drawings; 0 = none
  bool may_wait = false;  ///< true: slow down when the disk is slower than the run (not in a seat)
  /// Called once, by the writing thread, as soon as the recording is given up; may wait. The text
  /// is a sentence for people.
  std::function<void(const std::string& text)> on_failure;
};

class RecordingWriter final : public sim::StepListener {
 public:
  /// Completes `header` (bodies, inputs, start) from the world and writes it. Throws Error when the
  /// file cannot be written.
  RecordingWriter(const std::string& path, RecordingHeader header, const sim::World& world,
                  const RecordingSettings& settings = {});
  /// Ends the recording as `finish` does, without a word.
  ~RecordingWriter() override;

  void before_step(const sim::World& world) override;
  void after_step(const sim::World& world) override;
  void after_reset(const sim::World& world) override;

  /// Writes what is left and the last line. Throws Error when something was lost.
  void finish();
  /// True once the recording has been given up (disk full, or far too slow).
  bool failed() const { return failed_.load(std::memory_order_relaxed); }
  std::int64_t ticks() const { return tick_; }

 private:
  struct Poses {
    std::int64_t step = 0;
    double time = 0.0;
    std::vector<double> numbers;  ///< 7 per body; NaN for a body that is gone
  };
  /// The steps of one line. Arrays keep their capacity from one use to the next.
  struct Block {
    std::int64_t first = 0;
    std::vector<std::int64_t> change_ticks;  ///< negative: -1 - tick of a reset
    std::vector<double> change_inputs;       ///< of all changes that are no reset
    std::vector<std::uint64_t> hashes;
    std::vector<std::pair<std::int64_t, sim::Snapshot>> snapshots;
    std::vector<Poses> poses;

    void clear();
  };

  void write_header(const RecordingHeader& header);
  void add_poses(const sim::World& world);
  void hand_over();
  void stop_thread();
  void write_blocks();
  void report_failure();
  void write(const Block& block);

  std::string path_;
  std::ofstream out_;
  RecordingSettings settings_;
  std::size_t input_count_ = 0;
  std::vector<sim::BodyHandle> bodies_;
  std::int64_t block_steps_ = 1, snapshot_steps_ = 0;

  // The stepping thread's.
  std::int64_t tick_ = 0;
  std::vector<double> inputs_;  ///< recorded last
  std::unique_ptr<Block> block_;

  std::mutex mutex_;
  std::deque<std::unique_ptr<Block>> full_, empty_;
  std::atomic<bool> failed_{false}, ending_{false};
  // The writing thread's.
  std::int64_t written_ = 0;  ///< steps on the disk
  bool reported_ = false;
  std::thread thread_;
};

}  // namespace outrigger::recorder
