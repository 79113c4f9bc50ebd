/// Ropes that are fastened and let go while the world runs.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "articulation/articulation.h"
#include "base/error.h"
#include "sim/world.h"

namespace outrigger::sim {

using model::Mechanism;
using model::PartId;

namespace {

/// Of the way over all points, at the present poses [m].
double length_of_way(const Mechanism& m, const model::RopePart& part) {
  double length = 0.0;
  for (std::size_t i = 0; i < part.bodies.size(); ++i) {
    const Vec3 here = m.pose_of(part.bodies[i]).point(part.spec.points[i].point);
    if (i > 0)
      length += (here - m.pose_of(part.bodies[i - 1]).point(part.spec.points[i - 1].point)).norm();
  }
  return length;
}

}  // namespace

/// The articulations that the rope connects become one.
PartId World::insert_rope(const description::Rope& rope,
                          const std::vector<std::optional<PartId>>& bodies) {
  const auto refuse = [&](const std::string& why) {
    throw Error(fmt::format("rope '{}' {}", rope.name, why));
  };
  if (bodies.size() != rope.points.size() || bodies.size() < 2)
    refuse(fmt::format("has {} points and {} bodies; it needs at least 2, and a body for each",
                       rope.points.size(), bodies.size()));
  std::vector<articulation::Articulation*> old;
  std::vector<std::size_t> first;  // body of each in the merged list
  std::optional<Mechanism> m;
  model::RopePart part;
  part.spec = rope;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies[i]) {
      part.bodies.push_back(model::kGroundIndex);
      part.spec.points[i].body = description::kGround;
      continue;
    }
    const auto place = handles_.at(*bodies[i], PartKind::body);
    auto known = std::find(old.begin(), old.end(), place.articulation);
    if (known == old.end()) {
      first.push_back(m ? m->bodies.size() : 0);
      // One of them would be forgotten.
      if (m && m->engine.inertia > 0.0 && place.articulation->mechanism().engine.inertia > 0.0)
        refuse("would connect two machines that have an engine each, which is not possible yet");
      m = m ? model::merge(std::move(*m), place.articulation->current_mechanism())
            : place.articulation->current_mechanism();
      old.push_back(place.articulation);
      known = std::prev(old.end());
    }
    const std::size_t body = first[static_cast<std::size_t>(known - old.begin())] +
                             static_cast<std::size_t>(place.index);
    part.bodies.push_back(static_cast<int>(body));
    part.spec.points[i].body = m->bodies[body].spec.name;
  }
  if (!m) refuse("has all its points on the ground, where it would hold nothing");
  if (std::equal(part.bodies.begin() + 1, part.bodies.end(), part.bodies.begin()))
    refuse("has all its points on one body, where it would hold nothing");
  if (!part.spec.length) {
    const double length = length_of_way(*m, part);
    if (!(length > 0.0)) refuse("has no length: its points are at one place");
    part.spec.length = length;
  }
  part.id = handles_.create(PartKind::rope);
  const PartId id = part.id;
  m->ropes.push_back(std::move(part));
  check_new_functions(*m);
  rebuild(old, std::move(*m), false);
  return id;
}

/// No command: it follows from the step.
PartId World::tie(const description::Rope& rope, std::span<const PartId> bodies) {
  return insert_rope(rope, std::vector<std::optional<PartId>>(bodies.begin(), bodies.end()));
}

void World::untie(PartId rope) { perform(RemovePart{{PartKind::rope, {}, rope}}); }

}  // namespace outrigger::sim
