#include "contact/ground_meshes.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"

namespace outrigger::contact {

using geometry::Box;
using geometry::Triangle;
using terrain::Ground;
using terrain::GroundPatch;
using terrain::GroundTile;

namespace {

constexpr int kBlock = 8;              ///< cells that regions are made of
constexpr std::size_t kMostKept = 64;  ///< meshes that nobody uses now
constexpr double kSameHeight = 1e-9;   ///< [m]
constexpr int kSurfaceShift = 22;

/// How far two triangles per cell are off a patch, about [m]: the difference at the middles of its sides
/// and of itself.
double off_faces(const GroundPatch& p) {
  const double h[4] = {p.corner(0).height, p.corner(1).height, p.corner(2).height,
                       p.corner(3).height};
  double off = 0.0;
  const auto look = [&](double u, double w, double chord) {
    off = std::max(off, std::abs(p.height(u, w) - chord));
  };
  for (const double at : {1.0 / 3.0, 0.5, 2.0 / 3.0}) {
    look(at, 0.0, h[0] + at * (h[1] - h[0]));
    look(at, 1.0, h[2] + at * (h[3] - h[2]));
    look(0.0, at, h[0] + at * (h[2] - h[0]));
    look(1.0, at, h[1] + at * (h[3] - h[1]));
    look(at, at, h[0] + at * (h[3] - h[0]));
  }
  // Across a steep cell the faces are nearer than above one another.
  const double slope = (*std::max_element(h, h + 4) - *std::min_element(h, h + 4)) / p.side();
  return off / std::sqrt(1.0 + slope * slope);
}

/// Makes the faces of a region.
class Builder {
 public:
  Builder(const Ground& ground, double x, double y, double cell, int cells_x, int cells_y, int cuts)
      : ground_(ground),
        x_(x),
        y_(y),
        step_(cell / cuts),
        cuts_(cuts),
        columns_(cells_x * cuts),
        rows_(cells_y * cuts) {
    heads_.assign(static_cast<std::size_t>(columns_ + 1) * static_cast<std::size_t>(rows_ + 1), -1);
    corners_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  }

  /// The corners of a cut: heights in the order of GroundPatch.
  void set(int i, int j, const std::array<double, 4>& heights) {
    for (int k = 0; k < 4; ++k)
      cut(i, j)[static_cast<std::size_t>(k)] =
          vertex(i + k % 2, j + k / 2, heights[static_cast<std::size_t>(k)]);
  }

  std::unique_ptr<Shape> make(const std::vector<description::Surface>& surfaces) {
    for (int j = 0; j < rows_; ++j)
      for (int i = 0; i < columns_; ++i) {
        const auto& c = cut(i, j);
        const auto surface = static_cast<std::uint16_t>(
            ground_.surface(x_ + (i + 0.5) * step_, y_ + (j + 0.5) * step_));
        add(c[0], c[1], c[3], surface);
        add(c[0], c[3], c[2], surface);
        if (i > 0) add_wall(i, j, cut(i - 1, j)[1], cut(i - 1, j)[3], c[0], c[2], false);
        if (j > 0) add_wall(i, j, cut(i, j - 1)[3], cut(i, j - 1)[2], c[1], c[0], true);
      }
    auto shape = std::make_unique<Shape>();
    shape->name = "ground";
    shape->is_ground = true;
    shape->kind = description::ContactShape::Kind::mesh;
    shape->geometry = geometry::Mesh();
    for (const auto& s : surfaces) shape->face_materials.push_back(s.material);
    shape->material = shape->face_materials.front();
    shape->vertex_faces.assign(vertices_.size(), 0);
    for (std::size_t f = faces_.size(); f-- > 0;)
      for (const std::int32_t v : faces_[f])
        shape->vertex_faces[static_cast<std::size_t>(v)] = static_cast<std::int32_t>(f);
    shape->faces = geometry::Mesh(std::move(vertices_), std::move(faces_), std::move(materials_));
    shape->tree = geometry::BoxTree(shape->faces);
    return shape;
  }

 private:
  std::array<std::int32_t, 4>& cut(int i, int j) {
    return corners_[static_cast<std::size_t>(j) * static_cast<std::size_t>(columns_) +
                    static_cast<std::size_t>(i)];
  }

