/// Files for displays that never change under their name: meshes, later textures.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace outrigger::frames {

struct Asset {
  std::string name;  ///< of the content: 16 hexadecimal digits
  std::string type;  ///< as HTTP names it
  std::shared_ptr<const std::string> bytes;
};
using Assets = std::vector<Asset>;

}  // namespace outrigger::frames
