/// Soil as a stage: columns that are dug, heaped and slide between two steps. The ground follows them:
/// whatever touches the ground touches the soil.
///
/// The columns stand on the nodes of the ground's fine grid. A block of columns is made where soil is first
/// touched, on the ground as it is at that moment.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "description/soils.h"
#include "sim/stage.h"
#include "soil/column_field.h"
#include "soil/ledger.h"
#include "soil/slump.h"
#include "terrain/ground.h"

namespace outrigger::description {
struct Site;
}

namespace outrigger::sim {

struct PlaceSoil;

class SoilPart final : public StatePart {
 public:
  SoilPart(soil::ColumnField field, soil::Ledger ledger, std::int64_t cursor)
      : field_(std::move(field)), ledger_(std::move(ledger)), cursor_(cursor) {}

  const soil::ColumnField& field() const { return field_; }
  const soil::Ledger& ledger() const { return ledger_; }
  std::int64_t cursor() const { return cursor_; }
  std::string_view name() const override { return "soil"; }
  std::uint64_t hash() const override;
  void write(std::string& bytes) const override;
  std::shared_ptr<const StatePart> from_bytes(std::string_view bytes) const override;
  std::size_t size() const override { return field_.bytes(); }

 private:
  soil::ColumnField field_;
  soil::Ledger ledger_;
  std::int64_t cursor_ = 0;
};

class SoilStage final : public Stage {
 public:
  /// Throws Error for soils or cells that cannot be.
  SoilStage(const description::Site& site, std::shared_ptr<const terrain::Ground> ground);

  std::string_view name() const override { return "soil"; }
  /// Soil slides, and the ground follows.
  void commit(World& world) override;
  std::uint64_t hash() const override;
  std::shared_ptr<const StatePart> save() const override {
    return std::make_shared<SoilPart>(field_, ledger_, slump_.cursor());
  }
  void restore(const StatePart& part) override;

  /// Puts loose soil on the ground. Throws Error, and nothing has changed.
  void place(const PlaceSoil& command, World& world);
  /// Throws Error where an edit of this box would change the ground under soil.
  void check_edit(double x_min, double x_max, double y_min, double y_max) const;

  const soil::ColumnField& field() const { return field_; }
  const soil::Ledger& ledger() const { return ledger_; }
  /// Columns that slide, or may.
  std::int64_t active() const { return field_.active_count(); }
  /// Mass of the columns against that of the site before anybody touched it, less what was placed: 0, always.
  soil::Milligrams imbalance() const;

 private:
  /// Tells the ground of columns that were changed since the last time.
  void show(World& world);
  int surface_of(soil::ColumnPlace c) const;

  std::shared_ptr<const terrain::Ground> ground_;
  std::vector<description::DiggableArea> areas_;
  std::vector<int> surface_of_soil_;
  soil::ColumnField field_;
  soil::Ledger ledger_;
  soil::Slump slump_;
  std::uint64_t shown_ = 0;                         ///< version of the field that the ground has
  std::vector<terrain::Ground::NodeHeight> nodes_;  // scratch
};

}  // namespace outrigger::sim