  /// The vertex at a place of the grid and a height; there may be several above each other.
  std::int32_t vertex(int i, int j, double height) {
    std::int32_t& head =
        heads_[static_cast<std::size_t>(j) * static_cast<std::size_t>(columns_ + 1) +
               static_cast<std::size_t>(i)];
    for (std::int32_t v = head; v >= 0; v = below_[static_cast<std::size_t>(v)])
      if (std::abs(vertices_[static_cast<std::size_t>(v)].z() - height) <= kSameHeight) return v;
    below_.push_back(head);
    head = static_cast<std::int32_t>(vertices_.size());
    vertices_.emplace_back(x_ + i * step_, y_ + j * step_, height);
    column_.push_back(static_cast<std::int32_t>(&head - heads_.data()));
    return head;
  }

  void add(std::int32_t a, std::int32_t b, std::int32_t c, std::uint16_t surface) {
    if (a == b || b == c || c == a) return;
    faces_.push_back({a, b, c});
    materials_.push_back(surface);
  }

  double z(std::int32_t v) const { return vertices_[static_cast<std::size_t>(v)].z(); }

  /// All vertices of a place from one to another, which is above it.
  void climb(std::int32_t from, std::int32_t to, std::vector<std::int32_t>& chain) const {
    chain.clear();
    const double low = z(from), high = z(to);
    for (std::int32_t v = heads_[static_cast<std::size_t>(column_[static_cast<std::size_t>(from)])];
         v >= 0; v = below_[static_cast<std::size_t>(v)])
      if (z(v) >= low && z(v) <= high) chain.push_back(v);
    std::sort(chain.begin(), chain.end(),
              [&](std::int32_t a, std::int32_t b) { return z(a) < z(b); });
  }

  /// Between the edge of the cut before, a0 to a1, and that of the cut (i, j), b0 to b1; seen from the
  /// cut's side a0 is on the right.
  void add_wall(int i, int j, std::int32_t a0, std::int32_t a1, std::int32_t b0, std::int32_t b1,
                bool along_x) {
    if (a0 == b0 && a1 == b1) return;
    const double d0 = z(a0) - z(b0), d1 = z(a1) - z(b1);
    // Where the edges cross each other, each half is a triangle with the crossing.
    if (d0 * d1 < 0.0) {
      const double at = d0 / (d0 - d1);
      const auto middle = static_cast<std::int32_t>(vertices_.size());
      vertices_.push_back((1.0 - at) * vertices_[static_cast<std::size_t>(a0)] +
                          at * vertices_[static_cast<std::size_t>(a1)]);
      below_.push_back(-1);
      column_.push_back(0);
      const auto surface = [&](bool before) { return wall_surface(i, j, before, along_x); };
      add(b0, middle, a0, surface(d0 > 0.0));
      add(b1, a1, middle, surface(d1 > 0.0));
      return;
    }
    const bool before = d0 + d1 > 0.0;  // the higher one
    const std::uint16_t surface = wall_surface(i, j, before, along_x);
    climb(before ? b0 : a0, before ? a0 : b0, first_);
    climb(before ? b1 : a1, before ? a1 : b1, second_);
    std::size_t p = 0, q = 0;
    while (p + 1 < first_.size() || q + 1 < second_.size()) {
      const bool on_first = q + 1 == second_.size() ||
                            (p + 1 < first_.size() && z(first_[p + 1]) <= z(second_[q + 1]));
      const std::int32_t next = on_first ? first_[p + 1] : second_[q + 1];
      // Outside is where the lower one is.
      if (before)
        add(first_[p], second_[q], next, surface);
      else
        add(second_[q], first_[p], next, surface);
      (on_first ? p : q) += 1;
    }
  }

  std::uint16_t wall_surface(int i, int j, bool before, bool along_x) const {
    const double back = before ? 0.5 : -0.5;
    return static_cast<std::uint16_t>(
        along_x ? ground_.surface(x_ + (i + 0.5) * step_, y_ + (j - back) * step_)
                : ground_.surface(x_ + (i - back) * step_, y_ + (j + 0.5) * step_));
  }

