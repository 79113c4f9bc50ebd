#include "training/attempt.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_depth.h"

namespace outrigger::training {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::array<const char*, 4> kStatus{"none", "warning", "passed", "failed"};
constexpr std::array<const char*, 3> kLevel{"info", "warning", "error"};
constexpr std::array<const char*, 3> kTo{"both", "trainee", "instructor"};

template <class Enum, std::size_t kCount>
Enum enum_of(const std::array<const char*, kCount>& words, const std::string& word) {
  for (std::size_t i = 0; i < kCount; ++i)
    if (word == words[i]) return static_cast<Enum>(i);
  throw Error(fmt::format("unknown word '{:.20}'", word));
}
template <class Enum, std::size_t kCount>
const char* word_of(const std::array<const char*, kCount>& words, Enum value) {
  return words[static_cast<std::size_t>(value)];
}

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string header_line(const AttemptHeader& h) {
  return line_of(Json{{"outrigger_attempt", kAttemptFormat},
                      {"id", h.id},
                      {"begun", h.begun},
                      {"session", {{"file", h.session_file}, {"text", h.session_text}}},
                      {"definition", Json::parse(h.definition)},
                      {"recording", h.recording},
                      {"first_tick", h.first_tick},
                      {"start", h.start},
                      {"period", h.period},
                      {"step", h.step},
                      {"seed", h.seed},
                      {"software", h.software},
                      {"channels", h.channels},
                      {"units", h.units}});
}

AttemptHeader header_of(const Json& j) {
  AttemptHeader h;
  if (j.at("outrigger_attempt").get<int>() != kAttemptFormat)
    throw Error(fmt::format("it is of format {}; this program reads {}",
                            j.at("outrigger_attempt").dump(), kAttemptFormat));
  h.id = j.at("id").get<std::string>();
  h.begun = j.at("begun").get<std::string>();
  h.session_file = j.at("session").at("file").get<std::string>();
  h.session_text = j.at("session").at("text").get<std::string>();
  h.definition = j.at("definition").dump();
  h.recording = j.at("recording").get<std::string>();
  h.first_tick = j.at("first_tick").get<std::int64_t>();
  h.start = j.at("start").get<std::array<double, 6>>();
  h.period = j.at("period").get<int>();
  h.step = j.at("step").get<double>();
  h.seed = j.at("seed").get<std::uint64_t>();
  h.software = j.at("software").get<std::string>();
  h.channels = j.at("channels").get<std::vector<std::string>>();
  h.units = j.at("units").get<std::vector<std::string>>();
  if (h.period < 1 || !(h.step > 0.0)) throw Error("its period or step is not above 0");
  return h;
}

Json verdict_json(const Verdict& v) {
  return {{"tick", v.tick},
          {"time", v.time},
          {"completion", v.completion ? Json(*v.completion) : Json()},
          {"status", word_of(kStatus, v.status)},
          {"message", v.message},
          {"to", word_of(kTo, v.to)}};
}

Verdict verdict_of(const Json& j) {
  Verdict v;
  v.tick = j.at("tick").get<std::int64_t>();
  v.time = j.at("time").get<double>();
  if (!j.at("completion").is_null()) v.completion = j.at("completion").get<double>();
  v.status = enum_of<Verdict::Status>(kStatus, j.at("status").get<std::string>());
  v.message = j.at("message").get<std::string>();
  v.to = enum_of<LogLine::To>(kTo, j.at("to").get<std::string>());
  return v;
}

Attempt::Observation observation_of(const Json& j, const AttemptHeader& header) {
  Attempt::Observation o;
  if (j.size() != header.channels.size() + 1)
    throw Error(fmt::format("an observation has {} numbers instead of {}", j.size(),
                            header.channels.size() + 1));
  o.tick = j[0].get<std::int64_t>();
  o.time = static_cast<double>(o.tick) * header.step;
  for (std::size_t i = 1; i < j.size(); ++i)
    o.values.push_back(j[i].is_null()
                           ? std::numeric_limits<double>::quiet_NaN()
                           : static_cast<double>(static_cast<float>(j[i].get<double>())));
  return o;
}

Outcome outcome_of(const std::string& word) {
  if (word == "reached") return Outcome::reached;
  if (word == "failed") return Outcome::failed;
  throw Error(fmt::format("unknown outcome '{:.20}'", word));
}

void read_line(const Json& j, Attempt& attempt) {
  if (j.contains("o")) {
    attempt.course.emplace_back(observation_of(j["o"], attempt.header));
  } else if (j.contains("v")) {
    attempt.course.emplace_back(verdict_of(j["v"]));
  } else if (j.contains("l")) {
    const Json& l = j["l"];
    attempt.log.push_back({l.at("time").get<double>(),
                           enum_of<LogLine::Level>(kLevel, l.at("level").get<std::string>()),
                           enum_of<LogLine::To>(kTo, l.at("to").get<std::string>()),
                           l.at("text").get<std::string>()});
  } else if (j.contains("end")) {
    const Json& e = j["end"];
    attempt.end = AttemptEnd{outcome_of(e.at("outcome").get<std::string>()),
                             e.at("cause").get<std::string>(), e.at("tick").get<std::int64_t>()};
  } else if (j.contains("score")) {
    attempt.scores.push_back(j["score"].dump());
  } else {
    throw Error("a line that is none of an attempt");
  }
}

}  // namespace

