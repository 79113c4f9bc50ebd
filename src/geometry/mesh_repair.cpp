#include "geometry/mesh_repair.h"

#include <fmt/format.h>

#include <algorithm>

#include "geometry/box_tree.h"
#include "geometry/closest_point.h"
#include "geometry/index.h"
#include "geometry/mesh_holes.h"
#include "geometry/mesh_topology.h"

namespace outrigger::geometry {
namespace {

/// A mesh under repair. `mesh` is made again after each step.
struct Work {
  std::vector<Vec3> vertices;
  std::vector<Triangle> faces;
  std::vector<std::uint16_t> materials;

  explicit Work(const Mesh& mesh)
      : vertices(mesh.vertices()), faces(mesh.faces()), materials(mesh.materials()) {
    if (materials.empty()) materials.assign(faces.size(), 0);
  }
  Mesh mesh() const { return Mesh(vertices, faces, materials); }

  /// Keeps the faces for which keep(f); returns how many went.
  template <class Keep>
  std::int64_t filter(Keep&& keep) {
    std::size_t kept = 0;
    for (std::size_t f = 0; f < faces.size(); ++f) {
      if (!keep(f)) continue;
      faces[kept] = faces[f];
      materials[kept++] = materials[f];
    }
    const auto gone = static_cast<std::int64_t>(faces.size() - kept);
    faces.resize(kept);
    materials.resize(kept);
    return gone;
  }

  /// Replaces vertices; returns how many corners' vertices changed their name.
  std::int64_t rename(const std::vector<Index>& map) {
    std::int64_t count = 0;
    for (std::size_t v = 0; v < map.size(); ++v) count += at(map[v]) != v;
    for (Triangle& t : faces) {
      for (Index& v : t) v = map[at(v)];
    }
    return count;
  }
};

/// What a step must not make worse.
struct Score {
  std::int64_t crossing = 0, crowded_edges = 0, open_edges = 0;
};

class Repairer {
 public:
  Repairer(const Mesh& mesh, const MeshRepairOptions& options) : options_(options), work_(mesh) {
    result_.before = check_mesh(mesh, options.check);
  }

  MeshRepair run() {
    for (int pass = 0; pass < 6; ++pass) {
      const std::size_t actions = action_count_;
      result_.undone.clear();
      measure();
      weld_equal();
      drop_useless_faces();
      attempt("welding vertices within the tolerance", false, [this] { return weld_near(); });
      attempt("closing cracks", true, [this] { return close_cracks(); });
      if (options_.orient) orient(false);
      attempt("filling holes", true, [this] { return fill_holes(); });
      if (options_.orient) orient(true);
      drop_unused_vertices();
      if (action_count_ == actions) break;
    }
    result_.mesh = work_.mesh();
    result_.after = check_mesh(result_.mesh, options_.check);
    for (const auto& [format, count] : log_) {
      result_.done.push_back(fmt::format(fmt::runtime(format), count));
    }
    compare();
    return std::move(result_);
  }

 private:
  /// Tolerances follow the size of what is left: the last pass, which changes nothing, measured the
  /// mesh it returns, so that a second repair finds nothing to do.
  void measure() {
    const double diagonal = mesh_scale(work_.mesh()).diagonal;
    weld_tolerance_ = options_.check.weld_tolerance * diagonal;
    crack_tolerance_ = options_.check.crack_tolerance * diagonal;
    hole_size_ = options_.hole_size >= 1.0 ? std::numeric_limits<double>::infinity()
                                           : options_.hole_size * diagonal;
  }

  /// `format` has one place for the count; counts of repeated passes are added.
  void log(const std::string& format, std::int64_t count) {
    if (count == 0) return;
    ++action_count_;
    for (auto& entry : log_) {
      if (entry.first != format) continue;
      entry.second += count;
      return;
    }
    log_.emplace_back(format, count);
  }

  Score score() const {
    MeshCheckOptions check = options_.check;
    check.places = 0;
    const MeshReport r = check_mesh(work_.mesh(), check);
    return {r.count(MeshFault::self_intersections), r.count(MeshFault::non_manifold_edges),
            r.count(MeshFault::open_borders) + r.count(MeshFault::cracks)};
  }

