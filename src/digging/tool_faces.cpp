#include "digging/tool_faces.h"

#include <algorithm>
#include <cmath>

namespace outrigger::digging {

namespace {

constexpr int kBackFaces = 3;
constexpr double kRockCohesion = 1e6, kRockFriction = 0.6108652381980153;  ///< [Pa], 35° [rad]
constexpr double kRockJanosi = 0.005;                                      ///< [m]
constexpr double kRockStep = 0.25;  ///< of a cell: lower steps of rock are no wall
constexpr double kLooksUp = 0.3;    ///< n_z of backs that carry nothing

Vec3 in_plane(const std::array<double, 2>& corner, double y) { return {corner[0], y, corner[1]}; }

void add_backs(const description::Tool& tool, const Vec3& middle, std::vector<ToolFace>& faces) {
  const auto& profile = tool.cavity;
  // From the corner where the plate ends.
  std::size_t begin = 0;
  double nearest = 1e300;
  for (std::size_t i = 0; i + 1 < profile.size(); ++i)
    if (const double off = (in_plane(profile[i], 0.0) - tool.plate).norm(); off < nearest)
      nearest = off, begin = i;
  const std::size_t segments = profile.size() - 1 - begin;
  const std::size_t count = std::min<std::size_t>(kBackFaces, segments);
  for (std::size_t k = 0; k < count; ++k) {
    ToolFace face;
    Vec3 normal = Vec3::Zero();
    for (std::size_t i = begin + k * segments / count; i < begin + (k + 1) * segments / count;
         ++i) {
      const Vec3 a = in_plane(profile[i], 0.0), b = in_plane(profile[i + 1], 0.0);
      const Vec3 way = b - a;
      Vec3 out(way.z(), 0.0, -way.x());
      if (out.dot(0.5 * (a + b) - middle) < 0.0) out = -out;
      normal += out;
      for (const double side : {-0.25, 0.25})
        face.samples.push_back(
            {0.5 * (a + b) + Vec3(0.0, side * tool.width, 0.0), 0.5 * way.norm() * tool.width});
    }
    if (!(normal.norm() > 0.0)) continue;
    face.normal = normal.normalized();
    faces.push_back(std::move(face));
  }
}

void add_sides(const description::Tool& tool, const Vec3& middle, std::vector<ToolFace>& faces) {
  const auto& profile = tool.cavity;
  for (const double side : {-1.0, 1.0}) {
    ToolFace face;
    face.kind = ToolFace::Kind::side;
    face.normal = side * Vec3::UnitY();
    for (std::size_t i = 0; i < profile.size(); ++i) {
      const Vec3 a = in_plane(profile[i], 0.0);
      const Vec3 b = in_plane(profile[(i + 1) % profile.size()], 0.0);
      const double area = 0.5 * (a - middle).cross(b - middle).norm();
      face.samples.push_back(
          {(a + b + middle) / 3.0 + Vec3(0.0, 0.5 * side * tool.width, 0.0), area});
    }
    faces.push_back(std::move(face));
  }
}

}  // namespace

std::vector<ToolFace> faces_of(const description::Tool& tool, const ToolGeometry& geometry) {
  std::vector<ToolFace> faces;
  if (tool.holds_soil()) {
    Vec3 middle = Vec3::Zero();
    for (const auto& corner : tool.cavity) middle += in_plane(corner, 0.0);
    middle /= static_cast<double>(tool.cavity.size());
    add_backs(tool, middle, faces);
    add_sides(tool, middle, faces);
  }
  const double tips = tool.tooth_area * std::max(1.0, tool.teeth);
  if (tips > 0.0) {
    faces.push_back({ToolFace::Kind::rock_below, -Vec3::UnitZ(), {{geometry.edge, tips}}});
    faces.push_back({ToolFace::Kind::rock_ahead, geometry.normal, {{geometry.edge, tips}}});
  }
  return faces;
}

FaceInSoil look_at_face(const soil::ColumnField& field, const ToolFace& face, const Pose& pose,
                        double gravity) {
  FaceInSoil in;
  const bool below = face.kind == ToolFace::Kind::rock_below;
  in.normal = below ? face.normal : pose.direction(face.normal);
  if (face.kind == ToolFace::Kind::back && in.normal.z() > kLooksUp) return in;
  const double cell = field.cell();
  // Sides lie along the wall of the cut, whose columns begin up to half a cell beyond.
  double off = 0.0;
  if (face.kind == ToolFace::Kind::side) off = 0.75 * cell;
  if (face.kind == ToolFace::Kind::rock_ahead) off = 0.5 * cell;
  soil::FaceGround& g = in.ground;
  soil::WedgeSoil& mean = g.soil;
  mean = {};
  g.janosi_k = 0.0;
  for (const ToolFace::Sample& sample : face.samples) {
    const Vec3 at = pose.point(sample.point);
    const soil::ColumnPlace c =
        field.column_at(at.x() + off * in.normal.x(), at.y() + off * in.normal.y());
    const double depth = field.height(c) - at.z();
    if (!(depth > 0.0)) continue;
    const int kind = field.bank_soil(c);
    const bool in_bank = at.z() < field.bank_height(c);
    const bool rock = in_bank && kind < 0;
    if (face.kind == ToolFace::Kind::rock_below || face.kind == ToolFace::Kind::rock_ahead) {
      const double step = face.kind == ToolFace::Kind::rock_ahead ? kRockStep * cell : 0.0;
      if (!rock || field.bank_height(c) - at.z() <= step) continue;
    }
    const double a = sample.area;
    g.area += a;
    g.depth += a * depth;
    in.point += a * sample.point;
    if (rock) {
      mean.unit_weight += a * 20e3;
      mean.cohesion += a * kRockCohesion;
      mean.friction += a * kRockFriction;
      mean.steel_friction += a * 0.5;
      g.janosi_k += a * kRockJanosi;
      continue;
    }
    const soil::Soil& s = field.soil(in_bank ? kind : field.column(c).loose_soil);
    mean.unit_weight += a * gravity * (in_bank ? s.density_bank : s.density_loose);
    mean.cohesion += in_bank ? a * s.cohesion * s.hardness : 0.0;
    mean.friction += a * (in_bank ? s.friction_angle : s.repose_angle);
    mean.adhesion += a * s.adhesion;
    mean.steel_friction += a * s.steel_friction;
    g.janosi_k += a * s.bearing.janosi_k;
  }
  if (!(g.area > 0.0)) return in;
  const double share = 1.0 / g.area;
  g.depth *= share, in.point *= share, g.janosi_k *= share;
  mean.unit_weight *= share, mean.cohesion *= share, mean.friction *= share;
  mean.adhesion *= share, mean.steel_friction *= share;
  return in;
}

}  // namespace outrigger::digging
