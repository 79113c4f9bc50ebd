#include "soil/settle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "math/elementary.h"
#include "soil/plate.h"

namespace outrigger::soil {

namespace {

constexpr double kDeepestMeasured = 2.0;   ///< of Bekker's curves, generously [m]
constexpr double kMostPressure = 65535.0;  ///< that a column remembers [kPa]
constexpr double kLeastShare = 1e-3;       ///< of a column: less is not touched
constexpr double kTouch = 1e-6;            ///< heights are whole milligrams [m]
constexpr double kLeastSpeed = 0.02;       ///< below this nothing rolls [m/s]
constexpr std::size_t kMostLaws = 16;      ///< kinds of ground under one pad
constexpr std::size_t kMostRim = 2048;

bool allowed(const Pad& pad) {
  const auto half = [](double h) { return h >= 0.005 && h <= 50.0; };
  return std::isfinite(pad.x) && std::isfinite(pad.y) && std::isfinite(pad.heading) &&
         std::isfinite(pad.speed) && half(pad.half_length) && half(pad.half_width) &&
         pad.margin >= 0.0 && pad.margin <= 1.0 && pad.load <= 1e8;  // and no NaN
}

constexpr double kOddInverses[] = {1. / 21, 1. / 19, 1. / 17, 1. / 15, 1. / 13,
                                   1. / 11, 1. / 9,  1. / 7,  1. / 5,  1. / 3};
constexpr double kInverses[] = {1. / 13, 1. / 12, 1. / 11, 1. / 10, 1. / 9, 1. / 8, 1. / 7,
                                1. / 6,  1. / 5,  1. / 4,  1. / 3,  1. / 2, 1.0};

/// x^y for x ≥ 0 in plain doubles, the same bits everywhere, within 1e-13 while the result is between 1e-20 and
/// 1e20: every column asks for it in every step, and the last bits of elementary::pow cost twenty times as much.
double power(double x, double y) {
  if (!(x > 1e-300)) return 0.0;
  constexpr double kLog2High = 0x1.62e42fefap-1, kLog2Low = 0x1.cf79abc9e3b39p-40;
  // x = 2^e m with m about 1; ln m = 2 artanh((m - 1)/(m + 1)).
  const auto bits = std::bit_cast<std::uint64_t>(x);
  auto e = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
  if (m > 1.4142135623730951) m *= 0.5, ++e;
  const double s = (m - 1.0) / (m + 1.0), q = s * s;
  double series = 0.0;
  for (const double c : kOddInverses) series = q * (series + c);
  const double log = e * kLog2High + (2.0 * s * (1.0 + series) + e * kLog2Low);
  // e^t = 2^k e^r
  const double t = std::clamp(y * log, -690.0, 690.0);
  const double k = std::floor(t * 1.4426950408889634 + 0.5);
  const double r = (t - k * kLog2High) - k * kLog2Low;
  double sum = 1.0;
  for (const double c : kInverses) sum = 1.0 + sum * (r * c);
  return sum * std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<int>(k) + 1023) << 52);
}

/// A convex polygon in the frame of a patch.
struct Convex {
  std::array<Vec2, 12> corners;
  int count = 0;

  /// Keeps what lies where n·p ≤ limit, for n = ± the axis.
  void keep(int axis, double sign, double limit) {
    Convex kept;
    for (int k = 0; k < count; ++k) {
      const Vec2& p = corners[static_cast<std::size_t>(k)];
      const Vec2& q = corners[static_cast<std::size_t>((k + 1) % count)];
      const double a = sign * p[axis] - limit, b = sign * q[axis] - limit;
      if (a <= 0.0) kept.corners[static_cast<std::size_t>(kept.count++)] = p;
      if ((a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0))
        kept.corners[static_cast<std::size_t>(kept.count++)] = p + a / (a - b) * (q - p);
    }
    *this = kept;
  }
  double area() const {
    double twice = 0.0;
    for (int k = 0; k < count; ++k) {
      const Vec2& p = corners[static_cast<std::size_t>(k)];
      const Vec2& q = corners[static_cast<std::size_t>((k + 1) % count)];
      twice += p.x() * q.y() - q.x() * p.y();
    }
    return 0.5 * std::abs(twice);
  }
};

}  // namespace

