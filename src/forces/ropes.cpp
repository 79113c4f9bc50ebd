#include "forces/ropes.h"

#include <algorithm>
#include <limits>

namespace outrigger::forces {

using system::BodyWrench;
using system::Configuration;
using system::ForceSink;
using system::TermEnergy;

namespace {

Vec3 block_of(const double* array, int block) {
  const double* p = array + 4 * static_cast<std::size_t>(block);
  return {p[0], p[1], p[2]};
}

constexpr double kShortest = 1e-9;  ///< of a piece that has a direction [m]

}  // namespace

Ropes::Ropes(const model::Mechanism& mechanism, const model::Model& model,
             const std::vector<std::string>& signals) {
  std::size_t points = 0, slots = 0;
  for (const auto& part : mechanism.ropes) {
    Rope r;
    r.points = static_cast<int>(part.bodies.size());
    r.bodies = part.bodies;
    std::vector<model::Combination> combinations;
    Vec3 last = Vec3::Zero();
    for (std::size_t i = 0; i < part.bodies.size(); ++i) {
      const int body = part.bodies[i];
      const Vec3 place = mechanism.pose_of(body).point(part.spec.points[i].point);
      combinations.push_back(body == model::kGroundIndex ? model::Combination::fixed(place)
                                                         : model.point(body, place));
      r.constants.push_back(combinations.back().constant);
      for (const auto& t : combinations.back().terms)
        if (std::find(r.entities.begin(), r.entities.end(), t.entity) == r.entities.end())
          r.entities.push_back(t.entity);
      if (i > 0) r.assembled += (place - last).norm();
      last = place;
    }
    r.shares.assign(combinations.size() * r.entities.size(), 0.0);
    for (std::size_t i = 0; i < combinations.size(); ++i)
      for (const auto& t : combinations[i].terms) {
        const auto slot = std::find(r.entities.begin(), r.entities.end(), t.entity);
        r.shares[i * r.entities.size() + static_cast<std::size_t>(slot - r.entities.begin())] +=
            t.coefficient;
      }
    r.assembled = part.spec.length.value_or(r.assembled);
    r.stiffness = part.spec.stiffness;
    r.axial_stiffness = part.spec.axial_stiffness;
    r.damping = part.spec.damping;
    r.length_min = part.spec.length_min;
    r.winding = TimedFunction(part.spec.winding, signals);
    r.is_wound = part.spec.winding.kind != description::Function::Kind::constant ||
                 part.spec.winding.value != 0.0;
    points = std::max(points, combinations.size());
    slots = std::max(slots, r.entities.size());
    ropes_.push_back(std::move(r));
    ids_.push_back(part.id);
  }
  for (const Rope& r : ropes_) next_length_.push_back(r.assembled);
  rate_.resize(ropes_.size());
  mobility_.resize(ropes_.size());
  start_stretch_.resize(ropes_.size());
  last_.resize(ropes_.size());
  place_.resize(points);
  way_.resize(points);
  piece_.resize(points);
  gradient_.resize(slots);
}

void Ropes::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const Rope& r : ropes_)
    for (std::size_t e = 0; e < r.entities.size(); ++e)
      for (std::size_t f = 0; f <= e; ++f) entity_pairs.emplace_back(r.entities[e], r.entities[f]);
}

void Ropes::bind(const system::Layout& layout) {
  int gradients = 0;
  for (Rope& r : ropes_) {
    r.first_gradient = gradients;
    gradients += static_cast<int>(r.entities.size());
    r.blocks.clear();
    r.tangent.clear();
    for (const int entity : r.entities) r.blocks.push_back(layout.block(entity));
    for (std::size_t e = 0; e < r.blocks.size(); ++e)
      for (std::size_t f = 0; f <= e; ++f)
        r.tangent.push_back(layout.tangent(r.blocks[e], r.blocks[f]));
  }
  prepared_.assign(4 * static_cast<std::size_t>(gradients), 0.0);
}

void Ropes::load_memory(const system::PartMemory& memory, double* state) const {
  ForceTerm::load_memory(memory, state);
  // The machine behind a rope may have become heavier or lighter: asked anew in the next step.
  for (std::size_t i = 0; i < ropes_.size(); ++i) state[kNumbers * i + kMobility] = 0.0;
}

