#include "system/force_term.h"

#include <algorithm>

namespace outrigger::system {

void ForceTerm::save_memory(const double* state, PartMemory& memory) const {
  const std::vector<model::PartId> parts = remembered();
  if (parts.empty()) return;
  const auto each = static_cast<std::ptrdiff_t>(state_size()) / std::ssize(parts);
  for (const model::PartId part : parts) {
    memory[part].assign(state, state + each);
    state += each;
  }
}

void ForceTerm::load_memory(const PartMemory& memory, double* state) const {
  const std::vector<model::PartId> parts = remembered();
  if (parts.empty()) return;
  const auto each = static_cast<std::ptrdiff_t>(state_size()) / std::ssize(parts);
  for (const model::PartId part : parts) {
    const auto found = memory.find(part);
    if (found != memory.end() && std::ssize(found->second) == each)
      std::copy(found->second.begin(), found->second.end(), state);
    state += each;
  }
}

}  // namespace outrigger::system
