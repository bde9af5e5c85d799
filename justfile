# `just ready` before a change is handed in.

# everything a change must pass; the other jobs stand in CONTRIBUTING.md
ready:
    .ci/run

# the page in a browser, and the programs of the benches
faces:
    .ci/faces

# the language server with real editors and clients, and the extension for Visual Studio Code
editors:
    .ci/editors

# the Python module: types, and tests on Sail and Spark
python:
    .ci/python

# the crate, the wheel and the Debian package: built, installed, run and removed
ship *ARGS:
    .ci/ship {{ARGS}}

test *ARGS:
    cargo test {{ARGS}}

# read the changed snapshots, then accept or refuse each
accept:
    cargo insta review

# the pages of docs/ and the schema of the reports, made anew
docs:
    UPDATE_DOCS=1 cargo test --test program -- docs:: formats::

bench *ARGS:
    cargo bench {{ARGS}}

# jadoube against the anchors on the files given
anchors +FILES:
    benches/anchors.py {{FILES}}

# what two threads are worth on the files given
threads +FILES:
    benches/threads.py {{FILES}}

# what a text costs as it grows, FILE's first ten megabytes 1, 8 and 200 times among others
growth FILE *ARGS:
    TMPDIR=/dev/shm benches/growth.py {{FILE}} {{ARGS}}

# the most memory that hostile text takes
memory *ARGS:
    benches/memory.py {{ARGS}}

# the program in one file that runs on any Linux
static:
    cargo rustc --profile dist --bin jadoube -- -C target-feature=+crt-static

# the instructions of a plain audit, held to the last count kept
instructions *ARGS:
    benches/instructions.py {{ARGS}}

# the audit held to a folder with FACTS.csv and its games
facts DATA:
    cargo build --release
    tests/support/facts.py target/release/jadoube {{DATA}}

fuzz TARGET:
    cargo fuzz run --sanitizer none {{TARGET}}

# every fuzz target, for a short time
fuzz-all:
    .ci/fuzz
