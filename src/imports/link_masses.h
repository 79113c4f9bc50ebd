/// Mass, centre and inertia of the bodies that links make, and what is done where a file says none or
/// impossible ones.
///
/// Inertia is checked on bodies, not on links: what a fixed joint holds to a body need not be possible
/// alone. With UrdfOptions::density, links without mass have that of their shapes. With
/// UrdfOptions::repair
///   - an impossible tensor is balanced: with the second moments S = ½ tr(I) 1 - I of the mass, whose
///     eigenvalues must not be negative, those that are become 1e-6 of the largest, and I = tr(S) 1 - S:
///     the nearest possible tensor, along the same axes;
///   - a body without mass gets 1e-4 of the robot's (1 g where nothing has any);
///   - a body without inertia gets that of its shapes, else of a ball with a radius of gyration of
///     2 % of the robot's reach.
/// Every one of these is a `change`.
#pragma once

#include <optional>
#include <vector>

#include "description/mass_properties.h"
#include "imports/findings.h"
#include "imports/link_tree.h"
#include "imports/mesh_store.h"
#include "imports/urdf.h"
#include "imports/urdf_robot.h"

namespace outrigger::imports {

/// The nearest tensor that a rigid body can have; none where all second moments are ≤ 0.
std::optional<Mat3> balanced(const Mat3& inertia);

class LinkMasses {
 public:
  /// `reach`: of the robot [m], > 0.
  LinkMasses(const UrdfRobot& robot, const LinkTree& tree, const UrdfOptions& options, double reach,
             MeshStore& meshes, Findings& findings);

  /// Of a group, in its frame; none where there is an error.
  std::optional<description::MassProperties> of_group(int group);

 private:
  struct Sum {
    std::optional<description::MassProperties> total;
    Mat3 without_mass = Mat3::Zero();  ///< tensors of links without mass, in the group's axes
  };
  Sum sum_up(int group);
  std::optional<description::MassProperties> by_density(const UrdfLink& link);
  std::optional<description::MassProperties> shapes_of(int group);
  std::optional<description::MassProperties> with_least_mass(int group, const Sum& sum);
  Mat3 inertia_of_shapes(int group, const description::MassProperties& body, std::string& source);
  void note_impossible_parts(int group);
  const UrdfLink& to_blame(int group) const;

  const UrdfRobot& robot_;
  const LinkTree& tree_;
  const UrdfOptions& options_;
  MeshStore& meshes_;
  Findings& findings_;
  double least_mass_ = 1e-3;  ///< [kg]
  double least_radius_;       ///< of gyration [m]
};

}  // namespace outrigger::imports
