#include "sweep/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "base/error.h"
#include "base/hash.h"
#include "description/diagnostics.h"
#include "description/source_file.h"
#include "description/tree_edit.h"
#include "description/values.h"
#include "description/yaml_source.h"

namespace outrigger::sweep {

using description::Node;
using description::Reading;

namespace {

constexpr std::int64_t kMostCases = 10'000'000;

/// A well mixed number of three (splitmix64, G. Steele et al., OOPSLA 2014).
std::uint64_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t z = a;
  for (const std::uint64_t next : {b, c}) {
    z += next + 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
  }
  return z;
}

/// In [0, 1).
double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

/// Which of `samples` parts of a range a case gets: the place of the number in a shuffled row.
std::int64_t stratum(std::uint64_t seed, std::uint64_t parameter, std::int64_t samples,
                     std::int64_t number) {
  std::vector<std::int64_t> row(static_cast<std::size_t>(samples));
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t k = row.size(); k > 1; --k)
    std::swap(row[k - 1], row[mixed(seed, 2 * parameter + 1, k) % k]);
  return row[static_cast<std::size_t>(number)];
}

std::string text_of(double value) { return fmt::format("{}", value); }

void read_range(Reading& r, const Node& node, Parameter& p) {
  p.range = true;
  for (const Node& key : node.items) {
    const auto scope = r.enter(key.key);
    if (key.key == "from")
      description::read_value(r, key, {}, p.from);
    else if (key.key == "to")
      description::read_value(r, key, {}, p.to);
    else if (key.key == "count")
      description::read_value(r, key, {"", description::between(1, 1e6)}, p.count);
    else
      r.problem(key, fmt::format("unknown key '{}'; allowed: from, to, count", key.key));
  }
  if (node.find("from") == nullptr || node.find("to") == nullptr)
    r.problem(node, "a range has the keys from and to (and count in a grid)");
}

void read_parameters(Reading& r, const Node& node, Plan& plan) {
  if (!node.is_map() || node.items.empty())
    return r.problem(node, "expected a map of paths in the study, such as start.yaw_deg: [0, 90]");
  for (const Node& item : node.items) {
    const auto scope = r.enter(item.key);
    Parameter p;
    p.path = item.key;
    if (item.is_list()) {
      for (const Node& value : item.items) {
        if (value.is_scalar())
          p.values.push_back(value.text);
        else
          r.problem(value, "expected a number or a word");
      }
      if (p.values.empty()) r.problem(item, "an empty list gives no cases");
    } else if (item.is_map()) {
      read_range(r, item, p);
    } else {
      r.problem(item, "expected a list of values, or {from: .., to: .., count: ..}");
    }
    const bool spread = plan.method == Plan::Method::random || plan.method == Plan::Method::latin;
    if (p.range && !spread && p.count < 1)
      r.problem(item, "a range in a grid or list needs a count");
    if (p.range && !spread)
      for (int k = 0; k < p.count; ++k)
        p.values.push_back(
            text_of(p.count == 1 ? p.from : p.from + (p.to - p.from) * k / (p.count - 1.0)));
    plan.parameters.push_back(std::move(p));
  }
  if (plan.method == Plan::Method::list)
    for (const Parameter& p : plan.parameters)
      if (p.values.size() != plan.parameters.front().values.size())
        r.problem(
            node,
            fmt::format(
                "method list: '{}' has {} values and '{}' has {}; all lists must be of one length",
                p.path, p.values.size(), plan.parameters.front().path,
                plan.parameters.front().values.size()));
}

/// What kind of study a file is, by its first key.
Plan::Kind kind_of(const std::string& study) {
  const description::FileContent content = description::load_file(study);
  if (!content.problem.empty())
    throw Error(fmt::format("cannot read the study '{}': {}", study, content.problem));
  const Node root = description::parse_yaml(content.text);
  return root.find("outrigger_anchor") != nullptr ? Plan::Kind::anchor : Plan::Kind::machine;
}

}  // namespace

std::int64_t Plan::case_count() const {
  if (method == Method::random || method == Method::latin) return samples;
  if (parameters.empty()) return 0;
  if (method == Method::list) return static_cast<std::int64_t>(parameters.front().values.size());
  std::int64_t count = 1;
  for (const Parameter& p : parameters)
    count = std::min(kMostCases + 1, count * static_cast<std::int64_t>(p.values.size()));
  return count;
}

