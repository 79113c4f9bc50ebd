/// Changes of the ground between steps, and what they mean for the machines on it.
#include <fmt/format.h>

#include <algorithm>

#include "articulation/articulation.h"
#include "base/error.h"
#include "sim/object_stage.h"
#include "sim/soil_stage.h"
#include "sim/world.h"
#include "touching/contact_stage.h"

namespace outrigger::sim {

std::vector<double> World::potential_energies() const {
  std::vector<double> energies;
  for (const auto& articulation : articulations_)
    energies.push_back(articulation->stepper().potential_energy(articulation->state()));
  return energies;
}

terrain::GroundChange World::edit_ground(const terrain::GroundEdit& edit) {
  execute(EditGround{terrain::to_text(edit)});
  return ground_change_;
}

model::PartId World::perform(const EditGround& c) {
  const terrain::GroundEdit edit = terrain::ground_edit_from_text(c.edit);
  if (soil_ != nullptr) {
    const terrain::GroundChange box = surroundings_->changeable_ground().reach_of(edit);
    soil_->check_edit(box.x_min, box.x_max, box.y_min, box.y_max);
  }
  const std::vector<double> before = potential_energies();
  ground_change_ = surroundings_->changeable_ground().edit(edit);
  meet_changed_ground(ground_change_, before);
  const double x = 0.5 * (ground_change_.x_min + ground_change_.x_max);
  const double y = 0.5 * (ground_change_.y_min + ground_change_.y_max);
  events_.push_back(
      {.kind = Event::Kind::ground_changed,
       .step = step_,
       .time = time_,
       .value = static_cast<double>(ground_change_.cells),
       .place = Vec3(x, y, ground().height(x, y)),
       .text = fmt::format("t = {:.4f} s: ground {}", time_, terrain::describe(edit))});
  return 0;
}

void World::move_ground(std::span<const terrain::Ground::NodeHeight> nodes) {
  const std::vector<double> before = potential_energies();
  meet_changed_ground(surroundings_->changeable_ground().set_nodes(nodes), before);
}

void World::follow_soil(std::span<const terrain::Ground::NodeHeight> nodes) {
  terrain::Ground& ground = surroundings_->changeable_ground();
  const terrain::GroundChange reach = ground.reach_of(nodes);
  // What tyres and spheres on it hold less or more was neither done by them nor lost by the step.
  standing_.clear();
  for (const auto& a : articulations_) {
    if (!a->stands_near(reach)) continue;
    if (std::as_const(*a).state().asleep) a->wake();
    standing_.emplace_back(a.get(), a->stepper().potential_energy(std::as_const(*a).state()));
  }
  ground.set_nodes(nodes);
  for (const auto& [a, before] : standing_) {
    const double change = before - a->stepper().potential_energy(std::as_const(*a).state());
    if (change == 0.0) continue;
    a->state().ledger.detection += change;
    a->state().ledger.measured = false;
  }
  contacts_->wake_near(reach);
  if (objects_ != nullptr) objects_->ground_changed(reach);
}

model::PartId World::perform(const PlaceSoil& c) {
  if (soil_ == nullptr)
    throw Error("soil cannot be placed: the site has none (section `soils` of a site file)");
  soil_->place(c, *this);
  return 0;
}

void World::meet_changed_ground(const terrain::GroundChange& change,
                                const std::vector<double>& before) {
  std::vector<const articulation::Articulation*> near;
  for (const auto& articulation : articulations_)
    if (articulation->forget_ground(change)) near.push_back(articulation.get());
  contacts_->forget_ground(change, near);
  // What springs of tyres and spheres hold less or more was neither done by them nor lost by the step.
  for (std::size_t i = 0; i < articulations_.size(); ++i) {
    articulation::Articulation& a = *articulations_[i];
    const double now = a.stepper().potential_energy(std::as_const(a).state());
    if (now == before[i]) continue;
    a.state().ledger.detection += before[i] - now;
    a.state().ledger.measured = false;
  }
  if (!near.empty()) start_edited(near);
  if (objects_ != nullptr) objects_->ground_changed(change);
}

}  // namespace outrigger::sim
