/// Ground that is changed: the nearest point against a search over fine samples, continuity, tiles that
/// are copied before they are written, and states that come back with the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/random.h"
#include "terrain/ground.h"

namespace outrigger::terrain {
namespace {

description::Site wavy_site() {
  description::Site site;
  site.name = "test";
  description::Surface grass, road;
  grass.name = "grass";
  grass.material = "soil";
  road.name = "road";
  road.material = "asphalt";
  site.surfaces = {grass, road};
  site.ground.height_field = true;
  site.ground.cell = 0.5;
  site.ground.x_max = site.ground.y_max = 10.0;
  for (int r = 0; r <= 20; ++r)
    for (int c = 0; c <= 20; ++c)
      site.ground.heights.push_back(0.4 * std::sin(0.45 * c + 0.3) * std::cos(0.35 * r));
  return site;
}

GroundEdit edit(const std::string& text) { return ground_edit_from_text(text); }

/// Distance from samples of the surface and of its vertical faces, 4 mm apart, near p: never less than
/// the true one.
constexpr double kSpacing = 0.004;
double sampled_distance(const Ground& ground, const Vec3& p, double reach) {
  double best = 1e300;
  const int n = static_cast<int>(reach / kSpacing) + 2;
  const auto at = [](int i) { return kSpacing * (i + 0.5); };
  const int ci = static_cast<int>(std::floor(p.x() / kSpacing)),
            cj = static_cast<int>(std::floor(p.y() / kSpacing));
  const auto offer = [&](double x, double y, double z) {
    best = std::min(best, (p - Vec3(x, y, z)).squaredNorm());
  };
  const auto fill = [&](double x, double y, double from, double to) {
    for (double z = std::min(from, to) + 1e-4; z < std::max(from, to) - 1e-4; z += kSpacing)
      offer(x, y, z);
  };
  constexpr double kBeside = 1e-7;
  for (int j = cj - n; j <= cj + n; ++j)
    for (int i = ci - n; i <= ci + n; ++i) {
      offer(at(i), at(j), ground.height(at(i), at(j)));
      // Faces are on the lines of the cells of 0.1 m.
      if (const double x = kSpacing * i; i % 25 == 0)
        fill(x, at(j), ground.height(x - kBeside, at(j)), ground.height(x + kBeside, at(j)));
      if (const double y = kSpacing * j; j % 25 == 0)
        fill(at(i), y, ground.height(at(i), y - kBeside), ground.height(at(i), y + kBeside));
    }
  return std::sqrt(best);
}

/// How far a point is above or below what is there of the surface, a vertical face included.
double off_surface(const Ground& ground, const Vec3& p) {
  constexpr double kBeside = 1e-8;
  double low = 1e300, high = -1e300;
  for (const double x : {p.x() - kBeside, p.x() + kBeside})
    for (const double y : {p.y() - kBeside, p.y() + kBeside}) {
      low = std::min(low, ground.height(x, y));
      high = std::max(high, ground.height(x, y));
    }
  return std::max({0.0, low - p.z(), p.z() - high});
}

double distance(const Ground& ground, const Vec3& p) {
  const GroundPoint g = ground.nearest(p);
  return g.normal.dot(p - g.point);
}

/// Random edits of all kinds within [2, 8]².
void disturb(Ground& ground, Random& random, int edits) {
  for (int k = 0; k < edits; ++k) {
    const double x = random.uniform(2.5, 7.0), y = random.uniform(2.5, 7.0);
    const double value = random.uniform(-0.6, 0.6);
    GroundEdit e;
    const int kind = static_cast<int>(random.uniform(0.0, 6.0));
    e.area = kind % 2 == 0 ? GroundEdit::Area::rectangle : GroundEdit::Area::circle;
    e.rectangle = {x - 0.4, x + random.uniform(0.0, 0.9), y - 0.4, y + random.uniform(0.0, 0.9)};
    e.centre = {x, y};
    e.radius = random.uniform(0.15, 0.6);
    e.operation = kind < 2   ? GroundEdit::Operation::raise
                  : kind < 4 ? GroundEdit::Operation::level
                             : GroundEdit::Operation::plane;
    e.value = value;
    e.slope_x = random.uniform(-0.5, 0.5);
    e.bank = random.uniform(0.0, 1.0) < 0.5 ? 0.0 : random.uniform(0.1, 1.5);
    if (random.uniform(0.0, 1.0) < 0.3) e.surface = "road";
    if (e.surface == "road" && ground.surfaces().size() < 2) e.surface.clear();
    ground.edit(e);
  }
}

// Law: no sample of the surface is nearer than the nearest point, and that is on the surface; the normal
// has length one and points out of the ground.
TEST(GroundChange, NearestPointIsThatOfASearch) {
  for (const bool field : {false, true}) {
    Random random(field ? 7 : 3);
    for (int round = 0; round < 4; ++round) {
      Ground ground = field ? Ground(wavy_site()) : Ground();
      disturb(ground, random, 2 + 3 * round);
      for (int k = 0; k < 100; ++k) {
        const double x = random.uniform(2.0, 8.0), y = random.uniform(2.0, 8.0);
        const Vec3 p(x, y, ground.height(x, y) + random.uniform(-0.3, 0.7));
        const GroundPoint g = ground.nearest(p);
        const double d = (p - g.point).norm();
        const double searched = sampled_distance(ground, p, std::min(0.8, d + 0.02));
        EXPECT_LE(d, searched + 2e-6) << "round " << round << " at " << p.transpose();
        EXPECT_LT(off_surface(ground, g.point), 1e-6) << p.transpose();
        EXPECT_NEAR(g.normal.norm(), 1.0, 1e-12);
        EXPECT_NEAR(std::abs(g.normal.dot(p - g.point)), d, 1e-6);
        EXPECT_EQ(g.normal.dot(p - g.point) >= -1e-12, p.z() >= ground.height(x, y));
      }
    }
  }
}

// Law: where one foot is nearest, the normal is the gradient of the distance.
TEST(GroundChange, NormalIsTheGradientOfTheDistance) {
  Random random(11);
  Ground ground(wavy_site());
  disturb(ground, random, 8);
  int smooth = 0;
  for (int k = 0; k < 400; ++k) {
    const double x = random.uniform(2.0, 8.0), y = random.uniform(2.0, 8.0);
    const Vec3 p(x, y, ground.height(x, y) + random.uniform(0.05, 0.6));
    constexpr double kStep = 1e-5;
    Vec3 gradient, one_sided;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 step = kStep * Vec3::Unit(axis);
      gradient[axis] = (distance(ground, p + step) - distance(ground, p - step)) / (2.0 * kStep);
      one_sided[axis] = (distance(ground, p + step) - distance(ground, p)) / kStep;
    }
    // Between two feet the distance has a kink.
    if ((gradient - one_sided).norm() > 1e-2) continue;
    ++smooth;
    EXPECT_LT((ground.nearest(p).normal - gradient).norm(), 2e-3) << p.transpose();
  }
  EXPECT_GT(smooth, 300);
}

// Law: height and slope go on across the borders of tiles and to the base, whatever was edited.
TEST(GroundChange, ContinuousAcrossTilesAndToTheBase) {
  Ground ground(wavy_site());
  ground.edit(edit("{circle: [4.8, 4.8, 1.0], raise: 0.4, bank: 2}"));
  const double tile = GroundTile::kCells * ground.fine_cell();
  constexpr double kNear = 1e-7;
  for (int line = 1; line * tile < 10.0; ++line)
    for (double along = 0.05; along < 9.95; along += 0.037)
      for (const bool x_line : {false, true}) {
        const auto height = [&](double off) {
          return x_line ? ground.height(line * tile + off, along)
                        : ground.height(along, line * tile + off);
        };
        const double before = (height(-kNear) - height(-2.0 * kNear)) / kNear;
        const double after = (height(2.0 * kNear) - height(kNear)) / kNear;
        EXPECT_NEAR(height(-kNear), height(kNear), 1e-5);
        EXPECT_NEAR(before, after, 1e-3) << line << " " << along;
      }
}

// Law: unchanged cells of a tile are the base, and beyond the tiles all bits are.
TEST(GroundChange, UnchangedGroundIsTheBase) {
  Ground ground(wavy_site());
  const Ground base(wavy_site());
  ground.edit(edit("{rectangle: [4, 4.4, 4, 4.4], lower: 0.3}"));
  ASSERT_TRUE(ground.is_changed());
  for (double x = 0.03; x < 10.0; x += 0.111)
    for (double y = 0.03; y < 10.0; y += 0.107) {
      if (x > 3.9 && x < 4.5 && y > 3.9 && y < 4.5) continue;
      EXPECT_NEAR(ground.height(x, y), base.height(x, y), 1e-12);
      if (x > 8.5) {
        EXPECT_EQ(ground.height(x, y), base.height(x, y));
      }
    }
  EXPECT_NEAR(ground.height(4.2, 4.2), base.height(4.2, 4.2) - 0.3, 1e-12);
  const Vec3 far(9.5, 9.5, 0.5);
  EXPECT_EQ(ground.nearest(far).point, base.nearest(far).point);
}

// Law: heights along a wall stay between the heights beside it, with a bank as steep as one cell too.
TEST(GroundChange, WallsDoNotOvershoot) {
  Ground ground;
  ground.edit(edit("{rectangle: [1, 3, 1, 3], level: -0.8, bank: 0.05}"));
  ground.edit(edit("{rectangle: [5, 7, 1, 3], level: 0.5}"));
  for (double x = 0.0; x < 8.0; x += 0.0137) {
    EXPECT_LE(ground.height(x, 2.0), 0.5 + 1e-12);
    EXPECT_GE(ground.height(x, 2.0), -0.8 - 1e-12);
  }
  EXPECT_NEAR(ground.height(2.0, 2.0), -0.8, 1e-12);
}

// Law: a sphere meets a vertical step at the exact distance, at the wall, over its edge and in its corner.
TEST(GroundChange, VerticalFace) {
  Ground ground;
  ground.edit(edit("{rectangle: [1, 4, -2, 2], raise: 0.3}"));
  GroundPoint g = ground.nearest({0.85, 0.013, 0.2});
  EXPECT_NEAR((g.point - Vec3(1.0, 0.013, 0.2)).norm(), 0.0, 1e-9);
  EXPECT_NEAR((g.normal - Vec3(-1, 0, 0)).norm(), 0.0, 1e-12);
  g = ground.nearest({0.7, 0.0, 0.7});  // the edge
  EXPECT_NEAR((g.point - Vec3(1.0, 0.0, 0.3)).norm(), 0.0, 1e-9);
  EXPECT_NEAR((g.normal - Vec3(-0.6, 0, 0.8)).norm(), 0.0, 1e-9);
  g = ground.nearest({1.1, 0.0, 0.1});  // inside the step: out by the wall
  EXPECT_NEAR((g.normal - Vec3(-1, 0, 0)).norm(), 0.0, 1e-12);
  EXPECT_NEAR(g.normal.dot(Vec3(1.1, 0.0, 0.1) - g.point), -0.1, 1e-9);
}

TEST(GroundChange, WallOneCellWideStandsAndIsFelt) {
  Ground ground;
  ground.edit(edit("{rectangle: [1, 1.1, -1, 1], raise: 0.5}"));
  EXPECT_NEAR(ground.height(1.05, 0.0), 0.5, 1e-12);
  EXPECT_NEAR(distance(ground, {0.9, 0.0, 0.25}), 0.1, 1e-9);
  EXPECT_NEAR(distance(ground, {1.2, 0.0, 0.25}), 0.1, 1e-9);
  EXPECT_NEAR(distance(ground, {1.05, 0.0, 0.75}), 0.25, 1e-9);
}

// Law: true only where the sphere is clear.
TEST(GroundChange, ClearMeansClear) {
  Random random(5);
  Ground ground(wavy_site());
  disturb(ground, random, 6);
  int clear = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 p(random.uniform(1.0, 9.0), random.uniform(1.0, 9.0), random.uniform(-1.0, 2.0));
    const double radius = random.uniform(0.05, 0.9);
    if (!ground.clear(p, radius)) continue;
    ++clear;
    EXPECT_GT(distance(ground, p), radius);
  }
  EXPECT_GT(clear, 100);
}

