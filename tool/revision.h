/* revision.h: which state of the source tree this program was built from. */
#ifndef TOOL_REVISION_H
#define TOOL_REVISION_H

/* "407624e", "407624e+" where files were changed since that commit, "" where there was no git. Made by
 * cmake/revision.cmake and linked into the program alone: a commit does not link every test anew. */
extern const char tool_revision[];

#endif
