#include "recorder/recording.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "base/json_depth.h"
#include "recorder/line_format.h"

namespace outrigger::recorder {

using nlohmann::json;

namespace {

/// Lines of a recording are flat: an object, a list in it, a list of numbers in that.
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
  if (h["outrigger_recording"] != kFormatVersion)
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
    if (header.files.empty() || header.start_inputs.size() != header.inputs.size())
      throw Error("something is missing");
    if (!(header.step >= 1e-7 && header.step <= 0.1))
      throw Error(fmt::format("a step of {:g} s is not allowed: 1e-7 to 0.1 s", header.step));
  } catch (const std::exception& e) {
    throw Error(fmt::format("'{}': damaged header: {}", path, e.what()));
  }
  return header;
}

Change read_change(const json& c) {
  Change change;
  change.tick = c.at(0).get<std::int64_t>();
  if (c.at(1).is_string()) {
    change.reset = true;
  } else {
    c.at(1).get_to(change.inputs);
  }
  return change;
}

/// Appends a block; false when it does not follow what was read before.
bool add_block(const json& line, Recording& r) {
  const std::int64_t first = line.at("block").get<std::int64_t>();
  const std::string hashes = line.at("hashes").get<std::string>();
  if (first != r.ticks() || hashes.size() % 16 != 0) return false;
  const std::int64_t end = first + static_cast<std::int64_t>(hashes.size() / 16);
  std::vector<Change> changes;
  std::vector<std::uint64_t> words;
  for (const json& c : line.at("changes")) {
    const std::int64_t earliest = changes.empty() ? first : changes.back().tick;
    changes.push_back(read_change(c));
    const Change& change = changes.back();
    const std::size_t inputs = change.inputs.size();
    if (change.tick < earliest || change.tick > end) return false;
    if (!change.reset && inputs != r.header.inputs.size()) return false;
  }
  for (std::size_t i = 0; i < hashes.size(); i += 16) {
    const auto hash = from_hex(std::string_view(hashes).substr(i, 16));
    if (!hash) return false;
    words.push_back(*hash);
  }
  r.hashes.insert(r.hashes.end(), words.begin(), words.end());
  r.changes.insert(r.changes.end(), changes.begin(), changes.end());
  return true;
}

/// One line after the header. False when nothing after it can be used.
bool add_line(const std::string& text, std::size_t number, Recording& r) {
  // A snapshot or a drawing that is damaged is not missed.
  const bool dispensable = text.starts_with("{\"snapshot\"") || text.starts_with("{\"step\"");
  try {
    if (!seal_intact(text)) throw Error("its checksum is wrong");
    if (json_deeper_than(text, kDeepest))
      throw Error(fmt::format("its lists are more than {} deep", kDeepest));
    const json line = json::parse(text);
    if (line.contains("block")) {
      if (!add_block(line, r)) throw Error("it does not follow the lines before");
    } else if (line.contains("snapshot")) {
      auto bytes = from_base64(line.at("state").get<std::string>());
      if (!bytes) throw Error("it is not base64");
      r.snapshots.push_back({line.at("snapshot").get<std::int64_t>(), std::move(*bytes)});
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
