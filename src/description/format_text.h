/// Pages about the file formats, from their schemas.
#pragma once

#include <string>

#include "description/schema.h"

namespace outrigger::description {

/// A heading, the meaning of the object and the table of its keys.
std::string object_text(const ObjectDoc& doc, int level);

}  // namespace outrigger::description
