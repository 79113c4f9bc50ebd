#include "contact/near/inner_region.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace outrigger::contact {

using geometry::Mesh;

void JoinedContours::start(std::size_t count) {
  parent_.resize(count);
  std::iota(parent_.begin(), parent_.end(), 0);
}

std::int32_t JoinedContours::root(std::int32_t contour) {
  std::int32_t r = contour;
  while (parent_[static_cast<std::size_t>(r)] != r) r = parent_[static_cast<std::size_t>(r)];
  while (parent_[static_cast<std::size_t>(contour)] != r) {
    contour = std::exchange(parent_[static_cast<std::size_t>(contour)], r);
  }
  return r;
}

void JoinedContours::join(std::int32_t a, std::int32_t b) {
  a = root(a);
  b = root(b);
  // The smaller number leads, whatever the order of joining.
  parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
}

void InnerRegion::start(const Mesh& mesh) {
  const auto faces = static_cast<std::size_t>(mesh.face_count());
  const auto vertices = static_cast<std::size_t>(mesh.vertex_count());
  if (face_stamp_.size() < faces) {
    face_stamp_.resize(faces, 0);
    face_place_.resize(faces);
  }
  if (vertex_stamp_.size() < vertices) {
    vertex_stamp_.resize(vertices, 0);
    vertex_inside_.resize(vertices);
  }
  if (++stamp_ == 0) {
    std::fill(face_stamp_.begin(), face_stamp_.end(), 0u);
    std::fill(vertex_stamp_.begin(), vertex_stamp_.end(), 0u);
    stamp_ = 1;
  }
  crossings_.clear();
  cut_segments_.clear();
  cut_faces_.clear();
  inner_faces_.clear();
  conflict_count_ = 0;
}

int InnerRegion::label(std::int32_t vertex) const {
  const auto v = static_cast<std::size_t>(vertex);
  return vertex_stamp_[v] == stamp_ ? vertex_inside_[v] : -1;
}

void InnerRegion::set_label(std::int32_t vertex, bool inside) {
  const auto v = static_cast<std::size_t>(vertex);
  if (vertex_stamp_[v] == stamp_) {
    conflict_count_ += (vertex_inside_[v] != 0) != inside;
    return;
  }
  vertex_stamp_[v] = stamp_;
  vertex_inside_[v] = inside;
}

std::span<const InnerRegion::Crossing> InnerRegion::crossings(std::int32_t edge) const {
  const auto range =
      std::equal_range(crossings_.begin(), crossings_.end(), Crossing{edge, 0, 0, {}},
                       [](const Crossing& a, const Crossing& b) { return a.edge < b.edge; });
  return {range.first, range.second};
}

int InnerRegion::net_crossings(std::int32_t edge) const {
  int net = 0;
  for (const Crossing& c : crossings(edge)) net += c.direction;
  return net;
}

void InnerRegion::find(const Geometry& own, const MeshContours& contours, JoinedContours& joined) {
  const Mesh& mesh = *own.mesh;
  start(mesh);
  collect(own, contours);
  label_corners(own);
  find_corner_contours(own, contours, joined);
  flood(mesh, joined);
}

/// Cut faces and crossed edges of this mesh, from the contours.
void InnerRegion::collect(const Geometry& own, const MeshContours& contours) {
  const Mesh& mesh = *own.mesh;
  const auto add_crossing = [&](EdgeCode code, bool is_end, std::int32_t contour, const Vec3& p) {
    if (code.is_of_a() != own.is_a) return;
    // A segment ends where an edge of A goes into B along its face, or one of B out of A.
    const bool into = is_end == own.is_a;
    const std::int32_t edge = mesh.edge(code.half_edge());
    const bool along = edge == code.half_edge();
    crossings_.push_back({edge, into == along ? 1 : -1, contour, p});
  };
  for (std::size_t c = 0; c < contours.contours().size(); ++c) {
    const Contour& contour = contours.contours()[c];
    const auto number = static_cast<std::int32_t>(c);
    for (std::int32_t s = contour.first; s < contour.first + contour.count; ++s) {
      const ContourSegment& segment = contours.segments()[static_cast<std::size_t>(s)];
      const FacePair& pair = segment.pair;
      cut_segments_.push_back({own.is_a ? pair.face_a : pair.face_b, s, number});
      // Every crossing is the end of one segment; those that begin an open contour are not.
      add_crossing(pair.end, true, number, segment.to);
      if (s == contour.first && !contour.closed) {
        add_crossing(pair.start, false, number, segment.from);
      }
    }
  }
  std::sort(crossings_.begin(), crossings_.end(), [](const Crossing& a, const Crossing& b) {
    return std::tie(a.edge, a.contour, a.direction) < std::tie(b.edge, b.contour, b.direction);
  });
  std::sort(cut_segments_.begin(), cut_segments_.end(),
            [](const CutSegment& a, const CutSegment& b) {
              return std::tie(a.face, a.segment) < std::tie(b.face, b.segment);
            });
  for (std::size_t i = 0; i < cut_segments_.size(); ++i) {
    const std::int32_t face = cut_segments_[i].face;
    if (cut_faces_.empty() || cut_faces_.back().face != face) {
      face_stamp_[static_cast<std::size_t>(face)] = stamp_;
      face_place_[static_cast<std::size_t>(face)] = static_cast<std::int32_t>(cut_faces_.size());
      cut_faces_.push_back({face, static_cast<std::int32_t>(i), 0, {-1, -1, -1}});
    }
    ++cut_faces_.back().count;
  }
}

