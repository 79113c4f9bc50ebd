#include "network/access.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <random>

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

/// Calls `visit(name, value)` for the parts of "a=1;b=2" until it returns true.
template <class Visit>
void for_each_pair(std::string_view text, char separator, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    std::string_view part = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    while (part.starts_with(' ')) part.remove_prefix(1);
    const std::size_t equals = part.find('=');
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
    if (visit(part.substr(0, equals), value)) return;
  }
}

std::string_view value_of(std::string_view text, char separator, std::string_view name) {
  std::string_view found;
  for_each_pair(text, separator, [&](std::string_view n, std::string_view value) {
    if (n != name) return false;
    found = value;
    return true;
  });
  return found;
}

std::string_view query_of(std::string_view target) {
  target = target.substr(0, target.find('#'));
  const std::size_t mark = target.find('?');
  return mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
}

}  // namespace

std::string make_key() {
  std::random_device device;
  std::string key;
  for (int i = 0; i < 4; ++i) key += fmt::format("{:08x}", device());
  return key;
}

bool same_key(std::string_view given, std::string_view key) {
  if (key.empty() || given.size() != key.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < key.size(); ++i)
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(key[i]);
  return difference == 0;
}

std::string_view cookie_value(std::string_view header, std::string_view name) {
  return value_of(header, ';', name);
}

std::string_view query_value(std::string_view target, std::string_view name) {
  return value_of(query_of(target), '&', name);
}

std::string without_query(std::string_view target, std::string_view name) {
  std::string kept(target.substr(0, target.find_first_of("?#")));
  char separator = '?';
  for_each_pair(query_of(target), '&', [&](std::string_view n, std::string_view value) {
    if (n == name) return false;
    kept += separator;
    kept += n;
    if (!value.empty()) kept += fmt::format("={}", value);
    separator = '&';
    return false;
  });
  return kept;
}

bool names_this_computer(std::string_view host) {
  const std::string name = host_name(host);
  return name == "localhost" || name == "::1" || (name.starts_with("127.") && is_address(name));
}

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
