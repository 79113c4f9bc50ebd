/// Helpers of the tests of machine files.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.h"
#include "description/reader.h"

namespace outrigger::description {

/// Reads a machine whose first line is the version.
inline Machine read(const std::string& text, const ReadOptions& options = {}) {
  return read_machine_text("outrigger: 1\n" + text, "m.yaml", options);
}

/// The text of the Error that reading raises; empty when there is none.
inline std::string error_of(const std::string& text, const ReadOptions& options = {}) {
  try {
    read_machine_text(text, "m.yaml", options);
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

/// The text of the Error that reading a file raises, with the folder taken out of it.
inline std::string file_error_of(const std::filesystem::path& path) {
  try {
    read_machine_file(path);
  } catch (const Error& e) {
    std::string text = e.what();
    const std::string folder = path.parent_path().string() + "/";
    for (std::size_t i = text.find(folder); i != std::string::npos; i = text.find(folder)) {
      text.erase(i, folder.size());
    }
    return text;
  }
  return {};
}

/// A folder for the files of one test, removed afterwards.
class TestFolder {
 public:
  explicit TestFolder(const std::string& test_name)
      : path_(std::filesystem::temp_directory_path() /
              ("outrigger_" + test_name + "_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace outrigger::description
