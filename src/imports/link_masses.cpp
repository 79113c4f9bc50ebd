#include "imports/link_masses.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "description/text.h"

namespace outrigger::imports {
namespace {

using description::in_quotes;
using description::MassProperties;

constexpr double kLeastShare = 1e-4;   ///< of the robot's mass
constexpr double kLeastRadius = 0.02;  ///< of its reach
constexpr double kFlatness = 1e-6;     ///< least second moment over the largest

int line_of(const UrdfLink& link) { return link.inertial ? link.inertial->line : link.line; }

std::string path_of_link(const UrdfLink& link) { return "link " + in_quotes(link.name); }

bool has_shapes(const UrdfLink& link) { return !link.collisions.empty() || !link.visuals.empty(); }

/// A point mass (tensor 0) is possible as a part of a body; other tensors must be those of solids.
std::string why_impossible_part(const UrdfInertial& part) {
  if (part.tensor.isZero(0.0)) return {};
  if (part.mass == 0.0) return "mass 0 with an inertia";
  const std::string why = description::why_impossible(part.tensor);
  return why.empty() ? why : "impossible inertia: " + why;
}

std::string moments_text(const Mat3& inertia) {
  const Vec3 m = Eigen::SelfAdjointEigenSolver<Mat3>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  return fmt::format("{:.6g}, {:.6g}, {:.6g} kg m2", m[0], m[1], m[2]);
}

}  // namespace

std::optional<Mat3> balanced(const Mat3& inertia) {
  const Mat3 symmetric = 0.5 * (inertia + inertia.transpose());
  const Mat3 second = 0.5 * symmetric.trace() * Mat3::Identity() - symmetric;
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(second);
  const double largest = axes.eigenvalues().maxCoeff();
  if (!(largest > 0.0)) return {};
  const Vec3 moments = axes.eigenvalues().cwiseMax(kFlatness * largest);
  const Mat3 possible =
      axes.eigenvectors() * moments.asDiagonal() * axes.eigenvectors().transpose();
  return possible.trace() * Mat3::Identity() - 0.5 * (possible + possible.transpose());
}

LinkMasses::LinkMasses(const UrdfRobot& robot, const LinkTree& tree, const UrdfOptions& options,
                       double reach, MeshStore& meshes, Findings& findings)
    : robot_(robot),
      tree_(tree),
      options_(options),
      meshes_(meshes),
      findings_(findings),
      least_radius_(kLeastRadius * reach) {
  double total = 0.0;
  for (const UrdfLink& link : robot.links)
    if (link.inertial) total += link.inertial->mass;
  if (total > 0.0) least_mass_ = kLeastShare * total;
}

std::optional<MassProperties> LinkMasses::by_density(const UrdfLink& link) {
  if (!(options_.density > 0.0) || !has_shapes(link)) return {};
  auto solid = solid_of(link, meshes_);
  if (!solid) return {};
  bool hull = false;
  const auto& shapes = link.collisions.empty() ? link.visuals : link.collisions;
  for (const UrdfShape& s : shapes)
    if (s.geometry.kind == UrdfGeometry::Kind::mesh)
      hull = hull || meshes_.get(s.geometry, StoredMesh::Depth::solid).solid_is_hull;
  const MassProperties result = description::with_mass(*solid, options_.density * solid->mass);
  findings_.change(
      link.line,
      fmt::format("{}: {}; --density {:g} gives it {:.6g} kg from its {}{}", path_of_link(link),
                  link.inertial ? "mass 0" : "no <inertial>", options_.density, result.mass,
                  link.collisions.empty() ? "visuals" : "collisions",
                  hull ? " (open meshes as their hulls)" : ""));
  return result;
}

LinkMasses::Sum LinkMasses::sum_up(int group) {
  Sum sum;
  for (const int l : tree_.groups[group].links) {
    const UrdfLink& link = robot_.links[l];
    const Pose& in_group = tree_.link_in_group[l];
    std::optional<MassProperties> part;
    if (link.inertial && link.inertial->mass > 0.0) {
      part = description::placed({link.inertial->mass, Vec3::Zero(), link.inertial->tensor},
                                 in_group * link.inertial->frame);
    } else if (link.inertial && !link.inertial->tensor.isZero(0.0)) {
      const Mat3 turn = in_group.rotation * link.inertial->frame.rotation;
      sum.without_mass += turn * link.inertial->tensor * turn.transpose();
    } else if (const auto solid = by_density(link)) {
      part = description::placed(*solid, in_group);
    }
    if (part) sum.total = sum.total ? description::combined(*sum.total, *part) : *part;
  }
  if (sum.total) sum.total->inertia += sum.without_mass;
  return sum;
}

/// The link that an error or change of a body names: the first whose own tensor is impossible, else
/// the first with an inertia, else the first.
const UrdfLink& LinkMasses::to_blame(int group) const {
  const auto& links = tree_.groups[group].links;
  for (const int l : links)
    if (robot_.links[l].inertial && !why_impossible_part(*robot_.links[l].inertial).empty())
      return robot_.links[l];
  for (const int l : links)
    if (robot_.links[l].inertial) return robot_.links[l];
  return robot_.links[links.front()];
}

std::optional<MassProperties> LinkMasses::shapes_of(int group) {
  std::optional<MassProperties> total;
  for (const int l : tree_.groups[group].links)
    if (const auto solid = solid_of(robot_.links[l], meshes_)) {
      const MassProperties part = description::placed(*solid, tree_.link_in_group[l]);
      total = total ? description::combined(*total, part) : part;
    }
  return total;
}

/// For a body that has mass and no usable inertia.
Mat3 LinkMasses::inertia_of_shapes(int group, const MassProperties& body, std::string& source) {
  const auto shapes = shapes_of(group);
  if (shapes && description::why_impossible(shapes->inertia).empty()) {
    source = "of its shapes with this mass";
    return description::with_mass(*shapes, body.mass).inertia;
  }
  source = fmt::format("of a ball with a radius of gyration of {:.3g} m", least_radius_);
  return body.mass * least_radius_ * least_radius_ * Mat3::Identity();
}

std::optional<MassProperties> LinkMasses::with_least_mass(int group, const Sum& sum) {
  const UrdfLink& first = robot_.links[tree_.groups[group].first_link];
  if (!options_.repair) {
    bool shapes = false;
    for (const int l : tree_.groups[group].links) shapes = shapes || has_shapes(robot_.links[l]);
    const char* advice = !shapes ? "--repair gives it a small mass"
                         : options_.density > 0.0
                             ? "its shapes have no volume or cannot be read; --repair gives it a "
                               "small mass"
                             : "--density 1000 gives it the mass of its shapes, --repair a small "
                               "one";
    findings_.error(line_of(first), path_of_link(first),
                    fmt::format("moves but has no mass: give it (or what is fixed to it) an "
                                "<inertial>, or fix its joint; {}",
                                advice));
    return {};
  }
  MassProperties body{least_mass_, Vec3::Zero(), sum.without_mass};
  std::string source = "as written";
  if (!description::why_impossible(body.inertia).empty()) {
    const auto shapes = shapes_of(group);
    if (shapes) body.centre = shapes->centre;
    body.inertia = inertia_of_shapes(group, body, source);
  }
  findings_.change(line_of(first),
                   fmt::format("{}: moves but has no mass; --repair gives it {:.3g} kg "
                               "and the inertia {}",
                               path_of_link(first), body.mass, source));
  return body;
}

void LinkMasses::note_impossible_parts(int group) {
  for (const int l : tree_.groups[group].links) {
    const UrdfLink& link = robot_.links[l];
    if (!link.inertial) continue;
    const std::string why = why_impossible_part(*link.inertial);
    if (!why.empty())
      findings_.note(link.inertial->line,
                     fmt::format("{}: {}; kept as written, since the body that it is part of has "
                                 "a possible inertia",
                                 path_of_link(link), why));
  }
}

std::optional<MassProperties> LinkMasses::of_group(int group) {
  const Sum sum = sum_up(group);
  std::optional<MassProperties> body = sum.total ? sum.total : with_least_mass(group, sum);
  if (!body) return {};
  const std::string why = description::why_impossible(body->inertia);
  if (why.empty()) {
    if (sum.total) note_impossible_parts(group);
    return body;
  }
  const UrdfLink& link = to_blame(group);
  const std::string whole =
      tree_.groups[group].links.size() > 1
          ? fmt::format(" (of the body {}, with all that is fixed to it)",
                        in_quotes(robot_.links[tree_.groups[group].first_link].name))
          : "";
  if (!options_.repair) {
    findings_.error(line_of(link), path_of_link(link),
                    fmt::format("impossible inertia{}: {}; --repair {} it", whole, why,
                                balanced(body->inertia) ? "balances" : "replaces"));
    return {};
  }
  std::string source = "balances it";
  if (const auto possible = balanced(body->inertia)) {
    body->inertia = *possible;
  } else {
    body->inertia = inertia_of_shapes(group, *body, source);
    source = "takes that " + source;
  }
  findings_.change(line_of(link),
                   fmt::format("{}: impossible inertia{}: {}; --repair {}: {}", path_of_link(link),
                               whole, why, source, moments_text(body->inertia)));
  return body;
}

}  // namespace outrigger::imports
