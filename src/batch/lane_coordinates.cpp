#include "batch/lane_coordinates.h"

#include <algorithm>

namespace outrigger::batch {

std::vector<int> coordinate_pattern(const system::System& system) {
  std::vector<int> pattern;
  const auto add = [&](const system::CoordinateKernel& kernel) {
    pattern.push_back(static_cast<int>(kernel.kind()));
    pattern.push_back(kernel.component());
    for (const auto& terms : kernel.dots()) {
      pattern.push_back(static_cast<int>(terms.size()));
      for (const auto& t : terms) pattern.push_back(std::min(t.block, system.block_count()));
    }
  };
  for (const auto& kernel : system.coordinates()) add(kernel);
  for (const auto& kernel : system.definitions()) add(kernel);
  for (const auto& row : system.coordinate_rows())
    for (const int number : {static_cast<int>(row.kind), row.kernel_b, row.kernel_a, row.drive})
      pattern.push_back(number);
  return pattern;
}

LaneCoordinates::LaneCoordinates(SystemsOfLanes systems, LaneConstants& constants)
    : count_(static_cast<int>(systems[0]->coordinates().size())) {
  const auto lanes = static_cast<std::int32_t>(systems.size());
  const auto lay_out_all = [&](const auto& kernels_of) {
    for (std::size_t i = 0; i < kernels_of(*systems[0]).size(); ++i) {
      Kernels kernels;
      for (const system::System* s : systems) kernels.push_back(&kernels_of(*s)[i]);
      coordinates_.push_back(lay_out(kernels, systems[0]->block_count(), constants));
    }
  };
  lay_out_all([](const system::System& s) -> auto& { return s.coordinates(); });
  lay_out_all([](const system::System& s) -> auto& { return s.definitions(); });

  using Kind = model::CoordinateConstraint::Kind;
  using RowKind = CoordinateLists::Row::Kind;
  for (const auto& row : systems[0]->coordinate_rows()) {
    const bool definition = row.kind == Kind::definition;
    const LaneCoordinate* first = coordinates_.data();
    rows_.push_back({.kind = definition                   ? RowKind::definition
                             : row.kind == Kind::coupling ? RowKind::coupling
                                                          : RowKind::drive,
                     .first_slot = row.first_slot,
                     .function = row.function,
                     .drive = lanes * row.drive,
                     .value_b = definition ? 0 : lanes * row.kernel_b,
                     .value_a = lanes * row.kernel_a,
                     .b = first + (definition ? count_ : 0) + row.kernel_b,
                     .a = row.kernel_a < 0 ? nullptr : first + row.kernel_a});
  }
}

LaneCoordinate LaneCoordinates::lay_out(const Kernels& kernels, int block_count,
                                        LaneConstants& constants) {
  const system::CoordinateKernel& kernel = *kernels[0];
  const auto lanes = static_cast<std::int32_t>(kernels.size());
  Numbers n;
  for (const int block : kernel.blocks()) n.slot_block.push_back(3 * lanes * block);
  std::vector<std::size_t> coefficients;  // places; the array still grows
  for (std::size_t i = 0; i < kernel.dots().size(); ++i) {
    for (std::size_t t = 0; t < kernel.dots()[i].size(); ++t) {
      std::vector<int> blocks;
      for (const auto* k : kernels) blocks.push_back(k->dots()[i][t].block);
      const bool moves = blocks[0] < block_count;
      n.terms.push_back({moves ? 3 * lanes * blocks[0] : constants.place(blocks), nullptr});
      coefficients.push_back(n.coefficients.size());
      for (const auto* k : kernels) n.coefficients.push_back(k->dots()[i][t].a);
      for (const auto* k : kernels) n.coefficients.push_back(k->dots()[i][t].b);
    }
    n.term_end.push_back(static_cast<std::int32_t>(n.terms.size()));
  }
  for (std::size_t t = 0; t < n.terms.size(); ++t)
    n.terms[t].coefficients = n.coefficients.data() + coefficients[t];
  const auto dots = static_cast<int>(kernel.dots().size());
  for (int s = 0; s < kernel.slot_count(); ++s)
    for (int i = 0; i < dots; ++i) {
      for (const auto* k : kernels) n.slot_coefficients.push_back(k->left(s, i));
      for (const auto* k : kernels) n.slot_coefficients.push_back(k->right(s, i));
    }
  numbers_.push_back(std::move(n));
  const Numbers& kept = numbers_.back();
  return {.kind = kernel.kind(),
          .component = lanes * kernel.component(),
          .dots = dots,
          .slots = kernel.slot_count(),
          .term_end = kept.term_end.data(),
          .terms = kept.terms.data(),
          .slot_block = kept.slot_block.data(),
          .slot_coefficients = kept.slot_coefficients.data()};
}

CoordinateLists LaneCoordinates::lists() const {
  CoordinateLists lists{};
  lists.coordinate_count = count_;
  lists.coordinates = coordinates_.data();
  lists.rows = rows_.data();
  return lists;
}

}  // namespace outrigger::batch
