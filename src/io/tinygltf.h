// tinygltf as it is built here, for the sources that use its types: without images, and under a
// name of our own. A program that uses both glance_io and tinygltf would otherwise have all of its
// functions twice.
#pragma once

#define tinygltf glance_tinygltf  // the namespace
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#define TINYGLTF_NO_FS  // it opens no files: see gltf_model.cpp
#include <tiny_gltf.h>
