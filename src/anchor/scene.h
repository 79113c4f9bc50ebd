/// A study as a machine: bow, anchor and chain as bodies with shapes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "anchor/anchor_parts.h"
#include "anchor/bow.h"
#include "anchor/study.h"
#include "contact/mesh_library.h"
#include "description/description.h"

namespace outrigger::anchor {

/// Sizes of a link of this chain (ISO 1704: 6 d long, 3.6 d wide, pitch 4 d).
struct LinkForm {
  double diameter = 0.0, pitch = 0.0, half = 0.0, ring = 0.0, tube = 0.0, stud = 0.0;
  double mass = 0.0;
  Vec3 moments = Vec3::Zero();
  double breaking_load = 0.0, proof_load = 0.0;  ///< [N]
};
/// Mass by 21.9 d² kg/m (studless 19.9 d², d in m × 1000); loads by 13.73 and 9.81 d² (44 - 0.08 d) N of grade
/// 2, d in mm, grade 1 and 3 in the proportions of the rule (1/1.4, 1.43).
LinkForm link_form(const ChainForm& chain);
/// The enlarged link between shackle and chain: the same proportions without a stud, its bar 1.2 d (ISO 1704),
/// so that the bar of the shackle goes through it.
LinkForm end_link_form(const ChainForm& chain);

/// Where things are at the start.
struct Scene {
  description::Machine machine;
  contact::MeshLibrary meshes;
  std::map<std::string, std::string> visual_meshes;  ///< visual → mesh of `meshes`

  AnchorParts parts;
  LinkForm link, end_link;
  Seat seat;
  std::vector<std::string> links;  ///< names of the links' bodies, from the shackle up
  std::vector<std::string> warnings;
  double windlass_pull = 0.0, windlass_short = 0.0;  ///< [N]
  double hung_mass = 0.0;                            ///< of anchor and all links [kg]
  double start_pull = 0.0;                           ///< that holds the links without friction [N]
};

/// Throws Error: a hull mesh that is open or inside out, parts that do not fit each other.
Scene make_scene(const Study& study, const BowForm& bow);

}  // namespace outrigger::anchor
