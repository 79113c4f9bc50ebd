/// Loads of bodies: the mass matrix and the weight are rewritten between steps, pattern and order of the
/// factor stay. With S = ∫ (r, 1)(r, 1)ᵀ dm in assembled world axes, the load adds Z = E⁻¹ S E⁻ᵀ over the
/// basis of its body, as the body's own mass does (model/compile.cpp). Penalties keep to the own masses.
#include <algorithm>

#include "base/assert.h"
#include "system/system.h"

namespace outrigger::system {

namespace {

/// S of a load, in assembled world axes.
Mat4 moments_of(const BodyLoad& load, const Pose& assembled) {
  const Mat3& r = assembled.rotation;
  const Vec3 first = r * load.first, p = assembled.position;
  const Mat3 cross = first * p.transpose();
  Mat4 s;
  s.topLeftCorner<3, 3>() =
      r * load.second * r.transpose() + cross + cross.transpose() + load.mass * p * p.transpose();
  s.topRightCorner<3, 1>() = first + load.mass * p;
  s.bottomLeftCorner<1, 3>() = s.topRightCorner<3, 1>().transpose();
  s(3, 3) = load.mass;
  return s;
}

}  // namespace

void System::find_carriers(const model::Mechanism& mechanism) {
  for (const model::ToolPart& tool : mechanism.tools)
    if (tool.spec.holds_soil() && !can_carry(tool.body))
      carriers_.push_back({tool.body, {}, {}, {}});
  for (const model::BedPart& bed : mechanism.beds)
    if (!can_carry(bed.body)) carriers_.push_back({bed.body, {}, {}, {}});
}

void System::lay_out_carriers(const model::Mechanism& mechanism) {
  gravity_acceleration_ = mechanism.settings.gravity;
  if (carriers_.empty()) return;
  own_mass_ = mass_value_;
  own_gravity_ = gravity_;
  const auto place_of = [&](int row, int column) {
    const auto begin = mass_column_.begin() + mass_start_[row];
    const auto end = mass_column_.begin() + mass_start_[row + 1];
    const auto found = std::find(begin, end, column);
    OUTRIGGER_ASSERT(found != end, "the pattern of the masses has room for loads");
    return static_cast<int>(found - mass_column_.begin());
  };
  for (Carrier& carrier : carriers_) {
    const model::BodyModel& b = model_.bodies[static_cast<std::size_t>(carrier.body)];
    for (int i = 0; i < 4; ++i)
      for (const auto& ti : b.basis[static_cast<std::size_t>(i)].terms) {
        const int row = position_[ti.entity];
        carrier.weights.push_back({row, i, ti.coefficient});
        for (int j = 0; j < 4; ++j)
          for (const auto& tj : b.basis[static_cast<std::size_t>(j)].terms) {
            const int column = position_[tj.entity];
            carrier.entries.push_back({place_of(row, column),
                                       column <= row ? factor_.find(row, column) : -1, i, j,
                                       ti.coefficient * tj.coefficient});
          }
      }
  }
}

bool System::can_carry(int body) const {
  return std::any_of(carriers_.begin(), carriers_.end(),
                     [&](const Carrier& c) { return c.body == body; });
}

void System::set_load(int body, const BodyLoad& load) {
  const auto found = std::find_if(carriers_.begin(), carriers_.end(),
                                  [&](const Carrier& c) { return c.body == body; });
  OUTRIGGER_ASSERT(found != carriers_.end(), "this body carries no load");
  if (found->load == load) return;
  found->load = load;
  ++load_version_;
  // From the own masses on, so that the numbers do not depend on what was carried before.
  for (const Carrier& c : carriers_) {
    for (const Carrier::Entry& e : c.entries) mass_value_[e.place] = own_mass_[e.place];
    for (const Carrier::Weight& w : c.weights)
      for (int k = 0; k < 3; ++k) gravity_[4 * w.block + k] = own_gravity_[4 * w.block + k];
  }
  for (const Carrier& c : carriers_) {
    if (c.load.mass == 0.0) continue;
    const model::BodyModel& b = model_.bodies[static_cast<std::size_t>(c.body)];
    const Mat4 s = moments_of(c.load, b.assembled_pose);
    const Mat4 z = b.inverse_basis * s * b.inverse_basis.transpose();
    for (const Carrier::Entry& e : c.entries) mass_value_[e.place] += e.coefficient * z(e.i, e.j);
    const Vec4 share = b.inverse_basis * s.col(3);
    for (const Carrier::Weight& w : c.weights)
      for (int k = 0; k < 3; ++k)
        gravity_[4 * w.block + k] += share[w.i] * w.coefficient * gravity_acceleration_[k];
  }
  for (const Carrier& c : carriers_)
    for (const Carrier::Entry& e : c.entries)
      if (e.factor_block >= 0) factor_.set_scalar(e.factor_block, mass_value_[e.place]);
}

const BodyLoad* System::load(int body) const {
  for (const Carrier& c : carriers_)
    if (c.body == body) return &c.load;
  return nullptr;
}

void System::follow_loads(std::span<const System* const> parts) {
  std::uint64_t version = 0;
  for (const System* part : parts) version += part->load_version_;
  if (version == load_version_) return;
  load_version_ = version;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const System& part = *parts[p];
    if (part.carriers_.empty()) continue;
    const int block = part_places_[p].block;
    std::copy_n(part.gravity_.begin(), 4 * part.n_, gravity_.begin() + 4 * block);
    for (int i = 0; i < part.n_; ++i)
      for (int k = part.mass_start_[i]; k < part.mass_start_[i + 1]; ++k) {
        const int row = block + i, column = block + part.mass_column_[k];
        const int to = mass_start_[row] + k - part.mass_start_[i];
        OUTRIGGER_ASSERT(mass_column_[to] == column, "masses of the parts side by side");
        mass_value_[to] = part.mass_value_[k];
        if (column <= row) factor_.set_scalar(factor_.find(row, column), part.mass_value_[k]);
      }
  }
}

}  // namespace outrigger::system
