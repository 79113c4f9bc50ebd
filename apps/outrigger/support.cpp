#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "outrigger/commands.h"

namespace outrigger::app {

bool plot_csv(const std::string& csv, const std::string& picture, const std::string& title) {
  // No shell: file names may hold anything.
  const std::string script = source_file("tools/plot.py");
  const pid_t child = fork();
  if (child == 0) {
    execl("/usr/bin/python3", "python3", "-I", script.c_str(), csv.c_str(), picture.c_str(),
          title.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) ||
      WEXITSTATUS(status) != 0) {
    fmt::print(stderr,
               "the plot '{}' could not be drawn; it needs python3-matplotlib (tools/setup run "
               "installs it)\n",
               picture);
    return false;
  }
  return true;
}

int print_format(bool site) {
  fmt::print("{}",
             site ? description::site_format_markdown() : description::machine_format_markdown());
  return 0;
}

int demo() {
  std::filesystem::create_directories("results");
  RunOptions options;
  options.file = source_file("machines/excavator.yaml");
  options.duration = 6.0;
  options.inputs = {{"boom", 0.5}, {"slew", 0.5}};
  options.csv = "results/excavator.csv";
  options.plot = "results/excavator.png";
  options.record = "results/excavator.jsonl";
  return run(options);
}

}  // namespace outrigger::app
