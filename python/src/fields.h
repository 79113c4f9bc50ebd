/// Short ways to bind the members of plain structs.
#pragma once

#include "arrays.h"
#include "description/words.h"
#include "names.h"

namespace outrigger::python {

/// An enumeration as the words of the machine file format: "revolute", "rigid", ...
template <class E>
std::string word_of(E value) {
  for (const auto& w : description::EnumWords<E>::words())
    if (w.value == value) return std::string(w.word);
  return "?";
}

template <class E>
E from_word(const std::string& word, const char* what) {
  std::string allowed;
  for (const auto& w : description::EnumWords<E>::words()) {
    if (w.word == word) return w.value;
    allowed += (allowed.empty() ? "" : ", ") + std::string(w.word);
  }
  throw py::value_error(fmt::format("{}: '{}' is not one of {}", what, word, allowed));
}

template <class Class, class T, class E>
void def_word(Class& c, const char* name, E T::*member, const char* doc) {
  c.def_property(
      name, [member](const T& self) { return word_of(self.*member); },
      [member, name](T& self, const std::string& word) { self.*member = from_word<E>(word, name); },
      doc);
}

/// A list member, read as a tuple so that nobody appends to a copy.
template <class Class, class T, class Element>
void def_list(Class& c, const char* name, std::vector<Element> T::*member, const char* doc) {
  c.def_property(
      name, [member](const T& self) { return py::tuple(py::cast(self.*member)); },
      [member](T& self, std::vector<Element> value) { self.*member = std::move(value); }, doc);
}

/// The same for names.
template <class Class, class T>
void def_names(Class& c, const char* name, std::vector<std::string> T::*member, const char* doc) {
  c.def_property(
      name, [member](const T& self) { return py::tuple(py::cast(self.*member)); },
      [member](T& self, Names value) { self.*member = std::move(value.list); }, doc);
}

/// A class for a plain struct: constructed empty (keywords: python/outrigger/__init__.py), copied.
template <class T>
py::class_<T> plain_class(py::module_& m, const char* name, const char* doc) {
  py::class_<T> c(m, name, doc);
  c.def(py::init<>());
  c.def("__copy__", [](const T& self) { return T(self); });
  c.def("__deepcopy__", [](const T& self, const py::object&) { return T(self); });
  return c;
}

template <class T>
py::class_<T> named_class(py::module_& m, const char* name, const char* doc) {
  py::class_<T> c = plain_class<T>(m, name, doc);
  c.def_readwrite("name", &T::name, "name, unique among its kind");
  return c;
}

}  // namespace outrigger::python
