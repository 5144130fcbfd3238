# Installs the library for find_package(glance) and pkg-config glance.
include(CMakePackageConfigHelpers)
set(glance_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/glance)

install(TARGETS glance glance_interface EXPORT glance-targets)
if(TARGET glance_mesh_files)
  install(TARGETS glance_mesh_files EXPORT glance_io-targets)
  install(EXPORT glance_io-targets NAMESPACE glance:: DESTINATION ${glance_cmake_dir})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/glance DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT glance-targets NAMESPACE glance:: DESTINATION ${glance_cmake_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/glance-config.cmake.in
  ${PROJECT_BINARY_DIR}/glance-config.cmake INSTALL_DESTINATION ${glance_cmake_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/glance-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/glance-config.cmake
              ${PROJECT_BINARY_DIR}/glance-config-version.cmake DESTINATION ${glance_cmake_dir})

# A static library needs fmt at the user's link; a shared one has it.
set(glance_pc_requires fmt)
if(BUILD_SHARED_LIBS)
  set(glance_pc_requires "")
endif()
file(RELATIVE_PATH glance_pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/glance.pc.in ${PROJECT_BINARY_DIR}/glance.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/glance.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET glance_cli)
  install(TARGETS glance_cli)
endif()
