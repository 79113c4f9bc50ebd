/// Meshes by the `file` of a shape, for programs that make them instead of reading files: in metres, z up.
#pragma once

#include <map>
#include <string>

namespace outrigger::geometry {
class Mesh;
}

namespace outrigger::contact {

using MeshLibrary = std::map<std::string, geometry::Mesh>;

}  // namespace outrigger::contact
