#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/json_depth.h"
#include "mesh_files/file_check.h"

namespace outrigger::mesh_files {
namespace {

using Json = nlohmann::json;

std::uint64_t number_at(const Json& object, const char* key, std::uint64_t otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>()
                                                              : otherwise;
}

const Json& list_at(const Json& document, const char* key) {
  static const Json kNone = Json::array();
  const auto found = document.find(key);
  return found != document.end() && found->is_array() ? *found : kNone;
}

/// Bytes of one item of an accessor.
std::uint64_t item_size(const Json& accessor) {
  std::uint64_t component = 4;
  const std::uint64_t code = number_at(accessor, "componentType", 5126);
  if (code == 5120 || code == 5121) component = 1;
  if (code == 5122 || code == 5123) component = 2;
  const auto found = accessor.find("type");
  const std::string type = found != accessor.end() && found->is_string() ? *found : Json("SCALAR");
  if (type == "VEC2") return 2 * component;
  if (type == "VEC3") return 3 * component;
  if (type == "VEC4" || type == "MAT2") return 4 * component;
  if (type == "MAT3") return 9 * component;
  if (type == "MAT4") return 16 * component;
  return component;
}

std::string check_buffers(const Json& document, std::uint64_t glb_bytes, bool glb) {
  const Json& buffers = list_at(document, "buffers");
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (!buffers[i].is_object()) return fmt::format("buffers[{}] is not an object", i);
    const auto uri = buffers[i].find("uri");
    if (uri == buffers[i].end()) {
      if (!glb || i > 0) return fmt::format("buffers[{}] has no uri; export the mesh again", i);
      const std::uint64_t needed = number_at(buffers[i], "byteLength", 0);
      if (needed > glb_bytes) {
        return fmt::format(
            "buffers[0] needs {} bytes, but the file's binary part has {}: half a "
            "file; copy or export it again",
            needed, glb_bytes);
      }
      continue;
    }
    if (!uri->is_string()) return fmt::format("buffers[{}].uri is not a text", i);
    const std::string& text = uri->get_ref<const std::string&>();
    if (text.starts_with("data:")) continue;
    if (text.empty() || text.front() == '/' || text.find("..") != std::string::npos ||
        text.find(':') != std::string::npos || text.find('\\') != std::string::npos) {
      return fmt::format(
          "buffers[{}].uri is '{}': only files of the same folder are read; put it "
          "there, or export as GLB, which holds everything",
          i, printable(text));
    }
  }
  return {};
}

std::string check_views(const Json& document) {
  const Json& buffers = list_at(document, "buffers");
  const Json& views = list_at(document, "bufferViews");
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (!views[i].is_object()) return fmt::format("bufferViews[{}] is not an object", i);
    const std::uint64_t buffer = number_at(views[i], "buffer", ~std::uint64_t{0});
    if (buffer >= buffers.size()) return fmt::format("bufferViews[{}] names no buffer", i);
    const std::uint64_t size = number_at(buffers[buffer], "byteLength", 0);
    const std::uint64_t offset = number_at(views[i], "byteOffset", 0);
    const std::uint64_t length = number_at(views[i], "byteLength", 0);
    if (offset > size || length > size - offset) {
      return fmt::format(
          "bufferViews[{}] reaches beyond its buffer of {} bytes; export the mesh "
          "again",
          i, size);
    }
  }
  const Json& accessors = list_at(document, "accessors");
  for (std::size_t i = 0; i < accessors.size(); ++i) {
    const Json& a = accessors[i];
    if (!a.is_object()) return fmt::format("accessors[{}] is not an object", i);
    const std::uint64_t count = number_at(a, "count", 0);
    if (!a.contains("bufferView")) {
      if (count > 100'000'000)
        return fmt::format("accessors[{}] has {} items and no data", i, count);
      continue;
    }
    const std::uint64_t view = number_at(a, "bufferView", ~std::uint64_t{0});
    if (view >= views.size()) return fmt::format("accessors[{}] names no bufferView", i);
    const std::uint64_t length = number_at(views[view], "byteLength", 0);
    const std::uint64_t offset = number_at(a, "byteOffset", 0);
    const std::uint64_t item = item_size(a);
    const std::uint64_t stride = std::max(number_at(views[view], "byteStride", item), item);
    if (count == 0 || count > length || offset > length ||
        (count - 1) * stride + item > length - offset) {
      return fmt::format(
          "accessors[{}] has {} items, more than its bufferView of {} bytes holds; "
          "export the mesh again",
          i, count, length);
    }
  }
  return {};
}

