/// Reads machine files. The format is described in docs/machine-format.md, which is printed by
/// machine_format_markdown() from the definitions that drive the reader.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "description/description.h"

namespace outrigger::description {

/// A file as text. The path is that of an include, seen from the machine file's folder.
struct SourceFile {
  std::string path;
  std::string text;
};

/// A value instead of the one in the file, for studies that read a machine many times.
struct ChangedValue {
  std::string path;  ///< keys from the root joined by '.', elements of lists by number from 0
  /// As it would stand in the file: a value, a list [..] or a map {..}; empty removes the key.
  std::string text;
};

struct ReadOptions {
  /// Variants of the file to apply, in this order.
  std::vector<std::string> variants;

  /// Applied after the variants, in this order. All but the last key of a path must be there. Things
  /// of included files cannot be reached.
  std::vector<ChangedValue> changes;

  /// Where `read_machine_text` looks for included files; without it, text may not include any.
  /// A file's includes are always looked for next to it.
  std::optional<std::filesystem::path> include_directory;

  /// Files that a machine file names (includes, meshes) must lie in its folder or below it, unless this
  /// is true: a file from elsewhere cannot make the program read what is not its own. Text in memory
  /// is held to `include_directory`, where there is one.
  bool allow_outside = false;

  /// Receives every file that is read, the machine file first: all that is needed to read the
  /// machine again with `read_machine_sources`.
  std::vector<SourceFile>* files_read = nullptr;
};

/// Reads a machine. All problems of the file (at most kMaxShownProblems) are in one Error, a line
/// each:  arm.yaml:12: bodies.boom.mass: -3 is not allowed: must be > 0 kg
Machine read_machine_file(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same for text in memory; `name` stands for the file's name in messages.
Machine read_machine_text(std::string_view text, const std::string& name,
                          const ReadOptions& options = {});

/// The same from files in memory, the machine file first; includes are looked for among them only.
Machine read_machine_sources(const std::vector<SourceFile>& files, const ReadOptions& options = {});

/// The text of a value as read with these options, nothing where the last key of its path is not
/// there. Throws Error like a change that cannot be applied.
std::optional<std::string> machine_file_value(const std::filesystem::path& file,
                                              const std::string& path,
                                              const ReadOptions& options = {});

/// Names of the things in a section as read with these options, in its order.
std::vector<std::string> machine_file_names(const std::filesystem::path& file,
                                            const std::string& section,
                                            const ReadOptions& options = {});

/// Names of the variants that a file or text offers, in its order.
std::vector<std::string> machine_file_variants(const std::filesystem::path& path);
std::vector<std::string> machine_text_variants(std::string_view text, const std::string& name);

/// The format as a page for docs/.
std::string machine_format_markdown();

}  // namespace outrigger::description
