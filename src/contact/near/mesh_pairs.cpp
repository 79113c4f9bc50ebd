#include "contact/near/mesh_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/near/triangle_lanes.h"
#include "geometry/exact.h"

namespace outrigger::contact {

using geometry::BoxTree;
using geometry::Mesh;

namespace {

/// Boxes of this ratio of sizes are opened together, otherwise only the larger.
constexpr float kOfASize = 2.0f;

/// From this ratio on it pays to ask for the plane of a face, too.
constexpr float kMuchLarger = 4.0f;

/// Child `i` of four boxes side by side, as a box to ask four others with.
BoxTree::SingleBox pick(const __m128 low[3], const __m128 high[3], int i) {
  const __m128i index = _mm_set1_epi32(i);
  BoxTree::SingleBox box;
  for (int k = 0; k < 3; ++k) {
    box.low[k] = _mm_permutevar_ps(low[k], index);
    box.high[k] = _mm_permutevar_ps(high[k], index);
  }
  return box;
}

BoxTree::SingleBox pick(const BoxTree::Node& node, int i) {
  BoxTree::SingleBox box;
  for (int k = 0; k < 3; ++k) {
    box.low[k] = _mm_set1_ps(node.low[k][i]);
    box.high[k] = _mm_set1_ps(node.high[k][i]);
  }
  return box;
}

int overlaps(const BoxTree::SingleBox& box, const __m128 low[3], const __m128 high[3]) {
  __m128 all = _mm_castsi128_ps(_mm_set1_epi32(-1));
  for (int k = 0; k < 3; ++k) {
    all = _mm_and_ps(all, _mm_cmple_ps(low[k], box.high[k]));
    all = _mm_and_ps(all, _mm_cmple_ps(box.low[k], high[k]));
  }
  return _mm_movemask_ps(all);
}

/// Four boxes against four, eight pairs at a time: bit 4 j + i, child i of the node and box j. Empty
/// places overlap nothing.
int overlaps(const BoxTree::Node& node, const __m128 low[3], const __m128 high[3]) {
  int hits = 0;
  for (int half = 0; half < 2; ++half) {
    const __m256i places = half == 0 ? _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1)
                                     : _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3);
    __m256 all = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
    for (int k = 0; k < 3; ++k) {
      const __m256 node_low = _mm256_set_m128(_mm_load_ps(node.low[k]), _mm_load_ps(node.low[k]));
      const __m256 node_high =
          _mm256_set_m128(_mm_load_ps(node.high[k]), _mm_load_ps(node.high[k]));
      const __m256 l = _mm256_permutevar8x32_ps(_mm256_castps128_ps256(low[k]), places);
      const __m256 h = _mm256_permutevar8x32_ps(_mm256_castps128_ps256(high[k]), places);
      all = _mm256_and_ps(all, _mm256_cmp_ps(node_low, h, _CMP_LE_OQ));
      all = _mm256_and_ps(all, _mm256_cmp_ps(l, node_high, _CMP_LE_OQ));
    }
    hits |= _mm256_movemask_ps(all) << (8 * half);
  }
  return hits;
}

/// Longest side of each of four boxes.
__m128 sizes(const __m128 low[3], const __m128 high[3]) {
  return _mm_max_ps(_mm_max_ps(_mm_sub_ps(high[0], low[0]), _mm_sub_ps(high[1], low[1])),
                    _mm_sub_ps(high[2], low[2]));
}

__m128 sizes(const BoxTree::Node& node) {
  __m128 low[3], high[3];
  for (int k = 0; k < 3; ++k) {
    low[k] = _mm_load_ps(node.low[k]);
    high[k] = _mm_load_ps(node.high[k]);
  }
  return sizes(low, high);
}

/// Lanes whose corners are surely before a plane, and surely behind it, corner by corner.
struct Sides {
  std::array<int, 3> before, behind;

  /// One bit per lane with all corners on one side.
  int one_side() const {
    return (before[0] & before[1] & before[2]) | (behind[0] & behind[1] & behind[2]);
  }
  /// +1, -1, or 0 where rounding hides it.
  int side(std::size_t corner, int lane) const {
    return (before[corner] >> lane & 1) - (behind[corner] >> lane & 1);
  }
};

