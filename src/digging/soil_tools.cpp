#include "digging/soil_tools.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "soil/column_field.h"

namespace outrigger::digging {

using system::Configuration;

namespace {

constexpr double kPushesFrom = 0.8;  ///< fill from which a bucket pushes more and more

/// Of a full bucket: what leans over the soil ahead is pushed as by a vertical plate. True: it did.
bool stand_up(Vec3& along, Vec3& normal) {
  Vec3 ahead(normal.x(), normal.y(), 0.0);
  if (!(ahead.norm() > 0.02)) return false;
  ahead.normalize();
  const double over = along.dot(ahead);
  if (!(over > 0.0)) return false;
  along -= over * ahead;
  if (!(along.norm() > 0.1)) along = Vec3::UnitZ();
  along.normalize();
  normal = ahead;
  return true;
}

}  // namespace

SoilTools::SoilTools(const model::Mechanism& mechanism, const model::Model& model,
                     const contact::Surroundings& surroundings)
    : surroundings_(surroundings), gravity_(mechanism.settings.gravity.norm()) {
  static_assert(sizeof(SliceNumbers) == kSliceNumbers * sizeof(double));
  static_assert(sizeof(FaceNumbers) == kFaceNumbers * sizeof(double));
  for (const model::ToolPart& part : mechanism.tools) {
    ids_.push_back(part.id);
    Tool tool{ToolGeometry(part.spec),
              {},
              system::BodyBlocks(mechanism, model, part.body),
              {},
              {},
              Vec3::Zero(),
              {}};
    const double teeth = part.spec.teeth > 0.0 ? part.spec.teeth : 1.0;
    tool.teeth = {part.spec.tooth_area, part.spec.tooth_thickness, teeth / kSlices};
    const auto count = static_cast<std::size_t>(tool.body.count());
    tool.edge_coefficients.resize(count);
    tool.body.coefficients(tool.geometry.edge, tool.edge_coefficients.data());
    for (int k = 0; k < kSlices; ++k) {
      Slice& s = tool.slices[static_cast<std::size_t>(k)];
      const double y = ((k + 0.5) / kSlices - 0.5) * tool.geometry.width;
      s.edge = tool.geometry.edge + y * Vec3::UnitY();
      s.coefficients.resize(count);
    }
    if (part.spec.holds_soil()) {
      const auto& lip = part.spec.cavity.back();
      const Vec3 mouth(lip[0] - part.spec.edge.x(), 0.0, lip[1] - part.spec.edge.z());
      if (mouth.norm() > 0.0) tool.mouth = mouth.normalized();
    }
    for (ToolFace& face : faces_of(part.spec, tool.geometry)) {
      tool.faces.emplace_back();
      tool.faces.back().shape = std::move(face);
      tool.faces.back().coefficients.resize(count);
    }
    tools_.push_back(std::move(tool));
  }
}

void SoilTools::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const Tool& t : tools_) t.body.tangent_pattern(entity_pairs);
}

void SoilTools::bind(const system::Layout& layout) {
  for (Tool& t : tools_) t.body.bind(layout);
}

SoilTools::SliceNumbers SoilTools::recall(const double* tool_state, int slice) {
  SliceNumbers n;
  std::memcpy(static_cast<void*>(&n), tool_state + kFirstSlice + kSliceNumbers * slice, sizeof n);
  return n;
}

void SoilTools::remember(double* tool_state, int slice, const SliceNumbers& numbers) {
  std::memcpy(tool_state + kFirstSlice + kSliceNumbers * slice, &numbers, sizeof numbers);
}

SoilTools::FaceNumbers SoilTools::recall_face(const double* tool_state, int face) {
  FaceNumbers n;
  std::memcpy(static_cast<void*>(&n), tool_state + kFirstFace + kFaceNumbers * face, sizeof n);
  return n;
}

void SoilTools::remember_face(double* tool_state, int face, const FaceNumbers& numbers) {
  std::memcpy(tool_state + kFirstFace + kFaceNumbers * face, &numbers, sizeof numbers);
}

