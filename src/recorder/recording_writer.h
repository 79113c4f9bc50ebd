/// Writes a recording while the run goes on: listens to a world from its making until `finish`. The thread that steps only copies a few numbers; a
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
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "recorder/recording.h"
#include "sim/journal_listener.h"
#include "sim/world.h"

namespace outrigger::recorder {

struct RecordingSettings {
  double block_time = 0.25;      ///< simulated time per line [s]
  double snapshot_time = 5.0;    ///< between snapshots [s]; 0 = none
  std::int64_t poses_every = 0;  ///< steps between poses for drawings; 0 = none
  bool packed = true;            ///< lines of steps and snapshots made small (recorder/packing.h)
  bool may_wait = false;  ///< true: slow down when the disk is slower than the run (not in a seat)
  /// Called once, by the writing thread, as soon as the recording is given up; may wait. The text
  /// is a sentence for people.
  std::function<void(const std::string& text)> on_failure;
};

class RecordingWriter final : public sim::JournalListener {
 public:
  /// Completes `header` (bodies, inputs, start) from the world, writes it and becomes the world's listener;
  /// the present is the start that a reset leads to. The world must outlive the writer and stay where it
  /// is. Throws Error when the file cannot be written.
  RecordingWriter(const std::string& path, RecordingHeader header, sim::World& world,
                  const RecordingSettings& settings = {});
  /// Ends the recording as `finish` does, without a word.
  ~RecordingWriter() override;

  void before_command(const sim::World& world, const sim::Command& command) override;
  void after_command(const sim::World& world, const sim::Command& command) override;
  void after_step(const sim::World& world, std::span<const sim::Event> events,
                  bool restructured) override;
  void lose_track(const sim::World& world, const std::string& why) override;

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
    /// Ticks of all commands in their order; of inputs, and else which of `others` (inputs are many and
    /// must not allocate).
    std::vector<std::pair<std::int64_t, int>> commands;
    std::vector<double> inputs;  ///< of all commands with -1
    std::vector<sim::Command> others;
    std::vector<std::uint64_t> hashes;
    std::vector<std::int64_t> restructured;
    std::vector<sim::Event> events;
    std::string limit;  ///< a sentence; empty: none
    std::int64_t limit_tick = 0;
    std::vector<std::pair<std::int64_t, sim::Snapshot>> snapshots;
    std::vector<Poses> poses;

    void clear();
  };

  void write_header(const RecordingHeader& header);
  void add_poses(const sim::World& world);
  void add_snapshot(sim::Snapshot snapshot);
  void detach();
  void hand_over();
  void stop_thread();
  void write_blocks();
  void report_failure();
  void write(const Block& block);
  void write_snapshot(std::int64_t tick, const sim::Snapshot& snapshot);

  std::string path_;
  std::ofstream out_;
  RecordingSettings settings_;
  std::size_t input_count_ = 0;
  std::vector<sim::BodyHandle> bodies_;
  std::int64_t block_steps_ = 1, snapshot_steps_ = 0;
  sim::World* world_ = nullptr;

  // The stepping thread's.
  std::int64_t tick_ = 0;
  std::int64_t last_snapshot_ = 0;   ///< tick
  bool touched_ = false;             ///< by a command since the last step, inputs apart
  std::vector<double> step_inputs_;  ///< at the end of the last step
  std::unique_ptr<Block> block_;

  std::mutex mutex_;
  std::deque<std::unique_ptr<Block>> full_, empty_;
  std::atomic<bool> failed_{false}, ending_{false};
  // The writing thread's.
  std::int64_t written_ = 0;  ///< steps on the disk
  bool reported_ = false;
  std::int64_t whole_tick_ = -1;  ///< of the last snapshot that was written whole, and its bytes
  std::string whole_;
  std::thread thread_;
};

}  // namespace outrigger::recorder
