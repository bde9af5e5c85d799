#!/usr/bin/env python3
"""Checks the structure of the crate: reads src/ as text and prints

  circles   files that import each other in a circle of more than two files;
  names     type names with more than two meanings in the crate, or more than one within a room (a module of src/);
  structs   structs of more than 15 fields in the rooms named in NARROW_ROOMS;
  lines     lines of Rust without tests;
  layers    imports of a higher room by a lower one;
  sentences strings of three words or more in arbiter/ outside arbiter/sentences/, where all of them can be read through.

Exit code 1 if there is a fault among circles, names, structs and sentences. `--report` prints the same and exits with 0.

    python3 tests/support/structure.py [--report] [--arrows] [SRC]

An arrow leads from file A to file B if A names an item that B defines: by `use`, by a path in the code, through any number of
re-exports. A `mod` line is not an arrow, nor is the re-export of a child that the parent does not use itself. A path that ends at a
module is not an arrow either. Code under `#[cfg(test)]` is not read.
"""

import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

# From low to high: a room may import the rooms before it.
ROOMS = """
    word_enum nearest player_name encoding toml_reader chess search law spill finding game pgn fix arbiter series tournament
    input audit compare shards report samples explain lsp cli internals
""".split()
# The program and the public interface of the library use every room.
NO_ROOM = {"main", "lib"}
NARROW_ROOMS = {"arbiter", "game", "pgn"}
MOST_FIELDS = 15
MOST_MEANINGS = 2
# Structs that mirror the command line or a document.
MIRRORS = {"Parser", "Args", "Subcommand", "Serialize", "Deserialize"}
# Macros of the crate that define a type: the first capitalised word of a call is its name.
TYPE_MACROS = {"word_enum", "words", "sequence"}
TEST_FILES = {"tests.rs", "round_trip.rs"}

