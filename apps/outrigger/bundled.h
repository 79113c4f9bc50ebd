/// Machines and sites by the path of a file or by the name of a bundled one.
#pragma once

#include <string>

namespace outrigger::app {

/// The file of a machine or scene: as given, else machines/NAME.yaml or scenes/NAME.yaml of the repository. Throws Error with the
/// bundled names, the nearest first, when there is neither.
std::string machine_path(const std::string& given);

/// The same for an object, in machines/objects/.
std::string object_path(const std::string& given);

/// The same for a site, in sites/.
std::string site_path(const std::string& given);

/// The same for a study, in studies/.
std::string study_path(const std::string& given);

}  // namespace outrigger::app
