#include "sim/tilt_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/elementary.h"

namespace outrigger::sim {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;
/// A machine that rocks about the warning is warned of once [rad].
constexpr double kUprightAgain = 2.0 / kDegrees;

bool springs_back(description::Control::Kind kind) {
  using Kind = description::Control::Kind;
  return kind == Kind::lever || kind == Kind::pedal || kind == Kind::button;
}

double angle_of(double cosine) { return elementary::acos(std::clamp(cosine, -1.0, 1.0)); }

}  // namespace

frames::Tilt tilt_of(const frames::TiltLimits& limits, const std::vector<float>& poses) {
  const std::size_t at = 7 * static_cast<std::size_t>(limits.body);
  if (limits.limit <= 0.0f || at + 7 > poses.size()) return frames::Tilt::upright;
  const double x = static_cast<double>(poses[at + 3]), y = static_cast<double>(poses[at + 4]);
  const double tilt = angle_of(1.0 - 2.0 * (x * x + y * y));
  if (tilt > static_cast<double>(limits.limit)) return frames::Tilt::rolled_over;
  return tilt > static_cast<double>(limits.warning) ? frames::Tilt::leaning : frames::Tilt::upright;
}

TiltGuard::TiltGuard(const description::TiltLimits& limits,
                     const std::vector<description::Control>& controls, const World& world,
                     const std::string& prefix)
    : limits_(limits),
      who_(prefix.empty() ? "the machine" : "'" + prefix.substr(0, prefix.size() - 1) + "'") {
  if (limits_.body.empty()) return;
  body_ = world.body(limits_.body);
  for (std::size_t i = 0; i < controls.size(); ++i) {
    const description::Control& c = controls[i];
    if (!c.name.starts_with(prefix)) continue;
    const auto named =
        std::ranges::find(limits_.inputs, c.name, &std::pair<std::string, double>::first);
    if (named != limits_.inputs.end())
      held_.push_back({i, static_cast<float>(named->second)});
    else if (springs_back(c.kind))
      held_.push_back({i, 0.0f});
  }
}

void TiltGuard::describe(const World& world, double tilt, frames::Notice& notice) const {
  notice.place = world.pose(body_).position;
  notice.parts = {{to_string(PartKind::body), limits_.body}};
  notice.value = tilt;
  notice.unit = "rad";
}

bool TiltGuard::watch(const World& world, frames::Notice& notice) {
  if (limits_.body.empty() || rolled_over_ || !world.alive(body_)) return false;
  const double tilt = angle_of(world.pose(body_).rotation(2, 2));
  if (tilt < limits_.warning - kUprightAgain) leaning_ = false;
  if (tilt > limits_.limit) {
    rolled_over_ = true;
    notice = {frames::Notice::Level::error, world.time(),
              who_ + " has rolled over: it is stopped until it is reset or taken back"};
    notice.kind = "rolled_over";
    describe(world, tilt, notice);
    return true;
  }
  if (leaning_ || tilt <= limits_.warning) return false;
  leaning_ = true;
  notice = {frames::Notice::Level::warning, world.time(),
            fmt::format("{} leans by {:.0f} degrees and may roll over", who_, kDegrees * tilt)};
  notice.kind = "leaning";
  describe(world, tilt, notice);
  return true;
}

const std::vector<float>& TiltGuard::positions(const std::vector<float>& hand) {
  if (!rolled_over_) return hand;
  stopped_ = hand;
  for (const Held& h : held_)
    if (h.control < stopped_.size()) stopped_[h.control] = h.value;
  return stopped_;
}

void TiltGuard::reset() { leaning_ = rolled_over_ = false; }

void TiltGuard::look_again(const World& world) {
  reset();
  if (limits_.body.empty() || !world.alive(body_)) return;
  const double tilt = angle_of(world.pose(body_).rotation(2, 2));
  leaning_ = tilt > limits_.warning;
  rolled_over_ = tilt > limits_.limit;
}

}  // namespace outrigger::sim
