"""The package as it is published: its metadata, its citation, and how a release is made."""

import re
import subprocess
import tomllib

from helpers.paths import ROOT

import rosenblatt

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_citation_is_of_this_version_and_repository():
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {rosenblatt.__version__}\n" in citation
    assert f"\nrepository-code: {PROJECT['urls']['Repository']}\n" in citation
    assert f"\nlicense: {PROJECT['license']}\n" in citation


def test_the_metadata_has_what_an_index_shows():
    assert {"Repository", "Documentation", "Issues", "Changelog"} <= PROJECT["urls"].keys()
    assert all(url.startswith(PROJECT["urls"]["Repository"]) for url in PROJECT["urls"].values())
    assert PROJECT["authors"]
    lowest = re.fullmatch(r">=(3\.\d+)", PROJECT["requires-python"])[1]
    assert f"Programming Language :: Python :: {lowest}" in PROJECT["classifiers"]


def test_every_python_of_the_classifiers_is_tried_by_the_workflow():
    versions = {name.rsplit(" ", 1)[1] for name in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", name)}
    (matrix,) = re.findall(r"python-version: \[(.*)\]", (ROOT / ".github" / "workflows" / "test.yml").read_text())
    assert versions <= {version.strip('"') for version in matrix.split(", ")}


def test_the_lowest_versions_are_those_of_the_dependencies():
    shown = subprocess.run([ROOT / "scripts" / "lowest", "--print"], capture_output=True, text=True, check=True).stdout
    lowest = dict(line.split("==") for line in shown.splitlines())
    assert all(lowest[name] == version for name, version in (line.split(">=") for line in PROJECT["dependencies"]))
    assert {"dask", "distributed", "matplotlib", "onnx", "river"} <= lowest.keys()


def test_a_person_publishes():
    text = (ROOT / ".github" / "workflows" / "publish.yml").read_text()
    started = re.search(r"^on:\n(.*?)\n\n", text, re.M | re.S)[1]
    assert started.split() == ["workflow_dispatch:"]
    assert "needs: test" in text
    assert "environment: pypi" in text
