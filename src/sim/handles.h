/// Typed handles with generations: small values that notice when what they name is gone.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "model/mechanism.h"

namespace outrigger::articulation {
class Articulation;
}

namespace outrigger::sim {

/// In the order of model/part_lists.h.
enum class PartKind {
  body,
  joint,
  coordinate,
  drive,
  spring,
  stop,
  coupling,
  load,
  mount,
  sphere,
  tyre,
  brake,
  driveline,
  body_force,
  coordinate_force,
  rope,
  tool,
  bed
};

/// A handle of one kind of part. Default handles name nothing.
template <PartKind kKind>
struct Handle {
  std::uint32_t slot = 0xffffffffu;
  std::uint32_t generation = 0;

  bool operator==(const Handle&) const = default;
};

using BodyHandle = Handle<PartKind::body>;
using JointHandle = Handle<PartKind::joint>;
using CoordinateHandle = Handle<PartKind::coordinate>;
using DriveHandle = Handle<PartKind::drive>;
using SpringHandle = Handle<PartKind::spring>;
using StopHandle = Handle<PartKind::stop>;
using CouplingHandle = Handle<PartKind::coupling>;
using LoadHandle = Handle<PartKind::load>;
using MountHandle = Handle<PartKind::mount>;
using SphereHandle = Handle<PartKind::sphere>;
using TyreHandle = Handle<PartKind::tyre>;
using BrakeHandle = Handle<PartKind::brake>;
using DrivelineHandle = Handle<PartKind::driveline>;
using BodyForceHandle = Handle<PartKind::body_force>;
using CoordinateForceHandle = Handle<PartKind::coordinate_force>;
using RopeHandle = Handle<PartKind::rope>;
using ToolHandle = Handle<PartKind::tool>;
using BedHandle = Handle<PartKind::bed>;

const char* to_string(PartKind kind);

/// Where the parts of a world live at present. A slot is reused only with a higher generation.
class HandleTable {
 public:
  struct Place {
    articulation::Articulation* articulation = nullptr;
    int index = 0;
  };

  /// A new id: the slot in the low half, its generation in the high half.
  model::PartId create(PartKind kind);
  void release(model::PartId id);
  void set(model::PartId id, Place place) { slots_[slot_of(id)].place = place; }
  /// Forgets where the parts of an articulation are, or of all of them (null): it is about to go.
  void forget_places(const articulation::Articulation* articulation);
  bool alive(model::PartId id, PartKind kind) const;

  template <PartKind kKind>
  static Handle<kKind> handle(model::PartId id) {
    return {slot_of(id), static_cast<std::uint32_t>(id >> 32)};
  }
  template <PartKind kKind>
  static model::PartId id(Handle<kKind> h) {
    return static_cast<model::PartId>(h.generation) << 32 | h.slot;
  }
  /// Throws Error when the part is gone, or is a coordinate between bodies that nothing connects any
  /// more.
  template <PartKind kKind>
  Place at(Handle<kKind> h) const {
    return at(id(h), kKind);
  }
  Place at(model::PartId id, PartKind kind) const;

 private:
  struct Slot {
    std::uint32_t generation = 1;
    PartKind kind = PartKind::body;
    bool alive = false;
    Place place;
  };
  static std::uint32_t slot_of(model::PartId id) { return static_cast<std::uint32_t>(id); }
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
};

}  // namespace outrigger::sim
