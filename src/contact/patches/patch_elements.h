/// Contact elements of two overlapping meshes: the patches cut into small flat pieces with a depth
/// (PCM §3.2 step 3, eqs. 6-13).
///
/// Each face of the master that is inside the slave gives one element: area and centroid of its
/// inner part (not of the whole face, corrections §9: forces would jump), the face's normal, and as depth
/// the way from the centroid, against the face's normal, to the slave's surface. Only faces of the
/// slave that take part in the overlap and look against the master's face are met (PCM eqs. 8-11);
/// where there is none, as on the side walls of a cube that sinks into a plane, there is no element.
///
/// Facing. Along a wall seen at a grazing angle the way to the slave gets long: the faces of a cube
/// that stands tilted in a plane by ε have, each, ∫u dA = the volume of the overlap, so that its side
/// would push sideways as hard as its bottom pushes upwards, for every ε > 0 and not for ε = 0. The
/// printed law (PCM eq. 11) divides by n_e·n_f without guard. Here elements count fully while
/// -n_e·n_f ≥ kFullyFacing (60°) and fade out smoothly towards kNotFacing (75°), unless they face along
/// the normal of the patch's plane: then it is the slave that is steep, and the way is a depth.
///
/// The master should be the finer mesh: its faces are the elements. A coarse face (larger than
/// kCoarse of the surface of either mesh) has three elements of a third of the area,
/// at the corners of the triangle c + √2 S^{1/2} (cos α, sin α), α = 90°, 210°, 330°, with centroid c and
/// spread S of its inner part. They integrate every quadratic function exactly: the bottom of a cube
/// of twelve faces carries force and torque as the integral over its area does, where one element per
/// face would leave it free to rock about a diagonal. What is coarse depends on the meshes only, so
/// nothing jumps when bodies move.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/near/mesh_patches.h"

namespace outrigger::contact {

inline constexpr double kFullyFacing = 0.5;
inline constexpr double kNotFacing = 0.25;
inline constexpr double kCoarse = 1.0 / 200.0;

enum class MasterMode {
  a,     ///< the faces of A are the elements
  b,     ///< those of B
  both,  ///< both, each with half its area: the mean of the two forces
};

/// One contact element, frozen at the pose of the query, in the frame of A.
struct PatchElement {
  Vec3 point = Vec3::Zero();    ///< where the layers meet (PCM eq. 13) [m]
  Vec3 normal = Vec3::UnitZ();  ///< unit, from B to A: pressure on A acts along it
  double area = 0.0;   ///< of the face's inner part, faded; with MasterMode::both half of it [m²]
  double depth = 0.0;  ///< > 0 [m]
  std::int32_t patch = 0;
  std::uint16_t material_a = 0,
                material_b = 0;  ///< numbers of the faces that meet (Mesh::material)
};

/// Finds elements; keeps its memory, so that a warm query does not allocate.
class PatchElements {
 public:
  /// Elements of the overlap of mesh A and mesh B placed by `b_in_a`, in the frame of A, in a fixed
  /// order. `share_a` is how much of the depth is in the layer of A (areal_law.h): 0..1.
  void find(const MeshShape& a, const MeshShape& b, const Pose& b_in_a, MasterMode mode,
            double share_a = 0.5);

  /// In two moments, as MeshPatches: candidates once per step, elements for poses near by. False
  /// when B has moved farther than `margin` [m].
  void prepare(const MeshShape& a, const MeshShape& b, const Pose& b_in_a, double margin);
  bool evaluate(const Pose& b_in_a, MasterMode mode, double share_a = 0.5);

  std::span<const PatchElement> elements() const { return elements_; }
  int patch_count() const { return static_cast<int>(patches_.patches().size()); }
  const MeshPatches& patches() const { return patches_; }
  /// Would-be elements without a face of the slave behind them: left out.
  int missed_count() const { return missed_count_; }

 private:
  struct Meeting {
    double depth = 0.0;
    double facing = 0.0;  // -n_e·n_f
    std::int32_t face = -1;
  };
  void collect(MasterMode mode, double share_a);
  void mark_slave(int slave);
  void add_side(int master, double weight, double share_a);
  void add_face(int master, const ActiveFace& face, double weight, double share_a);
  void add_element(int master, const ActiveFace& face, const Vec3& point, double area,
                   double share_a);
  Meeting meet_slave(int slave, const Vec3& origin, const Vec3& direction);

  MeshShape shapes_[2];
  Pose b_in_a_;
  MeshPatches patches_;
  std::vector<PatchElement> elements_;
  std::vector<std::int32_t> few_;            // faces of the slave, where they are few
  std::vector<std::uint32_t> active_stamp_;  // of faces of the slave: query in which they take part
  std::uint32_t stamp_ = 0;
  bool use_tree_ = false;
  double coarse_area_ = 0.0;
  std::int32_t last_met_ = -1;  // neighbours meet neighbours: a good first guess
  int missed_count_ = 0;
};

}  // namespace outrigger::contact
