#include "sim/soil_cargo.h"

#include "articulation/articulation.h"

namespace outrigger::sim {

std::size_t SoilCargo::add(articulation::Articulation& articulation, int body) {
  sources_.push_back({&articulation, body, {}, false});
  return sources_.size() - 1;
}

void SoilCargo::set(std::size_t source, const system::BodyLoad& load) {
  sources_[source].load = load;
  sources_[source].changed = true;
}

system::BodyLoad SoilCargo::sum(const Source& of) const {
  system::BodyLoad all;
  for (const Source& s : sources_)
    if (s.articulation == of.articulation && s.body == of.body) all += s.load;
  return all;
}

void SoilCargo::start() {
  for (Source& s : sources_) {
    s.articulation->set_load(s.body, sum(s));
    s.changed = false;
  }
}

void SoilCargo::apply() {
  for (Source& s : sources_) {
    if (!s.changed) continue;
    s.changed = false;
    s.articulation->carry(s.body, sum(s));
  }
}

}  // namespace outrigger::sim
