/// Machines inside machines, and variants.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "unit/description_support.h"

namespace outrigger::description {
namespace {

constexpr const char* kWheel = R"(outrigger: 1
bodies:
  rim: {mass: 10, inertia: [1, 2, 1], pose: {position: [0, 0.5, 0]}, points: {out: [0, 1, 0]}}
joints:
  spin: {type: revolute, bodies: [ground, rim], at: [0, 0.5, 0], axis: y}
coordinates:
  reach: {kind: distance, bodies: [ground, rim], point_a: [1, 0, 0], point_b: out}
drives: {motor: {coordinate: spin.angle, speed: {input: pedal}}}
loads: {push: {body: rim, force: [1, 0, 0]}}
mounts: {tyre: {body: rim, anchor: [0, 0.5, -1], stiffness: [1, 2, 3]}}
sensors: {angle: {kind: coordinate, target: spin.angle}}
outputs: {sensors: [angle]}
settings: {step: 0.01}
variants: {heavy: {bodies: {rim: {mass: 99}}}}
)";

constexpr const char* kChassis =
    "outrigger: 1\nbodies: {chassis: {mass: 100, inertia: [9, 9, 9], pose: {position: [10, 0, 1], "
    "rotation_deg: [0, 0, 90]}}}\n";

TEST(DescriptionInclude, PlacesASubMachineInTheWorld) {
  const TestFolder folder("include_world");
  folder.write("parts/wheel.yaml", kWheel);
  const auto path = folder.write("car.yaml", std::string(kChassis) + R"(
include:
  - {file: parts/wheel.yaml, prefix: l_, pose: {position: [0, 0, 2], rotation_deg: [0, 0, 90]}}
joints: {weld: {type: fixed, bodies: [chassis, l_rim]}}
)");
  const Machine m = read_machine_file(path);
  ASSERT_EQ(m.bodies.size(), 2u);
  EXPECT_EQ(m.bodies[1].name, "l_rim");
  EXPECT_EQ(m.bodies[1].where.line, 3);
  EXPECT_TRUE(m.bodies[1].pose.position.isApprox(Vec3(-0.5, 0, 2), 1e-15));
  const Joint& spin = m.joints[0];
  EXPECT_EQ(spin.name, "l_spin");
  EXPECT_EQ(spin.body_a, "ground");
  EXPECT_EQ(spin.body_b, "l_rim");
  EXPECT_TRUE(spin.point_a.isApprox(Vec3(-0.5, 0, 2), 1e-15));
  EXPECT_TRUE(spin.axis_a.isApprox(Vec3(-1, 0, 0), 1e-15));
  EXPECT_TRUE(spin.point_b.isZero());
  EXPECT_EQ(spin.axis_b, Vec3(0, 1, 0));
  EXPECT_EQ(m.coordinates[0].name, "l_reach");
  EXPECT_TRUE(m.coordinates[0].point_a.isApprox(Vec3(0, 1, 2), 1e-15));
  EXPECT_EQ(m.coordinates[1].name, "l_spin.angle");
  EXPECT_EQ(m.coordinates[1].joint, "l_spin");
  EXPECT_EQ(m.drives[0].coordinate, "l_spin.angle");
  EXPECT_EQ(m.drives[0].function.input, "l_pedal");
  EXPECT_NEAR(m.loads[0].x.value, 0.0, 1e-15);
  EXPECT_NEAR(m.loads[0].y.value, 1.0, 1e-15);
  EXPECT_TRUE(m.mounts[0].anchor->isApprox(Vec3(-0.5, 0, 1), 1e-15));
  EXPECT_TRUE(m.mounts[0].stiffness.isApprox(Vec3(2, 1, 3), 1e-15));
  EXPECT_EQ(m.sensors[0].target, "l_spin.angle");
  EXPECT_TRUE(m.output.sensors.empty());
  EXPECT_EQ(m.settings.step, Settings{}.step);
}

TEST(DescriptionInclude, ABodyTakesThePlaceOfTheGround) {
  const TestFolder folder("include_ground");
  folder.write("wheel.yaml", kWheel);
  const auto path = folder.write("car.yaml", std::string(kChassis) + R"(
include: {file: wheel.yaml, prefix: l_, ground: chassis, pose: {position: [1, 0, 0]}, variants: [heavy]}
)");
  const Machine m = read_machine_file(path);
  EXPECT_EQ(m.bodies[1].mass, 99.0);
  // The pose counts from the chassis, which is turned by 90 degrees at (10, 0, 1).
  EXPECT_TRUE(m.bodies[1].pose.position.isApprox(Vec3(9.5, 1, 1), 1e-15));
  EXPECT_EQ(m.joints[0].body_a, "chassis");
  EXPECT_TRUE(m.joints[0].point_a.isApprox(Vec3(1, 0.5, 0), 1e-15));
  EXPECT_EQ(m.joints[0].axis_a, Vec3(0, 1, 0));
  EXPECT_EQ(m.coordinates[0].body_a, "chassis");
  EXPECT_TRUE(m.mounts[0].anchor->isApprox(Vec3(9.5, 1, 0), 1e-15));
}

TEST(DescriptionInclude, WithoutAPoseOfTheGroundBodyAnglesKeepTheirZero) {
  const TestFolder folder("include_poseless");
  folder.write(
      "arm.yaml",
      "outrigger: 1\nbodies: {arm: {mass: 1, inertia: [1, 1, 1], pose: {rotation_deg: [0, "
      "0, 30]}}}\njoints: {h: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: z}}");
  const auto path = folder.write(
      "m.yaml",
      "outrigger: 1\nbodies: {base: {mass: 1, inertia: [1, 1, 1]}}\ninclude: [{file: arm.yaml, "
      "ground: base}]\n");
  const Machine m = read_machine_file(path);
  EXPECT_FALSE(m.bodies[1].pose_given);
  ASSERT_TRUE(m.joints[0].zero_a && m.joints[0].zero_b);
  const double cosine = m.joints[0].zero_a->dot(*m.joints[0].zero_b);
  EXPECT_NEAR(cosine, std::cos(std::numbers::pi / 6), 1e-12);
}

TEST(DescriptionInclude, Problems) {
  const TestFolder folder("include_problems");
  folder.write("bad.yaml", "outrigger: 1\nbodies:\n  a: {kind: point, mass: -1}\n");
  folder.write("good.yaml", "outrigger: 1\nbodies: {a: {kind: point}}\n");
  std::filesystem::create_directory(folder.path() / "dir");
  const auto error = [&](const std::string& text) {
    return file_error_of(folder.write("main.yaml", "outrigger: 1\n" + text));
  };
  EXPECT_EQ(error("include: [{file: none.yaml}]"),
            "main.yaml:2: include[0].file: cannot include 'none.yaml': no such file");
  EXPECT_EQ(error("include: [{file: dir}]"),
            "main.yaml:2: include[0].file: cannot include 'dir': is a directory, not a file");
  EXPECT_EQ(error("include: [{file: bad.yaml}]"),
            "bad.yaml:3: bodies.a.mass: -1 is not allowed: must be >= 0 kg (included from "
            "main.yaml:2)");
  EXPECT_EQ(error("include: [{file: good.yaml}, {file: good.yaml}]"),
            "main.yaml:2: include[1]: the name 'a' is used already in good.yaml:2");
  EXPECT_EQ(error("bodies: {a: {kind: point}}\ninclude: [{file: good.yaml}]"),
            "main.yaml:3: include[0]: the name 'a' is used already in main.yaml:2");
  EXPECT_EQ(error("include: [{file: good.yaml, ground: bse}]\nbodies: {base: {kind: point}}"),
            "main.yaml:2: include[0].ground: unknown body 'bse'; did you mean 'base'?");
  EXPECT_EQ(error("include: [{file: good.yaml, prefix: 'a b'}]"),
            "main.yaml:2: include[0].prefix: 'a b' is not the start of a name: must not contain "
            "white space");
  EXPECT_EQ(error("include: [{file: good.yaml, variants: [big]}]"),
            "good.yaml:1: variants: unknown variant 'big'; there is none (included from "
            "main.yaml:2)");
}

TEST(DescriptionInclude, CirclesAreNamed) {
  const TestFolder folder("include_circle");
  const auto main = folder.write("main.yaml", "outrigger: 1\ninclude: [{file: sub/a.yaml}]\n");
  folder.write("sub/a.yaml", "outrigger: 1\ninclude: [{file: b.yaml}]\n");
  folder.write("sub/b.yaml", "outrigger: 1\n\ninclude: [{file: ../sub/a.yaml}]\n");
  EXPECT_EQ(file_error_of(main),
            "sub/b.yaml:3: include[0].file: includes go in a circle: sub/a.yaml -> sub/b.yaml -> "
            "sub/a.yaml (included from sub/a.yaml:2)");
  const auto self = folder.write("self.yaml", "outrigger: 1\ninclude: [{file: self.yaml}]\n");
  EXPECT_EQ(file_error_of(self),
            "self.yaml:2: include[0].file: includes go in a circle: self.yaml -> self.yaml");
}

TEST(DescriptionInclude, DepthAndNumberAreLimited) {
  const TestFolder folder("include_depth");
  for (int i = 0; i < 20; ++i) {
    folder.write("f" + std::to_string(i) + ".yaml",
                 "outrigger: 1\ninclude: [{file: f" + std::to_string(i + 1) + ".yaml}]\n");
  }
  folder.write("f20.yaml", "outrigger: 1\n");
  EXPECT_EQ(file_error_of(folder.path() / "f0.yaml"),
            "f16.yaml:2: include[0].file: files include each other deeper than 16 levels (included "
            "from f15.yaml:2)");
  // Ten levels that include the next one twice each would be 1023 files.
  for (int i = 0; i < 10; ++i) {
    const std::string next = "{file: g" + std::to_string(i + 1) + ".yaml}";
    folder.write("g" + std::to_string(i) + ".yaml",
                 "outrigger: 1\ninclude: [" + next + ", " + next + "]\n");
  }
  folder.write("g10.yaml", "outrigger: 1\n");
  EXPECT_NE(file_error_of(folder.path() / "g0.yaml").find("more than 1000 included files"),
            std::string::npos);
}

TEST(DescriptionInclude, TextMayIncludeFromAGivenFolder) {
  const TestFolder folder("include_text");
  folder.write("good.yaml", "outrigger: 1\nbodies: {a: {kind: point}}\n");
  ReadOptions options;
  options.include_directory = folder.path();
  EXPECT_EQ(read("include: [{file: good.yaml}]", options).bodies.size(), 1u);
}

// --- variants -----------------------------------------------------------------------------------

constexpr const char* kVariants = R"(
title: plain
settings: {step: 0.01, duration: 3}
bodies:
  - {name: a, mass: 1, inertia: [1, 1, 1], centre: [1, 0, 0]}
  - {name: b, kind: point}
variants:
  heavy:
    title: heavy
    settings: {step: 0.02}
    bodies: {a: {mass: 5, centre: null}, c: {kind: point}}
  light: {bodies: {a: {mass: 0.5}}}
  alone: {remove: {bodies: [b]}}
  gone: {bodies: {b: null}}
  empty: {bodies: null, settings: null}
)";

