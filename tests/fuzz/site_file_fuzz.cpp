/// Any bytes as a site file: read, or refused by outrigger::Error; what passes makes a ground whose
/// heights, normals and surfaces are sound everywhere.
// needs: terrain description
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/assert.h"
#include "base/error.h"
#include "description/site_reader.h"
#include "terrain/ground.h"

namespace {

using namespace outrigger;

void check(const description::Site& site) {
  const description::Ground& g = site.ground;
  // Large fields are read like small ones, only slower.
  if (g.height_field && (g.x_max - g.x_min) * (g.y_max - g.y_min) > 1e4 * g.cell * g.cell) return;
  const terrain::Ground ground(site);
  const double far = 1e6;
  for (const Vec3& p : {Vec3(0, 0, 0), Vec3(g.x_min, g.y_max, 1), Vec3(g.x_max, g.y_min, -1),
                        Vec3(0.5 * (g.x_min + g.x_max) + 0.3 * g.cell, g.y_min + 0.7 * g.cell, 2),
                        Vec3(far, -far, 0)}) {
    const terrain::GroundPoint at = ground.nearest(p);
    OUTRIGGER_ASSERT(at.point.allFinite() && std::isfinite(ground.height(p.x(), p.y())));
    OUTRIGGER_ASSERT(std::abs(at.normal.norm() - 1.0) < 1e-9 && at.normal.z() > 0.0);
    OUTRIGGER_ASSERT(at.surface >= 0 &&
                     static_cast<std::size_t>(at.surface) < ground.surfaces().size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    check(description::read_site_text({reinterpret_cast<const char*>(data), size}, "fuzz.yaml"));
  } catch (const outrigger::Error&) {
  }
  return 0;
}
