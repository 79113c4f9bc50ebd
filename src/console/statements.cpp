#include "console/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "records/crypto.h"

namespace outrigger::console {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// A UUID (RFC 9562, version 8) of the hash of a text.
std::string uuid_of(const std::string& text) {
  std::string h = records::sha256(text).substr(0, 32);
  h[12] = '8';
  constexpr const char* kVariant = "89ab";
  h[16] = kVariant[static_cast<std::size_t>(h[16] >= 'a' ? h[16] - 'a' + 10 : h[16] - '0') % 4];
  return fmt::format("{}-{}-{}-{}-{}", h.substr(0, 8), h.substr(8, 4), h.substr(12, 4),
                     h.substr(16, 4), h.substr(20, 12));
}

/// ISO 8601, to hundredths as xAPI compares them.
std::string duration_text(double seconds) { return fmt::format("PT{:.2f}S", seconds); }

OrderedJson verb(const std::string& name) {
  const bool initialized = name == "initialized";
  return {{"id", fmt::format("http://adlnet.gov/expapi/verbs/{}", name)},
          {"display", {{"en", initialized ? "began" : name}}}};
}

}  // namespace

std::vector<records::Statement> statements_of(const records::AttemptDetail& attempt,
                                              const StatementSource& source) {
  if (!attempt.person || attempt.scores.empty()) return {};
  const records::ScoreEntry& score = attempt.scores.front();
  const nlohmann::json course = nlohmann::json::parse(score.text, nullptr, false);
  const double seconds = course.is_object() ? course.value("time", 0.0) : 0.0;
  const OrderedJson actor{
      {"objectType", "Agent"},
      {"account",
       {{"homePage", source.school}, {"name", fmt::format("person-{}", attempt.person->id)}}}};
  const OrderedJson object{
      {"objectType", "Activity"},
      {"id", fmt::format("{}/sessions/{}", source.school, attempt.entry.session)},
      {"definition",
       {{"type", "http://adlnet.gov/expapi/activities/simulation"},
        {"name", {{"en", attempt.entry.session}}}}}};
  const std::string base = source.school + "/extensions/";
  const OrderedJson context{
      {"registration", uuid_of("registration " + attempt.entry.uuid)},
      {"platform", source.seat.empty() ? "Outrigger" : source.seat},
      {"revision", attempt.entry.session_sha},
      {"extensions",
       {{base + "attempt", attempt.entry.uuid}, {base + "software", attempt.entry.software}}}};
  std::vector<records::Statement> out;
  const auto add = [&](const std::string& name, const std::string& time, OrderedJson result) {
    const std::string id = uuid_of(fmt::format("{} {}", attempt.entry.uuid, name));
    OrderedJson s{{"id", id}, {"actor", actor}, {"verb", verb(name)}, {"object", object}};
    if (!result.is_null()) s["result"] = std::move(result);
    s["context"] = context;
    s["timestamp"] = time;
    out.push_back({0, id, s.dump(-1, ' ', false, OrderedJson::error_handler_t::replace)});
  };
  add("initialized", attempt.entry.begun, {});
  OrderedJson extensions{{base + "grade", score.grade}};
  add(score.passed ? "passed" : "failed", score.at.empty() ? records::now_text() : score.at,
      {{"score", {{"scaled", score.total / 100.0}, {"raw", score.total}, {"min", 0}, {"max", 100}}},
       {"success", score.passed},
       {"completion", true},
       {"duration", duration_text(seconds)},
       {"extensions", std::move(extensions)}});
  return out;
}

std::string statement_problem(const std::string& text) {
  const nlohmann::json s = nlohmann::json::parse(text, nullptr, false);
  if (!s.is_object()) return "no object";
  static const std::regex kUuid(
      "[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  static const std::regex kTime("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  static const std::regex kDuration("PT\\d+(\\.\\d+)?S");
  static const std::regex kIri("[a-z][a-z0-9+.-]*:\\S+");
  const auto iri = [&](const nlohmann::json& j) {
    return j.is_string() && std::regex_match(j.get<std::string>(), kIri);
  };
  try {
    for (const auto& [key, value] : s.items()) {
      if (value.is_null()) return fmt::format("'{}' is null", key);
      static const std::vector<std::string> kKnown{"id",     "actor",   "verb",     "object",
                                                   "result", "context", "timestamp"};
      if (std::find(kKnown.begin(), kKnown.end(), key) == kKnown.end())
        return fmt::format("'{}' is not known", key);
    }
    if (!std::regex_match(s.at("id").get<std::string>(), kUuid)) return "id is no UUID";
    const auto& account = s.at("actor").at("account");
    if (s["actor"].contains("name") || s["actor"].contains("mbox")) return "the actor has a name";
    if (!iri(account.at("homePage")) || account.at("name").get<std::string>().empty())
      return "the account is not complete";
    if (!iri(s.at("verb").at("id"))) return "the verb's id is no IRI";
    if (!iri(s.at("object").at("id"))) return "the object's id is no IRI";
    if (!std::regex_match(s.at("timestamp").get<std::string>(), kTime))
      return "the timestamp is not ISO 8601 in UTC";
    if (!std::regex_match(s.at("context").at("registration").get<std::string>(), kUuid))
      return "the registration is no UUID";
    if (!s.contains("result")) return {};
    const auto& score = s["result"].at("score");
    const double scaled = score.at("scaled").get<double>(), raw = score.at("raw").get<double>();
    if (!(scaled >= -1.0 && scaled <= 1.0)) return "score.scaled is not within -1 and 1";
    if (!(raw >= score.at("min").get<double>() && raw <= score.at("max").get<double>()))
      return "score.raw is not within min and max";
    if (!s["result"].at("success").is_boolean() || !s["result"].at("completion").is_boolean())
      return "success and completion are no booleans";
    if (!std::regex_match(s["result"].at("duration").get<std::string>(), kDuration))
      return "the duration is not ISO 8601";
    for (const auto& [key, value] : s["result"].at("extensions").items())
      if (!std::regex_match(key, kIri)) return fmt::format("the extension '{}' is no IRI", key);
    return {};
  } catch (const nlohmann::json::exception& e) {
    return e.what();
  }
}

}  // namespace outrigger::console
