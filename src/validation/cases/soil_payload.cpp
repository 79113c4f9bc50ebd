/// What the excavator's bucket holds, against geometry that is integrated in strips with exact borders.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "digging/tool_geometry.h"
#include "math/elementary.h"
#include "soil/payload.h"
#include "validation/cases/cases.h"
#include "validation/soil_scenes.h"

namespace outrigger::validation {
namespace soil_payload_case {

constexpr double kHalfTurn = 3.14159265358979323846;
constexpr int kPoses = 1000;
/// Rounding: milligrams of 100 kg and areas found to 1e-12, with two digits to spare.
constexpr double kExact = 1e-6;
/// Slices instead of slopes towards the side plates.
constexpr double kSlices = 0.01;

description::Tool bucket() {
  for (const description::Tool& tool :
       description::read_machine_file(source_file("machines/excavator.yaml")).tools)
    if (tool.name == "bucket") return tool;
  return {};
}

// ---------------------------------------------------------------------------------- geometry

struct Line {
  double at_0 = 0.0, slope = 0.0;
  double at(double s) const { return at_0 + slope * s; }
};
Line through(double s, double z, double slope) { return {z - slope * s, slope}; }

/// Integrals over an area of 1, s, z, s², s z, z².
using Moments = std::array<double, 6>;

/// Adds the area between a lower line and the lowest of the upper ones, from `left` to `right`. Between the
/// places where lines cross, the integrands are cubic at most: two points of Gauss are exact.
void add_strip(double left, double right, const Line& low, const std::vector<Line>& upper,
               Moments& sum) {
  std::vector<double> ends{left, right};
  std::vector<Line> lines = upper;
  lines.push_back(low);
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      if (lines[i].slope == lines[k].slope) continue;
      const double s = (lines[k].at_0 - lines[i].at_0) / (lines[i].slope - lines[k].slope);
      if (s > left && s < right) ends.push_back(s);
    }
  std::sort(ends.begin(), ends.end());
  const double gauss = 0.5 / std::sqrt(3.0);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i)
    for (const double side : {-gauss, gauss}) {
      const double width = ends[i + 1] - ends[i];
      const double s = 0.5 * (ends[i] + ends[i + 1]) + side * width;
      double b = upper[0].at(s);
      for (const Line& line : upper) b = std::min(b, line.at(s));
      const double a = low.at(s);
      if (b <= a) continue;
      const double w = 0.5 * width, h = b - a, z = 0.5 * (b * b - a * a);
      const Moments part{h, s * h, z, s * s * h, s * z, (b * b * b - a * a * a) / 3.0};
      for (std::size_t k = 0; k < 6; ++k) sum[k] += w * part[k];
    }
}

/// The room of the bucket in a vertical plane: the shell, and heaps that stand at `tangent` from the lips.
class Room {
 public:
  Room(const description::Tool& tool, double tilt, double tangent) : tangent_(tangent) {
    const auto [sine, cosine] = elementary::sincos(tilt);
    for (const auto& [x, z] : tool.cavity)
      corners_.push_back({cosine * x - sine * z, sine * x + cosine * z});
  }