  /// Runs a step and takes it back where it made things worse.
  template <class Step>
  void attempt(const char* name, bool must_close, Step&& step) {
    const Work saved = work_;
    const auto saved_log = log_;
    const std::size_t saved_count = action_count_;
    if (step() == 0) return;
    const Work changed = work_;
    const Score after = score();
    work_ = saved;
    const Score before = score();
    std::string why;
    if (after.crossing > before.crossing) {
      why = fmt::format("{} more pairs of faces would cross", after.crossing - before.crossing);
    } else if (after.crowded_edges > before.crowded_edges) {
      why = fmt::format("{} more edges would have more than two faces",
                        after.crowded_edges - before.crowded_edges);
    } else if (must_close && after.open_edges > before.open_edges) {
      why = fmt::format("{} more edges would be open", after.open_edges - before.open_edges);
    }
    if (why.empty()) {
      work_ = changed;
      return;
    }
    log_ = saved_log;
    action_count_ = saved_count;
    result_.undone.push_back(fmt::format("{} was taken back: {}", name, why));
  }

  void weld_equal() {
    // Unused vertices of the same place are no concern of the faces.
    drop_unused_vertices();
    log("welded {} vertices at the same place", work_.rename(weld_map(work_.vertices, 0.0)));
    drop_unused_vertices(false);
  }

  void drop_useless_faces() {
    log("dropped {} faces with a repeated corner", drop_repeated_corners());
    std::vector<std::pair<Triangle, std::size_t>> sorted;
    for (std::size_t f = 0; f < work_.faces.size(); ++f) {
      Triangle t = work_.faces[f];
      std::sort(t.begin(), t.end());
      sorted.emplace_back(t, f);
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<bool> again(work_.faces.size(), false);
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      again[sorted[i].second] = sorted[i].first == sorted[i - 1].first;
    }
    log("dropped {} faces that repeat an earlier one",
        work_.filter([&](std::size_t f) { return !again[f]; }));
  }

  std::int64_t drop_repeated_corners() {
    return work_.filter([&](std::size_t f) { return !has_repeated_corner(work_.faces[f]); });
  }

  std::int64_t weld_near() {
    const std::int64_t welded = work_.rename(weld_map(work_.vertices, weld_tolerance_));
    if (welded == 0) return 0;
    log(fmt::format("welded {{}} vertices within {:.3g} m", weld_tolerance_), welded);
    drop_useless_faces();
    drop_unused_vertices(false);
    return welded;
  }

  /// Drops faces without area, then zips the seams: border vertices onto each other, border edges
  /// split at border vertices that lie on them.
  std::int64_t close_cracks() {
    std::int64_t all = 0;
    const Mesh mesh = work_.mesh();
    const std::int64_t flat =
        work_.filter([&](std::size_t f) { return !is_degenerate(mesh, static_cast<Index>(f)); });
    log("dropped {} faces without area", flat);
    all += flat;
    for (int round = 0; round < 16; ++round) {
      const std::int64_t snapped = snap_border_vertices();
      log(fmt::format("joined {{}} border vertices within {:.3g} m", crack_tolerance_), snapped);
      if (snapped > 0) drop_useless_faces();
      const std::int64_t split = split_border_edges();
      log("split {} border edges at vertices that lie on them", split);
      all += snapped + split;
      if (snapped + split == 0) break;
    }
    if (all > 0) drop_unused_vertices(false);
    return all;
  }

  std::int64_t snap_border_vertices() {
    const Mesh mesh = work_.mesh();
    const EdgeTable edges(mesh);
    const std::vector<bool> cracked = find_cracks(mesh, edges, crack_tolerance_);
    std::vector<bool> on_seam(work_.vertices.size(), false);
    for (Index e = 0; e < edges.edge_count(); ++e) {
      if (!cracked[at(e)]) continue;
      const Index h = edges.half_edges(e)[0];
      on_seam[at(mesh.from(h))] = on_seam[at(mesh.to(h))] = true;
    }
    std::vector<Index> names;
    std::vector<Vec3> places;
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
      if (!on_seam[at(v)]) continue;
      names.push_back(v);
      places.push_back(mesh.vertex(v));
    }
    const std::vector<Index> map = weld_map(places, crack_tolerance_);
    std::vector<Index> all(work_.vertices.size());
    for (std::size_t v = 0; v < all.size(); ++v) all[v] = static_cast<Index>(v);
    for (std::size_t i = 0; i < map.size(); ++i) all[at(names[i])] = names[at(map[i])];
    return work_.rename(all);
  }