bool SoilTools::look_ahead(const soil::ColumnField& field, const Vec3& edge, const Vec3& normal,
                           soil::PlateGround& ground) {
  const soil::Vec2 facing(normal.x(), normal.y());
  const double horizontal = facing.norm();
  if (horizontal < 0.02) return false;
  const soil::Vec2 ahead = facing / horizontal;
  const double cell = field.cell();
  const auto column = [&](double way) {
    return field.column_at(edge.x() + way * ahead.x(), edge.y() + way * ahead.y());
  };
  const soil::ColumnPlace next = column(0.5 * cell);
  const double depth = field.height(next) - edge.z();
  if (!(depth > 0.0)) return false;
  const double loose = std::min(field.loose_depth(next), depth);
  const int bank = field.bank_soil(next);
  if (bank < 0 && !(loose > 0.0)) return false;  // hard ground: its contacts hold
  const double bank_share = bank < 0 ? 0.0 : 1.0 - loose / depth;
  const soil::Column top = field.column(next);
  const soil::Soil& firm = field.soil(bank >= 0 ? bank : top.loose_soil);
  const soil::Soil& soft = field.soil(loose > 0.0 ? top.loose_soil : bank);
  const auto mix = [&](double of_bank, double of_loose) {
    return bank_share * of_bank + (1.0 - bank_share) * of_loose;
  };
  ground.soil.unit_weight = gravity_ * mix(firm.density_bank, soft.density_loose);
  ground.soil.cohesion = mix(firm.cohesion * firm.hardness, 0.0);
  ground.soil.friction = mix(firm.friction_angle, soft.friction_angle);
  ground.soil.adhesion = mix(firm.adhesion, soft.adhesion);
  ground.soil.steel_friction = mix(firm.steel_friction, soft.steel_friction);
  ground.janosi_k = mix(firm.bearing.janosi_k, soft.bearing.janosi_k);
  ground.depth = bank < 0 ? loose : depth;
  ground.area_on_plate = 0.0;
  for (int k = 0; k < kSamples; ++k)
    heights_[static_cast<std::size_t>(k)] =
        std::max(0.0, field.height(column((k + 0.5) * cell)) - edge.z());
  ground.heights = heights_;
  ground.spacing = cell;
  return true;
}

void SoilTools::prepare(const Configuration& c, const double* state, system::Response&) {
  const soil::ColumnField* field = surroundings_.soil();
  for (int i = 0; i < count(); ++i) {
    Tool& tool = tools_[static_cast<std::size_t>(i)];
    tool.working = of(i, state)[0] > 0.0;
    const Pose end = tool.body.pose(c.x), start = tool.body.pose(c.x_start);
    const double turned =
        std::clamp((of(i, state)[1] - kPushesFrom) / (1.0 - kPushesFrom), 0.0, 1.0);
    Vec3 plate = tool.geometry.along, facing = tool.geometry.normal;
    if (turned > 0.0 && !tool.mouth.isZero()) {
      plate = ((1.0 - turned) * plate + turned * tool.mouth).normalized();
      facing = Vec3(plate.z(), 0.0, -plate.x());
      if (facing.dot(tool.geometry.normal) < 0.0) facing = -facing;
    }
    Vec3 along = end.direction(plate), normal = end.direction(facing);
    if (turned > 0.0 && stand_up(along, normal)) plate = end.rotation.transpose() * along;
    for (int k = 0; k < kSlices; ++k) {
      Slice& s = tool.slices[static_cast<std::size_t>(k)];
      const Vec3 edge = end.point(s.edge);
      soil::PlateGround ground;
      s.active = field != nullptr && look_ahead(*field, edge, normal, ground);
      if (!s.active) continue;
      tool.working = true;
      soil::WedgeSoil& rubs = ground.soil;
      rubs.steel_friction += turned * (rubs.friction - rubs.steel_friction);
      rubs.adhesion += turned * (rubs.cohesion - rubs.adhesion);
      s.plate.freeze(tool.teeth,
                     {edge, along, normal, tool.geometry.width / kSlices, start.point(s.edge)},
                     ground, recall(of(i, state), k).plate);
      s.along = plate;
      s.point = s.edge + s.plate.arm() * plate;
      tool.body.coefficients(s.point, s.coefficients.data());
    }
    if (field != nullptr && edge_is_under(*field, tool, end) &&
        prepare_faces(tool, start, end, *field, of(i, state)))
      tool.working = true;
    else
      for (Tool::Face& face : tool.faces) face.active = false;
  }
}

