/// Tools of all machines in the soil of a site, between two steps: what they cut they take up or push ahead,
/// what they hold moves and spills as they turn, and the bodies carry what is left. The forces are a force
/// term of the machines (digging/soil_tools.h).
///
///   cut     columns that the steel has passed (soil/cutting.h)
///   load    goes into the slice of the content behind the place of the cut, while that has room
///   push    else onto the two columns ahead, half each
///   spill   what has no room in the new pose leaves over the lower lip as a parcel, with the speed of the lip
///
/// The mass of the content is in the dynamics from the next step on. What was taken up in a step was at rest:
/// the tool gives it its speed in the next one.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "digging/tool_geometry.h"
#include "sim/orphan_soil.h"
#include "sim/soil_cargo.h"
#include "sim/soil_state.h"
#include "soil/slump.h"

namespace outrigger::articulation {
class Articulation;
}

namespace outrigger::sim {

class ToolsAtWork {
 public:
  using Articulations = std::span<const std::unique_ptr<articulation::Articulation>>;

  /// Finds the tools again. Contents are kept by the id of their tool; those of tools that are gone are
  /// returned.
  std::vector<OrphanSoil> attach(Articulations articulations, const std::vector<soil::Soil>& soils,
                                 SoilCargo& cargo);
  /// Contents of a state that was put back; call before attach().
  void restore(std::vector<ToolLoad> loads) { restored_ = std::move(loads); }
  std::vector<ToolLoad> loads() const;

  /// Before anything moves.
  void begin();
  struct Ground {
    soil::ColumnField& field;
    soil::Ledger& ledger;
    soil::Faces& faces;
    soil::Flight& flight;
    SoilCargo& cargo;
  };
  /// After everything has moved in a step of `h` seconds.
  void work(const Ground& ground, std::int64_t step, double h);
  /// Whether steel crosses a column now.
  bool crosses(const soil::ColumnField& field, soil::ColumnPlace c) const;

  soil::Milligrams mass() const;  ///< of all contents
  bool holds_any() const { return mass() > 0; }

  struct Tool {
    model::PartId id = 0;
    std::string name;
    articulation::Articulation* articulation = nullptr;
    int index = 0, body = 0;  ///< in the mechanism
    digging::ToolGeometry geometry;
    std::optional<soil::Payload> content;
    soil::Blade before, now;
    bool working = false;        ///< cut something in the last step
    soil::Milligrams taken = 0;  ///< up in the last step
    soil::PayloadState carried;  ///< what the body knows of the content
    std::size_t cargo = 0;
  };
  std::span<const Tool> tools() const { return tools_; }

 private:
  void cut(Tool& tool, const Ground& ground);
  void push(Tool& tool, const Ground& ground, const soil::CutSoil& piece);
  void turn(Tool& tool, const Ground& ground, std::int64_t step);
  void weigh(Tool& tool, SoilCargo& cargo) const;

  std::vector<Tool> tools_;
  std::vector<soil::BladePath> paths_;  ///< of tools that cut in the last step
  std::optional<std::vector<ToolLoad>> restored_;
};

}  // namespace outrigger::sim
