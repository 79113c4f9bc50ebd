#include "anchor/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "anchor/chain_path.h"
#include "base/error.h"
#include "geometry/convex_hull.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh_check.h"
#include "geometry/sample_meshes.h"
#include "math/elementary.h"
#include "mesh_files/mesh_file.h"

namespace outrigger::anchor {

using description::Body;
using description::ContactShape;
using description::Machine;

namespace {

constexpr double kGravity = 9.81;

Body make_body(const std::string& name, double mass, const Vec3& moments, const Vec3& centre,
               const Pose& pose) {
  Body b;
  b.name = name;
  b.mass = mass;
  b.inertia = moments.asDiagonal();
  b.centre = centre;
  b.pose = pose;
  b.pose_given = true;
  return b;
}

ContactShape make_shape(const std::string& name, const std::string& body, ContactShape::Kind kind,
                        const std::string& material, const std::string& group) {
  ContactShape s;
  s.name = name;
  s.body = body;
  s.kind = kind;
  s.material = material;
  s.group = group;
  return s;
}

/// Rotation about y by an angle.
Mat3 about_y(double angle) {
  const auto sc = elementary::sincos(angle);
  Mat3 r;
  r << sc.cosine, 0.0, sc.sine, 0.0, 1.0, 0.0, -sc.sine, 0.0, sc.cosine;
  return r;
}

void add_materials(Machine& m, const ContactForm& c, double bearing) {
  for (const char* name : {"chain", "anchor", "hull", "bearing"})
    m.materials.push_back({name, {}, c.young, c.poisson, c.restitution});
  const auto add = [&](const char* a, const char* b, const Friction& f) {
    m.friction.push_back({fmt::format("{}_{}", a, b), {}, a, b, f.fixed, f.sliding});
  };
  add("chain", "chain", c.link_link);
  add("chain", "hull", c.link_pipe);
  add("chain", "anchor", c.link_link);
  add("anchor", "hull", c.anchor_shell);
  add("anchor", "anchor", c.anchor_shell);
  add("bearing", "bearing", {bearing, bearing});
}

/// Hertz: two crowns touch in a circle of radius a = (3 N R/4 E*)^(1/3), 1/R = 2/d - 1/(0.8 d) in both
/// directions; evenly rubbing pressure p ∝ √(1 - ρ²/a²) resists spin with 3π/16 µ N a.
double crown_spin_radius(double diameter, double force) {
  constexpr double kSteel = 2.06e11 / (2.0 * (1.0 - 0.3 * 0.3));
  const double radius = diameter / 0.75;
  return 3.0 * std::numbers::pi / 16.0 * elementary::cbrt(3.0 * force * radius / (4.0 * kSteel));
}

/// Chain and trunnion carry the anchor through contacts, for long and while they roll.
void add_laws(Machine& m, const Study& study, double diameter, double load) {
  const auto add = [&](const char* name, const char* a, const char* b, double spin_radius) {
    description::ContactLaw law;
    law.name = name;
    law.material_a = a;
    law.material_b = b;
    law.exact_depth = true;
    law.spin_radius = spin_radius;
    m.contact_laws.push_back(law);
  };
  add("crowns", "chain", "chain", study.contact.spin ? crown_spin_radius(diameter, load) : 0.0);
  add("eye", "chain", "anchor", 0.0);
  add("lip", "chain", "hull", 0.0);
  add("shell", "anchor", "hull", 0.0);
  add("trunnion", "bearing", "bearing", 0.0);
}

void add_hull(Scene& scene, const Study& study, const BowForm& bow) {
  Machine& m = scene.machine;
  const auto add = [&](const std::string& name, geometry::Mesh mesh) {
    if (!mesh.closed())
      throw Error(
          fmt::format("{}: the mesh is open at {} edges, so that inside and outside are unknown; "
                      "`outrigger mesh check` shows where, `outrigger mesh repair` closes seams",
                      name, mesh.border_count()));
    if (!(geometry::signed_volume(mesh) > 0.0))
      throw Error(name + ": the mesh is inside out; `outrigger mesh repair` turns it");
    ContactShape s =
        make_shape(name, description::kGround, ContactShape::Kind::mesh, "hull", "hull");
    s.file = name;
    m.shapes.push_back(std::move(s));
    description::VisualShape v;
    v.name = name + "_look";
    v.body = description::kGround;
    v.kind = description::VisualShape::Kind::mesh;
    v.file = name;
    v.colour = name == "bulb" ? Vec3(0.45, 0.12, 0.10) : Vec3(0.16, 0.24, 0.34);
    m.visuals.push_back(v);
    scene.visual_meshes[v.name] = name;
    scene.meshes.emplace(name, std::move(mesh));
  };
  if (study.hull.file.empty()) {
    add("bow", bow_mesh(bow));
    if (auto bulb = bulb_mesh(study.hull)) add("bulb", std::move(*bulb));
  } else {
    add("bow", mesh_files::import_mesh(study.hull.file).mesh);
  }
}

/// The trunnion as steel on steel: a pin of the head turns in two rings of the shank, two bosses keep it
/// in the middle, and a key of the shank meets two stops. So every body of anchor and chain is free, and
/// all of them are solved together in the fast way (solve/free_body_island.h).
void add_trunnion(Machine& m, const AnchorParts& a, const AnchorForm& form) {
  const TrunnionForm& t = a.trunnion;
  for (const int side : {1, -1}) {
    ContactShape ring = make_shape(side > 0 ? "ring1" : "ring2", "shank", ContactShape::Kind::torus,
                                   "bearing", "ring");
    ring.pose.position = Vec3(0.0, side * t.half_span, 0.0);
    ring.pose.rotation.col(0) = Vec3::UnitX();
    ring.pose.rotation.col(1) = -Vec3::UnitZ();
    ring.pose.rotation.col(2) = Vec3::UnitY();
    ring.radius = t.ring;
    ring.tube = t.tube;
    m.shapes.push_back(ring);
    ContactShape boss = make_shape(side > 0 ? "boss1" : "boss2", "head", ContactShape::Kind::sphere,
                                   "bearing", "boss");
    boss.radius = t.boss;
    boss.pose.position = Vec3(0.0, side * (t.cheek + t.boss + t.play), 0.0);
    m.shapes.push_back(boss);
  }
  const auto bar = [&](const char* name, const char* body, const char* group, const Vec3& at,
                       double radius, double length) {
    ContactShape s = make_shape(name, body, ContactShape::Kind::capsule, "bearing", group);
    s.pose.position = at;
    s.pose.rotation.col(0) = Vec3::UnitX();
    s.pose.rotation.col(1) = -Vec3::UnitZ();
    s.pose.rotation.col(2) = Vec3::UnitY();
    s.radius = radius;
    s.length = length;
    m.shapes.push_back(s);
  };
  bar("pin", "head", "pin", Vec3::Zero(), t.pin, 2.2 * t.half_span);
  ContactShape cheek = make_shape("cheek", "shank", ContactShape::Kind::box, "bearing", "cheek");
  cheek.size = Vec3(t.pin, 2.0 * t.cheek, t.pin);
  m.shapes.push_back(cheek);
  // The key meets a stop where the flukes have turned to their limit.
  bar("key", "shank", "key", Vec3(-t.key_arm, 0.0, 0.0), t.key, 0.5 * t.half_span);
  const double angle = form.fluke_limit + 2.0 * elementary::asin(t.key / t.key_arm);
  const auto sc = elementary::sincos(angle);
  for (const int side : {1, -1})
    bar(side > 0 ? "stop1" : "stop2", "head", "stop",
        Vec3(-t.key_arm * sc.cosine, 0.0, side * t.key_arm * sc.sine), t.key, 0.5 * t.half_span);
  // Nothing else of head and shank meets.
  const char* of_head[] = {"head", "pin", "boss", "stop"};
  const char* of_shank[] = {"shank", "ring", "cheek", "key"};
  for (const char* h : of_head)
    for (const char* s : of_shank) {
      const std::string pair = std::string(h) + "_" + s;
      if (pair == "pin_ring" || pair == "boss_cheek" || pair == "stop_key") continue;
      m.contact_pairs.push_back({"not_" + pair, {}, h, s, false});
    }
  for (const char* inside : {"pin", "boss", "stop", "ring", "cheek", "key"})
    for (const char* other : {"hull", "chain", "shackle", description::kGround})
      m.contact_pairs.push_back(
          {fmt::format("not_{}_{}", inside, other), {}, inside, other, false});
}

void add_anchor(Scene& scene, const Study& study, const Pose& shank, const Pose& head) {
  Machine& m = scene.machine;
  const AnchorParts& a = scene.parts;
  m.bodies.push_back(make_body("shank", a.shank_mass, a.shank_moments, a.shank_centre, shank));
  m.bodies.push_back(make_body("head", a.head_mass, a.head_moments, a.head_centre, head));
  add_trunnion(m, a, study.anchor);
  const auto add_mesh = [&](const std::string& name, const std::string& body, geometry::Mesh mesh,
                            int hull_faces) {
    ContactShape s = make_shape(name, body, ContactShape::Kind::mesh, "anchor", body);
    s.file = name;
    s.hull_faces = hull_faces;
    m.shapes.push_back(std::move(s));
    description::VisualShape v;
    v.name = name + "_look";
    v.body = body;
    v.kind = description::VisualShape::Kind::mesh;
    v.file = name;
    v.colour = body == "head" ? Vec3(0.30, 0.31, 0.33) : Vec3(0.36, 0.37, 0.39);
    v.material = "steel";
    m.visuals.push_back(v);
    scene.visual_meshes[v.name] = name;
    scene.meshes.emplace(name, std::move(mesh));
  };
  const AnchorForm& form = study.anchor;
  if (!form.head_file.empty())
    add_mesh("head", "head", mesh_files::import_mesh(form.head_file).mesh, 0);
  if (!form.shank_file.empty())
    add_mesh("shank", "shank", mesh_files::import_mesh(form.shank_file).mesh, 0);
  for (const ConvexPart& p : a.parts) {
    if (!(p.of_head ? form.head_file : form.shank_file).empty()) continue;
    geometry::Mesh mesh = geometry::convex_hull(p.points).mesh;
    add_mesh(p.name, p.of_head ? "head" : "shank", std::move(mesh), 64);
  }
  ContactShape eye = make_shape("eye", "shank", ContactShape::Kind::torus, "anchor", "shank");
  eye.pose.position = a.eye;
  // Its axis is the pin's.
  eye.pose.rotation.col(0) = Vec3::UnitX();
  eye.pose.rotation.col(1) = -Vec3::UnitZ();
  eye.pose.rotation.col(2) = Vec3::UnitY();
  eye.radius = a.eye_ring;
  eye.tube = a.eye_tube;
  m.shapes.push_back(eye);
  geometry::Mesh ring = geometry::sample_torus(a.eye_ring, a.eye_tube, 32, 16);
  description::VisualShape v;
  v.name = "eye_look";
  v.body = "shank";
  v.kind = description::VisualShape::Kind::mesh;
  v.file = "eye";
  v.pose = eye.pose;
  v.colour = Vec3(0.36, 0.37, 0.39);
  v.material = "steel";
  m.visuals.push_back(v);
  scene.visual_meshes[v.name] = "eye";
  scene.meshes.emplace("eye", std::move(ring));
}

void add_link(Scene& scene, const std::string& name, double mass, const Vec3& moments,
              const Pose& pose, double ring, double half, double tube, double stud,
              const char* group) {
  scene.machine.bodies.push_back(make_body(name, mass, moments, Vec3::Zero(), pose));
  ContactShape s = make_shape(name, name, ContactShape::Kind::chain_link, "chain", group);
  s.radius = ring;
  s.length = 2.0 * half;
  s.tube = tube;
  s.stud = stud;
  scene.machine.shapes.push_back(std::move(s));
  scene.hung_mass += mass;
}

}  // namespace

LinkForm link_form(const ChainForm& chain) {
  const double d = chain.diameter, mm = 1000.0 * d;
  LinkForm l;
  l.diameter = d;
  l.pitch = 4.0 * d;
  l.half = 1.2 * d;
  l.ring = 1.3 * d;
  l.tube = 0.5 * d;
  l.stud = chain.stud ? 0.35 * d : 0.0;
  l.mass = (chain.stud ? 0.0219 : 0.0199) * mm * mm * l.pitch;
  // Of two half tori, two sides and a stud, per mass and d².
  l.moments = Vec3(0.0937, 0.2218, 0.3105) / (20.88 * 0.062 * 0.062) * l.mass * d * d;
  const double grade = chain.grade == 1 ? 1.0 / 1.4 : chain.grade == 3 ? 1.43 : 1.0;
  l.breaking_load = grade * 13.73 * mm * mm * (44.0 - 0.08 * mm);
  l.proof_load = grade * 9.81 * mm * mm * (44.0 - 0.08 * mm);
  return l;
}

LinkForm end_link_form(const ChainForm& chain) {
  ChainForm form = chain;
  form.diameter = 1.2 * chain.diameter;
  form.stud = false;
  return link_form(form);
}

Scene make_scene(const Study& study, const BowForm& bow) {
  Scene scene;
  scene.parts = anchor_parts(study.anchor);
  scene.link = link_form(study.chain);
  scene.end_link = end_link_form(study.chain);
  scene.seat = expected_seat(scene.parts, study.anchor, bow);
  const AnchorParts& a = scene.parts;
  const LinkForm& l = scene.link;
  const double mm = 1000.0 * l.diameter;
  scene.windlass_pull = study.windlass.pull > 0.0 ? study.windlass.pull
                                                  : (study.chain.grade == 1   ? 37.5
                                                     : study.chain.grade == 3 ? 47.5
                                                                              : 42.5) *
                                                        mm * mm;
  scene.windlass_short =
      study.windlass.short_term > 0.0 ? study.windlass.short_term : 1.5 * scene.windlass_pull;
  if (3.6 * l.diameter > 2.0 * study.hawse.radius)
    throw Error(fmt::format(
        "{}: chain.diameter: links of {:.3f} m width do not fit into a pipe of {:.3f} m",
        study.file, 3.6 * l.diameter, 2.0 * study.hawse.radius));
  if (2.0 * (a.shackle_ring + a.shackle_tube) > 2.0 * study.hawse.radius)
    throw Error(
        fmt::format("{}: anchor.mass: the shackle of this anchor, {:.2f} m wide, does not fit into "
                    "a pipe of {:.2f} m",
                    study.file, 2.0 * (a.shackle_ring + a.shackle_tube), 2.0 * study.hawse.radius));
  if (2.135 * a.scale > 1.5 * study.hull.half_breadth)
    throw Error(fmt::format(
        "{}: anchor.mass: an anchor {:.1f} m wide is too large for a ship of {:.1f} m breadth",
        study.file, 2.135 * a.scale, 2.0 * study.hull.half_breadth));
  if (2.0 * (a.shackle_ring - a.shackle_tube) < 1.05 * l.diameter)
    throw Error(fmt::format(
        "{}: chain.diameter: a bar of {:.3f} m does not fit into the shackle of this anchor",
        study.file, l.diameter));
  const LinkForm& e = scene.end_link;
  if (2.0 * (e.ring - e.tube) < 1.02 * 2.0 * a.shackle_tube)
    throw Error(fmt::format(
        "{}: chain.diameter: the end link of this chain is {:.3f} m wide inside, so that the "
        "shackle's bar of {:.3f} m does not go through: a chain of {:.3f} m at least, or a lighter "
        "anchor",
        study.file, 2.0 * (e.ring - e.tube), 2.0 * a.shackle_tube,
        1.02 * 2.0 * a.shackle_tube / (1.6 * 1.2)));
  if (!scene.seat.within_limit)
    scene.warnings.push_back(
        fmt::format("with pipe and shell at this angle the flukes lie on the shell only when "
                    "turned by {:.1f} degrees, which is beyond their limit of {:.1f}",
                    scene.seat.fluke_angle * 180.0 / std::numbers::pi,
                    study.anchor.fluke_limit * 180.0 / std::numbers::pi));

  Machine& m = scene.machine;
  m.name = study.name;
  m.title = study.title;
  m.settings.step = study.run.step;
  m.settings.duration = study.run.time;
  const auto heel = elementary::sincos(study.sea.heel), trim = elementary::sincos(study.sea.trim);
  const Vec3 down(trim.sine, heel.sine * trim.cosine, -heel.cosine * trim.cosine);
  m.settings.gravity = kGravity * down.normalized();
  const Vec3 up = -down.normalized();
  add_materials(m, study.contact, scene.parts.trunnion.friction);
  add_laws(m, study, l.diameter, kGravity * a.mass());
  add_hull(scene, study, bow);

  // The anchor hangs with its shank along the vertical; the flukes point where the yaw says. The chain goes
  // round the lip free of it, however its links are rolled and bent there, and settles on it while the weight
  // comes on: half a link's width, and how far its middle lies inside of its ends on a radius of the lip.
  const double lip = std::min(study.hawse.lip_inside, study.hawse.lip_radius - study.hawse.radius);
  const double sagitta = l.pitch * l.pitch / (8.0 * std::max(lip, l.pitch));
  const double clearance = l.ring + l.tube + sagitta;
  const double eye_height = bow.opening().dot(up) - study.start.below;
  const std::vector<Vec3> path =
      chain_path(bow, up, clearance, study.windlass.beyond_deck, study.start.below + 20.0);
  const double shackle_low = eye_height + a.eye_ring - a.eye_tube - a.shackle_tube;
  const double shackle_high = shackle_low + 2.0 * (a.shackle_half + a.shackle_ring);
  const std::vector<Vec3> hinges = walk(path, up, shackle_high - a.shackle_tube, e.pitch, l.pitch);
  if (hinges.size() < 4)
    throw Error(fmt::format(
        "{}: start.below: fewer than 3 links between the anchor and the windlass", study.file));
  Vec3 inboard = -bow.shell_normal();
  inboard = (inboard - inboard.dot(up) * up).normalized();
  const auto yaw = elementary::sincos(study.start.yaw);
  const Vec3 throw_dir = yaw.cosine * inboard + yaw.sine * up.cross(inboard);
  Pose shank;
  shank.rotation.col(0) = up;
  shank.rotation.col(1) = throw_dir.cross(up);
  shank.rotation.col(2) = throw_dir;
  Vec3 line = path.front();
  const auto on_line = [&](double height) -> Vec3 { return line + (height - line.dot(up)) * up; };
  shank.position = on_line(eye_height) - shank.rotation * a.eye;
  const double angle = -0.98 * study.start.fluke_side * study.anchor.fluke_limit;
  Pose head = shank;
  head.rotation = shank.rotation * about_y(angle);
  add_anchor(scene, study, shank, head);
  scene.hung_mass += a.head_mass + a.shank_mass;

  Pose shackle = shank;
  shackle.position = on_line(0.5 * (shackle_low + shackle_high));
  add_link(scene, "shackle", a.shackle_mass, a.shackle_moments, shackle, a.shackle_ring,
           a.shackle_half, a.shackle_tube, 0.0, "shackle");
  // Links turn by 90° each. In the pipe and round the lip both kinds lie at 45° to the plane of the way, as
  // chains do; what the shackle's yaw differs from that is shared out over all links, at most 45° in all.
  const Vec3 side = bow.axis().cross(up).normalized();
  const std::size_t count = hinges.size() - 1;
  const auto along = [&](std::size_t k) -> Vec3 {
    return (hinges[k + 1] - hinges[k]).normalized();
  };
  constexpr double kQuarter = 0.5 * std::numbers::pi;
  const Vec3 x0 = along(0), width = x0.cross(Vec3(shank.rotation.col(1)));
  const double wanted = elementary::atan2(width.dot(x0.cross(side)), width.dot(side));
  const double eighth = 0.5 * kQuarter;
  const double extra = std::remainder(wanted - eighth, kQuarter);
  for (std::size_t k = 0; k < count; ++k) {
    const LinkForm& form = k == 0 ? e : l;
    const double share = 1.0 - static_cast<double>(k) / static_cast<double>(count);
    const auto roll =
        elementary::sincos(wanted - extra * (1.0 - share) + kQuarter * static_cast<double>(k % 4));
    const Vec3 x = along(k);
    Pose pose;
    pose.rotation.col(0) = x;
    pose.rotation.col(1) = roll.cosine * side + roll.sine * x.cross(side);
    pose.rotation.col(2) = x.cross(Vec3(pose.rotation.col(1)));
    pose.position = 0.5 * (hinges[k] + hinges[k + 1]);
    const std::string name = fmt::format("l{}", k + 1);
    add_link(scene, name, form.mass, form.moments, pose, form.ring, form.half, form.tube, form.stud,
             "chain");
    scene.links.push_back(name);
    scene.start_pull += kGravity * form.mass * up.dot(x);
  }
  for (const char* group : {"shank", "head", "shackle", "chain"})
    m.contact_pairs.push_back(
        {fmt::format("not_ground_{}", group), {}, group, description::kGround, false});
  return scene;
}

}  // namespace outrigger::anchor
