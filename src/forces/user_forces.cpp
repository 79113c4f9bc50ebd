#include "forces/user_forces.h"

namespace outrigger::forces {

using model::BodyForce;
using model::CoordinateForce;
using system::BodyWrench;
using system::Configuration;
using system::ForceSink;
using system::TermEnergy;

namespace {

constexpr int kBodyNumbers = 30, kCoordinateNumbers = 5;

template <class Numbers, class Visit>
void for_each_number(Numbers& f, const Visit& visit) {
  for (auto* vector : {&f.force, &f.torque, &f.place, &f.velocity})
    for (int k = 0; k < 3; ++k) visit((*vector)[k]);
  for (auto* matrix : {&f.stiffness, &f.damping})
    for (int k = 0; k < 9; ++k) visit(matrix->data()[k]);
}

}  // namespace

UserForces::UserForces(const model::Mechanism& mechanism, const model::Model& model) {
  for (const auto& part : mechanism.user_body_forces) {
    const Pose& pose = mechanism.pose_of(part.body);
    const bool particle = model.bodies[part.body].basis_count == 1;
    OnBody on;
    on.body = part.body;
    on.point = particle ? Vec3(Vec3::Zero()) : part.point;
    on.start = part.present;
    on.place = sum_of(model.point(part.body, pose.point(on.point)));
    for (int i = 0; i < 3 && !particle; ++i)
      on.axes.push_back(sum_of(model.direction(part.body, pose.rotation.col(i))));
    on_bodies_.push_back(std::move(on));
  }
  for (const auto& part : mechanism.user_coordinate_forces)
    on_coordinates_.push_back(
        {CoordinateLink(part.coordinate, mechanism, model), {}, part.present});
}

UserForces::Sum UserForces::sum_of(const model::Combination& c) {
  Sum s;
  for (const auto& t : c.terms) s.shares.push_back({t.entity, 0, t.coefficient});
  s.constant = c.constant;
  return s;
}

// ---------------------------------------------------------------------------------- layout

void UserForces::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const OnBody& on : on_bodies_)
    for (std::size_t e = 0; e < on.place.shares.size(); ++e)
      for (std::size_t f = 0; f <= e; ++f)
        entity_pairs.emplace_back(on.place.shares[e].entity, on.place.shares[f].entity);
  for (const OnCoordinate& on : on_coordinates_)
    RankOneTangent::pattern(on.link.entities(), entity_pairs);
}

void UserForces::bind(const system::Layout& layout) {
  for (OnBody& on : on_bodies_) {
    for (Share& s : on.place.shares) s.block = layout.block(s.entity);
    for (Sum& axis : on.axes)
      for (Share& s : axis.shares) s.block = layout.block(s.entity);
    on.tangents.clear();
    for (std::size_t e = 0; e < on.place.shares.size(); ++e)
      for (std::size_t f = 0; f <= e; ++f)
        on.tangents.push_back(layout.tangent(on.place.shares[e].block, on.place.shares[f].block));
  }
  for (OnCoordinate& on : on_coordinates_) {
    on.link.bind(layout);
    on.tangent.bind(layout, on.link.blocks());
  }
}

// ---------------------------------------------------------------------------------- numbers

int UserForces::state_size() const {
  return kBodyNumbers * static_cast<int>(on_bodies_.size()) +
         kCoordinateNumbers * static_cast<int>(on_coordinates_.size());
}

void UserForces::initialise(double* state) const {
  for (std::size_t i = 0; i < on_bodies_.size(); ++i)
    set_body_force(static_cast<int>(i), on_bodies_[i].start, state);
  for (std::size_t i = 0; i < on_coordinates_.size(); ++i)
    set_coordinate_force(static_cast<int>(i), on_coordinates_[i].start, state);
}

void UserForces::set_body_force(int index, const BodyForce& force, double* state) const {
  double* at = state + kBodyNumbers * index;
  for_each_number(force, [&](double number) { *at++ = number; });
}

BodyForce UserForces::body_force(int index, const double* state) const {
  const double* at = state + kBodyNumbers * index;
  BodyForce force;
  for_each_number(force, [&](double& number) { number = *at++; });
  return force;
}

void UserForces::set_coordinate_force(int index, const CoordinateForce& f, double* state) const {
  double* at = state + kBodyNumbers * on_bodies_.size() + kCoordinateNumbers * index;
  for (double number : {f.force, f.stiffness, f.damping, f.place, f.velocity}) *at++ = number;
}

CoordinateForce UserForces::coordinate_force(int index, const double* state) const {
  const double* at = state + kBodyNumbers * on_bodies_.size() + kCoordinateNumbers * index;
  return {at[0], at[1], at[2], at[3], at[4]};
}

// ---------------------------------------------------------------------------------- forces

Vec3 UserForces::rate(const Sum& s, const double* v) {
  Vec3 sum = Vec3::Zero();
  for (const Share& t : s.shares) sum += t.coefficient * to_vec3(v + 4 * t.block);
  return sum;
}

