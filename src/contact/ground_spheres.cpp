#include "contact/ground_spheres.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "contact/effective_inertia.h"
#include "contact/laws/hertz_stiffness.h"
#include "contact/turned_by_rule.h"
#include "soil/column_field.h"

namespace outrigger::contact {

using system::BodyBlocks;
using system::BodyWrench;
using system::Configuration;
using system::ForceSink;
using system::Response;
using system::TermEnergy;

namespace {

constexpr double kWatched = 0.02;  ///< spheres nearer than this are watched [m]

bool cuts_soil(const model::Mechanism& m, const model::SpherePart& sphere) {
  return std::any_of(m.tools.begin(), m.tools.end(), [&](const model::ToolPart& tool) {
    const auto& groups = tool.spec.cutting;
    return tool.body == sphere.body &&
           std::find(groups.begin(), groups.end(), sphere.spec.group) != groups.end();
  });
}

/// The bucket that a sphere is part of, or null.
const description::Tool* bucket_of(const model::Mechanism& m, const model::SpherePart& sphere) {
  for (const model::ToolPart& tool : m.tools)
    if (tool.body == sphere.body && tool.spec.holds_soil()) return &tool.spec;
  return nullptr;
}

Vec3 force_on_sphere(const PointMemory& m) { return {m.force[0], m.force[1], m.force[2]}; }

}  // namespace

PointMemory GroundSpheres::recall(const double* state, int sphere) {
  PointMemory m;
  std::memcpy(static_cast<void*>(&m), state + kPointMemory * sphere, sizeof m);
  return m;
}

void GroundSpheres::remember(double* state, int sphere, const PointMemory& m) {
  std::memcpy(state + kPointMemory * sphere, &m, sizeof m);
}

GroundSpheres::GroundSpheres(const model::Mechanism& mechanism, const model::Model& model,
                             const Surroundings& surroundings)
    : surroundings_(surroundings) {
  int most = 0;
  for (const auto& part : mechanism.spheres) {
    ids_.push_back(part.id);
    auto found = std::find_if(bodies_.begin(), bodies_.end(),
                              [&](const BodyBlocks& b) { return b.body() == part.body; });
    if (found == bodies_.end()) {
      bodies_.emplace_back(mechanism, model, part.body);
      found = bodies_.end() - 1;
      most = std::max(most, found->count());
    }
    spheres_.push_back({static_cast<int>(found - bodies_.begin()), part.body, part.spec.centre,
                        part.spec.radius,
                        mechanism.bodies[static_cast<std::size_t>(part.body)].spec.centre,
                        &surroundings.laws(part.spec.material), cuts_soil(mechanism, part)});
    if (const description::Tool* bucket = bucket_of(mechanism, part)) {
      spheres_.back().follows = true;
      spheres_.back().edge = bucket->edge;
    }
  }
  contacts_.resize(spheres_.size());
  kept_.resize(spheres_.size());
  coefficients_.resize(spheres_.size() * static_cast<std::size_t>(most));
  gradients_.resize(3 * coefficients_.size());
  slope_.resize(4 * static_cast<std::size_t>(most));
  turning_.reserve(bodies_.size());
  for (const BodyBlocks& b : bodies_) turning_.emplace_back(&b, nullptr);
}

void GroundSpheres::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const BodyBlocks& b : bodies_) b.tangent_pattern(entity_pairs);
}

void GroundSpheres::bind(const system::Layout& layout) {
  for (BodyBlocks& b : bodies_) b.bind(layout);
  for (system::PairBlocks& t : turning_) t.bind(layout);
}

double GroundSpheres::effective_mass(const Contact& contact, Response& response) const {
  const BodyBlocks& body = bodies_[spheres_[contact.sphere].body];
  const double mobility = response.mobility(body.point(&coefficients_[contact.first_coefficient]),
                                            contact.point.normal);
  return mobility > 0.0 ? 1.0 / mobility : 0.0;
}

PointTurn GroundSpheres::turn(const Contact& k, const Configuration& c) const {
  if (!k.turns) return {};
  const system::PairBlocks& body = turning_[spheres_[k.sphere].body];
  const double* g = &gradients_[3 * k.first_coefficient];
  return {body.turn(g, c.x) - body.turn(g, c.x_start), body.turn(g, c.v)};
}

bool GroundSpheres::in_soil(const Vec3& place) const {
  const soil::ColumnField* field = surroundings_.soil();
  if (field == nullptr) return false;
  const soil::ColumnPlace c = field->column_at(place.x(), place.y());
  return field->bank_soil(c) >= 0 || field->loose_depth(c) > 0.0;
}

/// While a bucket digs, its laws are those of the tool (digging/soil_tools.h): walls and floor of the cut are
/// soil, too, and give way to it.
bool GroundSpheres::passes(const Sphere& sphere, const Pose& pose, const Vec3& centre) const {
  const soil::ColumnField* field = surroundings_.soil();
  if (field == nullptr || !(sphere.cuts || sphere.follows) || !in_soil(centre)) return false;
  if (sphere.cuts) return true;
  const Vec3 edge = pose.point(sphere.edge);
  return field->height(field->column_at(edge.x(), edge.y())) > edge.z() && in_soil(edge);
}

