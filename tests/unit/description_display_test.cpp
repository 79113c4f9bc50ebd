/// visuals, visual_links, cameras and controls: read exactly, refused with file, line, key and value.
#include <gtest/gtest.h>

#include <cmath>

#include "unit/description_support.h"

namespace outrigger::description {
namespace {

const std::string kBodies =
    "bodies:\n"
    "  boom: {mass: 1, inertia: [1, 1, 1], pose: {}, points: {tip: [1, 2, 3]}}\n"
    "  stick: {mass: 1, inertia: [1, 1, 1], pose: {}}\n";

TEST(DescriptionDisplay, ShapesAreReadIntoTheirFrames) {
  const Machine m = read(kBodies +
                         "visuals:\n"
                         "  plate: {body: boom, box: [1, 2, 3], at: [0, 0, 1], pitch_deg: 90, "
                         "colour: [1, 0.5, 0], opacity: 0.5}\n"
                         "  tube: {body: ground, cylinder: {radius: 0.1, length: 2, axis: y}}\n"
                         "  ball: {body: boom, sphere: 0.3}\n"
                         "  side: {body: stick, prism: {profile: [[0, 0], [1, 0], [0, 1]], "
                         "width: 0.2}}\n");
  ASSERT_EQ(m.visuals.size(), 4u);
  const VisualShape& plate = m.visuals[0];
  EXPECT_EQ(plate.kind, VisualShape::Kind::box);
  EXPECT_EQ(plate.size, Vec3(1, 2, 3));
  EXPECT_EQ(plate.pose.position, Vec3(0, 0, 1));
  EXPECT_LT((plate.pose.direction(Vec3::UnitX()) - Vec3::UnitZ()).norm(), 1e-15)
      << "pitch turns x towards z";
  EXPECT_EQ(plate.opacity, 0.5);
  EXPECT_EQ(m.visuals[1].body, "ground");
  EXPECT_LT((m.visuals[1].pose.direction(Vec3::UnitZ()) - Vec3::UnitY()).norm(), 1e-15);
  EXPECT_EQ(m.visuals[2].radius, 0.3);
  EXPECT_EQ(m.visuals[3].profile.size(), 3u);
  EXPECT_EQ(m.visuals[3].length, 0.2);
}

TEST(DescriptionDisplay, LinksAndCamerasKnowNamedPoints) {
  const Machine m = read(kBodies +
                         "visual_links:\n"
                         "  rod: {kind: bar, bodies: [boom, stick], point_a: tip, width: 0.3}\n"
                         "cameras:\n"
                         "  eye: {body: boom, position: tip, direction: [0, 0, -2], "
                         "field_of_view_deg: 90}\n");
  EXPECT_EQ(m.visual_links[0].kind, VisualLink::Kind::bar);
  EXPECT_EQ(m.visual_links[0].point_a, Vec3(1, 2, 3));
  EXPECT_EQ(m.visual_links[0].body_b, "stick");
  EXPECT_EQ(m.cameras[0].position, Vec3(1, 2, 3));
  EXPECT_EQ(m.cameras[0].direction, Vec3(0, 0, -1));
  EXPECT_NEAR(m.cameras[0].field_of_view, M_PI / 2, 1e-15);
}

TEST(DescriptionDisplay, Controls) {
  const Machine m = read(kBodies +
                         "controls:\n"
                         "  boom: {label: Boom, positive: up, negative: down, keys: [KeyK, KeyI], "
                         "stick: -right_y, dead_zone: 0.06, exponent: 1.8, rate_limit: 4}\n"
                         "  brake: {kind: pedal, keys: [Space]}\n"
                         "  range: {kind: choice, choices: [low, high], initial: 1}\n");
  const Control& boom = m.controls[0];
  EXPECT_EQ(boom.kind, Control::Kind::lever);
  EXPECT_EQ(boom.key_positive, "KeyK");
  EXPECT_EQ(boom.key_negative, "KeyI");
  EXPECT_EQ(boom.stick, "right_y");
  EXPECT_TRUE(boom.stick_reversed);
  EXPECT_EQ(boom.exponent, 1.8);
  EXPECT_EQ(m.controls[1].label, "brake");
  EXPECT_EQ(m.controls[2].choices, (std::vector<std::string>{"low", "high"}));
  EXPECT_EQ(m.controls[2].initial, 1.0);
}

TEST(DescriptionDisplay, MirrorsSoundsAndTheMonitorNameWhatDrivesThem) {
  const Machine m =
      read(kBodies +
           "sensors: {away: {kind: reach, target: boom, from: stick}}\n"
           "cameras: {rear: {body: stick}}\n"
           "controls: {lever: {}}\n"
           "mirrors:\n"
           "  left: {body: boom, position: tip, direction: [-2, 0, 0], radius: 1.2, "
           "adjust_deg: 10}\n"
           "  screen: {body: boom, camera: rear}\n"
           "sounds:\n"
           "  motor: {kind: engine, body: boom, speed: {sensor: away, to: 200}, load: "
           "{input: lever, size: true}, frequency: 30, pulses: 3, level: 95}\n"
           "monitor:\n"
           "  far: {shows: {sensor: away, from: 3, to: 9}, high: 8}\n"
           "  on: {kind: lamp, label: On, shows: {input: lever}, warns: true}\n");
  EXPECT_EQ(m.mirrors[0].position, Vec3(1, 2, 3));
  EXPECT_EQ(m.mirrors[0].direction, Vec3(-1, 0, 0));
  EXPECT_NEAR(m.mirrors[0].adjust, M_PI / 18, 1e-15);
  EXPECT_EQ(m.mirrors[1].camera, "rear");
  EXPECT_EQ(m.sounds[0].speed.source, Signal::Source::sensor);
  EXPECT_EQ(m.sounds[0].speed.to, 200.0);
  EXPECT_TRUE(m.sounds[0].load.size);
  EXPECT_EQ(m.instruments[0].label, "far");
  EXPECT_EQ(m.instruments[0].high, 8.0);
  EXPECT_EQ(m.instruments[1].shows.name, "lever");
}

TEST(DescriptionDisplay, IncludedMachinesBringTheirLooks) {
  TestFolder folder("display_include");
  folder.write(
      "arm.yaml",
      "outrigger: 1\n" + kBodies +
          "visuals: {plate: {body: boom, box: [1, 1, 1], moves: {input: lift, angle: 1, about: [1, "
          "0, 0]}}, "
          "base: {body: ground, sphere: 1, moves: {input: lift, angle: 1, about: [1, 0, 0]}}}\n"
          "controls: {lift: {}}\n");
  const auto path = folder.write(
      "crane.yaml",
      "outrigger: 1\ninclude: [{file: arm.yaml, prefix: l_, pose: {position: [5, 0, 0]}}]\n");
  std::vector<SourceFile> files;
  ReadOptions options;
  options.files_read = &files;
  const Machine m = read_machine_file(path, options);
  EXPECT_EQ(m.visuals[0].body, "l_boom");
  EXPECT_EQ(m.visuals[1].body, "ground");
  EXPECT_EQ(m.visuals[1].pose.position, Vec3(5, 0, 0));
  EXPECT_EQ(m.controls[0].name, "l_lift");
  EXPECT_EQ(m.visuals[0].motions.at(0).input, "l_lift");
  EXPECT_EQ(m.visuals[0].motions[0].about, Vec3(1, 0, 0)) << "in the frame of its own body";
  EXPECT_EQ(m.visuals[1].motions.at(0).about, Vec3(6, 0, 0)) << "the ground of the file moves";

  // All files are there, and the machine can be read again from them alone.
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].path, "crane.yaml");
  EXPECT_EQ(files[1].path, "arm.yaml");
  EXPECT_EQ(read_machine_sources(files).visuals.size(), 2u);
  EXPECT_THROW(read_machine_sources({files[0]}), Error);
  EXPECT_THROW(read_machine_sources({}), Error);
}

