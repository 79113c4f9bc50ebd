/// Numbers of vertices, faces and half-edges, and the places in arrays that they name.
#pragma once

#include <cstddef>
#include <cstdint>

namespace outrigger::geometry {

using Index = std::int32_t;

inline std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace outrigger::geometry
