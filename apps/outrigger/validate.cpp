/// `outrigger validate`: runs cases and prints a table or JSON.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/progress.h"
#include "outrigger/commands.h"
#include "outrigger/outputs.h"
#include "validation/case.h"

namespace outrigger::app {

namespace {

using validation::Case;
using validation::Result;
using validation::Row;

std::vector<Case> chosen_cases(const std::vector<std::string>& names) {
  if (names.empty()) return validation::all_cases();
  std::vector<Case> chosen;
  for (const auto& name : names) {
    const auto& all = validation::all_cases();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Case& c) { return c.name == name; });
    if (found == all.end())
      throw Error(
          fmt::format("there is no validation case '{}'; `outrigger validate --list` shows "
                      "their names",
                      name));
    chosen.push_back(*found);
  }
  return chosen;
}

nlohmann::json rows_to_json(const Row& r) {
  return {
      {"name", r.name},   {"quantity", r.quantity}, {"value", r.value}, {"reference", r.reference},
      {"error", r.error}, {"limit", r.limit},       {"pass", r.pass}};
}

void write_case_plot(const Case& c, const Result& result, const std::string& folder,
                     OutputCheck& outputs) {
  if (result.series.rows.empty()) return;
  const std::string stem = folder + "/" + c.name;
  const std::string names = fmt::format("{}", fmt::join(result.series.columns, ","));
  outputs.check({Output::Kind::columns, stem + ".csv", names});
  outputs.check({Output::Kind::plot, stem + ".png", {}});
  OutputFile out(stem + ".csv");
  out.write(names + "\n");
  for (const auto& row : result.series.rows) {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i)
      text += fmt::format("{}{:.10g}", i ? "," : "", row[i]);
    out.write(text + "\n");
  }
  out.close();
  plot_csv(stem + ".csv", stem + ".png", c.title);
}

}  // namespace

int validate(const ValidateOptions& options) {
  const std::vector<Case> cases = chosen_cases(options.names);
  if (options.list) {
    for (const Case& c : cases) fmt::print("{:<24} {}\n", c.name, c.title);
    return 0;
  }
  if (!options.plots.empty()) make_folder(options.plots);
  OutputCheck outputs(options.force);
  nlohmann::json array = nlohmann::json::array();
  int failed = 0, count = 0;
  ProgressBar bar("validate",
                  options.json ? ProgressBar::Show::never : ProgressBar::Show::on_terminal);
  if (!options.json)
    fmt::print("{:<20} {:<68} {:>13} {:>13} {:>9} {:>9}\n", "case", "quantity", "value",
               "reference", "error", "limit");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    bar.update(static_cast<double>(i) / static_cast<double>(cases.size()), cases[i].name);
    Result result = cases[i].run();
    for (Row& r : result.rows) {
      r.name = cases[i].name;
      ++count;
      failed += r.pass ? 0 : 1;
      if (options.json) {
        array.push_back(rows_to_json(r));
      } else {
        fmt::print("{:<20} {:<68} {:>13.6g} {:>13.6g} {:>9.2e} {:>9.2e} {}\n", r.name, r.quantity,
                   r.value, r.reference, r.error, r.limit, r.pass ? "" : "  FAILED");
      }
    }
    if (!options.plots.empty()) write_case_plot(cases[i], result, options.plots, outputs);
  }
  bar.finish();
  if (options.json) {
    fmt::print("{}\n", array.dump(1));
  } else {
    fmt::print("{} of {} quantities within their limits\n", count - failed, count);
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace outrigger::app
