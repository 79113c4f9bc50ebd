#include "training/definition.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_depth.h"

namespace outrigger::training {

namespace {

using nlohmann::json;

constexpr std::size_t kMostText = 20'000, kMostOfAList = 200;

/// One object of the definition; every reader says which key is wrong.
class Keys {
 public:
  Keys(const json& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object.is_object()) throw Error(where_ + ": expected an object");
  }
  [[noreturn]] void wrong(const char* key, const char* allowed) const {
    throw Error(fmt::format("{}: {} is {:.60}; allowed: {}", where_, key,
                            object_.contains(key) ? object_[key].dump() : "missing", allowed));
  }
  std::string text(const char* key) const {
    const auto found = object_.find(key);
    if (found == object_.end() || found->is_null()) return {};
    if (!found->is_string() || found->get_ref<const std::string&>().size() > kMostText)
      wrong(key, "a text");
    return found->get<std::string>();
  }
  double number(const char* key, double low, double high) const {
    const auto found = object_.find(key);
    if (found == object_.end() || !found->is_number()) wrong(key, "a number");
    const double value = found->get<double>();
    if (!(value >= low && value <= high))
      wrong(key, fmt::format("{:g} to {:g}", low, high).c_str());
    return value;
  }
  bool flag(const char* key) const {
    const auto found = object_.find(key);
    return found != object_.end() && found->is_boolean() && found->get<bool>();
  }
  const json& list(const char* key) const {
    static const json kNone = json::array();
    const auto found = object_.find(key);
    if (found == object_.end() || found->is_null()) return kNone;
    if (!found->is_array() || found->size() > kMostOfAList) wrong(key, "a list");
    return *found;
  }
  bool has(const char* key) const { return object_.contains(key) && !object_[key].is_null(); }
  std::string expression(const char* key) const { return has(key) ? object_[key].dump() : ""; }
  template <class Value>
  Value choice(const char* key, const std::map<std::string, Value>& words) const {
    const auto found = words.find(text(key));
    if (found == words.end()) wrong(key, "one of the words of the format");
    return found->second;
  }

