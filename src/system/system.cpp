#include "system/system.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/assert.h"

namespace outrigger::system {

using model::Combination;
using model::CoordinateConstraint;

System::System(const model::Mechanism& mechanism, model::Model model,
               std::vector<std::unique_ptr<ForceTerm>> terms)
    : model_(std::move(model)), length_(model_.length), terms_(std::move(terms)) {
  n_ = static_cast<int>(model_.entities.size());
  find_carriers(mechanism);
  order_blocks();
  lay_out_rows(mechanism);
  lay_out_masses(mechanism.settings);
  fixed_ = static_cast<int>(fixed_values_.size());
  lay_out_factor();
  lay_out_carriers(mechanism);
  lay_out_extras();
  lay_out_gather();
  bind_terms();
}

// ---------------------------------------------------------------------------------- layout

namespace {

/// Entities a combination or product touches, once each.
void collect(const Combination& c, std::vector<int>& entities) {
  for (const auto& t : c.terms)
    if (std::find(entities.begin(), entities.end(), t.entity) == entities.end())
      entities.push_back(t.entity);
}

void collect(const model::CoordinateModel& c, std::vector<int>& entities) {
  if (c.entity >= 0) {
    collect(Combination::of(c.entity), entities);
    return;
  }
  for (const auto& d : c.dots) {
    collect(d.left, entities);
    collect(d.right, entities);
  }
}

void connect(const std::vector<int>& entities, std::vector<std::pair<int, int>>& pairs) {
  for (std::size_t i = 0; i < entities.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) pairs.emplace_back(entities[i], entities[j]);
}

}  // namespace

std::vector<std::pair<int, int>> System::wanted_tangents() const {
  std::vector<std::pair<int, int>> wanted;
  for (const auto& term : terms_) term->tangent_pattern(wanted);
  return wanted;
}

/// All pairs of different entities that meet in the tangent.
std::vector<std::pair<int, int>> System::block_graph() const {
  std::vector<std::pair<int, int>> pairs;
  std::vector<int> entities;
  for (std::size_t index = 0; index < model_.bodies.size(); ++index) {
    const auto& b = model_.bodies[index];
    const bool carries = can_carry(static_cast<int>(index));
    for (int i = 0; i < b.basis_count; ++i)
      for (int j = 0; j < b.basis_count; ++j) {
        if (b.mass(i, j) == 0.0 && !carries) continue;
        entities.clear();
        collect(b.basis[i], entities);
        collect(b.basis[j], entities);
        connect(entities, pairs);
      }
  }
  for (const auto& c : model_.dots) {
    entities.clear();
    collect(c.dot.left, entities);
    collect(c.dot.right, entities);
    connect(entities, pairs);
  }
  for (const auto& c : model_.linears) {
    entities.clear();
    collect(c.sum, entities);
    connect(entities, pairs);
  }
  for (const auto& c : model_.coordinate_constraints) {
    entities.clear();
    const bool definition = c.kind == CoordinateConstraint::Kind::definition;
    collect(definition ? model_.scalars[c.coordinate_b] : model_.coordinates[c.coordinate_b],
            entities);
    if (c.coordinate_a >= 0) collect(model_.coordinates[c.coordinate_a], entities);
    connect(entities, pairs);
  }
  for (const auto& [i, j] : wanted_tangents())
    if (i != j) pairs.emplace_back(i, j);
  for (auto& [i, j] : pairs)
    if (i < j) std::swap(i, j);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

void System::order_blocks() {
  position_.resize(n_);
  block_weight_.assign(n_, 1.0);
  if (n_ == 0) return;
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n_; ++i) entries.emplace_back(i, i, 1.0);
  for (const auto& [i, j] : block_graph()) {
    entries.emplace_back(i, j, 1.0);
    entries.emplace_back(j, i, 1.0);
  }
  Eigen::SparseMatrix<double> pattern(n_, n_);
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern, order);
  for (int i = 0; i < n_; ++i) position_[order.indices()[i]] = i;
  for (int e = 0; e < n_; ++e)
    if (model_.entities[e].kind != model::Entity::Kind::point)
      block_weight_[position_[e]] = std::min(1.0, 0.1 * length_);
}

int System::fixed_block(const Vec3& value) {
  if (value.isZero(0.0)) return -1;
  // The same few axes recur; points of the ground are looked up from the back.
  for (std::size_t i = fixed_values_.size(); i-- > 0;) {
    if (fixed_values_[i] == value) return n_ + static_cast<int>(i);
    if (fixed_values_.size() - i > 64) break;
  }
  fixed_values_.push_back(value);
  return n_ + static_cast<int>(fixed_values_.size()) - 1;
}

void System::lay_out_rows(const model::Mechanism& mechanism) {
  row_start_.assign(1, 0);
  lay_out_dots();
  lay_out_linears();
  first_coordinate_row_ = dot_rows_ + linear_rows_;
  lay_out_coordinates(mechanism);
  rows_ = static_cast<int>(origins_.size());
  slot_row_.resize(slot_block_.size());
  for (int r = 0; r < rows_; ++r)
    for (int s = row_start_[r]; s < row_start_[r + 1]; ++s) slot_row_[s] = r;
  scale_.assign(rows_, 1.0);
  for (const auto& o : origins_)
    row_mass_.push_back(o.kind == model::Origin::Kind::body ? model_.bodies[o.index].total_mass
                                                            : -1.0);
  for (const auto& b : model_.bodies) total_mass_ += b.total_mass;
  body_count_ = static_cast<int>(model_.bodies.size());
}

