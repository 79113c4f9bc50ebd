/// A start that nobody can have meant is said, with body, place, height of the ground and what to do; one
/// that is meant is not.
#include <gtest/gtest.h>

#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/world.h"
#include "unit/description_support.h"

namespace outrigger::sim {
namespace {

description::Machine ball_at(const std::string& place, const std::string& shapes) {
  return description::read(
      "bodies: {ball: {mass: 10, inertia: {xx: 1, yy: 1, zz: 1}, pose: "
      "{position: " +
      place + "}}}\n" + shapes);
}
const char* const kBall = "shapes: {ball: {body: ball, sphere: 0.3, material: steel}}\n";
const char* const kSphere =
    "contact_spheres: {ball: {body: ball, centre: [0, 0, 0], radius: 0.3, material: steel}}\n";

std::vector<std::string> notes_of(const description::Machine& machine, bool on_site = false) {
  WorldOptions options;
  if (on_site) options.site = description::read_site_file(source_file("sites/worksite.yaml"));
  const World world(machine, options);
  std::vector<std::string> texts;
  for (const Event& e : world.events()) texts.push_back(e.text);
  return texts;
}
using Texts = std::vector<std::string>;

TEST(StartNotes, AShapeWhollyBelowTheGroundFalls) {
  EXPECT_EQ(notes_of(ball_at("[0, 0, -3]", kBall)),
            Texts{"t = 0.0000 s: body 'ball' starts at (0.00, 0.00, -3.00), wholly below the "
                  "ground, which is 0.00 m high there, so that its shapes do not find it and fall; "
                  "lift it by 3.30 m or move its start"});
  EXPECT_EQ(notes_of(ball_at("[103, 26, 1]", kBall), true),
            Texts{"t = 0.0000 s: body 'ball' starts at (103.00, 26.00, 1.00), wholly below the "
                  "ground, which is 4.00 m high there, so that its shapes do not find it and fall; "
                  "lift it by 3.30 m or move its start"});
}

TEST(StartNotes, AShapeBeyondTheSiteFalls) {
  EXPECT_EQ(notes_of(ball_at("[500, 3, 1]", kBall), true),
            Texts{"t = 0.0000 s: body 'ball' starts at (500.00, 3.00, 1.00), beyond the ground of "
                  "the site (x 0 to 120 m, y 0 to 90 m), where shapes find none and fall; move its "
                  "start"});
  EXPECT_EQ(notes_of(ball_at("[500, 3, 1]", kSphere), true),
            Texts{"t = 0.0000 s: contact sphere 'ball' of body 'ball' starts at (500.00, 3.00, "
                  "1.00), beyond the ground of the site (x 0 to 120 m, y 0 to 90 m), which goes on "
                  "there as high as its edge, 0.00 m; move its start"});
}

TEST(StartNotes, ASphereInsideTheGroundIsPushedOut) {
  EXPECT_EQ(notes_of(ball_at("[0, 0, -3]", kSphere)),
            Texts{"t = 0.0000 s: contact sphere 'ball' of body 'ball' at (0.00, 0.00, -3.00) is "
                  "3.30 m inside the ground, which is 0.00 m high there, and is pushed out; lift "
                  "the machine or move its start"});
}

// Touching, a little inside, far above, or without anything that touches: all may be meant.
TEST(StartNotes, WhatMayBeMeantIsNotSaid) {
  for (const char* place : {"[0, 0, 5]", "[0, 0, 0.3]", "[0, 0, 0.29]", "[0, 0, -0.2]"})
    EXPECT_EQ(notes_of(ball_at(place, kBall)), Texts{}) << place;
  EXPECT_EQ(notes_of(ball_at("[0, 0, -3]", "")), Texts{});
  // In a pit with a floor of its own.
  EXPECT_EQ(
      notes_of(ball_at("[0, 0, -3]",
                       "shapes:\n  ball: {body: ball, sphere: 0.3, material: steel}\n  floor: "
                       "{body: ground, box: [4, 4, 0.2], at: [0, 0, -3.5], material: "
                       "steel}\n")),
      Texts{});
}

// A machine under the ground is one mistake.
TEST(StartNotes, AMachineUnderTheGroundIsToldOnce) {
  description::Machine m = description::read_machine_file(source_file("machines/excavator.yaml"));
  EXPECT_EQ(notes_of(m), Texts{});
  description::place_machine(m, Vec3(0, 0, -5.0), 0.0);
  const Texts notes = notes_of(m);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("inside the ground, which is 0.00 m high there, and is pushed out, and "),
            std::string::npos)
      << notes[0];
  EXPECT_NE(notes[0].find(" more parts of it; lift the machine or move its start"),
            std::string::npos);
}

}  // namespace
}  // namespace outrigger::sim
