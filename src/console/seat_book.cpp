#include "console/seat_book.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace outrigger::console {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostName = 60, kMostText = 2000, kMostLines = 500, kMostSessions = 500;

std::string report_text(const Json& from, const char* key, std::size_t most = kMostText) {
  const auto at = from.find(key);
  if (at == from.end() || !at->is_string()) throw Error(fmt::format("the report lacks '{}'", key));
  std::string text = at->get<std::string>();
  if (text.size() > most) throw Error(fmt::format("'{}' is longer than {}", key, most));
  return text;
}

double report_number(const Json& from, const char* key) {
  const auto at = from.find(key);
  if (at == from.end() || !at->is_number())
    throw Error(fmt::format("the report lacks the number '{}'", key));
  return at->get<double>();
}

/// Only what is known, with the types that pages expect.
Json checked(const Json& r) {
  if (!r.is_object()) throw Error("the report is no object");
  Json out;
  out["name"] = report_text(r, "name", kMostName);
  if (out["name"] == "") throw Error("the seat has no name");
  for (const char* key : {"state", "problem", "machine", "software", "session", "title",
                          "assignment", "attempt", "goal", "warning", "token", "result"})
    out[key] = report_text(r, key);
  for (const char* key : {"port", "time", "left", "completion", "points", "done", "log_from",
                          "unsent", "step_time", "overruns", "lost_steps"})
    out[key] = report_number(r, key);
  out["paused"] = r.value("paused", false);
  out["sessions"] = Json::array();
  const Json sessions = r.value("sessions", Json::array());
  if (!sessions.is_array() || sessions.size() > kMostSessions) throw Error("too many sessions");
  for (const Json& s : sessions)
    if (s.is_string() && s.get_ref<const std::string&>().size() <= kMostName)
      out["sessions"].push_back(s);
  return out;
}

Json checked_line(const Json& line) {
  if (!line.is_object()) throw Error("a line of the log is no object");
  return {{"time", report_number(line, "time")},
          {"level", report_text(line, "level", 20)},
          {"to", report_text(line, "to", 20)},
          {"text", report_text(line, "text")}};
}

}  // namespace

Json SeatBook::report(const std::string& text, const std::string& address, Clock::time_point now) {
  const Json given = Json::parse(text, nullptr, false);
  if (given.is_discarded()) throw Error("the report is no JSON");
  Json report = checked(given);
  const std::string name = report["name"].get<std::string>();
  auto at = seats_.find(name);
  if (at == seats_.end()) {
    if (seats_.size() >= kMostSeats) {
      const auto gone =
          std::ranges::find_if(seats_, [&](const auto& s) { return away(s.second, now); });
      if (gone == seats_.end()) throw Error(fmt::format("there are {} seats already", kMostSeats));
      waiting_.erase(gone->second.id);
      seats_.erase(gone);
    }
    at = seats_.emplace(name, SeatEntry{}).first;
    at->second.id = next_id_++;
    at->second.name = name;
  }
  SeatEntry& seat = at->second;
  const std::string attempt = report["attempt"].get<std::string>();
  if (attempt != seat.attempt) {
    seat.attempt = attempt;
    seat.log.clear();
  }
  // Lines are known by their number: none is lost, none comes twice.
  const auto from = static_cast<std::size_t>(std::max(0.0, report["log_from"].get<double>()));
  const Json lines = given.value("log", Json::array());
  if (!lines.is_array() || lines.size() > kMostLines) throw Error("too many lines at a time");
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (from + i == seat.log.size() && seat.log.size() < kMostLog)
      seat.log.push_back(checked_line(lines[i]));
  seat.report = std::move(report);
  seat.seen = now;
  seat.host = address;

  const auto done = static_cast<std::int64_t>(seat.report["done"].get<double>());
  auto& waiting = waiting_[seat.id];
  std::erase_if(waiting, [&](const Waiting& w) {
    return w.command["id"].get<std::int64_t>() <= done || now - w.since > kCommandLife;
  });
  Json commands = Json::array();
  for (const Waiting& w : waiting) commands.push_back(w.command);
  return {{"commands", std::move(commands)}, {"have", seat.log.size()}, {"attempt", seat.attempt}};
}

void SeatBook::command(int id, Json command, Clock::time_point now) {
  const SeatEntry* seat = find(id);
  if (seat == nullptr) throw Error("there is no such seat");
  if (away(*seat, now)) throw Error(fmt::format("the seat '{}' does not answer", seat->name));
  // Of the wall clock, so that a console that is started anew does not repeat numbers; below 2^53.
  const auto wall = std::chrono::duration_cast<std::chrono::microseconds>(
                        std::chrono::system_clock::now().time_since_epoch())
                        .count();
  const auto done = static_cast<std::int64_t>(seat->report["done"].get<double>());
  last_command_ = std::max({last_command_ + 1, done + 1, std::int64_t{wall}});
  command["id"] = last_command_;
  waiting_[id].push_back({std::move(command), now});
}

const SeatEntry* SeatBook::find(int id) const {
  for (const auto& [name, seat] : seats_)
    if (seat.id == id) return &seat;
  return nullptr;
}

}  // namespace outrigger::console
