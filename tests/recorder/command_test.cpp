/// Law: a command is all that it says. Its text holds every field to the bit, what is no command is refused
/// with a sentence that names the place, and executing the read command does what the written one does.
#include "sim/command.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/command_fields.h"
#include "sim/world.h"

namespace outrigger::sim {
namespace {

description::Body every_field_body() {
  description::Body b;
  b.name = "büchse \"quoted\"\n";
  b.kind = description::Body::Kind::rigid;
  b.mass = 1.0 / 3.0;
  b.centre = Vec3(0.1, 0.2, 0.3);
  b.inertia << 1.1, 0.01, 0.02, 0.01, 1.2, 0.03, 0.02, 0.03, 1.3;
  b.pose = {Vec3(1e-300, -2.5, 1e10 / 7.0),
            Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix()};
  b.pose_given = b.pose_exact = true;
  b.velocity = Vec3(0.1, 0.2, -0.3);
  b.angular_velocity = Vec3(3.0, 2.0, 1.0);
  b.points = {{"tip", Vec3(0, 0, 0.1)}, {"heel", Vec3(1, 0, 0.1)}};
  b.basis = description::BodyBasis::four_points;
  b.penalty_scale = 2.5;
  return b;
}

description::Function every_field_function(const char* formula) {
  description::Function f;
  f.kind = description::Function::Kind::formula;
  f.value = 0.7;
  f.table = {{0.0, 0.1}, {1.0, 1.0 / 7.0}};
  f.formula = formula;
  f.input = "lever";
  f.relative = true;
  return f;
}

std::vector<Command> every_command() {
  using namespace description;
  Joint joint;
  joint.name = "pin";
  joint.type = JointType::universal;
  joint.body_a = "x";
  joint.body_b = "y";
  joint.point_a = Vec3(1, 2, 3);
  joint.point_b = Vec3(4, 5, 6);
  joint.axis_a = Vec3(0, 1, 0);
  joint.axis_b = Vec3(1, 0, 0.1);
  joint.zero_a = Vec3(0, 0, 1);
  joint.zero_b = Vec3(0, 0, 2);
  joint.length = 0.3;
  joint.allowable = {10.0, 20.0, true};
  joint.penalty_scale = 3.0;
  Load load;
  load.name = "wind";
  load.body = "b";
  load.point = Vec3(0.1, 0, 0);
  load.torque = load.follows_body = true;
  load.x = every_field_function("sin(t)");
  load.y.value = 4.0;
  load.z = every_field_function("t");
  Mount mount{"m", {}, "b", Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(1, 2, 3), Vec3(4, 5, 6)};
  Spring spring;
  spring.name = "s";
  spring.coordinate = "d";
  spring.free = 0.2;
  spring.free_as_assembled = true;
  spring.spring = every_field_function("x");
  spring.damper = every_field_function("2*x");
  spring.force.value = 5.0;
  spring.factor = every_field_function("t");
  Coordinate distance;
  distance.name = "d";
  distance.kind = Coordinate::Kind::distance;
  distance.joint = "j";
  distance.body_a = "a";
  distance.body_b = "b";
  distance.point_a = Vec3(1, 1, 1);
  distance.point_b = Vec3(2, 2, 2);
  distance.initial = 0.25;
  distance.initial_speed = 0.125;
  distance.unknown = true;
  const PartRef body{PartKind::body, "b", (model::PartId{3} << 32) | 7},
      by_name{PartKind::body, "c"};
  model::BodyForce force;
  force.force = Vec3(1, 2, 3);
  force.torque = Vec3(4, 5, 6);
  force.stiffness << 1, 2, 3, 4, 5, 6, 7, 8, 9;
  force.damping = 2.0 * force.stiffness;
  force.place = Vec3(0.1, 0.2, 0.3);
  force.velocity = Vec3(0.4, 0.5, 0.6);
  const model::CoordinateForce along{1.5, 2.5, 3.5, 4.5, 5.5};
  return {SetInputs{{0.1, -1.0 / 3.0}},
          Reset{},
          Restore{true, std::string("\0\xff\x10", 3)},
          FindEquilibrium{},
          AddBody{every_field_body()},
          AddJoint{joint, body, by_name},
          AddJoint{joint, std::nullopt, body},
          AddLoad{load, body},
          AddMount{mount, body},
          AddSpring{spring, distance, body, by_name},
          AddSpring{spring, distance, std::nullopt, by_name},
          AddBodyForce{"push", body, Vec3(1, 2, 3), force},
          AddCoordinateForce{"pull", {PartKind::coordinate, "d"}, along},
          SetForces{{{7, force}}, {{8, along}}},
          RemovePart{{PartKind::body_force, "push"}},
          BreakJoint{{PartKind::joint, "pin"}},
          EditGround{"raise 1 2"},
          PlaceSoil{"sand", 120.5, 3.0, -4.0, 0.7, 2.5}};
}

/// Counts the members that the list of fields names.
struct CountFields {
  int count = 0;
  template <class T>
  void operator()(const char*, const T&) {
    ++count;
  }
  void bytes(const char*, const std::string&) { ++count; }
};

template <class T>
int fields_of(const T& value) {
  CountFields count;
  list_fields(value, count);
  return count.count;
}

TEST(Command, EveryKindIsTried) {
  std::set<std::size_t> tried;
  for (const Command& c : every_command()) tried.insert(c.index());
  EXPECT_EQ(tried.size(), std::variant_size_v<Command>);
}

// A member that somebody adds to a description does not compile here until it is in the list of fields.
TEST(Command, NoMemberOfADescriptionIsLeftOut) {
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = description::Body{};
    EXPECT_EQ(fields_of(description::Body{}), 14 - 1);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = description::Joint{};
    EXPECT_EQ(fields_of(description::Joint{}), 14 - 1);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f] = description::Function{};
    EXPECT_EQ(fields_of(description::Function{}), 6);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j, k] = description::Coordinate{};
    EXPECT_EQ(fields_of(description::Coordinate{}), 11 - 1);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i] = description::Spring{};
    EXPECT_EQ(fields_of(description::Spring{}), 9 - 1);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i] = description::Load{};
    EXPECT_EQ(fields_of(description::Load{}), 9 - 1);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g] = description::Mount{};
    EXPECT_EQ(fields_of(description::Mount{}), 7 - 1);
  }
  {
    [[maybe_unused]] const auto& [a, b, c] = description::AllowableLoad{};
    EXPECT_EQ(fields_of(description::AllowableLoad{}), 3);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f] = model::BodyForce{};
    EXPECT_EQ(fields_of(model::BodyForce{}), 6);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e] = model::CoordinateForce{};
    EXPECT_EQ(fields_of(model::CoordinateForce{}), 5);
  }
}

