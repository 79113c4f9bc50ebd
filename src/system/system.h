/// A model laid out for stepping: flat arrays per kind, one fixed pattern, no allocation when warm.
///
/// Unknowns are blocks of three numbers in elimination order (approximate minimum degree on the
/// graph of entities), padded to four; blocks of constants follow. Rows are scaled by √α̃, where
/// α̃ = s α is the penalty as it enters the tangent (s = (1-δf) β h² / (1-δm), see the stepper):
///
///   Ψ = √α̃ Φ,   G = √α̃ Φ_q,   T = M + Gᵀ G + s K + (s γ/(β h)) C
///
/// Penalty rules (Settings::penalty_rule):
///   dimensionless      α̃ = κ √(m_loc m_max)/|g|²,  1/m_loc = Σ_e |g_e|²/M_ee / |g|²
///   mass_proportional  α = α_g m_body/m̄ (THESIS 2.81-2.82)      global  α = α_g
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/function.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "system/block_ldlt.h"
#include "system/body_load.h"
#include "system/coordinate_kernel.h"
#include "system/force_term.h"

namespace outrigger::system {

/// Numbers that may be overwritten by anyone who steps this system.
struct Scratch {
  AlignedDoubles gradient[2];  ///< scaled slots: current, and those of the factorisation
  AlignedDoubles residual, delta, delta_acceleration;
  AlignedDoubles force;       ///< Q
  AlignedDoubles step_force;  ///< of terms that act within a step
  AlignedDoubles extra;       ///< tangent blocks of force terms
  std::vector<double> psi;    ///< √α̃ Φ
  std::vector<double> psi_rate, psi_acceleration;
  std::vector<double> weight;  ///< row weights for Gᵀ w
};

class System : public Layout {
 public:
  System(const model::Mechanism& mechanism, model::Model model,
         std::vector<std::unique_ptr<ForceTerm>> terms);
  /// Systems side by side as one, with terms that may act across them, at the penalties the parts
  /// have now. Entities, coordinates and drives are numbered part after part; inside of a part the
  /// elimination order stays. Quick, for contacts make and break them in every step. There is no
  /// model of the whole: bodies are asked of the parts.
  System(std::span<const System* const> parts, std::vector<std::unique_ptr<ForceTerm>> terms);
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  const model::Model& model() const { return model_; }
  int block_count() const { return n_; }
  int total_block_count() const { return n_ + fixed_; }
  int row_count() const { return rows_; }
  int slot_count() const { return static_cast<int>(slot_block_.size()); }
  double length() const { return length_; }
  const std::vector<int>& block_of_entity() const { return position_; }
  std::vector<std::unique_ptr<ForceTerm>>& terms() { return terms_; }
  const std::vector<std::unique_ptr<ForceTerm>>& terms() const { return terms_; }
  const std::vector<CoordinateKernel>& coordinates() const { return coordinates_; }
  const model::Origin& origin(int row) const { return origins_[row]; }
  /// Rows: products first, then linear ones, then those of coordinates.
  int first_linear_row() const { return dot_rows_; }
  int first_coordinate_row() const { return first_coordinate_row_; }
  /// Where a part of a system of systems begins; its blocks and its rows of a kind stay together.
  struct PartPlace {
    int block, dot_row, linear_row, coordinate_row;
  };
  const std::vector<PartPlace>& part_places() const { return part_places_; }
  int drive_count() const { return static_cast<int>(drive_rows_.size()); }
  /// ẋ of the coordinate that a drive guides.
  double drive_rate(int drive, const double* x, const double* v) const;
  /// Row of the i-th drive of the mechanism.
  int drive_row(int drive) const { return drive_rows_[drive]; }

  // Layout of force terms.
  int block(int entity) const override { return position_[entity]; }
  TangentSlot tangent(int row_block, int column_block) const override;
  const CoordinateKernel& coordinate(int index) const override { return coordinates_[index]; }

  /// Fills x and v of the assembled pose (arrays of total_block_count() padded blocks).
  void initial_state(double* x, double* v) const;

