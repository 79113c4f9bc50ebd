/// Site files: the worksite as it is described, and error texts, which are part of the interface.
#include "description/site_reader.h"
#include "base/source_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "contact/surroundings.h"
#include "description/reader.h"
#include "terrain/ground.h"

namespace outrigger::description {
namespace {

std::string site_error(const std::string& text) {
  try {
    read_site_text(text, "s.yaml");
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

struct BadSite {
  const char* name;
  std::string text;
  std::string error;
};

void PrintTo(const BadSite& site, std::ostream* out) { *out << site.name; }

const std::string kHead = "outrigger_site: 1\nsurfaces: {a: {material: m}}\n";

class SiteErrors : public testing::TestWithParam<BadSite> {};

TEST_P(SiteErrors, Text) { EXPECT_EQ(site_error(GetParam().text), GetParam().error); }

const BadSite kBadSites[] = {
    {"empty", "", "s.yaml: the file is empty"},
    {"no_version", "title: x\n",
     "s.yaml:1: missing key 'outrigger_site'\n"
     "s.yaml:1: missing key 'surfaces'"},
    {"other_version",
     "outrigger_site: 2\n"
     "surfaces: {a: {material: m}}\n",
     "s.yaml:1: outrigger_site: version 2 is not known: this program reads version 1"},
    {"no_surfaces", "outrigger_site: 1\n", "s.yaml:1: missing key 'surfaces'"},
    {"empty_surfaces",
     "outrigger_site: 1\n"
     "surfaces: {}\n",
     "s.yaml:2: surfaces: a site needs at least one surface"},
    {"surface_without_material",
     "outrigger_site: 1\n"
     "surfaces: {a: {}}\n",
     "s.yaml:2: surfaces.a: missing key 'material'"},
    {"surface_range",
     "outrigger_site: 1\n"
     "surfaces: {a: {material: m, tyre_friction: 9}}\n",
     "s.yaml:2: surfaces.a.tyre_friction: 9 is not allowed: must be between 0.01 and 3"},
    {"surface_unknown_key",
     "outrigger_site: 1\n"
     "surfaces: {a: {material: m, friction: 9}}\n",
     "s.yaml:2: surfaces.a: unknown key 'friction'. Allowed: material, tyre_friction, "
     "rolling_resistance, colour"},
    {"ground_surface", kHead + "ground: {area: [0, 10, 0, 10], surface: b}\n",
     "s.yaml:3: ground.surface: unknown surface 'b'; known: a"},
    {"feature_surface",
     kHead + "ground: {area: [0, 10, 0, 10]}\n"
             "features:\n"
             "  f: {area: [0, 1, 0, 1], surface: b}\n",
     "s.yaml:5: features.f.surface: unknown surface 'b'; known: a"},
    {"area_downwards", kHead + "ground: {area: [10, 0, 0, 10]}\n",
     "s.yaml:3: ground.area: must be [x from, x to, y from, y to], upwards"},
    {"area_of_three", kHead + "ground: {area: [0, 10, 0]}\n",
     "s.yaml:3: ground.area: expected a list of 4 numbers in m, found 3"},
    {"heights_without_area", kHead + "ground: {heights: [1, 2]}\n",
     "s.yaml:3: ground.heights: need an area"},
    {"heights_count",
     kHead + "ground: {area: [0, 1, 0, 1], cell: 0.5, heights: [[1, 2], [3, 4]]}\n",
     "s.yaml:3: ground.heights: 4 numbers, but 3 columns by 3 rows need 9"},
    {"heights_not_numbers",
     kHead +
         "ground: {area: [0, 1, 0, 1], cell: 0.5, heights: [[1, 2, .nan], [3, x, 5], [1, 1, 1]]}\n",
     "s.yaml:3: ground.heights: '.nan' is not allowed: must be a finite number\n"
     "s.yaml:3: ground.heights: 'x' is not a number in m"},
    {"cell_too_small", kHead + "ground: {area: [0, 1, 0, 1], cell: 1e-6}\n",
     "s.yaml:3: ground.cell: 1e-06 m gives 1000001 by 1000001 points; allowed are 2 by 2 and more, "
     "4000000 at most"},
    {"cell_too_large", kHead + "ground: {area: [0, 1, 0, 1], cell: 5}\n",
     "s.yaml:3: ground.cell: 5 m gives 1 by 1 points; allowed are 2 by 2 and more, 4000000 at "
     "most"},
    {"heights_not_a_list", kHead + "ground: {area: [0, 1, 0, 1], heights: 5}\n",
     "s.yaml:3: ground.heights: expected a list of numbers, found text"},
    {"profile_of_one_point",
     kHead + "ground: {area: [0, 1, 0, 1]}\n"
             "features:\n"
             "  f: {area: [0, 1, 0, 1], profile: [[0, 1]]}\n",
     "s.yaml:5: features.f.profile: expected a list of at least 2 points [at, height] or [at, "
     "height, radius]"},
    {"profile_not_upwards",
     kHead + "ground: {area: [0, 1, 0, 1]}\n"
             "features:\n"
             "  f: {area: [0, 1, 0, 1], profile: [[0, 1], [0, 2]]}\n",
     "s.yaml:5: features.f.profile: points must go upwards"},
    {"profile_radius",
     kHead + "ground: {area: [0, 1, 0, 1]}\n"
             "features:\n"
             "  f: {area: [0, 1, 0, 1], profile: [[0, 1], [1, 2, -3]]}\n",
     "s.yaml:5: features.f.profile: a radius must not be negative"},
    {"profile_of_four",
     kHead + "ground: {area: [0, 1, 0, 1]}\n"
             "features:\n"
             "  f: {area: [0, 1, 0, 1], profile: [[0, 1], [1, 2, 3, 4]]}\n",
     "s.yaml:5: features.f.profile: expected [at, height] or [at, height, radius]"},
    {"along",
     kHead + "ground: {area: [0, 1, 0, 1]}\n"
             "features:\n"
             "  f: {area: [0, 1, 0, 1], along: z}\n",
     "s.yaml:5: features.f.along: must be x or y"},
    {"profile_on_a_plane",
     kHead + "features:\n"
             "  f: {area: [0, 1, 0, 1], profile: [[0, 1], [1, 2]]}\n",
     "s.yaml:4: features.f: features need a ground with an area"},
    {"surface_on_a_plane",
     kHead + "features:\n"
             "  f: {area: [0, 1, 0, 1], surface: a}\n",
     "s.yaml:4: features.f: features need a ground with an area"},
    {"bank_and_area",
     kHead + "ground: {area: [0, 1, 0, 1]}\n"
             "features:\n"
             "  f: {area: [0, 1, 1, 0], bank: -1}\n",
     "s.yaml:5: features.f.bank: -1 is not allowed: must be >= 0\n"
     "s.yaml:5: features.f.area: must be [x from, x to, y from, y to], upwards"},
    {"feature_without_area",
     kHead + "features:\n"
             "  f: {surface: a}\n",
     "s.yaml:4: features.f: missing key 'area'"},
    {"start_without_position", kHead + "starts: {here: {heading: 1}}\n",
     "s.yaml:3: starts.here: missing key 'position'"},
    {"start_of_two", kHead + "starts: {here: {position: [1, 2], heading_deg: 1}}\n",
     "s.yaml:3: starts.here.position: expected a list of 3 numbers in m, found 2"},
    {"young", kHead + "materials: {m: {young: -1}}\n",
     "s.yaml:3: materials.m.young: -1 is not allowed: must be > 0 Pa"},
    {"restitution_and_poisson",
     kHead + "materials: {m: {young: 1, restitution: 2, poisson: 0.7}}\n",
     "s.yaml:3: materials.m.restitution: 2 is not allowed: must be between 0 and 1\n"
     "s.yaml:3: materials.m.poisson: 0.7 is not allowed: must be between 0 and 0.5"},
    {"friction_order", kHead + "friction: {f: {pair: [a, b], static: 0.3, dynamic: 0.5}}\n",
     "s.yaml:3: friction.f.static: 0.3 is smaller than the dynamic coefficient 0.5"},
    {"friction_of_one", kHead + "friction: {f: {pair: [a], static: 0.3, dynamic: 0.2}}\n",
     "s.yaml:3: friction.f.pair: expected a list of 2 names, found 1"},
    {"surface_twice_in_list",
     "outrigger_site: 1\n"
     "surfaces:\n"
     "- {name: a, material: m}\n"
     "- {name: a, material: m}\n",
     "s.yaml:4: surfaces: 'a' appears twice (first in line 3)"},
    {"surface_twice",
     "outrigger_site: 1\n"
     "surfaces: {a: {material: m}, a: {material: m}}\n",
     "s.yaml:2: surfaces: 'a' appears twice (first in line 2)"},
    {"unknown_key", kHead + "grund: {}\n",
     "s.yaml:3: unknown key 'grund'; did you mean 'ground'? Allowed: outrigger_site, name, title, "
     "materials, friction, contact_laws, surfaces, ground, features, soils, diggable, shapes, "
     "contact_pairs, starts"},
    {"not_a_map", "[1, 2]\n",
     "s.yaml:1: expected a map with the keys outrigger_site, name, title, materials, friction, "
     "contact_laws, surfaces, ground, features, soils, diggable, shapes, contact_pairs, starts, "
     "found a list"},
    {"not_yaml",
     "outrigger_site: 1\n"
     "surfaces: {a: {material: m\n",
     "s.yaml:3: not valid YAML: end of map flow not found"},
};
INSTANTIATE_TEST_SUITE_P(All, SiteErrors, testing::ValuesIn(kBadSites),
                         [](const auto& test) { return test.param.name; });

TEST(SiteReader, MissingFile) {
  try {
    read_site_file("no/such/site.yaml");
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find("no/such/site.yaml: "), 0u) << e.what();
  }
}

TEST(SiteReader, ReadsEveryKey) {
  const Site site = read_site_text(
      "outrigger_site: 1\n"
      "name: n\n"
      "title: t\n"
      "materials: {m: {young: 1e7, poisson: 0.2, restitution: 0.4}}\n"
      "friction: {p: {pair: [m, steel], static: 0.5, dynamic: 0.25}}\n"
      "surfaces:\n"
      "- {name: a, material: m}\n"
      "- {name: b, material: m, tyre_friction: 0.5, rolling_resistance: 0.1, colour: [1, 0, 0.5]}\n"
      "ground: {area: [-1, 1, 0, 1], cell: 1, surface: b, heights: [[1, 2, 3], [4, 5, 6]]}\n"
      "features:\n"
      "  f: {area: [0, 1, 0, 1], along: y, profile: [[0, 1], [0.5, 2, 3], [1, 1]], bank: 2,"
      " surface: a}\n"
      "starts: {s: {position: [1, 2, 3], heading_deg: 180}}\n",
      "s.yaml");
  EXPECT_EQ(site.name, "n");
  EXPECT_EQ(site.title, "t");
  EXPECT_EQ(site.materials.at(0).restitution, 0.4);
  EXPECT_EQ(site.friction.at(0).material_b, "steel");
  EXPECT_EQ(site.friction.at(0).dynamic_coefficient, 0.25);
  EXPECT_EQ(site.surfaces.at(1).rolling_resistance, 0.1);
  EXPECT_EQ(site.surfaces.at(1).colour, Vec3(1, 0, 0.5));
  EXPECT_TRUE(site.ground.height_field);
  EXPECT_EQ(site.ground.x_min, -1.0);
  EXPECT_EQ(site.ground.heights, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  const GroundFeature& f = site.ground.features.at(0);
  EXPECT_TRUE(f.along_y);
  EXPECT_EQ(f.profile.at(1).radius, 3.0);
  EXPECT_EQ(f.bank, 2.0);
  EXPECT_EQ(f.surface, "a");
  EXPECT_NEAR(site.starts.at(0).heading, 3.14159265358979, 1e-12);
  EXPECT_EQ(site.starts.at(0).position, Vec3(1, 2, 3));
}

// Law: no input crashes the reader; what it accepts makes a ground.
TEST(SiteReader, CutFilesGiveErrors) {
  const std::filesystem::path path = source_file("sites");
  std::string text;
  {
    std::FILE* file = std::fopen((path / "worksite.yaml").c_str(), "rb");
    ASSERT_NE(file, nullptr);
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;)
      text.append(buffer, n);
    std::fclose(file);
  }
  for (std::size_t length = 0; length < text.size(); length += 97)
    site_error(text.substr(0, length));
}

// The worksite: heights and surfaces of its description.
TEST(SiteReader, TheWorksiteIsAsDescribed) {
  const Site site = read_site_file(source_file("sites/worksite.yaml"));
  const terrain::Ground ground(site);
  EXPECT_EQ(ground.columns(), 481);
  EXPECT_EQ(ground.rows(), 361);
  const auto surface = [&](double x, double y) {
    return site.surfaces[static_cast<std::size_t>(ground.surface(x, y))].name;
  };
  // Road, slalom field, trench field, spoil zone, lifting pad: level.
  for (const auto& [x, y] :
       {std::pair{30.0, 8.0}, {30.0, 28.0}, {30.0, 60.0}, {30.0, 68.0}, {62.0, 80.0}, {2.0, 2.0}})
    EXPECT_NEAR(ground.height(x, y), 0.0, 1e-9) << x << " " << y;
  EXPECT_EQ(surface(30, 8), "asphalt");
  EXPECT_EQ(surface(30, 28), "gravel");
  EXPECT_EQ(surface(30, 60), "loam");
  EXPECT_EQ(surface(62, 80), "concrete");
  EXPECT_EQ(surface(2, 80), "grass");
  // Ramp: z = 4 (x - 62)/28 between its vertical curves, 14.3 %.
  for (const double x : {66.0, 70.0, 76.0, 82.0, 86.0})
    EXPECT_NEAR(ground.height(x, 23.0), 4.0 * (x - 62.0) / 28.0, 1e-9) << x;
  EXPECT_EQ(surface(76, 23), "gravel");
  // Side banks 1:1.5.
  EXPECT_NEAR(ground.height(76.0, 16.5), 1.0, 0.02);
  // Plateau at 4 m; its free banks.
  for (const auto& [x, y] : {std::pair{100.0, 20.0}, {115.0, 16.0}, {103.0, 26.0}})
    EXPECT_NEAR(ground.height(x, y), 4.0, 1e-9);
  EXPECT_EQ(surface(103, 26), "gravel");
  // Steep slope: 28 degrees between the curves of 6 m and 12 m, level run-out.
  const double slope = std::tan(28.0 * 3.14159265358979 / 180.0);
  for (const double y : {36.0, 37.0, 38.0})
    EXPECT_NEAR(ground.height(103.0, y), 4.0 - (y - 34.0) * slope, 2e-3) << y;
  const Vec3 n = ground.nearest({103.0, 37.0, ground.height(103.0, 37.0)}).normal;
  EXPECT_NEAR(n.y() / n.z(), slope, 1e-3);
  EXPECT_EQ(surface(103, 37), "top_soil");
  EXPECT_NEAR(ground.height(103.0, 50.0), 0.0, 1e-9);
  EXPECT_EQ(surface(103, 50), "loam");
  // Crest and foot are curves of their radii: depth of the vertex below or above the lines.
  EXPECT_NEAR(ground.height(103.0, 34.0), 4.0 - 6.0 * slope * slope / 8.0, 5e-3);
  EXPECT_NEAR(ground.height(103.0, 41.52), 12.0 * slope * slope / 8.0, 5e-3);
  // Levelling pad: falls 2 degrees towards +x.
  for (const double x : {22.0, 26.0, 30.0})
    EXPECT_NEAR(ground.height(x, 79.0), -0.0349 * (x - 20.0), 1e-3) << x;
  // Starts are within the site.
  EXPECT_EQ(site.starts.size(), 7u);
  for (const StartPlace& s : site.starts) {
    EXPECT_GT(s.position.x(), 0.0);
    EXPECT_LT(s.position.x(), 120.0);
  }
  // The excavator knows all its materials.
  const Machine machine = read_machine_file(source_file("machines/excavator.yaml"));
  EXPECT_NO_THROW(contact::Surroundings(machine, &site));
  EXPECT_NO_THROW(contact::Surroundings{machine});
}

}  // namespace
}  // namespace outrigger::description
