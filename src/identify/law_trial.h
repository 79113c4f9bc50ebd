/// One normal law of contact tried on a record, beside others.
///
/// A law is fitted with the parameters it has (contact/laws/normal_law.h): its stiffness, and its
/// damping or restitution. The exponent of the penetration is that of the law's source: 1 for
/// Kelvin-Voigt (PENDULUM 39), 3/2 for all others.
#pragma once

#include <string>
#include <vector>

#include "description/reader.h"
#include "identify/parameter.h"

namespace outrigger::identify {

struct LawTrial {
  std::string law;  ///< word of `normal` in `contact_laws`
  double exponent = 1.5;
};

/// "hertz,kelvin_voigt:1.5": names, each with its exponent where another one is wanted. Throws Error
/// for unknown names, exponents outside 1..3, and laws named twice.
std::vector<LawTrial> parse_laws(const std::string& text);

/// The entry of `contact_laws` that the trials change: `wanted`, else that of the parameters' paths,
/// else the only one. Throws Error when it is not clear which.
std::string choose_entry(const std::vector<std::string>& entries, const std::string& wanted,
                         const std::vector<ParameterText>& parameters);

/// What of the file changes for a trial: law, exponent (unless it is fitted), and keys that other
/// laws have go.
std::vector<description::ChangedValue> changes_of(const LawTrial& trial, const std::string& entry,
                                                  const std::vector<ParameterText>& parameters);

/// The parameters of a trial: the given ones without those that belong to other laws, and with
/// ranges of its own for what the law has and was not given. `stiffness` is that of the file or 0.
std::vector<ParameterText> parameters_of(const LawTrial& trial, const std::string& entry,
                                         const std::vector<ParameterText>& given, double stiffness);

}  // namespace outrigger::identify
