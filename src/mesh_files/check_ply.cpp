#include <fmt/format.h>

#include <charconv>
#include <map>

#include "mesh_files/file_check.h"

namespace outrigger::mesh_files {
namespace {

struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::uint64_t least_size = 0;  ///< bytes of one in a binary file, lists empty
  int properties = 0;
  int place_of_x = -1;  ///< among the properties; y and z follow
};

std::uint64_t size_of(std::string_view type) {
  static const std::map<std::string_view, std::uint64_t> kSizes = {
      {"char", 1},  {"uchar", 1},  {"short", 2},   {"ushort", 2}, {"int", 4},   {"uint", 4},
      {"float", 4}, {"double", 8}, {"int8", 1},    {"uint8", 1},  {"int16", 2}, {"uint16", 2},
      {"int32", 4}, {"uint32", 4}, {"float32", 4}, {"float64", 8}};
  const auto found = kSizes.find(type);
  return found == kSizes.end() ? 0 : found->second;
}

struct Header {
  std::vector<Element> elements;
  bool text = false, ended = false;
  std::size_t size = 0, lines = 0;  ///< of the header
};

/// Fills `check.error` and its line where the header is wrong.
Header read_header(std::string_view bytes, FileCheck& check) {
  Header header;
  Lines lines(bytes);
  std::string_view line;
  const auto fail = [&](std::string error) {
    check.error = std::move(error);
    check.line = lines.number();
  };
  while (check.error.empty() && lines.next(line)) {
    header.size = static_cast<std::size_t>(line.data() + line.size() - bytes.data()) + 1;
    header.lines = lines.number();
    const std::string_view whole = line;
    const std::string_view word = next_word(line);
    if (lines.number() == 1) {
      if (word != "ply") fail("a PLY file begins with the line 'ply'; this one does not");
    } else if (word == "format") {
      const std::string_view kind = next_word(line);
      header.text = kind == "ascii";
      if (!header.text && kind != "binary_little_endian" && kind != "binary_big_endian") {
        fail(fmt::format("format '{}'; there are ascii, binary_little_endian, binary_big_endian",
                         printable(kind)));
      }
    } else if (word == "element") {
      Element e;
      e.name = std::string(next_word(line));
      const std::string_view count = next_word(line);
      const auto [end, code] = std::from_chars(count.data(), count.data() + count.size(), e.count);
      if (code != std::errc() || end != count.data() + count.size()) {
        fail(fmt::format("element '{}' has the count '{}', which is not a number",
                         printable(e.name), printable(count)));
      }
      header.elements.push_back(std::move(e));
    } else if (word == "property") {
      if (header.elements.empty()) {
        fail("a property before the first element");
        break;
      }
      Element& e = header.elements.back();
      std::string_view type = next_word(line);
      const bool list = type == "list";
      if (list) type = next_word(line);
      if (size_of(type) == 0) fail(fmt::format("'{}' is no type of PLY", printable(type)));
      e.least_size += size_of(type);
      if (list) next_word(line);
      if (next_word(line) == "x") e.place_of_x = e.properties;
      ++e.properties;
    } else if (word == "end_header") {
      header.ended = true;
      break;
    } else if ((word == "comment" || word == "obj_info") && check.notes.size() < 8) {
      check.notes.push_back(fmt::format("line {} says: {}", lines.number(), printable(whole)));
    }
  }
  if (check.error.empty() && !header.ended) {
    fail("the file ends within its header: 'end_header' is missing; copy or export it again");
  }
  return header;
}

void check_text_body(std::string_view body, const Header& header, FileCheck& check) {
  Lines lines(body);
  std::string_view line;
  for (const Element& e : header.elements) {
    for (std::uint64_t i = 0; i < e.count; ++i) {
      do {
        if (!lines.next(line)) {
          check.error = fmt::format(
              "the header says {} of '{}', but the file ends after {}: half a file; copy or export "
              "it again",
              e.count, printable(e.name), i);
          check.line = header.lines + lines.number();
          return;
        }
      } while (printable(line).empty());
      if (e.name != "vertex" || e.place_of_x < 0) continue;
      for (int k = 0; k < e.place_of_x; ++k) next_word(line);
      check.error = coordinate_error(line, fmt::format("vertex {}", i));
      check.line = header.lines + lines.number();
      if (!check.error.empty()) return;
    }
  }
  check.line = 0;
}

}  // namespace

FileCheck check_ply(std::string_view bytes) {
  FileCheck check;
  check.used_size = bytes.size();
  const Header header = read_header(bytes, check);
  if (!check.error.empty()) return check;
  std::uint64_t vertices = 0, faces = 0;
  for (const Element& e : header.elements) {
    if (e.name == "vertex") vertices += e.count;
    if (e.name == "face" || e.name == "tristrips") faces += e.count;
  }
  if (vertices == 0) {
    check.error = "the file has no vertices; export the mesh again";
  } else if (faces == 0) {
    check.error = "the file has no faces: a cloud of points? Export the mesh with its surface";
  }
  if (!check.error.empty()) return check;
  const std::string_view body = bytes.substr(std::min(header.size, bytes.size()));
  if (header.text) {
    check_text_body(body, header, check);
    return check;
  }
  std::uint64_t left = body.size();
  for (const Element& e : header.elements) {
    const std::uint64_t one = std::max<std::uint64_t>(e.least_size, 1);
    if (e.count > left / one) {
      check.error = fmt::format(
          "the header says {} of '{}', which need {} bytes or more each, but only {} bytes are "
          "left: "
          "half a file; copy or export it again",
          e.count, printable(e.name), one, left);
      return check;
    }
    left -= e.count * one;
  }
  return check;
}

}  // namespace outrigger::mesh_files
