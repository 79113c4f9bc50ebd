#include "description/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>

#include "base/error.h"
#include "description/function_text.h"
#include "description/include.h"
#include "description/limits.h"
#include "description/machine_section.h"
#include "description/part_kinds.h"
#include "description/section_table.h"
#include "description/sections.h"
#include "description/source_file.h"
#include "description/yaml_source.h"

namespace outrigger::description {
namespace {

namespace fs = std::filesystem;

/// Everything that is shared by a file and those it includes.
struct Session {
  Diagnostics diagnostics;
  std::vector<fs::path> open_files;          ///< canonical, from the outermost
  std::vector<std::string> open_file_names;  ///< the same as shown to people
  int included_files = 0;
  std::size_t total_bytes = 0;
  const std::vector<SourceFile>* memory = nullptr;  ///< instead of the disk
  std::vector<SourceFile>* files_read = nullptr;
  std::optional<fs::path> folder;  ///< that named files must lie in

  /// Notes a file for ReadOptions::files_read, once.
  void note(const fs::path& place, const std::string& text) {
    if (files_read == nullptr) return;
    const std::string path = place.generic_string();
    for (const SourceFile& f : *files_read)
      if (f.path == path) return;
    files_read->push_back({path, text});
  }
};

/// One text to be read, and where it comes from.
struct Source {
  std::string text;
  std::string name;    ///< as shown in messages
  std::string origin;  ///< "(included from ...)" or empty
  std::optional<fs::path> directory;
  fs::path place;  ///< its folder, seen from that of the machine file
};

// --- files --------------------------------------------------------------------------------------

/// The content of a file from memory.
FileContent find(const std::vector<SourceFile>& files, const fs::path& place) {
  for (const SourceFile& f : files)
    if (f.path == place.generic_string()) return {f.text, {}};
  return {{}, "it is not among the files in memory"};
}

fs::path canonical_path(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(path, error);
  return error ? path : result;
}

// --- the tree -----------------------------------------------------------------------------------

/// Parses the text; a syntax error is a problem and gives nothing.
std::optional<Node> parse(Reading& r, const std::string& text) {
  try {
    Node root = parse_yaml(text);
    if (root.is_map()) return root;
    r.problem(root, fmt::format("a machine file is a map of keys, found {}", kind_name(root)));
  } catch (const SourceError& e) {
    r.problem(e.line, e.what());
  }
  return std::nullopt;
}

void normalise(Reading& r, Node& root) {
  remove_duplicate_keys(r, root);
  for (Node& item : root.items) {
    const auto& named = top_level_keys().named_sections;
    if (std::find(named.begin(), named.end(), item.key) == named.end()) continue;
    const auto scope = r.enter(item.key);
    make_map_of_names(r, item);
  }
}

// --- includes -----------------------------------------------------------------------------------

struct Included {
  const Node* node = nullptr;
  std::size_t index = 0;
  IncludeText text;
  Machine machine;
};

Machine read_source(Session& session, const Source& source,
                    const std::vector<std::string>& variants,
                    const std::vector<ChangedValue>& changes = {});

/// Why the file may not be included here, or empty.
std::string why_not_included(const Session& session, const fs::path& path,
                             const std::string& name) {
  const auto& open = session.open_files;
  const auto found = std::find(open.begin(), open.end(), path);
  if (found != open.end()) {
    const auto first = session.open_file_names.begin() + (found - open.begin());
    return fmt::format("includes go in a circle: {} -> {}",
                       fmt::join(first, session.open_file_names.end(), " -> "), name);
  }
  if (open.size() > kMaxIncludeDepth) {
    return fmt::format("files include each other deeper than {} levels", kMaxIncludeDepth);
  }
  if (session.included_files >= kMaxIncludedFiles) {
    return fmt::format("more than {} included files", kMaxIncludedFiles);
  }
  return {};
}

std::optional<Machine> read_included_file(Session& session, Reading& r, const Source& parent,
                                          const Node& node, const IncludeText& include) {
  if (!parent.directory) {
    r.problem_at(node, "file", "text from memory must not include files");
    return std::nullopt;
  }
  const fs::path path = (*parent.directory / include.file).lexically_normal();
  Source source;
  source.name = (fs::path(parent.name).parent_path() / include.file).lexically_normal().string();
  source.origin = fmt::format("(included from {}:{})", parent.name, node.line);
  source.directory = path.parent_path();
  const fs::path place = (parent.place / include.file).lexically_normal();
  source.place = place.parent_path();

  std::string problem = why_not_included(session, canonical_path(path), source.name);
  if (problem.empty() && session.folder && !lies_within(path, *session.folder))
    problem = outside_text(include.file, *session.folder);
  if (problem.empty()) {
    FileContent content =
        session.memory != nullptr ? find(*session.memory, place) : load_file(path);
    source.text = std::move(content.text);
    if (!content.problem.empty()) {
      problem = fmt::format("cannot include {}: {}", in_quotes(source.name), content.problem);
    }
  }
  session.total_bytes += source.text.size();
  if (problem.empty() && session.total_bytes > kMaxTotalBytes) {
    problem = fmt::format("the included files exceed {} MiB in all", kMaxTotalBytes >> 20);
  }
  if (!problem.empty()) {
    r.problem_at(node, "file", problem);
    return std::nullopt;
  }
  session.note(place, source.text);
  ++session.included_files;
  session.open_files.push_back(canonical_path(path));
  session.open_file_names.push_back(source.name);
  Machine machine =
      read_source(session, source, include.variants.value_or(std::vector<std::string>{}));
  session.open_files.pop_back();
  session.open_file_names.pop_back();
  return machine;
}

/// Reads the files of `include`, which is a list or a single entry.
std::vector<Included> read_includes(Session& session, Reading& r, const Source& parent,
                                    const Node& section) {
  std::vector<Included> result;
  const bool is_single = section.is_map();
  const std::size_t count = is_single ? 1 : section.items.size();
  if (!section.is_map() && !section.is_list()) {
    r.problem(section,
              fmt::format("expected a list of files to include, found {}", kind_name(section)));
    return result;
  }
  for (std::size_t i = 0; i < count; ++i) {
    Included included;
    included.node = is_single ? &section : &section.items[i];
    included.index = i;
    const auto scope = r.enter(i);
    if (!read_object(r, *included.node, include_schema(), included.text).is_map) continue;
    const std::string reason =
        included.text.prefix.empty() ? std::string() : why_not_a_name(included.text.prefix);
    if (!reason.empty()) {
      r.problem_at(*included.node, "prefix",
                   fmt::format("{} is not the start of a name: {}", in_quotes(included.text.prefix),
                               reason));
    }
    if (included.text.file.empty()) continue;
    auto machine = read_included_file(session, r, parent, *included.node, included.text);
    if (!machine) continue;
    included.machine = std::move(*machine);
    result.push_back(std::move(included));
  }
  return result;
}

/// A machine has one engine and one hydraulic supply, its own or that of a part it includes.
void add_power(Reading& r, const Node& node, MachineBuilder& builder, Machine& included) {
  Machine& m = builder.machine;
  if (included.engine.inertia > 0.0) {
    if (m.engine.inertia > 0.0) r.problem(node, "a second engine: one machine has one engine");
    m.engine = std::move(included.engine);
  }
  if (included.hydraulics.flow_max > 0.0) {
    if (m.hydraulics.flow_max > 0.0)
      r.problem(node, "a second hydraulic supply: one machine has one");
    m.hydraulics = std::move(included.hydraulics);
  }
}

/// Places one included machine and adds its things to the machine under construction.
void add_included(Reading& r, MachineBuilder& builder, Included& included) {
  const Node& node = *included.node;
  const auto include_scope = r.enter("include");
  const auto index_scope = r.enter(included.index);
  Inclusion inclusion;
  inclusion.prefix = included.text.prefix;
  inclusion.ground = included.text.ground.value_or(kGround);
  if (!builder.check_body(r, {node, "ground"}, inclusion.ground, true)) return;
  const Body* ground = builder.named<Body>().find(inclusion.ground);
  if (ground != nullptr && ground->kind == Body::Kind::point) {
    r.problem_at(
        node, "ground",
        fmt::format("{} is a point and cannot carry a machine", in_quotes(inclusion.ground)));
    return;
  }
  if (included.text.pose) inclusion.pose = included.text.pose->pose;
  if (const auto pose = builder.written_pose(inclusion.ground)) {
    inclusion.world_pose = *pose * inclusion.pose;
  }
  Machine& m = included.machine;
  for (const std::string& text : place_sub_machine(m, inclusion)) r.problem(node, text);
  for_each_part_kind([&](const auto& kind) {
    for (auto& part : m.*kind.list) builder.add(r, node, builder.named(kind), std::move(part));
  });
  add_power(r, node, builder, m);
}

// --- the machine --------------------------------------------------------------------------------

void read_sections(Reading& r, const MachineText& text, std::size_t first, std::size_t end,
                   MachineBuilder& builder) {
  for (std::size_t i = first; i < std::min(end, text.sections.size()); ++i) {
    if (text.sections[i] == nullptr) continue;
    const auto scope = r.enter(sections()[i].key);
    sections()[i].read(r, *text.sections[i], builder);
  }
}

/// Numbers are the constant field; a function makes all three functions, and the constant field is
/// their value at t = 0.
void set_gravity(Reading& r, const Node& root, const ThreeFunctions& axes, Settings& settings) {
  const std::array<Function, 3> functions{axes.x, axes.y, axes.z};
  const bool constant = std::all_of(functions.begin(), functions.end(), [](const Function& f) {
    return f.kind == Function::Kind::constant;
  });
  for (std::size_t k = 0; k < 3; ++k) {
    if (!refuse_lever(r, root, "gravity", functions[k])) return;
    settings.gravity[static_cast<int>(k)] = start_value(functions[k]);
  }
  if (!constant) settings.gravity_function = functions;
}

void read_head(Reading& r, const Node& root, const MachineText& text, Machine& machine) {
  if (root.find("outrigger") != nullptr && text.version != kFormatVersion) {
    r.problem_at(root, "outrigger",
                 fmt::format("version {} is not known: this program reads version {}", text.version,
                             kFormatVersion));
  }
  machine.name = text.name.value_or(fs::path(r.file()).stem().string());
  machine.title = text.title.value_or("");
  if (text.gravity) set_gravity(r, root, text.gravity->axes, machine.settings);
}

/// The tree of a source with variants and changes applied; nothing when it cannot be parsed.
std::optional<Node> edited_tree(Reading& r, const Source& source,
                                const std::vector<std::string>& variants,
                                const std::vector<ChangedValue>& changes) {
  auto root = parse(r, source.text);
  if (!root) return root;
  normalise(r, *root);
  apply_variants(r, *root, variants, top_level_keys());
  for (const ChangedValue& change : changes) change_value(r, *root, change.path, change.text);
  return root;
}

/// Reads a source into a machine. Problems are in the session; with any, the machine is incomplete.
Machine read_source(Session& session, const Source& source,
                    const std::vector<std::string>& variants,
                    const std::vector<ChangedValue>& changes) {
  Reading r(source.name, session.diagnostics, source.origin);
  r.confine(session.folder);
  const auto root = edited_tree(r, source, variants, changes);
  if (!root) return {};

  MachineText text;
  read_object(r, *root, machine_schema(), text);
  MachineBuilder builder;
  read_head(r, *root, text, builder.machine);
  read_sections(r, text, 0, kSectionsBeforeIncludes, builder);

  // Without the included machines, everything that refers to them would be a false alarm.
  const std::size_t problems = session.diagnostics.count();
  std::vector<Included> includes;
  if (text.include != nullptr) {
    const auto scope = r.enter("include");
    includes = read_includes(session, r, source, *text.include);
    if (session.diagnostics.count() > problems) return {};
  }
  for (Included& included : includes) add_included(r, builder, included);
  read_sections(r, text, kSectionsBeforeIncludes, sections().size(), builder);
  check_drives_against_couplings(r.diagnostics(), builder);
  return std::move(builder.machine);
}

Source file_source(const fs::path& path) {
  FileContent content = load_file(path);
  if (!content.problem.empty()) {
    throw Error(fmt::format("{}: {}", path.string(), content.problem));
  }
  return {std::move(content.text), path.string(), {}, path.parent_path(), {}};
}

std::vector<std::string> variants_of(const Source& source) {
  Diagnostics diagnostics;
  Reading r(source.name, diagnostics);
  std::vector<std::string> names;
  const auto root = parse(r, source.text);
  diagnostics.throw_if_any();
  const Node* variants = root->find("variants");
  if (variants == nullptr || !variants->is_map()) return names;
  for (const Node& variant : variants->items) names.push_back(variant.key);
  return names;
}

}  // namespace

Machine read_machine_file(const fs::path& path, const ReadOptions& options) {
  const Source source = file_source(path);
  Session session;
  session.files_read = options.files_read;
  if (!options.allow_outside) session.folder = path.parent_path();
  session.note(path.filename(), source.text);
  session.open_files.push_back(canonical_path(path));
  session.open_file_names.push_back(source.name);
  Machine machine = read_source(session, source, options.variants, options.changes);
  session.diagnostics.throw_if_any();
  return machine;
}

Machine read_machine_text(std::string_view text, const std::string& name,
                          const ReadOptions& options) {
  Session session;
  session.files_read = options.files_read;
  if (!options.allow_outside) session.folder = options.include_directory;
  session.note(name, std::string(text));
  Machine machine =
      read_source(session, {std::string(text), name, {}, options.include_directory, {}},
                  options.variants, options.changes);
  session.diagnostics.throw_if_any();
  return machine;
}

Machine read_machine_sources(const std::vector<SourceFile>& files, const ReadOptions& options) {
  if (files.empty()) throw Error("there is no machine file to read");
  Session session;
  session.memory = &files;
  session.files_read = options.files_read;
  const SourceFile& first = files.front();
  session.note(first.path, first.text);
  session.open_files.push_back(canonical_path(first.path));
  session.open_file_names.push_back(first.path);
  const fs::path place = fs::path(first.path).parent_path();
  Machine machine = read_source(session, {first.text, first.path, {}, place, place},
                                options.variants, options.changes);
  session.diagnostics.throw_if_any();
  return machine;
}

std::optional<std::string> machine_file_value(const fs::path& file, const std::string& path,
                                              const ReadOptions& options) {
  Diagnostics diagnostics;
  Reading r(file.string(), diagnostics);
  const auto root = edited_tree(r, file_source(file), options.variants, options.changes);
  const Node* value = root ? find_value(r, *root, path) : nullptr;
  diagnostics.throw_if_any();
  if (value == nullptr || value->is_null()) return std::nullopt;
  if (!value->is_scalar())
    throw Error(fmt::format("{}:{}: {} is {}, not a value; name one inside it", file.string(),
                            value->line, path, kind_name(*value)));
  return value->text;
}

std::vector<std::string> machine_file_names(const fs::path& file, const std::string& section,
                                            const ReadOptions& options) {
  Diagnostics diagnostics;
  Reading r(file.string(), diagnostics);
  const auto root = edited_tree(r, file_source(file), options.variants, options.changes);
  diagnostics.throw_if_any();
  std::vector<std::string> names;
  if (const Node* found = root->find(section))
    for (const Node& item : found->items) names.push_back(item.key);
  return names;
}

std::vector<std::string> machine_file_variants(const fs::path& path) {
  return variants_of(file_source(path));
}

std::vector<std::string> machine_text_variants(std::string_view text, const std::string& name) {
  return variants_of({std::string(text), name, {}, std::nullopt, {}});
}

}  // namespace outrigger::description
