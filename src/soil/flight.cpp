#include "soil/flight.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/error.h"
#include "base/hash.h"
#include "math/elementary.h"

namespace outrigger::soil {

namespace {

constexpr double kTwoPi = 6.283185307179586;
constexpr double kSplashGravity = 9.81;  ///< for the height that soil splashes [m/s²]

Vec3 vector_of(const double (&v)[3]) { return {v[0], v[1], v[2]}; }

/// Uniform in (0, 1]: a logarithm follows.
double fraction_of(std::uint64_t bits) { return static_cast<double>((bits >> 11) + 1) * 0x1p-53; }

/// Two independent normal deviates (Box and Muller 1958) from step and number.
Vec2 normal_pair(std::int64_t step, std::int64_t number) {
  Hash h;
  h.add(step), h.add(number);
  const double u = fraction_of(h.value());
  h.add(std::uint64_t{1});
  const auto [sine, cosine] = elementary::sincos(kTwoPi * fraction_of(h.value()));
  const double r = std::sqrt(-2.0 * elementary::log(u));
  return {r * cosine, r * sine};
}

/// Two parcels become one: mass, momentum and volume are kept. Returns what was renamed.
Milligrams join(Parcel& to, const Parcel& from) {
  const auto a = static_cast<double>(to.mass), b = static_cast<double>(from.mass);
  for (int k = 0; k < 3; ++k) {
    to.position[k] = (a * to.position[k] + b * from.position[k]) / (a + b);
    to.velocity[k] = (a * to.velocity[k] + b * from.velocity[k]) / (a + b);
  }
  to.specific_volume = static_cast<std::uint16_t>(
      std::lround((a * to.specific_volume + b * from.specific_volume) / (a + b)));
  Milligrams renamed = 0;
  if (to.soil != from.soil) {
    renamed = std::min(to.mass, from.mass);
    if (from.mass > to.mass) to.soil = from.soil;
  }
  to.mass += from.mass;
  return renamed;
}

}  // namespace

Flight::Flight(const FlightSettings& settings) : settings_(settings) {
  const auto in = [](const char* key, double value, double low, double high) {
    if (!(value >= low && value <= high))
      throw Error(
          fmt::format("flight: {} of {:g} is not allowed: {:g} to {:g}", key, value, low, high));
  };
  in("most", settings.most, 1, 4096);
  in("join_steps", settings.join_steps, 0, 1000);
  in("gravity", settings.gravity, 1e-3, 1e3);
  in("scatter", settings.scatter, 0.0, 10.0);
  state_.parcels.reserve(static_cast<std::size_t>(settings_.most));
}

void Flight::set_state(const FlightState& state) {
  const auto require = [](bool good, const char* what) {
    if (!good) throw Error(fmt::format("no flight can have this state: {}", what));
  };
  require(state.parcels.size() <= static_cast<std::size_t>(settings_.most), "too many parcels");
  require(state.launched >= 0, "less than no parcel was launched");
  for (const Parcel& p : state.parcels)
    require(p.mass > 0 && p.specific_volume > 0, "a parcel without mass or volume");
  // Element by element: the room that was reserved stays.
  state_.parcels.assign(state.parcels.begin(), state.parcels.end());
  state_.launched = state.launched;
}

void Flight::launch(const Parcel& parcel, Ledger& ledger) {
  if (parcel.mass <= 0) return;
  OUTRIGGER_ASSERT(parcel.soil < ledger.soils());
  if (!vector_of(parcel.position).allFinite() || !vector_of(parcel.velocity).allFinite()) {
    // It is nowhere; the book still closes.
    ledger.add(Transfer::leave, parcel.soil, parcel.mass);
    return;
  }
  auto& all = state_.parcels;
  const bool room = all.size() < static_cast<std::size_t>(settings_.most);
  const auto long_ago = [&](const Parcel& p) {
    return parcel.birth - p.birth >= settings_.join_steps;
  };
  // The newest from the same lip; while there is room, only of those that it may still join.
  const auto same = std::find_if(all.rbegin(), all.rend(), [&](const Parcel& p) {
    return p.lip == parcel.lip || (room && long_ago(p));
  });
  const bool follows = same != all.rend() && same->lip == parcel.lip && same->soil == parcel.soil &&
                       parcel.birth >= same->birth && !long_ago(*same);
  if (!follows && room) {
    all.push_back(parcel);
    all.back().number = state_.launched++;
    return;
  }
  Parcel& to = same != all.rend() ? *same : all.back();
  const int lost = parcel.mass > to.mass ? to.soil : parcel.soil;
  if (const Milligrams renamed = join(to, parcel); renamed > 0)
    ledger.add(Transfer::rename, lost, renamed);
}

int Flight::step(std::int64_t step, double dt, ColumnField& field, Ledger& ledger,
                 const Ground& ground, const Catcher& catcher) {
  auto& all = state_.parcels;
  const double g = settings_.gravity;
  if (!(dt >= 0.0 && std::isfinite(dt))) return 0;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    Parcel& p = all[k];
    const Vec3 from = vector_of(p.position), v = vector_of(p.velocity);
    const auto at = [&](double t) { return Vec3(from + v * t - Vec3(0.0, 0.0, 0.5 * g * t * t)); };
    const auto put = [&](const Vec3& to, double t) {
      for (int i = 0; i < 3; ++i) p.position[i] = to[i];
      p.velocity[2] = v.z() - g * t;
    };
    const Vec3 to = at(dt);
    if (!to.allFinite()) {
      ledger.add(Transfer::leave, p.soil, p.mass);
      continue;
    }
    if (catcher && catcher(p, from, to)) {
      ledger.add(Transfer::land, p.soil, p.mass);
      continue;
    }
    const double height = ground(to.x(), to.y());
    if (to.z() > height) {
      put(to, dt);
      if (kept != k) all[kept] = p;
      ++kept;
      continue;
    }
    // The later root of z(t) = height; a parcel that starts below the ground lands at once.
    const double under = v.z() * v.z() + 2.0 * g * (from.z() - height);
    const double t = from.z() > height
                         ? std::clamp((v.z() + std::sqrt(std::max(under, 0.0))) / g, 0.0, dt)
                         : 0.0;
    put(at(t), t);
    land(p, step, field, ledger);
  }
  const auto rested = static_cast<int>(all.size() - kept);
  all.resize(kept);
  return rested;
}

