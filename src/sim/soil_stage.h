/// Soil as a stage: columns that are dug, heaped and slide between two steps. The ground follows them:
/// whatever touches the ground touches the soil.
///
/// After every step, in this order: tools cut, load, push and spill (sim/tools_at_work.h), what lies in beds slides
/// and spills (sim/beds_at_work.h), parcels fly and land, tyres, feet and shapes press it in (sim/pads_at_work.h),
/// steep faces fall, loose soil slides, the ground follows.
///
/// The columns stand on the nodes of the ground's fine grid. A block of columns is made where soil is first
/// touched, on the ground as it is at that moment.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "description/soils.h"
#include "sim/beds_at_work.h"
#include "sim/pads_at_work.h"
#include "sim/soil_cargo.h"
#include "sim/soil_state.h"
#include "sim/stage.h"
#include "sim/tools_at_work.h"
#include "soil/slump.h"
#include "terrain/ground.h"

namespace outrigger::description {
struct Site;
}

namespace outrigger::sim {

struct PlaceSoil;

/// Parcel::lip of soil that leaves no tool or bed; tools and beds have theirs from 0 on.
inline constexpr std::int32_t kOrphanLip = -1, kDropLip = -2;

class SoilStage final : public Stage {
 public:
  /// Throws Error for soils or cells that cannot be.
  SoilStage(const description::Site& site, std::shared_ptr<const terrain::Ground> ground,
            double gravity = 9.81);
  /// Where contacts of shapes are; as long as the stage lives.
  void watch(const touching::ContactStage& contacts) { pads_.watch(&contacts); }

  std::string_view name() const override { return "soil"; }
  void attach(World& world) override;
  void begin(World& world) override;
  void commit(World& world) override;
  std::uint64_t hash() const override;
  std::shared_ptr<const StatePart> save() const override {
    return std::make_shared<SoilPart>(state());
  }
  std::string problem(const StatePart& part, const Snapshot& snapshot) const override;
  void restore(const StatePart& part) override;

  /// Puts loose soil on the ground, or lets it fall. Throws Error, and nothing has changed.
  void place(const PlaceSoil& command, World& world);
  /// Throws Error where an edit of this box would change the ground under soil.
  void check_edit(double x_min, double x_max, double y_min, double y_max) const;

  const soil::ColumnField& field() const { return field_; }
  const soil::Ledger& ledger() const { return ledger_; }
  /// Columns that slide, or may.
  std::int64_t active() const { return field_.active_count(); }
  /// Mass in columns, tools and the air against that of the site before anybody touched it, less what was
  /// placed, and with what has left the site: 0, always.
  soil::Milligrams imbalance() const;
  const ToolsAtWork& tools() const { return tools_; }
  const BedsAtWork& beds() const { return beds_; }
  const PadsAtWork& pads() const { return pads_; }
  /// What tyres and shapes meet on a kind of soil: index into the surfaces of the ground.
  int surface_of_soil(int kind) const { return surface_of_soil_[static_cast<std::size_t>(kind)]; }
  const soil::Flight& flight() const { return flight_; }
  const soil::Faces& faces() const { return faces_; }

 private:
  SoilState state() const;
  std::string problem_of_bed(const BedLoad& load, const Snapshot& snapshot) const;
  int kind_named(const std::string& name) const;
  void lay(const PlaceSoil& command, int kind, World& world);
  void drop(const PlaceSoil& command, int kind, World& world);
  int step_faces(double h);
  void report_falls(World& world) const;
  /// Tells the ground of columns that were changed since the last time. `at_once`: much at a time, which
  /// machines meet like ground that was edited.
  void show(World& world, bool at_once);
  int surface_of(soil::ColumnPlace c) const;

  std::shared_ptr<const terrain::Ground> ground_;
  std::vector<description::DiggableArea> areas_;
  std::vector<int> surface_of_soil_;
  soil::ColumnField field_;
  soil::Ledger ledger_;
  soil::Slump slump_;
  soil::Flight flight_;
  soil::Faces faces_;
  ToolsAtWork tools_;
  BedsAtWork beds_;
  SoilCargo cargo_;
  std::vector<soil::Soil> soils_;
  std::uint64_t shown_ = 0;                         ///< version of the field that the ground has
  std::vector<terrain::Ground::NodeHeight> nodes_;  // scratch
  PadsAtWork pads_;
};

}  // namespace outrigger::sim
