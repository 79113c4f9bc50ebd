/// Which bytes of a struct its list of fields covers: a field that the list leaves out shows as a gap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/fields.h"

namespace outrigger::testing {

/// Visits like the visitors of base/fields.h, but looks at places only.
class FieldCoverage {
 public:
  template <class T>
  void operator()(const char*, T& value, FieldUse = FieldUse::state) {
    add(&value, sizeof value);
  }
  template <class A>
  void elements(const char*, A& values) {
    add(&values, sizeof values);
  }
  template <class L>
  void sizes(const char*, L&) {}

  /// Bytes of the struct at `object` that no field covers, without padding: a gap that ends at a multiple
  /// of eight and is shorter than that is none.
  std::vector<std::pair<std::size_t, std::size_t>> gaps(const void* object, std::size_t size) {
    std::sort(places_.begin(), places_.end());
    const auto* begin = static_cast<const char*>(object);
    std::vector<std::pair<std::size_t, std::size_t>> found;
    std::size_t at = 0;
    const auto close = [&](std::size_t next) {
      if (next > at && !(next - at < 8 && next % 8 == 0)) found.emplace_back(at, next - at);
    };
    for (const auto& [place, length] : places_) {
      const auto offset = static_cast<std::size_t>(place - begin);
      close(offset);
      at = std::max(at, offset + length);
    }
    close(size);
    return found;
  }

 private:
  void add(const void* place, std::size_t size) {
    places_.emplace_back(static_cast<const char*>(place), size);
  }
  std::vector<std::pair<const char*, std::size_t>> places_;
};

/// The gaps of T::fields.
template <class T>
std::vector<std::pair<std::size_t, std::size_t>> field_gaps(const T& object) {
  FieldCoverage coverage;
  T::fields(object, coverage);
  return coverage.gaps(&object, sizeof object);
}

}  // namespace outrigger::testing
