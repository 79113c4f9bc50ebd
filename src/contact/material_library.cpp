#include "contact/material_library.h"

namespace outrigger::contact {

using description::FrictionPair;
using description::Material;

namespace {

struct Solid {
  const char* name;
  double young, poisson, restitution;
};
constexpr Solid kSolids[] = {
    {"steel", 2.1e11, 0.30, 0.60},    {"aluminium", 7.0e10, 0.33, 0.50},
    {"concrete", 3.0e10, 0.20, 0.20}, {"asphalt", 3.0e9, 0.35, 0.15},
    {"rock", 5.0e10, 0.25, 0.30},     {"wood", 1.0e9, 0.35, 0.40},
    {"rubber", 5.0e6, 0.48, 0.70},    {"soil", 3.0e7, 0.30, 0.05},
    {"sand", 2.0e7, 0.30, 0.05},      {"ice", 9.0e9, 0.33, 0.30},
};

struct Grip {
  const char *a, *b;
  double at_rest, sliding;
};
constexpr Grip kGrips[] = {
    {"steel", "steel", 0.60, 0.45},       {"steel", "aluminium", 0.55, 0.45},
    {"steel", "concrete", 0.57, 0.45},    {"steel", "asphalt", 0.55, 0.45},
    {"steel", "rock", 0.50, 0.40},        {"steel", "wood", 0.50, 0.30},
    {"steel", "rubber", 0.80, 0.65},      {"steel", "soil", 0.45, 0.40},
    {"steel", "sand", 0.45, 0.40},        {"steel", "ice", 0.05, 0.02},
    {"aluminium", "aluminium", 1.0, 0.9}, {"concrete", "concrete", 0.75, 0.60},
    {"concrete", "rock", 0.70, 0.60},     {"concrete", "wood", 0.62, 0.50},
    {"concrete", "rubber", 0.90, 0.75},   {"concrete", "soil", 0.60, 0.55},
    {"concrete", "sand", 0.60, 0.55},     {"asphalt", "rubber", 0.90, 0.75},
    {"asphalt", "wood", 0.60, 0.50},      {"asphalt", "rock", 0.70, 0.60},
    {"asphalt", "concrete", 0.70, 0.60},  {"rock", "rock", 0.70, 0.60},
    {"rock", "wood", 0.60, 0.50},         {"rock", "rubber", 0.85, 0.70},
    {"rock", "soil", 0.60, 0.55},         {"rock", "sand", 0.60, 0.55},
    {"wood", "wood", 0.45, 0.30},         {"wood", "rubber", 0.80, 0.65},
    {"wood", "soil", 0.50, 0.45},         {"wood", "sand", 0.50, 0.45},
    {"rubber", "rubber", 1.10, 0.90},     {"rubber", "soil", 0.65, 0.55},
    {"rubber", "sand", 0.60, 0.50},       {"rubber", "ice", 0.15, 0.10},
    {"soil", "soil", 0.60, 0.55},         {"sand", "sand", 0.60, 0.55},
};

}  // namespace

const std::vector<Material>& library_materials() {
  static const std::vector<Material> materials = [] {
    std::vector<Material> result;
    for (const Solid& s : kSolids)
      result.push_back({s.name, {}, s.young, s.poisson, s.restitution});
    return result;
  }();
  return materials;
}

const std::vector<FrictionPair>& library_friction() {
  static const std::vector<FrictionPair> pairs = [] {
    std::vector<FrictionPair> result;
    for (const Grip& g : kGrips) result.push_back({"", {}, g.a, g.b, g.at_rest, g.sliding});
    return result;
  }();
  return pairs;
}

}  // namespace outrigger::contact
