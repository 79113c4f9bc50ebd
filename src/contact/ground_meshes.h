/// The ground near a shape as faces: what boxes, cylinders, links and meshes touch.
///
/// Faces are made where something comes near and kept while the ground there stays as it is. They are the
/// surface of terrain::Ground sampled on its grid (fine cells near changes, else the cells of the base),
/// each cell cut into n x n with two faces each, n = 1 to kMostCuts so that faces are off the smooth
/// surface by kOff at most where n allows it; planes have n = 1 and are exact. Vertical faces of the ground
/// are faces here. A region is a function of the shape's box alone, so the faces that a shape meets do not
/// depend on what came before.
///
/// Faces carry the number of their surface. Features get numbers that do not depend on the region: the
/// surface in the upper bits (ground_surface), and bits of their place.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "contact/shape_pairs.h"
#include "geometry/box.h"
#include "terrain/ground.h"

namespace outrigger::contact {

class GroundMeshes {
 public:
  static constexpr double kOff = 0.002;  ///< faces off the surface [m]
  static constexpr int kMostCuts = 3;    ///< of a cell along its side

  explicit GroundMeshes(const terrain::Ground& ground) : ground_(ground) {}

  struct Near {
    bool any = false;             ///< false: all ground there is below the box
    const Shape* mesh = nullptr;  ///< null: the plane z = 0
  };
  /// The ground around a box. The mesh stays as it is until begin().
  Near near(const geometry::Box& box);
  /// Meshes may be dropped from here on.
  void begin();

  /// Box around all ground, for the far phase. Of the plane, the half space below it.
  geometry::Box box() const;
  const terrain::Ground& ground() const { return ground_; }

  /// A feature of a mesh of near() by its number for all regions.
  static Feature global_feature(const Shape& mesh, const Feature& feature);

 private:
  struct Key {
    int cell = 0;  ///< 0: of the base, 1: fine
    int i0 = 0, i1 = 0, j0 = 0, j1 = 0;
    auto operator<=>(const Key&) const = default;
  };
  struct Entry {
    std::unique_ptr<Shape> mesh;
    std::uint64_t checked = 0;  ///< version of the ground when it was known to be right
    std::uint64_t newest = 0;   ///< of its tiles when it was made
    std::int64_t used = 0;
  };
  std::uint64_t newest_version(const geometry::Box& box, bool& any_tile) const;
  std::unique_ptr<Shape> make(const Key& key) const;

  const terrain::Ground& ground_;
  std::map<Key, Entry> kept_;
  std::int64_t now_ = 0;
};

/// Number of the surface at a feature of the ground (GroundMeshes).
inline std::uint16_t ground_surface(const Feature& feature) {
  return static_cast<std::uint16_t>(static_cast<std::uint32_t>(feature.index) >> 22);
}

}  // namespace outrigger::contact
