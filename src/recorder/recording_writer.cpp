#include "recorder/recording_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "recorder/line_format.h"
#include "recorder/packing.h"
#include "sim/snapshot_bytes.h"

namespace outrigger::recorder {

namespace {

constexpr std::size_t kMaxWaitingBlocks = 1000;
constexpr std::int64_t kWholeEvery = 12;  ///< snapshots
constexpr auto kWritePeriod = std::chrono::milliseconds(50);

std::int64_t steps_in(double time, double step) {
  return std::max<std::int64_t>(1, std::llround(time / step));
}

}  // namespace

void RecordingWriter::Block::clear() {
  commands.clear();
  inputs.clear();
  others.clear();
  hashes.clear();
  restructured.clear();
  events.clear();
  limit.clear();
  snapshots.clear();
  poses.clear();
}

RecordingWriter::RecordingWriter(const std::string& path, RecordingHeader header, sim::World& world,
                                 const RecordingSettings& settings)
    : path_(path), out_(path, std::ios::binary), settings_(settings), world_(&world) {
  if (!out_) throw Error(fmt::format("cannot write the recording '{}'", path));
  bodies_ = world.bodies();
  for (const sim::BodyHandle b : bodies_) header.bodies.push_back(world.name(b));
  header.inputs = world.input_names();
  header.start_inputs = world.input_values();
  header.start_hash = world.hash();
  header.step = world.step_size();
  input_count_ = header.inputs.size();
  step_inputs_ = header.start_inputs;
  write_header(header);

  block_steps_ = steps_in(settings.block_time, header.step);
  if (settings.snapshot_time > 0.0) snapshot_steps_ = steps_in(settings.snapshot_time, header.step);
  block_ = std::make_unique<Block>();
  block_->hashes.reserve(static_cast<std::size_t>(std::min<std::int64_t>(block_steps_, 100'000)));
  if (settings_.poses_every > 0) add_poses(world);
  world.mark_start();
  world.set_listener(this);
  if (const std::string problem = world.journal_problem(); !problem.empty())
    lose_track(world, problem);
  thread_ = std::thread([this] {
    while (!ending_.load(std::memory_order_acquire)) {
      std::this_thread::sleep_for(kWritePeriod);
      write_blocks();
      report_failure();
    }
  });
}

RecordingWriter::~RecordingWriter() {
  try {
    finish();
  } catch (const std::exception&) {
  }
}

void RecordingWriter::write_header(const RecordingHeader& header) {
  nlohmann::ordered_json h;
  h["outrigger_recording"] = kFormatVersion;
  h["machine_file"] = header.machine_file;
  h["variants"] = header.variants;
  h["site"] = {
      {"file", header.site_file}, {"text", header.site_text}, {"start", header.start_place}};
  if (header.placed) h["site"]["placed"] = true;
  h["step"] = header.step;
  h["start"] = header.equilibrium ? "equilibrium" : "assembled";
  h["start_hash"] = to_hex(header.start_hash);
  h["inputs"] = header.inputs;
  h["start_inputs"] = header.start_inputs;
  h["bodies"] = header.bodies;
  h["files"] = nlohmann::ordered_json::array();
  for (const auto& f : header.files) h["files"].push_back({{"path", f.path}, {"text", f.text}});
  h["meshes"] = nlohmann::ordered_json::array();
  for (const auto& m : header.shape_meshes)
    h["meshes"].push_back(
        {{"shape", m.shape}, {"of", m.of_site ? "site" : "machine"}, {"mesh", to_hex(m.hash)}});
  for (const auto& m : header.visual_meshes)
    h["visual_meshes"].push_back({{"visual", m.visual}, {"mesh", to_hex(m.hash)}});
  out_ << seal(h.dump());
  for (const auto& m : header.meshes)
    out_ << seal(
        fmt::format("{{\"mesh\":\"{}\",\"data\":\"{}\"}}", to_hex(m.hash), to_base64(m.bytes)));
  out_ << std::flush;
  if (!out_) throw Error(fmt::format("cannot write the recording '{}' (disk full?)", path_));
}

// ---------------------------------------------------------------------------- the stepping thread

/// Mechanisms after an edit follow from the state before it, so that seeking beyond it needs that state: a
/// snapshot now, unless there is one that is hardly older.
void RecordingWriter::before_command(const sim::World& world, const sim::Command& command) {
  if (failed()) return;
  const bool wanted = sim::changes_structure(command) &&
                      !std::holds_alternative<sim::Reset>(command) && snapshot_steps_ > 0;
  if (wanted && !touched_ && tick_ >= last_snapshot_ + block_steps_) {
    sim::Snapshot snapshot = world.save();
    snapshot.inputs = step_inputs_;  // those since then are commands
    add_snapshot(std::move(snapshot));
  }
  touched_ = true;
}

void RecordingWriter::after_command(const sim::World&, const sim::Command& command) {
  if (failed()) return;
  if (const auto* inputs = std::get_if<sim::SetInputs>(&command)) {
    block_->commands.emplace_back(tick_, -1);
    block_->inputs.insert(block_->inputs.end(), inputs->values.begin(), inputs->values.end());
    return;
  }
  touched_ = true;
  block_->commands.emplace_back(tick_, static_cast<int>(block_->others.size()));
  block_->others.push_back(command);
}

void RecordingWriter::after_step(const sim::World& world, std::span<const sim::Event> events,
                                 bool restructured) {
  if (failed()) return;
  ++tick_;
  touched_ = false;
  step_inputs_ = world.input_values();
  block_->hashes.push_back(world.hash());
  block_->events.insert(block_->events.end(), events.begin(), events.end());
  if (restructured) block_->restructured.push_back(tick_);
  if (settings_.poses_every > 0 && tick_ % settings_.poses_every == 0) add_poses(world);
  if (snapshot_steps_ > 0 && tick_ % snapshot_steps_ == 0) add_snapshot(world.save());
  if (static_cast<std::int64_t>(block_->hashes.size()) >= block_steps_) hand_over();
}

void RecordingWriter::lose_track(const sim::World&, const std::string& why) {
  if (failed() || !block_->limit.empty()) return;
  block_->limit = why;
  block_->limit_tick = tick_;
}

void RecordingWriter::add_snapshot(sim::Snapshot snapshot) {
  last_snapshot_ = tick_;
  block_->snapshots.emplace_back(tick_, std::move(snapshot));
}

void RecordingWriter::add_poses(const sim::World& world) {
  Poses& p = block_->poses.emplace_back();
  p.step = world.step_count();
  p.time = world.time();
  for (sim::BodyHandle b : bodies_) {
    if (!world.alive(b)) {
      p.numbers.insert(p.numbers.end(), 7, std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const Pose pose = world.pose(b);
    const Eigen::Quaterniond q(pose.rotation);
    for (double x :
         {pose.position.x(), pose.position.y(), pose.position.z(), q.w(), q.x(), q.y(), q.z()})
      p.numbers.push_back(x);
  }
}

/// Gives the block to the writing thread, if that can be done at once; else the block grows on.
void RecordingWriter::hand_over() {
  std::unique_lock lock(mutex_, std::defer_lock);
  if (settings_.may_wait) {
    lock.lock();
    while (full_.size() >= kMaxWaitingBlocks && !failed()) {
      lock.unlock();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      lock.lock();
    }
  } else if (!lock.try_lock()) {
    return;
  }
  if (full_.size() >= kMaxWaitingBlocks) {
    failed_ = true;
    return;
  }
  full_.push_back(std::move(block_));
  if (empty_.empty()) {
    block_ = std::make_unique<Block>();
  } else {
    block_ = std::move(empty_.front());
    empty_.pop_front();
  }
  block_->first = tick_;
}

void RecordingWriter::stop_thread() {
  ending_.store(true, std::memory_order_release);
  if (thread_.joinable()) thread_.join();
}

void RecordingWriter::detach() {
  if (world_ != nullptr && world_->listener() == this) world_->set_listener(nullptr);
  world_ = nullptr;
}

void RecordingWriter::finish() {
  detach();
  if (!thread_.joinable()) return;
  stop_thread();
  const bool given_up = failed();
  if (!given_up) {
    full_.push_back(std::move(block_));
    block_ = std::make_unique<Block>();
    block_->first = tick_;
    write_blocks();
    out_ << seal(fmt::format("{{\"end\":{}}}", tick_)) << std::flush;
  }
  out_.close();
  if (given_up || !out_)
    throw Error(fmt::format(
        "the recording '{}' could not be written to its end (disk full or too slow); what is on "
        "the disk can be used",
        path_));
}

// ---------------------------------------------------------------------------- the writing thread

void RecordingWriter::write_blocks() {
  while (true) {
    std::unique_ptr<Block> block;
    {
      const std::lock_guard lock(mutex_);
      if (full_.empty()) break;
      block = std::move(full_.front());
      full_.pop_front();
    }
    if (!failed()) {
      write(*block);
      out_.flush();
      if (!out_) failed_ = true;
    }
    block->clear();
    const std::lock_guard lock(mutex_);
    empty_.push_back(std::move(block));
  }
}

void RecordingWriter::report_failure() {
  if (!failed() || reported_) return;
  reported_ = true;
  if (settings_.on_failure)
    settings_.on_failure(fmt::format(
        "the recording '{}' ends after {} steps: the disk is full or too slow. The run goes on.",
        path_, written_));
}

void RecordingWriter::write(const Block& b) {
  std::string text = fmt::format("{{\"block\":{},\"commands\":[", b.first);
  std::size_t next_input = 0;
  for (std::size_t i = 0; i < b.commands.size(); ++i) {
    const auto& [tick, other] = b.commands[i];
    text += fmt::format("{}[{},", i > 0 ? "," : "", tick);
    if (other >= 0) {
      text += sim::to_text(b.others[static_cast<std::size_t>(other)]) + "]";
      continue;
    }
    text += '[';
    for (std::size_t k = 0; k < input_count_; ++k)
      text += fmt::format("{}{:.17g}", k == 0 ? "" : ",", b.inputs[next_input++]);
    text += "]]";
  }
  text += "],\"hashes\":\"";
  for (std::uint64_t h : b.hashes) text += to_hex(h);
  text += '"';
  if (!b.restructured.empty())
    text += fmt::format(",\"restructured\":[{}]", fmt::join(b.restructured, ","));
  text += '}';
  if (settings_.packed)
    text = fmt::format("{{\"block\":{},\"packed\":\"{}\"}}", b.first, pack(text));
  out_ << seal(std::move(text)) << std::flush;
  if (out_) written_ = b.first + static_cast<std::int64_t>(b.hashes.size());

  if (!b.limit.empty())
    out_ << seal(
        fmt::format("{{\"limit\":{},\"why\":{}}}", b.limit_tick, nlohmann::json(b.limit).dump()));
  if (!b.events.empty()) {
    std::string list = "{\"events\":[";
    for (std::size_t i = 0; i < b.events.size(); ++i)
      list += (i > 0 ? "," : "") + sim::to_text(b.events[i]);
    out_ << seal(list + "]}");
  }
  for (const auto& [tick, snapshot] : b.snapshots) write_snapshot(tick, snapshot);
  for (const Poses& p : b.poses) {
    std::string line = fmt::format("{{\"step\":{},\"t\":{:.9g},\"poses\":[", p.step, p.time);
    for (std::size_t k = 0; k < p.numbers.size(); k += 7) {
      if (k > 0) line += ',';
      line += std::isnan(p.numbers[k])
                  ? "null"
                  : fmt::format("[{:.7g}]",
                                fmt::join(p.numbers.begin() + static_cast<long>(k),
                                          p.numbers.begin() + static_cast<long>(k) + 7, ","));
    }
    out_ << seal(line + "]}");
  }
}

/// Beside the last whole one, so that of two snapshots with a damaged one between them both can be used. A new whole
/// one when a minute has passed, or when that is hardly smaller.
void RecordingWriter::write_snapshot(std::int64_t tick, const sim::Snapshot& snapshot) {
  std::string bytes = sim::to_bytes(snapshot);
  if (!settings_.packed) {
    out_ << seal(fmt::format("{{\"snapshot\":{},\"state\":\"{}\"}}", tick, to_base64(bytes)));
    return;
  }
  if (whole_tick_ >= 0 &&
      tick - whole_tick_ < kWholeEvery * std::max<std::int64_t>(snapshot_steps_, 1)) {
    const std::string packed = pack(delta(whole_, bytes));
    if (packed.size() < pack(bytes).size() / 4 * 3) {
      out_ << seal(fmt::format("{{\"snapshot\":{},\"beside\":{},\"packed\":\"{}\"}}", tick,
                               whole_tick_, packed));
      return;
    }
  }
  out_ << seal(fmt::format("{{\"snapshot\":{},\"packed\":\"{}\"}}", tick, pack(bytes)));
  whole_tick_ = tick;
  whole_ = std::move(bytes);
}

}  // namespace outrigger::recorder
