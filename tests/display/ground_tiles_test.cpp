/// Ground that changes reaches the stream tile by tile, a few in a step, and what is as before leaves it.
#include "display/ground_tiles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace outrigger::display {
namespace {

class Pits final : public EditedGround {
 public:
  std::uint64_t version() const override { return version_; }
  void list(std::vector<Tile>& tiles) const override {
    tiles.clear();
    for (const auto& [column, depth] : depths) tiles.push_back({column, -1, versions.at(column)});
  }
  Grid grid(const Tile& tile) const override { return {9, 9, 2.0 * tile.column, -2.0, 0.25}; }
  Point at(double x, double y) const override {
    const auto column = static_cast<std::int32_t>(std::floor(x / 2.0 + 1e-9));
    const auto found = depths.find(column);
    const double depth = found == depths.end() ? 0.0 : found->second;
    return {-depth + 0.01 * y, 2, depth > 1.0 ? 1.0 : 0.0};
  }
  void dig(std::int32_t column, double depth) {
    depths[column] = depth;
    versions[column] = ++version_;
  }
  std::map<std::int32_t, double> depths;
  std::map<std::int32_t, std::uint64_t> versions;
  std::uint64_t version_ = 1;
};

class TilesOfGround : public testing::Test {
 protected:
  void update() {
    complete = tiles.update(ground, stream);
    stream.pass_on();
    stream.take(changes);
    for (const auto& c : changes) {
      if (c.value == nullptr) {
        shown.erase(c.key.id);
      } else {
        shown[c.key.id] = std::get<frames::GroundTile>(*c.value);
      }
    }
  }
  Pits ground;
  GroundTiles tiles;
  frames::KeyedStore stream;
  std::vector<frames::StreamChange> changes;
  std::map<std::uint64_t, frames::GroundTile> shown;
  bool complete = false;
};

TEST_F(TilesOfGround, NothingChangedNothingSent) {
  update();
  EXPECT_TRUE(complete);
  EXPECT_TRUE(changes.empty());
}

TEST_F(TilesOfGround, HeightsSurfacesAndLooseness) {
  ground.dig(3, 1.5);
  update();
  ASSERT_EQ(shown.size(), 1u);
  const frames::GroundTile& t = shown.begin()->second;
  EXPECT_EQ(t.column, 3);
  EXPECT_EQ(t.row, -1);
  ASSERT_EQ(t.heights.size(), 81u);
  EXPECT_NEAR(t.height(0), -1.5 - 0.02, 0.00101);
  EXPECT_EQ(t.surfaces.at(0), 2);
  EXPECT_EQ(t.looseness.at(0), 255);
  update();
  EXPECT_TRUE(changes.empty());
}

/// Law: a large edit takes several steps, and the last version of each tile arrives.
TEST_F(TilesOfGround, AFewInAStep) {
  for (int i = 0; i < 20; ++i) ground.dig(i, 0.5);
  update();
  EXPECT_FALSE(complete);
  EXPECT_EQ(changes.size(), GroundTiles::kTilesPerUpdate);
  ground.dig(0, 0.75);
  for (int i = 0; i < 11; ++i) update();
  EXPECT_TRUE(complete);
  EXPECT_EQ(shown.size(), 20u);
  for (const auto& [id, t] : shown)
    EXPECT_NEAR(t.height(40), t.column == 0 ? -0.76 : -0.51, 0.00101) << t.column;
}

/// Law: a flood of edits of one place does not keep others from being seen.
TEST_F(TilesOfGround, NoTileStarves) {
  for (int i = 0; i < 20; ++i) ground.dig(i, 0.5);
  for (int step = 0; step < 25; ++step) {
    for (int i = 0; i < 5; ++i) ground.dig(i, 0.5 + 0.01 * step);
    update();
  }
  EXPECT_EQ(shown.size(), 20u);
}

TEST_F(TilesOfGround, WhatIsAsBeforeLeavesTheStream) {
  ground.dig(1, 1.0);
  update();
  ground.depths.clear();
  ++ground.version_;
  update();
  EXPECT_TRUE(shown.empty());
  EXPECT_EQ(stream.entries(), 0u);
}

/// Law: after going back, the same version number may stand for another ground.
TEST_F(TilesOfGround, AfterAResetTilesAreLookedAtAgain) {
  ground.dig(1, 1.0);
  update();
  ground.depths[1] = 0.25;  // dug again after a reset: the same number
  update();
  EXPECT_TRUE(changes.empty());
  tiles.note_restored();
  update();
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_NEAR(shown.begin()->second.height(40), -0.26, 0.00101);
}

}  // namespace
}  // namespace outrigger::display
