"""Code that runs in a sealed child process can access nothing but its page."""

import ctypes
import json
import os
import platform
import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or platform.machine() not in ("x86_64", "aarch64"),
    reason="seccomp filters are written for Linux on x86_64 and aarch64",
)

#: The attempts of code that a page injects through a parser. Each attempt is a function that must fail.
_HOSTILE = """
import ctypes, json, mmap, os, resource, signal, socket, sys, threading

from sitescan.examine.warm_up import warm_up
from sitescan.examine.sandbox import seal

port, parent = int(sys.argv[1]), os.getppid()
warm_up("turbohtml")
libc = ctypes.CDLL(None, use_errno=True)
before = open("/proc/self/statm")
missing = seal()


def call(*arguments):
    result = libc.syscall(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result


def connect():
    with socket.socket() as connection:
        connection.connect(("127.0.0.1", port))


def thread():
    thread = threading.Thread(target=print)
    thread.start()
    thread.join()


attempts = {
    "connect to loopback": connect,
    "make a UNIX socket": lambda: socket.socket(socket.AF_UNIX),
    "make a pair of sockets": socket.socketpair,
    "read a file": lambda: open("/etc/hostname").read(),
    "write a file": lambda: open("/tmp/pears", "w"),
    "list a directory": lambda: os.listdir("/"),
    "look at a file": lambda: os.stat("/etc/passwd"),
    "open the parent's memory": lambda: os.open(f"/proc/{parent}/mem", os.O_RDWR),
    "trace the parent": lambda: call(101 if os.uname().machine == "x86_64" else 117, 16, parent, 0, 0),
    "read the parent's memory": lambda: call(310 if os.uname().machine == "x86_64" else 270, parent, 0, 0, 0, 0, 0),
    "signal the parent": lambda: os.kill(parent, 0),
    "signal itself": lambda: os.kill(os.getpid(), 0),
    "fork": os.fork,
    "run a program": lambda: os.execv("/bin/true", ["true"]),
    "start a process": lambda: os.posix_spawn("/bin/true", ["true"], {}),
    "start a thread": thread,
    "lift the limit of time": lambda: resource.setrlimit(resource.RLIMIT_CPU, (100, resource.RLIM_INFINITY)),
    "lift the limit of memory": lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)),
    "ignore the signal of that limit": lambda: signal.signal(signal.SIGXCPU, signal.SIG_IGN),
    "block it": lambda: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXCPU]),
    "raise its priority": lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
    "run code that it writes": lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC),
    "become dumpable": lambda: call(157 if os.uname().machine == "x86_64" else 167, 4, 1, 0, 0, 0),
    "load another filter": lambda: call(317 if os.uname().machine == "x86_64" else 277, 1, 0, 0),
    "wait for a file": lambda: os.pipe(),
    "copy a descriptor": lambda: os.dup(0),
}
results = {}
for name, attempt in attempts.items():
    try:
        results[name] = f"worked: {attempt()!r}"
    except (OSError, ValueError, RuntimeError) as refused:
        results[name] = "refused"
working = {
    "memory": len(bytearray(50_000_000)),
    "an open file": len(os.pread(before.fileno(), 100, 0)) > 0,
    "chance": len(os.urandom(8)),
}
os.write(1, json.dumps({"missing": missing, "results": results, "working": working}).encode())
"""


def test_forbidden_operations_fail() -> None:
    """Files, network, processes and limits can't be accessed; memory and open files can."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        ran = subprocess.run(
            [sys.executable, "-c", _HOSTILE, str(server.getsockname()[1])],
            capture_output=True,
            timeout=60,
            check=False,
            env={"PATH": os.environ.get("PATH", "")},
        )
        server.settimeout(0)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert ran.returncode == 0, ran.stderr.decode()
    found = json.loads(ran.stdout)
    if "seccomp" in found["missing"]:
        pytest.skip("this kernel has no seccomp")
    assert {name: result for name, result in found["results"].items() if result != "refused"} == {}
    assert found["working"] == {"memory": 50_000_000, "an open file": True, "chance": 8}


#: Attempts with Landlock alone, as on an architecture without a seccomp filter. The limits of descriptors and processes
#: refuse most attempts as well, so these attempts need neither a descriptor nor a process.
_WITHOUT_SECCOMP = """
import ctypes, json, os, platform, signal, socket, sys
from pathlib import Path

platform.machine = lambda: "unknown"
from sitescan.examine.sandbox import seal

port, folder = int(sys.argv[1]), Path(sys.argv[2])
connection, listener, stream = socket.socket(), socket.socket(), socket.socket(socket.AF_UNIX)
missing = seal()
attempts = {
    "make a folder": (1, (folder / "new").mkdir),
    "delete a file": (1, (folder / "kept").unlink),
    "run a program": (1, lambda: os.execv("/bin/echo", ["echo"])),
    "connect to loopback": (4, lambda: connection.connect(("127.0.0.1", port))),
    "listen": (4, lambda: listener.bind(("127.0.0.1", 0))),
    "connect to an abstract socket": (6, lambda: stream.connect(f"\\0pears {os.getppid()}")),
    "signal the parent": (6, lambda: os.kill(os.getppid(), 0)),
}
results = {}
for name, (version, attempt) in attempts.items():
    try:
        results[name] = (version, f"worked: {attempt()!r}")
    except PermissionError:
        results[name] = (version, "refused")
prctl = ctypes.CDLL(None).prctl
state = {"dumpable": prctl(3, 0, 0, 0, 0), "no new privileges": prctl(39, 0, 0, 0, 0)}
print(json.dumps({"missing": missing, "results": results, "state": state}))
"""


def test_landlock_alone(tmp_path: Path) -> None:
    """Without seccomp, Landlock refuses files and programs, and on newer kernels the network and signals as well."""
    version = ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), 1)
    if version < 1:
        pytest.skip("this kernel has no Landlock")
    (tmp_path / "kept").touch()
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind(f"\0pears {os.getpid()}")
        abstract.listen()
        arguments = [str(server.getsockname()[1]), str(tmp_path)]
        ran = subprocess.run(
            [sys.executable, "-c", _WITHOUT_SECCOMP, *arguments], capture_output=True, timeout=60, check=False
        )
    assert ran.returncode == 0, ran.stderr.decode()
    found = json.loads(ran.stdout)
    assert found["missing"] == ["seccomp"]
    assert found["state"] == {"dumpable": 0, "no new privileges": 1}
    allowed = {name for name, (needed, result) in found["results"].items() if result != "refused" and version >= needed}
    assert allowed == set()
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.slow
@pytest.mark.parametrize("builder", ["turbohtml", "html5lib"])
def test_nothing_is_loaded_after_warmup(builder: str) -> None:
    """A warm child process opens no file and imports no module for a page in any encoding."""
    program = "import sys; sys.path.insert(0, sys.argv.pop(1)); from tests.examine.warm import main; main()"
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
    command = [sys.executable, "-c", program, root, builder]
    ran = subprocess.run(command, capture_output=True, timeout=300, check=False)
    assert (ran.stdout.decode(), ran.returncode) == ("", 0), ran.stderr.decode()