Lane4 absolute(Lane4 x) { return _mm256_andnot_pd(broadcast4(-0.0), x); }

Lane4 largest(const Lanes3& v) {
  return _mm256_max_pd(_mm256_max_pd(absolute(v.x), absolute(v.y)), absolute(v.z));
}

/// On which sides of planes through three points three corners lie, one pair of faces per lane. The
/// determinant of geometry::side_of_plane with its products shared by the corners, and a bound of its
/// error: 6 products of the largest components.
Sides sides_of(const std::array<Lanes3, 3>& plane, const std::array<Lanes3, 3>& corners) {
  constexpr double kError = 6.0 * 7.1 * 0x1p-53;
  const Lanes3 u = plane[1] - plane[0], v = plane[2] - plane[0];
  const Lanes3 n = u.cross(v);
  const Lane4 bound = mul4(mul4(broadcast4(kError), largest(u)), largest(v));
  Sides sides;
  for (std::size_t i = 0; i < 3; ++i) {
    const Lanes3 w = corners[i] - plane[0];
    const Lane4 d = n.dot(w), limit = mul4(bound, largest(w));
    sides.before[i] = _mm256_movemask_pd(_mm256_cmp_pd(d, limit, _CMP_GT_OQ));
    sides.behind[i] = _mm256_movemask_pd(_mm256_cmp_pd(add4(d, limit), zero4(), _CMP_LT_OQ));
  }
  return sides;
}

/// Senses in which edge p→q of A passes the three edges of a face of B, geometry::moved::edges with the
/// three determinants side by side. `b`: the face's corners, `first` its corner 0 again in the last lane.
std::array<int, 3> passing_senses(const Vec3& p, const Vec3& q, const Lanes3& b,
                                  const std::array<const Vec3*, 3>& corners) {
  constexpr double kError = 7.1 * 0x1p-53;
  const auto following = [](Lane4 x) { return _mm256_permute4x64_pd(x, 0b11001001); };
  const Lanes3 e = broadcast_lanes(q) - broadcast_lanes(p), u = b - broadcast_lanes(p);
  const Lanes3 v = {following(u.x), following(u.y), following(u.z)};
  const Lane4 yz = mul4(e.y, u.z), zy = mul4(e.z, u.y);
  const Lane4 zx = mul4(e.z, u.x), xz = mul4(e.x, u.z);
  const Lane4 xy = mul4(e.x, u.y), yx = mul4(e.y, u.x);
  const Lane4 d = Lanes3{sub4(yz, zy), sub4(zx, xz), sub4(xy, yx)}.dot(v);
  const Lanes3 products = {add4(absolute(yz), absolute(zy)), add4(absolute(zx), absolute(xz)),
                           add4(absolute(xy), absolute(yx))};
  const Lane4 limit =
      mul4(broadcast4(kError), products.dot({absolute(v.x), absolute(v.y), absolute(v.z)}));
  const int above = _mm256_movemask_pd(_mm256_cmp_pd(d, limit, _CMP_GT_OQ));
  const int below = _mm256_movemask_pd(_mm256_cmp_pd(add4(d, limit), zero4(), _CMP_LT_OQ));
  std::array<int, 3> senses;
  for (std::size_t j = 0; j < 3; ++j) {
    senses[j] = (above >> j & 1) - (below >> j & 1);
    if (senses[j] == 0)
      senses[j] = geometry::moved::edges(p, q, *corners[j], *corners[(j + 1) % 3]);
  }
  return senses;
}

}  // namespace

void MeshPairs::place_b(const Pose& b_in_a) {
  b_in_a_ = b_in_a;
  if (++stamp_ == 0) {  // after 2^32 queries old stamps would look new
    std::fill(place_stamps_.begin(), place_stamps_.end(), 0u);
    std::fill(box_stamps_.begin(), box_stamps_.end(), 0u);
    stamp_ = 1;
  }
  pairs_.clear();
  box_tests_ = 0;
  face_tests_ = 0;
}

