#include "mesh_files/file_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace outrigger::mesh_files {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// What the first bytes look like, where they can be told from the given format.
const char* look_of(std::string_view bytes) {
  if (bytes.substr(0, 4) == "glTF") return "glb";
  if (bytes.substr(0, 4) == "ply\n" || bytes.substr(0, 5) == "ply\r\n") return "ply";
  if (bytes.substr(0, 2) == "PK") return "zip";
  if (bytes.substr(0, 5) == "<?xml" || bytes.substr(0, 9) == "<!DOCTYPE") return "xml";
  if (bytes.substr(0, 9) == "ISO-10303") return "step";
  if (bytes.substr(0, 18) == "Kaydara FBX Binary") return "fbx";
  return nullptr;
}

}  // namespace

bool Lines::next(std::string_view& line) {
  if (left_.empty()) return false;
  const std::size_t end = left_.find('\n');
  line = left_.substr(0, end);
  left_.remove_prefix(end == std::string_view::npos ? left_.size() : end + 1);
  ++number_;
  return true;
}

std::string_view next_word(std::string_view& line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  std::size_t end = 0;
  while (end < line.size() && !is_blank(line[end])) ++end;
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, 80)) {
    if (c >= ' ' && c <= '~') result += c;
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

std::string coordinate_error(std::string_view line, std::string_view what) {
  for (const char axis : {'x', 'y', 'z'}) {
    std::string_view word = next_word(line);
    if (word.empty()) return fmt::format("{} has no {}: three numbers are needed", what, axis);
    const std::string shown = printable(word);
    if (word.front() == '+') word.remove_prefix(1);
    double value = 0.0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    // Numbers too small for a double are as good as zero.
    const bool tiny = code == std::errc::result_out_of_range && std::abs(value) < 1.0 &&
                      word.find("e-") != std::string_view::npos;
    if (end != word.data() + word.size() || (code != std::errc() && !tiny)) {
      return fmt::format("{} of {} is '{}', which is not a number; half a file? Export it again",
                         axis, what, shown);
    }
    if (!(std::abs(value) < 1e30)) {
      return fmt::format(
          "{} of {} is '{}': it must be finite and below 1e30; export the mesh again", axis, what,
          shown);
    }
  }
  return {};
}

FileCheck check_file(std::string_view bytes, Format format) {
  FileCheck check;
  check.used_size = bytes.size();
  if (bytes.empty()) {
    check.error = "the file is empty; export the mesh again";
    return check;
  }
  const char* look = look_of(bytes);
  const bool xml_as_it_should =
      format == Format::dae && look != nullptr && look == std::string_view("xml");
  if (look != nullptr && look != std::string_view(format_name(format)) && !xml_as_it_should) {
    check.error = fmt::format(
        "the name says {}, but the content is {}; rename it, or export it as OBJ, STL, PLY or glTF",
        format_name(format), look);
    return check;
  }
  switch (format) {
    case Format::obj:
      return check_obj(bytes);
    case Format::stl:
      return check_stl(bytes);
    case Format::ply:
      return check_ply(bytes);
    case Format::gltf:
      return check_gltf(bytes);
    case Format::glb:
      return check_glb(bytes);
    case Format::dae:
      return check_dae(bytes);
  }
  return check;
}

}  // namespace outrigger::mesh_files
