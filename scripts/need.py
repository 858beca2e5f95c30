"""Programs that tests need from the system: installs those that are missing.

    python scripts/need.py postgresql [npm] [chromium] [nginx] [systemd]

Uses the system's own package manager. Exits 1, and says what to install by hand, when it cannot, or
when what is there is too old.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from glob import glob
from typing import Final, NamedTuple

Command = tuple[str, ...]

QUIET_APT: Final = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq")
CLUSTER_FOLDER: Final = "/etc/postgresql-common/createcluster.d"
CLUSTER_FILE: Final = f"{CLUSTER_FOLDER}/adjudge.conf"
POLICY: Final = "/usr/sbin/policy-rc.d"  # asked before a package starts a service
POLICY_MARK: Final = "/run/adjudge-policy"  # there while it is ours


class Installer(NamedTuple):
    """A package manager: what to run first, and what to put before a package's name."""

    first: tuple[Command, ...]
    install: Command
    as_root: bool = True


class Need(NamedTuple):
    """Something to have: any of its programs will do."""

    title: str
    programs: tuple[str, ...]
    places: tuple[str, ...]
    packages: Mapping[str, Command]
    before: Mapping[str, str] = {}
    after: Mapping[str, str] = {}
    tells: Command = ()  # what prints its version
    least: tuple[int, ...] = ()
    systems: tuple[str, ...] = ()  # where it is needed, as sys.platform has it; everywhere if none


INSTALLERS: Final = {
    "apt-get": Installer(
        ((*QUIET_APT, "update"),),
        (*QUIET_APT, "-o", "DPkg::Lock::Timeout=120", "install", "-y", "--no-install-recommends"),
    ),
    "dnf": Installer((), ("dnf", "install", "-q", "-y")),
    "apk": Installer((), ("apk", "add", "-q", "--no-cache")),
    "pacman": Installer((), ("pacman", "-S", "--noconfirm", "--needed")),
    "brew": Installer((), ("brew", "install", "--quiet"), as_root=False),
}

NEEDS: Final = {
    "postgresql": Need(
        "PostgreSQL",
        ("postgres",),
        (  # tests/table/postgres.py looks in the same places
            "/usr/lib/postgresql/*/bin/postgres",
            "/usr/libexec/postgresql*/postgres",
            "/usr/pgsql-*/bin/postgres",
            "/opt/homebrew/opt/postgresql*/bin/postgres",
            "/usr/local/opt/postgresql*/bin/postgres",
        ),
        {
            "apt-get": ("postgresql",),
            "dnf": ("postgresql-server",),
            "apk": ("postgresql",),
            "pacman": ("postgresql",),
            "brew": ("postgresql@17",),
        },
        # Debian's package would also make a cluster and start it, unless told not to.
        {
            "apt-get": f"mkdir -p {CLUSTER_FOLDER}"
            f" && echo 'create_main_cluster = false' > {CLUSTER_FILE}"
        },
        {"apt-get": f"rm -f {CLUSTER_FILE}"},
    ),
    "npm": Need(
        "Node.js with npm",
        ("npm",),
        (),
        {
            "apt-get": ("nodejs", "npm"),
            "dnf": ("nodejs", "npm"),
            "apk": ("nodejs", "npm"),
            "pacman": ("nodejs", "npm"),
            "brew": ("node",),
        },
        tells=("node", "--version"),
        least=(20, 19),
    ),
    "chromium": Need(
        "Chromium",
        ("chromium", "chromium-browser", "google-chrome"),
        (
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ),
        {
            "apt-get": ("chromium",),
            "dnf": ("chromium",),
            "apk": ("chromium",),
            "pacman": ("chromium",),
            "brew": ("--cask", "google-chrome"),
        },
    ),
    "dieharder": Need(
        "dieharder",
        ("dieharder",),
        (),
        dict.fromkeys(("apt-get", "dnf", "apk", "pacman", "brew"), ("dieharder",)),
    ),
    "nginx": Need(
        "nginx",
        ("nginx",),
        ("/usr/sbin/nginx",),  # tests/deploy/test_nginx.py looks there too
        {
            "apt-get": ("nginx",),
            "dnf": ("nginx",),
            "apk": ("nginx",),
            "pacman": ("nginx",),
            "brew": ("nginx",),
        },
        # Debian's package would also start a server on port 80, now and ever after.
        {
            "apt-get": f"test -e {POLICY} || {{ printf '#!/bin/sh\\nexit 101\\n' > {POLICY}"
            f" && chmod 755 {POLICY} && touch {POLICY_MARK}; }}"
        },
        {
            "apt-get": f"test ! -e {POLICY_MARK} || rm -f {POLICY} {POLICY_MARK};"
            " systemctl disable --quiet nginx 2>/dev/null || true"
        },
    ),
    "systemd": Need(
        "systemd",
        ("systemd-analyze",),
        (),
        {"apt-get": ("systemd",), "dnf": ("systemd",), "pacman": ("systemd",)},
        systems=("linux",),
    ),
}


