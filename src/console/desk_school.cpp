#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "console/desk.h"
#include "records/crypto.h"

namespace outrigger::console {

namespace {

constexpr std::size_t kMostMessage = 500;

std::string wanted_text(const nlohmann::json& given, const char* key) {
  const auto at = given.find(key);
  if (at == given.end() || !at->is_string()) throw Error(fmt::format("'{}' is missing", key));
  return at->get<std::string>();
}

std::int64_t wanted_id(const nlohmann::json& given, const char* key) {
  const auto at = given.find(key);
  if (at == given.end() || !at->is_number_integer())
    throw Error(fmt::format("'{}' is missing or no number", key));
  return at->get<std::int64_t>();
}

std::int64_t queried_id(const network::DeskRequest& request, const char* key) {
  const std::string text(network::query_value(request.target, key));
  if (text.empty() || text.size() > 15 ||
      !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
    throw Error(fmt::format("'{}' is missing or no number", key));
  return std::stoll(text);
}

nlohmann::json person_json(const records::Person& p) {
  return {{"id", p.id}, {"name", p.name}, {"number", p.number}, {"classes", p.classes}};
}

nlohmann::json attempt_json(const records::AttemptLine& a) {
  return {{"uuid", a.uuid},         {"session", a.session},     {"begun", a.begun},
          {"person", a.person},     {"number", a.number},       {"total", a.score.total},
          {"grade", a.score.grade}, {"passed", a.score.passed}, {"scores", a.scores}};
}

}  // namespace

// ------------------------------------------------------------------------------------ seats

nlohmann::json Desk::seats() {
  Json out = Json::array();
  for (const auto& [name, seat] : book_.seats()) {
    Json entry = seat.report;
    entry["id"] = seat.id;
    entry["away"] = book_.away(seat, SeatBook::Clock::now());
    entry["person"] = nullptr;
    const auto sent = classroom_.assignment(seat.report["assignment"].get<std::string>());
    if (sent && sent->person) entry["person"] = person_json(classroom_.person(*sent->person));
    out.push_back(std::move(entry));
  }
  return out;
}

nlohmann::json Desk::seat_detail(const Request& request) {
  const SeatEntry* seat = book_.find(static_cast<int>(queried_id(request, "id")));
  if (seat == nullptr) throw Error("there is no such seat");
  const auto from = static_cast<std::size_t>(queried_id(request, "from"));
  Json lines = Json::array();
  for (std::size_t i = from; i < seat->log.size(); ++i) lines.push_back(seat->log[i]);
  return {{"attempt", seat->attempt}, {"from", from}, {"log", std::move(lines)}};
}

nlohmann::json Desk::start_session(const Json& given) {
  const auto id = static_cast<int>(wanted_id(given, "seat"));
  const std::string session = wanted_text(given, "session");
  const SeatEntry* seat = book_.find(id);
  if (seat == nullptr) throw Error("there is no such seat");
  const Json& known = seat->report["sessions"];
  if (std::ranges::find(known, Json(session)) == known.end())
    throw Error(fmt::format("the seat '{}' has no session '{}'", seat->name, session));
  const std::string state = seat->report["state"].get<std::string>();
  if (state != "idle" && state != "error")
    throw Error(fmt::format("a session runs at the seat '{}': stop it first", seat->name));
  records::Assignment a{network::make_key(), seat->name, session, std::nullopt};
  if (given.contains("person") && !given["person"].is_null())
    a.person = classroom_.person(wanted_id(given, "person")).id;
  classroom_.assign(a);
  book_.command(id, {{"do", "start"}, {"session", session}, {"assignment", a.uuid}},
                SeatBook::Clock::now());
  return {{"ok", true}, {"assignment", a.uuid}};
}

nlohmann::json Desk::command_seat(const Json& given) {
  const auto id = static_cast<int>(wanted_id(given, "seat"));
  const std::string what = wanted_text(given, "do");
  Json command{{"do", what}};
  if (what == "message") {
    const std::string text = wanted_text(given, "text");
    if (text.empty() || text.size() > kMostMessage)
      throw Error(fmt::format("a message has 1 to {} bytes", kMostMessage));
    command["text"] = text;
  } else if (what != "stop" && what != "pause" && what != "resume" && what != "reset") {
    throw Error(fmt::format(
        "a seat does not know '{}'; it knows: stop, pause, resume, reset, message", what));
  }
  book_.command(id, std::move(command), SeatBook::Clock::now());
  classroom_.log(fmt::format("{} at the seat {}", what, book_.find(id)->name));
  return {{"ok", true}};
}

// ------------------------------------------------------------------------------------ school

nlohmann::json Desk::persons() {
  Json people = Json::array(), classes = Json::array();
  for (const records::Person& p : school_.persons()) people.push_back(person_json(p));
  for (const records::ClassEntry& c : classroom_.classes())
    classes.push_back({{"id", c.id}, {"name", c.name}, {"members", c.members}});
  return {{"persons", std::move(people)}, {"classes", std::move(classes)}};
}

nlohmann::json Desk::person_detail(const Request& request) {
  const records::Person person = classroom_.person(queried_id(request, "id"));
  Json notes = Json::array(), attempts = Json::array();
  for (const records::NoteEntry& n : classroom_.notes(person.id))
    notes.push_back({{"by", n.by}, {"text", n.text}, {"at", n.at}});
  for (const records::AttemptLine& a : school_.attempts(person))
    attempts.push_back(attempt_json(a));
  return {{"person", person_json(person)},
          {"notes", std::move(notes)},
          {"attempts", std::move(attempts)}};
}

nlohmann::json Desk::add_person(const Json& given) {
  const std::int64_t id = school_.add_person(
      wanted_text(given, "name"), wanted_text(given, "number"), wanted_text(given, "class"));
  return {{"id", id}};
}

nlohmann::json Desk::add_class(const Json& given) {
  classroom_.add_class(wanted_text(given, "name"));
  return {{"ok", true}};
}

nlohmann::json Desk::add_note(const Json& given) {
  school_.add_note(classroom_.person(wanted_id(given, "person")), wanted_text(given, "text"));
  return {{"ok", true}};
}

nlohmann::json Desk::import_csv(const Json& given) {
  const records::ImportResult r = school_.import_csv(wanted_text(given, "text"), "the table");
  return {{"added", r.added}, {"known", r.known}};
}

nlohmann::json Desk::attempts() {
  Json out = Json::array();
  const auto all = school_.attempts();
  for (auto a = all.rbegin(); a != all.rend(); ++a) out.push_back(attempt_json(*a));
  return out;
}

nlohmann::json Desk::documents() {
  std::vector<std::string> names;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(places_.documents, problem)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file() && !entry.is_symlink() && is_document_name(name))
      names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

// ------------------------------------------------------------------------------------ long work

std::string Desk::attempt_file(const std::string& uuid) {
  const std::string name = uuid + ".attempt.jsonl";
  if (!is_kept_name(name)) throw Error("this is no id of an attempt");
  if (!std::filesystem::is_regular_file(uploads_.path(name)))
    throw Error("the file of this attempt is missing here");
  return uploads_.path(name).string();
}

nlohmann::json Desk::begin_job(const std::string& kind, const std::string& uuid,
                               std::function<Json()> work) {
  if (job_.valid() && job_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
    throw Error("something else is being computed; wait for its end");
  job_state_ = {{"kind", kind}, {"attempt", uuid}, {"done", false}};
  job_ = std::async(std::launch::async, std::move(work));
  return {{"ok", true}};
}

nlohmann::json Desk::job() {
  if (job_.valid() && job_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    job_state_["done"] = true;
    try {
      job_state_["result"] = job_.get();
    } catch (const std::exception& e) {
      job_state_["result"] = {{"ok", false}, {"text", e.what()}};
    }
    if (job_state_["result"].contains("port"))
      replay_port_ = job_state_["result"]["port"].get<int>();
  }
  return job_state_;
}

nlohmann::json Desk::verify(const Json& given) {
  const std::string uuid = wanted_text(given, "attempt");
  return begin_job("verify", uuid, [run = links_.run_program, file = attempt_file(uuid)]() -> Json {
    const ProgramResult r = run({"verify", file});
    return {{"ok", r.code == 0}, {"text", r.text}};
  });
}

nlohmann::json Desk::certify(const Json& given) {
  const std::string uuid = wanted_text(given, "attempt");
  const records::AttemptDetail detail = classroom_.attempt(uuid);
  std::vector<std::string> arguments{"records",        "certify", attempt_file(uuid), "--db",
                                     places_.database, "--keys",  places_.keys};
  if (detail.person) {
    arguments.push_back("--person=" + detail.person->name);
  }
  return begin_job("certify", uuid, [run = links_.run_program, arguments]() -> Json {
    const ProgramResult r = run(arguments);
    return {{"ok", r.code == 0}, {"text", r.text}};
  });
}

nlohmann::json Desk::replay(const Json& given) {
  const std::string uuid = wanted_text(given, "attempt");
  const Json at = given.value("at", Json(0.0));
  const double moment = at.is_number() ? std::clamp(at.get<double>(), 0.0, 1e9) : 0.0;
  const std::string file = attempt_file(uuid);
  Json begun = begin_job("replay", uuid, [open = links_.open_replay, file, moment]() -> Json {
    return {{"ok", true}, {"port", open(file, moment)}};
  });
  replay_port_ = 0;
  return begun;
}

}  // namespace outrigger::console
