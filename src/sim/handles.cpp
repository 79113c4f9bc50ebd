#include "sim/handles.h"

#include <fmt/format.h>

namespace outrigger::sim {

const char* to_string(PartKind kind) {
  switch (kind) {
    case PartKind::body:
      return "body";
    case PartKind::joint:
      return "joint";
    case PartKind::coordinate:
      return "coordinate";
    case PartKind::drive:
      return "drive";
    case PartKind::spring:
      return "spring";
    case PartKind::stop:
      return "stop";
    case PartKind::coupling:
      return "coupling";
    case PartKind::load:
      return "load";
    case PartKind::mount:
      return "mount";
    case PartKind::sphere:
      return "contact sphere";
    case PartKind::tyre:
      return "tyre";
    case PartKind::brake:
      return "brake";
    case PartKind::driveline:
      return "driveline";
    case PartKind::body_force:
      return "force on a body";
    case PartKind::coordinate_force:
      return "force on a coordinate";
  }
  return "part";
}

model::PartId HandleTable::create(PartKind kind) {
  std::uint32_t slot = 0;
  if (free_.empty()) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  slots_[slot].kind = kind;
  slots_[slot].alive = true;
  slots_[slot].place = {};
  return static_cast<model::PartId>(slots_[slot].generation) << 32 | slot;
}

void HandleTable::release(model::PartId id) {
  Slot& s = slots_[slot_of(id)];
  s.alive = false;
  ++s.generation;
  s.place = {};
  free_.push_back(slot_of(id));
}

void HandleTable::forget_places(const Island* island) {
  for (Slot& s : slots_)
    if (island == nullptr || s.place.island == island) s.place = {};
}

bool HandleTable::alive(model::PartId id, PartKind kind) const {
  const std::uint32_t slot = slot_of(id);
  return slot < slots_.size() && slots_[slot].alive && slots_[slot].kind == kind &&
         slots_[slot].generation == static_cast<std::uint32_t>(id >> 32);
}

HandleTable::Place HandleTable::at(model::PartId id, PartKind kind) const {
  if (!alive(id, kind))
    throw Error(fmt::format("this {} handle names nothing: the {} was removed or never existed",
                            to_string(kind), to_string(kind)));
  const Place& place = slots_[slot_of(id)].place;
  if (place.island == nullptr)
    throw Error(fmt::format("this {} cannot be read at present: nothing connects its bodies",
                            to_string(kind)));
  return place;
}

}  // namespace outrigger::sim
