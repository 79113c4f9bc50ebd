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

struct ReadOptions {
  /// Variants of the file to apply, in this order.
  std::vector<std::string> variants;

  /// Where `read_machine_text` looks for included files; without it, text may not include any.
  /// A file's includes are always looked for next to it.
  std::optional<std::filesystem::path> include_directory;
};

/// Reads a machine. All problems of the file (at most kMaxShownProblems) are in one Error, a line
/// each:  arm.yaml:12: bodies.boom.mass: -3 is not allowed: must be > 0 kg
Machine read_machine_file(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same for text in memory; `name` stands for the file's name in messages.
Machine read_machine_text(std::string_view text, const std::string& name,
                          const ReadOptions& options = {});

/// Names of the variants that a file or text offers, in its order.
std::vector<std::string> machine_file_variants(const std::filesystem::path& path);
std::vector<std::string> machine_text_variants(std::string_view text, const std::string& name);

/// The format as a page for docs/.
std::string machine_format_markdown();

}  // namespace outrigger::description
