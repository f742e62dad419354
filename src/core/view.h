/* view.h: what a view covers. Functions on views expect a rank of 0 to 8, extents that are not negative and a
 * dtype that exists. */
#ifndef REM_VIEW_H
#define REM_VIEW_H

#include "remora/remora.h"

/* Number of elements. Axes of extent 0 count as 1 when it is decided whether the product fits, so that no
 * partial product of the shape overflows either. Returns 0 when it does not fit. */
int shape_elems(int rank, const int64_t *shape, int64_t *elems);

int64_t view_elems(const rem_view *v); /* of a view whose product fits */

/* Bytes the view touches in front of element (0,...,0), and from its first byte on. Both are 0 without elements.
 * Returns 0 when they, or their sum, do not fit an int64. */
int view_span(const rem_view *v, int64_t *before_bytes, int64_t *after_bytes);

/* Whether the strides are those of rem_view_packed; axes of extent 1 and views without elements always are. */
int view_is_packed(const rem_view *v);

/* Whether two indices of one view lead to the same element. The answer is exact for strides that nest, for two axes, and
 * where a search of 4096 tries suffices (core/overlap.c); else MEETS_PERHAPS. *axis is an axis it is about. */
enum meets { MEETS_NEVER, MEETS, MEETS_PERHAPS };
enum meets view_meets_itself(const rem_view *v, int *axis);

#endif