double bekker_pressure(const Bearing& bearing, double width, double depth) {
  return (bearing.k_c / width + bearing.k_phi) * power(std::max(0.0, depth), bearing.n);
}

double bekker_sinkage(const Bearing& bearing, double width, double pressure) {
  const double stiffness = bearing.k_c / width + bearing.k_phi;
  if (!(pressure > 0.0) || !(stiffness > 0.0)) return 0.0;
  return std::min(kDeepestMeasured, power(pressure / stiffness, 1.0 / bearing.n));
}

FootingCapacity footing_capacity(const FootingStrength& strength, double width, double length) {
  const BearingFactors factors = bearing_factors(strength.friction);
  const double tangent = elementary::tan(strength.friction);
  const double weight_factor = 2.0 * (factors.q + 1.0) * tangent;
  const double slender = width / length;
  return {strength.cohesion * factors.c * (1.0 + 0.3 * slender) +
              0.5 * strength.unit_weight * width * weight_factor * (1.0 - 0.2 * slender),
          strength.unit_weight * factors.q * (1.0 + slender * tangent)};
}

Settle::Settle(const SettleSettings& settings) : settings_(settings) {
  const auto positive = [](const char* key, double value) {
    if (!(value > 0.0 && value <= 1e6))
      throw Error(fmt::format("settling: {} of {:g} is not allowed: > 0 to 1e6", key, value));
  };
  positive("gravity", settings.gravity);
  positive("time_constant", settings.time_constant);
  positive("least", settings.least);
  positive("fastest", settings.fastest);
  positive("reach", settings.reach);
  results_.reserve(kMostPads);
  frames_.reserve(kMostPads);
  pressures_.reserve(kMostPads);
  covered_.reserve(kMostPadColumns);
  rim_.reserve(kMostRim);
  aside_.reserve(256);  // as many kinds of soil as a field may have
  laws_.reserve(kMostLaws);
}

// ---- the patch on the grid

Settle::Frame Settle::frame_of(const Pad& pad, double cell) {
  const elementary::SineCosine turn = elementary::sincos(pad.heading);
  return {pad.x,
          pad.y,
          turn.cosine,
          turn.sine,
          pad.half_length + pad.margin,
          pad.half_width + pad.margin,
          cell};
}

bool Settle::Frame::meets(const Vec2& place) const {
  const double dx = place.x() - x, dy = place.y() - y;
  const double half = 0.5 * cell * (std::abs(cosine) + std::abs(sine)) * (1.0 - 1e-9);
  return std::abs(cosine * dx + sine * dy) < half_length + half &&
         std::abs(cosine * dy - sine * dx) < half_width + half;
}

double Settle::Frame::share(const Vec2& place) const {
  const double dx = place.x() - x, dy = place.y() - y, a = 0.5 * cell;
  const Vec2 middle(cosine * dx + sine * dy, cosine * dy - sine * dx);
  const double half = a * (std::abs(cosine) + std::abs(sine));
  const double out_u = std::abs(middle.x()) - half_length;
  const double out_w = std::abs(middle.y()) - half_width;
  if (out_u >= half || out_w >= half) return 0.0;
  if (out_u <= -half && out_w <= -half) return 1.0;
  const Vec2 e(a * cosine, -a * sine), f(a * sine, a * cosine);
  Convex square;
  square.corners[0] = middle - e - f, square.corners[1] = middle + e - f;
  square.corners[2] = middle + e + f, square.corners[3] = middle - e + f;
  square.count = 4;
  // Most columns are cut by one edge only.
  for (int axis = 0; axis < 2; ++axis) {
    const double limit = axis == 0 ? half_length : half_width;
    if (middle[axis] + half > limit) square.keep(axis, 1.0, limit);
    if (half - middle[axis] > limit) square.keep(axis, -1.0, limit);
  }
  return std::min(1.0, square.area() / (cell * cell));
}

