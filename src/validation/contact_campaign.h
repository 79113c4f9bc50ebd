/// Random scenes of contact, and what must hold in every one of them: contacts store and return what was put
/// in, and no more.
///
/// A scene is drawn from a seed, of one of three families:
///   shapes    shapes of all kinds and smooth meshes, contact spheres, chains with joints
///   meshes    meshes with few, pointed or hollow faces (campaign_meshes.h), on the plane and on each other
///   machines  doors, pendulums and chains with end stops, hit by what is thrown at them
/// Sizes of 1 mm to 1.5 m, densities of cork to steel (1 mg to some 10 t), mass ratios up to 1:1,000, Young's
/// moduli of rubber to steel, restitution 0 to 1, friction 0 to 1.2; set down, dropped, thrown, spinning,
/// stacked, piled, wedged; steps of 0.2 to 20 ms. Nothing drives the bodies, so the total energy (kinetic,
/// gravity, stored in contacts) may only fall.
#pragma once

#include <cstdint>
#include <string>

#include "validation/contact_scenes.h"

namespace outrigger::validation {

struct CampaignScene {
  ContactScene scene;
  std::string kind;         ///< what it is, for people
  double size = 0.0;        ///< L: of the largest body [m]
  double duration = 0.0;    ///< to be simulated [s]
  bool rests = false;       ///< has to come to rest
  double restitution = -1;  ///< asked of a straight drop; < 0: not a straight drop
};

struct CampaignOutcome {
  /// Largest rise of the total energy above the start, less the 1e-5 m g L that rest may need, over the
  /// largest kinetic energy so far.
  double gain = 0.0;
  double gain_time = 0.0;   ///< when [s]
  double rest_speed = 0.0;  ///< largest speed at the end over √(g L)
  double rebound = -1.0;    ///< of the first impact of a straight drop, over the speed of approach
  double impact_steps = 0.0;  ///< of that impact
  double lowest = 0.0;        ///< of the centres of the bodies at the end, over L
  std::int64_t not_converged = 0, steps = 0, contained = 0;
  bool finite = true;
};

enum class SceneFamily { shapes, meshes, machines };
inline constexpr SceneFamily kSceneFamilies[] = {SceneFamily::shapes, SceneFamily::meshes,
                                                 SceneFamily::machines};
const char* name_of(SceneFamily family);

CampaignScene random_contact_scene(std::uint64_t seed, SceneFamily family = SceneFamily::shapes);
/// `trace` prints every step to standard output.
CampaignOutcome run_contact_scene(const CampaignScene& scene, bool trace = false);

/// Limits that a scene must keep, chosen before any was run.
inline constexpr double kMostGain = 0.01;
inline constexpr double kMostRestSpeed = 0.01;
inline constexpr double kLowest =
    -1.0;  ///< of L: nothing is below the ground by more than its size
inline constexpr double kMostRebound = 1.02;   ///< of the restitution asked for, unresolved impacts
inline constexpr double kReboundError = 0.05;  ///< of impacts of four steps or more
inline constexpr double kResolvedImpactSteps = 4.0;

/// Empty where all of that holds; else what does not.
std::string verdict(const CampaignScene& scene, const CampaignOutcome& outcome);

}  // namespace outrigger::validation
