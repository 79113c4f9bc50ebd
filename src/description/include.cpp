#include "description/include.h"

#include <fmt/format.h>

#include <unordered_map>

#include "description/text.h"

namespace outrigger::description {
namespace {

class Placer {
 public:
  Placer(Machine& machine, const Inclusion& inclusion) : machine_(machine), in_(inclusion) {}

  std::vector<std::string> run() {
    if (!in_.world_pose) keep_zero_angles();
    for (Body& b : machine_.bodies) place(b);
    for (Joint& j : machine_.joints) place(j);
    for (Coordinate& c : machine_.coordinates) place(c);
    for (Drive& d : machine_.drives) place_on_coordinate(d, {&d.function});
    for (Spring& s : machine_.springs) {
      place_on_coordinate(s, {&s.spring, &s.damper, &s.force});
      if (s.factor) rename(*s.factor);
    }
    for (Stop& s : machine_.stops) place_on_coordinate(s, {});
    for (Coupling& c : machine_.couplings) place(c);
    for (Load& l : machine_.loads) place(l);
    for (Mount& m : machine_.mounts) place(m);
    for (Rope& r : machine_.ropes) place(r);
    for (Tool& t : machine_.tools) {
      rename(t.name), rename_body(t.body);
      for (std::string& group : t.cutting) rename(group);
    }
    for (Bed& b : machine_.beds) rename(b.name), rename_body(b.body), rename(b.gate_coordinate);
    for (Material& m : machine_.materials) rename(m.name);
    for (FrictionPair& f : machine_.friction)
      rename(f.name), rename(f.material_a), rename(f.material_b);
    for (ContactLaw& l : machine_.contact_laws)
      rename(l.name), rename(l.material_a), rename(l.material_b);
    for (ContactSphere& s : machine_.spheres)
      rename(s.name), rename_body(s.body), rename(s.material);
    for (ContactShape& s : machine_.shapes) place(s);
    for (ContactPair& p : machine_.contact_pairs)
      rename(p.name), rename(p.group_a), rename(p.group_b);
    for (BoundingGroup& g : machine_.bounding_groups) {
      rename(g.name);
      for (std::string& part : g.parts) rename_body(part);
    }
    for (TyreType& t : machine_.tyre_types) rename(t.name);
    for (Tyre& t : machine_.tyres) rename(t.name), rename_body(t.body), rename(t.type);
    for (Brake& b : machine_.brakes) place(b);
    for (Driveline& d : machine_.drivelines) place(d);
    rename(machine_.engine.input);
    rename(machine_.engine.stop_input);
    for (HydraulicConsumer& c : machine_.hydraulics.consumers) rename(c.drive);
    for (Sensor& s : machine_.sensors) place(s);
    for (VisualShape& v : machine_.visuals) place(v);
    for (VisualLink& l : machine_.visual_links) place(l);
    for (Camera& c : machine_.cameras) place(c);
    for (Control& c : machine_.controls) rename(c.name);
    for (Mirror& m : machine_.mirrors) rename(m.name), rename_body(m.body), rename(m.camera);
    for (Sound& s : machine_.sounds)
      rename(s.name), rename_body(s.body), rename(s.speed.name), rename(s.load.name);
    for (Instrument& i : machine_.instruments) rename(i.name), rename(i.shows.name);
    return std::move(problems_);
  }

 private:
  void rename(std::string& name) const {
    if (!name.empty()) name.insert(0, in_.prefix);
  }

  void rename(Function& f) const { rename(f.input); }

  /// A body name; the ground becomes the body that takes its place. True when it was the ground.
  bool rename_body(std::string& name) const {
    const bool was_ground = name == kGround;
    if (was_ground) {
      name = in_.ground;
    } else {
      rename(name);
    }
    return was_ground;
  }

  /// Poses are about to be lost: states where the angles of joints are zero by directions.
  void keep_zero_angles() {
    std::unordered_map<std::string, const Body*> bodies;
    for (const Body& b : machine_.bodies) bodies.emplace(b.name, &b);
    const auto pose_of = [&](const std::string& name) -> std::optional<Pose> {
      if (name == kGround) return Pose{};
      const auto found = bodies.find(name);
      if (found == bodies.end() || !found->second->pose_given) return std::nullopt;
      return found->second->pose;
    };
    for (Joint& j : machine_.joints) {
      const auto a = pose_of(j.body_a), b = pose_of(j.body_b);
      if (j.zero_a || !a || !b) continue;
      j.zero_a = j.axis_a.unitOrthogonal();
      j.zero_b = b->local_direction(a->direction(*j.zero_a));
    }
  }

  void place(Body& b) {
    rename(b.name);
    if (!in_.world_pose) {
      if (b.velocity || b.angular_velocity) {
        problems_.push_back(fmt::format("body {} has an initial velocity, so {} needs a pose",
                                        in_quotes(b.name), in_quotes(in_.ground)));
      }
      b.pose_given = b.pose_exact = false;
      return;
    }
    b.pose = *in_.world_pose * b.pose;
    if (b.velocity) b.velocity = in_.world_pose->direction(*b.velocity);
    if (b.angular_velocity) b.angular_velocity = in_.world_pose->direction(*b.angular_velocity);
  }

