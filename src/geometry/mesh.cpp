#include "geometry/mesh.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace outrigger::geometry {

Vec3 triangle_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 edges[3] = {b - a, c - b, a - c};
  int longest = 0;
  for (int i = 1; i < 3; ++i) {
    if (edges[i].squaredNorm() > edges[longest].squaredNorm()) longest = i;
  }
  const Vec3 n = edges[(longest + 1) % 3].cross(edges[(longest + 2) % 3]);
  const double length = n.stableNorm();
  return length > 0.0 ? Vec3(n / length) : Vec3::Zero();
}

double triangle_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 0.5 * (b - a).cross(c - a).stableNorm();
}

Mesh::Mesh(std::vector<Vec3> vertices, std::vector<Triangle> faces,
           std::vector<std::uint16_t> materials)
    : vertices_(std::move(vertices)), faces_(std::move(faces)), materials_(std::move(materials)) {
  if (faces_.size() > kMaxFaces) {
    throw Error(
        fmt::format("a mesh of {} triangles: at most {} are possible", faces_.size(), kMaxFaces));
  }
  if (!materials_.empty() && materials_.size() != faces_.size()) {
    throw Error(fmt::format("a mesh of {} triangles with {} material numbers", faces_.size(),
                            materials_.size()));
  }
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    if (!vertices_[v].allFinite()) {
      throw Error(fmt::format("vertex {} of the mesh is not a finite number: ({}, {}, {})", v,
                              vertices_[v].x(), vertices_[v].y(), vertices_[v].z()));
    }
  }
  records_.reserve(faces_.size());
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    for (const std::int32_t v : faces_[f]) {
      if (v < 0 || v >= vertex_count()) {
        throw Error(fmt::format("triangle {} of the mesh names vertex {}, but there are {}", f, v,
                                vertices_.size()));
      }
      box_.add(vertex(v));
    }
    const Corners p = {vertex(faces_[f][0]), vertex(faces_[f][1]), vertex(faces_[f][2])};
    const Vec3 normal = triangle_normal(p[0], p[1], p[2]);
    records_.push_back({normal, normal.dot(p[0]), faces_[f], {kNone, kNone, kNone}, 0});
    area_ += triangle_area(p[0], p[1], p[2]);
  }
  join_half_edges();
  find_owners();
}

void Mesh::join_half_edges() {
  // Half-edges by their smaller vertex, then, within the few of one vertex, by the larger one.
  const std::size_t count = 3 * faces_.size();
  border_count_ = static_cast<std::int32_t>(count);
  const auto join = [this](std::int32_t h, std::int32_t o) {
    records_[static_cast<std::size_t>(h / 3)].opposite[static_cast<std::size_t>(h % 3)] = o;
  };
  std::vector<std::int32_t> first(vertices_.size() + 1, 0);
  const auto ends = [this](std::int32_t h) { return std::minmax({from(h), to(h)}); };
  for (std::size_t h = 0; h < count; ++h) {
    ++first[static_cast<std::size_t>(ends(static_cast<std::int32_t>(h)).first) + 1];
  }
  for (std::size_t v = 0; v < vertices_.size(); ++v) first[v + 1] += first[v];
  std::vector<std::int32_t> sorted(count);
  std::vector<std::int32_t> place(first.begin(), first.end() - 1);
  for (std::size_t h = 0; h < count; ++h) {
    const auto low = static_cast<std::size_t>(ends(static_cast<std::int32_t>(h)).first);
    sorted[static_cast<std::size_t>(place[low]++)] = static_cast<std::int32_t>(h);
  }
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    const auto begin = sorted.begin() + first[v];
    const auto end = sorted.begin() + first[v + 1];
    std::sort(begin, end, [&](std::int32_t a, std::int32_t b) {
      return std::pair(ends(a).second, a) < std::pair(ends(b).second, b);
    });
    for (auto run = begin; run != end;) {
      auto stop = run;
      while (stop != end && ends(*stop).second == ends(*run).second) ++stop;
      // Two faces that run along the edge in opposite senses are neighbours; nothing else is.
      if (stop - run == 2 && from(run[0]) == to(run[1]) && face_of(run[0]) != face_of(run[1])) {
        join(run[0], run[1]);
        join(run[1], run[0]);
        border_count_ -= 2;
      }
      run = stop;
    }
  }
}

void Mesh::find_owners() {
  std::vector<bool> walked(3 * faces_.size(), false);
  const auto own = [this](std::int32_t h, int bit) {
    std::uint8_t& bits = records_[static_cast<std::size_t>(h / 3)].owned;
    bits = static_cast<std::uint8_t>(bits | 1 << (bit + h % 3));
  };
  const auto half_edges = static_cast<std::int32_t>(walked.size());
  for (std::int32_t start = 0; start < half_edges; ++start) {
    if (edge(start) == start) own(start, 0);
    // The first half-edge of a fan is its smallest: all others are marked from it, both ways round.
    if (walked[static_cast<std::size_t>(start)]) continue;
    own(start, 3);
    std::int32_t h = start;
    while (h != kNone && !walked[static_cast<std::size_t>(h)]) {
      walked[static_cast<std::size_t>(h)] = true;
      h = opposite(previous(h));
    }
    if (h != kNone) continue;
    for (std::int32_t o = opposite(start); o != kNone; o = opposite(h)) {
      h = next(o);
      walked[static_cast<std::size_t>(h)] = true;
    }
  }
}

Box Mesh::face_box(std::int32_t f) const {
  Box box;
  for (const std::int32_t v : face(f)) box.add(vertex(v));
  return box;
}

}  // namespace outrigger::geometry
