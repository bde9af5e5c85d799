//! The grammars of `grammar/`, and sentences generated from them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use abnf::types::{Node, Repeat, Rule, TerminalValues};

use super::random::Random;

/// The only place where the parser of records is compared with its grammar: its findings on the syntax of
/// `record`, one line each.
pub fn syntax_findings(record: &[u8]) -> Vec<String> {
    let reports = jadoube::internals::audit::audit_bytes(record);
    let findings = reports.iter().flat_map(|report| &report.findings);
    findings
        .filter(|finding| finding.rule == jadoube::internals::law::Rule::RecordSyntax)
        // The grammar does not say which number is due, or which move is legal.
        .filter(|finding| {
            let of_moves = [
                "the move numbers go back",
                "the move numbers jump",
                "an electronic board",
                "is written where a move is missing",
                "a move may be missing",
                "does not reach the last rank",
            ];
            !of_moves.iter().any(|words| finding.message.contains(words))
        })
        .map(|finding| format!("{} at {}", finding.message, finding.location.offset))
        .collect()
}

/// The productions that RFC 5234 defines itself.
const CORE: &str = "\
ALPHA = %x41-5A / %x61-7A
DIGIT = %x30-39
SP = %x20
HTAB = %x09
CR = %x0D
LF = %x0A
CRLF = CR LF
DQUOTE = %x22
";

/// Below this depth the shortest way to an end is taken.
const DEEPEST: usize = 24;

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar")
}