void GroundSpheres::prepare(const Configuration& c, const double* state, Response& response) {
  contact_count_ = 0;
  int next_coefficient = 0;
  const terrain::Ground& ground = surroundings_.ground();
  // Spheres of a body mostly follow each other.
  Pose pose;
  int posed = -1;
  for (int i = 0; i < count(); ++i) {
    Sphere& s = spheres_[i];
    const BodyBlocks& body = bodies_[s.body];
    s.passing = false;
    if (s.body != posed)
      pose = turned_by_rule(body.pose(c.x_start).rotation, body.pose(c.x), s.mass_centre);
    posed = s.body;
    const Vec3 centre = pose.point(s.centre);
    const bool touching = state[kPointMemory * i] != 0.0;
    if (!touching && ground.clear(centre, s.radius + kWatched)) continue;
    s.passing = passes(s, pose, centre);
    if (s.passing) continue;
    const terrain::GroundPoint g = ground.nearest(centre);
    const double depth = s.radius - g.normal.dot(centre - g.point);
    if (!(depth > -kWatched) && !touching) continue;

    Contact& k = contacts_[contact_count_++];
    k.sphere = i;
    k.first_coefficient = next_coefficient;
    double* a = &coefficients_[next_coefficient];
    next_coefficient += body.count();
    // The material point in the body frame.
    const Vec3 touched = centre - (s.radius - depth) * g.normal;
    k.in_body = pose.local_point(touched);
    body.coefficients(k.in_body, a);
    k.offset = touched - body.constant(k.in_body);
    PointParameters law = (*s.laws)[g.surface].point;
    law.normal.stiffness = sphere_stiffness((*s.laws)[g.surface].modulus, s.radius);
    const PointMemory memory = recall(state, i);
    k.point.start(law, memory, g.normal, depth, Mat3::Identity(), memory.found_inside != 0.0);
    if (k.point.needs_mass()) k.point.memory.mass = effective_mass(k, response);
    k.turns = law.turns();
    Vec3 spin_end = Vec3::Zero();
    if (k.turns) {
      const system::PairBlocks& turning = turning_[s.body];
      double* slopes = &gradients_[3 * k.first_coefficient];
      turning.coefficient_gradients(pose.rotation, Mat3::Identity(), slopes);
      if (k.point.needs_inertia())
        find_inertia(turning, slopes, g.normal, slope_.data(), response, k.point.memory);
      spin_end = turning.turn(slopes, c.v);
    }
    k.point.begin(body.sum(a, c.v_start), body.sum(a, c.v), body.sum(a, c.x_start) - k.offset,
                  c.step, spin_end);
    if (c.plain) k.point.make_plain();
  }
}

void GroundSpheres::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  for (int i = 0; i < contact_count_; ++i) {
    Contact& k = contacts_[i];
    const BodyBlocks& body = bodies_[spheres_[k.sphere].body];
    const double* a = &coefficients_[k.first_coefficient];
    const Vec3 place = body.sum(a, c.x);
    const PointContact::Forces f = k.point.forces(place - k.offset, place - body.sum(a, c.x_start),
                                                  body.sum(a, c.v), turn(k, c));
    if (!f.touches) continue;
    body.add_force(a, f.total(k.point.normal), sink);
    if (k.turns) {
      const system::PairBlocks& turning = turning_[spheres_[k.sphere].body];
      const double* g = &gradients_[3 * k.first_coefficient];
      turning.add_torque(g, f.torque, sink);
      if (sink.tangent != nullptr)
        turning.add_turning_tangent(
            a, g, k.point.turning_tangent(f, sink.stiffness_factor, sink.damping_factor), sink);
      continue;
    }
    if (sink.tangent == nullptr) continue;
    body.add_tangent(a, k.point.tangent(f, sink.stiffness_factor, sink.damping_factor), sink);
  }
}

void GroundSpheres::accept(const Configuration& c, double* state, Response& response) {
  int contact = 0;
  lost_in_step_ = paid_back_ = paid_by_past_ = 0.0;
  for (int i = 0; i < count(); ++i) {
    if (contact == contact_count_ || contacts_[contact].sphere != i) {
      // Soil that closes round it again has found it inside.
      PointMemory memory;
      if (spheres_[i].passing) memory.found_inside = 1.0;
      if (memory.found_inside != 0.0 || recall(state, i).is_set()) remember(state, i, memory);
      continue;
    }
    Contact& k = contacts_[contact++];
    const BodyBlocks& body = bodies_[spheres_[i].body];
    const double* a = &coefficients_[k.first_coefficient];
    const Vec3 place = body.sum(a, c.x);
    const double impulse = k.point.end(place - body.sum(a, c.x_start), body.sum(a, c.v), c.step,
                                       Mat3::Identity(), interventions_, turn(k, c));
    lost_in_step_ += k.point.lost_in_step();
    paid_back_ += k.point.paid_back();
    paid_by_past_ += k.point.paid_by_past();
    if (impulse > 0.0) response.apply_impulse(body.point(a), -impulse * k.point.normal);
    remember(state, i, k.point.memory);
    kept_[static_cast<std::size_t>(i)] = {k.in_body, force_on_sphere(k.point.memory)};
  }
}