  std::int64_t split_border_edges() {
    const Mesh mesh = work_.mesh();
    const EdgeTable edges(mesh);
    const std::vector<bool> cracked = find_cracks(mesh, edges, crack_tolerance_);
    std::vector<Index> names;
    std::vector<Box> boxes;
    std::vector<bool> noted(work_.vertices.size(), false);
    for (Index e = 0; e < edges.edge_count(); ++e) {
      if (edges.half_edges(e).size() != 1) continue;
      const Index h = edges.half_edges(e)[0];
      for (const Index v : {mesh.from(h), mesh.to(h)}) {
        if (noted[at(v)]) continue;
        noted[at(v)] = true;
        names.push_back(v);
        boxes.push_back({mesh.vertex(v), mesh.vertex(v)});
      }
    }
    const BoxTree tree{std::span<const Box>(boxes)};
    std::vector<bool> touched(work_.faces.size(), false);
    std::int64_t count = 0;
    for (Index e = 0; e < edges.edge_count(); ++e) {
      if (!cracked[at(e)]) continue;
      const Index h = edges.half_edges(e)[0];
      if (touched[at(Mesh::face_of(h))]) continue;  // its other edge in the next round
      const std::vector<Index> on = vertices_on(mesh, h, tree, names);
      if (on.empty()) continue;
      touched[at(Mesh::face_of(h))] = true;
      split(mesh, h, on);
      ++count;
    }
    return count;
  }

  /// Border vertices on the inside of a border edge, in its direction.
  std::vector<Index> vertices_on(const Mesh& mesh, Index h, const BoxTree& tree,
                                 const std::vector<Index>& names) const {
    const Vec3 &a = mesh.vertex(mesh.from(h)), &b = mesh.vertex(mesh.to(h));
    Box box;
    box.add(a);
    box.add(b);
    std::vector<std::pair<double, Index>> found;
    tree.for_each_in(box.grown(crack_tolerance_), [&](Index i) {
      const Index v = names[at(i)];
      const Triangle& t = mesh.face(Mesh::face_of(h));
      if (v == t[0] || v == t[1] || v == t[2]) return;
      const Vec3& p = mesh.vertex(v);
      const Vec3 q = closest_point_on_segment(p, a, b);
      if ((q - p).norm() > crack_tolerance_) return;
      if ((q - a).norm() <= crack_tolerance_ || (q - b).norm() <= crack_tolerance_) return;
      found.emplace_back((q - a).norm(), v);
    });
    std::sort(found.begin(), found.end());
    std::vector<Index> on;
    for (const auto& [distance, v] : found) on.push_back(v);
    return on;
  }

  void split(const Mesh& mesh, Index h, const std::vector<Index>& on) {
    const std::size_t f = at(Mesh::face_of(h));
    const Index apex = mesh.from(Mesh::previous(h));
    Index last = mesh.from(h);
    for (std::size_t i = 0; i <= on.size(); ++i) {
      const Index next = i < on.size() ? on[i] : mesh.to(h);
      if (i == 0) {
        work_.faces[f] = {last, next, apex};
      } else {
        work_.faces.push_back({last, next, apex});
        work_.materials.push_back(work_.materials[f]);
      }
      last = next;
    }
  }

  void orient(bool outwards) {
    const Mesh mesh = work_.mesh();
    const MeshParts found = find_parts(mesh, EdgeTable(mesh));
    std::int64_t turned = 0, parts = 0;
    const auto turn = [this](Index f) { std::swap(work_.faces[at(f)][1], work_.faces[at(f)][2]); };
    for (const MeshPart& part : found.parts) {
      if (!part.orientable) continue;
      for (const Index f : part.turned) turn(f);
      turned += static_cast<std::int64_t>(part.turned.size());
      if (!outwards || !part.inside_out || !found.nesting_known) continue;
      for (const Index f : part.faces) turn(f);
      ++parts;
    }
    log("turned {} faces to the sense of their neighbours", turned);
    log("turned {} closed parts the right side out", parts);
    if (outwards && !found.nesting_known) {
      result_.undone.push_back(
          "closed parts were not turned outwards: too many to tell cavities from solids");
    }
  }

