#include "sim/soil_stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "description/ground_contact.h"
#include "sim/command.h"
#include "sim/world.h"

namespace outrigger::sim {

namespace {

/// Columns keep off the rim of the fine grid, whose slopes are those of the ground beyond it.
constexpr int kRim = 2;

soil::Soil kind_of(const description::SoilKind& k) {
  soil::Soil s;
  s.name = k.name;
  s.density_bank = k.density_bank, s.density_loose = k.density_loose;
  s.cohesion = k.cohesion, s.friction_angle = k.friction_angle;
  s.steel_friction = k.steel_friction, s.adhesion = k.adhesion;
  s.repose_angle = k.repose_angle, s.start_angle = k.start_angle;
  s.stand_up_time = k.stand_up_time, s.hardness = k.hardness;
  s.bearing = {k.k_c, k.k_phi, k.n, k.janosi_k};
  return s;
}

int index_of(const std::vector<description::SoilKind>& soils, const std::string& name) {
  for (std::size_t i = 0; i < soils.size(); ++i)
    if (soils[i].name == name) return static_cast<int>(i);
  throw Error(fmt::format("there is no soil '{}' on this site", name));
}

soil::FieldSettings field_settings(const description::Site& site, const terrain::Ground& ground) {
  soil::FieldSettings f;
  f.cell = ground.fine_cell();
  f.x_min = ground.fine_x() + kRim * f.cell;
  f.y_min = ground.fine_y() + kRim * f.cell;
  f.x_max = ground.fine_x() + (ground.cells_x() - kRim) * f.cell;
  f.y_max = ground.fine_y() + (ground.cells_y() - kRim) * f.cell;
  for (const description::SoilKind& k : site.soils) f.soils.push_back(kind_of(k));
  for (const description::DiggableArea& area : site.diggable) {
    soil::Strata strata;
    for (const description::SoilLayer& layer : area.layers)
      strata.layers.push_back({index_of(site.soils, layer.soil), layer.thickness});
    f.strata.push_back(std::move(strata));
  }
  return f;
}

/// The ground below columns that nobody has touched.
class GroundBelow final : public soil::ColumnSite {
 public:
  GroundBelow(std::vector<description::DiggableArea> areas,
              std::shared_ptr<const terrain::Ground> ground)
      : areas_(std::move(areas)), ground_(std::move(ground)) {}

  soil::ColumnStart start(double x, double y) const override {
    soil::ColumnStart s{ground_->height(x, y), -1};
    for (std::size_t i = areas_.size(); i-- > 0 && s.strata < 0;)
      if (const auto& a = areas_[i]; x >= a.x_min && x <= a.x_max && y >= a.y_min && y <= a.y_max)
        s.strata = static_cast<int>(i);
    return s;
  }

