// MuJoCo: terrain-spheres-K on its height field. Methods Newton and CG (solvers), semi-implicit Euler,
// pyramidal friction, solref 0.02 s; the setting is the step [s].
#include <mujoco/mujoco.h>

#include <sstream>

#include "terrain.hpp"

int main(int argc, char** argv) {
  using namespace terrain;
  const bench::Request r = bench::read_request(argc, argv);
  bench::allow_methods(r, {"Newton", "CG"});
  const long steps = terrain::steps(r);
  std::ostringstream o;
  o << "<mujoco><option timestep='" << r.setting << "' solver='" << r.method
    << "' gravity='0 0 -9.81' integrator='Euler'/><size nconmax='" << 10 * r.size << "' njmax='"
    << 25 * r.size << "' nstack='40000000'/><default><geom friction='" << kFriction
    << " 0 0' condim='3' solref='0.02 1'/></default><asset><hfield name='t' nrow='" << kNodes
    << "' ncol='" << kNodes << "' size='" << kHalf << " " << kHalf
    << " 1 1'/></asset><worldbody><geom type='hfield' hfield='t' pos='0 0 -0.5'/>";
  for (const auto& p : start(r.size))
    o << "<body pos='" << p.x << " " << p.y << " " << p.z
      << "'><freejoint/><geom type='sphere' size='" << kRadius << "' density='" << kDensity
      << "'/></body>";
  o << "</worldbody></mujoco>";
  const std::string xml = o.str();
  static mjVFS storage;
  mj_defaultVFS(&storage);
  mj_makeEmptyFileVFS(&storage, "terrain.xml", int(xml.size()));
  std::memcpy(storage.filedata[0], xml.data(), xml.size());
  char why[1000] = "";
  mjModel* m = mj_loadXML("terrain.xml", &storage, why, sizeof why);
  if (!m) bench::refuse(why);
  for (int j = 0; j < kNodes; ++j)
    for (int i = 0; i < kNodes; ++i)
      m->hfield_data[j * kNodes + i] = float(height(node(i), node(j)) + 0.5);

  mjData* d = mj_makeData(m);
  const double seconds = bench::fastest(r, [&] {
    mj_resetData(m, d);
    for (int i = 0; i < r.size; ++i) {
      d->qvel[6 * i] = 1;
      d->qvel[6 * i + 1] = .3;
    }
    const double begin = bench::now();
    for (long i = 0; i < steps; ++i) mj_step(m, d);
    return bench::now() - begin;
  });
  std::vector<bench::V3> centres;
  for (int i = 0; i < r.size; ++i)
    centres.push_back({d->qpos[7 * i], d->qpos[7 * i + 1], d->qpos[7 * i + 2]});
  bench::print_line("MuJoCo", mj_versionString(), r, terrain::outcome(centres, seconds));
  mj_deleteData(d);
  mj_deleteModel(m);
}
