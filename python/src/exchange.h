/* exchange.h: the table of functions that DLPack 1.3 lets an array type offer as __dlpack_c_exchange_api__, so that
 * tensors are read and made without a call of Python's. The layout is DLPack's; every function needs the GIL and
 * returns 0, or -1 with an exception set. */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "remora/remora_dlpack.h"

struct exchange {
  DLPackVersion version;
  const struct exchange *previous;
  /* Memory for a tensor such as *like, of the type's allocator and current stream. */
  int (*allocate)(DLTensor *like, DLManagedTensorVersioned **made, void *context,
                  void (*fail)(void *context, const char *kind, const char *message));
  int (*take)(void *object, DLManagedTensorVersioned **tensor);
  int (*give)(DLManagedTensorVersioned *tensor, void **object); /* takes the tensor */
  int (*look)(void *object, DLTensor *tensor);                  /* owned by the object; may be NULL */
  int (*current_stream)(int device_type, int32_t device_id, void **stream);
};

#endif
