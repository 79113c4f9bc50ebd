/// What is written is read again as the same machine, bit for bit: whole files, and every kind of part
/// with every field set. A field that the writer forgets, or rounds, makes two machines differ here.
#include "description/writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"

namespace outrigger {
namespace {

using namespace description;

std::vector<std::filesystem::path> bundled_machines() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_file("machines")))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

Machine read_again(const Machine& machine, const std::filesystem::path& file) {
  ReadOptions options;
  options.include_directory = file.parent_path();
  return read_machine_text(machine_text(machine, {file.string(), {}}), file.string(), options);
}

template <class List>
void expect_same(const List& a, const List& b, std::string_view section, const std::string& where) {
  ASSERT_EQ(a.size(), b.size()) << where << ": " << section;
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(a[i] == b[i]) << where << ": " << section << "." << a[i].name << "\n"
                              << part_text(a[i]) << "\n"
                              << part_text(b[i]);
}

void expect_same(const Machine& a, const Machine& b, const std::string& where) {
  for_each_part_kind(
      [&](const auto& kind) { expect_same(a.*kind.list, b.*kind.list, kind.section, where); });
  EXPECT_TRUE(a == b) << where;
}

TEST(Writer, BundledMachinesAreReadAgainAsTheyWere) {
  for (const auto& file : bundled_machines()) {
    for (std::vector<std::string> variants :
         {std::vector<std::string>{}, machine_file_variants(file)}) {
      if (variants.size() > 1) variants.resize(1);
      ReadOptions options;
      options.variants = variants;
      Machine machine = read_machine_file(file, options);
      machine.seat.variants.clear();  // a written file has none
      expect_same(machine, read_again(machine, file), file.filename().string());
    }
  }
}

Function table() {
  Function f;
  f.kind = Function::Kind::table;
  f.table = {{-1.0, 0.1}, {0.3, 1.0 / 3.0}, {2.0, -5.0}};
  return f;
}
Function formula(const char* text) {
  Function f;
  f.kind = Function::Kind::formula;
  f.formula = text;
  return f;
}
Function input(const char* name, bool lever = false) {
  Function f;
  f.kind = Function::Kind::input;
  f.input = name;
  f.relative = lever;
  return f;
}
Function line(double slope) {
  Function f;
  f.kind = Function::Kind::linear;
  f.value = slope;
  return f;
}
Function constant(double value) {
  Function f;
  f.value = value;
  return f;
}
/// A rotation that no quaternion gives again with every bit.
Mat3 odd_rotation() {
  return (Eigen::AngleAxisd(0.1, Vec3::UnitX()) * Eigen::AngleAxisd(0.2, Vec3::UnitY()) *
          Eigen::AngleAxisd(-2.3, Vec3::UnitZ()))
      .toRotationMatrix();
}
const Vec3 kOdd(0.1, -1.0 / 3.0, 1e-17);

Body full_body() {
  Body b;
  b.name = "böom-1";
  b.mass = 1.0 / 3.0;
  b.centre = kOdd;
  b.inertia << 2.0, 0.1, 0.2, 0.1, 3.0, 0.3, 0.2, 0.3, 4.0;
  b.pose = {kOdd, odd_rotation()};
  b.pose_given = b.pose_exact = true;
  b.velocity = kOdd;
  b.angular_velocity = -kOdd;
  b.points = {{"tip", kOdd}, {"on", Vec3(0, -0.0, 0)}};
  b.basis = BodyBasis::four_points;
  b.penalty_scale = 0.7;
  return b;
}
Body particle() {
  Body b;
  b.name = "dot";
  b.kind = Body::Kind::point;
  b.velocity = kOdd;
  return b;
}
Joint full_joint(JointType type) {
  Joint j;
  j.name = "12";
  j.type = type;
  j.body_a = "yes";
  j.body_b = "b";
  j.point_a = kOdd;
  j.point_b = -kOdd;
  if (type != JointType::distance) {
    j.axis_a = Vec3(0.0, -0.0, -1.0);
    j.axis_b = kOdd;
    j.zero_a = Vec3::UnitX();
    j.zero_b = Vec3::UnitY();
  } else {
    j.length = 2.5;
  }
  j.allowable = {10.0, 20.0, true};
  j.penalty_scale = 3.0;
  return j;
}

