#include "identify/parameter.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "math/elementary.h"

namespace outrigger::identify {
namespace {

std::optional<double> number(std::string_view text) {
  double value = 0.0;
  const auto end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (text.empty() || stop != end || problem != std::errc() || !std::isfinite(value)) return {};
  return value;
}

bool ends_with_key(const std::string& path, const std::string& key) {
  return path == key || path.ends_with("." + key);
}

}  // namespace

double Parameter::value(double u) const {
  // The bounds to the bit: the reader of the file may refuse what lies beyond.
  if (u <= 0.0) return low;
  if (u >= 1.0) return high;
  if (!logarithmic()) return low + u * (high - low);
  const double inside = low * elementary::exp(u * elementary::log(high / low));
  return std::clamp(inside, low, high);
}

double Parameter::scaled(double value) const {
  if (!logarithmic()) return (value - low) / (high - low);
  return elementary::log(value / low) / elementary::log(high / low);
}

double Parameter::moved(double value, double du) const {
  return logarithmic() ? value * elementary::exp(du * elementary::log(high / low))
                       : value + du * (high - low);
}

double Parameter::difference() const {
  return logarithmic() ? std::min(1e-3 / elementary::log(high / low), 0.01) : 1e-4;
}

ParameterText parse_parameter(const std::string& text) {
  ParameterText p;
  const std::size_t equals = text.find('=');
  p.path = text.substr(0, equals);
  const auto refuse = [&] {
    throw Error(
        fmt::format("--fit wants path, path=start or path=start:low:high, for example --fit "
                    "contact_laws.ball_floor.stiffness=1e5:1e4:1e6; got '{}'",
                    text));
  };
  if (p.path.empty()) refuse();
  if (equals == std::string::npos) return p;
  std::vector<std::optional<double>> numbers;
  std::string_view rest = std::string_view(text).substr(equals + 1);
  for (;;) {
    const std::size_t colon = rest.find(':');
    numbers.push_back(number(rest.substr(0, colon)));
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  if ((numbers.size() != 1 && numbers.size() != 3) ||
      std::any_of(numbers.begin(), numbers.end(), [](const auto& n) { return !n; }))
    refuse();
  p.start = numbers[0];
  if (numbers.size() == 3) {
    p.low = numbers[1];
    p.high = numbers[2];
  }
  return p;
}

Parameter complete(const ParameterText& text, std::optional<double> written) {
  Parameter p;
  p.path = text.path;
  const auto refuse = [&](const std::string& why) {
    throw Error(fmt::format("--fit {0}: {1}; write --fit {0}=start:low:high", text.path, why));
  };
  if (!text.start && !written) refuse("the machine file gives no number to start from");
  p.start = text.start ? *text.start : *written;
  if (text.low) {
    p.low = *text.low;
    p.high = *text.high;
  } else if (ends_with_key(p.path, "restitution")) {
    p.low = 0.01;
    p.high = 1.0;
  } else if (ends_with_key(p.path, "exponent")) {
    p.low = 1.0;
    p.high = 3.0;
  } else if (p.start > 0.0) {
    p.low = p.start / 1000.0;
    p.high = p.start * 1000.0;
  } else {
    refuse(fmt::format("bounds are needed for a start value of {:g}", p.start));
  }
  if (!(p.low < p.high)) refuse(fmt::format("{:g} is not below {:g}", p.low, p.high));
  if (!(p.low <= p.start && p.start <= p.high))
    refuse(fmt::format("the start value {:g} is not within {:g} to {:g}", p.start, p.low, p.high));
  return p;
}

}  // namespace outrigger::identify
