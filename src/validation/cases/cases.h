/// The validation cases by mechanism, one file each; case.cpp puts them in order.
#pragma once

#include <vector>

#include "validation/case.h"

namespace outrigger::validation {

std::vector<Case> fourbar_cases();
std::vector<Case> chain_cases();
std::vector<Case> bricard_cases();
std::vector<Case> andrews_cases();
std::vector<Case> slider_crank_cases();
std::vector<Case> spatial_slider_crank_cases();
std::vector<Case> double_pendulum_cases();
std::vector<Case> double_pendulum_plane_cases();
std::vector<Case> human_arm_cases();
std::vector<Case> pedestrian_cases();
std::vector<Case> free_top_cases();
std::vector<Case> heavy_top_cases();
std::vector<Case> redundant_loop_cases();
std::vector<Case> formulation_cases();
std::vector<Case> crane_hook_cases();
std::vector<Case> rope_cases();
std::vector<Case> mass_ratio_cases();
std::vector<Case> step_size_cases();
std::vector<Case> excavator_cases();
std::vector<Case> mesh_cases();
std::vector<Case> shape_pair_cases();
std::vector<Case> cube_stack_cases();
std::vector<Case> bubble_cases();
std::vector<Case> volumetric_cases();
std::vector<Case> cube_spin_cases();
std::vector<Case> dish_cases();
std::vector<Case> pantograph_cases();
std::vector<Case> mass_spring_friction_cases();
std::vector<Case> bowden_leben_cases();
std::vector<Case> slope_hold_cases();
std::vector<Case> bouncing_ball_cases();
std::vector<Case> hertz_impact_cases();
std::vector<Case> sphere_incline_cases();
std::vector<Case> restitution_sweep_cases();
std::vector<Case> contact_passive_cases();
std::vector<Case> ground_edit_cases();
std::vector<Case> soil_draft_cases();
std::vector<Case> soil_payload_cases();
std::vector<Case> soil_heap_cases();
std::vector<Case> soil_face_cases();
std::vector<Case> soil_bearing_cases();
std::vector<Case> soil_push_cases();
std::vector<Case> worksite_cases();

}  // namespace outrigger::validation
