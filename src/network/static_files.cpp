#include "network/static_files.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "base/hash.h"

namespace outrigger::network {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kTypes{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".wasm", "application/wasm"},
    {".glb", "model/gltf-binary"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".txt", "text/plain; charset=utf-8"},
}};

std::string_view type_of(const fs::path& path) {
  const std::string extension = path.extension().string();
  for (const auto& [ending, type] : kTypes)
    if (extension == ending) return type;
  return "application/octet-stream";
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The path of a target relative to the folder, or nothing when it is not one of ours.
std::optional<std::string> relative_path(std::string_view target) {
  target = target.substr(0, target.find_first_of("?#"));
  if (!target.starts_with('/')) return std::nullopt;
  target.remove_prefix(1);
  std::string path;
  for (std::size_t i = 0; i < target.size(); ++i) {
    char c = target[i];
    if (c == '%') {
      if (i + 2 >= target.size()) return std::nullopt;
      const int high = hex_digit(target[i + 1]), low = hex_digit(target[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(16 * high + low);
      i += 2;
    }
    if (c == '\0' || c == '\\' || static_cast<unsigned char>(c) < 0x20) return std::nullopt;
    path.push_back(c);
  }
  for (const fs::path& part : fs::path(path))
    if (part == ".." || part == "." || part.is_absolute()) return std::nullopt;
  if (path.empty() || path.ends_with('/')) path += "index.html";
  return path;
}

HttpReply not_found() { return {404, "text/plain; charset=utf-8", "There is no such page.\n", {}}; }

HttpReply no_viewer() {
  return {503,
          "text/html; charset=utf-8",
          "<!doctype html><meta charset=utf-8><title>Outrigger</title>"
          "<style>body{font:1.1em sans-serif;max-width:40em;margin:3em auto}</style>"
          "<h1>The viewer is missing</h1>"
          "<p>The simulator is running, but the files of the viewer are not in "
          "<code>web/dist</code>. They are part of the repository; restore them with "
          "<code>git checkout web/dist</code>, or build them in <code>web/</code> with "
          "<code>npm ci &amp;&amp; npm run build</code>, then reload this page.</p>",
          {}};
}

}  // namespace

HttpReply StaticFiles::get(std::string_view target, std::string_view if_none_match) const {
  const auto relative = relative_path(target);
  if (!relative) return {400, "text/plain; charset=utf-8", "The address is not valid.\n", {}};

  // Links inside the folder must not lead out of it.
  std::error_code error;
  const fs::path root = fs::canonical(folder_, error);
  if (error) return no_viewer();
  const fs::path path = fs::canonical(root / *relative, error);
  const bool missing = error || !fs::is_regular_file(path, error);
  if (missing) return *relative == "index.html" ? no_viewer() : not_found();
  const auto [root_end, ignored] =
      std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  if (root_end != root.end()) return not_found();
  if (fs::file_size(path, error) > kMaxFileBytes || error) return not_found();

  std::ifstream in(path, std::ios::binary);
  HttpReply reply;
  reply.body.assign(std::istreambuf_iterator<char>(in), {});
  if (!in.is_open() || in.bad()) return not_found();
  reply.type = type_of(path);
  Hash hash;
  hash.add_bytes(reply.body.data(), reply.body.size());
  reply.etag = fmt::format("\"{:016x}\"", hash.value());
  if (if_none_match == reply.etag) {
    reply.status = 304;
    reply.body.clear();
  }
  return reply;
}

}  // namespace outrigger::network
