#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`kleene batch --slurm` on a small cluster of its own: a controller and two nodes on this machine. With --kill one of
the nodes is killed in the middle. Skipped, with a message, where Slurm cannot be started.

usage: slurm.py KLEENE [--kill]
"""
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

KLEENE = os.path.abspath(sys.argv[1])
PROGRAM = "decl g;\nvoid main() begin\n  g := T;\n  if (!g) then\n    SLIC_ERROR: skip;\n  fi\nend\n// %d\n"
TASKS = 12

CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={root}/munge.socket
StateSaveLocation={root}/state
SlurmdSpoolDir={root}/spool/%n
SlurmctldPidFile={root}/slurmctld.pid
SlurmdPidFile={root}/slurmd.%n.pid
SlurmctldLogFile={root}/slurmctld.log
SlurmdLogFile={root}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
MaxArraySize=2
KillWait=2
NodeName=n[1-2] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{first}-{last}] CPUs=1 RealMemory=8000
PartitionName=main Nodes=n[1-2] Default=YES State=UP MaxTime=INFINITE
"""


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def free_ports(count):
    """Ports in a row that nobody listens at."""
    for first in range(20000, 30000, count):
        try:
            for port in range(first, first + count):
                with socket.socket() as s:
                    s.bind(("127.0.0.1", port))
            return first
        except OSError:
            pass
    skip("no free ports")


class Cluster:
    def __init__(self, root):
        self.root = root
        self.daemons = {}
        host = socket.gethostname().split(".")[0]
        port = free_ports(3)
        for folder in ("state", "spool"):
            (root / folder).mkdir()
        (root / "munge.key").write_bytes(os.urandom(1024))
        (root / "munge.key").chmod(0o400)
        (root / "slurm.conf").write_text(
            CONFIGURATION.format(host=host, port=port, root=root, first=port + 1, last=port + 2)
        )
        os.environ["SLURM_CONF"] = str(root / "slurm.conf")

    def start(self, name, *command):
        log = open(self.root / f"{name}.out", "w")
        self.daemons[name] = subprocess.Popen(
            command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
        )

    def begin(self):
        root = self.root
        self.start("munged", "munged", "--foreground", "--force", f"--key-file={root}/munge.key",
                   f"--socket={root}/munge.socket", f"--log-file={root}/munged.log",
                   f"--pid-file={root}/munged.pid", f"--seed-file={root}/munged.seed")  # fmt: skip
        self.until(lambda: (root / "munge.socket").exists(), "munged does not start")
        self.start("slurmctld", "slurmctld", "-D")
        for node in ("n1", "n2"):
            self.start(node, "slurmd", "-D", "-N", node)
        self.until(lambda: self.idle() == 2, "the nodes of Slurm do not come up")

    def idle(self):
        said = subprocess.run(["sinfo", "--noheader", "--Node", "--format=%N %t"], capture_output=True, text=True)
        return said.stdout.count(" idle\n")

    @staticmethod
    def until(condition, otherwise, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                skip(otherwise)
            time.sleep(0.2)

    def job_processes(self, name):
        """Those of jobs on a node, behind the processes of Slurm that watch over them."""
        own = str(self.root)
        found, watchers = set(), set()
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                environment = (entry / "environ").read_bytes().decode(errors="replace")
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                watcher = pathlib.Path(f"/proc/{parent}/comm").read_text().strip()
            except OSError:
                continue
            if f"SLURMD_NODENAME={name}\0" in environment and own in environment:
                found.add(int(entry.name))
                if watcher == "slurmstepd":
                    watchers.add(parent)
        return [*watchers, *(found - watchers)]

    def kill_node(self, name):
        """The machine is gone: its daemon, and whatever runs on it."""
        victims = []
        end = time.monotonic() + 60
        while not victims and time.monotonic() < end:
            victims = self.job_processes(name)
        daemon = self.daemons.pop(name)
        for pid in [daemon.pid, *victims]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        daemon.wait()
        return len(victims)

    def end(self):
        for daemon in reversed(self.daemons.values()):
            daemon.terminate()
        for daemon in self.daemons.values():
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def check(condition, message):
    if not condition:
        print(f"FAILED: {message}")
        sys.exit(1)


def rows(out):
    return [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]


def run(cluster, root):
    tasks = []
    for n in range(TASKS):
        tasks.append(root / f"{n}.bp")
        tasks[-1].write_text(PROGRAM % n)
    out = root / "out"
    command = [KLEENE, "batch", "--slurm", "--chunk", "2", "--time-limit", "30", "--memory-limit", "500",
               "--expected", "true", "--out", str(out), *map(str, tasks)]  # fmt: skip
    batch = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    results = out / "results"
    killed = 0
    if "--kill" in sys.argv:
        Cluster.until(lambda: any(results.glob("*/*.json")), "Slurm runs nothing")
        killed = cluster.kill_node("n1")
        check(killed > 0, "no job ran on the node")
    before = {p: p.stat().st_mtime_ns for p in results.glob("*/*.json")}
    check(killed == 0 or 0 < len(before) < TASKS, f"{len(before)} results when the node was killed")
    text, _ = batch.communicate(timeout=600)
    check(batch.returncode == 0, f"exit code {batch.returncode}:\n{text}")
    found = rows(out)
    check(sorted(r["task"] for r in found) == sorted(map(str, tasks)), f"each task once:\n{text}")
    check(all(r["status"] == "correct" for r in found), "every verdict as expected")
    check(len(list(results.glob("*/*.json"))) == TASKS, "one result for each task")
    after = {p: p.stat().st_mtime_ns for p in results.glob("*/*.json")}
    check(all(after[p] == t for p, t in before.items()), "what is done is not done again")
    arrays = len({p.name.split("_")[0] for p in (out / "slurm").glob("*_*.log")})
    check(arrays == TASKS // 2 // 2, f"{arrays} arrays, though MaxArraySize is 2")
    print(f"{TASKS} tasks in {arrays} arrays; {killed} processes of a node were killed after {len(before)} results")


def main():
    for program in ("munged", "slurmctld", "slurmd", "sbatch"):
        if shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin") is None:
            skip(f"{program} is not installed (packages-tests.txt)")
    if os.geteuid() != 0:
        skip("slurmd has to be started by root")
    os.environ["PATH"] += ":/usr/sbin"
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        root.chmod(0o755)
        cluster = Cluster(root)
        try:
            cluster.begin()
            run(cluster, root)
        finally:
            cluster.end()


if __name__ == "__main__":
    main()
