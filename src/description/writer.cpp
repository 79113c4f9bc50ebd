#include "description/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "description/function_text.h"
#include "description/machine_section.h"
#include "description/reader.h"
#include "description/section_table.h"
#include "description/tree_edit.h"
#include "description/yaml_source.h"

namespace outrigger::description {
namespace {

std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return text;
}

/// Joints come before coordinates in a file. So the first coordinates may stand in their joints, as
/// long as they have the order of the joints there; from the first other one on, all have their own
/// section, which keeps their order.
std::vector<const Coordinate*> coordinates_in_joints(const Machine& machine) {
  std::vector<const Coordinate*> result;
  std::pair<std::size_t, Coordinate::Kind> last{0, Coordinate::Kind::angle};
  for (const Coordinate& c : machine.coordinates) {
    if (!stands_in_joint(c)) break;
    const auto joint = std::find_if(machine.joints.begin(), machine.joints.end(),
                                    [&](const Joint& j) { return j.name == c.joint; });
    const std::pair place(static_cast<std::size_t>(joint - machine.joints.begin()), c.kind);
    if (joint == machine.joints.end() || (!result.empty() && place <= last)) break;
    last = place;
    result.push_back(&c);
  }
  return result;
}

std::string gravity_text(const Settings& settings) {
  if (settings.gravity_function) {
    const auto& [x, y, z] = *settings.gravity_function;
    return description::value_text(ThreeFunctions{x, y, z});
  }
  return description::value_text(settings.gravity);
}

const SectionKind& section_of_part(std::string_view key) {
  const auto& all = sections();
  return *std::find_if(all.begin(), all.end(), [&](const SectionKind& s) { return s.key == key; });
}

std::string section_text(const SectionKind& section, const Machine& machine,
                         const WriteContext& context) {
  std::string text;
  for (const WrittenPart& part : section.write(machine, context)) {
    if (section.is_named)
      text += fmt::format("  {}:{}\n", description::value_text(part.name),
                          part.keys.empty() ? " {}" : "");
    for (const auto& [key, value] : part.keys)
      text += fmt::format("{}{}: {}\n", section.is_named ? "    " : "  ", key, value);
  }
  return text.empty() ? text : fmt::format("\n{}:\n{}", section.key, text);
}

// --- the same again -------------------------------------------------------------------------------

/// The same line, but for the last digits of its numbers (turns per minute, chain links).
bool same_line(std::string_view a, std::string_view b) {
  const auto is_part = [](char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '+' || c == '-' || c == 'e';
  };
  const auto number = [&](std::string_view& s) {
    std::size_t n = 0;
    while (n < s.size() && is_part(s[n])) ++n;
    double value = std::nan("");
    const auto end = std::from_chars(s.data(), s.data() + n, value).ptr;
    if (end != s.data() + n) value = std::nan("");
    return std::pair(value, n);
  };
  while (!a.empty() && !b.empty()) {
    const auto [x, n] = number(a);
    const auto [y, m] = number(b);
    if (n > 0 && m > 0 && std::abs(x - y) <= 1e-14 + 1e-12 * std::max(std::abs(x), std::abs(y))) {
      a.remove_prefix(n);
      b.remove_prefix(m);
      continue;
    }
    if (a.front() != b.front()) return false;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && b.empty();
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

std::string machine_text(const Machine& machine, const WriteOptions& options) {
  WriteContext context;
  context.folder = std::filesystem::path(options.file).parent_path();
  context.coordinates_in_joints = coordinates_in_joints(machine);
  std::string text;
  for (const std::string& c : options.comments) text += fmt::format("# {}\n", one_line(c));
  text += fmt::format("outrigger: {}\n", kFormatVersion);
  if (!machine.name.empty()) text += fmt::format("name: {}\n", value_text(machine.name));
  if (!machine.title.empty()) text += fmt::format("title: {}\n", value_text(machine.title));
  const std::string gravity = gravity_text(machine.settings);
  if (gravity != gravity_text({})) text += fmt::format("gravity: {}\n", gravity);
  for (const SectionKind& section : sections()) text += section_text(section, machine, context);
  return text;
}

std::string checked_machine_text(const Machine& machine, const WriteOptions& options) {
  const std::string text = machine_text(machine, options);
  std::string again;
  try {
    again = machine_text(read_machine_text(text, options.file), options);
  } catch (const Error& e) {
    throw Error(
        fmt::format("machine '{}' cannot be written as a file: {}", machine.name, e.what()));
  }
  std::string_view left = text, right = again;
  while (!left.empty() || !right.empty()) {
    const std::string_view a = take_line(left), b = take_line(right);
    if (same_line(a, b)) continue;
    throw Error(fmt::format("machine '{}' cannot be written as a file: '{}' would be read as '{}'",
                            machine.name, a, b));
  }
  return text;
}

std::string part_text_of(const Machine& machine, std::string_view section) {
  const WrittenPart part = section_of_part(section).write(machine, {}).front();
  WrittenKeys keys{{"name", value_text(part.name)}};
  keys.insert(keys.end(), part.keys.begin(), part.keys.end());
  return flow_text(keys);
}

Machine machine_of_part(std::string_view text, std::string_view section,
                        const std::string& source) {
  Diagnostics diagnostics;
  Reading r(source, diagnostics);
  Node list;
  list.kind = Node::Kind::list;
  list.line = 1;
  try {
    list.items.push_back(parse_yaml(text));
  } catch (const SourceError& e) {
    r.problem(e.line, e.what());
  }
  diagnostics.throw_if_any();
  remove_duplicate_keys(r, list);
  make_map_of_names(r, list);
  MachineBuilder builder;
  builder.trusts_names = true;
  section_of_part(section).read(r, list, builder);
  diagnostics.throw_if_any();
  return std::move(builder.machine);
}

}  // namespace outrigger::description
