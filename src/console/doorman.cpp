#include "console/doorman.h"

#include "network/access.h"

namespace outrigger::console {

namespace {

void leave_recent(std::deque<Doorman::Clock::time_point>& tries, Doorman::Clock::time_point now) {
  while (!tries.empty() && now - tries.front() >= Doorman::kTryWindow) tries.pop_front();
}

}  // namespace

void Doorman::forget_old(Clock::time_point now) {
  leave_recent(all_tries_, now);
  for (auto& [address, tries] : tries_) leave_recent(tries, now);
  std::erase_if(tries_, [](const auto& entry) { return entry.second.empty(); });
  std::erase_if(stays_, [&](const auto& entry) {
    return now - entry.second.came >= kLongest || now - entry.second.seen >= kLongestIdle;
  });
}

bool Doorman::may_try(const std::string& address, Clock::time_point now) {
  forget_old(now);
  const auto there = tries_.find(address);
  return all_tries_.size() < kMostTriesOfAll &&
         (there == tries_.end() || there->second.size() < kMostTries);
}

void Doorman::tried_wrongly(const std::string& address, Clock::time_point now) {
  tries_[address].push_back(now);
  all_tries_.push_back(now);
}

std::string Doorman::admit(const std::string& name, const std::string& role,
                           Clock::time_point now) {
  forget_old(now);
  std::string token = network::make_key();
  stays_[token] = {{name, role, network::make_key()}, now, now};
  return token;
}

std::optional<Visitor> Doorman::visitor(const std::string& token, Clock::time_point now) {
  forget_old(now);
  // Found by comparing whole keys in constant time: the map's order tells nothing of them.
  for (auto& [key, stay] : stays_) {
    if (!network::same_key(token, key)) continue;
    stay.seen = now;
    return stay.visitor;
  }
  return std::nullopt;
}

void Doorman::dismiss(const std::string& token) { stays_.erase(token); }

void Doorman::dismiss_all(const std::string& name) {
  std::erase_if(stays_, [&](const auto& entry) { return entry.second.visitor.name == name; });
}

}  // namespace outrigger::console
