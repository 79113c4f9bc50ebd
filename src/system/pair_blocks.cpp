#include "system/pair_blocks.h"

#include <algorithm>

namespace outrigger::system {

PairBlocks::PairBlocks(const BodyBlocks* a, const BodyBlocks* b) : a_(a), b_(b) {
  const auto add = [&](const BodyBlocks* body, std::vector<int>& places) {
    if (body == nullptr) return;
    for (const int entity : body->entities()) {
      const auto found = std::find(entity_.begin(), entity_.end(), entity);
      places.push_back(static_cast<int>(found - entity_.begin()));
      if (found == entity_.end()) entity_.push_back(entity);
    }
  };
  add(a, place_a_);
  add(b, place_b_);
}

void PairBlocks::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (int e = 0; e < count(); ++e)
    for (int f = 0; f <= e; ++f) entity_pairs.emplace_back(entity_[e], entity_[f]);
}

void PairBlocks::bind(const Layout& layout) {
  block_.clear();
  slot_.clear();
  for (const int entity : entity_) block_.push_back(layout.block(entity));
  for (int e = 0; e < count(); ++e)
    for (int f = 0; f <= e; ++f) slot_.push_back(layout.tangent(block_[e], block_[f]));
}

void PairBlocks::coefficients(const Vec3& s_a, const Vec3& s_b, double* c) const {
  std::fill(c, c + count(), 0.0);
  if (a_ != nullptr)
    for (int e = 0; e < a_->count(); ++e) c[place_a_[e]] += a_->coefficient(e, s_a);
  if (b_ != nullptr)
    for (int e = 0; e < b_->count(); ++e) c[place_b_[e]] -= b_->coefficient(e, s_b);
}

void PairBlocks::coefficient_gradients(const Mat3& rotation_a, const Mat3& rotation_b,
                                       double* d) const {
  std::fill(d, d + 3 * count(), 0.0);
  const auto add = [&](const BodyBlocks* body, const std::vector<int>& places, const Mat3& rotation,
                       double sign) {
    if (body == nullptr) return;
    for (int e = 0; e < body->count(); ++e) {
      const Vec3 in_world = rotation * body->coefficient_gradient(e);
      for (int k = 0; k < 3; ++k) d[3 * places[e] + k] += sign * in_world[k];
    }
  };
  add(a_, place_a_, rotation_a, 1.0);
  add(b_, place_b_, rotation_b, -1.0);
}

Vec3 PairBlocks::constant(const Vec3& s_a, const Vec3& s_b) const {
  return (a_ != nullptr ? a_->constant(s_a) : s_a) - (b_ != nullptr ? b_->constant(s_b) : s_b);
}

Vec3 PairBlocks::sum(const double* c, const double* values) const {
  Lane4 total = zero4();
  for (int e = 0; e < count(); ++e)
    total = fma4(broadcast4(c[e]), load4(values + 4 * block_[e]), total);
  alignas(32) double out[4];
  store4(out, total);
  return {out[0], out[1], out[2]};
}

void PairBlocks::add_force(const double* c, const Vec3& force, const ForceSink& sink) const {
  const Lane4 f = from_vec3(force);
  for (int e = 0; e < count(); ++e) {
    double* q = sink.force + 4 * block_[e];
    store4(q, fma4(broadcast4(c[e]), f, load4(q)));
  }
}

void PairBlocks::add_tangent(const double* c, const Mat3& k, const ForceSink& sink) const {
  const Lane4 column[3] = {from_vec3(k.col(0)), from_vec3(k.col(1)), from_vec3(k.col(2))};
  std::size_t pair = 0;
  for (int e = 0; e < count(); ++e)
    for (int f = 0; f <= e; ++f, ++pair) {
      // K is symmetric, so it does not matter which way the block is stored.
      double* block = sink.tangent + 12 * static_cast<std::size_t>(slot_[pair].extra);
      const Lane4 product = broadcast4(c[e] * c[f]);
      for (int column_index = 0; column_index < 3; ++column_index)
        store4(block + 4 * column_index,
               fma4(product, column[column_index], load4(block + 4 * column_index)));
    }
}

void PairBlocks::add_tangent_block(int e, int f, const Mat3& k, const ForceSink& sink) const {
  slot_[static_cast<std::size_t>(e * (e + 1) / 2 + f)].add(sink, k);
}

namespace {

Vec3 at(const double* g, int e) { return {g[3 * e], g[3 * e + 1], g[3 * e + 2]}; }

/// ½ g × as a matrix.
Mat3 half_cross(const Vec3& g) {
  const Vec3 h = 0.5 * g;
  Mat3 m;
  m << 0.0, -h.z(), h.y(), h.z(), 0.0, -h.x(), -h.y(), h.x(), 0.0;
  return m;
}

}  // namespace

Vec3 PairBlocks::turn(const double* g, const double* values) const {
  Vec3 sum = Vec3::Zero();
  for (int e = 0; e < count(); ++e) sum += at(g, e).cross(to_vec3(values + 4 * block_[e]));
  return 0.5 * sum;
}

void PairBlocks::add_torque(const double* g, const Vec3& torque, const ForceSink& sink) const {
  const Vec3 half = 0.5 * torque;
  for (int e = 0; e < count(); ++e) sink.add_force(block_[e], half.cross(at(g, e)));
}

void PairBlocks::turn_gradient(const double* g, const Vec3& axis, double* gradient) const {
  for (int e = 0; e < count(); ++e) {
    const Vec3 slope = 0.5 * axis.cross(at(g, e));
    for (int k = 0; k < 3; ++k) gradient[4 * e + k] = slope[k];
    gradient[4 * e + 3] = 0.0;
  }
}

/// Q_e = c_e F + B_eᵀ T and place = Σ c_e e, turn = Σ B_e e with B_e = ½ g_e ×.
void PairBlocks::add_turning_tangent(const double* c, const double* g, const TurningStiffness& k,
                                     const ForceSink& sink) const {
  for (int e = 0; e < count(); ++e) {
    const Mat3 turn_e = half_cross(at(g, e)).transpose();
    const Mat3 by_place = c[e] * k.force_by_place + turn_e * k.force_by_turn.transpose();
    const Mat3 by_turn = c[e] * k.force_by_turn + turn_e * k.torque_by_turn;
    for (int f = 0; f <= e; ++f)
      add_tangent_block(e, f, c[f] * by_place + by_turn * half_cross(at(g, f)), sink);
  }
}

}  // namespace outrigger::system