  /// Integrals of what lies below a surface, at a distance from the next side plate.
  Moments below(double level, double slope, double to_side) const {
    const auto [edge_s, edge_z] = corners_.front();
    const auto [rear_s, rear_z] = corners_.back();
    const bool edge_left = edge_s < rear_s;
    const double left_s = edge_left ? edge_s : rear_s, left_z = edge_left ? edge_z : rear_z;
    const double right_s = edge_left ? rear_s : edge_s, right_z = edge_left ? rear_z : edge_z;
    const double mouth = (right_z - left_z) / (right_s - left_s);
    std::vector<double> ends;
    double mean = 0.0;  // of the shell above the line of the mouth
    for (const auto& [s, z] : corners_)
      ends.push_back(s), mean += z - left_z - mouth * (s - left_s);
    const bool up = mean < 0.0;
    std::sort(ends.begin(), ends.end());

    Moments sum{};
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      const double middle = 0.5 * (ends[i] + ends[i + 1]);
      if (ends[i + 1] - ends[i] < 1e-12) continue;
      const bool over_mouth = middle > left_s && middle < right_s;
      if (over_mouth && !up) continue;
      std::vector<Line> upper{{level, slope}};
      const auto keep_lip = [&](double s, double z) {
        upper.push_back(through(s, z, middle > s ? tangent_ : -tangent_));
      };
      // Out of a mouth that looks down, soil leaves over the lip on its own side.
      if (up || middle < left_s) keep_lip(left_s, left_z);
      if (up || middle > right_s) keep_lip(right_s, right_z);
      std::vector<Line> walls = walls_at(middle);
      if (over_mouth) {
        // Its mouth is no wall; beside it the side plates end.
        walls.pop_back();
        upper.push_back(through(left_s, left_z + tangent_ * to_side, mouth));
      }
      for (std::size_t k = 0; k < walls.size(); k += 2) {
        std::vector<Line> lids = upper;
        if (k + 1 < walls.size()) lids.push_back(walls[k + 1]);
        add_strip(ends[i], ends[i + 1], walls[k], lids, sum);
      }
    }
    return sum;
  }

 private:
  /// Lines of the closed outline above a place, from below.
  std::vector<Line> walls_at(double s) const {
    std::vector<Line> walls;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      const auto& [s0, z0] = corners_[i];
      const auto& [s1, z1] = corners_[(i + 1) % corners_.size()];
      if ((s0 < s) != (s1 < s)) walls.push_back(through(s0, z0, (z1 - z0) / (s1 - s0)));
    }
    std::sort(walls.begin(), walls.end(),
              [&](const Line& a, const Line& b) { return a.at(s) < b.at(s); });
    return walls;
  }

  std::vector<std::array<double, 2>> corners_;
  double tangent_;
};

/// Content in the frame of the tool: per mass, like soil::PayloadMoments.
struct Content {
  double volume = 0.0, mass = 0.0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();

  /// A slab of this section, `width` wide around y, of `density`.
  void add(const Moments& m, double tilt, double y, double width, double density) {
    const auto [sine, cosine] = elementary::sincos(tilt);
    Eigen::Matrix2d back, outer;
    back << cosine, sine, -sine, cosine;
    outer << m[3], m[4], m[4], m[5];
    const Eigen::Vector2d r = back * Eigen::Vector2d(m[1], m[2]);
    const Eigen::Matrix2d rr = back * outer * back.transpose();
    const double f = density * width;
    volume += m[0] * width;
    mass += f * m[0];
    first += f * Vec3(r.x(), m[0] * y, r.y());
    Mat3 part;
    part << rr(0, 0), r.x() * y, rr(0, 1), r.x() * y, m[0] * (y * y + width * width / 12.0),
        r.y() * y, rr(0, 1), r.y() * y, rr(1, 1);
    second += f * part;
  }
};

/// About the centre [kg m²].
Mat3 inertia_of(double mass, const Vec3& first, const Mat3& second) {
  const Mat3 about = second - first * first.transpose() / mass;
  return about.trace() * Mat3::Identity() - about;
}

struct Errors {
  double volume = 0.0, centre = 0.0, inertia = 0.0;

  /// Volume over the struck one, centre [m], inertia relative.
  void look(const soil::Payload& payload, const Content& exact, double struck) {
    const soil::PayloadMoments m = payload.moments();
    volume = std::max(volume, std::abs(payload.volume() - exact.volume) / struck);
    centre = std::max(centre, (m.first / m.mass - exact.first / exact.mass).norm());
    const Mat3 is = inertia_of(m.mass, m.first, m.second) / m.mass;
    const Mat3 should = inertia_of(exact.mass, exact.first, exact.second) / exact.mass;
    inertia = std::max(inertia, (is - should).norm() / should.norm());
  }
  void add_rows(Result& result, const std::string& of, double limit) const {
    result.bound(of + "volume, off by, over the struck volume", volume, limit);
    result.bound(of + "centre, off by [m]", centre, limit);
    result.bound(of + "inertia about the centre, off by", inertia, limit);
  }
};

// ---------------------------------------------------------------------------------- poses

soil::Milligrams milligrams(double volume, std::uint16_t units) {
  return static_cast<soil::Milligrams>(volume * soil::kMilligramsPerKilogram /
                                       (units * soil::kVolumeUnit));
}

std::uint16_t units_of(const soil::Soil& s) {
  return static_cast<std::uint16_t>(std::lround(1.0 / (s.density_loose * soil::kVolumeUnit)));
}

soil::Payload empty_bucket(const description::Tool& tool, const soil::Soil& s, double tilt) {
  soil::Payload payload(digging::cavity_of(tool, 8), {s});
  payload.update({tilt, 0.0, true});
  return payload;
}

