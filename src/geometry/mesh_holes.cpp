#include "geometry/mesh_holes.h"

#include <algorithm>
#include <limits>

namespace outrigger::geometry {
namespace {

using Index = std::int32_t;
std::size_t at(Index i) { return static_cast<std::size_t>(i); }

bool has_edge(const Mesh& mesh, const EdgeTable& edges, Index a, Index b) {
  const std::pair<Index, Index> wanted = std::minmax({a, b});
  Index low = 0, high = edges.edge_count();
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    const Index h = edges.half_edges(middle)[0];
    const std::pair<Index, Index> found = std::minmax({mesh.from(h), mesh.to(h)});
    if (found == wanted) return true;
    (found < wanted ? low : high) = found < wanted ? middle + 1 : middle;
  }
  return false;
}

}  // namespace

std::vector<BorderLoop> find_border_loops(const Mesh& mesh, const EdgeTable& edges, int& forked) {
  forked = 0;
  // The border half-edge that leaves each vertex.
  std::vector<Index> leaving(at(mesh.vertex_count()), Mesh::kNone);
  std::vector<bool> fork(at(mesh.vertex_count()), false);
  std::vector<Index> borders;
  for (Index e = 0; e < edges.edge_count(); ++e) {
    if (edges.half_edges(e).size() == 1) borders.push_back(edges.half_edges(e)[0]);
  }
  std::sort(borders.begin(), borders.end());
  for (const Index h : borders) {
    Index& out = leaving[at(mesh.from(h))];
    if (out != Mesh::kNone) fork[at(mesh.from(h))] = true;
    out = h;
  }
  std::vector<BorderLoop> loops;
  std::vector<bool> walked(3 * at(mesh.face_count()), false);
  for (const Index start : borders) {
    if (walked[at(start)]) continue;
    BorderLoop loop;
    loop.face = Mesh::face_of(start);
    Box box;
    Index h = start;
    bool simple = true;
    while (h != Mesh::kNone && !walked[at(h)]) {
      walked[at(h)] = true;
      simple = simple && !fork[at(mesh.from(h))];
      loop.vertices.push_back(mesh.from(h));
      box.add(mesh.vertex(mesh.from(h)));
      h = leaving[at(mesh.to(h))];
    }
    loop.diameter = box.size().norm();
    if (simple && h == start) {
      loops.push_back(std::move(loop));
    } else {
      ++forked;
    }
  }
  return loops;
}

std::optional<std::vector<Triangle>> fill_loop(const Mesh& mesh, const EdgeTable& edges,
                                               const BorderLoop& loop) {
  const std::size_t n = loop.vertices.size();
  if (n < 3 || n > kMaxHoleVertices) return std::nullopt;
  constexpr double kNever = std::numeric_limits<double>::infinity();
  // cost(i, k): least area of the polygon of the vertices i..k; best(i, k): its middle corner.
  std::vector<double> cost(n * n, 0.0);
  std::vector<std::size_t> best(n * n, 0);
  for (std::size_t length = 2; length < n; ++length) {
    for (std::size_t i = 0; i + length < n; ++i) {
      const std::size_t k = i + length;
      double& least = cost[i * n + k];
      least = kNever;
      const bool diagonal = length < n - 1;
      if (diagonal && has_edge(mesh, edges, loop.vertices[i], loop.vertices[k])) continue;
      for (std::size_t j = i + 1; j < k; ++j) {
        const double area =
            triangle_area(mesh.vertex(loop.vertices[i]), mesh.vertex(loop.vertices[j]),
                          mesh.vertex(loop.vertices[k]));
        const double sum = cost[i * n + j] + cost[j * n + k] + area;
        if (sum < least) {
          least = sum;
          best[i * n + k] = j;
        }
      }
    }
  }
  if (!(cost[n - 1] < kNever)) return std::nullopt;
  // The other way round than the border: each edge then has both senses.
  std::vector<Triangle> faces;
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, n - 1}};
  while (!open.empty()) {
    const auto [i, k] = open.back();
    open.pop_back();
    if (k - i < 2) continue;
    const std::size_t j = best[i * n + k];
    faces.push_back({loop.vertices[k], loop.vertices[j], loop.vertices[i]});
    open.emplace_back(i, j);
    open.emplace_back(j, k);
  }
  return faces;
}

}  // namespace outrigger::geometry
