/// `outrigger soil`: what a recording did with the soil of its site.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace outrigger::app {

struct SoilOptions {
  std::string file;              ///< recording
  double at = -1.0;              ///< moment [s]; below 0: the end
  std::vector<double> region;    ///< x_min, x_max, y_min, y_max [m]; empty: what was touched
  std::vector<double> sections;  ///< x, y, x, y for each [m]; empty: two through the middle
  std::string design;            ///< file with a grid of heights
  double tolerance = 0.03;       ///< of the design [m]
  std::string plot;              ///< picture: see outputs.h
  bool json = false, quiet = false, force = false;
  bool allow_outside =
      false;  ///< files that the recorded machine names may lie outside of its folder
};
/// 1: the book of soil does not close, or the recording ended early.
int soil_report(const SoilOptions& options);

void add_soil_command(CLI::App& app, int& exit_code);

}  // namespace outrigger::app
