/// The command line in a folder of its own: what a user types and reads.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/source_tree.h"
#include "support/app.h"

namespace outrigger::testing_support {

struct Typed {
  int code = -1;
  std::string text;  ///< both streams

  bool says(const std::string& part) const { return text.find(part) != std::string::npos; }
};

class CommandLine : public testing::Test {
 protected:
  CommandLine()
      : folder_(std::filesystem::temp_directory_path() /
                ("outrigger_command_line_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~CommandLine() override { std::filesystem::remove_all(folder_); }

  /// A line of the shell in the folder of the test.
  Typed shell(const std::string& line) const {
    const std::string command = "cd '" + folder_.string() + "' && " + line + " 2>&1";
    Typed result;
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return result;
    char chunk[4096];
    while (const std::size_t n = fread(chunk, 1, sizeof chunk, pipe)) result.text.append(chunk, n);
    const int status = pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
  }
  Typed type(const std::string& arguments) const { return shell("'" + app() + "' " + arguments); }

  /// What is typed is refused with exactly this text.
  void expect_refused(const std::string& arguments, const std::string& text) const {
    const Typed typed = type(arguments);
    EXPECT_EQ(typed.code, 2) << arguments << ": " << typed.text;
    EXPECT_EQ(typed.text, text) << arguments;
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

  std::filesystem::path folder_;
};

}  // namespace outrigger::testing_support
