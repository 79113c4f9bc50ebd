#include "model/part_lists.h"

#include <algorithm>

namespace outrigger::model {
namespace {

void close_gap(int& index, int dropped) { index -= index > dropped ? 1 : 0; }

void drop_coordinates_if(Mechanism& m, const auto& condition) {
  for (int i = static_cast<int>(m.coordinates.size()) - 1; i >= 0; --i)
    if (condition(m.coordinates[static_cast<std::size_t>(i)])) drop_coordinate(m, i);
}

}  // namespace

void drop_coordinate(Mechanism& m, int index) {
  for_each_acting_list([&](const auto& kind) {
    auto& parts = m.*kind.list;
    std::erase_if(parts, [&](auto& part) {
      if constexpr (requires { part.coordinates; }) {
        const bool last = std::erase(part.coordinates, index) > 0 && part.coordinates.empty();
        return last && !requires { part.kOutlivesCoordinates; };
      } else {
        bool refers = false;
        for_each_coordinate(part, [&](int c) { refers = refers || c == index; });
        return refers;
      }
    });
    for (auto& part : parts) for_each_coordinate(part, [&](int& c) { close_gap(c, index); });
  });
  m.coordinates.erase(m.coordinates.begin() + index);
}

void drop_joint(Mechanism& m, int index) {
  const std::string name = m.joints[static_cast<std::size_t>(index)].spec.name;
  drop_coordinates_if(m, [&](const auto& c) {
    return c.spec.kind != description::Coordinate::Kind::distance && c.spec.joint == name;
  });
  m.joints.erase(m.joints.begin() + index);
}

void drop_body(Mechanism& m, int index) {
  const auto refers = [&](const auto& part) {
    bool found = false;
    for_each_body(part, [&](int b) { found = found || b == index; });
    return found;
  };
  for (int j = static_cast<int>(m.joints.size()) - 1; j >= 0; --j)
    if (refers(m.joints[static_cast<std::size_t>(j)])) drop_joint(m, j);
  drop_coordinates_if(m, refers);
  for_each_acting_list([&](const auto& kind) { std::erase_if(m.*kind.list, refers); });
  m.bodies.erase(m.bodies.begin() + index);
  for_each_part_list([&](const auto& kind) {
    for (auto& part : m.*kind.list) for_each_body(part, [&](int& b) { close_gap(b, index); });
  });
}

}  // namespace outrigger::model
