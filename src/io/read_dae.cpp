// COLLADA through Assimp, in this process: damage that check_collada does not know may crash it. So
// this format is for files that the user trusts (mesh_file.h).
// Tested in tests/unit/io/dae_test.cpp (Dae.NodesPlaceMeshes).
#include <fmt/format.h>

#include <assimp/MemoryIOWrapper.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#include <exception>

#include "glance/tolerance.h"
#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

/// The file itself, from memory, and no other.
class OneFile final : public Assimp::IOSystem {
 public:
  explicit OneFile(std::string_view bytes) : bytes_(bytes) {}

  static constexpr const char* kName = "scene.dae";

  bool Exists(const char* path) const override { return std::string_view(path) == kName; }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* path, const char*) override {
    if (!Exists(path)) return nullptr;
    return new Assimp::MemoryIOStream(reinterpret_cast<const std::uint8_t*>(bytes_.data()),
                                      bytes_.size());
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

 private:
  std::string_view bytes_;
};

/// Where a node is; the matrix need not be rigid.
struct Placement {
  Mat3 linear = Mat3::identity();
  Vec3 translation;

  Vec3 operator()(const Vec3& p) const {
    Vec3 q;
    for (int i = 0; i < 3; i++) {
      q[i] = linear(i, 0) * p.x() + linear(i, 1) * p.y() + (linear(i, 2) * p.z() + translation[i]);
    }
    return q;
  }
};

/// a * b in doubles.
Placement product(const Placement& a, const aiMatrix4x4& b) {
  const Mat3 linear{b.a1, b.a2, b.a3, b.b1, b.b2, b.b3, b.c1, b.c2, b.c3};
  return {a.linear * linear, a(Vec3(b.a4, b.b4, b.c4))};
}

Result<void> add_mesh(MeshFile& data, const aiMesh& mesh, const Placement& place) {
  const std::size_t first = data.vertices.size();
  if (first + mesh.mNumVertices >= UINT32_MAX)
    return fail(ErrorCode::out_of_range, "too many vertices");
  for (unsigned v = 0; v < mesh.mNumVertices; v++) {
    const aiVector3D& p = mesh.mVertices[v];
    data.vertices.push_back(place(Vec3(p.x, p.y, p.z)));
  }
  for (unsigned f = 0; f < mesh.mNumFaces; f++) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices != 3) {
      data.skipped_faces++;
      continue;
    }
    Triangle t;
    for (unsigned k = 0; k < 3; k++) {
      if (face.mIndices[k] >= mesh.mNumVertices) {
        return fail(ErrorCode::bad_data, fmt::format("a face names vertex {} of a mesh that has {}",
                                                     face.mIndices[k], mesh.mNumVertices));
      }
      t[k] = static_cast<std::uint32_t>(first) + face.mIndices[k];
    }
    data.triangles.push_back(t);
  }
  if (data.triangles.size() > kMaxTriangles) {
    return fail(ErrorCode::bad_data, fmt::format("more than {} triangles", kMaxTriangles));
  }
  return {};
}

/// Nodes without a name are given one by Assimp.
std::string_view name_of(const aiNode& node, const aiMesh& mesh) {
  const std::string_view name = node.mName.C_Str();
  return name.empty() || name.starts_with("$ColladaAutoName$") ? mesh.mName.C_Str() : name;
}

Result<MeshFile> collect(const aiScene& scene) {
  MeshFile data;
  if (!scene.mRootNode) return data;
  struct Placed {
    const aiNode* node;
    Placement place;
  };
  std::vector<Placed> open{{scene.mRootNode, Placement{}}};
  while (!open.empty()) {
    const Placed at = open.back();
    open.pop_back();
    const Placement place = product(at.place, at.node->mTransformation);
    for (unsigned i = 0; i < at.node->mNumMeshes; i++) {
      if (at.node->mMeshes[i] >= scene.mNumMeshes)
        return fail(ErrorCode::bad_data, "a node names a mesh that is not there");
      if (i == 0) {
        begin_node(data, name_of(*at.node, *scene.mMeshes[at.node->mMeshes[0]]));
        data.nodes.back().mesh = at.node->mMeshes[0];
        data.nodes.back().linear = place.linear;
        data.nodes.back().translation = place.translation;
      }
      Result<void> added = add_mesh(data, *scene.mMeshes[at.node->mMeshes[i]], place);
      if (!added) return fail(added.error());
    }
    for (unsigned i = at.node->mNumChildren; i-- > 0;) {
      open.push_back({at.node->mChildren[i], place});
    }
  }
  return data;
}

}  // namespace

Result<MeshFile> read_dae(std::string_view text) {
  if (Result<void> good = check_collada(text); !good) return fail(good.error());
  try {
    Assimp::Importer importer;
    importer.SetIOHandler(new OneFile(text));  // which the importer deletes
    importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
    const aiScene* scene = importer.ReadFile(OneFile::kName, aiProcess_Triangulate);
    if (!scene) return damaged(first_line(importer.GetErrorString()));
    if (scene->mFlags & AI_SCENE_FLAGS_INCOMPLETE)
      return fail(ErrorCode::bad_data, "the scene is not complete");
    return collect(*scene);
  } catch (const std::exception& error) {
    return damaged(first_line(error.what()));
  }
}

}  // namespace glance::rooms::io
