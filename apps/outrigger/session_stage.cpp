#include "outrigger/session_stage.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "outrigger/outputs.h"
#include "outrigger/recorded_meshes.h"
#include "outrigger/recordings.h"
#include "outrigger/visual_meshes.h"
#include "training/attempt.h"

namespace outrigger::app {

training::ScriptSource operator_source(const std::string& by, std::uint64_t seed) {
  const std::size_t colon = by.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == by.size())
    throw Error(
        fmt::format("--by wants FILE:FUNCTION, for example "
                    "sessions/operators/levelling.py:expert; got '{}'",
                    by));
  training::ScriptSource source{by.substr(0, colon), by.substr(colon + 1), seed, {}};
  if (!std::filesystem::is_regular_file(source.file))
    throw Error(fmt::format("--by: there is no file '{}'", source.file));
  return source;
}

SessionStage::SessionStage(LoadedSession& session, const SessionOptions& options,
                           HostChannels& channels)
    : header(recording_header(session.machine_files.front().path, {}, session.machine_files,
                              session.site)) {
  header.placed = true;
  store_meshes(session.machine, session.world, header);
  const display::VisualMeshes meshes = read_visual_meshes(session.machine, &header);
  channels.set_assets(display::assets_of(meshes));
  world.emplace(session.machine, session.world);
  make_folder(options.out);
  recording_name = training::new_id() + ".recording.jsonl";
  recorder::RecordingSettings settings;
  settings.may_wait = options.headless;
  recording = std::make_unique<recorder::RecordingWriter>(
      (std::filesystem::path(options.out) / recording_name).string(), std::move(header), *world,
      settings);
  live.emplace(*world, session.machine, channels.links(), meshes);
}

// ------------------------------------------------------------------------------------ hands

ScriptedHands::ScriptedHands(training::ScriptHost& script, const frames::Scene& scene,
                             frames::OperatorMailbox& mailbox)
    : script_(script), scene_(scene), mailbox_(mailbox) {
  for (const frames::Control& c : scene.controls) hand_.push_back(c.initial);
}

void ScriptedHands::move(const std::string& state) { obey(script_.ask(state)); }

void ScriptedHands::follow(const std::string& state) {
  if (script_.take(answer_)) obey(answer_);
  script_.offer(state);
}

void ScriptedHands::obey(const std::string& answer) {
  const nlohmann::json parsed = nlohmann::json::parse(answer);
  for (const auto& [name, value] : parsed.at("levers").items()) hand_[index_of(name)] = value;
  mailbox_.post_levers(hand_);
}

std::size_t ScriptedHands::index_of(const std::string& name) const {
  std::string known;
  for (std::size_t i = 0; i < scene_.controls.size(); ++i) {
    if (scene_.controls[i].name == name) return i;
    known += (known.empty() ? "" : ", ") + scene_.controls[i].name;
  }
  throw Error(
      fmt::format("the operator moves '{}', which the machine has not; it has: {}", name, known));
}

}  // namespace outrigger::app