// Law: an edit does not change states taken before it; tiles that it leaves alone are still shared and
// keep their versions; going back gives the same bits and new versions where something changes.
TEST(GroundChange, TilesAreCopiedBeforeTheyAreWritten) {
  Ground ground;
  ground.edit(edit("{rectangle: [0, 1, 0, 1], lower: 0.3}"));
  ground.edit(edit("{rectangle: [40, 41, 40, 41], lower: 0.3}"));
  const GroundState before = ground.state();
  const std::uint64_t hash = ground.state_hash();
  EXPECT_EQ(before.hash(), hash);
  std::vector<std::uint64_t> versions;
  for (const auto& t : before.tiles) versions.push_back(ground.tile_version(t.place));
  const double pit = ground.height(0.5, 0.5), other = ground.height(40.5, 40.5);
  ground.edit(edit("{rectangle: [0, 1, 0, 1], lower: 0.3}"));
  EXPECT_EQ(ground.height(0.5, 0.5), pit - 0.3);
  EXPECT_NE(ground.state_hash(), hash);
  const GroundState after = ground.state();
  ASSERT_EQ(before.tiles.size(), after.tiles.size());
  int shared = 0, same_version = 0;
  for (std::size_t i = 0; i < before.tiles.size(); ++i) {
    shared += before.tiles[i].tile == after.tiles[i].tile ? 1 : 0;
    const bool kept = ground.tile_version(before.tiles[i].place) == versions[i];
    same_version += kept ? 1 : 0;
    EXPECT_EQ(kept, before.tiles[i].tile == after.tiles[i].tile);
  }
  EXPECT_GE(shared, 9);
  EXPECT_LT(same_version, static_cast<int>(versions.size()));
  ground.restore(before);
  EXPECT_EQ(ground.state_hash(), hash);
  EXPECT_EQ(ground.height(0.5, 0.5), pit);
  EXPECT_EQ(ground.height(40.5, 40.5), other);
  ground.restore({});
  EXPECT_EQ(ground.height(0.5, 0.5), 0.0);
  EXPECT_EQ(ground.state_hash(), 0u);
  EXPECT_FALSE(ground.is_changed());
}

