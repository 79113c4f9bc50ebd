/// The core curves of tubes: nearest points must be those that dense sampling finds, and two chain
/// links must touch exactly where their curves come nearest.
#include "contact/near/core_curve.h"

#include "contact/near/link_pairs.h"
#include "near_helpers.h"

namespace outrigger::contact {
namespace {

/// A point of a piece by a parameter in [0, 1].
Vec3 point_at(const CorePiece& piece, double s) {
  if (piece.kind == CorePiece::Kind::segment) return piece.a + s * (piece.b - piece.a);
  const double angle = piece.kind == CorePiece::Kind::circle ? 2.0 * M_PI * s : M_PI * (s - 0.5);
  return piece.centre + piece.ring * (std::cos(angle) * piece.u + std::sin(angle) * piece.v);
}

/// Least distance of a piece from something, by samples and the golden section about the best ones.
template <class Distance>
double slow_distance(const CorePiece& piece, int samples, Distance&& distance) {
  std::vector<double> f;
  for (int k = 0; k <= samples; ++k) f.push_back(distance(point_at(piece, double(k) / samples)));
  const double least = *std::min_element(f.begin(), f.end());
  double best = least;
  for (int k = 0; k <= samples; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const bool local = (k == 0 || f[i] <= f[i - 1]) && (k == samples || f[i] <= f[i + 1]);
    if (!local || f[i] > least + 0.1 * piece.ring + 1e-3) continue;
    const double low = std::max(0, k - 1) / double(samples);
    const double high = std::min(samples, k + 1) / double(samples);
    best = std::min(best, slow_minimum([&](double t) {
                      return distance(point_at(piece, low + t * (high - low)));
                    }));
  }
  return best;
}

CorePiece random_piece(Random& random, int i, double scale) {
  const Pose pose = test_pose(random, i, 1.0);
  const double r = scale * test_size(random);
  const int kind = static_cast<int>(random.integer(3));
  if (kind == 0) return tube_of(Torus{r, 0.1}, pose).pieces[0];
  if (kind == 1) return tube_of(HalfTorus{r, 0.1}, pose).pieces[0];
  return tube_of(Capsule{0.1, r}, pose).pieces[0];
}

TEST(CoreCurve, NearestPointsAgreeWithSamples) {
  Random random(21);
  double worst = 0.0;
  for (int i = 0; i < 20000; ++i) {
    const CorePiece a = random_piece(random, i, test_scale(random, i));
    const CorePiece b = random_piece(random, i + i % 2, 1.0);
    const NearPoints near = nearest_of_pieces(a, b);
    const double found = (near.on_first - near.on_second).norm();
    bool end = false;
    EXPECT_LT((nearest_on_piece(a, near.on_first, end) - near.on_first).norm(), 1e-14);
    EXPECT_LT((nearest_on_piece(b, near.on_second, end) - near.on_second).norm(), 1e-14);
    const double slow = slow_distance(
        a, 48, [&](const Vec3& p) { return (p - nearest_on_piece(b, p, end)).norm(); });
    EXPECT_LT(found, slow + 1e-7) << i << " kinds " << int(a.kind) << int(b.kind);
    EXPECT_GT(found, slow - 1e-7) << i << " kinds " << int(a.kind) << int(b.kind);
    worst = std::max(worst, found - slow);
    const NearPoints back = nearest_of_pieces(b, a);
    EXPECT_NEAR((back.on_first - back.on_second).norm(), found, 1e-9) << i;
  }
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(CoreCurve, SegmentsInTheRingsPlane) {
  // Tangent lines, chords, lines through the axis and along it: where the pair of minima meets.
  const CorePiece ring = tube_of(Torus{1.0, 0.1}, Pose{}).pieces[0];
  for (const double y : {0.0, 1e-9, 0.1, 0.9, 0.99, 0.999999, 1.0, 1.000001, 1.1, 2.0}) {
    std::array<NearPoints, 6> found;
    const int count = near_points(ring, {-5, y, 0}, {5, y, 0}, found);
    double least = INFINITY;
    for (int k = 0; k < count; ++k) {
      const auto& n = found[static_cast<std::size_t>(k)];
      least = std::min(least, (n.on_first - n.on_second).norm());
    }
    EXPECT_NEAR(least, std::max(0.0, y - 1.0), 1e-10) << y;
  }
  std::array<NearPoints, 6> found;
  ASSERT_GT(near_points(ring, {0, 0, -1}, {0, 0, 3}, found), 0);
  EXPECT_NEAR((found[0].on_first - found[0].on_second).norm(), 1.0, 1e-15);
}

TEST(LinkPairs, DepthIsThatOfTheNearestPointsOfTheCurves) {
  Random random(22);
  int touching = 0, several = 0;
  double worst = 0.0;
  for (int i = 0; i < 10000; ++i) {
    const double scale = test_scale(random, i);
    const auto link = [&](double s) {
      return ChainLink{i % 5 == 0 ? 0.0 : s * test_size(random), s * (0.3 + random.uniform()),
                       s * 0.2, i % 2 == 0 ? 0.0 : s * 0.15};
    };
    const ChainLink a = link(scale), b = link(1.0);
    Pose pa = test_pose(random, i, 1.0), pb = test_pose(random, i + 1, 1.0);
    if (i % 4 == 0) {  // interlocked: the next link of a chain, turned by a quarter, under tension
      pb.rotation = pa.rotation * Eigen::AngleAxisd(M_PI / 2, Vec3::UnitX()).toRotationMatrix();
      const double shift = a.half_length + a.ring + b.half_length + b.ring - a.tube - b.tube;
      pb.position = pa.point({shift + 0.05 * random.uniform(-1, 1), 0, 0});
    }
    Contacts ab, ba;
    contact_link_link(a, pa, b, pb, ab);
    contact_link_link(b, pb, a, pa, ba);
    const Tube ta = tube_of(a, pa), tb = tube_of(b, pb);
    double slow = -INFINITY;
    bool end = false;
    for (const CorePiece& p : ta.all()) {
      for (const CorePiece& q : tb.all()) {
        const double d = slow_distance(
            p, 32, [&](const Vec3& x) { return (x - nearest_on_piece(q, x, end)).norm(); });
        slow = std::max(slow, p.radius + q.radius - d);
      }
    }
    slow = std::max(slow, 0.0);
    worst = std::max(worst, std::abs(deepest(ab) - slow));
    EXPECT_NEAR(deepest(ab), slow, 1e-7) << i;
    EXPECT_NEAR(deepest(ba), deepest(ab), 1e-9) << i;
    expect_consistent(ab, 3.0);
    touching += !ab.empty();
    several += ab.size() > 1;
    expect_rigid(pa, pb, 1e3, random, [&](const Pose& x, const Pose& y, Contacts& out) {
      contact_link_link(a, x, b, y, out);
    });
  }
  EXPECT_GT(touching, 2500);
  EXPECT_GT(several, 100);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(LinkPairs, InterlockedUnderTension) {
  // Two links of 19 mm wire pulled apart touch where the arcs cross, at one place.
  const ChainLink link{0.020, 0.0245, 0.0095, 0.0};
  const Pose pa{};
  const double shift = 2.0 * (link.half_length + link.ring) - 2.0 * link.tube + 1e-4;
  const Pose pb{{shift, 0, 0}, Eigen::AngleAxisd(M_PI / 2, Vec3::UnitX()).toRotationMatrix()};
  Contacts found;
  contact_link_link(link, pa, link, pb, found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].depth, 1e-4, 1e-15);
  EXPECT_LT((found[0].normal - Vec3::UnitX()).norm(), 1e-9);  // B pulls A towards +x
}

// Crowns of wire d on the radius R = 1.3 d carry on one place until they are twisted by
// 90° - 2 asin √(d/2R) = 13.34°, and on two beyond, which mirror each other. As stiff as one where they are born.
TEST(LinkPairs, TwistedCrownsTouchOnBothSides) {
  const double d = 0.062;
  const ChainLink link{1.2 * d, 1.3 * d, 0.5 * d, 0.0};
  const auto touch = [&](double twist_deg) {
    const double shift = 2.0 * (link.half_length + link.ring) - d + 1e-4;
    const double angle = (90.0 - twist_deg) * M_PI / 180.0;
    const Pose pb{{shift, 0, 0}, Eigen::AngleAxisd(angle, Vec3::UnitX()).toRotationMatrix()};
    Contacts found;
    contact_link_link(link, Pose{}, link, pb, found);
    return found;
  };
  for (const double twist : {0.0, 6.0, -12.0, 13.0}) {
    const Contacts found = touch(twist);
    ASSERT_EQ(found.size(), 1u) << twist;
    EXPECT_EQ(found[0].share, 1.0);
    EXPECT_NEAR(found[0].depth, 1e-4, 1e-12);
  }
  for (const double twist : {15.0, -18.0, 20.0, 25.0, -30.0}) {
    const Contacts found = touch(twist);
    ASSERT_EQ(found.size(), 2u) << twist;
    EXPECT_NEAR(found[0].depth, found[1].depth, 1e-9);
    EXPECT_GT(found[0].depth, 1e-4);
    EXPECT_NEAR(found[0].on_a.x(), found[1].on_a.x(), 1e-7);
    EXPECT_NEAR(found[0].normal.x(), found[1].normal.x(), 1e-6);
    EXPECT_NEAR(found[0].share, found[1].share, 1e-6);
    EXPECT_GE(found[0].share, 0.5);
    EXPECT_LE(found[0].share, 1.0);
    if (std::abs(twist) < 16.0) {
      EXPECT_LT(found[0].share, 0.7);
    }
  }
}

}  // namespace
}  // namespace outrigger::contact