template <class Part>
void expect_kept(const Part& part) {
  const std::string text = part_text(part);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const Part again = part_from_text<Part>(text);
  EXPECT_TRUE(again == part) << text << "\n" << part_text(again);
  EXPECT_EQ(part_text(again), text);
}

TEST(Writer, BodiesJointsAndCoordinatesAloneKeepEveryBit) {
  expect_kept(full_body());
  expect_kept(particle());
  Body crooked = full_body();
  crooked.inertia(0, 1) = std::nextafter(crooked.inertia(0, 1), 1.0);  // as sums of shapes are
  expect_kept(crooked);
  Body plain = full_body();
  plain.inertia = Vec3(1.0, 2.0, 2.5).asDiagonal();
  plain.pose_given = plain.pose_exact = false;
  plain.pose = {};
  expect_kept(plain);
  for (const JointType type :
       {JointType::revolute, JointType::prismatic, JointType::cylindrical, JointType::spherical,
        JointType::universal, JointType::planar, JointType::fixed, JointType::point_on_plane,
        JointType::point_on_line, JointType::distance})
    expect_kept(full_joint(type));

  Coordinate distance;
  distance.name = "reach";
  distance.kind = Coordinate::Kind::distance;
  distance.body_a = "a";
  distance.body_b = kGround;
  distance.point_a = kOdd;
  distance.point_b = -kOdd;
  distance.initial = 1.0 / 3.0;
  distance.initial_speed = -0.1;
  distance.unknown = true;
  expect_kept(distance);
  Coordinate angle;
  angle.name = "hinge.twist";
  angle.kind = Coordinate::Kind::twist;
  angle.joint = "hinge";
  angle.initial = -1.0 / 3.0;
  expect_kept(angle);
  angle.name = "another";
  expect_kept(angle);
}

TEST(Writer, ForcesAloneKeepEveryBit) {
  for (const Function& function :
       {input("lever", true), formula("0.1*sin(t)"), table(), constant(0.25)}) {
    Drive d;
    d.name = "drive";
    d.coordinate = "hinge.angle";
    d.quantity = Drive::Quantity::speed;
    d.function = function;
    d.force_max = 1.0 / 3.0, d.force_min = -7.0, d.speed_max = 0.1, d.speed_min = -0.2;
    d.acceleration_max = 0.3, d.response_time = 0.07, d.lower = 0.0, d.upper = 2.0;
    expect_kept(d);
    d.quantity = Drive::Quantity::position;
    expect_kept(d);
  }

  Spring s;
  s.name = "spring";
  s.coordinate = "reach";
  s.free = 1.0 / 3.0;
  s.spring = line(1e5);
  s.damper = line(3.0);
  s.force = formula("2*t");
  expect_kept(s);
  s.spring = table();
  s.damper = formula("x^3");
  s.factor = input("pressure");
  s.free = 0.0;
  s.free_as_assembled = true;
  expect_kept(s);
  s.spring = line(1.0);
  expect_kept(s);  // a stiffness that follows an input
  s.spring = line(-2.0);
  s.factor.reset();
  s.damper = {};
  s.force = {};
  expect_kept(s);
  s.spring = {};
  s.force = input("push");
  expect_kept(s);

  Stop stop;
  stop.name = "stop";
  stop.coordinate = "reach";
  stop.lower = -0.0;
  stop.upper = 0.1;
  stop.stiffness = 1e7;
  stop.damping = 0.3;
  expect_kept(stop);

  Coupling c;
  c.name = "gear";
  c.coordinate_a = "a.angle";
  c.coordinate_b = "b.angle";
  c.function = line(-1.0 / 3.0);
  c.offset = 0.1;
  expect_kept(c);
  c.function = table();
  c.offset = 0.0;
  c.offset_as_assembled = true;
  expect_kept(c);

  Load l;
  l.name = "load";
  l.body = "b";
  l.point = kOdd;
  l.follows_body = true;
  l.x = constant(1.0 / 3.0), l.y = input("side"), l.z = formula("exp(-t)");
  expect_kept(l);
  l.torque = true;
  l.point.setZero();
  expect_kept(l);

  Rope r;
  r.name = "rope";
  r.points = {{kGround, kOdd}, {"a", Vec3::Zero()}, {"b", -kOdd}};
  r.length = 1.0 / 3.0;
  r.stiffness = 1e5, r.damping = 0.1, r.length_min = 0.2;
  r.winding = input("winch");
  expect_kept(r);
  r.stiffness = 0.0, r.axial_stiffness = 4e6;
  r.length.reset();
  r.winding = constant(-0.0);
  expect_kept(r);

  Mount m;
  m.name = "mount";
  m.body = "b";
  m.point = kOdd;
  m.anchor = -kOdd;
  m.stiffness = Vec3(1.0, 0.0, 1.0 / 3.0);
  m.damping = Vec3(0.0, 0.1, 0.0);
  expect_kept(m);
}

