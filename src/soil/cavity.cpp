#include "soil/cavity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "math/elementary.h"

namespace outrigger::soil {

Cavity::Cavity(CavityShape shape) : shape_(std::move(shape)) {
  const auto corners = shape_.profile.size();
  if (corners < 3 || corners > 24)
    throw Error(fmt::format("a cavity of {} corners is not allowed: 3 to 24", corners));
  if (!(shape_.width > 0.0 && shape_.width <= 20.0))
    throw Error(fmt::format("a cavity {:g} m wide is not allowed: > 0 to 20 m", shape_.width));
  if (shape_.slices < 2 || shape_.slices > 16)
    throw Error(fmt::format("{} slices are not allowed: 2 to 16", shape_.slices));
  Polygon p;
  for (const PlanePoint& c : shape_.profile) {
    if (!std::isfinite(c.s) || !std::isfinite(c.z))
      throw Error("a corner of the cavity is not finite");
    p.add(c);
  }
  struck_area_ = p.area();
  // Corners may be given either way round.
  if (struck_area_ < 0.0) struck_area_ = -struck_area_;
  if (!(struck_area_ > 1e-6)) throw Error("the cavity has no area");
  rooms_.resize(static_cast<std::size_t>(shape_.slices));
  capacity_.resize(static_cast<std::size_t>(shape_.slices));
  set_pose({}, 1.0);
}

void Cavity::set_pose(const CavityPose& pose, double tangent) {
  const double c = elementary::cos(pose.tilt), s = elementary::sin(pose.tilt);
  // Two sums: g++ 12 makes one fused instruction of a sum and a difference side by side, in spite of
  // -ffp-contract=off, and the last bits would depend on the compiler.
  const double minus_s = -s;
  const auto turned = [&](const PlanePoint& p) {
    return PlanePoint{c * p.s + minus_s * p.z, s * p.s + c * p.z};
  };
  Polygon hull;
  for (const PlanePoint& p : shape_.profile) hull.add(turned(p));
  edge_ = hull[0];
  rear_ = hull[hull.count() - 1];
  const bool backwards = hull.area() < 0.0;
  // The mouth runs from the rear lip back to the edge; with the shell counter-clockwise, what is to the
  // right of it is outside.
  const double along = (edge_.s - rear_.s) * (backwards ? -1.0 : 1.0);
  mouth_up_ = along < 0.0;
  lowest_ = 1e300, highest_ = -1e300;
  for (int i = 0; i < hull.count(); ++i) {
    lowest_ = std::min(lowest_, hull[i].z);
    highest_ = std::max(highest_, hull[i].z);
  }
  const double span = std::abs(edge_.s - rear_.s);
  const double top = highest_ + span * tangent + 1.0 + pose.support;
  const double left = std::min(edge_.s, rear_.s), right = std::max(edge_.s, rear_.s);
  const PlanePoint held{edge_.s, edge_.z + pose.support};  // where the cap of the edge begins
  const bool edge_left = edge_.s <= rear_.s;
  const PlanePoint left_lip = edge_left ? held : rear_;
  const PlanePoint right_lip = edge_left ? rear_ : held;

  // Three pieces: beyond the left lip, over the mouth, beyond the right lip.
  Polygon whole = hull;
  if (mouth_up_) {  // the room goes on above the mouth
    whole.add({rear_.s, top});
    whole.add({edge_.s, top});
  }
  Polygon pieces[3] = {whole, whole, whole};
  pieces[0].keep_below(1.0, 0.0, left);
  pieces[1].keep_below(-1.0, 0.0, -left);
  pieces[1].keep_below(1.0, 0.0, right);
  pieces[2].keep_below(-1.0, 0.0, -right);
  // z <= z_lip + tan |s - s_lip|, of lips to the left and to the right of a piece.
  const auto cap_from_left = [&](Polygon& p, const PlanePoint& lip) {
    p.keep_below(-tangent, 1.0, lip.z - tangent * lip.s);
  };
  const auto cap_from_right = [&](Polygon& p, const PlanePoint& lip) {
    p.keep_below(tangent, 1.0, lip.z + tangent * lip.s);
  };
  cap_from_right(pieces[0], left_lip);
  cap_from_left(pieces[2], right_lip);
  if (mouth_up_) {
    cap_from_right(pieces[0], right_lip);
    cap_from_left(pieces[1], left_lip);
    cap_from_right(pieces[1], right_lip);
    cap_from_left(pieces[2], left_lip);
  } else if (pose.support > 0.0) {
    // The ground closes the mouth.
    if (edge_left)
      cap_from_left(pieces[1], held);
    else
      cap_from_right(pieces[1], held);
  } else {
    pieces[1].clear();  // nothing holds what lies over the open mouth
  }

  const double slope = span > 1e-9 ? (right_lip.z - left_lip.z) / span : 0.0;
  highest_ = lowest_;
  for (int i = 0; i < shape_.slices; ++i) {
    Room& room = rooms_[static_cast<std::size_t>(i)];
    room.count = 0;
    double& area = capacity_[static_cast<std::size_t>(i)];
    area = 0.0;
    for (int k = 0; k < 3; ++k) {
      Polygon p = pieces[k];
      if (k == 1 && mouth_up_) {
        // Over the mouth the side plates end; a heap rises from them inwards.
        const double to_side = 0.5 * shape_.width - std::abs(slice_y(i));
        p.keep_below(-slope, 1.0, left_lip.z - slope * left_lip.s + tangent * to_side);
      }
      if (p.count() < 3) continue;
      for (int j = 0; j < p.count(); ++j) highest_ = std::max(highest_, p[j].z);
      area += std::abs(p.area());
      room.pieces[room.count++] = p;
    }
  }
}

double Cavity::area_below(int slice, double level, double slope) const {
  const Room& room = rooms_[static_cast<std::size_t>(slice)];
  double area = 0.0;
  for (int k = 0; k < room.count; ++k) {
    Polygon p = room.pieces[k];
    p.keep_below(-slope, 1.0, level);
    area += std::abs(p.area());
  }
  return area;
}

double Cavity::level_for(int slice, double area, double slope) const {
  // Bounds: the surface passes below or above everything.
  const Room& room = rooms_[static_cast<std::size_t>(slice)];
  double low = 1e300, high = -1e300;
  for (int k = 0; k < room.count; ++k)
    for (int j = 0; j < room.pieces[k].count(); ++j) {
      const PlanePoint& p = room.pieces[k][j];
      low = std::min(low, p.z - slope * p.s);
      high = std::max(high, p.z - slope * p.s);
    }
  if (room.count == 0) return 0.0;
  if (area <= 0.0) return low;
  if (area >= capacity(slice)) return high;
  // The area grows with the level, convex where the room widens: secants, held inside by halving.
  double area_low = 0.0, area_high = capacity(slice);
  double level = low;
  for (int turn = 0; turn < 60; ++turn) {
    double next = low + (high - low) * (area - area_low) / (area_high - area_low);
    if (turn % 3 == 2) next = 0.5 * (low + high);
    level = next;
    const double at = area_below(slice, level, slope);
    if (std::abs(at - area) <= 1e-12 * capacity(slice)) break;
    if (at < area) {
      low = level, area_low = at;
    } else {
      high = level, area_high = at;
    }
    if (high - low < 1e-13) break;
  }
  return level;
}

AreaMoments Cavity::below(int slice, double level, double slope) const {
  const Room& room = rooms_[static_cast<std::size_t>(slice)];
  AreaMoments sum;
  for (int k = 0; k < room.count; ++k) {
    Polygon p = room.pieces[k];
    p.keep_below(-slope, 1.0, level);
    AreaMoments m = p.moments();
    if (m.area < 0.0) m = {-m.area, -m.s, -m.z, -m.ss, -m.sz, -m.zz};
    sum += m;
  }
  return sum;
}

}  // namespace outrigger::soil
