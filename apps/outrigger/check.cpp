/// `outrigger check`: what the model compiler made of a machine file, and why.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "articulation/articulation.h"
#include "description/reader.h"
#include "outrigger/commands.h"
#include "sim/drive_notes.h"
#include "sim/mass_report.h"
#include "sim/world.h"
#include "stepper/method_choice.h"
#include "system/mobility.h"

namespace outrigger::app {

namespace {

using model::Entity;
using model::Origin;

const char* kind_name(Entity::Kind kind) {
  switch (kind) {
    case Entity::Kind::point:
      return "point";
    case Entity::Kind::vector:
      return "unit vector";
    case Entity::Kind::scalars:
      return "scalars";
  }
  return "";
}

std::string origin_name(const model::Mechanism& m, const Origin& o) {
  switch (o.kind) {
    case Origin::Kind::body:
      return fmt::format("body '{}': {}", m.bodies[o.index].spec.name, o.what);
    case Origin::Kind::joint:
      return fmt::format("joint '{}': {}", m.joints[o.index].spec.name, o.what);
    case Origin::Kind::coordinate:
      return fmt::format("coordinate '{}': {}", m.coordinates[o.index].spec.name, o.what);
    case Origin::Kind::drive:
      return fmt::format("drive '{}'", m.drives[o.index].spec.name);
    case Origin::Kind::coupling:
      return fmt::format("coupling '{}'", m.couplings[o.index].spec.name);
    case Origin::Kind::unused_scalar:
      return "unused scalar";
  }
  return "";
}

/// Bodies whose basis contains an entity.
std::vector<std::string> users_of(const articulation::Articulation& articulation, int entity) {
  std::vector<std::string> users;
  const model::Model& model = articulation.system().model();
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    bool uses = false;
    for (int k = 0; k < model.bodies[b].basis_count; ++k)
      for (const auto& t : model.bodies[b].basis[k].terms) uses = uses || t.entity == entity;
    if (uses) users.push_back(articulation.mechanism().bodies[b].spec.name);
  }
  return users;
}

std::string join(const std::vector<std::string>& words, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < words.size() && i < most; ++i) text += (i ? ", " : "") + words[i];
  if (words.size() > most) text += fmt::format(" and {} more", words.size() - most);
  return text;
}

void print_entities(const articulation::Articulation& articulation) {
  const model::Model& model = articulation.system().model();
  fmt::print("  entities:\n");
  for (std::size_t e = 0; e < model.entities.size(); ++e) {
    const Entity& entity = model.entities[e];
    fmt::print("    {:>4}  {:<11}  ({:9.4f}, {:9.4f}, {:9.4f})  {}\n", e, kind_name(entity.kind),
               entity.value.x(), entity.value.y(), entity.value.z(), entity.label);
    const auto users = users_of(articulation, static_cast<int>(e));
    if (users.size() > 1) fmt::print("          shared by {}\n", join(users, 6));
  }
}

void print_constraints(const articulation::Articulation& articulation,
                       const system::Mobility& mobility) {
  std::map<std::string, int> by_kind;
  for (int r = 0; r < articulation.system().row_count(); ++r)
    ++by_kind[articulation.system().origin(r).what];
  fmt::print("  constraints by kind:");
  for (const auto& [kind, count] : by_kind) fmt::print(" {} {},", count, kind);
  fmt::print(" in all {}\n", articulation.system().row_count());
  if (!mobility.known) {
    fmt::print("  rank not computed: more than {} coordinates\n", system::kMaxAnalysedCoordinates);
    return;
  }
  fmt::print(
      "  rank {}: {} redundant, {} degrees of freedom ({} without the drives)\n", mobility.rank,
      mobility.constraints - mobility.rank, mobility.degrees_of_freedom(),
      mobility.degrees_of_freedom() + static_cast<int>(articulation.mechanism().drives.size()));
  std::map<std::string, int> redundant;
  for (int r : mobility.redundant_rows)
    ++redundant[origin_name(articulation.mechanism(), articulation.system().origin(r))];
  int shown = 0;
  for (const auto& [name, count] : redundant) {
    if (shown++ == 12) {
      fmt::print("    ...\n");
      break;
    }
    fmt::print("    redundant: {}{}\n", name, count > 1 ? fmt::format(" (x{})", count) : "");
  }
}

void print_pose(const articulation::Articulation& articulation) {
  fmt::print("  assembled pose (position of each body frame):\n");
  const model::Mechanism& m = articulation.mechanism();
  for (std::size_t b = 0; b < m.bodies.size() && b < 40; ++b)
    fmt::print("    {:<20} ({:9.4f}, {:9.4f}, {:9.4f})  {:g} kg\n", m.bodies[b].spec.name,
               m.bodies[b].pose.position.x(), m.bodies[b].pose.position.y(),
               m.bodies[b].pose.position.z(), m.bodies[b].spec.mass);
  if (m.bodies.size() > 40) fmt::print("    ... {} more\n", m.bodies.size() - 40);
  for (std::size_t c = 0; c < m.coordinates.size() && c < 40; ++c)
    fmt::print("    {:<20} = {:.6g}\n", m.coordinates[c].spec.name,
               articulation.state().coordinate[c]);
}

/// An entry of a positive matrix, 0 where only rounding is left of it.
double without_rounding(const Eigen::MatrixXd& m, Eigen::Index r, Eigen::Index c) {
  return std::abs(m(r, c)) < 1e-12 * std::sqrt(m(r, r) * m(c, c)) ? 0.0 : m(r, c);
}