void System::lay_out_dots() {
  // Rows in elimination order of their first block keep the memory walk short.
  const auto first_block = [&](const model::DotConstraint& c) {
    int first = n_;
    for (const auto* side : {&c.dot.left, &c.dot.right})
      for (const auto& t : side->terms) first = std::min(first, position_[t.entity]);
    return first;
  };
  std::vector<std::pair<int, int>> order;
  for (std::size_t i = 0; i < model_.dots.size(); ++i)
    order.emplace_back(first_block(model_.dots[i]), static_cast<int>(i));
  std::sort(order.begin(), order.end());
  const int zero = n_ + static_cast<int>(fixed_values_.size());
  fixed_values_.push_back(Vec3::Zero());
  const auto constant = [&](const Vec3& value) {
    const int block = fixed_block(value);
    return block < 0 ? zero : block;
  };
  for (const auto& [block_unused, index] : order) {
    const model::DotConstraint& c = model_.dots[index];
    const std::size_t first = slot_block_.size();
    const auto add = [&](int block, double a, double b) {
      for (std::size_t s = first; s < slot_block_.size(); ++s)
        if (slot_block_[s] == block) {
          slot_a_[s] += a;
          slot_b_[s] += b;
          return;
        }
      slot_block_.push_back(block);
      slot_a_.push_back(a);
      slot_b_.push_back(b);
    };
    for (const auto& t : c.dot.left.terms) add(position_[t.entity], t.coefficient, 0.0);
    for (const auto& t : c.dot.right.terms) add(position_[t.entity], 0.0, t.coefficient);
    row_constants_.push_back({constant(c.dot.left.constant), constant(c.dot.right.constant)});
    row_start_.push_back(static_cast<int>(slot_block_.size()));
    row_value_.push_back(c.value);
    origins_.push_back(c.origin);
    penalty_scale_.push_back(c.penalty_scale);
  }
  dot_rows_ = static_cast<int>(model_.dots.size());
}

void System::lay_out_linears() {
  for (const auto& c : model_.linears) {
    for (const auto& t : c.sum.terms) {
      slot_block_.push_back(position_[t.entity]);
      slot_a_.push_back(t.coefficient);
      slot_b_.push_back(0.0);
    }
    row_start_.push_back(static_cast<int>(slot_block_.size()));
    row_value_.push_back(c.value - c.sum.constant[c.axis]);
    linear_axis_.push_back(c.axis);
    origins_.push_back(c.origin);
    penalty_scale_.push_back(c.penalty_scale);
  }
  linear_rows_ = static_cast<int>(model_.linears.size());
}

void System::lay_out_coordinates(const model::Mechanism& mechanism) {
  const auto fixed = [&](const Vec3& value) { return fixed_block(value); };
  for (const auto& c : model_.coordinates) coordinates_.emplace_back(c, position_, fixed);
  for (const auto& c : model_.scalars) definitions_.emplace_back(c, position_, fixed);
  drive_rows_.resize(mechanism.drives.size());
  for (const auto& c : model_.coordinate_constraints) {
    CoordinateRow row{};
    row.row = static_cast<int>(origins_.size());
    row.first_slot = static_cast<int>(slot_block_.size());
    row.kind = c.kind;
    row.kernel_b = c.coordinate_b;
    row.kernel_a = c.coordinate_a;
    row.drive = -1;
    row.function = -1;
    if (c.kind == CoordinateConstraint::Kind::drive) {
      row.drive = c.origin.index;
      drive_rows_[row.drive] = row.row;
    }
    if (c.kind == CoordinateConstraint::Kind::coupling) {
      const auto& spec = mechanism.couplings[c.origin.index].spec;
      row.function = static_cast<int>(functions_.size());
      functions_.emplace_back(spec.function, "x");
      offsets_.push_back(spec.offset);
    }
    const bool definition = c.kind == CoordinateConstraint::Kind::definition;
    const auto add_slots = [&](const CoordinateKernel& kernel) {
      for (int block : kernel.blocks()) {
        slot_block_.push_back(block);
        slot_a_.push_back(0.0);
        slot_b_.push_back(0.0);
      }
    };
    add_slots(definition ? definitions_[row.kernel_b] : coordinates_[row.kernel_b]);
    if (row.kernel_a >= 0) add_slots(coordinates_[row.kernel_a]);
    row_start_.push_back(static_cast<int>(slot_block_.size()));
    row_value_.push_back(0.0);
    origins_.push_back(c.origin);
    penalty_scale_.push_back(c.penalty_scale);
    coordinate_rows_.push_back(row);
  }
}

void System::lay_out_masses(const description::Settings& settings) {
  std::map<std::pair<int, int>, double> mass;
  std::set<std::pair<int, int>> kept;  // though zero: loads come there
  gravity_.assign(4 * static_cast<std::size_t>(n_), 0.0);
  for (int i = 0; i < n_; ++i) mass[{i, i}] = 0.0;
  for (std::size_t index = 0; index < model_.bodies.size(); ++index) {
    const auto& b = model_.bodies[index];
    const bool carries = can_carry(static_cast<int>(index));
    for (int i = 0; i < b.basis_count; ++i)
      for (int j = 0; j < b.basis_count; ++j) {
        if (b.mass(i, j) == 0.0 && !carries) continue;
        for (const auto& ti : b.basis[i].terms)
          for (const auto& tj : b.basis[j].terms)
            mass[{position_[ti.entity], position_[tj.entity]}] +=
                b.mass(i, j) * ti.coefficient * tj.coefficient;
        if (carries)
          for (const auto& ti : b.basis[i].terms)
            for (const auto& tj : b.basis[j].terms)
              kept.insert({position_[ti.entity], position_[tj.entity]});
      }
    const Combination centre = model_.point(static_cast<int>(index), b.centre);
    for (const auto& t : centre.terms)
      for (int k = 0; k < 3; ++k)
        gravity_[4 * position_[t.entity] + k] += b.total_mass * t.coefficient * settings.gravity[k];
  }
  mass_start_.assign(n_ + 1, 0);
  mass_diagonal_.assign(n_, 0.0);
  for (const auto& [key, value] : mass) {
    if (key.first == key.second) mass_diagonal_[key.first] = value;
    if (value == 0.0 && key.first != key.second && !kept.contains(key)) continue;
    ++mass_start_[key.first + 1];
    mass_column_.push_back(key.second);
    mass_value_.push_back(value);
  }
  for (int i = 0; i < n_; ++i) mass_start_[i + 1] += mass_start_[i];
}

