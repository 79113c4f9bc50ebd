/// What viewers are sent of the stream: the newest of what each lacks, within limits, and nothing twice.
#include "network/stream_catalogue.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "outrigger.pb.h"

namespace outrigger::network {
namespace {

using frames::StreamKey;

StreamKey catalogue_key(std::uint64_t id) { return {StreamKey::Kind::ground_tile, id}; }

frames::StreamChange tile_at(std::uint64_t id, double x, int height, std::size_t points = 1000) {
  frames::GroundTile t;
  t.columns = static_cast<std::uint32_t>(points);
  t.rows = 1;
  t.x_min = x;
  t.cell = 1e-6;
  t.heights.assign(points, static_cast<std::int16_t>(height));
  return {catalogue_key(id), std::make_shared<const frames::StreamValue>(std::move(t))};
}

frames::StreamChange body(std::uint32_t id) {
  return {{StreamKey::Kind::body, id},
          std::make_shared<const frames::StreamValue>(frames::SceneBody{"b", {}, id})};
}

frames::StreamChange gone(const StreamKey& key) { return {key, nullptr}; }

wire::Changes parse(const std::string& bytes) {
  wire::ServerMessage m;
  EXPECT_TRUE(m.ParseFromString(bytes));
  EXPECT_TRUE(m.has_changes());
  return m.changes();
}

/// What a viewer makes of its messages.
struct Picture {
  std::map<std::uint64_t, int> heights;
  std::map<std::uint64_t, std::uint64_t> versions;
  int messages = 0;

