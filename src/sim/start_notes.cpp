#include "sim/start_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "articulation/articulation.h"
#include "drives/jump.h"
#include "touching/contact_stage.h"

namespace outrigger::sim {

namespace {

using geometry::Box;

std::string place_text(const Vec3& p) {
  // Rounded first, so that no zero has a sign.
  const auto number = [](double x) { return std::round(100.0 * x) / 100.0 + 0.0; };
  return fmt::format("({:.2f}, {:.2f}, {:.2f})", number(p.x()), number(p.y()), number(p.z()));
}

std::string others(int count, const char* what) {
  if (count <= 0) return "";
  return fmt::format(", and {} more {}{} of it", count, what, count == 1 ? "" : "s");
}

/// Where the field ends; nothing for the plane.
std::optional<Box> field_of(const terrain::Ground& ground) {
  if (ground.is_plane()) return std::nullopt;
  Box field;
  field.low = Vec3(ground.x_min(), ground.y_min(), -1e300);
  field.high = Vec3(ground.x_min() + (ground.columns() - 1) * ground.cell(),
                    ground.y_min() + (ground.rows() - 1) * ground.cell(), 1e300);
  return field;
}

std::string field_text(const Box& field) {
  return fmt::format("x {:g} to {:g} m, y {:g} to {:g} m", field.low.x(), field.high.x(),
                     field.low.y(), field.high.y());
}

class Notes {
 public:
  Notes(const StartScene& start, std::vector<Event>& events)
      : start_(start), events_(events), field_(field_of(start.ground)) {
    if (start.contacts.empty()) return;
    // The last one is the ground itself.
    const contact::ShapeScene& scene = start.contacts.scene();
    for (std::int32_t s = 0; s + 1 < static_cast<std::int32_t>(scene.shapes().size()); ++s)
      shapes_of_[scene.body(s)].push_back(s);
  }

  /// Wheels and contact spheres: what is inside the ground is pushed out.
  void note_round_parts(const articulation::Articulation& articulation) {
    const model::Mechanism& m = articulation.mechanism();
    std::vector<Part> inside;
    std::optional<Part> outside;
    int outside_count = 0;
    const auto check = [&](const char* kind, const auto& part, double radius, double allowed) {
      const Vec3 centre = m.pose_of(part.body).point(part.spec.centre);
      const terrain::GroundPoint g = start_.ground.nearest(centre);
      Part p{kind,
             part.spec.name,
             m.bodies[static_cast<std::size_t>(part.body)].spec.name,
             centre,
             radius - g.normal.dot(centre - g.point),
             2.0 * radius};
      if (field_ && !field_->contains(centre)) {
        if (outside_count++ == 0) outside = p;
      }
      if (p.depth > allowed) inside.push_back(std::move(p));
    };
    for (const auto& s : m.spheres)
      check("contact sphere", s, s.spec.radius, std::min(0.05, s.spec.radius));
    for (const auto& t : m.tyres)
      check("tyre", t, t.type.radius,
            t.type.bump_deflection > 0.0 ? t.type.bump_deflection : 0.25 * t.type.radius);
    if (outside) note_outside(*outside, outside_count);
    note_inside(inside);
  }

  /// Shapes: what is wholly below the ground or beyond its edge finds none.
  void note_shapes(const articulation::Articulation& articulation) {
    if (start_.contacts.empty()) return;
    const model::Mechanism& m = articulation.mechanism();
    const contact::ShapeScene& scene = start_.contacts.scene();
    const auto ground = static_cast<std::int32_t>(scene.shapes().size()) - 1;
    int lost = 0;
    std::optional<Lost> first;
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
      const auto shapes = shapes_of_.find(m.bodies[b].spec.name);
      if (shapes == shapes_of_.end()) continue;
      Box body;
      bool asks = false;
      for (const std::int32_t s : shapes->second) {
        if (!scene.may_touch(s, ground)) continue;
        const contact::Shape& shape = scene.shapes()[static_cast<std::size_t>(s)];
        body.add(shape.box(m.pose_of(static_cast<int>(b)) * shape.in_body));
        asks = true;
      }
      if (!asks || held_elsewhere(body)) continue;
      const bool beyond = field_ && !field_->overlaps(body);
      const double ground_below = lowest_ground(body);
      if (!beyond && !(body.high.z() < ground_below)) continue;
      if (lost++ == 0)
        first = {m.bodies[b].spec.name, m.pose_of(static_cast<int>(b)).position, body, beyond};
    }
    if (first) note_lost(*first, lost);
  }

  void note_tables(const articulation::Articulation& articulation) {
    for (const auto& d : articulation.mechanism().drives) {
      const auto row = drives::find_table_jump(d.spec.function);
      if (!row) continue;
      const auto& table = d.spec.function.table;
      const double change = table[*row + 1].second - table[*row].second;
      events_.push_back(
          {.kind = Event::Kind::drive_jump,
           .parts = {{to_string(PartKind::drive), d.spec.name}},
           .value = change,
           .text = fmt::format(
               "t = 0.0000 s: the table of drive '{}' jumps by {:.4g} between its rows {} "
               "and {} (t = {:g} and {:g} s); a guided coordinate must be smooth: spread "
               "the change over more rows, or use a formula with smooth(t, begin, end)",
               d.spec.name, change, *row + 1, *row + 2, table[*row].first, table[*row + 1].first)});
    }
  }

