// ODE: terrain-spheres-K. Methods field (height field) and mesh (triangle mesh), QuickStep with 20
// iterations, ERP 0.2, CFM 1e-10, sweep and prune; the setting is the step [s].
#include <ode/ode.h>

#include "terrain.hpp"

namespace {

using namespace terrain;

struct Contacts {
  dWorldID world;
  dJointGroupID joints;
};

void add_contacts(void* data, dGeomID a, dGeomID b) {
  const auto& contacts = *static_cast<const Contacts*>(data);
  dContact c[16];
  const int count = dCollide(a, b, 16, &c[0].geom, sizeof(dContact));
  for (int i = 0; i < count; ++i) {
    c[i].surface.mode = dContactApprox1 | dContactSoftERP | dContactSoftCFM;
    c[i].surface.mu = kFriction;
    c[i].surface.soft_erp = 0.2;
    c[i].surface.soft_cfm = 1e-10;
    dJointAttach(dJointCreateContact(contacts.world, contacts.joints, &c[i]), dGeomGetBody(a),
                 dGeomGetBody(b));
  }
}

// ODE's field has y up: turned about x its y becomes z, and its z becomes -y.
dReal field_height(void*, int x, int z) { return height(node(x), -node(z)); }

dGeomID make_field() {
  dHeightfieldDataID data = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildCallback(data, nullptr, field_height, 2 * kHalf, 2 * kHalf, kNodes,
                                    kNodes, 1, 0, 2, 0);
  dGeomHeightfieldDataSetBounds(data, -0.5, 0.5);
  dGeomID field = dCreateHeightfield(nullptr, data, 1);
  dMatrix3 R;
  dRFromAxisAndAngle(R, 1, 0, 0, bench::kPi / 2);
  dGeomSetRotation(field, R);
  return field;
}

// ODE keeps pointers into the two lists.
dGeomID make_mesh() {
  static std::vector<double> v;
  static std::vector<dTriIndex> t;
  for (int j = 0; j < kNodes; ++j)
    for (int i = 0; i < kNodes; ++i)
      for (double c : {node(i), node(j), height(node(i), node(j))}) v.push_back(c);
  for (unsigned j = 0; j < kCells; ++j)
    for (unsigned i = 0; i < kCells; ++i) {
      const unsigned a = j * kNodes + i;
      for (unsigned k : {a, a + 1, a + kNodes, a + 1, a + kNodes + 1, a + kNodes}) t.push_back(k);
    }
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildDouble(data, v.data(), 3 * sizeof(double), int(v.size() / 3), t.data(),
                              int(t.size()), 3 * sizeof(dTriIndex));
  return dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Request r = bench::read_request(argc, argv);
  bench::allow_methods(r, {"field", "mesh"});
  const long steps = terrain::steps(r);
  dInitODE2(0);
  dAllocateODEDataForThread(dAllocateMaskAll);
  const dGeomID ground = r.method == "field" ? make_field() : make_mesh();
  std::vector<bench::V3> centres;
  const double seconds = bench::fastest(r, [&] {
    Contacts contacts{dWorldCreate(), dJointGroupCreate(0)};
    dWorldSetGravity(contacts.world, 0, 0, -bench::kGravity);
    dWorldSetERP(contacts.world, 0.2);
    dWorldSetCFM(contacts.world, 1e-10);
    dSpaceID space = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
    std::vector<dBodyID> bodies;
    for (const auto& p : start(r.size)) {
      dBodyID body = dBodyCreate(contacts.world);
      dMass m;
      dMassSetSphere(&m, kDensity, kRadius);
      dBodySetMass(body, &m);
      dBodySetPosition(body, p.x, p.y, p.z);
      dBodySetLinearVel(body, 1, .3, 0);
      dGeomSetBody(dCreateSphere(space, kRadius), body);
      bodies.push_back(body);
    }
    const double begin = bench::now();
    for (long i = 0; i < steps; ++i) {
      dSpaceCollide(space, &contacts, add_contacts);
      dSpaceCollide2(ground, reinterpret_cast<dGeomID>(space), &contacts, add_contacts);
      dWorldQuickStep(contacts.world, r.setting);
      dJointGroupEmpty(contacts.joints);
    }
    const double time = bench::now() - begin;
    centres.clear();
    for (dBodyID body : bodies) {
      const dReal* p = dBodyGetPosition(body);
      centres.push_back({p[0], p[1], p[2]});
    }
    dJointGroupDestroy(contacts.joints);
    dSpaceDestroy(space);
    dWorldDestroy(contacts.world);
    return time;
  });
  bench::print_line("ODE", dODE_VERSION, r, terrain::outcome(centres, seconds));
}
