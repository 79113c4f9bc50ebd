#include "mesh_files/raw_mesh.h"

#include <cstring>

namespace outrigger::mesh_files {
namespace {

constexpr std::uint64_t kBegin = 0x4853454d474952ffu;

void put(std::string& out, const void* data, std::size_t size) {
  out.append(static_cast<const char*>(data), size);
}
void put_number(std::string& out, std::uint64_t n) { put(out, &n, sizeof n); }
void put_text(std::string& out, const std::string& text) {
  put_number(out, text.size());
  out += text;
}
template <class T>
void put_array(std::string& out, const std::vector<T>& items) {
  put_number(out, items.size());
  if (!items.empty()) put(out, items.data(), items.size() * sizeof(T));
}

/// Takes pieces from the front; once something is missing, everything fails.
struct Reader {
  std::string_view left;
  bool good = true;

  bool take(void* data, std::size_t size) {
    good = good && left.size() >= size;
    if (!good) return false;
    if (size > 0) std::memcpy(data, left.data(), size);
    left.remove_prefix(size);
    return true;
  }
  std::uint64_t number() {
    std::uint64_t n = 0;
    take(&n, sizeof n);
    return n;
  }
  std::string text() {
    const std::uint64_t size = number();
    good = good && size <= left.size();
    if (!good) return {};
    std::string result(left.substr(0, size));
    left.remove_prefix(size);
    return result;
  }
  template <class T>
  void array(std::vector<T>& items) {
    const std::uint64_t count = number();
    good = good && count <= left.size() / sizeof(T);
    if (!good) return;
    items.resize(count);
    take(static_cast<void*>(items.data()), count * sizeof(T));
  }
  void texts(std::vector<std::string>& items) {
    const std::uint64_t count = number();
    good = good && count <= left.size() / sizeof(std::uint64_t);
    for (std::uint64_t i = 0; i < count && good; ++i) items.push_back(text());
  }
};

}  // namespace

std::string to_bytes(const RawMesh& mesh) {
  std::string out;
  put_number(out, kBegin);
  put_text(out, mesh.error);
  put_text(out, mesh.wanted);
  put_array(out, mesh.vertices);
  put_array(out, mesh.faces);
  put_array(out, mesh.materials);
  for (const auto* texts : {&mesh.material_names, &mesh.notes}) {
    put_number(out, texts->size());
    for (const std::string& t : *texts) put_text(out, t);
  }
  put(out, &mesh.unit, sizeof mesh.unit);
  put_number(out, static_cast<std::uint64_t>(mesh.up));
  return out;
}

bool from_bytes(std::string_view bytes, RawMesh& mesh) {
  Reader in{bytes};
  if (in.number() != kBegin) return false;
  mesh.error = in.text();
  mesh.wanted = in.text();
  in.array(mesh.vertices);
  in.array(mesh.faces);
  in.array(mesh.materials);
  in.texts(mesh.material_names);
  in.texts(mesh.notes);
  in.take(&mesh.unit, sizeof mesh.unit);
  const std::uint64_t up = in.number();
  mesh.up = static_cast<UpAxis>(up);
  return in.good && in.left.empty() && up <= static_cast<std::uint64_t>(UpAxis::z) &&
         mesh.unit > 0.0 && mesh.unit < 1e10;
}

}  // namespace outrigger::mesh_files
