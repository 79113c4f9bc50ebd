/// Four triangles at once must say what one says, bit by bit: contacts of recorded runs depend on it.
#include "contact/near/triangle_lanes.h"

#include "near_helpers.h"

namespace outrigger::contact {
namespace {

using Part = TrianglePoint::Part;

/// The number that TriangleLanes gives to a part.
int number_of(const TrianglePoint& p) {
  return p.part == Part::face     ? TriangleLanes::kFace
         : p.part == Part::vertex ? TriangleLanes::kVertex + p.index
                                  : p.index;
}

/// Anywhere, on a coarse grid (right angles, equal corners), or thin.
Corners test_triangle(Random& random, int i) {
  Corners c;
  for (Vec3& v : c) {
    v = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    if (i % 3 == 0) v = (2.0 * v).array().round() / 2.0;
  }
  if (i % 7 == 0) c[2] = 0.5 * (c[0] + c[1]) + 1e-9 * c[2];
  if (i % 11 == 0) c[2] = c[random.integer(2)];
  return c;
}

TEST(TriangleLanes, GiveTheBitsOfOneTriangle) {
  Random random(61);
  for (int i = 0; i < 20000; ++i) {
    std::array<Corners, 4> t;
    for (Corners& c : t) c = test_triangle(random, static_cast<int>(random.integer(77)));
    Vec3 p(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    if (i % 5 == 0) p = (2.0 * p).array().round() / 2.0;
    const auto corner = [&t](std::size_t k) {
      return gather_lanes(t[0][k], t[1][k], t[2][k], t[3][k]);
    };
    const TriangleLanes lanes(broadcast_lanes(p), corner(0), corner(1), corner(2));
    const TriangleLanes::Nearest nearest = lanes.nearest();
    alignas(32) double x[4], y[4], z[4], part[4];
    store4(x, nearest.point.x);
    store4(y, nearest.point.y);
    store4(z, nearest.point.z);
    store4(part, nearest.part);
    for (std::size_t k = 0; k < 4; ++k) {
      const TrianglePoint one = nearest_on_triangle(p, t[k][0], t[k][1], t[k][2]);
      EXPECT_EQ(static_cast<int>(part[k]), number_of(one)) << i;
      EXPECT_EQ(Vec3(x[k], y[k], z[k]), one.point) << i;
    }
  }
}

}  // namespace
}  // namespace outrigger::contact
