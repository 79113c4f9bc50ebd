#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "base/source_tree.h"
#include "description/reader.h"
#include "description/scene_reader.h"
#include "description/site_reader.h"
#include "outrigger/commands.h"
#include "outrigger/outputs.h"

namespace outrigger::app {

bool plot_csv(const std::string& csv, const std::string& picture, const std::string& title,
              const std::vector<std::string>& units) {
  // No shell: file names may hold anything.
  const std::string script = source_file("tools/plot.py");
  const std::string unit_list = fmt::format("{}", fmt::join(units, ","));
  const pid_t child = fork();
  if (child == 0) {
    execl("/usr/bin/python3", "python3", "-I", script.c_str(), csv.c_str(), picture.c_str(),
          title.c_str(), unit_list.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) ||
      WEXITSTATUS(status) != 0) {
    // The script has said why; without Python nobody has.
    const bool started = !WIFEXITED(status) || WEXITSTATUS(status) != 127;
    fmt::print(stderr, "the plot '{}' could not be drawn{}\n", picture,
               started ? "" : ": /usr/bin/python3 is missing (tools/setup run installs it)");
    return false;
  }
  return true;
}

int print_format(bool site, bool scene) {
  fmt::print("{}", scene  ? description::scene_format_markdown()
                   : site ? description::site_format_markdown()
                          : description::machine_format_markdown());
  return 0;
}

int demo() {
  make_folder("results");
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
