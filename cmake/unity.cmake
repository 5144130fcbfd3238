# Sources of the library that are compiled together, room by room, where a build from scratch is
# all that matters (under sanitizers, and for the golden hashes at -O3): a third of the time. Not
# elsewhere: after a change of one file all of its room would be compiled again.

# Files of the narrow room without names that others there have, too.
set(GLANCE_NARROW_TOGETHER box_box certify contact_patch contacts core_feature core_nearest
  curved_query derivative direction_cell dump_query exact_nearest feature_of gap_climb gjk
  pair_cache pair_frame pair_query query rounding)

# And those about meshes and compounds.
set(GLANCE_NARROW_PARTS compound_distance compound_query flat_search mesh_halfspace mesh_pair mesh_query
  part_contacts part_walk solid_overlap solid_winding sub_parts triangle_pair)

# For the targets of the folder that this is called in.
function(glance_group_sources)
  foreach(source ${ARGN})
    cmake_path(GET source PARENT_PATH room)
    cmake_path(GET room FILENAME room)
    cmake_path(GET source STEM name)
    if(room STREQUAL narrow AND name IN_LIST GLANCE_NARROW_PARTS)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP narrow_parts)
    elseif(NOT room STREQUAL narrow OR name IN_LIST GLANCE_NARROW_TOGETHER)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${room})
    endif()
  endforeach()
endfunction()
