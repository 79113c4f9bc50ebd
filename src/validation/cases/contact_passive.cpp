/// Contacts store and return what was put in, and no more: random scenes of all kinds
/// (validation/contact_campaign.h).
#include <algorithm>

#include "validation/cases/cases.h"
#include "validation/contact_campaign.h"

namespace outrigger::validation {
namespace contact_passive_case {

constexpr int kScenes = 300;
constexpr double kMostHeldStill = 1e-3;  ///< of all steps

Result run_scenes() {
  Result result;
  result.series.columns = {"scene", "energy gained / largest kinetic energy"};
  double gain = 0.0, rest = 0.0, beyond = 0.0, steps = 0.0, held_still = 0.0;
  for (int i = 1; i <= kScenes; ++i) {
    const CampaignScene scene = random_contact_scene(static_cast<std::uint64_t>(i));
    const CampaignOutcome out = run_contact_scene(scene);
    gain = std::max(gain, out.gain);
    if (scene.rests) rest = std::max(rest, out.rest_speed);
    if (scene.restitution > 0.0 && out.rebound >= 0.0)
      beyond = std::max(beyond, out.rebound / scene.restitution);
    steps += static_cast<double>(out.steps);
    held_still += static_cast<double>(out.contained);
    result.series.rows.push_back({static_cast<double>(i), out.gain});
  }
  result.bound("300 scenes: energy above the start / largest kinetic energy", gain, kMostGain);
  result.bound("speed at the end of what was set down / √(g L)", rest, kMostRestSpeed);
  result.bound("rebound of straight drops beyond the restitution asked for",
               std::max(0.0, beyond - 1.0), kMostRebound - 1.0);
  result.bound("steps held still / all steps", held_still / steps, kMostHeldStill);
  return result;
}

}  // namespace contact_passive_case

std::vector<Case> contact_passive_cases() {
  using namespace contact_passive_case;
  return {{"contact-passive",
           "300 random scenes of contact, 1 mg to 10 t, 0.2 to 20 ms: none gains energy",
           run_scenes}};
}

}  // namespace outrigger::validation
