/// Shapes as written in machine files and site files.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "description/contact_shapes.h"
#include "description/description.h"
#include "description/placement.h"
#include "description/schema.h"
#include "description/values.h"

namespace outrigger::description {

struct NameMapText {
  std::vector<std::pair<std::string, std::string>> pairs;
};

bool read_value(Reading& r, const Node& node, const ValueRule& rule, NameMapText& value);
std::string type_name(const NameMapText&, const ValueRule&);
std::string default_text(const NameMapText&);
std::string value_text(const NameMapText& value);

struct RoundText {
  double radius = 0.0, length = 0.0;
  Direction axis;
};

struct TorusText {
  double ring = 0.0, tube = 0.0;
  Direction axis;
  bool half = false;
};

struct ChainLinkText {
  double length = 0.0, width = 0.0, diameter = 0.0, stud = 0.0;
};

struct MeshText {
  std::string file;
  double unit = 1.0;
  ContactShape::UpAxis up = ContactShape::UpAxis::z;
  std::optional<int> hull;
  NameMapText materials;
};

/// Where a mesh file is that a machine or site names, or nothing and a problem when it lies outside of the
/// folder that files must be in.
std::optional<std::string> mesh_path(Reading& r, const Node& node, const std::string& file);

struct ShapeText : ContactShape, RotationText {
  std::optional<double> sphere;
  std::optional<Vec3> box, ellipsoid;
  std::optional<RoundText> capsule, cylinder;
  std::optional<TorusText> torus;
  std::optional<ChainLinkText> chain_link;
  std::optional<Direction> plane;
  std::optional<MeshText> mesh;
  Vec3 at = Vec3::Zero();
};
struct MachineShapeText : ShapeText {};
struct SiteShapeText : ShapeText {};

struct ContactPairText : ContactPair {
  NamePair groups;
};

const ObjectSchema<MachineShapeText>& machine_shape_schema();
const ObjectSchema<SiteShapeText>& site_shape_schema();
const ObjectSchema<ContactPairText>& contact_pair_schema();

/// Puts what was written into the shape; false, with a problem reported, when it cannot be.
bool finish_shape(Reading& r, const Node& node, ShapeText& text);

/// The objects of a site's shapes, for its documentation.
std::vector<ObjectDoc> site_shape_docs();

}  // namespace outrigger::description