/// The content that the masses of the slices and the surface of the state stand for.
Content content_of(const description::Tool& tool, const soil::Payload& payload) {
  const soil::PayloadState& state = payload.state();
  const Room room(tool, state.tilt, state.tangent);
  Content content;
  const int count = payload.cavity().slices();
  const double width = tool.cavity_width / count;
  for (int i = 0; i < count; ++i) {
    const soil::PayloadSlice& slice = state.slices[static_cast<std::size_t>(i)];
    if (slice.mass == 0) continue;
    const double y = (i + 0.5) * width - 0.5 * tool.cavity_width;
    const Moments m =
        room.below(payload.level(i), state.slope, 0.5 * tool.cavity_width - std::abs(y));
    const double mass = static_cast<double>(slice.mass) / soil::kMilligramsPerKilogram;
    content.add(m, state.tilt, y, width, mass / (m[0] * width));
  }
  return content;
}

void random_poses(Result& result, const description::Tool& tool, double level_tilt, double struck) {
  const std::vector<soil::Soil> soils = library_soils();
  Random random(21);
  Errors errors;
  int looked = 0, heaped = 0;
  for (int turn = 0; looked < kPoses && turn < 20 * kPoses; ++turn) {
    const soil::Soil& s = soils[static_cast<std::size_t>(turn) % soils.size()];
    const std::uint16_t units = units_of(s);
    // Half of them as buckets are carried.
    const double tilt = turn % 2 == 0 ? random.uniform(-kHalfTurn, kHalfTurn)
                                      : level_tilt + random.uniform(-0.4, 0.4);
    soil::Payload payload = empty_bucket(tool, s, tilt);
    const double width = tool.cavity_width / 8.0, part = random.uniform(0.05, 1.1);
    for (int i = 0; i < 8; ++i) {
      const double area = payload.cavity().capacity(i) * part * random.uniform(0.7, 1.1);
      payload.add(i, 0, milligrams(area * width, units), units);
    }
    payload.update({tilt, 0.0, true});
    const double turned = (turn % 2 == 0 ? 0.6 : 0.1) * random.uniform(-1.0, 1.0);
    payload.update({tilt + turned, random.uniform(-0.3, 0.3), true});
    if (payload.volume() < 0.02 * struck) continue;
    ++looked;
    heaped += payload.volume() > struck ? 1 : 0;
    errors.look(payload, content_of(tool, payload), struck);
  }
  result.compare("poses compared", looked, kPoses, 0.0);
  result.compare("heaped ones among them, at least 50", std::min(heaped, 50), 50, 0.0);
  errors.add_rows(result, "random poses: ", kExact);
}

// ---------------------------------------------------------------------------------- full buckets

/// All that the room can hold, with heaps that slope evenly towards the side plates.
Content full_content(const description::Tool& tool, double tilt, double tangent) {
  constexpr int kThin = 200;
  const Room room(tool, tilt, tangent);
  const double width = tool.cavity_width / kThin;
  Content content;
  for (int i = 0; i < kThin; ++i) {
    const double y = (i + 0.5) * width - 0.5 * tool.cavity_width;
    content.add(room.below(1e3, 0.0, 0.5 * tool.cavity_width - std::abs(y)), tilt, y, width, 1.0);
  }
  return content;
}

/// More than it can hold is poured in; what is too much leaves.
soil::Payload full_bucket(const description::Tool& tool, const soil::Soil& s, double tilt) {
  soil::Payload payload = empty_bucket(tool, s, tilt);
  const std::uint16_t units = units_of(s);
  for (int i = 0; i < 8; ++i) payload.add(i, 0, milligrams(0.3, units), units);
  payload.update({tilt, 0.0, true});
  return payload;
}

void full_buckets(Result& result, const description::Tool& tool, double level_tilt, double struck) {
  Errors errors;
  for (const soil::Soil& s : library_soils())
    for (int k = -20; k <= 20; ++k) {
      const double tilt = level_tilt + 0.02 * k;  // within 23 degrees of level
      const soil::Payload payload = full_bucket(tool, s, tilt);
      errors.look(payload, full_content(tool, tilt, payload.state().tangent), struck);
    }
  errors.add_rows(result, "205 full buckets, mouth within 23 degrees of level: ", kSlices);
}

