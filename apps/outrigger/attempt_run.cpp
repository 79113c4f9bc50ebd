#include "outrigger/attempt_run.h"

#include <filesystem>

namespace outrigger::app {

AttemptRun::AttemptRun(const LoadedSession& session, sim::World& world, Links links)
    : observer_(session.definition, session.machine, session.start, world),
      grader_(session.definition, observer_.names(), session.file),
      writer_(writer_of(session, links, world.step_size())),
      exercise_(grader_, observer_, {links.script, writer_.get(), links.lockstep, links.tell},
                observation_period(world.step_size()), world.step_size()) {}

std::unique_ptr<training::AttemptWriter> AttemptRun::writer_of(const LoadedSession& session,
                                                               const Links& links, double step) {
  if (links.folder.empty()) return nullptr;
  training::AttemptHeader h;
  h.id = id_ = training::new_id();
  h.begun = training::wall_clock();
  h.session_file = std::filesystem::path(session.file).filename().string();
  h.session_text = session.text;
  h.definition = session.definition_text;
  h.recording = links.recording;
  h.first_tick = links.first_tick;
  const Vec3& p = session.start.position;
  h.start = {p.x(),
             p.y(),
             p.z(),
             session.start.heading,
             session.start.rise_ahead,
             session.start.rise_left};
  h.period = observation_period(step);
  h.step = step;
  h.seed = links.seed;
  h.software = "outrigger 0.1.0";
  h.channels = observer_.names();
  h.units = observer_.units();
  file_ = (std::filesystem::path(links.folder) / (h.id + ".attempt.jsonl")).string();
  return std::make_unique<training::AttemptWriter>(file_, h);
}

void AttemptRun::finish(const std::string& cause) {
  exercise_.end(training::Outcome::failed, cause);
  if (writer_) writer_->finish();
}

}  // namespace outrigger::app
