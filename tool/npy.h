/* npy.h: reads and writes NumPy's .npy files (format versions 1, 2 and 3). */
#ifndef TOOL_NPY_H
#define TOOL_NPY_H

#include "tensors.h"

/* dtypes: <f4 <f8 <f2 |b1 |u1 |i1 <i2 <i4 <i8 <u4. NumPy has no bfloat16: the ml_dtypes package saves it as '<V2', which NumPy loads as
 * '|V2'; both are read as bf16, and bf16 is written as '<V2'. np.load(file).view(ml_dtypes.bfloat16) makes it whole. */

/* Reads a file into a tensor without guards: its view has the file's strides. Returns 0, or -1 with a sentence.
 * Release with tensor_destroy. */
int npy_read(const char *path, struct tensor *t, char *why, size_t why_bytes);

/* Writes a tensor of any strides, in row-major order. */
int npy_write(const char *path, const struct tensor *t, char *why, size_t why_bytes);

#endif
