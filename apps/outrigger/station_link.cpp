#include "outrigger/station_link.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "outrigger/interruption.h"
#include "outrigger/outputs.h"
#include "records/crypto.h"

namespace outrigger::app {

namespace fs = std::filesystem;

namespace {

using LinkJson = nlohmann::json;
constexpr std::chrono::milliseconds kReportPeriod{250}, kRetryPeriod{1000};
constexpr double kReportTimeout = 3.0, kFileTimeout = 20.0;  ///< [s]
constexpr std::size_t kPieceBytes = std::size_t{1} << 20, kMostLinesAtOnce = 200;
constexpr std::chrono::seconds kLastTries{5};

}  // namespace

StationLink::StationLink(Settings settings)
    : settings_(std::move(settings)), console_(network::http_address(settings_.console)) {
  make_folder(settings_.folder);
  read_journal();
  thread_ = std::thread([this] { run(); });
}

StationLink::~StationLink() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void StationLink::set_port(int port) {
  const std::lock_guard lock(mutex_);
  port_ = port;
}

void StationLink::set(const StationState& state) {
  const std::lock_guard lock(mutex_);
  std::vector<LinkJson> log = std::move(state_.log);
  if (state_.attempt != state.attempt) log.clear();
  state_ = state;
  state_.log = std::move(log);
}

bool StationLink::try_set(StationState& state, std::vector<LinkJson>& new_lines) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  std::vector<LinkJson> log = std::move(state_.log);
  if (state_.attempt != state.attempt) log.clear();
  state_ = state;
  state_.log = std::move(log);
  for (LinkJson& line : new_lines) state_.log.push_back(std::move(line));
  new_lines.clear();
  return true;
}

std::vector<LinkJson> StationLink::take_commands() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return {};
  return std::exchange(commands_, {});
}

// ------------------------------------------------------------------------------------ journal

void StationLink::read_journal() {
  std::ifstream in(fs::path(settings_.folder) / "journal.jsonl");
  std::string line;
  while (std::getline(in, line)) {
    const LinkJson j = LinkJson::parse(line, nullptr, false);
    if (!j.is_object()) continue;  // torn: the computer went off while it was written
    if (j.contains("attempt"))
      entries_.push_back(
          {j.value("attempt", ""), j.value("recording", ""), j.value("assignment", ""), true});
    else
      std::erase_if(entries_, [&](const Entry& e) { return e.attempt == j.value("stored", ""); });
  }
}

void StationLink::write_line(const LinkJson& line) {
  const std::lock_guard lock(journal_);
  const std::string path = (fs::path(settings_.folder) / "journal.jsonl").string();
  // A newline in front too: a torn line before it stays alone.
  const std::string text = "\n" + line.dump() + "\n";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const bool written = file >= 0 &&
                       write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                       fsync(file) == 0;
  if (file >= 0) close(file);
  if (!written) throw Error(fmt::format("the seat's journal '{}' cannot be written", path));
}

void StationLink::began(const std::string& attempt, const std::string& recording,
                        const std::string& assignment) {
  write_line({{"attempt", attempt}, {"recording", recording}, {"assignment", assignment}});
  const std::lock_guard lock(mutex_);
  entries_.push_back({attempt, recording, assignment, false});
}

void StationLink::all_ended() {
  const std::lock_guard lock(mutex_);
  for (Entry& e : entries_) e.whole = true;
}

// ------------------------------------------------------------------------------------ the line

void StationLink::run() {
  bool answered = false;
  std::chrono::steady_clock::time_point give_up{};
  for (;;) {
    answered = report();
    const bool sent = answered && send_waiting();
    std::unique_lock lock(mutex_);
    if (ending_) {
      const auto now = std::chrono::steady_clock::now();
      if (give_up == std::chrono::steady_clock::time_point{}) give_up = now + kLastTries;
      if (!answered || sent || now > give_up) return;
    }
    wake_.wait_for(lock, answered ? kReportPeriod : kRetryPeriod, [this] { return ending_; });
  }
}

network::HttpAnswer StationLink::post(const std::string& path, const std::string& body,
                                      double timeout) {
  return network::http_post(console_, path, body, {{"Authorization", "Bearer " + settings_.key}},
                            timeout);
}