void System::lay_out_factor() {
  std::vector<BlockEntry> entries;
  for (const auto& [a, b] : block_graph()) {
    const int i = position_[a], j = position_[b];
    entries.push_back({std::max(i, j), std::min(i, j)});
  }
  factor_.analyse(n_, entries);
  for (int i = 0; i < n_; ++i)
    for (int k = mass_start_[i]; k < mass_start_[i + 1]; ++k)
      if (mass_column_[k] <= i)
        factor_.set_scalar(factor_.find(i, mass_column_[k]), mass_value_[k]);

  std::vector<GradientPair> pairs;
  for (int r = 0; r < rows_; ++r)
    for (int s = row_start_[r]; s < row_start_[r + 1]; ++s)
      for (int t = row_start_[r]; t < row_start_[r + 1]; ++t) {
        const int i = slot_block_[s], j = slot_block_[t];
        if (i < j) continue;
        pairs.push_back({factor_.find(i, j), s, t});
      }
  factor_.set_pairs(pairs);
}

void System::lay_out_extras() {
  extra_of_block_.assign(factor_.factor_block_count(), -1);
  for (const auto& [a, b] : wanted_tangents()) {
    const int i = position_[a], j = position_[b];
    int& extra = extra_of_block_[factor_.find(std::max(i, j), std::min(i, j))];
    if (extra < 0) extra = static_cast<int>(extra_count_++);
  }
  factor_.set_extras(extra_of_block_);
}

void System::bind_terms() {
  for (auto& term : terms_) {
    term->bind(*this);
    term_offsets_.push_back(term_state_size_);
    term_state_size_ += term->state_size();
    has_step_forces_ = has_step_forces_ || term->acts_within_step();
  }
}

TangentSlot System::tangent(int row_block, int column_block) const {
  const int block =
      factor_.find(std::max(row_block, column_block), std::min(row_block, column_block));
  OUTRIGGER_ASSERT(block >= 0 && extra_of_block_[block] >= 0, "tangent block was not declared");
  return {extra_of_block_[block], row_block < column_block};
}

void System::lay_out_gather() {
  gather_start_.assign(n_ + 1, 0);
  for (int block : slot_block_) ++gather_start_[block + 1];
  for (int i = 0; i < n_; ++i) gather_start_[i + 1] += gather_start_[i];
  gather_slot_.resize(gather_start_[n_]);
  gather_row_.resize(gather_start_[n_]);
  std::vector<int> next(gather_start_.begin(), gather_start_.end() - 1);
  for (std::size_t s = 0; s < slot_block_.size(); ++s) {
    const int at = next[slot_block_[s]]++;
    gather_slot_[at] = static_cast<int>(s);
    gather_row_[at] = slot_row_[s];
  }
}

void System::initial_state(double* x, double* v) const {
  std::fill(x, x + 4 * total_block_count(), 0.0);
  std::fill(v, v + 4 * total_block_count(), 0.0);
  for (std::size_t e = 0; e < model_.entities.size(); ++e)
    for (int k = 0; k < 3; ++k) {
      x[4 * position_[e] + k] = model_.entities[e].value[k];
      v[4 * position_[e] + k] = model_.entities[e].velocity[k];
    }
  for (int f = 0; f < fixed_; ++f)
    for (int k = 0; k < 3; ++k) x[4 * (n_ + f) + k] = fixed_values_[f][k];
}

void System::make_scratch(Scratch& s) const {
  for (auto& g : s.gradient) g.assign(4 * static_cast<std::size_t>(slot_count()), 0.0);
  for (auto* array : {&s.residual, &s.delta, &s.delta_acceleration, &s.force, &s.step_force})
    array->assign(4 * static_cast<std::size_t>(total_block_count()), 0.0);
  s.extra.assign(12 * extra_count_, 0.0);
  for (auto* array : {&s.psi, &s.psi_rate, &s.psi_acceleration, &s.weight})
    array->assign(rows_, 0.0);
}

// ---------------------------------------------------------------------------------- penalties

