#include "validation/case.h"

#include <cmath>

#include "validation/cases/cases.h"

namespace outrigger::validation {

void Result::compare(const std::string& quantity, double value, double reference, double limit) {
  const double error = std::abs(value - reference);
  rows.push_back({"", quantity, value, reference, error, limit, error <= limit});
}

void Result::bound(const std::string& quantity, double value, double limit) {
  const double error = std::abs(value);
  rows.push_back({"", quantity, value, 0.0, error, limit, error <= limit});
}

const std::vector<Case>& all_cases() {
  static const std::vector<Case> cases = [] {
    std::vector<Case> all;
    for (const auto& make : {fourbar_cases,
                             chain_cases,
                             bricard_cases,
                             andrews_cases,
                             slider_crank_cases,
                             spatial_slider_crank_cases,
                             double_pendulum_cases,
                             human_arm_cases,
                             free_top_cases,
                             heavy_top_cases,
                             redundant_loop_cases,
                             formulation_cases,
                             crane_hook_cases,
                             rope_cases,
                             mass_ratio_cases,
                             step_size_cases,
                             excavator_cases,
                             mesh_cases,
                             shape_pair_cases,
                             mass_spring_friction_cases,
                             bowden_leben_cases,
                             slope_hold_cases,
                             bouncing_ball_cases,
                             hertz_impact_cases,
                             sphere_incline_cases,
                             restitution_sweep_cases,
                             contact_passive_cases,
                             ground_edit_cases,
                             soil_draft_cases,
                             soil_payload_cases,
                             soil_heap_cases,
                             soil_face_cases,
                             soil_bearing_cases,
                             soil_push_cases,
                             double_pendulum_plane_cases,
                             cube_stack_cases,
                             bubble_cases,
                             pedestrian_cases,
                             cube_spin_cases,
                             volumetric_cases,
                             dish_cases,
                             pantograph_cases,
                             worksite_cases})
      for (Case& c : make()) all.push_back(std::move(c));
    return all;
  }();
  return cases;
}

}  // namespace outrigger::validation
