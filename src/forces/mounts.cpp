#include "forces/mounts.h"

namespace outrigger::forces {

using system::BodyWrench;
using system::Configuration;
using system::ForceSink;
using system::TermEnergy;

namespace {

void push_padded(AlignedDoubles& array, const Vec3& v) {
  array.insert(array.end(), {v.x(), v.y(), v.z(), 0.0});
}

Vec3 vec3_of(Lane4 lane) {
  alignas(32) double values[4];
  store4(values, lane);
  return {values[0], values[1], values[2]};
}

}  // namespace

Mounts::Mounts(const model::Mechanism& mechanism, const model::Model& model) {
  for (const auto& part : mechanism.mounts) {
    if (part.body == model::kGroundIndex) continue;
    const Vec3 assembled = mechanism.pose_of(part.body).point(part.spec.point);
    const model::Combination p = model.point(part.body, assembled);
    Member member{};
    member.first_term = static_cast<int>(entity_.size());
    for (const auto& t : p.terms) {
      entity_.push_back(t.entity);
      coefficient_.push_back(t.coefficient);
    }
    member.last_term = static_cast<int>(entity_.size());
    members_.push_back(member);
    push_padded(anchor_, part.spec.anchor.value_or(assembled) - p.constant);
    push_padded(stiffness_, part.spec.stiffness);
    push_padded(damping_, part.spec.damping);
    body_.push_back(part.body);
    point_.push_back(part.spec.point);
  }
}

void Mounts::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const Member& m : members_)
    for (int e = m.first_term; e < m.last_term; ++e)
      for (int f = m.first_term; f <= e; ++f) entity_pairs.emplace_back(entity_[e], entity_[f]);
}

void Mounts::bind(const system::Layout& layout) {
  block_.clear();
  pairs_.clear();
  for (int entity : entity_) block_.push_back(layout.block(entity));
  for (Member& m : members_) {
    m.first_pair = static_cast<int>(pairs_.size());
    for (int e = m.first_term; e < m.last_term; ++e)
      for (int f = m.first_term; f <= e; ++f)
        // The blocks are diagonal, so it does not matter which way they are stored.
        pairs_.push_back(
            {layout.tangent(block_[e], block_[f]).extra, coefficient_[e] * coefficient_[f]});
    m.last_pair = static_cast<int>(pairs_.size());
  }
}

Mounts::Motion Mounts::motion(int mount, const Configuration& c) const {
  Motion m{sub4(zero4(), load4(&anchor_[4 * mount])), zero4()};
  for (int t = members_[mount].first_term; t < members_[mount].last_term; ++t) {
    const Lane4 a = broadcast4(coefficient_[t]);
    m.stretch = fma4(a, load4(c.x + 4 * block_[t]), m.stretch);
    m.rate = fma4(a, load4(c.v + 4 * block_[t]), m.rate);
  }
  return m;
}

Lane4 Mounts::force(int mount, const Motion& m) const {
  return fnma4(load4(&damping_[4 * mount]), m.rate,
               fnma4(load4(&stiffness_[4 * mount]), m.stretch, zero4()));
}

void Mounts::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  for (int i = 0; i < count(); ++i) {
    const Lane4 f = force(i, motion(i, c));
    for (int t = members_[i].first_term; t < members_[i].last_term; ++t) {
      double* q = sink.force + 4 * block_[t];
      store4(q, fma4(broadcast4(coefficient_[t]), f, load4(q)));
    }
  }
  if (sink.tangent == nullptr) return;
  for (int i = 0; i < count(); ++i) {
    alignas(32) double diagonal[4];
    store4(diagonal, fma4(broadcast4(sink.damping_factor), load4(&damping_[4 * i]),
                          mul4(broadcast4(sink.stiffness_factor), load4(&stiffness_[4 * i]))));
    for (int p = members_[i].first_pair; p < members_[i].last_pair; ++p) {
      double* block = sink.tangent + 12 * static_cast<std::size_t>(pairs_[p].extra);
      block[0] += pairs_[p].product * diagonal[0];
      block[5] += pairs_[p].product * diagonal[1];
      block[10] += pairs_[p].product * diagonal[2];
    }
  }
}

TermEnergy Mounts::energy(const Configuration& c, const double*) const {
  TermEnergy e;
  for (int i = 0; i < count(); ++i) {
    const Motion m = motion(i, c);
    e.potential += 0.5 * dot4(load4(&stiffness_[4 * i]), mul4(m.stretch, m.stretch));
    e.dissipation_power += dot4(load4(&damping_[4 * i]), mul4(m.rate, m.rate));
  }
  return e;
}

void Mounts::wrenches(const Configuration& c, const double*, const std::vector<Pose>& poses,
                      std::vector<BodyWrench>& out) const {
  for (int i = 0; i < count(); ++i) {
    const Vec3 f = vec3_of(force(i, motion(i, c)));
    out.push_back({body_[i], f, poses[body_[i]].direction(point_[i]).cross(f)});
  }
}

}  // namespace outrigger::forces