bool Settle::Frame::holds(const Vec2& place) const {
  const double dx = place.x() - x, dy = place.y() - y;
  return std::abs(cosine * dx + sine * dy) < half_length &&
         std::abs(cosine * dy - sine * dx) < half_width;
}

Settle::Box Settle::box_of(const ColumnField& field, const Frame& f) {
  const double x = std::abs(f.cosine) * f.half_length + std::abs(f.sine) * f.half_width;
  const double y = std::abs(f.sine) * f.half_length + std::abs(f.cosine) * f.half_width;
  const FieldSettings& s = field.settings();
  const double edge = 0.5 * f.cell;
  if (f.x + x < s.x_min - edge || f.x - x > s.x_max + edge || f.y + y < s.y_min - edge ||
      f.y - y > s.y_max + edge)
    return {};
  return {field.column_at(f.x - x, f.y - y), field.column_at(f.x + x, f.y + y), false};
}

bool Settle::under_pad(const Vec2& place) const {
  if (place.x() < around_[0] || place.x() > around_[1] || place.y() < around_[2] ||
      place.y() > around_[3])
    return false;
  return std::any_of(frames_.begin(), frames_.end(),
                     [&](const Frame& f) { return f.presses() && f.holds(place); });
}

double Settle::pressure_at(const Vec2& place) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < frames_.size(); ++k)
    if (frames_[k].presses() && frames_[k].holds(place)) sum += pressures_[k];
  return sum;
}

bool Settle::touches_soil(const ColumnField& field, const Frame& f) const {
  for (int k = 0; k < 5; ++k) {
    const double u = k == 4 ? 0.0 : (k % 2 == 0 ? -1.0 : 1.0) * f.half_length;
    const double w = k == 4 ? 0.0 : (k < 2 ? -1.0 : 1.0) * f.half_width;
    const ColumnPlace c =
        field.column_at(f.x + f.cosine * u - f.sine * w, f.y + f.sine * u + f.cosine * w);
    if (field.touched(c) || field.diggable(c)) return true;
  }
  return false;
}

double Settle::cover(const ColumnField& field, const Pad& pad, const Frame& frame, const Box& box) {
  covered_.clear();
  // The strip that a rolling pad goes along covers no less than the pad.
  Frame strip = frame;
  strip.half_length = frame.half_length + 2.0 * frame.cell;
  double highest = -std::numeric_limits<double>::infinity();
  for (int j = box.low.j; j <= box.high.j; ++j)
    for (int i = box.low.i; i <= box.high.i; ++i) {
      const Vec2 place = field.place({i, j});
      const double share = frame.share(place);
      if (share < kLeastShare) continue;
      covered_.push_back({{i, j}, field.view({i, j}), share, share, 0.0, 0.0, -1, false, false});
      Covered& c = covered_.back();
      c.edge =
          share < 1.0 || i == box.low.i || i == box.high.i || j == box.low.j || j == box.high.j;
      if (pad.rolls && share < 1.0) covered_.back().strip = std::max(share, strip.share(place));
      highest = std::max(highest, covered_.back().view.height);
    }
  double area = 4.0 * pad.half_length * pad.half_width;
  const double least_area = 0.05 * area;
  const double bears = pad.half_length * pad.half_width / (frame.half_length * frame.half_width);
  const auto hangs = [&](const Covered& c) {
    if (c.view.height >= highest - settings_.reach) return false;
    area -= bears * c.share * field.area();
    return true;
  };
  std::erase_if(covered_, hangs);
  return std::max(area, least_area);
}