void InnerRegion::label_corners(const Geometry& own) {
  const Mesh& mesh = *own.mesh;
  for (std::size_t i = 0; i < crossings_.size();) {
    const std::int32_t edge = crossings_[i].edge;
    int net = 0;
    for (; i < crossings_.size() && crossings_[i].edge == edge; ++i) net += crossings_[i].direction;
    if (net == 0) continue;
    conflict_count_ += net != 1 && net != -1;
    set_label(mesh.from(edge), net < 0);
    set_label(mesh.to(edge), net > 0);
  }
  while (label_across_uncrossed_edges(mesh)) {
  }
  // Left over: faces whose edges tell nothing, because contours only pierce them in their middle.
  for (const CutFace& cut : cut_faces_) {
    for (const std::int32_t v : mesh.face(cut.face)) {
      if (label(v) < 0) set_label(v, own.is_inside(v));
    }
  }
}

/// Ends of edges of cut faces that are crossed as often in as out are alike. True when a label was
/// found.
bool InnerRegion::label_across_uncrossed_edges(const Mesh& mesh) {
  bool found = false;
  for (const CutFace& cut : cut_faces_) {
    for (std::int32_t h = 3 * cut.face; h < 3 * cut.face + 3; ++h) {
      const std::int32_t p = mesh.from(h);
      const std::int32_t q = mesh.to(h);
      if ((label(p) < 0) == (label(q) < 0) || net_crossings(mesh.edge(h)) != 0) continue;
      if (label(p) < 0)
        set_label(p, label(q) == 1);
      else
        set_label(q, label(p) == 1);
      found = true;
    }
  }
  return found;
}

void InnerRegion::find_corner_contours(const Geometry& own, const MeshContours& contours,
                                       JoinedContours& joined) {
  for (CutFace& cut : cut_faces_) {
    const std::span<const CutSegment> list = segments(cut);
    const bool one_contour = std::all_of(list.begin(), list.end(), [&](const CutSegment& s) {
      return s.contour == list.front().contour;
    });
    if (one_contour) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (inside(own.mesh->face(cut.face)[i])) cut.corner_contour[i] = list.front().contour;
      }
    } else {
      join_in_face(cut, own, contours, joined);
    }
  }
}

