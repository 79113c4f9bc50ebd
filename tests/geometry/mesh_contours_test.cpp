/// Two closed surfaces meet in closed contours, in every position: also where vertices fall on
/// faces, edges on edges and faces on faces.
#include "contact/near/mesh_contours.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"

namespace outrigger::contact {
namespace {

using geometry::BoxTree;
using geometry::Mesh;

struct Tracer {
  MeshPairs pairs;
  MeshContours contours;
  void trace(const MeshShape& a, const MeshShape& b, const Pose& pose) {
    pairs.find(a, b, pose);
    contours.trace(a, b, pairs);
  }
  /// Everything that must hold of contours.
  void check() const {
    std::size_t segments = 0;
    for (const Contour& c : contours.contours()) {
      segments += static_cast<std::size_t>(c.count);
      const auto list = contours.segments(c);
      for (std::size_t i = 0; i + 1 < list.size(); ++i) EXPECT_EQ(list[i].to, list[i + 1].from);
      if (c.closed) {
        EXPECT_EQ(list.back().to, list.front().from);
        EXPECT_GE(c.count, 3);
      }
    }
    EXPECT_EQ(segments, pairs.pairs().size());
    EXPECT_EQ(contours.break_count(), 0);
  }
};

TEST(MeshContours, OfClosedMeshesAreClosedEverywhere) {
  std::vector<Mesh> meshes;
  meshes.push_back(geometry::sample_box({1, 1, 1}));
  meshes.push_back(geometry::sample_icosphere(2, 0.1));
  meshes.push_back(geometry::sample_torus(0.75, 0.25, 16, 8));
  std::vector<BoxTree> trees;
  for (const Mesh& m : meshes) trees.emplace_back(m);
  Random random(5);
  Tracer tracer;
  int contours = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::size_t a = random.bits() % 3, b = random.bits() % 3;
    Pose pose;
    if (i % 2 == 0) {
      pose.rotation = random_rotation(random);
      pose.position = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    } else {
      // Quarter turns and steps of 1/8: corners on faces, edges on edges, faces on faces.
      const auto quarter = [&] {
        return 1.5707963267948966 * static_cast<double>(random.bits() % 4);
      };
      pose.rotation = (Eigen::AngleAxisd(quarter(), Vec3::UnitX()) *
                       Eigen::AngleAxisd(quarter(), Vec3::UnitZ()))
                          .toRotationMatrix();
      pose.rotation = pose.rotation.array().round().matrix();
      const auto eighth = [&] { return 0.125 * (static_cast<double>(random.bits() % 17) - 8.0); };
      pose.position = Vec3(eighth(), eighth(), eighth());
    }
    tracer.trace({&meshes[a], &trees[a]}, {&meshes[b], &trees[b]}, pose);
    ASSERT_EQ(tracer.contours.open_count(), 0) << "pose " << i;
    tracer.check();
    contours += static_cast<int>(tracer.contours.contours().size());
  }
  EXPECT_GT(contours, 15000);
}

TEST(MeshContours, RunWithTheInsideToTheirLeftOnA) {
  // A sphere B from above into a plate A: seen from above, the sphere is to the left.
  const Mesh plate = geometry::sample_box({4, 4, 1});
  const Mesh ball = geometry::sample_icosphere(3);
  const BoxTree plate_tree(plate), ball_tree(ball);
  Tracer tracer;
  Pose pose;
  pose.position = Vec3(0.3, 0.2, 1.2);  // surface of the plate at z = 0.5, ball down to z = 0.2
  tracer.trace({&plate, &plate_tree}, {&ball, &ball_tree}, pose);
  ASSERT_EQ(tracer.contours.contours().size(), 1u);
  tracer.check();
  double twice_area = 0.0;
  for (const ContourSegment& s : tracer.contours.segments()) {
    const Vec3 x = s.from - pose.position, y = s.to - pose.position;
    EXPECT_NEAR(s.from.z(), 0.5, 1e-14);
    twice_area += x.x() * y.y() - x.y() * y.x();
  }
  // A circle of radius² = 1 - 0.7² on the sphere; the mesh lies inside.
  EXPECT_NEAR(0.5 * twice_area, 3.14159 * 0.51, 0.03);
}

TEST(MeshContours, BordersOpenThem) {
  const Mesh sheet = geometry::sample_terrain(4, 0.5);
  const Mesh ball = geometry::sample_icosphere(3);
  const BoxTree sheet_tree(sheet), ball_tree(ball);
  Tracer tracer;
  Pose pose;
  pose.position = Vec3(1.0, 0.0, 0.1);  // over the edge of the sheet
  tracer.trace({&sheet, &sheet_tree}, {&ball, &ball_tree}, pose);
  ASSERT_EQ(tracer.contours.contours().size(), 1u);
  EXPECT_EQ(tracer.contours.open_count(), 1);
  tracer.check();
  tracer.trace({&ball, &ball_tree}, {&sheet, &sheet_tree},
               {pose.local_point(Vec3::Zero()), Mat3::Identity()});
  EXPECT_EQ(tracer.contours.open_count(), 1);
}

}  // namespace
}  // namespace outrigger::contact