void print_whole_mass(const sim::World& world) {
  const sim::TotalMass t = sim::total_mass(world);
  fmt::print("\nwhole machine: {:.9g} kg, centre of mass ({:.6g}, {:.6g}, {:.6g}) m\n", t.mass,
             t.centre.x(), t.centre.y(), t.centre.z());
  fmt::print("  inertia about it, world axes [kg m²]:\n");
  for (int r = 0; r < 3; ++r)
    fmt::print("    {:12.6g} {:12.6g} {:12.6g}\n", without_rounding(t.inertia, r, 0),
               without_rounding(t.inertia, r, 1), without_rounding(t.inertia, r, 2));
  for (const sim::MassMatrix& m : sim::mass_matrices(world)) {
    fmt::print("\nmass matrix of '{}': ", m.articulation);
    if (!m.known) {
      fmt::print("not computed: more than {} coordinates\n", system::kMaxAnalysedCoordinates);
      continue;
    }
    fmt::print("T = ½ żᵀ M ż, {} degrees of freedom without the drives\n", m.names.size());
    for (std::size_t r = 0; r < m.names.size(); ++r) {
      fmt::print("  {:<24}", fmt::format("{} [{}]", m.names[r], m.units[r]));
      for (std::size_t c = 0; c < m.names.size(); ++c)
        fmt::print(" {:12.6g}", without_rounding(m.matrix, static_cast<Eigen::Index>(r),
                                                 static_cast<Eigen::Index>(c)));
      fmt::print("\n");
    }
  }
}

/// Which method fits the articulations, beside the one that the file asks for.
void print_method(const sim::World& world, const description::Machine& machine) {
  using description::IntegratorMethod;
  const IntegratorMethod asked = machine.settings.method;
  const auto has_shapes = [&](const model::Mechanism& m) {
    return std::any_of(machine.shapes.begin(), machine.shapes.end(), [&](const auto& shape) {
      return std::any_of(m.bodies.begin(), m.bodies.end(),
                         [&](const model::BodyPart& b) { return b.spec.name == shape.body; });
    });
  };
  std::map<std::string, std::vector<std::string>> fit, differ;  // by reason, articulations
  for (const auto& articulation : world.articulations()) {
    // What has shapes is there to touch something.
    if (asked != IntegratorMethod::automatic && has_shapes(articulation->mechanism())) continue;
    const stepper::MethodChoice choice = stepper::fitting_method(articulation->mechanism());
    (choice.method == IntegratorMethod::explicit_pair ? fit : differ)[choice.why].push_back(
        fmt::format("'{}'", articulation->mechanism().bodies.front().spec.name));
  }
  const bool is_auto = asked == IntegratorMethod::automatic;
  const auto articulations = [&](const std::vector<std::string>& names) {
    return world.articulations().size() == 1
               ? ""
               : fmt::format(" for the articulation of {}", join(names, 3));
  };
  for (const auto& [why, names] : fit) {
    if (is_auto) {
      fmt::print("method: auto takes explicit{}: {}\n", articulations(names), why);
    } else if (asked != IntegratorMethod::explicit_pair) {
      fmt::print(
          "advice: settings.method: explicit fits{}: {}. It is several times faster at equal "
          "accuracy; auto chooses it where it fits\n",
          articulations(names), why);
    }
  }
  for (const auto& [why, names] : differ)
    if (is_auto) fmt::print("method: auto takes trapezoidal{}: {}\n", articulations(names), why);
}

}  // namespace

int check(const CheckOptions& options) {
  description::ReadOptions read;
  read.variants = options.variants;
  read.allow_outside = options.allow_outside;
  const description::Machine machine = description::read_machine_file(options.file, read);
  sim::World world(machine);
  const auto variants = description::machine_file_variants(options.file);
  fmt::print("{}{}{}\n", machine.name, machine.title.empty() ? "" : ": ", machine.title);
  if (!variants.empty()) fmt::print("variants: {}\n", join(variants, 20));
  fmt::print("{} bodies, {} joints, {} coordinates, {} drives, {} springs, {} articulations\n",
             machine.bodies.size(), machine.joints.size(), machine.coordinates.size(),
             machine.drives.size(), machine.springs.size(), world.articulations().size());
  int shown = 0;
  for (const auto& articulation : world.articulations()) {
    if (shown++ == 10) {
      fmt::print("... {} more articulations\n", world.articulations().size() - 10);
      break;
    }
    const model::Model& model = articulation->system().model();
    int points = 0, vectors = 0, scalars = 0;
    for (const auto& e : model.entities) {
      points += e.kind == Entity::Kind::point;
      vectors += e.kind == Entity::Kind::vector;
      scalars += e.kind == Entity::Kind::scalars;
    }
    fmt::print(
        "\narticulation of '{}': {} natural coordinates = 3 x ({} points + {} unit vectors{})\n",
        articulation->mechanism().bodies.front().spec.name, model.coordinate_count(), points,
        vectors, scalars > 0 ? fmt::format(" + {} packs of scalars", scalars) : "");
    fmt::print("  tangent: {} blocks of 3 x 3 in the factor\n",
               articulation->system().factor().factor_block_count());
    print_constraints(*articulation,
                      system::analyse_mobility(articulation->system(), articulation->state()));
    for (const auto& note : model.notes) fmt::print("  note: {}\n", note);
    if (options.entities) print_entities(*articulation);
    print_pose(*articulation);
  }
  if (options.mass) print_whole_mass(world);
  const stepper::Residuals r = world.residuals();
  fmt::print(
      "\nresiduals at the start: position {:.1e} m, velocity {:.1e} m/s, acceleration {:.1e} "
      "m/s²\n",
      r.position, r.velocity, r.acceleration);
  print_method(world, machine);
  for (const sim::Event& e : world.events()) fmt::print("note: {}\n", e.text);
  for (const std::string& note : sim::drive_notes(machine, world)) fmt::print("note: {}\n", note);
  return 0;
}

}  // namespace outrigger::app
