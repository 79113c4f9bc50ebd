#include "sim/friction_notes.h"

#include <fmt/format.h>

#include "contact/material_library.h"

namespace outrigger::sim {

namespace {

using description::ContactLaw;
using description::FrictionPair;

constexpr double kSmallest = 0.1;  ///< v_s/(μ_s g h)

bool remembers(ContactLaw::Friction kind) {
  return kind == ContactLaw::Friction::bristle || kind == ContactLaw::Friction::thesis_bristle ||
         kind == ContactLaw::Friction::stribeck;
}

}  // namespace

std::vector<std::string> friction_notes(const description::Machine& machine,
                                        const description::Site* site) {
  std::vector<std::string> notes;
  // The site's things count first, as in contact/surroundings.
  std::vector<FrictionPair> friction;
  std::vector<ContactLaw> laws;
  if (site != nullptr) {
    friction = site->friction;
    laws = site->contact_laws;
  }
  friction.insert(friction.end(), machine.friction.begin(), machine.friction.end());
  laws.insert(laws.end(), machine.contact_laws.begin(), machine.contact_laws.end());
  for (const FrictionPair& f : contact::library_friction()) friction.push_back(f);
  const auto same = [](const auto& one, const auto& other) {
    return (one.material_a == other.material_a && one.material_b == other.material_b) ||
           (one.material_a == other.material_b && one.material_b == other.material_a);
  };
  const double h = machine.settings.step, g = machine.settings.gravity.norm();
  for (const ContactLaw& law : laws) {
    const FrictionPair* pair = nullptr;
    for (const FrictionPair& f : friction)
      if (pair == nullptr && same(f, law)) pair = &f;
    if (pair == nullptr || !remembers(law.friction)) continue;
    if (!(pair->static_coefficient > pair->dynamic_coefficient)) continue;
    const double smallest = kSmallest * pair->static_coefficient * g * h;
    if (!(law.stribeck_speed < smallest)) continue;
    notes.push_back(fmt::format(
        "{}contact_laws.{}: stribeck_speed {:g} m/s is too small for a step of {:g} s: {} on {} "
        "breaks loose too early; at least {:.2g} m/s, or a step of {:.2g} s at most",
        law.where.file.empty() ? std::string()
                               : fmt::format("{}:{}: ", law.where.file, law.where.line),
        law.name, law.stribeck_speed, h, law.material_a, law.material_b, smallest,
        h * law.stribeck_speed / smallest));
  }
  return notes;
}

}  // namespace outrigger::sim
