/// Numbers between C++ and numpy: views without copies where the memory belongs to a Python object that
/// the view keeps alive, checked copies everywhere else.
#pragma once

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cmath>
#include <optional>
#include <string>

#include "math/types.h"

namespace outrigger::python {

namespace py = pybind11;
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

inline std::string shape_text(const py::array& a) {
  std::string text = "(";
  for (py::ssize_t k = 0; k < a.ndim(); ++k)
    text += (k == 0 ? "" : ", ") + std::to_string(a.shape(k));
  return text + (a.ndim() == 1 ? ",)" : ")");
}

/// Numbers of a sequence or array of the given shape; TypeError or ValueError that name `what`.
inline Array numbers(const py::handle& value, const char* what,
                     std::initializer_list<py::ssize_t> shape) {
  if (value.is_none() || py::isinstance<py::str>(value))
    throw py::type_error(fmt::format("{}: expected numbers, not {}", what,
                                     std::string(py::str(py::type::of(value)))));
  Array a = Array::ensure(value);
  if (!a) {
    PyErr_Clear();
    throw py::type_error(fmt::format("{}: expected numbers, not {}", what,
                                     std::string(py::repr(value)).substr(0, 100)));
  }
  bool fits = a.ndim() == static_cast<py::ssize_t>(shape.size());
  py::ssize_t k = 0;
  std::string wanted;
  for (py::ssize_t n : shape) {
    fits = fits && (n < 0 || a.shape(k) == n);
    wanted += (k++ == 0 ? "" : ", ") + (n < 0 ? "n" : std::to_string(n));
  }
  if (!fits)
    throw py::value_error(fmt::format("{}: expected an array of shape ({}{}), not {}", what, wanted,
                                      shape.size() == 1 ? "," : "", shape_text(a)));
  for (py::ssize_t i = 0; i < a.size(); ++i)
    if (!std::isfinite(a.data()[i]))
      throw py::value_error(fmt::format("{}: {} is not a finite number", what, a.data()[i]));
  return a;
}

inline Vec3 to_vec3(const py::handle& value, const char* what) {
  const Array a = numbers(value, what, {3});
  return {a.data()[0], a.data()[1], a.data()[2]};
}

inline Mat3 to_mat3(const py::handle& value, const char* what) {
  const Array a = numbers(value, what, {3, 3});
  Mat3 m;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) m(r, c) = a.data()[3 * r + c];
  return m;
}

inline double finite(double value, const char* what) {
  if (!std::isfinite(value))
    throw py::value_error(fmt::format("{}: {} is not a finite number", what, value));
  return value;
}

/// A copy, which nobody mistakes for the original: it cannot be written to.
inline py::array_t<double> frozen(const Vec3& v) {
  py::array_t<double> a(3);
  for (int k = 0; k < 3; ++k) a.mutable_data()[k] = v[k];
  a.attr("setflags")(py::arg("write") = false);
  return a;
}

inline py::array_t<double> frozen(const Mat3& m) {
  py::array_t<double> a({3, 3});
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) a.mutable_data()[3 * r + c] = m(r, c);
  a.attr("setflags")(py::arg("write") = false);
  return a;
}

/// A view of a member of `owner`, which lives as long as the view.
inline py::array_t<double> view(Vec3& v, const py::object& owner) {
  return py::array_t<double>({3}, {sizeof(double)}, v.data(), owner);
}

inline py::array_t<double> view(Mat3& m, const py::object& owner) {
  return py::array_t<double>({3, 3}, {sizeof(double), 3 * sizeof(double)}, m.data(), owner);
}

/// A vector member that can be read, written in place and assigned.
template <class Class, class T>
void def_vector(Class& c, const char* name, Vec3 T::*member, const char* doc) {
  c.def_property(
      name, [member](const py::object& self) { return view(self.cast<T&>().*member, self); },
      [member, name](T& self, const py::object& value) { self.*member = to_vec3(value, name); },
      doc);
}

template <class Class, class T>
void def_vector(Class& c, const char* name, std::optional<Vec3> T::*member, const char* doc) {
  c.def_property(
      name,
      [member](const T& self) -> py::object {
        if (!(self.*member)) return py::none();
        return frozen(*(self.*member));
      },
      [member, name](T& self, const py::object& value) {
        if (value.is_none()) {
          (self.*member).reset();
        } else {
          self.*member = to_vec3(value, name);
        }
      },
      doc);
}

}  // namespace outrigger::python
