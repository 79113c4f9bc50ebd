/// What stands on soil and presses it in: tyres, contact spheres and shapes of all machines, as pads of
/// soil/settle.h, between two steps. What the soil does to a tyre is a term of the machine (tyres/tyres.h).
///
///   tyre    2 √(δ (2 R - δ)) long (the chord of its deflection δ), as wide as it is; its load; it rolls
///   sphere  a square as large as the circle in which it meets the surface around it, at least 0.1 r of it:
///           r_c² = s (2 r - s) with s its depth below the mean height at r + 2 a from it, a the side of a column
///   heel    of a tool in soil: a square of the area of its back that is there and looks down
///   shape   the rectangle around its contacts with the ground, along its body; what is thinner counts as
///           0.1 m (a point, an edge)
///
/// Round all but tyres a cell of ground goes down with them, so that they fit into their holes. Loads are upward
/// forces of the last step. Spheres that soil lets pass (teeth, buckets at work) are none.
/// Their pressure also lies on the wedges behind steep faces (soil/faces.h).
///
/// Limits: as soil/settle.h, 64 pads in one step. What sleeps does not press: it was at rest. Areal contacts have
/// one place, and count as points.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/mechanism.h"
#include "soil/column_field.h"
#include "soil/faces.h"
#include "soil/ledger.h"
#include "soil/settle.h"

namespace outrigger::articulation {
class Articulation;
}
namespace outrigger::touching {
class ContactStage;
}
namespace outrigger::tyres {
class Tyres;
}

namespace outrigger::sim {

/// Of a tyre that stands on soil (tyres::TyreOnSoil); others have no record.
struct TyreGround {
  model::PartId tyre = 0;
  double rut = 0.0, slope_x = 0.0, slope_y = 0.0;

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("tyre", s.tyre), visit("rut", s.rut);
    visit("slope_x", s.slope_x), visit("slope_y", s.slope_y);
  }
};

class PadsAtWork {
 public:
  using Articulations = std::span<const std::unique_ptr<articulation::Articulation>>;

  explicit PadsAtWork(double gravity);

  /// Finds the tyres again, and tells them what they stand on.
  void attach(Articulations articulations);
  /// Of a state that was put back; call before attach().
  void restore(std::vector<TyreGround> tyres, std::int64_t cursor);
  const std::vector<TyreGround>& tyres() const { return on_soil_; }
  std::int64_t cursor() const { return settle_.cursor(); }
  /// Where contacts of shapes are; may be null.
  void watch(const touching::ContactStage* contacts) { contacts_ = contacts; }

  /// After everything has moved in a step of `h` seconds.
  void work(soil::ColumnField& field, soil::Ledger& ledger, soil::Faces& faces,
            Articulations articulations, std::int64_t step, double h);
  /// Whether something stands on a column: soil does not slide in there.
  bool stands_on(const soil::ColumnField& field, soil::ColumnPlace c) const {
    return !pads_.empty() && settle_.under_pad(field.place(c));
  }
  bool any() const { return !pads_.empty(); }
  /// On the ground by what is not soil [Pa].
  double pressure(const soil::ColumnField& field, soil::ColumnPlace c) const {
    return settle_.pressure_at(field.place(c));
  }
  /// That loads did on the ground in the last step, by pressing it in [J], >= 0.
  double pressing_work() const { return pressing_work_; }
  std::span<const soil::Pad> pads() const { return pads_; }
  std::span<const soil::PadResult> results() const { return settle_.results(); }

 private:
  /// Tyres of one articulation.
  struct Source {
    articulation::Articulation* articulation = nullptr;
    tyres::Tyres* tyres = nullptr;  ///< null: it has none
    int first = 0;                  ///< of its tyres among those of all
  };
  void add_tyres(const Source& source);
  void add_spheres(const soil::ColumnField& field, const articulation::Articulation& articulation);
  void add_heels(const soil::ColumnField& field, const articulation::Articulation& articulation);
  void add_shapes(const soil::ColumnField& field);
  void tell_tyres();

  soil::Settle settle_;
  const touching::ContactStage* contacts_ = nullptr;
  std::vector<Source> sources_;
  std::vector<TyreGround> on_soil_;
  std::optional<std::vector<TyreGround>> restored_;
  std::vector<soil::Pad> pads_;
  /// Of the pads that are tyres, which come first.
  struct TyrePad {
    int source = 0, tyre = 0;
  };
  std::vector<TyrePad> tyre_pads_;
  double pressing_work_ = 0.0;
};

}  // namespace outrigger::sim