TEST(Writer, ContactsAloneKeepEveryBit) {
  expect_kept(Material{"steel", {}, 2.1e11, 0.29, 0.31});
  expect_kept(FrictionPair{"pair", {}, "a", "b", 1.0 / 3.0, 0.3});
  ContactLaw law;
  law.name = "law";
  law.material_a = "a", law.material_b = "b";
  law.normal = ContactLaw::Normal::flores;
  law.stiffness = 1e7, law.exponent = 1.3, law.restitution = 0.2, law.radius = 0.01;
  law.friction = ContactLaw::Friction::stribeck;
  law.viscous = 0.1, law.stribeck_speed = 0.02, law.slip_speed = 0.03, law.bristle_steps = 3.0;
  law.spin_radius = 0.004, law.rolling_arm = 0.005;
  law.layer_stiffness = 1e9, law.layer_damping = 0.6, law.transition_depth = 0.001;
  expect_kept(law);
  law.normal = ContactLaw::Normal::ramped_kelvin_voigt;
  law.restitution.reset();
  law.damping = 12.0, law.ramp_depth = 0.002;
  law.patch = ContactLaw::Patch::plane;
  expect_kept(law);
  expect_kept(ContactSphere{"s", {}, "b", kOdd, 1.0 / 3.0, "steel", "foot"});

  using K = ContactShape::Kind;
  for (const K kind : {K::sphere, K::box, K::capsule, K::cylinder, K::ellipsoid, K::torus,
                       K::chain_link, K::plane, K::mesh}) {
    ContactShape s;
    s.name = "shape";
    s.body = kind == K::plane ? kGround : "b";
    s.kind = kind;
    s.pose = {kOdd, odd_rotation()};
    s.material = "steel";
    s.group = "group";
    if (kind == K::box || kind == K::ellipsoid) s.size = Vec3(0.1, 0.2, 1.0 / 3.0);
    if (kind == K::sphere || kind == K::capsule || kind == K::cylinder) s.radius = 1.0 / 3.0;
    if (kind == K::capsule || kind == K::cylinder) s.length = 0.7;
    if (kind == K::torus) s.radius = 0.5, s.tube = 0.1, s.half = true;
    if (kind == K::chain_link) s.radius = 0.035, s.tube = 0.0125, s.length = 0.1, s.stud = 0.01;
    if (kind == K::mesh) {
      s.file = "parts/hook.obj";
      s.unit = 0.001;
      s.up = ContactShape::UpAxis::y;
      s.hull_faces = 40;
      s.face_materials = {{"0", "steel"}};
    }
    expect_kept(s);
  }
  expect_kept(ContactPair{"p", {}, "a", "b", false});
  expect_kept(BoundingGroup{"g", {}, {"a", "b"}});
}

