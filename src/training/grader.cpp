#include "training/grader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace outrigger::training {

namespace {

/// An event is over, and may count again, when it has not held for so long [s].
constexpr double kCalm = 1.0;
/// Beyond it the machine has rolled over [deg].
constexpr double kRolledOver = 45.0;
constexpr std::size_t kMostLost = 1000;

Expression expression_of(const std::string& json, const std::vector<std::string>& channels,
                         const std::string& file, int line, const std::string& title) {
  try {
    return {json, channels};
  } catch (const Error& e) {
    throw Error(fmt::format("{}:{}: '{}': {}", file, line, title, e.what()));
  }
}

}  // namespace

Grader::Grader(Definition definition, const std::vector<std::string>& channels,
               const std::string& file)
    : definition_(std::move(definition)) {
  for (const Rule& r : definition_.rules)
    rules_.push_back({.when = expression_of(r.when, channels, file, r.line, r.title)});
  for (const Goal& g : definition_.goals) {
    GoalState s{.when = expression_of(g.when, channels, file, g.line, g.title)};
    if (!g.progress.empty())
      s.progress = expression_of(g.progress, channels, file, g.line, g.title);
    goals_.push_back(std::move(s));
  }
  for (const Metric& m : definition_.metrics) {
    MetricState s{.of = expression_of(m.of, channels, file, m.line, m.title)};
    if (!m.when.empty()) s.when = expression_of(m.when, channels, file, m.line, m.title);
    metrics_.push_back(std::move(s));
  }
  if (std::ranges::find(channels, "tilt") != channels.end())
    tilt_ = Expression("\"tilt\"", channels);
}

void Grader::say(LogLine::Level level, std::string text, LogLine::To to) {
  log_.push_back({time_, level, to, std::move(text)});
}

void Grader::begin() {
  begun_ = true;
  told_goal_ = goals_.size();
  tell_goal();
}

std::size_t Grader::current_goal() const {
  for (std::size_t i = 0; i < goals_.size(); ++i)
    if (!goals_[i].reached && !definition_.goals[i].any_time) return i;
  for (std::size_t i = 0; i < goals_.size(); ++i)
    if (!goals_[i].reached) return i;
  return goals_.size();
}

const std::string& Grader::goal() const {
  static const std::string kNone;
  const std::size_t at = current_goal();
  return at < goals_.size() ? definition_.goals[at].title : kNone;
}

void Grader::tell_goal() {
  const std::size_t at = current_goal();
  if (at == told_goal_ || at >= goals_.size()) return;
  told_goal_ = at;
  const Goal& g = definition_.goals[at];
  say(LogLine::Level::info, g.hint.empty() ? "next: " + g.title : g.hint);
}

// ------------------------------------------------------------------------------------ one observation

void Grader::observe(std::int64_t tick, double time, std::span<const double> channels) {
  if (ended()) return;
  const double dt = time - time_;
  tick_ = tick;
  time_ = time;
  for (std::size_t i = 0; i < rules_.size(); ++i)
    watch(definition_.rules[i], rules_[i], channels, dt);
  for (std::size_t i = 0; i < metrics_.size(); ++i)
    measure(definition_.metrics[i], metrics_[i], channels, dt);
  if (tilt_ && tilt_->value(channels) > kRolledOver) {
    lost_.push_back(
        {tick_, time_, 100.0, "rolled over", "safety", "the machine has rolled over",
         "Keep loads low and close, drive slowly across slopes, and put the supports down "
         "before you lift.",
         0, true});
    finish(Outcome::failed, "the machine has rolled over");
  }
  if (!ended()) pursue(channels);
  if (!ended() && definition_.available_time > 0.0 && time_ >= definition_.available_time)
    finish(Outcome::failed, fmt::format("the time of {:g} s is up", definition_.available_time));
}

