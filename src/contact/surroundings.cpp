#include "contact/surroundings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "contact/laws/hertz_stiffness.h"
#include "contact/laws/restitution.h"

namespace outrigger::contact {

using description::FrictionPair;
using description::Material;

namespace {

const Material& find_material(const std::vector<Material>& materials, const std::string& name,
                              const std::string& who) {
  for (const Material& m : materials)
    if (m.name == name) return m;
  throw Error(
      fmt::format("{} is made of '{}', but no such material is given; add it to "
                  "`materials` of the machine or of the site",
                  who, name));
}

const FrictionPair& find_pair(const std::vector<FrictionPair>& pairs, const std::string& a,
                              const std::string& b) {
  for (const FrictionPair& p : pairs)
    if ((p.material_a == a && p.material_b == b) || (p.material_a == b && p.material_b == a))
      return p;
  throw Error(
      fmt::format("no friction is given for {} on {}; add a pair [{}, {}] to `friction` of "
                  "the machine or of the site",
                  a, b, a, b));
}

}  // namespace

Surroundings::Surroundings(const description::Machine& machine, const description::Site* site)
    : ground_(site != nullptr ? std::make_shared<const terrain::Ground>(*site)
                              : std::make_shared<const terrain::Ground>()) {
  // What the site says of a material or a pair counts before what the machine brings along.
  std::vector<Material> materials = site != nullptr ? site->materials : std::vector<Material>{};
  materials.insert(materials.end(), machine.materials.begin(), machine.materials.end());
  std::vector<FrictionPair> pairs = site != nullptr ? site->friction : std::vector<FrictionPair>{};
  pairs.insert(pairs.end(), machine.friction.begin(), machine.friction.end());

  for (const auto& sphere : machine.spheres) {
    if (std::any_of(rows_.begin(), rows_.end(),
                    [&](const Row& r) { return r.material == sphere.material; }))
      continue;
    Row row;
    row.material = sphere.material;
    const Material& own =
        find_material(materials, sphere.material, fmt::format("contact sphere '{}'", sphere.name));
    for (const auto& surface : ground_->surfaces()) {
      const Material& other =
          find_material(materials, surface.material, fmt::format("surface '{}'", surface.name));
      const FrictionPair& friction = find_pair(pairs, own.name, other.name);
      PairLaw law;
      law.modulus = effective_modulus(own.young, own.poisson, other.young, other.poisson);
      law.restitution = std::max(0.01, std::min(own.restitution, other.restitution));
      law.damping_factor = restitution_factor(law.restitution);
      law.static_friction = friction.static_coefficient;
      law.dynamic_friction = friction.dynamic_coefficient;
      row.by_surface.push_back(law);
    }
    rows_.push_back(std::move(row));
  }
}

const std::vector<PairLaw>& Surroundings::laws(const std::string& material) const {
  for (const Row& r : rows_)
    if (r.material == material) return r.by_surface;
  throw Error(fmt::format("no contact sphere of the machine is made of '{}'", material));
}

}  // namespace outrigger::contact
