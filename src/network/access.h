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
/// The Host is localhost or a loopback address.
bool names_this_computer(std::string_view host);
bool host_allowed(std::string_view host, const AccessRules& rules);

/// Origin header: absent (no browser), http(s):// followed by the Host header, or allowed.
bool origin_allowed(std::string_view origin, std::string_view host, const AccessRules& rules);

/// 32 hexadecimal digits that nobody guesses.
std::string make_key();
/// Compared in a time that does not depend on where they differ. An empty key is never right.
bool same_key(std::string_view given, std::string_view key);

/// The value of a cookie in a Cookie header; empty when it is not there.
std::string_view cookie_value(std::string_view header, std::string_view name);
/// The value of a parameter in the target of a request, as it stands there; empty when it is not
/// there.
std::string_view query_value(std::string_view target, std::string_view name);
/// The target without that parameter.
std::string without_query(std::string_view target, std::string_view name);

}  // namespace outrigger::network
