#include "anchor/windlass.h"

#include <algorithm>
#include <cmath>

namespace outrigger::anchor {

namespace {
constexpr double kStiffness = 2e6;      ///< [N/m]
constexpr double kSideStiffness = 5e5;  ///< across the axis [N/m]
constexpr double kTwistStiffness =
    2e3;                        ///< of a pocket [N m/rad], explicit: times h² below the inertia
constexpr double kBand = 0.15;  ///< of the pull, in which the speed falls to zero
}  // namespace

WindlassDrive::WindlassDrive(sim::World& world, const BowForm& bow, const Scene& scene,
                             const Setting& setting)
    : world_(world),
      setting_(setting),
      axis_(-bow.axis()),
      deck_(bow.deck_opening()),
      names_(scene.links),
      held_(static_cast<int>(scene.links.size()) - 1),
      stiffness_(kStiffness),
      damping_(2.0 * std::sqrt(kStiffness * 4.0 * setting.link_mass)) {
  for (const std::string& name : names_)
    across_.push_back(world_.pose(world_.body(name)).rotation.col(1));
  // Pockets hold links as they lie in the straight pipe.
  Vec3 last = across_.back();
  last = (last - last.dot(axis_) * axis_).normalized();
  for (std::size_t k = names_.size(); k-- > 0;) {
    across_[k] = last;
    last = axis_.cross(last);
  }
  // The weight hangs from the beginning.
  force_ = setting_.start_pull;
  mark_ = place_of(world_.pose(world_.body(held_link()))) + force_ / stiffness_;
  hold();
}

double WindlassDrive::place_of(const Pose& pose) const { return axis_.dot(pose.position - deck_); }

void WindlassDrive::hold() {
  body_ = world_.body(held_link());
  handle_ = world_.add_force("windlass", body_, Vec3::Zero(),
                             [this](double time, const Pose& pose, const model::Twist& twist) {
                               return force_on(time, pose, twist);
                             });
}

void WindlassDrive::before_step(double command) {
  const double q = place_of(world_.pose(body_));
  // As far as the pull allows; veering always.
  const double room = std::clamp((setting_.pull - force_) / (kBand * setting_.pull), 0.0, 1.0);
  speed_ = setting_.speed * (command > 0.0 ? command * room : command);
  mark_ += speed_ * world_.step_size();
  hauled_ += speed_ * world_.step_size();
  if (q > setting_.beyond && held_ > 2) {
    const sim::BodyHandle old = body_;
    world_.remove(handle_);
    world_.remove(old);
    --held_;
    // The next link takes over the pull; hold() asks for it already.
    mark_ = place_of(world_.pose(world_.body(held_link()))) + force_ / stiffness_;
    hold();
  }
}

model::BodyForce WindlassDrive::force_on(double, const Pose& pose, const model::Twist& twist) {
  model::BodyForce f;
  const double q = place_of(pose), v = axis_.dot(twist.linear);
  const double wanted = stiffness_ * (mark_ - q) + damping_ * (speed_ - v);
  force_ = std::clamp(wanted, 0.0, setting_.limit);
  const Mat3 along = axis_ * axis_.transpose(), aside = Mat3::Identity() - along;
  const double side_damping = 2.0 * std::sqrt(kSideStiffness * setting_.link_mass);
  f.force = force_ * axis_ - kSideStiffness * (aside * (pose.position - deck_)) -
            side_damping * (aside * twist.linear);
  // At its limit the force is constant; else the step sees the springs.
  const bool held = force_ == wanted;
  f.stiffness = kSideStiffness * aside + (held ? stiffness_ : 0.0) * along;
  f.damping = side_damping * aside + (held ? damping_ : 0.0) * along;
  // The pocket: length along the axis, width as it lies there, either way round.
  Vec3 width = across_[static_cast<std::size_t>(held_)];
  if (width.dot(pose.rotation.col(1)) < 0.0) width = -width;
  const Vec3 turn =
      Vec3(pose.rotation.col(0)).cross(axis_) + Vec3(pose.rotation.col(1)).cross(width);
  const double twist_damping = 0.25 * std::sqrt(kTwistStiffness * 0.005 * setting_.link_mass);
  f.torque = kTwistStiffness * turn - twist_damping * twist.angular;
  return f;
}

}  // namespace outrigger::anchor
