#include "solve/contact_island.h"

#include <algorithm>

namespace outrigger::solve {

using system::Configuration;
using system::Response;

namespace {

constexpr int kContactIterations = 12;

/// Where the parts of an articulation begin in its island.
struct Offsets {
  int entities = 0, coordinates = 0, drives = 0;
};

/// A force term of an articulation, at work in an island: it keeps to the numbering of its articulation.
class MovedTerm final : public system::ForceTerm {
 public:
  MovedTerm(std::unique_ptr<system::ForceTerm> term, const Offsets& offsets,
            const articulation::Articulation& articulation)
      : term_(std::move(term)), offsets_(offsets), articulation_(articulation) {}

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
  bool acts_within_step() const override { return term_->acts_within_step(); }
  double least_way(double acceleration) const override { return term_->least_way(acceleration); }
  double steps_of_shortest(const double* state, double h) const override {
    return term_->steps_of_shortest(state, h);
  }
  void add_last_forces(const double* state, const system::ForceSink& sink) const override {
    term_->add_last_forces(state, sink);
  }
  double lost_in_step() const override { return term_->lost_in_step(); }
  double given_in_step() const override { return term_->given_in_step(); }
  double paid_back() const override { return term_->paid_back(); }
  double paid_by_past() const override { return term_->paid_by_past(); }
  double can_give_up(const Configuration& c, const double* state) const override {
    return term_->can_give_up(moved(c), state);
  }
  void give_up(double share, double* state) override { term_->give_up(share, state); }
  int state_size() const override { return term_->state_size(); }
  void initialise(double* state) const override { term_->initialise(state); }
  std::vector<model::PartId> remembered() const override { return term_->remembered(); }
  void save_memory(const double* state, system::PartMemory& memory) const override {
    term_->save_memory(state, memory);
  }
  void load_memory(const system::PartMemory& memory, double* state) const override {
    term_->load_memory(memory, state);
  }
  double engine_power(const double* state) const override { return term_->engine_power(state); }
  void prepare(const Configuration& c, const double* state, Response& response) override {
    term_->prepare(moved(c), state, response);
  }
  void start(const Configuration& c, double* state) override { term_->start(moved(c), state); }
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
  double found_anew(const Configuration& c, const double* state) override {
    return term_->found_anew(moved(c), state);
  }
  double given_at_start(const Configuration& c, const double* state) override {
    return term_->given_at_start(moved(c), state);
  }
  void wrenches(const Configuration&, const double*, const std::vector<Pose>&,
                std::vector<system::BodyWrench>&) const override {}  // asked of the articulations

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
    c.signals = articulation_.signals().data();
    return c;
  }

  std::unique_ptr<system::ForceTerm> term_;
  Offsets offsets_;
  const articulation::Articulation& articulation_;
  std::unique_ptr<MovedLayout> layout_;
};

}  // namespace