/// Elsewhere the contact spheres of the body hold it (contact/ground_spheres.h).
bool SoilTools::edge_is_under(const soil::ColumnField& field, const Tool& tool, const Pose& pose) {
  const Vec3 edge = pose.point(tool.geometry.edge);
  return edge.z() < field.height(field.column_at(edge.x(), edge.y()));
}

bool SoilTools::prepare_faces(Tool& tool, const Pose& start, const Pose& end,
                              const soil::ColumnField& field, const double* tool_state) {
  bool any = false;
  for (std::size_t k = 0; k < tool.faces.size(); ++k) {
    Tool::Face& face = tool.faces[k];
    face.in = look_at_face(field, face.shape, end, gravity_);
    face.active = face.in.ground.area > 0.0;
    if (!face.active) continue;
    any = true;
    const FaceNumbers n = recall_face(tool_state, static_cast<int>(k));
    const Vec3 place(n.place[0], n.place[1], n.place[2]);
    face.law.freeze(
        {end.point(face.in.point), start.point(face.in.point),
         n.face.engaged > 0.0 ? Vec3(end.direction(face.in.point - place)) : Vec3(Vec3::Zero()),
         face.in.normal},
        face.in.ground, n.face);
    tool.body.coefficients(face.in.point, face.coefficients.data());
  }
  return any;
}

void SoilTools::accept_faces(Tool& tool, const Configuration& c, double* tool_state) {
  for (std::size_t k = 0; k < tool.faces.size(); ++k) {
    const Tool::Face& face = tool.faces[k];
    const int index = static_cast<int>(k);
    FaceNumbers n;
    if (face.active) {
      n = recall_face(tool_state, index);
      const double* a = face.coefficients.data();
      const Vec3 place = tool.body.sum(a, c.x) + tool.body.constant(face.in.point);
      const soil::FaceForce f = face.law.evaluate(place, tool.body.sum(a, c.v));
      for (int j = 0; j < 3; ++j) n.force[j] = f.force[j], n.place[j] = face.in.point[j];
      n.stored = f.stored;
      n.lost = f.rate_power + face.law.accept(place, n.face) / c.step;
    } else if (const FaceNumbers old = recall_face(tool_state, index);
               old.face.engaged == 0.0 && old.stored == 0.0) {
      continue;
    }
    remember_face(tool_state, index, n);
  }
}

SoilTools::PressedReading SoilTools::pressed(int tool, int face, const double* state) const {
  PressedReading reading;
  const Tool::Face& f =
      tools_[static_cast<std::size_t>(tool)].faces[static_cast<std::size_t>(face)];
  const FaceNumbers n = recall_face(of(tool, state), face);
  if (!f.active || n.face.engaged == 0.0) return reading;
  reading.kind = f.shape.kind;
  reading.point = Vec3(n.place[0], n.place[1], n.place[2]);
  reading.normal = f.in.normal;
  reading.area = f.in.ground.area;
  reading.pressure_force = n.face.normal;
  reading.force = Vec3(n.force[0], n.force[1], n.force[2]);
  return reading;
}

void SoilTools::evaluate(const Configuration& c, const double* state,
                         const system::ForceSink& sink) {
  for (int i = 0; i < count(); ++i) {
    const Tool& tool = tools_[static_cast<std::size_t>(i)];
    if (!tool.working) continue;
    const auto push = [&](const std::vector<double>& a, const Vec3& force, const Mat3& stiffness,
                          const Mat3& damping) {
      tool.body.add_force(a.data(), force, sink);
      if (sink.tangent != nullptr)
        tool.body.add_tangent(
            a.data(), sink.stiffness_factor * stiffness + sink.damping_factor * damping, sink);
    };
    for (const Slice& s : tool.slices) {
      if (!s.active) continue;
      const soil::PlateForce f =
          s.plate.evaluate(tool.body.sum(s.coefficients.data(), c.x) + tool.body.constant(s.point),
                           tool.body.sum(s.coefficients.data(), c.v));
      push(s.coefficients, f.force, f.stiffness, f.damping);
    }
    for (const Tool::Face& face : tool.faces) {
      if (!face.active) continue;
      const double* a = face.coefficients.data();
      const soil::FaceForce f = face.law.evaluate(
          tool.body.sum(a, c.x) + tool.body.constant(face.in.point), tool.body.sum(a, c.v));
      push(face.coefficients, f.force, f.stiffness, f.damping);
    }
    if (const double intake = of(i, state)[0]; intake > 0.0) {
      const Vec3 v = tool.body.sum(tool.edge_coefficients.data(), c.v);
      push(tool.edge_coefficients, -intake * v, Mat3::Zero(), intake * Mat3::Identity());
    }
  }
}