 private:
  std::vector<description::DiggableArea> areas_;
  std::shared_ptr<const terrain::Ground> ground_;
};

}  // namespace

SoilStage::SoilStage(const description::Site& site, std::shared_ptr<const terrain::Ground> ground,
                     double gravity)
    : ground_(ground),
      areas_(site.diggable),
      field_(field_settings(site, *ground), std::make_shared<GroundBelow>(site.diggable, ground)),
      ledger_(static_cast<int>(site.soils.size())),
      soils_(field_.settings().soils),
      pads_(gravity) {
  for (const description::SoilKind& k : site.soils) {
    const auto& surfaces = ground->surfaces();
    const auto found = std::find_if(surfaces.begin(), surfaces.end(),
                                    [&](const auto& s) { return s.name == k.surface; });
    if (found == surfaces.end())
      throw Error(fmt::format("soil '{}' has the surface '{}', which the site does not have",
                              k.name, k.surface));
    surface_of_soil_.push_back(static_cast<int>(found - surfaces.begin()));
  }
}

SoilState SoilStage::state() const {
  return {field_,         ledger_,       slump_.cursor(), flight_.state(), faces_.state(),
          tools_.loads(), beds_.loads(), pads_.tyres(),   pads_.cursor()};
}

std::uint64_t SoilStage::hash() const {
  // Without the copies of state().
  if (field_.block_count() == 0 && ledger_.empty() && pads_.tyres().empty()) return 0;
  return state().hash();
}

std::string SoilStage::problem(const StatePart& part, const Snapshot& snapshot) const {
  const auto* saved = dynamic_cast<const SoilPart*>(&part);
  if (saved == nullptr) return "its soil is no soil";
  const auto has_tool = [&](model::PartId id) {
    for (const auto& m : snapshot.mechanisms)
      for (const model::ToolPart& t : m->tools)
        if (t.id == id) return t.spec.holds_soil();
    return false;
  };
  for (const ToolLoad& load : saved->state().loads)
    if (!has_tool(load.tool)) return "soil is in a tool that is not there";
  const auto has_tyre = [&](model::PartId id) {
    for (const auto& m : snapshot.mechanisms)
      for (const model::TyrePart& t : m->tyres)
        if (t.id == id) return true;
    return false;
  };
  for (const TyreGround& ground : saved->state().tyres)
    if (!has_tyre(ground.tyre)) return "soil is under a tyre that is not there";
  for (const BedLoad& load : saved->state().beds)
    if (std::string why = problem_of_bed(load, snapshot); !why.empty()) return why;
  return {};
}

std::string SoilStage::problem_of_bed(const BedLoad& load, const Snapshot& snapshot) const {
  for (const auto& m : snapshot.mechanisms)
    for (const model::BedPart& b : m->beds) {
      if (b.id != load.bed) continue;
      try {
        make_bed(b.spec, soils_, m->settings.gravity.norm()).set_state(load.content);
        return {};
      } catch (const Error& e) {
        return e.what();
      }
    }
  return "soil is in a bed that is not there";
}

void SoilStage::restore(const StatePart& part) {
  const auto* saved = dynamic_cast<const SoilPart*>(&part);
  if (saved == nullptr) throw Error("this snapshot cannot be restored: its soil is no soil");
  const SoilState& s = saved->state();
  field_ = s.field;
  ledger_ = s.ledger;
  slump_.set_cursor(s.cursor);
  flight_.set_state(s.flight);
  faces_.set_state(s.faces);
  tools_.restore(s.loads);
  beds_.restore(s.beds);
  pads_.restore(s.tyres, s.pad_cursor);
  shown_ = field_.version();  // the ground goes back by itself
}

void SoilStage::attach(World& world) {
  cargo_.clear();
  std::vector<OrphanSoil> orphans = tools_.attach(world.articulations(), soils_, cargo_);
  for (const OrphanSoil& o : beds_.attach(world.articulations(), soils_, cargo_))
    orphans.push_back(o);
  cargo_.start();
  pads_.attach(world.articulations());
  for (const OrphanSoil& o : orphans) {
    soil::Parcel parcel;
    parcel.mass = o.mass;
    for (int k = 0; k < 3; ++k) parcel.position[k] = o.place[k];
    parcel.birth = world.step_count();
    parcel.lip = kOrphanLip;
    parcel.specific_volume = o.specific_volume;
    parcel.soil = static_cast<std::uint16_t>(o.soil);
    ledger_.add(soil::Transfer::spill, o.soil, o.mass);
    flight_.launch(parcel, ledger_);
  }
}

void SoilStage::begin(World&) {
  tools_.begin();
  beds_.begin();
}

void SoilStage::commit(World& world) {
  const double h = world.step_size();
  const std::int64_t step = world.step_count();
  tools_.work({field_, ledger_, faces_, flight_, cargo_}, step, h);
  beds_.work(ledger_, flight_, step);
  if (!flight_.state().parcels.empty())
    flight_.step(
        step, h, field_, ledger_, [&](double x, double y) { return ground_->height(x, y); },
        [&](const soil::Parcel& p, const Vec3& from, const Vec3& to) {
          return beds_.take(p, from, to, ledger_);
        });
  beds_.settle(ledger_, flight_, cargo_);
  cargo_.apply();
  pads_.work(field_, ledger_, faces_, world.articulations(), step, h);
  if (step_faces(h) > 0) report_falls(world);
  if (field_.active_count() > 0)
    slump_.step(field_, ledger_, [this](soil::ColumnPlace c) {
      return tools_.crosses(field_, c) || pads_.stands_on(field_, c);
    });
  show(world, false);
}

int SoilStage::step_faces(double h) {
  if (!pads_.any()) return faces_.step(field_, ledger_, h);
  // What fits into a pointer needs no memory.
  return faces_.step(field_, ledger_, h,
                     [this](soil::ColumnPlace c) { return pads_.pressure(field_, c); });
}

void SoilStage::report_falls(World& world) const {
  constexpr double kWorthTelling = 50.0;  // [kg]: less falls from every cut in sand
  for (const soil::CaveIn& fall : faces_.cave_ins()) {
    const double mass = static_cast<double>(fall.mass) / soil::kMilligramsPerKilogram;
    if (mass < kWorthTelling) continue;
    const soil::Vec2 at = field_.place(fall.crest);
    world.report(
        {.kind = Event::Kind::cave_in,
         .step = world.step_count(),
         .time = world.time(),
         .value = mass,
         .unit = "kg",
         .place = Vec3(at.x(), at.y(), field_.height(fall.crest)),
         .text = fmt::format(
             "t = {:.4f} s: a face of {:.2f} m of {} has caved in at ({:.1f}, {:.1f}): {:.0f} kg",
             world.time(), fall.height, field_.soil(fall.soil).name, at.x(), at.y(), mass)});
  }
}

soil::Milligrams SoilStage::imbalance() const {
  return field_.added_mass() + tools_.mass() + beds_.mass() + flight_.mass() +
         ledger_.of(soil::Transfer::leave) - ledger_.of(soil::Transfer::place);
}

int SoilStage::surface_of(soil::ColumnPlace c) const {
  const soil::Column column = field_.column(c);
  if (column.loose > 0) return surface_of_soil_[column.loose_soil];
  if (const int bank = field_.bank_soil(c); bank >= 0)
    return surface_of_soil_[static_cast<std::size_t>(bank)];
  return terrain::Ground::NodeHeight::kAsBase;
}

void SoilStage::show(World& world, bool at_once) {
  if (shown_ == field_.version()) return;
  field_.for_each_block([&](int bi, int bj, std::uint64_t version) {
    if (version <= shown_) return;
    nodes_.clear();
    for (int j = bj * soil::kBlock; j < (bj + 1) * soil::kBlock; ++j)
      for (int i = bi * soil::kBlock; i < (bi + 1) * soil::kBlock; ++i) {
        const soil::ColumnPlace c{i, j};
        if (!field_.inside(c)) continue;
        const double height = field_.height(c);
        if (height == ground_->node_height(i + kRim, j + kRim)) continue;
        nodes_.push_back({i + kRim, j + kRim, height, surface_of(c)});
      }
    if (nodes_.empty()) return;
    if (at_once)
      world.move_ground(nodes_);
    else
      world.follow_soil(nodes_);
  });
  shown_ = field_.version();
}

void SoilStage::check_edit(double x_min, double x_max, double y_min, double y_max) const {
  const auto refuse = [] {
    throw Error(
        "the ground cannot be edited where it is soil: dig there, or place soil (an edit would "
        "lose "
        "or make mass)");
  };
  const soil::ColumnPlace a = field_.column_at(x_min, y_min), b = field_.column_at(x_max, y_max);
  // Blocks, and the first and last columns.
  for (int j = a.j; j <= b.j; j = j == b.j ? j + 1 : std::min(j + soil::kBlock, b.j))
    for (int i = a.i; i <= b.i; i = i == b.i ? i + 1 : std::min(i + soil::kBlock, b.i))
      if (field_.touched({i, j})) refuse();
  for (const auto& area : areas_)
    if (x_min < area.x_max && x_max > area.x_min && y_min < area.y_max && y_max > area.y_min)
      refuse();
}

}  // namespace outrigger::sim