  const Ground& ground_;
  const double x_, y_, step_;
  const int cuts_, columns_, rows_;
  std::vector<Vec3> vertices_;
  std::vector<std::int32_t> heads_, below_, column_;  // vertices of a place, a list
  std::vector<std::array<std::int32_t, 4>> corners_;  // of cuts
  std::vector<Triangle> faces_;
  std::vector<std::uint16_t> materials_;
  std::vector<std::int32_t> first_, second_;
};

}  // namespace

void GroundMeshes::begin() {
  ++now_;
  if (kept_.size() <= kMostKept) return;
  std::erase_if(kept_, [&](const auto& e) { return e.second.used + 1000 < now_; });
  if (kept_.size() <= 4 * kMostKept) return;
  std::erase_if(kept_, [&](const auto& e) { return e.second.used + 1 < now_; });
}

Box GroundMeshes::box() const {
  constexpr double kFar = 1e4;
  Box box;
  const double top = ground_.highest(), bottom = ground_.lowest();
  if (ground_.is_plane()) {
    box.low = Vec3(-kFar, -kFar, -kFar);
    box.high = Vec3(kFar, kFar, top);
  } else {
    box.low = Vec3(ground_.x_min(), ground_.y_min(), bottom);
    box.high = Vec3(ground_.x_min() + (ground_.columns() - 1) * ground_.cell(),
                    ground_.y_min() + (ground_.rows() - 1) * ground_.cell(), top);
  }
  return box;
}

/// Newest version of the tiles under a box, and whether there are any.
std::uint64_t GroundMeshes::newest_version(const Box& box, bool& any_tile) const {
  any_tile = false;
  std::uint64_t newest = 0;
  if (ground_.version() == 0) return newest;
  const double tile = GroundTile::kCells * ground_.fine_cell();
  const auto index = [&](double from, int count) {
    return static_cast<int>(std::clamp(std::floor(from / tile), 0.0, count - 1.0));
  };
  for (int r = index(box.low.y() - ground_.fine_y(), ground_.tile_rows());
       r <= index(box.high.y() - ground_.fine_y(), ground_.tile_rows()); ++r)
    for (int c = index(box.low.x() - ground_.fine_x(), ground_.tile_columns());
         c <= index(box.high.x() - ground_.fine_x(), ground_.tile_columns()); ++c) {
      newest = std::max(newest, ground_.tile_version(r * ground_.tile_columns() + c));
      any_tile = any_tile || ground_.tile(c, r) != nullptr;
    }
  return newest;
}

GroundMeshes::Near GroundMeshes::near(const Box& around) {
  if (!(around.size().maxCoeff() < 1e4)) return {};
  bool fine = false;
  newest_version(around.grown(ground_.fine_cell()), fine);
  if (!fine && ground_.is_plane()) return {around.low.z() <= 0.0, nullptr};
  const double cell = fine ? ground_.fine_cell() : ground_.cell();
  // One more cell around, so that no border is near.
  const Box box = around.grown(1.01 * cell);
  if (box.low.z() > ground_.highest_in(box.low.x(), box.high.x(), box.low.y(), box.high.y()))
    return {};
  const double x = fine ? ground_.fine_x() : ground_.x_min();
  const double y = fine ? ground_.fine_y() : ground_.y_min();
  const int cells_x = fine ? ground_.cells_x() : ground_.columns() - 1;
  const int cells_y = fine ? ground_.cells_y() : ground_.rows() - 1;
  const auto first = [&](double from) {
    return static_cast<int>(std::max(0.0, kBlock * std::floor(from / (cell * kBlock))));
  };
  const auto last = [&](double from, int cells) {
    return static_cast<int>(
        std::min(static_cast<double>(cells), kBlock * std::ceil(from / (cell * kBlock))));
  };
  const Key key{fine ? 1 : 0, first(box.low.x() - x), last(box.high.x() - x, cells_x),
                first(box.low.y() - y), last(box.high.y() - y, cells_y)};
  if (!(key.i1 > key.i0 && key.j1 > key.j0)) return {};
  Entry& entry = kept_[key];
  entry.used = now_;
  if (entry.mesh != nullptr && entry.checked == ground_.version()) return {true, entry.mesh.get()};
  Box region;
  region.low = Vec3(x + key.i0 * cell, y + key.j0 * cell, 0.0);
  region.high = Vec3(x + key.i1 * cell, y + key.j1 * cell, 0.0);
  bool unused = false;
  const std::uint64_t newest = newest_version(region, unused);
  if (entry.mesh == nullptr || newest != entry.newest) entry.mesh = make(key);
  entry.newest = newest;
  entry.checked = ground_.version();
  return {true, entry.mesh.get()};
}

std::unique_ptr<Shape> GroundMeshes::make(const Key& key) const {
  const bool fine = key.cell == 1;
  const double cell = fine ? ground_.fine_cell() : ground_.cell();
  const double x = (fine ? ground_.fine_x() : ground_.x_min()) + key.i0 * cell;
  const double y = (fine ? ground_.fine_y() : ground_.y_min()) + key.j0 * cell;
  const int columns = key.i1 - key.i0, rows = key.j1 - key.j0;
  // The corners of all cells first: they say how finely to cut.
  std::vector<std::array<terrain::GroundNode, 4>> cells;
  cells.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      auto& corners = cells.emplace_back();
      const int gi = key.i0 + i, gj = key.j0 + j;
      const GroundTile* tile =
          fine ? ground_.tile(gi / GroundTile::kCells, gj / GroundTile::kCells) : nullptr;
      for (int k = 0; k < 4; ++k) {
        const auto c = static_cast<std::size_t>(k);
        if (tile != nullptr) {
          corners[c] = *tile->corners(gi % GroundTile::kCells, gj % GroundTile::kCells)[c];
        } else {
          const auto s = ground_.base().sample(x + (i + k % 2) * cell, y + (j + k / 2) * cell);
          corners[c] = {s.height, s.slope_x, s.slope_y, s.bend_xy};
        }
      }
    }
  const auto patch_of = [&](std::size_t c) {
    const auto& corners = cells[c];
    return GroundPatch({&corners[0], &corners[1], &corners[2], &corners[3]}, cell);
  };
  double off = 0.0;
  for (std::size_t c = 0; c < cells.size(); ++c) off = std::max(off, off_faces(patch_of(c)));
  int cuts = 1;
  while (cuts < kMostCuts && off > kOff * cuts * cuts) ++cuts;
  Builder builder(ground_, x, y, cell, columns, rows, cuts);
  for (int j = 0; j < rows * cuts; ++j)
    for (int i = 0; i < columns * cuts; ++i) {
      const GroundPatch p =
          patch_of(static_cast<std::size_t>(j / cuts) * static_cast<std::size_t>(columns) +
                   static_cast<std::size_t>(i / cuts));
      std::array<double, 4> heights{};
      for (int k = 0; k < 4; ++k)
        heights[static_cast<std::size_t>(k)] =
            p.height(static_cast<double>(i % cuts + k % 2) / cuts,
                     static_cast<double>(j % cuts + k / 2) / cuts);
      builder.set(i, j, heights);
    }
  return builder.make(ground_.surfaces());
}

