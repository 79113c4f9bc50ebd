/// The formulation that the settings of a machine ask for.
#pragma once

#include <memory>

#include "description/description.h"
#include "formulation/accelerations.h"
#include "system/system.h"

namespace outrigger::formulation {

/// `system` lives longer; its penalties are set by the settings.
std::unique_ptr<Accelerations> make_accelerations(system::System& system,
                                                  const description::Settings& settings);

}  // namespace outrigger::formulation