  void place(Joint& j) {
    rename(j.name);
    if (rename_body(j.body_a)) place_side(j.point_a, j.axis_a, j.zero_a);
    if (rename_body(j.body_b)) place_side(j.point_b, j.axis_b, j.zero_b);
  }

  void place_side(Vec3& point, Vec3& axis, std::optional<Vec3>& zero) const {
    point = in_.pose.point(point);
    axis = in_.pose.direction(axis);
    if (zero) zero = in_.pose.direction(*zero);
  }

  void place(Coordinate& c) {
    rename(c.name);
    rename(c.joint);
    if (c.kind != Coordinate::Kind::distance) return;
    if (rename_body(c.body_a)) c.point_a = in_.pose.point(c.point_a);
    if (rename_body(c.body_b)) c.point_b = in_.pose.point(c.point_b);
  }

  template <class T>
  void place_on_coordinate(T& thing, std::vector<Function*> functions) {
    rename(thing.name);
    rename(thing.coordinate);
    for (Function* f : functions) rename(*f);
  }

  void place(Coupling& c) {
    rename(c.name);
    rename(c.coordinate_a);
    rename(c.coordinate_b);
  }

  void place(Load& l) {
    rename(l.name);
    rename(l.body);
    for (Function* f : {&l.x, &l.y, &l.z}) rename(*f);
    if (l.follows_body || (in_.world_pose && in_.world_pose->rotation.isIdentity(1e-15))) return;
    const auto is_constant = [](const Function& f) { return f.kind == Function::Kind::constant; };
    if (!in_.world_pose || !is_constant(l.x) || !is_constant(l.y) || !is_constant(l.z)) {
      problems_.push_back(fmt::format(
          "load {} has components along the world axes that cannot be turned: write it with "
          "'frame: body'",
          in_quotes(l.name)));
      return;
    }
    const Vec3 turned = in_.world_pose->direction({l.x.value, l.y.value, l.z.value});
    l.x.value = turned.x();
    l.y.value = turned.y();
    l.z.value = turned.z();
  }

  void place(Mount& m) {
    rename(m.name);
    rename(m.body);
    if (!in_.world_pose) {
      problems_.push_back(fmt::format("mount {} is fixed to the world, so {} needs a pose",
                                      in_quotes(m.name), in_quotes(in_.ground)));
      return;
    }
    if (m.anchor) m.anchor = in_.world_pose->point(*m.anchor);
    turn_axes(m, m.stiffness);
    turn_axes(m, m.damping);
  }

  /// One value per world axis stays that way only if the turned tensor is diagonal.
  void turn_axes(const Mount& m, Vec3& values) {
    const Mat3& R = in_.world_pose->rotation;
    const Mat3 turned = R * values.asDiagonal() * R.transpose();
    const Mat3 off_diagonal = turned - Mat3(turned.diagonal().asDiagonal());
    if (off_diagonal.cwiseAbs().maxCoeff() > 1e-9 * values.maxCoeff()) {
      problems_.push_back(fmt::format(
          "mount {} has different values along the world axes that cannot be turned by this angle",
          in_quotes(m.name)));
    }
    values = turned.diagonal();
  }

  void place(Rope& r) {
    rename(r.name);
    rename(r.winding);
    for (RopePoint& p : r.points)
      if (rename_body(p.body)) p.point = in_.pose.point(p.point);
  }

  void place(Brake& b) {
    rename(b.name);
    rename(b.coordinate);
    rename(b.input);
  }

  void place(Driveline& d) {
    rename(d.name);
    for (std::string& c : d.coordinates) rename(c);
    rename(d.input);
    rename(d.range_input);
    rename(d.interlock_input);
  }

  void place(Sensor& s) {
    rename(s.name);
    rename(s.target);
    if (rename_body(s.from)) s.from_point = in_.pose.point(s.from_point);
  }

  void place(VisualShape& v) {
    rename(v.name);
    for (VisualMotion& m : v.motions) rename(m.input);
    if (!rename_body(v.body)) return;
    v.pose = in_.pose * v.pose;
    for (VisualMotion& m : v.motions) {
      m.axis = in_.pose.direction(m.axis);
      m.about = in_.pose.point(m.about);
    }
    if (v.beam) v.beam->direction = in_.pose.direction(v.beam->direction);
  }

  void place(ContactShape& s) {
    rename(s.name);
    rename(s.group);
    rename(s.material);
    for (auto& [in_file, material] : s.face_materials) rename(material);
    if (rename_body(s.body)) s.pose = in_.pose * s.pose;
  }

  void place(VisualLink& l) {
    rename(l.name);
    if (rename_body(l.body_a)) l.point_a = in_.pose.point(l.point_a);
    if (rename_body(l.body_b)) l.point_b = in_.pose.point(l.point_b);
  }

  void place(Camera& c) {
    rename(c.name);
    if (!rename_body(c.body)) return;
    c.position = in_.pose.point(c.position);
    c.direction = in_.pose.direction(c.direction);
  }

  Machine& machine_;
  const Inclusion& in_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> place_sub_machine(Machine& machine, const Inclusion& inclusion) {
  return Placer(machine, inclusion).run();
}

}  // namespace outrigger::description
