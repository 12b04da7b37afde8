/* The one function that Rust's std takes from bcryptprimitives.dll, which wine has only since version 9. For tests under an older wine:
   it stands in a folder that WINEPATH names, and in no package. */
#include <windows.h>

/* RtlGenRandom of ntsecapi.h, under the name that advapi32 exports. */
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length > 0x10000 ? 0x10000 : (ULONG)length;
        if (!SystemFunction036(buffer, part))
            return FALSE;
        buffer += part;
        length -= part;
    }
    return TRUE;
}
