#include "anchor/haul.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/thread_seconds.h"
#include "description/reader.h"
#include "description/writer.h"
#include "geometry/closest_point.h"
#include "math/elementary.h"

namespace outrigger::anchor {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr double kLetGo = 0.6;      ///< the chain has the whole weight then [s]
constexpr double kHandTime = 0.05;  ///< in which the hand stops what it holds [s]
constexpr double kSettle = 1.0;     ///< the chain hangs until it is hauled [s]
constexpr double kOverloadTime =
    0.2;  ///< over which the pull is meant that overloads the windlass [s]
constexpr double kLookEvery = 10e-3;  ///< [s]
constexpr double kStillSpeed = 0.01;  ///< of the trunnion [m/s]
constexpr double kFirstTouch = 0.0;

enum class Who { none, head, shank, chain };

Who who(const std::string& shape) {
  if (shape.starts_with("crown") || shape.starts_with("fluke") || shape.starts_with("palm") ||
      shape == "head")
    return Who::head;
  if (shape == "shank" || shape == "eye") return Who::shank;
  if (shape == "bow" || shape == "bulb") return Who::none;
  return Who::chain;
}

}  // namespace

Haul::Haul(const Study& study)
    : study_(study), bow_(study.hull, study.hawse, study.bolster), scene_(make_scene(study, bow_)) {
  sim::WorldOptions options;
  options.meshes = std::make_shared<const contact::MeshLibrary>(scene_.meshes);
  // By way of a text, so that a recording of it gives the same bits.
  text_ = description::checked_machine_text(scene_.machine);
  scene_.machine = description::read_machine_text(text_, study.name + ".yaml");
  world_ = std::make_unique<sim::World>(scene_.machine, options);
  shank_ = world_->body("shank");
  head_ = world_->body("head");
  shackle_ = world_->body("shackle");
  shell_ = &scene_.meshes.at("bow");
  shell_tree_ = geometry::BoxTree(*shell_);
  if (const auto bulb = scene_.meshes.find("bulb"); bulb != scene_.meshes.end()) {
    bulb_ = &bulb->second;
    bulb_tree_ = geometry::BoxTree(*bulb_);
  }
  for (const ConvexPart& p : scene_.parts.parts)
    if (p.of_head) head_points_.insert(head_points_.end(), p.points.begin(), p.points.end());
  map_.lay_out(bow_.opening(), bow_.shell_normal(), 2.4 * std::max(1.0, scene_.parts.scale), 0.05);
  result_.least_clearance = result_.bulb_clearance = result_.stem_clearance = 1e9;
  last_trunnion_ = world_->pose(shank_).position;
}

void Haul::begin() {
  WindlassDrive::Setting w;
  w.speed = study_.windlass.speed;
  w.pull = scene_.windlass_pull;
  w.limit = scene_.windlass_short;
  w.beyond = study_.windlass.beyond_deck;
  w.pitch = scene_.link.pitch;
  w.link_mass = scene_.link.mass;
  w.start_pull = scene_.start_pull;
  windlass_ = std::make_unique<WindlassDrive>(*world_, bow_, scene_, w);
  hold_anchor();
}

void Haul::hold_anchor() {
  const Vec3 gravity = world_->settings().gravity;
  for (const sim::BodyHandle body : {shank_, head_, shackle_}) {
    const description::Body& d = world_->body_description(body);
    const Vec3 weight = d.mass * gravity, centre = d.centre;
    const double mass = d.mass;
    hands_.push_back(world_->add_force(
        "hand_" + d.name, body, d.centre,
        [weight, centre, mass](double time, const Pose& pose, const model::Twist& twist) {
          const double share = std::max(0.0, 1.0 - time / kLetGo);
          const double damping = share * mass / kHandTime;
          model::BodyForce f;
          f.force = -share * weight -
                    damping * (twist.linear + twist.angular.cross(pose.rotation * centre));
          f.damping = damping * Mat3::Identity();
          return f;
        }));
  }
}

void Haul::end(Verdict v, std::string reason) {
  if (over_) return;
  over_ = true;
  result_.verdict = v;
  result_.reason = std::move(reason);
}

