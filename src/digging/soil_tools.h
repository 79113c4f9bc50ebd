/// Tools of a machine in soil, as one force term: soil/plate.h per slice across the edge, over the columns that
/// lie ahead of it at the start of the step.
///
///   force of slice i at p_i = edge_i + arm t,   p_i fixed in the body over a step
///   soil that was taken up in the last step was at rest:   F = -ṁ v at the edge,  ṁ [kg/s]
///
/// Soil ahead: bank and loose soil share cohesion by depth, loose soil has none; the densities are mixed the
/// same way. Heights are taken of whole columns strictly ahead of the edge, so that a level cut gives a level
/// force. Soil on the plate is not counted: it was taken up, and its weight is carried by the body.
///
/// A full bucket pushes instead of taking up (secondary separation): with s = clamp((fill - 0.8)/0.2, 0, 1) its
/// plate turns from the floor to the plane of the mouth, but not further than upright; δ becomes φ and c_a becomes c,
/// each by the share s.
///
/// While the edge is under the surface, back, heel and side plates press and rub where they are in soil, and the
/// edge stands on rock, by soil/pressed_face.h (digging/tool_faces.h).
///
/// State per tool: ṁ, fill, per slice what plates remember, force, energy stored and power lost, and the same
/// per face.
#pragma once

#include <array>
#include <vector>

#include "contact/surroundings.h"
#include "digging/tool_faces.h"
#include "digging/tool_geometry.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "soil/plate.h"
#include "system/body_blocks.h"
#include "system/force_term.h"

namespace outrigger::digging {

class SoilTools final : public system::ForceTerm {
 public:
  SoilTools(const model::Mechanism& mechanism, const model::Model& model,
            const contact::Surroundings& surroundings);

  int count() const { return static_cast<int>(tools_.size()); }
  /// Of soil on a tool (index in the mechanism) at the end of the last step, world [N].
  Vec3 force(int tool, const double* state) const;
  /// Soil that the tool took up in the last step, per second [kg/s].
  double intake(int tool, const double* state) const { return of(tool, state)[0]; }
  void set_intake(int tool, double rate, double* state) const { of(tool, state)[0] = rate; }
  /// What the tool holds over what has room in it, 0..1, at the end of the last step.
  double fill(int tool, const double* state) const { return of(tool, state)[1]; }
  void set_fill(int tool, double fill, double* state) const { of(tool, state)[1] = fill; }

  /// A face that pressed on soil in the last step.
  struct PressedReading {
    ToolFace::Kind kind = ToolFace::Kind::back;
    Vec3 point = Vec3::Zero();    ///< in the frame of the body
    Vec3 normal = Vec3::Zero();   ///< world, out of the tool
    double area = 0.0;            ///< in soil [m²]
    double pressure_force = 0.0;  ///< N [N]
    Vec3 force = Vec3::Zero();    ///< on the tool, world [N]
  };
  int face_count(int tool) const {
    return static_cast<int>(tools_[static_cast<std::size_t>(tool)].faces.size());
  }
  PressedReading pressed(int tool, int face, const double* state) const;

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  int state_size() const override { return kToolNumbers * count(); }
  std::vector<model::PartId> remembered() const override { return ids_; }
  void prepare(const system::Configuration& c, const double* state,
               system::Response& response) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  void accept(const system::Configuration& c, double* state, system::Response& response) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

 private:
  static constexpr int kSlices = 4;
  static constexpr int kSamples = 24;  ///< heights ahead

  /// Numbers of a slice in the state; only doubles.
  struct SliceNumbers {
    soil::PlateState plate;
    double along[3] = {};  ///< of the plate, in the frame of the body
    double force[3] = {};
    double stored = 0.0, lost = 0.0;  ///< [J], [W]
  };
  static constexpr int kSliceNumbers = static_cast<int>(sizeof(SliceNumbers) / sizeof(double));
  /// The same of a face.
  struct FaceNumbers {
    soil::FaceMemory face;
    double place[3] = {};  ///< acting point, in the frame of the body
    double force[3] = {};
    double stored = 0.0, lost = 0.0;
  };
  static constexpr int kFaceNumbers = static_cast<int>(sizeof(FaceNumbers) / sizeof(double));
  static constexpr int kFirstSlice = 2, kFirstFace = kFirstSlice + kSlices * kSliceNumbers;
  static constexpr int kToolNumbers = kFirstFace + kToolFaces * kFaceNumbers;

  struct Slice {
    soil::Plate plate;
    Vec3 edge = Vec3::Zero();  ///< in the body frame
    Vec3 point = Vec3::Zero();
    Vec3 along = Vec3::UnitZ();  ///< of the plate in this step, in the body frame
    bool active = false;
    std::vector<double> coefficients;  ///< of the acting point
  };
  struct Tool {
    ToolGeometry geometry;
    soil::PlateTeeth teeth;  ///< of a slice
    system::BodyBlocks body;
    std::array<Slice, kSlices> slices;
    std::vector<double> edge_coefficients;
    Vec3 mouth = Vec3::Zero();  ///< from the edge to the rear lip, unit; zero: it holds nothing
    struct Face {
      ToolFace shape;
      soil::PressedFace law;
      FaceInSoil in;
      bool active = false;
      std::vector<double> coefficients;  ///< of the acting point
    };
    std::vector<Face> faces;
    bool working = false;  ///< a slice or face is active, or soil is taken up
  };
  static double* of(int tool, double* state) { return state + kToolNumbers * tool; }
  static const double* of(int tool, const double* state) { return state + kToolNumbers * tool; }
  static SliceNumbers recall(const double* tool_state, int slice);
  static void remember(double* tool_state, int slice, const SliceNumbers& numbers);
  static FaceNumbers recall_face(const double* tool_state, int face);
  static void remember_face(double* tool_state, int face, const FaceNumbers& numbers);
  bool prepare_faces(Tool& tool, const Pose& start, const Pose& end, const soil::ColumnField& field,
                     const double* tool_state);
  static bool edge_is_under(const soil::ColumnField& field, const Tool& tool, const Pose& pose);
  void accept_faces(Tool& tool, const system::Configuration& c, double* tool_state);
  /// Whether there is soil ahead of the edge; then what, and how high.
  bool look_ahead(const soil::ColumnField& field, const Vec3& edge, const Vec3& normal,
                  soil::PlateGround& ground);

  const contact::Surroundings& surroundings_;
  double gravity_ = 0.0;
  std::vector<Tool> tools_;
  std::vector<model::PartId> ids_;
  std::array<double, kSamples> heights_{};
};

}  // namespace outrigger::digging
