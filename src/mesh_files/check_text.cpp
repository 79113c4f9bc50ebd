/// OBJ and STL: both are mostly read by eye when something is wrong, so errors name lines.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>

#include "mesh_files/file_check.h"

namespace outrigger::mesh_files {
namespace {

/// Remembers the largest index of a face until all vertices are counted.
struct ObjIndices {
  std::int64_t vertices = 0, faces = 0, largest = 0;
  std::size_t largest_line = 0;

  std::string add_face(std::string_view line, std::size_t number) {
    int corners = 0;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      if (word.front() == '#') break;
      const std::string_view digits = word.substr(0, word.find('/'));
      std::int64_t index = 0;
      const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
      if (code != std::errc() || end != digits.data() + digits.size() || index == 0) {
        return fmt::format(
            "'{}' is no corner of a face; corners are vertex numbers from 1, with /numbers for "
            "texture and normal",
            printable(word));
      }
      if (index < -vertices) {
        return fmt::format("the face counts {} vertices back, but there are only {} before it",
                           -index, vertices);
      }
      if (index > largest) {
        largest = index;
        largest_line = number;
      }
      ++corners;
    }
    faces += corners >= 3;
    if (corners >= 3) return "";
    return fmt::format("a face of {} corners: at least 3 are needed; half a file? Export it again",
                       corners);
  }
};

FileCheck failed(std::string error, std::size_t line = 0) {
  FileCheck check;
  check.error = std::move(error);
  check.line = line;
  return check;
}

FileCheck check_text_stl(std::string_view bytes) {
  FileCheck check;
  check.used_size = bytes.size();
  Lines lines(bytes);
  std::string_view line;
  std::int64_t facets = 0, corners = 0;
  bool open = false, ended = false;
  std::size_t facet_line = 0;
  while (lines.next(line)) {
    const std::string_view word = next_word(line);
    if (word == "solid") {
      if (!printable(line).empty()) {
        check.notes.push_back(fmt::format("the solid is named '{}'", printable(line.substr(1))));
      }
      ended = false;
    } else if (word == "facet") {
      open = true;
      corners = 0;
      facet_line = lines.number();
    } else if (word == "vertex") {
      ++corners;
      const std::string error = coordinate_error(line, "a vertex");
      if (!error.empty()) return failed(error, lines.number());
    } else if (word == "endfacet") {
      if (corners != 3) {
        return failed(fmt::format("the facet that began in line {} has {} vertices, not 3",
                                  facet_line, corners),
                      lines.number());
      }
      open = false;
      ++facets;
    } else if (word == "endsolid") {
      ended = true;
    }
  }
  if (open || !ended) {
    return failed(
        fmt::format("the file ends in the middle, after {} facets, without 'endsolid'; copy or "
                    "export it again",
                    facets),
        lines.number());
  }
  if (facets == 0) return failed("the file has no facets; export the mesh again");
  return check;
}

}  // namespace

FileCheck check_obj(std::string_view bytes) {
  FileCheck check;
  check.used_size = bytes.size();
  if (bytes.find('\0') != std::string_view::npos) {
    return failed("the file is not text, so it is no OBJ; export it again");
  }
  Lines lines(bytes);
  std::string_view line;
  ObjIndices indices;
  bool continued = false;
  while (lines.next(line)) {
    std::string_view rest = line;
    const bool continues =
        printable(line.substr(line.size() > 2 ? line.size() - 2 : 0)).ends_with('\\');
    const std::string_view word = next_word(rest);
    std::string error;
    if (continued || continues) {
      // Lines joined by a backslash are rare: the importer sees to them.
      indices.vertices += !continued && word == "v";
      indices.faces += !continued && word == "f";
    } else if (word == "v") {
      ++indices.vertices;
      error = coordinate_error(rest, fmt::format("vertex {}", indices.vertices));
    } else if (word == "f") {
      error = indices.add_face(rest, lines.number());
    } else if (!word.empty() && word.front() == '#' && check.notes.size() < 8 &&
               (line.find("nit") != std::string_view::npos ||
                line.find("up") != std::string_view::npos)) {
      check.notes.push_back(fmt::format("line {} says: {}", lines.number(), printable(line)));
    }
    if (!error.empty()) return failed(error, lines.number());
    continued = continues;
  }
  if (indices.vertices == 0) {
    return failed("the file has no vertices ('v' lines), so it is no OBJ or it is empty");
  }
  if (indices.faces == 0) {
    return failed("the file has no faces ('f' lines); export the mesh with its surface");
  }
  if (indices.largest > indices.vertices) {
    return failed(
        fmt::format("the face names vertex {}, but the file has {}; half a file? Export it "
                    "again",
                    indices.largest, indices.vertices),
        indices.largest_line);
  }
  return check;
}

FileCheck check_stl(std::string_view bytes) {
  constexpr std::size_t kHeader = 84, kFacet = 50;
  std::uint32_t count = 0;
  std::size_t needed = 0;
  if (bytes.size() >= kHeader) {
    std::memcpy(&count, bytes.data() + 80, sizeof count);
    needed = kHeader + kFacet * std::size_t{count};
  }
  std::string_view start = bytes.substr(0, 300);
  const bool text = next_word(start) == "solid" && needed != bytes.size() &&
                    bytes.substr(0, 2000).find('\0') == std::string_view::npos;
  if (text) return check_text_stl(bytes);
  if (bytes.size() < kHeader) {
    return failed(
        fmt::format("a file of {} bytes is no STL: half a file? Export it again", bytes.size()));
  }
  if (count == 0) return failed("the file has no triangles; export the mesh again");
  if (needed > bytes.size()) {
    return failed(
        fmt::format("the header says {} triangles, which need {} bytes, but the file has "
                    "{}: half a file, or no STL; copy or export it again",
                    count, needed, bytes.size()));
  }
  for (std::size_t i = 0; i < count; ++i) {
    float corner[9];
    std::memcpy(corner, bytes.data() + kHeader + kFacet * i + 12, sizeof corner);
    for (const float x : corner) {
      if (!(std::abs(x) < 1e30f)) {
        return failed(
            fmt::format("triangle {} has a corner at {}: numbers must be finite and below "
                        "1e30; export the mesh again",
                        i, x));
      }
    }
  }
  FileCheck check;
  check.used_size = needed;
  const std::string header = printable(bytes.substr(0, 80));
  if (!header.empty()) check.notes.push_back(fmt::format("the header says: {}", header));
  if (needed < bytes.size()) {
    check.notes.push_back(
        fmt::format("{} bytes after the last triangle were ignored", bytes.size() - needed));
  }
  return check;
}

}  // namespace outrigger::mesh_files
