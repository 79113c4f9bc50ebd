/// Cases of loads that machines push and lift; part of worksite_cases().
#pragma once

#include "validation/case.h"

namespace outrigger::validation {

std::vector<Case> lifting_cases();

}  // namespace outrigger::validation
