/// Contact elements of a mesh in a half space. The plane is the master: its layer is pressed along its normal
/// by what is above it, so an element is the part of a face below the plane, seen along that normal:
///
///   depth h = -height of the element's point,  area A f,  f = -n_e·n > 0,  normal n of the plane
///   U = ½ c ∫ h² dA_n,   F = c ∫ h dA_n n = c V n
///
/// V is the volume below the plane where no face of that part looks up. Heights are affine functions of the
/// unknowns, so frozen elements have the energy and the forces of any pose near by, exactly but for the
/// change of what is cut off, and the force is the gradient of the energy: a closed way takes and gives
/// nothing. (With the mesh as master, p = c h/f along n_e, a face that is steep by f stores 1/f² times what
/// was put in: on a corner of a cube most of the overlap had not been paid for, and it sank in.)
/// Coarse faces have three elements as in patch_elements.h; faces that look up have none. No mesh is refused:
/// nothing is walked but from face to face of one patch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/patches/patch_elements.h"
#include "geometry/shapes.h"

namespace outrigger::contact {

/// A connected part of the mesh below the plane.
struct HalfSpacePatch {
  double area = 0.0;    ///< of the mesh's surface below the plane [m²]
  double volume = 0.0;  ///< between it and the plane, exact [m³]
  double depth = 0.0;   ///< of the lowest vertex [m]
};

/// Keeps its memory, so that a warm query does not allocate.
class HalfSpaceElements {
 public:
  /// In the frame of the mesh A, in which the plane is given (B is below it). `share_a`: of the depth, that
  /// is in the layer of A.
  void find(const MeshShape& a, const geometry::Plane& plane, double share_a = 0.5);

  /// Patch by patch; within one, faces below the plane before those it cuts.
  std::span<const PatchElement> elements() const { return elements_; }
  int patch_count() const { return static_cast<int>(patches_.size()); }
  std::span<const HalfSpacePatch> patches() const { return patches_; }

 private:
  /// A face that reaches below the plane: heights of its corners, bit i of `below` for corner i.
  struct Reach {
    std::int32_t face = 0;
    std::uint32_t below = 0;
    double height[3] = {};
  };
  /// The part of a face below the plane.
  struct Part {
    std::int32_t face = 0;
    std::int32_t patch = -1;
    std::uint32_t below = 0;
    double area = 0.0;
    double whole = 0.0;   // area of the whole face
    double lowest = 0.0;  // height of the lowest corner
    double height = 0.0;  // mean over the part
    Vec3 centroid = Vec3::Zero();
  };
  void look_at(std::int32_t face);
  void add_whole(const Reach& reach);
  void add_cut(const Reach& reach);
  void keep(const Part& part);
  void number_patches();
  void add_elements(const Part& part, double share_a);
  Mat3 spread_of(const Part& part) const;

  MeshShape a_;
  geometry::Plane plane_;
  double coarse_area_ = 0.0;
  std::vector<Reach> whole_, cut_;  // apart, so that each loop does one thing
  std::size_t whole_count_ = 0, cut_count_ = 0;
  std::vector<Part> parts_;
  std::vector<std::int32_t> stack_;
  std::vector<std::int32_t> part_of_face_;
  std::vector<std::uint32_t> face_stamp_;
  std::uint32_t stamp_ = 0;
  std::vector<PatchElement> unsorted_;
  std::vector<PatchElement> elements_;
  std::vector<HalfSpacePatch> patches_;
  std::vector<std::int32_t> starts_;
};

}  // namespace outrigger::contact
