/// Bundled machines and sites by name, as the command line takes them.
#pragma once

#include <string>

namespace outrigger::python {

/// `given` where there is such a file, or it does not look like a name; else the bundled file of that
/// name in `folder` (machines, sites). Error names the bundled ones where there is none.
std::string file_or_bundled(const std::string& given, const std::string& folder);

}  // namespace outrigger::python