Feature GroundMeshes::global_feature(const Shape& mesh, const Feature& feature) {
  if (feature.kind == Feature::Kind::smooth) return feature;
  Vec3 place = Vec3::Zero();
  switch (feature.kind) {
    case Feature::Kind::face:
      for (const std::int32_t v : mesh.faces.face(feature.index)) place += mesh.faces.vertex(v);
      break;
    case Feature::Kind::edge:
      place = mesh.faces.vertex(mesh.faces.from(feature.index)) +
              mesh.faces.vertex(mesh.faces.to(feature.index));
      break;
    case Feature::Kind::vertex:
      place = mesh.faces.vertex(feature.index);
      break;
    case Feature::Kind::smooth:
      break;
  }
  Hash h;
  // Only where it is: an edit below or above leaves it the same feature. In millimetres, since sums of
  // the same numbers in another order differ in their last bits.
  h.add(std::llround(1e3 * place.x()));
  h.add(std::llround(1e3 * place.y()));
  Feature global = feature;
  global.index = static_cast<std::int32_t>(
      (static_cast<std::uint32_t>(mesh.material_number(feature)) << kSurfaceShift) |
      static_cast<std::uint32_t>(h.value() & ((1u << kSurfaceShift) - 1)));
  return global;
}

}  // namespace outrigger::contact
