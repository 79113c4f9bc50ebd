#include "batch/lane_system.h"

#include <fmt/format.h>

#include <algorithm>
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
  check_same(systems, "slots", [](const system::System& s) { return s.arrays().slot_block; });
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
using Constants = system::System::RowConstants;

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
  for (int r = 0; r < rows_; ++r)
    (r < dot_rows_               ? dots_
     : r < first_coordinate_row_ ? linears_
                                 : coordinates_)
        .push_back({r, a.row_start[r], a.row_start[r + 1], 0, 0});
  first_coordinate_slot_ = a.row_start[first_coordinate_row_];
  for (const int block : a.slot_block) slot_block_.push_back(kVector * block);
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

/// Constants of the copies by the rows that refer to them: copies keep equal constants once, and
/// which are equal may differ from copy to copy.
void LaneSystem::lay_out_constants(const Systems& systems) {
  std::array<AlignedDoubles, kLanes> x;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    x[lane].resize(4 * static_cast<std::size_t>(systems[lane]->total_block_count()));
    AlignedDoubles v(x[lane].size());
    systems[lane]->initial_state(x[lane].data(), v.data());
  }
  std::map<std::array<int, kLanes>, int> known;
  const auto place = [&](const Row& row, int Constants::*side) {
    std::array<int, kLanes> block{};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      block[lane] = systems[lane]->arrays().row_constants[static_cast<std::size_t>(row.row)].*side;
    const auto [entry, is_new] = known.emplace(block, n_ + static_cast<int>(known.size()));
    if (is_new)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
          constants_.push_back(x[lane][4 * static_cast<std::size_t>(block[lane]) + k]);
    return kVector * entry->second;
  };
  for (Row& row : dots_) {
    row.left = place(row, &Constants::left);
    row.right = place(row, &Constants::right);
  }
  total_ = n_ + static_cast<int>(known.size());
}

/// A product row's two factors at x, as in system.cpp.
template <bool kUniform>
struct LaneSystem::Product {
  Vectors left, right;

  Product(const LaneSystem& system, const Row& row, const double* x)
      : left(load_vectors(x + row.left)), right(load_vectors(x + row.right)) {
    for (int s = row.first; s < row.end; ++s) {
      const Vectors e = load_vectors(x + system.slot_block_[static_cast<std::size_t>(s)]);
      left = multiply_add(coefficient<kUniform>(system.slot_a_, s), e, left);
      right = multiply_add(coefficient<kUniform>(system.slot_b_, s), e, right);
    }
  }
  Lane4 offset(Lane4 scale, Lane4 value) const {
    return mul4(scale, sub4(dot(left, right), value));
  }
  void scale(Lane4 factor) {
    left = multiply(factor, left);
    right = multiply(factor, right);
  }
  Vectors gradient(const LaneSystem& system, int s) const {
    return multiply_add(coefficient<kUniform>(system.slot_b_, s), left,
                        multiply(coefficient<kUniform>(system.slot_a_, s), right));
  }
};

template <bool kUniform>
Lane4 LaneSystem::linear_offset(const Row& row, int axis, const double* x) const {
  Lane4 sum = sub4(zero4(), load4(at(row_value_, row.row)));
  for (int s = row.first; s < row.end; ++s)
    sum = add4(sum, mul4(coefficient<kUniform>(slot_a_, s),
                         load4(x + slot_block_[static_cast<std::size_t>(s)] + kLanes * axis)));
  return mul4(load4(at(scale_, row.row)), sum);
}

/// out += w G_r
void LaneSystem::scatter(const Row& row, const double* gradient, Lane4 weight, double* out) const {
  for (int s = row.first; s < row.end; ++s) {
    double* sum = out + slot_block_[static_cast<std::size_t>(s)];
    store_vectors(
        sum, multiply_add(weight, load_vectors(gradient + kVector * static_cast<std::size_t>(s)),
                          load_vectors(sum)));
  }
}

