#include "forces/forces.h"

#include "forces/brakes.h"
#include "forces/coordinate_forces.h"
#include "forces/drivelines.h"
#include "forces/end_stops.h"
#include "forces/mounts.h"
#include "forces/point_loads.h"
#include "forces/ropes.h"
#include "forces/user_forces.h"
#include "forces/varying_gravity.h"

namespace outrigger::forces {

namespace {

template <class Term, class... More>
void add_if_any(const model::Mechanism& mechanism, const model::Model& model,
                std::vector<std::unique_ptr<system::ForceTerm>>& terms, const More&... more) {
  auto term = std::make_unique<Term>(mechanism, model, more...);
  if (!term->empty()) terms.push_back(std::move(term));
}

}  // namespace

std::vector<std::unique_ptr<system::ForceTerm>> make_force_terms(
    const model::Mechanism& mechanism, const model::Model& model,
    const std::vector<std::string>& signals) {
  std::vector<std::unique_ptr<system::ForceTerm>> terms;
  add_if_any<CoordinateForces>(mechanism, model, terms, signals);
  add_if_any<EndStops>(mechanism, model, terms);
  add_if_any<PointLoads>(mechanism, model, terms, signals);
  add_if_any<Mounts>(mechanism, model, terms);
  add_if_any<Brakes>(mechanism, model, terms, signals);
  add_if_any<Drivelines>(mechanism, model, terms, signals);
  add_if_any<Ropes>(mechanism, model, terms, signals);
  add_if_any<UserForces>(mechanism, model, terms);
  add_if_any<VaryingGravity>(mechanism, model, terms, signals);
  return terms;
}

}  // namespace outrigger::forces
