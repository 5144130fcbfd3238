# How every target of this project is compiled. The library's users get only what
# they need to see the same bits: -ffp-contract=off.
add_library(glance_build_options INTERFACE)
target_compile_options(glance_build_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
if(GLANCE_WERROR)
  target_compile_options(glance_build_options INTERFACE -Werror)
endif()
target_compile_definitions(glance_build_options INTERFACE $<$<BOOL:${GLANCE_CHECKS}>:GLANCE_CHECKS>)
# Sanitizers look at library, scenes and tool. Test code is linked with them but not
# instrumented: that would take half of the time of the whole build.
add_library(glance_sanitizers INTERFACE)
if(GLANCE_SANITIZE)
  target_compile_options(glance_sanitizers INTERFACE
    -fsanitize=${GLANCE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(GLANCE_SANITIZE_NOT)
    target_compile_options(glance_sanitizers INTERFACE -fno-sanitize=${GLANCE_SANITIZE_NOT})
  endif()
  target_link_options(glance_build_options INTERFACE -fsanitize=${GLANCE_SANITIZE})
endif()
if(GLANCE_COVERAGE)
  target_compile_options(glance_build_options INTERFACE --coverage)
  target_link_options(glance_build_options INTERFACE --coverage)
endif()