void Flight::land(const Parcel& parcel, std::int64_t step, ColumnField& field,
                  Ledger& ledger) const {
  const Vec2 jitter = settings_.scatter * normal_pair(step, parcel.number);
  spread_on(field, ledger, parcel, parcel.position[0] + jitter.x(),
            parcel.position[1] + jitter.y());
}

Milligrams spread_on(ColumnField& field, Ledger& ledger, const Parcel& parcel, double x, double y) {
  // Far away or not finite: no column of the site, and no number too large for an index.
  const auto index = [&](double from_edge) {
    const double t = std::floor(from_edge / field.cell() + 0.5);
    return t > -10.0 && t < 1e6 ? static_cast<int>(t) : -10;
  };
  const auto column_of = [&](double at_x, double at_y) {
    return ColumnPlace{index(at_x - field.settings().x_min), index(at_y - field.settings().y_min)};
  };
  // Soil splashes up at most by what its speed can lift it, and by a cell: not onto walls.
  const ColumnPlace hit = column_of(parcel.position[0], parcel.position[1]);
  const Vec3 v = vector_of(parcel.velocity);
  const double highest =
      std::max(parcel.position[2], field.inside(hit) ? field.height(hit) : -1e300) +
      std::min(field.cell(), v.squaredNorm() / (2.0 * kSplashGravity));
  const auto too_high = [&](ColumnPlace c) { return field.inside(c) && field.height(c) > highest; };
  ColumnPlace middle = column_of(x, y);
  if (too_high(middle)) middle = hit;

  const Milligrams sixteenth = parcel.mass / 16;
  Milligrams at_middle = parcel.mass, off = 0;
  const auto put = [&](ColumnPlace c, Milligrams part) {
    if (part <= 0) return;
    if (!field.inside(c)) {
      off += part;
      return;
    }
    // The smaller share loses its name, and is booked under it.
    const Column there = field.column(c);
    const int loser = part > there.loose ? there.loose_soil : parcel.soil;
    if (const Milligrams renamed = field.add_loose(c, parcel.soil, part, parcel.specific_volume);
        renamed > 0)
      ledger.add(Transfer::rename, loser, renamed);
    field.activate_around(c);
  };
  for (int b = -1; b <= 1; ++b)
    for (int a = -1; a <= 1; ++a) {
      const ColumnPlace c{middle.i + a, middle.j + b};
      if ((a == 0 && b == 0) || too_high(c)) continue;
      const Milligrams part = sixteenth * (2 - std::abs(a)) * (2 - std::abs(b));
      put(c, part);
      at_middle -= part;
    }
  put(middle, at_middle);
  if (off > 0) ledger.add(Transfer::leave, parcel.soil, off);
  if (off < parcel.mass) ledger.add(Transfer::land, parcel.soil, parcel.mass - off);
  return off;
}

Milligrams Flight::mass() const {
  Milligrams sum = 0;
  for (const Parcel& p : state_.parcels) sum += p.mass;
  return sum;
}

}  // namespace outrigger::soil
