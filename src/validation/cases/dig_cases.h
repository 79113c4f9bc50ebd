/// The validation cases of machines that work in soil, one file each; case.cpp puts them in order.
#pragma once

#include <vector>

#include "validation/case.h"

namespace outrigger::validation {

std::vector<Case> soil_balance_cases();

}  // namespace outrigger::validation