void MeshPairs::start(const MeshShape& a, const MeshShape& b, const Pose& b_in_a, double margin) {
  const std::size_t vertices = b.mesh->vertices().size();
  const std::size_t nodes = b.tree->nodes().size();
  if (places_.size() < vertices) {
    places_.resize(vertices);
    place_stamps_.resize(vertices, 0);
  }
  if (boxes_b_.size() < nodes) {
    boxes_b_.resize(nodes);
    box_stamps_.resize(nodes, 0);
  }
  a_ = a;
  b_ = b;
  place_b(b_in_a);
  double reach = 0.0;  // largest number that enters the turning of a box
  for (int i = 0; i < 3; ++i) {
    position_[i] = static_cast<float>(b_in_a.position[i]);
    reach = std::max({reach, std::abs(b_in_a.position[i]), std::abs(b.tree->box().low[i]),
                      std::abs(b.tree->box().high[i])});
    for (int j = 0; j < 3; ++j) rotation_[i][j] = static_cast<float>(b_in_a.rotation(i, j));
  }
  // About 12 roundings of 6e-8 each, of sums of up to four numbers below `reach`.
  slack_ = static_cast<float>(2e-6 * reach + 1.01 * margin);
  margin_ = static_cast<float>(1.01 * margin);
  reach_ = 6.0 * reach + a.tree->box().low.cwiseAbs().maxCoeff() +
           a.tree->box().high.cwiseAbs().maxCoeff();
}

void MeshPairs::find(const MeshShape& a, const MeshShape& b, const Pose& b_in_a) {
  start(a, b, b_in_a, 0.0);
  if (a.tree->empty() || b.tree->empty()) return;
  open_both(0, 0);
  if (waiting_count_ > 0) test_waiting();
}

void MeshPairs::prepare(const MeshShape& a, const MeshShape& b, const Pose& b_in_a, double margin) {
  start(a, b, b_in_a, margin);
  candidates_.clear();
  prepared_pose_ = b_in_a;
  prepared_margin_ = margin;
  if (a.tree->empty() || b.tree->empty()) return;
  preparing_ = true;
  open_both(0, 0);
  preparing_ = false;
}

bool MeshPairs::evaluate(const Pose& b_in_a) {
  place_b(b_in_a);
  std::span<const Candidate> rest = candidates_;
  for (; rest.size() > kTogether; rest = rest.subspan(kTogether)) test_faces(rest.first(kTogether));
  if (!rest.empty()) test_faces(rest);
  const bool enough = largest_move(prepared_pose_, b_in_a) <= prepared_margin_;
  too_small_count_ += !enough;
  return enough;
}

/// How far a point of B has moved at most. The farthest is a corner of its box: distance is convex.
double MeshPairs::largest_move(const Pose& from, const Pose& to) const {
  const geometry::Box& box = b_.tree->box();
  double largest = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p(corner & 1 ? box.high.x() : box.low.x(), corner & 2 ? box.high.y() : box.low.y(),
                 corner & 4 ? box.high.z() : box.low.z());
    largest = std::max(largest, (to.point(p) - from.point(p)).squaredNorm());
  }
  return std::sqrt(largest);
}

const MeshPairs::ChildBoxes& MeshPairs::children_of_b(std::int32_t index) {
  const auto i = static_cast<std::size_t>(index);
  ChildBoxes& boxes = boxes_b_[i];
  if (box_stamps_[i] == stamp_) return boxes;
  box_stamps_[i] = stamp_;
  const Node& node = b_.tree->nodes()[i];
  turn_boxes(node, boxes);
  // Turned boxes are loose. Faces get the boxes of their corners, and nodes of faces those of their
  // faces, which are needed next anyway: a quarter fewer tests on smooth surfaces.
  for (int place = 0; place < node.count; ++place) {
    const std::int32_t child = node.child[place];
    if (child < 0) {
      fit_face(~child, place, boxes);
    } else if (const Node& below = b_.tree->nodes()[static_cast<std::size_t>(child)];
               below.child[0] < 0) {
      fit_node(children_of_b(child), below.count, place, boxes);
    }
  }
  boxes.size = sizes(boxes.low, boxes.high);
  return boxes;
}

