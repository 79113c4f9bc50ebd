#include "training/score.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace outrigger::training {

namespace {

const char* word(Outcome outcome) {
  switch (outcome) {
    case Outcome::running:
      return "running";
    case Outcome::reached:
      return "reached";
    case Outcome::failed:
      break;
  }
  return "failed";
}

std::string value_text(const Measured& m) {
  if (!m.value) return "not measured";
  return fmt::format("{:.4g}{}{}", *m.value, m.unit.empty() ? "" : " ", m.unit);
}

}  // namespace

std::string to_text(const Score& score) {
  using Json = nlohmann::ordered_json;
  Json lost = Json::array(), metrics = Json::array();
  for (const LostPoints& l : score.lost)
    lost.push_back(Json{{"tick", l.tick},
                        {"time", l.time},
                        {"points", l.points},
                        {"rule", l.rule},
                        {"group", l.group},
                        {"message", l.message},
                        {"advice", l.advice},
                        {"line", l.line},
                        {"critical", l.critical}});
  for (const Measured& m : score.metrics)
    metrics.push_back(Json{{"title", m.title},
                           {"group", m.group},
                           {"value", m.value ? Json(*m.value) : Json()},
                           {"unit", m.unit},
                           {"poor", m.poor},
                           {"expert", m.expert},
                           {"points", m.points},
                           {"lost", m.lost},
                           {"advice", m.advice}});
  return Json{{"total", score.total},         {"passed", score.passed},
              {"grade", score.grade},         {"outcome", word(score.outcome)},
              {"cause", score.cause},         {"completion", score.completion},
              {"time", score.time},           {"lost", std::move(lost)},
              {"metrics", std::move(metrics)}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string report(const Score& score) {
  std::string out =
      fmt::format("  {} with {:.1f} of 100 points: {}\n  {:.1f} s, objective {:.0f} %\n",
                  score.grade, score.total, score.cause, score.time, score.completion);
  for (const LostPoints& l : score.lost) {
    out += fmt::format("  {:7.1f} s  -{:<5.3g} {}{}\n", l.time, l.points, l.message,
                       l.critical ? " (critical)" : "");
    if (!l.advice.empty()) out += fmt::format("                     {}\n", l.advice);
  }
  for (const Measured& m : score.metrics)
    out += fmt::format("  {}: {} (expert {:.4g}, poor {:.4g}){}\n", m.title, value_text(m),
                       m.expert, m.poor, m.lost > 0.0 ? fmt::format("  -{:.3g}", m.lost) : "");
  return out;
}

}  // namespace outrigger::training