void System::set_penalties(const description::Settings& settings, double s) {
  using description::PenaltyRule;
  if (unit_scale_.empty()) {
    // Gradients of the assembled pose with unit scale tell the local masses.
    AlignedDoubles x(4 * static_cast<std::size_t>(total_block_count())), v(x.size());
    initial_state(x.data(), v.data());
    AlignedDoubles g(4 * static_cast<std::size_t>(slot_count()));
    std::vector<double> psi(rows_), reference(coordinates_.size(), 0.0);
    std::vector<DriveReference> drives(drive_rows_.size());
    scale_.assign(rows_, 1.0);
    evaluate_rows(x.data(), reference.data(), drives.data(), g.data(), psi.data());
    const double m_max =
        n_ > 0 ? *std::max_element(mass_diagonal_.begin(), mass_diagonal_.end()) : 0.0;
    unit_scale_.resize(rows_);
    gradient_norm_.resize(rows_);
    inverse_size_.resize(rows_);
    for (int r = 0; r < rows_; ++r) {
      double g2 = 0.0, mobility = 0.0, massive = 0.0;
      for (int k = row_start_[r]; k < row_start_[r + 1]; ++k) {
        const double e2 = to_vec3(&g[4 * static_cast<std::size_t>(k)]).squaredNorm();
        const double m = mass_diagonal_[slot_block_[k]];
        g2 += e2;
        if (m > 0.0) {
          mobility += e2 / m;
          massive += e2;
        }
      }
      // Rows of massless points only are as stiff as the heaviest part allows.
      const double m_loc = mobility > 0.0 ? massive / mobility : m_max;
      const double reference_mass = m_max > 0.0 ? std::sqrt(m_loc * m_max) : 1.0;
      gradient_norm_[r] = std::sqrt(g2);
      unit_scale_[r] = g2 > 0.0 ? reference_mass / g2 : reference_mass;
    }
  }
  const double mean_mass = total_mass_ / std::max(1, body_count_);
  for (int r = 0; r < rows_; ++r) {
    double alpha = 0.0;  // α̃ = s α
    switch (settings.penalty_rule) {
      case PenaltyRule::dimensionless:
        alpha = settings.penalty * unit_scale_[r];
        break;
      case PenaltyRule::global:
        alpha = s * settings.penalty;
        break;
      case PenaltyRule::mass_proportional: {
        const double mass = row_mass_[r] >= 0.0 ? row_mass_[r] : mean_mass;
        alpha = s * settings.penalty * (mass > 0.0 ? mass / mean_mass : 1.0);
        break;
      }
    }
    scale_[r] = std::sqrt(alpha * penalty_scale_[r]);
    const double size = scale_[r] * gradient_norm_[r];
    inverse_size_[r] = size > 0.0 ? 1.0 / size : 0.0;
  }
}

// ---------------------------------------------------------------------------------- rows

/// A product row's two factors, A and B of Φ = A·B - value.
struct System::Factors {
  Lane4 left, right;
  Factors times(double s) const {
    const Lane4 factor = broadcast4(s);
    return {mul4(left, factor), mul4(right, factor)};
  }
};

/// The lists that all walks through product rows read, as plain pointers: a store of a number could
/// change members, for all the compiler knows.
struct System::ProductRows {
  const int *start, *block;
  const double *a, *b, *scale, *value;
  const RowConstants* constants;
  int count;

  explicit ProductRows(const System& s)
      : start(s.row_start_.data()),
        block(s.slot_block_.data()),
        a(s.slot_a_.data()),
        b(s.slot_b_.data()),
        scale(s.scale_.data()),
        value(s.row_value_.data()),
        constants(s.row_constants_.data()),
        count(s.dot_rows_) {}

  Factors add(int r, const double* y, Factors f) const {
    for (int s = start[r]; s < start[r + 1]; ++s) {
      const Lane4 e = load4(y + 4 * block[s]);
      f.left = fma4(broadcast4(a[s]), e, f.left);
      f.right = fma4(broadcast4(b[s]), e, f.right);
    }
    return f;
  }
  Factors at(int r, const double* x) const {
    return add(r, x, {load4(x + 4 * constants[r].left), load4(x + 4 * constants[r].right)});
  }
  double offset(int r, const Factors& f) const {
    return scale[r] * (dot4(f.left, f.right) - value[r]);
  }
  /// Of a slot, from factors times the row's scale.
  Lane4 gradient(int s, const Factors& f) const {
    return fma4(broadcast4(b[s]), f.left, mul4(broadcast4(a[s]), f.right));
  }
};

void System::evaluate_rows(const double* x, const double* reference, const DriveReference* drives,
                           double* gradient, double* psi) const {
  const ProductRows rows(*this);
  for (int r = 0; r < rows.count; ++r) {
    Factors f = rows.at(r, x);
    psi[r] = rows.offset(r, f);
    f = f.times(rows.scale[r]);
    for (int s = rows.start[r]; s < rows.start[r + 1]; ++s)
      store4(gradient + 4 * s, rows.gradient(s, f));
  }
  evaluate_linear_rows(x, gradient, psi);
  evaluate_coordinate_rows(x, reference, drives, gradient, psi);
}

/// Their gradients do not change, but for the penalty.
void System::evaluate_linear_rows(const double* x, double* gradient, double* psi) const {
  const int* block = slot_block_.data();
  const double* a = slot_a_.data();
  for (int l = 0; l < linear_rows_; ++l) {
    const int r = dot_rows_ + l, axis = linear_axis_[l];
    double sum = -row_value_[r];
    for (int s = row_start_[r]; s < row_start_[r + 1]; ++s) {
      sum += a[s] * x[4 * block[s] + axis];
      store4(gradient + 4 * s, zero4());
      gradient[4 * s + axis] = scale_[r] * a[s];
    }
    psi[r] = scale_[r] * sum;
  }
}

void System::evaluate_coordinate_rows(const double* x, const double* reference,
                                      const DriveReference* drives, double* gradient,
                                      double* psi) const {
  for (const auto& row : coordinate_rows_)
    coordinate_gradient(row, x, reference, drives, gradient, psi);
}

