#include "geometry/mesh_topology.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/box_tree.h"
#include "geometry/closest_point.h"
#include "geometry/index.h"
#include "geometry/mass_properties.h"

namespace outrigger::geometry {
namespace {

/// Neighbours of each face across edges of exactly two faces.
struct Neighbours {
  std::vector<std::array<Index, 3>> face;
  std::vector<std::array<bool, 3>> same_sense;
};

Neighbours neighbours_of(const Mesh& mesh, const EdgeTable& edges) {
  Neighbours n;
  n.face.assign(at(mesh.face_count()), {Mesh::kNone, Mesh::kNone, Mesh::kNone});
  n.same_sense.assign(at(mesh.face_count()), {false, false, false});
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const auto h = edges.half_edges(e);
    if (h.size() != 2) continue;
    for (std::size_t k = 0; k < 2; ++k) {
      const std::size_t f = at(Mesh::face_of(h[k])), c = at(h[k] % 3);
      n.face[f][c] = Mesh::face_of(h[1 - k]);
      n.same_sense[f][c] = mesh.from(h[0]) == mesh.from(h[1]);
    }
  }
  return n;
}

/// Turns faces, starting from the first, until all run in one sense; false where that is
/// impossible (a one-sided surface).
bool find_turned(const Neighbours& n, const std::vector<Index>& faces, std::vector<int>& turn) {
  bool orientable = true;
  for (const Index start : faces) {
    if (turn[at(start)] >= 0) continue;
    turn[at(start)] = 0;
    std::vector<Index> queue = {start};
    std::size_t ones = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const std::size_t f = at(queue[i]);
      ones += turn[f] == 1;
      for (std::size_t c = 0; c < 3; ++c) {
        const Index g = n.face[f][c];
        if (g == Mesh::kNone) continue;
        const int wanted = turn[f] ^ static_cast<int>(n.same_sense[f][c]);
        if (turn[at(g)] < 0) {
          turn[at(g)] = wanted;
          queue.push_back(g);
        } else if (turn[at(g)] != wanted) {
          orientable = false;
        }
      }
    }
    // The fewer faces are the wrong ones.
    if (2 * ones > queue.size()) {
      for (const Index f : queue) turn[at(f)] ^= 1;
    }
  }
  return orientable;
}

/// `place` holds kNone for every vertex, before and after.
Mesh part_mesh(const Mesh& mesh, const MeshPart& part, const std::vector<int>& turn,
               std::vector<Index>& place) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> faces;
  for (const Index f : part.faces) {
    Triangle t = mesh.face(f);
    for (Index& v : t) {
      if (place[at(v)] == Mesh::kNone) {
        place[at(v)] = static_cast<Index>(vertices.size());
        vertices.push_back(mesh.vertex(v));
      }
      v = place[at(v)];
    }
    if (turn[at(f)] == 1) std::swap(t[1], t[2]);
    faces.push_back(t);
  }
  for (const Index f : part.faces) {
    for (const Index v : mesh.face(f)) place[at(v)] = Mesh::kNone;
  }
  return Mesh(std::move(vertices), std::move(faces));
}

bool box_within(const Box& inner, const Box& outer) {
  return outer.contains(inner.low) && outer.contains(inner.high);
}

/// Decides `inside_out` of all closed parts. The cost is bounded: a file cannot make it wait.
void find_inside_out(const Mesh& mesh, const std::vector<int>& turn, MeshParts& result) {
  constexpr std::size_t kMaxNested = 2000;
  constexpr double kMaxVisits = 3e7;
  std::vector<std::size_t> solids;
  for (std::size_t i = 0; i < result.parts.size(); ++i) {
    if (result.parts[i].closed && result.parts[i].orientable) solids.push_back(i);
  }
  if (solids.empty()) return;
  const bool nested = solids.size() > 1 && solids.size() <= kMaxNested;
  result.nesting_known = solids.size() <= kMaxNested;
  std::vector<Mesh> meshes;
  double visits = 0.0;
  std::vector<Index> place(at(mesh.vertex_count()), Mesh::kNone);
  for (const std::size_t s : solids) {
    Mesh m = part_mesh(mesh, result.parts[s], turn, place);
    result.parts[s].inside_out = signed_volume(m) < 0.0;
    if (nested) meshes.push_back(std::move(m));
  }
  if (!nested) return;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    int depth = 0;
    for (std::size_t j = 0; j < solids.size(); ++j) {
      if (i == j || !box_within(meshes[i].box(), meshes[j].box())) continue;
      visits += meshes[j].face_count();
      if (visits > kMaxVisits) {
        result.nesting_known = false;
        return;
      }
      const Corners t = meshes[i].corners(0);
      depth += std::abs(winding_number(meshes[j], (t[0] + t[1] + t[2]) / 3.0)) > 0.5;
    }
    if (depth % 2 == 1) {
      result.parts[solids[i]].inside_out = !result.parts[solids[i]].inside_out;
    }
  }
}

}  // namespace

