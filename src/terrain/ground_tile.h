/// A square of 16 x 16 fine cells of changed ground. What the cells are made of is their state; bounds
/// and faces follow from it and are kept for questions.
///
/// Most cells share their corners with their neighbours (`nodes`), so the surface is smooth across
/// them. A cell may keep corners of its own: where these differ from the neighbour's, a vertical face
/// along the line between the two is part of the ground.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <vector>

#include "terrain/ground_patch.h"

namespace outrigger::terrain {

struct GroundTile {
  static constexpr int kCells = 16;          ///< along a side
  static constexpr int kNodes = kCells + 1;  ///< the borders are held by both neighbours
  static constexpr int kBlock = 4;           ///< cells along a block of common bounds
  static constexpr int kBlocks = kCells / kBlock;
  static constexpr std::uint8_t kAsBase = 255;  ///< surface of the base field
  static constexpr std::size_t node(int i, int j) {
    return static_cast<std::size_t>(j * kNodes + i);
  }
  static constexpr std::size_t cell(int i, int j) {
    return static_cast<std::size_t>(j * kCells + i);
  }
  static constexpr std::size_t block(int i, int j) {
    return static_cast<std::size_t>((j / kBlock) * kBlocks + i / kBlock);
  }

  GroundTile() { surface.fill(kAsBase); }

  // State.
  std::bitset<kNodes * kNodes> changed;  ///< nodes whose height is no longer that of the base
  std::array<GroundNode, kNodes * kNodes> nodes;  ///< heights of `changed` ones; the rest follows
  std::array<std::uint8_t, kCells * kCells> surface;
  std::array<std::uint16_t, kCells * kCells> own{};  ///< place in own_corners + 1; 0: of the nodes
  std::vector<std::array<GroundNode, 4>> own_corners;

  bool is_edited() const { return edited; }
  /// Of the state. Kept.
  std::uint64_t hash() const { return hash_value; }

  GroundPatch::Corners corners(int i, int j) const {
    if (const std::uint16_t place = own[cell(i, j)]; place != 0) {
      const auto& c = own_corners[place - std::size_t{1}];
      return {&c[0], &c[1], &c[2], &c[3]};
    }
    const GroundNode* first = &nodes[node(i, j)];
    return {first, first + 1, first + kNodes, first + kNodes + 1};
  }
  GroundPatch patch(int i, int j, double side) const { return {corners(i, j), side}; }

  /// A vertical face on the left (along y) or lower (along x) line of a cell, between the edges of two
  /// cells: heights and slopes along the line at its two ends.
  struct Edge {
    double h0 = 0.0, h1 = 0.0, s0 = 0.0, s1 = 0.0;
    double at(double u, double side) const {
      const double h = u * u * (3.0 - 2.0 * u);
      return h0 + h * (h1 - h0) + side * u * (1.0 - u) * ((1.0 - u) * s0 - u * s1);
    }
    bool operator==(const Edge&) const = default;
  };
  struct Face {
    std::uint16_t cell = 0;
    bool along_x = false;
    Edge before, after;  ///< of the cell left of or below the line, of the cell itself
  };

  // Follows from the state (terrain/ground_tiles.cpp).
  enum : std::uint8_t { kPlane = 1, kFaces = 2, kOutside = 4 };
  struct Bounds {
    float low = 0.0f, high = 0.0f;
  };
  std::array<Bounds, kCells * kCells> bounds;  ///< of cells with their faces
  std::array<std::uint8_t, kCells * kCells> flags{};
  std::array<Bounds, kBlocks * kBlocks> blocks;
  std::vector<Face> faces;  ///< by cell
  float low = 0.0f, high = 0.0f;
  bool edited = false;
  bool complete = false;  ///< false: read from bytes, only `changed` heights are there
  std::uint64_t hash_value = 0;

  void note_edited();  ///< sets `edited` and the hash from the state
};

/// The changed ground at one moment. Cheap to copy: tiles are shared and never change while shared.
struct GroundState {
  struct Tile {
    std::int32_t place = 0;  ///< Ground::tile places: row by row of x
    std::shared_ptr<const GroundTile> tile;
  };
  std::vector<Tile> tiles;  ///< edited ones and those around them, by place

  bool empty() const { return tiles.empty(); }
  std::uint64_t hash() const;  ///< of the edited ones; 0: none
};

}  // namespace outrigger::terrain
