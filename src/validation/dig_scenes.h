/// The excavator in ground that can be dug, and an operator who takes buckets out of it by feedback: the arm
/// follows paths (arm_operator.h), depths follow from the ground as it is, a pull ends when the bucket is full.
#pragma once

#include <functional>
#include <string>

#include "sim/tools_at_work.h"
#include "sim/world.h"
#include "soil/payload.h"
#include "validation/arm_operator.h"

namespace outrigger::validation {

/// A pit ahead of the excavator, which stands at the origin and looks along x.
struct DigSite {
  std::string soil = "sandy_loam";  ///< of the library
  std::string keys;                 ///< further keys of the soil, such as ", hardness: 2"
  double x_min = 3.6, x_max = 12.0, y_min = -6.0, y_max = 6.0;  ///< of the pit [m]
  double depth = 3.0;                                           ///< of soil, below it rock [m]
  double tyre_friction = 0.6;                                   ///< of the ground that is no pit
  double ground = 30.0;                                         ///< sides of the site [m]
};
description::Site read_dig_site(const DigSite& site);
/// Step of 5 ms, parking brake on.
sim::World excavator_at_pit(const DigSite& site);

/// Columns of a rectangle of the ground, each by the share of its area that lies inside.
struct Patch {
  double x_min = 0.0, x_max = 0.0, y_min = 0.0, y_max = 0.0;  ///< [m]
};
void for_each_column(const soil::ColumnField& field, const Patch& patch,
                     const std::function<void(soil::ColumnPlace c, double share)>& visit);
/// Loose soil in a rectangle [kg].
double loose_mass(const soil::ColumnField& field, const Patch& patch);

class Digger {
 public:
  explicit Digger(sim::World& world, const std::string& prefix = {});

  struct Move {
    double speed = 1.2;                ///< of the teeth along their way [m/s]
    double turn = 1.4;                 ///< of the pitch [rad/s]
    double near = 0.15;                ///< ArmOperator::error() that is good enough [m]
    double patience = 1.5;             ///< waits so long at the end of the way [s]
    std::function<bool()> until = {};  ///< ends the move
  };
  /// The teeth go straight to a target; slewing goes along. Whether they came near, or `until` ended it.
  bool go(const ArmTarget& to, const Move& move);
  bool go(const ArmTarget& to) { return go(to, Move{}); }
  void wait(double seconds, const std::function<bool()>& until = {});
  /// Blade and feet press until the wheels have lost most of their load.
  void set_supports();

  struct Cut {
    double from = 8.2, to = 4.15;  ///< reach where it begins and where it ends at the latest [m]
    double level = -0.3;           ///< height at which the teeth are pulled [m]
    double slew = 0.0;             ///< [rad]
    double full = 1.0;             ///< the pull ends with so much in the bucket [m³]
  };
  struct Dump {
    double reach = 6.2, height = 3.0;  ///< of the teeth
    double slew = 1.5;                 ///< [rad]
  };
  struct Bucket {
    double seconds = 0.0;     ///< since the last one was empty
    double volume = 0.0;      ///< carried away [m³]
    double mass = 0.0;        ///< [kg]
    double left = 0.0;        ///< still in it after dumping [m³]
    double mean_draft = 0.0;  ///< against the pull, over its way [N]
    double pull = 0.0;        ///< way of the pull [m]
  };
  /// Cuts, lifts, slews, dumps.
  Bucket take(const Cut& cut, const Dump& dump);
  /// Cuts and lifts clear of the ground.
  Bucket fill(const Cut& cut);

  double carried() const;  ///< in the bucket [m³]
  const sim::ToolsAtWork::Tool& bucket() const;
  /// Mean height of the ground over the width of the bucket, at a reach ahead [m].
  double surface(double reach, double slew = 0.0) const;

  ArmOperator& arm() { return arm_; }
  std::function<void()> each = [] {};  ///< called after every step

 private:
  void step();

  sim::World& world_;
  std::string prefix_;
  ArmOperator arm_;
  sim::BodyHandle upper_, under_;
  double emptied_ = 0.0;
};

}  // namespace outrigger::validation