def present(need: Need) -> bool:
    """Whether one of its programs is on the PATH or in a usual place, or this system has no use."""
    if need.systems and sys.platform not in need.systems:
        return True
    return any(map(shutil.which, need.programs)) or any(map(glob, need.places))


def too_old(need: Need) -> str:
    """The version that is there, if it is older than what is needed."""
    if not need.tells or shutil.which(need.tells[0]) is None:
        return ""
    told = subprocess.run(need.tells, capture_output=True, text=True, check=False).stdout.strip()
    version = tuple(map(int, re.findall(r"\d+", told)))
    return told if version < need.least else ""


def run(command: Sequence[str]) -> None:
    """Run a command, showing only its errors."""
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)


def privilege(installer: Installer) -> Command | None:
    """What to put before a command that must run as root; None when we may not."""
    if not installer.as_root or os.geteuid() == 0:
        return ()
    asking = ("sudo", "-n")
    allowed = shutil.which("sudo") and subprocess.run((*asking, "true"), capture_output=True)
    return asking if allowed and allowed.returncode == 0 else None


def install(need: Need, name: str, prefix: Command) -> bool:
    """Install with the package manager of that name; whether it is there afterwards."""
    installer, package = INSTALLERS[name], need.packages[name]
    print(f"{need.title} is missing: installing {package[-1]} with {name}", flush=True)
    for command in installer.first:
        run(prefix + command)  # a package list that is not the newest may still do
    if name in need.before:
        run((*prefix, "sh", "-c", need.before[name]))
    run(prefix + installer.install + package)
    if name in need.after:
        run((*prefix, "sh", "-c", need.after[name]))
    return present(need)


def failure(need: Need) -> str | None:
    """Make sure that it is there; the line to print when it is not."""
    if present(need):
        return None
    packages = {installer: package[-1] for installer, package in need.packages.items()}
    name = next(filter(shutil.which, packages), None)
    if name is None:
        names = " or ".join(sorted(set(packages.values())))
        return f"no package manager that this script knows is here; install {names} by hand"
    prefix = privilege(INSTALLERS[name])
    if prefix is None:
        reason = f"{name} needs root, and sudo is not allowed without a password"
    elif install(need, name, prefix):
        return None
    else:
        reason = f"{name} did not install it"
    return f"{reason}; install {packages[name]} by hand"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: 0 when everything named is there."""
    parser = argparse.ArgumentParser(description="Install what tests need from the system.")
    parser.add_argument("names", nargs="+", choices=sorted(NEEDS), metavar="name")
    failed = False
    for need in [NEEDS[name] for name in parser.parse_args(arguments).names]:
        if reason := failure(need):
            failed = True
            print(f"{need.title} is missing: {reason}")
        elif found := too_old(need):
            failed = True
            least = ".".join(map(str, need.least))
            print(f"{need.title}: {found} is here, and {least} or newer is needed")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
