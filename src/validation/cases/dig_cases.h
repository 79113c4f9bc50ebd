/// The validation cases of machines at work, one file each; case.cpp puts them in order.
#pragma once

#include <vector>

#include "validation/case.h"

namespace outrigger::validation {

std::vector<Case> soil_balance_cases();
std::vector<Case> excavator_cycle_cases();

}  // namespace outrigger::validation
