/// The console's answers: pages, log-in, seats, school, reports, what seats send. One request at a time.
///
///   GET /...                  the built pages, for everybody
///   GET, POST /api/...        who is logged in; POST: instructors, with X-Outrigger as the state told it
///   GET /report/..., /documents/..., /seat/N/...    who is logged in
///   POST /station/...         seats, with the key of the school's seats
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "console/doorman.h"
#include "console/seat_book.h"
#include "console/upload.h"
#include "network/desk_server.h"
#include "network/static_files.h"
#include "records/classroom.h"

namespace outrigger::console {

/// What an attempt's file says, and its score by its own rules.
struct AttemptFacts {
  records::AttemptEntry entry;
  records::ScoreEntry score;
};

struct ProgramResult {
  int code = 0;
  std::string text;
};

struct DeskLinks {
  /// Throws Error for a file that is no attempt.
  std::function<AttemptFacts(const std::string& file)> read_attempt;
  /// Runs this program with other arguments to its end; not on the desk's thread.
  std::function<ProgramResult(const std::vector<std::string>& arguments)> run_program;
  /// Shows an attempt on a port of this computer, which replaces the one shown before. Throws Error.
  std::function<int(const std::string& file, double at)> open_replay;
};

struct DeskPlaces {
  std::string database, keys;
  std::filesystem::path attempts, documents, pages;
  std::string school;      ///< IRI in statements
  std::string setup_code;  ///< for the first instructor; printed where the console was started
};

class Desk {
 public:
  Desk(DeskPlaces places, DeskLinks links);

  network::DeskReply answer(const network::DeskRequest& request);
  /// For seats; made at the first start, kept in the records.
  const std::string& seat_key() const { return seat_key_; }
  bool needs_set_up() { return !school_.has_accounts(); }

 private:
  using Json = nlohmann::json;
  using Reply = network::DeskReply;
  using Request = network::DeskRequest;
  using Action = Json (Desk::*)(const Json& given);

  Reply page(const Request& request);
  Reply api(const Request& request);
  Reply state(const Request& request);
  Reply set_up(const Request& request, const Json& given);
  Reply log_in(const Request& request, const Json& given);
  Reply look(const Request& request);
  Reply report(const Request& request);
  Reply document(const Request& request);
  Reply lead_to_seat(const Request& request);
  Reply station(const Request& request);
  Reply take_file(const Request& request);
  void keep_attempt(const std::string& name, const std::string& assignment);

  Json seats();
  Json seat_detail(const Request& request);
  Json persons();
  Json person_detail(const Request& request);
  Json attempts();
  Json documents();
  Json job();

  Json start_session(const Json& given);
  Json command_seat(const Json& given);
  Json add_person(const Json& given);
  Json add_class(const Json& given);
  Json add_note(const Json& given);
  Json import_csv(const Json& given);
  Json set_password(const Json& given);
  Json certify(const Json& given);
  Json verify(const Json& given);
  Json replay(const Json& given);
  Json begin_job(const std::string& kind, const std::string& uuid, std::function<Json()> work);
  std::string attempt_file(const std::string& uuid);

  std::optional<Visitor> visitor_of(const Request& request);

  DeskPlaces places_;
  DeskLinks links_;
  records::School school_;
  records::Classroom classroom_{school_};
  std::string seat_key_;
  Doorman doorman_, seat_door_;  ///< a seat with a wrong key locks out nobody
  SeatBook book_;
  UploadFolder uploads_;
  network::StaticFiles files_;
  int replay_port_ = 0;
  std::future<Json> job_;
  Json job_state_ = nullptr;
};

}  // namespace outrigger::console
