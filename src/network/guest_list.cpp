#include "network/guest_list.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace outrigger::network {

namespace {
/// Addresses whose requests are remembered. Those that asked little are forgotten first.
constexpr std::size_t kMaxBuckets = 4096;
}  // namespace

std::string guest_address(std::string_view numeric_address) {
  const std::string text(numeric_address.substr(0, numeric_address.find('%')));
  in6_addr six{};
  if (inet_pton(AF_INET6, text.c_str(), &six) != 1) return text;
  if (IN6_IS_ADDR_V4MAPPED(&six)) {
    std::array<char, INET_ADDRSTRLEN> four{};
    inet_ntop(AF_INET, &six.s6_addr[12], four.data(), static_cast<socklen_t>(four.size()));
    return four.data();
  }
  std::fill(six.s6_addr + 8, six.s6_addr + 16, std::uint8_t{0});
  std::array<char, INET6_ADDRSTRLEN> network{};
  inet_ntop(AF_INET6, &six, network.data(), static_cast<socklen_t>(network.size()));
  return fmt::format("{}/64", network.data());
}

int GuestList::count(const std::string& address, Place place) const {
  return static_cast<int>(std::count_if(guests_.begin(), guests_.end(), [&](const auto& entry) {
    const Guest& g = entry.second;
    return !g.leaving && g.address == address &&
           (place == Place::socket || (g.viewer && !g.has_key));
  }));
}

int GuestList::connections(const std::string& address) const {
  return count(address, Place::socket);
}

int GuestList::viewers() const {
  return static_cast<int>(std::count_if(guests_.begin(), guests_.end(), [](const auto& entry) {
    return entry.second.viewer && !entry.second.has_key && !entry.second.leaving;
  }));
}

std::string GuestList::most_crowded(Place place) const {
  std::map<std::string, int> counts;
  for (const auto& [id, g] : guests_)
    if (!g.leaving && (place == Place::socket || (g.viewer && !g.has_key))) ++counts[g.address];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? std::string() : most->first;
}

std::optional<GuestList::Id> GuestList::longest_waiting(const std::string& address) const {
  std::optional<Id> served;
  for (const auto& [id, g] : guests_) {
    if (g.address != address || g.viewer || g.leaving) continue;
    if (g.waiting) return id;
    if (!served) served = id;
  }
  return served;
}

std::optional<GuestList::Id> GuestList::longest_silent(const std::string& address,
                                                       double now) const {
  for (const auto& [id, g] : guests_)
    if (g.address == address && g.viewer && !g.has_key && !g.greeted && !g.leaving &&
        now - g.since >= limits_.greeting_seconds)
      return id;
  return std::nullopt;
}

GuestList::Admission GuestList::open(Id id, const std::string& address) {
  const int own = count(address, Place::socket);
  const int all = static_cast<int>(std::count_if(
      guests_.begin(), guests_.end(), [](const auto& entry) { return !entry.second.leaving; }));
  std::optional<Id> leaves;
  if (own >= limits_.connections_per_address) {
    leaves = longest_waiting(address);
    if (!leaves) return {};
  } else if (all >= limits_.connections) {
    const std::string crowd = most_crowded(Place::socket);
    if (count(crowd, Place::socket) > own + 1) leaves = longest_waiting(crowd);
    if (!leaves) return {};
  }
  if (leaves) guests_[*leaves].leaving = true;
  guests_[id].address = address;
  return {true, leaves};
}

void GuestList::set_waiting(Id id, bool waiting) {
  if (const auto found = guests_.find(id); found != guests_.end()) found->second.waiting = waiting;
}

void GuestList::close(Id id) { guests_.erase(id); }

bool GuestList::take_request(const std::string& address, double now) {
  if (buckets_.size() >= kMaxBuckets && !buckets_.contains(address)) forget_full_buckets(now);
  const auto [entry, fresh] = buckets_.try_emplace(address, Bucket{limits_.request_burst, now});
  Bucket& b = entry->second;
  b.tokens =
      std::min(limits_.request_burst, b.tokens + (now - b.time) * limits_.requests_per_second);
  b.time = now;
  if (b.tokens < 1.0) return false;
  b.tokens -= 1.0;
  return true;
}

void GuestList::forget_full_buckets(double now) {
  std::erase_if(buckets_, [&](const auto& entry) {
    const Bucket& b = entry.second;
    return b.tokens + (now - b.time) * limits_.requests_per_second >= limits_.request_burst;
  });
  // All of them busy: the list begins anew. Limits of sockets and viewers still hold.
  if (buckets_.size() >= kMaxBuckets) buckets_.clear();
}

GuestList::Admission GuestList::upgrade(Id id, bool has_key, double now) {
  const auto found = guests_.find(id);
  if (found == guests_.end() || found->second.leaving) return {};
  Guest& guest = found->second;
  const auto take_place = [&](bool key) {
    guest.viewer = true;
    guest.has_key = key;
    guest.since = now;
  };
  const auto keys = std::count_if(guests_.begin(), guests_.end(), [](const auto& entry) {
    return entry.second.has_key && !entry.second.leaving;
  });
  if (has_key && keys < limits_.operator_places) {
    take_place(true);
    return {true, std::nullopt};
  }
  const int own = count(guest.address, Place::viewer);
  std::optional<Id> leaves;
  if (own >= limits_.viewers_per_address) {
    leaves = longest_silent(guest.address, now);
    if (!leaves) return {};
  } else if (viewers() >= limits_.viewers) {
    const std::string crowd = most_crowded(Place::viewer);
    if (count(crowd, Place::viewer) > own + 1) leaves = longest_silent(crowd, now);
    if (!leaves) return {};
  }
  if (leaves) guests_[*leaves].leaving = true;
  take_place(false);
  return {true, leaves};
}

void GuestList::note_greeting(Id id) {
  if (const auto found = guests_.find(id); found != guests_.end()) found->second.greeted = true;
}

}  // namespace outrigger::network