void MeshPairs::turn_boxes(const Node& node, ChildBoxes& boxes) const {
  const __m128 half = _mm_set1_ps(0.5f);
  const __m128 sign = _mm_set1_ps(-0.0f);
  __m128 centre[3];
  __m128 extent[3];
  for (int k = 0; k < 3; ++k) {
    const __m128 low = _mm_load_ps(node.low[k]);
    const __m128 high = _mm_load_ps(node.high[k]);
    centre[k] = _mm_mul_ps(half, _mm_add_ps(low, high));
    extent[k] = _mm_mul_ps(half, _mm_sub_ps(high, low));
  }
  // Unused places become NaN here, and NaN overlaps nothing.
  for (int i = 0; i < 3; ++i) {
    __m128 middle = _mm_set1_ps(position_[i]);
    __m128 reach = _mm_set1_ps(slack_);
    for (int k = 0; k < 3; ++k) {
      const __m128 r = _mm_set1_ps(rotation_[i][k]);
      middle = _mm_add_ps(middle, _mm_mul_ps(r, centre[k]));
      reach = _mm_add_ps(reach, _mm_mul_ps(_mm_andnot_ps(sign, r), extent[k]));
    }
    boxes.low[i] = _mm_sub_ps(middle, reach);
    boxes.high[i] = _mm_add_ps(middle, reach);
  }
}

void MeshPairs::fit_node(const ChildBoxes& below, int count, int place, ChildBoxes& boxes) {
  for (int k = 0; k < 3; ++k) {
    float low = below.low[k][0];
    float high = below.high[k][0];
    for (int i = 1; i < count; ++i) {
      low = std::min(low, below.low[k][i]);
      high = std::max(high, below.high[k][i]);
    }
    boxes.low[k][place] = low;
    boxes.high[k][place] = high;
  }
}

void MeshPairs::fit_face(std::int32_t face, int place, ChildBoxes& boxes) {
  const geometry::Triangle& t = b_.mesh->face(face);
  const Vec3& p0 = placed(t[0]);
  const Vec3& p1 = placed(t[1]);
  const Vec3& p2 = placed(t[2]);
  const Vec3 low = p0.cwiseMin(p1).cwiseMin(p2);
  const Vec3 high = p0.cwiseMax(p1).cwiseMax(p2);
  // Outwards by more than a unit in the last place of single precision.
  constexpr float kUnit = 1.2e-7f;
  for (int k = 0; k < 3; ++k) {
    const float l = static_cast<float>(low[k]);
    const float h = static_cast<float>(high[k]);
    boxes.low[k][place] = l - std::abs(l) * kUnit - margin_;
    boxes.high[k][place] = h + std::abs(h) * kUnit + margin_;
  }
}

void MeshPairs::open_both(std::int32_t a, std::int32_t b) {
  const Node& node_a = a_.tree->nodes()[static_cast<std::size_t>(a)];
  const Node& node_b = b_.tree->nodes()[static_cast<std::size_t>(b)];
  const ChildBoxes& boxes_b = children_of_b(b);
  alignas(16) float size_a[4], size_b[4];
  _mm_store_ps(size_a, sizes(node_a));
  _mm_store_ps(size_b, boxes_b.size);
  box_tests_ += node_b.count;
  for (int hits = overlaps(node_a, boxes_b.low, boxes_b.high); hits != 0; hits &= hits - 1) {
    const int bit = __builtin_ctz(static_cast<unsigned>(hits)), i = bit % 4, j = bit / 4;
    const std::int32_t child_a = node_a.child[i], child_b = node_b.child[j];
    if (child_a < 0 && child_b < 0) {
      meet(~child_a, ~child_b);
    } else if (child_b < 0 || (child_a >= 0 && size_a[i] > kOfASize * size_b[j])) {
      open_a(child_a, child_b, pick(boxes_b.low, boxes_b.high, j), size_b[j]);
    } else if (child_a < 0 || size_b[j] > kOfASize * size_a[i]) {
      open_b(child_a, child_b, pick(node_a, i), size_a[i]);
    } else {
      open_both(child_a, child_b);
    }
  }
}

MeshPairs::FacePlane::FacePlane(const Vec3& unit_normal, double plane_offset, double plane_slack)
    : offset(broadcast4(plane_offset)), slack(broadcast4(plane_slack)) {
  for (int k = 0; k < 3; ++k) {
    normal[k] = broadcast4(unit_normal[k]);
    steepness[k] = broadcast4(std::abs(unit_normal[k]));
  }
}

