// Systems side by side as one: their arrays one behind the other, with the numbers of blocks, slots
// and rows shifted. Only the factor is analysed anew, for what the terms connect.

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/assert.h"
#include "system/system.h"

namespace outrigger::system {

namespace {

/// Elimination order of parts: of minimum degree in the graph of what the tangents connect.
std::vector<int> order_parts(int parts, const std::vector<std::pair<int, int>>& connected) {
  std::vector<int> order(static_cast<std::size_t>(parts));
  std::iota(order.begin(), order.end(), 0);
  if (parts < 3 || connected.empty()) return order;
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < parts; ++i) entries.emplace_back(i, i, 1.0);
  for (const auto& [i, j] : connected) {
    entries.emplace_back(i, j, 1.0);
    entries.emplace_back(j, i, 1.0);
  }
  Eigen::SparseMatrix<double> pattern(parts, parts);
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(pattern, permutation);
  std::copy_n(permutation.indices().data(), parts, order.begin());
  return order;
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

System::System(std::span<const System* const> parts, std::vector<std::unique_ptr<ForceTerm>> terms)
    : terms_(std::move(terms)) {
  length_ = 0.0;
  double heaviest = 0.0;
  const auto heaviest_of = [](const System& s) {
    return s.n_ > 0 ? *std::max_element(s.mass_diagonal_.begin(), s.mass_diagonal_.end()) : 0.0;
  };
  for (const System* part : parts) {
    n_ += part->n_;
    fixed_ += part->fixed_;
    rows_ += part->rows_;
    dot_rows_ += part->dot_rows_;
    linear_rows_ += part->linear_rows_;
    length_ = std::max(length_, part->length_);
    heaviest = std::max(heaviest, heaviest_of(*part));
    total_mass_ += part->total_mass_;
    body_count_ += part->body_count_;
    append(fixed_values_, part->fixed_values_);
  }
  first_coordinate_row_ = dot_rows_ + linear_rows_;
  place_parts(parts);

  // Rows of a kind stay together.
  row_start_.assign(1, 0);
  for (int kind = 0; kind < 3; ++kind) {
    int fixed = n_;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const System& part = *parts[p];
      const int first[4] = {0, part.dot_rows_, part.first_coordinate_row_, part.rows_};
      if (kind == 1) append(linear_axis_, part.linear_axis_);
      if (kind == 2) append_coordinates(part, part_places_[p].block, fixed);
      append_rows(part, first[kind], first[kind + 1], part_places_[p].block, fixed);
      // The penalty of a row goes with the heaviest mass of the whole.
      const double own = heaviest_of(part);
      const double heavier = own > 0.0 ? std::sqrt(heaviest / own) : 1.0;
      for (int r = first[kind]; r < first[kind + 1]; ++r)
        unit_scale_.push_back(heavier * part.unit_scale_[static_cast<std::size_t>(r)]);
      fixed += part.fixed_;
    }
  }
  scale_.assign(static_cast<std::size_t>(rows_), 1.0);
  inverse_size_.assign(static_cast<std::size_t>(rows_), 1.0);
  mass_start_.assign(static_cast<std::size_t>(n_) + 1, 0);
  mass_diagonal_.assign(static_cast<std::size_t>(n_), 0.0);
  gravity_.assign(4 * static_cast<std::size_t>(n_), 0.0);
  block_weight_.assign(static_cast<std::size_t>(n_), 1.0);
  std::vector<int> order(parts.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [this](int a, int b) {
    return part_places_[static_cast<std::size_t>(a)].block <
           part_places_[static_cast<std::size_t>(b)].block;
  });
  for (const int p : order)
    append_masses(*parts[static_cast<std::size_t>(p)],
                  part_places_[static_cast<std::size_t>(p)].block);
  join_factors(parts);
  lay_out_extras();
  lay_out_gather();
  bind_terms();
}

/// Where the blocks and rows of the parts go.
void System::place_parts(std::span<const System* const> parts) {
  std::vector<int> part_of_entity;
  for (std::size_t p = 0; p < parts.size(); ++p)
    part_of_entity.insert(part_of_entity.end(), parts[p]->position_.size(), static_cast<int>(p));
  std::vector<std::pair<int, int>> connected;
  for (const auto& [e, f] : wanted_tangents()) {
    const int i = part_of_entity[static_cast<std::size_t>(e)];
    const int j = part_of_entity[static_cast<std::size_t>(f)];
    if (i != j) connected.emplace_back(std::max(i, j), std::min(i, j));
  }
  std::sort(connected.begin(), connected.end());
  connected.erase(std::unique(connected.begin(), connected.end()), connected.end());

  part_places_.resize(parts.size());
  int block = 0, dot = 0, linear = dot_rows_, coordinate = first_coordinate_row_;
  for (const int p : order_parts(static_cast<int>(parts.size()), connected)) {
    part_places_[static_cast<std::size_t>(p)].block = block;
    block += parts[static_cast<std::size_t>(p)]->n_;
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    PartPlace& at = part_places_[p];
    at.dot_row = dot;
    at.linear_row = linear;
    at.coordinate_row = coordinate;
    dot += parts[p]->dot_rows_;
    linear += parts[p]->linear_rows_;
    coordinate += parts[p]->rows_ - parts[p]->first_coordinate_row_;
    for (const int own : parts[p]->position_) position_.push_back(at.block + own);
  }
}

/// Rows first..last of a part; its constants are at block `fixed`.
void System::append_rows(const System& part, int first, int last, int block, int fixed) {
  for (int r = first; r < last; ++r) {
    for (int s = part.row_start_[r]; s < part.row_start_[r + 1]; ++s) {
      slot_block_.push_back(block + part.slot_block_[s]);
      slot_row_.push_back(static_cast<int>(row_start_.size()) - 1);
      slot_a_.push_back(part.slot_a_[s]);
      slot_b_.push_back(part.slot_b_[s]);
    }
    if (r < part.dot_rows_)
      row_constants_.push_back({fixed + part.row_constants_[r].left - part.n_,
                                fixed + part.row_constants_[r].right - part.n_});
    row_start_.push_back(static_cast<int>(slot_block_.size()));
    row_value_.push_back(part.row_value_[r]);
    penalty_scale_.push_back(part.penalty_scale_[r]);
    gradient_norm_.push_back(part.gradient_norm_[r]);
    row_mass_.push_back(part.row_mass_[r]);
  }
}

/// Kernels and rows of the coordinates of a part, before its slots.
void System::append_coordinates(const System& part, int block, int fixed) {
  const auto moved = [&](int own) { return own < part.n_ ? block + own : fixed + (own - part.n_); };
  const int coordinates = static_cast<int>(coordinates_.size());
  const int definitions = static_cast<int>(definitions_.size());
  const int functions = static_cast<int>(functions_.size());
  const int drives = static_cast<int>(drive_rows_.size());
  const int row_shift = static_cast<int>(row_start_.size()) - 1 - part.first_coordinate_row_;
  const int slot_shift =
      static_cast<int>(slot_block_.size()) - part.row_start_[part.first_coordinate_row_];
  for (const auto& k : part.coordinates_) coordinates_.push_back(k.moved(moved));
  for (const auto& k : part.definitions_) definitions_.push_back(k.moved(moved));
  for (const int row : part.drive_rows_) drive_rows_.push_back(row + row_shift);
  append(functions_, part.functions_);
  append(offsets_, part.offsets_);
  for (CoordinateRow row : part.coordinate_rows_) {
    const bool definition = row.kind == model::CoordinateConstraint::Kind::definition;
    row.row += row_shift;
    row.first_slot += slot_shift;
    row.kernel_b += definition ? definitions : coordinates;
    if (row.kernel_a >= 0) row.kernel_a += coordinates;
    if (row.drive >= 0) row.drive += drives;
    if (row.function >= 0) row.function += functions;
    coordinate_rows_.push_back(row);
  }
}

/// Parts come in the order of their blocks.
void System::append_masses(const System& part, int block) {
  const auto at = static_cast<std::size_t>(block);
  const int shift = static_cast<int>(mass_column_.size());
  for (int i = 0; i < part.n_; ++i) mass_start_[at + i + 1] = shift + part.mass_start_[i + 1];
  for (const int column : part.mass_column_) mass_column_.push_back(block + column);
  append(mass_value_, part.mass_value_);
  std::copy_n(part.mass_diagonal_.begin(), part.n_, mass_diagonal_.begin() + block);
  std::copy_n(part.gravity_.begin(), 4 * part.n_, gravity_.begin() + 4 * block);
  // Points weigh 1, directions as much as the length of the whole gives them leverage.
  for (int i = 0; i < part.n_; ++i)
    if (part.block_weight_[i] < 1.0) block_weight_[at + i] = std::min(1.0, 0.1 * length_);
}

void System::join_factors(std::span<const System* const> parts) {
  std::vector<BlockEntry> entries;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const int block = part_places_[p].block;
    parts[p]->factor_.for_each_block([&](int row, int column, int) {
      entries.push_back({block + row, block + column});
    });
  }
  for (const auto& [e, f] : wanted_tangents()) {
    const int i = position_[e], j = position_[f];
    entries.push_back({std::max(i, j), std::min(i, j)});
  }
  factor_.analyse(n_, entries);

  // Slots by the rows they belong to: products, linear rows and coordinates are apart now.
  std::vector<GradientPair> pairs;
  std::vector<int> slot_shift;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const System& part = *parts[p];
    const PartPlace& at = part_places_[p];
    slot_shift.resize(part.slot_block_.size());
    for (std::size_t s = 0; s < slot_shift.size(); ++s) {
      const int own = part.slot_row_[s];
      const int row = own < part.dot_rows_ ? at.dot_row + own
                      : own < part.first_coordinate_row_
                          ? at.linear_row + own - part.dot_rows_
                          : at.coordinate_row + own - part.first_coordinate_row_;
      slot_shift[s] = row_start_[row] - part.row_start_[own];
    }
    part.factor_.for_each_block([&](int row, int column, int own) {
      const int block = factor_.find(at.block + row, at.block + column);
      factor_.set_scalar(block, part.factor_.scalar(own));
      part.factor_.for_each_pair(own, [&](int row_slot, int column_slot) {
        pairs.push_back({block, row_slot + slot_shift[static_cast<std::size_t>(row_slot)],
                         column_slot + slot_shift[static_cast<std::size_t>(column_slot)]});
      });
    });
  }
  factor_.set_pairs(pairs);
}

}  // namespace outrigger::system
