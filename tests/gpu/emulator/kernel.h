/* kernel.h: the beginning of a kernel's file, and what its end becomes. */
#define REM_EMULATOR_HOST
#include "emulator.h"

struct emulated *emulated;

/* The bounds of what is declared with LOCAL_ARRAY, by the linker, and KERNEL_AMONG's number, where there are such. */
extern char __start_block_memory[] __attribute__((weak)), __stop_block_memory[] __attribute__((weak));
extern int emulated_cluster __attribute__((weak));

/* Eight pointers and a struct, or the struct alone. */
#define KERNEL_ENTRY(arguments)                                                                            \
  static void enter(void **p) {                                                                            \
    remora(*(char **)p[0], *(char **)p[1], *(char **)p[2], *(char **)p[3], *(char **)p[4], *(char **)p[5], \
           *(char **)p[6], *(char **)p[7], *(struct arguments *)p[8]);                                     \
  }                                                                                                        \
  DESCRIBE
#define KERNEL_ENTRY_ALONE(arguments)                                \
  static void enter(void **p) { remora(*(struct arguments *)p[0]); } \
  DESCRIBE
#define DESCRIBE                                                               \
  void describe(struct kernel_code *code) {                                    \
    code->entry = enter;                                                       \
    code->memory = __start_block_memory;                                       \
    code->memory_bytes = (size_t)(__stop_block_memory - __start_block_memory); \
    code->cluster = &emulated_cluster ? emulated_cluster : 1;                  \
  }
