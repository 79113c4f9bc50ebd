/// The sections of a machine file. Each pair of functions reads one section into the machine and
/// documents it; both come from the same schema, in <section>_section.cpp.
///
/// Sections are read in the order of this header, so that each finds the names it refers to,
/// whatever their order in the file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "description/builder.h"
#include "description/schema.h"
#include "description/text.h"

namespace outrigger::description {

void read_settings(Reading& r, const Node& section, Settings& settings);
void read_bodies(Reading& r, const Node& section, MachineBuilder& builder);
void read_joints(Reading& r, const Node& section, MachineBuilder& builder);
void read_coordinates(Reading& r, const Node& section, MachineBuilder& builder);
void read_drives(Reading& r, const Node& section, MachineBuilder& builder);
void read_springs(Reading& r, const Node& section, MachineBuilder& builder);
void read_stops(Reading& r, const Node& section, MachineBuilder& builder);
void read_couplings(Reading& r, const Node& section, MachineBuilder& builder);
void read_loads(Reading& r, const Node& section, MachineBuilder& builder);
void read_mounts(Reading& r, const Node& section, MachineBuilder& builder);
void read_ropes(Reading& r, const Node& section, MachineBuilder& builder);
void read_tools(Reading& r, const Node& section, MachineBuilder& builder);
void read_beds(Reading& r, const Node& section, MachineBuilder& builder);
void read_materials(Reading& r, const Node& section, MachineBuilder& builder);
void read_friction(Reading& r, const Node& section, MachineBuilder& builder);
void read_contact_laws(Reading& r, const Node& section, MachineBuilder& builder);
void read_contact_spheres(Reading& r, const Node& section, MachineBuilder& builder);
void read_shapes(Reading& r, const Node& section, MachineBuilder& builder);
void read_contact_pairs(Reading& r, const Node& section, MachineBuilder& builder);
void read_bounding_groups(Reading& r, const Node& section, MachineBuilder& builder);
void read_tyre_types(Reading& r, const Node& section, MachineBuilder& builder);
void read_tyres(Reading& r, const Node& section, MachineBuilder& builder);
void read_brakes(Reading& r, const Node& section, MachineBuilder& builder);
void read_drivelines(Reading& r, const Node& section, MachineBuilder& builder);
void read_engine(Reading& r, const Node& section, MachineBuilder& builder);
void read_hydraulics(Reading& r, const Node& section, MachineBuilder& builder);
void read_sensors(Reading& r, const Node& section, MachineBuilder& builder);
void read_visuals(Reading& r, const Node& section, MachineBuilder& builder);
void read_visual_links(Reading& r, const Node& section, MachineBuilder& builder);
void read_cameras(Reading& r, const Node& section, MachineBuilder& builder);
void read_controls(Reading& r, const Node& section, MachineBuilder& builder);
void read_mirrors(Reading& r, const Node& section, MachineBuilder& builder);
void read_sounds(Reading& r, const Node& section, MachineBuilder& builder);
void read_monitor(Reading& r, const Node& section, MachineBuilder& builder);
void read_seat(Reading& r, const Node& section, MachineBuilder& builder);
void read_outputs(Reading& r, const Node& section, MachineBuilder& builder);

/// What else the text of a thing depends on.
struct WriteContext {
  std::filesystem::path folder;  ///< files are named as seen from here; empty: as they are
  /// Coordinates that are written inside their joints.
  std::vector<const Coordinate*> coordinates_in_joints;
};

/// A file as seen from a folder; as it is without one.
std::string seen_from(const std::filesystem::path& folder, const std::string& file);

/// The opposite of reading: the keys that give a thing again.
WrittenKeys written_keys(const Settings&, const WriteContext&);
WrittenKeys written_keys(const Body&, const WriteContext&);
WrittenKeys written_keys(const Joint&, const WriteContext&);
WrittenKeys written_keys(const Coordinate&, const WriteContext&);
WrittenKeys written_keys(const Drive&, const WriteContext&);
WrittenKeys written_keys(const Spring&, const WriteContext&);
WrittenKeys written_keys(const Stop&, const WriteContext&);
WrittenKeys written_keys(const Coupling&, const WriteContext&);
WrittenKeys written_keys(const Load&, const WriteContext&);
WrittenKeys written_keys(const Mount&, const WriteContext&);
WrittenKeys written_keys(const Rope&, const WriteContext&);
WrittenKeys written_keys(const Tool&, const WriteContext&);
WrittenKeys written_keys(const Bed&, const WriteContext&);
WrittenKeys written_keys(const Material&, const WriteContext&);
WrittenKeys written_keys(const FrictionPair&, const WriteContext&);
WrittenKeys written_keys(const ContactLaw&, const WriteContext&);
WrittenKeys written_keys(const ContactSphere&, const WriteContext&);
WrittenKeys written_keys(const ContactShape&, const WriteContext&);
WrittenKeys written_keys(const ContactPair&, const WriteContext&);
WrittenKeys written_keys(const BoundingGroup&, const WriteContext&);
WrittenKeys written_keys(const TyreType&, const WriteContext&);
WrittenKeys written_keys(const Tyre&, const WriteContext&);
WrittenKeys written_keys(const Brake&, const WriteContext&);
WrittenKeys written_keys(const Driveline&, const WriteContext&);
WrittenKeys written_keys(const Engine&, const WriteContext&);
WrittenKeys written_keys(const Hydraulics&, const WriteContext&);
WrittenKeys written_keys(const Sensor&, const WriteContext&);
WrittenKeys written_keys(const VisualShape&, const WriteContext&);
WrittenKeys written_keys(const VisualLink&, const WriteContext&);
WrittenKeys written_keys(const Camera&, const WriteContext&);
WrittenKeys written_keys(const Control&, const WriteContext&);
WrittenKeys written_keys(const Mirror&, const WriteContext&);
WrittenKeys written_keys(const Sound&, const WriteContext&);
WrittenKeys written_keys(const Instrument&, const WriteContext&);
WrittenKeys written_keys(const Seat&, const WriteContext&);
WrittenKeys written_keys(const Output&, const WriteContext&);

/// True for coordinates whose name is `<joint>.<kind>`.
bool stands_in_joint(const Coordinate& c);

/// Coordinates that are coupled can follow one drive only.
void check_drives_against_couplings(Diagnostics& diagnostics, const MachineBuilder& builder);

/// The object of the section first, then the objects inside it.
std::vector<ObjectDoc> settings_docs();
std::vector<ObjectDoc> body_docs();
std::vector<ObjectDoc> joint_docs();
std::vector<ObjectDoc> coordinate_docs();
std::vector<ObjectDoc> drive_docs();
std::vector<ObjectDoc> spring_docs();
std::vector<ObjectDoc> stop_docs();
std::vector<ObjectDoc> coupling_docs();
std::vector<ObjectDoc> load_docs();
std::vector<ObjectDoc> mount_docs();
std::vector<ObjectDoc> rope_docs();
std::vector<ObjectDoc> tool_docs();
std::vector<ObjectDoc> bed_docs();
std::vector<ObjectDoc> material_docs();
std::vector<ObjectDoc> friction_docs();
std::vector<ObjectDoc> contact_law_docs();
std::vector<ObjectDoc> contact_sphere_docs();
std::vector<ObjectDoc> shape_docs();
std::vector<ObjectDoc> contact_pair_docs();
std::vector<ObjectDoc> bounding_group_docs();
std::vector<ObjectDoc> tyre_docs();
std::vector<ObjectDoc> brake_docs();
std::vector<ObjectDoc> driveline_docs();
std::vector<ObjectDoc> engine_docs();
std::vector<ObjectDoc> hydraulics_docs();
std::vector<ObjectDoc> sensor_docs();
std::vector<ObjectDoc> visual_docs();
std::vector<ObjectDoc> visual_link_docs();
std::vector<ObjectDoc> camera_docs();
std::vector<ObjectDoc> control_docs();
std::vector<ObjectDoc> mirror_docs();
std::vector<ObjectDoc> sound_docs();
std::vector<ObjectDoc> instrument_docs();
std::vector<ObjectDoc> seat_docs();
std::vector<ObjectDoc> output_docs();

/// Reads every named thing of a section (a map of names) and hands it to
/// `finish(thing, node, keys)`, which checks it against the rest of the machine and keeps it.
template <class T, class Finish>
void read_named(Reading& r, const Node& section, const ObjectSchema<T>& schema, Finish finish,
                std::string (*why_not)(std::string_view) = why_not_a_name) {
  for (const Node& node : section.items) {
    const std::string reason = why_not(node.key);
    if (!reason.empty() || node.key == kGround) {
      r.problem(node, in_quotes(node.key) + " is not a name: " +
                          (reason.empty() ? "it means the fixed world" : reason));
      continue;
    }
    const auto scope = r.enter(node.key);
    T thing;
    thing.name = node.key;
    thing.where = r.location(node);
    const std::size_t problems = r.diagnostics().count();
    const ObjectKeys keys = read_object(r, node, schema, thing);
    // Both before and after: `finish` may ask for what belongs to the thing itself.
    if (r.diagnostics().count() > problems) r.diagnostics().note_broken(node.key);
    if (keys.is_map) finish(thing, node, keys);
    if (r.diagnostics().count() > problems) r.diagnostics().note_broken(node.key);
  }
}

}  // namespace outrigger::description
