"""Keep freed memory in the process, for our jobs and the peers' alike.

A virtual machine may return free memory to its host within a second. A job that takes turns with another then finds
its memory gone, and waits for new pages: 184 MB took 150 to 420 ms instead of 20 ms on the machine of the results.
That time says nothing about either library.
"""

import ctypes
import sys

M_TRIM_THRESHOLD, M_MMAP_MAX = -1, -4  # options of glibc's mallopt

if sys.platform == "linux" and hasattr(ctypes.CDLL(None), "mallopt"):
    ctypes.CDLL(None).mallopt(M_TRIM_THRESHOLD, 2**31 - 1)
    ctypes.CDLL(None).mallopt(M_MMAP_MAX, 0)
