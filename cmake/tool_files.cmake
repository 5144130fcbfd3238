# What is installed with the tool: completion for bash and zsh (apps/glance writes it), and man pages,
# which help2man makes of --help (GLANCE_MAN_PAGES: needs help2man).
option(GLANCE_MAN_PAGES "Make man pages of the tool's help (needs help2man)" OFF)
set(glance_tool_files ${PROJECT_BINARY_DIR}/tool_files)

install(FILES ${glance_tool_files}/glance.bash RENAME glance
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tool)
install(FILES ${glance_tool_files}/_glance
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT tool)

if(GLANCE_MAN_PAGES)
  find_program(HELP2MAN help2man REQUIRED)
  # One page for the tool and one for each of its commands, which only the tool knows: a folder.
  add_custom_command(OUTPUT ${glance_tool_files}/man.stamp
    COMMAND ${PROJECT_SOURCE_DIR}/tools/man_pages $<TARGET_FILE:glance_cli> ${glance_tool_files}/man1
    COMMAND ${CMAKE_COMMAND} -E touch ${glance_tool_files}/man.stamp
    DEPENDS glance_cli ${PROJECT_SOURCE_DIR}/tools/man_pages VERBATIM)
  add_custom_target(glance_man ALL DEPENDS ${glance_tool_files}/man.stamp)
  install(DIRECTORY ${glance_tool_files}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT tool)
endif()