TEST(Command, EveryKindComesBackFromItsText) {
  for (const Command& c : every_command()) {
    const std::string text = to_text(c);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    const Command back = command_from_text(text);
    EXPECT_EQ(back.index(), c.index());
    EXPECT_EQ(to_text(back), text);
    EXPECT_NE(text.find(fmt::format("\"do\":\"{}\"", word(c))), std::string::npos);
    EXPECT_FALSE(sentence(c).empty());
  }
  // To the bit, spot by spot.
  const Command back = command_from_text(to_text(AddBody{every_field_body()}));
  const auto& body = std::get<AddBody>(back).body;
  const description::Body wanted = every_field_body();
  EXPECT_EQ(body.name, wanted.name);
  EXPECT_EQ(body.mass, wanted.mass);
  EXPECT_EQ(body.pose.position, wanted.pose.position);
  EXPECT_EQ(body.pose.rotation, wanted.pose.rotation);
  EXPECT_EQ(body.inertia, wanted.inertia);
  EXPECT_EQ(body.velocity, wanted.velocity);
  EXPECT_EQ(body.points[1].position, wanted.points[1].position);
  EXPECT_EQ(body.basis, wanted.basis);
  EXPECT_TRUE(body.pose_exact);
  const Command restored = command_from_text(to_text(Restore{false, std::string("\0\xff\x10", 3)}));
  EXPECT_EQ(std::get<Restore>(restored).bytes, std::string("\0\xff\x10", 3));
}

