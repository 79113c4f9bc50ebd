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

}  // namespace outrigger::description
