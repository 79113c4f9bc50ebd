/// What bodies carry of soil: the sum over the tools and beds on each of them.
#pragma once

#include <cstddef>
#include <vector>

#include "system/body_load.h"

namespace outrigger::articulation {
class Articulation;
}

namespace outrigger::sim {

class SoilCargo {
 public:
  void clear() { sources_.clear(); }
  /// A tool or bed on a body; returns its place here.
  std::size_t add(articulation::Articulation& articulation, int body);
  void set(std::size_t source, const system::BodyLoad& load);
  /// All bodies carry what is set; nothing is booked and nothing wakes (a world is put together).
  void start();
  /// Bodies whose cargo has changed since carry the new one; the energy that it brings is booked.
  void apply();

 private:
  struct Source {
    articulation::Articulation* articulation = nullptr;
    int body = 0;
    system::BodyLoad load;
    bool changed = false;
  };
  system::BodyLoad sum(const Source& of) const;

  std::vector<Source> sources_;
};

}  // namespace outrigger::sim
