#include "contact/surroundings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "contact/laws/hertz_stiffness.h"
#include "contact/laws/restitution.h"
#include "contact/material_library.h"

namespace outrigger::contact {

using description::ContactLaw;
using description::FrictionPair;
using description::Material;

namespace {

const Material& find_material(const std::vector<Material>& materials, const std::string& name,
                              const std::string& who) {
  for (const Material& m : materials)
    if (m.name == name) return m;
  std::string known;
  for (const Material& m : library_materials()) known += (known.empty() ? "" : ", ") + m.name;
  throw Error(
      fmt::format("{} is made of '{}', but no such material is given; add it to `materials` of the "
                  "machine or of the site, or take one of {}",
                  who, name, known));
}

template <class Pair>
const Pair* find_pair(const std::vector<Pair>& pairs, const std::string& a, const std::string& b) {
  for (const Pair& p : pairs)
    if ((p.material_a == a && p.material_b == b) || (p.material_a == b && p.material_b == a))
      return &p;
  return nullptr;
}

FrictionLaw::Kind kind_of(ContactLaw::Friction friction) {
  switch (friction) {
    case ContactLaw::Friction::bristle:
      break;
    case ContactLaw::Friction::thesis_bristle:
      return FrictionLaw::Kind::thesis_bristle;
    case ContactLaw::Friction::stribeck:
      return FrictionLaw::Kind::stribeck;
    case ContactLaw::Friction::regularised:
      return FrictionLaw::Kind::regularised;
    case ContactLaw::Friction::coulomb:
      return FrictionLaw::Kind::coulomb;
  }
  return FrictionLaw::Kind::bristle;
}

NormalLaw::Kind kind_of(ContactLaw::Normal normal) {
  switch (normal) {
    case ContactLaw::Normal::restitution:
      break;
    case ContactLaw::Normal::hertz:
      return NormalLaw::Kind::hertz;
    case ContactLaw::Normal::hunt_crossley:
      return NormalLaw::Kind::hunt_crossley;
    case ContactLaw::Normal::lankarani_nikravesh:
      return NormalLaw::Kind::lankarani_nikravesh;
    case ContactLaw::Normal::flores:
      return NormalLaw::Kind::flores;
    case ContactLaw::Normal::kelvin_voigt:
      return NormalLaw::Kind::kelvin_voigt;
    case ContactLaw::Normal::ramped_kelvin_voigt:
      return NormalLaw::Kind::ramped_kelvin_voigt;
    case ContactLaw::Normal::nonlinear_damping:
      return NormalLaw::Kind::nonlinear_damping;
  }
  return NormalLaw::Kind::restitution;
}

/// One file must not give two laws for the same pair; a site may overrule a machine.
void refuse_second_laws(const std::vector<ContactLaw>& laws) {
  for (std::size_t i = 0; i < laws.size(); ++i) {
    const ContactLaw& law = laws[i];
    const ContactLaw* first = find_pair(laws, law.material_a, law.material_b);
    if (first == &law) continue;
    throw Error(fmt::format(
        "{}:{}: contact_laws.{}: '{}' is already the law of {} and {}; remove one", law.where.file,
        law.where.line, law.name, first->name, law.material_a, law.material_b));
  }
}

/// The site's things first, then the machine's, then those of the library.
template <class T>
std::vector<T> in_order(const std::vector<T>* site, const std::vector<T>& machine,
                        const std::vector<T>& library) {
  std::vector<T> all;
  if (site != nullptr) all = *site;
  all.insert(all.end(), machine.begin(), machine.end());
  all.insert(all.end(), library.begin(), library.end());
  return all;
}

}  // namespace

Surroundings::Surroundings(const description::Machine& machine, const description::Site* site,
                           std::vector<OwnLaw> own_laws)
    : ground_(site != nullptr ? std::make_shared<terrain::Ground>(*site)
                              : std::make_shared<terrain::Ground>()),
      own_laws_(std::move(own_laws)) {
  // What the site says of a material or a pair counts before what the machine brings along.
  materials_ = in_order(site != nullptr ? &site->materials : nullptr, machine.materials,
                        library_materials());
  friction_ =
      in_order(site != nullptr ? &site->friction : nullptr, machine.friction, library_friction());
  refuse_second_laws(machine.contact_laws);
  if (site != nullptr) refuse_second_laws(site->contact_laws);
  laws_ = in_order(site != nullptr ? &site->contact_laws : nullptr, machine.contact_laws, {});
  for (const ContactLaw& law : laws_)
    for (const std::string* material : {&law.material_a, &law.material_b})
      find_material(materials_, *material,
                    fmt::format("{}:{}: a partner of contact_laws.{}", law.where.file,
                                law.where.line, law.name));
  for (const OwnLaw& law : own_laws_) check_own_law(law);

  for (const auto& sphere : machine.spheres) {
    if (std::any_of(rows_.begin(), rows_.end(),
                    [&](const Row& r) { return r.material == sphere.material; }))
      continue;
    Row row;
    row.material = sphere.material;
    for (const auto& surface : ground_->surfaces()) {
      find_material(materials_, surface.material, fmt::format("surface '{}'", surface.name));
      row.by_surface.push_back(
          pair(sphere.material, surface.material, fmt::format("contact sphere '{}'", sphere.name)));
    }
    rows_.push_back(std::move(row));
  }
  // Most shapes may touch the ground and few do: friction that nobody gave has the defaults of
  // FrictionPair, and the first touch reports it (ContactStage::assumed_friction).
  for (const auto& shape : machine.shapes) {
    std::vector<std::string> made_of{shape.material};
    for (const auto& [in_file, material] : shape.face_materials) made_of.push_back(material);
    for (const std::string& material : made_of)
      for (const auto& surface : ground_->surfaces()) {
        if (find_pair(friction_, material, surface.material) != nullptr) continue;
        FrictionPair assumed;
        assumed.material_a = material;
        assumed.material_b = surface.material;
        friction_.push_back(assumed);
      }
  }
}

void Surroundings::check_own_law(const OwnLaw& law) const {
  const std::string who =
      fmt::format("a partner of the own law of {} and {}", law.material_a, law.material_b);
  for (const std::string* material : {&law.material_a, &law.material_b})
    find_material(materials_, *material, who);
  const auto refuse = [&](const std::string& what) {
    throw Error(
        fmt::format("the own contact law of {} and {} {}", law.material_a, law.material_b, what));
  };
  if (law.law == nullptr) refuse("is missing (null)");
  if (find_pair(own_laws_, law.material_a, law.material_b) != &law)
    refuse("is given twice; remove one");
  const double k = law.law->stiffness(), n = law.law->exponent(), e = law.law->restitution();
  if (!(k >= 0.0 && std::isfinite(k)))
    refuse(fmt::format("has the stiffness {}; it must be 0 or more", k));
  if (!(n >= 1.0 && n <= 3.0)) refuse(fmt::format("has the exponent {}; allowed are 1 to 3", n));
  if (!(e >= 0.0 && e <= 1.0)) refuse(fmt::format("has the restitution {}; allowed are 0 to 1", e));
}

PairLaw Surroundings::pair(const std::string& material_a, const std::string& material_b,
                           const std::string& who) const {
  const Material& a = find_material(materials_, material_a, who);
  const Material& b = find_material(materials_, material_b, who);
  PairLaw law;
  if (const ContactLaw* given = find_pair(laws_, a.name, b.name)) law.given = *given;
  law.modulus = effective_modulus(a.young, a.poisson, b.young, b.poisson);
  const OwnLaw* own = find_pair(own_laws_, a.name, b.name);
  const FrictionPair* friction = find_pair(friction_, a.name, b.name);
  if (friction == nullptr && own == nullptr)
    throw Error(
        fmt::format("no friction is given for {0} on {1}; add a pair [{0}, {1}] to "
                    "`friction` of the machine or of the site",
                    a.name, b.name));
  const ContactLaw& given = law.given;
  PointParameters& p = law.point;
  p.normal.kind = kind_of(given.normal);
  p.normal.exponent = given.exponent;
  p.normal.restitution = std::max(
      kLeastRestitution, given.restitution.value_or(std::min(a.restitution, b.restitution)));
  p.normal.damping = given.damping;
  p.normal.ramp_depth = given.ramp_depth;
  p.normal.damping_depth_exponent = given.exponent;
  p.damping_factor = damping_rate(p.normal, 1.0);
  p.restitution = p.damping_factor > 0.0 ? restitution_of_factor(p.damping_factor) : 1.0;
  if (friction != nullptr) {
    p.static_friction = friction->static_coefficient;
    p.dynamic_friction = friction->dynamic_coefficient;
  }
  p.friction = kind_of(given.friction);
  p.viscous = given.viscous;
  p.stribeck_speed = given.stribeck_speed;
  p.slip_speed = given.slip_speed;
  p.bristle_steps = given.bristle_steps;
  if (own != nullptr) {
    p.own = own->law.get();
  } else {
    p.exact_depth = given.exact_depth;
    p.spin_radius = given.spin_radius;
    p.rolling_arm = given.rolling_arm;
  }
  return law;
}

const std::vector<PairLaw>& Surroundings::laws(const std::string& material) const {
  for (const Row& r : rows_)
    if (r.material == material) return r.by_surface;
  throw Error(fmt::format("no contact sphere of the machine is made of '{}'", material));
}

}  // namespace outrigger::contact
