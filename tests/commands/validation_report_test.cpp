/// docs/validation.md has every case of `outrigger validate`, and tools/validation_report.py, which
/// writes its tables, notices what is missing and changes no other row.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "base/source_tree.h"
#include "support/app.h"

namespace outrigger {
namespace {

struct ReportOutput {
  int code = -1;
  std::string text;  ///< both streams
};

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string without_lines(const std::string& text, const std::string& pattern) {
  return std::regex_replace(text, std::regex("(^|\n)" + pattern + "[^\n]*(?=\n)"), "");
}

bool report_contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class ValidationReport : public testing::Test {
 protected:
  ValidationReport() {
    folder_ = std::filesystem::temp_directory_path() /
              ("outrigger_validation_report_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    text_ = read(source_file("docs/validation.md"));
  }
  ~ValidationReport() override { std::filesystem::remove_all(folder_); }

  ReportOutput run(const std::string& arguments) const {
    const std::string command = "cd '" + folder_.string() + "' && /usr/bin/python3 -I '" +
                                source_file("tools/validation_report.py") + "' --program '" +
                                testing_support::app() + "' " + arguments + " 2>&1";
    ReportOutput result;
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return result;
    char chunk[4096];
    while (const std::size_t n = fread(chunk, 1, sizeof chunk, pipe)) result.text.append(chunk, n);
    const int status = pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  std::filesystem::path folder_;
  std::string text_;
};

TEST_F(ValidationReport, ThePageHasEveryCase) {
  const ReportOutput output = run("--check");
  EXPECT_EQ(output.code, 0) << output.text;
}

TEST_F(ValidationReport, MissingAndForeignCasesAreNamed) {
  std::string text = without_lines(text_, "\\| chain-40 \\|");
  text = without_lines(text, "### heavy-top");
  const std::string row = "| fourbar-1 | energy";
  text.insert(text.find(row), "| fivebar | speed [m/s] | 1 |  | 2 |\n");
  write("page.md", text);
  const ReportOutput output = run("--check --rows --page page.md");
  EXPECT_EQ(output.code, 1);
  EXPECT_TRUE(report_contains(output.text, "no row of 'chain-40'")) << output.text;
  EXPECT_TRUE(report_contains(output.text, "no section of 'heavy-top'")) << output.text;
  EXPECT_TRUE(report_contains(output.text, "'fivebar' stands in a table but is no case"))
      << output.text;
}

TEST_F(ValidationReport, WritesTheRowsOfTheCasesThatRan) {
  write("page.md", text_);
  write("results.json",
        R"([{"name": "free-top", "quantity": "spin [rad/s]", "value": 2.00001, "reference": 2.0,
            "error": 1e-5, "limit": 2.5e-5, "pass": true},
           {"name": "free-top", "quantity": "drift [m]", "value": 0.5, "reference": 0,
            "error": 0.5, "limit": 3e-5, "pass": false},
           {"name": "free-top", "quantity": "position residual / length", "value": 1e-15,
            "reference": 0, "error": 1e-15, "limit": 1e-10, "pass": true},
           {"name": "free-top", "quantity": "position residual / length, other", "value": 3e-15,
            "reference": 0, "error": 3e-15, "limit": 1e-10, "pass": true}])");
  const ReportOutput output = run("--page page.md --json results.json");
  ASSERT_EQ(output.code, 0) << output.text;
  const std::string written = read(folder_ / "page.md");
  EXPECT_TRUE(report_contains(written, "| free-top | spin [rad/s] | 2 | 2 | ± 2.50e-5 |\n"));
  EXPECT_TRUE(report_contains(written, "| free-top | drift [m] | 0.5 |  | 3.00e-5 **failed** |\n"));
  EXPECT_TRUE(report_contains(written, "| free-top | 3.00e-15 |  |  |\n"));
  EXPECT_TRUE(report_contains(output.text, "beyond their limits: free-top: drift [m]"));
  // All other lines are as they were.
  const std::string mine = "\\| free-top \\|";
  EXPECT_EQ(without_lines(written, mine), without_lines(text_, mine));
}

TEST_F(ValidationReport, RefusesWhatIsNoResult) {
  write("page.md", text_);
  write("results.json", R"([{"name": "free-top"}])");
  const ReportOutput output = run("--page page.md --json results.json");
  EXPECT_EQ(output.code, 1);
  EXPECT_TRUE(report_contains(output.text, "a quantity has no 'quantity'")) << output.text;
  EXPECT_EQ(read(folder_ / "page.md"), text_);
}

}  // namespace
}  // namespace outrigger
