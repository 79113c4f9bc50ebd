/// The references of drives between the ends of a step.
#pragma once

#include <utility>
#include <vector>

#include "system/drive_reference.h"
#include "system/state.h"
#include "system/system.h"

namespace outrigger::stepper {

/// The reference a fraction u of the way into a step of h [s]: a quintic that meets value, rate and
/// acceleration at both ends. A drive that has let go at the end pushes with its force all along.
inline system::DriveReference between(const system::DriveReference& from,
                                      const system::DriveReference& to, double h, double u) {
  if (!to.engaged) return to;
  const double d = to.value - from.value;
  const double v0 = from.rate * h, v1 = to.rate * h;
  const double a0 = from.acceleration * h * h, a1 = to.acceleration * h * h;
  const double c3 = 10 * d - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1;
  const double c4 = -15 * d + 8 * v0 + 7 * v1 + 1.5 * a0 - a1;
  const double c5 = 6 * d - 3 * v0 - 3 * v1 - 0.5 * a0 + 0.5 * a1;
  system::DriveReference r = to;
  r.value = from.value + u * (v0 + u * (0.5 * a0 + u * (c3 + u * (c4 + u * c5))));
  r.rate = (v0 + u * (a0 + u * (3 * c3 + u * (4 * c4 + u * 5 * c5)))) / h;
  r.acceleration = (a0 + u * (6 * c3 + u * (12 * c4 + u * 20 * c5))) / (h * h);
  return r;
}

/// All drives of a system along a step.
class DrivePath {
 public:
  explicit DrivePath(int drives)
      : from_(static_cast<std::size_t>(drives)), to_(from_), now_(from_) {}

  void set_limits(std::vector<std::pair<double, double>> force_min_max) {
    limits_ = std::move(force_min_max);
  }
  /// The step begins at the state's references and ends, `span` [s] later, at `ends`.
  void start(const system::State& state, double span,
             const std::vector<system::DriveReference>& ends) {
    from_ = state.drive;
    to_ = ends;
    begin_ = state.time;
    span_ = span;
    move_to(begin_);
  }
  /// Some drive is, or has just been, without its guidance: accelerations of the step before do not
  /// hold any more.
  bool interrupted() const {
    for (std::size_t i = 0; i < to_.size(); ++i)
      if (!from_[i].engaged || !to_[i].engaged) return true;
    return false;
  }
  const std::vector<system::DriveReference>& move_to(double time) {
    const double part = (time - begin_) / span_;
    const double u = part < 0.0 ? 0.0 : (part > 1.0 ? 1.0 : part);
    for (std::size_t i = 0; i < to_.size(); ++i) now_[i] = between(from_[i], to_[i], span_, u);
    return now_;
  }
  const std::vector<system::DriveReference>& now() const { return now_; }

  /// Drives beyond their force limits let go until the step is over; true when one did.
  bool release(const system::System& system, const system::State& state) {
    bool released = false;
    for (std::size_t i = 0; i < limits_.size(); ++i) {
      if (!to_[i].engaged) continue;
      const double force = -state.lambda[system.drive_row(static_cast<int>(i))];
      const auto& [low, high] = limits_[i];
      if (force <= high && force >= low) continue;
      to_[i].engaged = false;
      to_[i].force = force > high ? high : low;
      released = true;
    }
    return released;
  }

 private:
  std::vector<system::DriveReference> from_, to_, now_;
  std::vector<std::pair<double, double>> limits_;
  double begin_ = 0.0, span_ = 1.0;
};

}  // namespace outrigger::stepper
