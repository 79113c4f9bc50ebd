#include "formulation/make.h"

#include "formulation/augmented.h"
#include "formulation/baumgarte.h"
#include "formulation/matrix_r.h"
#include "formulation/penalty.h"

namespace outrigger::formulation {

std::unique_ptr<Accelerations> make_accelerations(system::System& system,
                                                  const description::Settings& settings) {
  using description::Formulation;
  switch (settings.formulation) {
    case Formulation::penalty:
      return std::make_unique<Penalty>(system, settings);
    case Formulation::multipliers:
      return std::make_unique<Baumgarte>(system, settings);
    case Formulation::matrix_r:
      return std::make_unique<MatrixR>(system, settings);
    case Formulation::augmented:
      break;
  }
  return std::make_unique<Augmented>(system, settings);
}

}  // namespace outrigger::formulation
