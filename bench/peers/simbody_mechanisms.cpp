// Simbody: chain-N, fourbar-N, andrews, bricard. The setting is the accuracy.
//
// Methods RKM (RungeKuttaMerson), RK3 (RungeKutta3), SEE2 (SemiExplicitEuler2), with the constraint
// tolerance of Simbody's default, a tenth of the accuracy; RKM-tight, RK3-tight with 1e-12, without
// which fourbar takes a wrong branch in the singular positions.
#include <Simbody.h>

#include <memory>

#include "mechanisms.hpp"

namespace {

using namespace SimTK;
using mechanisms::Check;

struct Model {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  State start;
  // Potential of constant loads, which Simbody does not count [J].
  std::function<double(const State&)> load_potential = [](const State&) { return 0.0; };
  std::function<void(const State&, Check&)> after_step = [](const State&, Check&) {};
  std::function<void(const State&, Check&)> at_end = [](const State&, Check&) {};
  std::function<Vec3(const State&)> tracked_point;  // bricard: P3

  void finish(const std::function<void(State&)>& set_start) {
    start = system.realizeTopology();
    system.realizeModel(start);
    set_start(start);
    system.realize(start, Stage::Velocity);
  }
  double energy(const State& s) const {
    system.realize(s, Stage::Dynamics);
    return system.calcEnergy(s) + load_potential(s);
  }
};

void make_chain(Model& m, int links) {
  Force::UniformGravity(m.forces, m.matter, Vec3(0, 0, -bench::kGravity));
  const MassProperties link(1.0, Vec3(0), Inertia(0.02 / 12, 1.01 / 12, 1.01 / 12));
  MobilizedBody last = m.matter.Ground();
  for (int i = 1; i <= links; ++i) {
    // Pin turns about z of the joint's frame; odd joints turn about y of the world.
    const Rotation R = (i % 2) ? Rotation(-Pi / 2, XAxis) : Rotation();
    const Vec3 in_parent = (i == 1) ? Vec3(0) : Vec3(0.5, 0, 0);
    last = MobilizedBody::Pin(last, Transform(R, in_parent), Body::Rigid(link),
                              Transform(R, Vec3(-0.5, 0, 0)));
  }
  Force::ConstantForce(m.forces, last, Vec3(0), Vec3(0, 1, 0));
  m.load_potential = [last](const State& s) { return -last.getBodyOriginLocation(s)[1]; };
  m.at_end = [last, links](const State& s, Check& c) {
    const Vec3 tip = last.findStationLocationInGround(s, Vec3(0.5, 0, 0));
    c.position = bench::distance({tip[0], tip[1], tip[2]}, mechanisms::chain_tip(links));
  };
  m.finish([](State&) {});
}

void make_fourbar(Model& m, int loops) {
  Force::UniformGravity(m.forces, m.matter, Vec3(0, -bench::kGravity, 0));
  const MassProperties upright(1.0, Vec3(0), Inertia(1. / 12, 1e-4, 1. / 12));
  const MassProperties level(1.0, Vec3(0), Inertia(1e-4, 1. / 12, 1. / 12));
  std::vector<MobilizedBody::Pin> rods, couplers;
  for (int i = 0; i <= loops; ++i)
    rods.push_back(MobilizedBody::Pin(m.matter.Ground(), Vec3(i, 0, 0), Body::Rigid(upright),
                                      Vec3(0, -0.5, 0)));
  for (int i = 1; i <= loops; ++i) {
    couplers.push_back(
        MobilizedBody::Pin(rods[i - 1], Vec3(0, 0.5, 0), Body::Rigid(level), Vec3(-0.5, 0, 0)));
    Constraint::PointOnLine(rods[i], UnitVec3(0, 0, 1), Vec3(0, 0.5, 0), couplers.back(),
                            Vec3(0.5, 0, 0));
  }
  m.finish([&](State& s) {
    for (auto& rod : rods) rod.setRate(s, -1);
    for (auto& coupler : couplers) coupler.setRate(s, 1);
  });
  m.after_step = [rods, couplers](const State& s, Check& c) {
    for (size_t i = 0; i < couplers.size(); ++i) {
      c.see_angle_between_rods(couplers[i].getAngle(s) + rods[i].getAngle(s));
      c.see_angle_between_rods(rods[i + 1].getAngle(s) - rods[0].getAngle(s));
    }
  };
}

// Data of the test set of Bari.
void make_andrews(Model& m) {
  const double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706,
               m7 = .05498;
  const double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5,
               i6 = 5.667e-7, i7 = 1.912e-5;
  const double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072;
  const double d = 28e-3, da = 115e-4, e = 2e-2, ea = 1421e-5, rr = 7e-3, ra = 92e-5, l0 = 7785e-5,
               ss = 35e-3;
  const double sa = 1874e-5, sb = 1043e-5, sc = 18e-3, sd = 2e-2, ta = 2308e-5, tb = 916e-5,
               u = 4e-2;
  const double ua = 1228e-5, ub = 449e-5, zf = 2e-2, zt = 4e-2, fa = 1421e-5, torque = 33e-3,
               c0 = 4530;
  const auto body = [](double mass, Vec3 centre, double about_z) {
    const Inertia central(about_z, about_z, about_z);
    return Body::Rigid(MassProperties(mass, centre, central.shiftFromMassCenter(centre, mass)));
  };
  auto& ground = m.matter.Ground();
  MobilizedBody::Pin k1(ground, Vec3(0), body(m1, Vec3(ra, 0, 0), i1), Vec3(0));
  MobilizedBody::Pin k2(k1, Vec3(rr, 0, 0), body(m2, Vec3(-da, 0, 0), i2), Vec3(0));
  MobilizedBody::Pin k3(ground, Vec3(xb, yb, 0), body(m3, Vec3(sb, -sa, 0), i3), Vec3(0));
  MobilizedBody::Pin k5(ground, Vec3(xa, ya, 0), body(m5, Vec3(ta, tb, 0), i5), Vec3(0));
  MobilizedBody::Pin k4(k5, Vec3(zt, 0, 0), body(m4, Vec3(0, -(e - ea), 0), i4), Vec3(0));
  MobilizedBody::Pin k7(ground, Vec3(xa, ya, 0), body(m7, Vec3(ua, -ub, 0), i7), Vec3(0));
  MobilizedBody::Pin k6(k7, Vec3(0, -u, 0), body(m6, Vec3(zf - fa, 0, 0), i6), Vec3(0));
  const Vec3 F2(-d, 0, 0);
  const UnitVec3 z(0, 0, 1);
  Constraint::PointOnLine(k3, z, Vec3(0, -ss, 0), k2, F2);
  Constraint::PointOnLine(k4, z, Vec3(0, -e, 0), k2, F2);
  Constraint::PointOnLine(k6, z, Vec3(zf, 0, 0), k2, F2);
  Force::TwoPointLinearSpring(m.forces, ground, Vec3(xc, yc, 0), k3, Vec3(sd, -sc, 0), c0, l0);
  Force::ConstantTorque(m.forces, k1, Vec3(0, 0, torque));
  m.finish([&](State& s) {
    k1.setAngle(s, -0.0617138900142764496358948458001);
    k2.setAngle(s, 0);
    k3.setAngle(s, 0.455279819163070380255912382449);
    k4.setAngle(s, 0.222668390165885884674473185609);
    k5.setAngle(s, 0.487364979543842550225598953530);
    k6.setAngle(s, -0.222668390165885884674473185609);
    k7.setAngle(s, 1.23054744454982119249735015568);
  });
  m.load_potential = [=](const State& s) { return -torque * k1.getAngle(s); };
  m.at_end = [=](const State& s, Check& c) {
    const MobilizedBody::Pin k[7] = {k1, k2, k3, k4, k5, k6, k7};
    for (int i = 0; i < 7; ++i)
      c.angle = std::max(c.angle, std::abs(k[i].getAngle(s) - mechanisms::kAndrewsAngles[i]));
  };
}

void make_bricard(Model& m) {
  Force::UniformGravity(m.forces, m.matter, Vec3(0, -bench::kGravity, 0));
  const Vec3 P[6] = {Vec3(0, 0, 0),  Vec3(1, 0, 0),  Vec3(1, -1, 0),
                     Vec3(1, -1, 1), Vec3(0, -1, 1), Vec3(0, 0, 1)};
  // z of the joint's frame along y, z, x in turns.
  const Rotation axes[3] = {Rotation(-Pi / 2, XAxis), Rotation(), Rotation(Pi / 2, YAxis)};
  MobilizedBody parent = m.matter.Ground(), third;
  Vec3 parent_centre(0);
  for (int k = 0; k < 5; ++k) {
    const Vec3 centre = (P[k] + P[k + 1]) / 2, along = P[k + 1] - P[k];
    Vec3 moment;
    for (int i = 0; i < 3; ++i) moment[i] = std::abs(along[i]) > 0.5 ? 1e-4 : 1. / 12;
    const MassProperties rod(1.0, Vec3(0), Inertia(moment[0], moment[1], moment[2]));
    parent = MobilizedBody::Pin(parent, Transform(axes[k % 3], P[k] - parent_centre),
                                Body::Rigid(rod), Transform(axes[k % 3], P[k] - centre));
    parent_centre = centre;
    if (k == 2) third = parent;
  }
  auto& ground = m.matter.Ground();
  Constraint::Ball(ground, P[5], parent, P[5] - parent_centre);
  Constraint::ConstantAngle(ground, UnitVec3(0, 1, 0), parent, UnitVec3(1, 0, 0), Pi / 2);
  Constraint::ConstantAngle(ground, UnitVec3(0, 0, 1), parent, UnitVec3(1, 0, 0), Pi / 2);
  m.finish([](State&) {});
  const Vec3 local = P[3] - (P[2] + P[3]) / 2;
  m.tracked_point = [third, local](const State& s) {
    return third.findStationLocationInGround(s, local);
  };
}

std::unique_ptr<Integrator> make_integrator(const bench::Request& r, const System& system) {
  std::unique_ptr<Integrator> integrator;
  const std::string kind = r.method.substr(0, r.method.find('-'));
  if (kind == "RKM")
    integrator = std::make_unique<RungeKuttaMersonIntegrator>(system);
  else if (kind == "RK3")
    integrator = std::make_unique<RungeKutta3Integrator>(system);
  else
    integrator = std::make_unique<SemiExplicitEuler2Integrator>(system);
  integrator->setAccuracy(r.setting);
  if (kind != r.method) integrator->setConstraintTolerance(1e-12);
  return integrator;
}

// From where it is to `end`; after every step when it returns from each.
void advance(Integrator& integrator, double end, const std::function<bool()>& after = {}) {
  while (integrator.getTime() < end - 1e-13) {
    if (integrator.stepTo(end) == Integrator::EndOfSimulation) return;
    if (after && !after()) return;
  }
}

Check check_run(const bench::Request& r, const Model& m, double end) {
  Check check;
  check.energy_at_start = m.energy(m.start);
  const auto integrator = make_integrator(r, m.system);
  integrator->setReturnEveryInternalStep(true);
  integrator->setFinalTime(end);
  integrator->initialize(m.start);
  advance(*integrator, end, [&] {
    const State& s = integrator->getState();
    m.after_step(s, check);
    return check.see_energy(m.energy(s));
  });
  m.system.realize(integrator->getState(), Stage::Acceleration);
  m.at_end(integrator->getState(), check);
  if (!m.tracked_point) return check;

  // Times of the reference are ends of steps, not interpolated.
  const auto tracker = make_integrator(r, m.system);
  tracker->setFinalTime(end);
  tracker->setAllowInterpolation(false);
  tracker->initialize(m.start);
  for (int k = 1; k <= 20; ++k) {
    advance(*tracker, 0.5 * k);
    m.system.realize(tracker->getState(), Stage::Position);
    const Vec3 p = m.tracked_point(tracker->getState());
    check.position = std::max(
        check.position, bench::distance({p[0], p[1], p[2]}, mechanisms::kBricardPoint[k - 1]));
  }
  return check;
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Request r = bench::read_request(argc, argv);
  bench::allow_methods(r, {"RKM", "RK3", "SEE2", "RKM-tight", "RK3-tight"});
  const double end = mechanisms::duration(r);
  try {
    Model m;
    if (r.family == "chain") make_chain(m, r.size);
    if (r.family == "fourbar") make_fourbar(m, r.size);
    if (r.family == "andrews") make_andrews(m);
    if (r.family == "bricard") make_bricard(m);
    const Check check = check_run(r, m, end);
    const double seconds = bench::fastest(r, [&] {
      const auto integrator = make_integrator(r, m.system);
      integrator->setFinalTime(end);
      integrator->initialize(m.start);
      const double begin = bench::now();
      advance(*integrator, end);
      return bench::now() - begin;
    });
    bench::print_line("Simbody", PEER_VERSION, r, mechanisms::outcome(r, check, seconds));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%.160s\n", error.what());
    return 1;
  }
}
