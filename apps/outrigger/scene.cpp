#include "outrigger/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <numbers>

#include "base/error.h"
#include "description/scene_reader.h"
#include "description/site_reader.h"
#include "description/source_file.h"
#include "outrigger/bundled.h"

namespace outrigger::app {

namespace {

std::string stem_of(const std::string& file) { return std::filesystem::path(file).stem().string(); }

/// "x,y,heading in degrees"; nothing: it is no place but a name.
std::optional<std::vector<double>> numbers_of(const std::string& text) {
  std::vector<double> numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    double value = 0.0;
    const auto [last, error] = std::from_chars(text.data() + at, text.data() + end, value);
    if (error != std::errc() || last != text.data() + end) return std::nullopt;
    numbers.push_back(value);
    at = end + 1;
  }
  return numbers;
}

description::SceneMachine beside(const std::string& text, const description::Scene& scene) {
  description::SceneMachine m;
  const std::size_t at = text.rfind('@');
  m.file = text.substr(0, at);
  if (m.file.empty() || at == std::string::npos || at + 1 == text.size())
    throw Error(
        fmt::format("--with \"{}\": expected MACHINE@START or MACHINE@X,Y,HEADING, such as "
                    "tipper@ramp_foot or tipper@60,8,90",
                    text));
  const std::string place = text.substr(at + 1);
  if (const auto numbers = numbers_of(place)) {
    if (numbers->size() < 2 || numbers->size() > 3)
      throw Error(
          fmt::format("--with \"{}\": a place is X,Y or X,Y,HEADING (metres, degrees)", text));
    m.position = Vec3((*numbers)[0], (*numbers)[1], 0.0);
    m.heading = numbers->size() == 3 ? (*numbers)[2] * std::numbers::pi / 180.0 : 0.0;
  } else {
    m.start = place;
  }
  const std::string name = stem_of(m.file);
  m.name = name;
  const auto is_taken = [&] {
    return std::ranges::any_of(scene.machines, [&](const auto& o) { return o.name == m.name; });
  };
  for (int n = 2; is_taken(); ++n) m.name = fmt::format("{}-{}", name, n);
  return m;
}

/// The scene that --with asks for, as a scene file would say it.
std::string text_of_request(const SceneRequest& request) {
  description::Scene scene;
  scene.name = stem_of(request.file);
  scene.site = request.site;
  description::SceneMachine first;
  first.name = scene.name;
  first.file = request.file;
  first.variants = request.variants;
  first.plain = request.plain && request.variants.empty();
  first.start = request.start;
  description::ReadOptions read;
  read.allow_outside = request.allow_outside;
  const description::Machine machine = description::read_machine_file(request.file, read);
  scene.title = machine.title;
  if (scene.site.empty()) scene.site = machine.seat.site;
  scene.machines.push_back(first);
  for (const std::string& text : request.with) {
    scene.machines.push_back(beside(text, scene));
    scene.title += " and " + scene.machines.back().name;
  }
  return description::scene_text(scene);
}

}  // namespace

std::optional<ChosenScene> choose_scene(const SceneRequest& request) {
  const description::FileContent content = description::load_file(request.file);
  if (!content.problem.empty()) throw Error(fmt::format("{}: {}", request.file, content.problem));
  const bool is_scene = description::is_scene(content.text);
  if (!is_scene && request.with.empty()) return std::nullopt;
  if (is_scene && !(request.with.empty() && request.variants.empty() && request.start.empty()))
    throw Error(
        fmt::format("{} is a scene: it says itself which machines are there, in which "
                    "variants and where; --with, --variant and --start are for machine files",
                    request.file));
  ChosenScene chosen;
  description::SceneFiles files;
  files.allow_outside = request.allow_outside;
  files.files_read = &chosen.files;
  // Files are named as seen from the scene, bundled ones by their names.
  const std::filesystem::path folder =
      is_scene ? std::filesystem::path(request.file).parent_path() : std::filesystem::path();
  const auto beside_scene = [&](const std::string& given, auto bundled) {
    const std::filesystem::path path = folder / given;
    return given.ends_with(".yaml") && std::filesystem::exists(path) ? path.string()
                                                                     : bundled(given);
  };
  files.machine_path = [&](const std::string& given) { return beside_scene(given, machine_path); };
  files.object_path = [&](const std::string& given) { return beside_scene(given, object_path); };
  const description::Scene scene =
      description::read_scene_text(is_scene ? content.text : text_of_request(request),
                                   is_scene ? request.file : "--with", files);
  const std::string site = request.site.empty() ? scene.site : request.site;
  chosen.site = choose_site(site, "", request.allow_outside);
  std::optional<description::Site> on;
  if (!chosen.site.file.empty())
    on = description::read_site_text(chosen.site.text, chosen.site.file, request.allow_outside);
  chosen.placed = sim::place_scene(scene, on ? &*on : nullptr);
  return chosen;
}

std::optional<sim::PlacedScene> recorded_scene(const recorder::RecordingHeader& header,
                                               bool allow_outside) {
  if (header.files.empty() || !description::is_scene(header.files.front().text))
    return std::nullopt;
  std::vector<description::SourceFile> files;
  for (const auto& f : header.files) files.push_back({f.path, f.text});
  const description::Scene scene = description::read_scene_sources(files, allow_outside);
  std::optional<description::Site> on;
  if (!header.site_file.empty())
    on = description::read_site_text(header.site_text, header.site_file);
  sim::PlacedScene placed = sim::place_scene(scene, on ? &*on : nullptr);
  placed.machine.settings.step = header.step;
  return placed;
}

}  // namespace outrigger::app