void System::coordinate_gradient(const CoordinateRow& r, const double* x, const double* reference,
                                 const DriveReference* drives, double* gradient,
                                 double* psi) const {
  double* g = gradient + 4 * static_cast<std::size_t>(r.first_slot);
  const int count = row_start_[r.row + 1] - r.first_slot;
  if (r.drive >= 0 && !drives[r.drive].engaged) {
    std::fill(g, g + 4 * count, 0.0);
    psi[r.row] = 0.0;
    return;
  }
  const bool definition = r.kind == CoordinateConstraint::Kind::definition;
  const CoordinateKernel& b = definition ? definitions_[r.kernel_b] : coordinates_[r.kernel_b];
  const double reference_b =
      definition ? coordinates_[r.kernel_a].value(x, 0.0) : reference[r.kernel_b];
  double phi = b.gradient(x, reference_b, g);
  double factor = 1.0;
  if (r.drive >= 0) {
    phi -= drives[r.drive].value;
  } else {
    double* ga = g + 4 * b.slot_count();
    const double xa = coordinates_[r.kernel_a].gradient(x, reference[r.kernel_a], ga);
    Derivatives f{xa, 1.0, 0.0};
    if (!definition) f = couple(r.function, xa);
    phi -= f.value;
    factor = -f.first;
  }
  const Lane4 scale = broadcast4(scale_[r.row]);
  const Lane4 scale_a = broadcast4(scale_[r.row] * factor);
  for (int s = 0; s < count; ++s)
    store4(g + 4 * s, mul4(s < b.slot_count() ? scale : scale_a, load4(g + 4 * s)));
  psi[r.row] = scale_[r.row] * phi;
}

void System::evaluate_rates(const double* gradient, const double* v, const DriveReference* drives,
                            double* psi_rate) const {
  for (int r = 0; r < rows_; ++r) {
    Lane4 sum = zero4();
    for (int s = row_start_[r]; s < row_start_[r + 1]; ++s)
      sum = fma4(load4(gradient + 4 * s), load4(v + 4 * slot_block_[s]), sum);
    psi_rate[r] = sum4(sum);
  }
  subtract_drive_rates(drives, psi_rate);
}

void System::subtract_drive_rates(const DriveReference* drives, double* psi_rate) const {
  for (const auto& row : coordinate_rows_)
    if (row.drive >= 0 && drives[row.drive].engaged)
      psi_rate[row.row] -= scale_[row.row] * drives[row.drive].rate;
}

void System::evaluate_accelerations(const double* gradient, const double* x, const double* v,
                                    const double* acceleration, const double* reference,
                                    const DriveReference* drives, double* psi_acceleration) const {
  const int* block = slot_block_.data();
  const double *a = slot_a_.data(), *b = slot_b_.data();
  for (int r = 0; r < dot_rows_; ++r) {
    Lane4 sum = zero4(), left = zero4(), right = zero4();
    for (int s = row_start_[r]; s < row_start_[r + 1]; ++s) {
      sum = fma4(load4(gradient + 4 * s), load4(acceleration + 4 * block[s]), sum);
      const Lane4 rate = load4(v + 4 * block[s]);
      left = fma4(broadcast4(a[s]), rate, left);
      right = fma4(broadcast4(b[s]), rate, right);
    }
    sum = fma4(mul4(left, right), broadcast4(2.0 * scale_[r]), sum);
    psi_acceleration[r] = sum4(sum);
  }
  for (int r = dot_rows_; r < rows_; ++r) {
    Lane4 sum = zero4();
    for (int s = row_start_[r]; s < row_start_[r + 1]; ++s)
      sum = fma4(load4(gradient + 4 * s), load4(acceleration + 4 * block[s]), sum);
    psi_acceleration[r] = sum4(sum);
  }
  add_coordinate_biases(x, v, reference, drives, psi_acceleration);
}

void System::evaluate_rates_and_accelerations(const double* gradient, const double* x,
                                              const double* v, const double* acceleration,
                                              const double* reference, const DriveReference* drives,
                                              double* psi_rate, double* psi_acceleration) const {
  const int* block = slot_block_.data();
  const double *a = slot_a_.data(), *b = slot_b_.data();
  for (int r = 0; r < dot_rows_; ++r) {
    Lane4 first = zero4(), second = zero4(), left = zero4(), right = zero4();
    for (int s = row_start_[r]; s < row_start_[r + 1]; ++s) {
      const Lane4 g = load4(gradient + 4 * s), rate = load4(v + 4 * block[s]);
      first = fma4(g, rate, first);
      second = fma4(g, load4(acceleration + 4 * block[s]), second);
      left = fma4(broadcast4(a[s]), rate, left);
      right = fma4(broadcast4(b[s]), rate, right);
    }
    second = fma4(mul4(left, right), broadcast4(2.0 * scale_[r]), second);
    psi_rate[r] = sum4(first);
    psi_acceleration[r] = sum4(second);
  }
  for (int r = dot_rows_; r < rows_; ++r) {
    Lane4 first = zero4(), second = zero4();
    for (int s = row_start_[r]; s < row_start_[r + 1]; ++s) {
      const Lane4 g = load4(gradient + 4 * s);
      first = fma4(g, load4(v + 4 * block[s]), first);
      second = fma4(g, load4(acceleration + 4 * block[s]), second);
    }
    psi_rate[r] = sum4(first);
    psi_acceleration[r] = sum4(second);
  }
  subtract_drive_rates(drives, psi_rate);
  add_coordinate_biases(x, v, reference, drives, psi_acceleration);
}

void System::add_coordinate_biases(const double* x, const double* v, const double* reference,
                                   const DriveReference* drives, double* psi_acceleration) const {
  for (const auto& row : coordinate_rows_)
    psi_acceleration[row.row] += coordinate_bias(row, x, v, reference, drives);
}

