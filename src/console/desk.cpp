#include "console/desk.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "console/reports.h"
#include "console/statements.h"
#include "records/crypto.h"

namespace outrigger::console {

namespace {

using Json = nlohmann::json;
using Clock = Doorman::Clock;

constexpr const char* kCookie = "outrigger_console";

network::DeskReply text_reply(int status, const std::string& text,
                              const char* type = "text/plain; charset=utf-8") {
  network::DeskReply r;
  r.status = status;
  r.type = type;
  r.body = std::make_shared<const std::string>(text);
  return r;
}

network::DeskReply json_reply(const Json& json, int status = 200) {
  return text_reply(status, json.dump(-1, ' ', false, Json::error_handler_t::replace),
                    "application/json");
}

network::DeskReply wrong(int status, const std::string& why) {
  return json_reply({{"error", why}}, status);
}

Json body_of(const network::DeskRequest& request) {
  Json given = Json::parse(request.body, nullptr, false);
  if (!given.is_object()) throw Error("the request is no JSON object");
  return given;
}

std::string given_text(const Json& given, const char* key) {
  const auto at = given.find(key);
  if (at == given.end() || !at->is_string()) throw Error(fmt::format("'{}' is missing", key));
  return at->get<std::string>();
}

std::int64_t id_behind(const std::string& path, std::string_view before) {
  std::int64_t id = -1;
  const char* end = path.data() + path.size();
  const auto [stop, problem] = std::from_chars(path.data() + before.size(), end, id);
  return problem == std::errc() && stop == end ? id : -1;
}

std::string type_of(const std::string& name) {
  const auto ends = [&](const char* e) { return name.ends_with(e); };
  if (ends(".pdf")) return "application/pdf";
  if (ends(".png")) return "image/png";
  if (ends(".jpg") || ends(".jpeg")) return "image/jpeg";
  if (ends(".md") || ends(".txt")) return "text/plain; charset=utf-8";
  return {};
}

}  // namespace

Desk::Desk(DeskPlaces places, DeskLinks links)
    : places_(std::move(places)),
      links_(std::move(links)),
      school_(places_.database, "console"),
      uploads_(places_.attempts),
      files_(places_.pages) {
  seat_key_ = classroom_.setting("seat_key");
  if (!seat_key_.empty()) return;
  seat_key_ = network::make_key();
  classroom_.set("seat_key", seat_key_);
}

std::optional<Visitor> Desk::visitor_of(const Request& request) {
  const std::string token(network::cookie_value(request.cookie, kCookie));
  return token.empty() ? std::nullopt : doorman_.visitor(token, Clock::now());
}

network::DeskReply Desk::answer(const Request& request) {
  try {
    if (request.path.starts_with("/station/")) return station(request);
    if (request.path.starts_with("/api/")) return api(request);
    if (request.change) return wrong(405, "nothing is changed here");
    if (request.path.starts_with("/seat/")) return lead_to_seat(request);
    if (request.path == "/report/style.css")
      return text_reply(200, report_style(), "text/css; charset=utf-8");
    if (request.path.starts_with("/report/")) return report(request);
    if (request.path.starts_with("/documents/")) return document(request);
    return page(request);
  } catch (const Error& e) {
    return wrong(400, e.what());
  }
}

network::DeskReply Desk::page(const Request& request) {
  if (request.upgrade) return text_reply(404, "There is no WebSocket here.\n");
  if (request.path == "/") {
    Reply r = text_reply(303, "");
    r.location = "/console.html";
    return r;
  }
  const network::HttpReply file =
      files_.get(request.target, request.if_none_match, request.accept_encoding);
  Reply r;
  r.status = file.status;
  r.type = file.type;
  r.body = file.body;
  r.etag = file.etag;
  r.encoding = file.encoding;
  return r;
}

// ------------------------------------------------------------------------------------ log-in

network::DeskReply Desk::api(const Request& request) {
  if (request.path == "/api/state" && !request.change) return state(request);
  if (request.path == "/api/setup" && request.change) return set_up(request, body_of(request));
  if (request.path == "/api/login" && request.change) return log_in(request, body_of(request));
  const std::optional<Visitor> visitor = visitor_of(request);
  if (!visitor) return wrong(401, "please log in");
  school_.act_as(visitor->name);
  if (!request.change) return look(request);
  if (!network::same_key(request.csrf, visitor->csrf))
    return wrong(403, "the request does not come from the console's page; load it again");
  if (request.path == "/api/logout") {
    doorman_.dismiss(std::string(network::cookie_value(request.cookie, kCookie)));
    Reply r = json_reply({{"ok", true}});
    r.set_cookie = fmt::format("{}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0", kCookie);
    return r;
  }
  if (visitor->role != "instructor") return wrong(403, "only instructors may do that");
  static const std::map<std::string, Action> kActions{
      {"/api/start", &Desk::start_session},   {"/api/command", &Desk::command_seat},
      {"/api/persons", &Desk::add_person},    {"/api/classes", &Desk::add_class},
      {"/api/notes", &Desk::add_note},        {"/api/import", &Desk::import_csv},
      {"/api/password", &Desk::set_password}, {"/api/certify", &Desk::certify},
      {"/api/verify", &Desk::verify},         {"/api/replay", &Desk::replay}};
  const auto action = kActions.find(request.path);
  if (action == kActions.end()) return wrong(404, "there is nothing of this name");
  Json given = body_of(request);
  given["_who"] = visitor->name;
  return json_reply((this->*action->second)(given));
}

network::DeskReply Desk::state(const Request& request) {
  const std::optional<Visitor> visitor = visitor_of(request);
  Json out{{"set_up", school_.has_accounts()}, {"who", nullptr}};
  if (visitor) {
    out["who"] = visitor->name;
    out["role"] = visitor->role;
    out["csrf"] = visitor->csrf;
    out["seat_key"] = visitor->role == "instructor" ? seat_key_ : "";
  }
  return json_reply(out);
}

network::DeskReply Desk::set_up(const Request& request, const Json& given) {
  if (school_.has_accounts()) return wrong(403, "an instructor is there already: log in");
  if (!doorman_.may_try(request.address, Clock::now()))
    return wrong(429, "too many tries; wait a minute");
  if (!network::same_key(given_text(given, "code"), places_.setup_code)) {
    doorman_.tried_wrongly(request.address, Clock::now());
    return wrong(403, "this is not the code that the console printed when it was started");
  }
  school_.set_account(given_text(given, "name"), "instructor", given_text(given, "password"));
  return log_in(request, given);
}

network::DeskReply Desk::log_in(const Request& request, const Json& given) {
  if (!doorman_.may_try(request.address, Clock::now()))
    return wrong(429, "too many wrong passwords; wait a minute");
  const std::string name = given_text(given, "name");
  const std::string role = school_.log_in(name, given_text(given, "password"));
  if (role.empty()) {
    doorman_.tried_wrongly(request.address, Clock::now());
    return wrong(403, "the name or the password is wrong");
  }
  // A new token at every log-in; the one before ends.
  doorman_.dismiss(std::string(network::cookie_value(request.cookie, kCookie)));
  const std::string token = doorman_.admit(name, role, Clock::now());
  school_.act_as(name);
  classroom_.log("logged in");
  const std::optional<Visitor> visitor = doorman_.visitor(token, Clock::now());
  Reply r = json_reply({{"who", name},
                        {"role", role},
                        {"csrf", visitor->csrf},
                        {"seat_key", role == "instructor" ? seat_key_ : ""},
                        {"set_up", true}});
  r.set_cookie = fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", kCookie, token);
  return r;
}

Json Desk::set_password(const Json& given) {
  const std::string who = given["_who"].get<std::string>();
  if (school_.log_in(who, given_text(given, "old")).empty())
    throw Error("the old password is wrong");
  school_.set_account(who, "instructor", given_text(given, "password"));
  doorman_.dismiss_all(who);
  return {{"ok", true}};
}

// ------------------------------------------------------------------------------------ reading

network::DeskReply Desk::look(const Request& request) {
  if (request.path == "/api/seats") return json_reply(seats());
  if (request.path == "/api/seat") return json_reply(seat_detail(request));
  if (request.path == "/api/persons") return json_reply(persons());
  if (request.path == "/api/person") return json_reply(person_detail(request));
  if (request.path == "/api/attempts") return json_reply(attempts());
  if (request.path == "/api/documents") return json_reply(documents());
  if (request.path == "/api/job") return json_reply(job());
  if (request.path == "/api/audit") return json_reply(Json(school_.audit()));
  Reply r;
  if (request.path == "/api/grades.csv") {
    r = text_reply(200, school_.export_csv(), "text/csv; charset=utf-8");
    r.file_name = "grades.csv";
    return r;
  }
  if (request.path == "/api/statements.jsonl") {
    std::string lines;
    for (const records::Statement& s : classroom_.statements()) lines += s.text + "\n";
    r = text_reply(200, lines, "application/jsonl; charset=utf-8");
    r.file_name = "statements.jsonl";
    return r;
  }
  if (request.path.starts_with("/api/certificate/")) {
    const std::string uuid = request.path.substr(std::string("/api/certificate/").size());
    const records::AttemptDetail detail = classroom_.attempt(uuid);
    if (detail.certificate.empty()) return wrong(404, "there is no certificate of this attempt");
    r = text_reply(200, detail.certificate);
    if (network::query_value(request.target, "download") == "1")
      r.file_name = detail.entry.uuid + ".certificate.json";
    return r;
  }
  return wrong(404, "there is nothing of this name");
}

network::DeskReply Desk::report(const Request& request) {
  if (!visitor_of(request)) return wrong(401, "please log in");
  const auto html = [](const std::string& text) {
    return text_reply(200, text, "text/html; charset=utf-8");
  };
  constexpr std::string_view kAttempt = "/report/attempt/", kPerson = "/report/person/",
                             kClass = "/report/class/";
  if (request.path.starts_with(kAttempt))
    return html(attempt_report(classroom_.attempt(request.path.substr(kAttempt.size()))));
  if (request.path.starts_with(kPerson)) {
    const records::Person person = classroom_.person(id_behind(request.path, kPerson));
    return html(person_report(person, school_.attempts(person), classroom_.notes(person.id)));
  }
  if (request.path.starts_with(kClass)) {
    const std::int64_t id = id_behind(request.path, kClass);
    const std::string name = classroom_.class_name(id);
    std::vector<ClassRow> rows;
    for (const records::Person& p : classroom_.members(id))
      rows.push_back({p, school_.attempts(p)});
    return html(class_report(name, rows));
  }
  return wrong(404, "there is no such report");
}

network::DeskReply Desk::document(const Request& request) {
  if (!visitor_of(request)) return wrong(401, "please log in");
  std::string name = request.path.substr(std::string("/documents/").size());
  for (std::size_t at = 0; (at = name.find("%20", at)) != std::string::npos; ++at)
    name.replace(at, 3, " ");
  const std::filesystem::path file = places_.documents / name;
  const std::string type = type_of(name);
  if (!is_document_name(name) || type.empty() || std::filesystem::is_symlink(file) ||
      !std::filesystem::is_regular_file(file))
    return wrong(404, "there is no such document");
  std::ifstream in(file, std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  Reply r = text_reply(200, bytes.str(), type.c_str());
  r.sandboxed = true;
  return r;
}

// ------------------------------------------------------------------------------------ seats

/// /seat/N/ws and /seat/N/assets/...; seat 0 is the replay.
network::DeskReply Desk::lead_to_seat(const Request& request) {
  const std::optional<Visitor> visitor = visitor_of(request);
  if (!visitor) return wrong(401, "please log in");
  if (visitor->role != "instructor") return wrong(403, "only instructors may do that");
  const std::size_t slash = request.path.find('/', std::string("/seat/").size());
  if (slash == std::string::npos) return wrong(404, "there is no such seat");
  const auto id = static_cast<int>(id_behind(request.path.substr(0, slash), "/seat/"));
  const std::string rest = request.path.substr(slash);
  const bool known = request.upgrade ? rest == "/ws" : rest.starts_with("/assets/");
  for (const char c : rest)
    if (c <= 0x20 || c == 0x7f) return wrong(404, "there is nothing of this name");
  if (!known || rest.find("..") != std::string::npos)
    return wrong(404, "there is nothing of this name");
  Reply r;
  r.tunnel.emplace();
  r.tunnel->target = rest;
  if (id == 0 && replay_port_ > 0) {
    r.tunnel->host = "127.0.0.1";
    r.tunnel->port = static_cast<std::uint16_t>(replay_port_);
    return r;
  }
  const SeatEntry* seat = book_.find(id);
  if (seat == nullptr || book_.away(*seat, Clock::now()))
    return wrong(404, "there is no such seat");
  const double port = seat->report["port"].get<double>();
  if (!(port >= 1.0 && port <= 65535.0)) return wrong(502, "the seat shows nothing");
  r.tunnel->host = seat->host;
  r.tunnel->port = static_cast<std::uint16_t>(port);
  return r;
}

network::DeskReply Desk::station(const Request& request) {
  if (!network::same_key(request.bearer, seat_key_)) {
    if (!seat_door_.may_try(request.address, Clock::now())) return wrong(429, "too many tries");
    seat_door_.tried_wrongly(request.address, Clock::now());
    return wrong(401, "the key is not that of the school's seats");
  }
  if (!request.change) return wrong(405, "seats send, they do not read");
  if (request.path == "/station/report")
    return json_reply(book_.report(request.body, request.address, Clock::now()));
  if (request.path == "/station/file") return take_file(request);
  return wrong(404, "there is nothing of this name");
}

network::DeskReply Desk::take_file(const Request& request) {
  const auto value = [&](const char* name) {
    return std::string(network::query_value(request.target, name));
  };
  const auto number = [&](const char* name) {
    const std::string text = value(name);
    std::uint64_t n = 0;
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (problem != std::errc() || stop != text.data() + text.size())
      throw Error(fmt::format("'{}' is no number", name));
    return n;
  };
  const Piece piece{value("name"), number("offset"), number("size"), value("sha")};
  const UploadFolder::Result result = uploads_.take(piece, request.body);
  if (!result.whole) return json_reply({{"received", result.received}, {"stored", false}});
  if (piece.name.ends_with(".attempt.jsonl")) keep_attempt(piece.name, value("assignment"));
  return json_reply({{"received", result.received}, {"stored", true}});
}

/// The reply that the seat takes as "stored" comes after the commit.
void Desk::keep_attempt(const std::string& name, const std::string& assignment) {
  const AttemptFacts facts = links_.read_attempt(uploads_.path(name).string());
  if (facts.entry.uuid != name.substr(0, 32)) throw Error("the attempt is not of this name");
  const auto sent = classroom_.assignment(assignment);
  std::optional<records::Person> person;
  if (sent && sent->person) person = classroom_.person(*sent->person);
  school_.act_as(sent ? "seat " + sent->seat : "seat");
  school_.add_attempt(facts.entry, facts.score, person);
  const records::AttemptDetail detail = classroom_.attempt(facts.entry.uuid);
  classroom_.queue(statements_of(detail, {places_.school, sent ? sent->seat : ""}),
                   detail.person ? std::optional(detail.person->id) : std::nullopt);
}

}  // namespace outrigger::console