// Law: what was set back to where it was is not changed any more in height, and refilled cells are smooth.
TEST(GroundChange, RefilledPitIsLevel) {
  Ground ground;
  ground.edit(edit("{rectangle: [0, 1, 0, 1], lower: 0.3}"));
  ground.edit(edit("{rectangle: [-0.5, 1.5, -0.5, 1.5], level: 0, bank: 1}"));
  for (double x = -1.0; x < 2.0; x += 0.0471) EXPECT_EQ(ground.height(x, 0.52), 0.0);
  EXPECT_NEAR(distance(ground, {1.05, 0.5, 0.3}), 0.3, 1e-12);
}

// Law: nodes that a stage writes are the heights there, and only tiles around them change.
TEST(GroundChange, NodesWrittenByAStage) {
  Ground ground(wavy_site());
  std::vector<Ground::NodeHeight> nodes;
  for (int i = 30; i < 50; ++i)
    for (int j = 30; j < 45; ++j) nodes.push_back({i, j, 0.01 * ((i * 7 + j * 13) % 11)});
  ground.set_nodes(nodes);
  for (const auto& n : nodes)
    EXPECT_NEAR(ground.height(n.i * ground.fine_cell(), n.j * ground.fine_cell()), n.height, 1e-9);
  EXPECT_THROW(ground.set_nodes(std::vector<Ground::NodeHeight>{{0, 5, 0.0}}), Error);
}

