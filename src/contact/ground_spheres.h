/// Spheres of the bodies against the ground: Hunt-Crossley and friction with memory, as one force
/// term (CONTACT_STUDY: stiffness cap, restitution clamp, elastic-plastic bristle with N = 2).
///
/// prepare freezes per sphere: the tangent plane of the ground under the predicted centre, the
/// material point m of the body that touches, the surface. Then, linear in the body's motion,
///   δ = δ_pred - n·(m - m_pred),  δ̇ = -n·ṁ,   N(δ, δ̇) of laws/normal_law.h
///   y = P (y₀ + m - m_start),   F* = -k_s y - c_s P ṁ,   P = I - n nᵀ
///   F_t = F*  if |F*| ≤ μ N, else μ N F*/|F*|;   F = N n + F_t on the body at m
///   k_s = m_eff/(2h)²,  c_s = 2 √(k_s m_eff),   1/m_eff = gᵀ W g  at first touch
///   μ = μ_d + (μ_s - μ_d) exp(-(v_t/v_s)²),  v_s = 1 cm/s, v_t of the start of the step
/// Tangent: exact but for ∂F_t/∂N; symmetric and positive semi-definite:
///   N_δ n nᵀ + r k_s (P - [slip] t tᵀ),   r = 1 in stick, μN/|F*| in slip;  the same for C
/// After three iterations N in the limit μ N is frozen and the part -t tᵀ left out (secant), so that
/// Newton does not cycle between slip to one side and to the other.
///
/// accept moves y (limited to μN/k_s), remembers impact speed and softened stiffness, lets it
/// recover at rest, and when the force ends takes back what the steps gave beyond the restitution:
/// an impulse that slows the parting to e v_imp, no larger than what the last steps gave (the last
/// force times h, half of the one before, ...), so that a foot that is lifted does not stick.
/// What is found deep inside (more energy than 0.2 m/s) is pushed out by about its weight, growing,
/// no faster than 0.2 m/s.
#pragma once

#include <string>
#include <vector>

#include "contact/surroundings.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "system/body_blocks.h"
#include "system/force_term.h"

namespace outrigger::contact {

/// A contact as it was at the end of the last step.
struct SphereReading {
  bool touching = false;
  double normal_force = 0.0;  ///< N [N]
  Vec3 force = Vec3::Zero();  ///< on the body, world [N]
  bool sliding = false;
};

class GroundSpheres final : public system::ForceTerm {
 public:
  GroundSpheres(const model::Mechanism& mechanism, const model::Model& model,
                const Surroundings& surroundings);

  bool empty() const { return spheres_.empty(); }
  int count() const { return static_cast<int>(spheres_.size()); }
  /// Of sphere i of the mechanism.
  SphereReading reading(int sphere, const double* state) const;
  /// Contacts clamped at separation, and those softened, since the start; not part of the state.
  std::int64_t clamped() const { return clamped_; }
  std::int64_t softened() const { return softened_; }

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  int state_size() const override { return kStateSize * count(); }
  void prepare(const system::Configuration& c, const double* state,
               system::Response& response) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  void accept(const system::Configuration& c, double* state, system::Response& response) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

 private:
  /// What a sphere remembers, in this order in the state.
  struct Memory {
    double touching = 0.0;
    double impact_speed = 0.0;
    double stiffness = 0.0;  ///< k, or less while softened
    double mass = 0.0;       ///< m_eff
    double y[3] = {0.0, 0.0, 0.0};
    double normal_force = 0.0;
    double force[3] = {0.0, 0.0, 0.0};
    double sliding = 0.0;
    double bristle_stiffness = 0.0;  ///< k_s that y belongs to
    double found_inside = 0.0;       ///< is being pushed out
    double recent_impulse = 0.0;     ///< h (N + N₋₁/2 + N₋₂/4 + ...)
  };
  static constexpr int kStateSize = static_cast<int>(sizeof(Memory) / sizeof(double));
  static Memory recall(const double* state, int sphere);
  static void remember(double* state, int sphere, const Memory& m);

  struct Sphere {
    int body;  ///< index into bodies_
    int mechanism_body;
    Vec3 centre;
    double radius;
    const std::vector<PairLaw>* laws;
  };
  /// A sphere near the ground in the step under way.
  struct Contact {
    int sphere = 0;
    Memory memory;
    Vec3 normal, place, start, bristle;  ///< n, m_pred, m_start, y₀
    double depth = 0.0;                  ///< δ_pred
    double damping = 0.0;                ///< D
    double friction = 0.0;               ///< μ
    double restitution = 0.0;
    double full_stiffness = 0.0;
    double k_s = 0.0, c_s = 0.0;
    double frozen_normal = 0.0;  ///< N for the friction limit
    bool fresh = false;          ///< not touching at the start of the step
    int first_coefficient = 0;
  };
  struct Forces {
    double normal = 0.0, elastic = 0.0, by_depth = 0.0, by_rate = 0.0, depth = 0.0, rate = 0.0;
    Vec3 tangential = Vec3::Zero(), wanted = Vec3::Zero(), velocity = Vec3::Zero();
    bool sliding = false;
    double scale = 1.0;
  };
  Forces forces(const Contact& contact, const system::Configuration& c, double limit_normal) const;
  double effective_mass(const Contact& contact, system::Response& response) const;
  static void soften_found_inside(Contact& contact, double damping_factor, double depth);

  std::vector<system::BodyBlocks> bodies_;
  std::vector<Sphere> spheres_;
  const Surroundings& surroundings_;
  std::vector<Contact> contacts_;
  std::vector<double> coefficients_;
  int contact_count_ = 0;
  std::int64_t clamped_ = 0, softened_ = 0;
};

}  // namespace outrigger::contact