void Ropes::initialise(double* state) const {
  for (std::size_t i = 0; i < ropes_.size(); ++i) {
    state[kNumbers * i + kLength] = ropes_[i].assembled;
    state[kNumbers * i + kTension] = 0.0;
    state[kNumbers * i + kMobility] = 0.0;
  }
}

double Ropes::winding_rate(const Rope& r, const Configuration& c, double length) {
  if (!r.is_wound) return 0.0;
  const double rate = r.winding.value(c);
  if (!(rate < 0.0) || !(c.step > 0.0)) return rate;
  return std::max(rate, std::min(0.0, (r.length_min - length) / c.step));
}

OneSidedForce Ropes::law(std::size_t rope, const Configuration& c, double length,
                         double rate) const {
  const Rope& r = ropes_[rope];
  const double k = stiffness_of(r, next_length_[rope]), stretch = length - next_length_[rope];
  if (!has_step(c)) return one_sided_now(k, r.damping, stretch, rate - rate_[rope]);
  return one_sided_over_step(k, r.damping, start_stretch_[rope], stretch, c.step);
}

std::pair<double, double> Ropes::follow(const Rope& r, const double* x, const double* v) const {
  const std::size_t slots = r.blocks.size();
  const auto count = static_cast<std::size_t>(r.points);
  for (std::size_t i = 0; i < count; ++i) {
    place_[i] = r.constants[i];
    for (std::size_t e = 0; e < slots; ++e)
      place_[i] += r.shares[i * slots + e] * block_of(x, r.blocks[e]);
  }
  for (std::size_t e = 0; e < slots; ++e) gradient_[e].setZero();
  double length = 0.0;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const Vec3 way = place_[i + 1] - place_[i];
    piece_[i] = way.norm();
    length += piece_[i];
    way_[i] = piece_[i] > kShortest ? Vec3(way / piece_[i]) : Vec3(Vec3::Zero());
    for (std::size_t e = 0; e < slots; ++e)
      gradient_[e] += (r.shares[(i + 1) * slots + e] - r.shares[i * slots + e]) * way_[i];
  }
  double rate = 0.0;
  for (std::size_t e = 0; e < slots; ++e) rate += gradient_[e].dot(block_of(v, r.blocks[e]));
  return {length, rate};
}

void Ropes::prepare(const Configuration& c, const double* state, system::Response& response) {
  for (std::size_t i = 0; i < ropes_.size(); ++i) {
    const Rope& r = ropes_[i];
    const double length = state[kNumbers * i + kLength];
    rate_[i] = winding_rate(r, c, length);
    next_length_[i] = length + c.step * rate_[i];
    if (has_step(c)) start_stretch_[i] = follow(r, c.x_start, c.v_start).first - length;
    mobility_[i] = 0.0;
    const bool taut = follow(r, c).first > next_length_[i] || start_stretch_[i] > 0.0;
    if (!taut && state[kNumbers * i + kTension] == 0.0) continue;
    double* g = prepared_.data() + 4 * r.first_gradient;
    for (std::size_t e = 0; e < r.blocks.size(); ++e)
      for (int k = 0; k < 3; ++k) g[4 * e + k] = gradient_[e][k];
    if (!taut) continue;
    mobility_[i] = state[kNumbers * i + kMobility];
    if (mobility_[i] == 0.0)
      mobility_[i] =
          response.coordinate_mobility(r.blocks.data(), g, static_cast<int>(r.blocks.size()));
  }
}

void Ropes::start(const Configuration& c, double* state) {
  // Nothing is wound before the first step.
  for (std::size_t i = 0; i < ropes_.size(); ++i) {
    next_length_[i] = state[kNumbers * i + kLength];
    const auto [length, rate] = follow(ropes_[i], c);
    state[kNumbers * i + kTension] =
        one_sided_now(stiffness_of(ropes_[i], next_length_[i]), ropes_[i].damping,
                      length - next_length_[i], rate - rate_[i])
            .force;
    state[kNumbers * i + kMobility] = 0.0;
  }
}

