/// A function of time or of an operator input, as force terms read it.
///
///   constant, linear, table, formula:  f(t), with its derivative by time
///   input:                             the shaped input of the step, constant over the step
///
/// An input that nothing provides (a term without signals, an unknown name) counts as 0.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "model/function.h"
#include "system/force_term.h"

namespace outrigger::forces {

class TimedFunction {
 public:
  /// The constant 0.
  TimedFunction() = default;
  /// `signals` names the operator's inputs among Configuration::signals.
  TimedFunction(const description::Function& spec, const std::vector<std::string>& signals)
      : function_(spec, "t"), is_input_(spec.kind == description::Function::Kind::input) {
    if (!is_input_) return;
    const auto found = std::find(signals.begin(), signals.end(), spec.input);
    if (found != signals.end()) signal_ = static_cast<int>(found - signals.begin());
  }

  bool is_input() const { return is_input_; }

  double value(const system::Configuration& c) const {
    if (!is_input_) return function_.evaluate(c.time).value;
    if (signal_ < 0 || c.signals == nullptr) return 0.0;
    const double signal = c.signals[signal_];
    return std::isfinite(signal) ? signal : 0.0;
  }
  /// Derivative by time; 0 for inputs, which are constant over a step.
  double rate(const system::Configuration& c) const {
    return is_input_ ? 0.0 : function_.evaluate(c.time).first;
  }

 private:
  model::Function function_;
  bool is_input_ = false;
  int signal_ = -1;
};

}  // namespace outrigger::forces