bool StationLink::report() {
  LinkJson r;
  {
    const std::lock_guard lock(mutex_);
    const StationState& s = state_;
    const std::size_t from = have_of_ == s.attempt ? std::min(have_, s.log.size()) : 0;
    LinkJson lines = LinkJson::array();
    for (std::size_t i = from; i < s.log.size() && i < from + kMostLinesAtOnce; ++i)
      lines.push_back(s.log[i]);
    r = {{"name", settings_.name},
         {"state", s.state},
         {"problem", s.problem},
         {"machine", s.machine},
         {"software", "outrigger 0.1.0"},
         {"session", s.session},
         {"title", s.title},
         {"assignment", s.assignment},
         {"attempt", s.attempt},
         {"goal", s.goal},
         {"warning", s.warning},
         {"token", settings_.token},
         {"result", s.result},
         {"port", port_},
         {"time", s.time},
         {"left", s.left},
         {"completion", s.completion},
         {"points", s.points},
         {"done", done_},
         {"log_from", from},
         {"log", std::move(lines)},
         {"unsent", entries_.size()},
         {"step_time", s.step_time},
         {"overruns", s.overruns},
         {"lost_steps", s.lost_steps},
         {"paused", s.paused},
         {"sessions", settings_.sessions}};
  }
  const network::HttpAnswer answer =
      post("/station/report", r.dump(-1, ' ', false, LinkJson::error_handler_t::replace),
           kReportTimeout);
  if (answer.status != 200) {
    if (!told_problem_)
      print_error_if_possible(fmt::format(
          "  note: the console at {} {}; trying on\n", settings_.console,
          answer.status == 0 ? "does not answer: " + answer.problem : "answers: " + answer.body));
    told_problem_ = true;
    return false;
  }
  if (told_problem_)
    print_if_possible(fmt::format("  the console at {} answers\n", settings_.console));
  told_problem_ = false;
  const LinkJson reply = LinkJson::parse(answer.body, nullptr, false);
  if (!reply.is_object()) return false;
  const std::lock_guard lock(mutex_);
  have_ = reply.value("have", std::size_t{0});
  have_of_ = reply.value("attempt", "");
  for (const LinkJson& command : reply.value("commands", LinkJson::array())) {
    const auto id = command.value("id", std::int64_t{0});
    if (id <= done_) continue;
    done_ = id;
    commands_.push_back(command);
  }
  return true;
}

/// True: nothing is left to be sent.
bool StationLink::send_waiting() {
  std::vector<Entry> whole;
  {
    const std::lock_guard lock(mutex_);
    for (const Entry& e : entries_)
      if (e.whole) whole.push_back(e);
  }
  bool all = true;
  for (const Entry& e : whole) {
    const std::string attempt = e.attempt + ".attempt.jsonl";
    const auto here = [&](const std::string& name) {
      return fs::is_regular_file(fs::path(settings_.folder) / name);
    };
    // A file that is gone cannot be sent; the attempt is worth something without its recording.
    const bool stored = !here(attempt) || ((!here(e.recording) || send_file(e.recording, "")) &&
                                           send_file(attempt, e.assignment));
    if (!stored) {
      all = false;
      continue;
    }
    write_line({{"stored", e.attempt}});
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&](const Entry& x) { return x.attempt == e.attempt; });
  }
  return all;
}

bool StationLink::send_file(const std::string& name, const std::string& assignment) {
  const std::string path = (fs::path(settings_.folder) / name).string();
  const std::string sha = records::sha256_of_file(path);
  const std::uint64_t size = fs::file_size(path);
  std::ifstream in(path, std::ios::binary);
  std::uint64_t offset = 0;
  std::string piece;
  for (std::uint64_t tries = 0; tries < size / kPieceBytes + 4; ++tries) {
    piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, size - offset)));
    in.clear();
    in.seekg(static_cast<std::streamoff>(offset));
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    if (in.gcount() != static_cast<std::streamsize>(piece.size())) return false;
    const network::HttpAnswer answer =
        post(fmt::format("/station/file?name={}&offset={}&size={}&sha={}&assignment={}", name,
                         offset, size, sha, assignment),
             piece, kFileTimeout);
    const LinkJson reply = LinkJson::parse(answer.body, nullptr, false);
    if (answer.status != 200 || !reply.is_object()) {
      if (!told_problem_)
        print_error_if_possible(fmt::format("  note: the console did not take {}: {}\n", name,
                                            answer.status == 0 ? answer.problem : answer.body));
      told_problem_ = true;
      return false;
    }
    if (reply.value("stored", false)) return true;
    offset = reply.value("received", std::uint64_t{0});
    if (offset > size) return false;
    report();  // a long file must not make the seat look away
  }
  return false;
}

}  // namespace outrigger::app
