#include "recorder/foxglove.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace outrigger::recorder::foxglove {

using Json = nlohmann::ordered_json;

const char* const kFrameTransforms =
    R"({"title":"foxglove.FrameTransforms","type":"object","properties":{
"transforms":{"type":"array","items":{"type":"object","title":"foxglove.FrameTransform","properties":{
"timestamp":{"type":"object","title":"time","properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}},
"parent_frame_id":{"type":"string"},"child_frame_id":{"type":"string"},
"translation":{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}},
"rotation":{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"},
"w":{"type":"number"}}}}}}}})";

const char* const kSceneUpdate = R"({"title":"foxglove.SceneUpdate","type":"object","properties":{
"deletions":{"type":"array","items":{"type":"object"}},
"entities":{"type":"array","items":{"type":"object","title":"foxglove.SceneEntity","properties":{
"timestamp":{"type":"object","title":"time","properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}},
"frame_id":{"type":"string"},"id":{"type":"string"},
"lifetime":{"type":"object","title":"duration","properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}},
"frame_locked":{"type":"boolean"},"metadata":{"type":"array","items":{"type":"object"}},
"arrows":{"type":"array","items":{"type":"object"}},"cubes":{"type":"array","items":{"type":"object"}},
"spheres":{"type":"array","items":{"type":"object"}},"cylinders":{"type":"array","items":{"type":"object"}},
"lines":{"type":"array","items":{"type":"object"}},"triangles":{"type":"array","items":{"type":"object"}},
"texts":{"type":"array","items":{"type":"object"}},"models":{"type":"array","items":{"type":"object"}}}}}}})";

const char* const kLog = R"({"title":"foxglove.Log","type":"object","properties":{
"timestamp":{"type":"object","title":"time","properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}},
"level":{"type":"integer"},"message":{"type":"string"},"name":{"type":"string"},"file":{"type":"string"},
"line":{"type":"integer"}}})";

const char* const kNumbers = R"({"type":"object","additionalProperties":{"type":"number"}})";

namespace {

constexpr int kMostGroundRows = 64;  ///< of the coarse ground

Json time_of(std::uint64_t ns) {
  return {{"sec", ns / 1'000'000'000}, {"nsec", ns % 1'000'000'000}};
}
Json vector_of(double x, double y, double z) { return {{"x", x}, {"y", y}, {"z", z}}; }
Json vector_of(const frames::Float3& v) {
  return vector_of(static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2]));
}
Json quaternion_of(const Eigen::Quaterniond& q) {
  return {{"x", q.x()}, {"y", q.y()}, {"z", q.z()}, {"w", q.w()}};
}
Json colour_of(const frames::Shape& s) {
  return {{"r", static_cast<double>(s.colour[0])},
          {"g", static_cast<double>(s.colour[1])},
          {"b", static_cast<double>(s.colour[2])},
          {"a", static_cast<double>(s.opacity)}};
}
Eigen::Quaterniond turn_of(const frames::Shape& s) {
  return {static_cast<double>(s.rotation[3]), static_cast<double>(s.rotation[0]),
          static_cast<double>(s.rotation[1]), static_cast<double>(s.rotation[2])};
}
Vec3 place_of(const frames::Shape& s) {
  return {static_cast<double>(s.position[0]), static_cast<double>(s.position[1]),
          static_cast<double>(s.position[2])};
}
Json pose_of(const Vec3& p, const Eigen::Quaterniond& q) {
  return {{"position", vector_of(p.x(), p.y(), p.z())}, {"orientation", quaternion_of(q)}};
}

