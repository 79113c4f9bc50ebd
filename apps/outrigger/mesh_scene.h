/// The picture of `outrigger mesh show`: layers of triangles, lines, points and spheres, written as
/// a page (tools/mesh_view.html) or as a PNG (tools/mesh_picture.py). Whoever has something to show
/// adds a layer; page and picture need not know what it means.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "geometry/mesh.h"
#include "geometry/mesh_check.h"
#include "geometry/sphere_cover.h"

namespace outrigger::app {

struct SceneStyle {
  std::string name;
  Vec3 color = Vec3(0.5, 0.6, 0.7);  ///< red, green, blue, 0 to 1
  double alpha = 1.0;                ///< 1 solid, towards 0 transparent
  bool wide = false;                 ///< lines
};

class MeshScene {
 public:
  explicit MeshScene(std::string title) : title_(std::move(title)) {}

  void add_mesh(const SceneStyle& style, const geometry::Mesh& mesh, const Pose& pose = {});
  /// Segments: two points each.
  void add_lines(const SceneStyle& style, std::span<const Vec3> ends, const Pose& pose = {});
  void add_points(const SceneStyle& style, std::span<const Vec3> points, const Pose& pose = {});
  void add_spheres(const SceneStyle& style, std::span<const geometry::PlacedSphere> spheres,
                   const Pose& pose = {});
  /// Lines of text below, and findings with places to go to.
  void add_text(std::string text) { text_.push_back(std::move(text)); }
  void add_findings(const geometry::MeshReport& report, const Pose& pose = {});

  /// A .html page or a .png picture, by the end of the name. Throws outrigger::Error.
  void write(const std::string& path) const;

 private:
  std::string json() const;
  void add_layer(const SceneStyle& style, const char* kind, const std::string& members);

  std::string title_;
  std::vector<std::string> layers_, findings_, text_;
  geometry::Box box_;
};

}  // namespace outrigger::app