// ---- how the ground resists

double Settle::Law::pressure_at(double depth) const {
  if (!(depth > 0.0)) return 0.0;
  return std::min(stiffness * power(depth, exponent),
                  capacity.surface + capacity.per_depth * depth);
}

double Settle::Law::depth_at(double pressure) const {
  if (!(pressure > 0.0)) return 0.0;
  const double bekker = std::min(kDeepestMeasured, power(pressure / stiffness, 1.0 / exponent));
  return std::max(bekker, (pressure - capacity.surface) / capacity.per_depth);
}

const Settle::Law::Known& Settle::Law::know(std::uint16_t felt) {
  Known& k = known[felt % known.size()];
  if (k.pressure != felt) k = {felt, depth_at(1e3 * felt), depth_at(1e3 * (felt - 1.0))};
  return k;
}

double Settle::Law::work(double from, double to) const {
  const auto bekker = [&](double z) {
    return z > 0.0 ? stiffness * power(z, exponent) * z / (exponent + 1.0) : 0.0;
  };
  const double failing = (to - from) * (capacity.surface + 0.5 * capacity.per_depth * (to + from));
  return std::max(0.0, std::min(bekker(to) - bekker(from), failing));
}

int Settle::law_of(const ColumnField& field, const Pad& pad, double pressure,
                   const ColumnView& view) {
  const double width = 2.0 * std::min(pad.half_length, pad.half_width);
  const double length = 2.0 * std::max(pad.half_length, pad.half_width);
  const bool loose =
      view.column.loose > 0 && (view.bank_soil < 0 || view.height - view.bank > 0.5 * width);
  const int kind = loose ? view.column.loose_soil : view.bank_soil;
  if (kind < 0) return -1;
  for (std::size_t k = 0; k < laws_.size(); ++k)
    if (laws_[k].soil == kind && laws_[k].loose == loose) return static_cast<int>(k);
  const Soil& soil = field.soil(kind);
  const double stiffness = soil.bearing.k_c / width + soil.bearing.k_phi;
  // More kinds than a pad may have, or no soil that carries anything: it stays as it is.
  if (laws_.size() == kMostLaws || !(stiffness > 0.0)) return -1;
  Law& law = laws_.emplace_back();
  law.soil = kind, law.loose = loose;
  law.stiffness = stiffness, law.exponent = soil.bearing.n;
  const double density = loose ? soil.density_loose : soil.density_bank;
  law.capacity =
      footing_capacity({density * settings_.gravity, loose ? 0.0 : soil.cohesion * soil.hardness,
                        loose ? soil.repose_angle : soil.friction_angle},
                       width, length);
  law.bekker_rest = bekker_sinkage(soil.bearing, width, pressure);
  law.rest = law.depth_at(pressure);
  return static_cast<int>(laws_.size()) - 1;
}

/// Lets a column sink; returns where it was.
double Settle::sink(ColumnField& field, Law& law, Covered& c, double pressure, double dt) {
  const ColumnView& v = c.view;
  const std::uint16_t felt = v.column.past_pressure;
  const Law::Known& known = law.know(felt);
  // Where only pads have been at work, the heights know z within the last kPa.
  const double by_height = v.start - v.height;
  const bool exact =
      v.column.loose == 0 && by_height <= known.depth + kTouch && by_height >= known.below - kTouch;
  const double z = exact ? by_height : known.depth;
  c.depth = z;
  const double goal = c.share * law.rest;
  if (goal - z < c.share * settings_.least) return z;
  if (!exact && 1e3 * felt >= pressure) return z;

  const double part = -elementary::expm1(-dt / settings_.time_constant);
  const double slow = part * std::max(0.0, c.share * law.bekker_rest - z);
  const double failing = std::min(part * (goal - z), c.share * settings_.fastest * dt);
  double down = std::max(slow, failing);
  double now_felt = std::ceil(1e-3 * law.pressure_at(z + down) - 1e-9);
  if (!exact) {
    const double most = std::round(1e-3 * law.pressure_at(goal));
    now_felt = std::min(std::max(now_felt, felt + 1.0), most);
    if (now_felt <= felt) return z;
    down = std::max(0.0, law.depth_at(1e3 * now_felt) - z);
  }
  now_felt = std::clamp(now_felt, static_cast<double>(felt), kMostPressure);
  press_down(field, law, c, down, static_cast<std::uint16_t>(now_felt));
  // There may not have been as much soil.
  c.depth = exact ? v.start - field.height(c.place)
                  : z + std::min(down, v.height - field.height(c.place));
  c.sinks = true;
  return z;
}

