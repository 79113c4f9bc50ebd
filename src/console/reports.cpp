#include "console/reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace outrigger::console {

namespace {

using ScoreJson = nlohmann::json;

std::string report_page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" "
      "href=\"/report/style.css\"></head>"
      "<body><main><h1>{0}</h1>\n{1}</main></body></html>\n",
      escaped(title), body);
}

std::string row_of(const std::vector<std::string>& cells, const char* tag = "td") {
  std::string out = "<tr>";
  for (const std::string& c : cells) out += fmt::format("<{0}>{1}</{0}>", tag, c);
  return out + "</tr>\n";
}

std::string who(const records::Person& p) {
  return p.number.empty() ? p.name : fmt::format("{} ({})", p.name, p.number);
}

std::string points(double value) { return fmt::format("{:.1f}", value); }

/// Into the replay, two seconds before.
std::string moment(const std::string& uuid, double time) {
  return fmt::format("<a href=\"/console.html#replay={}&amp;at={:.2f}\">{:.1f} s</a>",
                     escaped(uuid), std::max(0.0, time - 2.0), time);
}

std::string number_text(const ScoreJson& j) {
  return j.is_number() ? fmt::format("{:.4g}", j.get<double>()) : std::string("–");
}

/// A bar of points, as a picture that needs no style.
std::string bar(double value) {
  const double w = std::clamp(value, 0.0, 100.0) * 1.2;
  return fmt::format(
      "<svg width=\"120\" height=\"12\" role=\"img\" aria-label=\"{0:.0f} of 100\"><rect "
      "width=\"120\" "
      "height=\"12\" fill=\"#e3e6e8\"/><rect width=\"{1:.1f}\" height=\"12\" fill=\"{2}\"/></svg>",
      value, w, value >= 60.0 ? "#2c7a4b" : "#b3402e");
}

std::string lost_table(const std::string& uuid, const ScoreJson& score) {
  std::string rows;
  for (const ScoreJson& l : score.value("lost", ScoreJson::array()))
    rows += row_of({moment(uuid, l.value("time", 0.0)),
                    fmt::format("−{:.3g}", l.value("points", 0.0)), escaped(l.value("rule", "")),
                    escaped(l.value("message", "")) +
                        (l.value("critical", false) ? " <strong>critical</strong>" : ""),
                    escaped(l.value("advice", ""))});
  if (rows.empty()) return "<p>No points were lost to rules.</p>\n";
  return "<table>" +
         row_of({"Moment", "Points", "Rule", "What happened", "What to do better"}, "th") + rows +
         "</table>\n";
}

std::string metric_table(const ScoreJson& score) {
  std::string rows;
  for (const ScoreJson& m : score.value("metrics", ScoreJson::array()))
    rows += row_of({escaped(m.value("title", "")), escaped(m.value("group", "")),
                    number_text(m.value("value", ScoreJson())) + " " + escaped(m.value("unit", "")),
                    number_text(m.value("expert", ScoreJson())),
                    number_text(m.value("poor", ScoreJson())),
                    fmt::format("−{:.3g}", m.value("lost", 0.0)), escaped(m.value("advice", ""))});
  if (rows.empty()) return {};
  return "<h2>Measured</h2><table>" +
         row_of({"What", "Group", "Value", "Expert", "Poor", "Points", "What to do better"}, "th") +
         rows + "</table>\n";
}

/// The three that cost most.
std::string best_gains(const std::string& uuid, const ScoreJson& score) {
  std::map<std::string, std::pair<double, ScoreJson>> by_rule;
  for (const ScoreJson& l : score.value("lost", ScoreJson::array())) {
    auto& [sum, first] = by_rule[l.value("rule", "")];
    sum += l.value("points", 0.0);
    if (first.is_null()) first = l;
  }
  std::vector<std::pair<double, ScoreJson>> all;
  for (auto& [rule, entry] : by_rule) all.push_back(entry);
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.first > b.first; });
  if (all.size() > 3) all.resize(3);
  std::string out;
  for (const auto& [sum, first] : all)
    out += fmt::format("<li>{:.3g} points: {}. {} First at {}.</li>\n", sum,
                       escaped(first.value("message", "")), escaped(first.value("advice", "")),
                       moment(uuid, first.value("time", 0.0)));
  return out.empty() ? out : "<h2>Most to gain</h2><ol>" + out + "</ol>\n";
}

std::string attempt_table(const std::vector<records::AttemptLine>& attempts) {
  std::string rows;
  for (const records::AttemptLine& a : attempts)
    rows += row_of(
        {fmt::format("<a href=\"/report/attempt/{}\">{}</a>", escaped(a.uuid), escaped(a.begun)),
         escaped(a.session), points(a.score.total), bar(a.score.total), escaped(a.score.grade)});
  if (rows.empty()) return "<p>No attempts yet.</p>\n";
  return "<table>" + row_of({"When", "Session", "Points", "", "Grade"}, "th") + rows + "</table>\n";
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n') out += c;
    }
  }
  return out;
}