ContactIsland::ContactIsland(std::vector<articulation::Articulation*> articulations,
                             std::span<const IslandBody> bodies,
                             std::span<const std::pair<int, int>> pairs, const Size& size,
                             const articulation::ArticulationOptions& options,
                             const std::vector<std::string>& inputs,
                             const contact::Surroundings& surroundings) {
  std::vector<const system::System*> parts;
  std::vector<std::unique_ptr<system::ForceTerm>> terms;
  std::vector<std::pair<double, double>> limits;
  std::vector<int> first_entity;
  Offsets at;
  int numbers = 0;
  for (articulation::Articulation* articulation : articulations) {
    const system::System& own = articulation->system();
    parts.push_back(&own);
    articulation::ArticulationTerms made =
        articulation::make_terms(articulation->mechanism(), own.model(), inputs, surroundings);
    if (made.spheres >= 0)
      spheres_.push_back(static_cast<const contact::GroundSpheres*>(
          made.all[static_cast<std::size_t>(made.spheres)].get()));
    for (auto& term : made.all)
      terms.push_back(std::make_unique<MovedTerm>(std::move(term), at, *articulation));
    const auto own_limits = drives::force_limits(articulation->mechanism());
    limits.insert(limits.end(), own_limits.begin(), own_limits.end());
    first_entity.push_back(at.entities);
    members_.push_back({articulation, {}, at.coordinates, at.drives, numbers});
    at.entities += own.block_count();
    at.coordinates += static_cast<int>(own.coordinates().size());
    at.drives += own.drive_count();
    numbers += own.term_state_size();
  }
  std::vector<system::BodyBlocks> blocks;
  blocks.reserve(bodies.size());
  for (const IslandBody& b : bodies)
    blocks.push_back(b.blocks->moved(first_entity[static_cast<std::size_t>(b.articulation)]));
  auto contacts = std::make_unique<contact::ShapeContacts>(std::move(blocks), pairs, size.contacts);
  contacts_ = contacts.get();
  terms.push_back(std::move(contacts));

  // Contacts that begin, end or start to slip take more iterations than smooth motion.
  description::Settings settings = articulations.front()->mechanism().settings;
  settings.max_iterations = std::max(settings.max_iterations, kContactIterations);
  settings.max_substeps = std::min(settings.max_substeps, size.most_parts);
  system_ = std::make_unique<system::System>(parts, std::move(terms));
  parts_ = std::move(parts);
  contacts_offset_ = system_->term_state_offset(static_cast<int>(system_->terms().size()) - 1);
  stepper_ = std::make_unique<stepper::Stepper>(*system_, settings);
  stepper_->set_drive_limits(std::move(limits));
  stepper_->set_keep_ledger(options.keep_ledger);
  stepper_->set_spare_factors(true);
  stepper_->set_carries_contact(std::any_of(articulations.begin(), articulations.end(),
                                            [](const articulation::Articulation* articulation) {
                                              return !articulation->mechanism().joints.empty();
                                            }));
  stepper_->set_stage_times(options.stage_times);
  stepper_->lay_out(state_);
  references_ = state_.drive;
  for (std::size_t i = 0; i < members_.size(); ++i) members_[i].at = system_->part_places()[i];
}

contact::ImpactCounts ContactIsland::interventions() const {
  contact::ImpactCounts sum = contacts_->interventions();
  for (const contact::GroundSpheres* spheres : spheres_) sum += spheres->interventions();
  return sum;
}

namespace {

/// Copies the rows of an articulation to its island or back, kind by kind.
template <class Copy>
void for_each_kind(const system::System& own, const system::System::PartPlace& at,
                   const Copy& copy) {
  const int linear = own.first_linear_row(), coordinate = own.first_coordinate_row();
  copy(0, at.dot_row, linear);
  copy(linear, at.linear_row, coordinate - linear);
  copy(coordinate, at.coordinate_row, own.row_count() - coordinate);
}

}  // namespace

void ContactIsland::gather() {
  system_->follow_loads(parts_);
  state_.ledger = {};
  state_.touched = false;
  for (const Member& m : members_) {
    const system::State& own = std::as_const(*m.articulation).state();
    state_.step = own.step;
    state_.time = own.time;
    const int count = 4 * m.articulation->system().block_count(), to = 4 * m.at.block;
    std::copy_n(own.x.begin(), count, state_.x.begin() + to);
    std::copy_n(own.v.begin(), count, state_.v.begin() + to);
    std::copy_n(own.acceleration.begin(), count, state_.acceleration.begin() + to);
    std::copy_n(own.algorithmic.begin(), count, state_.algorithmic.begin() + to);
    std::copy_n(own.contact_acceleration.begin(), count, state_.contact_acceleration.begin() + to);
    state_.touched = state_.touched || own.touched;
    for_each_kind(m.articulation->system(), m.at, [&](int from, int row, int rows) {
      std::copy_n(own.lambda.begin() + from, rows, state_.lambda.begin() + row);
      std::copy_n(own.contact_lambda.begin() + from, rows, state_.contact_lambda.begin() + row);
    });
    std::copy(own.coordinate.begin(), own.coordinate.end(),
              state_.coordinate.begin() + m.first_coordinate);
    std::copy(own.drive.begin(), own.drive.end(), state_.drive.begin() + m.first_drive);
    std::copy(own.term.begin(), own.term.end(), state_.term.begin() + m.first_term_number);
    const auto& next = m.articulation->next_references();
    std::copy(next.begin(), next.end(), references_.begin() + m.first_drive);
    state_.ledger.drive_power += own.ledger.drive_power;
  }
}

