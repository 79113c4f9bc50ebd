#include "model/function.h"

namespace outrigger::model {

using Kind = description::Function::Kind;

Function::Function(const description::Function& spec, std::string_view variable)
    : kind_(spec.kind), value_(spec.value) {
  if (kind_ == Kind::formula) formula_ = Formula::parse(spec.formula, variable);
  if (kind_ == Kind::table) {
    std::vector<double> x, y;
    for (const auto& [xi, yi] : spec.table) {
      x.push_back(xi);
      y.push_back(yi);
    }
    spline_ = Spline::natural(std::move(x), std::move(y));
  }
}

Derivatives Function::evaluate(double x) const {
  switch (kind_) {
    case Kind::constant:
      return {value_, 0.0, 0.0};
    case Kind::linear:
      return {value_ * x, value_, 0.0};
    case Kind::table:
      return spline_->evaluate(x);
    case Kind::formula:
      return formula_.evaluate(x);
    case Kind::input:
      break;
  }
  return {};
}

double Function::integral(double x) const {
  if (kind_ == Kind::constant) return value_ * x;
  if (kind_ == Kind::linear) return 0.5 * value_ * x * x;
  // Five-point Gauss rule on 16 parts: exact to rounding for smooth tables and formulas.
  constexpr double node[5] = {0.0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
                              -0.9061798459386640};
  constexpr double weight[5] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665,
                                0.2369268850561891, 0.2369268850561891};
  constexpr int parts = 16;
  const double half = 0.5 * x / parts;
  double sum = 0.0;
  for (int p = 0; p < parts; ++p)
    for (int k = 0; k < 5; ++k) sum += weight[k] * evaluate((2 * p + 1 + node[k]) * half).value;
  return sum * half;
}

}  // namespace outrigger::model
