/* test_mass_f64.c: mass.inc in f64. */
#define REM_T f64
#include "mass.inc"

int main(void) {
  struct check c = {"mass_f64", 0, 0};
  masses(&c);
  return check_end(&c);
}
