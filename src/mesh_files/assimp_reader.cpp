#include "mesh_files/assimp_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>

namespace outrigger::mesh_files {
namespace {

/// Bytes in memory as a file.
class MemoryStream : public Assimp::IOStream {
 public:
  explicit MemoryStream(std::string_view bytes) : bytes_(bytes) {}

  size_t Read(void* buffer, size_t size, size_t count) override {
    if (size == 0) return 0;
    const size_t whole = std::min(count, (bytes_.size() - at_) / size);
    if (whole > 0) std::memcpy(buffer, bytes_.data() + at_, whole * size);
    at_ += whole * size;
    return whole;
  }
  size_t Write(const void*, size_t, size_t) override { return 0; }
  aiReturn Seek(size_t offset, aiOrigin origin) override {
    const size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : bytes_.size();
    const size_t to = origin == aiOrigin_END ? from - offset : from + offset;
    if (to > bytes_.size()) return aiReturn_FAILURE;
    at_ = to;
    return aiReturn_SUCCESS;
  }
  size_t Tell() const override { return at_; }
  size_t FileSize() const override { return bytes_.size(); }
  void Flush() override {}

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

/// The file itself and its companions; nothing else exists. Asked for a name that it does not know it
/// notes it and ends the import: whoever reads then brings that file too.
class CompanionSystem : public Assimp::IOSystem {
 public:
  CompanionSystem(const ReadRequest& request, std::string main_name, std::string& wanted)
      : request_(request), main_name_(std::move(main_name)), wanted_(wanted) {}

  bool Exists(const char* name) const override {
    return name == main_name_ || companion(name) != nullptr;
  }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* name, const char* mode) override {
    if (mode != nullptr && mode[0] != 'r') return nullptr;
    if (name == main_name_) return new MemoryStream(request_.bytes);
    const std::string* const bytes = companion(name);
    return bytes == nullptr ? nullptr : new MemoryStream(std::string_view(*bytes));
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

 private:
  const std::string* companion(const std::string& name) const {
    const auto known = request_.companions.find(name);
    if (known == request_.companions.end()) {
      wanted_ = name;
      throw std::runtime_error("another file is needed");
    }
    return known->second ? &*known->second : nullptr;
  }

  const ReadRequest& request_;
  std::string main_name_;
  std::string& wanted_;
};

/// Importers of other formats would be asked too, in the order of their registration.
void keep_only(Assimp::Importer& importer, const char* extension) {
  std::vector<Assimp::BaseImporter*> others;
  for (size_t i = 0; i < importer.GetImporterCount(); ++i) {
    const aiImporterDesc* d = importer.GetImporterInfo(i);
    const std::string all = fmt::format(" {} ", d != nullptr ? d->mFileExtensions : "");
    if (all.find(fmt::format(" {} ", extension)) == std::string::npos) {
      others.push_back(importer.GetImporter(i));
    }
  }
  for (Assimp::BaseImporter* other : others) importer.UnregisterLoader(other);
}

/// Copies the triangles of all nodes, each at its place.
class SceneCopier {
 public:
  SceneCopier(const aiScene& scene, std::size_t max_faces) : scene_(scene), max_faces_(max_faces) {}

  RawMesh run() {
    copy_material_names();
    struct Entry {
      const aiNode* node;
      Mat4 pose;
    };
    std::vector<Entry> stack = {{scene_.mRootNode, Mat4::Identity()}};
    while (!stack.empty() && result_.error.empty()) {
      const Entry entry = stack.back();
      stack.pop_back();
      if (entry.node == nullptr) continue;
      const aiMatrix4x4& m = entry.node->mTransformation;
      Mat4 local;
      local << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2,
          m.d3, m.d4;
      const Mat4 pose = entry.pose * local;
      for (unsigned i = 0; i < entry.node->mNumMeshes; ++i) copy_mesh(entry.node->mMeshes[i], pose);
      for (unsigned i = entry.node->mNumChildren; i > 0; --i) {
        stack.push_back({entry.node->mChildren[i - 1], pose});
      }
    }
    if (skipped_ > 0) {
      result_.notes.push_back(
          fmt::format("{} points and lines were left out: only surfaces touch", skipped_));
    }
    if (!result_.error.empty()) return {result_.error, {}, {}, {}, {}, {}, {}};
    return std::move(result_);
  }

