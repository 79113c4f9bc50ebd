#include "system/body_blocks.h"

#include <algorithm>

#include "base/assert.h"

namespace outrigger::system {

BodyBlocks::BodyBlocks(const model::Mechanism& mechanism, const model::Model& model, int body)
    : body_(body) {
  OUTRIGGER_ASSERT(model.bodies[body].basis_count == 4, "contacts need a rigid body");
  const Pose& pose = mechanism.pose_of(body);
  const model::Combination parts[4] = {
      model.point(body, pose.position), model.direction(body, pose.rotation.col(0)),
      model.direction(body, pose.rotation.col(1)), model.direction(body, pose.rotation.col(2))};
  for (int k = 0; k < 4; ++k) {
    constant_.col(k) = parts[k].constant;
    for (const auto& t : parts[k].terms) {
      auto found = std::find(entity_.begin(), entity_.end(), t.entity);
      if (found == entity_.end()) {
        entity_.push_back(t.entity);
        table_.resize(table_.size() + 4, 0.0);
        found = entity_.end() - 1;
      }
      table_[4 * (found - entity_.begin()) + k] += t.coefficient;
    }
  }
}

void BodyBlocks::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (int e = 0; e < count(); ++e)
    for (int f = 0; f <= e; ++f) entity_pairs.emplace_back(entity_[e], entity_[f]);
}

void BodyBlocks::bind(const Layout& layout) {
  block_.clear();
  extra_.clear();
  for (int entity : entity_) block_.push_back(layout.block(entity));
  for (int e = 0; e < count(); ++e)
    for (int f = 0; f <= e; ++f) extra_.push_back(layout.tangent(block_[e], block_[f]).extra);
}

void BodyBlocks::coefficients(const Vec3& s, double* a) const {
  for (int e = 0; e < count(); ++e) a[e] = coefficient(e, s);
}

Vec3 BodyBlocks::sum(const double* a, const double* values) const {
  Lane4 total = zero4();
  for (int e = 0; e < count(); ++e)
    total = fma4(broadcast4(a[e]), load4(values + 4 * block_[e]), total);
  alignas(32) double out[4];
  store4(out, total);
  return {out[0], out[1], out[2]};
}

Vec3 BodyBlocks::velocity(const Vec3& s, const double* v) const {
  Lane4 total = zero4();
  for (int e = 0; e < count(); ++e)
    total = fma4(broadcast4(coefficient(e, s)), load4(v + 4 * block_[e]), total);
  alignas(32) double out[4];
  store4(out, total);
  return {out[0], out[1], out[2]};
}

void BodyBlocks::columns(const double* values, Lane4* column) const {
  for (int e = 0; e < count(); ++e) {
    const Lane4 value = load4(values + 4 * block_[e]);
    for (int k = 0; k < 4; ++k) column[k] = fma4(broadcast4(table_[4 * e + k]), value, column[k]);
  }
}

Pose BodyBlocks::pose(const double* x) const {
  Lane4 column[4];
  for (int k = 0; k < 4; ++k) column[k] = from_vec3(constant_.col(k));
  columns(x, column);
  alignas(32) double c[16];
  for (int k = 0; k < 4; ++k) store4(c + 4 * k, column[k]);
  Pose p;
  p.position = to_vec3(c);
  for (int k = 0; k < 3; ++k) p.rotation.col(k) = to_vec3(c + 4 * (k + 1));
  return p;
}

Vec3 BodyBlocks::angular_velocity(const Pose& pose, const double* v) const {
  Lane4 column[4] = {zero4(), zero4(), zero4(), zero4()};
  columns(v, column);
  Vec3 omega = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    alignas(32) double rate[4];
    store4(rate, column[k + 1]);
    omega += 0.5 * Vec3(pose.rotation.col(k)).cross(to_vec3(rate));
  }
  return omega;
}

void BodyBlocks::add_force(const double* a, const Vec3& force, const ForceSink& sink) const {
  const Lane4 f = from_vec3(force);
  for (int e = 0; e < count(); ++e) {
    double* q = sink.force + 4 * block_[e];
    store4(q, fma4(broadcast4(a[e]), f, load4(q)));
  }
}

void BodyBlocks::add_torque(const Vec3& torque, const double* x, const ForceSink& sink) const {
  const Mat3 axes = pose(x).rotation;
  const Vec3 half = 0.5 * torque;
  Lane4 f[3];
  for (int k = 0; k < 3; ++k) f[k] = from_vec3(half.cross(Vec3(axes.col(k))));
  for (int e = 0; e < count(); ++e) {
    double* q = sink.force + 4 * block_[e];
    Lane4 sum = load4(q);
    for (int k = 0; k < 3; ++k) sum = fma4(broadcast4(table_[4 * e + k + 1]), f[k], sum);
    store4(q, sum);
  }
}

void BodyBlocks::add_tangent(const double* a, const Mat3& k, const ForceSink& sink) const {
  const Lane4 column[3] = {from_vec3(k.col(0)), from_vec3(k.col(1)), from_vec3(k.col(2))};
  std::size_t pair = 0;
  for (int e = 0; e < count(); ++e)
    for (int f = 0; f <= e; ++f, ++pair) {
      // K is symmetric, so it does not matter which way the block is stored.
      double* block = sink.tangent + 12 * static_cast<std::size_t>(extra_[pair]);
      const Lane4 product = broadcast4(a[e] * a[f]);
      for (int c = 0; c < 3; ++c)
        store4(block + 4 * c, fma4(product, column[c], load4(block + 4 * c)));
    }
}

}  // namespace outrigger::system