std::string new_id() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw Error("the system has no random numbers");
  std::string text;
  for (const unsigned char b : bytes) text += fmt::format("{:02x}", b);
  return text;
}

std::string wall_clock() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

// ------------------------------------------------------------------------------------ writing

AttemptWriter::AttemptWriter(const std::string& path, const AttemptHeader& header) : path_(path) {
  file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0)
    throw Error(fmt::format("the attempt '{}' cannot be written: {}", path, std::strerror(errno)));
  waiting_ = header_line(header) + "\n";
  thread_ = std::thread([this] { run(); });
}

AttemptWriter::~AttemptWriter() {
  try {
    finish();
  } catch (const Error&) {  // who wants to know calls finish()
  }
}

void AttemptWriter::post(std::string line) {
  {
    const std::lock_guard lock(mutex_);
    waiting_ += line;
    waiting_ += '\n';
  }
  wake_.notify_one();
}

void AttemptWriter::observation(std::int64_t tick, double, std::span<const double> values) {
  std::string line = fmt::format("{{\"o\":[{}", tick);
  for (const double v : values) {
    line += ',';
    if (std::isfinite(v))
      fmt::format_to(std::back_inserter(line), "{}", static_cast<float>(v));
    else
      line += "null";
  }
  post(line + "]}");
}

void AttemptWriter::verdict(const Verdict& v) { post(line_of(Json{{"v", verdict_json(v)}})); }

void AttemptWriter::told(const LogLine& l) {
  post(line_of(Json{{"l",
                     {{"time", l.time},
                      {"level", word_of(kLevel, l.level)},
                      {"to", word_of(kTo, l.to)},
                      {"text", l.text}}}}));
}

void AttemptWriter::end(const AttemptEnd& e, const Score& score) {
  post(line_of(Json{{"end",
                     {{"outcome", e.outcome == Outcome::reached ? "reached" : "failed"},
                      {"cause", e.cause},
                      {"tick", e.tick}}}}));
  post(fmt::format("{{\"score\":{},\"by\":\"session\",\"at\":\"{}\"}}", to_text(score),
                   wall_clock()));
}

void AttemptWriter::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const std::string bytes = std::exchange(waiting_, {});
    lock.unlock();
    bool fine = true;
    for (std::size_t at = 0; fine && at < bytes.size();) {
      const ssize_t written = write(file_, bytes.data() + at, bytes.size() - at);
      if (written < 0 && errno == EINTR) continue;
      fine = written > 0;
      if (fine) at += static_cast<std::size_t>(written);
    }
    lock.lock();
    if (!fine) failed_ = true;
  }
}

void AttemptWriter::finish() {
  if (file_ < 0) return;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
  const bool kept = fsync(file_) == 0;
  close(file_);
  file_ = -1;
  if (failed_ || !kept)
    throw Error(
        fmt::format("the attempt '{}' is not whole: the disk did not take it (full?)", path_));
}

// ------------------------------------------------------------------------------------ reading

Attempt load_attempt(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw Error(fmt::format("attempt '{}' cannot be read: {}", path, std::strerror(errno)));
  Attempt attempt;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const Json json = json_deeper_than(line, 64) ? Json(Json::value_t::discarded)
                                                 : Json::parse(line, nullptr, false);
    try {
      if (json.is_discarded()) throw Error("it is not JSON");
      if (number == 1)
        attempt.header = header_of(json);
      else
        read_line(json, attempt);
    } catch (const std::exception& e) {
      if (number == 1) throw Error(fmt::format("{}:1: not an attempt: {}", path, e.what()));
      if (in.peek() != std::ifstream::traits_type::eof())
        throw Error(fmt::format("{}:{}: the attempt is damaged: {}", path, number, e.what()));
      attempt.problems.push_back(fmt::format("line {} is torn and left out", number));
    }
  }
  if (attempt.header.id.empty())
    throw Error(fmt::format("{}:1: not an attempt: it is empty", path));
  if (!attempt.end)
    attempt.problems.emplace_back("it has no end: the program was killed or is running");
  return attempt;
}

Score score_of(const Attempt& attempt, const std::string& definition) {
  const AttemptHeader& h = attempt.header;
  Grader grader(read_definition(definition, h.session_file), h.channels, h.session_file);
  grader.begin();
  for (const auto& step : attempt.course) {
    if (const auto* o = std::get_if<Attempt::Observation>(&step))
      grader.observe(o->tick, o->time, o->values);
    else
      grader.hear(std::get<Verdict>(step));
  }
  if (attempt.end) grader.end(attempt.end->outcome, attempt.end->cause);
  return grader.score();
}

}  // namespace outrigger::training
