/// Machines and sites as a whole: files, and lists of Python objects to description::Machine and back.
#include <map>

#include "arrays.h"
#include "bindings.h"
#include "bundled_files.h"
#include "description/check.h"
#include "description/part_kinds.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "description/writer.h"

namespace outrigger::python {

using namespace description;

namespace {

/// Calls visit(name, list) for every list of a machine, under the names of description.h.
template <class M, class Visit>
void for_each_list(M& m, const Visit& visit) {
  for_each_part_kind([&](const auto& kind) {
    const std::string section(kind.section);
    visit(section == "contact_spheres" ? "spheres" : section.c_str(), m.*kind.list);
  });
}

std::string type_of(const py::handle& value) {
  return py::type::of(value).attr("__name__").cast<std::string>();
}

template <class T>
T part(const py::handle& value, const std::string& where) {
  if (!py::isinstance<T>(value))
    throw py::type_error(fmt::format(
        "machine.{}: expected an outrigger.{}, not {}", where,
        py::type::of<T>().attr("__name__").template cast<std::string>(), type_of(value)));
  return value.cast<T>();
}

template <class T>
void read_list(const py::object& machine, const char* name, std::vector<T>& list) {
  const py::object parts = machine.attr(name);
  if (!py::isinstance<py::sequence>(parts) || py::isinstance<py::str>(parts))
    throw py::type_error(fmt::format("machine.{}: expected a list, not {}", name, type_of(parts)));
  std::size_t i = 0;
  for (const py::handle& value : parts)
    list.push_back(part<T>(value, fmt::format("{}[{}]", name, i++)));
}

/// Fills a Python Machine.
void fill(const py::object& machine, const Machine& m) {
  machine.attr("name") = m.name;
  machine.attr("title") = m.title;
  machine.attr("settings") = m.settings;
  machine.attr("engine") = m.engine;
  machine.attr("hydraulics") = m.hydraulics;
  machine.attr("seat") = m.seat;
  machine.attr("output") = m.output;
  for_each_list(m, [&](const char* name, const auto& list) {
    py::list parts;
    for (const auto& p : list) parts.append(py::cast(p));
    machine.attr(name) = parts;
  });
}

std::string path_text(const py::object& path) {
  return py::module_::import("os").attr("fspath")(path).cast<std::string>();
}

std::string machine_path(const py::object& path) {
  return file_or_bundled(path_text(path), "machines");
}

std::string site_path(const py::object& path) { return file_or_bundled(path_text(path), "sites"); }

bool is_path(const py::object& value) {
  return py::isinstance<py::str>(value) || py::hasattr(value, "__fspath__");
}

ReadOptions options_of(const std::vector<std::string>& variants,
                       const std::map<std::string, std::string>& changes) {
  ReadOptions options;
  options.variants = variants;
  for (const auto& [path, text] : changes) options.changes.push_back({path, text});
  return options;
}

}  // namespace

Machine to_machine(const py::object& machine) {
  const py::object type = py::module_::import("outrigger").attr("Machine");
  if (!py::isinstance(machine, type))
    throw py::type_error(
        fmt::format("expected an outrigger.Machine or the path of a machine file, "
                    "not {}",
                    type_of(machine)));
  Machine m;
  for (const auto& [name, text] : {std::pair("name", &m.name), std::pair("title", &m.title)}) {
    const py::object value = machine.attr(name);
    if (!py::isinstance<py::str>(value))
      throw py::type_error(
          fmt::format("machine.{}: expected a string, not {}", name, type_of(value)));
    *text = value.cast<std::string>();
  }
  m.settings = part<Settings>(machine.attr("settings"), "settings");
  m.engine = part<Engine>(machine.attr("engine"), "engine");
  m.hydraulics = part<Hydraulics>(machine.attr("hydraulics"), "hydraulics");
  m.seat = part<Seat>(machine.attr("seat"), "seat");
  m.output = part<Output>(machine.attr("output"), "output");
  for_each_list(m, [&](const char* name, auto& list) { read_list(machine, name, list); });
  check(m);
  return m;
}

std::string machine_file_of(const py::object& machine) {
  return is_path(machine) ? machine_path(machine) : std::string();
}

std::string site_file_of(const py::object& site) {
  return !site.is_none() && is_path(site) ? site_path(site) : std::string();
}

Machine machine_argument(const py::object& machine) {
  if (!is_path(machine)) return to_machine(machine);
  const std::string path = machine_path(machine);
  py::gil_scoped_release release;
  return read_machine_file(path);
}

std::optional<Site> site_argument(const py::object& site) {
  if (site.is_none()) return std::nullopt;
  if (py::isinstance<Site>(site)) return site.cast<Site>();
  if (is_path(site)) return read_site_file(site_path(site));
  throw py::type_error(fmt::format(
      "site: expected an outrigger.Site, the path of a site file or None, not {}", type_of(site)));
}

void bind_machine(py::module_& m) {
  m.def(
      "_read_machine",
      [](const py::object& machine, const py::object& path,
         const std::vector<std::string>& variants,
         const std::map<std::string, std::string>& changes, bool allow_outside) {
        ReadOptions options = options_of(variants, changes);
        options.allow_outside = allow_outside;
        fill(machine, read_machine_file(machine_path(path), options));
      },
      "Fills a Machine from a file.");
  m.def(
      "_read_machine_text",
      [](const py::object& machine, const std::string& text, const std::string& name,
         const std::vector<std::string>& variants,
         const std::map<std::string, std::string>& changes) {
        fill(machine, read_machine_text(text, name, options_of(variants, changes)));
      },
      "Fills a Machine from text.");
  m.def(
      "_place_machine",
      [](const py::object& machine, const py::object& position, double heading) {
        Machine moved = to_machine(machine);
        place_machine(moved, to_vec3(position, "position"), finite(heading, "heading"));
        fill(machine, moved);
      },
      "Moves a Machine.");
  m.def(
      "_check_machine", [](const py::object& machine) { to_machine(machine); },
      "Checks a Machine.");
  m.def(
      "_machine_text",
      [](const py::object& machine, const std::string& file) {
        return checked_machine_text(to_machine(machine), {file, {}});
      },
      "A Machine as the text of this machine file.");

  py::class_<Site>(m, "Site", "The ground a machine stands on; read_site(path) makes one.")
      .def_readonly("name", &Site::name)
      .def_readonly("title", &Site::title)
      .def_property_readonly(
          "starts",
          [](const Site& s) {
            py::dict starts;
            for (const StartPlace& p : s.starts)
              starts[py::str(p.name)] = py::make_tuple(frozen(p.position), p.heading);
            return starts;
          },
          "Places where a machine can start: {name: (position [m], heading [rad])}.");
  m.def(
      "read_site",
      [](const py::object& path, bool allow_outside) {
        return read_site_file(site_path(path), allow_outside);
      },
      py::arg("path"), py::arg("allow_outside") = false,
      "A Site from a file (docs/site-format.md), or a bundled one by name: worksite. Meshes must "
      "lie in "
      "its folder or below, unless allow_outside.");
}

}  // namespace outrigger::python
