#include "validation/ground_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/thread_seconds.h"
#include "terrain/ground.h"

namespace outrigger::validation {

namespace {

/// What the questions go to.
enum class Place { plane, flat, slope, step };

terrain::Ground make_ground(Place place) {
  terrain::Ground ground;
  const auto edit = [&](const char* text) { ground.edit(terrain::ground_edit_from_text(text)); };
  if (place == Place::flat) edit("{rectangle: [-6, 6, -6, 6], level: 0.2}");
  if (place == Place::slope) edit("{rectangle: [-6, 6, -6, 6], plane: [0, 0.2, 0.1], bank: 1}");
  if (place == Place::step) edit("{rectangle: [0, 6, -6, 6], raise: 0.3}");
  return ground;
}

/// ns per question: centres at about `radius` from the ground, within 0.3 m of x = 0, where the step is.
Measurement measure_query(const std::string& name, Place place, double radius, int repetitions) {
  const terrain::Ground ground = make_ground(place);
  Random random(1);
  std::vector<Vec3> centres(1000);
  for (Vec3& p : centres) {
    p.x() = random.uniform(-0.3, 0.3);
    p.y() = random.uniform(-3.0, 3.0);
    p.z() = ground.height(p.x(), p.y()) + radius * random.uniform(0.95, 1.02);
  }
  double best = 1e300, sum = 0.0;
  for (int r = 0; r < 20 * repetitions; ++r) {
    const double begin = thread_seconds();
    for (const Vec3& p : centres) sum += ground.nearest(p).point.z();
    best = std::min(best, thread_seconds() - begin);
  }
  // The sum is used, so that the questions are not left out.
  return {name, 1e9 * best / static_cast<double>(centres.size()), std::isfinite(sum) ? "ns" : "",
          "", 0.0};
}

}  // namespace

std::vector<Benchmark> ground_benchmarks() {
  std::vector<Benchmark> list;
  constexpr std::pair<Place, const char*> kPlaces[] = {{Place::plane, "unchanged"},
                                                       {Place::flat, "flat"},
                                                       {Place::slope, "slope"},
                                                       {Place::step, "step"}};
  for (const auto& [place, word] : kPlaces)
    for (const auto& [what, radius] : {std::pair("sphere", 0.1), std::pair("tyre", 0.6)}) {
      const std::string name = fmt::format("ground-query-{}-{}", what, word);
      list.push_back({name,
                      fmt::format("nearest point of {} ground for a {} of {} m",
                                  place == Place::plane ? "unchanged" : "changed", what, radius),
                      [=, place = place, radius = radius](int repetitions) {
                        return measure_query(name, place, radius, repetitions);
                      }});
    }
  return list;
}

}  // namespace outrigger::validation