template <bool kUniform, bool kMasked>
void LaneSystem::run_fresh(const double* x, const double* mu, LaneMask lanes, double* gradient,
                           double* psi, double* out) const {
  const auto put = [&](double* p, Lane4 value) {
    store4(p, kMasked ? _mm256_blendv_pd(load4(p), value, lanes) : value);
  };
  const std::int32_t* block = slot_block_.data();
  for (const Row& row : dots_) {
    const Lane4 scale = load4(at(scale_, row.row));
    Product<kUniform> product(*this, row, x);
    const Lane4 offset = product.offset(scale, load4(at(row_value_, row.row)));
    store4(psi + kLanes * row.row, offset);
    const Lane4 weight = add4(load4(mu + kLanes * row.row), offset);
    product.scale(scale);
    for (int s = row.first; s < row.end; ++s) {
      const Vectors g = product.gradient(*this, s);
      double* p = gradient + kVector * static_cast<std::size_t>(s);
      put(p, g.x);
      put(p + kLanes, g.y);
      put(p + 2 * kLanes, g.z);
      double* sum = out + block[s];
      store_vectors(sum, multiply_add(weight, g, load_vectors(sum)));
    }
  }
  for (std::size_t i = 0; i < linears_.size(); ++i) {
    const Row& row = linears_[i];
    const int axis = linear_axis_[i];
    const Lane4 scale = load4(at(scale_, row.row));
    const Lane4 offset = linear_offset<kUniform>(row, axis, x);
    store4(psi + kLanes * row.row, offset);
    // The other components stay zero, as they were made.
    for (int s = row.first; s < row.end; ++s)
      put(gradient + kVector * static_cast<std::size_t>(s) + kLanes * axis,
          mul4(scale, coefficient<kUniform>(slot_a_, s)));
    scatter(row, gradient, add4(load4(mu + kLanes * row.row), offset), out);
  }
}

template <bool kUniform>
void LaneSystem::run_frozen(const double* x, const double* mu, const double* frozen, double* psi,
                            double* out) const {
  const std::int32_t* block = slot_block_.data();
  for (const Row& row : dots_) {
    const Lane4 scale = load4(at(scale_, row.row)), multiplier = load4(mu + kLanes * row.row);
    Product<kUniform> product(*this, row, x);
    const Lane4 offset = product.offset(scale, load4(at(row_value_, row.row)));
    store4(psi + kLanes * row.row, offset);
    product.scale(mul4(scale, multiplier));
    for (int s = row.first; s < row.end; ++s) {
      double* sum = out + block[s];
      Vectors f = multiply_add(coefficient<kUniform>(slot_a_, s), product.right, load_vectors(sum));
      f = multiply_add(coefficient<kUniform>(slot_b_, s), product.left, f);
      store_vectors(
          sum,
          multiply_add(offset, load_vectors(frozen + kVector * static_cast<std::size_t>(s)), f));
    }
  }
  for (std::size_t i = 0; i < linears_.size(); ++i) {
    const Row& row = linears_[i];
    const Lane4 offset = linear_offset<kUniform>(row, linear_axis_[i], x);
    store4(psi + kLanes * row.row, offset);
    // Gradients of linear rows do not change.
    scatter(row, frozen, load4(mu + kLanes * row.row), out);
    scatter(row, frozen, offset, out);
  }
}

template <bool kUniform>
void LaneSystem::run_rates(const Motion& motion, const double* frozen, double* gradient,
                           double* psi, const Rates& out) const {
  const std::int32_t* block = slot_block_.data();
  const Lane4 two = broadcast4(2.0);
  std::fill(out.product_rate, out.product_rate + kVector * n_, 0.0);
  std::fill(out.product_acceleration, out.product_acceleration + kVector * n_, 0.0);
  for (const Row& row : dots_) {
    const Lane4 scale = load4(at(scale_, row.row));
    Product<kUniform> product(*this, row, motion.x);
    store4(psi + kLanes * row.row, product.offset(scale, load4(at(row_value_, row.row))));
    product.scale(scale);
    Vectors first = zero_vectors(), second = zero_vectors(), left = zero_vectors(),
            right = zero_vectors();
    for (int s = row.first; s < row.end; ++s) {
      const Vectors g = product.gradient(*this, s), speed = load_vectors(motion.v + block[s]);
      store_vectors(gradient + kVector * static_cast<std::size_t>(s), g);
      first = multiply_add(g, speed, first);
      second = multiply_add(g, load_vectors(motion.acceleration + block[s]), second);
      left = multiply_add(coefficient<kUniform>(slot_a_, s), speed, left);
      right = multiply_add(coefficient<kUniform>(slot_b_, s), speed, right);
    }
    second = multiply_add(mul4(two, scale), multiply(left, right), second);
    const Lane4 rate = sum_components(first), acceleration = sum_components(second);
    store4(out.psi_rate + kLanes * row.row, rate);
    store4(out.psi_acceleration + kLanes * row.row, acceleration);
    scatter_two(row, frozen, rate, acceleration, out);
  }
  for (std::size_t i = 0; i < linears_.size(); ++i) {
    const Row& row = linears_[i];
    store4(psi + kLanes * row.row, linear_offset<kUniform>(row, linear_axis_[i], motion.x));
    for (int s = row.first; s < row.end; ++s)
      store4(gradient + kVector * static_cast<std::size_t>(s) + kLanes * linear_axis_[i],
             mul4(load4(at(scale_, row.row)), coefficient<kUniform>(slot_a_, s)));
  }
  multiply_rows<true>(linears_, gradient, motion.v, motion.acceleration, out.psi_rate,
                      out.psi_acceleration);
  for (const Row& row : linears_)
    scatter_two(row, frozen, load4(out.psi_rate + kLanes * row.row),
                load4(out.psi_acceleration + kLanes * row.row), out);
}

