/// A description::Function made ready to evaluate: value and two derivatives, no allocation.
#pragma once

#include <optional>
#include <string_view>

#include "description/description.h"
#include "math/formula.h"
#include "math/spline.h"

namespace outrigger::model {

class Function {
 public:
  /// The constant 0.
  Function() = default;
  /// `variable` is the name used in formulas: "t" or "x". Throws Error for a bad formula or table.
  Function(const description::Function& spec, std::string_view variable);

  /// Operator inputs evaluate to 0 here; drives read them themselves.
  Derivatives evaluate(double x) const;
  /// ∫₀ˣ of the function, by formula for constants and lines, else by Gauss quadrature.
  double integral(double x) const;

 private:
  description::Function::Kind kind_ = description::Function::Kind::constant;
  double value_ = 0.0;
  Formula formula_;
  std::optional<Spline> spline_;
};

}  // namespace outrigger::model
