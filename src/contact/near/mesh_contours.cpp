#include "contact/near/mesh_contours.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace outrigger::contact {

using geometry::Mesh;

namespace {

std::size_t slot_of(std::int32_t face_a, std::int32_t face_b, std::size_t mask) {
  const auto key = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(face_a)) << 32) |
                   static_cast<std::uint32_t>(face_b);
  return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & mask;
}

}  // namespace

void MeshContours::fill_table(std::span<const FacePair> pairs) {
  pairs_ = pairs;
  const std::size_t size = std::bit_ceil(2 * pairs.size() + 1);
  table_.assign(size, -1);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    std::size_t slot = slot_of(pairs[i].face_a, pairs[i].face_b, size - 1);
    while (table_[slot] >= 0) slot = (slot + 1) & (size - 1);
    table_[slot] = static_cast<std::int32_t>(i);
  }
}

std::int32_t MeshContours::find(std::int32_t face_a, std::int32_t face_b) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = slot_of(face_a, face_b, mask); table_[slot] >= 0;
       slot = (slot + 1) & mask) {
    const FacePair& pair = pairs_[static_cast<std::size_t>(table_[slot])];
    if (pair.face_a == face_a && pair.face_b == face_b) return table_[slot];
  }
  return -1;
}

/// The pair beyond an edge of a pair, or -1 at a border.
std::int32_t MeshContours::beyond(const FacePair& pair, EdgeCode edge) {
  const Mesh& mesh = edge.is_of_a() ? *a_.mesh : *b_.mesh;
  const std::int32_t opposite = mesh.opposite(edge.half_edge());
  if (opposite == Mesh::kNone) return -1;
  const std::int32_t face = Mesh::face_of(opposite);
  const std::int32_t found = edge.is_of_a() ? find(face, pair.face_b) : find(pair.face_a, face);
  break_count_ += found < 0;
  return found;
}

/// Where an edge passes through the face of the other mesh. The edge is taken in its one direction,
/// so the two pairs that share it get the same bits.
Vec3 MeshContours::crossing(const FacePair& pair, EdgeCode code, MeshPairs& pairs) const {
  const Mesh& mesh = code.is_of_a() ? *a_.mesh : *b_.mesh;
  const std::int32_t edge = mesh.edge(code.half_edge());
  Vec3 p, q;
  geometry::Corners plane;
  if (code.is_of_a()) {
    p = mesh.vertex(mesh.from(edge));
    q = mesh.vertex(mesh.to(edge));
    const geometry::Triangle& t = b_.mesh->face(pair.face_b);
    plane = {pairs.vertex_of_b(t[0]), pairs.vertex_of_b(t[1]), pairs.vertex_of_b(t[2])};
  } else {
    p = pairs.vertex_of_b(mesh.from(edge));
    q = pairs.vertex_of_b(mesh.to(edge));
    plane = a_.mesh->corners(pair.face_a);
  }
  const Vec3 normal = (plane[1] - plane[0]).cross(plane[2] - plane[0]);
  const double at_p = normal.dot(p - plane[0]);
  const double at_q = normal.dot(q - plane[0]);
  // The signs are known to differ; where rounding hides it, the edge lies in the face.
  const double t = at_p / (at_p - at_q);
  return t >= 0.0 && t <= 1.0 ? Vec3(p + t * (q - p)) : Vec3(0.5 * (p + q));
}

void MeshContours::trace(const MeshShape& a, const MeshShape& b, MeshPairs& query) {
  a_ = a;
  b_ = b;
  open_count_ = 0;
  break_count_ = 0;
  contours_.clear();
  segments_.clear();
  const std::span<const FacePair> pairs = query.pairs();
  fill_table(pairs);
  next_.resize(pairs.size());
  has_previous_.assign(pairs.size(), 0);
  done_.assign(pairs.size(), 0);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    next_[i] = beyond(pairs[i], pairs[i].end);
    if (next_[i] >= 0) has_previous_[static_cast<std::size_t>(next_[i])] = 1;
  }
  // Open ones from their first segment; then every segment left belongs to a ring.
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!has_previous_[i]) walk(static_cast<std::int32_t>(i), pairs, query);
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!done_[i]) walk(static_cast<std::int32_t>(i), pairs, query);
  }
}

void MeshContours::walk(std::int32_t start, std::span<const FacePair> pairs, MeshPairs& query) {
  Contour contour;
  contour.first = static_cast<std::int32_t>(segments_.size());
  std::int32_t i = start;
  while (i >= 0 && !done_[static_cast<std::size_t>(i)]) {
    done_[static_cast<std::size_t>(i)] = 1;
    const FacePair& pair = pairs[static_cast<std::size_t>(i)];
    const Vec3 from = segments_.size() == static_cast<std::size_t>(contour.first)
                          ? crossing(pair, pair.start, query)
                          : segments_.back().to;
    segments_.push_back({pair, from, crossing(pair, pair.end, query)});
    i = next_[static_cast<std::size_t>(i)];
  }
  contour.count = static_cast<std::int32_t>(segments_.size()) - contour.first;
  contour.closed = i == start;
  open_count_ += !contour.closed;
  contours_.push_back(contour);
}

}  // namespace outrigger::contact
