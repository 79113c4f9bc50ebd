// MuJoCo: chain-N, fourbar-N, bricard. Methods RK4, Euler, implicit; the setting is the step [s].
//
// Loops are closed by soft equality constraints ("connect") with solref = (k step, 1), the stiffest that
// stays stable (k = 1 for RK4, 2 otherwise), solimp close to rigid, Newton's solver.
#include <mujoco/mujoco.h>

#include <sstream>

#include "mechanisms.hpp"

namespace {

using bench::Request;

std::string options(const std::string& gravity, const Request& r, bool equality) {
  std::ostringstream o;
  o.precision(17);
  o << "<option gravity='" << gravity << "' integrator='" << r.method << "' timestep='" << r.setting
    << "' solver='Newton' iterations='20' tolerance='1e-14'>"
    << "<flag contact='disable' limit='disable' frictionloss='disable' actuation='disable' "
    << "clampctrl='disable' passive='disable' sensor='disable' equality='"
    << (equality ? "enable" : "disable") << "' refsafe='disable' warmstart='enable'/></option>"
    << "<compiler angle='radian' boundmass='0' boundinertia='0'/>"
    << "<size nconmax='0' njmax='4000' nstack='20000000'/>";
  return o.str();
}

std::string closure(const Request& r) {
  std::ostringstream o;
  o.precision(17);
  o << "solref='" << (r.method == "RK4" ? 1 : 2) * r.setting
    << " 1' solimp='0.9999 0.9999 0.001 0.5 2'/>";
  return o.str();
}

// The reader of XML refuses more than about 100 nested elements: a long chain is several files, each
// included by the one before.
std::vector<std::string> chain(const Request& r) {
  constexpr int kLinksPerFile = 60;
  std::vector<std::string> files;
  for (int first = 1; first <= r.size; first += kLinksPerFile) {
    std::ostringstream o;
    o.precision(17);
    const int last = std::min(r.size, first + kLinksPerFile - 1);
    if (first == 1)
      o << "<mujoco>" << options("0 0 -9.81", r, false) << "<worldbody>";
    else
      o << "<mujocoinclude>";
    for (int i = first; i <= last; ++i)
      o << "<body pos='" << (i == 1 ? 0 : 1) << " 0 0'><joint type='hinge' axis='"
        << ((i % 2) ? "0 1 0" : "0 0 1") << "'/><inertial pos='.5 0 0' mass='1' diaginertia='"
        << 0.02 / 12 << " " << 1.01 / 12 << " " << 1.01 / 12 << "'/>";
    if (last < r.size) o << "<include file='part" << files.size() + 1 << ".xml'/>";
    for (int i = first; i <= last; ++i) o << "</body>";
    o << (first == 1 ? "</worldbody></mujoco>" : "</mujocoinclude>");
    files.push_back(o.str());
  }
  return files;
}

std::vector<std::string> fourbar(const Request& r) {
  std::ostringstream o;
  o.precision(17);
  o << "<mujoco>" << options("0 -9.81 0", r, true) << "<worldbody>";
  for (int i = 0; i <= r.size; ++i) {
    o << "<body name='r" << i << "' pos='" << i << " 0 0'><joint type='hinge' axis='0 0 1'/>"
      << "<inertial pos='0 .5 0' mass='1' diaginertia='" << 1. / 12 << " 1e-4 " << 1. / 12 << "'/>";
    if (i < r.size)
      o << "<body name='c" << i << "' pos='0 1 0'><joint type='hinge' axis='0 0 1'/>"
        << "<inertial pos='.5 0 0' mass='1' diaginertia='1e-4 " << 1. / 12 << " " << 1. / 12
        << "'/></body>";
    o << "</body>";
  }
  o << "</worldbody><equality>";
  for (int i = 0; i < r.size; ++i)
    o << "<connect body1='c" << i << "' body2='r" << i + 1 << "' anchor='1 0 0' " << closure(r);
  o << "</equality></mujoco>";
  return {o.str()};
}

std::vector<std::string> bricard(const Request& r) {
  std::ostringstream o;
  o.precision(17);
  const double P[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const char* axes[3] = {"0 1 0", "0 0 1", "1 0 0"};
  o << "<mujoco>" << options("0 -9.81 0", r, true) << "<worldbody>";
  for (int b = 0; b < 5; ++b) {
    double d[3], moment[3];
    for (int i = 0; i < 3; ++i) {
      d[i] = P[b + 1][i] - P[b][i];
      moment[i] = std::abs(d[i]) > .5 ? 1e-4 : 1. / 12;
    }
    o << "<body name='b" << b << "' pos='";
    for (int i = 0; i < 3; ++i) o << (b ? P[b][i] - P[b - 1][i] : 0) << " ";
    o << "'><joint type='hinge' axis='" << axes[b % 3] << "'/><inertial mass='1' pos='" << d[0] / 2
      << " " << d[1] / 2 << " " << d[2] / 2 << "' diaginertia='" << moment[0] << " " << moment[1]
      << " " << moment[2] << "'/>";
  }
  for (int b = 0; b < 5; ++b) o << "</body>";
  // A hinge about x at P5: two points of its axis.
  o << "</worldbody><equality>";
  for (double x : {0.0, 0.5}) o << "<connect body1='b4' anchor='" << x << " 1 0' " << closure(r);
  o << "</equality></mujoco>";
  return {o.str()};
}

mjModel* load(const std::vector<std::string>& files) {
  static mjVFS storage;
  mj_defaultVFS(&storage);
  for (size_t i = 0; i < files.size(); ++i) {
    const std::string name = "part" + std::to_string(i) + ".xml";
    mj_makeEmptyFileVFS(&storage, name.c_str(), int(files[i].size()));
    std::memcpy(storage.filedata[mj_findFileVFS(&storage, name.c_str())], files[i].data(),
                files[i].size());
  }
  char why[1000] = "";
  mjModel* model = mj_loadXML("part0.xml", &storage, why, sizeof why);
  if (!model) bench::refuse(why);
  return model;
}

}  // namespace

int main(int argc, char** argv) {
  const Request r = bench::read_request(argc, argv);
  bench::allow_methods(r, {"RK4", "Euler", "implicit"});
  if (r.family == "andrews") bench::refuse("MuJoCo has no andrews here");
  const double end = mechanisms::duration(r);
  mjModel* m = load(r.family == "chain"     ? chain(r)
                    : r.family == "fourbar" ? fourbar(r)
                                            : bricard(r));
  mjData* d = mj_makeData(m);
  const int last = m->nbody - 1;
  const long steps = std::lround(end / r.setting);

  const auto reset = [&] {
    mj_resetData(m, d);
    if (r.family == "chain") d->xfrc_applied[6 * last + 1] = 1;
    if (r.family == "fourbar")
      for (int b = 1; b < m->nbody; ++b)
        d->qvel[m->body_jntadr[b]] = m->body_parentid[b] == 0 ? -1 : 1;
    mj_forward(m, d);
  };
  const auto energy = [&] {  // of the positions and speeds last seen by mj_fwdVelocity
    mj_energyPos(m, d);
    mj_energyVel(m, d);
    return d->energy[0] + d->energy[1] - (r.family == "chain" ? d->xipos[3 * last + 1] : 0);
  };

  // Errors, not timed.
  m->opt.enableflags |= mjENBL_ENERGY;
  reset();
  mechanisms::Check check;
  check.energy_at_start = energy();
  for (long i = 0; i < steps; ++i) {
    mj_step(m, d);
    mj_fwdPosition(m, d);
    mj_fwdVelocity(m, d);
    if (!check.see_energy(energy())) break;
    if (r.family == "bricard") {
      const long k = std::lround(d->time / 0.5);
      const double* p = d->xpos + 3 * 4;  // the frame of the fourth rod is at P3
      if (k >= 1 && k <= 20 && std::abs(d->time - 0.5 * k) < r.setting / 4)
        check.position = std::max(
            check.position, bench::distance({p[0], p[1], p[2]}, mechanisms::kBricardPoint[k - 1]));
    }
    if (r.family == "fourbar") {
      const double first = d->qpos[m->body_jntadr[1]];
      for (int b = 1; b < m->nbody; ++b) {
        const double q = d->qpos[m->body_jntadr[b]];
        const int parent = m->body_parentid[b];
        check.see_angle_between_rods(parent == 0 ? q - first : q + d->qpos[m->body_jntadr[parent]]);
      }
    }
  }
  if (r.family == "chain") {
    const double along[3] = {1, 0, 0};
    double tip[3];
    mju_rotVecMat(tip, along, d->xmat + 9 * last);
    for (int i = 0; i < 3; ++i) tip[i] += d->xpos[3 * last + i];
    check.position = bench::distance({tip[0], tip[1], tip[2]}, mechanisms::chain_tip(r.size));
  }
  m->opt.enableflags &= ~mjENBL_ENERGY;

  const double seconds = bench::fastest(r, [&] {
    reset();
    const double begin = bench::now();
    for (long i = 0; i < steps; ++i) mj_step(m, d);
    return bench::now() - begin;
  });
  bench::print_line("MuJoCo", mj_versionString(), r, mechanisms::outcome(r, check, seconds));
  mj_deleteData(d);
  mj_deleteModel(m);
}