/// A face that several contours cut: which of them border the same part of it.
void InnerRegion::join_in_face(CutFace& cut, const Geometry& own, const MeshContours& contours,
                               JoinedContours& joined) {
  const Mesh& mesh = *own.mesh;
  const geometry::Triangle& t = mesh.face(cut.face);
  const auto meet_corner = [&](std::size_t i, std::int32_t contour) {
    if (cut.corner_contour[i] >= 0)
      joined.join(cut.corner_contour[i], contour);
    else
      cut.corner_contour[i] = contour;
  };
  // Along the edges, inner stretches join the contours at their ends; corners pass them on.
  std::array<bool, 3> plain;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::int32_t h = 3 * cut.face + static_cast<std::int32_t>(i);
    const std::span<const Crossing> found = crossings(mesh.edge(h));
    plain[i] = found.empty() && inside(t[i]);
    if (found.empty()) continue;
    const Vec3& p = own.place(t[i]);
    const Vec3 along = own.place(t[j]) - p;
    std::vector<std::pair<double, std::int32_t>>& order = order_;
    order.clear();
    for (const Crossing& c : found) order.emplace_back((c.point - p).dot(along), c.contour);
    std::sort(order.begin(), order.end());
    std::size_t k = 0;
    if (inside(t[i])) meet_corner(i, order[k++].second);
    for (; k + 1 < order.size(); k += 2) joined.join(order[k].second, order[k + 1].second);
    if (k < order.size() && inside(t[j])) meet_corner(j, order[k].second);
  }
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      if (!plain[i]) continue;
      if (cut.corner_contour[i] >= 0)
        meet_corner(j, cut.corner_contour[i]);
      else if (cut.corner_contour[j] >= 0)
        cut.corner_contour[i] = cut.corner_contour[j];
    }
  }

  // Rings within the face: holes join what surrounds them.
  std::vector<Ring>& rings = rings_;
  rings.clear();
  std::int32_t passing = -1;  // a contour that leaves the face
  const Vec3& origin = own.place(t[0]);
  const Vec3 normal = (own.place(t[1]) - origin).cross(own.place(t[2]) - origin);
  for (const CutSegment& s : segments(cut)) {
    const Contour& whole = contours.contours()[static_cast<std::size_t>(s.contour)];
    if (s.segment != whole.first) {
      if (passing < 0 &&
          contours.segments()[static_cast<std::size_t>(s.segment)].pair.end.is_of_a() == own.is_a) {
        passing = s.contour;
      }
      continue;
    }
    double area = 0.0;
    bool within = whole.closed;
    for (const ContourSegment& piece : contours.segments(whole)) {
      within = within && (own.is_a ? piece.pair.face_a : piece.pair.face_b) == cut.face;
      area += (piece.from - origin).cross(piece.to - origin).dot(normal);
    }
    if (within)
      rings.push_back({s.contour, own.is_a ? area : -area});
    else if (passing < 0)
      passing = s.contour;
  }
  for (const Ring& hole : rings) {
    if (hole.area >= 0.0) continue;
    std::int32_t around = -1;
    for (std::size_t i = 0; i < 3; ++i) {
      if (inside(t[i])) {
        meet_corner(i, hole.contour);
        around = hole.contour;
      }
    }
    const Ring* smallest = nullptr;
    for (const Ring& ring : rings) {
      if (ring.area > -hole.area && (smallest == nullptr || ring.area < smallest->area)) {
        smallest = &ring;
      }
    }
    if (around >= 0) continue;
    if (smallest != nullptr)
      joined.join(hole.contour, smallest->contour);
    else if (passing >= 0)
      joined.join(hole.contour, passing);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (inside(t[i]) && cut.corner_contour[i] < 0) {
      cut.corner_contour[i] = segments(cut).front().contour;
    }
  }
}

/// The face beyond a half-edge whose whole length is inside.
void InnerRegion::reach(const Mesh& mesh, std::int32_t half_edge, std::int32_t contour,
                        JoinedContours& joined) {
  const std::int32_t opposite = mesh.opposite(half_edge);
  if (opposite == Mesh::kNone) return;
  const std::int32_t face = Mesh::face_of(opposite);
  const auto f = static_cast<std::size_t>(face);
  if (face_stamp_[f] != stamp_) {
    face_stamp_[f] = stamp_;
    face_place_[f] = ~static_cast<std::int32_t>(inner_faces_.size());
    inner_faces_.push_back({face, contour});
    return;
  }
  if (face_place_[f] < 0) {
    joined.join(contour, inner_faces_[static_cast<std::size_t>(~face_place_[f])].contour);
    return;
  }
  const CutFace& cut = cut_faces_[static_cast<std::size_t>(face_place_[f])];
  const std::int32_t there = cut.corner_contour[static_cast<std::size_t>(opposite % 3)];
  if (there >= 0) joined.join(contour, there);
}

void InnerRegion::flood(const Mesh& mesh, JoinedContours& joined) {
  for (const CutFace& cut : cut_faces_) {
    for (std::int32_t i = 0; i < 3; ++i) {
      const std::int32_t h = 3 * cut.face + i;
      const std::int32_t contour = cut.corner_contour[static_cast<std::size_t>(i)];
      if (contour >= 0 && crossings(mesh.edge(h)).empty()) reach(mesh, h, contour, joined);
    }
  }
  for (std::size_t i = 0; i < inner_faces_.size(); ++i) {
    const InnerFace inner = inner_faces_[i];
    for (std::int32_t k = 0; k < 3; ++k) {
      set_label(mesh.face(inner.face)[static_cast<std::size_t>(k)], true);
      reach(mesh, 3 * inner.face + k, inner.contour, joined);
    }
  }
}

}  // namespace outrigger::contact
