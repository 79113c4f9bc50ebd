/// Frames name the bodies whose poses they hold, so that no display draws one body where another is.
#include "display/body_list.h"

#include <gtest/gtest.h>

#include "base/source_tree.h"
#include "description/reader.h"
#include "display/frame_writer.h"
#include "display/scene_builder.h"

namespace outrigger {
namespace {

class BodiesOfFrames : public testing::Test {
 protected:
  description::Body block(const std::string& name, double x) const {
    description::Body b;
    b.name = name;
    b.mass = 10.0;
    b.inertia = Mat3::Identity();
    b.pose.position = {x, 0.0, 50.0};
    return b;
  }
  frames::Frame write() {
    writer.write(world, {}, frame);
    stream.pass_on();
    stream.take(changes);
    return frame;
  }
  float x_of(const frames::Frame& f, std::uint32_t id) const {
    for (std::size_t i = 0; i < f.bodies.size(); ++i)
      if (f.bodies[i] == id) return f.poses[7 * i];
    ADD_FAILURE() << "body " << id << " is not in the frame";
    return 0.0f;
  }

  description::Machine machine =
      description::read_machine_file(source_file("machines/small-crane.yaml"));
  sim::World world{machine};
  sim::SensorSet sensors{display::channel_sensors(machine), world};
  frames::Scene scene = display::make_scene(machine, sensors);
  frames::KeyedStore stream;
  display::FrameWriter writer{scene, sensors, world, &stream};
  frames::Frame frame;
  std::vector<frames::StreamChange> changes;
};

TEST_F(BodiesOfFrames, ThoseOfTheSceneAreNotNamed) {
  const frames::Frame f = write();
  EXPECT_TRUE(f.bodies.empty());
  EXPECT_EQ(f.bodies_version, 0u);
  EXPECT_EQ(f.poses.size(), 7 * scene.bodies.size());
  EXPECT_TRUE(changes.empty());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) EXPECT_EQ(scene.bodies[i].id, i);
}

TEST_F(BodiesOfFrames, ABodyThatComesHasAnIdAShapeAndAPose) {
  write();
  world.add_body(block("stone", 3.0));
  const frames::Frame f = write();
  const auto id = static_cast<std::uint32_t>(scene.bodies.size());
  ASSERT_EQ(f.bodies.size(), scene.bodies.size() + 1);
  EXPECT_GT(f.bodies_version, 0u);
  EXPECT_FLOAT_EQ(x_of(f, id), 3.0f);
  ASSERT_EQ(changes.size(), 1u);
  const auto& body = std::get<frames::SceneBody>(*changes[0].value);
  EXPECT_EQ(body.name, "stone");
  EXPECT_EQ(body.id, id);
  EXPECT_FALSE(body.shapes.empty());
  write();
  EXPECT_TRUE(changes.empty()) << "nothing is sent twice";
  EXPECT_EQ(frame.bodies_version, f.bodies_version);
}

TEST_F(BodiesOfFrames, IdsAreNeverGivenTwice) {
  write();
  const auto first = world.add_body(block("one", 1.0));
  const frames::Frame with_one = write();
  world.remove(first);
  world.add_body(block("two", 2.0));
  const frames::Frame with_two = write();
  EXPECT_NE(with_one.bodies, with_two.bodies);
  EXPECT_NE(with_one.bodies_version, with_two.bodies_version);
  EXPECT_FLOAT_EQ(x_of(with_two, with_one.bodies.back() + 1), 2.0f);
  ASSERT_EQ(changes.size(), 2u) << "one is gone, the other has come";
  EXPECT_EQ(changes[0].value, nullptr);
}

/// Law: after a reset a handle may name another body; displays get it under another id.
TEST_F(BodiesOfFrames, AfterAResetAnotherBodyHasAnotherId) {
  write();
  const sim::Snapshot start = world.save();
  world.add_body(block("one", 1.0));
  const std::uint32_t one = write().bodies.back();
  world.restore(start);
  writer.note_restored();
  world.add_body(block("two", 2.0));  // the handle of "one"
  const frames::Frame f = write();
  EXPECT_GT(f.bodies.back(), one);
  ASSERT_EQ(changes.size(), 2u);
  world.restore(start);
  writer.note_restored();
  const frames::Frame back = write();
  EXPECT_TRUE(back.bodies.empty());
  EXPECT_EQ(back.bodies_version, 0u);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].value, nullptr);
  EXPECT_EQ(stream.entries(), 0u);
}

TEST_F(BodiesOfFrames, ABodyOfTheMachineThatIsGoneIsNotInTheFrame) {
  write();
  world.remove(world.body(machine.bodies.back().name));
  const frames::Frame f = write();
  EXPECT_LT(f.bodies.size(), scene.bodies.size());
  EXPECT_EQ(f.poses.size(), 7 * f.bodies.size());
  for (const std::uint32_t id : f.bodies)
    EXPECT_NE(scene.bodies[id].name, machine.bodies.back().name);
}

}  // namespace
}  // namespace outrigger