void Grader::watch(const Rule& rule, RuleState& s, std::span<const double> channels, double dt) {
  const double value = s.when.value(channels);
  if (rule.kind == Rule::Kind::count) {
    for (; value + 1e-9 >= s.reached + 1.0 && s.reached < 1000.0; s.reached += 1.0)
      lose(rule, s, rule.points);
    return;
  }
  if (rule.kind == Rule::Kind::deadline) {
    if (value > 0.0) s.done = true;
    if (s.done || time_ <= rule.grace) return;
    s.done = true;
    return lose(rule, s, rule.points);
  }
  if (!(value > 0.0)) {
    s.began = -1.0;
    if (!s.active) return;
    if (s.calm < 0.0) s.calm = time_;
    if (time_ - s.calm >= kCalm) s.active = false;
    return;
  }
  s.calm = -1.0;
  if (s.began < 0.0) s.began = time_;
  if (s.active) {
    if (rule.per_second && s.episode < lost_.size()) lost_[s.episode].points += rule.points * dt;
  } else if (time_ - s.began >= rule.grace - 1e-9) {
    s.active = true;
    lose(rule, s, rule.per_second ? 0.0 : rule.points);
  }
}

void Grader::lose(const Rule& rule, RuleState& s, double points) {
  s.episode = lost_.size();
  if (lost_.size() < kMostLost)
    lost_.push_back({tick_, time_, points, rule.title, rule.group, rule.message, rule.advice,
                     rule.line, rule.critical});
  say(rule.critical || rule.ends ? LogLine::Level::error : LogLine::Level::warning, rule.message);
  if (rule.ends && !ended()) finish(Outcome::failed, rule.message);
}

void Grader::pursue(std::span<const double> channels) {
  const std::size_t current = current_goal();
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    const Goal& g = definition_.goals[i];
    GoalState& s = goals_[i];
    if (s.reached || (i != current && !g.any_time)) continue;
    if (!s.when.holds(channels)) {
      s.began = -1.0;
      s.part = s.progress ? std::clamp(s.progress->value(channels), 0.0, 1.0) : 0.0;
      if (!std::isfinite(s.part)) s.part = 0.0;
      continue;
    }
    if (s.began < 0.0) s.began = time_;
    if (time_ - s.began < g.seconds - 1e-9) continue;
    s.reached = true;
    s.part = 1.0;
    say(LogLine::Level::info, "reached: " + g.title);
  }
  if (!goals_.empty() && std::ranges::all_of(goals_, &GoalState::reached))
    return finish(Outcome::reached, "the objective is reached");
  tell_goal();
}

void Grader::measure(const Metric& metric, MetricState& s, std::span<const double> channels,
                     double dt) {
  if (s.when && !s.when->holds(channels)) {
    s.any =
        s.any && metric.reduce != Metric::Reduce::path;  // the way stops counting, and starts again
    return;
  }
  const double x = s.of.value(channels);
  if (!std::isfinite(x)) return;
  using Reduce = Metric::Reduce;
  switch (metric.reduce) {
    case Reduce::largest:
      s.value = s.any ? std::max(s.value, x) : x;
      break;
    case Reduce::least:
      s.value = s.any ? std::min(s.value, x) : x;
      break;
    case Reduce::last:
      s.value = x;
      break;
    case Reduce::path:
      s.sum += s.any ? std::abs(x - s.last) : 0.0;
      break;
    case Reduce::rms:
      s.sum += x * x * dt;
      break;
    case Reduce::share:
      s.sum += x > 0.0 ? dt : 0.0;
      break;
    case Reduce::mean:
    case Reduce::integral:
      s.sum += x * dt;
      break;
  }
  s.last = x;
  s.duration += dt;
  s.any = true;
}

// ------------------------------------------------------------------------------------ from others