Machine variant(const std::vector<std::string>& names) {
  ReadOptions options;
  options.variants = names;
  return read(kVariants, options);
}

TEST(DescriptionVariants, ChangeAddAndRemove) {
  const Machine heavy = variant({"heavy"});
  EXPECT_EQ(heavy.title, "heavy");
  EXPECT_EQ(heavy.settings.step, 0.02);
  EXPECT_EQ(heavy.settings.duration, 3.0);
  ASSERT_EQ(heavy.bodies.size(), 3u);
  EXPECT_EQ(heavy.bodies[0].mass, 5.0);
  EXPECT_EQ(heavy.bodies[0].inertia(0, 0), 1.0);
  EXPECT_EQ(heavy.bodies[0].centre, Vec3(0, 0, 0));
  EXPECT_EQ(heavy.bodies[2].name, "c");
  EXPECT_EQ(variant({"alone"}).bodies.size(), 1u);
  EXPECT_EQ(variant({"gone"}).bodies.size(), 1u);
  EXPECT_EQ(variant({}).bodies[0].mass, 1.0);
}

TEST(DescriptionVariants, NullRemovesAWholeSection) {
  const Machine empty = variant({"empty"});
  EXPECT_TRUE(empty.bodies.empty());
  EXPECT_EQ(empty.settings.duration, Machine().settings.duration);
}