// ---- where the soil goes

void Settle::press_down(ColumnField& field, const Law& law, const Covered& c, double depth,
                        std::uint16_t felt) {
  const Column& column = c.view.column;
  std::uint16_t volume = column.specific_volume;
  double left = depth;
  if (column.loose > 0) {
    // Together first, in whole units of specific volume, down to that of the bank. Parts of a unit even out over
    // the steps; what never reaches half of one goes aside.
    const double whole = 1.0 / (field.soil(column.loose_soil).density_bank * kVolumeUnit);
    const double unit =
        static_cast<double>(column.loose) * (kVolumeUnit / kMilligramsPerKilogram) / field.area();
    const double room = column.specific_volume - std::round(whole);
    const double units = std::min(std::round(left / unit), room);
    if (units > 0.0) {
      volume = static_cast<std::uint16_t>(volume - units);
      left = units < room ? 0.0 : std::max(0.0, left - units * unit);
    }
  }
  if (law.loose) {
    const double density = 1.0 / (volume * kVolumeUnit);
    const double most = static_cast<double>(column.loose);
    const double mass = left * field.area() * density * kMilligramsPerKilogram;
    aside_[column.loose_soil] +=
        field.take_loose(c.place, static_cast<Milligrams>(std::min(mass, most)));
  } else if (left > 0.0) {
    field.loosen(c.place, c.view.bank - left, [&](int soil, Milligrams mass) {
      aside_[static_cast<std::size_t>(soil)] += mass;
    });
  }
  // What went aside was loosened; what is left under the pad has felt it.
  Column after = field.column(c.place);
  if (after.loose > 0) after.specific_volume = volume;
  after.past_pressure = felt;
  field.set(c.place, after);
  // Between columns that the pad holds nothing slides.
  if (c.edge) field.activate_around(c.place);
}

void Settle::press_aside(ColumnField& field, Ledger& ledger, const Frame& frame, bool rolls) {
  // Two columns wide at least, so that one column that the patch does not cover is always among them.
  const double width =
      std::max(2.0 * frame.cell, 0.5 * std::min(frame.half_length, frame.half_width));
  Frame around = frame;
  around.half_width += width;
  if (!rolls) around.half_length += width;
  const Box box = box_of(field, around);
  // Under another pad only if there is no other place.
  for (const bool anywhere : {false, true}) {
    rim_.clear();
    for (int j = box.low.j; j <= box.high.j; ++j)
      for (int i = box.low.i; i <= box.high.i && rim_.size() < kMostRim; ++i) {
        const Vec2 place = field.place({i, j});
        if (!around.holds(place) || frame.meets(place)) continue;
        if (anywhere || !under_pad(place)) rim_.push_back({i, j});
      }
    if (!rim_.empty()) break;
  }
  const auto count = static_cast<Milligrams>(rim_.size());
  for (int soil = 0; soil < field.soil_count(); ++soil) {
    const Milligrams mass = aside_[static_cast<std::size_t>(soil)];
    if (mass == 0) continue;
    ledger.add(Transfer::settle, soil, mass);
    if (count == 0) ledger.add(Transfer::leave, soil, mass);  // over the edge of the site
    for (Milligrams k = 0; k < count; ++k) {
      // The last milligrams one each.
      const Milligrams part = mass / count + (k < mass % count ? 1 : 0);
      if (part == 0) break;
      const ColumnPlace to = rim_[static_cast<std::size_t>(k)];
      const Column before = field.column(to);
      const Milligrams renamed = field.add_loose(to, soil, part, field.loose_volume(soil));
      if (renamed > 0)
        ledger.add(Transfer::rename, part > before.loose ? before.loose_soil : soil, renamed);
      field.activate_around(to);
    }
  }
}

