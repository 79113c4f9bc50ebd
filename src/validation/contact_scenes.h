/// Machines whose shapes touch, built in code: what the contact cases and benchmarks run.
#pragma once

#include <memory>
#include <string>

#include "contact/shape_pairs.h"
#include "description/description.h"
#include "sim/world.h"

namespace outrigger::validation {

/// A machine and the meshes its shapes name.
struct ContactScene {
  description::Machine machine;
  contact::MeshLibrary meshes;

  sim::World make_world(sim::WorldOptions options = {}) const;
};

// Parts of scenes.
description::Body& add_body(description::Machine& m, const std::string& name, double mass,
                            const Vec3& moments, const Vec3& position);
description::ContactShape& add_shape(description::Machine& m, const std::string& body,
                                     description::ContactShape::Kind kind,
                                     const std::string& material);
void add_friction(description::Machine& m, const std::string& a, const std::string& b,
                  double coefficient);
/// No shape touches the plane z = 0.
void leave_out_ground(description::Machine& m);
/// Moments of inertia of a solid box with these edges, and of a solid ball.
Vec3 box_moments(double mass, const Vec3& edges);
Vec3 ball_moments(double mass, double radius);

/// Spheres of radius 0.2 m thrown onto a hilly terrain of 80,000 triangles
/// (docs/benchmarks.md, terrain-spheres).
ContactScene make_terrain_spheres(int count);
/// The height of its terrain.
double terrain_height(double x, double y);
/// Cubes of 10 kg and 0.3 m edges dropped as a stack from 0.1 m; gaps of 2 mm between them.
ContactScene make_cube_stack(int count, double restitution);
/// The bouncing bubbles of PCM §4.1: three surfaces of 950 triangles, 2 kg, dropped from 1 m into a
/// container of four triangles.
ContactScene make_bubbles();
/// The cubes of make_cube_stack as meshes on the plane.
ContactScene make_mesh_cubes(int count, double restitution);
/// A hanging chain of links that hold each other by contact alone.
ContactScene make_link_chain(int count);

}  // namespace outrigger::validation
