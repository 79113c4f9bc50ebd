#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "mesh_files/file_check.h"

namespace outrigger::mesh_files {
namespace {

struct Property {
  std::string name;
  std::string_view type;        ///< of the value, or of the items of a list
  std::string_view count_type;  ///< of a list; empty: no list
};

struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::uint64_t least_size = 0;  ///< bytes of one in a binary file, lists empty
  std::vector<Property> properties;

  bool has_lists() const {
    return std::any_of(properties.begin(), properties.end(),
                       [](const Property& p) { return !p.count_type.empty(); });
  }
};

/// Corners of faces are named so.
bool is_corners(const Element& e, const Property& p) {
  return e.name == "face" && !p.count_type.empty() &&
         (p.name == "vertex_indices" || p.name == "vertex_index");
}

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
  bool text = false, big_endian = false, ended = false;
  std::uint64_t vertices = 0;
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
      header.big_endian = kind == "binary_big_endian";
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
      Property p;
      p.type = next_word(line);
      if (p.type == "list") {
        p.count_type = next_word(line);
        p.type = next_word(line);
      }
      for (const std::string_view type : {p.type, p.count_type.empty() ? p.type : p.count_type}) {
        if (size_of(type) == 0) fail(fmt::format("'{}' is no type of PLY", printable(type)));
      }
      p.name = std::string(next_word(line));
      e.least_size += size_of(p.count_type.empty() ? p.type : p.count_type);
      e.properties.push_back(std::move(p));
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

std::string corner_error(std::uint64_t face, std::int64_t corner, std::uint64_t vertices) {
  if (corner >= 0 && static_cast<std::uint64_t>(corner) < vertices) return {};
  return fmt::format(
      "face {} names vertex {}, but there are {}, counted from 0; export the mesh again", face,
      corner, vertices);
}

/// One line of a text file: as many words as its properties need, corners that exist.
std::string check_text_item(std::string_view line, const Element& e, std::uint64_t i,
                            std::uint64_t vertices) {
  for (const Property& p : e.properties) {
    if (e.name == "vertex" && p.name == "x") {
      std::string error = coordinate_error(line, fmt::format("vertex {}", i));
      if (!error.empty()) return error;
    }
    std::string_view word = next_word(line);
    std::int64_t count = 1;
    if (!p.count_type.empty()) {
      std::from_chars(word.data(), word.data() + word.size(), count);
      if (count < 0)
        return fmt::format("{} {} has a list of {} items", printable(e.name), i, count);
    }
    for (std::int64_t k = 0; k < count; ++k) {
      if (!p.count_type.empty()) word = next_word(line);
      if (word.empty()) {
        return fmt::format("{} {} has too few numbers: half a file? Export it again",
                           printable(e.name), i);
      }
      if (!is_corners(e, p)) continue;
      std::int64_t corner = -1;
      std::from_chars(word.data(), word.data() + word.size(), corner);
      std::string error = corner_error(i, corner, vertices);
      if (!error.empty()) return error;
    }
  }
  return {};
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
      check.error = check_text_item(line, e, i, header.vertices);
      check.line = header.lines + lines.number();
      if (!check.error.empty()) return;
    }
  }
  check.line = 0;
}

/// A whole number of a binary file; 0 for floating-point types, which count nothing.
std::int64_t read_integer(std::string_view bytes, std::string_view type, bool big_endian) {
  if (type.starts_with("float") || type == "double") return 0;
  const std::size_t size = size_of(type);
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < size; ++k) {
    const auto byte = static_cast<unsigned char>(bytes[big_endian ? k : size - 1 - k]);
    value = value << 8 | byte;
  }
  const bool negative = type.front() != 'u' && (value >> (8 * size - 1) & 1) != 0;
  return static_cast<std::int64_t>(value) -
         (negative ? std::int64_t{1} << (8 * size) : std::int64_t{0});
}

std::string check_binary_item(std::string_view& left, const Element& e, std::uint64_t i,
                              const Header& header) {
  for (const Property& p : e.properties) {
    std::uint64_t count = 1;
    if (!p.count_type.empty()) {
      const std::size_t size = size_of(p.count_type);
      if (left.size() < size) return "half";
      const std::int64_t n = read_integer(left, p.count_type, header.big_endian);
      left.remove_prefix(size);
      if (n < 0) return fmt::format("{} {} has a list of {} items", printable(e.name), i, n);
      count = static_cast<std::uint64_t>(n);
    }
    const std::size_t size = size_of(p.type);
    if (count > left.size() / size) return "half";
    for (std::uint64_t k = 0; k < count && is_corners(e, p); ++k) {
      const std::int64_t corner = read_integer(left.substr(k * size), p.type, header.big_endian);
      std::string error = corner_error(i, corner, header.vertices);
      if (!error.empty()) return error;
    }
    left.remove_prefix(count * size);
  }
  return {};
}

void check_binary_body(std::string_view left, const Header& header, FileCheck& check) {
  for (const Element& e : header.elements) {
    const std::uint64_t one = std::max<std::uint64_t>(e.least_size, 1);
    if (e.count > left.size() / one) {
      check.error = fmt::format(
          "the header says {} of '{}', which need {} bytes or more each, but only {} bytes are "
          "left: "
          "half a file; copy or export it again",
          e.count, printable(e.name), one, left.size());
      return;
    }
    if (!e.has_lists()) {
      left.remove_prefix(e.count * e.least_size);
      continue;
    }
    for (std::uint64_t i = 0; i < e.count && check.error.empty(); ++i) {
      check.error = check_binary_item(left, e, i, header);
      if (check.error == "half") {
        check.error = fmt::format(
            "the file ends within {} {} of {}: half a file; copy or export it "
            "again",
            printable(e.name), i, e.count);
      }
    }
    if (!check.error.empty()) return;
  }
}

}  // namespace

FileCheck check_ply(std::string_view bytes) {
  FileCheck check;
  check.used_size = bytes.size();
  Header header = read_header(bytes, check);
  if (!check.error.empty()) return check;
  std::uint64_t vertices = 0, faces = 0;
  for (const Element& e : header.elements) {
    if (e.name == "vertex") vertices += e.count;
    if (e.name == "face" || e.name == "tristrips") faces += e.count;
  }
  header.vertices = vertices;
  if (vertices == 0) {
    check.error = "the file has no vertices; export the mesh again";
  } else if (faces == 0) {
    check.error = "the file has no faces: a cloud of points? Export the mesh with its surface";
  }
  if (!check.error.empty()) return check;
  const std::string_view body = bytes.substr(std::min(header.size, bytes.size()));
  if (header.text) {
    check_text_body(body, header, check);
  } else {
    check_binary_body(body, header, check);
  }
  return check;
}

}  // namespace outrigger::mesh_files