void SoilTools::accept(const Configuration& c, double* state, system::Response&) {
  for (int i = 0; i < count(); ++i) {
    Tool& tool = tools_[static_cast<std::size_t>(i)];
    double* numbers = of(i, state);
    accept_faces(tool, c, numbers);
    for (int k = 0; k < kSlices; ++k) {
      const Slice& s = tool.slices[static_cast<std::size_t>(k)];
      SliceNumbers n;
      if (s.active) {
        n = recall(numbers, k);
        const Vec3 place = tool.body.sum(s.coefficients.data(), c.x) + tool.body.constant(s.point);
        const soil::PlateForce f =
            s.plate.evaluate(place, tool.body.sum(s.coefficients.data(), c.v));
        for (int j = 0; j < 3; ++j) n.force[j] = f.force[j];
        n.stored = f.stored;
        for (int j = 0; j < 3; ++j) n.along[j] = s.along[j];
        n.lost = f.rate_power + s.plate.accept(place, n.plate) / c.step;
      } else if (recall(numbers, k).plate.engaged == 0.0 && recall(numbers, k).stored == 0.0) {
        continue;
      }
      remember(numbers, k, n);
    }
  }
}

Vec3 SoilTools::force(int tool, const double* state) const {
  Vec3 sum = Vec3::Zero();
  for (int k = 0; k < kSlices; ++k) {
    const SliceNumbers n = recall(of(tool, state), k);
    sum += Vec3(n.force[0], n.force[1], n.force[2]);
  }
  for (int k = 0; k < kToolFaces; ++k) {
    const FaceNumbers n = recall_face(of(tool, state), k);
    sum += Vec3(n.force[0], n.force[1], n.force[2]);
  }
  return sum;
}

system::TermEnergy SoilTools::energy(const Configuration& c, const double* state) const {
  system::TermEnergy e;
  for (int i = 0; i < count(); ++i) {
    const double* numbers = of(i, state);
    for (int k = 0; k < kSlices; ++k) {
      const SliceNumbers n = recall(numbers, k);
      e.potential += n.stored;
      e.dissipation_power += n.lost;
    }
    for (int k = 0; k < kToolFaces; ++k) {
      const FaceNumbers n = recall_face(numbers, k);
      e.potential += n.stored;
      e.dissipation_power += n.lost;
    }
    if (numbers[0] > 0.0) {
      const Tool& tool = tools_[static_cast<std::size_t>(i)];
      e.dissipation_power +=
          numbers[0] * tool.body.sum(tool.edge_coefficients.data(), c.v).squaredNorm();
    }
  }
  return e;
}

void SoilTools::wrenches(const Configuration& c, const double* state,
                         const std::vector<Pose>& poses,
                         std::vector<system::BodyWrench>& out) const {
  for (int i = 0; i < count(); ++i) {
    const Tool& tool = tools_[static_cast<std::size_t>(i)];
    const Pose& pose = poses[static_cast<std::size_t>(tool.body.body())];
    const auto act = [&](const Vec3& point, const Vec3& force) {
      out.push_back({tool.body.body(), force, pose.direction(point).cross(force)});
    };
    for (int k = 0; k < kSlices; ++k) {
      const SliceNumbers n = recall(of(i, state), k);
      if (n.plate.engaged == 0.0) continue;
      act(tool.slices[static_cast<std::size_t>(k)].edge +
              n.plate.arm * Vec3(n.along[0], n.along[1], n.along[2]),
          Vec3(n.force[0], n.force[1], n.force[2]));
    }
    for (int k = 0; k < kToolFaces; ++k) {
      const FaceNumbers n = recall_face(of(i, state), k);
      if (n.face.engaged == 0.0) continue;
      act(Vec3(n.place[0], n.place[1], n.place[2]), Vec3(n.force[0], n.force[1], n.force[2]));
    }
    if (const double intake = of(i, state)[0]; intake > 0.0)
      act(tool.geometry.edge, -intake * tool.body.sum(tool.edge_coefficients.data(), c.v));
  }
}

}  // namespace outrigger::digging
