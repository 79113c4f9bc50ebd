/// Objects that machine files and site files share.
#pragma once

#include <optional>

#include "description/schema.h"
#include "description/values.h"

namespace outrigger::description {

struct FrictionText : FrictionPair {
  NamePair pair;
};

struct ContactLawText : ContactLaw {
  NamePair pair;
};

const ObjectSchema<Material>& material_schema();
const ObjectSchema<FrictionText>& friction_schema();
const ObjectSchema<ContactLawText>& contact_law_schema();
/// The law of a pair, or a problem reported.
std::optional<ContactLaw> checked_contact_law(Reading& r, const Node& node, ContactLawText& text);
/// The pair of materials, or a problem reported.
std::optional<FrictionPair> checked_friction(Reading& r, const Node& node, FrictionText& text);

}  // namespace outrigger::description
