#include "sim/snapshot_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <string_view>
#include <unordered_map>

#include "base/fields.h"

namespace outrigger::sim {

namespace {

/// Of a body in a snapshot; the ground comes before all bodies.
struct BodyPlace {
  int articulation = -1, body = 0;
  auto operator<=>(const BodyPlace&) const = default;
};

/// Looks at the records of a snapshot one by one.
class ContactCheck {
 public:
  ContactCheck(const Snapshot& snapshot, const contact::ShapeScene& scene,
               const BodiesOfShapes& others)
      : scene_(scene), others_(others) {
    for (std::size_t i = 0; i < snapshot.mechanisms.size(); ++i) {
      const auto& bodies = snapshot.mechanisms[i]->bodies;
      for (std::size_t b = 0; b < bodies.size(); ++b)
        bodies_.try_emplace(bodies[b].spec.name,
                            BodyPlace{static_cast<int>(i), static_cast<int>(b)});
    }
  }

  /// Of the two shapes of a record.
  template <class Record>
  std::string problem(const Record& r) const {
    const auto count = static_cast<std::int64_t>(scene_.shapes().size());
    for (const std::int64_t shape : {r.shape_a, r.shape_b})
      if (shape < 0 || shape >= count)
        return fmt::format("a contact is of shape {}, but there are {} shapes", shape, count);
    const auto a = static_cast<std::int32_t>(r.shape_a), b = static_cast<std::int32_t>(r.shape_b);
    const BodyPlace *place_a = find(a), *place_b = find(b);
    if (place_a == nullptr || place_b == nullptr)
      return fmt::format("a contact is of shape '{}', whose body is gone",
                         name(place_a == nullptr ? a : b));
    if (!scene_.may_touch(a, b) || !(*place_a > *place_b))
      return fmt::format("shapes '{}' and '{}' cannot touch in this order", name(a), name(b));
    if constexpr (requires { r.feature_a; }) {
      if (!has_feature(a, r.feature_a)) return no_feature(a);
      if (!has_feature(b, r.feature_b)) return no_feature(b);
    }
    return {};
  }

 private:
  const std::string& name(std::int32_t shape) const {
    return scene_.shapes()[static_cast<std::size_t>(shape)].name;
  }
  const BodyPlace* find(std::int32_t shape) const {
    static constexpr BodyPlace kOnGround;
    const auto other = others_.find(shape);
    const std::string& body = other != others_.end() ? other->second : scene_.body(shape);
    if (body == description::kGround) return &kOnGround;
    const auto found = bodies_.find(body);
    return found == bodies_.end() ? nullptr : &found->second;
  }
  std::string no_feature(std::int32_t shape) const {
    return fmt::format("a contact is of a face that shape '{}' does not have", name(shape));
  }
  /// The index counts only where faces have materials of their own: nothing else is looked up by it.
  bool has_feature(std::int32_t shape, std::int64_t word) const {
    const contact::Shape& s = scene_.shapes()[static_cast<std::size_t>(shape)];
    const std::int64_t kind = word >> 32, index = word & 0xffffffff;
    if (kind < 0 || kind > static_cast<std::int64_t>(contact::Feature::Kind::vertex)) return false;
    if (s.face_materials.empty()) return true;
    switch (static_cast<contact::Feature::Kind>(kind)) {
      case contact::Feature::Kind::face:
        return index < s.faces.face_count();
      case contact::Feature::Kind::edge:
        return index < std::int64_t{3} * s.faces.face_count();
      case contact::Feature::Kind::vertex:
        return index < s.faces.vertex_count();
      case contact::Feature::Kind::smooth:
        break;
    }
    return true;
  }

  const contact::ShapeScene& scene_;
  const BodiesOfShapes& others_;
  std::unordered_map<std::string_view, BodyPlace> bodies_;
};

bool has_finite_numbers(const system::State& s) {
  FiniteFields finite;
  system::State::fields(s, finite);
  system::State::step_memory_fields(s, finite);
  return finite.good;
}

}  // namespace

std::string contact_problem(const Snapshot& snapshot, const touching::ContactStage& stage,
                            const BodiesOfShapes& bodies) {
  const contact::ContactState& c = snapshot.contacts;
  if (c.contacts.empty() && c.touches.empty() && c.at_start.empty()) return {};
  if (stage.empty()) return "it has contacts between shapes, but there are no shapes";
  const auto in_order = [](const auto& records) {
    return std::is_sorted(records.begin(), records.end(), [](const auto& a, const auto& b) {
      return contact::shapes_before(a, b);
    });
  };
  if (!in_order(c.contacts) || !in_order(c.touches) || !in_order(c.at_start))
    return "its contacts are not in the order of their shapes";
  if (std::adjacent_find(c.touches.begin(), c.touches.end(), [](const auto& a, const auto& b) {
        return touching::same_shapes(a, b);
      }) != c.touches.end())
    return "two of its touches are of the same shapes";
  const ContactCheck check(snapshot, stage.scene(), bodies);
  std::string problem;
  const auto look_at = [&](const auto& records) {
    for (const auto& r : records)
      if (problem.empty()) problem = check.problem(r);
  };
  look_at(c.contacts);
  look_at(c.touches);
  look_at(c.at_start);
  return problem;
}

std::string number_problem(const Snapshot& s) {
  // Steps of many years, and far from where counting them ends.
  constexpr std::int64_t kMostSteps = std::int64_t{1} << 53;
  if (s.clock.step < 0 || s.clock.step > kMostSteps)
    return fmt::format("it is of step {}", s.clock.step);
  if (!s.mechanisms.empty() &&
      s.clock.time != static_cast<double>(s.clock.step) * s.mechanisms.front()->settings.step)
    return fmt::format("its time of {} s is not that of step {}", s.clock.time, s.clock.step);
  for (const double value : s.inputs)
    if (!std::isfinite(value)) return "an input is not a finite number";
  for (const system::State& state : s.states) {
    if (state.step != s.clock.step || state.quiet_steps < 0 || state.quiet_steps > kMostSteps)
      return "its parts are of different steps";
    if (!has_finite_numbers(state)) return "it has numbers that are not finite";
  }
  const bool finite = visit_fields<FiniteFields>(s.contacts).good;
  return finite ? "" : "its contacts have numbers that are not finite";
}

std::uint64_t setting_hash(const touching::ContactStage& stage, const terrain::Ground& ground,
                           const std::string& site_title, const std::vector<std::string>& inputs) {
  Hash h;
  const auto add = [&](const std::string& text) { h.add_bytes(text.data(), text.size()); };
  add(site_title);
  h.add(inputs.size());
  for (const std::string& name : inputs) add(name);
  if (stage.empty()) return h.value();
  const auto shapes = stage.scene().shapes();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    add(shapes[i].name);
    add(stage.scene().body(static_cast<std::int32_t>(i)));
    if (stage.scene().is_ground(static_cast<std::int32_t>(i)) && !ground.is_plane()) {
      // Its extent, in the words of the mesh that it once was: recordings of then still fit.
      add(ground.surfaces().front().material);
      h.add(description::ContactShape::Kind::mesh);
      h.add(2 * (ground.columns() - 1) * (ground.rows() - 1));
      continue;
    }
    add(shapes[i].material);
    h.add(shapes[i].kind);
    h.add(shapes[i].faces.face_count());
  }
  return h.value();
}

}  // namespace outrigger::sim