TOKEN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<comment>//[^\n]*)
  | (?P<block>/\*)
  | (?P<string>(?:b|c)?"(?:[^"\\]|\\.)*")
  | (?P<raw>(?:b|c)?r(?P<hashes>\#*)".*?"(?P=hashes))
  | (?P<char>b?'(?:[^'\\]|\\(?:x[0-9a-fA-F]{2}|u\{[^}]*\}|.))')
  | (?P<lifetime>'\w+)
  | (?P<word>(?:r\#)?[A-Za-z_]\w*)
  | (?P<number>[0-9][\w]*)
  | (?P<mark>::|->|=>|<=|>=|.)
    """,
    re.X | re.S,
)
OPEN, CLOSE = "([{", ")]}"


class Token:
    __slots__ = ("text", "kind", "line")

    def __init__(self, text, kind, line):
        self.text, self.kind, self.line = text, kind, line


def tokens_of(text):
    """The tokens of Rust code, without comments; strings stay as tokens of kind `string`."""
    tokens, at, line = [], 0, 1
    while at < len(text):
        match = TOKEN.match(text, at)
        kind, end = match.lastgroup, match.end()
        # Alternatives with an inner group report the inner one.
        if kind == "hashes":
            kind = "raw"
        if kind == "block":
            depth = 1
            while depth and end < len(text):
                if text.startswith("/*", end):
                    depth, end = depth + 1, end + 2
                elif text.startswith("*/", end):
                    depth, end = depth - 1, end + 2
                else:
                    end += 1
        elif kind not in ("space", "comment"):
            tokens.append(Token(match.group(), "string" if kind == "raw" else kind, line))
        line += text.count("\n", at, end)
        at = end
    return tokens


class Module:
    """A module: a file, or a `mod x { }` within one."""

    def __init__(self, key, file):
        self.key, self.file = key, file
        self.children = {}  # name -> key
        self.items = set()  # names that it defines
        self.uses = []  # (path, name or None for a glob, whether it is visible outside)
        self.paths = set()  # paths in its code
        self.words = set()  # all words of its code outside `use`


class Struct:
    def __init__(self, name, file, fields, derives):
        self.name, self.file, self.fields, self.derives = name, file, fields, derives


class Crate:
    def __init__(self, src):
        self.src = src
        self.modules = {}
        self.types = defaultdict(list)  # name -> files that define it
        self.structs = []
        self.lines = {}  # file -> lines without tests
        self.impls = set()  # (file, module, type) of each block of methods
        self.test_files = set()
        files = sorted(path.relative_to(src) for path in src.rglob("*.rs"))
        self.files = [str(file) for file in files]
        # Parents first: they say which children are tests.
        for file in sorted(files, key=lambda file: (len(key_of(file)), str(file))):
            name = str(file)
            if name not in self.test_files and file.name not in TEST_FILES:
                self.read(name, key_of(file))

    def read(self, file, key):
        text = (self.src / file).read_text(encoding="utf-8")
        FileReader(self, file, key, tokens_of(text), text.count("\n")).read()

    # Names

    def lookup(self, key, name, seen):
        """The item or module that a name means in a module: ("item", file), ("module", key) or None."""
        if (key, name) in seen or key not in self.modules:
            return None
        seen = seen | {(key, name)}
        module = self.modules[key]
        if name in module.children:
            return ("module", module.children[name])
        if name in module.items:
            return ("item", module.file)
        for path, alias, _ in module.uses:
            if alias == name:
                return self.resolve(key, path, seen)
        for path, alias, _ in module.uses:
            if alias is None:
                target = self.resolve(key, path, seen)
                if target and target[0] == "module":
                    found = self.lookup(target[1], name, seen)
                    if found:
                        return found
        return None

    def resolve(self, key, path, seen=frozenset()):
        """Follows a path from a module to what it names, as far as the crate knows it."""
        at, path = ("module", key), list(path)
        if path[0] in ("crate", "jadoube"):
            at, path = ("module", ()), path[1:]
        elif path[0] == "self":
            path = path[1:]
        else:
            while path and path[0] == "super":
                at, path = ("module", at[1][:-1]), path[1:]
        for name in path:
            if name == "self":
                continue
            if at[0] == "item":  # a variant or a method of it
                return at
            at = self.lookup(at[1], name, seen)
            if at is None:
                return None
        return at

    def arrows(self):
        """file -> file -> names by which it is imported."""
        arrows = defaultdict(lambda: defaultdict(set))
        for module in self.modules.values():
            for path, alias, visible in module.uses:
                target = self.resolve(module.key, path)
                if alias is None:
                    self.glob_arrows(arrows, module, target)
                    continue
                if not target or target[0] != "item":
                    continue
                parent = module.file.removesuffix("mod.rs").removesuffix(".rs").rstrip("/") + "/"
                of_child = target[1].startswith(parent) or module.key == ()
                if visible and of_child and alias not in module.words:
                    continue
                arrows[module.file][target[1]].add(alias)
            for path in module.paths:
                target = self.resolve(module.key, path)
                if target and target[0] == "item":
                    arrows[module.file][target[1]].add(path[-1])
        for file, key, name in self.impls:
            target = self.lookup(key, name, frozenset())
            if target and target[0] == "item":
                arrows[file][target[1]].add(f"impl {name}")
        for file in arrows:
            arrows[file].pop(file, None)
        return arrows

    def glob_arrows(self, arrows, module, target):
        if not target or target[0] != "module":
            return
        for word in module.words:
            found = self.lookup(target[1], word, frozenset())
            if found and found[0] == "item":
                arrows[module.file][found[1]].add(word)


class FileReader:
    """Reads the tokens of one file into the crate."""

    def __init__(self, crate, file, key, tokens, lines):
        self.crate, self.file, self.tokens, self.at = crate, file, tokens, 0
        self.module = self.enter(key)
        self.untested = lines

    def enter(self, key):
        module = self.crate.modules.setdefault(key, Module(key, self.file))
        module.file = self.file
        if key:
            parent = self.crate.modules.get(key[:-1])
            if parent:
                parent.children[key[-1]] = key
        return module

    def peek(self, ahead=0):
        at = self.at + ahead
        return self.tokens[at].text if at < len(self.tokens) else ""

    def kind(self, ahead=0):
        at = self.at + ahead
        return self.tokens[at].kind if at < len(self.tokens) else ""

    def skip_group(self):
        """Skips a bracketed group that starts with an opening bracket."""
        depth = 0
        while self.at < len(self.tokens):
            text, kind = self.peek(), self.kind()
            if kind == "mark":
                depth += (text in OPEN) - (text in CLOSE)
            self.at += 1
            if depth == 0:
                return

    def skip_item(self):
        """Skips an item: until its `;`, or the end of its braces."""
        while self.at < len(self.tokens):
            if self.kind() == "mark" and self.peek() in OPEN:
                brace = self.peek() == "{"
                self.skip_group()
                if brace:
                    return
            else:
                end = self.kind() == "mark" and self.peek() == ";"
                self.at += 1
                if end:
                    return

    def read(self):
        self.read_block(module_level=True)
        self.crate.lines[self.file] = self.untested

    def read_block(self, module_level):
        """Reads until the brace that closes the block, or the end of the file."""
        attributes, visible, skipped_from = [], False, None
        while self.at < len(self.tokens):
            text, kind = self.peek(), self.kind()
            if kind == "mark" and text == "}":
                return
            if text == "#" and self.peek(1) in ("[", "!"):
                if not attributes:
                    skipped_from = self.tokens[self.at].line
                self.at += 1 + (self.peek(1) == "!")
                start = self.at
                self.skip_group()
                attributes.append([token.text for token in self.tokens[start : self.at]])
                continue
            if any(is_test(attribute) for attribute in attributes):
                self.skip_test(skipped_from)
                attributes = []
                continue
            if text == "pub":
                visible = True
                self.at += 1
                if self.peek() == "(":
                    self.skip_group()
                continue
            self.read_item(text, kind, module_level, visible, attributes)
            attributes, visible = [], False

    def skip_test(self, first):
        start = self.at
        names = [token.text for token in self.tokens[start : start + 4]]
        self.skip_item()
        if "mod" in names and self.tokens[self.at - 1].text == ";":
            name = names[names.index("mod") + 1]
            folder = "/".join(self.module.key + (name,))
            self.crate.test_files |= {f"{folder}.rs", f"{folder}/mod.rs"}
            self.crate.test_files |= {file for file in self.crate.files if file.startswith(f"{folder}/")}
        if self.at <= len(self.tokens):
            self.untested -= self.tokens[self.at - 1].line - first + 1

    def read_item(self, text, kind, module_level, visible, attributes):
        module, crate = self.module, self.crate
        name = self.peek(1)
        if kind != "word":
            if kind == "mark" and text in OPEN:
                self.at += 1
                if text == "{":
                    self.read_block(module_level=False)
                    self.at += 1
                return
            self.at += 1
        elif text == "use":
            self.at += 1
            self.read_use([], visible)
        elif text == "mod" and self.kind(1) == "word":
            if self.peek(2) == "{":
                outer = self.module
                self.module = self.enter(outer.key + (name,))
                self.at += 3
                self.read_block(module_level=True)
                self.at += 1
                self.module = outer
            else:
                module.children[name] = module.key + (name,)
                self.at += 2
        elif text in ("struct", "enum", "union", "trait") and self.kind(1) == "word" and name[0].isupper():
            module.items.add(name)
            crate.types[name].append(self.file)
            self.at += 2
            if text == "struct":
                derives = {word for attribute in attributes if attribute[1] == "derive" for word in attribute}
                crate.structs.append(Struct(name, self.file, self.count_fields(), derives))
        elif text == "type" and module_level and self.kind(1) == "word":
            module.items.add(name)
            crate.types[name].append(self.file)
            self.at += 2
        elif text == "macro_rules":
            module.items.add(self.peek(2))
            self.at += 3
        elif text in ("fn", "const", "static") and self.kind(1) == "word":
            if module_level and name not in ("fn", "unsafe", "async", "mut"):
                module.items.add(name)
                self.at += 2
            else:
                self.at += 1
        elif text == "impl":
            self.read_impl()
        elif text in TYPE_MACROS and name == "!":
            self.at += 3
            start = self.at
            while not (self.kind() == "word" and self.peek()[0].isupper()):
                if self.at >= len(self.tokens) or self.peek() in CLOSE:
                    self.at = start
                    return
                if self.peek() in OPEN:
                    self.skip_group()
                else:
                    self.at += 1
            # In a macro's own definition the name is a variable.
            if self.tokens[self.at - 1].text != "$":
                module.items.add(self.peek())
                crate.types[self.peek()].append(self.file)
        else:
            self.read_path()

    def read_path(self):
        """A word, or words joined by `::`."""
        before = self.tokens[self.at - 1].text if self.at else ""
        path = [self.peek()]
        self.at += 1
        while self.peek() == "::" and self.kind(1) == "word":
            path.append(self.peek(1))
            self.at += 2
        self.module.words.update(path)
        if len(path) > 1 and before not in (".", "::"):
            self.module.paths.add(tuple(path))

    def read_use(self, path, visible):
        """A tree of imports, after `use` or a `::`."""
        path = list(path)
        while self.at < len(self.tokens):
            text = self.peek()
            if text == "{":
                self.at += 1
                while self.peek() not in ("}", ""):
                    self.read_use(path, visible)
                    if self.peek() == ",":
                        self.at += 1
                self.at += 1
                return
            if text == "*":
                self.module.uses.append((path, None, visible))
                self.at += 1
                return
            if self.kind() == "word":
                path.append(text)
                self.at += 1
                if self.peek() == "::":
                    self.at += 1
                    continue
                alias = next(name for name in reversed(path) if name != "self" or path == ["self"])
                if self.peek() == "as":
                    alias = self.peek(1)
                    self.at += 2
                self.module.uses.append((path, alias, visible))
                return
            self.at += 1

    def read_impl(self):
        """The head of an `impl`: notes the type of a block of methods; the rest is read as code."""
        at = self.at + 1
        if at < len(self.tokens) and self.tokens[at].text == "<":
            depth = 0
            while at < len(self.tokens):
                depth += (self.tokens[at].text == "<") - (self.tokens[at].text == ">")
                at += 1
                if depth == 0:
                    break
        words, end = [], at
        while end < len(self.tokens) and self.tokens[end].text not in ("{", ";", ")", ","):
            words.append(self.tokens[end])
            end += 1
        if not any(token.text == "for" for token in words):
            name = None
            for token in words:
                if token.kind == "word":
                    name = token.text
                elif token.text != "::":
                    break
            if name and name[0].isupper() and self.tokens[min(end, len(self.tokens) - 1)].text == "{":
                self.crate.impls.add((self.file, self.module.key, name))
        self.at += 1

    def count_fields(self):
        """Counts the fields of a struct and leaves the reader before them."""
        at, angle = self.at, 0
        while at < len(self.tokens):
            text = self.tokens[at].text
            angle += (text == "<") - (text == ">")
            if angle == 0 and text in ("{", "(", ";"):
                break
            at += 1
        if at >= len(self.tokens) or self.tokens[at].text == ";":
            return 0
        depth, fields, empty = 0, 0, True
        while at < len(self.tokens):
            text, kind = self.tokens[at].text, self.tokens[at].kind
            if kind == "mark":
                depth += (text in OPEN or text == "<") - (text in CLOSE or text == ">")
                if depth == 0:
                    return fields + (not empty)
                if depth == 1 and text == ",":
                    fields, empty = fields + (not empty), True
                    at += 1
                    continue
                if depth == 1 and text in OPEN:
                    at += 1
                    continue
            empty = False
            at += 1
        return fields


def is_test(attribute):
    return attribute[:2] == ["[", "cfg"] and "test" in attribute and "not" not in attribute


def key_of(file):
    parts = list(file.with_suffix("").parts)
    if parts in (["lib"], ["main"]):
        return () if parts == ["lib"] else ("main",)
    return tuple(parts[:-1] if parts[-1] == "mod" else parts)


def room_of(file):
    return file.split("/")[0].removesuffix(".rs")


def circles(arrows):
    """The strongly connected components of more than one file (Tarjan, without recursion)."""
    index, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in sorted(arrows):
        if root in index:
            continue
        work = [(root, iter(sorted(arrows.get(root, ()))))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for target in rest:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(sorted(arrows.get(target, ())))))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        last = stack.pop()
                        on_stack.discard(last)
                        component.append(last)
                        if last == node:
                            break
                    if len(component) > 1:
                        found.append(sorted(component))
    return sorted(found, key=lambda component: (-len(component), component))


def stray_sentences(src):
    for path in sorted((src / "arbiter").rglob("*.rs")):
        # `words.rs` names men and moves; the sentences are made with it.
        if "sentences" in path.parts or path.name == "words.rs":
            continue
        for token in tokens_of(path.read_text().split("#[cfg(test)]")[0]):
            words = re.findall(r"[A-Za-z]{2,}", re.sub(r"\{[^}]*\}", "", token.text))
            if token.kind == "string" and not token.text.startswith("b") and len(words) > 2:
                yield f"{path.relative_to(src)}:{token.line}: {token.text}"


def main():
    arguments = argparse.ArgumentParser(description="Checks the structure of the crate.")
    arguments.add_argument("src", nargs="?", type=Path, default=Path(__file__).resolve().parents[2] / "src")
    arguments.add_argument("--report", action="store_true", help="always exit with 0")
    arguments.add_argument("--arrows", action="store_true", help="list the arrows within each circle")
    options = arguments.parse_args()
    crate = Crate(options.src)
    arrows = crate.arrows()
    faults = 0

    found = circles(arrows)
    long = [circle for circle in found if len(circle) > 2]
    faults += len(long)
    print(f"circles: {len(long)} of more than two files, {len(found) - len(long)} of two")
    for circle in long:
        print(f"  {len(circle)} files: {' '.join(circle)}")
        if options.arrows:
            for file in circle:
                for target in sorted(set(arrows[file]) & set(circle)):
                    print(f"    {file} -> {target}: {', '.join(sorted(arrows[file][target]))}")

    names = []
    for name, files in sorted(crate.types.items()):
        rooms = [room_of(file) for file in files]
        twice = sorted({room for room in rooms if rooms.count(room) > 1})
        if len(files) > MOST_MEANINGS or twice:
            names.append((name, files))
    faults += len(names)
    several = sum(1 for files in crate.types.values() if len(files) > 1)
    print(f"names: {len(crate.types)} type names, {several} with more than one meaning, {len(names)} with too many")
    for name, files in names:
        print(f"  {name}: {' '.join(sorted(files))}")

    wide = [
        struct
        for struct in crate.structs
        if room_of(struct.file) in NARROW_ROOMS and struct.fields > MOST_FIELDS and not struct.derives & MIRRORS
    ]
    faults += len(wide)
    print(f"structs: {len(wide)} of more than {MOST_FIELDS} fields in {', '.join(sorted(NARROW_ROOMS))}")
    for struct in sorted(wide, key=lambda struct: -struct.fields):
        print(f"  {struct.name}: {struct.fields} fields, {struct.file}")

    print(f"lines: {sum(crate.lines.values())} in {len(crate.lines)} files, without tests")
    by_room = defaultdict(int)
    for file, lines in crate.lines.items():
        by_room[room_of(file)] += lines
    print("  " + ", ".join(f"{room} {lines}" for room, lines in sorted(by_room.items(), key=lambda item: -item[1])))

    order = {room: place for place, room in enumerate(ROOMS)}
    unknown = sorted({room_of(file) for file in crate.lines} - set(ROOMS) - NO_ROOM)
    upward = [
        (file, target, sorted(names))
        for file, targets in sorted(arrows.items())
        for target, names in sorted(targets.items())
        if room_of(file) in order
        and room_of(target) in order
        and order[room_of(target)] > order[room_of(file)]
    ]
    print(f"layers: {len(upward)} imports of a higher room" + (f"; not in the order: {' '.join(unknown)}" if unknown else ""))
    for file, target, names in upward:
        print(f"  {file} -> {target}: {', '.join(names)}")

    stray = list(stray_sentences(options.src))
    faults += len(stray)
    print(f"sentences: {len(stray)} of arbiter outside its sentences")
    for sentence in stray:
        print(f"  {sentence}")

    return 1 if faults and not options.report else 0


if __name__ == "__main__":
    sys.exit(main())
