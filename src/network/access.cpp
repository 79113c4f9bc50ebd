#include "network/access.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cctype>

namespace outrigger::network {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool is_port(std::string_view text) {
  return text.size() <= 5 && std::all_of(text.begin(), text.end(),
                                         [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// The name of "name", "name:port", "[v6]" or "[v6]:port"; empty when it is none of these.
std::string host_name(std::string_view host) {
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    if (end == std::string_view::npos) return {};
    const std::string_view rest = host.substr(end + 1);
    if (!rest.empty() && (rest[0] != ':' || !is_port(rest.substr(1)))) return {};
    return std::string(host.substr(1, end - 1));
  }
  const std::size_t colon = host.find(':');
  if (colon != std::string_view::npos && !is_port(host.substr(colon + 1))) return {};
  return lower(host.substr(0, colon));
}

bool is_address(const std::string& name) {
  in6_addr address{};
  return inet_pton(AF_INET, name.c_str(), &address) == 1 ||
         inet_pton(AF_INET6, name.c_str(), &address) == 1;
}

}  // namespace

bool host_allowed(std::string_view host, const AccessRules& rules) {
  const std::string name = host_name(host);
  if (name.empty()) return false;
  if (name == "localhost" || is_address(name)) return true;
  return std::any_of(rules.host_names.begin(), rules.host_names.end(),
                     [&](const std::string& allowed) { return lower(allowed) == name; });
}

bool origin_allowed(std::string_view origin, std::string_view host, const AccessRules& rules) {
  if (origin.empty()) return true;
  const std::string given = lower(origin), own = lower(host);
  if (given == "http://" + own || given == "https://" + own) return true;
  return std::any_of(rules.origins.begin(), rules.origins.end(),
                     [&](const std::string& allowed) { return lower(allowed) == given; });
}

}  // namespace outrigger::network
