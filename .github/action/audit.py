#!/usr/bin/env python3
"""Runs `jadoube audit` for action.yml, and writes the summary and the outputs of the step.

    audit.py JADOUBE

The inputs of the action are the variables PATHS, CODE, ARGS, FAIL_ON and SARIF. Exits with the exit code of the audit.
"""

import html
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from urllib.parse import quote

SEVERITIES = ("error", "warning", "info")


def command(program, report, sarif):
    """The command line that the inputs ask for; `sarif` is None without a SARIF report."""
    words = [program, "audit", "--output", f"jsonl={report}"]
    if sarif:
        words += ["--output", f"sarif={sarif}"]
    for option, variable in (("--code", "CODE"), ("--fail-on", "FAIL_ON")):
        if value := os.environ.get(variable, "").strip():
            words += [option, value]
    words += shlex.split(os.environ.get("ARGS", ""))
    paths = [path.strip() for path in os.environ.get("PATHS", "").splitlines()]
    return [*words, "--", *(list(filter(None, paths)) or ["."])]


def read(report):
    """Counts the findings of a report by severity and rule, and keeps the first of each; also the last line."""
    counts, first, last = Counter(), {}, {}
    with open(report, encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            if "summary" in entry:
                last = entry["summary"]
            for finding in entry.get("findings", ()):
                kind = (finding["severity"], finding["rule"])
                counts[kind] += 1
                first.setdefault(kind, finding)
    return counts, first, last


def plural(number, noun):
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def total(counts, severity):
    return sum(number for (of, _), number in counts.items() if of == severity)


def place(finding):
    """The file and line of a finding, linked to the file in the commit if it is a file of the checkout."""
    file, line = finding["span"]["file"].replace("\\", "/").removeprefix("./"), finding["span"]["line"]
    # A table is split at every `|`, even in code.
    text = html.escape(f"{file}:{line}").replace("|", "&#124;").replace("\n", " ")
    text = f"<code>{text}</code>"
    commit = [os.environ.get(name) for name in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA")]
    if not all(commit) or file.startswith(("/", "../")) or not Path(file).is_file():
        return text
    server, repository, sha = commit
    # A packed file is not shown by lines.
    anchor = f"?plain=1#L{line}" if file.lower().endswith(".pgn") else ""
    return f'<a href="{server}/{repository}/blob/{sha}/{quote(file)}{anchor}">{text}</a>'


def summary(counts, first, last, status):
    """The summary in Markdown: a table with one row for each severity and rule."""
    nouns = {"error": "error", "warning": "warning", "info": "info finding"}
    found = [plural(total(counts, of), nouns[of]) for of in SEVERITIES if total(counts, of)]
    none = "no findings" if status == 0 else "incomplete"
    lines = [f"### jadoube: {', '.join(found) or none}", ""]
    if counts:
        lines += ["| Count | Severity | Rule | First at |", "| ---: | --- | --- | --- |"]
        order = sorted(counts, key=lambda kind: (SEVERITIES.index(kind[0]), -counts[kind], kind[1]))
        lines += [f"| {counts[kind]} | {kind[0]} | `{kind[1]}` | {place(first[kind])} |" for kind in order]
        lines.append("")
    if last:
        lines.append(f"{plural(last['games'], 'game')} in {plural(last['files'], 'file')} ({last['plies']} plies).")
        if last.get("unreadable"):
            lines.append(f"{plural(last['unreadable'], 'file')} could not be read.")
    if status not in (0, 1):
        lines.append(f"The audit ended with exit code {status}: see the log of the job.")
    return "\n".join(lines) + "\n"


def append(variable, text):
    if path := os.environ.get(variable):
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)


def main():
    folder = Path(tempfile.mkdtemp(prefix="jadoube-", dir=os.environ.get("RUNNER_TEMP")))
    report = folder / "report.jsonl"
    sarif = folder / "report.sarif" if os.environ.get("SARIF", "").lower() == "true" else None
    status = subprocess.run(command(sys.argv[1], report, sarif), check=False).returncode
    # A run that stops early leaves no report.
    counts, first, last = read(report) if report.exists() else (Counter(), {}, {})
    append("GITHUB_STEP_SUMMARY", summary(counts, first, last, status))
    outputs = {
        "exit-code": status,
        "errors": total(counts, "error"),
        "warnings": total(counts, "warning"),
        "report": report if report.exists() else "",
        "sarif": sarif if sarif and sarif.exists() else "",
    }
    append("GITHUB_OUTPUT", "".join(f"{name}={value}\n" for name, value in outputs.items()))
    return status


if __name__ == "__main__":
    sys.exit(main())
