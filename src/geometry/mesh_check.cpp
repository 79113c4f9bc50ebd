#include "geometry/mesh_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/box_tree.h"
#include "geometry/closest_point.h"
#include "geometry/index.h"
#include "geometry/mesh_topology.h"
#include "geometry/triangle_crossing.h"

namespace outrigger::geometry {
namespace {

/// Height over the longest edge; 0 for triangles without area, about 0.87 for equal sides.
double flatness(const Corners& t) {
  double longest = 0.0;
  for (std::size_t c = 0; c < 3; ++c) {
    longest = std::max(longest, (t[(c + 1) % 3] - t[c]).stableNorm());
  }
  if (!(longest > 0.0)) return 0.0;
  const Vec3 u = (t[1] - t[0]) / longest, v = (t[2] - t[0]) / longest;
  return u.cross(v).norm();
}

/// Collects one finding: counts everything, keeps the first few places.
class Tally {
 public:
  Tally(MeshFault fault, int places) : most_(static_cast<std::size_t>(places)) {
    finding_.fault = fault;
  }
  template <class MakePlace>
  void add(MakePlace&& make_place) {
    ++finding_.count;
    if (finding_.places.size() < most_) finding_.places.push_back(make_place());
  }
  MeshFinding& finding() { return finding_; }
  std::int64_t count() const { return finding_.count; }

 private:
  MeshFinding finding_;
  std::size_t most_;
};

class Checker {
 public:
  Checker(const Mesh& mesh, const MeshCheckOptions& options)
      : mesh_(mesh), options_(options), edges_(mesh) {
    scale_ = mesh_scale(mesh);
    weld_tolerance_ = options.weld_tolerance * scale_.diagonal;
    crack_tolerance_ = options.crack_tolerance * scale_.diagonal;
  }

  MeshReport run() {
    report_.vertices = mesh_.vertex_count();
    report_.faces = mesh_.face_count();
    report_.edges = edges_.edge_count();
    report_.box = mesh_.box();
    if (mesh_.face_count() == 0) {
      Tally none(MeshFault::no_faces, 0);
      none.add([] { return MeshPlace{}; });
      keep(none, "the mesh has no faces", "export it again with its surface as triangles");
    }
    check_faces();
    check_vertices();
    check_edges();
    check_parts();
    if (options_.intersections) check_intersections();
    return std::move(report_);
  }

 private:
  MeshPlace face_place(Index f) const {
    const Corners t = mesh_.corners(f);
    return {(t[0] + t[1] + t[2]) / 3.0, fmt::format("face {}", f)};
  }
  MeshPlace vertex_place(Index v) const { return {mesh_.vertex(v), fmt::format("vertex {}", v)}; }
  MeshPlace edge_place(Index h) const {
    return {0.5 * (mesh_.vertex(mesh_.from(h)) + mesh_.vertex(mesh_.to(h))),
            fmt::format("edge {}-{}", mesh_.from(h), mesh_.to(h))};
  }
  Tally tally(MeshFault fault) const { return Tally(fault, options_.places); }

  void keep(Tally& tally, std::string text, std::string advice, bool serious = true) {
    if (tally.count() == 0) return;
    MeshFinding& f = tally.finding();
    f.text = std::move(text);
    f.advice = std::move(advice);
    f.serious = serious;
    report_.findings.push_back(std::move(f));
  }

