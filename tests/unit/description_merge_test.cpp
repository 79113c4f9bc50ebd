/// YAML merge keys: `<<: *base` fills in what a map lacks. Own keys win, then the first map of a list.
#include <gtest/gtest.h>

#include "unit/description_support.h"

namespace outrigger::description {
namespace {

TEST(MergeKeys, FillInWhatAMapLacks) {
  const Machine m = read(
      "bodies:\n"
      "  a: &link {mass: 2, inertia: [1, 1, 1], centre: [0, 0, 1]}\n"
      "  b: {<<: *link, mass: 5}\n"
      "  c: {mass: 7, <<: [*link, {centre: [9, 9, 9], penalty_scale: 2}]}\n");
  ASSERT_EQ(m.bodies.size(), 3u);
  EXPECT_EQ(m.bodies[1].mass, 5.0);
  EXPECT_EQ(m.bodies[1].centre, Vec3(0, 0, 1));
  EXPECT_EQ(m.bodies[2].mass, 7.0);
  EXPECT_EQ(m.bodies[2].centre, Vec3(0, 0, 1));
  EXPECT_EQ(m.bodies[2].penalty_scale, 2.0);
}

TEST(MergeKeys, OfMergedMaps) {
  const Machine m = read(
      "bodies:\n"
      "  a: &a {mass: 2, inertia: [1, 1, 1]}\n"
      "  b: &b {<<: *a, centre: [0, 0, 1]}\n"
      "  c: {<<: *b}\n");
  EXPECT_EQ(m.bodies[2].mass, 2.0);
  EXPECT_EQ(m.bodies[2].centre, Vec3(0, 0, 1));
}

TEST(MergeKeys, TakeMapsOnly) {
  const std::string error =
      error_of("outrigger: 1\nbodies:\n  a: {<<: 5, mass: 2, inertia: [1, 1, 1]}\n");
  EXPECT_NE(error.find("m.yaml:3: the merge key << takes a map, or a list of maps"),
            std::string::npos)
      << error;
}

}  // namespace
}  // namespace outrigger::description