// ---- the step

/// Means over what the patch covers.
void Settle::judge(double area, PadResult& result) const {
  // Of a column at the edge only the mean depth is known, f z: under the pad it is no deeper than elsewhere.
  double deepest = 0.0;
  for (const Covered& c : covered_) deepest = std::max(deepest, c.depth);
  double whole = 0.0, failed = 0.0, capacity = 0.0;
  for (const Covered& c : covered_) {
    if (c.law < 0) {
      // Pressed down to where no soil is left.
      if (c.view.column.past_pressure == 0) continue;
      whole += c.share;
      const double depth = std::max(0.0, c.view.start - c.view.height);
      result.sinkage += c.share * depth, result.equilibrium += c.share * depth;
      capacity = std::numeric_limits<double>::infinity();
      continue;
    }
    const Law& law = laws_[static_cast<std::size_t>(c.law)];
    const double depth = std::min(c.depth / c.share, std::max(law.rest, deepest));
    whole += c.share;
    result.sinkage += c.share * depth;
    result.equilibrium += c.share * law.rest;
    capacity += c.share * (law.capacity.surface + law.capacity.per_depth * depth);
    if (c.sinks && law.rest > law.bekker_rest) failed += c.share;
  }
  result.failed = failed > 0.5 * whole;
  if (!(whole > 0.0)) return;
  double all = 0.0;
  for (const Covered& c : covered_) all += c.share;
  result.on_soil = whole >= 0.5 * all;
  result.sinkage /= whole, result.equilibrium /= whole;
  result.capacity = capacity / whole * area;
}

/// Planes of least squares through the columns, by their shares.
void Settle::find_slopes(const ColumnField& field, const Frame& frame, PadResult& result) const {
  double weight = 0.0, u_mean = 0.0, w_mean = 0.0, fresh_mean = 0.0, now_mean = 0.0;
  const auto place_of = [&](const Covered& c) {
    const Vec2 place = field.place(c.place);
    const double dx = place.x() - frame.x, dy = place.y() - frame.y;
    return Vec2(frame.cosine * dx + frame.sine * dy, frame.cosine * dy - frame.sine * dx);
  };
  // A column that the patch covers in part is as low under it as its neighbours.
  const auto now_of = [](const Covered& c) { return c.fresh - c.depth / c.share; };
  for (const Covered& c : covered_) {
    const Vec2 p = place_of(c);
    weight += c.share, u_mean += c.share * p.x(), w_mean += c.share * p.y();
    fresh_mean += c.share * c.fresh, now_mean += c.share * now_of(c);
  }
  if (!(weight > 0.0)) return;
  u_mean /= weight, w_mean /= weight, fresh_mean /= weight, now_mean /= weight;
  double uu = 0.0, ww = 0.0, uz = 0.0, wz = 0.0;
  for (const Covered& c : covered_) {
    const Vec2 p = place_of(c);
    const double u = p.x() - u_mean, w = p.y() - w_mean;
    uu += c.share * u * u, ww += c.share * w * w;
    uz += c.share * u * (c.fresh - fresh_mean), wz += c.share * w * (now_of(c) - now_mean);
  }
  // Patches of one column have no slope.
  const double least = 1e-3 * frame.cell * frame.cell * weight;
  if (uu > least) result.slope_along = std::clamp(uz / uu, -1.0, 1.0);
  if (ww > least) result.slope_across = std::clamp(wz / ww, -1.0, 1.0);
}

