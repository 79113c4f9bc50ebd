/// outrigger._core: the C++ side of the Python package.
#include "base/assert_handler.h"
#include "bindings.h"
#include "guarded_world.h"

namespace outrigger::python {
namespace {

[[noreturn]] void throw_failure(const std::string& text) { throw AssertionFailure(text); }

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
  bind_world(m);
  bind_contact_laws(m);
}
