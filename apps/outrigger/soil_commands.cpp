/// The command line of `outrigger soil`.
#include <CLI/CLI.hpp>
#include <memory>

#include "outrigger/soil_command.h"

namespace outrigger::app {

void add_soil_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<SoilOptions>();
  SoilOptions& o = *options;
  CLI::App* command = app.add_subcommand(
      "soil", "What a recording did with the soil: balance, volumes, cross sections, a picture");
  command->add_option("file", o.file, "Recording")->required();
  command->add_option("--at", o.at, "Moment [s]; without it, the end")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--region", o.region,
                   "Rectangle for volumes and the picture: X_MIN X_MAX Y_MIN Y_MAX [m]")
      ->expected(4);
  command
      ->add_option("--section", o.sections,
                   "Cross section from X Y to X Y [m]; may be given several times")
      ->expected(4)
      ->take_all();
  command->add_option(
      "--design", o.design,
      "Compare with a grid of heights: a file of `x_min y_min cell columns rows` and its heights");
  command->add_option("--tolerance", o.tolerance, "Of the design [m]")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--plot", o.plot,
                      "Draw before, after and sections: .png, .svg, .pdf or .jpg");
  command->add_flag("--json", o.json, "Print everything as JSON");
  command->add_flag("--quiet", o.quiet, "No progress bar");
  command->add_flag("--force", o.force,
                    "The picture may replace a file that Outrigger did not make");
  command->add_flag("--allow-outside", o.allow_outside,
                    "Files that the machine names may lie outside of its folder");
  command->callback([options, &exit_code] { exit_code = soil_report(*options); });
}

}  // namespace outrigger::app
