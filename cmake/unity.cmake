# Sources that are compiled together where a build from scratch is all that matters
# (GLANCE_TOGETHER: ./run, ./test and sanitizers; always for the golden hashes at -O3): most of the time of a
# file goes to headers. Not elsewhere: after a change of one file all of its group would be
# compiled again.
#
# What that asks of names: those in the unnamed namespaces of one room must differ, and those of the
# sources of one test program. Within a room they do so anyway: equal names would be one helper
# written twice. A test that would rather have the names of another opens a namespace of its own
# around its unnamed one (tests/unit/bound/curved_box_test.cpp). Flags that differ keep a source
# out of its group; nothing else does.

# The library, room by room: for the targets of the folder that this is called in.
function(glance_group_sources)
  foreach(source ${ARGN})
    cmake_path(GET source PARENT_PATH room)
    cmake_path(GET room FILENAME room)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${room})
  endforeach()
endfunction()

# All else: the sources of a target as they come, but for those that have flags of their own. So
# many at a time (8 unless told), for two cores to share the work.
function(glance_compile_together target)
  set(at_a_time 8)
  if(ARGC GREATER 1)
    set(at_a_time ${ARGV1})
  endif()
  if(GLANCE_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${at_a_time})
  endif()
endfunction()
