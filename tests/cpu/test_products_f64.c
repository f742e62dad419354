/* test_products_f64.c: products.inc in f64. */
#define REM_T f64
#include "products.inc"
