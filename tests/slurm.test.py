"""A chart by a job array of a real Slurm, which is started here on one machine: the same bytes as at once.

    python3 tests/slurm.test.py PATH-TO-ANHOLON

Exits with 77 and a reason where Slurm is not installed or does not start. Everything runs in a temporary folder with a key and a configuration
of its own, and whatever is started here is ended here.
"""

import ctypes
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
SWING = "model Swing { param k = 4; coord x; kinetic x'^2/2; potential k*x^2/2; init x = 0.5 }"
CHART = ["--over", "k=1..9:70", "--over", "x=0.1..1:50", "--measure", "final(x)", "--until", "1"]
CONFIGURATION = """ClusterName=here
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPort={controller}
SlurmdPort={daemon}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
SchedulerParameters=sched_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def tail(path):
    try:
        with open(path, errors="replace") as file:
            return "".join(file.readlines()[-5:]).strip()
    except OSError:
        return ""


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.started = []
        for name in ("state", "spool"):
            os.mkdir(os.path.join(folder, name))
        values = {"folder": folder, "host": socket.gethostname().split(".")[0], "controller": free_port(), "daemon": free_port(),
                  "cpus": os.cpu_count()}
        with open(os.path.join(folder, "slurm.conf"), "w") as file:
            file.write(CONFIGURATION.format(**values))
        with open(os.path.join(folder, "cgroup.conf"), "w") as file:
            file.write("CgroupPlugin=cgroup/v1\n")
        key = os.path.join(folder, "munge.key")
        with open(key, "wb") as file:
            file.write(os.urandom(1024))
        os.chmod(key, 0o400)
        self.environment = {**os.environ, "SLURM_CONF": os.path.join(folder, "slurm.conf")}

    def start(self, name, *words):
        log = open(os.path.join(self.folder, f"{name}.out"), "w")
        self.started.append((name, subprocess.Popen([shutil.which(name) or f"/usr/sbin/{name}", *words], env=self.environment,
                                                    stdout=log, stderr=subprocess.STDOUT, start_new_session=True)))

    def why(self, name):
        return " | ".join(filter(None, (tail(os.path.join(self.folder, f"{name}.{ending}")) for ending in ("out", "log"))))

    def run(self, *words):
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=60)

    def start_all(self):
        at = self.folder
        self.start("munged", "-F", "-f", f"--key-file={at}/munge.key", f"--socket={at}/munge.socket", f"--pid-file={at}/munge.pid",
                   f"--log-file={at}/munge.log", f"--seed-file={at}/munge.seed")
        self.start("slurmctld", "-D", "-c", "-f", f"{at}/slurm.conf")
        self.start("slurmd", "-D", "-f", f"{at}/slurm.conf")
        for _ in range(60):
            for name, process in self.started:
                if process.poll() is not None:
                    skip(f"{name} does not run here: {self.why(name)}")
            state = self.run("sinfo", "-h", "-o", "%T").stdout.strip()
            if state.startswith("idle"):
                return
            time.sleep(0.5)
        skip(f"the node does not become idle: {state or 'no answer'}; {self.why('slurmd')}")

    def stop(self):
        for name, process in reversed(self.started):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for name, process in reversed(self.started):
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        reap()


def adopt():
    """What slurmd leaves behind becomes a child of this process, which can then wait for its end (PR_SET_CHILD_SUBREAPER)."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def reap():
    for _ in range(50):
        try:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.1)
        except ChildProcessError:
            return


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def compare(binary, cluster, folder):
    model = os.path.join(folder, "swing.anh")
    with open(model, "w") as file:
        file.write(SWING + "\n")
    whole, joined, study = (os.path.join(folder, name) for name in ("whole.csv", "joined.csv", "study"))
    subprocess.run([binary, "chart", model, *CHART, "-o", whole], check=True, stdout=subprocess.DEVNULL)
    done = cluster.run(binary, "chart", model, *CHART, "--threads", "1", "--folder", study, "--slurm", "3", "-o", joined)
    if done.returncode != 0:
        print(done.stdout + done.stderr)
        return 1
    print(done.stdout.strip())
    jobs = re.findall(r"submitted job (?:array )?(\d+)", done.stdout)
    for _ in range(240):
        if os.path.exists(joined) and not cluster.run("squeue", "-h").stdout.strip():
            break
        time.sleep(0.5)
    else:
        print(cluster.run("squeue").stdout + cluster.why("slurmctld") + cluster.why("slurmd"))
        return 1
    if bytes_of(joined) != bytes_of(whole):
        print("the job array made other bytes")
        return 1
    print(f"jobs {', '.join(jobs)}: an array of 3 tasks and the job that joins them made the same bytes as one process")
    return 0


def main():
    binary = os.path.abspath(sys.argv[1])
    missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch", "sinfo")
               if not shutil.which(name) and not os.path.exists(f"/usr/sbin/{name}")]
    if missing:
        skip(f"not installed: {', '.join(missing)} (Debian: slurm-wlm); tests/study.test.py has a stand-in for sbatch")
    if os.geteuid() != 0:
        skip("slurmd has to be started by root")
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # munged does not take a folder that others may write
        adopt()
        cluster = Cluster(folder)
        try:
            cluster.start_all()
            return compare(binary, cluster, folder)
        finally:
            cluster.stop()


if __name__ == "__main__":
    sys.exit(main())
