// FCL: a sphere against the terrain, by its own collide() with trees of several kinds of boxes. Its
// AABB tree is left out: with it these queries did not end within two minutes.
#include <fcl/fcl.h>

#include "sphere_queries.hpp"

template <class BV>
static void run(const char* name, bool contact) {
  const spheres::Terrain t = spheres::terrain();
  std::vector<fcl::Vector3d> v;
  std::vector<fcl::Triangle> f;
  for (const auto& x : t.vertices) v.emplace_back(x[0], x[1], x[2]);
  for (const auto& x : t.faces) f.emplace_back(x[0], x[1], x[2]);
  const double start = bench::now();
  fcl::BVHModel<BV> model;
  model.beginModel();
  model.addSubModel(v, f);
  model.endModel();
  const double build = bench::now() - start;
  const fcl::Sphered ball(spheres::kRadius);
  fcl::CollisionRequestd request;
  request.num_max_contacts = 1000;
  request.enable_contact = contact;
  spheres::measure(
      name, build,
      [&](const spheres::V& c) {
        fcl::Transform3d at = fcl::Transform3d::Identity();
        at.translation() = fcl::Vector3d(c[0], c[1], c[2]);
        fcl::CollisionResultd result;
        return long(fcl::collide(&model, fcl::Transform3d::Identity(), &ball, at, request, result));
      },
      3);
}

int main() {
  run<fcl::OBBd>("fcl OBB", false);
  run<fcl::OBBRSSd>("fcl OBBRSS", false);
  run<fcl::OBBRSSd>("fcl OBBRSS with contact points", true);
}
