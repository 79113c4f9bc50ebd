/// outrigger._core: the C++ side of the Python package.
#include "base/assert_handler.h"
#include "bindings.h"
#include "guarded_world.h"

namespace outrigger::python {
namespace {

[[noreturn]] void throw_failure(const std::string& text) { throw AssertionFailure(text); }

/// pybind11 hands out memory without a value in it for `cls.__new__(cls)`, and reads it as one later.
/// The name `__new__` of our classes refuses therefore; the slot behind it, which calling the class
/// uses, stays. Classes derived in Python look the name up and get what they need.
void refuse_empty_objects(const py::module_& m) {
  for (const auto& [name, value] : m.attr("__dict__").cast<py::dict>()) {
    if (!PyType_Check(value.ptr())) continue;
    auto* type = reinterpret_cast<PyTypeObject*>(value.ptr());
    if (PyType_IsSubtype(type, reinterpret_cast<PyTypeObject*>(PyExc_BaseException))) continue;
    const py::cpp_function refuse(
        [type, create = type->tp_new](const py::handle& cls, const py::args&, const py::kwargs&) {
          auto* wanted = reinterpret_cast<PyTypeObject*>(cls.ptr());
          if (!PyType_Check(cls.ptr()) || PyType_IsSubtype(wanted, type) == 0)
            throw py::type_error("__new__ needs a class derived from this one");
          if (wanted == type)
            throw py::type_error(fmt::format(
                "{0}.__new__ makes no usable object; call {0}(...) instead", type->tp_name));
          return py::reinterpret_steal<py::object>(create(wanted, py::tuple().ptr(), nullptr));
        });
    const auto method = py::reinterpret_steal<py::object>(PyStaticMethod_New(refuse.ptr()));
    PyDict_SetItemString(type->tp_dict, "__new__", method.ptr());
    PyType_Modified(type);
  }
}

}  // namespace
}  // namespace outrigger::python

PYBIND11_MODULE(_core, m) {
  using namespace outrigger::python;
  m.doc() = "C++ side of outrigger";
  outrigger::set_assertion_handler(&throw_failure);
  py::register_exception<outrigger::Error>(m, "Error", PyExc_ValueError);
  py::register_exception<AssertionFailure>(m, "InternalError", PyExc_RuntimeError);
  bind_description(m);
  bind_contact_description(m);
  bind_machine(m);
  bind_results(m);
  bind_contact_laws(m);  // before World, whose help names them
  bind_world(m);
  refuse_empty_objects(m);
}
