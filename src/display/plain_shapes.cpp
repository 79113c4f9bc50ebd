#include "display/plain_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Eigenvalues>

#include "math/elementary.h"

namespace outrigger::display {

using description::ContactShape;

namespace {

using Kind = frames::Shape::Kind;

constexpr double kMarkerRadius = 0.05, kBarRadius = 0.02;  // [m]
constexpr int kPiecesPerTurn = 24, kSlices = 9;

frames::Shape plain_shape(Kind kind, const std::string& name, const Pose& pose) {
  frames::Shape s;
  s.name = name;
  s.kind = kind;
  s.position = {static_cast<float>(pose.position.x()), static_cast<float>(pose.position.y()),
                static_cast<float>(pose.position.z())};
  const Eigen::Quaterniond q(pose.rotation);
  s.rotation = {static_cast<float>(q.x()), static_cast<float>(q.y()), static_cast<float>(q.z()),
                static_cast<float>(q.w())};
  return s;
}

frames::Shape plain_box(const std::string& name, const Pose& pose, const Vec3& edges) {
  frames::Shape s = plain_shape(Kind::box, name, pose);
  for (int k = 0; k < 3; ++k) s.size[static_cast<std::size_t>(k)] = static_cast<float>(edges[k]);
  return s;
}

frames::Shape plain_ball(const std::string& name, const Vec3& centre, double radius) {
  frames::Shape s = plain_shape(Kind::sphere, name, {centre, Mat3::Identity()});
  s.radius = static_cast<float>(radius);
  return s;
}

frames::Shape plain_cylinder(const std::string& name, const Pose& pose, double radius,
                             double length) {
  frames::Shape s = plain_shape(Kind::cylinder, name, pose);
  s.radius = static_cast<float>(radius);
  s.length = static_cast<float>(length);
  return s;
}

frames::Shape plain_bar(const std::string& name, const Vec3& a, const Vec3& b, double radius) {
  const Mat3 turn =
      Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), b - a).normalized().toRotationMatrix();
  return plain_cylinder(name, {0.5 * (a + b), turn}, radius, (b - a).norm());
}

/// A row of bars along the core of a torus or link, which are closed but for a half torus.
void add_ring(const ContactShape& s, std::vector<frames::Shape>& out) {
  const bool link = s.kind == ContactShape::Kind::chain_link;
  const int pieces = s.half ? kPiecesPerTurn / 2 : kPiecesPerTurn;
  const auto core = [&](int i, double shift) {
    const double angle = 2.0 * std::numbers::pi * (i - kPiecesPerTurn / 4) / kPiecesPerTurn;
    return s.pose.point(
        {s.radius * elementary::cos(angle) + shift, s.radius * elementary::sin(angle), 0.0});
  };
  const double side = link ? 0.5 * s.length : 0.0;
  for (int i = 0; i < pieces; ++i) {
    const double shift = i < kPiecesPerTurn / 2 ? side : -side;
    out.push_back(plain_bar(s.name, core(i, shift), core(i + 1, shift), s.tube));
  }
  if (!link) return;
  for (const int i : {0, kPiecesPerTurn / 2})
    out.push_back(plain_bar(s.name, core(i, side), core(i, -side), s.tube));
  if (s.stud > 0.0)
    out.push_back(plain_bar(s.name, s.pose.point({0.0, s.radius, 0.0}),
                            s.pose.point({0.0, -s.radius, 0.0}), s.stud));
}

/// Slices across its y axis.
void add_ellipsoid(const ContactShape& s, std::vector<frames::Shape>& out) {
  const double thickness = 2.0 * s.size.y() / kSlices;
  for (int i = 0; i < kSlices; ++i) {
    const double y = (i + 0.5) * thickness - s.size.y(), share = y / s.size.y();
    frames::Shape slice =
        plain_shape(Kind::prism, s.name, s.pose * Pose{{0.0, y, 0.0}, Mat3::Identity()});
    slice.length = static_cast<float>(thickness);
    for (int k = 0; k < kPiecesPerTurn; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / kPiecesPerTurn;
      const double size = std::sqrt(1.0 - share * share);
      slice.profile.push_back(static_cast<float>(s.size.x() * size * elementary::cos(angle)));
      slice.profile.push_back(static_cast<float>(s.size.z() * size * elementary::sin(angle)));
    }
    out.push_back(std::move(slice));
  }
}