/// One bit per box that the plane passes through. Twice the distance against twice the reach.
int MeshPairs::FacePlane::meets(const __m128 low[3], const __m128 high[3]) const {
  Lane4 distance = _mm256_mul_pd(broadcast4(-2.0), offset);
  Lane4 reach = slack;
  for (int k = 0; k < 3; ++k) {
    const Lane4 l = _mm256_cvtps_pd(low[k]);
    const Lane4 h = _mm256_cvtps_pd(high[k]);
    distance = fma4(normal[k], add4(l, h), distance);
    reach = fma4(steepness[k], sub4(h, l), reach);
  }
  const Lane4 size = _mm256_andnot_pd(broadcast4(-0.0), distance);
  return _mm256_movemask_pd(_mm256_cmp_pd(size, reach, _CMP_LE_OQ));
}

/// Covers rounding, and the way a face of B may still move; for both sides of the plane. `size` and
/// `area` of the face: the normal of a sliver is as uncertain as the sliver is thin.
double MeshPairs::plane_slack(double offset, double size, double area) const {
  const double thinness = area > 0.0 ? size * size / area : INFINITY;
  return 2.0 * (1e-13 * (1.0 + 1e-2 * thinness) * (reach_ + std::abs(offset)) +
                static_cast<double>(margin_));
}

void MeshPairs::open_a_at_face(std::int32_t a, std::int32_t face_b, const SingleBox& box_b,
                               const FacePlane& plane) {
  const Node& node = a_.tree->nodes()[static_cast<std::size_t>(a)];
  __m128 low[3], high[3];
  for (int k = 0; k < 3; ++k) {
    low[k] = _mm_load_ps(node.low[k]);
    high[k] = _mm_load_ps(node.high[k]);
  }
  ++box_tests_;
  for (int hits = box_b.overlaps(node) & plane.meets(low, high); hits != 0; hits &= hits - 1) {
    const std::int32_t child = node.child[__builtin_ctz(static_cast<unsigned>(hits))];
    if (child < 0)
      meet(~child, face_b);
    else
      open_a_at_face(child, face_b, box_b, plane);
  }
}

void MeshPairs::open_b_at_face(std::int32_t face_a, std::int32_t b, const SingleBox& box_a,
                               const FacePlane& plane) {
  const Node& node = b_.tree->nodes()[static_cast<std::size_t>(b)];
  const ChildBoxes& boxes = children_of_b(b);
  ++box_tests_;
  for (int hits = overlaps(box_a, boxes.low, boxes.high) & plane.meets(boxes.low, boxes.high);
       hits != 0; hits &= hits - 1) {
    const std::int32_t child = node.child[__builtin_ctz(static_cast<unsigned>(hits))];
    if (child < 0)
      meet(face_a, ~child);
    else
      open_b_at_face(face_a, child, box_a, plane);
  }
}

void MeshPairs::open_a(std::int32_t a, std::int32_t b, const SingleBox& box_b, float size_b) {
  const Node& node = a_.tree->nodes()[static_cast<std::size_t>(a)];
  alignas(16) float size_a[4];
  _mm_store_ps(size_a, sizes(node));
  if (b < 0 && size_b > kMuchLarger * std::max({size_a[0], size_a[1], size_a[2], size_a[3]})) {
    const geometry::Triangle& t = b_.mesh->face(~b);
    const Vec3& p = placed(t[0]);
    const Vec3 n = geometry::triangle_normal(p, placed(t[1]), placed(t[2]));
    const double offset = n.dot(p);
    const double area = geometry::triangle_area(p, placed(t[1]), placed(t[2]));
    open_a_at_face(a, ~b, box_b,
                   FacePlane(n, offset, plane_slack(offset, static_cast<double>(size_b), area)));
    return;
  }
  ++box_tests_;
  for (int hits = box_b.overlaps(node); hits != 0; hits &= hits - 1) {
    const int i = __builtin_ctz(static_cast<unsigned>(hits));
    const std::int32_t child = node.child[i];
    if (child < 0 && b < 0) {
      meet(~child, ~b);
    } else if (child >= 0 && (b < 0 || size_a[i] > kOfASize * size_b)) {
      open_a(child, b, box_b, size_b);
    } else if (child < 0 || size_b > kOfASize * size_a[i]) {
      open_b(child, b, pick(node, i), size_a[i]);
    } else {
      open_both(child, b);
    }
  }
}

