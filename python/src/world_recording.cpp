#include "world_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "bindings.h"
#include "description/source_file.h"
#include "description/writer.h"

namespace outrigger::python {

WorldSource source_of(const pybind11::object& machine, const pybind11::object& site) {
  WorldSource source;
  if (const std::string path = machine_file_of(machine); !path.empty()) {
    description::ReadOptions options;
    options.files_read = &source.files;
    source.machine_file = path;
    source.machine = description::read_machine_file(path, options);
  } else {
    source.machine = machine_argument(machine);
  }
  source.has_site = !site.is_none();
  if (const std::string path = site_file_of(site); !path.empty()) {
    source.site_file = path;
    source.site_text = description::load_file(path).text;
  }
  return source;
}

bool write_as_file(WorldSource& source) {
  if (!source.files.empty()) return false;
  source.machine_file =
      (source.machine.name.empty() ? std::string("machine") : source.machine.name) + ".yaml";
  source.files = {{source.machine_file,
                   description::checked_machine_text(source.machine, {source.machine_file, {}})}};
  source.machine = description::read_machine_sources(source.files);
  return true;
}

recorder::RecordingHeader header_of(const WorldSource& source) {
  using description::ContactShape;
  const auto name = [](const std::string& path) {
    return std::filesystem::path(path).filename().string();
  };
  const auto& shapes = source.machine.shapes;
  if (std::any_of(shapes.begin(), shapes.end(),
                  [](const ContactShape& s) { return s.kind == ContactShape::Kind::mesh; }))
    throw Error(
        "this world has shapes with meshes, which a recording made from Python does not hold; use "
        "`outrigger run --record`");
  if (source.has_site && source.site_file.empty())
    throw Error(
        "the text of this site is not known: give World the path or the name of a site file to "
        "record it");
  recorder::RecordingHeader header;
  header.site_file = name(source.site_file);
  header.site_text = source.site_text;
  header.placed = true;
  header.machine_file = name(source.machine_file);
  for (const auto& f : source.files) header.files.push_back({f.path, f.text});
  return header;
}

}  // namespace outrigger::python
