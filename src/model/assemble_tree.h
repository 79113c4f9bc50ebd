/// Places bodies outwards along the joints, one after the other, each exactly.
///
/// From the ground, from bodies with exact poses and then from the first body of every part that is
/// left, every joint puts the body on its far side where the joint closes. The values of the joint are
/// those that are given: initial values, positions of drives at the start, couplings of values that are
/// known; the others are taken from the present poses of the two bodies (their nearest such value).
/// So a tree is closed whatever values and poses are given; loops remain open where they meet.
#pragma once

#include "model/mechanism.h"

namespace outrigger::model {

/// Exact poses stay. Distances between points that are initial values are not looked at.
void place_tree(Mechanism& m);

}  // namespace outrigger::model