/// What contacts did to an articulation in the last step.
void ContactIsland::scatter_contact(const Member& m) {
  system::State& own = m.articulation->state();
  own.touched = state_.touched;
  std::copy_n(state_.contact_acceleration.begin() + 4 * m.at.block,
              4 * m.articulation->system().block_count(), own.contact_acceleration.begin());
  for_each_kind(m.articulation->system(), m.at, [&](int to, int row, int rows) {
    std::copy_n(state_.contact_lambda.begin() + row, rows, own.contact_lambda.begin() + to);
  });
}

void ContactIsland::scatter() {
  for (const Member& m : members_) {
    system::State& own = m.articulation->state();
    own.step = state_.step;
    own.time = state_.time;
    const int count = 4 * m.articulation->system().block_count(), from = 4 * m.at.block;
    std::copy_n(state_.x.begin() + from, count, own.x.begin());
    std::copy_n(state_.v.begin() + from, count, own.v.begin());
    std::copy_n(state_.acceleration.begin() + from, count, own.acceleration.begin());
    std::copy_n(state_.algorithmic.begin() + from, count, own.algorithmic.begin());
    scatter_contact(m);
    for_each_kind(m.articulation->system(), m.at, [&](int to, int row, int rows) {
      std::copy_n(state_.lambda.begin() + row, rows, own.lambda.begin() + to);
    });
    std::copy_n(state_.coordinate.begin() + m.first_coordinate, own.coordinate.size(),
                own.coordinate.begin());
    std::copy_n(state_.drive.begin() + m.first_drive, own.drive.size(), own.drive.begin());
    std::copy_n(state_.term.begin() + m.first_term_number, own.term.size(), own.term.begin());
    own.ledger.measured = false;
    own.ledger.drive_power = 0.0;
  }
  // What they did together is booked on the first one; only sums over articulations have a meaning.
  system::EnergyLedger& book = members_.front().articulation->state().ledger;
  book.add_entries(state_.ledger);
  book.drive_power = state_.ledger.drive_power;
}

void ContactIsland::set_contacts(std::span<const contact::FoundContact> contacts,
                                 std::span<const contact::PointMemory> memory) {
  double* numbers = state_.term.data() + contacts_offset_;
  for (std::size_t i = 0; i < memory.size(); ++i)
    contact::ShapeContacts::remember(numbers, static_cast<int>(i), memory[i]);
  contacts_->set_contacts(contacts);
}

void ContactIsland::start(std::span<const contact::FoundContact> contacts,
                          std::span<contact::PointMemory> memory,
                          const std::function<bool(const articulation::Articulation*)>& begins) {
  gather();
  set_contacts(contacts, memory);
  stepper_->solve_accelerations(state_);
  contacts_->read_forces(stepper_->configuration(state_), memory);
  for (const Member& m : members_) {
    if (!begins(m.articulation)) continue;
    system::State& own = m.articulation->state();
    const int count = 4 * m.articulation->system().block_count(), from = 4 * m.at.block;
    std::copy_n(state_.acceleration.begin() + from, count, own.acceleration.begin());
    std::copy_n(state_.algorithmic.begin() + from, count, own.algorithmic.begin());
    scatter_contact(m);
    for_each_kind(m.articulation->system(), m.at, [&](int to, int row, int rows) {
      std::copy_n(state_.lambda.begin() + row, rows, own.lambda.begin() + to);
    });
    own.ledger.drive_power = m.articulation->stepper().start_drive_power(own);
  }
}

stepper::StepReport ContactIsland::step(std::span<const contact::FoundContact> contacts,
                                        std::span<contact::PointMemory> memory, int part,
                                        int parts) {
  gather();
  set_contacts(contacts, memory);
  const double* numbers = state_.term.data() + contacts_offset_;
  const stepper::StepReport report = stepper_->step_part(state_, references_, nullptr, part, parts);
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = contact::ShapeContacts::recall(numbers, static_cast<int>(i));
  scatter();
  return report;
}

}  // namespace outrigger::solve
