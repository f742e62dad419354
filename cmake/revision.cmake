# revision.cmake: writes the revision of the source tree into a C file, and only where it changed:
# cmake -DSOURCE=folder -DOUT=revision.c -P revision.cmake
set(revision "")
find_program(git git)
if(git)
  execute_process(COMMAND ${git} -C ${SOURCE} describe --always --match= --dirty=+ --abbrev=10
                  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(code "/* Made by cmake/revision.cmake. */\n#include \"revision.h\"\nconst char tool_revision[] = \"${revision}\";\n")
file(CONFIGURE OUTPUT ${OUT} CONTENT "${code}" @ONLY)
