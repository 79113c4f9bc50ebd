/// The error texts are part of the interface: each is checked word for word.
#include <algorithm>

#include <gtest/gtest.h>

#include "unit/description_support.h"

namespace outrigger::description {
namespace {

struct BadInput {
  const char* name;
  std::string text;
  std::string error;
};

void PrintTo(const BadInput& input, std::ostream* out) { *out << input.name; }

/// A rigid body in one line, and a machine with two hinges to hang things on.
const std::string kBody = "{mass: 1, inertia: [1, 1, 1], pose: {}}";
const std::string kErrorMachine =
    "outrigger: 1\nbodies: {boom: " + kBody + ", stick: " + kBody +
    ", pin: {kind: point}}\n"
    "joints:\n"
    "  foot: {type: revolute, bodies: [ground, boom], at: [0, 0, 0], axis: z}\n"
    "  tip: {type: revolute, bodies: [boom, stick], at: [0, 0, 0], axis: z}\n"
    "  rail: {type: prismatic, bodies: [ground, stick], at: [0, 0, 0], axis: z}\n"
    "# line 7\n";

class DescriptionErrors : public testing::TestWithParam<BadInput> {};

TEST_P(DescriptionErrors, Text) { EXPECT_EQ(error_of(GetParam().text), GetParam().error); }

const BadInput kSyntax[] = {
    {"empty_file", "", "m.yaml: the file is empty"},
    {"comment_only", "# nothing\n", "m.yaml: the file is empty"},
    {"not_a_map", "[1, 2]", "m.yaml:1: a machine file is a map of keys, found a list"},
    {"binary",
     std::string("\x7F"
                 "ELF\x01\x00\x00",
                 7),
     "m.yaml:1: not a text file: byte 0x7f"},
    {"not_utf8", "outrigger: 1\ntitle: \xC3\x28\n", "m.yaml:2: not UTF-8 text"},
    {"tab", "outrigger: 1\nsettings:\n\tstep: 1\n", "m.yaml:3: tab in the indentation: use spaces"},
    {"yaml_syntax", "outrigger: 1\nbodies: {a: 1\n",
     "m.yaml:3: not valid YAML: end of map flow not found"},
    {"two_documents", "outrigger: 1\n---\noutrigger: 1\n",
     "m.yaml:2: only one YAML document is allowed"},
    {"tag", "outrigger: 1\ntitle: !!binary abc\n",
     "m.yaml:2: YAML tags are not used here: 'tag:yaml.org,2002:binary'"},
    {"self_alias", "outrigger: 1\nbodies: &a [*a]\n", "m.yaml:2: an alias must not contain itself"},
    {"map_as_key", "outrigger: 1\n{a: b}: 1\n", "m.yaml:2: a key must be text, found a map"},
};
INSTANTIATE_TEST_SUITE_P(Syntax, DescriptionErrors, testing::ValuesIn(kSyntax),
                         [](const auto& test) { return test.param.name; });

const BadInput kKeysAndValues[] = {
    {"no_version", "title: x\n", "m.yaml:1: missing key 'outrigger'"},
    {"other_version", "outrigger: 2\n",
     "m.yaml:1: outrigger: version 2 is not known: this program reads version 1"},
    {"unknown_key", "outrigger: 1\nbodies:\n  boom: {mas: 3, kind: point}\n",
     "m.yaml:3: bodies.boom: unknown key 'mas'; did you mean 'mass'? Allowed: kind, mass, centre, "
     "inertia, shapes, pose, velocity, angular_velocity, angular_velocity_deg_s, points, basis, "
     "penalty_scale"},
    {"unknown_section", "outrigger: 1\nbodys: {}\n",
     "m.yaml:2: unknown key 'bodys'; did you mean 'bodies'? Allowed: outrigger, name, title, "
     "gravity, settings, include, bodies, joints, coordinates, drives, springs, stops, couplings, "
     "loads, mounts, ropes, tools, beds, materials, friction, contact_laws, contact_spheres, "
     "shapes, "
     "contact_pairs, "
     "bounding_groups, "
     "tyre_types, tyres, brakes, drivelines, "
     "engine, hydraulics, sensors, visuals, visual_links, cameras, controls, "
     "mirrors, sounds, monitor, seat, outputs, "
     "variants"},
    {"duplicate_key", "outrigger: 1\nbodies:\n  a:\n    kind: point\n    mass: 1\n    mass: 2\n",
     "m.yaml:6: bodies.a: 'mass' appears twice (first in line 5)"},
    {"duplicate_name", "outrigger: 1\nbodies:\n  a: {kind: point}\n  a: {kind: point}\n",
     "m.yaml:4: bodies: 'a' appears twice (first in line 3)"},
    {"duplicate_name_in_list",
     "outrigger: 1\nbodies:\n- {name: a, kind: point}\n- {name: a, kind: point}\n",
     "m.yaml:4: bodies: 'a' appears twice (first in line 3)"},
    {"nameless", "outrigger: 1\nbodies:\n- {kind: point}\n",
     "m.yaml:3: bodies[0]: missing key 'name'"},
    {"section_type", "outrigger: 1\nbodies: 3\n",
     "m.yaml:2: bodies: expected a map of names, or a list of maps with the key 'name', found "
     "text"},
    {"thing_type", "outrigger: 1\nsettings: fast\n",
     "m.yaml:2: settings: expected a map with the keys step, duration, method, formulation, "
     "rho_infinity, "
     "hht_alpha, newmark_beta, newmark_gamma, projection, penalty_rule, penalty, max_iterations, "
     "tolerance, max_substeps, accuracy, found 'fast'"},
    {"negative_mass", "outrigger: 1\nbodies:\n  boom:\n    mass: -3\n    inertia: [1, 1, 1]\n",
     "m.yaml:4: bodies.boom.mass: -3 is not allowed: must be > 0 kg"},
    {"zero_mass", "outrigger: 1\nbodies:\n  boom: {mass: 0, inertia: [1, 1, 1]}\n",
     "m.yaml:3: bodies.boom.mass: 0 is not allowed: must be > 0 kg"},
    {"not_a_number", "outrigger: 1\nbodies: {a: {kind: point, mass: heavy}}\n",
     "m.yaml:2: bodies.a.mass: 'heavy' is not a number in kg"},
    {"unit_behind_number", "outrigger: 1\nbodies: {a: {kind: point, mass: 3 kg}}\n",
     "m.yaml:2: bodies.a.mass: '3 kg' is not a number in kg"},
    {"quoted_number", "outrigger: 1\nbodies: {a: {kind: point, mass: '3'}}\n",
     "m.yaml:2: bodies.a.mass: '3' is not a number in kg; write it without quotes"},
    // One mistake, one message: the shapes are not blamed for the mass.
    {"bad_mass_of_shapes",
     "outrigger: 1\nbodies:\n  a: {mass: '400,0', shapes: [{box: [1, 1, 1]}]}\n",
     "m.yaml:3: bodies.a.mass: '400,0' is not a number in kg"},
    {"list_for_number", "outrigger: 1\nbodies: {a: {kind: point, mass: [3]}}\n",
     "m.yaml:2: bodies.a.mass: expected a number in kg, found a list"},
    {"nothing_for_number", "outrigger: 1\nbodies: {a: {kind: point, mass: }}\n",
     "m.yaml:2: bodies.a.mass: expected a number in kg, found nothing"},
    {"nan", "outrigger: 1\ngravity: [0, .nan, 0]\n",
     "m.yaml:2: gravity[1]: '.nan' is not allowed: must be a finite number"},
    {"infinity", "outrigger: 1\ngravity: [0, 0, -.inf]\n",
     "m.yaml:2: gravity[2]: '-.inf' is not allowed: must be a finite number"},
    {"huge", "outrigger: 1\ngravity: [0, 0, 1e400]\n",
     "m.yaml:2: gravity[2]: '1e400' is not allowed: numbers beyond 1e30 or too near 0"},
    {"two_numbers", "outrigger: 1\ngravity: [0, 0]\n",
     "m.yaml:2: gravity: expected a list of 3 numbers in m/s2, found 2"},
    {"range", "outrigger: 1\nsettings: {rho_infinity: 1.5}\n",
     "m.yaml:2: settings.rho_infinity: 1.5 is not allowed: must be between 0 and 1"},
    {"whole_number", "outrigger: 1\nsettings: {max_iterations: 2.5}\n",
     "m.yaml:2: settings.max_iterations: '2.5' is not a whole number"},
    {"word", "outrigger: 1\nsettings: {method: trapezodial}\n",
     "m.yaml:2: settings.method: unknown method 'trapezodial'; did you mean 'trapezoidal'? "
     "Allowed: trapezoidal, newmark, hht, generalized_alpha, explicit, fourth_order, auto"},
    {"boolean", "outrigger: 1\nbodies: {a: {kind: point, pose: {exact: yes}}}\n",
     "m.yaml:2: bodies.a.pose.exact: expected true or false, found 'yes'"},
    {"name_with_dot", "outrigger: 1\nbodies: {a.b: {kind: point}}\n",
     "m.yaml:2: bodies: 'a.b' is not a name: must not contain '.'"},
    {"name_with_space", "outrigger: 1\nbodies: {a b: {kind: point}}\n",
     "m.yaml:2: bodies: 'a b' is not a name: must not contain white space"},
    {"ground_as_name", "outrigger: 1\nbodies: {ground: {kind: point}}\n",
     "m.yaml:2: bodies: 'ground' is not a name: it means the fixed world"},
};
INSTANTIATE_TEST_SUITE_P(KeysAndValues, DescriptionErrors, testing::ValuesIn(kKeysAndValues),
                         [](const auto& test) { return test.param.name; });

const BadInput kBadBodies[] = {
    {"no_inertia", "outrigger: 1\nbodies: {a: {mass: 1}}\n",
     "m.yaml:2: bodies.a: missing key 'inertia' (or 'shapes')"},
    {"indefinite_inertia",
     "outrigger: 1\nbodies: {a: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1, xy: 2}}}\n",
     "m.yaml:2: bodies.a.inertia: impossible inertia: the principal moments -1, 1, 3 kg m2 must "
     "all "
     "be > 0"},
    {"triangle_inequality", "outrigger: 1\nbodies: {a: {mass: 1, inertia: [1, 2, 3.5]}}\n",
     "m.yaml:2: bodies.a.inertia: impossible inertia: of the principal moments 1, 2, 3.5 kg m2 the "
     "largest must not exceed the sum of the other two"},
    {"particle_with_inertia", "outrigger: 1\nbodies: {a: {kind: point, inertia: [1, 1, 1]}}\n",
     "m.yaml:2: bodies.a.inertia: is not allowed for 'kind: point'"},
    {"two_rotations",
     "outrigger: 1\nbodies: {a: {kind: point, pose: {rotation: [0, 0, 0], x_axis: y}}}",
     "m.yaml:2: bodies.a.pose: more than one form of the rotation is given"},
    {"parallel_axes", "outrigger: 1\nbodies: {a: {kind: point, pose: {x_axis: y, z_axis: -y}}}",
     "m.yaml:2: bodies.a.pose: 'x_axis' and 'z_axis' must not be parallel"},
    {"shape_without_mass", "outrigger: 1\nbodies: {a: {shapes: [{sphere: 1}]}}",
     "m.yaml:2: bodies.a.shapes: every shape needs 'density' or 'mass', or the body 'mass'"},
    {"shape_with_two_masses",
     "outrigger: 1\nbodies: {a: {mass: 1, shapes: [{sphere: 1, mass: 2}]}}",
     "m.yaml:2: bodies.a.shapes: shapes of a body with 'mass' must not have a density or mass"},
    {"two_solids", "outrigger: 1\nbodies: {a: {mass: 1, shapes: [{sphere: 1, box: [1, 1, 1]}]}}",
     "m.yaml:2: bodies.a.shapes[0]: expected exactly one of box, sphere, ellipsoid, cylinder, "
     "capsule, rod, found 2"},
    {"flat_box", "outrigger: 1\nbodies: {a: {mass: 1, shapes: [{box: [1, 0, 1]}]}}",
     "m.yaml:2: bodies.a.shapes[0].box[1]: 0 is not allowed: must be > 0 m\n"
     "m.yaml:2: bodies.a.shapes[0]: expected exactly one of box, sphere, ellipsoid, cylinder, "
     "capsule, rod, found 0"},
    {"no_rod",
     "outrigger: 1\nbodies: {a: {mass: 1, shapes: [{rod: {from: [1, 1, 1], to: [1, 1, 1], "
     "radius: 1}}]}}",
     "m.yaml:2: bodies.a.shapes[0].rod: 'from' and 'to' must be different points"},
    {"shapes_and_inertia",
     "outrigger: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], shapes: [{sphere: 1}]}}",
     "m.yaml:2: bodies.a.inertia: excludes the key 'shapes'"},
};
INSTANTIATE_TEST_SUITE_P(Bodies, DescriptionErrors, testing::ValuesIn(kBadBodies),
                         [](const auto& test) { return test.param.name; });

const std::string kJointLine = "outrigger: 1\nbodies: {boom: " + kBody +
                               ", far: {mass: 1, inertia: "
                               "[1, 1, 1]}, pin: {kind: point}}\njoints: {j: ";

const BadInput kJoints[] = {
    {"unknown_body",
     kJointLine + "{type: revolute, bodies: [ground, bom], at: [0, 0, 0], axis: z}}",
     "m.yaml:3: joints.j.bodies: unknown body 'bom'; did you mean 'boom'?"},
    {"nothing_similar",
     kJointLine + "{type: revolute, bodies: [ground, xyz], at: [0, 0, 0], axis: z}}",
     "m.yaml:3: joints.j.bodies: unknown body 'xyz'; known: boom, far, pin, ground"},
    {"with_itself", kJointLine + "{type: revolute, bodies: [boom, boom], at: [0, 0, 0], axis: z}}",
     "m.yaml:3: joints.j.bodies: 'boom' is connected with itself: name two different bodies"},
    {"unknown_type", kJointLine + "{type: hinge, bodies: [ground, boom], at: [0, 0, 0], axis: z}}",
     "m.yaml:3: joints.j.type: unknown joint type 'hinge'. Allowed: revolute, prismatic, "
     "cylindrical, spherical, universal, planar, fixed, point_on_plane, point_on_line, distance"},
    {"no_axis", kJointLine + "{type: revolute, bodies: [ground, boom], at: [0, 0, 0]}}",
     "m.yaml:3: joints.j: missing key 'axis' (or 'axis_a' and 'axis_b')"},
    {"zero_axis",
     kJointLine + "{type: revolute, bodies: [ground, boom], at: [0, 0, 0], axis: [0, 0, 0]}}",
     "m.yaml:3: joints.j.axis: must not be the zero vector"},
    {"axis_word", kJointLine + "{type: revolute, bodies: [ground, boom], at: [0, 0, 0], axis: up}}",
     "m.yaml:3: joints.j.axis: expected 3 numbers or one of x, y, z, -x, -y, -z, found 'up'"},
    {"no_point", kJointLine + "{type: spherical, bodies: [ground, boom]}}",
     "m.yaml:3: joints.j: missing key 'at' (or 'point_a', 'point_b')"},
    {"no_pose", kJointLine + "{type: spherical, bodies: [ground, far], at: [0, 0, 0]}}",
     "m.yaml:3: joints.j.at: is in world coordinates, but body 'far' has no pose: give it one, or "
     "use "
     "the keys with _a and _b in the frames of the bodies"},
    {"both_forms",
     kJointLine + "{type: spherical, bodies: [ground, boom], at: [0, 0, 0], point_a: [0, 0, 0]}}",
     "m.yaml:3: joints.j.at: excludes the key 'point_a'"},
    {"unknown_point", kJointLine + "{type: spherical, bodies: [ground, boom], point_b: tip}}",
     "m.yaml:3: joints.j.point_b: unknown point 'tip' of body 'boom'; there is none"},
    {"length", kJointLine + "{type: spherical, bodies: [ground, boom], at: [0, 0, 0], length: 1}}",
     "m.yaml:3: joints.j.length: is not allowed for a joint of type spherical"},
    {"particle",
     kJointLine + "{type: revolute, bodies: [ground, pin], point_a: [0, 0, 0], axis_a: z, "
                  "axis_b: z}}",
     "m.yaml:3: joints.j.bodies: 'pin' is a point and has no orientation, which a joint of type "
     "revolute needs"},
    {"no_second_axis",
     kJointLine + "{type: universal, bodies: [ground, boom], at: [0, 0, 0], axis: z}}",
     "m.yaml:3: joints.j: missing key 'second_axis' (or 'axis_a' and 'axis_b')"},
    {"parallel_zero",
     kJointLine + "{type: revolute, bodies: [ground, boom], at: [0, 0, 0], axis: z, "
                  "zero_a: z, zero_b: x}}",
     "m.yaml:3: joints.j.zero_a: must not be parallel to the axis"},
    {"no_such_coordinate",
     kJointLine + "{type: spherical, bodies: [ground, boom], at: [0, 0, 0], "
                  "angle: {initial: 1}}}",
     "m.yaml:3: joints.j.angle: joint 'j' is spherical and has no angle"},
};
INSTANTIATE_TEST_SUITE_P(Joints, DescriptionErrors, testing::ValuesIn(kJoints),
                         [](const auto& test) { return test.param.name; });

const BadInput kForces[] = {
    {"unknown_coordinate", kErrorMachine + "drives: {d: {coordinate: fot.angle, speed: 1}}",
     "m.yaml:8: drives.d.coordinate: unknown coordinate 'fot.angle': unknown joint 'fot'; did you "
     "mean 'foot'?"},
    {"unknown_joint_coordinate", kErrorMachine + "drives: {d: {coordinate: foot.angel, speed: 1}}",
     "m.yaml:8: drives.d.coordinate: unknown coordinate 'foot.angel': unknown coordinate of a "
     "joint "
     "'angel'; did you mean 'angle'? Allowed: angle, displacement, cone, twist"},
    {"wrong_joint_coordinate",
     kErrorMachine + "drives: {d: {coordinate: foot.displacement, speed: 1}}",
     "m.yaml:8: drives.d.coordinate: joint 'foot' is revolute and has no displacement"},
    {"two_drives",
     kErrorMachine + "drives:\n  d: {coordinate: foot.angle, speed: 1}\n  e: {coordinate: "
                     "foot.angle, position: 1}",
     "m.yaml:10: drives.e.coordinate: 'foot.angle' is driven already by 'd': two drives of one "
     "coordinate contradict each other"},
    {"two_drives_of_one_angle",
     kErrorMachine +
         "coordinates: {c: {kind: angle, joint: foot}}\ndrives: {d: {coordinate: foot.angle, "
         "speed: 1}, e: {coordinate: c, speed: 1}}",
     "m.yaml:9: drives.e.coordinate: 'c' is driven already by 'd': two drives of one coordinate "
     "contradict each other"},
    {"drives_of_coupled_coordinates",
     kErrorMachine +
         "couplings: {c: {coordinates: [foot.angle, tip.angle], ratio: 2}}\ndrives:\n"
         "  d: {coordinate: foot.angle, speed: 1}\n  e: {coordinate: tip.angle, speed: 1}",
     "m.yaml:11: drives.e: contradicts drive 'd': their coordinates are coupled"},
    {"no_function", kErrorMachine + "drives: {d: {coordinate: foot.angle}}",
     "m.yaml:8: drives.d: missing key 'position' or 'speed'"},
    {"stroke",
     kErrorMachine + "drives: {d: {coordinate: foot.angle, speed: 1, lower: 2, upper: 1}}",
     "m.yaml:8: drives.d: 'lower' (2) must be less than 'upper' (1)"},
    {"force_min", kErrorMachine + "drives: {d: {coordinate: foot.angle, speed: 1, force_min: 5}}",
     "m.yaml:8: drives.d.force_min: 5 is not allowed: must be <= 0 N or N m"},
    {"degrees_of_a_length",
     kErrorMachine + "drives: {d: {coordinate: rail.displacement, position_deg: 1}}",
     "m.yaml:8: drives.d.position_deg: degrees are not allowed: coordinate 'rail.displacement' is "
     "a "
     "length in m"},
    {"both_units",
     kErrorMachine + "stops: {s: {coordinate: foot.angle, upper: 1, upper_deg: 2, stiffness: 1}}",
     "m.yaml:8: stops.s.upper_deg: excludes the key 'upper'"},
    {"formula",
     kErrorMachine + "drives: {d: {coordinate: foot.angle, speed: {formula: 2*sine(t)}}}",
     "m.yaml:8: drives.d.speed.formula: unknown name 'sine' at column 3; did you mean 'sin'?"},
    {"formula_variable",
     kErrorMachine + "springs: {s: {coordinate: foot.angle, spring: {formula: 2*t}}}",
     "m.yaml:8: springs.s.spring.formula: unknown name 't' at column 3; known are sin cos tan atan "
     "exp log sqrt abs min max step ramp smooth x pi e"},
    {"two_functions",
     kErrorMachine + "drives: {d: {coordinate: foot.angle, speed: {linear: 1, constant: 2}}}",
     "m.yaml:8: drives.d.speed: expected exactly one of the keys constant, linear, table, formula, "
     "input, lever, found 2"},
    {"table_order",
     kErrorMachine + "drives:\n  d:\n    coordinate: foot.angle\n    position:\n      table:\n"
                     "        - [0, 0]\n        - [2, 1]\n        - [1, 2]\n",
     "m.yaml:15: drives.d.position.table[2]: 1 is not allowed: x must be > 2 of the row before"},
    {"short_table",
     kErrorMachine + "drives: {d: {coordinate: foot.angle, position: {table: [[0, 0]]}}}",
     "m.yaml:8: drives.d.position.table: expected a list of at least 2 rows [x, y]"},
    {"input_of_x", kErrorMachine + "springs: {s: {coordinate: foot.angle, spring: {input: lever}}}",
     "m.yaml:8: springs.s.spring.input: an input is a function of time; this is a function of the "
     "coordinate"},
    {"empty_spring", kErrorMachine + "springs: {s: {coordinate: foot.angle}}",
     "m.yaml:8: springs.s: missing key 'stiffness', 'spring', 'damping', 'damper' or 'force'"},
    {"empty_stop", kErrorMachine + "stops: {s: {coordinate: foot.angle, stiffness: 1}}",
     "m.yaml:8: stops.s: missing key 'lower' or 'upper'"},
    {"coupled_with_itself",
     kErrorMachine + "couplings: {c: {coordinates: [foot.angle, foot.angle], ratio: 2}}",
     "m.yaml:8: couplings.c.coordinates: 'foot.angle' is coupled with itself"},
    {"empty_coupling", kErrorMachine + "couplings: {c: {coordinates: [foot.angle, tip.angle]}}",
     "m.yaml:8: couplings.c: missing key 'ratio' or 'function'"},
    {"load_on_ground", kErrorMachine + "loads: {l: {body: ground, force: [1, 0, 0]}}",
     "m.yaml:8: loads.l.body: the ground is not allowed here: name a body"},
    {"torque_on_particle", kErrorMachine + "loads: {l: {body: pin, torque: [1, 0, 0]}}",
     "m.yaml:8: loads.l.torque: 'pin' is a point: it takes forces only"},
    {"mount_stiffness", kErrorMachine + "mounts: {m: {body: boom, stiffness: [1, -1, 1]}}",
     "m.yaml:8: mounts.m.stiffness[1]: -1 is not allowed: must be >= 0 N/m"},
    {"sensor_target", kErrorMachine + "sensors: {s: {kind: reaction_force, target: fot}}",
     "m.yaml:8: sensors.s.target: unknown joint 'fot'; did you mean 'foot'?"},
    {"sensor_without_target", kErrorMachine + "sensors: {s: {kind: position}}",
     "m.yaml:8: sensors.s: missing key 'target'"},
    {"sensor_with_target", kErrorMachine + "sensors: {s: {kind: energy_total, target: boom}}",
     "m.yaml:8: sensors.s.target: is not allowed: energy_total is of the whole machine"},
    {"output_sensor",
     kErrorMachine + "sensors: {angle: {kind: coordinate, target: foot.angle}}\noutputs: "
                     "{sensors: [angel]}",
     "m.yaml:9: outputs.sensors: unknown sensor 'angel'; did you mean 'angle'?"},
    {"text_includes", "outrigger: 1\ninclude: [{file: other.yaml}]",
     "m.yaml:2: include[0].file: text from memory must not include files"},
};
INSTANTIATE_TEST_SUITE_P(Forces, DescriptionErrors, testing::ValuesIn(kForces),
                         [](const auto& test) { return test.param.name; });

TEST(DescriptionErrorReport, AllProblemsInTheOrderOfTheLines) {
  EXPECT_EQ(error_of("joints: {j: {type: spherical, bodies: [ground, b], point_a: [0, 0]}}\n"
                     "bodies:\n"
                     "  a: {mass: -1, inertia: [1, 1, 1]}\n"
                     "titel: x\n"
                     "outrigger: 1\n"),
            "m.yaml:1: joints.j.point_a: expected a list of 3 numbers in m, found 2\n"
            "m.yaml:1: joints.j.bodies: unknown body 'b'; known: a, ground\n"
            "m.yaml:3: bodies.a.mass: -1 is not allowed: must be > 0 kg\n"
            "m.yaml:4: unknown key 'titel'; did you mean 'title'? Allowed: outrigger, name, title, "
            "gravity, settings, include, bodies, joints, coordinates, drives, springs, stops, "
            "couplings, loads, mounts, ropes, tools, beds, materials, friction, contact_laws, "
            "contact_spheres, "
            "shapes, "
            "contact_pairs, "
            "bounding_groups, tyre_types, tyres, brakes, "
            "drivelines, engine, hydraulics, sensors, visuals, visual_links, cameras, controls, "
            "mirrors, sounds, monitor, seat, outputs, "
            "variants");
}

TEST(DescriptionErrorReport, ShowsTwentyProblemsAndCountsTheRest) {
  std::string text = "outrigger: 1\nbodies:\n";
  for (int i = 0; i < 50; ++i) text += "  b" + std::to_string(i) + ": {kind: point, mass: -1}\n";
  const std::string error = error_of(text);
  EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 20);
  EXPECT_EQ(error.substr(error.rfind('\n') + 1), "... and 30 more");
  EXPECT_EQ(error.substr(0, error.find('\n')),
            "m.yaml:3: bodies.b0.mass: -1 is not allowed: must be >= 0 kg");
}

TEST(DescriptionErrorReport, FilesThatCannotBeRead) {
  const TestFolder folder("unreadable");
  EXPECT_EQ(file_error_of(folder.path() / "none.yaml"), "none.yaml: no such file");
  std::filesystem::create_directory(folder.path() / "dir.yaml");
  EXPECT_EQ(file_error_of(folder.path() / "dir.yaml"), "dir.yaml: is a directory, not a file");
}

}  // namespace
}  // namespace outrigger::description
