/// The sections `soils` and `diggable` of site files.
#pragma once

#include <string>

#include "description/ground_contact.h"
#include "description/schema.h"

namespace outrigger::description {

void read_soils(Reading& r, const Node& section, Site& site);
void read_diggable(Reading& r, const Node& section, Site& site);
/// Their keys, for the format page.
std::string soil_sections_text();

}  // namespace outrigger::description