void GroundSpheres::load_memory(const system::PartMemory& memory, double* state) const {
  ForceTerm::load_memory(memory, state);
  // The machine behind a contact may have become heavier or lighter: asked anew in the next step.
  for (int i = 0; i < count(); ++i) {
    PointMemory m = recall(state, i);
    m.forget_body();
    remember(state, i, m);
  }
}

SphereReading GroundSpheres::reading(int sphere, const double* state) const {
  const PointMemory m = recall(state, sphere);
  return {m.touching != 0.0, m.normal_force, Vec3(m.force[0], m.force[1], m.force[2]),
          m.sliding != 0.0};
}

// From the state alone, so that a restored state books the same energies.
TermEnergy GroundSpheres::energy(const Configuration&, const double* state) const {
  TermEnergy e;
  for (int i = 0; i < count(); ++i) {
    const PointMemory m = recall(state, i);
    e.potential += m.energy();
  }
  return e;
}

double GroundSpheres::least_way(double acceleration) const {
  double way = std::numeric_limits<double>::infinity();
  for (int i = 0; i < contact_count_; ++i)
    way = std::min(way, contacts_[i].point.least_way(acceleration));
  return way;
}

double GroundSpheres::steps_of_shortest(const double* state, double h) const {
  double time = std::numeric_limits<double>::infinity();
  for (int i = 0; i < count(); ++i) {
    if (state[kPointMemory * i] == 0.0) continue;
    const PointMemory m = recall(state, i);
    time = std::min(time, m.shortest(1.5, m.stiffness, m.impact_speed, m.depth));
  }
  return time / h;
}

void GroundSpheres::add_last_forces(const double* state, const ForceSink& sink) const {
  for (int i = 0; i < contact_count_; ++i) {
    const Contact& k = contacts_[i];
    const PointMemory m = recall(state, k.sphere);
    if (m.touching == 0.0) continue;
    bodies_[spheres_[k.sphere].body].add_force(&coefficients_[k.first_coefficient],
                                               Vec3(m.force[0], m.force[1], m.force[2]), sink);
    if (k.turns)
      turning_[spheres_[k.sphere].body].add_torque(
          &gradients_[3 * k.first_coefficient], Vec3(m.torque[0], m.torque[1], m.torque[2]), sink);
  }
}

void GroundSpheres::give_up(double share, double* state) {
  for (int i = 0; i < contact_count_; ++i) {
    PointMemory m = recall(state, contacts_[i].sphere);
    if (m.touching == 0.0) continue;
    m.give_up(share, 1.5);
    remember(state, contacts_[i].sphere, m);
  }
}

double GroundSpheres::found_anew(const Configuration&, const double* state) {
  double sum = 0.0;
  for (int i = 0; i < contact_count_; ++i)
    sum += contacts_[i].point.stored_at_start() - recall(state, contacts_[i].sphere).energy();
  return sum;
}

double GroundSpheres::given_at_start(const Configuration&, const double* state) {
  double sum = 0.0;
  for (int i = 0; i < contact_count_; ++i)
    sum += contacts_[i].point.given_at_start(recall(state, contacts_[i].sphere).energy());
  return sum;
}

/// Spheres that begin in the ground are pushed out; what is found in it later is not.
void GroundSpheres::start(const Configuration& c, double* state) {
  for (int i = 0; i < count(); ++i) {
    PointMemory m = recall(state, i);
    if (m.touching != 0.0) continue;
    const Vec3 centre = bodies_[spheres_[i].body].pose(c.x).point(spheres_[i].centre);
    const terrain::GroundPoint g = surroundings_.ground().nearest(centre);
    m.found_inside = spheres_[i].radius > g.normal.dot(centre - g.point) ? 1.0 : 0.0;
    remember(state, i, m);
  }
}

void GroundSpheres::wrenches(const Configuration&, const double* state,
                             const std::vector<Pose>& poses, std::vector<BodyWrench>& out) const {
  for (int i = 0; i < count(); ++i) {
    const PointMemory m = recall(state, i);
    if (m.touching == 0.0) continue;
    const Sphere& s = spheres_[i];
    const Vec3 force = force_on_sphere(m);
    const Pose& pose = poses[static_cast<std::size_t>(s.mechanism_body)];
    const Kept& kept = kept_[static_cast<std::size_t>(i)];
    const Vec3 point = kept.force == force
                           ? pose.point(kept.in_body)
                           : surroundings_.ground().nearest(pose.point(s.centre)).point;
    out.push_back(
        {s.mechanism_body, force,
         (point - pose.position).cross(force) + Vec3(m.torque[0], m.torque[1], m.torque[2])});
  }
}

}  // namespace outrigger::contact
