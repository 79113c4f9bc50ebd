/// What several contacts of one pair become: sorted, without doubles, weighted.
#pragma once

#include <cstddef>
#include <vector>

#include "contact/near/contact.h"

namespace outrigger::contact {

/// Sorts contacts[start ..] by features, so that the order does not depend on how they were found,
/// then drops doubles: the same place (within `near` [m]) and direction (within 4e-6 rad), found by
/// two parts of a surface at their common border. The deeper one stays.
void sort_and_merge(Contacts& contacts, std::size_t start, double near);

/// Weights for the forces of contacts[start ..] (THESIS §4.6.2: forces in common directions must not
/// add up with the number of faces):
///   w_i = 1 / Σ_j max(0, n_i·n_j)²
/// k equal directions weigh 1/k each, perpendicular or opposed ones 1. Meant for contacts of one
/// round shape; the corners of a box are contacts of their own and need no weights.
void direction_weights(const Contacts& contacts, std::size_t start, std::vector<double>& weights);

}  // namespace outrigger::contact