  void check_faces() {
    Tally repeated = tally(MeshFault::repeated_faces);
    std::vector<std::pair<Triangle, Index>> sorted;
    for (Index f = 0; f < mesh_.face_count(); ++f) {
      Triangle t = mesh_.face(f);
      if (has_repeated_corner(t)) continue;
      std::sort(t.begin(), t.end());
      sorted.emplace_back(t, f);
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<Index> again;
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      if (sorted[i].first == sorted[i - 1].first) again.push_back(sorted[i].second);
    }
    std::sort(again.begin(), again.end());
    for (const Index f : again) repeated.add([&] { return face_place(f); });
    keep(repeated,
         fmt::format("{} faces have the three vertices of an earlier one", repeated.count()),
         "`outrigger mesh repair` drops them");

    Tally degenerate = tally(MeshFault::degenerate_faces), slivers = tally(MeshFault::slivers);
    for (Index f = 0; f < mesh_.face_count(); ++f) {
      if (is_degenerate(mesh_, f)) {
        degenerate.add([&] { return face_place(f); });
      } else if (flatness(mesh_.corners(f)) < options_.sliver_ratio) {
        slivers.add([&] { return face_place(f); });
      }
    }
    keep(degenerate, fmt::format("{} faces have no area", degenerate.count()),
         "`outrigger mesh repair` drops them and joins what they held together");
    Tally outsized = tally(MeshFault::outsized_faces);
    for (const Index f : scale_.outsized) outsized.add([&] { return face_place(f); });
    keep(outsized,
         fmt::format("{} faces are more than 1000 times larger than all others together, which lie "
                     "within {:.3g} m",
                     outsized.count(), scale_.diagonal),
         "a vertex is probably wrong: delete or correct them in the program that made the mesh");
    keep(slivers,
         fmt::format("{} faces are slivers, lower than {:g} of their longest edge", slivers.count(),
                     options_.sliver_ratio),
         "harmless for contact; where normals matter, mesh the part again with regular triangles",
         false);
  }

  void check_vertices() {
    std::vector<bool> used(at(mesh_.vertex_count()), false);
    for (const Triangle& t : mesh_.faces()) {
      for (const Index v : t) used[at(v)] = true;
    }
    std::vector<Vec3> places;
    std::vector<Index> names;
    Tally unused = tally(MeshFault::unused_vertices);
    for (Index v = 0; v < mesh_.vertex_count(); ++v) {
      if (used[at(v)]) {
        places.push_back(mesh_.vertex(v));
        names.push_back(v);
      } else {
        unused.add([&] { return vertex_place(v); });
      }
    }
    const std::vector<Index> map = weld_map(places, weld_tolerance_);
    Tally twins = tally(MeshFault::duplicate_vertices);
    for (std::size_t i = 0; i < map.size(); ++i) {
      if (at(map[i]) != i) twins.add([&] { return vertex_place(names[i]); });
    }
    keep(twins,
         fmt::format("{} vertices lie within {:.3g} m of an earlier one", twins.count(),
                     weld_tolerance_),
         "`outrigger mesh repair` welds them; faces on both sides are then neighbours");
    keep(unused, fmt::format("{} vertices belong to no face", unused.count()),
         "harmless; `outrigger mesh repair` removes them", false);
  }

  void check_edges() {
    Tally many = tally(MeshFault::non_manifold_edges);
    for (Index e = 0; e < edges_.edge_count(); ++e) {
      const auto h = edges_.half_edges(e);
      if (h.size() > 2) many.add([&] { return edge_place(h[0]); });
    }
    keep(many, fmt::format("{} edges have more than two faces", many.count()),
         "inner walls or faces that touch: remove them in the program that made the mesh");
    check_fans();

    const std::vector<bool> cracked = find_cracks(mesh_, edges_, crack_tolerance_);
    Tally cracks = tally(MeshFault::cracks), open = tally(MeshFault::open_borders);
    std::vector<Index> parent(at(mesh_.vertex_count()));
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&parent](Index v) {
      while (parent[at(v)] != v) v = parent[at(v)] = parent[at(parent[at(v)])];
      return v;
    };
    std::vector<Index> border_ends;
    for (Index e = 0; e < edges_.edge_count(); ++e) {
      const auto h = edges_.half_edges(e);
      if (h.size() != 1) continue;
      (cracked[at(e)] ? cracks : open).add([&] { return edge_place(h[0]); });
      const auto [low, high] = std::minmax({root(mesh_.from(h[0])), root(mesh_.to(h[0]))});
      parent[at(high)] = low;
      if (!cracked[at(e)]) border_ends.push_back(mesh_.from(h[0]));
    }
    for (Index& v : border_ends) v = root(v);
    std::sort(border_ends.begin(), border_ends.end());
    report_.border_loops = static_cast<Index>(std::unique(border_ends.begin(), border_ends.end()) -
                                              border_ends.begin());
    keep(cracks,
         fmt::format("{} border edges run within {:.3g} m of another border", cracks.count(),
                     crack_tolerance_),
         "seams that are not joined: `outrigger mesh repair` closes them");
    keep(open,
         fmt::format("{} edges are open, in {} border{}", open.count(), report_.border_loops,
                     report_.border_loops == 1 ? "" : "s"),
         options_.open_allowed ? "allowed here"
                               : "`outrigger mesh repair` fills small holes; a surface that is "
                                 "meant to be open, such as a terrain, is checked with --open",
         !options_.open_allowed);
  }