 private:
  const json& object_;
  std::string where_;
};

template <std::size_t kCount>
std::array<double, kCount> numbers_of(const json& list, const std::string& where) {
  std::array<double, kCount> out{};
  if (!list.is_array() || list.size() != kCount)
    throw Error(fmt::format("{}: expected {} numbers", where, kCount));
  for (std::size_t i = 0; i < kCount; ++i) {
    if (!list[i].is_number() || !std::isfinite(list[i].get<double>()))
      throw Error(fmt::format("{}: expected {} numbers", where, kCount));
    out[i] = list[i].get<double>();
  }
  return out;
}

Rule rule_of(const Keys& k) {
  Rule r;
  r.kind = k.choice<Rule::Kind>("kind", {{"violation", Rule::Kind::violation},
                                         {"count", Rule::Kind::count},
                                         {"deadline", Rule::Kind::deadline}});
  r.when = k.expression("when");
  r.title = k.text("title");
  r.message = k.text("message");
  r.advice = k.text("advice");
  r.group = k.text("group");
  r.points = k.number("points", 0.0, 100.0);
  r.per_second = k.text("per") == "second";
  r.grace = k.number("grace", 0.0, 3600.0);
  r.critical = k.flag("critical");
  r.ends = k.flag("ends");
  r.line = static_cast<int>(k.number("line", 0, 1e6));
  return r;
}

Goal goal_of(const Keys& k) {
  Goal g;
  g.when = k.expression("when");
  g.title = k.text("title");
  g.hint = k.text("hint");
  g.seconds = k.number("seconds", 0.0, 3600.0);
  g.weight = k.number("weight", 1e-3, 1e3);
  g.progress = k.expression("progress");
  g.any_time = k.flag("any_time");
  g.line = static_cast<int>(k.number("line", 0, 1e6));
  return g;
}

Metric metric_of(const Keys& k) {
  using Reduce = Metric::Reduce;
  Metric m;
  m.of = k.expression("of");
  m.when = k.expression("when");
  m.reduce = k.choice<Reduce>("reduce", {{"max", Reduce::largest},
                                         {"min", Reduce::least},
                                         {"mean", Reduce::mean},
                                         {"final", Reduce::last},
                                         {"integral", Reduce::integral},
                                         {"rms", Reduce::rms},
                                         {"path", Reduce::path},
                                         {"share", Reduce::share}});
  m.title = k.text("title");
  m.unit = k.text("unit");
  m.group = k.text("group");
  m.advice = k.text("advice");
  m.poor = k.number("poor", -1e9, 1e9);
  m.expert = k.number("expert", -1e9, 1e9);
  if (m.poor == m.expert) k.wrong("poor", "another value than expert");
  m.points = k.number("points", 0.0, 100.0);
  m.line = static_cast<int>(k.number("line", 0, 1e6));
  return m;
}

void read_places(const Keys& k, const std::string& file, Definition& d) {
  for (const json& f : k.list("Fences")) {
    const auto n = numbers_of<3>(f, file + ": Fences");
    d.fences.push_back({n[0], n[1], n[2]});
  }
  for (const json& m : k.list("Marks")) {
    const auto n = numbers_of<3>(m, file + ": Marks");
    d.marks.push_back({n[0], n[1], n[2]});
  }
  for (const json& polygon : k.list("Deformables")) {
    Area area;
    if (!polygon.is_array()) throw Error(file + ": Deformables: expected lists of corners");
    for (const json& corner : polygon)
      area.push_back(numbers_of<2>(corner, file + ": Deformables"));
    if (area.size() < 3) throw Error(file + ": Deformables: an area has 3 corners or more");
    d.deformables.push_back(std::move(area));
  }
  if (k.has("Excavator_Position"))
    d.position = numbers_of<2>(k.list("Excavator_Position"), file + ": Excavator_Position");
  d.heading = k.number("Excavator_Heading", -360.0, 360.0);
}

std::vector<std::string> texts_of(const json& list, const std::string& where) {
  std::vector<std::string> out;
  for (const json& t : list) {
    if (!t.is_string()) throw Error(where + ": expected texts");
    out.push_back(t.get<std::string>());
  }
  return out;
}

}  // namespace

Definition read_definition(std::string_view text, const std::string& file) {
  if (json_deeper_than(text, 64))
    throw Error(file + ": the session's dictionary is nested too deeply");
  const json tree = json::parse(text, nullptr, false);
  if (tree.is_discarded()) throw Error(file + ": the session's dictionary is not JSON");
  const Keys k(tree, file);
  Definition d;
  d.title = k.text("Title");
  if (d.title.empty()) d.title = std::filesystem::path(file).stem().string();
  d.briefing = k.text("Briefing");
  d.machine = k.text("Machine");
  d.site = k.text("Site");
  if (k.has("Variants")) d.variants = texts_of(k.list("Variants"), file + ": Variants");
  d.tags = texts_of(k.list("Tags"), file + ": Tags");
  read_places(k, file, d);
  d.available_time = k.number("Available_Time", 0.0, 7200.0);
  d.pass_mark = k.number("Pass_Mark", 0.0, 100.0);
  d.critical_cap = k.number("Critical_Cap", 0.0, 100.0);
  d.practice = k.flag("Practice");
  for (const json& r : k.list("Rules")) d.rules.push_back(rule_of(Keys(r, file + ": Rules")));
  for (const json& g : k.list("Goals")) d.goals.push_back(goal_of(Keys(g, file + ": Goals")));
  for (const json& m : k.list("Metrics"))
    d.metrics.push_back(metric_of(Keys(m, file + ": Metrics")));
  return d;
}

}  // namespace outrigger::training