TEST(Writer, WheelsAndPowerAloneKeepEveryBit) {
  TyreType type;
  type.name = "type";
  type.radius = 0.6, type.width = 0.4, type.stiffness = 3e5, type.damping = 100.0;
  type.bump_deflection = 0.1, type.bump_stiffness = 1e6, type.nominal_load = 2e4;
  type.load_min = -0.5, type.load_max = 0.7, type.reference_friction = 0.9, type.trail = 0.03;
  type.longitudinal = {0.81, 0.01, 11.0, 0.1, 1.6, 0.2, 0.3, 0.16, 0.31};
  type.lateral = {0.82, 0.02, 12.0, 0.2, 1.7, 0.3, 0.4, 0.17, 0.32};
  expect_kept(type);
  expect_kept(Tyre{"tyre", {}, "wheel", kOdd, Vec3(0.0, 1.0, 0.1), "type"});
  expect_kept(Brake{"brake", {}, "wheel.angle", "pedal", 1.0 / 3.0, 0.1});
  Driveline d;
  d.name = "travel";
  d.coordinates = {"a.angle", "b.angle"};
  d.radius = 0.6, d.power = 1e5, d.input = "pedal", d.range_input = "range";
  d.interlock_input = "lock", d.acceleration_max = 0.7;
  d.ranges = {{"slow", 1.0 / 3.0, 1e4, 1e3}, {"fast", 7.0, 9e3, 0.0}};
  expect_kept(d);

  Machine machine;
  machine.engine.name = "engine";
  machine.engine.inertia = 2.0;
  for (const double rpm : {800.0, 1234.5, 2000.0})
    machine.engine.torque_table.emplace_back(2.0 * 3.14159265358979323846 / 60.0 * rpm, rpm / 3.0);
  machine.engine.friction_torque = 12.0, machine.engine.droop = 0.08;
  machine.engine.rated_speed = machine.engine.torque_table[1].first;
  machine.engine.settings = {machine.engine.rated_speed};
  machine.engine.auxiliary_power = 10.0, machine.engine.input = "throttle";
  machine.engine.stop_input = "stop", machine.engine.stall_ratio = 0.8;
  Body body = particle();
  body.mass = 1.0;
  machine.bodies = {body};
  const Machine again = read_machine_text(machine_text(machine), "engine.yaml");
  EXPECT_TRUE(again.engine == machine.engine) << machine_text(again);
}

TEST(Writer, WhatIsMeasuredDrawnAndHeldKeepsEveryBit) {
  Sensor s;
  s.name = "depth";
  s.kind = Sensor::Kind::depth;
  s.target = "bucket";
  s.point = kOdd, s.from = "cab", s.from_point = -kOdd;
  s.label = "a: \"label\"", s.shown_unit = "km/h", s.reader = Sensor::Reader::operators;
  expect_kept(s);
  VisualShape v;
  v.name = "v";
  v.body = "b";
  v.kind = VisualShape::Kind::prism;
  v.pose = {kOdd, odd_rotation()};
  v.length = 0.4;
  v.profile = {{0.0, 0.0}, {1.0, 1.0 / 3.0}, {0.0, 1.0}};
  v.colour = Vec3(0.1, 0.2, 0.3), v.opacity = 0.5;
  v.edge = 0.01, v.corner = 1.0 / 3.0;
  v.motions = {{"lift", Vec3(0.6, -0.8, 0.0), kOdd, 1.0 / 3.0},
               {"turn", Vec3::UnitZ(), -kOdd, -2.0}};
  v.beam = VisualBeam{Vec3(0.0, 0.6, -0.8), 0.7, 1.0 / 3.0};
  expect_kept(v);
  VisualShape shape;
  shape.name = "shape";
  shape.body = "b";
  shape.pose = {kOdd, odd_rotation()};
  shape.kind = VisualShape::Kind::tube, shape.radius = 0.1, shape.corner = 0.3;
  shape.path = {{0.0, 1.0, 1.0 / 3.0}, {1.0, 0.0, 2.0}};
  expect_kept(shape);
  shape.kind = VisualShape::Kind::plate, shape.radius = 0.0, shape.path.clear();
  shape.profile = {{0.0, 1.0 / 3.0}, {1.0, 2.0}}, shape.thickness = 0.02, shape.length = 0.5;
  expect_kept(shape);
  shape.kind = VisualShape::Kind::loft, shape.profile.clear();
  shape.thickness = shape.length = shape.corner = 0.0;
  shape.sections = {{0.0, 0.1, 1.0 / 3.0, 1.0, 1.0}, {2.0, 0.0, 0.0, 0.5, 0.5}};
  expect_kept(shape);
  shape.kind = VisualShape::Kind::tyre, shape.sections.clear();
  shape.radius = 0.5, shape.length = 0.3, shape.rim = 0.25, shape.tread = "lugs";
  expect_kept(shape);
  shape.kind = VisualShape::Kind::label, shape.radius = shape.rim = 0.0, shape.tread.clear();
  shape.text = "230 W: \"no\"", shape.length = 0.1;
  expect_kept(shape);
  VisualLink l;
  l.name = "l";
  l.kind = VisualLink::Kind::bar;
  l.body_a = "a", l.body_b = "b", l.point_a = kOdd, l.point_b = -kOdd;
  l.barrel_radius = 0.1, l.rod_radius = 0.2, l.width = 0.3, l.depth = 0.4,
  l.colour = Vec3(0.3, 0.2, 0.1);
  expect_kept(l);
  expect_kept(Camera{"eye", {}, "cab", kOdd, Vec3(0.6, -0.8, 0.0), 1.1});
  expect_kept(Mirror{"left", {}, "cab", kOdd, Vec3(0.6, -0.8, 0.0), 0.25, 0.4, 1.5, 0.2, "rear"});
  expect_kept(Sound{"engine",
                    {},
                    Sound::Kind::engine,
                    "cab",
                    kOdd,
                    {Signal::Source::sensor, "speed", 1.0, 1.0 / 3.0, true},
                    {Signal::Source::input, "boom", -1.0, 2.0, false},
                    31.7,
                    3.0,
                    95.0});
  expect_kept(Instrument{"lamp",
                         {},
                         Instrument::Kind::lamp,
                         "Lamp",
                         {Signal::Source::sensor, "speed", 5.0, 2.0, false},
                         -1.0,
                         7.0,
                         true});
  Control c;
  c.name = "lever";
  c.kind = Control::Kind::choice;
  c.label = "Lever no. 1", c.positive = "up", c.negative = "down", c.key_positive = "KeyI";
  c.key_negative = "KeyK", c.stick = "left_x", c.stick_reversed = true;
  c.choices = {"slow", "yes"}, c.initial = 1.0;
  c.dead_zone = 0.1, c.exponent = 1.5, c.rate_limit = 3.0;
  expect_kept(c);
}

