#include "contact/near/merge.h"

#include <algorithm>
#include <tuple>

namespace outrigger::contact {

void sort_and_merge(Contacts& contacts, std::size_t start, double near) {
  const auto key = [](const Contact& c) {
    return std::make_tuple(c.feature_a.kind, c.feature_a.index, c.feature_b.kind, c.feature_b.index,
                           -c.depth, c.on_a.x(), c.on_a.y(), c.on_a.z());
  };
  const auto first = contacts.begin() + static_cast<std::ptrdiff_t>(start);
  std::sort(first, contacts.end(),
            [&](const Contact& x, const Contact& y) { return key(x) < key(y); });
  std::size_t kept = start;
  for (std::size_t i = start; i < contacts.size(); ++i) {
    bool is_new = true;
    for (std::size_t k = start; k < kept && is_new; ++k) {
      Contact& other = contacts[k];
      if ((other.normal - contacts[i].normal).squaredNorm() > 1.6e-11) continue;
      if ((other.on_a - contacts[i].on_a).squaredNorm() > near * near) continue;
      is_new = false;
      if (contacts[i].depth > other.depth) other = contacts[i];
    }
    if (is_new) contacts[kept++] = contacts[i];
  }
  contacts.resize(kept);
}

void direction_weights(const Contacts& contacts, std::size_t start, std::vector<double>& weights) {
  weights.clear();
  for (std::size_t i = start; i < contacts.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = start; j < contacts.size(); ++j) {
      const double cosine = std::max(0.0, contacts[i].normal.dot(contacts[j].normal));
      sum += cosine * cosine;
    }
    weights.push_back(1.0 / sum);
  }
}

}  // namespace outrigger::contact
