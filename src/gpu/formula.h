/* formula.h: the formulas of entries as text, one #define for each part: the same tokens that the CPU's kernels are made of. */
#ifndef REM_GPU_FORMULA_H
#define REM_GPU_FORMULA_H

/* "#define LIFT_ r.s = x;\n#define JOIN_ ...": NULL where there is no such entry. */
const char *formula_text(const char *entry);

#endif