FileCheck check_json(std::string_view text, std::uint64_t glb_bytes, bool glb) {
  FileCheck check;
  constexpr int kDeepest = 100;
  if (json_deeper_than(text, kDeepest)) {
    check.error = fmt::format(
        "lists or objects in the JSON of the file are more than {} deep; export it again",
        kDeepest);
    return check;
  }
  Json document;
  try {
    document = Json::parse(text);
  } catch (const Json::exception& e) {
    const std::string why = e.what();
    const std::size_t line = why.find("line ");
    if (line != std::string::npos && !glb) {
      check.line = std::strtoul(why.c_str() + line + 5, nullptr, 10);
    }
    check.error =
        fmt::format("the JSON of the file cannot be read: {}; half a file? Export it again",
                    printable(why.substr(std::min(why.find("] ") + 2, why.size()))));
    return check;
  }
  if (!document.is_object() || !document.contains("asset") || !document["asset"].is_object()) {
    check.error = "the JSON has no 'asset': it is no glTF";
    return check;
  }
  const Json& asset = document["asset"];
  const auto text_of = [&](const char* key) {
    const auto found = asset.find(key);
    return found != asset.end() && found->is_string() ? printable(found->get<std::string>()) : "";
  };
  if (!text_of("version").starts_with("2")) {
    check.error = fmt::format("glTF version '{}': only version 2 is read; export it again",
                              text_of("version"));
    return check;
  }
  if (!text_of("generator").empty()) check.notes.push_back("made by " + text_of("generator"));
  if (list_at(document, "meshes").empty()) {
    check.error = "the file has no meshes; export it with its surface";
    return check;
  }
  check.error = check_buffers(document, glb_bytes, glb);
  if (check.error.empty()) check.error = check_views(document);
  return check;
}

}  // namespace

FileCheck check_gltf(std::string_view bytes) {
  FileCheck check = check_json(bytes, 0, false);
  check.used_size = bytes.size();
  return check;
}

FileCheck check_glb(std::string_view bytes) {
  const auto word = [&](std::size_t place) {
    std::uint32_t n = 0;
    if (place + 4 <= bytes.size()) std::memcpy(&n, bytes.data() + place, 4);
    return n;
  };
  FileCheck check;
  check.used_size = bytes.size();
  if (bytes.substr(0, 4) != "glTF" || bytes.size() < 20) {
    check.error = "the file does not begin like a GLB; export it again";
  } else if (word(4) != 2) {
    check.error = fmt::format("GLB version {}: only version 2 is read; export it again", word(4));
  } else if (word(8) > bytes.size()) {
    check.error = fmt::format(
        "the header says {} bytes, but the file has {}: half a file; copy or export it again",
        word(8), bytes.size());
  } else if (word(16) != 0x4e4f534a || word(12) > bytes.size() - 20) {
    check.error = "the first part of the GLB is not its JSON; export it again";
  }
  if (!check.error.empty()) return check;
  const std::size_t binary = 20 + std::size_t{word(12)};
  const std::uint64_t binary_size =
      binary + 8 <= bytes.size() ? std::min<std::uint64_t>(word(binary), bytes.size() - binary - 8)
                                 : 0;
  FileCheck json = check_json(bytes.substr(20, word(12)), binary_size, true);
  json.used_size = bytes.size();
  return json;
}

}  // namespace outrigger::mesh_files