// Names are plain where no reader could take them for something else, and in quotes elsewhere.
TEST(Writer, TextsAreQuotedWhereTheyMustBe) {
  Machine m;
  m.name = "on";
  m.title = "a title: with # and \"quotes\" and back\\slash";
  Body b = particle();
  for (const char* name : {"12", "1e3", "null", "-", "a,b", "a{b", "ü", "#x", "~", "'"}) {
    b.name = name;
    m.bodies.push_back(b);
  }
  const Machine again = read_machine_text(machine_text(m), "names.yaml");
  EXPECT_TRUE(again == m) << machine_text(m);
}

TEST(Writer, PartsThatCannotBeReadSaySo) {
  const auto problem_of = [](const char* text) -> std::string {
    try {
      body_from_text(text);
    } catch (const Error& e) {
      return e.what();
    }
    return "none";
  };
  EXPECT_EQ(problem_of("{name: b, mass: -1, inertia: [1, 1, 1]}"),
            "body:1: b.mass: -1 is not allowed: must be > 0 kg");
  EXPECT_NE(problem_of("{mass: 1"), "none");
  EXPECT_NE(problem_of("{mass: 1, inertia: [1, 1, 1]}"), "none");
  EXPECT_NE(problem_of("[]"), "none");
}

TEST(Writer, CoordinatesUnderTheNameOfAnotherJointAreRefused) {
  EXPECT_THROW(coordinate_from_text("{name: a.angle, kind: angle, joint: b}"), Error);
  EXPECT_THROW(coordinate_from_text("{name: a.b, kind: angle, joint: a}"), Error);
}

TEST(Writer, MachinesThatNoFileCanSayAreRefused) {
  Machine m;
  m.bodies = {particle()};
  m.bodies[0].name = "two words";
  EXPECT_THROW(checked_machine_text(m), Error);
  m.bodies[0].name = "word";
  EXPECT_NO_THROW(checked_machine_text(m));
  m.title = "a\x01";
  EXPECT_THROW(checked_machine_text(m), Error);
}

}  // namespace
}  // namespace outrigger
