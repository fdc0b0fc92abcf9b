"""scripts/packages: root installs what is missing, others are told, and sudo is called on a CI machine only."""

import os
import shutil
import subprocess

import pytest
from helpers.paths import ROOT

PACKAGES = ROOT / "scripts" / "packages"
ALL = "chromium-headless-shell nodejs fonts-dejavu-core fonts-dejavu-extra fonts-liberation fonts-stix"


@pytest.fixture
def run_packages(tmp_path):
    """Run the script where only the given commands exist; return its exit status, its error, what was installed."""

    def run(user, present=(), **environment):
        log = tmp_path / "log"
        log.touch()
        scripts = {
            "id": f"echo {user}",
            "apt-get": f'echo apt-get "$@" >> {log}',
            "sudo": f'echo sudo >> {log}; exec "$@"',
            **dict.fromkeys(present, "echo installed"),
        }
        for name, text in scripts.items():
            (tmp_path / name).write_text(f"#!{shutil.which('bash')}\n{text}\n")
            (tmp_path / name).chmod(0o755)
        for name in ("env", "grep"):
            (tmp_path / name).symlink_to(shutil.which(name))
        done = subprocess.run(
            [shutil.which("bash"), PACKAGES], env={"PATH": str(tmp_path), **environment}, capture_output=True, text=True
        )
        return done.returncode, done.stderr, log.read_text().splitlines()

    return run


INSTALLS = ["apt-get update -qq", f"apt-get install -y -qq --no-install-recommends {ALL}"]


def test_root_installs_what_is_missing(run_packages):
    assert run_packages(0) == (0, "", INSTALLS)


def test_another_user_is_told_the_packages(run_packages):
    status, error, installed = run_packages(1000)
    assert (status, installed) == (1, [])
    assert error == (f"The tests of pages need Debian packages that are missing here: sudo apt-get install {ALL}\n")


def test_another_user_on_a_ci_machine_calls_sudo(run_packages):
    update, install = INSTALLS
    assert run_packages(1000, CI="true") == (0, "", ["sudo", update, "sudo", install])


def test_nothing_is_installed_where_nothing_is_missing(run_packages):
    assert run_packages(1000, present=("chromium-headless-shell", "node", "dpkg-query")) == (0, "", [])


def test_ci_installs_packages_before_anything_else():
    lines = (PACKAGES.parent.parent / ".ci" / "run").read_text().splitlines()
    commands = [line for line in lines if line and not line.startswith("#")]
    assert commands.index("scripts/packages") == 2  # after set and cd
    assert os.access(PACKAGES, os.X_OK)