  /// For each face the area of its part.
  static std::vector<double> areas_of_parts(const Mesh& mesh, const EdgeTable& edges) {
    std::vector<double> areas(at(mesh.face_count()), 0.0);
    for (const MeshPart& part : find_parts(mesh, edges).parts) {
      double sum = 0.0;
      for (const Index f : part.faces) {
        const Corners t = mesh.corners(f);
        sum += triangle_area(t[0], t[1], t[2]);
      }
      for (const Index f : part.faces) areas[at(f)] = sum;
    }
    return areas;
  }

  std::int64_t fill_holes() {
    const Mesh mesh = work_.mesh();
    const EdgeTable edges(mesh);
    int forked = 0;
    std::int64_t holes = 0, faces = 0, large = 0, failed = 0;
    const std::vector<BorderLoop> loops = find_border_loops(mesh, edges, forked);
    if (loops.empty() && forked == 0) return 0;
    const std::vector<double> part_area = areas_of_parts(mesh, edges);
    for (const BorderLoop& loop : loops) {
      if (loop.diameter > hole_size_) {
        ++large;
        continue;
      }
      const auto fill = fill_loop(mesh, edges, loop);
      double area = 0.0;
      for (const Triangle& t : fill.value_or(std::vector<Triangle>())) {
        area += triangle_area(mesh.vertex(t[0]), mesh.vertex(t[1]), mesh.vertex(t[2]));
      }
      // The rim of a sheet is no hole: its filling would be the sheet again from behind.
      if (!fill || area > 0.8 * part_area[at(loop.face)]) {
        ++failed;
        continue;
      }
      for (const Triangle& t : *fill) {
        work_.faces.push_back(t);
        work_.materials.push_back(work_.materials[at(loop.face)]);
      }
      faces += static_cast<std::int64_t>(fill->size());
      ++holes;
    }
    log("filled {} holes", holes);
    log("added {} faces for them", faces);
    if (options_.hole_size > 0.0) {
      if (large > 0) {
        result_.undone.push_back(
            fmt::format("{} holes wider than {:.3g} m were left open (--holes sets the size)",
                        large, hole_size_));
      }
      if (forked + failed > 0) {
        result_.undone.push_back(
            fmt::format("{} borders were left open: they fork, have more than {} edges, are the "
                        "rim of a sheet or "
                        "cannot be filled without using an edge twice",
                        forked + failed, kMaxHoleVertices));
      }
    }
    return holes;
  }

  void drop_unused_vertices(bool tell = true) {
    std::vector<Index> place(work_.vertices.size(), Mesh::kNone);
    for (const Triangle& t : work_.faces) {
      for (const Index v : t) place[at(v)] = 0;
    }
    std::vector<Vec3> kept;
    for (std::size_t v = 0; v < place.size(); ++v) {
      if (place[v] == Mesh::kNone) continue;
      place[v] = static_cast<Index>(kept.size());
      kept.push_back(work_.vertices[v]);
    }
    const auto gone = static_cast<std::int64_t>(work_.vertices.size() - kept.size());
    if (gone == 0) return;
    for (Triangle& t : work_.faces) {
      for (Index& v : t) v = place[at(v)];
    }
    work_.vertices = std::move(kept);
    if (tell) log("removed {} unused vertices", gone);
  }

  void compare() {
    for (const MeshFinding& f : result_.after.findings) {
      const std::int64_t before = result_.before.count(f.fault);
      if (f.count <= before) continue;
      result_.worse.push_back(
          fmt::format("{}: {} before, {} now", fault_name(f.fault), before, f.count));
    }
  }

  const MeshRepairOptions& options_;
  Work work_;
  MeshRepair result_;
  std::vector<std::pair<std::string, std::int64_t>> log_;
  std::size_t action_count_ = 0;
  double weld_tolerance_ = 0.0, crack_tolerance_ = 0.0, hole_size_ = 0.0;
};

}  // namespace

MeshRepair repair_mesh(const Mesh& mesh, const MeshRepairOptions& options) {
  return Repairer(mesh, options).run();
}

std::string format_repair(const MeshRepair& repair) {
  std::string text;
  for (const std::string& line : repair.done) text += line + '\n';
  if (repair.done.empty()) text += "nothing was changed\n";
  for (const std::string& line : repair.undone) text += "not done: " + line + '\n';
  for (const std::string& line : repair.worse) text += "worse than before: " + line + '\n';
  return text;
}

}  // namespace outrigger::geometry
