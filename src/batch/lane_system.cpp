#include "batch/lane_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "base/error.h"

namespace outrigger::batch {
namespace {

using Systems = LaneSystem::Systems;

template <class Get>
void check_same(const Systems& systems, const char* what, const Get& get) {
  for (std::size_t lane = 1; lane < kLanes; ++lane)
    if (get(*systems[lane]) != get(*systems[0]))
      throw Error(
          fmt::format("copy {} of the batch differs from copy 0 in its {}: copies may differ "
                      "in numbers, not in bodies, joints and what they connect",
                      lane, what));
}

LaneFactor make_factor(const Systems& systems) {
  check_same(systems, "number of unknowns",
             [](const system::System& s) { return s.block_count(); });
  check_same(systems, "number of equations", [](const system::System& s) { return s.row_count(); });
  check_same(systems, "rows", [](const system::System& s) { return s.arrays().row_start; });
  check_same(systems, "slots", [](const system::System& s) {
    // Which constant a slot refers to may differ, and is looked up copy by copy.
    std::vector<int> blocks = s.arrays().slot_block;
    for (int& b : blocks) b = std::min(b, s.block_count());
    return blocks;
  });
  check_same(systems, "linear rows",
             [](const system::System& s) { return s.arrays().linear_axis; });
  check_same(systems, "pattern of masses",
             [](const system::System& s) { return s.arrays().mass_column; });
  check_same(systems, "factor",
             [](const system::System& s) { return s.factor().pattern().column_start; });
  check_same(systems, "factor", [](const system::System& s) { return s.factor().pattern().row; });
  check_same(systems, "force terms", [](const system::System& s) {
    std::vector<std::int32_t> places;
    for (const auto& block : s.factor().pattern().plan) places.push_back(block.extra);
    return places;
  });
  std::array<const system::BlockLdlt*, kLanes> factors{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) factors[lane] = &systems[lane]->factor();
  return LaneFactor(factors);
}

/// One number of each system, `count` times.
template <class Get>
AlignedDoubles in_lanes(const Systems& systems, std::size_t count, const Get& get) {
  AlignedDoubles result(kLanes * count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      result[kLanes * i + lane] = get(systems[lane]->arrays(), i);
  return result;
}

using Arrays = system::System::FlatArrays;

inline const double* at(const AlignedDoubles& numbers, int index) {
  return numbers.data() + kLanes * static_cast<std::size_t>(index);
}

}  // namespace

LaneSystem::LaneSystem(const Systems& systems) : factor_(make_factor(systems)) {
  const system::System& s = *systems[0];
  const Arrays a = s.arrays();
  n_ = s.block_count();
  rows_ = s.row_count();
  slots_ = s.slot_count();
  dot_rows_ = a.dot_rows;
  first_coordinate_row_ = a.dot_rows + a.linear_rows;
  for (int r = 0; r < rows_; ++r) {
    const int first = a.row_start[r], end = a.row_start[r + 1];
    int free_end = first;
    while (free_end < end && a.slot_block[free_end] < n_) ++free_end;
    (r < dot_rows_               ? dots_
     : r < first_coordinate_row_ ? linears_
                                 : coordinates_)
        .push_back({r, first, free_end, end});
  }
  first_coordinate_slot_ = a.row_start[first_coordinate_row_];
  std::stable_sort(dots_.begin(), dots_.end(), [](const Row& p, const Row& q) {
    return std::pair(p.end - p.first, p.free_end - p.first) <
           std::pair(q.end - q.first, q.free_end - q.first);
  });
  lay_out_constants(systems);
  linear_axis_.assign(a.linear_axis.begin(), a.linear_axis.end());
  const auto slots = static_cast<std::size_t>(slots_), rows = static_cast<std::size_t>(rows_);
  uniform_ = std::all_of(systems.begin(), systems.end(), [&](const system::System* other) {
    return other->arrays().slot_a == a.slot_a && other->arrays().slot_b == a.slot_b;
  });
  if (uniform_) {
    slot_a_.assign(a.slot_a.begin(), a.slot_a.end());
    slot_b_.assign(a.slot_b.begin(), a.slot_b.end());
  } else {
    slot_a_ = in_lanes(systems, slots, [](const Arrays& l, std::size_t i) { return l.slot_a[i]; });
    slot_b_ = in_lanes(systems, slots, [](const Arrays& l, std::size_t i) { return l.slot_b[i]; });
  }
  row_value_ =
      in_lanes(systems, rows, [](const Arrays& l, std::size_t i) { return l.row_value[i]; });
  scale_ = in_lanes(systems, rows, [](const Arrays& l, std::size_t i) { return l.scale[i]; });
  inverse_size_ =
      in_lanes(systems, rows, [](const Arrays& l, std::size_t i) { return l.inverse_size[i]; });
  block_weight_ = in_lanes(systems, static_cast<std::size_t>(n_),
                           [](const Arrays& l, std::size_t i) { return l.block_weight[i]; });
  mass_value_ = in_lanes(systems, a.mass_value.size(),
                         [](const Arrays& l, std::size_t i) { return l.mass_value[i]; });
  gather_start_.assign(a.gather_start.begin(), a.gather_start.end());
  for (std::size_t k = 0; k < a.gather_slot.size(); ++k)
    gather_.push_back({kVector * a.gather_slot[k], kLanes * a.gather_row[k]});
  mass_start_.assign(a.mass_start.begin(), a.mass_start.end());
  for (std::size_t k = 0; k < a.mass_column.size(); ++k)
    mass_.push_back({kLanes * static_cast<std::int32_t>(k), kVector * a.mass_column[k]});
  gravity_.resize(kVector * static_cast<std::size_t>(n_));
  for (std::size_t e = 0; e < static_cast<std::size_t>(n_); ++e)
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        gravity_[kVector * e + kLanes * k + lane] = systems[lane]->gravity_force()[4 * e + k];
}

/// Constants of the copies by the slots that refer to them: copies keep equal constants once, and
/// which are equal may differ from copy to copy.
void LaneSystem::lay_out_constants(const Systems& systems) {
  std::array<AlignedDoubles, kLanes> x;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    x[lane].resize(4 * static_cast<std::size_t>(systems[lane]->total_block_count()));
    AlignedDoubles v(x[lane].size());
    systems[lane]->initial_state(x[lane].data(), v.data());
  }
  std::map<std::array<int, kLanes>, int> known;
  for (std::size_t s = 0; s < static_cast<std::size_t>(slots_); ++s) {
    std::array<int, kLanes> block{};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      block[lane] = systems[lane]->arrays().slot_block[s];
    if (block[0] < n_) {
      slot_block_.push_back(kVector * block[0]);
      continue;
    }
    const auto [place, is_new] = known.emplace(block, n_ + static_cast<int>(known.size()));
    slot_block_.push_back(kVector * place->second);
    if (!is_new) continue;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        constants_.push_back(x[lane][4 * static_cast<std::size_t>(block[lane]) + k]);
  }
  total_ = n_ + static_cast<int>(known.size());
}

template <bool kUniform, bool kMasked>
void LaneSystem::run_rows(const double* x, LaneMask lanes, double* gradient, double* psi) const {
  const auto put = [&](double* p, Lane4 value) {
    store4(p, kMasked ? _mm256_blendv_pd(load4(p), value, lanes) : value);
  };
  const std::int32_t* block = slot_block_.data();
  for (const Row& row : dots_) {
    Vectors left = zero_vectors(), right = zero_vectors();
    for (int s = row.first; s < row.end; ++s) {
      const Vectors e = load_vectors(x + block[s]);
      left = multiply_add(coefficient<kUniform>(slot_a_, s), e, left);
      right = multiply_add(coefficient<kUniform>(slot_b_, s), e, right);
    }
    const Lane4 scale = load4(at(scale_, row.row));
    store4(psi + kLanes * row.row,
           mul4(scale, sub4(dot(left, right), load4(at(row_value_, row.row)))));
    left = multiply(scale, left);
    right = multiply(scale, right);
    for (int s = row.first; s < row.free_end; ++s) {
      const Vectors g = multiply_add(coefficient<kUniform>(slot_b_, s), left,
                                     multiply(coefficient<kUniform>(slot_a_, s), right));
      double* p = gradient + kVector * static_cast<std::size_t>(s);
      put(p, g.x);
      put(p + kLanes, g.y);
      put(p + 2 * kLanes, g.z);
    }
  }
  for (std::size_t i = 0; i < linears_.size(); ++i) {
    const Row& row = linears_[i];
    const int axis = linear_axis_[i];
    const Lane4 scale = load4(at(scale_, row.row));
    Lane4 sum = sub4(zero4(), load4(at(row_value_, row.row)));
    for (int s = row.first; s < row.end; ++s) {
      const Lane4 a = coefficient<kUniform>(slot_a_, s);
      sum = add4(sum, mul4(a, load4(x + block[s] + kLanes * axis)));
      // The other components stay zero, as they were made.
      put(gradient + kVector * static_cast<std::size_t>(s) + kLanes * axis, mul4(scale, a));
    }
    store4(psi + kLanes * row.row, mul4(scale, sum));
  }
}

void LaneSystem::evaluate_rows(const double* x, const std::array<bool, kLanes>* lanes,
                               double* gradient, double* psi) const {
  const bool masked = lanes != nullptr && !all(*lanes);
  const LaneMask mask = masked ? mask_of(*lanes) : zero4();
  if (uniform_) {
    masked ? run_rows<true, true>(x, mask, gradient, psi)
           : run_rows<true, false>(x, mask, gradient, psi);
  } else {
    masked ? run_rows<false, true>(x, mask, gradient, psi)
           : run_rows<false, false>(x, mask, gradient, psi);
  }
}

template <bool kUniform, bool kRates>
void LaneSystem::run_motion(const double* gradient, const double* v, const double* acceleration,
                            double* psi_rate, double* psi_acceleration) const {
  const Lane4 two = broadcast4(2.0);
  const std::int32_t* block = slot_block_.data();
  for (const Row& row : dots_) {
    Vectors sum = zero_vectors(), rate = zero_vectors(), left = zero_vectors(),
            right = zero_vectors();
    for (int s = row.first; s < row.free_end; ++s) {
      const Vectors g = load_vectors(gradient + kVector * static_cast<std::size_t>(s));
      const Vectors speed = load_vectors(v + block[s]);
      sum = multiply_add(g, load_vectors(acceleration + block[s]), sum);
      if (kRates) rate = multiply_add(g, speed, rate);
      left = multiply_add(coefficient<kUniform>(slot_a_, s), speed, left);
      right = multiply_add(coefficient<kUniform>(slot_b_, s), speed, right);
    }
    const Lane4 twice = mul4(two, load4(at(scale_, row.row)));
    sum = multiply_add(twice, {mul4(left.x, right.x), mul4(left.y, right.y), mul4(left.z, right.z)},
                       sum);
    store4(psi_acceleration + kLanes * row.row, sum_components(sum));
    if (kRates) store4(psi_rate + kLanes * row.row, sum_components(rate));
  }
  for (const std::vector<Row>* rows : {&linears_, &coordinates_}) {
    for (const Row& row : *rows) {
      Vectors sum = zero_vectors(), rate = zero_vectors();
      for (int s = row.first; s < row.free_end; ++s) {
        const Vectors g = load_vectors(gradient + kVector * static_cast<std::size_t>(s));
        sum = multiply_add(g, load_vectors(acceleration + block[s]), sum);
        if (kRates) rate = multiply_add(g, load_vectors(v + block[s]), rate);
      }
      store4(psi_acceleration + kLanes * row.row, sum_components(sum));
      if (kRates) store4(psi_rate + kLanes * row.row, sum_components(rate));
    }
  }
}

void LaneSystem::evaluate_motion(const double* gradient, const double* v,
                                 const double* acceleration, double* psi_rate,
                                 double* psi_acceleration) const {
  if (uniform_) {
    psi_rate != nullptr
        ? run_motion<true, true>(gradient, v, acceleration, psi_rate, psi_acceleration)
        : run_motion<true, false>(gradient, v, acceleration, psi_rate, psi_acceleration);
  } else {
    psi_rate != nullptr
        ? run_motion<false, true>(gradient, v, acceleration, psi_rate, psi_acceleration)
        : run_motion<false, false>(gradient, v, acceleration, psi_rate, psi_acceleration);
  }
}

void LaneSystem::transpose_product(const double* gradient, const double* weight,
                                   double* out) const {
  for (int e = 0; e < n_; ++e) {
    Vectors sum = zero_vectors();
    const int end = gather_start_[static_cast<std::size_t>(e) + 1];
    for (int k = gather_start_[static_cast<std::size_t>(e)]; k < end; ++k) {
      const Gather& g = gather_[static_cast<std::size_t>(k)];
      sum = multiply_add(load4(weight + g.row), load_vectors(gradient + g.slot), sum);
    }
    store_vectors(out + kVector * e, sum);
  }
}

void LaneSystem::transpose_products(const double* gradient, const double* weight_a,
                                    const double* weight_b, double* out_a, double* out_b) const {
  for (int e = 0; e < n_; ++e) {
    Vectors a = zero_vectors(), b = zero_vectors();
    const int end = gather_start_[static_cast<std::size_t>(e) + 1];
    for (int k = gather_start_[static_cast<std::size_t>(e)]; k < end; ++k) {
      const Gather& from = gather_[static_cast<std::size_t>(k)];
      const Vectors g = load_vectors(gradient + from.slot);
      a = multiply_add(load4(weight_a + from.row), g, a);
      b = multiply_add(load4(weight_b + from.row), g, b);
    }
    store_vectors(out_a + kVector * e, a);
    store_vectors(out_b + kVector * e, b);
  }
}

void LaneSystem::add_transpose_product(const double* gradient, const double* weight,
                                       double* out) const {
  for (int e = 0; e < n_; ++e) {
    Vectors sum = load_vectors(out + kVector * e);
    const int end = gather_start_[static_cast<std::size_t>(e) + 1];
    for (int k = gather_start_[static_cast<std::size_t>(e)]; k < end; ++k) {
      const Gather& g = gather_[static_cast<std::size_t>(k)];
      sum = multiply_add(load4(weight + g.row), load_vectors(gradient + g.slot), sum);
    }
    store_vectors(out + kVector * e, sum);
  }
}

void LaneSystem::inertia_minus_force(const double* a, const double* force, double factor,
                                     double* out) const {
  const Lane4 f = broadcast4(factor), zero = zero4();
  for (int e = 0; e < n_; ++e) {
    const Vectors q = load_vectors(force + kVector * e);
    Vectors sum{sub4(zero, q.x), sub4(zero, q.y), sub4(zero, q.z)};
    const int end = mass_start_[static_cast<std::size_t>(e) + 1];
    for (int k = mass_start_[static_cast<std::size_t>(e)]; k < end; ++k) {
      const Mass& m = mass_[static_cast<std::size_t>(k)];
      sum = multiply_add(load4(mass_value_.data() + m.value), load_vectors(a + m.column), sum);
    }
    store_vectors(out + kVector * e, multiply(f, sum));
  }
}

LaneNumbers LaneSystem::largest(const double* values) const {
  Lane4 most = zero4();
  for (int i = 0; i < 3 * n_; ++i)
    most = _mm256_max_pd(most, absolute4(load4(values + kLanes * i)));
  return to_numbers(most);
}

LaneNumbers LaneSystem::largest_if_finite(const double* values) const {
  // x - x is 0 for finite numbers and NaN otherwise.
  Lane4 most = zero4(), bad = zero4();
  for (int i = 0; i < 3 * n_; ++i) {
    const Lane4 v = load4(values + kLanes * i);
    most = _mm256_max_pd(most, absolute4(v));
    bad = add4(bad, sub4(v, v));
  }
  const Lane4 finite = _mm256_cmp_pd(bad, zero4(), _CMP_EQ_OQ);
  const Lane4 infinity = broadcast4(std::numeric_limits<double>::infinity());
  return to_numbers(_mm256_blendv_pd(infinity, most, finite));
}

LaneNumbers LaneSystem::largest_weighted(const double* values) const {
  Lane4 most = zero4();
  for (int e = 0; e < n_; ++e) {
    const Vectors v = load_vectors(values + kVector * e);
    const Lane4 weight = load4(at(block_weight_, e));
    for (const Lane4 component : {v.x, v.y, v.z})
      most = _mm256_max_pd(most, mul4(absolute4(component), weight));
  }
  return to_numbers(most);
}

LaneNumbers LaneSystem::largest_violation(const double* psi) const {
  Lane4 most = zero4();
  for (int r = 0; r < rows_; ++r)
    most =
        _mm256_max_pd(most, mul4(absolute4(load4(psi + kLanes * r)), load4(at(inverse_size_, r))));
  return to_numbers(most);
}

std::array<bool, kLanes> LaneSystem::finite(const double* values) const {
  // x - x is 0 for finite numbers and NaN otherwise.
  Lane4 sum = zero4();
  for (int i = 0; i < 3 * n_; ++i) {
    const Lane4 v = load4(values + kLanes * i);
    sum = add4(sum, sub4(v, v));
  }
  const LaneNumbers s = to_numbers(sum);
  return {s[0] == 0.0, s[1] == 0.0, s[2] == 0.0, s[3] == 0.0};
}

}  // namespace outrigger::batch
