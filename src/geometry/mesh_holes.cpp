#include "geometry/mesh_holes.h"

#include <algorithm>
#include <limits>

#include "geometry/index.h"

namespace outrigger::geometry {
namespace {

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
  std::vector<Index> borders;
  for (Index e = 0; e < edges.edge_count(); ++e) {
    if (edges.half_edges(e).size() == 1) borders.push_back(edges.half_edges(e)[0]);
  }
  // The border half-edges that leave each vertex, together and in the order of their numbers.
  std::sort(borders.begin(), borders.end(), [&mesh](Index g, Index h) {
    return std::pair(mesh.from(g), g) < std::pair(mesh.from(h), h);
  });
  std::vector<std::size_t> next_of(at(mesh.vertex_count()), borders.size());
  for (std::size_t i = borders.size(); i-- > 0;) next_of[at(mesh.from(borders[i]))] = i;
  const auto leave = [&](Index v) {
    std::size_t& i = next_of[at(v)];
    return i < borders.size() && mesh.from(borders[i]) == v ? borders[i++] : Mesh::kNone;
  };
  // Walks along the border; where a walk comes back to a vertex of its own, a loop is complete.
  // So holes that touch in a vertex become loops of their own.
  std::vector<BorderLoop> loops;
  std::vector<Index> path;
  std::vector<bool> on_path(at(mesh.vertex_count()), false);
  for (const Index start : borders) {
    Index v = mesh.from(start);
    for (Index h = leave(v); h != Mesh::kNone; h = leave(v)) {
      path.push_back(h);
      on_path[at(v)] = true;
      v = mesh.to(h);
      if (!on_path[at(v)]) continue;
      const auto first =
          std::find_if(path.begin(), path.end(), [&](Index g) { return mesh.from(g) == v; });
      BorderLoop loop;
      loop.face = Mesh::face_of(*first);
      Box box;
      for (auto g = first; g != path.end(); ++g) {
        loop.vertices.push_back(mesh.from(*g));
        box.add(mesh.vertex(mesh.from(*g)));
        on_path[at(mesh.from(*g))] = false;
      }
      path.erase(first, path.end());
      loop.diameter = box.size().norm();
      loops.push_back(std::move(loop));
    }
    // A walk that ends anywhere else met edges of more than two faces or of two senses.
    forked += !path.empty();
    for (const Index h : path) on_path[at(mesh.from(h))] = false;
    path.clear();
  }
  return loops;
}

std::optional<std::vector<Triangle>> fill_loop(const Mesh& mesh, const EdgeTable& edges,
                                               const BorderLoop& loop) {
  const std::size_t n = loop.vertices.size();
  if (n < 3 || n > kMaxHoleVertices) return std::nullopt;
  // The rim of a single face: its filling would be that face again. Larger loops cannot repeat a
  // face, since their inner edges are new.
  const Triangle& beside = mesh.face(loop.face);
  if (n == 3 && std::is_permutation(beside.begin(), beside.end(), loop.vertices.begin())) {
    return std::nullopt;
  }
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