/// Both products with the frozen gradients of a row.
void LaneSystem::scatter_two(const Row& row, const double* frozen, Lane4 rate, Lane4 acceleration,
                             const Rates& out) const {
  for (int s = row.first; s < row.end; ++s) {
    const Vectors g = load_vectors(frozen + kVector * static_cast<std::size_t>(s));
    double *p = out.product_rate + slot_block_[static_cast<std::size_t>(s)],
           *q = out.product_acceleration + slot_block_[static_cast<std::size_t>(s)];
    store_vectors(p, multiply_add(rate, g, load_vectors(p)));
    store_vectors(q, multiply_add(acceleration, g, load_vectors(q)));
  }
}

void LaneSystem::add_constraint_forces(const double* x, const double* mu,
                                       const std::array<bool, kLanes>& lanes, double* gradient,
                                       double* psi, double* out) const {
  const LaneMask mask = mask_of(lanes);
  if (uniform_) {
    all(lanes) ? run_fresh<true, false>(x, mu, mask, gradient, psi, out)
               : run_fresh<true, true>(x, mu, mask, gradient, psi, out);
  } else {
    all(lanes) ? run_fresh<false, false>(x, mu, mask, gradient, psi, out)
               : run_fresh<false, true>(x, mu, mask, gradient, psi, out);
  }
}

void LaneSystem::add_constraint_forces(const double* x, const double* mu, const double* frozen,
                                       double* psi, double* out) const {
  uniform_ ? run_frozen<true>(x, mu, frozen, psi, out) : run_frozen<false>(x, mu, frozen, psi, out);
}

void LaneSystem::evaluate_rows_and_rates(const Motion& motion, const double* frozen,
                                         double* gradient, double* psi, const Rates& out) const {
  uniform_ ? run_rates<true>(motion, frozen, gradient, psi, out)
           : run_rates<false>(motion, frozen, gradient, psi, out);
}

void LaneSystem::multiply_coordinate_rows(const double* gradient, const double* v,
                                          const double* acceleration, double* psi_rate,
                                          double* psi_acceleration) const {
  multiply_rows<true>(coordinates_, gradient, v, acceleration, psi_rate, psi_acceleration);
}

void LaneSystem::add_coordinate_products(const double* gradient, const double* weight,
                                         double* out) const {
  for (const Row& row : coordinates_) scatter(row, gradient, load4(weight + kLanes * row.row), out);
}

void LaneSystem::add_coordinate_products(const double* gradient, const double* mu,
                                         const double* frozen, const double* psi,
                                         double* out) const {
  for (const Row& row : coordinates_) {
    scatter(row, gradient, load4(mu + kLanes * row.row), out);
    scatter(row, frozen, load4(psi + kLanes * row.row), out);
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
    for (int s = row.first; s < row.end; ++s) {
      const Vectors g = load_vectors(gradient + kVector * static_cast<std::size_t>(s));
      const Vectors speed = load_vectors(v + block[s]);
      sum = multiply_add(g, load_vectors(acceleration + block[s]), sum);
      if (kRates) rate = multiply_add(g, speed, rate);
      left = multiply_add(coefficient<kUniform>(slot_a_, s), speed, left);
      right = multiply_add(coefficient<kUniform>(slot_b_, s), speed, right);
    }
    const Lane4 twice = mul4(two, load4(at(scale_, row.row)));
    sum = multiply_add(twice, multiply(left, right), sum);
    store4(psi_acceleration + kLanes * row.row, sum_components(sum));
    if (kRates) store4(psi_rate + kLanes * row.row, sum_components(rate));
  }
  multiply_rows<kRates>(linears_, gradient, v, acceleration, psi_rate, psi_acceleration);
  multiply_rows<kRates>(coordinates_, gradient, v, acceleration, psi_rate, psi_acceleration);
}

template <bool kRates>
void LaneSystem::multiply_rows(const std::vector<Row>& rows, const double* gradient,
                               const double* v, const double* acceleration, double* psi_rate,
                               double* psi_acceleration) const {
  const std::int32_t* block = slot_block_.data();
  for (const Row& row : rows) {
    Vectors sum = zero_vectors(), rate = zero_vectors();
    for (int s = row.first; s < row.end; ++s) {
      const Vectors g = load_vectors(gradient + kVector * static_cast<std::size_t>(s));
      sum = multiply_add(g, load_vectors(acceleration + block[s]), sum);
      if (kRates) rate = multiply_add(g, load_vectors(v + block[s]), rate);
    }
    store4(psi_acceleration + kLanes * row.row, sum_components(sum));
    if (kRates) store4(psi_rate + kLanes * row.row, sum_components(rate));
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