/// √α̃ (Φ̇_q q̇ + Φ̇_t) of a row.
double System::coordinate_bias(const CoordinateRow& row, const double* x, const double* v,
                               const double* reference, const DriveReference* drives) const {
  if (row.drive >= 0 && !drives[row.drive].engaged) return 0.0;
  if (row.kind == CoordinateConstraint::Kind::definition)
    return scale_[row.row] * definitions_[row.kernel_b].bias(x, v);
  double bias = coordinates_[row.kernel_b].bias(x, v);
  if (row.drive >= 0) {
    bias -= drives[row.drive].acceleration;
  } else {
    const CoordinateKernel& ka = coordinates_[row.kernel_a];
    alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
    const double xa = ka.gradient(x, reference[row.kernel_a], g);
    const Derivatives f = couple(row.function, xa);
    double rate = 0.0;
    for (int s = 0; s < ka.slot_count(); ++s)
      rate += dot4(load4(g + 4 * s), load4(v + 4 * ka.blocks()[s]));
    bias -= f.first * ka.bias(x, v) + f.second * rate * rate;
  }
  return scale_[row.row] * bias;
}

void System::evaluate_rows_and_bias(const double* x, const double* v, const double* reference,
                                    const DriveReference* drives, double* gradient, double* psi,
                                    double* bias) const {
  const ProductRows rows(*this);
  for (int r = 0; r < rows.count; ++r) {
    Factors f = rows.at(r, x);
    const Factors rate = rows.add(r, v, {zero4(), zero4()});
    psi[r] = rows.offset(r, f);
    bias[r] = 2.0 * rows.scale[r] * dot4(rate.left, rate.right);
    f = f.times(rows.scale[r]);
    for (int s = rows.start[r]; s < rows.start[r + 1]; ++s)
      store4(gradient + 4 * s, rows.gradient(s, f));
  }
  evaluate_linear_rows(x, gradient, psi);
  std::fill(bias + dot_rows_, bias + first_coordinate_row_, 0.0);
  for (const auto& row : coordinate_rows_) {
    coordinate_gradient(row, x, reference, drives, gradient, psi);
    bias[row.row] = coordinate_bias(row, x, v, reference, drives);
  }
}

void System::add_constraint_forces(const Motion& at, const double* mu, double* gradient,
                                   double* psi, double* out) const {
  const ProductRows rows(*this);
  for (int r = 0; r < rows.count; ++r) {
    Factors f = rows.at(r, at.x);
    psi[r] = rows.offset(r, f);
    const Lane4 weight = broadcast4(mu[r] + psi[r]);
    f = f.times(rows.scale[r]);
    for (int s = rows.start[r]; s < rows.start[r + 1]; ++s) {
      const Lane4 g = rows.gradient(s, f);
      store4(gradient + 4 * s, g);
      double* sum = out + 4 * rows.block[s];
      store4(sum, fma4(g, weight, load4(sum)));
    }
  }
  evaluate_linear_rows(at.x, gradient, psi);
  evaluate_coordinate_rows(at.x, at.coordinate_reference, at.drives, gradient, psi);
  for (int r = dot_rows_; r < rows_; ++r) scatter(r, gradient, mu[r] + psi[r], out);
}

void System::add_constraint_forces(const Motion& at, const double* mu, const double* frozen,
                                   double* gradient, double* psi, double* out) const {
  const ProductRows rows(*this);
  for (int r = 0; r < rows.count; ++r) {
    Factors f = rows.at(r, at.x);
    psi[r] = rows.offset(r, f);
    const Lane4 weight = broadcast4(psi[r]);
    f = f.times(rows.scale[r] * mu[r]);
    for (int s = rows.start[r]; s < rows.start[r + 1]; ++s) {
      double* sum = out + 4 * rows.block[s];
      const Lane4 with_multiplier =
          fma4(broadcast4(rows.b[s]), f.left, fma4(broadcast4(rows.a[s]), f.right, load4(sum)));
      store4(sum, fma4(load4(frozen + 4 * s), weight, with_multiplier));
    }
  }
  evaluate_linear_rows(at.x, gradient, psi);
  evaluate_coordinate_rows(at.x, at.coordinate_reference, at.drives, gradient, psi);
  for (int r = dot_rows_; r < rows_; ++r) {
    scatter(r, gradient, mu[r], out);
    scatter(r, frozen, psi[r], out);
  }
}

/// out += w G_r
void System::scatter(int row, const double* gradient, double weight, double* out) const {
  const Lane4 w = broadcast4(weight);
  for (int s = row_start_[row]; s < row_start_[row + 1]; ++s) {
    double* sum = out + 4 * slot_block_[s];
    store4(sum, fma4(load4(gradient + 4 * s), w, load4(sum)));
  }
}

