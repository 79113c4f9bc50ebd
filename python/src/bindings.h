/// The parts of the module, one function per file.
#pragma once

#include <pybind11/pybind11.h>

#include "description/description.h"

namespace outrigger::python {

void bind_description(pybind11::module_& m);
void bind_contact_description(pybind11::module_& m);
void bind_machine(pybind11::module_& m);
void bind_results(pybind11::module_& m);
void bind_world(pybind11::module_& m);
void bind_contact_laws(pybind11::module_& m);

/// A description out of a Python Machine (python/outrigger/machine.py), checked. TypeError names the
/// list, the place in it and the type found there.
description::Machine to_machine(const pybind11::object& machine);

/// The file that an argument names, by its path or as a bundled one; empty: the argument is an object.
std::string machine_file_of(const pybind11::object& machine);
std::string site_file_of(const pybind11::object& site);

/// A path or a Machine.
description::Machine machine_argument(const pybind11::object& machine);
/// A path, a Site or None.
std::optional<description::Site> site_argument(const pybind11::object& site);

}  // namespace outrigger::python
