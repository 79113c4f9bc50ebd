#include "soil/bed.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "math/elementary.h"

namespace outrigger::soil {

namespace {

constexpr int kMostBedColumns = 16384;
/// Of a column: 100,000 t, so that the sum of all columns fits with room for what slides together.
constexpr Milligrams kMostBedColumn = 100'000'000'000'000;
constexpr double kQuarterTurn = 1.570796326794896619;
constexpr double kBedLean = 0.1736481776669303489;  ///< cos 80°, sin 80°
constexpr double kBedLeanSine = 0.9848077530122080594;
constexpr int kBedWalls = 4;

void require_bed(bool good, const std::string& text) {
  if (!good) throw Error("a bed for soil: " + text);
}

/// Makes no text while all is well: states are restored during runs.
void require_state(bool good, const char* text) {
  if (!good) throw Error(std::string("the state of a bed: ") + text);
}

/// Wall that ends an axis at its low (sign < 0) or high end.
int wall_at(int axis, int sign) {
  return static_cast<int>(axis == 0 ? (sign > 0 ? BedWall::front : BedWall::rear)
                                    : (sign > 0 ? BedWall::left : BedWall::right));
}

}  // namespace

Bed::Bed(const BedShape& shape, std::vector<Soil> soils, const BedSettings& settings)
    : shape_(shape), soils_(std::move(soils)), settings_(settings) {
  walls_ = {shape.front, shape.rear, shape.left, shape.right};
  low_ = {shape.x_min, shape.y_min};
  const std::array<double, 2> size{shape.x_max - shape.x_min, shape.y_max - shape.y_min};
  require_bed(shape.cell >= 0.05 && shape.cell <= 0.5,
              fmt::format("a cell of {:g} m is not allowed: 0.05..0.5 m", shape.cell));
  require_bed(std::isfinite(shape.floor), "the height of its floor is not finite");
  for (const double wall : walls_)
    require_bed(wall >= 0.0 && wall <= 20.0,
                fmt::format("a wall of {:g} m is not allowed: 0..20 m", wall));
  for (std::size_t k = 0; k < 2; ++k) {
    require_bed(size[k] >= shape.cell && size[k] <= 1000.0 && std::isfinite(low_[k]),
                fmt::format("{:g} m along {} is not allowed: a cell at least, at most 1000 m",
                            size[k], k == 0 ? "x" : "y"));
    n_[k] = static_cast<int>(std::floor(size[k] / shape.cell + 0.5));
    d_[k] = size[k] / n_[k];
  }
  const auto count = static_cast<std::int64_t>(n_[0]) * n_[1];
  require_bed(count <= kMostBedColumns, fmt::format("{} × {} columns are not allowed: at most {}",
                                                    n_[0], n_[1], kMostBedColumns));
  require_bed(settings.most >= 1 && settings.share > 0.0 && settings.share <= 1.0 &&
                  settings.aim >= 0.0 && settings.gravity > 0.0 && settings.most_stuck >= 0.0 &&
                  settings.least_turn >= 0.0,
              "a setting is out of its range");
  require_bed(!soils_.empty() && soils_.size() <= 65536, "1 to 65536 soils are allowed");
  least_floor_ = std::numeric_limits<double>::infinity();
  for (const Soil& s : soils_) {
    require_bed(s.repose_angle >= 0.0 && s.start_angle >= s.repose_angle &&
                    s.start_angle < kQuarterTurn && s.steel_friction >= 0.0 &&
                    s.steel_friction < kQuarterTurn && s.adhesion >= 0.0,
                fmt::format("angles of {} are not allowed: 0 ≤ repose ≤ start < 90°, "
                            "0 ≤ friction on steel < 90°, adhesion ≥ 0",
                            s.name));
    const auto below = [&](double angle) {
      return elementary::tan(std::max(0.0, angle - settings_.aim));
    };
    const double rankine = elementary::tan(0.5 * (kQuarterTurn + s.repose_angle));
    // Friction on steel above the angle of repose: soil slides on itself before.
    const double floor = std::min(s.steel_friction, s.repose_angle);
    slopes_.push_back({elementary::tan(s.start_angle), elementary::tan(s.repose_angle),
                       below(s.repose_angle), elementary::tan(floor), below(floor),
                       rankine * rankine});
    least_floor_ = std::min(least_floor_, slopes_.back().floor);
  }
  depth_unit_ = kVolumeUnit / kMilligramsPerKilogram / (d_[0] * d_[1]);
  state_.columns.resize(static_cast<std::size_t>(count));
  state_.active.resize((state_.columns.size() + 63) / 64);
  state_.sliding.resize(static_cast<std::size_t>(n_[0] + n_[1]));
  line_known_.resize(state_.sliding.size());
  const auto most = static_cast<std::size_t>(std::min<std::int64_t>(settings_.most, count));
  places_.reserve(most);
  spilled_.reserve(2 * most);
  renamed_.reserve(std::max<std::size_t>(9, 2 * most));
}

void Bed::set_state(const BedState& s) {
  require_state(s.columns.size() == state_.columns.size() &&
                    s.active.size() == state_.active.size() &&
                    s.sliding.size() == state_.sliding.size(),
                "it is of another grid");
  for (std::size_t c = 0; c < s.columns.size(); ++c) {
    const BedColumn& k = s.columns[c];
    const bool possible = k.mass == 0 ? k == BedColumn{}
                                      : k.mass > 0 && k.mass <= 4 * kMostBedColumn &&
                                            k.specific_volume > 0 && k.soil < soils_.size() &&
                                            k.moving <= 1;
    if (!possible)
      throw Error(
          fmt::format("column {} of a bed cannot hold {} mg of soil {}", c, k.mass, k.soil));
  }
  const std::size_t last = s.columns.size() % 64;
  require_state(last == 0 || s.active.back() >> last == 0, "a column that is not there is active");
  for (std::size_t k = 0; k < s.sliding.size(); ++k) {
    const int most = k < static_cast<std::size_t>(n_[1]) ? n_[0] : n_[1];
    if (s.sliding[k] < 0 || s.sliding[k] > most)
      throw Error(fmt::format("line {} of a bed has no {} columns", k, s.sliding[k]));
  }
  const double length = s.up[0] * s.up[0] + s.up[1] * s.up[1] + s.up[2] * s.up[2];
  require_state(std::abs(length - 1.0) < 1e-9, "the direction up is no unit vector");
  const auto count = static_cast<std::int64_t>(s.columns.size());
  require_state(s.cursor >= 0 && s.cursor < count && s.shaken >= 0 && s.shaken <= 1 &&
                    s.changes >= 0 && s.open >= 0 && s.open < 1 << kBedWalls,
                "a counter is out of its range");
  state_ = s;
  spilled_.clear();
  renamed_.clear();
}

bool Bed::inside(double x, double y) const {
  return x >= shape_.x_min && x <= shape_.x_max && y >= shape_.y_min && y <= shape_.y_max;
}

int Bed::nearest(int axis, double along) const {
  const auto k = static_cast<std::size_t>(axis);
  const double t = (along - low_[k]) / d_[k];
  return t > 0.0 ? (t < n_[k] ? static_cast<int>(t) : n_[k] - 1) : 0;
}

double Bed::height_at(double x, double y) const { return height(nearest(0, x), nearest(1, y)); }

std::int64_t Bed::active_count() const {
  std::int64_t sum = 0;
  for (const std::uint64_t word : state_.active) sum += std::popcount(word);
  return sum;
}

void Bed::activate_around(int i, int j) {
  activate(index(i, j));
  if (i > 0) activate(index(i - 1, j));
  if (i + 1 < n_[0]) activate(index(i + 1, j));
  if (j > 0) activate(index(i, j - 1));
  if (j + 1 < n_[1]) activate(index(i, j + 1));
}

void Bed::activate_all() {
  for (std::size_t c = 0; c < state_.columns.size(); ++c)
    if (state_.columns[c].mass > 0) activate(c);
}

void Bed::put(std::size_t c, int soil, Milligrams mass, std::uint16_t specific_volume) {
  BedColumn& to = state_.columns[c];
  const auto kind = static_cast<std::uint16_t>(soil);
  if (to.mass == 0) {
    to = {0, specific_volume, kind, 0};
  } else if (to.soil != kind || to.specific_volume != specific_volume) {
    const auto old = static_cast<double>(to.mass), fresh = static_cast<double>(mass);
    to.specific_volume = static_cast<std::uint16_t>(
        std::lround((old * to.specific_volume + fresh * specific_volume) / (old + fresh)));
    if (to.soil != kind) {
      // The smaller share loses its name; of equal shares, what came.
      renamed_.push_back({soil, to.soil, mass});
      if (mass > to.mass) {
        renamed_.back() = {to.soil, soil, to.mass};
        to.soil = kind;
      }
    }
  }
  to.mass += mass;
}

Milligrams Bed::add(double x, double y, int soil, Milligrams mass, std::uint16_t specific_volume) {
  OUTRIGGER_ASSERT(specific_volume > 0);
  OUTRIGGER_ASSERT(soil >= 0 && static_cast<std::size_t>(soil) < soils_.size());
  renamed_.clear();
  if (mass <= 0) return 0;
  if (!inside(x, y)) return mass;
  const int i = nearest(0, x), j = nearest(1, y);
  const Milligrams sixteenth = mass / 16;
  // Shares that walls hold back join those of their column first: names go by what came in all.
  std::array<Milligrams, 9> parts{};
  Milligrams beside = 0;
  const auto inside_of = [](int k, int n) { return std::clamp(k, 0, n - 1); };
  for (int b = -1; b <= 1; ++b)
    for (int a = -1; a <= 1; ++a) {
      Milligrams part = sixteenth * (2 - std::abs(a)) * (2 - std::abs(b));
      if (a == 0 && b == 0) part += mass - 16 * sixteenth;
      const int to_i = inside_of(i + a, n_[0]), to_j = inside_of(j + b, n_[1]);
      const double depth = depth_at(index(to_i, to_j));
      // Soil flies over a wall, not through it.
      const bool over = (to_i != i + a && depth >= sill(wall_at(0, a))) ||
                        (to_j != j + b && depth >= sill(wall_at(1, b)));
      if (over) {
        beside += part;
      } else {
        parts[static_cast<std::size_t>(3 * (to_j - j + 1) + to_i - i + 1)] += part;
      }
    }
  for (int k = 0; k < 9; ++k) {
    const Milligrams part = parts[static_cast<std::size_t>(k)];
    if (part == 0) continue;
    const int to_i = i + k % 3 - 1, to_j = j + k / 3 - 1;
    const std::size_t c = index(to_i, to_j);
    if (part > kMostBedColumn - state_.columns[c].mass) {
      beside += part;
      continue;
    }
    put(c, soil, part, specific_volume);
    activate_around(to_i, to_j);
  }
  if (beside < mass) ++state_.changes;
  return beside;
}

/// Leans beyond 80° count as that.
void Bed::set_up() {
  u_ = state_.up;
  if (u_[2] >= kBedLean) return;
  const double level = std::sqrt(u_[0] * u_[0] + u_[1] * u_[1]);
  const double f = level > 0.0 ? kBedLeanSine / level : 0.0;
  u_ = {u_[0] * f, u_[1] * f, level > 0.0 ? kBedLean : 1.0};
}

/// Takes over a pose; false when it is as before.
bool Bed::turn(const BedPose& pose) {
  const double length = pose.up.norm();
  if (!std::isfinite(length) || !(length > 0.0)) return false;
  const Vec3 up = pose.up / length;
  const Vec3 old(state_.up[0], state_.up[1], state_.up[2]);
  const std::int64_t open = (pose.front_open ? 1 : 0) + (pose.rear_open ? 2 : 0) +
                            (pose.left_open ? 4 : 0) + (pose.right_open ? 8 : 0);
  const bool turned = (up - old).squaredNorm() > settings_.least_turn * settings_.least_turn;
  if (!turned && open == state_.open && !pose.shaken) return false;
  if (turned) state_.up = {up.x(), up.y(), up.z()};
  state_.open = open;
  if (pose.shaken) state_.shaken = 1;
  std::fill(state_.sliding.begin(), state_.sliding.end(), 0);
  return true;
}

/// Active columns in the order of the grid, from the cursor on, at most `most`.
void Bed::collect() {
  places_.clear();
  const auto most = static_cast<std::size_t>(settings_.most);
  const std::size_t words = state_.active.size();
  const auto from = static_cast<std::size_t>(state_.cursor);
  const std::uint64_t below = (std::uint64_t{1} << from % 64) - 1;
  // The word of the cursor comes twice: first what follows it, at last what precedes it.
  for (std::size_t k = 0; k <= words; ++k) {
    const std::size_t w = (from / 64 + k) % words;
    std::uint64_t bits = state_.active[w];
    if (k == 0) bits &= ~below;
    if (k == words) bits &= below;
    for (; bits != 0; bits &= bits - 1) {
      const std::size_t c = w * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      if (places_.size() == most) {
        state_.cursor = static_cast<std::int64_t>(c);
        return;
      }
      places_.push_back(c);
    }
  }
}

std::span<const BedSpill> Bed::update(const BedPose& pose) {
  spilled_.clear();
  renamed_.clear();
  if (turn(pose)) activate_all();
  collect();
  if (places_.empty()) {
    state_.shaken = 0;
    return {};
  }
  set_up();
  std::fill(line_known_.begin(), line_known_.end(), std::uint8_t{0});
  for (const std::size_t c : places_) look_at(c);
  return spilled_;
}

/// How many columns of a line slide on the floor, counted from its upper end.
int Bed::look_along(int axis, int line) {
  const auto k = static_cast<std::size_t>(axis);
  const double lean = std::abs(u_[k]) / u_[2], d = d_[k];
  const bool falls_low = u_[k] > 0.0;
  double thrust = 0.0, h = 0.0, passive = 0.0;
  int sliding = 0;
  for (int a = 0; a < n_[k]; ++a) {
    const int along = falls_low ? n_[k] - 1 - a : a;
    const std::size_t c = axis == 0 ? index(along, line) : index(line, along);
    const Slopes& slopes = slopes_[state_.columns[c].soil];
    h = depth_at(c);
    passive = 0.5 * slopes.passive;
    if (thrust > passive * h * h) {
      sliding = a + 1;
      thrust = passive * h * h;
    }
    thrust = std::max(0.0, thrust + h * d * (lean - slopes.floor));
  }
  const double over = std::max(0.0, h - sill(wall_at(axis, falls_low ? -1 : 1)));
  if (thrust > passive * (h * h - over * over)) sliding = n_[k];
  return sliding;
}

bool Bed::slides(int i, int j) {
  bool any = false;
  for (int axis = 0; axis < 2; ++axis) {
    const auto k = static_cast<std::size_t>(axis);
    if (std::abs(u_[k]) <= least_floor_ * u_[2]) continue;
    const int line = axis == 0 ? j : i, along = axis == 0 ? i : j;
    const auto at = static_cast<std::size_t>(axis == 0 ? line : n_[1] + line);
    const auto column = [&](int from_top) { return u_[k] > 0.0 ? n_[k] - 1 - from_top : from_top; };
    if (line_known_[at] == 0) {
      line_known_[at] = 1;
      const int count = look_along(axis, line);
      // What had come to rest on support that is gone.
      for (int a = state_.sliding[at]; a < count; ++a) {
        const std::size_t c = axis == 0 ? index(column(a), line) : index(line, column(a));
        if (state_.columns[c].mass > 0) activate(c);
      }
      state_.sliding[at] = count;
    }
    any = any || (u_[k] > 0.0 ? n_[k] - 1 - along : along) < state_.sliding[at];
  }
  return any;
}

Milligrams Bed::stuck(const BedColumn& s) const {
  const double adhesion = soils_[s.soil].adhesion;
  if (adhesion == 0.0 || state_.shaken != 0) return 0;
  const double volume = s.specific_volume * kVolumeUnit;
  const double layer = std::min(adhesion * volume / settings_.gravity, settings_.most_stuck);
  return static_cast<Milligrams>(layer * d_[0] * d_[1] / volume * kMilligramsPerKilogram);
}

Bed::Way Bed::way_down(int axis, int i, int j) const {
  const auto k = static_cast<std::size_t>(axis);
  const std::size_t c = index(i, j), step = axis == 0 ? 1 : static_cast<std::size_t>(n_[0]);
  const int along = axis == 0 ? i : j;
  const double here = depth_at(c);
  Way best;
  best.slope = -u_[k] / u_[2];
  for (const int sign : {-1, 1}) {
    const bool beyond = along + sign < 0 || along + sign >= n_[k];
    Way way;
    way.sign = sign;
    way.wall = beyond ? wall_at(axis, sign) : -1;
    way.run = beyond ? 0.5 * d_[k] : d_[k];
    way.to = beyond ? c : (sign < 0 ? c - step : c + step);
    const double there = beyond ? sill(way.wall) : depth_at(way.to);
    way.slope = sign * (there - here) / way.run;
    way.gradient = u_[k] + u_[2] * way.slope;
    if (-sign * way.gradient > std::abs(best.gradient)) best = way;
  }
  return best;
}

void Bed::give(int i, int j, int axis, const Way& way, Milligrams mass) {
  if (mass <= 0) return;
  const BedColumn giver = state_.columns[index(i, j)];
  if (way.wall < 0) {
    put(way.to, giver.soil, mass, giver.specific_volume);
    activate_around(axis == 0 ? i + way.sign : i, axis == 0 ? j : j + way.sign);
    return;
  }
  Vec3 place(x(i), y(j), shape_.floor + sill(way.wall));
  place[axis] += way.sign * way.run;
  spilled_.push_back({place, giver.soil, mass, giver.specific_volume});
}

void Bed::look_at(std::size_t c) {
  state_.active[c / 64] &= ~(std::uint64_t{1} << c % 64);
  const int i = static_cast<int>(c) % n_[0], j = static_cast<int>(c) / n_[0];
  BedColumn& s = state_.columns[c];
  if (s.mass > 0 && state_.up[2] <= 0.0) {
    // The mouth looks down: it falls out.
    const Milligrams mass = s.mass - stuck(s);
    if (mass > 0) {
      spilled_.push_back(
          {{x(i), y(j), shape_.floor + depth_at(c)}, s.soil, mass, s.specific_volume});
      s.mass -= mass;
      ++state_.changes;
    }
    s = s.mass == 0 ? BedColumn{} : BedColumn{s.mass, s.specific_volume, s.soil, 0};
  } else if (s.mass > 0) {
    const bool on_floor = slides(i, j);
    slide(i, j, on_floor);
  }
}

void Bed::slide(int i, int j, bool on_floor) {
  BedColumn& s = state_.columns[index(i, j)];
  const Slopes& slopes = slopes_[s.soil];
  const Way x = way_down(0, i, j), y = way_down(1, i, j);
  const bool moved = s.moving != 0;
  s.moving = 0;
  if (x.sign == 0 && y.sign == 0) return;

  // True slope; no bound when it overhangs.
  const double p = x.slope, q = y.slope, g_x = x.gradient, g_y = y.gradient;
  const double across = q * u_[0] - p * u_[1];
  const double sine = std::sqrt(g_x * g_x + g_y * g_y + across * across);
  const double cosine = u_[2] - u_[0] * p - u_[1] * q;
  const double stop = on_floor ? slopes.floor : (moved ? slopes.stop : slopes.start);
  const double aim = on_floor ? slopes.floor_aim : slopes.aim;
  if (sine <= stop * cosine) return;
  const Milligrams loose = s.mass - stuck(s);
  if (loose <= 0) return;

  const double w_x = std::abs(g_x) / (std::abs(g_x) + std::abs(g_y)), w_y = 1.0 - w_x;
  const double rise_x = 1.0 + (x.wall < 0 ? w_x : 0.0), rise_y = 1.0 + (y.wall < 0 ? w_y : 0.0);
  const double drop = w_x * std::abs(g_x) * x.run + w_y * std::abs(g_y) * y.run;
  double depth = drop / (u_[2] * (w_x * rise_x + w_y * rise_y));
  if (cosine > 0.0) {
    // Derivative of sine / cosine by the depth that is given.
    const double dp = x.sign * rise_x / x.run, dq = y.sign * rise_y / y.run;
    const double d_sine =
        (u_[2] * (g_x * dp + g_y * dq) + across * (u_[0] * dq - u_[1] * dp)) / sine;
    const double rate = (sine * (u_[0] * dp + u_[1] * dq) + d_sine * cosine) / (cosine * cosine);
    if (rate < 0.0) depth = std::min(depth, (sine / cosine - aim) / -rate);
  }
  depth *= settings_.share;
  const double most = depth / (s.specific_volume * depth_unit_);
  const Milligrams mass = most < static_cast<double>(loose) ? static_cast<Milligrams>(most) : loose;
  if (mass <= 0) return;

  // The rest of the division goes the steeper way: a last milligram must not wander across the bed.
  const auto less = static_cast<Milligrams>(static_cast<double>(mass) * std::min(w_x, w_y));
  const Milligrams for_x = w_x < w_y ? less : mass - less;
  give(i, j, 0, x, for_x);
  give(i, j, 1, y, mass - for_x);
  s.mass -= mass;
  s.moving = 1;
  if (s.mass == 0) s = {};
  ++state_.changes;
  activate_around(i, j);
}

Milligrams Bed::mass() const {
  Milligrams sum = 0;
  for (const BedColumn& s : state_.columns) sum += s.mass;
  return sum;
}

Milligrams Bed::mass_of(int soil) const {
  Milligrams sum = 0;
  for (const BedColumn& s : state_.columns) sum += s.soil == soil ? s.mass : 0;
  return sum;
}

int Bed::main_soil() const {
  int best = 0;
  Milligrams most = 0;
  for (int kind = 0; kind < static_cast<int>(soils_.size()); ++kind)
    if (const Milligrams mass = mass_of(kind); mass > most) best = kind, most = mass;
  return best;
}

double Bed::volume() const {
  double sum = 0.0;
  for (const BedColumn& s : state_.columns) sum += static_cast<double>(s.mass) * s.specific_volume;
  return sum * (kVolumeUnit / kMilligramsPerKilogram);
}

PayloadMoments Bed::moments() const {
  PayloadMoments sum;
  double xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, xz = 0.0, yz = 0.0;
  for (int j = 0; j < n_[1]; ++j)
    for (int i = 0; i < n_[0]; ++i) {
      const std::size_t c = index(i, j);
      if (state_.columns[c].mass == 0) continue;
      const double m = static_cast<double>(state_.columns[c].mass) / kMilligramsPerKilogram;
      const double h = depth_at(c), a = x(i), b = y(j), z = shape_.floor + 0.5 * h;
      sum.mass += m;
      sum.first += Vec3(m * a, m * b, m * z);
      xx += m * (a * a + d_[0] * d_[0] / 12.0), xy += m * a * b;
      yy += m * (b * b + d_[1] * d_[1] / 12.0), xz += m * a * z;
      zz += m * (z * z + h * h / 12.0), yz += m * b * z;
    }
  sum.second << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  return sum;
}

}  // namespace outrigger::soil
