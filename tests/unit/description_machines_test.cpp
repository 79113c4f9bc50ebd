/// The bundled machine files, and the page that documents their format.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "base/source_tree.h"
#include "description/site_reader.h"
#include "unit/description_support.h"

namespace outrigger::description {
namespace {

const std::filesystem::path kSource = source_root();

std::vector<std::filesystem::path> machine_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kSource / "machines")) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Machine bundled(const std::string& name, const std::vector<std::string>& variants = {}) {
  ReadOptions options;
  options.variants = variants;
  return read_machine_file(kSource / "machines" / name, options);
}

TEST(DescriptionMachines, AllFilesAndVariantsAreRead) {
  const auto files = machine_files();
  EXPECT_GE(files.size(), 11u);
  for (const auto& file : files) {
    EXPECT_NO_THROW(read_machine_file(file)) << file;
    for (const std::string& variant : machine_file_variants(file)) {
      ReadOptions options;
      options.variants = {variant};
      EXPECT_NO_THROW(read_machine_file(file, options)) << file << " " << variant;
    }
  }
}

/// How far the points [m] and axes [rad] of the joints are apart in the written poses.
double largest_gap(const Machine& m) {
  const auto pose_of = [&](const std::string& name) {
    if (name == kGround) return Pose{};
    return std::find_if(m.bodies.begin(), m.bodies.end(),
                        [&](const Body& b) { return b.name == name; })
        ->pose;
  };
  double largest = 0.0;
  for (const Joint& j : m.joints) {
    if (j.type == JointType::revolute || j.type == JointType::prismatic) {
      const Vec3 axis_a = pose_of(j.body_a).direction(j.axis_a).normalized();
      const Vec3 axis_b = pose_of(j.body_b).direction(j.axis_b).normalized();
      largest = std::max(largest, (axis_b - axis_a).norm());
    }
    const Vec3 gap = pose_of(j.body_b).point(j.point_b) - pose_of(j.body_a).point(j.point_a);
    if (j.type == JointType::distance) {
      if (j.length > 0.0) largest = std::max(largest, std::abs(gap.norm() - j.length));
    } else if (j.type == JointType::point_on_plane) {
      largest = std::max(largest, std::abs(gap.dot(pose_of(j.body_a).direction(j.axis_a))));
    } else if (j.type == JointType::prismatic) {
      const Vec3 axis = pose_of(j.body_a).direction(j.axis_a).normalized();
      largest = std::max(largest, gap.cross(axis).norm());
    } else {
      largest = std::max(largest, gap.norm());
    }
  }
  return largest;
}

TEST(DescriptionMachines, WrittenPosesCloseAllJoints) {
  for (const auto& file : machine_files()) {
    // The small crane shows that the assembler places bodies without poses.
    if (file.filename() == "small-crane.yaml") continue;
    EXPECT_LT(largest_gap(read_machine_file(file)), 1e-12) << file;
    for (const std::string& variant : machine_file_variants(file)) {
      ReadOptions options;
      options.variants = {variant};
      EXPECT_LT(largest_gap(read_machine_file(file, options)), 1e-12) << file << " " << variant;
    }
  }
}

std::size_t count_rigid(const Machine& m) {
  return static_cast<std::size_t>(std::count_if(
      m.bodies.begin(), m.bodies.end(), [](const Body& b) { return b.kind == Body::Kind::rigid; }));
}

std::size_t count_revolute(const Machine& m) {
  return static_cast<std::size_t>(
      std::count_if(m.joints.begin(), m.joints.end(),
                    [](const Joint& j) { return j.type == JointType::revolute; }));
}

double total_mass(const Machine& m) {
  double sum = 0.0;
  for (const Body& b : m.bodies) sum += b.mass;
  return sum;
}

/// Centre of mass of the machine in the written poses.
Vec3 total_centre(const Machine& m) {
  Vec3 sum = Vec3::Zero();
  for (const Body& b : m.bodies) sum += b.mass * b.pose.point(b.centre);
  return sum / total_mass(m);
}

/// Inertia of the whole machine about the world's origin in the written poses.
Mat3 total_inertia(const Machine& m) {
  Mat3 sum = Mat3::Zero();
  for (const Body& b : m.bodies) {
    const Vec3 c = b.pose.point(b.centre);
    sum += b.pose.rotation * b.inertia * b.pose.rotation.transpose() +
           b.mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
  }
  return sum;
}

std::set<std::string> inputs(const Machine& m) {
  std::set<std::string> names;
  for (const Drive& d : m.drives) names.insert(d.function.input);
  return names;
}