void MeshPairs::open_b(std::int32_t a, std::int32_t b, const SingleBox& box_a, float size_a) {
  const Node& node = b_.tree->nodes()[static_cast<std::size_t>(b)];
  const ChildBoxes& boxes = children_of_b(b);
  alignas(16) float size_b[4];
  _mm_store_ps(size_b, boxes.size);
  if (a < 0 && size_a > kMuchLarger * std::max({size_b[0], size_b[1], size_b[2], size_b[3]})) {
    const Mesh::FaceRecord& plane = a_.mesh->record(~a);
    const geometry::Corners c = a_.mesh->corners(~a);
    const double area = geometry::triangle_area(c[0], c[1], c[2]);
    open_b_at_face(~a, b, box_a,
                   FacePlane(plane.normal, plane.offset,
                             plane_slack(plane.offset, static_cast<double>(size_a), area)));
    return;
  }
  ++box_tests_;
  for (int hits = overlaps(box_a, boxes.low, boxes.high); hits != 0; hits &= hits - 1) {
    const int j = __builtin_ctz(static_cast<unsigned>(hits));
    const std::int32_t child = node.child[j];
    if (child < 0 && a < 0) {
      meet(~a, ~child);
    } else if (child >= 0 && (a < 0 || size_b[j] > kOfASize * size_a)) {
      open_b(a, child, box_a, size_a);
    } else if (child < 0 || size_a > kOfASize * size_b[j]) {
      open_a(a, child, pick(boxes.low, boxes.high, j), size_b[j]);
    } else {
      open_both(a, child);
    }
  }
}

void MeshPairs::test_faces(std::span<const Candidate> candidates) {
  face_tests_ += static_cast<std::int64_t>(candidates.size());
  std::array<FacesApart, kTogether> faces;
  for (std::size_t i = 0; i < kTogether; ++i) {
    const Candidate& c = candidates[std::min(i, candidates.size() - 1)];
    const geometry::Triangle &ta = a_.mesh->face(c.face_a), &tb = b_.mesh->face(c.face_b);
    for (std::size_t k = 0; k < 3; ++k) {
      faces[i].a[k] = &a_.mesh->vertex(ta[k]);
      faces[i].b[k] = &placed(tb[k]);
    }
  }
  std::array<Lanes3, 3> a, b;
  for (std::size_t k = 0; k < 3; ++k) {
    a[k] = gather_lanes(*faces[0].a[k], *faces[1].a[k], *faces[2].a[k], *faces[3].a[k]);
    b[k] = gather_lanes(*faces[0].b[k], *faces[1].b[k], *faces[2].b[k], *faces[3].b[k]);
  }
  // Corners of each face on the sides of the other; all on one side and they cannot meet.
  const Sides sides_a = sides_of(b, a), sides_b = sides_of(a, b);
  const int apart = sides_a.one_side() | sides_b.one_side();
  for (int left = ~apart & ((1 << candidates.size()) - 1); left != 0; left &= left - 1) {
    const int lane = __builtin_ctz(static_cast<unsigned>(left));
    FacesApart& f = faces[static_cast<std::size_t>(lane)];
    for (std::size_t k = 0; k < 3; ++k) {
      f.side_a[k] = sides_a.side(k, lane);
      if (f.side_a[k] == 0)
        f.side_a[k] = geometry::moved::point_of_a(*f.b[0], *f.b[1], *f.b[2], *f.a[k]);
      f.side_b[k] = sides_b.side(k, lane);
      if (f.side_b[k] == 0)
        f.side_b[k] = geometry::moved::point_of_b(*f.a[0], *f.a[1], *f.a[2], *f.b[k]);
    }
    test_edges(candidates[static_cast<std::size_t>(lane)], f);
  }
}

