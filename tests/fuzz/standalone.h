/* standalone.h: runs a fuzzer on the files named on the command line, for compilers without libFuzzer. Included at the
 * end of each fuzzer; does nothing unless REM_FUZZ_STANDALONE is defined. */
#ifdef REM_FUZZ_STANDALONE
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int i, missing = 0;
  for (i = 1; i < argc; i++) {
    static uint8_t data[1 << 16];
    FILE *file = fopen(argv[i], "rb");
    size_t size = file ? fread(data, 1, sizeof data, file) : 0;
    if (!file) {
      printf("FAIL cannot read %s\n", argv[i]);
      missing++;
      continue;
    }
    fclose(file);
    /* A block of its own, so that reading past its end is seen. */
    uint8_t *exact = malloc(size ? size : 1);
    if (!exact) return 1;
    for (size_t k = 0; k < size; k++) exact[k] = data[k];
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
  }
  printf("%d passed, %d failed\n", argc - 1 - missing, missing);
  return missing != 0;
}
#endif
