/// What a machine can touch: materials and friction of machine and site, or a clear error.
#include "contact/surroundings.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "contact/laws/restitution.h"
#include "sim/world.h"
#include "support/contact_rig.h"

namespace outrigger::contact {
namespace {

using description::Machine;
using description::Site;

Machine make_surrounded() {
  return contact_rig::make_study_box({Vec3(0, 0, 1), Mat3::Identity()}, 1e7);
}

std::string surroundings_error(const Machine& m, const Site* site = nullptr) {
  try {
    Surroundings s(m, site);
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

TEST(Surroundings, LawOfAPair) {
  Machine m = make_surrounded();
  m.materials[0] = {"steel", {}, 2e9, 0.3, 0.25};
  m.materials[1] = {"asphalt", {}, 1.5e9, 0.2, 0.2};
  m.friction[0].static_coefficient = 0.6;
  m.friction[0].dynamic_coefficient = 0.4;
  std::swap(m.friction[0].material_a, m.friction[0].material_b);  // in either order
  const Surroundings s(m);
  const PairLaw& law = s.laws("steel").at(0);
  EXPECT_DOUBLE_EQ(law.modulus, 1.0 / ((1 - 0.09) / 2e9 + (1 - 0.04) / 1.5e9));
  EXPECT_NEAR(law.point.restitution, 0.2, 1e-9) << "the smaller one counts";
  EXPECT_EQ(law.point.damping_factor, restitution_factor(0.2));
  EXPECT_EQ(law.point.static_friction, 0.6);
  EXPECT_EQ(law.point.dynamic_friction, 0.4);
  // No restitution at all would need infinite damping.
  m.materials[0].restitution = 0.0;
  EXPECT_NEAR(Surroundings(m).laws("steel").at(0).point.restitution, 0.01, 1e-9);
}

TEST(Surroundings, MissingMaterialsAndPairsAreNamed) {
  Machine m = make_surrounded();
  m.spheres[0].material = "cheese";
  EXPECT_EQ(
      surroundings_error(m),
      "contact sphere 'sphere_0' is made of 'cheese', but no such material is given; add it to "
      "`materials` of the machine or of the site, or take one of steel, aluminium, concrete, "
      "asphalt, rock, wood, rubber, soil, sand, ice");
  m.materials.push_back({"cheese", {}, 1e6, 0.3, 0.1});
  EXPECT_EQ(
      surroundings_error(m),
      "no friction is given for cheese on asphalt; add a pair [cheese, asphalt] to `friction` of "
      "the machine or of the site");
  EXPECT_THROW(sim::World{m}, Error) << "a world says so, it does not start without";
  // The library knows steel and asphalt, and what a file says of them counts before it.
  m = make_surrounded();
  m.materials.clear();
  m.friction.clear();
  EXPECT_EQ(surroundings_error(m), "");
  EXPECT_EQ(Surroundings(m).laws("steel").at(0).point.static_friction, 0.55);
  // Without spheres nothing is needed.
  m.spheres.clear();
  m.materials.clear();
  EXPECT_EQ(surroundings_error(m), "");
  EXPECT_THROW(Surroundings(m).laws("steel"), Error);
}

TEST(Surroundings, EverySurfaceOfTheSiteNeedsItsPair) {
  const Machine m = make_surrounded();
  Site site = contact_rig::make_slope(0.0);
  description::Surface ice;
  ice.name = "ice_rink";
  ice.material = "wet_ice";
  site.surfaces.push_back(ice);
  EXPECT_EQ(surroundings_error(m, &site),
            "surface 'ice_rink' is made of 'wet_ice', but no such material is given; add it to "
            "`materials` of the machine or of the site, or take one of steel, aluminium, concrete, "
            "asphalt, rock, wood, rubber, soil, sand, ice");
  site.materials.push_back({"wet_ice", {}, 1e9, 0.3, 0.1});
  EXPECT_EQ(
      surroundings_error(m, &site),
      "no friction is given for steel on wet_ice; add a pair [steel, wet_ice] to `friction` of the "
      "machine or of the site");
  description::FrictionPair pair;
  pair.material_a = "wet_ice";
  pair.material_b = "steel";
  pair.static_coefficient = pair.dynamic_coefficient = 0.05;
  site.friction.push_back(pair);
  const Surroundings s(m, &site);
  EXPECT_EQ(s.laws("steel").size(), 2u);
  EXPECT_EQ(s.laws("steel")[1].point.static_friction, 0.05);
}

// Law: what the site says counts before what the machine brings along.
TEST(Surroundings, TheSiteCountsFirst) {
  const Machine m = make_surrounded();
  Site site = contact_rig::make_slope(0.0);
  site.materials.push_back({"asphalt", {}, 1e6, 0.0, 0.07});
  description::FrictionPair pair = m.friction[0];
  pair.static_coefficient = 0.9;
  site.friction.push_back(pair);
  const Surroundings s(m, &site);
  const PairLaw& law = s.laws("steel").at(0);
  EXPECT_EQ(law.point.restitution, 0.07);
  EXPECT_EQ(law.point.static_friction, 0.9);
  EXPECT_LT(law.modulus, 1e6);
}

}  // namespace
}  // namespace outrigger::contact