 private:
  struct Part {
    const char* kind;
    std::string name, body;
    Vec3 centre;
    double depth, size;
  };
  struct Lost {
    std::string body;
    Vec3 position;
    Box box;
    bool beyond;
  };

  double height(const Vec3& p) const { return start_.ground.height(p.x(), p.y()) + 0.0; }
  /// Under the corners and the middle of a box.
  double lowest_ground(const Box& box) const {
    double low = height(box.centre());
    for (const double x : {box.low.x(), box.high.x()})
      for (const double y : {box.low.y(), box.high.y()})
        low = std::min(low, start_.ground.height(x, y));
    return low;
  }
  /// A shape fixed to the ground, such as the floor of a pit, reaches below the body.
  bool held_elsewhere(const Box& body) const {
    const auto fixed = shapes_of_.find(std::string(description::kGround));
    if (fixed == shapes_of_.end()) return false;
    for (const std::int32_t s : fixed->second) {
      const contact::Shape& shape = start_.contacts.scene().shapes()[static_cast<std::size_t>(s)];
      Box box = shape.box(shape.in_body);
      box.high.z() = 1e300;
      if (box.overlaps(body)) return true;
    }
    return false;
  }

  void note_inside(const std::vector<Part>& inside) {
    const auto deep = std::max_element(
        inside.begin(), inside.end(),
        [](const Part& a, const Part& b) { return a.depth - a.size < b.depth - b.size; });
    // A machine under the ground is one mistake, not sixty.
    const bool all = deep != inside.end() && deep->depth > deep->size;
    for (auto p = all ? deep : inside.begin(); p != (all ? deep + 1 : inside.end()); ++p)
      events_.push_back(
          {.kind = Event::Kind::inside_ground,
           .parts = {{p->kind, p->name}, {to_string(PartKind::body), p->body}},
           .value = p->depth,
           .unit = "m",
           .place = p->centre,
           .text = fmt::format(
               "t = 0.0000 s: {} '{}' of body '{}' at {} is {:.2f} m inside the ground, "
               "which is {:.2f} m high there, and is pushed out{}; lift the machine or "
               "move its start",
               p->kind, p->name, p->body, place_text(p->centre), p->depth, height(p->centre),
               all ? others(static_cast<int>(inside.size()) - 1, "part") : "")});
  }

  void note_outside(const Part& p, int count) {
    events_.push_back(
        {.kind = Event::Kind::no_ground,
         .parts = {{to_string(PartKind::body), p.body}, {p.kind, p.name}},
         .value = p.depth,
         .unit = "m",
         .place = p.centre,
         .text = fmt::format(
             "t = 0.0000 s: {} '{}' of body '{}'{} starts at {}, beyond the ground of the "
             "site ({}), which goes on there as high as its edge, {:.2f} m; move its start",
             p.kind, p.name, p.body, others(count - 1, "part"), place_text(p.centre),
             field_text(*field_), height(p.centre))});
  }

  void note_lost(const Lost& lost, int count) {
    const std::string who = fmt::format("body '{}'{}", lost.body,
                                        count == 1 ? "" : fmt::format(" and {} more", count - 1));
    if (lost.beyond) {
      events_.push_back(
          {.kind = Event::Kind::no_ground,
           .parts = {{to_string(PartKind::body), lost.body}},
           .unit = "m",
           .place = lost.position,
           .text = fmt::format("t = 0.0000 s: {} starts at {}, beyond the ground of the site "
                               "({}), where shapes find none and fall; move its start",
                               who, place_text(lost.position), field_text(*field_))});
      return;
    }
    const double ground = height(lost.box.centre());
    events_.push_back(
        {.kind = Event::Kind::no_ground,
         .parts = {{to_string(PartKind::body), lost.body}},
         .value = ground - lost.box.high.z(),
         .unit = "m",
         .place = lost.position,
         .text = fmt::format(
             "t = 0.0000 s: {} starts at {}, wholly below the ground, which is {:.2f} m "
             "high there, so that its shapes do not find it and fall; lift it by {:.2f} m "
             "or move its start",
             who, place_text(lost.position), ground, ground - lost.box.low.z())});
  }

  const StartScene& start_;
  std::vector<Event>& events_;
  std::optional<Box> field_;
  std::map<std::string, std::vector<std::int32_t>> shapes_of_;  ///< by body
};

}  // namespace

std::vector<Event> note_start(const StartScene& start) {
  std::vector<Event> events;
  Notes notes(start, events);
  for (const auto& articulation : start.articulations) {
    notes.note_round_parts(*articulation);
    notes.note_shapes(*articulation);
    notes.note_tables(*articulation);
  }
  return events;
}

}  // namespace outrigger::sim