void Ropes::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  for (std::size_t i = 0; i < ropes_.size(); ++i) {
    const Rope& r = ropes_[i];
    const auto [length, rate] = follow(r, c);
    const OneSidedForce n = last_[i] = law(i, c, length, rate);
    if (n.force == 0.0) continue;
    const std::size_t slots = r.blocks.size();
    for (std::size_t e = 0; e < slots; ++e) sink.add_force(r.blocks[e], -n.force * gradient_[e]);
    if (sink.tangent == nullptr) continue;
    const double along = sink.stiffness_factor * n.by_depth + sink.damping_factor * n.by_rate;
    const double across = sink.stiffness_factor * n.force;
    std::size_t slot = 0;
    for (std::size_t e = 0; e < slots; ++e)
      for (std::size_t f = 0; f <= e; ++f, ++slot) {
        Mat3 block = along * gradient_[e] * gradient_[f].transpose();
        for (std::size_t k = 0; k + 1 < static_cast<std::size_t>(r.points); ++k) {
          if (!(piece_[k] > kShortest)) continue;
          const double share = (r.shares[(k + 1) * slots + e] - r.shares[k * slots + e]) *
                               (r.shares[(k + 1) * slots + f] - r.shares[k * slots + f]);
          if (share == 0.0) continue;
          block +=
              (across * share / piece_[k]) * (Mat3::Identity() - way_[k] * way_[k].transpose());
        }
        r.tangent[slot].add(sink, block);
      }
  }
}

void Ropes::accept(const Configuration&, double* state, system::Response&) {
  lost_in_step_ = given_in_step_ = 0.0;
  for (std::size_t i = 0; i < ropes_.size(); ++i) {
    const double force = last_[i].force, before = state[kNumbers * i + kLength];
    const double change =
        stiffness_of(ropes_[i], next_length_[i]) - stiffness_of(ropes_[i], before);
    lost_in_step_ += last_[i].lost;
    given_in_step_ +=
        one_sided_energy(change, start_stretch_[i]) - force * (next_length_[i] - before);
    state[kNumbers * i + kLength] = next_length_[i];
    state[kNumbers * i + kTension] = force;
    state[kNumbers * i + kMobility] = force != 0.0 ? mobility_[i] : 0.0;
  }
}

double Ropes::least_way(double acceleration) const {
  double way = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ropes_.size(); ++i)
    if (last_[i].by_depth > 0.0 && mobility_[i] > 0.0)
      way = std::min(way, least_way_of(last_[i], mobility_[i], acceleration));
  return way;
}

double Ropes::steps_of_shortest(const double* state, double h) const {
  double time = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ropes_.size(); ++i)
    if (state[kNumbers * i + kTension] != 0.0)
      time = std::min(
          time, one_sided_half_vibration(stiffness_of(ropes_[i], state[kNumbers * i + kLength]),
                                         state[kNumbers * i + kMobility]));
  return time / h;
}

void Ropes::add_last_forces(const double* state, const ForceSink& sink) const {
  for (std::size_t i = 0; i < ropes_.size(); ++i) {
    const double tension = state[kNumbers * i + kTension];
    if (tension == 0.0) continue;
    const Rope& r = ropes_[i];
    for (std::size_t e = 0; e < r.blocks.size(); ++e)
      sink.add_force(r.blocks[e],
                     -tension * to_vec3(prepared_.data() + 4 * (r.first_gradient + e)));
  }
}

TermEnergy Ropes::energy(const Configuration& c, const double* state) const {
  TermEnergy e;
  for (std::size_t i = 0; i < ropes_.size(); ++i) {
    const double free = state[kNumbers * i + kLength];
    e.potential +=
        one_sided_energy(stiffness_of(ropes_[i], free), follow(ropes_[i], c).first - free);
  }
  return e;
}

void Ropes::wrenches(const Configuration& c, const double* state, const std::vector<Pose>& poses,
                     std::vector<BodyWrench>& out) const {
  for (std::size_t i = 0; i < ropes_.size(); ++i) {
    const Rope& r = ropes_[i];
    follow(r, c);
    const double tension = state[kNumbers * i + kTension];
    for (std::size_t p = 0; p < static_cast<std::size_t>(r.points); ++p) {
      if (r.bodies[p] == model::kGroundIndex) continue;
      Vec3 force = Vec3::Zero();
      if (p + 1 < static_cast<std::size_t>(r.points)) force += tension * way_[p];
      if (p > 0) force -= tension * way_[p - 1];
      const Pose& pose = poses[static_cast<std::size_t>(r.bodies[p])];
      out.push_back({r.bodies[p], force, (place_[p] - pose.position).cross(force)});
    }
  }
}

}  // namespace outrigger::forces
