/// Soil survives the wire: containers, loads, and what falls.
#include <gtest/gtest.h>

#include "frames/frame.h"
#include "frames/scene.h"
#include "network/wire.h"
#include "outrigger.pb.h"

namespace outrigger::network {
namespace {

wire::ServerMessage parse_soil(const std::string& bytes) {
  wire::ServerMessage message;
  EXPECT_TRUE(message.ParseFromString(bytes));
  return message;
}

std::vector<float> as_vector(const google::protobuf::RepeatedField<float>& field) {
  return {field.begin(), field.end()};
}

frames::Container some_bucket() {
  frames::Container c;
  c.name = "bucket";
  c.body = 4;
  c.kind = frames::Container::Kind::bucket;
  c.profile = {1.27f, 0.0f, 0.66f, 0.75f, 0.16f, -0.02f};
  c.width = 1.14f;
  c.slices = 8;
  return c;
}

frames::Container some_bed() {
  frames::Container c;
  c.name = "truck bed";
  c.body = 17;
  c.kind = frames::Container::Kind::bed;
  c.x_min = -2.5f, c.x_max = 2.0f, c.y_min = -1.25f, c.y_max = 1.5f;
  c.floor = 0.75f;
  c.columns = 45, c.rows = 27;
  return c;
}

TEST(SoilWire, ContainersKeepEveryFieldAndTheirOrder) {
  frames::Scene scene;
  scene.containers = {some_bed(), some_bucket()};
  const wire::Scene s = parse_soil(encode(scene)).scene();
  ASSERT_EQ(s.containers_size(), 2);
  const wire::Container& bed = s.containers(0);
  EXPECT_EQ(bed.name(), "truck bed");
  EXPECT_EQ(bed.body(), 17u);
  EXPECT_EQ(bed.kind(), wire::Container::BED);
  EXPECT_EQ(bed.x_min(), -2.5f);
  EXPECT_EQ(bed.x_max(), 2.0f);
  EXPECT_EQ(bed.y_min(), -1.25f);
  EXPECT_EQ(bed.y_max(), 1.5f);
  EXPECT_EQ(bed.floor(), 0.75f);
  EXPECT_EQ(bed.columns(), 45u);
  EXPECT_EQ(bed.rows(), 27u);
  EXPECT_EQ(bed.profile_size(), 0);
  const wire::Container& bucket = s.containers(1);
  EXPECT_EQ(bucket.name(), "bucket");
  EXPECT_EQ(bucket.body(), 4u);
  EXPECT_EQ(bucket.kind(), wire::Container::BUCKET);
  EXPECT_EQ(as_vector(bucket.profile()), some_bucket().profile);
  EXPECT_EQ(bucket.width(), 1.14f);
  EXPECT_EQ(bucket.slices(), 8u);
  EXPECT_EQ(bucket.columns(), 0u);
}

TEST(SoilWire, KindsHaveTheSameNumbers) {
  EXPECT_EQ(static_cast<int>(frames::Container::Kind::bucket), wire::Container::BUCKET);
  EXPECT_EQ(static_cast<int>(frames::Container::Kind::bed), wire::Container::BED);
}

TEST(SoilWire, LoadsKeepEveryFieldAndTheirOrder) {
  frames::Frame frame;
  frame.loads.resize(2);
  frame.loads[0].mass = 1523.5;
  frame.loads[0].volume = 0.9375;
  frame.loads[0].surface = 3;
  frame.loads[0].tilt = -0.5f;
  frame.loads[0].slope = 0.25f;
  frame.loads[0].tangent = 0.75f;
  frame.loads[0].levels = {0.5f, -0.25f, 0.125f};
  const wire::Frame f = parse_soil(encode(frame, 1)).frame();
  ASSERT_EQ(f.loads_size(), 2);
  EXPECT_EQ(f.loads(0).mass(), 1523.5f);
  EXPECT_EQ(f.loads(0).volume(), 0.9375f);
  EXPECT_EQ(f.loads(0).surface(), 3u);
  EXPECT_EQ(f.loads(0).tilt(), -0.5f);
  EXPECT_EQ(f.loads(0).slope(), 0.25f);
  EXPECT_EQ(f.loads(0).tangent(), 0.75f);
  EXPECT_EQ(as_vector(f.loads(0).levels()), frame.loads[0].levels);
  // Nothing in it: still there, so that the next one keeps its place.
  EXPECT_EQ(f.loads(1).mass(), 0.0f);
  EXPECT_EQ(f.loads(1).levels_size(), 0);
}

TEST(SoilWire, FallingSoilComesAsItIs) {
  frames::Frame frame;
  frame.falling = {1.0f, 2.0f, 3.0f, 40.0f, 2.0f, -1.0f, 0.5f, 0.25f, 8.0f, 0.0f};
  EXPECT_EQ(as_vector(parse_soil(encode(frame, 0)).frame().falling()), frame.falling);
}

/// A viewer has room for 256 parcels and reads five numbers for each: it never gets more, nor half a parcel.
TEST(SoilWire, FallingSoilIsWholeParcelsAndBounded) {
  frames::Frame frame;
  frame.falling.assign(frames::kFallingNumbers * 2 + 3, 1.0f);
  EXPECT_EQ(parse_soil(encode(frame, 0)).frame().falling_size(), 10);
  frame.falling.resize(frames::kFallingNumbers * (frames::kMostFalling + 7));
  for (std::size_t i = 0; i < frame.falling.size(); ++i) frame.falling[i] = static_cast<float>(i);
  const wire::Frame f = parse_soil(encode(frame, 0)).frame();
  ASSERT_EQ(f.falling_size(), 1280);
  EXPECT_EQ(f.falling(1279), 1279.0f) << "the oldest come first and stay";
  frame.falling.clear();
  EXPECT_EQ(parse_soil(encode(frame, 0)).frame().falling_size(), 0);
}

TEST(SoilWire, AMachineWithoutSoilSendsNothingOfIt) {
  const frames::Scene scene;
  const frames::Frame frame;
  EXPECT_EQ(parse_soil(encode(scene)).scene().containers_size(), 0);
  EXPECT_EQ(parse_soil(encode(frame, 0)).frame().loads_size(), 0);
}

}  // namespace
}  // namespace outrigger::network
