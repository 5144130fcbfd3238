# Installs the library for find_package(glance) and pkg-config glance, and the tool. Components, for
# packages: runtime (shared libraries), dev (headers and what finds them), tool, license.
include(CMakePackageConfigHelpers)
set(glance_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/glance)
set(glance_pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Installed shared libraries find each other, and the tool finds them, wherever the tree is put. In
# /usr the loader looks anyway.
if(BUILD_SHARED_LIBS AND NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  file(RELATIVE_PATH glance_bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
  foreach(target glance glance_mesh_files glance_cli)
    if(TARGET ${target})
      set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/${glance_bin_to_lib}")
    endif()
  endforeach()
endif()

# The packages that programs need to link the static library `target`: their names for find_package,
# and for pkg-config. A shared one has them.
function(glance_needed_packages target cmake_result pc_result)
  set(cmake_names "")
  set(pc_names "")
  if(NOT BUILD_SHARED_LIBS)
    get_target_property(libraries ${target} LINK_LIBRARIES)
    foreach(library IN LISTS libraries)
      if(library STREQUAL "fmt::fmt")
        list(APPEND cmake_names "fmt 9")
        list(APPEND pc_names fmt)
      elseif(library STREQUAL "TBB::tbb")
        list(APPEND cmake_names "TBB 2021")
        list(APPEND pc_names tbb)
      elseif(library STREQUAL "assimp::assimp")
        list(APPEND cmake_names assimp)
        list(APPEND pc_names assimp)
      elseif(library STREQUAL "TinyGLTF::TinyGLTF")
        list(APPEND cmake_names TinyGLTF)
        list(APPEND pc_names tinygltf)
      elseif(NOT library MATCHES "^(glance.*|\\$<.*)$")
        message(FATAL_ERROR "cmake/install.cmake does not know which package ${library} is from")
      endif()
    endforeach()
  endif()
  set(${cmake_result} "${cmake_names}" PARENT_SCOPE)
  set(${pc_result} "${pc_names}" PARENT_SCOPE)
endfunction()

# The library `target`: the file, its targets for CMake in `exported`, and pkg-config's `pc`.
function(glance_install_library target exported pc)
  install(TARGETS ${target} ${ARGN} EXPORT ${exported}
    LIBRARY COMPONENT runtime NAMELINK_COMPONENT dev
    ARCHIVE COMPONENT dev)
  install(EXPORT ${exported} NAMESPACE glance:: DESTINATION ${glance_cmake_dir} COMPONENT dev)
  glance_needed_packages(${target} ignored packages)
  list(JOIN packages " " glance_pc_requires)
  file(RELATIVE_PATH glance_pc_to_prefix /${glance_pc_dir} /)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${pc}.in ${PROJECT_BINARY_DIR}/${pc} @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc} DESTINATION ${glance_pc_dir} COMPONENT dev)
endfunction()

glance_install_library(glance glance-targets glance.pc glance_interface)
glance_needed_packages(glance glance_packages ignored)
set(glance_io_packages "")
if(TARGET glance_mesh_files)
  glance_install_library(glance_mesh_files glance_io-targets glance_io.pc)
  glance_needed_packages(glance_mesh_files glance_io_packages ignored)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/glance DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/glance-config.cmake.in
  ${PROJECT_BINARY_DIR}/glance-config.cmake INSTALL_DESTINATION ${glance_cmake_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/glance-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/glance-config.cmake ${PROJECT_BINARY_DIR}/glance-config-version.cmake
  DESTINATION ${glance_cmake_dir} COMPONENT dev)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT license)

if(TARGET glance_cli)
  install(TARGETS glance_cli COMPONENT tool)
  include(cmake/tool_files.cmake)
endif()