void add_contact_shape(const ContactShape& s, std::vector<frames::Shape>& out) {
  switch (s.kind) {
    case ContactShape::Kind::sphere:
      out.push_back(plain_ball(s.name, s.pose.position, s.radius));
      return;
    case ContactShape::Kind::box:
      out.push_back(plain_box(s.name, s.pose, s.size));
      return;
    case ContactShape::Kind::capsule:
      for (const double end : {-0.5, 0.5})
        out.push_back(plain_ball(s.name, s.pose.point({0.0, 0.0, end * s.length}), s.radius));
      [[fallthrough]];
    case ContactShape::Kind::cylinder:
      out.push_back(plain_cylinder(s.name, s.pose, s.radius, s.length));
      return;
    case ContactShape::Kind::ellipsoid:
      return add_ellipsoid(s, out);
    case ContactShape::Kind::torus:
    case ContactShape::Kind::chain_link:
      return add_ring(s, out);
    case ContactShape::Kind::plane:
    case ContactShape::Kind::mesh:
      return;
  }
}

}  // namespace

std::vector<frames::Shape> contact_shapes_of(const description::Machine& machine,
                                             const std::string& body) {
  std::vector<frames::Shape> out;
  for (const auto& s : machine.shapes)
    if (s.body == body) add_contact_shape(s, out);
  for (const auto& s : machine.spheres)
    if (s.body == body) out.push_back(plain_ball(s.name, s.centre, s.radius));
  for (const auto& t : machine.tyres) {
    if (t.body != body) continue;
    for (const auto& type : machine.tyre_types) {
      if (type.name != t.type) continue;
      const Vec3 half = 0.5 * type.width * t.axis.normalized();
      out.push_back(plain_bar(t.name, t.centre - half, t.centre + half, type.radius));
    }
  }
  return out;
}

std::vector<frames::Shape> mass_shapes_of(const description::Body& body) {
  std::vector<frames::Shape> out{plain_ball(body.name, Vec3::Zero(), kMarkerRadius)};
  if (body.kind == description::Body::Kind::rigid && body.mass > 0.0) {
    const Eigen::SelfAdjointEigenSolver<Mat3> principal(body.inertia);
    const Vec3 inertia = principal.eigenvalues();
    Mat3 axes = principal.eigenvectors();
    if (axes.determinant() < 0.0) axes.col(0) = -axes.col(0);
    Vec3 edges;
    for (int k = 0; k < 3; ++k)
      edges[k] = std::sqrt(std::max(0.0, 6.0 * (inertia.sum() - 2.0 * inertia[k]) / body.mass));
    // A thin rod or plate is still to be seen.
    const double thin = std::max(0.01, 0.02 * edges.maxCoeff());
    out.push_back(plain_box(body.name, {body.centre, axes}, edges.cwiseMax(thin)));
  }
  const auto bar = [&](const std::string& name, const Vec3& end) {
    if ((end - body.centre).norm() > kBarRadius)
      out.push_back(plain_bar(name, body.centre, end, kBarRadius));
  };
  bar(body.name, Vec3::Zero());
  for (const auto& p : body.points) {
    out.push_back(plain_ball(p.name, p.position, kMarkerRadius));
    bar(p.name, p.position);
  }
  return out;
}

frames::Float3 plain_colour(std::size_t index) {
  constexpr std::array<frames::Float3, 6> kColours{{{0.93f, 0.7f, 0.13f},
                                                    {0.25f, 0.5f, 0.75f},
                                                    {0.75f, 0.3f, 0.2f},
                                                    {0.35f, 0.6f, 0.35f},
                                                    {0.55f, 0.4f, 0.65f},
                                                    {0.7f, 0.55f, 0.38f}}};
  return kColours[index % kColours.size()];
}

}  // namespace outrigger::display