  /// Sets the penalties for a step size and integrator (s as in the header comment).
  void set_penalties(const description::Settings& settings, double s);
  double penalty(int row) const { return scale_[row] * scale_[row]; }
  double row_scale(int row) const { return scale_[row]; }

  /// Ψ and G at x.
  void evaluate_rows(const double* x, const double* coordinate_reference,
                     const DriveReference* drives, double* gradient, double* psi) const;
  /// Ψ and G at x together with the part of √α̃ Φ̈ that does not depend on the accelerations:
  /// bias = √α̃ (Φ̇_q q̇ + Φ̇_t), so that √α̃ Φ̈ = G a + bias.
  void evaluate_rows_and_bias(const double* x, const double* v, const double* coordinate_reference,
                              const DriveReference* drives, double* gradient, double* psi,
                              double* bias) const;
  /// √α̃ Φ̇ = G v + √α̃ Φ_t.
  void evaluate_rates(const double* gradient, const double* v, const DriveReference* drives,
                      double* psi_rate) const;
  /// √α̃ Φ̈ = G a + √α̃ (Φ̇_q q̇ + Φ̇_t).
  void evaluate_accelerations(const double* gradient, const double* x, const double* v,
                              const double* a, const double* coordinate_reference,
                              const DriveReference* drives, double* psi_acceleration) const;

  /// Both of them in one walk through G.
  void evaluate_rates_and_accelerations(const double* gradient, const double* x, const double* v,
                                        const double* a, const double* coordinate_reference,
                                        const DriveReference* drives, double* psi_rate,
                                        double* psi_acceleration) const;

  /// Where rows are evaluated.
  struct Motion {
    const double *x, *v, *acceleration;
    const double* coordinate_reference;
    const DriveReference* drives;
  };
  /// Ψ and G at x, and what the constraints push with: out += Gᵀ (μ + Ψ).
  void add_constraint_forces(const Motion& at, const double* mu, double* gradient, double* psi,
                             double* out) const;
  /// The same with the penalty along other gradients: out += Gᵀ μ + G_fᵀ Ψ. G is not kept (`gradient`
  /// is overwritten where coordinate rows are).
  void add_constraint_forces(const Motion& at, const double* mu, const double* frozen,
                             double* gradient, double* psi, double* out) const;
  /// Ψ, G, √α̃ Φ̇ and √α̃ Φ̈ in one walk, and the products of G_fᵀ with the last two.
  struct Rates {
    double *psi_rate, *psi_acceleration;
    double *product_rate, *product_acceleration;
  };
  void evaluate_rows_and_rates(const Motion& at, const double* frozen, double* gradient,
                               double* psi, const Rates& out) const;

  // The parts of those above that coordinate rows (drives, couplings, scalar unknowns) need; they
  // are the last rows and slots.
  void evaluate_coordinate_rows(const double* x, const double* coordinate_reference,
                                const DriveReference* drives, double* gradient, double* psi) const;
  void subtract_drive_rates(const DriveReference* drives, double* psi_rate) const;
  void add_coordinate_biases(const double* x, const double* v, const double* coordinate_reference,
                             const DriveReference* drives, double* psi_acceleration) const;

  /// G y by row; `y` has zeros in the fixed blocks.
  void evaluate_products(const double* gradient, const double* y, double* out) const;
  /// G_r · y for one row.
  double row_product(int row, const double* gradient, const double* y) const;
  /// out_e = Σ w_r G_re over all rows (blocks 0..n-1).
  void transpose_product(const double* gradient, const double* weight, double* out) const;
  void add_transpose_product(const double* gradient, const double* weight, double* out) const;
  /// transpose_product for two weights in one walk through G.
  void transpose_products(const double* gradient, const double* weight_a, const double* weight_b,
                          double* out_a, double* out_b) const;
  /// out = factor · M a - Q·factor, i.e. factor (M a - Q).
  void inertia_minus_force(const double* a, const double* force, double factor, double* out) const;
  /// out = M a.
  void mass_product(const double* a, double* out) const;

  /// Bodies with tools that hold soil may carry a load; mass matrix and weight follow it. Between steps only.
  bool can_carry(int body) const;
  void set_load(int body, const BodyLoad& load);
  /// Null: this body carries nothing.
  const BodyLoad* load(int body) const;
  /// Of a system made of others: takes over their loads.
  void follow_loads(std::span<const System* const> parts);

