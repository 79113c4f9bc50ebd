#include "sim/drive_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "articulation/articulation.h"
#include "description/text.h"
#include "drives/drive_set.h"
#include "sim/friction_notes.h"

namespace outrigger::sim {

namespace {

std::string place_of(const description::Location& where) {
  return where.file.empty() ? std::string() : fmt::format("{}:{}: ", where.file, where.line);
}

bool measures_length(const description::Machine& machine, const std::string& coordinate) {
  for (const auto& c : machine.coordinates)
    if (c.name == coordinate)
      return c.kind == description::Coordinate::Kind::displacement ||
             c.kind == description::Coordinate::Kind::distance;
  return true;
}

void note_idle_controls(const description::Machine& machine, const World& world,
                        std::vector<std::string>& notes) {
  std::vector<std::string> heard;
  for (const auto& articulation : world.articulations())
    for (const std::string& name : drives::input_names(articulation->mechanism()))
      heard.push_back(name);
  for (const description::Control& c : machine.controls) {
    if (std::find(heard.begin(), heard.end(), c.name) != heard.end()) continue;
    const std::string_view nearest =
        description::nearest_name(c.name, {heard.begin(), heard.end()});
    notes.push_back(fmt::format(
        "{}control '{}': nothing listens to it{}", place_of(c.where), c.name,
        nearest.empty() ? std::string() : fmt::format("; did you mean '{}'?", nearest)));
  }
}

void note_start_outside(const description::Machine& machine, const description::Drive& d,
                        double value, std::vector<std::string>& notes) {
  if (!(d.lower < d.upper) || d.function.kind != description::Function::Kind::input) return;
  const double slack = 1e-6 * (d.upper - d.lower);
  if (value >= d.lower - slack && value <= d.upper + slack) return;
  const char* unit = measures_length(machine, d.coordinate) ? "m" : "rad";
  notes.push_back(
      fmt::format("{}drive '{}': its coordinate starts at {:.6g} {}, outside its limits {:.6g} to "
                  "{:.6g} {}",
                  place_of(d.where), d.name, value, unit, d.lower, d.upper, unit));
}

void note_weak(const description::Machine& machine, const description::Drive& d, double force,
               std::vector<std::string>& notes) {
  const bool too_high = d.force_max > 0.0 && force > d.force_max;
  const bool too_low = d.force_min < 0.0 && force < d.force_min;
  if (!too_high && !too_low) return;
  const char* unit = measures_length(machine, d.coordinate) ? "N" : "N m";
  notes.push_back(fmt::format(
      "{}drive '{}' is too weak to hold the machine where it starts: it needs {:.4g} {}, {} is "
      "{:.4g} {}; the drive will give way",
      place_of(d.where), d.name, force, unit, too_high ? "force_max" : "force_min",
      too_high ? d.force_max : d.force_min, unit));
}

}  // namespace

std::vector<std::string> drive_notes(const description::Machine& machine, World& world) {
  std::vector<std::string> notes;
  note_idle_controls(machine, world, notes);
  for (const description::Drive& d : machine.drives) {
    const DriveHandle drive = world.drive(d.name);
    note_start_outside(machine, d, world.value(world.coordinate(d.coordinate)), notes);
    note_weak(machine, d, world.force(drive), notes);
  }
  for (std::string& note : friction_notes(machine, nullptr)) notes.push_back(std::move(note));
  return notes;
}

}  // namespace outrigger::sim
