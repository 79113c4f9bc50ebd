#include "soil/faces.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "math/elementary.h"

namespace outrigger::soil {

namespace {

constexpr int kRays = 8;
constexpr int kLongestRay = 32;
constexpr int kLongestStrip = 128;  ///< columns behind and ahead of a toe
/// Rays along the axes come first: of equal faces the first is taken.
constexpr std::array<ColumnPlace, kRays> kRaySteps{
    {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
constexpr std::array<ColumnPlace, kRays> kLateral{
    {{0, 1}, {1, 0}, {0, 1}, {1, 0}, {1, -1}, {1, 1}, {1, -1}, {1, 1}}};

ColumnPlace along(ColumnPlace c, ColumnPlace step, int count) {
  return {c.i + step.i * count, c.j + step.j * count};
}

double step_length(ColumnPlace step, double cell) {
  return step.i != 0 && step.j != 0 ? std::sqrt(2.0) * cell : cell;
}

/// How much two steps of a slope resemble each other, 0..1.
double likeness(double a, double b) {
  const double small = std::min(a, b), large = std::max(a, b);
  if (large <= 0.0) return 1.0;
  return std::max(0.0, small) / large;
}

/// Sine and cosine of the friction angle, and 4c/γ.
struct FaceStrength {
  double sine = 0.0, cosine = 1.0, length = 0.0;
};

FaceStrength strength_of(const Soil& soil, double cohesion_share, double gravity) {
  const elementary::SineCosine phi = elementary::sincos(soil.friction_angle);
  const double c = soil.cohesion * soil.hardness * cohesion_share;
  return {phi.sine, phi.cosine, 4.0 * c / (soil.density_bank * gravity)};
}

/// Culmann's height without load.
double height_of(const FaceStrength& s, double sine, double cosine) {
  // sin(β - φ) <= 0: no plane between slope and friction angle.
  if (sine * s.cosine <= cosine * s.sine) return std::numeric_limits<double>::infinity();
  const double difference = cosine * s.cosine + sine * s.sine;
  return s.length * sine * s.cosine / (1.0 - difference);
}

/// What a look needs to know beside the field.
struct Look {
  const ColumnField& field;
  const FaceSettings& settings;
  double cohesion_share;
  const SurchargeAt& surcharge;
  int kind = -1;  ///< whose strength is known
  FaceStrength strength = {};
  std::array<double, kRays> drop = {};  ///< from the last column looked at to its neighbours [m]
};

double share_of_cohesion(const FaceSettings& s, double wetness) {
  return 1.0 - (1.0 - s.wet_cohesion) * std::clamp(wetness, 0.0, 1.0);
}

/// Load on one column [Pa]; what is not a number, or pulls, is none.
double load_on(const Look& look, ColumnPlace c) {
  double load = static_cast<double>(look.field.column(c).loose) / kMilligramsPerKilogram *
                look.settings.gravity / look.field.area();
  if (!look.surcharge) return load;
  if (const double q = look.surcharge(c); q > 0.0 && std::isfinite(q)) load += q;
  return load;
}

/// Mean load on the columns behind a crest, as far as Culmann's wedge of this face reaches.
double load_behind(const Look& look, const FaceView& face) {
  const ColumnPlace step = kRaySteps[static_cast<std::size_t>(face.ray)];
  // The top of the wedge: H (cot((β + φ)/2) - cot β), with cot(x/2) = (1 + cos x)/sin x.
  const FaceStrength& s = look.strength;
  const double sine = face.sine * s.cosine + face.cosine * s.sine;
  const double cosine = face.cosine * s.cosine - face.sine * s.sine;
  const double reach = face.drop * ((1.0 + cosine) / sine - face.cosine / face.sine) /
                       step_length(step, look.field.cell());
  const int count =
      std::clamp(static_cast<int>(std::ceil(std::min(reach, 100.0))), 1, look.settings.cells);
  const double lowest = look.field.bank_height(face.crest) - 0.5 * look.field.cell();
  double sum = 0.0;
  for (int k = 0; k < count; ++k) {
    const ColumnPlace c = along(face.crest, step, -k);
    // The wedge ends where the ground behind the crest falls off, as towards a face that fell.
    if (!look.field.inside(c) || look.field.height(c) < lowest) break;
    sum += load_on(look, c);
  }
  return sum / count;
}

/// A face from a crest along a ray; keeps it when it is the worst so far.
void judge(Look& look, ColumnPlace crest, int ray, int cells, double run, FaceView& worst) {
  const ColumnField& field = look.field;
  const ColumnPlace toe = along(crest, kRaySteps[static_cast<std::size_t>(ray)], cells);
  const double drop = field.bank_height(crest) - field.height(toe);
  // Smaller steps are roughness of the grid.
  if (drop < 0.5 * field.cell()) return;
  const int kind = field.bank_soil(crest);
  if (kind < 0) return;
  const Soil& soil = field.soil(kind);
  const double g = look.settings.gravity;
  if (kind != look.kind) {
    look.kind = kind;
    look.strength = strength_of(soil, look.cohesion_share, g);
  }
  const double length = std::sqrt(drop * drop + run * run);
  FaceView face{0.0, crest, toe, ray, cells, drop, run, drop / length, run / length, kind};
  // Without load first: most faces are far from falling, and the load costs more than all else.
  double height = height_of(look.strength, face.sine, face.cosine);
  if (height > kNoFace * drop) return;
  height -= 2.0 * load_behind(look, face) / (soil.density_bank * g);
  face.safety = std::max(0.0, height / drop);
  if (face.safety < worst.safety * (1.0 - 1e-9)) worst = face;
}

/// Heights along a ray, from one column behind its start to one beyond its end; level beyond the site.
class RayHeights {
 public:
  RayHeights(const ColumnField& field, ColumnPlace c, ColumnPlace step, double here, int cells) {
    const auto room = [](int at, int way, int count) {
      return way > 0 ? count - 1 - at : (way < 0 ? at : kLongestRay + 1);
    };
    const int inside =
        std::min(room(c.i, step.i, field.columns()), room(c.j, step.j, field.rows()));
    last_ = std::min(cells, inside);
    const ColumnPlace behind = along(c, step, -1);
    z_[0] = field.inside(behind) ? field.height(behind) : here;
    z_[1] = here;
    for (int k = 1; k <= last_ + 1; ++k)
      z_[static_cast<std::size_t>(k + 1)] =
          k <= inside ? field.height(along(c, step, k)) : z_[static_cast<std::size_t>(k)];
  }
  int last() const { return last_; }
  double at(int k) const { return z_[static_cast<std::size_t>(k + 1)]; }

 private:
  std::array<double, kLongestRay + 3> z_;
  int last_ = 0;
};

/// Run of a face from column `from` of a ray to each further one; `sign` -1 looks from a toe upwards.
class FaceRun {
 public:
  FaceRun(const RayHeights& heights, double length, double sign, int from)
      : heights_(heights), length_(length), sign_(sign), from_(from) {}
  /// To be called for k = from + 1, from + 2, ...
  double to(int k) {
    const double d = drop(k);
    sum_ += length_ * std::max(likeness(d, drop(k - 1)), likeness(d, drop(k + 1)));
    const int cells = k - from_;
    const double least = std::max(0, cells - 2) * length_;
    const double run = std::max(sum_, least);
    if (cells == 1 || cells > 3) return run;
    // Two or three steps may be one wall that a blade has passed in part, unless the slope goes on.
    const double goes_on =
        std::max(likeness(drop(from_ + 1), drop(from_)), likeness(d, drop(k + 1)));
    return least + goes_on * (run - least);
  }

 private:
  double drop(int k) const { return sign_ * (heights_.at(k - 1) - heights_.at(k)); }

  const RayHeights& heights_;
  double length_, sign_;
  int from_;
  double sum_ = 0.0;
};

/// The worst face that has the column as its crest or behind its crest, or, when asked, as its toe.
FaceView worst_face(Look& look, ColumnPlace c, bool as_toe) {
  const ColumnField& field = look.field;
  FaceView worst;
  const double here = field.height(c);
  const int cells = look.settings.cells;
  bool known = false, loaded = false;
  for (int ray = 0; ray < kRays; ++ray) {
    const ColumnPlace step = kRaySteps[static_cast<std::size_t>(ray)];
    const ColumnPlace next = along(c, step, 1);
    look.drop[static_cast<std::size_t>(ray)] = 0.0;
    if (!field.inside(next)) continue;
    const double length = step_length(step, field.cell()), flat = 0.1 * length;
    double first = here - field.height(next);
    look.drop[static_cast<std::size_t>(ray)] = first;
    // A crest or toe just off a grid point has a small step beside it, and the next one tells. Rays along
    // the axes find it.
    int from = 0;
    if (const ColumnPlace second = along(c, step, 2);
        ray < 4 && std::abs(first) < flat && cells > 1 && field.inside(second))
      if (const double both = here - field.height(second); std::abs(both) > 0.5 * field.cell())
        first = both, from = 1;
    // Most columns lie on level ground, and only those that carry something matter to a face beyond.
    const bool level = std::abs(first) < flat;
    if (level && !known) loaded = load_on(look, c) > 0.0, known = true;
    if (level ? !loaded : first < 0.0 && !as_toe) continue;

    const RayHeights z(field, c, step, here, cells);
    const double sign = first < 0.0 && !level ? -1.0 : 1.0;
    if (level)
      while (from < z.last() && z.at(from) - z.at(from + 1) < 0.5 * field.cell()) ++from;
    FaceRun run(z, length, sign, from);
    for (int k = from + 1; k <= z.last(); ++k) {
      const double way = run.to(k);
      // Behind a crest and before a toe the ground is level: no face ends there.
      if (sign * (z.at(k - 1) - z.at(k)) < flat) continue;
      const double drop = sign * (z.at(from) - z.at(k));
      if (drop < 0.1 * length * (k - from) || drop < 0.25 * field.cell()) continue;
      if (sign > 0.0) {
        judge(look, along(c, step, from), ray, k - from, way, worst);
      } else {
        // The ray from the crest back to this column is the opposite one.
        const int back = ray < 4 ? (ray + 2) % 4 : 4 + (ray + 2) % 4;
        judge(look, along(c, step, k), back, k, way, worst);
      }
    }
  }
  return worst;
}

/// Of a column on a face, below one neighbour and above the opposite one: the lower of the two, else itself.
ColumnPlace foot_of(const Look& look, ColumnPlace c) {
  const double step = 0.25 * look.field.cell();
  for (std::size_t ray = 0; ray < 4; ++ray)
    if (look.drop[ray] > step && look.drop[(ray + 2) % 4] < -step)
      return along(c, kRaySteps[ray], 1);
  return c;
}

/// Puts soil on a column; the kind that loses its name by it is booked in `renamed`.
void put_fallen(ColumnField& field, ColumnPlace c, int kind, Milligrams mass,
                std::vector<Milligrams>& renamed) {
  const Column before = field.column(c);
  const Milligrams lost = field.add_loose(c, kind, mass, field.loose_volume(kind));
  if (lost > 0)
    renamed[static_cast<std::size_t>(mass > before.loose ? before.loose_soil : kind)] += lost;
}

/// Of bank soil on one column [m].
double thickness_of(const ColumnField& field, int kind, Milligrams mass) {
  return static_cast<double>(mass) /
         (kMilligramsPerKilogram * field.soil(kind).density_bank * field.area());
}

/// Potential energy of a loose layer, by gravity [kg m].
double energy_of(const ColumnField& field, ColumnPlace c) {
  return static_cast<double>(field.column(c).loose) / kMilligramsPerKilogram *
         (field.bank_height(c) + 0.5 * field.loose_depth(c));
}

}  // namespace

double critical_height(const Soil& soil, double sine, double cosine, double surcharge,
                       double cohesion_share, double gravity) {
  const double height = height_of(strength_of(soil, cohesion_share, gravity), sine, cosine);
  return std::max(0.0, height - 2.0 * surcharge / (soil.density_bank * gravity));
}

double safety_factor(const ColumnField& field, ColumnPlace c, const FaceSettings& settings,
                     double wetness, const SurchargeAt& surcharge) {
  if (!field.inside(c)) return kNoFace;
  Look look{field, settings, share_of_cohesion(settings, wetness), surcharge};
  return worst_face(look, c, true).safety;
}

Faces::Faces(const FaceSettings& settings) : settings_(settings) {
  const auto in = [](const char* key, double value, double low, double high) {
    if (!(value >= low && value <= high))
      throw Error(
          fmt::format("faces: {} of {:g} is not allowed: {:g} to {:g}", key, value, low, high));
  };
  in("gravity", settings.gravity, 1e-3, 1e3);
  in("cells", settings.cells, 1, kLongestRay);
  in("most", settings.most, 1, 256);
  in("falls", settings.falls, 1, 256);
  in("sweep", settings.sweep, 1, 1e6);
  in("wet_cohesion", settings.wet_cohesion, 0.0, 1.0);
  in("runout_slope", settings.runout_slope, 0.0, 1.0);
  in("half_width", settings.half_width, 0.0, 10.0);
  state_.queue.reserve(FaceState::kMostQueued);
  state_.clocks.reserve(FaceState::kMostClocks);
  cave_ins_.reserve(static_cast<std::size_t>(settings.falls));
  strip_.reserve(2 * kLongestStrip + 2);
  // As many kinds of soil as a field may have.
  for (auto* masses : {&bank_mass_, &loose_mass_, &renamed_}) masses->reserve(256);
}

void Faces::set_state(const FaceState& state) {
  const auto require = [](bool good, const char* what) {
    if (!good) throw Error(fmt::format("no faces can have this state: {}", what));
  };
  require(state.queue.size() <= FaceState::kMostQueued, "too many columns wait");
  require(state.clocks.size() <= FaceState::kMostClocks, "too many clocks");
  for (const FaceClock& c : state.clocks)
    require(c.spent >= 0.0 && std::isfinite(c.spent) && c.rate >= 0.0 && std::isfinite(c.rate),
            "a clock that does not run");
  require(state.next_clock >= 0 && state.sweep_cursor >= 0 && state.sweep_left >= 0,
          "a place below 0");
  require(state.wetness >= 0.0 && state.wetness <= 1.0 && state.swept_wetness >= 0.0 &&
              state.swept_wetness <= 1.0,
          "a wetness beyond 0 to 1");
  // Element by element: the room that was reserved stays.
  state_.queue.assign(state.queue.begin(), state.queue.end());
  state_.clocks.assign(state.clocks.begin(), state.clocks.end());
  state_.next_clock = state.next_clock;
  state_.sweep_cursor = state.sweep_cursor, state_.sweep_left = state.sweep_left;
  state_.wetness = state.wetness, state_.swept_wetness = state.swept_wetness;
  cave_ins_.clear();
}

void Faces::wake(const ColumnField& field, ColumnPlace c) {
  if (!field.inside(c)) return;
  const FacePlace place{c.i, c.j};
  // Tools wake the same few columns again and again.
  const std::size_t recent = std::min<std::size_t>(16, state_.queue.size());
  if (std::find(state_.queue.end() - static_cast<std::ptrdiff_t>(recent), state_.queue.end(),
                place) != state_.queue.end())
    return;
  if (state_.queue.size() >= FaceState::kMostQueued) {
    wake_all(field);
    return;
  }
  state_.queue.push_back(place);
}

void Faces::wake_all(const ColumnField& field) {
  state_.sweep_left = static_cast<std::int64_t>(field.columns()) * field.rows();
}

void Faces::set_wetness(const ColumnField& field, double wetness) {
  if (!std::isfinite(wetness))
    throw Error(fmt::format("a wetness of {:g} is not allowed: 0 to 1", wetness));
  state_.wetness = std::clamp(wetness, 0.0, 1.0);
  if (state_.wetness < state_.swept_wetness) state_.swept_wetness = state_.wetness;
  if (state_.wetness < state_.swept_wetness + 0.01) return;
  state_.swept_wetness = state_.wetness;
  wake_all(field);
}

void Faces::run_sweep(const ColumnField& field) {
  const std::int64_t whole = static_cast<std::int64_t>(field.columns()) * field.rows();
  for (int k = 0; k < settings_.sweep && state_.sweep_left > 0; ++k) {
    // Room is left for columns that tools wake.
    if (state_.queue.size() >= FaceState::kMostQueued / 2) return;
    const std::int64_t at = state_.sweep_cursor % whole;
    const ColumnPlace c{static_cast<int>(at % field.columns()),
                        static_cast<int>(at / field.columns())};
    state_.sweep_cursor = (at + 1) % whole;
    --state_.sweep_left;
    // Ground that is nowhere steeper than 27° to its neighbours is no crest.
    const double low = field.height(c) - 0.5 * field.cell();
    for (int ray = 0; ray < 4; ++ray) {
      const ColumnPlace beside = along(c, kRaySteps[static_cast<std::size_t>(ray)], 1);
      if (!field.inside(beside) || field.height(beside) > low) continue;
      wake(field, c);
      break;
    }
  }
}

void Faces::set_clock(ColumnPlace crest, const FaceView& view, const ColumnField& field) {
  const FacePlace place{crest.i, crest.j};
  auto clock = std::find_if(state_.clocks.begin(), state_.clocks.end(),
                            [&](const FaceClock& c) { return c.crest == place; });
  if (view.safety >= 1.0) {
    if (clock != state_.clocks.end()) state_.clocks.erase(clock);
    return;
  }
  if (clock == state_.clocks.end()) {
    if (state_.clocks.size() >= FaceState::kMostClocks) {
      wake_all(field);  // found again when others have fallen
      return;
    }
    state_.clocks.push_back({place, 0.0, 0.0});
    clock = state_.clocks.end() - 1;
  }
  const double time =
      field.soil(view.soil).stand_up_time * std::clamp((view.safety - 0.8) / 0.2, 0.0, 1.0);
  if (time <= 0.0) clock->spent = 1.0;
  clock->rate = time > 0.0 ? 1.0 / time : 0.0;
}

void Faces::look_at(const ColumnField& field, ColumnPlace c, const SurchargeAt& surcharge) {
  if (!field.inside(c)) return;
  Look look{field, settings_, share_of_cohesion(settings_, state_.wetness), surcharge};
  FaceView view = worst_face(look, c, true);
  // The height of a wall does not change where its middle is cut, but its steepness does.
  if (const ColumnPlace foot = foot_of(look, c); foot != c)
    if (const FaceView whole = worst_face(look, foot, true); whole.safety < view.safety)
      view = whole;
  if (view.safety < 1.0) set_clock(view.crest, view, field);
}

void Faces::look_at_clocks(const ColumnField& field, const SurchargeAt& surcharge) {
  Look look{field, settings_, share_of_cohesion(settings_, state_.wetness), surcharge};
  const int count = std::min<int>(settings_.most / 2 + 1, static_cast<int>(state_.clocks.size()));
  for (int k = 0; k < count && !state_.clocks.empty(); ++k) {
    const auto size = static_cast<std::int64_t>(state_.clocks.size());
    state_.next_clock %= size;
    const FacePlace p = state_.clocks[static_cast<std::size_t>(state_.next_clock)].crest;
    const ColumnPlace crest{p.i, p.j};
    set_clock(crest, field.inside(crest) ? worst_face(look, crest, false) : FaceView{}, field);
    // One that was removed has made room for the next.
    if (static_cast<std::int64_t>(state_.clocks.size()) == size) ++state_.next_clock;
  }
}

int Faces::step(ColumnField& field, Ledger& ledger, double dt, const SurchargeAt& surcharge) {
  cave_ins_.clear();
  if (state_.sweep_left > 0) run_sweep(field);
  const int looks = std::min<int>(settings_.most, static_cast<int>(state_.queue.size()));
  for (int k = 0; k < looks; ++k)
    look_at(
        field,
        {state_.queue[static_cast<std::size_t>(k)].i, state_.queue[static_cast<std::size_t>(k)].j},
        surcharge);
  state_.queue.erase(state_.queue.begin(), state_.queue.begin() + looks);
  look_at_clocks(field, surcharge);
  if (dt > 0.0 && std::isfinite(dt))
    for (FaceClock& c : state_.clocks) c.spent += dt * c.rate;

  Look look{field, settings_, share_of_cohesion(settings_, state_.wetness), surcharge};
  int fallen = 0, tried = 0;
  for (std::size_t k = 0;
       k < state_.clocks.size() && fallen < settings_.falls && tried < settings_.most;) {
    if (state_.clocks[k].spent < 1.0) {
      ++k;
      continue;
    }
    ++tried;
    const FacePlace p = state_.clocks[k].crest;
    state_.clocks.erase(state_.clocks.begin() + static_cast<std::ptrdiff_t>(k));
    if (!field.inside({p.i, p.j})) continue;
    // The ground may have changed since the last look.
    const FaceView view = worst_face(look, {p.i, p.j}, false);
    if (view.safety < 1.0 && fall(field, ledger, view)) ++fallen;
  }
  return fallen;
}

bool Faces::fall(ColumnField& field, Ledger& ledger, const FaceView& view) {
  const ColumnPlace step = kRaySteps[static_cast<std::size_t>(view.ray)];
  const ColumnPlace side = kLateral[static_cast<std::size_t>(view.ray)];
  const bool diagonal = step.i != 0 && step.j != 0;
  const double z_toe = field.height(view.toe);
  const double free_below = z_toe + 0.25 * view.drop;
  const double spacing = diagonal ? field.cell() * std::sqrt(0.5) : field.cell();
  const double half = std::min(settings_.half_width, 0.5 * view.drop);
  const int most = static_cast<int>(half / spacing);
  // Along a diagonal face, columns of both colours of the board, else every second would stay.
  const auto toe_beside = [&](int l) {
    if (!diagonal) return along(view.toe, side, l);
    const int a = l > 0 ? (l + 1) / 2 : (l - 1) / 2, b = l / 2;
    return ColumnPlace{view.toe.i + side.i * a, view.toe.j + side.j * b};
  };
  int deepest = 0;
  Milligrams mass = 0;
  const auto fall_at = [&](ColumnPlace toe) {
    mass += fall_strip(field, ledger, view, toe, z_toe);
    deepest = std::max(deepest, fallen_columns_);
  };
  fall_at(view.toe);
  if (mass == 0) return false;
  // Along the face on both sides, as far as the toe is free.
  for (const int sign : {1, -1}) {
    int l = 1;
    for (; l <= most; ++l) {
      const ColumnPlace toe = toe_beside(sign * l);
      if (!field.inside(toe) || field.height(toe) > free_below) break;
      fall_at(toe);
    }
    // What stands beside it has a new face, towards the gap.
    for (int m = 1; m <= deepest; ++m) wake(field, along(toe_beside(sign * l), step, -m));
  }
  cave_ins_.push_back({view.crest, view.toe, view.soil, view.drop, mass});
  return true;
}

double Faces::loosen_strip(ColumnField& field, const FaceView& view, double z_toe) {
  // Bank slab by slab, so that a stronger layer that stands by itself stays.
  const double share = share_of_cohesion(settings_, state_.wetness);
  double energy = 0.0;
  for (StripColumn& s : strip_) {
    energy += energy_of(field, s.place);
    if (!s.failed) continue;
    if (s.before.loose > 0)
      loose_mass_[s.before.loose_soil] += field.take_loose(s.place, s.before.loose);
    double top = field.bank_height(s.place);
    const auto stands = [&](int kind, double z) {
      return kind < 0 ||
             (kind != view.soil && critical_height(field.soil(kind), 1.0, 0.0, 0.0, share,
                                                   settings_.gravity) > z - z_toe);
    };
    for (double z = top; z > s.base && !stands(field.bank_soil(s.place), z);) {
      z = std::max(s.base, z - field.cell());
      // A slab ends where a layer begins that stands.
      const Column whole = field.column(s.place);
      double border = top, above = top;
      bool crossed = false;
      field.loosen(s.place, z, [&](int kind, Milligrams mass) {
        if (stands(kind, border)) crossed = true;
        border -= thickness_of(field, kind, mass);
        if (!crossed) above = border;
      });
      field.set(s.place, whole);
      if (crossed) z = above + 1e-9;
      field.loosen(s.place, z, [&](int kind, Milligrams mass) {
        const double thickness = thickness_of(field, kind, mass);
        bank_mass_[static_cast<std::size_t>(kind)] += mass;
        energy += static_cast<double>(mass) / kMilligramsPerKilogram * (top - 0.5 * thickness);
        top -= thickness;
      });
      if (crossed) break;
    }
    s.base = field.bank_height(s.place);
  }
  return energy;
}

double Faces::lay_out(double swollen) {
  // The line below which it comes to lie: by bisection, then scaled.
  double low = 1e300, high = -1e300;
  for (const StripColumn& s : strip_) {
    low = std::min(low, s.base + settings_.runout_slope * s.x);
    high = std::max(high, s.base + settings_.runout_slope * s.x);
  }
  high += swollen;
  double sum = 0.0;
  for (int k = 0; k < 30; ++k) {
    const double middle = 0.5 * (low + high);
    sum = 0.0;
    for (StripColumn& s : strip_) {
      s.depth = std::max(0.0, middle - settings_.runout_slope * s.x - s.base);
      sum += s.depth;
    }
    (sum > swollen ? high : low) = middle;
  }
  return sum;
}

void Faces::deal_out(ColumnField& field, double sum) {
  // In shares of depth; what is left of a kind after rounding goes with the last that gets any.
  std::size_t final = 0;
  for (std::size_t k = 0; k < strip_.size(); ++k)
    if (strip_[k].depth > 0.0) final = k;
  for (int kind = 0; kind < field.soil_count(); ++kind) {
    const Milligrams whole =
        bank_mass_[static_cast<std::size_t>(kind)] + loose_mass_[static_cast<std::size_t>(kind)];
    double passed = 0.0;
    Milligrams given = 0;
    for (std::size_t k = 0; k <= final && given < whole; ++k) {
      passed += strip_[k].depth;
      const auto part = static_cast<Milligrams>(static_cast<double>(whole) * (passed / sum));
      const Milligrams until = k == final ? whole : std::min(whole, part);
      if (until > given) put_fallen(field, strip_[k].place, kind, until - given, renamed_);
      given = std::max(given, until);
    }
  }
}

Milligrams Faces::fall_strip(ColumnField& field, Ledger& ledger, const FaceView& view,
                             ColumnPlace toe, double z_toe) {
  fallen_columns_ = 0;
  const ColumnPlace step = kRaySteps[static_cast<std::size_t>(view.ray)];
  const double length = step_length(step, field.cell());
  const double phi = field.soil(view.soil).friction_angle;
  const double plane = elementary::tan(0.5 * (elementary::atan2(view.sine, view.cosine) + phi));
  // The true toe and crest lie between columns, by equal parts of what the run is short of them.
  const double before_toe = 0.5 * (view.cells * length - view.run);
  const auto behind = [&](ColumnPlace c) {
    return ((view.toe.i - c.i) * step.i + (view.toe.j - c.j) * step.j) * field.cell() *
               field.cell() / length -
           before_toe;
  };

  // What fails, from the toe backwards.
  strip_.clear();
  int last = 0;
  for (int m = 1; m <= kLongestStrip; ++m) {
    const ColumnPlace c = along(toe, step, -m);
    if (!field.inside(c)) break;
    const double x = behind(c), top = field.bank_height(c);
    const double base = z_toe + std::max(0.0, x) * plane;
    const bool failed = x > 0.0 && top > base && field.bank_soil(c) >= 0;
    if (!failed && m > view.cells) break;
    if (failed) last = m;
    strip_.push_back({c, field.column(c), -x, failed ? base : field.height(c), 0.0, failed});
  }
  if (last == 0) return 0;
  strip_.resize(static_cast<std::size_t>(last));
  // Ahead to the next wall.
  const double z_crest = z_toe + view.drop;
  for (int m = 0; m <= kLongestStrip; ++m) {
    const ColumnPlace c = along(toe, step, m);
    if (!field.inside(c) || field.height(c) >= z_crest) break;
    strip_.push_back({c, field.column(c), -behind(c), field.height(c), 0.0, false});
  }

  const auto kinds = static_cast<std::size_t>(field.soil_count());
  for (auto* masses : {&bank_mass_, &loose_mass_, &renamed_}) masses->assign(kinds, 0);
  const double energy = loosen_strip(field, view, z_toe);
  Milligrams fallen = 0;
  double swollen = 0.0;  // depth over one column
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    fallen += bank_mass_[kind];
    swollen += static_cast<double>(bank_mass_[kind] + loose_mass_[kind]) / kMilligramsPerKilogram *
               (field.loose_volume(static_cast<int>(kind)) * kVolumeUnit) / field.area();
  }
  double after = std::numeric_limits<double>::infinity();
  if (const double sum = lay_out(swollen); fallen > 0 && sum > 0.0) {
    deal_out(field, sum);
    after = 0.0;
    for (const StripColumn& s : strip_) after += energy_of(field, s.place);
  }
  // Soil falls; what would have to rise, as in a slot that it fills, stands.
  if (!(after < energy)) {
    for (const StripColumn& s : strip_) field.set(s.place, s.before);
    return 0;
  }
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    const int k = static_cast<int>(kind);
    if (bank_mass_[kind] > 0) ledger.add(Transfer::cave_in, k, bank_mass_[kind]);
    if (loose_mass_[kind] > 0) ledger.add(Transfer::slump, k, loose_mass_[kind]);
    if (renamed_[kind] > 0) ledger.add(Transfer::rename, k, renamed_[kind]);
  }
  for (const StripColumn& s : strip_) {
    Column column = field.column(s.place);
    if (column == s.before) continue;
    column.moving = column.loose > 0 ? 1 : 0;
    field.set(s.place, column);
    field.activate_around(s.place);
  }
  // What stood behind it has a new face.
  wake(field, along(strip_[static_cast<std::size_t>(last) - 1].place, step, -1));
  wake(field, toe);
  fallen_columns_ = last;
  return fallen;
}

}  // namespace outrigger::soil