std::string attempt_report(const records::AttemptDetail& a) {
  const records::ScoreEntry& newest = a.scores.back();
  const ScoreJson score = ScoreJson::parse(newest.text, nullptr, false);
  const ScoreJson& s = score.is_object() ? score : ScoreJson::object();
  std::string body = fmt::format(
      "<p class=\"grade\">{}: {} of 100 points {}</p>\n<p>{}</p>\n<table class=\"facts\">",
      escaped(newest.grade), points(newest.total), bar(newest.total),
      escaped(s.value("cause", "")));
  body += row_of({"Person", a.person ? escaped(who(*a.person)) : "without a name"});
  body += row_of({"Session", escaped(a.entry.session)});
  body += row_of({"Driven", escaped(a.entry.begun)});
  body += row_of({"Time", fmt::format("{:.1f} s", s.value("time", 0.0))});
  body += row_of({"Objective", fmt::format("{:.0f} %", s.value("completion", 0.0))});
  body += row_of({"Software", escaped(a.entry.software)});
  body += row_of({"Attempt", "<code>" + escaped(a.entry.uuid) + "</code>"});
  body += row_of({"Recording", a.entry.recording_sha.empty()
                                   ? "missing"
                                   : "<code>" + escaped(a.entry.recording_sha) + "</code>"});
  body += row_of({"Certificate", a.certificate.empty() ? "none" : "signed"});
  body += "</table>\n" + best_gains(a.entry.uuid, s) + "<h2>Lost points</h2>" +
          lost_table(a.entry.uuid, s) + metric_table(s);
  std::string rows;
  for (const records::ScoreEntry& e : a.scores)
    rows += row_of({escaped(e.at), escaped(e.by), points(e.total), escaped(e.grade)});
  body += "<h2>Scores</h2><table>" + row_of({"When", "Rules", "Points", "Grade"}, "th") + rows +
          "</table>\n";
  return report_page(fmt::format("{}: {}", a.entry.session, newest.grade), body);
}

std::string person_report(const records::Person& person,
                          const std::vector<records::AttemptLine>& attempts,
                          const std::vector<records::NoteEntry>& notes) {
  std::string body = fmt::format("<p>Classes: {}</p>\n<h2>Attempts</h2>{}",
                                 escaped(fmt::format("{}", fmt::join(person.classes, ", "))),
                                 attempt_table(attempts));
  std::string lines;
  for (const records::NoteEntry& n : notes)
    lines += row_of({escaped(n.at), escaped(n.by), escaped(n.text)});
  if (!lines.empty())
    body += "<h2>Notes</h2><table>" + row_of({"When", "By", "Note"}, "th") + lines + "</table>\n";
  return report_page(who(person), body);
}

std::string class_report(const std::string& name, const std::vector<ClassRow>& rows) {
  std::vector<std::string> sessions;
  for (const ClassRow& r : rows)
    for (const records::AttemptLine& a : r.attempts)
      if (std::ranges::find(sessions, a.session) == sessions.end()) sessions.push_back(a.session);
  std::ranges::sort(sessions);
  std::vector<std::string> heads{"Person"};
  for (const std::string& s : sessions) heads.push_back(escaped(s));
  std::string body = "<p>Best points of each session, and the number of attempts.</p><table>" +
                     row_of(heads, "th");
  for (const ClassRow& r : rows) {
    std::vector<std::string> cells{
        fmt::format("<a href=\"/report/person/{}\">{}</a>", r.person.id, escaped(who(r.person)))};
    for (const std::string& s : sessions) {
      double best = -1.0;
      int count = 0;
      for (const records::AttemptLine& a : r.attempts) {
        if (a.session != s) continue;
        best = std::max(best, a.score.total);
        ++count;
      }
      cells.push_back(count == 0 ? "" : fmt::format("{} {} ({})", bar(best), points(best), count));
    }
    body += row_of(cells);
  }
  return report_page(name, body + "</table>\n");
}

const char* report_style() {
  return "body{font:15px/1.45 system-ui,sans-serif;color:#1a1d20;background:#fff;margin:0}"
         "main{max-width:60rem;margin:0 auto;padding:1.5rem}h1{font-size:1.5rem}"
         "h2{font-size:1.1rem;margin:1.4rem 0 .4rem}table{border-collapse:collapse;width:100%}"
         "td,th{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px "
         "solid "
         "#d5d9dc}th{font-weight:600}.facts{width:auto}.facts td:first-child{color:#555}"
         ".grade{font-size:1.2rem;font-weight:600}code{font-size:.8rem;word-break:break-all}"
         "a{color:#0b5394}@media print{a{color:inherit;text-decoration:none}main{padding:0}"
         "tr{break-inside:avoid}}";
}

}  // namespace outrigger::console