/// A box around points of the shape's frame.
Json box_around(const frames::Shape& s, const std::vector<Vec3>& points) {
  Vec3 low = points.front(), high = points.front();
  for (const Vec3& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const Vec3 size = (high - low).cwiseMax(0.005);
  return {{"pose", pose_of(place_of(s) + turn_of(s) * (0.5 * (low + high)), turn_of(s))},
          {"size", vector_of(size.x(), size.y(), size.z())},
          {"color", colour_of(s)}};
}

/// Of a profile in the x-z plane, as far along y as the shape is long.
std::vector<Vec3> corners_of_profile(const frames::Shape& s) {
  std::vector<Vec3> points;
  const double half = 0.5 * static_cast<double>(s.length);
  for (std::size_t i = 0; i + 1 < s.profile.size(); i += 2)
    for (const double y : {-half, half})
      points.emplace_back(static_cast<double>(s.profile[i]), y,
                          static_cast<double>(s.profile[i + 1]));
  return points;
}

void add_cylinder(const frames::Shape& s, const Vec3& p, const Eigen::Quaterniond& q, double radius,
                  double length, Json& entity) {
  entity["cylinders"].push_back({{"pose", pose_of(p, q)},
                                 {"size", vector_of(2.0 * radius, 2.0 * radius, length)},
                                 {"bottom_scale", 1.0},
                                 {"top_scale", 1.0},
                                 {"color", colour_of(s)}});
}

/// A side of a prism as triangles of a fan about its middle; exact where the profile is seen from there.
void add_prism(const frames::Shape& s, Json& entity) {
  const std::size_t n = s.profile.size() / 2;
  if (n < 3) return;
  const double half = 0.5 * static_cast<double>(s.length);
  Json points = Json::array(), indices = Json::array();
  Vec3 middle = Vec3::Zero();
  for (std::size_t i = 0; i < n; ++i)
    middle += Vec3(static_cast<double>(s.profile[2 * i]), 0.0,
                   static_cast<double>(s.profile[2 * i + 1])) /
              static_cast<double>(n);
  for (const double y : {-half, half}) {
    points.push_back(vector_of(middle.x(), y, middle.z()));
    for (std::size_t i = 0; i < n; ++i)
      points.push_back(vector_of(static_cast<double>(s.profile[2 * i]), y,
                                 static_cast<double>(s.profile[2 * i + 1])));
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t a = 1 + i, b = 1 + (i + 1) % n, up = n + 1;
    for (const std::size_t k :
         {std::size_t{0}, a, b, up, up + b, up + a, a, up + a, b, b, up + a, up + b})
      indices.push_back(k);
  }
  entity["triangles"].push_back({{"pose", pose_of(place_of(s), turn_of(s))},
                                 {"points", std::move(points)},
                                 {"color", colour_of(s)},
                                 {"colors", Json::array()},
                                 {"indices", std::move(indices)}});
}

void add_tube(const frames::Shape& s, Json& entity) {
  Json points = Json::array();
  for (std::size_t i = 0; i + 2 < s.path.size(); i += 3)
    points.push_back(vector_of(static_cast<double>(s.path[i]), static_cast<double>(s.path[i + 1]),
                               static_cast<double>(s.path[i + 2])));
  entity["lines"].push_back({{"type", 0},
                             {"pose", pose_of(place_of(s), turn_of(s))},
                             {"thickness", 2.0 * static_cast<double>(s.radius)},
                             {"scale_invariant", false},
                             {"points", std::move(points)},
                             {"color", colour_of(s)},
                             {"colors", Json::array()},
                             {"indices", Json::array()}});
}

void add_shape(const frames::Shape& s, Json& entity) {
  using K = frames::Shape::Kind;
  const Eigen::Quaterniond turn = turn_of(s);
  // Cylinders of Foxglove are along z, wheels of a scene along y.
  const Eigen::Quaterniond along_y(Eigen::AngleAxisd(-1.5707963267948966, Vec3::UnitX()));
  switch (s.kind) {
    case K::box:
    case K::mesh:
      entity["cubes"].push_back(
          {{"pose", pose_of(place_of(s) + turn * Vec3(static_cast<double>(s.centre[0]),
                                                      static_cast<double>(s.centre[1]),
                                                      static_cast<double>(s.centre[2])),
                            turn)},
           {"size", vector_of(s.size)},
           {"color", colour_of(s)}});
      return;
    case K::sphere:
      entity["spheres"].push_back({{"pose", pose_of(place_of(s), turn)},
                                   {"size", vector_of(2.0 * static_cast<double>(s.radius),
                                                      2.0 * static_cast<double>(s.radius),
                                                      2.0 * static_cast<double>(s.radius))},
                                   {"color", colour_of(s)}});
      return;
    case K::cylinder:
      return add_cylinder(s, place_of(s), turn, static_cast<double>(s.radius),
                          static_cast<double>(s.length), entity);
    case K::tyre:
      return add_cylinder(s, place_of(s), turn * along_y, static_cast<double>(s.radius),
                          static_cast<double>(s.length), entity);
    case K::prism:
      return add_prism(s, entity);
    case K::tube:
      return add_tube(s, entity);
    case K::plate:
      if (s.profile.size() >= 4) entity["cubes"].push_back(box_around(s, corners_of_profile(s)));
      return;
    case K::lathe: {
      double radius = 0.0, low = 1e30, high = -1e30;
      for (std::size_t i = 0; i + 1 < s.profile.size(); i += 2) {
        radius = std::max(radius, static_cast<double>(s.profile[i]));
        low = std::min(low, static_cast<double>(s.profile[i + 1]));
        high = std::max(high, static_cast<double>(s.profile[i + 1]));
      }
      if (high > low)
        add_cylinder(s, place_of(s) + turn * Vec3(0.0, 0.0, 0.5 * (low + high)), turn, radius,
                     high - low, entity);
      return;
    }
    case K::loft: {
      std::vector<Vec3> points;
      for (std::size_t i = 0; i + 4 < s.path.size(); i += 5)
        for (const double side : {-0.5, 0.5})
          points.emplace_back(
              static_cast<double>(s.path[i]),
              static_cast<double>(s.path[i + 1]) + side * static_cast<double>(s.path[i + 3]),
              static_cast<double>(s.path[i + 2]) + side * static_cast<double>(s.path[i + 4]));
      if (!points.empty()) entity["cubes"].push_back(box_around(s, points));
      return;
    }
    case K::label:
    case K::screen:
      return;
  }
}

Json empty_entity(const std::string& name, const std::string& frame, std::uint64_t time) {
  Json e{{"timestamp", time_of(time)},
         {"frame_id", frame},
         {"id", name},
         {"lifetime", {{"sec", 0}, {"nsec", 0}}},
         {"frame_locked", true},
         {"metadata", Json::array()}};
  for (const char* list :
       {"arrows", "cubes", "spheres", "cylinders", "lines", "triangles", "texts", "models"})
    e[list] = Json::array();
  return e;
}

/// Every so many points of the ground that at most kMostGroundRows are left in a row.
Json ground_entity(const frames::Ground& g, std::uint64_t time) {
  Json e = empty_entity("ground", "world", time);
  const std::uint32_t stride = std::max(g.columns, g.rows) / kMostGroundRows + 1;
  const std::uint32_t columns = (g.columns - 1) / stride + 1, rows = (g.rows - 1) / stride + 1;
  Json points = Json::array(), indices = Json::array();
  for (std::uint32_t r = 0; r < rows; ++r)
    for (std::uint32_t c = 0; c < columns; ++c)
      points.push_back(
          vector_of(static_cast<double>(g.x_min + g.cell * static_cast<float>(c * stride)),
                    static_cast<double>(g.y_min + g.cell * static_cast<float>(r * stride)),
                    static_cast<double>(g.heights[r * stride * g.columns + c * stride])));
  for (std::uint32_t r = 0; r + 1 < rows; ++r)
    for (std::uint32_t c = 0; c + 1 < columns; ++c) {
      const std::uint32_t a = r * columns + c, b = a + 1, up = a + columns;
      for (const std::uint32_t k : {a, b, up, b, up + 1, up}) indices.push_back(k);
    }
  e["triangles"].push_back({{"pose", pose_of(Vec3::Zero(), Eigen::Quaterniond::Identity())},
                            {"points", std::move(points)},
                            {"color", {{"r", 0.47}, {"g", 0.45}, {"b", 0.36}, {"a", 1.0}}},
                            {"colors", Json::array()},
                            {"indices", std::move(indices)}});
  return e;
}

std::string text_of(const Json& j) {
  // Names may hold any bytes; JSON may not.
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string transforms(const frames::Scene& scene, const frames::Frame& frame, std::uint64_t time) {
  Json list = Json::array();
  const auto add = [&](const std::string& name, const float* p) {
    list.push_back(
        {{"timestamp", time_of(time)},
         {"parent_frame_id", "world"},
         {"child_frame_id", name},
         {"translation", vector_of(static_cast<double>(p[0]), static_cast<double>(p[1]),
                                   static_cast<double>(p[2]))},
         {"rotation", quaternion_of({static_cast<double>(p[6]), static_cast<double>(p[3]),
                                     static_cast<double>(p[4]), static_cast<double>(p[5])})}});
  };
  std::vector<bool> told(scene.bodies.size(), false);
  for (std::size_t i = 0; 7 * i < frame.poses.size(); ++i) {
    const std::size_t id = frame.bodies.empty() ? i : frame.bodies[i];
    if (id >= scene.bodies.size()) continue;  // came later: the scene has no shapes for it
    add(scene.bodies[id].name, frame.poses.data() + 7 * i);
    told[id] = true;
  }
  // Objects that rest where the scene has them.
  for (std::size_t id = 0; id < scene.bodies.size(); ++id)
    if (!told[id] && scene.bodies[id].rest.size() == 7)
      add(scene.bodies[id].name, scene.bodies[id].rest.data());
  return text_of({{"transforms", std::move(list)}});
}

std::string scene_update(const frames::Scene& scene, std::uint64_t time) {
  Json entities = Json::array();
  for (const frames::SceneBody& b : scene.bodies) {
    const frames::SceneBody& drawn = b.like > 0 ? scene.bodies[b.like - 1] : b;
    if (drawn.shapes.empty()) continue;
    Json e = empty_entity(b.name, b.name, time);
    for (const frames::Shape& s : drawn.shapes) add_shape(s, e);
    entities.push_back(std::move(e));
  }
  if (scene.ground.columns > 1 && scene.ground.rows > 1)
    entities.push_back(ground_entity(scene.ground, time));
  return text_of({{"deletions", Json::array()}, {"entities", std::move(entities)}});
}

std::string log(const sim::Event& event, std::uint64_t time) {
  using K = sim::Event::Kind;
  int level = 2;  // info
  switch (event.kind) {
    case K::overload:
    case K::not_converged:
    case K::inside_ground:
    case K::no_ground:
    case K::left_site:
    case K::drive_jump:
    case K::crowded:
    case K::cave_in:
      level = 3;  // warning
      break;
    case K::joint_broken:
    case K::contained:
    case K::person_hit:
      level = 4;  // error
      break;
    default:
      break;
  }
  return text_of({{"timestamp", time_of(time)},
                  {"level", level},
                  {"message", event.text},
                  {"name", std::string(sim::to_string(event.kind))},
                  {"file", event.name()},
                  {"line", 0}});
}

std::string numbers(const std::vector<std::string>& names, const std::vector<float>& values) {
  Json object = Json::object();
  for (std::size_t i = 0; i < names.size() && i < values.size(); ++i)
    if (std::isfinite(values[i])) object[names[i]] = static_cast<double>(values[i]);
  return text_of(object);
}

}  // namespace outrigger::recorder::foxglove
