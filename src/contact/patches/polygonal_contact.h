/// The polygonal contact model (PCM) as a plain call: two meshes and their relative motion in, force
/// and torque at the marker out, as a force element of any multibody program wants it (PCM §3).
///
/// Meshes E and F are given in the frames of their markers M_e and M_f. In: pose and velocity of M_f
/// against M_e. Out: the force on E and its torque about M_f (PCM eqs. 22-24); the reaction on F is
/// the opposite force and torque about the same point. All vectors are in the frame of M_e.
///
///   v = velocity of M_f seen from M_e: d/dt of r_MeMf in the frame of M_e (corrections §9 on eq. 17)
///   friction drags E along with F (eq. 21 with the sign of corrections §9)
///
/// No state: the same input gives the same bits. Open meshes such as ground are fine; where a contour
/// runs over the border of one, its patch carries nothing and is counted in `open_contours`.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "contact/patches/areal_law.h"
#include "contact/patches/half_space_elements.h"
#include "contact/patches/patch_elements.h"
#include "contact/patches/patch_wrench.h"

namespace outrigger::contact {

/// Of marker M_f against M_e, in the frame of M_e.
struct RelativeMotion {
  Pose pose;                             ///< r_MeMf [m], A_MeMf
  Vec3 velocity = Vec3::Zero();          ///< [m/s]
  Vec3 angular_velocity = Vec3::Zero();  ///< [rad/s]
};

/// One patch. Forces on E, torque about M_f.
struct PatchForce {
  Vec3 force = Vec3::Zero();            ///< [N]
  Vec3 torque = Vec3::Zero();           ///< [N m]
  double normal_force = 0.0;            ///< Σ of element forces along their normals [N]
  double area = 0.0;                    ///< that carries pressure [m²]
  Vec3 pressure_centre = Vec3::Zero();  ///< [m]
  int elements = 0;
  double stored = 0.0;      ///< [J]
  double dissipated = 0.0;  ///< [W]
};

struct ContactForce {
  Vec3 force = Vec3::Zero();   ///< on E [N]
  Vec3 torque = Vec3::Zero();  ///< on E about M_f [N m]
  double stored = 0.0;         ///< [J]
  double dissipated = 0.0;     ///< [W]
  int elements = 0;
  int open_contours = 0;
};

/// How errors call the meshes, for example by their files.
struct MeshNames {
  std::string e = "E";
  std::string f = "F";
};

/// Refuses meshes on which contours cannot be followed: edges of more than two faces, neighbours of
/// opposite sense. Throws outrigger::Error with the mesh, how many edges, and one of them.
void require_contact_mesh(const geometry::Mesh& mesh, const std::string& name);

/// F as a half space: solid below z = 0 of its marker.
struct HalfSpace {};

/// A pairing of two meshes; keeps its memory, so that a warm call does not allocate. One per thread;
/// the meshes live as long as it is used.
class PolygonalContact {
 public:
  /// Checks meshes and law; throws outrigger::Error.
  PolygonalContact(const MeshShape& e, const MeshShape& f, MasterMode mode, const LayerLaw& law,
                   const MeshNames& names = {});
  /// Mesh E as master on a half space; law in either form.
  PolygonalContact(const MeshShape& e, HalfSpace f, const LayerLaw& law,
                   const MeshNames& names = {});
  PolygonalContact(const MeshShape& e, HalfSpace f, std::shared_ptr<const ArealLaw> law,
                   const MeshNames& names = {});
  /// With the user's own law; mode `a` has E as master, `b` has F.
  PolygonalContact(const MeshShape& e, const MeshShape& f, MasterMode mode,
                   std::shared_ptr<const ArealLaw> law, const MeshNames& names = {});

  const ContactForce& evaluate(const RelativeMotion& motion);

  std::span<const PatchForce> patches() const { return patches_; }
  /// Of the last evaluation.
  std::span<const PatchElement> elements() const {
    return on_half_space_ ? half_space_.elements() : mesh_elements_.elements();
  }
  /// Against a mesh: what is known of its patches.
  const MeshPatches& mesh_patches() const { return mesh_elements_.patches(); }

 private:
  void find_elements(const Pose& f_in_e);
  MeshShape e_;
  MeshShape f_;
  MasterMode mode_;
  LayerLaw law_;
  std::shared_ptr<const ArealLaw> own_law_;
  bool on_half_space_ = false;
  PatchElements mesh_elements_;
  HalfSpaceElements half_space_;
  std::vector<PatchWrench> wrenches_;
  std::vector<PatchForce> patches_;
  ContactForce total_;
};

}  // namespace outrigger::contact