TEST(DescriptionVariants, ApplyInTheChosenOrder) {
  EXPECT_EQ(variant({"heavy", "light"}).bodies[0].mass, 0.5);
  EXPECT_EQ(variant({"light", "heavy"}).bodies[0].mass, 5.0);
}

TEST(DescriptionVariants, AreListed) {
  EXPECT_EQ(machine_text_variants("outrigger: 1\n" + std::string(kVariants), "m.yaml"),
            (std::vector<std::string>{"heavy", "light", "alone", "gone", "empty"}));
}

TEST(DescriptionVariants, Problems) {
  const std::string base = "outrigger: 1\nbodies: {arm: {kind: point}}\nvariants:\n";
  const auto error = [&](const std::string& text, const std::string& chosen) {
    ReadOptions options;
    if (!chosen.empty()) options.variants = {chosen};
    return error_of(base + text, options);
  };
  EXPECT_EQ(error("  v: {}\n  w: {}\n", "heavi"),
            "m.yaml:3: variants: unknown variant 'heavi'; known: v, w");
  EXPECT_EQ(
      error("  v: {remove: {bodies: [amr]}}\n", "v"),
      "m.yaml:4: variants.v.remove.bodies: nothing to remove: unknown name 'amr'; did you mean "
      "'arm'?");
  EXPECT_EQ(
      error("  v: {bodies: {amr: null}}\n", "v"),
      "m.yaml:4: variants.v.bodies: nothing to remove: unknown name 'amr'; did you mean 'arm'?");
  EXPECT_EQ(error("  v: {tyres: null}\n", "v"),
            "m.yaml:4: variants.v.tyres: nothing to remove: unknown name 'tyres'; known: "
            "outrigger, bodies, variants");
  EXPECT_EQ(
      error("  v: {bodys: {}}\n", ""),
      "m.yaml:4: variants.v: unknown key 'bodys'; did you mean 'bodies'? Allowed: remove, name, "
      "title, gravity, settings, include, bodies, joints, coordinates, drives, springs, stops, "
      "couplings, loads, mounts, ropes, tools, beds, materials, friction, contact_laws, "
      "contact_spheres, "
      "shapes, "
      "contact_pairs, "
      "bounding_groups, tyre_types, tyres, brakes, "
      "drivelines, engine, hydraulics, sensors, visuals, visual_links, cameras, controls, "
      "mirrors, sounds, monitor, seat, "
      "outputs");
  EXPECT_EQ(error("  v: {bodies: {arm: {mass: -1}}}\n", "v"),
            "m.yaml:4: bodies.arm.mass: -1 is not allowed: must be >= 0 kg");
  EXPECT_EQ(
      error("  v: {outrigger: 1}\n", ""),
      "m.yaml:4: variants.v: unknown key 'outrigger'. Allowed: remove, "
      "name, title, gravity, settings, include, bodies, joints, coordinates, drives, springs, "
      "stops, couplings, loads, mounts, ropes, tools, beds, materials, friction, contact_laws, "
      "contact_spheres, "
      "shapes, "
      "contact_pairs, bounding_groups, tyre_types, tyres, "
      "brakes, drivelines, engine, hydraulics, sensors, visuals, visual_links, cameras, controls, "
      "mirrors, sounds, monitor, seat, outputs");
}

}  // namespace
}  // namespace outrigger::description