  /// Vertices around which the faces are connected across edges in more than one group.
  void check_fans() {
    std::vector<Index> corner(3 * at(mesh_.face_count()));
    std::iota(corner.begin(), corner.end(), 0);
    const auto root = [&corner](Index c) {
      while (corner[at(c)] != c) c = corner[at(c)] = corner[at(corner[at(c)])];
      return c;
    };
    const auto corner_at = [this](Index h, Index v) {
      return mesh_.from(h) == v ? h : Mesh::next(h);
    };
    for (Index e = 0; e < edges_.edge_count(); ++e) {
      const auto h = edges_.half_edges(e);
      for (const Index v : {mesh_.from(h[0]), mesh_.to(h[0])}) {
        for (const Index other : h) {
          const auto [low, high] =
              std::minmax({root(corner_at(h[0], v)), root(corner_at(other, v))});
          corner[at(high)] = low;
        }
      }
    }
    std::vector<Index> fans(at(mesh_.vertex_count()), 0);
    for (Index c = 0; c < 3 * mesh_.face_count(); ++c) {
      if (has_repeated_corner(mesh_.face(Mesh::face_of(c)))) continue;
      fans[at(mesh_.from(c))] += root(c) == c;
    }
    Tally bow_ties = tally(MeshFault::non_manifold_vertices);
    for (Index v = 0; v < mesh_.vertex_count(); ++v) {
      if (fans[at(v)] > 1) bow_ties.add([&] { return vertex_place(v); });
    }
    keep(bow_ties, fmt::format("{} vertices join separate fans of faces", bow_ties.count()),
         "surfaces that touch in one point: move them apart in the program that made the mesh");
  }

  void check_parts() {
    const MeshParts found = find_parts(mesh_, edges_);
    Tally turned = tally(MeshFault::turned_faces), one_sided = tally(MeshFault::one_sided_parts),
          inside_out = tally(MeshFault::inside_out_parts);
    for (const MeshPart& part : found.parts) {
      ++report_.parts;
      report_.closed_parts += part.closed;
      const auto place = [&] {
        MeshPlace p = face_place(part.faces.front());
        p.what = fmt::format("the part of {} faces with {}", part.faces.size(), p.what);
        return p;
      };
      if (!part.orientable) {
        one_sided.add(place);
        continue;
      }
      for (const Index f : part.turned) turned.add([&] { return face_place(f); });
      if (part.inside_out && part.turned.empty()) inside_out.add(place);
    }
    keep(turned, fmt::format("{} faces run against the sense of their neighbours", turned.count()),
         "`outrigger mesh repair` turns them over");
    keep(one_sided, fmt::format("{} parts are one-sided surfaces", one_sided.count()),
         "such a surface has no inside: cut it in the program that made the mesh");
    keep(inside_out, fmt::format("{} closed parts are inside out", inside_out.count()),
         found.nesting_known ? "`outrigger mesh repair` turns them outwards (cavities inwards)"
                             : "too many parts to tell cavities from solids: look at them first");
  }

  void check_intersections() {
    constexpr std::int64_t kMaxTests = 60'000'000, kMaxPairs = 1'000'000;
    const BoxTree tree(mesh_);
    Tally pairs = tally(MeshFault::self_intersections);
    std::int64_t tests = 0;
    Index f = 0;
    for (; f < mesh_.face_count() && tests < kMaxTests && pairs.count() < kMaxPairs; ++f) {
      if (is_degenerate(mesh_, f)) continue;
      tree.for_each_in(mesh_.face_box(f), [&](Index g) {
        ++tests;
        if (g <= f || tests > kMaxTests || is_degenerate(mesh_, g) || !faces_cross(mesh_, f, g)) {
          return;
        }
        pairs.add([&] {
          MeshPlace p = face_place(f);
          p.what = fmt::format("faces {} and {}", f, g);
          return p;
        });
      });
    }
    pairs.finding().counted_all = f == mesh_.face_count() && tests <= kMaxTests;
    if (!pairs.finding().counted_all && pairs.count() == 0)
      pairs.add([&] { return face_place(f); });
    keep(pairs,
         fmt::format("{}{} pairs of faces run through each other",
                     pairs.finding().counted_all ? "" : "at least ", pairs.count()),
         "overlapping solids or folded surfaces: unite or trim them in the program that made the "
         "mesh; `outrigger mesh show` marks the places");
  }

