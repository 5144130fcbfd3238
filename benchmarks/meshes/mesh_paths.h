// Meshes, and paths on which two copies of one move along each other: in contact, or near it.
#pragma once

#include <string>
#include <vector>

#include "peers/mesh_peer.h"

namespace glance::bench {

struct MeshModel {
  std::string name;  ///< "bunny"
  MeshSoup soup;
};

/// A generated model of about so many triangles.
MeshModel generated_model(int triangles);

/// Which real models there are, by the files under `data`: name, file.
struct ModelFile {
  const char *name, *file;
};
inline constexpr ModelFile kLargeModels[] = {
    {"bunny", "meshes/stanford-bunny.obj"},
    {"dragon", "meshes/dragon_100k.ply"},
    {"armadillo", "meshes/armadillo.obj"},
    {"gear ring", "gears_differential/diff_ring.stl"},
    {"bolt", "factory/factory_bolt_m16_loose.obj"},
};
inline constexpr ModelFile kSmallModel{"bunny 500", "meshes/bunny_500.obj"};

/// Throws std::runtime_error if it is there and cannot be read; nothing if it is not there.
std::optional<MeshModel> read_model(const ModelFile& model, const std::string& data);

/// How two copies are to each other, in parts of the model's extent.
struct Situation {
  const char* name;
  double gap;  ///< between them; below zero: so far into each other from first contact
};
inline constexpr Situation kSituations[] = {
    {"in contact, 1 %", -0.01}, {"gap 0.5 %", 0.005}, {"gap 0.05 %", 0.0005}};

/// Copies that come from random directions and slide along each other at that gap, one of them
/// turning (degrees a frame) about a random axis. The same for the same arguments.
std::vector<MeshPath> sliding_paths(const MeshSoup& soup, const Situation& situation,
                                    std::size_t paths, std::size_t frames, double turn);

/// Nine copies in a crowd (scenes/crowd.h): a path for each of the 36 pairs.
std::vector<MeshPath> crowd_paths(const MeshSoup& soup, std::uint32_t motions);

}  // namespace glance::bench
