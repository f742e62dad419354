/* math.h: the elementary functions for f32 and f64, to the same bits on every device.

   Written from IEEE operations and integer moves alone: no library function. Worst errors are promised in math.def,
   measured by `remora math`, explained in docs/math.md. Above each polynomial stands the command (tool/coef/remez.c)
   that derives its coefficients. vocab.h comes first. A kernel for a GPU gets of these files what its entry names: the
   files and their order are listed once more in math.def. */
#ifndef REM_MATH_H
#define REM_MATH_H

#ifndef REM_VOCAB_H
#error "include vocab.h before Remora's math.h; if <math.h> was meant, search ops/ with -iquote instead of -I"
#endif

#include "math/exp.h"
#include "math/log.h"
#include "math/hyper.h"
#include "math/power.h"
#include "math/trig.h"
#include "math/arc.h"
#include "math/erf.h"
#include "math/gamma.h"

#endif