void System::evaluate_rows_and_rates(const Motion& at, const double* frozen, double* gradient,
                                     double* psi, const Rates& out) const {
  const ProductRows rows(*this);
  for (int r = 0; r < rows.count; ++r) {
    Factors f = rows.at(r, at.x);
    psi[r] = rows.offset(r, f);
    f = f.times(rows.scale[r]);
    Lane4 first = zero4(), second = zero4();
    Factors rate{zero4(), zero4()};
    for (int s = rows.start[r]; s < rows.start[r + 1]; ++s) {
      const int block = 4 * rows.block[s];
      const Lane4 g = rows.gradient(s, f), v = load4(at.v + block);
      store4(gradient + 4 * s, g);
      first = fma4(g, v, first);
      second = fma4(g, load4(at.acceleration + block), second);
      rate.left = fma4(broadcast4(rows.a[s]), v, rate.left);
      rate.right = fma4(broadcast4(rows.b[s]), v, rate.right);
    }
    second = fma4(mul4(rate.left, rate.right), broadcast4(2.0 * rows.scale[r]), second);
    out.psi_rate[r] = sum4(first);
    out.psi_acceleration[r] = sum4(second);
  }
  evaluate_linear_rows(at.x, gradient, psi);
  evaluate_coordinate_rows(at.x, at.coordinate_reference, at.drives, gradient, psi);
  for (int r = dot_rows_; r < rows_; ++r) {
    out.psi_rate[r] = row_product(r, gradient, at.v);
    out.psi_acceleration[r] = row_product(r, gradient, at.acceleration);
  }
  subtract_drive_rates(at.drives, out.psi_rate);
  add_coordinate_biases(at.x, at.v, at.coordinate_reference, at.drives, out.psi_acceleration);
  transpose_products(frozen, out.psi_rate, out.psi_acceleration, out.product_rate,
                     out.product_acceleration);
}

// ---------------------------------------------------------------------------------- products

void System::evaluate_products(const double* gradient, const double* y, double* out) const {
  for (int r = 0; r < rows_; ++r) {
    Lane4 sum = zero4();
    for (int s = row_start_[r]; s < row_start_[r + 1]; ++s)
      sum = fma4(load4(gradient + 4 * s), load4(y + 4 * slot_block_[s]), sum);
    out[r] = sum4(sum);
  }
}

double System::row_product(int row, const double* gradient, const double* y) const {
  Lane4 sum = zero4();
  for (int s = row_start_[row]; s < row_start_[row + 1]; ++s)
    sum = fma4(load4(gradient + 4 * s), load4(y + 4 * slot_block_[s]), sum);
  return sum4(sum);
}

void System::transpose_product(const double* gradient, const double* weight, double* out) const {
  for (int e = 0; e < n_; ++e) {
    Lane4 sum = zero4();
    for (int k = gather_start_[e]; k < gather_start_[e + 1]; ++k)
      sum = fma4(load4(gradient + 4 * gather_slot_[k]), broadcast4(weight[gather_row_[k]]), sum);
    store4(out + 4 * e, sum);
  }
}

void System::transpose_products(const double* gradient, const double* weight_a,
                                const double* weight_b, double* out_a, double* out_b) const {
  for (int e = 0; e < n_; ++e) {
    Lane4 sum_a = zero4(), sum_b = zero4();
    for (int k = gather_start_[e]; k < gather_start_[e + 1]; ++k) {
      const Lane4 g = load4(gradient + 4 * gather_slot_[k]);
      sum_a = fma4(g, broadcast4(weight_a[gather_row_[k]]), sum_a);
      sum_b = fma4(g, broadcast4(weight_b[gather_row_[k]]), sum_b);
    }
    store4(out_a + 4 * e, sum_a);
    store4(out_b + 4 * e, sum_b);
  }
}

void System::add_transpose_product(const double* gradient, const double* weight,
                                   double* out) const {
  for (int e = 0; e < n_; ++e) {
    Lane4 sum = load4(out + 4 * e);
    for (int k = gather_start_[e]; k < gather_start_[e + 1]; ++k)
      sum = fma4(load4(gradient + 4 * gather_slot_[k]), broadcast4(weight[gather_row_[k]]), sum);
    store4(out + 4 * e, sum);
  }
}

void System::inertia_minus_force(const double* a, const double* force, double factor,
                                 double* out) const {
  const Lane4 f = broadcast4(factor);
  for (int e = 0; e < n_; ++e) {
    Lane4 sum = sub4(zero4(), load4(force + 4 * e));
    for (int k = mass_start_[e]; k < mass_start_[e + 1]; ++k)
      sum = fma4(broadcast4(mass_value_[k]), load4(a + 4 * mass_column_[k]), sum);
    store4(out + 4 * e, mul4(f, sum));
  }
}

void System::mass_product(const double* a, double* out) const {
  for (int e = 0; e < n_; ++e) {
    Lane4 sum = zero4();
    for (int k = mass_start_[e]; k < mass_start_[e + 1]; ++k)
      sum = fma4(broadcast4(mass_value_[k]), load4(a + 4 * mass_column_[k]), sum);
    store4(out + 4 * e, sum);
  }
}

void System::evaluate_forces(const Configuration& c, const double* term_state,
                             const ForceSink& sink) {
  evaluate_forces(c, term_state, sink, 1.0, nullptr);
}

bool System::evaluate_forces(const Configuration& c, const double* term_state,
                             const ForceSink& sink, double factor, double* step_force) {
  std::copy(gravity_.begin(), gravity_.end(), sink.force);
  if (sink.tangent != nullptr) std::fill(sink.tangent, sink.tangent + 12 * extra_count_, 0.0);
  const bool apart = has_step_forces_ && step_force != nullptr;
  if (apart) std::fill(step_force, step_force + 4 * total_block_count(), 0.0);
  const ForceSink within{step_force, sink.tangent, factor * sink.stiffness_factor,
                         factor * sink.damping_factor};
  for (std::size_t i = 0; i < terms_.size(); ++i)
    terms_[i]->evaluate(c, term_state + term_offsets_[i],
                        apart && terms_[i]->acts_within_step() ? within : sink);
  if (apart)
    for (int i = 0; i < 4 * total_block_count(); i += 4)
      store4(sink.force + i,
             fma4(broadcast4(factor), load4(step_force + i), load4(sink.force + i)));
  // Drives that let go push with their limit force.
  for (const auto& row : coordinate_rows_) {
    if (row.drive < 0 || c.drives[row.drive].engaged) continue;
    const CoordinateKernel& kernel = coordinates_[row.kernel_b];
    alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
    kernel.slopes(c.x, g);
    for (int s = 0; s < kernel.slot_count(); ++s)
      sink.add_force(kernel.blocks()[s], c.drives[row.drive].force * to_vec3(g + 4 * s));
  }
  return apart;
}

