# Debian packages by CPack, from the preset `package` (tools/package): libglance0.1 with the shared
# libraries, libglance-dev with headers and what finds them, glance with the tool.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
set(GLANCE_PACKAGE_CONTACT "The Glance project <glance@localhost>" CACHE STRING
  "Whom the packages name as their maintainer")
set(glance_runtime_package libglance${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME glance)
set(CPACK_PACKAGE_CONTACT ${GLANCE_PACKAGE_CONTACT})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

# One package for each component.
set(CPACK_COMPONENTS_ALL runtime dev tool)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME ${glance_runtime_package})
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libglance-dev)
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME glance)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION math)
# Below the summary, which is the project's description. (CPack indents the lines.)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "The shared libraries: exact verdicts (apart, touching, overlapping), distances, depths, contacts and
times of impact for convex bodies, meshes and compounds.")
set(CPACK_DEBIAN_DEV_DESCRIPTION "What programs are compiled with: headers of the C++20 library, with files for CMake and pkg-config.")
set(CPACK_DEBIAN_TOOL_DESCRIPTION "The command-line tool: tells whether two mesh files touch, answers questions about pairs of bodies as
JSON lines, and runs simulations of many bodies.")

# What others depend on, by what was linked. The libraries are in the same build, where the search
# for dependencies cannot know their package.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/src)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${glance_runtime_package} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "libeigen3-dev")
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS "${glance_runtime_package} (= ${PROJECT_VERSION})")

# Where Debian looks for the licence. Only in packages: `cmake --install` leaves these out.
foreach(package runtime=${glance_runtime_package} dev=libglance-dev tool=glance)
  string(REGEX MATCH "^([a-z]+)=(.*)$" ignored ${package})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CMAKE_MATCH_2} COMPONENT ${CMAKE_MATCH_1} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
