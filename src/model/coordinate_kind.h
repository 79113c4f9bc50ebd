/// What a coordinate measures.
#pragma once

namespace outrigger::model {

/// x(q) = F(d0, d1, ...) of inner products d; F by kind:
///   distance √d0 | displacement d0 | angle atan2(d1, d0) | cone angle with cosine d0
///   twist: d = (b1·a1, b1·a2, a1·w, a2·w, b1·u, u·w) | scalar: component of an entity
enum class CoordinateKind { distance, displacement, angle, cone, twist, scalar };

}  // namespace outrigger::model
