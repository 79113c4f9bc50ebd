/// Names from Python, and messages about those that are not there.
#pragma once

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "description/text.h"

namespace outrigger::python {

/// A list of names; in Python one name may stand for a list of one.
struct Names {
  std::vector<std::string> list;
};

/// "; did you mean 'boom'? Known: post, boom, arm", or "; known: ..." when none is similar. `what` is
/// the word before the names.
inline std::string known_names(std::string_view name, std::string_view what,
                               const std::vector<std::string>& known) {
  if (known.empty()) return "; there is none";
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view nearest = description::nearest_name(name, names);
  std::string text = fmt::format("{}: {}", what, description::list_names(names, 20));
  if (nearest.empty()) return "; " + text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return fmt::format("; did you mean '{}'? {}", nearest, text);
}

}  // namespace outrigger::python

namespace pybind11::detail {

template <>
struct type_caster<outrigger::python::Names> {
  PYBIND11_TYPE_CASTER(outrigger::python::Names, const_name("Sequence[str]"));

  bool load(handle source, bool convert) {
    if (isinstance<str>(source)) {
      value.list = {source.cast<std::string>()};
      return true;
    }
    make_caster<std::vector<std::string>> list;
    if (!list.load(source, convert)) return false;
    value.list = cast_op<std::vector<std::string>&&>(std::move(list));
    return true;
  }

  static handle cast(const outrigger::python::Names& names, return_value_policy policy,
                     handle parent) {
    return make_caster<std::vector<std::string>>::cast(names.list, policy, parent);
  }
};

}  // namespace pybind11::detail
