/// Any shape of a file against any other: chooses the function of contact/near for a pair of kinds.
///
/// Kinds with a function of their own are exact. The others go through facets: a cylinder against a
/// solid (box, polyhedron, cylinder, ellipsoid) or a round bar, and an ellipsoid against anything but
/// a plane, are taken as polyhedra that touch the true shape from inside, 0.2 % of the radius off for
/// a cylinder, 1.5 % of the largest semi-axis for an ellipsoid; such contacts are marked. (A cylinder
/// against the faces of a box as a mesh would be exact, but loses deep overlaps.) Round bars (torus,
/// link) against boxes and polyhedra use the faces of these, which is exact.
///
/// Step contract (HITL §4): faces of a mesh are selected once per pair and step, at the predicted place.
/// Round bars need those in their box. Solids also need those beside them that their corners are nearest
/// to: a margin of the depth to be expected, given by who knows the motion, and at least kMargin of the
/// shape. Where that turns out too small it is counted, and the pair is asked again with what it needs.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "contact/mesh_library.h"
#include "contact/near/contact.h"
#include "contact/near/convex_pairs.h"
#include "contact/near/mesh_candidates.h"
#include "contact/near/mesh_patches.h"
#include "contact/near/solid_mesh.h"
#include "description/contact_shapes.h"
#include "geometry/box_tree.h"
#include "geometry/mesh.h"
#include "geometry/shapes.h"

namespace outrigger::contact {

/// Sides of a cylinder's faceted form.
inline constexpr int kFacets = 48;

/// Least margin of candidates, of the smallest size of the solid.
inline constexpr double kMargin = 0.02;

/// A shape made ready for questions, fixed from then on.
struct Shape {
  std::string name;
  description::ContactShape::Kind kind = description::ContactShape::Kind::sphere;
  Pose in_body;  ///< of the shape's frame in its body
  std::variant<geometry::Sphere, geometry::BoxShape, geometry::Capsule, geometry::Cylinder,
               geometry::Ellipsoid, geometry::Torus, geometry::HalfTorus, geometry::ChainLink,
               geometry::Plane, geometry::ConvexPolyhedron, geometry::Mesh>
      geometry;
  /// The surface as faces: of meshes, polyhedra, boxes and planes exact, of others by facets.
  geometry::Mesh faces;
  geometry::BoxTree tree;
  geometry::ConvexPolyhedron hull;  ///< of cylinders and ellipsoids, by facets
  std::vector<std::string> notes;   ///< what loading a mesh had to say
  std::string material;
  /// Where faces of a mesh differ: materials by the numbers of its faces, and a face of each vertex.
  std::vector<std::string> face_materials;
  std::vector<std::int32_t> vertex_faces;
  /// An open mesh that is the surface of a ground: what is below it is in it, however deep.
  bool is_ground = false;

  geometry::Box box(const Pose& pose) const;  ///< around the shape placed by `pose`
  /// Whether what is behind a face, and out of its reach, is known to be inside.
  bool has_inside() const { return is_ground || faces.closed(); }
  MeshShape mesh_shape() const { return {&faces, &tree}; }
  /// Number of the material at a feature: that of the face; of an edge or vertex, of the first of its
  /// faces. 0 where all is of one.
  std::uint16_t material_number(const Feature& feature) const;
  /// And its name.
  const std::string& material_at(const Feature& feature) const {
    return face_materials.empty() ? material : face_materials[material_number(feature)];
  }
};

/// Loads meshes from `meshes` or their files. Throws outrigger::Error that names file, line and shape.
Shape make_shape(const description::ContactShape& shape, const MeshLibrary* meshes = nullptr);

/// Finds contacts of pairs; keeps its memory. One per thread.
class ShapePairs {
 public:
  /// Appends the contacts of A and B, placed in one frame. True when facets stood for a shape. `margin`:
  /// how deep the two may be in each other by their motion [m].
  bool find(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Contacts& out,
            double margin = 0.0);
  /// Pairs whose margin was too small, since the start.
  std::int64_t too_small() const { return too_small_; }

 private:
  bool find_ordered(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    Contacts& out);
  bool against_plane(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     Contacts& out);
  bool against_mesh(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    Contacts& out);
  bool solids(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
              Contacts& out);
  void meshes(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
              Contacts& out);

  double margin_ = 0.0;
  std::int64_t too_small_ = 0;
  MeshCandidates candidates_;
  ConvexScratch convex_;
  SolidScratch solid_;
  MeshPatches patches_;
};

}  // namespace outrigger::contact
