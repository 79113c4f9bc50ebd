/// The commands of the program. Each takes its options as a plain struct and returns the exit code.
#pragma once

#include <string>
#include <vector>

namespace outrigger::app {

struct RunOptions {
  std::string file;
  std::vector<std::string> variants;
  double duration = 0.0;                               ///< [s]; 0 = as the file says
  double step = 0.0;                                   ///< [s]; 0 = as the file says
  std::string csv;                                     ///< file for the sensor columns
  std::string plot;                                    ///< PNG or SVG
  std::string record;                                  ///< recording
  std::vector<std::pair<std::string, double>> inputs;  ///< constant operator inputs
  bool equilibrium = false;                            ///< start from static equilibrium
  bool quiet = false;
};
int run(const RunOptions& options);

struct CheckOptions {
  std::string file;
  std::vector<std::string> variants;
  bool entities = false;  ///< list every entity
};
int check(const CheckOptions& options);

struct ReplayOptions {
  std::string file;
  bool verify = false;
  std::string machine;  ///< another machine file instead of the recorded one
};
int replay(const ReplayOptions& options);

struct ValidateOptions {
  std::vector<std::string> names;
  bool json = false;
  bool list = false;
  std::string plots;  ///< folder for one plot per case
};
int validate(const ValidateOptions& options);

struct BenchOptions {
  std::vector<std::string> names;
  bool json = false;
  bool list = false;
  int repetitions = 5;
};
int bench(const BenchOptions& options);

/// What ./start does: simulates a bundled mechanism and shows summary, plot and recording.
int demo();

/// Prints docs/machine-format.md.
int print_format();

/// Draws columns of a CSV file over its first column with tools/plot.py. Returns false, and says
/// why on stderr, when no plot could be made.
bool plot_csv(const std::string& csv, const std::string& picture, const std::string& title);
/// A file of the source tree (tools/, machines/), found from the program's place.
std::string source_file(const std::string& relative);

}  // namespace outrigger::app
