/// Reading a whole text file with a limit on its size.
#pragma once

#include <filesystem>
#include <string>

namespace outrigger::description {

/// The content of a file, or why it cannot be had.
struct FileContent {
  std::string text;
  std::string problem;
};

FileContent load_file(const std::filesystem::path& path);

/// Whether a file is in a folder or below it, where links lead to included. Neither need exist.
bool lies_within(const std::filesystem::path& file, const std::filesystem::path& folder);

/// "cannot include '../a.yaml': it lies outside of the folder 'machines' ...", and what to do.
std::string outside_text(const std::string& file, const std::filesystem::path& folder);

}  // namespace outrigger::description