struct BadDisplay {
  const char* name;
  std::string text;
  std::string error;
};
void PrintTo(const BadDisplay& input, std::ostream* out) { *out << input.name; }

class DescriptionDisplayErrors : public testing::TestWithParam<BadDisplay> {};

TEST_P(DescriptionDisplayErrors, Text) {
  EXPECT_EQ(error_of("outrigger: 1\n" + kBodies + GetParam().text), GetParam().error);
}

const BadDisplay kBad[] = {
    {"unknown_body", "visuals: {a: {body: bom, sphere: 1}}\n",
     "m.yaml:5: visuals.a.body: unknown body 'bom'; did you mean 'boom'?"},
    {"no_shape", "visuals: {a: {body: boom}}\n",
     "m.yaml:5: visuals.a: expected exactly one of box, cylinder, sphere, prism, mesh, tube, "
     "plate, "
     "lathe, loft, tyre, label, screen, found 0"},
    {"two_shapes", "visuals: {a: {body: boom, sphere: 1, box: [1, 1, 1]}}\n",
     "m.yaml:5: visuals.a: expected exactly one of box, cylinder, sphere, prism, mesh, tube, "
     "plate, "
     "lathe, loft, tyre, label, screen, found 2"},
    {"flat_profile", "visuals: {a: {body: boom, prism: {width: 1, profile: [[0, 0], [1, 0]]}}}\n",
     "m.yaml:5: visuals.a.prism.profile: expected a list of at least 3 corners [x, z]"},
    {"one_point", "visuals: {a: {body: boom, tube: {radius: 0.1, path: [[0, 0, 0]]}}}\n",
     "m.yaml:5: visuals.a.tube.path: expected a list of at least 2 rows of 3 numbers"},
    {"short_section",
     "visuals: {a: {body: boom, loft: {sections: [[0, 0, 0, 1, 1], [1, 0, 0]]}}}\n",
     "m.yaml:5: visuals.a.loft.sections[1]: expected a row of 5 numbers"},
    {"flat_section",
     "visuals: {a: {body: boom, loft: {sections: [[0, 0, 0, 1, 1], [1, 0, 0, 0, 1]]}}}\n",
     "m.yaml:5: visuals.a.loft: width and height of a section must be > 0 m"},
    {"lathe_radius", "visuals: {a: {body: boom, lathe: {profile: [[0, 0], [-1, 1]]}}}\n",
     "m.yaml:5: visuals.a.lathe: a radius must be >= 0 m"},
    {"tyre_rim", "visuals: {a: {body: boom, tyre: {radius: 0.5, width: 0.3, rim: 0.6}}}\n",
     "m.yaml:5: visuals.a.tyre: the rim must be smaller than the tyre"},
    {"tyre_tread",
     "visuals: {a: {body: boom, tyre: {radius: 0.5, width: 0.3, rim: 0.2, tread: rib}}}\n",
     "m.yaml:5: visuals.a.tyre: unknown tread 'rib'; did you mean 'ribs'? Allowed: blocks, "
     "lugs, ribs"},
    {"beam_angle", "visuals: {a: {body: boom, sphere: 1, beam: {angle_deg: 175}}}\n",
     "m.yaml:5: visuals.a.beam: an angle of 3.054 rad is not allowed: must be at most 3 rad"},
    {"motion_input", "visuals: {a: {body: boom, sphere: 1, moves: {angle: 1}}}\n",
     "m.yaml:5: visuals.a.moves: missing key 'input'"},
    {"colour", "visuals: {a: {body: boom, sphere: 1, colour: [2, 0, 0]}}\n",
     "m.yaml:5: visuals.a.colour[0]: 2 is not allowed: must be between 0 and 1"},
    {"size", "visuals: {a: {body: boom, box: [1, 0, 1]}}\n",
     "m.yaml:5: visuals.a.box[1]: 0 is not allowed: must be > 0 m"},
    {"link_kind", "visual_links: {a: {kind: rope, bodies: [boom, stick]}}\n",
     "m.yaml:5: visual_links.a.kind: unknown kind 'rope'. Allowed: cylinder, bar"},
    {"link_point", "visual_links: {a: {bodies: [boom, stick], point_a: top}}\n",
     "m.yaml:5: visual_links.a.point_a: unknown point 'top' of body 'boom'; did you mean 'tip'?"},
    {"camera_angle", "cameras: {a: {body: boom, field_of_view_deg: 179}}\n",
     "m.yaml:5: cameras.a: a field of view of 3.124 rad is not allowed: must be between 0.05 and 3 "
     "rad"},
    {"mirror_radius", "mirrors: {a: {body: boom, width: 0.6, height: 0.8, radius: 0.3}}\n",
     "m.yaml:5: mirrors.a.radius: 0.3 m is not allowed: must be 0 or at least 0.75 m for a glass "
     "of "
     "0.6 x 0.8 m"},
    {"mirror_camera", "cameras: {rear: {body: boom}}\nmirrors: {a: {body: boom, camera: reer}}\n",
     "m.yaml:6: mirrors.a.camera: unknown camera 'reer'; did you mean 'rear'?"},
    {"sound_kind", "sounds: {a: {kind: bell, body: boom}}\n",
     "m.yaml:5: sounds.a.kind: unknown kind 'bell'. Allowed: engine, pump, rolling, flow, horn, "
     "beeper"},
    {"sound_signal", "sounds: {a: {kind: horn, body: boom, load: {to: 3}}}\n",
     "m.yaml:5: sounds.a.load: expected exactly one of sensor, input"},
    {"signal_range",
     "controls: {b: {}}\nsounds: {a: {kind: horn, body: boom, load: {input: b, "
     "from: 1}}}\n",
     "m.yaml:6: sounds.a.load: from and to are the same"},
    {"signal_sensor",
     "sensors: {s: {kind: position, target: boom}}\n"
     "monitor: {a: {shows: {sensor: s}}}\n",
     "m.yaml:6: monitor.a.shows.sensor: 's' is a position: only sensors with one value that "
     "displays are sent can be used"},
    {"control_key", "controls: {a: {keys: [K]}}\n",
     "m.yaml:5: controls.a.keys: 'K' is not a key: allowed are codes of browsers such as KeyA, "
     "Digit1, F2, ArrowUp, Space, Enter, Comma"},
    {"key_used_twice", "controls: {a: {keys: [KeyA]}, b: {keys: [KeyB, KeyA]}}\n",
     "m.yaml:5: controls.b.keys: 'KeyA' moves 'a' already"},
    {"stick", "controls: {a: {stick: middle}}\n",
     "m.yaml:5: controls.a.stick: unknown stick axis 'middle'. Allowed: left_x, -left_x, left_y, "
     "-left_y, left_z, -left_z, right_x, -right_x, right_y, -right_y, right_z, -right_z, triggers, "
     "-triggers"},
    {"unknown_key", "controls: {a: {deadzone: 0.1}}\n",
     "m.yaml:5: controls.a: unknown key 'deadzone'; did you mean 'dead_zone'? Allowed: kind, "
     "label, "
     "positive, negative, keys, stick, choices, initial, dead_zone, exponent, rate_limit"},
    {"no_choices", "controls: {a: {kind: choice}}\n",
     "m.yaml:5: controls.a: a choice needs 'choices' with at least 2 words"},
    {"initial_lever", "controls: {a: {initial: 0.5}}\n",
     "m.yaml:5: controls.a.initial: is not allowed: a lever springs back to 0"},
    {"initial_choice", "controls: {a: {kind: choice, choices: [x, y], initial: 2}}\n",
     "m.yaml:5: controls.a.initial: 2 is not allowed: must be a whole number from 0 to 1"},
    {"dead_zone", "controls: {a: {dead_zone: 1}}\n",
     "m.yaml:5: controls.a.dead_zone: 1 is not allowed: must be between 0 and 0.9"},
};
INSTANTIATE_TEST_SUITE_P(Display, DescriptionDisplayErrors, testing::ValuesIn(kBad),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace outrigger::description
