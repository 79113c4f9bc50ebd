#include "recorder/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "base/json_depth.h"
#include "recorder/line_format.h"
#include "recorder/packing.h"

namespace outrigger::recorder {

using nlohmann::json;

namespace {

/// The line, its commands, one of them with its tick, its text, a description, its points, one, its place.
constexpr int kDeepest = 8;

std::uint64_t hex_member(const json& object, const char* key) {
  const auto value = from_hex(object.at(key).get<std::string>());
  if (!value) throw Error("a hash is damaged");
  return *value;
}

RecordingHeader read_header(const std::string& path, const std::string& line) {
  if (json_deeper_than(line, kDeepest))
    throw Error(fmt::format(
        "'{}' is not a recording of Outrigger: lists in its first line are more than {} deep", path,
        kDeepest));
  const json h = json::parse(line, nullptr, false);
  if (!h.is_object() || !h.contains("outrigger_recording"))
    throw Error(fmt::format("'{}' is not a recording of Outrigger", path));
  if (h["outrigger_recording"] != kFormatVersion &&
      h["outrigger_recording"] != kPlainFormatVersion &&
      h["outrigger_recording"] != kOldFormatVersion)
    throw Error(fmt::format("'{}' has format {}; this program reads format {}", path,
                            h["outrigger_recording"].dump().substr(0, 40), kFormatVersion));
  if (!seal_intact(line))
    throw Error(
        fmt::format("'{}': the first line is damaged (its checksum is wrong), so the run "
                    "cannot be set up again",
                    path));
  RecordingHeader header;
  try {
    h.at("machine_file").get_to(header.machine_file);
    for (const json& f : h.at("files"))
      header.files.push_back({f.at("path").get<std::string>(), f.at("text").get<std::string>()});
    h.at("variants").get_to(header.variants);
    h.at("site").at("file").get_to(header.site_file);
    h.at("site").at("text").get_to(header.site_text);
    h.at("site").at("start").get_to(header.start_place);
    if (h["site"].contains("placed")) h["site"]["placed"].get_to(header.placed);
    h.at("step").get_to(header.step);
    header.equilibrium = h.at("start").get<std::string>() == "equilibrium";
    h.at("bodies").get_to(header.bodies);
    h.at("inputs").get_to(header.inputs);
    h.at("start_inputs").get_to(header.start_inputs);
    header.start_hash = hex_member(h, "start_hash");
    for (const json& m : h.at("meshes"))
      header.shape_meshes.push_back({m.at("shape").get<std::string>(),
                                     m.at("of").get<std::string>() == "site",
                                     hex_member(m, "mesh")});
    // Recordings of before have none.
    if (h.contains("visual_meshes"))
      for (const json& m : h.at("visual_meshes"))
        header.visual_meshes.push_back({m.at("visual").get<std::string>(), hex_member(m, "mesh")});
    if (header.files.empty() || header.start_inputs.size() != header.inputs.size())
      throw Error("something is missing");
    if (!(header.step >= 1e-7 && header.step <= 0.1))
      throw Error(fmt::format("a step of {:g} s is not allowed: 1e-7 to 0.1 s", header.step));
  } catch (const std::exception& e) {
    throw Error(fmt::format("'{}': damaged header: {}", path, e.what()));
  }
  return header;
}

/// [tick, [inputs]] or [tick, command].
sim::StampedCommand read_command(const json& c) {
  sim::StampedCommand stamped{c.at(0).get<std::int64_t>(), sim::SetInputs{}};
  if (c.at(1).is_array())
    c.at(1).get_to(std::get<sim::SetInputs>(stamped.command).values);
  else
    stamped.command = sim::command_from_text(c.at(1).dump());
  return stamped;
}

/// Of kOldFormatVersion: [tick, [inputs]] or [tick, "reset"].
sim::StampedCommand read_old_change(const json& c) {
  if (c.at(1).is_string()) return {c.at(0).get<std::int64_t>(), sim::Reset{}};
  return read_command(c);
}

/// Appends a block; false when it does not follow what was read before.
bool add_block(const json& line, Recording& r) {
  const std::int64_t first = line.at("block").get<std::int64_t>();
  const std::string hashes = line.at("hashes").get<std::string>();
  if (first != r.ticks() || hashes.size() % 16 != 0) return false;
  const std::int64_t end = first + static_cast<std::int64_t>(hashes.size() / 16);
  std::vector<sim::StampedCommand> commands;
  std::vector<std::uint64_t> words;
  const bool is_old = line.contains("changes");
  for (const json& c : line.at(is_old ? "changes" : "commands")) {
    const std::int64_t earliest = commands.empty() ? first : commands.back().tick;
    commands.push_back(is_old ? read_old_change(c) : read_command(c));
    const sim::StampedCommand& command = commands.back();
    if (command.tick < earliest || command.tick > end) return false;
    const auto* inputs = std::get_if<sim::SetInputs>(&command.command);
    if (inputs != nullptr && inputs->values.size() != r.header.inputs.size()) return false;
  }
  for (std::size_t i = 0; i < hashes.size(); i += 16) {
    const auto hash = from_hex(std::string_view(hashes).substr(i, 16));
    if (!hash) return false;
    words.push_back(*hash);
  }
  std::vector<std::int64_t> restructured;
  if (line.contains("restructured")) line["restructured"].get_to(restructured);
  std::int64_t before = first;
  for (const std::int64_t tick : restructured) {
    if (tick <= before || tick > end) return false;
    before = tick;
  }
  r.hashes.insert(r.hashes.end(), words.begin(), words.end());
  r.restructured.insert(r.restructured.end(), restructured.begin(), restructured.end());
  std::move(commands.begin(), commands.end(), std::back_inserter(r.commands));
  return true;
}

/// A line whose content is packed, as it would be plain.
std::string plain_line(const json& line) {
  auto text = unpack(line.at("packed").get<std::string>());
  if (!text) throw Error("what is packed in it is damaged");
  if (json_deeper_than(*text, kDeepest))
    throw Error(fmt::format("its lists are more than {} deep", kDeepest));
  return *text;
}

/// State of a snapshot line; of a packed one, beside that of a snapshot before it where it says so.
std::string state_of(const json& line, const Recording& r) {
  if (!line.contains("packed")) {
    auto bytes = from_base64(line.at("state").get<std::string>());
    if (!bytes) throw Error("it is not base64");
    return *bytes;
  }
  auto bytes = unpack(line.at("packed").get<std::string>());
  if (bytes && line.contains("beside")) {
    const auto tick = line["beside"].get<std::int64_t>();
    const auto before = std::find_if(r.snapshots.begin(), r.snapshots.end(),
                                     [&](const auto& s) { return s.tick == tick; });
    if (before == r.snapshots.end())
      throw Error(
          fmt::format("the snapshot after step {}, beside which it stands, is missing", tick));
    bytes = apply_delta(before->bytes, *bytes);
  }
  if (!bytes) throw Error("what is packed in it is damaged");
  return *bytes;
}

/// One line after the header. False when nothing after it can be used.
bool add_line(const std::string& text, std::size_t number, Recording& r) {
  // A snapshot, a drawing or a list of events that is damaged is not missed.
  const bool dispensable = text.starts_with("{\"snapshot\"") || text.starts_with("{\"step\"") ||
                           text.starts_with("{\"events\"");
  try {
    if (!seal_intact(text)) throw Error("its checksum is wrong");
    if (json_deeper_than(text, kDeepest))
      throw Error(fmt::format("its lists are more than {} deep", kDeepest));
    json line = json::parse(text);
    if (line.contains("block") && line.contains("packed")) line = json::parse(plain_line(line));
    if (line.contains("block")) {
      if (!add_block(line, r)) throw Error("it does not follow the lines before");
    } else if (line.contains("snapshot")) {
      r.snapshots.push_back({line.at("snapshot").get<std::int64_t>(), state_of(line, r)});
    } else if (line.contains("events")) {
      for (const json& e : line["events"]) r.events.push_back(sim::event_from_text(e.dump()));
    } else if (line.contains("limit")) {
      if (!r.limit)
        r.limit = {line["limit"].get<std::int64_t>(), line.at("why").get<std::string>()};
    } else if (line.contains("mesh")) {
      auto bytes = from_base64(line.at("data").get<std::string>());
      if (!bytes || mesh_hash(*bytes) != hex_member(line, "mesh"))
        throw Error("its mesh is not that of its hash");
      r.header.meshes.push_back({mesh_hash(*bytes), std::move(*bytes)});
    } else if (line.contains("end")) {
      r.complete = line.at("end").get<std::int64_t>() == r.ticks();
    }
  } catch (const std::exception& e) {
    r.problems.push_back(
        fmt::format("line {} is damaged ({}); {}", number, e.what(),
                    dispensable ? "the run is intact without it"
                                : fmt::format("only the {} steps before it are used", r.ticks())));
    return dispensable;
  }
  return true;
}

/// Everything after the header, up to what cannot be used.
void read_lines(std::istream& in, Recording& r) {
  std::string line;
  for (std::size_t number = 2; std::getline(in, line); ++number) {
    if (in.eof() && !seal_intact(line)) {
      r.problems.push_back(
          fmt::format("line {} is cut off; {} steps are intact", number, r.ticks()));
      return;
    }
    if (!add_line(line, number, r)) return;
  }
  if (!r.complete && r.problems.empty())
    r.problems.push_back(fmt::format(
        "the last line is missing (the run was killed); {} steps are intact", r.ticks()));
}

}  // namespace

std::uint64_t mesh_hash(std::string_view bytes) {
  Hash h;
  h.add_bytes(bytes.data(), bytes.size());
  return h.value();
}

Recording load_recording(const std::string& path) {
  // A device has lines without end; a pipe without a writer never answers.
  std::error_code error;
  const auto type = std::filesystem::status(path, error).type();
  if (type != std::filesystem::file_type::regular && std::filesystem::exists(path, error))
    throw Error(fmt::format("the recording '{}' is {}", path,
                            type == std::filesystem::file_type::directory
                                ? "a directory, not a file"
                                : "not a regular file"));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(fmt::format("cannot read the recording '{}'", path));
  return read_recording(in, path);
}

Recording read_recording(std::istream& in, const std::string& name) {
  std::string line;
  if (in.peek() != '{' && !in.eof())
    throw Error(fmt::format("'{}' is not a recording of Outrigger", name));
  if (!std::getline(in, line)) throw Error(fmt::format("the recording '{}' is empty", name));
  Recording r;
  r.header = read_header(name, line);
  read_lines(in, r);
  // Snapshots beyond the last intact block lead nowhere.
  std::erase_if(r.snapshots, [&](const auto& s) { return s.tick < 0 || s.tick > r.ticks(); });
  return r;
}

}  // namespace outrigger::recorder
