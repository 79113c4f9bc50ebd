#include "outrigger/site.h"

#include <fmt/format.h>

#include "base/error.h"
#include "description/site_reader.h"
#include "description/source_file.h"
#include "outrigger/bundled.h"
#include "outrigger/commands.h"
#include "terrain/ground_edit.h"

namespace outrigger::app {

SiteChoice choose_site(const std::string& site, const std::string& start, bool allow_outside) {
  SiteChoice choice;
  choice.allow_outside = allow_outside;
  choice.start = start;
  if (site.empty()) {
    if (!start.empty()) throw Error("--start names a place of a site: give --site too");
    return choice;
  }
  choice.file = site_path(site);
  description::FileContent content = description::load_file(choice.file);
  if (!content.problem.empty())
    throw Error(fmt::format("site {}: {}", choice.file, content.problem));
  choice.text = std::move(content.text);
  return choice;
}

void go_to_site(const SiteChoice& choice, description::Machine& machine,
                sim::WorldOptions& options) {
  if (choice.file.empty()) return;
  const std::string& start = choice.start;
  options.site = description::read_site_text(choice.text, choice.file, choice.allow_outside);
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

void change_ground(const std::string& edit,
                   const std::function<void(const std::string&)>& execute) {
  try {
    execute(edit);
  } catch (const Error& e) {
    throw Error(fmt::format("--ground \"{}\": {}", edit, e.what()));
  }
}

void check_ground_edits(const std::vector<std::string>& edits) {
  for (const std::string& edit : edits)
    change_ground(edit, [](const std::string& text) { terrain::ground_edit_from_text(text); });
}

}  // namespace outrigger::app
