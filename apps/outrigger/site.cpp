#include "outrigger/site.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "description/site_reader.h"
#include "outrigger/commands.h"

namespace outrigger::app {

namespace {

std::string site_path(const std::string& given) {
  if (std::filesystem::exists(given)) return given;
  const std::string bundled = source_file("sites/" + given + ".yaml");
  return std::filesystem::exists(bundled) ? bundled : given;
}

}  // namespace

void go_to_site(const std::string& site, const std::string& start, description::Machine& machine,
                sim::WorldOptions& options) {
  if (site.empty()) {
    if (!start.empty()) throw Error("--start names a place of a site: give --site too");
    return;
  }
  options.site = description::read_site_file(site_path(site));
  const auto& starts = options.site->starts;
  if (starts.empty() && start.empty()) return;
  for (const auto& s : starts) {
    if (!start.empty() && s.name != start) continue;
    const terrain::Ground ground(*options.site);
    Vec3 position = s.position;
    position.z() += ground.height(position.x(), position.y());
    description::place_machine(machine, position, s.heading);
    return;
  }
  std::string names;
  for (const auto& s : starts) names += (names.empty() ? "" : ", ") + s.name;
  throw Error(fmt::format("site '{}' has no start named '{}'; it has: {}", options.site->name,
                          start, names.empty() ? "none" : names));
}

}  // namespace outrigger::app
