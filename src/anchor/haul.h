/// A study carried out: hang, haul, seat, hold; judged while it goes on.
#pragma once

#include <functional>
#include <memory>

#include "anchor/hull_map.h"
#include "anchor/scene.h"
#include "anchor/verdict.h"
#include "anchor/windlass.h"
#include "geometry/box_tree.h"
#include "sim/world.h"

namespace outrigger::anchor {

class Haul {
 public:
  explicit Haul(const Study& study);
  Haul(const Haul&) = delete;
  Haul& operator=(const Haul&) = delete;

  /// The machine as a file, for recordings; the world is made from it.
  const std::string& machine_text() const { return text_; }
  /// Once, before the first step and after whoever records has begun: the windlass takes the chain.
  void begin();
  /// One step; false when the run is over.
  bool step();
  HaulResult finish();

  sim::World& world() { return *world_; }
  const Study& study() const { return study_; }
  const Scene& scene() const { return scene_; }
  const BowForm& bow() const { return bow_; }
  stepper::StepCounters world_counters() const { return world_->counters(); }
  const HullMap& map() const { return map_; }
  const Moment& now() const { return now_; }

 private:
  /// The anchor hangs by a hand of the program that lets go little by little, so that the chain takes its
  /// weight without a blow.
  void hold_anchor();
  void look();
  void judge();
  void end(Verdict v, std::string reason);
  void measure_clearances();
  double largest_twist() const;

  Study study_;
  BowForm bow_;
  Scene scene_;
  std::string text_;
  std::unique_ptr<sim::World> world_;
  std::unique_ptr<WindlassDrive> windlass_;
  std::vector<sim::BodyForceHandle> hands_;
  HullMap map_;
  const geometry::Mesh* shell_ = nullptr;
  geometry::BoxTree shell_tree_;
  const geometry::Mesh* bulb_ = nullptr;
  geometry::BoxTree bulb_tree_;
  std::vector<Vec3> head_points_;
  sim::BodyHandle shank_, head_, shackle_;
  Moment now_;
  HaulResult result_;
  bool over_ = false, palm_touches_ = false, eye_touches_lip_ = false;
  double still_since_ = -1.0, caught_since_ = -1.0, down_since_ = -1.0;
  double pull_ = 0.0;       ///< of the windlass, without jolts [N]
  double caught_at_ = 0.0;  ///< how far the shackle was inside when the eye came to the lip [m]
  double outside_force_ = 0.0;
  double mean_sum_ = 0.0;
  long mean_count_ = 0;
  Vec3 last_trunnion_ = Vec3::Zero();
  double last_look_ = 0.0;
};

}  // namespace outrigger::anchor