bool Haul::step() {
  if (over_) return false;
  const double begin = thread_seconds();
  const double t = world_->time();
  const double ramp = std::clamp((t - kSettle) / std::max(study_.windlass.ramp, 1e-3), 0.0, 1.0);
  if (t > kLetGo && !hands_.empty()) {
    for (const sim::BodyForceHandle h : hands_) world_->remove(h);
    hands_.clear();
  }
  windlass_->before_step(t < kSettle ? 0.0 : ramp);
  world_->step();
  result_.seconds += thread_seconds() - begin;
  if (world_->time() - last_look_ >= kLookEvery - 1e-9) {
    look();
    judge();
    last_look_ = world_->time();
  }
  if (!over_ && world_->time() >= study_.run.time - 1e-9)
    end(Verdict::unfinished, fmt::format("after {:.1f} s the trunnion is {:.3f} m from its seat "
                                         "and the windlass pulls {:.1f} kN",
                                         world_->time(), now_.place_error, now_.tension / 1e3));
  return !over_;
}

double Haul::largest_twist() const {
  double largest = 0.0;
  Mat3 below = world_->pose(shackle_).rotation;
  for (int k = 0; k < windlass_->links(); ++k) {
    const Mat3 r = world_->pose(world_->body(scene_.links[static_cast<std::size_t>(k)])).rotation;
    // A quarter turn apart is no twist; seen along the mean direction of both.
    const Vec3 x = (below.col(0) + r.col(0)).normalized();
    const auto across = [&](const Vec3& y) { return (y - y.dot(x) * x).normalized(); };
    const double c = across(below.col(1)).dot(across(r.col(1)));
    largest = std::max(largest, std::abs(elementary::asin(std::clamp(c, -1.0, 1.0))));
    below = r;
  }
  return largest;
}

void Haul::measure_clearances() {
  const Pose head = world_->pose(head_);
  const double far = 3.0;
  double shell = far, bulb = 50.0, stem = 1e9;
  const double rake = study_.hull.stem_rake;
  for (const Vec3& local : head_points_) {
    const Vec3 p = head.point(local);
    const auto near = geometry::nearest_on_mesh(*shell_, shell_tree_, p, shell);
    if (near.face != geometry::Mesh::kNone) shell = std::min(shell, near.distance);
    if (bulb_ != nullptr) {
      const auto at = geometry::nearest_on_mesh(*bulb_, bulb_tree_, p, bulb);
      if (at.face != geometry::Mesh::kNone) bulb = std::min(bulb, at.distance);
    }
    const Vec3 line = Vec3(rake, 0.0, 1.0).normalized();
    stem = std::min(stem, (p - p.dot(line) * line).norm());
  }
  now_.clearance = shell;
  now_.bulb_clearance = bulb_ != nullptr ? bulb : 0.0;
  now_.stem_clearance = stem;
  // What counts is the way up: the seat itself is on the shell.
  if (now_.shackle_inside < kFirstTouch && shell < result_.least_clearance) {
    result_.least_clearance = shell;
    result_.least_clearance_time = now_.time;
  }
  if (bulb_ != nullptr) result_.bulb_clearance = std::min(result_.bulb_clearance, bulb);
  result_.stem_clearance = std::min(result_.stem_clearance, stem);
}

