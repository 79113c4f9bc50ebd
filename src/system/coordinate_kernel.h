/// Value, gradient and second derivatives of one scalar coordinate x(q) = F(d0, d1, ...), where the
/// d_i = A_i·B_i are inner products of linear combinations of entities (model::CoordinateModel).
///
///   ∂x/∂e  = Σ_i F_i (a_ie B_i + b_ie A_i)
///   ẍ      = Σ_e ∂x/∂e · ë + Σ_i F_i 2 Ȧ_i·Ḃ_i + Σ_ij F_ij ḋ_i ḋ_j
///   ∂²x/∂e∂f = Σ_i F_i (a_ie b_if + b_ie a_if) I + Σ_ij F_ij g_ie g_jfᵀ,  g_ie = a_ie B_i + b_ie A_i
#pragma once

#include <array>
#include <vector>

#include "base/assert.h"
#include "math/block.h"
#include "model/model.h"
#include "system/coordinate_outer.h"

namespace outrigger::system {

class CoordinateKernel {
 public:
  static constexpr int kMaxDots = kMaxCoordinateDots;
  static constexpr int kMaxSlots = 32;  ///< blocks one coordinate may touch

  CoordinateKernel() = default;
  /// `position` maps entity to block; `fixed_block` gives the block that holds a constant vector.
  template <class FixedBlock>
  CoordinateKernel(const model::CoordinateModel& model, const std::vector<int>& position,
                   const FixedBlock& fixed_block);

  /// The same coordinate where blocks have other numbers: new_block(block), fixed ones included.
  template <class NewBlock>
  CoordinateKernel moved(const NewBlock& new_block) const {
    CoordinateKernel kernel = *this;
    for (auto& terms : kernel.dots_)
      for (Term& t : terms) t.block = new_block(t.block);
    for (int& block : kernel.blocks_) block = new_block(block);
    return kernel;
  }

  /// Blocks this coordinate depends on (movable ones only).
  const std::vector<int>& blocks() const { return blocks_; }
  int slot_count() const { return static_cast<int>(blocks_.size()); }
  bool is_angle() const { return kind_ == Kind::angle || kind_ == Kind::twist; }

  /// Value; angles are counted through full turns: the branch nearest to `previous` is taken.
  double value(const double* x, double previous) const;
  /// Value and gradient (slot_count() padded vectors).
  double gradient(const double* x, double previous, double* gradient) const;
  /// The gradient alone: without the arc tangent that the value of an angle takes.
  void slopes(const double* x, double* gradient) const;
  /// The part of ẍ that is quadratic in the velocities.
  double bias(const double* x, const double* v) const;
  /// Second derivative block by slots e, f.
  void hessian(const double* x, int e, int f, Mat3& result) const;
  /// What all blocks of the second derivative at one place share.
  struct Curvature;
  void curvature(const double* x, Curvature& c) const;
  void hessian(const Curvature& c, int e, int f, Mat3& result) const;

  // What it is made of, for those that evaluate several of one pattern side by side.
  using Kind = model::CoordinateKind;
  /// A block, constants included, in the two factors of a product.
  struct Term {
    int block;
    double a, b;
  };
  Kind kind() const { return kind_; }
  int component() const { return component_; }
  const std::vector<std::vector<Term>>& dots() const { return dots_; }
  /// Coefficients of a slot in the factors of a product.
  double left(int slot, int dot) const { return a_[slot][dot]; }
  double right(int slot, int dot) const { return b_[slot][dot]; }

 private:
  using Outer = OuterDerivatives<double>;
  /// One lane vector per product (std::array of __m256d loses its alignment attribute).
  struct Lanes {
    Lane4 lane[kMaxDots];
    Lane4& operator[](std::size_t i) { return lane[i]; }
    const Lane4& operator[](std::size_t i) const { return lane[i]; }
  };
  /// Whether product i changes with slot e.
  bool has_part(std::size_t e, std::size_t i) const { return a_[e][i] != 0.0 || b_[e][i] != 0.0; }
  void combine(const double* x, Lanes& left, Lanes& right) const;
  void products(const Lanes& left, const Lanes& right, double* d) const {
    for (std::size_t i = 0; i < dots_.size(); ++i) d[i] = dot4(left[i], right[i]);
  }
  void write_gradient(const Lanes& left, const Lanes& right, const double* d,
                      double* gradient) const;
  void add_terms(const model::Combination& c, bool left, std::vector<Term>& terms,
                 const std::vector<int>& position, int constant_block);

  Kind kind_ = Kind::distance;
  int component_ = 0;
  std::vector<std::vector<Term>> dots_;
  std::vector<int> blocks_;
  std::vector<std::array<double, kMaxDots>> a_, b_;  ///< by slot and product
};

struct CoordinateKernel::Curvature {
  Outer outer;
  Vec3 gradient[kMaxSlots][kMaxDots];  ///< g_ie; of products that a slot has no part in: not set
};

template <class FixedBlock>
CoordinateKernel::CoordinateKernel(const model::CoordinateModel& model,
                                   const std::vector<int>& position, const FixedBlock& fixed_block)
    : kind_(model.kind), component_(model.component) {
  if (kind_ == Kind::scalar) {
    blocks_ = {position[model.entity]};
    return;
  }
  for (const auto& dot : model.dots) {
    std::vector<Term> terms;
    add_terms(dot.left, true, terms, position, fixed_block(dot.left.constant));
    add_terms(dot.right, false, terms, position, fixed_block(dot.right.constant));
    dots_.push_back(std::move(terms));
  }
  // Slots: every movable block once, in order of first use.
  for (std::size_t i = 0; i < dots_.size(); ++i)
    for (const Term& t : dots_[i]) {
      if (t.block >= static_cast<int>(position.size())) continue;
      std::size_t slot = 0;
      while (slot < blocks_.size() && blocks_[slot] != t.block) ++slot;
      if (slot == blocks_.size()) {
        blocks_.push_back(t.block);
        a_.emplace_back();
        b_.emplace_back();
      }
      a_[slot][i] += t.a;
      b_[slot][i] += t.b;
    }
  OUTRIGGER_ASSERT(slot_count() <= kMaxSlots, "a coordinate touches too many entities");
}

}  // namespace outrigger::system
