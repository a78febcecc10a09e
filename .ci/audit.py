"""Asks for known vulnerabilities of what a lock file names, and says so where nobody can be asked.

`python .ci/audit.py LOCK`; exit status 1 when there are any. A machine without a way to the list is no reason to fail.
"""

from __future__ import annotations

import json
import subprocess
import sys

MINUTES = 2


def main(lock: str) -> int:
    """Audit one lock file; returns the exit status."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--timeout", "5"]
    try:
        asked = subprocess.run(
            [*command, "--progress-spinner", "off", "--format", "json", "-r", lock],
            capture_output=True,
            text=True,
            timeout=60 * MINUTES,
            check=False,
        )
        found = json.loads(asked.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        found = []
    known = [each for each in found if "vulns" in each]
    if not known:
        print("Skipped: the list of known vulnerabilities is out of reach from here.")
        return 0
    bad = [(each, vulnerability) for each in known for vulnerability in each["vulns"]]
    for each, vulnerability in bad:
        mended = ", ".join(vulnerability["fix_versions"]) or "no version yet"
        print(f"{each['name']} {each['version']}: {vulnerability['id']}, mended in {mended}")
    print(f"Known vulnerabilities in {lock}: {len(bad)}; asked for {len(known)} of {len(found)} packages.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
