/// Which requests are ours. A page of a foreign site must not operate the machine, neither directly
/// (its Origin is another) nor by letting its own name point at this computer (DNS rebinding: its
/// Host is a foreign name).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace outrigger::network {

struct AccessRules {
  std::vector<std::string> host_names;  ///< allowed besides localhost and numeric addresses
  std::vector<std::string> origins;     ///< allowed besides our own, "http://name:port"
};

/// Host header: localhost, a numeric address or an allowed name, with or without port.
bool host_allowed(std::string_view host, const AccessRules& rules);

/// Origin header: absent (no browser), http(s):// followed by the Host header, or allowed.
bool origin_allowed(std::string_view origin, std::string_view host, const AccessRules& rules);

}  // namespace outrigger::network
