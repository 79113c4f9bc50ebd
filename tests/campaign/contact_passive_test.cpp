/// Contacts store and return what was put in, and no more: random scenes of all kinds, 300 here and 5,000
/// in the long form, of each family. OUTRIGGER_SCENE=seed runs one of the family in the filter and prints every
/// step:  OUTRIGGER_SCENE=7 campaign_tests --gtest_filter=ContactPassive.ThreeHundredMeshes
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "support/samples.h"
#include "validation/contact_campaign.h"

namespace outrigger::validation {
namespace {

/// Of √(L/g): longer steps take what falls by its own size through a third of that in one.
constexpr double kResolvedFall = 0.2;

bool resolved(const CampaignScene& scene) {
  return scene.scene.machine.settings.step <= kResolvedFall * std::sqrt(scene.size / 9.81);
}

/// Gains that are known and not repaired: tests/bugs/open/README.md. A dropped L on a mesh, 1.4 m, 10 ms: 4 %.
bool is_open(SceneFamily family, std::uint64_t seed) {
  return family == SceneFamily::meshes && seed == 242;
}

void run_scenes(SceneFamily family, std::uint64_t first, int count) {
  std::int64_t steps = 0, not_converged = 0;
  int bad = 0, gained = 0, fell = 0, in_long_steps = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t seed = first + static_cast<std::uint64_t>(i);
    const CampaignScene scene = random_contact_scene(seed, family);
    const CampaignOutcome outcome = run_contact_scene(scene);
    steps += outcome.steps;
    not_converged += outcome.not_converged;
    const std::string wrong = verdict(scene, outcome);
    if (!wrong.empty())
      std::printf("scene %llu, %s, L = %.3g m, h = %g ms: %s\n",
                  static_cast<unsigned long long>(seed), scene.kind.c_str(), scene.size,
                  1e3 * scene.scene.machine.settings.step, wrong.c_str());
    gained += outcome.gain > kMostGain && !is_open(family, seed) ? 1 : 0;
    if (family != SceneFamily::shapes && !resolved(scene)) {
      in_long_steps += wrong.empty() ? 0 : 1;
      continue;
    }
    const bool below = outcome.lowest < kLowest;
    bad += wrong.empty() || below ? 0 : 1;
    fell += below ? 1 : 0;
  }
  std::printf(
      "%d scenes, %lld steps, %lld not converged, %d gain, %d fell, %d bad besides, %d in long "
      "steps\n",
      count, static_cast<long long>(steps), static_cast<long long>(not_converged), gained, fell,
      bad, in_long_steps);
  // Of bodies of a few millimetres at steps of 5 to 20 ms some are held still for a step or sink, and some
  // tremble at rest by more than the 1e-5 m g L that rest may need: docs/theory/contact.md, limits. Meshes and
  // machines in such steps may gain nothing either, but where they end is not judged.
  EXPECT_EQ(gained, 0);
  // Shares mean something over hundreds of scenes only: a run with fewer looks for errors in memory.
  if (count < 300) return;
  EXPECT_LE(fell, count / 100);
  EXPECT_LE(bad, count / 50);
}

void run_or_trace(SceneFamily family, int count) {
  const char* seed = std::getenv("OUTRIGGER_SCENE");
  if (seed == nullptr) {
    run_scenes(family, 1, samples(count));
    return;
  }
  const CampaignScene scene = random_contact_scene(std::strtoull(seed, nullptr, 10), family);
  std::printf("%s, L = %g m, h = %g ms\n", scene.kind.c_str(), scene.size,
              1e3 * scene.scene.machine.settings.step);
  std::printf("%s\n", verdict(scene, run_contact_scene(scene, true)).c_str());
}

TEST(ContactPassive, ThreeHundredShapes) { run_or_trace(SceneFamily::shapes, 300); }
TEST(ContactPassive, ThreeHundredMeshes) { run_or_trace(SceneFamily::meshes, 300); }
TEST(ContactPassive, ThreeHundredMachines) { run_or_trace(SceneFamily::machines, 300); }

TEST(ContactPassive, LongFiveThousandShapes) { run_scenes(SceneFamily::shapes, 1001, 5000); }
TEST(ContactPassive, LongTwoThousandMeshes) { run_scenes(SceneFamily::meshes, 1001, 2000); }
TEST(ContactPassive, LongTwoThousandMachines) { run_scenes(SceneFamily::machines, 1001, 2000); }

}  // namespace
}  // namespace outrigger::validation
