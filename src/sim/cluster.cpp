#include "sim/cluster.h"

#include <algorithm>
#include <cstring>

#include "model/islands.h"

namespace outrigger::sim {

using system::Configuration;
using system::Response;

namespace {

constexpr int kContactIterations = 12;

/// Where the parts of an island begin in its cluster.
struct Offsets {
  int bodies = 0, entities = 0, coordinates = 0, drives = 0;
};

/// A force term of an island, at work in a cluster: it keeps to the numbering of its island.
class MovedTerm final : public system::ForceTerm {
 public:
  MovedTerm(std::unique_ptr<system::ForceTerm> term, const Offsets& offsets, const Island& island)
      : term_(std::move(term)), offsets_(offsets), island_(island) {}

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override {
    const std::size_t first = entity_pairs.size();
    term_->tangent_pattern(entity_pairs);
    for (std::size_t i = first; i < entity_pairs.size(); ++i) {
      entity_pairs[i].first += offsets_.entities;
      entity_pairs[i].second += offsets_.entities;
    }
  }
  void bind(const system::Layout& layout) override {
    layout_ = std::make_unique<MovedLayout>(layout, offsets_);
    term_->bind(*layout_);
  }
  int state_size() const override { return term_->state_size(); }
  void initialise(double* state) const override { term_->initialise(state); }
  void prepare(const Configuration& c, const double* state, Response& response) override {
    term_->prepare(moved(c), state, response);
  }
  void evaluate(const Configuration& c, const double* state,
                const system::ForceSink& sink) override {
    term_->evaluate(moved(c), state, sink);
  }
  void accept(const Configuration& c, double* state, Response& response) override {
    term_->accept(moved(c), state, response);
  }
  system::TermEnergy energy(const Configuration& c, const double* state) const override {
    return term_->energy(moved(c), state);
  }
  void wrenches(const Configuration&, const double*, const std::vector<Pose>&,
                std::vector<system::BodyWrench>&) const override {}  // asked of the islands

 private:
  class MovedLayout final : public system::Layout {
   public:
    MovedLayout(const system::Layout& whole, const Offsets& offsets)
        : whole_(whole), offsets_(offsets) {}
    int block(int entity) const override { return whole_.block(entity + offsets_.entities); }
    system::TangentSlot tangent(int row_block, int column_block) const override {
      return whole_.tangent(row_block, column_block);
    }
    const system::CoordinateKernel& coordinate(int index) const override {
      return whole_.coordinate(index + offsets_.coordinates);
    }

   private:
    const system::Layout& whole_;
    Offsets offsets_;
  };

  Configuration moved(Configuration c) const {
    c.coordinate_reference += offsets_.coordinates;
    c.drives += offsets_.drives;
    c.signals = island_.signals().data();
    return c;
  }

  std::unique_ptr<system::ForceTerm> term_;
  Offsets offsets_;
  const Island& island_;
  std::unique_ptr<MovedLayout> layout_;
};

}  // namespace

Cluster::Cluster(std::vector<Island*> islands,
                 std::span<const std::pair<ClusterBody, ClusterBody>> pairs, int capacity,
                 const IslandOptions& options, const std::vector<std::string>& inputs,
                 const contact::Surroundings& surroundings) {
  model::Mechanism mechanism;
  model::Model model;
  std::vector<Offsets> offsets;
  std::vector<std::unique_ptr<system::ForceTerm>> terms;
  for (Island* island : islands) {
    const model::Mechanism& m = island->mechanism();
    const model::Model& own = island->system().model();
    const bool first = offsets.empty();
    Offsets& at = offsets.emplace_back();
    if (!first)
      at = {static_cast<int>(mechanism.bodies.size()), static_cast<int>(model.entities.size()),
            static_cast<int>(mechanism.coordinates.size()),
            static_cast<int>(mechanism.drives.size())};
    model = first ? own : model::join(std::move(model), own, mechanism);
    mechanism = first ? m : model::merge(std::move(mechanism), m);
    for (auto& term : make_terms(m, own, inputs, surroundings).all)
      terms.push_back(std::make_unique<MovedTerm>(std::move(term), at, *island));
    members_.push_back({island, {}, {}, at.coordinates, at.drives, 0});
  }
  std::vector<std::pair<int, int>> bodies;
  const auto body_of = [&](const ClusterBody& b) {
    return b.island < 0 ? model::kGroundIndex
                        : b.body + offsets[static_cast<std::size_t>(b.island)].bodies;
  };
  for (const auto& [a, b] : pairs) bodies.emplace_back(body_of(a), body_of(b));
  auto contacts = std::make_unique<contact::ShapeContacts>(mechanism, model, bodies, capacity);
  contacts_ = contacts.get();
  terms.push_back(std::move(contacts));

  // Contacts that begin, end or start to slip take more iterations than smooth motion.
  description::Settings settings = mechanism.settings;
  settings.max_iterations = std::max(settings.max_iterations, kContactIterations);
  auto limits = drives::force_limits(mechanism);
  system_ = std::make_unique<system::System>(mechanism, std::move(model), std::move(terms));
  contacts_offset_ = system_->term_state_offset(static_cast<int>(system_->terms().size()) - 1);
  stepper_ = std::make_unique<stepper::Stepper>(*system_, settings);
  stepper_->set_drive_limits(std::move(limits));
  stepper_->set_keep_ledger(options.keep_ledger);
  stepper_->set_stage_times(options.stage_times);
  stepper_->initialise(state_);
  references_ = state_.drive;

  int dots = 0, linears = static_cast<int>(system_->model().dots.size());
  int coordinate_rows = system_->first_coordinate_row(), numbers = 0;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    Member& member = members_[i];
    const system::System& own = member.island->system();
    for (std::size_t e = 0; e < own.model().entities.size(); ++e) member.block.push_back(0);
    for (std::size_t e = 0; e < own.model().entities.size(); ++e)
      member.block[static_cast<std::size_t>(own.block(static_cast<int>(e)))] =
          system_->block(static_cast<int>(e) + offsets[i].entities);
    member.row.resize(static_cast<std::size_t>(own.row_count()));
    const int own_dots = static_cast<int>(own.model().dots.size());
    for (int d = 0; d < own_dots; ++d)
      member.row[static_cast<std::size_t>(own.row_of_dot()[static_cast<std::size_t>(d)])] =
          system_->row_of_dot()[static_cast<std::size_t>(dots + d)];
    dots += own_dots;
    for (int r = own_dots; r < own.first_coordinate_row(); ++r)
      member.row[static_cast<std::size_t>(r)] = linears++;
    for (int r = own.first_coordinate_row(); r < own.row_count(); ++r)
      member.row[static_cast<std::size_t>(r)] = coordinate_rows++;
    member.first_term_number = numbers;
    numbers += own.term_state_size();
  }
}

