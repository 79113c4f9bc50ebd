#include "recorder/recording.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace outrigger::recorder {

using nlohmann::json;

Recording::Recording(const std::string& path, const std::string& machine_file,
                     const std::vector<std::string>& variants, const sim::World& world)
    : path_(path), out_(path) {
  if (!out_) throw Error(fmt::format("cannot write the recording '{}'", path));
  json header;
  header["outrigger_recording"] = 1;
  header["machine_file"] = machine_file;
  header["variants"] = variants;
  header["step"] = world.step_size();
  header["inputs"] = world.input_names();
  std::vector<std::string> names;
  for (const auto& island : world.islands())
    for (const auto& b : island->mechanism().bodies) {
      names.push_back(b.spec.name);
      bodies_.push_back(sim::HandleTable::handle<sim::PartKind::body>(b.id));
    }
  header["bodies"] = names;
  out_ << header.dump() << '\n';
}

void Recording::add(const sim::World& world) {
  last_step_ = world.step_count();
  const sim::Snapshot snapshot = world.save();
  std::string line = fmt::format(R"({{"step":{},"t":{:.9g},"hash":"{:016x}","inputs":[)",
                                 snapshot.step, snapshot.time, snapshot.hash());
  for (std::size_t i = 0; i < snapshot.inputs.size(); ++i)
    line += fmt::format("{}{:.17g}", i == 0 ? "" : ",", snapshot.inputs[i]);
  line += "],\"poses\":[";
  bool first = true;
  for (sim::BodyHandle b : bodies_) {
    if (!first) line += ',';
    first = false;
    if (!world.alive(b)) {
      line += "null";
      continue;
    }
    const Pose pose = world.pose(b);
    const Eigen::Quaterniond q(pose.rotation);
    line += fmt::format("[{:.7g},{:.7g},{:.7g},{:.7g},{:.7g},{:.7g},{:.7g}]", pose.position.x(),
                        pose.position.y(), pose.position.z(), q.w(), q.x(), q.y(), q.z());
  }
  line += "]}\n";
  out_ << line;
}

void Recording::finish(const sim::World& world) {
  if (last_step_ != world.step_count()) add(world);
  out_.flush();
  if (!out_) throw Error(fmt::format("writing the recording '{}' failed (disk full?)", path_));
}

RecordingReader::RecordingReader(const std::string& path) : in_(path) {
  if (!in_) throw Error(fmt::format("cannot read the recording '{}'", path));
  std::string line;
  std::getline(in_, line);
  const json header = json::parse(line, nullptr, false);
  if (!header.is_object() || header.value("outrigger_recording", 0) != 1)
    throw Error(fmt::format("'{}' is not a recording of this version", path));
  try {
    header.at("machine_file").get_to(header_.machine_file);
    header.at("variants").get_to(header_.variants);
    header.at("step").get_to(header_.step);
    header.at("bodies").get_to(header_.bodies);
    header.at("inputs").get_to(header_.inputs);
  } catch (const json::exception& e) {
    throw Error(fmt::format("'{}': damaged header: {}", path, e.what()));
  }
}

std::optional<RecordedFrame> RecordingReader::next() {
  std::string line;
  if (!std::getline(in_, line) || line.empty()) return std::nullopt;
  const json frame = json::parse(line, nullptr, false);
  try {
    RecordedFrame result;
    if (frame.is_discarded()) throw std::runtime_error("cut line");
    frame.at("step").get_to(result.step);
    frame.at("t").get_to(result.time);
    frame.at("inputs").get_to(result.inputs);
    result.hash = std::stoull(frame.at("hash").get<std::string>(), nullptr, 16);
    return result;
  } catch (const std::exception&) {
    truncated_ = true;
    return std::nullopt;
  }
}

}  // namespace outrigger::recorder