void MeshPairs::test_edges(const Candidate& faces, const FacesApart& corners) {
  const auto &a = corners.a, &b = corners.b;
  const auto &side_a = corners.side_a, &side_b = corners.side_b;
  const auto all_alike = [](const std::array<int, 3>& s) { return s[0] == s[1] && s[1] == s[2]; };
  if (all_alike(side_a) || all_alike(side_b)) return;

  // An edge of one face passes through the other when it passes its three edges in one sense.
  const Lanes3 lanes_b = gather_lanes(*b[0], *b[1], *b[2], *b[0]);
  std::array<std::array<int, 3>, 3> sense;
  for (std::size_t i = 0; i < 3; ++i) sense[i] = passing_senses(*a[i], *a[(i + 1) % 3], lanes_b, b);
  FacePair pair{faces.face_a, faces.face_b, {}, {}};
  int ends = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const int from = side_a[i];
    const int to = side_a[(i + 1) % 3];
    if (from * to >= 0) continue;
    const int s = sense[i][0];
    if (s == 0 || sense[i][1] != s || sense[i][2] != s) continue;
    // Along the edge into B: the segment leaves the face of A here.
    (to < 0 ? pair.end : pair.start) =
        EdgeCode::of_a(3 * faces.face_a + static_cast<std::int32_t>(i));
    ++ends;
  }
  for (std::size_t j = 0; j < 3; ++j) {
    const int from = side_b[j];
    const int to = side_b[(j + 1) % 3];
    if (from * to >= 0) continue;
    const int s = sense[0][j];
    if (s == 0 || sense[1][j] != s || sense[2][j] != s) continue;
    (from < 0 ? pair.end : pair.start) =
        EdgeCode::of_b(3 * faces.face_b + static_cast<std::int32_t>(j));
    ++ends;
  }
  if (ends == 2) pairs_.push_back(pair);
}

namespace {

/// Any direction will do: from a point that is not on the moved mesh, a ray meets no edge of it.
const Vec3 kRay(0.8391, 0.3713, 0.3977);
/// Boxes are grown by this part of the size of things: rays are turned with rounding.
constexpr double kRounding = 1e-12;

}  // namespace

bool MeshPairs::vertex_of_a_inside_b(std::int32_t v) {
  const Vec3& p = a_.mesh->vertex(v);
  const geometry::Box& box = b_.tree->box();
  const Vec3 local = b_in_a_.local_point(p);
  const double size = box.size().norm() + local.norm();
  if (box.squared_distance(local) > kRounding * size * size) return false;
  const Vec3 ray = 4.0 * box.size().norm() * kRay;
  const Vec3 end = p + ray;
  bool inside = false;
  b_.tree->for_each_on_ray(
      local, b_in_a_.local_direction(ray), 1.0 + kRounding,
      [&](std::int32_t f) {
        const geometry::Triangle& t = b_.mesh->face(f);
        const std::array<const Vec3*, 3> b = {&placed(t[0]), &placed(t[1]), &placed(t[2])};
        const int at_p = geometry::moved::point_of_a(*b[0], *b[1], *b[2], p);
        if (at_p * geometry::moved::point_of_a(*b[0], *b[1], *b[2], end) >= 0) return;
        const int s = geometry::moved::edges(p, end, *b[0], *b[1]);
        inside ^= s == geometry::moved::edges(p, end, *b[1], *b[2]) &&
                  s == geometry::moved::edges(p, end, *b[2], *b[0]);
      },
      kRounding * size);
  return inside;
}

bool MeshPairs::vertex_of_b_inside_a(std::int32_t v) {
  const Vec3 p = placed(v);
  const geometry::Box& box = a_.tree->box();
  const double size = box.size().norm() + p.norm();
  if (box.squared_distance(p) > kRounding * size * size) return false;
  const Vec3 ray = 4.0 * box.size().norm() * kRay;
  const Vec3 end = p + ray;
  bool inside = false;
  a_.tree->for_each_on_ray(
      p, ray, 1.0 + kRounding,
      [&](std::int32_t f) {
        const geometry::Corners a = a_.mesh->corners(f);
        const int at_p = geometry::moved::point_of_b(a[0], a[1], a[2], p);
        if (at_p * geometry::moved::point_of_b(a[0], a[1], a[2], end) >= 0) return;
        const int s = geometry::moved::edges(a[0], a[1], p, end);
        inside ^= s == geometry::moved::edges(a[1], a[2], p, end) &&
                  s == geometry::moved::edges(a[2], a[0], p, end);
      },
      kRounding * size);
  return inside;
}

}  // namespace outrigger::contact
