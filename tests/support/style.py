#!/usr/bin/env python3
"""Counts the markers of unclear English in comments, documents and the words that users read.

    tests/support/style.py [--list] [--bound N]

Prints the number of words of each kind of text and, for each marker, its hits in 1000 words. Exits with 1 if one of them is
above the bound (0.5 by default). `--list` prints each hit with its place.

Read are the comments of Rust, Python, ABNF and law files, the Markdown documents, and the string literals of `src/` that hold
words. Not read are tests' own strings, code in documents, and the values of law files, which keep the terms of their sources. The
pages of `docs/` are made from what is read already and from law files.
"""

import argparse
import re
import sys
from pathlib import Path

MARKERS = {
    "opens with What": r"(?:(?<=[.:;!?] )|(?<=^))What\b(?![^.]*\?)",
    "stand": r"\b(?:stand|stands|stood)\b(?! for\b)",
    "he, him, his": r"\b(?:he|him|his|himself)\b",
    "behind": r"\bbehind\b",
    "told, tells": r"\b(?:told|tells)\b",
    "nobody, whoever, whom": r"\b(?:nobody|whoever|whom)\b",
}
ROOT = Path(__file__).resolve().parents[2]
RUST = ["src", "tests", "benches", "fuzz"]
DOCUMENTS = ["*.md", "docs/**/*.md", "samples/**/*.md", "editors/**/*.md", "python/**/*.md"]

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--list", action="store_true", help="print each hit with its place")
parser.add_argument("--bound", type=float, default=0.5, help="hits in 1000 words")
options = parser.parse_args()

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*)|(?P<raw>r(?P<hashes>\#*)"(?:.|\n)*?"(?P=hashes))|(?P<string>b?"(?:\\.|[^"\\])*")|'(?:\\.|[^'\\])'""",
    re.S,
)


def joined(lines):
    """Consecutive lines of (number, text) as paragraphs."""
    paragraph, start, last = [], 0, None
    for number, text in lines:
        if paragraph and (number != last + 1 or not text):
            yield start, " ".join(paragraph)
            paragraph = []
        if text:
            if not paragraph:
                start = number
            paragraph.append(text)
        last = number
    if paragraph:
        yield start, " ".join(paragraph)


def rust(path):
    source = path.read_text()
    of_tests = "tests" in path.parts or path.name.endswith("tests.rs")
    cut = source.find("#[cfg(test)]\nmod tests {")
    comments, strings = [], []
    for found in TOKEN.finditer(source):
        number = source.count("\n", 0, found.start()) + 1
        if found["comment"]:
            comments.append((number, found["comment"].lstrip("/!").strip()))
        elif path.is_relative_to(ROOT / "src") and not of_tests and not 0 <= cut < found.start():
            text = (found["string"] or found["raw"] or "").lstrip("br#").strip('"#')
            text = re.sub(r"\\\n\s*|\\n", " ", text)
            text = re.sub(r"\{[^}]*\}", "x", text)
            if re.search(r"[a-z]{2,}.* .*[a-z]{2,}", text):
                strings.append((number, text))
    yield from (("comments", number, text) for number, text in joined(comments))
    yield from (("messages", number, text) for number, text in strings)


def hashed(path):
    lines = path.read_text().splitlines()
    comments = [(n, line.strip().lstrip("#").strip()) for n, line in enumerate(lines, 1) if line.strip().startswith("#")]
    yield from (("comments", number, text) for number, text in joined(comments))


def grammar(path):
    lines = path.read_text().splitlines()
    comments = [(n, line.split(";", 1)[1].strip()) for n, line in enumerate(lines, 1) if re.search(r"(^|\s);", line)]
    yield from (("comments", number, text) for number, text in joined(comments))


def document(path):
    lines, fenced = [], False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            line = ""
        line = "" if fenced or line.startswith("    ") or line.startswith("> ") else line.strip()
        if re.match(r"[-*|#]|\d+\.", line):
            lines.append((number, ""))
            line = line.lstrip("-*|#0123456789. ")
        lines.append((number, re.sub(r"`[^`]*`", "x", line)))
    # A list item ends the paragraph before it, so numbers may repeat.
    paragraph, start = [], 0
    for number, text in [*lines, (0, "")]:
        if not text and paragraph:
            yield "documents", start, " ".join(paragraph)
            paragraph = []
        elif text:
            start = start if paragraph else number
            paragraph.append(text)


def texts():
    for folder in RUST:
        for path in sorted((ROOT / folder).rglob("*.rs")):
            yield path, rust(path)
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, hashed(path)
    for path in sorted((ROOT / "src/law").rglob("*.toml")):
        yield path, hashed(path)
    for path in sorted((ROOT / "grammar").glob("*.abnf")):
        yield path, grammar(path)
    for pattern in DOCUMENTS:
        for path in sorted(ROOT.glob(pattern)):
            if path.parent.parent != ROOT / "docs":
                yield path, document(path)


words, hits = {}, {}
for path, found in texts():
    for kind, number, text in found:
        words[kind] = words.get(kind, 0) + len(re.findall(r"[\w'%-]+", text))
        for marker, pattern in MARKERS.items():
            for hit in re.finditer(pattern, text):
                hits.setdefault((kind, marker), []).append((path.relative_to(ROOT), number, text[max(0, hit.start() - 40) : hit.end() + 40]))

above = False
print(f"{'':24}" + "".join(f"{kind:>14}" for kind in words))
print(f"{'words':24}" + "".join(f"{words[kind]:14}" for kind in words))
for marker in MARKERS:
    rates = [1000 * len(hits.get((kind, marker), [])) / words[kind] for kind in words]
    above |= any(rate > options.bound for rate in rates)
    print(f"{marker:24}" + "".join(f"{rate:14.2f}" for rate in rates))
if options.list:
    for (kind, marker), found in sorted(hits.items()):
        for path, number, text in found:
            print(f"{path}:{number}: {kind}, {marker}: … {text} …")
sys.exit(above)
