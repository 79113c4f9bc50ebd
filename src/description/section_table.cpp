#include "description/section_table.h"

#include <type_traits>
#include <utility>

#include "description/part_kinds.h"

namespace outrigger::description {
namespace {

/// Those that a joint writes have no entry of their own.
template <class T>
bool is_written_elsewhere(const T& part, const WriteContext& context) {
  if constexpr (std::is_same_v<T, Coordinate>) {
    for (const Coordinate* c : context.coordinates_in_joints)
      if (c == &part) return true;
  }
  return false;
}

template <class T>
std::vector<WrittenPart> write_parts(const Machine& machine, const WriteContext& context) {
  std::vector<WrittenPart> result;
  for (const T& part : machine.*part_kind<T>().list)
    if (!is_written_elsewhere(part, context))
      result.push_back({part.name, written_keys(part, context)});
  return result;
}

template <class T>
SectionKind parts(std::string_view meaning, void (*read)(Reading&, const Node&, MachineBuilder&),
                  std::vector<ObjectDoc> (*docs)()) {
  return {part_kind<T>().section, meaning, true, read, docs, write_parts<T>};
}

template <auto kMember>
std::vector<WrittenPart> write_single(const Machine& machine, const WriteContext& context) {
  WrittenKeys keys = written_keys(machine.*kMember, context);
  if (keys.empty()) return {};
  return {{"", std::move(keys)}};
}

}  // namespace

const std::vector<SectionKind>& sections() {
  using M = Machine;
  static const std::vector<SectionKind> table{
      {"settings", "integrator and tolerances", false,
       [](Reading& r, const Node& n, MachineBuilder& b) {
         read_settings(r, n, b.machine.settings);
       },
       settings_docs, write_single<&M::settings>},
      parts<Body>("the moving parts", read_bodies, body_docs),
      parts<Joint>("what connects them", read_joints, joint_docs),
      parts<Coordinate>("scalars measured on the machine", read_coordinates, coordinate_docs),
      parts<Drive>("what guides coordinates", read_drives, drive_docs),
      parts<Spring>("springs, dampers and forces on coordinates", read_springs, spring_docs),
      parts<Stop>("end stops of coordinates", read_stops, stop_docs),
      parts<Coupling>("gears and other ties between two coordinates", read_couplings,
                      coupling_docs),
      parts<Load>("forces and torques on bodies", read_loads, load_docs),
      parts<Mount>("elastic supports on the fixed world", read_mounts, mount_docs),
      parts<Rope>("ropes over eyes and pulleys, and winches", read_ropes, rope_docs),
      parts<Tool>("what cuts and carries soil", read_tools, tool_docs),
      parts<Bed>("open boxes that hold loose soil", read_beds, bed_docs),
      parts<Material>("elastic constants of what touches the ground", read_materials,
                      material_docs),
      parts<FrictionPair>("between pairs of materials", read_friction, friction_docs),
      parts<ContactLaw>("how pairs of materials push on each other", read_contact_laws,
                        contact_law_docs),
      parts<ContactSphere>("what touches the ground", read_contact_spheres, contact_sphere_docs),
      parts<ContactShape>("what touches other shapes", read_shapes, shape_docs),
      parts<ContactPair>("which groups of shapes may touch", read_contact_pairs, contact_pair_docs),
      parts<BoundingGroup>("parts searched for contacts together", read_bounding_groups,
                           bounding_group_docs),
      parts<TyreType>("data of tyres", read_tyre_types, nullptr),
      parts<Tyre>("on wheels", read_tyres, tyre_docs),
      parts<Brake>("friction that holds coordinates", read_brakes, brake_docs),
      parts<Driveline>("motors that turn wheels", read_drivelines, driveline_docs),
      {"engine", "what turns the pumps", false, read_engine, engine_docs, write_single<&M::engine>},
      {"hydraulics", "what feeds the drives", false, read_hydraulics, hydraulics_docs,
       write_single<&M::hydraulics>},
      parts<Sensor>("what is measured", read_sensors, sensor_docs),
      parts<VisualShape>("shapes that are drawn", read_visuals, visual_docs),
      parts<VisualLink>("cylinders and bars drawn between bodies", read_visual_links,
                        visual_link_docs),
      parts<Camera>("views from the machine", read_cameras, camera_docs),
      parts<Control>("what the operator holds in hand", read_controls, control_docs),
      parts<Mirror>("mirrors, and screens that show cameras", read_mirrors, mirror_docs),
      parts<Sound>("what can be heard", read_sounds, sound_docs),
      parts<Instrument>("gauges and lamps of the machine's monitor", read_monitor, instrument_docs),
      {"seat", "what an operator is given", false, read_seat, seat_docs, write_single<&M::seat>},
      {"outputs", "what a run writes", false, read_outputs, output_docs, write_single<&M::output>},
  };
  return table;
}

}  // namespace outrigger::description
