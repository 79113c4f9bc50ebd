/// The ground as a stage: what was changed of it is a part of the state.
#pragma once

#include "sim/stage.h"
#include "terrain/ground.h"

namespace outrigger::sim {

class GroundPart final : public StatePart {
 public:
  explicit GroundPart(terrain::GroundState state) : state_(std::move(state)) {}

  const terrain::GroundState& state() const { return state_; }
  std::string_view name() const override { return "ground"; }
  std::uint64_t hash() const override { return state_.hash(); }
  void write(std::string& bytes) const override;
  std::shared_ptr<const StatePart> from_bytes(std::string_view bytes) const override;
  std::size_t size() const override;

 private:
  terrain::GroundState state_;
};

class GroundStage final : public Stage {
 public:
  explicit GroundStage(terrain::Ground& ground) : ground_(ground) {}

  std::string_view name() const override { return "ground"; }
  std::uint64_t hash() const override { return ground_.state_hash(); }
  std::shared_ptr<const StatePart> save() const override {
    return std::make_shared<GroundPart>(ground_.state());
  }
  void restore(const StatePart& part) override;

 private:
  terrain::Ground& ground_;
};

}  // namespace outrigger::sim
