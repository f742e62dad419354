/* code.c: what OpenCL's codes mean. */
#include "core/error.h"
#include "opencl.h"

static const struct {
  int32_t code;
  const char *name;
} codes[] = {
    {-1, "CL_DEVICE_NOT_FOUND"},          {-2, "CL_DEVICE_NOT_AVAILABLE"},
    {-3, "CL_COMPILER_NOT_AVAILABLE"},    {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {-5, "CL_OUT_OF_RESOURCES"},          {-6, "CL_OUT_OF_HOST_MEMORY"},
    {-11, "CL_BUILD_PROGRAM_FAILURE"},    {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
    {-15, "CL_COMPILE_PROGRAM_FAILURE"},  {-16, "CL_LINKER_NOT_AVAILABLE"},
    {-17, "CL_LINK_PROGRAM_FAILURE"},     {-30, "CL_INVALID_VALUE"},
    {-32, "CL_INVALID_PLATFORM"},         {-33, "CL_INVALID_DEVICE"},
    {-34, "CL_INVALID_CONTEXT"},          {-35, "CL_INVALID_QUEUE_PROPERTIES"},
    {-36, "CL_INVALID_COMMAND_QUEUE"},    {-38, "CL_INVALID_MEM_OBJECT"},
    {-42, "CL_INVALID_BINARY"},           {-43, "CL_INVALID_BUILD_OPTIONS"},
    {-44, "CL_INVALID_PROGRAM"},          {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {-46, "CL_INVALID_KERNEL_NAME"},      {-47, "CL_INVALID_KERNEL_DEFINITION"},
    {-48, "CL_INVALID_KERNEL"},           {-49, "CL_INVALID_ARG_INDEX"},
    {-50, "CL_INVALID_ARG_VALUE"},        {-51, "CL_INVALID_ARG_SIZE"},
    {-52, "CL_INVALID_KERNEL_ARGS"},      {-54, "CL_INVALID_WORK_GROUP_SIZE"},
    {-55, "CL_INVALID_WORK_ITEM_SIZE"},   {-59, "CL_INVALID_OPERATION"},
    {-61, "CL_INVALID_BUFFER_SIZE"},      {-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};

const char *opencl_code_name(int32_t code) {
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
    if (codes[i].code == code) return codes[i].name;
  return "unknown";
}

rem_status opencl_fail(rem_error *error, const char *call, int32_t code) {
  int memory =
      code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY || code == CL_INVALID_BUFFER_SIZE;
  rem_status status = memory ? REM_NO_MEMORY : REM_DEVICE;
  fail(error, status, NOWHERE, "%s failed with %d (%s)", call, (int)code, opencl_code_name(code));
  return keep_native(error, status, code);
}
