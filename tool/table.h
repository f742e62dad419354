/* table.h: the op table as JSON, from the public interface alone. */
#ifndef TOOL_TABLE_H
#define TOOL_TABLE_H

#include <stdio.h>

void table_json_op(FILE *file, const char *op); /* one object, no line break */

#endif