Vec3 UserForces::value(const Sum& s, const double* x) { return s.constant + rate(s, x); }

void UserForces::add_force(const Sum& s, const Vec3& f, const ForceSink& sink) {
  for (const Share& t : s.shares) sink.add_force(t.block, t.coefficient * f);
}

Vec3 UserForces::force(int index, const Configuration& c, const BodyForce& f) const {
  const Sum& place = on_bodies_[static_cast<std::size_t>(index)].place;
  return f.force - f.stiffness * (value(place, c.x) - f.place) -
         f.damping * (rate(place, c.v) - f.velocity);
}

double UserForces::force(int index, const Configuration& c, const CoordinateForce& f,
                         double* gradient, double& speed) const {
  const CoordinateLink& link = on_coordinates_[static_cast<std::size_t>(index)].link;
  const double x = link.gradient(c, gradient);
  speed = link.rate(c, gradient);
  return f.force - f.stiffness * (x - f.place) - f.damping * (speed - f.velocity);
}

void UserForces::evaluate(const Configuration& c, const double* state, const ForceSink& sink) {
  for (std::size_t i = 0; i < on_bodies_.size(); ++i) {
    const OnBody& on = on_bodies_[i];
    const BodyForce f = body_force(static_cast<int>(i), state);
    add_force(on.place, force(static_cast<int>(i), c, f), sink);
    for (const Sum& axis : on.axes) add_force(axis, 0.5 * f.torque.cross(value(axis, c.x)), sink);
    if (sink.tangent != nullptr) add_tangent(on, f, sink);
  }
  alignas(32) double gradient[4 * system::CoordinateKernel::kMaxSlots];
  for (std::size_t i = 0; i < on_coordinates_.size(); ++i) {
    const OnCoordinate& on = on_coordinates_[i];
    const CoordinateForce f = coordinate_force(static_cast<int>(i), state);
    double speed = 0.0;
    on.link.add_force(force(static_cast<int>(i), c, f, gradient, speed), gradient, sink);
    const double along = sink.stiffness_factor * f.stiffness + sink.damping_factor * f.damping;
    if (sink.tangent != nullptr && along != 0.0) on.tangent.add(along, gradient, sink);
  }
}

void UserForces::add_tangent(const OnBody& on, const BodyForce& f, const ForceSink& sink) const {
  const Mat3 whole = sink.stiffness_factor * f.stiffness + sink.damping_factor * f.damping;
  if (whole.isZero(0.0)) return;
  const Mat3 symmetric = 0.5 * (whole + whole.transpose());
  const system::TangentSlot* slot = on.tangents.data();
  const auto& shares = on.place.shares;
  for (std::size_t e = 0; e < shares.size(); ++e)
    for (std::size_t g = 0; g <= e; ++g, ++slot)
      slot->add(sink, shares[e].coefficient * shares[g].coefficient * symmetric);
}

TermEnergy UserForces::energy(const Configuration& c, const double* state) const {
  TermEnergy e;
  for (std::size_t i = 0; i < on_bodies_.size(); ++i) {
    const OnBody& on = on_bodies_[i];
    const BodyForce f = body_force(static_cast<int>(i), state);
    e.external_power += force(static_cast<int>(i), c, f).dot(rate(on.place, c.v));
    for (const Sum& axis : on.axes)
      e.external_power += 0.5 * f.torque.dot(value(axis, c.x).cross(rate(axis, c.v)));
  }
  alignas(32) double gradient[4 * system::CoordinateKernel::kMaxSlots];
  for (std::size_t i = 0; i < on_coordinates_.size(); ++i) {
    double speed = 0.0;
    const CoordinateForce f = coordinate_force(static_cast<int>(i), state);
    const double along = force(static_cast<int>(i), c, f, gradient, speed);
    e.external_power += along * speed;
  }
  return e;
}

void UserForces::wrenches(const Configuration& c, const double* state,
                          const std::vector<Pose>& poses, std::vector<BodyWrench>& out) const {
  for (std::size_t i = 0; i < on_bodies_.size(); ++i) {
    const OnBody& on = on_bodies_[i];
    const BodyForce numbers = body_force(static_cast<int>(i), state);
    const Vec3 f = force(static_cast<int>(i), c, numbers);
    out.push_back({on.body, f, poses[on.body].direction(on.point).cross(f) + numbers.torque});
  }
  alignas(32) double gradient[4 * system::CoordinateKernel::kMaxSlots];
  for (std::size_t i = 0; i < on_coordinates_.size(); ++i) {
    double speed = 0.0;
    const CoordinateForce f = coordinate_force(static_cast<int>(i), state);
    add_wrenches(on_coordinates_[i].link.frame(), force(static_cast<int>(i), c, f, gradient, speed),
                 poses, out);
  }
}

}  // namespace outrigger::forces
