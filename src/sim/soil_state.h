/// The soil of a world as a value: columns, what tools hold, what is in the air, faces that will fall, and the
/// book of it all.
#pragma once

#include <string>
#include <vector>

#include "model/mechanism.h"
#include "sim/pads_at_work.h"
#include "sim/state_part.h"
#include "soil/bed.h"
#include "soil/column_field.h"
#include "soil/faces.h"
#include "soil/flight.h"
#include "soil/ledger.h"
#include "soil/payload.h"

namespace outrigger::sim {

/// What a tool holds; tools that hold nothing have no record.
struct ToolLoad {
  model::PartId tool = 0;
  soil::PayloadState content;

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("tool", s.tool), visit("content", s.content);
  }
};

/// What lies in a bed; beds that hold nothing have no record.
struct BedLoad {
  model::PartId bed = 0;
  soil::BedState content;

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("bed", s.bed), visit("content", s.content);
  }
};

struct SoilState {
  soil::ColumnField field;
  soil::Ledger ledger;
  std::int64_t cursor = 0;  ///< of slumping
  soil::FlightState flight;
  soil::FaceState faces;
  std::vector<ToolLoad> loads;
  std::vector<BedLoad> beds;
  std::vector<TyreGround> tyres;
  std::int64_t pad_cursor = 0;  ///< of settling

  /// All but the columns.
  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    soil::Ledger::fields(s.ledger, visit);
    visit("cursor", s.cursor), visit("flight", s.flight), visit("faces", s.faces);
    visit.sizes("loads", s.loads);
    visit("loads", s.loads);
    visit.sizes("beds", s.beds);
    visit("beds", s.beds);
    visit.sizes("tyres", s.tyres);
    visit("tyres", s.tyres);
    visit("pad_cursor", s.pad_cursor);
  }
  /// Nobody has touched it.
  bool is_new() const { return field.block_count() == 0 && ledger.empty() && tyres.empty(); }
  std::uint64_t hash() const;
};

class SoilPart final : public StatePart {
 public:
  explicit SoilPart(SoilState state) : state_(std::move(state)) {}

  const SoilState& state() const { return state_; }
  std::string_view name() const override { return "soil"; }
  std::uint64_t hash() const override { return state_.hash(); }
  void write(std::string& bytes) const override;
  std::shared_ptr<const StatePart> from_bytes(std::string_view bytes) const override;
  std::size_t size() const override { return state_.field.bytes(); }

 private:
  SoilState state_;
};

/// Slices of what tools hold.
inline constexpr int kToolSlices = 8;

}  // namespace outrigger::sim
