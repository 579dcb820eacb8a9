"""The process that does jobs: its limits, its memory, and its frames. This module runs without Twisted."""

import gc
import os
import resource

import msgspec

from sitescan.examine.category_rules import trace
from sitescan.examine.child_control import HAS_PRLIMIT, NICE
from sitescan.examine.frames import Frame, FrameReader
from sitescan.examine.messages import LONGEST_ANSWER, Answer, Failed, Job, Ready
from sitescan.examine.sandbox import seal
from sitescan.examine.worker import Worker

_LARGEST = 64 * 1024 * 1024
_READ = 1024 * 1024
#: The resident memory, in bytes, above which a child is replaced after its job.
_LARGE = 256 * 1024 * 1024


class _AnswerTooLong(Exception):
    """An answer is longer than the parent allows."""


def serve(cpu_seconds: float, memory: int) -> None:
    """
    Do the jobs from standard input until it ends, in a process that was forked for it.

    :param cpu_seconds: the maximum processor time of a job, for systems on which the parent can't set it.
    :param memory: the maximum memory of the process in bytes.
    """
    _confine(memory)
    reader = FrameReader(message=_LARGEST, blob=_LARGEST)
    decoder = msgspec.json.Decoder(Job)
    # A sealed process can't open files.
    memory_used = _open_memory_used()
    _send(Ready(missing=seal()))
    worker = Worker()
    while data := os.read(0, _READ):
        for frame in reader.feed(data):
            if not HAS_PRLIMIT:
                _allow_cpu(cpu_seconds)
            if not _served(worker, decoder, frame):
                # There may be no memory even for a traceback. The parent has been notified.
                return
            _send(Ready(spent=_large(memory_used)))


def _confine(memory: int) -> None:
    """Set the limits that don't depend on the job."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    os.nice(NICE)


def _allow_cpu(seconds: float) -> None:
    """Have the kernel kill the process after the given number of further seconds of processor time."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(usage.ru_utime + usage.ru_stime + seconds + 1)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def _served(worker: Worker, decoder: msgspec.json.Decoder[Job], frame: Frame) -> bool:
    """Do a job and send its answers. Return ``False`` if memory has run out."""
    try:
        for answer in worker.answers(decoder.decode(frame.message), frame.blob):
            _send(answer)
    except MemoryError:
        _write(_OUT_OF_MEMORY)
        return False
    except _AnswerTooLong as problem:
        _send(Failed(reason=f"an answer of {problem} bytes", heavy=True))
    except Exception as problem:  # noqa: BLE001 - the parent is notified of any error
        _send(Failed(reason=trace(problem)))
    return True


def _large(memory_used: int) -> bool:
    """Return whether the process is still large after its page was dropped."""
    if _resident(memory_used) <= _LARGE:
        return False
    gc.collect()
    return _resident(memory_used) > _LARGE


def _open_memory_used() -> int:
    """Open the file from which :func:`_resident` reads. Return its descriptor, or -1 if the system has no such file."""
    try:
        return os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return -1


def _resident(memory_used: int) -> int:
    """Return the resident memory in bytes, or 0 if it isn't known."""
    if memory_used < 0:
        return 0
    return int(os.pread(memory_used, 100, 0).split()[1]) * resource.getpagesize()


def _send(answer: Answer) -> None:
    message = msgspec.json.encode(answer)
    if len(message) > LONGEST_ANSWER:
        raise _AnswerTooLong(len(message))
    _write(b"".join(Frame(message).encode()))


#: The frame to send when memory has run out. It is made in advance.
_OUT_OF_MEMORY = b"".join(Frame(msgspec.json.encode(Failed(reason="out of memory", heavy=True))).encode())


def _write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]