/// The productions of one file, in its order.
pub fn productions(file: &str) -> Vec<Rule> {
    let path = folder().join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    abnf::rulelist(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The grammars, as one.
pub struct Grammar {
    rules: BTreeMap<String, Node>,
    /// How deep the shallowest sentence of each production is.
    least: BTreeMap<String, usize>,
}

impl Grammar {
    pub fn read() -> Self {
        let mut rules = BTreeMap::new();
        let core = abnf::rulelist(CORE).unwrap();
        let ours = ["record.abnf", "commands.abnf", "descriptive.abnf"].into_iter().flat_map(productions);
        for rule in ours.chain(core) {
            let earlier = rules.insert(rule.name().to_owned(), rule.node().clone());
            assert!(earlier.is_none(), "`{}` is defined twice", rule.name());
        }
        let mut grammar = Self { rules, least: BTreeMap::new() };
        grammar.measure();
        grammar
    }

    /// Every production that `start` can lead to, itself included.
    pub fn reachable(&self, start: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut open = vec![start.to_owned()];
        while let Some(name) = open.pop() {
            if found.insert(name.clone()) {
                names(self.node(&name), &mut open);
            }
        }
        found
    }

    /// The number of productions between each production and `target`, if it leads there.
    fn distances(&self, target: &str) -> BTreeMap<String, usize> {
        let mut found = BTreeMap::from([(target.to_owned(), 0)]);
        loop {
            let mut nearer = Vec::new();
            for (name, node) in self.rules.iter().filter(|(name, _)| !found.contains_key(*name)) {
                let mut inner = Vec::new();
                names(node, &mut inner);
                if let Some(least) = inner.iter().filter_map(|inner| found.get(inner)).min() {
                    nearer.push((name.clone(), least + 1));
                }
            }
            if nearer.is_empty() {
                return found;
            }
            found.extend(nearer);
        }
    }

    /// The productions that a production names.
    pub fn parts(&self, name: &str) -> BTreeSet<String> {
        let mut found = Vec::new();
        names(self.node(name), &mut found);
        found.into_iter().collect()
    }

    /// The literal words of a production and of those that it leads to, but for the productions in `apart`.
    pub fn literals(&self, start: &str, apart: &[&str]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![start.to_owned()];
        while let Some(name) = open.pop() {
            if !apart.contains(&name.as_str()) && seen.insert(name.clone()) {
                literals(self.node(&name), &mut found);
                names(self.node(&name), &mut open);
            }
        }
        found
    }

    fn node(&self, name: &str) -> &Node {
        self.rules.get(name).unwrap_or_else(|| panic!("`{name}` is not defined"))
    }

    fn measure(&mut self) {
        loop {
            let mut found = Vec::new();
            for (name, node) in &self.rules {
                if let Some(depth) = self.depth(node) {
                    let known = self.least.get(name);
                    if known.is_none_or(|known| depth + 1 < *known) {
                        found.push((name.clone(), depth + 1));
                    }
                }
            }
            if found.is_empty() {
                break;
            }
            self.least.extend(found);
        }
        for name in self.rules.keys() {
            assert!(self.least.contains_key(name), "`{name}` has no sentence");
        }
    }

    /// The depth of the shallowest sentence of `node`, if known.
    fn depth(&self, node: &Node) -> Option<usize> {
        match node {
            Node::Alternatives(nodes) => nodes.iter().filter_map(|node| self.depth(node)).min(),
            Node::Concatenation(nodes) => {
                nodes.iter().map(|node| self.depth(node)).try_fold(0, |most, depth| Some(most.max(depth?)))
            }
            Node::Repetition { repeat, node } => match repeat.min().unwrap_or(0) {
                0 => Some(0),
                _ => self.depth(node),
            },
            Node::Rulename(name) => self.least.get(name).copied(),
            Node::Group(node) => self.depth(node),
            Node::Optional(_) | Node::String(_) | Node::TerminalValues(_) => Some(0),
            Node::Prose(prose) => panic!("prose makes no sentences: {prose}"),
        }
    }
}

fn names(node: &Node, found: &mut Vec<String>) {
    match node {
        Node::Alternatives(nodes) | Node::Concatenation(nodes) => {
            for node in nodes {
                names(node, found);
            }
        }
        Node::Repetition { node, .. } | Node::Group(node) | Node::Optional(node) => names(node, found),
        Node::Rulename(name) => found.push(name.clone()),
        Node::String(_) | Node::TerminalValues(_) | Node::Prose(_) => {}
    }
}

fn literals(node: &Node, found: &mut BTreeSet<String>) {
    match node {
        Node::Alternatives(nodes) | Node::Concatenation(nodes) => {
            for node in nodes {
                literals(node, found);
            }
        }
        Node::Repetition { node, .. } | Node::Group(node) | Node::Optional(node) => literals(node, found),
        Node::String(literal) => {
            found.insert(literal.value().to_owned());
        }
        Node::Rulename(_) | Node::TerminalValues(_) | Node::Prose(_) => {}
    }
}

/// A sentence and the productions used.
pub struct Sentence {
    pub bytes: Vec<u8>,
    pub made_by: BTreeSet<String>,
}

/// Text for a production whose right side is not precise enough.
type Override = fn(&mut Random) -> Vec<u8>;

/// Generates sentences and counts the branches taken.
pub struct Generator<'g> {
    grammar: &'g Grammar,
    random: Random,
    /// The number of times each branch of each choice was taken, by the address of the choice's node.
    taken: BTreeMap<(*const Node, usize), u32>,
    covered: BTreeSet<String>,
    overrides: BTreeMap<&'static str, Override>,
    /// The distance from each production to the target of the steering.
    distance: BTreeMap<String, usize>,
    steered: bool,
}

impl<'g> Generator<'g> {
    pub fn new(grammar: &'g Grammar, seed: u64) -> Self {
        let mut overrides: BTreeMap<&'static str, Override> = BTreeMap::new();
        overrides.insert("rule-id", |random| {
            let rules = jadoube::internals::law::Rule::ALL;
            rules[random.below(rules.len())].id().into()
        });
        overrides.insert("begins-game", |random| {
            let begins =
                ["{a game}", "1.e4 ", "1. Nf3!?\n", "O-O; \r", "exd5+\t", "Pe4 \n%\n", "1.  Ng1-f3 "];
            random.pick(&begins).into()
        });
        overrides.insert("period-moves", |random| (random.below(300) + 1).to_string().into());
        Self {
            grammar,
            random: Random::new(seed),
            taken: BTreeMap::new(),
            covered: BTreeSet::new(),
            overrides,
            distance: BTreeMap::new(),
            steered: false,
        }
    }

    /// One sentence of `start`.
    pub fn sentence(&mut self, start: &str) -> Sentence {
        let mut sentence = Sentence { bytes: Vec::new(), made_by: BTreeSet::new() };
        self.production(start, 0, &mut sentence);
        self.covered.extend(sentence.made_by.iter().cloned());
        sentence
    }

    /// `plain` random sentences of `start`, then more until every production and branch that `start` leads
    /// to is covered. Panics if they are not.
    pub fn cover(&mut self, start: &str, plain: usize, mut each: impl FnMut(&Sentence)) {
        for _ in 0..plain {
            let sentence = self.sentence(start);
            each(&sentence);
        }
        self.steered = true;
        let mut owed = self.owed(start);
        for round in 0..500 {
            let Some(target) = owed.get(round % owed.len().max(1)) else {
                break;
            };
            self.distance = self.grammar.distances(target);
            for _ in 0..10 {
                let sentence = self.sentence(start);
                each(&sentence);
            }
            owed = self.owed(start);
        }
        self.steered = false;
        assert!(owed.is_empty(), "never made from `{start}`: {}", owed.join(", "));
    }

    /// Productions that were not used, and those with a branch that was not taken.
    fn owed(&self, start: &str) -> Vec<String> {
        self.grammar
            .reachable(start)
            .into_iter()
            .filter(|name| !self.behind_an_override(start, name))
            .filter(|name| {
                !self.covered.contains(name)
                    || (!self.overrides.contains_key(name.as_str())
                        && self.branches_owed(self.grammar.node(name)))
            })
            .collect()
    }

    /// Whether every way to `name` leads through an overridden production.
    fn behind_an_override(&self, start: &str, name: &str) -> bool {
        let mut open = vec![start.to_owned()];
        let mut seen = BTreeSet::new();
        while let Some(next) = open.pop() {
            if next == name {
                return false;
            }
            if seen.insert(next.clone()) && !self.overrides.contains_key(next.as_str()) {
                names(self.grammar.node(&next), &mut open);
            }
        }
        true
    }

    fn branches_owed(&self, node: &Node) -> bool {
        let owed = |branch| !self.taken.contains_key(&(std::ptr::from_ref(node), branch));
        match node {
            Node::Alternatives(nodes) => {
                (0..nodes.len()).any(owed) || nodes.iter().any(|node| self.branches_owed(node))
            }
            Node::Concatenation(nodes) => nodes.iter().any(|node| self.branches_owed(node)),
            Node::Optional(inner) => owed(0) || owed(1) || self.branches_owed(inner),
            Node::Repetition { node, .. } | Node::Group(node) => self.branches_owed(node),
            Node::Rulename(_) | Node::String(_) | Node::TerminalValues(_) | Node::Prose(_) => false,
        }
    }

    fn production(&mut self, name: &str, depth: usize, sentence: &mut Sentence) {
        sentence.made_by.insert(name.to_owned());
        if let Some(make) = self.overrides.get(name) {
            let made = make(&mut self.random);
            sentence.bytes.extend(made);
            return;
        }
        let grammar = self.grammar;
        self.write(grammar.node(name), depth + 1, sentence);
    }

    fn write(&mut self, node: &'g Node, depth: usize, sentence: &mut Sentence) {
        match node {
            Node::Alternatives(nodes) => {
                let branch = if depth > DEEPEST {
                    let depths = nodes.iter().map(|node| self.grammar.depth(node));
                    depths.enumerate().min_by_key(|(_, depth)| *depth).unwrap().0
                } else {
                    self.branch(node, nodes.len())
                };
                *self.taken.entry((std::ptr::from_ref(node), branch)).or_default() += 1;
                self.write(&nodes[branch], depth, sentence);
            }
            Node::Concatenation(nodes) => {
                for node in nodes {
                    self.write(node, depth, sentence);
                }
            }
            Node::Repetition { repeat, node } => {
                let least = repeat.min().unwrap_or(0);
                let most = match repeat {
                    Repeat::Specific(count) => *count,
                    Repeat::Variable { max, .. } => max.unwrap_or(least + 4).min(least + 4),
                };
                let wanted = self.steered && self.way(node) < usize::MAX;
                let count = if depth > DEEPEST {
                    least
                } else if wanted && most > 0 {
                    least.max(1)
                } else {
                    least + self.random.below(most - least + 1)
                };
                for _ in 0..count {
                    self.write(node, depth, sentence);
                }
            }
            Node::Rulename(name) => self.production(name, depth, sentence),
            Node::Group(node) => self.write(node, depth, sentence),
            Node::Optional(inner) => {
                let branch = if depth > DEEPEST { 0 } else { self.branch(node, 2) };
                *self.taken.entry((std::ptr::from_ref(node), branch)).or_default() += 1;
                if branch == 1 {
                    self.write(inner, depth, sentence);
                }
            }
            Node::String(literal) => {
                for byte in literal.value().bytes() {
                    let other_case = !literal.is_case_sensitive() && self.random.below(2) == 1;
                    sentence.bytes.push(if other_case { byte ^ case(byte) } else { byte });
                }
            }
            Node::TerminalValues(TerminalValues::Range(from, to)) => {
                let (from, to) = (u8::try_from(*from).unwrap(), u8::try_from(*to).unwrap());
                let chosen = usize::from(from) + self.random.below(usize::from(to - from) + 1);
                sentence.bytes.push(u8::try_from(chosen).unwrap());
            }
            Node::TerminalValues(TerminalValues::Concatenation(values)) => {
                sentence.bytes.extend(values.iter().map(|value| u8::try_from(*value).unwrap()));
            }
            Node::Prose(prose) => panic!("prose makes no sentences: {prose}"),
        }
    }

    /// A random branch; if steered, mostly the branch nearest to the target, else the one taken least
    /// often.
    fn branch(&mut self, node: &Node, branches: usize) -> usize {
        if !self.steered || self.random.below(4) == 0 {
            return self.random.below(branches);
        }
        let way = |branch: usize| match node {
            Node::Alternatives(nodes) => self.way(&nodes[branch]),
            Node::Optional(inner) if branch == 1 => self.way(inner),
            _ => usize::MAX,
        };
        let taken = |branch: usize| {
            let times = self.taken.get(&(std::ptr::from_ref(node), branch));
            times.copied().unwrap_or_default()
        };
        (0..branches).min_by_key(|branch| (way(*branch), taken(*branch))).unwrap_or_default()
    }

    /// The distance from the names in `node` to the target.
    fn way(&self, node: &Node) -> usize {
        let mut found = Vec::new();
        names(node, &mut found);
        found.iter().filter_map(|name| self.distance.get(name)).min().copied().unwrap_or(usize::MAX)
    }
}

/// The bit that turns a letter into its other case.
fn case(byte: u8) -> u8 {
    if byte.is_ascii_alphabetic() { 0x20 } else { 0 }
}