EdgeTable::EdgeTable(const Mesh& mesh) {
  struct Entry {
    Index low, high, half_edge;
  };
  std::vector<Entry> entries;
  entries.reserve(3 * at(mesh.face_count()));
  for (Index h = 0; h < 3 * mesh.face_count(); ++h) {
    if (has_repeated_corner(mesh.face(Mesh::face_of(h)))) continue;
    const auto [low, high] = std::minmax({mesh.from(h), mesh.to(h)});
    entries.push_back({low, high, h});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.low, a.high, a.half_edge) < std::tie(b.low, b.high, b.half_edge);
  });
  half_edges_.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i == 0 || entries[i].low != entries[i - 1].low || entries[i].high != entries[i - 1].high) {
      first_.push_back(i);
    }
    half_edges_.push_back(entries[i].half_edge);
  }
  first_.push_back(entries.size());
}

MeshParts find_parts(const Mesh& mesh, const EdgeTable& edges) {
  // Connected across edges of any number of faces.
  std::vector<Index> parent(at(mesh.face_count()));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&parent](Index f) {
    while (parent[at(f)] != f) f = parent[at(f)] = parent[at(parent[at(f)])];
    return f;
  };
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const Index first = Mesh::face_of(edges.half_edges(e)[0]);
    for (const Index h : edges.half_edges(e)) {
      const auto [low, high] = std::minmax({root(first), root(Mesh::face_of(h))});
      parent[at(high)] = low;
    }
  }
  MeshParts result;
  std::vector<Index> part_of(at(mesh.face_count()), Mesh::kNone);
  for (Index f = 0; f < mesh.face_count(); ++f) {
    if (has_repeated_corner(mesh.face(f))) continue;
    Index& part = part_of[at(root(f))];
    if (part == Mesh::kNone) {
      part = static_cast<Index>(result.parts.size());
      result.parts.emplace_back().closed = true;
    }
    part_of[at(f)] = part;
    result.parts[at(part)].faces.push_back(f);
  }
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const auto h = edges.half_edges(e);
    if (h.size() != 2) result.parts[at(part_of[at(Mesh::face_of(h[0]))])].closed = false;
  }
  const Neighbours neighbours = neighbours_of(mesh, edges);
  std::vector<int> turn(at(mesh.face_count()), -1);
  for (MeshPart& part : result.parts) {
    part.orientable = find_turned(neighbours, part.faces, turn);
    for (const Index f : part.faces) {
      if (turn[at(f)] == 1) part.turned.push_back(f);
    }
  }
  find_inside_out(mesh, turn, result);
  return result;
}

std::vector<std::int32_t> weld_map(std::span<const Vec3> vertices, double tolerance) {
  // Equal points first, by sorting, so that the search below sees few points at one place.
  std::vector<Index> order(vertices.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&vertices](Index v) {
    const Vec3& p = vertices[at(v)];
    return std::tuple(p.x(), p.y(), p.z());
  };
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return std::pair(key(a), a) < std::pair(key(b), b); });
  std::vector<Index> map(vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && key(order[i]) == key(order[i - 1]);
    map[at(order[i])] = same ? map[at(order[i - 1])] : order[i];
  }
  if (!(tolerance > 0.0)) return map;

  std::vector<Index> different;
  std::vector<Box> boxes;
  for (Index v = 0; v < static_cast<Index>(vertices.size()); ++v) {
    if (map[at(v)] != v) continue;
    different.push_back(v);
    boxes.push_back({vertices[at(v)], vertices[at(v)]});
  }
  const BoxTree tree{std::span<const Box>(boxes)};
  std::vector<Index> kept_as(vertices.size(), Mesh::kNone);
  for (const Index v : different) {
    if (kept_as[at(v)] != Mesh::kNone) continue;
    kept_as[at(v)] = v;
    tree.for_each_near(vertices[at(v)], tolerance, [&](Index i) {
      const Index w = different[at(i)];
      if (kept_as[at(w)] == Mesh::kNone &&
          (vertices[at(w)] - vertices[at(v)]).norm() <= tolerance) {
        kept_as[at(w)] = v;
      }
    });
  }
  for (Index& v : map) v = kept_as[at(v)];
  return map;
}

}  // namespace outrigger::geometry
