/// A face of bank soil stands up to Culmann's critical height and falls beyond it: vertical or inclined, loaded
/// at its crest, wetted, after a time that shrinks with the safety factor. What falls is one event, to the
/// milligram, never raises potential energy, and runs out as far as collapsing columns do.
#include "soil/faces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "base/error.h"
#include "soil/columns.h"
#include "soil/slump.h"

namespace outrigger::soil {
namespace {

using testing::kDegree;
using testing::Surface;

constexpr double kWeight = 9.81;

Soil face_soil(const char* name, double bank, double loose, double cohesion, double friction,
               double repose, double stand_up_time) {
  Soil s;
  s.name = name;
  s.density_bank = bank, s.density_loose = loose;
  s.cohesion = cohesion, s.friction_angle = friction * kDegree;
  s.repose_angle = repose * kDegree, s.start_angle = (repose + 3.0) * kDegree;
  s.stand_up_time = stand_up_time;
  return s;
}

/// The five soils of the sites, with their critical heights from the literature [m].
struct FaceSoil {
  Soil soil;
  double vertical = 0.0;
};
std::vector<FaceSoil> five_soils() {
  return {{face_soil("dry_sand", 1600, 1420, 500, 33, 34, 0), 0.23},
          {face_soil("sandy_loam", 1540, 1250, 10000, 35, 38, 3600), 5.09},
          {face_soil("clay", 2020, 1660, 35000, 10, 42, 14400), 8.42},
          {face_soil("gravel", 1690, 1510, 1000, 39, 37, 0), 0.51},
          {face_soil("top_soil", 1370, 950, 6000, 28, 40, 1800), 2.97}};
}
Soil loam() { return five_soils()[1].soil; }

double vertical_height(const Soil& s) { return critical_height(s, 1.0, 0.0, 0.0); }

/// A site of one soil (or layers) 15 m deep, with a surface z(x, y).
ColumnField face_site(std::vector<Soil> soils, double size_x, double size_y,
                      std::function<double(double, double)> height, double cell = 0.1,
                      std::vector<Layer> layers = {{0, 15.0}}) {
  FieldSettings s;
  s.cell = cell;
  // A grid point at the origin.
  s.x_max = cell * std::ceil(0.5 * size_x / cell), s.x_min = -s.x_max;
  s.y_max = cell * std::ceil(0.5 * size_y / cell), s.y_min = -s.y_max;
  s.soils = std::move(soils);
  s.strata = {{std::move(layers)}};
  return ColumnField(s, std::make_shared<Surface>(std::move(height), 0));
}

/// High ground towards -a, for a wall across direction a.
std::function<double(double, double)> wall(double height, double angle = 0.0) {
  // Off the grid points, so that rounding does not choose their side.
  const double x = std::cos(angle), y = std::sin(angle);
  return [=](double px, double py) { return px * x + py * y < 0.04 ? height : 0.0; };
}

/// Steps until a face falls, at most `most` times; returns the time, or -1.
double time_to_fall(Faces& faces, ColumnField& field, Ledger& ledger, double dt, int most,
                    const SurchargeAt& load = {}) {
  for (int k = 1; k <= most; ++k)
    if (faces.step(field, ledger, dt, load) > 0) return k * dt;
  return -1.0;
}

/// Whether a face of this soil falls within four stand-up times after its column at (x, y) was touched.
bool falls(ColumnField& field, double x, double y, const FaceSettings& settings = {},
           const SurchargeAt& load = {}, double wetness = 0.0) {
  Ledger ledger(field.soil_count());
  Faces faces(settings);
  faces.set_wetness(field, wetness);
  faces.wake(field, field.column_at(x, y));
  const double dt = std::max(1.0, 4.0 * field.soil(0).stand_up_time / 100.0);
  return time_to_fall(faces, field, ledger, dt, 100, load) > 0.0;
}

/// Mass × height of all soil [kg m].
double potential_energy(const ColumnField& field) {
  double sum = 0.0;
  const double area = field.area();
  ColumnField start = field.untouched();
  for (int j = 0; j < field.rows(); ++j)
    for (int i = 0; i < field.columns(); ++i) {
      const ColumnPlace c{i, j};
      const Column column = field.column(c);
      const double bank = field.bank_height(c);
      sum += static_cast<double>(column.loose) * 1e-6 * (bank + 0.5 * field.loose_depth(c));
      if (column.bank == 0) continue;
      double top = start.height(c);
      for (const Layer& layer : field.settings().strata[0].layers) {
        const double low = top - layer.thickness, high = std::min(top, bank);
        if (high > low)
          sum += field.soil(layer.soil).density_bank * area * 0.5 * (high * high - low * low);
        top = low;
      }
    }
  return sum;
}

TEST(Faces, CriticalHeightIsTheLeastOverAllPlanes) {
  // Equilibrium of the wedge above a plane at θ, with a load q on its top:
  //   (γH/2 + q) sin(β - θ) sin(θ - φ)/sin β = c cos φ
  for (const FaceSoil& f : five_soils()) {
    const Soil& s = f.soil;
    const double gamma = s.density_bank * kWeight, phi = s.friction_angle;
    EXPECT_NEAR(vertical_height(s), f.vertical, 0.006) << s.name << ": printed with two digits";
    for (const double degrees : {90.0, 75.0, 60.0})
      for (const double q : {0.0, 500.0}) {
        const double beta = degrees * kDegree;
        double least = 1e300;
        for (double t = phi + 1e-3; t < beta - 1e-3; t += 1e-4) {
          const double both = std::sin(beta - t) * std::sin(t - phi) / std::sin(beta);
          least = std::min(least, 2.0 / gamma * (s.cohesion * std::cos(phi) / both - q));
        }
        EXPECT_NEAR(critical_height(s, std::sin(beta), std::cos(beta), q), std::max(0.0, least),
                    1e-6 * std::abs(least) + 1e-9)
            << s.name << " " << degrees;
      }
    EXPECT_EQ(critical_height(s, std::sin(phi), std::cos(phi), 0.0),
              std::numeric_limits<double>::infinity());
  }
  // Loam wetted to a fifth of its cohesion.
  const double published[3] = {1.02, 1.79, 4.01};
  for (int k = 0; k < 3; ++k) {
    const double beta = (90.0 - 15.0 * k) * kDegree;
    EXPECT_NEAR(critical_height(loam(), std::sin(beta), std::cos(beta), 0.0, 0.2), published[k],
                0.006);
  }
}

TEST(Faces, VerticalCutsStandBelowAndFallAboveTheCriticalHeight) {
  for (const FaceSoil& f : five_soils())
    for (const double degrees : {0.0, 90.0, 180.0, 45.0, 225.0})
      for (const double share : {0.95, 1.05}) {
        const double height = share * vertical_height(f.soil);
        // Room for the wedge behind the crest and for what runs out.
        const double size = std::max(4.0, 3.0 * height);
        ColumnField field = face_site({f.soil}, size, size, wall(height, degrees * kDegree));
        EXPECT_EQ(
            falls(field, 0.1 * std::cos(degrees * kDegree), 0.1 * std::sin(degrees * kDegree)),
            share > 1.0)
            << f.soil.name << " " << degrees << "° at " << share;
        EXPECT_EQ(field.added_mass(), 0);
      }
}

TEST(Faces, InclinedCutsStandBelowAndFallAboveTheCriticalHeight) {
  // Slopes of more than three cells, on any place of the grid.
  struct Inclined {
    FaceSoil soil;
    double degrees, cell, wetness;
  };
  const std::vector<FaceSoil> soils = five_soils();
  for (const Inclined& t : {Inclined{soils[1], 75.0, 0.1, 1.0}, Inclined{soils[1], 60.0, 0.2, 1.0},
                            Inclined{soils[2], 80.0, 0.1, 0.0}, Inclined{soils[3], 75.0, 0.05, 0.0},
                            Inclined{soils[4], 75.0, 0.1, 0.0}})
    for (const double shift : {0.0, 0.3, 0.7})
      for (const double share : {0.95, 1.05}) {
        FaceSettings settings;
        settings.cells = 32;
        const double tangent = std::tan(t.degrees * kDegree);
        const double kept = 1.0 - (1.0 - settings.wet_cohesion) * t.wetness;
        const double height = share * critical_height(t.soil.soil, std::sin(t.degrees * kDegree),
                                                      std::cos(t.degrees * kDegree), 0.0, kept);
        const double run = height / tangent;
        ColumnField field = face_site(
            {t.soil.soil}, std::max(4.0, 3.0 * height), 1.0,
            [=](double x, double) {
              return std::clamp(height - (x - shift * t.cell) * tangent, 0.0, height);
            },
            t.cell);
        // The toe, where a blade would cut.
        const double toe = t.cell * std::ceil(run / t.cell + shift - 1e-9);
        EXPECT_NEAR(safety_factor(field, field.column_at(toe, 0.0), settings, t.wetness),
                    1.0 / share, 0.02)
            << t.soil.soil.name << " " << t.degrees << "° shift " << shift;
        EXPECT_EQ(falls(field, toe, 0.0, settings, {}, t.wetness), share > 1.0)
            << t.soil.soil.name << " " << t.degrees << "° shift " << shift << " at " << share;
        EXPECT_EQ(field.added_mass(), 0);
      }
}

TEST(Faces, AWallOfWhichAColumnWasPassedInPartIsStillVertical) {
  // A blade leaves a column of a wall at any height between the floor and the top.
  const double height = 1.05 * vertical_height(loam());
  for (const double part : {0.1, 0.3, 0.5, 0.8}) {
    ColumnField field = face_site({loam()}, 16.0, 1.0, [=](double x, double) {
      return x < -0.04 ? height : (x < 0.04 ? part * height : 0.0);
    });
    EXPECT_NEAR(safety_factor(field, field.column_at(0.1, 0.0)), 1.0 / 1.05, 0.01) << part;
    // Whichever of the three columns was touched.
    for (const double x : {-0.1, 0.0, 0.1}) {
      ColumnField copy = field;
      EXPECT_TRUE(falls(copy, x, 0.0)) << part << " " << x;
    }
  }
}

TEST(Faces, ALoadAtTheCrestLowersTheCriticalHeightByTwiceTheLoadOverTheUnitWeight) {
  FaceSettings settings;
  settings.cells = 32;
  for (const FaceSoil& f : five_soils()) {
    if (f.vertical < 1.0) continue;  // their loads are thinner than the grid is fine
    const double gamma = f.soil.density_bank * kWeight, whole = vertical_height(f.soil);
    const double height = 0.7 * whole;
    const auto site = [&] { return face_site({f.soil}, 3.5 * whole, 1.0, wall(height)); };
    for (const double share : {0.95, 1.05}) {
      // H = share · (H_c - 2q/γ)
      const double q = 0.5 * gamma * (whole - height / share);
      // By the caller, as a wheel or a stack of plates.
      ColumnField loaded = site();
      const SurchargeAt load = [&](ColumnPlace c) { return loaded.place(c).x() < 0.04 ? q : 0.0; };
      EXPECT_EQ(falls(loaded, 0.1, 0.0, settings, load), share > 1.0)
          << f.soil.name << " " << share;
      // As spoil that lies there.
      ColumnField spoil = site();
      const auto mass = static_cast<Milligrams>(q / kWeight * spoil.area() * 1e6);
      for (int j = 0; j < spoil.rows(); ++j)
        for (int i = 0; i < spoil.columns(); ++i)
          if (spoil.place({i, j}).x() < 0.04)
            spoil.add_loose({i, j}, 0, mass, spoil.loose_volume(0));
      ColumnField behind = spoil;
      EXPECT_EQ(falls(spoil, 0.1, 0.0, settings), share > 1.0) << f.soil.name << " " << share;
      // A column behind the crest was touched, because soil came to lie on it.
      EXPECT_EQ(falls(behind, -0.5, 0.0, settings), share > 1.0) << f.soil.name << " " << share;
    }
    // Beyond the wedge, whose top is H tan(45° - φ/2) wide, a load does nothing.
    const double reach = height * std::tan(0.25 * M_PI - 0.5 * f.soil.friction_angle);
    ColumnField far = site();
    EXPECT_FALSE(falls(far, 0.1, 0.0, settings, [&](ColumnPlace c) {
      return far.place(c).x() < -reach - 0.15 ? 1e6 : 0.0;
    }));
  }
}

TEST(Faces, WetSoilFallsWhereDrySoilStands) {
  // A wall of 1.2 m: loam stands 5.09 m dry and 1.02 m soaked.
  ColumnField field = face_site({loam()}, 8.0, 1.0, wall(1.2));
  const ColumnPlace toe = field.column_at(0.1, 0.0);
  const double dry = safety_factor(field, toe);
  for (const double wetness : {0.0, 0.25, 0.5, 1.0})
    EXPECT_NEAR(safety_factor(field, toe, {}, wetness), dry * (1.0 - 0.8 * wetness), 1e-9);
  Ledger ledger(1);
  Faces faces;
  faces.wake_all(field);
  EXPECT_EQ(time_to_fall(faces, field, ledger, 60.0, 500), -1.0);
  // Rain: everything is looked at again, with nobody touching it.
  faces.set_wetness(field, 1.0);
  EXPECT_GT(time_to_fall(faces, field, ledger, 60.0, 500), 0.0);
  EXPECT_LT(ledger.of(Transfer::cave_in), field.settings().soils[0].density_bank * 1.2 * 1.2 * 1e6);
  EXPECT_EQ(field.added_mass(), 0);
}

TEST(Faces, HarderGroundStandsHigher) {
  Soil hard = loam();
  hard.hardness = 2.0;
  EXPECT_NEAR(vertical_height(hard), 2.0 * vertical_height(loam()), 1e-12);
}

TEST(Faces, StandUpTimeShrinksWithTheSafetyFactor) {
  // T = stand_up_time · clamp((SF - 0.8)/0.2, 0, 1), found to the step.
  const Soil soil = five_soils()[4].soil;
  double last = 1e300;
  for (const double safety : {0.99, 0.95, 0.9, 0.85, 0.79}) {
    ColumnField field = face_site({soil}, 14.0, 1.0, wall(vertical_height(soil) / safety));
    Ledger ledger(1);
    Faces faces;
    faces.wake(field, field.column_at(0.1, 0.0));
    const double dt = 2.0, time = time_to_fall(faces, field, ledger, dt, 2000);
    const double expected = soil.stand_up_time * std::clamp((safety - 0.8) / 0.2, 0.0, 1.0);
    EXPECT_NEAR(time, expected, 1.01 * dt + 1e-6 * expected) << safety;
    EXPECT_LT(time, last);
    last = time;
  }
}

TEST(Faces, AFaceThatIsSupportedInTimeStands) {
  // Loose soil at the toe of a face beyond its height: the clock is forgotten.
  const double height = 1.05 * vertical_height(loam());
  ColumnField field = face_site({loam()}, 16.0, 1.0, wall(height));
  Ledger ledger(1);
  Faces faces;
  const ColumnPlace toe = field.column_at(0.1, 0.0);
  faces.wake(field, toe);
  EXPECT_EQ(time_to_fall(faces, field, ledger, 60.0, 10), -1.0);
  ASSERT_FALSE(faces.state().clocks.empty());
  for (int j = 0; j < field.rows(); ++j)
    for (int i = toe.i; i < field.columns(); ++i)
      field.add_loose({i, j}, 0,
                      static_cast<Milligrams>(0.1 * height * field.area() * 1250.0 * 1e6),
                      field.loose_volume(0));
  EXPECT_EQ(time_to_fall(faces, field, ledger, 60.0, 500), -1.0);
  EXPECT_TRUE(faces.state().clocks.empty());
}

TEST(Faces, AFallIsOneEventAndTheBookCloses) {
  // A wall of 6 m: each fall is one entry, as wide as `half_width` says, and all together are all that
  // the ledger knows. Afterwards nothing is left that could fall.
  const double height = 1.1 * vertical_height(five_soils()[4].soil);
  ColumnField field = face_site({five_soils()[4].soil}, 14.0, 6.0, wall(height));
  Ledger ledger(1);
  FaceSettings settings;
  Faces faces(settings);
  faces.wake_all(field);
  Milligrams mass = 0;
  int events = 0;
  for (int k = 0; k < 20000; ++k) {
    const int fallen = faces.step(field, ledger, 1.0);
    ASSERT_LE(fallen, settings.falls);
    ASSERT_EQ(static_cast<std::size_t>(fallen), faces.cave_ins().size());
    for (const CaveIn& c : faces.cave_ins()) {
      mass += c.mass;
      ++events;
      EXPECT_GT(c.mass, 0);
      EXPECT_EQ(c.soil, 0);
      EXPECT_NEAR(c.height, height, 0.35 * height);
      EXPECT_GT(field.place(c.toe).x(), field.place(c.crest).x());
    }
    ASSERT_EQ(ledger.of(Transfer::cave_in), mass);
    ASSERT_EQ(field.added_mass(), 0);
  }
  // Eleven columns at a time; neighbours leave gaps that are narrower.
  EXPECT_GE(events, 5);
  EXPECT_LE(events, 12);
  EXPECT_TRUE(faces.state().clocks.empty());
  EXPECT_EQ(faces.state().sweep_left, 0);
  // The wedge above the plane at 45° + φ/2 from the toe.
  const double wedge = 0.5 * height * height * std::tan(0.25 * M_PI - 14.0 * kDegree);
  const double whole = wedge * 61 * 0.1 * 1370.0;
  EXPECT_NEAR(static_cast<double>(mass) * 1e-6, whole, 0.1 * whole);
}

TEST(Faces, NothingRisesAndNoMilligramIsLost) {
  // Walls along the grid and across it, of soaked loam under spoil and on clay, falling and sliding until they
  // rest. Loam stands 1.02 m then and clay 1.68 m; the spoil weighs.
  for (const double degrees : {0.0, 45.0, 30.0}) {
    const std::vector<FaceSoil> soils = five_soils();
    ColumnField field = face_site({soils[1].soil, soils[2].soil, soils[0].soil}, 8.0, 8.0,
                                  wall(3.5, degrees * kDegree), 0.1, {{0, 1.7}, {1, 13.0}});
    Ledger ledger(3);
    Milligrams spoil = 0;
    for (int j = 0; j < field.rows(); ++j)
      for (int i = 0; i < field.columns(); ++i)
        if (field.height({i, j}) > 1.0) {
          field.add_loose({i, j}, 2, 1'500'000, field.loose_volume(2));
          spoil += 1'500'000;
        }
    Faces faces;
    Slump slump;
    faces.set_wetness(field, 1.0);
    int fallen = 0, last = 0;
    for (int k = 0; k < 3000; ++k) {
      const ColumnField before = field;
      if (faces.step(field, ledger, 20.0) > 0) {
        ++fallen, last = k;
        ASSERT_LT(potential_energy(field), potential_energy(before)) << k;
      }
      slump.step(field, ledger);
      ASSERT_EQ(field.added_mass(), spoil);
    }
    EXPECT_GT(fallen, 10) << degrees;
    EXPECT_LT(last, 2000) << "it comes to rest";
    EXPECT_GT(ledger.of(Transfer::cave_in, 0), 0);
    EXPECT_GT(ledger.of(Transfer::cave_in, 1), 0);
  }
}

TEST(Faces, NamesOfFallenSoilClose) {
  // Sand falls onto loose clay: mass of a kind = what there was - renamed from it + renamed to it.
  const std::vector<FaceSoil> soils = five_soils();
  ColumnField field = face_site({soils[0].soil, soils[2].soil}, 6.0, 2.0, wall(1.0));
  Ledger ledger(2);
  for (int j = 0; j < field.rows(); ++j)
    for (int i = 0; i < field.columns(); ++i) {
      field.set({i, j}, field.column({i, j}));
      if (field.height({i, j}) < 0.5) field.add_loose({i, j}, 1, 800'000, field.loose_volume(1));
    }
  const Milligrams before[2] = {field.mass_of(0), field.mass_of(1)};
  Faces faces;
  faces.wake_all(field);
  for (int k = 0; k < 500; ++k) faces.step(field, ledger, 1.0);
  EXPECT_GT(ledger.of(Transfer::rename, 0), 0);
  EXPECT_GT(ledger.of(Transfer::rename, 1), 0);
  for (const int s : {0, 1}) {
    // The border of the bank is rounded to a milligram per column.
    const Milligrams expected =
        before[s] - ledger.of(Transfer::rename, s) + ledger.of(Transfer::rename, 1 - s);
    EXPECT_LE(std::abs(field.mass_of(s) - expected), field.columns() * field.rows());
  }
}

TEST(Faces, AStrongerLayerBelowStays) {
  // A metre of sand on clay: the sand falls, the clay, which stands 8 m, does not.
  const std::vector<FaceSoil> soils = five_soils();
  ColumnField field =
      face_site({soils[0].soil, soils[2].soil}, 8.0, 1.0, wall(2.0), 0.1, {{0, 1.0}, {1, 14.0}});
  Ledger ledger(2);
  Faces faces;
  faces.wake_all(field);
  for (int k = 0; k < 2000; ++k) faces.step(field, ledger, 1.0);
  EXPECT_GT(ledger.of(Transfer::cave_in, 0), 0);
  EXPECT_EQ(ledger.of(Transfer::cave_in, 1), 0);
  EXPECT_NEAR(field.bank_height(field.column_at(-0.1, 0.0)), 1.0, 0.11);
  EXPECT_EQ(field.added_mass(), 0);
}

TEST(Faces, ASlotThatWouldHaveToRiseHoldsItsWallsApart) {
  // Of a slot one cell wide in a soil that swells by half, nothing finds room below.
  Soil swelling = five_soils()[0].soil;
  swelling.density_loose = 800.0;
  ColumnField field = face_site({swelling}, 8.0, 1.0,
                                [](double x, double) { return std::abs(x) < 0.04 ? 0.0 : 2.0; });
  Ledger ledger(1);
  Faces faces;
  faces.wake_all(field);
  double energy = potential_energy(field);
  for (int k = 0; k < 500; ++k) {
    if (faces.step(field, ledger, 1.0) == 0) continue;
    const double after = potential_energy(field);
    ASSERT_LT(after, energy);
    energy = after;
  }
  EXPECT_EQ(field.added_mass(), 0);
}

TEST(Faces, ACollapsingColumnRunsOutAsFarAsMeasured) {
  // Sand without cohesion, L = 2 m long and a L high, let go on hard ground: run-out 1.2 a L (Lube et al.
  // 2005), 1.8 a L for beads; a cell each way for the grid.
  Soil sand = five_soils()[0].soil;
  sand.cohesion = 0.0;
  for (const double a : {0.5, 0.75, 1.0}) {
    const double length = 2.0, height = a * length;
    FieldSettings s;
    s.x_min = -length, s.x_max = 6.0, s.y_min = -0.5, s.y_max = 0.5;
    s.soils = {sand};
    s.strata = {{{{0, height}}}};
    /// A block on a floor that cannot be dug.
    class Block final : public ColumnSite {
     public:
      explicit Block(double height) : height_(height) {}
      ColumnStart start(double x, double) const override {
        return x < 0.04 ? ColumnStart{height_, 0} : ColumnStart{0.0, -1};
      }

     private:
      double height_;
    };
    ColumnField field(s, std::make_shared<Block>(height));
    Ledger ledger(1);
    Faces faces;
    Slump slump;
    faces.wake_all(field);
    for (int k = 0; k < 4000; ++k) {
      faces.step(field, ledger, 0.01);
      slump.step(field, ledger);
    }
    EXPECT_EQ(field.active_count(), 0);
    double front = 0.0;
    for (int i = 0; i < field.columns(); ++i)
      if (field.height({i, field.rows() / 2}) > 0.01 && field.place({i, 0}).x() > 0.0)
        front = field.place({i, 0}).x();
    EXPECT_GT(front, 1.2 * a * length - 0.1) << a;
    EXPECT_LT(front, 1.8 * a * length + 0.1) << a;
    EXPECT_EQ(field.added_mass(), 0);
  }
}

TEST(Faces, WorkPerStepIsBoundedAndNothingIsLostByIt) {
  // All columns of a big site are woken at once, more than the queue holds. The calls for loads count the
  // work: a look asks at most the columns behind the crests of its rays.
  const double height = 1.05 * vertical_height(five_soils()[0].soil);
  ColumnField field = face_site({five_soils()[0].soil}, 12.0, 12.0, [=](double x, double y) {
    return std::fmod(std::abs(x) + 0.25, 2.0) < 1.0 && std::abs(y) < 5.0 ? height : 0.0;
  });
  Ledger ledger(1);
  FaceSettings settings;
  Faces faces(settings);
  for (int j = 0; j < field.rows(); ++j)
    for (int i = 0; i < field.columns(); ++i) faces.wake(field, {i, j});
  EXPECT_LE(faces.state().queue.size(), FaceState::kMostQueued);
  std::int64_t asked = 0, most = 0;
  int falls = 0;
  for (int k = 0; k < 20000; ++k) {
    asked = 0;
    const auto waiting = faces.state().queue.size();
    falls += faces.step(field, ledger, 1.0, [&](ColumnPlace) {
      ++asked;
      return 0.0;
    });
    most = std::max(most, asked);
    ASSERT_LE(faces.state().queue.size(), FaceState::kMostQueued);
    ASSERT_LE(faces.state().clocks.size(), FaceState::kMostClocks);
    // Woken by falls and by the sweep, less those that were looked at.
    ASSERT_LE(faces.state().queue.size() + 8, waiting + 8 + 64 + 2000);
  }
  const std::int64_t looks = 2 * settings.most + settings.most / 2 + 1 + settings.most;
  EXPECT_LE(most, looks * 8 * (settings.cells * settings.cells + 1));
  EXPECT_GT(falls, 50);
  EXPECT_TRUE(faces.state().clocks.empty());
  // Every wall has fallen, also those that the queue forgot.
  for (int j = 15; j < field.rows() - 15; j += 5)
    for (int i = 12; i < field.columns() - 12; ++i)
      EXPECT_GE(safety_factor(field, {i, j}), 1.0) << i << " " << j;
}

TEST(Faces, ACopyGoesOnWithTheSameBits) {
  ColumnField field = face_site({five_soils()[0].soil}, 8.0, 8.0, wall(1.0, 20.0 * kDegree));
  Ledger ledger(1);
  Faces faces;
  Slump slump;
  faces.wake_all(field);
  const auto run = [](ColumnField& f, Ledger& l, Faces& a, Slump& s) {
    for (int k = 0; k < 300; ++k) a.step(f, l, 0.02), s.step(f, l);
  };
  for (int k = 0; k < 60; ++k) faces.step(field, ledger, 0.02), slump.step(field, ledger);
  ColumnField other_field = field;
  Ledger other_ledger = ledger;
  Faces other;
  other.wake(other_field, {3, 3});  // forgotten
  other.set_state(faces.state());
  Slump other_slump;
  other_slump.set_cursor(slump.cursor());
  run(field, ledger, faces, slump);
  run(other_field, other_ledger, other, other_slump);
  EXPECT_GT(ledger.of(Transfer::cave_in), 0);
  EXPECT_EQ(other_field.hash(), field.hash());
  EXPECT_EQ(other_ledger, ledger);
  EXPECT_EQ(other.state(), faces.state());
}

TEST(Faces, RefusesAndContainsWhatCannotBe) {
  const auto refused = [](auto change) {
    FaceSettings s;
    change(s);
    EXPECT_THROW(Faces{s}, Error);
  };
  refused([](FaceSettings& s) { s.gravity = 0.0; });
  refused([](FaceSettings& s) { s.cells = 33; });
  refused([](FaceSettings& s) { s.most = 0; });
  refused([](FaceSettings& s) { s.falls = 0; });
  refused([](FaceSettings& s) { s.sweep = 0; });
  refused([](FaceSettings& s) { s.wet_cohesion = std::numeric_limits<double>::quiet_NaN(); });
  refused([](FaceSettings& s) { s.runout_slope = -0.1; });

  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  ColumnField field = face_site({loam()}, 8.0, 1.0, wall(1.2));
  Ledger ledger(1);
  Faces faces;
  EXPECT_THROW(faces.set_wetness(field, nan), Error);
  faces.set_wetness(field, 5.0);
  EXPECT_EQ(faces.state().wetness, 1.0);
  faces.set_wetness(field, -5.0);
  EXPECT_EQ(faces.state().wetness, 0.0);

  // Loads and times that are no numbers bring nothing down.
  for (const double load : {nan, infinite, -1e9}) {
    for (int i = 30; i < 50; ++i) faces.wake(field, {i, 5});
    for (int k = 0; k < 10; ++k)
      EXPECT_EQ(faces.step(field, ledger, 1e6, [&](ColumnPlace) { return load; }), 0);
  }
  faces.set_wetness(field, 1.0);
  for (const double dt : {nan, infinite, -1.0})
    for (int k = 0; k < 60; ++k) EXPECT_EQ(faces.step(field, ledger, dt), 0);
  EXPECT_FALSE(faces.state().clocks.empty());
  faces.wake(field, {-1, 0});
  faces.wake(field, {100000, 0});

  // States from bytes that nobody wrote.
  const FaceState good = faces.state();
  const auto refuse_state = [&](auto change) {
    FaceState s = good;
    change(s);
    EXPECT_THROW(faces.set_state(s), Error);
    EXPECT_EQ(faces.state(), good) << "nothing has changed";
  };
  refuse_state([](FaceState& s) { s.queue.resize(FaceState::kMostQueued + 1); });
  refuse_state([](FaceState& s) { s.clocks.resize(FaceState::kMostClocks + 1); });
  refuse_state([&](FaceState& s) { s.clocks.at(0).spent = nan; });
  refuse_state([&](FaceState& s) { s.clocks.at(0).rate = infinite; });
  refuse_state([](FaceState& s) { s.next_clock = -1; });
  refuse_state([](FaceState& s) { s.sweep_cursor = -1; });
  refuse_state([&](FaceState& s) { s.wetness = nan; });
  FaceState beyond = good;
  beyond.queue.push_back({-5, 1 << 30});
  beyond.clocks.push_back({{1 << 30, -7}, 2.0, 1.0});
  beyond.next_clock = 1'000'000'000'000;
  beyond.sweep_cursor = std::int64_t{1} << 62;
  faces.set_state(beyond);
  for (int k = 0; k < 50; ++k) faces.step(field, ledger, 1.0);
  EXPECT_EQ(safety_factor(field, {-1, -1}), kNoFace);
  EXPECT_EQ(field.added_mass(), 0);
}

}  // namespace
}  // namespace outrigger::soil
