/// Certificates: what was driven, by which rules, with which score, signed by a school; anybody who has the files
/// computes all of it again.
///
///   {"outrigger_certificate": 1, "statement": "<JSON as text, exactly what is signed>", "key", "signature"}
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "description/text.h"
#include "outrigger/outputs.h"
#include "outrigger/records_commands.h"
#include "outrigger/session_commands.h"
#include "records/crypto.h"
#include "records/school.h"
#include "training/attempt.h"

namespace outrigger::app {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kEnding = ".certificate.json";

/// Beside the certificate, under the name it says and no other place.
std::string beside(const std::string& file, const std::string& name) {
  if (name.empty() || fs::path(name).filename() != name)
    throw Error(fmt::format("{}: '{}' is no name of a file beside it", file, name));
  return (fs::path(file).parent_path() / name).string();
}

Json read_json(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw Error(fmt::format("'{}' cannot be read", file));
  Json json = Json::parse(in, nullptr, false);
  if (!json.is_object()) throw Error(fmt::format("{}: not a certificate", file));
  return json;
}

int no(const std::string& file, const std::string& why) {
  fmt::print("{}: NO: {}\n", file, description::without_control_characters(why));
  return 1;
}

}  // namespace

bool is_certificate(const std::string& file) { return file.ends_with(kEnding); }

int certify_attempt(const RecordsOptions& o) {
  // Only what computes again is signed.
  if (verify_attempt(o.file) != 0) throw Error(o.file + ": it does not verify, so it is not signed");
  const training::Attempt attempt = training::load_attempt(o.file);
  const training::AttemptHeader& h = attempt.header;
  const training::Score score = training::score_of(attempt, h.definition);
  if (const fs::path folder = fs::path(o.keys).parent_path(); !folder.empty()) make_folder(folder.string());
  const records::KeyPair keys = records::school_keys(o.keys);
  const std::string statement = Json{{"attempt", h.id},
                                     {"attempt_file", fs::path(o.file).filename().string()},
                                     {"attempt_sha256", records::sha256_of_file(o.file)},
                                     {"recording_file", h.recording},
                                     {"recording_sha256", records::sha256_of_file(beside(o.file, h.recording))},
                                     {"session", h.session_file},
                                     {"session_sha256", records::sha256(h.session_text)},
                                     {"software", h.software},
                                     {"person", o.name},
                                     {"driven", h.begun},
                                     {"total", score.total},
                                     {"grade", score.grade},
                                     {"passed", score.passed},
                                     {"issued", records::now_text()}}
                                    .dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::string text = Json{{"outrigger_certificate", 1},
                                {"statement", statement},
                                {"key", keys.open},
                                {"signature", records::sign(statement, keys)}}
                               .dump(1) + "\n";
  const std::string out = (fs::path(o.file).parent_path() / (h.id + kEnding)).string();
  if (fs::exists(out)) throw Error(fmt::format("'{}' is there already; it stays as it is", out));
  OutputFile file(out);
  file.write(text);
  file.close();
  if (fs::is_regular_file(o.database)) {
    records::School school(o.database);
    for (const records::AttemptLine& a : school.attempts())
      if (a.uuid == h.id) school.add_certificate(h.id, text);
  }
  fmt::print("{}: signed, {} with {:.1f} points\n  key of the school: {}\n", out, score.grade, score.total, keys.open);
  return 0;
}

int verify_certificate(const std::string& file) {
  const Json json = read_json(file);
  try {
    const std::string statement = json.at("statement").get<std::string>(), key = json.at("key").get<std::string>();
    if (!records::signature_holds(statement, json.at("signature").get<std::string>(), key))
      return no(file, "the signature is not that of its key over its statement");
    const Json s = Json::parse(statement);
    const std::string attempt = beside(file, s.at("attempt_file").get<std::string>());
    const std::string recording = beside(file, s.at("recording_file").get<std::string>());
    if (records::sha256_of_file(attempt) != s.at("attempt_sha256").get<std::string>())
      return no(file, "the attempt beside it is not the one that was signed");
    if (records::sha256_of_file(recording) != s.at("recording_sha256").get<std::string>())
      return no(file, "the recording beside it is not the one that was signed");
    if (verify_attempt(attempt) != 0) return no(file, "the run or the score does not compute again");
    const training::Attempt loaded = training::load_attempt(attempt);
    const training::Score score = training::score_of(loaded, loaded.header.definition);
    if (score.total != s.at("total").get<double>() || score.grade != s.at("grade").get<std::string>() ||
        loaded.header.id != s.at("attempt").get<std::string>())
      return no(file, "its statement is not about this attempt");
    fmt::print("{}: YES: {}{} with {:.1f} points, signed by the key {}\n", file,
               description::without_control_characters(s.at("person").get<std::string>()),
               s.at("person").get<std::string>().empty() ? score.grade : ", " + score.grade, score.total, key);
    fmt::print("  whose key that is, the school says\n");
    return 0;
  } catch (const Json::exception&) {
    return no(file, "it is damaged");
  }
}

}  // namespace outrigger::app
