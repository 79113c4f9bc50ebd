#include "soil/payload.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "math/elementary.h"

namespace outrigger::soil {

namespace {

constexpr double kWholeTurn = 6.283185307179586;
constexpr Milligrams kMostMass = 1'000'000'000'000'000;  ///< of a slice: a million tonnes
constexpr double kMostRoll = 80.0 / 360.0 * kWholeTurn;

/// Mass and specific volume to cubic metres.
double volume_of(const PayloadSlice& s) {
  return static_cast<double>(s.mass) * s.specific_volume * (kVolumeUnit / kMilligramsPerKilogram);
}

Milligrams mass_in(double volume, std::uint16_t specific_volume) {
  return static_cast<Milligrams>(volume * kMilligramsPerKilogram / (specific_volume * kVolumeUnit));
}

Renamed mix_into(PayloadSlice& to, int soil, Milligrams mass, std::uint16_t specific_volume) {
  Renamed renamed;
  if (to.mass == 0) {
    to.soil = static_cast<std::uint16_t>(soil);
    to.specific_volume = specific_volume;
  } else {
    const auto old = static_cast<double>(to.mass), fresh = static_cast<double>(mass);
    to.specific_volume = static_cast<std::uint16_t>(
        std::lround((old * to.specific_volume + fresh * specific_volume) / (old + fresh)));
    if (to.soil != soil) {
      renamed = {soil, to.soil, mass};
      if (mass > to.mass) {
        renamed = {to.soil, soil, to.mass};
        to.soil = static_cast<std::uint16_t>(soil);
      }
    }
  }
  to.mass += mass;
  return renamed;
}

void take_from(PayloadSlice& from, Milligrams mass) {
  from.mass -= mass;
  if (from.mass == 0) from = {};
}

}  // namespace

Payload::Payload(Cavity cavity, std::vector<Soil> soils, const PayloadSettings& settings)
    : cavity_(std::move(cavity)), soils_(std::move(soils)), settings_(settings) {
  OUTRIGGER_ASSERT(!soils_.empty());
  const auto& profile = cavity_.shape().profile;
  for (std::size_t k = 0; k + 1 < profile.size(); ++k) {
    const PlanePoint p = profile[k], q = profile[k + 1];
    const double length = std::sqrt((q.s - p.s) * (q.s - p.s) + (q.z - p.z) * (q.z - p.z));
    shell_length_ += length;
    shell_ += {length,
               length * (p.s + q.s) / 2.0,
               length * (p.z + q.z) / 2.0,
               length * (p.s * p.s + p.s * q.s + q.s * q.s) / 3.0,
               length * (2.0 * p.s * p.z + p.s * q.z + q.s * p.z + 2.0 * q.s * q.z) / 6.0,
               length * (p.z * p.z + p.z * q.z + q.z * q.z) / 3.0};
  }
  set_state(state_);
}

void Payload::set_state(const PayloadState& state) {
  for (int i = 0; i < kMostSlices; ++i) {
    const PayloadSlice& s = state.slices[static_cast<std::size_t>(i)];
    const bool possible =
        s.mass == 0 || (s.mass > 0 && s.mass < kMostMass && s.specific_volume > 0 &&
                        s.soil < soils_.size() && i < cavity_.slices());
    if (!possible)
      throw Error(
          fmt::format("slice {} of a bucket cannot hold {} mg of soil {}", i, s.mass, s.soil));
  }
  if (!(std::isfinite(state.slope) && std::isfinite(state.tilt) && std::isfinite(state.roll) &&
        std::isfinite(state.tangent) && state.tangent >= 0.0 && state.support >= 0.0 &&
        state.support < 1e3))
    throw Error("the state of a bucket's content is not finite");
  state_ = state;
  cavity_.set_pose({state_.tilt, state_.support}, state_.tangent);
  renamed_count_ = 0;
}

Renamed Payload::add(int slice, int soil, Milligrams mass, std::uint16_t specific_volume) {
  OUTRIGGER_ASSERT(slice >= 0 && slice < cavity_.slices() && specific_volume > 0);
  OUTRIGGER_ASSERT(soil >= 0 && static_cast<std::size_t>(soil) < soils_.size());
  if (mass <= 0) return {};
  state_.changed = 1;
  return mix_into(state_.slices[static_cast<std::size_t>(slice)], soil, mass, specific_volume);
}

double Payload::area(int slice) const {
  return volume_of(state_.slices[static_cast<std::size_t>(slice)]) / cavity_.slice_width();
}

double Payload::level(int slice) const {
  return cavity_.level_for(slice, area(slice), state_.slope);
}

int Payload::main_soil() const {
  int best = 0;
  Milligrams most = -1;
  for (int k = 0; k < static_cast<int>(soils_.size()); ++k)
    if (const Milligrams m = mass_of(k); m > most) best = k, most = m;
  return best;
}

double Payload::stuck_area(int slice) const {
  const PayloadSlice& s = state_.slices[static_cast<std::size_t>(slice)];
  const double weight = settings_.gravity / (s.specific_volume * kVolumeUnit);
  return shell_length_ * std::min(soils_[s.soil].adhesion / weight, settings_.most_stuck);
}

void Payload::turn_surface(double turn, const Soil& soil) {
  double angle = elementary::atan(state_.slope) + turn;
  if (angle > soil.start_angle) angle = soil.repose_angle;
  if (angle < -soil.start_angle) angle = -soil.repose_angle;
  state_.slope = elementary::tan(angle);
}

void Payload::move(int from, int to, Milligrams mass) {
  PayloadSlice& giver = state_.slices[static_cast<std::size_t>(from)];
  const PayloadSlice moved = giver;
  PayloadSlice& taker = state_.slices[static_cast<std::size_t>(to)];
  take_from(giver, mass);
  const Renamed renamed = mix_into(taker, moved.soil, mass, moved.specific_volume);
  if (renamed.mass > 0) renamed_[renamed_count_++] = renamed;
  state_.changed = 1;
}

void Payload::level_out(double roll) {
  const double width = cavity_.slice_width();
  const double rise = elementary::tan(roll) * width, most = state_.tangent * width;
  for (int i = 0; i + 1 < cavity_.slices(); ++i) {
    const double drop = level(i) - level(i + 1) - rise;  // positive: slice i stands higher
    const double excess = std::abs(drop) - most;
    // A millimetre is left: otherwise two slices would exchange grains for ever.
    if (excess < 1e-3) continue;
    const int from = drop > 0.0 ? i : i + 1, to = drop > 0.0 ? i + 1 : i;
    // A quarter of the excess from above and as much from below, whichever is less soil: a slice that two sides
    // ask, or a narrow one that fills quickly, would end below the angle of repose otherwise.
    const double z_from = level(from), z_to = level(to);
    const double kept = cavity_.below(from, z_from - 0.25 * excess, state_.slope).area;
    const double filled = cavity_.below(to, z_to + 0.25 * excess, state_.slope).area;
    const double gives = std::min(area(from), cavity_.capacity(from)) - kept;
    const double moved = std::min(gives, filled - area(to));
    PayloadSlice& giver = state_.slices[static_cast<std::size_t>(from)];
    if (!(moved > 0.0) || giver.mass == 0) continue;
    const Milligrams mass = std::min(mass_in(moved * width, giver.specific_volume), giver.mass);
    if (mass > 0) move(from, to, mass);
  }
}

std::span<const Spilled> Payload::update(const PayloadPose& pose) {
  renamed_count_ = 0;
  if (!std::isfinite(pose.tilt) || !std::isfinite(pose.roll)) return {};
  const double roll = std::clamp(pose.roll, -kMostRoll, kMostRoll);
  // The short way round; the remainder is exact, the same everywhere.
  const double turn = std::remainder(pose.tilt - state_.tilt, kWholeTurn);
  const double support = pose.support > 0.0 ? pose.support : 0.0;
  const bool turned = std::abs(turn) > settings_.least_turn ||
                      std::abs(roll - state_.roll) > settings_.least_turn ||
                      std::abs(support - state_.support) > settings_.least_support ||
                      (support == 0.0) != (state_.support == 0.0);
  if (!turned && state_.changed == 0 && !pose.shaken) return {};
  const Soil& main = soils_[static_cast<std::size_t>(main_soil())];
  const double tangent = elementary::tan(main.repose_angle);
  if (turned || tangent != state_.tangent) {
    state_.tangent = tangent;
    turn_surface(turn, main);
    state_.tilt = pose.tilt, state_.roll = roll, state_.support = support;
    cavity_.set_pose({state_.tilt, state_.support}, state_.tangent);
  }
  state_.changed = 0;
  if (mass() == 0) {
    state_.slope = 0.0;
    return {};
  }
  level_out(state_.roll);
  std::size_t count = 0;
  for (int i = 0; i < cavity_.slices(); ++i) {
    PayloadSlice& s = state_.slices[static_cast<std::size_t>(i)];
    if (s.mass == 0) continue;
    double kept = cavity_.capacity(i);
    if (!pose.shaken) kept = std::max(kept, stuck_area(i));
    const Milligrams keep = mass_in(kept * cavity_.slice_width(), s.specific_volume);
    if (s.mass <= keep) continue;
    spilled_[count++] = {i, s.soil, s.mass - keep, s.specific_volume};
    take_from(s, s.mass - keep);
  }
  return {spilled_.data(), count};
}

Milligrams Payload::mass() const {
  Milligrams sum = 0;
  for (const PayloadSlice& s : state_.slices) sum += s.mass;
  return sum;
}

Milligrams Payload::mass_of(int soil) const {
  Milligrams sum = 0;
  for (const PayloadSlice& s : state_.slices) sum += s.soil == soil ? s.mass : 0;
  return sum;
}

double Payload::volume() const {
  double sum = 0.0;
  for (const PayloadSlice& s : state_.slices) sum += volume_of(s);
  return sum;
}

PayloadMoments Payload::moments() const {
  PayloadMoments sum;
  const double c = elementary::cos(state_.tilt), n = elementary::sin(state_.tilt);
  const double width = cavity_.slice_width();
  for (int i = 0; i < cavity_.slices(); ++i) {
    const PayloadSlice& slice = state_.slices[static_cast<std::size_t>(i)];
    if (slice.mass == 0) continue;
    const double mass = static_cast<double>(slice.mass) / kMilligramsPerKilogram;
    const AreaMoments a = cavity_.below(i, level(i), state_.slope);
    // What lies in the room, back in the frame of the tool; what only sticks is spread along the shell.
    const double in_room = a.area > 1e-9 ? mass * std::min(1.0, a.area / area(i)) : 0.0;
    const double f = in_room > 0.0 ? in_room / a.area : 0.0;
    const double g = (mass - in_room) / shell_.area;
    const double x = f * (c * a.s + n * a.z) + g * shell_.s;
    const double z = f * (c * a.z - n * a.s) + g * shell_.z;
    const double xx = f * (c * c * a.ss + 2.0 * c * n * a.sz + n * n * a.zz) + g * shell_.ss;
    const double zz = f * (n * n * a.ss - 2.0 * c * n * a.sz + c * c * a.zz) + g * shell_.zz;
    const double xz = f * (c * n * (a.zz - a.ss) + (c * c - n * n) * a.sz) + g * shell_.sz;
    const double y = cavity_.slice_y(i), yy = mass * (y * y + width * width / 12.0);
    sum.mass += mass;
    sum.first += Vec3(x, mass * y, z);
    Mat3 m;
    m << xx, x * y, xz, x * y, yy, z * y, xz, z * y, zz;
    sum.second += m;
  }
  return sum;
}

}  // namespace outrigger::soil