TEST(DescriptionMachines, ExcavatorCounts) {
  const Machine m = bundled("excavator.yaml");
  EXPECT_EQ(count_rigid(m), 14u);
  EXPECT_EQ(m.bodies.size(), 15u);
  EXPECT_EQ(count_revolute(m), 13u);
  EXPECT_EQ(m.drives.size(), 7u);
  EXPECT_EQ(inputs(m), (std::set<std::string>{"boom", "stick", "bucket", "slew", "steering",
                                              "blade", "outriggers"}));
  EXPECT_EQ(m.couplings.size(), 2u);
  EXPECT_EQ(m.tyres.size(), 8u);
  EXPECT_EQ(bundled("excavator.yaml", {"on_mounts"}).mounts.size(), 4u);
  EXPECT_DOUBLE_EQ(total_mass(m), 23440.0);
}

TEST(DescriptionMachines, ExcavatorVariantCounts) {
  const Machine axle = bundled("excavator.yaml", {"oscillating_front_axle"});
  EXPECT_EQ(count_rigid(axle), 15u);
  EXPECT_EQ(count_revolute(axle), 14u);
  EXPECT_EQ(axle.stops.size(), 7u);  // of six cylinders and of the axle

  const Machine outriggers = bundled("excavator.yaml", {"independent_outriggers"});
  EXPECT_EQ(count_rigid(outriggers), 14u);
  EXPECT_EQ(inputs(outriggers).size(), 8u);
  EXPECT_EQ(outriggers.couplings.size(), 1u);

  const Machine linkage = bundled("excavator.yaml", {"explicit_linkage"});
  EXPECT_EQ(count_rigid(linkage), 16u);
  EXPECT_EQ(linkage.bodies.size(), 16u);
  EXPECT_EQ(count_revolute(linkage), 16u);
  EXPECT_EQ(linkage.joints.size(), 16u);
}

TEST(DescriptionMachines, ExcavatorVariantsOnlyMoveMassBetweenBodies) {
  const Machine base = bundled("excavator.yaml");
  for (const std::string variant : {"oscillating_front_axle", "explicit_linkage"}) {
    const Machine m = bundled("excavator.yaml", {variant});
    EXPECT_NEAR(total_mass(m), total_mass(base), 1e-9) << variant;
    EXPECT_LT((total_centre(m) - total_centre(base)).norm(), 1e-6) << variant;
    EXPECT_LT((total_inertia(m) - total_inertia(base)).norm(), 0.1) << variant;
  }
}

TEST(DescriptionMachines, ExcavatorSteeringTurnsAboutOneCentre) {
  const Machine m = bundled("excavator.yaml");
  ASSERT_EQ(m.couplings[0].name, "steering");
  for (const auto& [left, right] : m.couplings[0].function.table) {
    if (left == 0.0) continue;
    EXPECT_NEAR(1.0 / std::tan(right) - 1.0 / std::tan(left), 1.92 / 2.75, 1e-8);
  }
}

TEST(DescriptionFormat, SitePageIsPrintedFromTheSchema) {
  std::ifstream stream(kSource / "docs" / "site-format.md", std::ios::binary);
  std::stringstream page;
  page << stream.rdbuf();
  EXPECT_TRUE(page.str() == site_format_markdown())
      << "docs/site-format.md is not what site_format_markdown() prints; write it anew with\n"
         "  outrigger format --site > docs/site-format.md";
}

TEST(DescriptionFormat, PageIsPrintedFromTheSchema) {
  std::ifstream stream(kSource / "docs" / "machine-format.md", std::ios::binary);
  std::stringstream page;
  page << stream.rdbuf();
  EXPECT_TRUE(page.str() == machine_format_markdown())
      << "docs/machine-format.md is not what machine_format_markdown() prints; write it anew with\n"
         "  OUTRIGGER_UPDATE_DOCS=1 <this test program> --gtest_filter=DescriptionFormat.*";
  if (std::getenv("OUTRIGGER_UPDATE_DOCS") != nullptr) {
    std::ofstream(kSource / "docs" / "machine-format.md", std::ios::binary)
        << machine_format_markdown();
  }
}

TEST(DescriptionFormat, TheExampleOfThePageIsAMachine) {
  const std::string page = machine_format_markdown();
  const std::size_t start = page.find("```yaml\n") + 8;
  const std::string example = page.substr(start, page.find("```", start) - start);
  EXPECT_NO_THROW(read_machine_text(example, "example.yaml"));
}

}  // namespace
}  // namespace outrigger::description
