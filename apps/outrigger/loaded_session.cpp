#include "outrigger/loaded_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "description/source_file.h"
#include "description/text.h"
#include "description/writer.h"
#include "outrigger/bundled.h"

namespace outrigger::app {

namespace fs = std::filesystem;

std::string session_path(const std::string& given) {
  if (fs::is_regular_file(given)) return given;
  const std::string bundled = source_file("sessions/" + given + ".py");
  if (given.find('/') == std::string::npos && fs::is_regular_file(bundled)) return bundled;
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(source_file("sessions"), none))
    if (entry.path().extension() == ".py") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  const std::vector<std::string_view> views(names.begin(), names.end());
  throw Error(fmt::format(
      "there is no session file '{}'{}; bundled sessions: {}", given,
      description::nearest_name(given, views).empty()
          ? ""
          : fmt::format("; did you mean '{}'?", description::nearest_name(given, views)),
      fmt::join(names, ", ")));
}

training::ScriptSource script_source(const SessionOptions& options) {
  return {session_path(options.file), "", options.seed, options.parameters};
}

void show_printed(training::ScriptHost& script) {
  const std::string text = script.take_printed();
  if (!text.empty()) fmt::print(stderr, "{}", description::without_control_characters(text));
}

int observation_period(double step) {
  return std::max(1, static_cast<int>(std::lround(0.05 / step)));
}

namespace {

/// Beside the session, else as everywhere.
std::string near_session(const std::string& session, const std::string& given) {
  const fs::path path = fs::path(session).parent_path() / given;
  return fs::is_regular_file(path) ? path.string() : given;
}

description::Machine session_machine(const std::string& file, const training::Definition& d) {
  const std::string path = machine_path(near_session(file, d.machine));
  description::ReadOptions read;
  read.variants = d.variants ? *d.variants : description::read_machine_file(path).seat.variants;
  return description::read_machine_file(path, read);
}

}  // namespace

LoadedSession load_session(const std::string& file, const std::string& definition_text,
                           double step) {
  LoadedSession s;
  s.file = file;
  s.text = description::load_file(file).text;
  s.definition_text = definition_text;
  s.definition = training::read_definition(definition_text, file);
  try {
    description::Machine machine = session_machine(file, s.definition);
    const std::string site =
        s.definition.site.empty() ? machine.seat.site : near_session(file, s.definition.site);
    s.site = choose_site(site, "", false);
    if (!s.site.file.empty())
      s.world.site = description::read_site_text(s.site.text, s.site.file, s.site.allow_outside);
    const terrain::Ground ground =
        s.world.site ? terrain::Ground(*s.world.site) : terrain::Ground();
    s.start = training::start_place(s.definition, s.world.site ? &*s.world.site : nullptr, ground);
    training::set_up(s.definition, s.start, ground, machine);
    // As one file, so that a recording holds the very machine.
    machine.seat.variants.clear();
    const std::string name = machine.name + ".yaml";
    s.machine_files = {{name, description::checked_machine_text(machine, {name, {}})}};
    s.machine = description::read_machine_sources(s.machine_files);
    s.machine.settings.step = step;
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", file, e.what()));
  }
  return s;
}

}  // namespace outrigger::app