  /// Gravity and all force terms at a configuration. `tangent` may be null.
  void evaluate_forces(const Configuration& c, const double* term_state, const ForceSink& sink);
  /// The same, with forces that act within the step times `factor`, their tangents too; their sum without
  /// the factor goes to `step_force`. False, and nothing is written there, where there are no such terms.
  bool evaluate_forces(const Configuration& c, const double* term_state, const ForceSink& sink,
                       double factor, double* step_force);
  bool has_step_forces() const { return has_step_forces_; }
  const AlignedDoubles& gravity_force() const { return gravity_; }
  std::size_t extra_count() const { return extra_count_; }
  int term_state_size() const { return term_state_size_; }
  int term_state_offset(int term) const { return term_offsets_[term]; }

  BlockLdlt& factor() { return factor_; }
  const BlockLdlt& factor() const { return factor_; }

  /// Blocks of the constants in the two factors of a product; one block holds zeros.
  struct RowConstants {
    int left, right;
  };
  /// A row of a drive, a coupling or a scalar unknown.
  struct CoordinateRow {
    int row;
    int first_slot;
    model::CoordinateConstraint::Kind kind;
    int kernel_b;  ///< of coordinates() (drive, coupling) or definitions() (definition)
    int kernel_a;
    int drive;     ///< index of the drive, -1 otherwise
    int function;  ///< index of the coupling function
  };
  const std::vector<CoordinateRow>& coordinate_rows() const { return coordinate_rows_; }
  const std::vector<CoordinateKernel>& definitions() const { return definitions_; }
  /// The function of a coupling row and its derivatives.
  Derivatives couple(int function, double x) const {
    Derivatives f = functions_[function].evaluate(x);
    f.value += offsets_[function];
    return f;
  }

  /// The flat arrays that the kernels below run through, for those that lay several systems of one
  /// pattern side by side. Coordinate rows have slots, but no coefficients.
  struct FlatArrays {
    int dot_rows, linear_rows;
    const std::vector<int>&row_start, &slot_block, &linear_axis;
    const std::vector<RowConstants>& row_constants;
    const std::vector<double>&slot_a, &slot_b, &row_value;
    const std::vector<double>&scale, &inverse_size, &block_weight;
    const std::vector<int>&gather_start, &gather_slot, &gather_row;
    const std::vector<int>&mass_start, &mass_column;
    const std::vector<double>& mass_value;
  };
  FlatArrays arrays() const {
    return {dot_rows_,     linear_rows_, row_start_,  slot_block_, linear_axis_,  row_constants_,
            slot_a_,       slot_b_,      row_value_,  scale_,      inverse_size_, block_weight_,
            gather_start_, gather_slot_, gather_row_, mass_start_, mass_column_,  mass_value_};
  }

  /// Gradient of one row as a dense vector of 3 block_count() numbers.
  void copy_gradient(int row, const double* gradient, Eigen::Ref<Eigen::VectorXd> out) const;
  /// Largest |component|; unit vectors count with their leverage, 0.1 of the model's size at most.
  double largest_weighted(const double* values) const;
  /// Largest |ψ_r|/|G_r|, with the gradients' size in the assembled pose.
  double largest_violation(const double* psi) const;
  /// |G_r| over the movable blocks of a row.
  double gradient_size(int row, const double* gradient) const;
  double kinetic_energy(const double* v) const;
  double gravity_potential(const double* x) const;

  /// Pose and twist of a body from the entities.
  Pose body_pose(int body, const double* x) const;
  model::Twist body_twist(int body, const double* x, const double* v) const;
  Vec3 point_position(const model::Combination& c, const double* x) const;

  void make_scratch(Scratch& scratch) const;