 private:
  void copy_material_names() {
    const unsigned count = std::min(scene_.mNumMaterials, 65536u);
    for (unsigned i = 0; i < count; ++i) {
      aiString name;
      scene_.mMaterials[i]->Get(AI_MATKEY_NAME, name);
      result_.material_names.emplace_back(name.C_Str());
    }
  }

  void copy_mesh(unsigned index, const Mat4& pose) {
    if (index >= scene_.mNumMeshes || !result_.error.empty()) return;
    const aiMesh& mesh = *scene_.mMeshes[index];
    if (mesh.mMaterialIndex > 65535) {
      result_.error = fmt::format("has more than 65536 materials; join some of them");
      return;
    }
    const std::size_t first = result_.vertices.size();
    if (first + mesh.mNumVertices > static_cast<std::size_t>(std::numeric_limits<int>::max()) ||
        result_.faces.size() + mesh.mNumFaces > max_faces_) {
      result_.error = fmt::format(
          "has more than {} triangles, the most that are read; make it coarser or cut it into "
          "several files",
          max_faces_);
      return;
    }
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      const aiVector3D& p = mesh.mVertices[v];
      result_.vertices.emplace_back((pose * Vec4(p.x, p.y, p.z, 1.0)).head<3>());
    }
    // A mirrored node turns its faces inside out.
    const bool mirrored = pose.topLeftCorner<3, 3>().determinant() < 0.0;
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      if (face.mNumIndices != 3) {
        ++skipped_;
        continue;
      }
      geometry::Triangle t;
      for (std::size_t c = 0; c < 3; ++c) {
        const unsigned v = face.mIndices[mirrored && c > 0 ? 3 - c : c];
        if (v >= mesh.mNumVertices) {
          result_.error =
              fmt::format("face {} names vertex {}, but its mesh has {}", f, v, mesh.mNumVertices);
          return;
        }
        t[c] = static_cast<std::int32_t>(first + v);
      }
      result_.faces.push_back(t);
      result_.materials.push_back(static_cast<std::uint16_t>(mesh.mMaterialIndex));
    }
  }

  const aiScene& scene_;
  std::size_t max_faces_;
  std::int64_t skipped_ = 0;
  RawMesh result_;
};

}  // namespace

RawMesh read_with_assimp(const ReadRequest& request) {
  Assimp::Importer importer;
  const char* extension = format_name(request.format);
  keep_only(importer, extension);
  const std::string name = fmt::format("mesh.{}", extension);
  RawMesh failed;
  importer.SetIOHandler(new CompanionSystem(request, name, failed.wanted));  // the importer owns it
  // Positions alone: what else a vertex carries would keep equal ones apart.
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS,
                              aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS |
                                  aiComponent_COLORS | aiComponent_TEXCOORDS |
                                  aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
                                  aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS);
  // Axes are turned by who asks, for all formats alike.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFile(
      name, aiProcess_RemoveComponent | aiProcess_Triangulate | aiProcess_SortByPType);
  if (!failed.wanted.empty()) return failed;
  if (scene == nullptr || scene->mRootNode == nullptr) {
    std::string why = importer.GetErrorString();
    std::replace(why.begin(), why.end(), '\n', ' ');
    failed.error = fmt::format("cannot be read as {}: {}", extension,
                               why.empty() ? "the importer gives no reason" : why);
    return failed;
  }
  return SceneCopier(*scene, request.max_faces).run();
}

}  // namespace outrigger::mesh_files