  void take(const wire::Changes& changes) {
    ++messages;
    for (const wire::Change& c : changes.items()) {
      EXPECT_GT(c.version(), versions[c.key()]);
      versions[c.key()] = c.version();
      if (c.removed()) {
        EXPECT_EQ(heights.erase(c.key()), 1u) << "only what it has is taken from a viewer";
      } else {
        heights[c.key()] = static_cast<unsigned char>(c.tile().heights()[0]);
      }
    }
  }
  void take_all(StreamCursor& cursor, std::size_t bytes = 16384) {
    while (!cursor.lacks_nothing()) {
      const std::string message = cursor.next_message(bytes, 0.0, 0.0);
      if (!message.empty()) take(parse(message));
    }
  }
};

TEST(StreamCatalogue, ALateViewerGetsEverythingNearestFirst) {
  StreamCatalogue catalogue;
  for (std::uint64_t i = 0; i < 40; ++i) catalogue.apply({tile_at(i, 10.0 * (39.0 - i), 1)});
  catalogue.apply({body(7)});
  StreamCursor cursor(catalogue);
  const wire::Changes first = parse(cursor.next_message(9000, 0.0, 0.0));
  ASSERT_GE(first.items_size(), 4);
  EXPECT_EQ(first.items(0).kind(), wire::Change::BODY) << "bodies do not wait behind the ground";
  EXPECT_EQ(first.items(1).key(), 39u) << "the nearest tile";
  EXPECT_EQ(first.items(2).key(), 38u);
  EXPECT_EQ(first.waiting(), 41u - static_cast<unsigned>(first.items_size()));
  Picture picture;
  picture.take_all(cursor, 9000);
  EXPECT_EQ(picture.heights.size() + static_cast<unsigned>(first.items_size()), 41u);
  EXPECT_TRUE(cursor.next_message(9000, 0.0, 0.0).empty());
}

TEST(StreamCatalogue, AnEmptyStreamIsToldOnce) {
  StreamCatalogue catalogue;
  StreamCursor cursor(catalogue);
  const wire::Changes first = parse(cursor.next_message(16384, 0.0, 0.0));
  EXPECT_EQ(first.items_size(), 0);
  EXPECT_EQ(first.waiting(), 0u);
  EXPECT_TRUE(cursor.next_message(16384, 0.0, 0.0).empty());
}

TEST(StreamCatalogue, MessagesKeepTheirSize) {
  StreamCatalogue catalogue;
  for (std::uint64_t i = 0; i < 50; ++i) catalogue.apply({tile_at(i, 1.0 * i, 1)});
  catalogue.apply({tile_at(100, 5.0, 1, 20000)});
  StreamCursor cursor(catalogue);
  int large = 0;
  while (!cursor.lacks_nothing()) {
    const std::string message = cursor.next_message(16384, 0.0, 0.0);
    if (message.size() <= 16384 + 16) continue;
    ++large;
    EXPECT_EQ(parse(message).items_size(), 1) << "a large entry goes alone";
  }
  EXPECT_EQ(large, 1);
}

/// Law: a viewer that is slower than the changes skips versions; it starves of no tile, near or far, and
/// when the flood ends it has the last version of each.
TEST(StreamCatalogue, InAFloodNoTileStarvesAndTheLastVersionArrives) {
  constexpr std::uint64_t kTiles = 64;
  StreamCatalogue catalogue;
  StreamCursor slow(catalogue);
  Picture picture;
  std::set<std::uint64_t> seen;
  for (int step = 1; step <= 100; ++step) {
    std::vector<frames::StreamChange> changes;
    for (std::uint64_t i = 0; i < kTiles; ++i) changes.push_back(tile_at(i, 1.0 * i, step));
    catalogue.apply(changes);
    const wire::Changes message = parse(slow.next_message(8192, 0.0, 0.0));  // 4 of 64
    for (const auto& c : message.items()) seen.insert(c.key());
    picture.take(message);
  }
  EXPECT_EQ(seen.size(), kTiles);
  picture.take_all(slow);
  EXPECT_EQ(picture.heights.size(), kTiles);
  for (const auto& [key, height] : picture.heights) EXPECT_EQ(height, 100);
}

TEST(StreamCatalogue, WhatIsGoneIsToldToThoseWhoHaveIt) {
  StreamCatalogue catalogue;
  StreamCursor old_viewer(catalogue);
  Picture picture;
  catalogue.apply({tile_at(1, 0.0, 1), tile_at(2, 1.0, 1)});
  picture.take_all(old_viewer);
  catalogue.apply({gone(catalogue_key(1)), tile_at(3, 2.0, 1)});
  catalogue.apply({gone(catalogue_key(3))});
  StreamCursor late(catalogue);
  Picture of_late;
  of_late.take_all(late);
  EXPECT_EQ(of_late.heights.size(), 1u);
  picture.take_all(old_viewer);
  EXPECT_EQ(picture.heights.size(), 1u);
  EXPECT_EQ(catalogue.entries(), 1u);
  // Back again, under the same key.
  catalogue.apply({tile_at(1, 0.0, 9)});
  picture.take_all(old_viewer);
  of_late.take_all(late);
  EXPECT_EQ(picture.heights.at(1), 9);
  EXPECT_EQ(of_late.heights.at(1), 9);
}

/// Law: entries that come and go for hours leave no memory behind, with viewers that keep up, that stand
/// still and that leave.
TEST(StreamCatalogue, PlacesAreUsedAgain) {
  StreamCatalogue catalogue;
  StreamCursor quick(catalogue), still(catalogue);
  auto leaving = std::make_unique<StreamCursor>(catalogue);
  Picture picture;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    catalogue.apply({tile_at(i, 0.0, 1, 10)});
    picture.take_all(quick);
    if (i == 100) {
      Picture some;
      some.take_all(still);
      some = {};
      some.take_all(*leaving);
    }
    if (i >= 5) catalogue.apply({gone(catalogue_key(i - 5))});
    picture.take_all(quick);
    if (i == 300) leaving.reset();
  }
  EXPECT_EQ(picture.heights.size(), 5u);
  EXPECT_EQ(catalogue.entries(), 5u);
  EXPECT_LE(catalogue.places(), 24u);
}

TEST(StreamCatalogue, ManyViewersEachAtTheirOwnPace) {
  StreamCatalogue catalogue;
  std::vector<std::unique_ptr<StreamCursor>> cursors;
  std::vector<Picture> pictures(64);
  for (int i = 0; i < 64; ++i) cursors.push_back(std::make_unique<StreamCursor>(catalogue));
  for (int step = 1; step <= 50; ++step) {
    for (std::uint64_t i = 0; i < 30; ++i)
      catalogue.apply({(i + static_cast<std::uint64_t>(step)) % 11 == 0
                           ? gone(catalogue_key(i))
                           : tile_at(i, 1.0 * i, step)});
    for (std::size_t v = 0; v < cursors.size(); ++v)
      if (step % (1 + v % 7) == 0) {
        const std::string m = cursors[v]->next_message(4096, 0.0, 0.0);
        if (!m.empty()) pictures[v].take(parse(m));
      }
  }
  for (std::size_t v = 0; v < cursors.size(); ++v) {
    pictures[v].take_all(*cursors[v]);
    EXPECT_EQ(pictures[v].heights, pictures[0].heights);
    EXPECT_EQ(pictures[v].heights.size(), catalogue.entries());
  }
}

}  // namespace
}  // namespace outrigger::network
