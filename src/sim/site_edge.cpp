#include "sim/site_edge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "articulation/articulation.h"
#include "touching/contact_stage.h"

namespace outrigger::sim {

namespace {
constexpr double kTimeBetweenLooks = 0.05;  ///< [s]
}  // namespace

SiteEdge::SiteEdge(const terrain::Ground& ground, const touching::ContactStage& contacts,
                   double step) {
  if (ground.is_plane()) return;
  has_edge_ = true;
  x_min_ = ground.x_min();
  y_min_ = ground.y_min();
  x_max_ = x_min_ + (ground.columns() - 1) * ground.cell();
  y_max_ = y_min_ + (ground.rows() - 1) * ground.cell();
  interval_ = std::max<std::int64_t>(1, std::llround(kTimeBetweenLooks / step));
  if (contacts.empty()) return;
  const auto count = static_cast<std::int32_t>(contacts.scene().shapes().size());
  for (std::int32_t s = 0; s < count; ++s) with_shapes_.insert(contacts.scene().body(s));
}

bool SiteEdge::is_outside(const Vec3& p) const {
  return p.x() < x_min_ || p.x() > x_max_ || p.y() < y_min_ || p.y() > y_max_;
}

/// Calls visit(body, place) for bodies that count and are outside.
template <class Visit>
void SiteEdge::for_each_outside(Articulations articulations, const Visit& visit) const {
  for (const auto& articulation : articulations) {
    const model::Mechanism& m = articulation->mechanism();
    const auto carries = [&](int body) {
      const auto is_on = [&](const auto& part) { return part.body == body; };
      return std::any_of(m.tyres.begin(), m.tyres.end(), is_on) ||
             std::any_of(m.spheres.begin(), m.spheres.end(), is_on) ||
             with_shapes_.contains(m.bodies[static_cast<std::size_t>(body)].spec.name);
    };
    const auto look_at = [&](int body) {
      const Vec3 place = articulation->body_pose(body).position;
      if (is_outside(place)) visit(m.bodies[static_cast<std::size_t>(body)], place);
    };
    bool any = false;
    for (int b = 0; b < static_cast<int>(m.bodies.size()); ++b) {
      if (!carries(b)) continue;
      any = true;
      look_at(b);
    }
    if (!any) look_at(0);
  }
}

void SiteEdge::start(Articulations articulations) {
  reported_.clear();
  if (!has_edge_) return;
  for_each_outside(articulations,
                   [&](const model::BodyPart& body, const Vec3&) { reported_.insert(body.id); });
}

void SiteEdge::look(Articulations articulations, std::int64_t step, double time,
                    std::vector<Event>& events) {
  if (!has_edge_ || step % interval_ != 0) return;
  for_each_outside(articulations, [&](const model::BodyPart& body, const Vec3& place) {
    if (!reported_.insert(body.id).second) return;
    const double beyond = std::max(std::max(x_min_ - place.x(), place.x() - x_max_),
                                   std::max(y_min_ - place.y(), place.y() - y_max_));
    events.push_back(
        {.kind = Event::Kind::left_site,
         .step = step,
         .time = time,
         .parts = {{to_string(PartKind::body), body.spec.name}},
         .value = beyond,
         .unit = "m",
         .place = place,
         .text = fmt::format(
             "t = {:.4f} s: '{}' has left the site at ({:.2f}, {:.2f}): the ground reaches "
             "from x {:g} to {:g} m and y {:g} to {:g} m; beyond it shapes fall, and wheels "
             "stand on the height of the edge",
             time, body.spec.name, place.x(), place.y(), x_min_, x_max_, y_min_, y_max_)});
  });
}

}  // namespace outrigger::sim