void Cluster::gather() {
  state_.ledger = {};
  for (const Member& m : members_) {
    const system::State& own = std::as_const(*m.island).state();
    state_.step = own.step;
    state_.time = own.time;
    for (std::size_t b = 0; b < m.block.size(); ++b) {
      const std::size_t to = 4 * static_cast<std::size_t>(m.block[b]), from = 4 * b;
      std::memcpy(&state_.x[to], &own.x[from], 32);
      std::memcpy(&state_.v[to], &own.v[from], 32);
      std::memcpy(&state_.acceleration[to], &own.acceleration[from], 32);
      std::memcpy(&state_.algorithmic[to], &own.algorithmic[from], 32);
    }
    for (std::size_t r = 0; r < m.row.size(); ++r)
      state_.lambda[static_cast<std::size_t>(m.row[r])] = own.lambda[r];
    std::copy(own.coordinate.begin(), own.coordinate.end(),
              state_.coordinate.begin() + m.first_coordinate);
    std::copy(own.drive.begin(), own.drive.end(), state_.drive.begin() + m.first_drive);
    std::copy(own.term.begin(), own.term.end(), state_.term.begin() + m.first_term_number);
    const auto& next = m.island->next_references();
    std::copy(next.begin(), next.end(), references_.begin() + m.first_drive);
    state_.ledger.drive_power += own.ledger.drive_power;
  }
}

void Cluster::scatter() {
  for (const Member& m : members_) {
    system::State& own = m.island->state();
    own.step = state_.step;
    for (std::size_t b = 0; b < m.block.size(); ++b) {
      const std::size_t from = 4 * static_cast<std::size_t>(m.block[b]), to = 4 * b;
      std::memcpy(&own.x[to], &state_.x[from], 32);
      std::memcpy(&own.v[to], &state_.v[from], 32);
      std::memcpy(&own.acceleration[to], &state_.acceleration[from], 32);
      std::memcpy(&own.algorithmic[to], &state_.algorithmic[from], 32);
    }
    for (std::size_t r = 0; r < m.row.size(); ++r)
      own.lambda[r] = state_.lambda[static_cast<std::size_t>(m.row[r])];
    std::copy_n(state_.coordinate.begin() + m.first_coordinate, own.coordinate.size(),
                own.coordinate.begin());
    std::copy_n(state_.drive.begin() + m.first_drive, own.drive.size(), own.drive.begin());
    std::copy_n(state_.term.begin() + m.first_term_number, own.term.size(), own.term.begin());
    own.ledger.measured = false;
    own.ledger.drive_power = 0.0;
  }
  // What they did together is booked on the first one; only sums over islands have a meaning.
  system::EnergyLedger& book = members_.front().island->state().ledger;
  const system::EnergyLedger& done = state_.ledger;
  book.external += done.external;
  book.drives += done.drives;
  book.dissipated += done.dissipated;
  book.integrator += done.integrator;
  book.projection += done.projection;
  book.drive_power = done.drive_power;
}

stepper::StepReport Cluster::step(std::span<const contact::FoundContact> contacts,
                                  std::span<contact::PointMemory> memory) {
  gather();
  double* numbers = state_.term.data() + contacts_offset_;
  for (std::size_t i = 0; i < memory.size(); ++i)
    contact::ShapeContacts::remember(numbers, static_cast<int>(i), memory[i]);
  contacts_->set_contacts(contacts);
  const stepper::StepReport report = stepper_->step(state_, references_);
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = contact::ShapeContacts::recall(numbers, static_cast<int>(i));
  scatter();
  return report;
}

}  // namespace outrigger::sim
