#include "sim/handles.h"

#include <fmt/format.h>

#include "model/part_lists.h"

namespace outrigger::sim {

static_assert(static_cast<std::size_t>(PartKind::bed) + 1 == model::kPartListCount,
              "a handle for every kind of part");

const char* to_string(PartKind kind) {
  const char* name = "part";
  std::size_t i = 0;
  model::for_each_part_list([&](const auto& list) {
    if (i++ == static_cast<std::size_t>(kind)) name = list.one;
  });
  return name;
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

void HandleTable::forget_places(const articulation::Articulation* articulation) {
  for (Slot& s : slots_)
    if (articulation == nullptr || s.place.articulation == articulation) s.place = {};
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
  if (place.articulation == nullptr)
    throw Error(fmt::format("this {} cannot be read at present: nothing connects its bodies",
                            to_string(kind)));
  return place;
}

}  // namespace outrigger::sim
