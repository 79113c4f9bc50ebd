/// A scalar coordinate x(q) as seen by a force term: value, rate, gradient, and where a force along
/// it goes. For terms that act on few coordinates; members that share one are not joined.
///
///   Q = F g,   g = ∂x/∂q,   ẋ = g·q̇
#pragma once

#include <utility>
#include <vector>

#include "model/mechanism.h"
#include "model/model.h"
#include "system/coordinate_kernel.h"
#include "system/force_term.h"

namespace outrigger::forces {

/// Movable entities that a coordinate depends on, in order of first use.
std::vector<int> entities_of(const model::CoordinateModel& c);

/// Wrenches on both bodies of a force along +x. `poses` are those of all bodies.
void add_wrenches(const model::CoordinateFrame& frame, double force, const std::vector<Pose>& poses,
                  std::vector<system::BodyWrench>& out);

class CoordinateLink {
 public:
  CoordinateLink() = default;
  CoordinateLink(int coordinate, const model::Mechanism& mechanism, const model::Model& model);

  void bind(const system::Layout& layout);

  const std::vector<int>& entities() const { return entities_; }
  const std::vector<int>& blocks() const { return kernel_->blocks(); }
  int slot_count() const { return kernel_->slot_count(); }
  const system::CoordinateKernel& kernel() const { return *kernel_; }
  const model::CoordinateFrame& frame() const { return frame_; }

  /// g at the present: slot_count() padded vectors. Returns x.
  double gradient(const system::Configuration& c, double* g) const;
  /// x alone.
  double value(const system::Configuration& c) const {
    return kernel_->value(c.x, c.coordinate_reference[coordinate_]);
  }
  /// Its last accepted value: x at the start of the step.
  double accepted(const system::Configuration& c) const {
    return c.coordinate_reference[coordinate_];
  }
  /// g alone, which is cheaper for angles.
  void slopes(const system::Configuration& c, double* g) const { kernel_->slopes(c.x, g); }
  double rate(const system::Configuration& c, const double* g) const;
  double rate(const system::Configuration& c) const;
  void add_force(double force, const double* g, const system::ForceSink& sink) const;

 private:
  int coordinate_ = 0;
  model::CoordinateFrame frame_;
  std::vector<int> entities_;
  const system::CoordinateKernel* kernel_ = nullptr;
};

/// Tangent blocks of a force F(x, ẋ) along a coordinate: along · g gᵀ + across · H, H = ∂²x/∂q²; lower
/// triangle by slots of the coordinate.
class CoordinateTangent {
 public:
  void bind(const system::Layout& layout, const system::CoordinateKernel& kernel);
  /// Of F with its derivatives by x and ẋ: -∂Q/∂q and -∂Q/∂q̇ in the shares that the sink asks for. `g` holds
  /// the gradients of the coordinate at `x`.
  void add(double force, double by_value, double by_rate, const double* g, const double* x,
           const system::ForceSink& sink) const;

 private:
  const system::CoordinateKernel* kernel_ = nullptr;
  std::vector<system::TangentSlot> slots_;
};

/// Tangent blocks of w wᵀ for a vector w over a list of blocks: lower triangle, row by row.
class RankOneTangent {
 public:
  /// Pairs of entities, in the order of the blocks.
  static void pattern(const std::vector<int>& entities, std::vector<std::pair<int, int>>& pairs);
  void bind(const system::Layout& layout, std::vector<int> blocks);
  /// Adds factor · w wᵀ; w has padded vectors in the order of the blocks.
  void add(double factor, const double* w, const system::ForceSink& sink) const;

 private:
  std::vector<int> blocks_;
  std::vector<system::TangentSlot> slots_;
};

}  // namespace outrigger::forces