void Haul::look() {
  const double dt = world_->time() - last_look_;
  const Pose shank = world_->pose(shank_), head = world_->pose(head_);
  const Vec3 trunnion = shank.position;
  now_.time = world_->time();
  now_.tension = windlass_->tension();
  pull_ += (now_.tension - pull_) * std::min(1.0, dt / kOverloadTime);
  now_.speed = (trunnion - last_trunnion_).norm() / std::max(dt, 1e-9);
  last_trunnion_ = trunnion;
  now_.hauled = windlass_->hauled();
  now_.links = windlass_->links();
  now_.shackle_inside = -(world_->pose(shackle_).position - bow_.opening()).dot(bow_.axis());
  now_.place_error = (trunnion - scene_.seat.trunnion).norm();
  now_.angle_error =
      elementary::acos(std::clamp(-Vec3(shank.rotation.col(0)).dot(bow_.axis()), -1.0, 1.0));
  now_.fluke_angle = elementary::acos(
      std::clamp(Vec3(shank.rotation.col(0)).dot(Vec3(head.rotation.col(0))), -1.0, 1.0));
  now_.twist = largest_twist();

  double hardest = 0.0, outside = 0.0;
  double fluke[2] = {0.0, 0.0};
  palm_touches_ = eye_touches_lip_ = false;
  for (const contact::ContactReading& c : world_->contacts()) {
    const bool a_hull = c.shape_a == "bow" || c.shape_a == "bulb";
    const bool b_hull = c.shape_b == "bow" || c.shape_b == "bulb";
    if (a_hull == b_hull) continue;
    const std::string& shape = a_hull ? c.shape_b : c.shape_a;
    const Who part = who(shape);
    const double force = std::abs(c.normal_force);
    if (part == Who::head || part == Who::shank) {
      hardest = std::max(hardest, force);
      const Vec3 off = c.point - bow_.opening();
      const Vec3 n = bow_.shell_normal();
      if ((off - off.dot(n) * n).norm() > study_.judge.doubling_radius)
        outside = std::max(outside, force);
      if (shape == "fluke1") fluke[0] += force;
      if (shape == "fluke2") fluke[1] += force;
      if (shape.starts_with("palm") || shape == "crown") palm_touches_ = true;
      if (shape.starts_with("fluke") && (off - off.dot(n) * n).norm() <= bow_.foot_radius() + 0.05)
        palm_touches_ = true;  // on the bolster
      if (shape == "eye" && now_.shackle_inside < 0.6) eye_touches_lip_ = true;
      const Pose body = part == Who::head ? head : shank;
      const model::Twist twist = world_->twist(part == Who::head ? head_ : shank_);
      const Vec3 v = twist.linear + twist.angular.cross(c.point - body.position);
      const Vec3 rub = c.force - c.force.dot(c.normal) * c.normal;
      map_.add(c.point, force, std::abs(rub.dot(v - v.dot(c.normal) * c.normal)), dt);
    } else {
      map_.add(c.point, force, 0.0, dt);
    }
  }
  now_.hardest = hardest;
  now_.tip_force = std::min(fluke[0], fluke[1]);
  outside_force_ = outside;
  measure_clearances();
  result_.peak_tension = std::max(result_.peak_tension, now_.tension);
  result_.hardest = std::max(result_.hardest, hardest);
  result_.largest_twist = std::max(result_.largest_twist, now_.twist);
  if (windlass_->speed() > 0.99 * study_.windlass.speed) {
    mean_sum_ += now_.tension;
    ++mean_count_;
  }
  result_.moments.push_back(now_);
}

