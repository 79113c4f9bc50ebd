#include "training/exercise.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace outrigger::training {

namespace {

using nlohmann::json;
constexpr std::size_t kMostEvents = 50;

void append_number(std::string& out, double value) {
  if (std::isfinite(value))
    fmt::format_to(std::back_inserter(out), "{}", static_cast<float>(value));
  else
    out += "NaN";  // as Python reads and writes it
}

std::string event_text(const sim::Event& e) {
  json parts = json::array();
  for (const sim::EventPart& p : e.parts) parts.push_back({p.kind, p.name});
  json j{{"kind", std::string(sim::to_string(e.kind))},
         {"text", e.text},
         {"value", 0.0},
         {"unit", e.unit},
         {"parts", parts}};
  if (std::isfinite(e.value)) j["value"] = e.value;
  return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string begin_line(const Observer& observer) {
  json fences = json::array(), surfaces = json::array();
  for (const Vec3& p : observer.fence_starts()) fences.push_back({p.x(), p.y(), p.z()});
  for (const auto& p : observer.area_places()) surfaces.push_back({p[0], p[1]});
  return json{
      {"do", "begin"}, {"names", observer.names()}, {"fences", fences}, {"surfaces", surfaces}}
      .dump();
}

Verdict verdict_from_text(const std::string& text, double step) {
  const json j = json::parse(text, nullptr, false);
  try {
    Verdict v;
    v.tick = j.at("tick").get<std::int64_t>();
    v.time = static_cast<double>(v.tick) * step;
    if (!j.at("completion").is_null()) v.completion = j.at("completion").get<double>();
    const std::string status = j.at("status").get<std::string>();
    using Status = Verdict::Status;
    v.status = status == "passed"    ? Status::passed
               : status == "failed"  ? Status::failed
               : status == "warning" ? Status::warning
                                     : Status::none;
    v.message = j.at("message").get<std::string>();
    const std::string to = j.at("to").get<std::string>();
    v.to = to == "trainee"      ? LogLine::To::trainee
           : to == "instructor" ? LogLine::To::instructor
                                : LogLine::To::both;
    return v;
  } catch (const json::exception&) {
    throw Error("the script's answer is not what was asked for");
  }
}

Exercise::Exercise(Grader& grader, Observer& observer, ExerciseLinks links, int period, double step)
    : grader_(grader), observer_(observer), links_(std::move(links)), period_(period), step_(step) {
  if (!grader_.definition().practice) links_.script = nullptr;
}

void Exercise::begin(sim::World& world) {
  tick_ = 0;
  if (links_.script != nullptr) links_.script->tell(begin_line(observer_));
  grader_.begin();
  observer_.read(world);
  write_state();
  pass_on();
}

void Exercise::note(const sim::Event& event) {
  if (events_.size() < kMostEvents) events_.push_back(event_text(event));
}

void Exercise::after_step(sim::World& world) {
  observed_ = false;
  if (ended()) return;
  ++tick_;
  if (links_.script != nullptr && !links_.lockstep) {
    if (links_.script->take(answer_)) hear(answer_);
    if (const std::string why = links_.script->failure(); !why.empty()) fail(why);
  }
  if (tick_ % period_ == 0 && !ended()) observe(world);
  pass_on();
}

void Exercise::observe(sim::World& world) {
  observed_ = true;
  const std::vector<double>& values = observer_.read(world);
  const double time = static_cast<double>(tick_) * step_;
  if (links_.writer != nullptr) links_.writer->observation(tick_, time, values);
  grader_.observe(tick_, time, values);
  write_state();
  if (!ended() && links_.script != nullptr) ask_script();
}

void Exercise::write_state() {
  const double time = static_cast<double>(tick_) * step_;
  const double limit = grader_.definition().available_time;
  line_.clear();
  fmt::format_to(
      std::back_inserter(line_),
      R"({{"do":"state","tick":{},"time":{},"left":{},"completion":{:.1f},"goal":{},"values":[)",
      tick_, time, limit > 0.0 ? fmt::format("{}", limit - time) : "null", grader_.completion(),
      json(grader_.goal()).dump());
  for (std::size_t i = 0; i < observer_.values().size(); ++i) {
    if (i > 0) line_ += ',';
    append_number(line_, observer_.values()[i]);
  }
  line_ += "],\"fences\":[";
  for (std::size_t i = 0; i < observer_.fences().size(); ++i) {
    const FenceReading& f = observer_.fences()[i];
    line_ += i > 0 ? ",[" : "[";
    for (const double v : {f.position.x(), f.position.y(), f.position.z(), f.heading, f.tilt}) {
      append_number(line_, v);
      line_ += ',';
    }
    append_number(line_, f.moved);
    line_ += ']';
  }
  fmt::format_to(std::back_inserter(line_), "],\"events\":[{}]}}", fmt::join(events_, ","));
}

void Exercise::ask_script() {
  if (!links_.lockstep) {
    if (links_.script->offer(line_)) events_.clear();
    return;
  }
  try {
    hear(links_.script->ask(line_));
    events_.clear();
  } catch (const Error& e) {
    fail(e.what());
  }
}

void Exercise::hear(const std::string& answer) {
  try {
    const Verdict v = verdict_from_text(answer, step_);
    const bool says = v.completion || !v.message.empty() || v.status != Verdict::Status::none;
    if (says && links_.writer != nullptr) links_.writer->verdict(v);
    if (says) grader_.hear(v);
  } catch (const Error& e) {
    fail(e.what());
  }
}

void Exercise::fail(const std::string& why) {
  grader_.end(Outcome::failed, "the session's script failed, and the session ends: " + why);
}

void Exercise::end(Outcome outcome, const std::string& cause) {
  grader_.end(outcome, cause);
  pass_on();
}

void Exercise::remark(const LogLine& line) {
  if (links_.writer != nullptr && !kept_end_) links_.writer->told(line);
  if (links_.tell) links_.tell(line);
}

void Exercise::pass_on() {
  for (const LogLine& line : grader_.take_log()) {
    if (links_.writer != nullptr) links_.writer->told(line);
    if (links_.tell) links_.tell(line);
  }
  if (!ended() || kept_end_) return;
  kept_end_ = true;
  const Score score = grader_.score();
  if (links_.writer != nullptr) links_.writer->end({score.outcome, score.cause, tick_}, score);
}

}  // namespace outrigger::training
