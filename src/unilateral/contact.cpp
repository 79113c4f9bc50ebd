#include "unilateral/contact.h"

#include <cmath>

#include <fmt/format.h>

#include "base/error.h"

namespace outrigger::unilateral {
namespace {

[[noreturn]] void refuse(const Contact& c, const std::string& what) {
  throw Error(fmt::format("contact '{}': {}", c.name, what));
}

void check_size(const Contact& c, const char* what, Eigen::Index size, Eigen::Index expected) {
  if (size != expected) refuse(c, fmt::format("{} has {} numbers, not {}", what, size, expected));
}

}  // namespace

const char* name_of(ContactState state) {
  switch (state) {
    case ContactState::open:
      return "open";
    case ContactState::stick:
      return "stick";
    case ContactState::slip:
      return "slip";
  }
  return "";
}

void check_contacts(const std::vector<Contact>& contacts, Eigen::Index coordinates) {
  for (const Contact& c : contacts) {
    check_size(c, "normal", c.normal.size(), coordinates);
    if (c.tangents.cols() > 2) {
      refuse(c, fmt::format("{} tangents; allowed: 0, 1 or 2", c.tangents.cols()));
    }
    if (c.tangents.cols() > 0) check_size(c, "tangents", c.tangents.rows(), coordinates);
    if (!(c.friction >= 0.0) || !std::isfinite(c.friction)) {
      refuse(c, fmt::format("friction {}; allowed: 0 or more", c.friction));
    }
    if (c.friction > 0.0 && c.tangents.cols() == 0) refuse(c, "friction without tangents");
    if (!(c.restitution >= 0.0 && c.restitution <= 1.0)) {
      refuse(c, fmt::format("restitution {}; allowed: 0 to 1", c.restitution));
    }
    if (c.tangent_bias.size() > 0) {
      check_size(c, "tangent bias", c.tangent_bias.size(), c.tangents.cols());
    }
    if (c.slip.size() > 0) check_size(c, "slip", c.slip.size(), c.tangents.cols());
    if (!c.normal.allFinite() || !c.tangents.allFinite() || !std::isfinite(c.normal_bias) ||
        !c.tangent_bias.allFinite() || !c.slip.allFinite()) {
      refuse(c, "a number is not finite");
    }
  }
}

}  // namespace outrigger::unilateral
