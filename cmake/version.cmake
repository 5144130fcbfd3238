# The version stands once, as constants in include/glance/base.h: GLANCE_VERSION is what they say.
set(glance_version_header ${CMAKE_CURRENT_LIST_DIR}/../include/glance/base.h)
file(STRINGS ${glance_version_header} glance_version_lines
  REGEX "^inline constexpr int kVersion(Major|Minor|Patch) = [0-9]+;$")
string(REGEX MATCHALL "[0-9]+" GLANCE_VERSION "${glance_version_lines}")
list(JOIN GLANCE_VERSION . GLANCE_VERSION)
if(NOT GLANCE_VERSION MATCHES "^[0-9]+\\.[0-9]+\\.[0-9]+$")
  message(FATAL_ERROR "include/glance/base.h: expected kVersionMajor, kVersionMinor and kVersionPatch, in this order")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${glance_version_header})