void Haul::judge() {
  const Judgement& j = study_.judge;
  const double t = now_.time;
  if (t < kSettle) {
    // No verdict about the hull: it would be thrown out of it.
    if (now_.hardest > j.contact_force)
      end(Verdict::unfinished,
          fmt::format(
              "the anchor begins inside the hull (a contact of {:.0f} kN at {:.2f} s): begin "
              "lower (start.below), or turned otherwise (start.yaw_deg)",
              now_.hardest / 1e3, t));
    return;
  }
  if (pull_ >= 0.95 * scene_.windlass_short)
    return end(Verdict::overload,
               fmt::format("the windlass was held at its short-term pull of {:.0f} kN at {:.1f} s, "
                           "with the shackle {:.2f} m inside the pipe",
                           scene_.windlass_short / 1e3, t, now_.shackle_inside));
  if (now_.hardest > j.contact_force)
    return end(Verdict::hull_hit, fmt::format("a contact of {:.0f} kN at {:.1f} s, above {:.0f} kN",
                                              now_.hardest / 1e3, t, j.contact_force / 1e3));
  if (outside_force_ > j.outside_force)
    return end(
        Verdict::hull_hit,
        fmt::format(
            "a contact of {:.0f} kN at {:.1f} s outside of the doubling plate (radius {:g} m)",
            outside_force_ / 1e3, t, j.doubling_radius));
  if (now_.twist > j.twist)
    return end(
        Verdict::link_twist,
        fmt::format("neighbouring links are twisted by {:.1f} degrees at {:.1f} s, above {:.0f}",
                    now_.twist * kDegrees, t, j.twist * kDegrees));
  const auto lasts = [&](bool is, double& since, double time) {
    if (!is)
      since = -1.0;
    else if (since < 0.0)
      since = t;
    return is && t - since >= time;
  };
  // An eye that slides along the lip is not caught, however long that takes.
  if (!eye_touches_lip_ || caught_since_ < 0.0) caught_at_ = now_.shackle_inside;
  if (lasts(eye_touches_lip_, caught_since_, j.catch_time)) {
    const bool goes_on =
        now_.shackle_inside - caught_at_ > 0.25 * study_.windlass.speed * j.catch_time;
    if (!goes_on)
      return end(Verdict::shank_catch,
                 fmt::format("the shank's eye has hung at the lip for {:.0f} s", j.catch_time));
    caught_since_ = -1.0;
  }
  const Pose head = world_->pose(head_);
  const Vec3 up = -world_->settings().gravity.normalized();
  const bool tips_down = Vec3(head.rotation.col(0)).dot(up) < 0.0;
  if (lasts(tips_down && now_.shackle_inside > j.flukes_down, down_since_, 0.5))
    return end(Verdict::flukes_down,
               fmt::format("the shackle is {:.2f} m inside the pipe and the flukes point down",
                           now_.shackle_inside));
  const bool stands = windlass_->speed() < kStillSpeed && now_.speed < kStillSpeed &&
                      t > kSettle + study_.windlass.ramp + 1.0;
  if (!lasts(stands, still_since_, study_.run.hold)) return;
  const bool placed = now_.place_error <= j.place && now_.angle_error <= j.angle;
  const bool held = now_.tip_force >= j.tip_force && palm_touches_;
  const std::string where = fmt::format(
      "the trunnion is {:.3f} m and the shank {:.1f} degrees from the seat, the flukes at {:.1f} "
      "degrees to the shank, {:.1f} kN on the less loaded fluke",
      now_.place_error, now_.angle_error * kDegrees, now_.fluke_angle * kDegrees,
      now_.tip_force / 1e3);
  if (placed && held && now_.tension >= j.pull_low)
    return end(Verdict::seated, fmt::format("quiet for {:g} s under {:.0f} kN: {}", study_.run.hold,
                                            now_.tension / 1e3, where));
  end(Verdict::jam, fmt::format("the windlass stands at {:.0f} kN: {}{}", now_.tension / 1e3, where,
                                held            ? ""
                                : palm_touches_ ? "; not on both flukes"
                                                : "; neither palm nor bolster touched"));
}

HaulResult Haul::finish() {
  if (!over_) end(Verdict::unfinished, fmt::format("interrupted at {:.2f} s", world_->time()));
  result_.trunnion = world_->pose(shank_);
  result_.place_error = now_.place_error;
  result_.angle_error = now_.angle_error;
  result_.fluke_angle = now_.fluke_angle;
  result_.mean_tension = mean_count_ > 0 ? mean_sum_ / static_cast<double>(mean_count_) : 0.0;
  result_.simulated = world_->time();
  result_.hash = world_->hash();
  if (result_.least_clearance > 1e8) result_.least_clearance = now_.clearance;
  return result_;
}

std::string_view verdict_word(Verdict v) {
  switch (v) {
    case Verdict::seated:
      return "SEATED";
    case Verdict::jam:
      return "JAM";
    case Verdict::flukes_down:
      return "FLUKES_DOWN";
    case Verdict::shank_catch:
      return "SHANK_CATCH";
    case Verdict::hull_hit:
      return "HULL_HIT";
    case Verdict::link_twist:
      return "LINK_TWIST";
    case Verdict::overload:
      return "OVERLOAD";
    case Verdict::unfinished:
      return "UNFINISHED";
  }
  return "";
}

}  // namespace outrigger::anchor