TEST(GroundChange, SurfaceOfThePlace) {
  Ground ground(wavy_site());
  ground.edit(edit("{rectangle: [4, 6, 4, 6], surface: road}"));
  EXPECT_EQ(ground.surface(5.0, 5.0), 1);
  EXPECT_EQ(ground.surface(3.0, 5.0), 0);
  EXPECT_EQ(ground.nearest({5.0, 5.0, 1.0}).surface, 1);
  EXPECT_EQ(ground.height(5.0, 5.0), Ground(wavy_site()).height(5.0, 5.0));
}

std::string problem(Ground& ground, const GroundEdit& e) {
  try {
    ground.edit(e);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// Law: an edit that is refused says why and leaves the ground as it was.
TEST(GroundChange, RefusedEdits) {
  Ground ground(wavy_site());
  ground.edit(edit("{rectangle: [4, 5, 4, 5], lower: 0.3}"));
  const std::uint64_t hash = ground.state_hash();
  const auto contains = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(contains(problem(ground, edit("{rectangle: [8, 12, 4, 5], lower: 1}")), "beyond"));
  EXPECT_TRUE(contains(problem(ground, edit("{circle: [5, 5, 1], surface: mud}")), "grass, road"));
  EXPECT_TRUE(contains(problem(ground, edit("{circle: [5, 5, 0.001], lower: 1}")), "middle"));
  GroundEdit e = edit("{circle: [5, 5, 1], lower: 1}");
  e.value = std::nan("");
  EXPECT_TRUE(contains(problem(ground, e), "finite"));
  Ground plane;
  EXPECT_TRUE(
      contains(problem(plane, edit("{rectangle: [-300, 300, -300, 300], lower: 1}")), "too large"));
  EXPECT_FALSE(plane.is_changed());
  EXPECT_EQ(ground.state_hash(), hash);
}

}  // namespace
}  // namespace outrigger::terrain
