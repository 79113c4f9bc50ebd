#include "forces/coordinate_link.h"

#include <algorithm>

namespace outrigger::forces {

using system::Configuration;
using system::CoordinateKernel;

namespace {

void collect(const model::Combination& c, std::vector<int>& entities) {
  for (const auto& t : c.terms)
    if (std::find(entities.begin(), entities.end(), t.entity) == entities.end())
      entities.push_back(t.entity);
}

}  // namespace

std::vector<int> entities_of(const model::CoordinateModel& c) {
  std::vector<int> entities;
  if (c.entity >= 0) entities.push_back(c.entity);
  for (const auto& d : c.dots) {
    collect(d.left, entities);
    collect(d.right, entities);
  }
  return entities;
}

void add_wrenches(const model::CoordinateFrame& frame, double force, const std::vector<Pose>& poses,
                  std::vector<system::BodyWrench>& out) {
  static const Pose ground;
  if (force == 0.0) return;
  const auto pose = [&](int body) -> const Pose& {
    return body == model::kGroundIndex ? ground : poses[body];
  };
  const model::KinematicRow row =
      model::coordinate_row(frame, pose(frame.body_a), pose(frame.body_b));
  const auto add = [&](int body, const model::Twist& t) {
    if (body != model::kGroundIndex) out.push_back({body, force * t.linear, force * t.angular});
  };
  add(frame.body_a, row.a);
  add(frame.body_b, row.b);
}

CoordinateLink::CoordinateLink(int coordinate, const model::Mechanism& mechanism,
                               const model::Model& model)
    : coordinate_(coordinate),
      frame_(mechanism.coordinates[coordinate].frame),
      entities_(entities_of(model.coordinates[coordinate])) {}

void CoordinateLink::bind(const system::Layout& layout) {
  kernel_ = &layout.coordinate(coordinate_);
}

double CoordinateLink::gradient(const Configuration& c, double* g) const {
  return kernel_->gradient(c.x, c.coordinate_reference[coordinate_], g);
}

double CoordinateLink::rate(const Configuration& c, const double* g) const {
  Lane4 rate = zero4();
  for (int s = 0; s < slot_count(); ++s)
    rate = fma4(load4(g + 4 * s), load4(c.v + 4 * blocks()[s]), rate);
  return sum4(rate);
}

double CoordinateLink::rate(const Configuration& c) const {
  alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
  slopes(c, g);
  return rate(c, g);
}

void CoordinateLink::add_force(double force, const double* g, const system::ForceSink& sink) const {
  const Lane4 f = broadcast4(force);
  for (int s = 0; s < slot_count(); ++s) {
    double* q = sink.force + 4 * blocks()[s];
    store4(q, fma4(f, load4(g + 4 * s), load4(q)));
  }
}

void CoordinateTangent::bind(const system::Layout& layout, const CoordinateKernel& kernel) {
  kernel_ = &kernel;
  slots_.clear();
  const std::vector<int>& blocks = kernel.blocks();
  for (std::size_t e = 0; e < blocks.size(); ++e)
    for (std::size_t f = 0; f <= e; ++f) slots_.push_back(layout.tangent(blocks[e], blocks[f]));
}

void CoordinateTangent::add(double force, double by_value, double by_rate, const double* g,
                            const double* x, const system::ForceSink& sink) const {
  const double along = -sink.stiffness_factor * by_value - sink.damping_factor * by_rate;
  const double across = -sink.stiffness_factor * force;
  // What does not act costs nothing.
  if (along == 0.0 && across == 0.0) return;
  const system::TangentSlot* slot = slots_.data();
  Mat3 block, hessian;
  CoordinateKernel::Curvature curvature;
  if (across != 0.0) kernel_->curvature(x, curvature);
  for (int e = 0; e < kernel_->slot_count(); ++e)
    for (int f = 0; f <= e; ++f, ++slot) {
      block = along * to_vec3(g + 4 * e) * to_vec3(g + 4 * f).transpose();
      if (across != 0.0) {
        kernel_->hessian(curvature, e, f, hessian);
        block += across * hessian;
      }
      slot->add(sink, block);
    }
}

void RankOneTangent::pattern(const std::vector<int>& entities,
                             std::vector<std::pair<int, int>>& pairs) {
  for (std::size_t e = 0; e < entities.size(); ++e)
    for (std::size_t f = 0; f <= e; ++f) pairs.emplace_back(entities[e], entities[f]);
}

void RankOneTangent::bind(const system::Layout& layout, std::vector<int> blocks) {
  blocks_ = std::move(blocks);
  slots_.clear();
  for (std::size_t e = 0; e < blocks_.size(); ++e)
    for (std::size_t f = 0; f <= e; ++f) slots_.push_back(layout.tangent(blocks_[e], blocks_[f]));
}

void RankOneTangent::add(double factor, const double* w, const system::ForceSink& sink) const {
  const system::TangentSlot* slot = slots_.data();
  for (std::size_t e = 0; e < blocks_.size(); ++e)
    for (std::size_t f = 0; f <= e; ++f, ++slot)
      slot->add(sink, factor * to_vec3(w + 4 * e) * to_vec3(w + 4 * f).transpose());
}

}  // namespace outrigger::forces