/// Shoelace formula.
double section_of(const description::Tool& tool) {
  double twice = 0.0;
  for (std::size_t i = 0; i < tool.cavity.size(); ++i) {
    const auto& a = tool.cavity[i];
    const auto& b = tool.cavity[(i + 1) % tool.cavity.size()];
    twice += a[0] * b[1] - b[0] * a[1];
  }
  return 0.5 * std::abs(twice);
}

void nominal_volumes(Result& result, const description::Tool& tool, double level_tilt) {
  const double struck = section_of(tool) * tool.cavity_width;
  soil::Soil heaping = library_soils()[0];
  heaping.repose_angle = 45.0 * kDegreeOfSoil, heaping.start_angle = 46.0 * kDegreeOfSoil;
  soil::Soil water = heaping;
  water.repose_angle = water.start_angle = 0.0;
  const double is_struck = full_bucket(tool, water, level_tilt).volume();
  const double is_heaped = full_bucket(tool, heaping, level_tilt).volume();
  // On the mouth, l long and w wide: a hip roof at 1:1.
  const auto &edge = tool.cavity.front(), &rear = tool.cavity.back();
  const double across = edge[0] - rear[0], up = edge[1] - rear[1];
  const double length = std::sqrt(across * across + up * up);
  const double l = std::max(length, tool.cavity_width), w = std::min(length, tool.cavity_width);
  const double roof = w * w * l / 4.0 - w * w * w / 12.0;
  result.compare("struck volume against the section times the width [m3]",
                 digging::cavity_of(tool, 8).struck_volume(), struck, kExact);
  result.compare("struck volume, filled with what stands level [m3]", is_struck, struck,
                 kSlices * struck);
  result.compare("struck volume against the machine's notes [m3]", is_struck, 0.784,
                 kSlices * 0.784);
  result.compare("heaped volume (1:1) against a hip roof [m3]", is_heaped, struck + roof,
                 kSlices * (struck + roof));
  result.compare("heaped volume (1:1) against the machine's notes [m3]", is_heaped, 1.009,
                 kSlices * 1.009);
}

Result run_case() {
  Result result;
  const description::Tool tool = bucket();
  const double struck = section_of(tool) * tool.cavity_width;
  const auto &edge = tool.cavity.front(), &rear = tool.cavity.back();
  const double level_tilt = kHalfTurn - elementary::atan2(edge[1] - rear[1], edge[0] - rear[0]);
  nominal_volumes(result, tool, level_tilt);
  random_poses(result, tool, level_tilt, struck);
  full_buckets(result, tool, level_tilt, struck);

  result.series.columns = {"tilt of the mouth from level [deg]"};
  std::vector<soil::Soil> shown = library_soils();
  shown.resize(3);
  for (const char* panel : {"carries [m3]", "centre below the mouth [m]"})
    for (const soil::Soil& s : shown)
      for (const char* of : {"", " (geometry)"})
        result.series.columns.push_back(fmt::format("{}: {}{}", panel, s.name, of));
  const auto below_mouth = [&](const Vec3& centre) {
    const double across = edge[0] - rear[0], up = edge[1] - rear[1];
    const double length = std::sqrt(across * across + up * up);
    return ((centre.z() - rear[1]) * across - (centre.x() - rear[0]) * up) / length;
  };
  for (int degrees = -80; degrees <= 80; degrees += 4) {
    const double tilt = level_tilt + degrees * kDegreeOfSoil;
    std::vector<double> row{static_cast<double>(degrees)}, centres;
    for (const soil::Soil& s : shown) {
      const soil::Payload payload = full_bucket(tool, s, tilt);
      const soil::PayloadMoments m = payload.moments();
      const Content exact = full_content(tool, tilt, payload.state().tangent);
      row.push_back(payload.volume()), row.push_back(exact.volume);
      centres.push_back(below_mouth(m.first / std::max(1e-9, m.mass)));
      centres.push_back(below_mouth(exact.first / std::max(1e-9, exact.mass)));
    }
    row.insert(row.end(), centres.begin(), centres.end());
    result.series.rows.push_back(row);
  }
  return result;
}

}  // namespace soil_payload_case

std::vector<Case> soil_payload_cases() {
  using namespace soil_payload_case;
  return {{"soil-payload",
           "the content of the excavator's bucket: volume, centre and inertia in 1,000 poses, "
           "struck and heaped",
           run_case}};
}

}  // namespace outrigger::validation