 private:
  struct Factors;
  struct ProductRows;
  void evaluate_linear_rows(const double* x, double* gradient, double* psi) const;
  void scatter(int row, const double* gradient, double weight, double* out) const;
  int fixed_block(const Vec3& value);
  void order_blocks();
  void lay_out_rows(const model::Mechanism& mechanism);
  void lay_out_dots();
  void lay_out_linears();
  void lay_out_coordinates(const model::Mechanism& mechanism);
  void lay_out_masses(const description::Settings& settings);
  void find_carriers(const model::Mechanism& mechanism);
  void lay_out_carriers(const model::Mechanism& mechanism);
  void lay_out_factor();
  void lay_out_extras();
  void lay_out_gather();
  void bind_terms();
  void place_parts(std::span<const System* const> parts);
  void append_rows(const System& part, int first, int last, int block, int fixed);
  void append_coordinates(const System& part, int block, int fixed);
  void append_masses(const System& part, int block);
  void join_factors(std::span<const System* const> parts);
  std::vector<std::pair<int, int>> wanted_tangents() const;
  std::vector<std::pair<int, int>> block_graph() const;
  double coordinate_bias(const CoordinateRow& row, const double* x, const double* v,
                         const double* reference, const DriveReference* drives) const;
  void coordinate_gradient(const CoordinateRow& r, const double* x, const double* reference,
                           const DriveReference* drives, double* gradient, double* psi) const;

  model::Model model_;
  double length_ = 1.0;
  std::vector<std::unique_ptr<ForceTerm>> terms_;
  int n_ = 0, fixed_ = 0, rows_ = 0;
  std::vector<int> position_;  ///< entity -> block
  std::vector<Vec3> fixed_values_;

  // Slots of all rows: movable block and, for products, the coefficients of the two factors.
  std::vector<int> slot_block_, slot_row_;
  std::vector<double> slot_a_, slot_b_;
  std::vector<int> row_start_;  ///< first slot of a row; size rows + 1
  int dot_rows_ = 0, linear_rows_ = 0, first_coordinate_row_ = 0;
  std::vector<RowConstants> row_constants_;  ///< of product rows
  std::vector<double> row_value_;
  std::vector<int> linear_axis_;
  std::vector<double> scale_;       ///< √α̃ per row
  std::vector<double> unit_scale_;  ///< √α̃ per row for κ = 1, or body mass share
  std::vector<double> penalty_scale_;
  std::vector<double> block_weight_;   ///< see largest_weighted
  std::vector<double> gradient_norm_;  ///< |Φ_q| of a row in the assembled pose
  std::vector<double> inverse_size_;   ///< 1/|G_r|
  std::vector<double> row_mass_;       ///< of the body a row belongs to, -1: of no body
  double total_mass_ = 0.0;
  int body_count_ = 0;
  std::vector<model::Origin> origins_;
  std::vector<PartPlace> part_places_;

  std::vector<CoordinateKernel> coordinates_, definitions_;
  std::vector<CoordinateRow> coordinate_rows_;
  std::vector<model::Function> functions_;
  std::vector<double> offsets_;
  std::vector<int> drive_rows_;

  // Gather lists: slots of every block.
  std::vector<int> gather_start_, gather_slot_, gather_row_;
  // Scalar mass matrix by block rows (symmetric, all entries).
  std::vector<int> mass_start_, mass_column_;
  std::vector<double> mass_value_;
  std::vector<double> mass_diagonal_;
  AlignedDoubles gravity_;
  /// A body that may carry a load, and where its mass goes.
  struct Carrier {
    struct Entry {
      int place, factor_block;  ///< in mass_value_; -1: above the diagonal
      int i, j;                 ///< of Z
      double coefficient;
    };
    struct Weight {
      int block, i;
      double coefficient;
    };
    int body = 0;
    BodyLoad load;
    std::vector<Entry> entries;
    std::vector<Weight> weights;
  };
  std::vector<Carrier> carriers_;
  std::vector<double> own_mass_;  ///< without loads
  AlignedDoubles own_gravity_;
  Vec3 gravity_acceleration_ = Vec3::Zero();
  std::uint64_t load_version_ = 0;
  BlockLdlt factor_;
  std::vector<int> extra_of_block_;
  std::size_t extra_count_ = 0;
  std::vector<int> term_offsets_;
  bool has_step_forces_ = false;
  int term_state_size_ = 0;
};

}  // namespace outrigger::system
