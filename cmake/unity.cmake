# Sources that are compiled together where a build from scratch is all that matters
# (GLANCE_TOGETHER: ./test and sanitizers; always for the golden hashes at -O3): most of the time of a
# file goes to headers. Not elsewhere: after a change of one file all of its group would be
# compiled again.
#
# So names in unnamed namespaces must differ: within a test program, and within a group here.

# The library: room by room, and the narrow room in groups of files whose names do not meet.
set(GLANCE_GROUP_narrow box_box certify contact_patch contacts core_feature core_nearest
  curved_query derivative direction_cell dump_query feature_of gap_climb gjk pair_cache
  pair_exact_stage pair_frame pair_query query rounding)
set(GLANCE_GROUP_narrow_search closest_points common_point core_depth epa lp_frame lp_pairs
  lp_separation separation simplex_search sphere_box thin_pair voronoi_walk)
set(GLANCE_GROUP_narrow_exact exact_bodies exact_contact exact_depth exact_nearest exact_pair
  exact_search halfspace_pair oracle oracle_distance oracle_points
  oracle_verdict verify verify_body verify_curved)
set(GLANCE_GROUP_narrow_parts compound_distance compound_query exact_triangles flat_search manifold
  mesh_halfspace mesh_pair mesh_query part_contacts part_walk patch_rules sample_point solid_contact
  solid_overlap solid_winding stored_hits stored_memory sub_parts triangle_pair)

# For the targets of the folder that this is called in.
function(glance_group_sources)
  foreach(source ${ARGN})
    cmake_path(GET source PARENT_PATH room)
    cmake_path(GET room FILENAME room)
    cmake_path(GET source STEM name)
    if(NOT room STREQUAL narrow)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${room})
    endif()
    foreach(group narrow narrow_search narrow_exact narrow_parts)
      if(room STREQUAL narrow AND name IN_LIST GLANCE_GROUP_${group})
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
      endif()
    endforeach()
  endforeach()
endfunction()

# All else: the sources of a target as they come, but for those that have flags of their own. Not
# too many at a time, for two cores to share the work.
function(glance_compile_together target)
  if(GLANCE_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()