std::vector<std::pair<std::string, std::string>> Plan::values_of(std::int64_t number) const {
  std::vector<std::pair<std::string, std::string>> out(parameters.size());
  std::int64_t rest = number;
  for (std::size_t k = parameters.size(); k-- > 0;) {
    const Parameter& p = parameters[k];
    const auto n = static_cast<std::int64_t>(p.values.size());
    std::string text;
    if (method == Method::grid) {
      text = p.values[static_cast<std::size_t>(rest % n)];
      rest /= n;
    } else if (method == Method::list) {
      text = p.values[static_cast<std::size_t>(number)];
    } else {
      double u = unit(mixed(seed, 2 * k, static_cast<std::uint64_t>(number)));
      if (method == Method::latin)
        u = (static_cast<double>(stratum(seed, k, samples, number)) + u) /
            static_cast<double>(samples);
      text = p.range ? text_of(p.from + u * (p.to - p.from))
                     : p.values[static_cast<std::size_t>(u * static_cast<double>(n))];
    }
    out[k] = {p.path, std::move(text)};
  }
  return out;
}

Plan read_plan_text(std::string_view text, const std::string& name) {
  description::Diagnostics diagnostics;
  Reading r(name, diagnostics);
  Plan plan;
  plan.file = name;
  try {
    Node root = description::parse_yaml(text);
    description::remove_duplicate_keys(r, root);
    int version = 0;
    const Node* parameters = nullptr;
    for (const Node& item : root.items) {
      const auto scope = r.enter(item.key);
      if (item.key == "outrigger_sweep") {
        description::read_value(r, item, {}, version);
      } else if (item.key == "study") {
        description::read_value(r, item, {}, plan.study);
      } else if (item.key == "seed") {
        int seed = 1;
        description::read_value(r, item, {"", description::at_least(0)}, seed);
        plan.seed = static_cast<std::uint64_t>(seed);
      } else if (item.key == "samples") {
        int samples = 0;
        description::read_value(r, item, {"", description::between(1, 1e7)}, samples);
        plan.samples = samples;
      } else if (item.key == "method") {
        const std::pair<const char*, Plan::Method> words[] = {{"grid", Plan::Method::grid},
                                                              {"random", Plan::Method::random},
                                                              {"latin", Plan::Method::latin},
                                                              {"list", Plan::Method::list}};
        bool known = false;
        for (const auto& [word, method] : words)
          if (item.text == word) {
            plan.method = method;
            known = true;
          }
        if (!known)
          r.problem(item, fmt::format("unknown method '{}'; allowed: grid, random, latin, list",
                                      item.text));
      } else if (item.key == "parameters") {
        parameters = &item;
      } else {
        r.problem(item, fmt::format("unknown key '{}'; allowed: outrigger_sweep, study, method, "
                                    "seed, samples, parameters",
                                    item.key));
      }
    }
    if (version != 1)
      r.problem(root, version == 0
                          ? std::string("missing key 'outrigger_sweep' (1)")
                          : fmt::format("version {} is not known: this program reads version 1",
                                        version));
    if (plan.study.empty()) r.problem(root, "missing key 'study'");
    if (parameters != nullptr) {
      const auto scope = r.enter("parameters");
      read_parameters(r, *parameters, plan);
    } else {
      r.problem(root, "missing key 'parameters'");
    }
    const bool spread = plan.method == Plan::Method::random || plan.method == Plan::Method::latin;
    if (spread && plan.samples < 1)
      r.problem(root, "methods random and latin need the key 'samples'");
    if (plan.case_count() > kMostCases)
      r.problem(root, fmt::format("more than {} cases", kMostCases));
  } catch (const description::SourceError& e) {
    r.problem(e.line, e.what());
  }
  diagnostics.throw_if_any();
  plan.study = (std::filesystem::path(name).parent_path() / plan.study).lexically_normal().string();
  plan.kind = kind_of(plan.study);
  return plan;
}

Plan read_plan(const std::string& path) {
  const description::FileContent content = description::load_file(path);
  if (!content.problem.empty())
    throw Error(fmt::format("cannot read the sweep '{}': {}", path, content.problem));
  return read_plan_text(content.text, path);
}

}  // namespace outrigger::sweep
