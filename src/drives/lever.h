/// From the hand to the drive: what a lever's travel means (description::Control).
///
///   s(u) = sign(u) ((min(|u|, 1) - d)/(1 - d))^e  for |u| > d, else 0
///   y_n+1 = y_n + clamp(s(u) - y_n, ±r h)
///
///   u  position of the input, -1..1 (levers, wheels) or 0..1 (pedals)
///   d  dead zone, 0..0.9      e  exponent, 0.2..5      r  rate limit [1/s], 0 = none
///   y  shaped input, part of the state; what drives, brakes and drivelines read
///
/// Monotone, odd, and full travel stays full travel. With d = 0 and e = 1 the input passes as it is,
/// also beyond ±1. Buttons and choices are never shaped. An input that is not finite passes as it is
/// (drives then stay where they are) and leaves y alone.
#pragma once

#include <string>
#include <vector>

#include "description/display.h"

namespace outrigger::drives {

struct LeverShape {
  double dead_zone = 0.0;
  double exponent = 1.0;
  double rate_limit = 0.0;
};

/// The shape of an input: that of its control, identity when there is none.
LeverShape lever_shape(const std::vector<description::Control>& controls, const std::string& input);

/// s(u).
double shape(const LeverShape& lever, double u);

/// One step of y towards s(u); returns what readers get.
double follow(const LeverShape& lever, double u, double h, double& y);

}  // namespace outrigger::drives
