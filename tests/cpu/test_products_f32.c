/* test_products_f32.c: products.inc in f32. */
#define REM_T f32
#include "products.inc"
