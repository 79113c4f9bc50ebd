/// Collada: XML with a root <COLLADA> and, in <asset>, the unit and the axis that points up.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "mesh_files/file_check.h"

namespace outrigger::mesh_files {
namespace {

/// The value of an attribute of the tag that begins at the front of the text; empty where it has none.
std::string_view attribute_of(std::string_view tag, std::string_view name) {
  tag = tag.substr(0, tag.find('>'));
  for (std::size_t at = tag.find(name); at != std::string_view::npos; at = tag.find(name, at + 1)) {
    std::string_view rest = tag.substr(at + name.size());
    const auto skip_blanks = [&] {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    };
    skip_blanks();
    if (rest.empty() || rest.front() != '=') continue;
    rest.remove_prefix(1);
    skip_blanks();
    if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) continue;
    const char quote = rest.front();
    rest.remove_prefix(1);
    return rest.substr(0, rest.find(quote));
  }
  return {};
}

}  // namespace

FileCheck check_dae(std::string_view bytes) {
  FileCheck check;
  check.used_size = bytes.size();
  const std::size_t root = bytes.find("<COLLADA");
  if (root == std::string_view::npos) {
    check.error = "a DAE file has the root element <COLLADA>, this one has none; export it again";
    return check;
  }
  const std::size_t end = bytes.rfind("</COLLADA");
  if (end == std::string_view::npos || end < root) {
    check.error = "the file does not end with </COLLADA>: half a file? Export it again";
    return check;
  }
  // Entities could multiply what the file says; no program writes them into meshes.
  if (bytes.substr(0, root).find("<!ENTITY") != std::string_view::npos) {
    check.error = "it defines entities of its own (<!ENTITY ...>), which are not read";
    return check;
  }
  const std::string_view asset =
      bytes.substr(root, std::min(bytes.find("</asset>", root), end) - root);
  if (const std::size_t unit = asset.find("<unit"); unit != std::string_view::npos) {
    const std::string_view text = attribute_of(asset.substr(unit), "meter");
    double value = 0.0;
    const auto [last, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good = code == std::errc() && last == text.data() + text.size();
    if (!text.empty() && !(good && value > 1e-9 && value < 1e9)) {
      check.error =
          fmt::format("its unit, '{}' metres, is not a length; export it again", printable(text));
      return check;
    }
    if (good) check.unit = value;
  }
  if (asset.find("X_UP") != std::string_view::npos) check.up = UpAxis::x;
  if (asset.find("Y_UP") != std::string_view::npos) check.up = UpAxis::y;
  if (asset.find("Z_UP") != std::string_view::npos) check.up = UpAxis::z;
  // Without a word, y is up in Collada.
  if (check.up == UpAxis::as_file) check.up = UpAxis::y;
  check.notes.push_back(fmt::format("the file is in units of {:g} m with {} up", check.unit,
                                    check.up == UpAxis::x   ? 'x'
                                    : check.up == UpAxis::y ? 'y'
                                                            : 'z'));
  return check;
}

}  // namespace outrigger::mesh_files