void Settle::press(ColumnField& field, Ledger& ledger, const Pad& pad, std::size_t k,
                   const Box& box, double dt) {
  PadResult& result = results_[k];
  laws_.clear();
  const double area = cover(field, pad, frames_[k], box);
  const double pressure = pad.load / area;
  pressures_[k] = pressure;
  double work = 0.0, most_work = 0.0;
  for (Covered& c : covered_) {
    c.law = law_of(field, pad, pressure, c.view);
    c.fresh = c.view.height;
    if (c.law < 0) continue;
    Law& law = laws_[static_cast<std::size_t>(c.law)];
    const double from = sink(field, law, c, pressure, dt);
    c.fresh += from;
    result.work += pressure * field.area() * std::max(0.0, c.depth - from);
    if (!pad.rolls || !c.sinks) continue;
    work += field.area() * c.strip * law.work(from / c.strip, c.depth / c.strip);
    most_work = std::max(most_work, law.work(0.0, law.rest));
  }
  judge(area, result);
  find_slopes(field, frames_[k], result);
  if (pad.rolls && std::abs(pad.speed) > kLeastSpeed)
    result.rolling = std::min(work / (std::abs(pad.speed) * dt), 4.0 * pad.half_width * most_work);
  for (const Milligrams mass : aside_) result.pressed += mass;
  if (result.pressed > 0) press_aside(field, ledger, frames_[k], pad.rolls);
}

void Settle::step(ColumnField& field, Ledger& ledger, std::span<const Pad> pads, double dt) {
  waiting_ = left_out_ = 0;
  if (pads.size() > kMostPads) {
    left_out_ = static_cast<int>(pads.size() - kMostPads);
    pads = pads.first(kMostPads);
  }
  results_.assign(pads.size(), {});
  frames_.clear();
  pressures_.assign(pads.size(), 0.0);
  around_ = {1e300, -1e300, 1e300, -1e300};
  if (pads.empty() || !(dt > 0.0) || !std::isfinite(dt)) return;
  std::int64_t room = kMostPadColumns;
  const auto count = static_cast<std::int64_t>(pads.size());
  const std::int64_t first = cursor_ > 0 ? cursor_ % count : 0;
  cursor_ = 0;
  for (const Pad& pad : pads) {
    const bool good = allowed(pad);
    left_out_ += good ? 0 : 1;
    frames_.push_back(good && pad.load > 0.0 ? frame_of(pad, field.cell()) : Frame{});
    const Frame& frame = frames_.back();
    if (!frame.presses()) continue;
    // Whatever it stands on; what presses on soil alone is known better.
    pressures_[frames_.size() - 1] = pad.load / (4.0 * pad.half_length * pad.half_width);
    const double reach = frame.half_length + frame.half_width;
    around_[0] = std::min(around_[0], pad.x - reach),
    around_[1] = std::max(around_[1], pad.x + reach);
    around_[2] = std::min(around_[2], pad.y - reach),
    around_[3] = std::max(around_[3], pad.y + reach);
  }
  for (std::int64_t turn = 0; turn < count; ++turn) {
    const auto k = static_cast<std::size_t>((first + turn) % count);
    const Frame& frame = frames_[k];
    if (!frame.presses()) continue;
    const Box box = box_of(field, frame);
    if (box.empty || !touches_soil(field, frame)) continue;
    const std::int64_t columns = box.columns();
    if (columns > kMostPadColumns) {
      ++left_out_;
      continue;
    }
    if (columns > room) {
      if (waiting_++ == 0) cursor_ = static_cast<std::int64_t>(k);
      room = 0;
      continue;
    }
    room -= columns;
    aside_.assign(static_cast<std::size_t>(field.soil_count()), 0);
    press(field, ledger, pads[k], k, box, dt);
  }
}

}  // namespace outrigger::soil