void Grader::hear(const Verdict& v) {
  if (ended()) return;
  if (v.completion) told_completion_ = std::clamp(*v.completion, 0.0, 100.0);
  using Status = Verdict::Status;
  const bool ends = v.status == Status::passed || v.status == Status::failed;
  if (!ends && !v.message.empty() && v.message != last_message_)
    say(v.status == Status::warning ? LogLine::Level::warning : LogLine::Level::info, v.message,
        v.to);
  last_message_ = v.message;
  if (v.status == Status::passed)
    finish(Outcome::reached, v.message.empty() ? "the objective is reached" : v.message);
  if (v.status == Status::failed)
    finish(Outcome::failed, v.message.empty() ? "the session ended it as failed" : v.message);
}

void Grader::end(Outcome outcome, const std::string& cause) {
  if (!ended()) finish(outcome, cause);
}

void Grader::finish(Outcome outcome, std::string cause) {
  outcome_ = outcome;
  cause_ = std::move(cause);
  say(outcome == Outcome::reached ? LogLine::Level::info : LogLine::Level::error, cause_);
}

// ------------------------------------------------------------------------------------ the result

double Grader::goal_completion() const {
  double sum = 0.0, all = 0.0;
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    sum += definition_.goals[i].weight * goals_[i].part;
    all += definition_.goals[i].weight;
  }
  return all > 0.0 ? 100.0 * sum / all : 0.0;
}

double Grader::completion() const {
  if (outcome_ == Outcome::reached) return 100.0;
  return told_completion_ ? *told_completion_ : goal_completion();
}

double Grader::lost() const {
  double sum = 0.0;
  for (const LostPoints& l : lost_) sum += l.points;
  return sum;
}

Score Grader::score() const {
  using Reduce = Metric::Reduce;
  Score score;
  score.outcome = outcome_;
  score.cause = cause_;
  score.completion = completion();
  score.time = time_;
  score.lost = lost_;
  double left = 100.0 - lost();
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    const Metric& m = definition_.metrics[i];
    const MetricState& s = metrics_[i];
    Measured out{m.title, m.unit, m.group, m.advice, {}, m.poor, m.expert, m.points, 0.0};
    double value = s.value;
    if (m.reduce == Reduce::integral || m.reduce == Reduce::path) value = s.sum;
    if (m.reduce == Reduce::mean || m.reduce == Reduce::share) value = s.sum / s.duration;
    if (m.reduce == Reduce::rms) value = std::sqrt(s.sum / s.duration);
    if (s.duration > 0.0 && std::isfinite(value)) {
      out.value = value;
      const double quality = std::clamp((value - m.poor) / (m.expert - m.poor), 0.0, 1.0);
      out.lost = m.points * (1.0 - quality);
      left -= out.lost;
    }
    score.metrics.push_back(std::move(out));
  }
  const auto cap = [&](double most, const char* rule, std::string message, const char* advice) {
    left = std::max(left, 0.0);
    if (left <= most) return;
    score.lost.push_back(
        {tick_, time_, left - most, rule, "quality", std::move(message), advice, 0, false});
    left = most;
  };
  if (std::ranges::any_of(lost_, &LostPoints::critical))
    cap(definition_.critical_cap, "critical fault",
        fmt::format("a critical fault leaves at most {:g} points", definition_.critical_cap),
        "Nothing else makes up for a critical fault: do it again, slowly.");
  if (outcome_ != Outcome::reached)
    cap(definition_.pass_mark * score.completion / 100.0 * 0.99, "objective",
        fmt::format("the objective was reached by {:.0f} %", score.completion),
        "Reach the objective first; then become faster and smoother.");
  score.total = std::round(std::clamp(left, 0.0, 100.0) * 10.0) / 10.0;
  score.passed = outcome_ == Outcome::reached && score.total >= definition_.pass_mark;
  score.grade = !score.passed         ? "failed"
                : score.total >= 90.0 ? "excellent"
                : score.total >= 75.0 ? "good"
                                      : "passed";
  return score;
}

}  // namespace outrigger::training
