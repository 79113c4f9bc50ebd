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

struct ReadOptions {
  /// Variants of the file to apply, in this order.
  std::vector<std::string> variants;

  /// Where `read_machine_text` looks for included files; without it, text may not include any.
  /// A file's includes are always looked for next to it.
  std::optional<std::filesystem::path> include_directory;

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

/// Names of the variants that a file or text offers, in its order.
std::vector<std::string> machine_file_variants(const std::filesystem::path& path);
std::vector<std::string> machine_text_variants(std::string_view text, const std::string& name);

/// The format as a page for docs/.
std::string machine_format_markdown();

}  // namespace outrigger::description
