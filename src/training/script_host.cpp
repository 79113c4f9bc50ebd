#include "training/script_host.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "base/json_depth.h"

namespace outrigger::training {

using nlohmann::json;

ScriptHost::ScriptHost(ScriptLimits limits) : limits_(limits), thread_([this] { run(); }) {}

ScriptHost::~ScriptHost() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

std::string ScriptHost::load(const ScriptSource& source) {
  process_ = std::make_unique<ScriptProcess>();
  name_ = std::filesystem::absolute(source.file).lexically_normal().string();
  json message{{"do", "load"},
               {"file", name_},
               {"kind", source.function.empty() ? "session" : "operator"},
               {"seed", source.seed},
               {"set", json::object()}};
  if (!source.function.empty()) message["function"] = source.function;
  for (const auto& [key, value] : source.parameters) message["set"][key] = value;
  std::string problem;
  const std::string text = answer_to(message.dump(), limits_.load, problem);
  printed_ += process_->take_printed();
  if (!problem.empty()) throw Error(problem);
  const json answer = json::parse(text);
  missing_.clear();
  const json missing = answer.value("missing", json::object());
  for (const auto& [layer, why] : missing.items())
    missing_ += fmt::format("{}: {}\n", layer, why.is_string() ? why.get<std::string>() : "");
  return answer.at("loaded").dump();
}

/// One exchange with the process, in the words that people are told.
std::string ScriptHost::answer_to(const std::string& line, std::chrono::milliseconds within,
                                  std::string& problem) {
  std::string text;
  if (!process_) {
    problem = fmt::format("{}: the script is not running", name_);
    return {};
  }
  process_->send(line);
  const bool got = process_->receive(text, within, problem);
  if (!got) {
    problem = fmt::format("{}: the script was stopped: {}", name_, problem);
    return {};
  }
  const json answer = json_deeper_than(text, 64) ? json() : json::parse(text, nullptr, false);
  if (!answer.is_object())
    problem =
        fmt::format("{}: the script was stopped: its answer is not what was asked for", name_);
  else if (answer.contains("error"))
    problem = answer["error"].is_string() ? answer["error"].get<std::string>() : "no message";
  return text;
}

void ScriptHost::tell(const std::string& line) {
  if (process_) process_->send(line);
}

std::string ScriptHost::ask(const std::string& line) {
  std::string problem;
  std::string text = answer_to(line, limits_.answer, problem);
  printed_ += process_ ? process_->take_printed() : "";
  if (!problem.empty()) throw Error(problem);
  return text;
}

bool ScriptHost::offer(std::string line) {
  std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock() || asked_ || busy_ || answered_ || failed_) return false;
  question_ = std::move(line);
  asked_ = true;
  lock.unlock();
  wake_.notify_all();
  return true;
}

bool ScriptHost::take(std::string& line) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock() || !answered_) return false;
  line.swap(answer_);
  answered_ = false;
  return true;
}

std::string ScriptHost::failure() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  return lock.owns_lock() && failed_ ? failure_ : std::string();
}

std::string ScriptHost::take_printed() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  return lock.owns_lock() ? std::exchange(printed_, {}) : std::string();
}

void ScriptHost::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return asked_ || ending_; });
    if (ending_) return;
    asked_ = false;
    busy_ = true;
    const std::string question = std::exchange(question_, {});
    lock.unlock();
    std::string problem;
    std::string text = answer_to(question, limits_.answer, problem);
    std::string printed = process_ ? process_->take_printed() : "";
    if (!problem.empty()) process_.reset();  // reaped here, beside the physics
    lock.lock();
    busy_ = false;
    printed_ += printed;
    if (problem.empty()) {
      answer_ = std::move(text);
      answered_ = true;
    } else {
      failure_ = std::move(problem);
      failed_ = true;
    }
    wake_.notify_all();
  }
}

}  // namespace outrigger::training