  const Mesh& mesh_;
  const MeshCheckOptions& options_;
  EdgeTable edges_;
  MeshScale scale_;
  double weld_tolerance_ = 0.0, crack_tolerance_ = 0.0;
  MeshReport report_;
};

}  // namespace

bool is_degenerate(const Mesh& mesh, std::int32_t face) {
  return has_repeated_corner(mesh.face(face)) || flatness(mesh.corners(face)) < 1e-10;
}

std::vector<bool> find_cracks(const Mesh& mesh, const EdgeTable& edges, double tolerance) {
  std::vector<bool> cracked(at(edges.edge_count()), false);
  std::vector<Index> border;
  std::vector<Box> boxes;
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const auto h = edges.half_edges(e);
    if (h.size() != 1) continue;
    border.push_back(e);
    Box box;
    box.add(mesh.vertex(mesh.from(h[0])));
    box.add(mesh.vertex(mesh.to(h[0])));
    boxes.push_back(box);
  }
  const auto ends = [&](Index e) {
    const Index h = edges.half_edges(e)[0];
    return std::pair(mesh.from(h), mesh.to(h));
  };
  const BoxTree tree{std::span<const Box>(boxes)};
  // Crowds of tiny borders within the tolerance must not make the search quadratic.
  std::int64_t visits = 0;
  const std::int64_t most = 1'000'000 + 200 * static_cast<std::int64_t>(border.size());
  for (const Index e : border) {
    const auto [a, b] = ends(e);
    const Vec3 middle = 0.5 * (mesh.vertex(a) + mesh.vertex(b));
    tree.for_each_near(middle, tolerance, [&](Index i) {
      const Index other = border[at(i)];
      if (other == e || cracked[at(e)] || ++visits > most) return;
      const auto [c, d] = ends(other);
      // Neighbours along a border meet at a point; only long ones that fold back are a seam.
      const bool neighbours = a == c || a == d || b == c || b == d;
      const double shorter = std::min((mesh.vertex(b) - mesh.vertex(a)).norm(),
                                      (mesh.vertex(d) - mesh.vertex(c)).norm());
      if (neighbours && shorter < 4.0 * tolerance) return;
      const Vec3 q = closest_point_on_segment(middle, mesh.vertex(c), mesh.vertex(d));
      if ((q - middle).norm() <= tolerance) cracked[at(e)] = true;
    });
  }
  return cracked;
}

MeshScale mesh_scale(const Mesh& mesh) {
  constexpr double kOutsized = 1000.0;
  MeshScale scale;
  if (mesh.face_count() == 0) return scale;
  scale.diagonal = mesh.box().size().stableNorm();
  std::vector<std::pair<double, Index>> sizes;
  for (Index f = 0; f < mesh.face_count(); ++f)
    sizes.emplace_back(mesh.face_box(f).size().stableNorm(), f);
  std::sort(sizes.begin(), sizes.end());
  const std::size_t rest = sizes.size() - std::max<std::size_t>(1, sizes.size() / 100);
  Box box;
  for (std::size_t i = 0; i < rest; ++i) box.add(mesh.face_box(sizes[i].second));
  if (rest == 0 || !(sizes.back().first > kOutsized * box.size().stableNorm())) return scale;
  for (std::size_t i = rest; i < sizes.size(); ++i) {
    if (sizes[i].first > kOutsized * box.size().stableNorm()) {
      scale.outsized.push_back(sizes[i].second);
    } else {
      box.add(mesh.face_box(sizes[i].second));
    }
  }
  std::sort(scale.outsized.begin(), scale.outsized.end());
  scale.diagonal = box.size().stableNorm();
  return scale;
}

MeshReport check_mesh(const Mesh& mesh, const MeshCheckOptions& options) {
  return Checker(mesh, options).run();
}

}  // namespace outrigger::geometry