TEST(Command, WhatIsNoCommandIsRefusedWithASentence) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      command_from_text(text);
    } catch (const Error& e) {
      return e.what();
    }
    return "nothing";
  };
  EXPECT_EQ(refusal("no"), "a command is not a line of JSON");
  EXPECT_EQ(refusal("{}"), "a command needs a key 'do' with its word");
  EXPECT_EQ(refusal(R"({"do":3})"), "a command needs a key 'do' with its word");
  EXPECT_TRUE(
      refusal(R"({"do":"dance"})").starts_with("there is no command 'dance'; commands are: "));
  EXPECT_EQ(refusal(R"({"do":"add_body","body":3})"), "add_body: body: expected an object of JSON");
  EXPECT_EQ(refusal(R"({"do":"add_body","body":{"mass":"3"}})"),
            "add_body: body: mass: expected a number");
  EXPECT_TRUE(refusal(R"({"do":"add_body","body":{"masss":3}})")
                  .starts_with("add_body: body: there is no key 'masss'; keys are: name, kind, "));
  EXPECT_EQ(refusal(R"({"do":"add_body","body":{"pose":{"rotation":[1,2]}}})"),
            "add_body: body: pose: rotation: expected a list of 9 numbers");
  EXPECT_EQ(refusal(R"({"do":"add_body","body":{"kind":"soft"}})"),
            "add_body: body: kind: there is no 'soft' here");
  EXPECT_EQ(refusal(R"({"do":"remove","part":["wheel","x"]})"),
            "remove: part: there is no kind of part named 'wheel'");
  EXPECT_EQ(refusal(R"({"do":"remove","part":["body",""]})"),
            "remove: part: a part needs a name or an id");
  EXPECT_EQ(refusal(R"({"do":"remove","part":["body","x",-1]})"),
            "remove: part: expected the number of a part");
  EXPECT_EQ(refusal(R"({"do":"restore","state":"0g"})"),
            "restore: state: expected pairs of hexadecimal digits");
  EXPECT_EQ(refusal(R"({"do":"inputs","values":[1e999]})"), "a command is not a line of JSON");
  EXPECT_EQ(refusal(std::string(100'000, '[')), "a command has lists more than 8 deep");
}

TEST(Command, WhatCannotBeDoneChangesNothing) {
  World world(description::read_machine_file(source_file("machines/small-crane.yaml")));
  for (int i = 0; i < 20; ++i) world.step();
  const std::uint64_t before = world.hash();
  const auto refusal = [&](const Command& c) -> std::string {
    try {
      world.execute(c);
    } catch (const Error& e) {
      return e.what();
    }
    return "nothing";
  };
  EXPECT_EQ(refusal(RemovePart{{PartKind::body, "nobody"}}), "there is no body named 'nobody'");
  EXPECT_EQ(refusal(SetInputs{{}}),
            fmt::format("there are {} inputs, not 0", world.input_names().size()));
  EXPECT_EQ(refusal(RemovePart{{PartKind::body, "x", 12345}}),
            "this body handle names nothing: the body was removed or never existed");
  PartRef other = world.ref(world.bodies().front());
  const std::string name = other.name;
  other.name = "other";
  EXPECT_EQ(refusal(RemovePart{other}),
            "the body that is meant is named '" + name + "' here, not 'other'");
  description::Load load;
  load.name = "l";
  EXPECT_EQ(refusal(AddLoad{load, {PartKind::joint, "x"}}),
            "a body is meant here, not the joint 'x'");
  description::Body heavy = every_field_body();
  heavy.mass = -3.0;
  EXPECT_NE(refusal(AddBody{heavy}).find("mass: -3 is not allowed"), std::string::npos);
  EXPECT_NE(refusal(Restore{false, "nothing"}).find("a saved state is damaged"), std::string::npos);
  EXPECT_EQ(world.hash(), before);
  // A joint that cannot close uses no id up: the next part has the one it would have had.
  World twin(description::read_machine_file(source_file("machines/small-crane.yaml")));
  for (int i = 0; i < 20; ++i) twin.step();
  description::Joint far;
  far.name = "far";
  far.type = description::JointType::fixed;
  far.point_a = Vec3(1e6, 0, 0);
  const auto bodies = world.bodies();
  EXPECT_THROW(world.add_joint(far, bodies[0], bodies[0]), Error);
  EXPECT_EQ(world.add_body(every_field_body()), twin.add_body(every_field_body()));
  EXPECT_EQ(world.hash(), twin.hash());
}

// By names alone, as a person or a script writes them.
TEST(Command, TextsOfPeopleAreExecuted) {
  World world(description::read_machine_file(source_file("machines/small-crane.yaml")));
  const std::size_t bodies = world.bodies().size();
  world.execute(command_from_text(
      R"({"do":"add_body","body":{"name":"box","mass":5,"inertia":[1,0,0,0,1,0,0,0,1],
          "pose":{"position":[9,0,9]},"pose_given":true}})"));
  EXPECT_EQ(world.bodies().size(), bodies + 1);
  world.execute(command_from_text(
      R"({"do":"add_joint","joint":{"name":"hook","type":"spherical","point_a":[9,0,9]},"b":["body","box"]})"));
  for (int i = 0; i < 100; ++i) world.step();
  EXPECT_LT((world.pose(world.body("box")).position - Vec3(9, 0, 9)).norm(), 1e-6);
  world.take_events();
  world.execute(command_from_text(R"({"do":"break_joint","joint":["joint","hook"]})"));
  const auto events = world.take_events();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, Event::Kind::joint_broken);
  EXPECT_EQ(events[0].parts, (std::vector<EventPart>{{"joint", "hook"}}));
  ASSERT_TRUE(events[0].place);
  EXPECT_LT((*events[0].place - Vec3(9, 0, 9)).norm(), 1e-6);
  for (int i = 0; i < 100; ++i) world.step();
  EXPECT_LT(world.pose(world.body("box")).position.z(), 8.99);
  world.reset();
  EXPECT_EQ(world.bodies().size(), bodies);
  EXPECT_EQ(world.step_count(), 0);
}

TEST(Event, ComesBackFromItsText) {
  Event e{.kind = Event::Kind::contact_begin,
          .step = 12,
          .time = 0.1,
          .parts = {{"shape", "ball"}, {"shape", "flo\"or"}},
          .value = 1.0 / 3.0,
          .unit = "m/s",
          .place = Vec3(0.1, 0.2, 0.3),
          .text = "t = 0.1 s: bang"};
  EXPECT_EQ(event_from_text(to_text(e)), e);
  e.place.reset();
  EXPECT_EQ(event_from_text(to_text(e)), e);
  EXPECT_EQ(e.name(), "ball/flo\"or");
  for (int i = 0; i < Event::kKinds; ++i) {
    const auto kind = static_cast<Event::Kind>(i);
    EXPECT_EQ(event_kind(to_string(kind)), kind);
  }
  EXPECT_FALSE(event_kind("party"));
  EXPECT_THROW(event_from_text("{}"), Error);
  EXPECT_THROW(event_from_text("[[[[[[]]]]]]"), Error);
}

}  // namespace
}  // namespace outrigger::sim
