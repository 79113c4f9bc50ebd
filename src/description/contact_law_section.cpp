/// contact_laws: how pairs of materials push on each other.
#include <fmt/format.h>

#include "description/contact_schemas.h"
#include "description/sections.h"
#include "description/words.h"

namespace outrigger::description {

const ObjectSchema<ContactLawText>& contact_law_schema() {
  using T = ContactLawText;
  using L = ContactLaw;
  static const ObjectSchema<T> schema{
      "contact_laws",
      "How shapes of two materials push on each other, in either order. Pairs without an entry "
      "have "
      "the law `restitution` with the stiffness of Hertz. Formulas: docs/theory/contact_laws.md "
      "and "
      "docs/theory/patch_laws.md.",
      {
          field<T>("pair", &T::pair, {}, "the two materials").type_is("2 names").required(),
          field<T>("normal", &L::normal, {}, "law of the force along the normal"),
          field<T>("stiffness", &L::stiffness, {"N/m^exponent", above(0)}, "of a contact point")
              .default_is("by Hertz from materials and curvatures"),
          field<T>("exponent", &L::exponent, {"", between(1, 3)}, "of the penetration"),
          field<T>("restitution", &L::restitution, {"", between(0, 1)},
                   "speed after over speed before an impact")
              .default_is("the smaller one of the materials"),
          field<T>("damping", &L::damping, {"N s/m", at_least(0)},
                   "of `kelvin_voigt`, `ramped_kelvin_voigt` and `nonlinear_damping`; the unit of "
                   "the last is N s/m^(1+exponent)"),
          field<T>("ramp_depth", &L::ramp_depth, {"m", at_least(0)},
                   "`ramped_kelvin_voigt` has its full damping from this penetration on"),
          field<T>("radius", &L::radius, {"m", at_least(0)},
                   "of corners and edges, for their stiffness by Hertz; 0: a tenth of the smaller "
                   "shape"),
          field<T>("friction", &L::friction, {},
                   "`bristle`, `thesis_bristle` and `stribeck` remember where they stick; "
                   "`regularised` and `coulomb` are viscous below `slip_speed` and creep"),
          field<T>("viscous", &L::viscous, {"N s/m", at_least(0)},
                   "of a contact point, on top of dry friction"),
          field<T>("stribeck_speed", &L::stribeck_speed, {"m/s", above(0)},
                   "at which friction has fallen from static towards dynamic"),
          field<T>("slip_speed", &L::slip_speed, {"m/s", above(0)},
                   "of `regularised` and `coulomb`"),
          field<T>("bristle_steps", &L::bristle_steps, {"", between(0.5, 100)},
                   "softness of sticking: its period is about 6 times as many steps"),
          field<T>(
              "exact_depth", &L::exact_depth, {},
              "points: the depth is that of the geometry in every step, and the stiffness that of "
              "the law; for parts that roll on each other under load, such as links of a chain"),
          field<T>(
              "spin_radius", &L::spin_radius, {"m", at_least(0)},
              "of a contact point: friction resists its spin about the normal with at most "
              "this times the friction force, shared with sliding; 2/3 of the radius of a flat "
              "spot, 0.59 of a round one; elements of `foundation` do this by themselves"),
          field<T>("rolling_arm", &L::rolling_arm, {"m", at_least(0)},
                   "of a contact point: rolling is resisted with at most this times the normal "
                   "force; a wheel of radius R stays on slopes up to rolling_arm/R"),
          field<T>(
              "patch", &L::patch, {},
              "what meshes give that overlap, or are in a plane: pressure of elastic layers (PCM), "
              "a force by the volume of the overlap with rolling and spin resistance, or one force "
              "at the contact plane; of meshes with several materials, those of the "
              "shapes' `material` decide"),
          field<T>("layer_stiffness", &L::layer_stiffness, {"N/m3", above(0)},
                   "of both layers together, for `foundation`; per volume, for `volumetric`")
              .default_is("from materials and sizes"),
          field<T>("layer_damping", &L::layer_damping, {"N s/m3", at_least(0)}, "of `foundation`")
              .default_is("from the restitution"),
          field<T>("transition_depth", &L::transition_depth, {"m", at_least(0)},
                   "`foundation` has its full damping from this penetration on"),
      }};
  return schema;
}

std::optional<ContactLaw> checked_contact_law(Reading& r, const Node& node, ContactLawText& text) {
  text.material_a = text.pair[0];
  text.material_b = text.pair[1];
  using Normal = ContactLaw::Normal;
  const bool by_damping = text.normal == Normal::kelvin_voigt ||
                          text.normal == Normal::ramped_kelvin_voigt ||
                          text.normal == Normal::nonlinear_damping;
  if (by_damping && text.restitution) {
    r.problem_at(node, "restitution",
                 "this law has `damping` instead of a restitution; give one of the two");
    return std::nullopt;
  }
  if (!by_damping && node.find("damping") != nullptr) {
    r.problem_at(
        node, "damping",
        "belongs to the laws kelvin_voigt, ramped_kelvin_voigt and nonlinear_damping only");
    return std::nullopt;
  }
  // A volume has the hysteresis of the restitution only, and its own radius of spin.
  if (text.patch == ContactLaw::Patch::volumetric) {
    for (const char* key :
         {"layer_damping", "transition_depth", "spin_radius", "rolling_arm", "exponent"})
      if (node.find(key) != nullptr) {
        r.problem_at(node, key,
                     "does not belong to the patch law `volumetric`, which takes "
                     "layer_stiffness, restitution and friction");
        return std::nullopt;
      }
    if (by_damping) {
      r.problem_at(node, "normal",
                   "the patch law `volumetric` is damped by the restitution; allowed are "
                   "restitution, hertz, hunt_crossley, lankarani_nikravesh, flores");
      return std::nullopt;
    }
  }
  if (text.normal == Normal::ramped_kelvin_voigt && !(text.ramp_depth > 0.0)) {
    r.problem(node, "ramped_kelvin_voigt needs a 'ramp_depth' above 0");
    return std::nullopt;
  }
  return static_cast<const ContactLaw&>(text);
}

void read_contact_laws(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, contact_law_schema(),
             [&](ContactLawText& text, const Node& node, const ObjectKeys&) {
               if (const auto law = checked_contact_law(r, node, text))
                 builder.add(r, node, builder.named<ContactLaw>(), *law);
             });
}

WrittenKeys written_keys(const ContactLaw& law, const WriteContext&) {
  ContactLawText text;
  static_cast<ContactLaw&>(text) = law;
  text.pair = {law.material_a, law.material_b};
  return write_object(contact_law_schema(), text);
}

std::vector<ObjectDoc> contact_law_docs() { return {contact_law_schema().document()}; }

}  // namespace outrigger::description
