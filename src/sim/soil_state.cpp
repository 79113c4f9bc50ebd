#include "sim/soil_state.h"

#include <cmath>

#include "base/fields.h"
#include "soil/field_bytes.h"

namespace outrigger::sim {

namespace {

constexpr soil::Milligrams kMostMass = 1'000'000'000'000'000;  ///< of a parcel or slice
constexpr std::size_t kMostParcels = 4096;

bool is_soil(const SoilState& s, soil::Milligrams mass, int kind, int specific_volume) {
  return mass > 0 && mass < kMostMass && kind >= 0 && kind < s.field.soil_count() &&
         specific_volume > 0;
}

/// Whether the next step can go on from these numbers.
bool is_possible(const SoilState& s) {
  FiniteFields finite;
  SoilState::fields(s, finite);
  if (!finite.good || s.cursor < 0 || s.flight.parcels.size() > kMostParcels) return false;
  for (const soil::Parcel& p : s.flight.parcels)
    if (!is_soil(s, p.mass, p.soil, p.specific_volume)) return false;
  const auto inside = [&](const soil::FacePlace& p) { return s.field.inside({p.i, p.j}); };
  const soil::FaceState& f = s.faces;
  if (f.queue.size() > soil::FaceState::kMostQueued ||
      f.clocks.size() > soil::FaceState::kMostClocks || f.next_clock < 0 || f.sweep_cursor < 0 ||
      f.sweep_left < 0 || !(f.wetness >= 0.0 && f.wetness <= 1.0) ||
      !(f.swept_wetness >= 0.0 && f.swept_wetness <= 1.0))
    return false;
  for (const soil::FacePlace& p : f.queue)
    if (!inside(p)) return false;
  for (const soil::FaceClock& c : f.clocks)
    if (!inside(c.crest)) return false;
  if (s.pad_cursor < 0) return false;
  for (const TyreGround& t : s.tyres)
    if (!(t.rut >= 0.0 && std::abs(t.slope_x) < 4.0 && std::abs(t.slope_y) < 4.0)) return false;
  for (const ToolLoad& load : s.loads) {
    if (!(load.content.tangent >= 0.0 && load.content.support >= 0.0 && load.content.support < 1e3))
      return false;
    for (std::size_t i = 0; i < load.content.slices.size(); ++i) {
      const soil::PayloadSlice& slice = load.content.slices[i];
      if (slice == soil::PayloadSlice{}) continue;
      if (i >= kToolSlices || !is_soil(s, slice.mass, slice.soil, slice.specific_volume))
        return false;
    }
  }
  return true;
}

}  // namespace

std::uint64_t SoilState::hash() const {
  if (is_new()) return 0;
  Hash h;
  h.add(field.hash());
  FieldHasher visitor(h);
  fields(*this, visitor);
  return h.value() | 1;
}

void SoilPart::write(std::string& bytes) const {
  if (state_.is_new()) return;
  FieldWriter w;
  SoilState::fields(state_, w);
  bytes += w.out;
  soil::write_bytes(state_.field, bytes);
}

std::shared_ptr<const StatePart> SoilPart::from_bytes(std::string_view bytes) const {
  SoilState s{
      state_.field.untouched(), soil::Ledger(state_.ledger.soils()), 0, {}, {}, {}, {}, {}, 0};
  if (!bytes.empty()) {
    FieldReader r(bytes);
    SoilState::fields(s, r);
    if (!r.good()) return nullptr;
    auto field = soil::field_from_bytes(r.rest(), state_.field);
    if (!field) return nullptr;
    s.field = std::move(*field);
    if (s.is_new() || !is_possible(s)) return nullptr;
  }
  return std::make_shared<SoilPart>(std::move(s));
}

}  // namespace outrigger::sim
