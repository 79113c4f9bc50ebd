// ODE: chain-N, fourbar-N with hinges between free bodies. Methods direct (dWorldStep) and quick
// (dWorldQuickStep, 50 iterations), both semi-implicit Euler, ERP 0.8, CFM 1e-12; the setting is the step [s].
#include <ode/ode.h>

#include "mechanisms.hpp"

namespace {

struct Model {
  bool chain;
  dWorldID world = dWorldCreate();
  std::vector<dBodyID> bodies;  // fourbar: rods 0..n, then couplers

  explicit Model(const bench::Request& r) : chain(r.family == "chain") {
    dWorldSetERP(world, 0.8);
    dWorldSetCFM(world, 1e-12);
    dWorldSetQuickStepNumIterations(world, 50);
    chain ? make_chain(r.size) : make_fourbar(r.size);
  }
  ~Model() { dWorldDestroy(world); }
  Model(const Model&) = delete;

  dBodyID add_body(double x, double y, double ix, double iy, double iz) {
    dBodyID id = dBodyCreate(world);
    dBodySetPosition(id, x, y, 0);
    dMass mass;
    dMassSetZero(&mass);
    dMassSetParameters(&mass, 1, 0, 0, 0, ix, iy, iz, 0, 0, 0);
    dBodySetMass(id, &mass);
    dBodySetGyroscopicMode(id, 1);
    bodies.push_back(id);
    return id;
  }
  void add_hinge(dBodyID parent, dBodyID child, double x, double y, double axis_y, double axis_z) {
    dJointID joint = dJointCreateHinge(world, nullptr);
    dJointAttach(joint, child, parent);
    dJointSetHingeAnchor(joint, x, y, 0);
    dJointSetHingeAxis(joint, 0, axis_y, axis_z);
  }
  void make_chain(int links) {
    dWorldSetGravity(world, 0, 0, -bench::kGravity);
    for (int i = 1; i <= links; ++i) {
      add_body(i - .5, 0, .02 / 12, 1.01 / 12, 1.01 / 12);
      add_hinge(i > 1 ? bodies[i - 2] : nullptr, bodies[i - 1], i - 1, 0, i % 2, 1 - i % 2);
    }
  }
  void make_fourbar(int n) {
    dWorldSetGravity(world, 0, -bench::kGravity, 0);
    for (int i = 0; i <= n; ++i) {
      dBodyID rod = add_body(i, .5, 1. / 12, 1e-4, 1. / 12);
      dBodySetLinearVel(rod, .5, 0, 0);
      dBodySetAngularVel(rod, 0, 0, -1);
    }
    for (int i = 1; i <= n; ++i)
      dBodySetLinearVel(add_body(i - .5, 1, 1e-4, 1. / 12, 1. / 12), 1, 0, 0);
    for (int i = 0; i <= n; ++i) {
      add_hinge(nullptr, bodies[i], i, 0, 0, 1);
      if (i == 0) continue;
      add_hinge(bodies[i - 1], bodies[n + i], i - 1, 1, 0, 1);
      add_hinge(bodies[i], bodies[n + i], i, 1, 0, 1);
    }
  }
  double energy() const {
    double sum = 0;
    for (dBodyID id : bodies) {
      const dReal *v = dBodyGetLinearVel(id), *p = dBodyGetPosition(id);
      const dReal* spin = dBodyGetAngularVel(id);
      dMass m;
      dBodyGetMass(id, &m);
      dVector3 w;
      dBodyVectorFromWorld(id, spin[0], spin[1], spin[2], w);
      sum += .5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      sum += .5 * (m.I[0] * w[0] * w[0] + m.I[5] * w[1] * w[1] + m.I[10] * w[2] * w[2]);
      sum += bench::kGravity * p[chain ? 2 : 1];
    }
    return chain ? sum - dBodyGetPosition(bodies.back())[1] : sum;
  }
};

double angle(dBodyID id) {
  const dReal* R = dBodyGetRotation(id);
  return std::atan2(R[4], R[0]);
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Request r = bench::read_request(argc, argv);
  bench::allow_methods(r, {"direct", "quick"});
  if (r.family != "chain" && r.family != "fourbar")
    bench::refuse("ODE has no " + r.problem + " here");
  dInitODE2(0);
  dAllocateODEDataForThread(dAllocateMaskAll);
  const long steps = std::lround(mechanisms::duration(r) / r.setting);
  const auto step = [&](Model& m) {
    if (m.chain) dBodyAddForce(m.bodies.back(), 0, 1, 0);
    r.method == "quick" ? dWorldQuickStep(m.world, r.setting) : dWorldStep(m.world, r.setting);
  };

  mechanisms::Check check;
  {
    Model m(r);
    check.energy_at_start = m.energy();
    for (long i = 0; i < steps; ++i) {
      step(m);
      if (!check.see_energy(m.energy())) break;
      for (int k = 1; !m.chain && k <= r.size; ++k) {
        check.see_angle_between_rods(angle(m.bodies[r.size + k]));
        check.see_angle_between_rods(angle(m.bodies[k]) - angle(m.bodies[0]));
      }
    }
    if (m.chain) {
      dVector3 tip;
      dBodyGetRelPointPos(m.bodies.back(), .5, 0, 0, tip);
      check.position = bench::distance({tip[0], tip[1], tip[2]}, mechanisms::chain_tip(r.size));
    }
  }
  const double seconds = bench::fastest(r, [&] {
    Model m(r);
    const double begin = bench::now();
    for (long i = 0; i < steps; ++i) step(m);
    return bench::now() - begin;
  });
  bench::print_line("ODE", dODE_VERSION, r, mechanisms::outcome(r, check, seconds));
  dCloseODE();
}