// ---------------------------------------------------------------------------------- readings

void System::copy_gradient(int row, const double* gradient, Eigen::Ref<Eigen::VectorXd> out) const {
  out.setZero();
  for (int s = row_start_[row]; s < row_start_[row + 1]; ++s)
    out.segment<3>(3 * slot_block_[s]) += to_vec3(gradient + 4 * s);
}

double System::largest_weighted(const double* values) const {
  Lane4 most = zero4();
  const Lane4 sign = broadcast4(-0.0);
  for (int e = 0; e < n_; ++e) {
    const Lane4 size = _mm256_andnot_pd(sign, load4(values + 4 * e));
    most = _mm256_max_pd(most, mul4(size, broadcast4(block_weight_[e])));
  }
  alignas(32) double m[4];
  store4(m, most);
  return std::max({m[0], m[1], m[2]});
}

double System::largest_violation(const double* psi) const {
  // The larger of a NaN and a number is the number, in both loops.
  const Lane4 sign = broadcast4(-0.0);
  Lane4 most = zero4();
  int r = 0;
  for (; r + 4 <= rows_; r += 4) {
    const Lane4 size = _mm256_andnot_pd(sign, _mm256_loadu_pd(psi + r));
    most = _mm256_max_pd(mul4(size, _mm256_loadu_pd(inverse_size_.data() + r)), most);
  }
  alignas(32) double m[4];
  store4(m, most);
  double worst = std::max({m[0], m[1], m[2], m[3]});
  for (; r < rows_; ++r) worst = std::max(worst, std::abs(psi[r]) * inverse_size_[r]);
  return worst;
}

double System::gradient_size(int row, const double* gradient) const {
  double sum = 0.0;
  for (int s = row_start_[row]; s < row_start_[row + 1]; ++s)
    sum += to_vec3(gradient + 4 * s).squaredNorm();
  return std::sqrt(sum);
}

double System::kinetic_energy(const double* v) const {
  double energy = 0.0;
  for (int e = 0; e < n_; ++e) {
    Lane4 sum = zero4();
    for (int k = mass_start_[e]; k < mass_start_[e + 1]; ++k)
      sum = fma4(broadcast4(mass_value_[k]), load4(v + 4 * mass_column_[k]), sum);
    energy += dot4(sum, load4(v + 4 * e));
  }
  return 0.5 * energy;
}

double System::gravity_potential(const double* x) const {
  double energy = 0.0;
  for (int e = 0; e < n_; ++e) energy -= dot4(load4(gravity_.data() + 4 * e), load4(x + 4 * e));
  return energy;
}

double System::drive_rate(int drive, const double* x, const double* v) const {
  for (const auto& row : coordinate_rows_) {
    if (row.drive != drive) continue;
    const CoordinateKernel& kernel = coordinates_[row.kernel_b];
    alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
    kernel.slopes(x, g);
    double rate = 0.0;
    for (int s = 0; s < kernel.slot_count(); ++s)
      rate += dot4(load4(g + 4 * s), load4(v + 4 * kernel.blocks()[s]));
    return rate;
  }
  return 0.0;
}

Vec3 System::point_position(const Combination& c, const double* x) const {
  Vec3 p = c.constant;
  for (const auto& t : c.terms) p += t.coefficient * to_vec3(x + 4 * position_[t.entity]);
  return p;
}

Pose System::body_pose(int body, const double* x) const {
  const model::BodyModel& b = model_.bodies[body];
  if (b.basis_count == 1) return {point_position(b.basis[0], x), b.assembled_pose.rotation};
  Eigen::Matrix<double, 3, 4> entities;
  for (int k = 0; k < 4; ++k) entities.col(k) = point_position(b.basis[k], x);
  const Eigen::Matrix<double, 3, 4> motion = entities * b.inverse_basis;
  return {motion.leftCols<3>() * b.assembled_pose.position + motion.col(3),
          motion.leftCols<3>() * b.assembled_pose.rotation};
}

model::Twist System::body_twist(int body, const double* x, const double* v) const {
  const model::BodyModel& b = model_.bodies[body];
  const auto rate_of = [&](const Combination& c) {
    Vec3 p = Vec3::Zero();
    for (const auto& t : c.terms) p += t.coefficient * to_vec3(v + 4 * position_[t.entity]);
    return p;
  };
  if (b.basis_count == 1) return {rate_of(b.basis[0]), Vec3::Zero()};
  Eigen::Matrix<double, 3, 4> entities, rates;
  for (int k = 0; k < 4; ++k) {
    entities.col(k) = point_position(b.basis[k], x);
    rates.col(k) = rate_of(b.basis[k]);
  }
  const Eigen::Matrix<double, 3, 4> motion = entities * b.inverse_basis;
  const Eigen::Matrix<double, 3, 4> motion_rate = rates * b.inverse_basis;
  // ω = ½ Σ b_i × ḃ_i over three orthonormal body axes (corrections §7).
  Vec3 spin = Vec3::Zero();
  for (int k = 0; k < 3; ++k) spin += 0.5 * Vec3(motion.col(k)).cross(Vec3(motion_rate.col(k)));
  return {motion_rate.leftCols<3>() * b.assembled_pose.position + motion_rate.col(3), spin};
}

}  // namespace outrigger::system
