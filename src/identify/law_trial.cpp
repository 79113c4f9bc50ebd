#include "identify/law_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/error.h"

namespace outrigger::identify {
namespace {

struct LawKeys {
  std::string_view law;
  std::string_view loss;  ///< the key of what it loses; empty: nothing
  double exponent;
};

constexpr std::array<LawKeys, 8> kLaws = {{{"hertz", "", 1.5},
                                           {"restitution", "restitution", 1.5},
                                           {"hunt_crossley", "restitution", 1.5},
                                           {"lankarani_nikravesh", "restitution", 1.5},
                                           {"flores", "restitution", 1.5},
                                           {"kelvin_voigt", "damping", 1.0},
                                           {"ramped_kelvin_voigt", "damping", 1.0},
                                           {"nonlinear_damping", "damping", 1.5}}};

constexpr std::array<const char*, 2> kLosses = {"damping", "restitution"};

const LawKeys* find(std::string_view law) {
  for (const LawKeys& l : kLaws)
    if (l.law == law) return &l;
  return nullptr;
}

const LawKeys& keys_of(const LawTrial& trial) { return *find(trial.law); }

std::string path_of(const std::string& entry, std::string_view key) {
  return fmt::format("contact_laws.{}.{}", entry, key);
}

bool gives(const std::vector<ParameterText>& parameters, const std::string& path) {
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const ParameterText& p) { return p.path == path; });
}

ParameterText range(std::string path, double start, double factor) {
  return {std::move(path), start, start / factor, start * factor};
}

}  // namespace

std::vector<LawTrial> parse_laws(const std::string& text) {
  std::vector<LawTrial> trials;
  std::string_view rest = text;
  for (;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const std::size_t colon = item.find(':');
    const LawKeys* law = find(item.substr(0, colon));
    if (law == nullptr) {
      std::vector<std::string_view> names;
      for (const LawKeys& l : kLaws) names.push_back(l.law);
      throw Error(fmt::format("--laws: there is no normal law '{}'; there are {}",
                              item.substr(0, colon), fmt::join(names, ", ")));
    }
    LawTrial trial{std::string(law->law), law->exponent};
    if (colon != std::string_view::npos) {
      const std::string_view number = item.substr(colon + 1);
      const auto end = number.data() + number.size();
      const auto [stop, problem] = std::from_chars(number.data(), end, trial.exponent);
      if (number.empty() || stop != end || problem != std::errc() ||
          !(trial.exponent >= 1.0 && trial.exponent <= 3.0))
        throw Error(fmt::format("--laws {}: the exponent must be a number from 1 to 3", item));
    }
    for (const LawTrial& t : trials)
      if (t.law == trial.law && t.exponent == trial.exponent)
        throw Error(fmt::format("--laws names {} twice", item));
    trials.push_back(trial);
    if (comma == std::string_view::npos) return trials;
    rest.remove_prefix(comma + 1);
  }
}

std::string choose_entry(const std::vector<std::string>& entries, const std::string& wanted,
                         const std::vector<ParameterText>& parameters) {
  const auto is_there = [&](const std::string& name) {
    return std::find(entries.begin(), entries.end(), name) != entries.end();
  };
  if (entries.empty())
    throw Error(
        "--laws needs an entry of `contact_laws` in the machine file, for example\n"
        "  contact_laws: {ball_floor: {pair: [rubber, asphalt]}}");
  if (!wanted.empty()) {
    if (is_there(wanted)) return wanted;
    throw Error(fmt::format("--law-of: `contact_laws` has no entry '{}'; it has {}", wanted,
                            fmt::join(entries, ", ")));
  }
  std::vector<std::string> named;
  for (const std::string& entry : entries)
    if (std::any_of(parameters.begin(), parameters.end(), [&](const ParameterText& p) {
          return p.path.starts_with("contact_laws." + entry + ".");
        }))
      named.push_back(entry);
  if (named.size() == 1) return named.front();
  if (entries.size() == 1) return entries.front();
  throw Error(fmt::format("--laws: `contact_laws` has the entries {}; choose one with --law-of",
                          fmt::join(entries, ", ")));
}

std::vector<description::ChangedValue> changes_of(const LawTrial& trial, const std::string& entry,
                                                  const std::vector<ParameterText>& parameters) {
  const LawKeys& keys = keys_of(trial);
  std::vector<description::ChangedValue> changes = {{path_of(entry, "normal"), trial.law}};
  if (!gives(parameters, path_of(entry, "exponent")))
    changes.push_back({path_of(entry, "exponent"), fmt::format("{:.17g}", trial.exponent)});
  for (const char* loss : kLosses)
    if (keys.loss != loss) changes.push_back({path_of(entry, loss), ""});
  return changes;
}

std::vector<ParameterText> parameters_of(const LawTrial& trial, const std::string& entry,
                                         const std::vector<ParameterText>& given,
                                         double stiffness) {
  const LawKeys& keys = keys_of(trial);
  std::vector<ParameterText> result;
  for (const ParameterText& p : given) {
    bool foreign = false;
    for (const char* loss : kLosses)
      foreign = foreign || (keys.loss != loss && p.path == path_of(entry, loss));
    if (!foreign) result.push_back(p);
  }
  const std::string k_path = path_of(entry, "stiffness");
  double k = stiffness > 0.0 ? stiffness : 1e6;
  for (const ParameterText& p : given)
    if (p.path == k_path && p.start) k = *p.start;
  if (!gives(result, k_path)) result.push_back(range(k_path, k, 1e3));
  const std::string loss_path = path_of(entry, keys.loss);
  if (keys.loss.empty() || gives(result, loss_path)) return result;
  if (keys.loss == "restitution") {
    result.push_back({loss_path, 0.5, 0.01, 1.0});
  } else {
    // A damping of 0.1 to 1 is usual, of k δ^n at 1 m/s or of the critical one for 1 kg.
    const bool nonlinear = trial.law == "nonlinear_damping";
    result.push_back(range(loss_path, nonlinear ? 0.2 * k : 0.2 * std::sqrt(k), 1e3));
  }
  return result;
}

}  // namespace outrigger::identify
