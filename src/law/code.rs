//! A law code as the engine asks it: typed, with an index for every rule.

use std::fmt;
use std::sync::Arc;

use super::rules::Rule;
use super::vocabulary::{
    Binds, CheckBinds, Chooser, ClaimAlso, ClaimAt, ClaimBar, ClaimBy, ClaimForm, ClaimWord, Completion,
    CountFrom, CountOf, CountReset, Counted, Coverage, Due, Family, FirstAtOdds, Lapse, ManSelector,
    NextFirst, NotMan, NoticeTime, OddsPawn, OddsPiece, OffenderRole, OnBoard, OncePer, Opener, Per, Person,
    Piece, Predicate, PromotionTime, RemedyKind, RetractTo, SameBy, TallyPer, TallyPosition, TouchException,
    Turn, UnknownOrder, WindowId, Winner, Within,
};
use crate::chess::Play;

/// A code of laws.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its id.
    pub id: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// The year it was printed or came into force.
    pub year: u16,
    /// Where it is printed.
    pub source: Source,
    /// The first day it was in force, for dated editions.
    pub since: Option<Day>,
    /// The last day it was in force.
    pub until: Option<Day>,
    /// The code that this one restates in part.
    pub extends: Option<Arc<str>>,
    /// The code of which this is an edition of another time.
    pub edition_of: Option<Arc<str>>,
    /// How far the source is known.
    pub coverage: Coverage,
    /// How the game itself works.
    pub play: Regulations,
    /// Everything the articles lay down, in the order of the file.
    pub provisions: Vec<Provision>,
    /// Offences that add up.
    pub tallies: Vec<Tally>,
    /// Where the source is unclear.
    pub readings: Vec<Reading>,
    /// Where the source says nothing.
    pub silences: Vec<Silence>,
    /// Which of them govern what.
    pub(super) index: Index,
}

/// For each rule, which provisions and which silence govern it: asked for every odd move.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    provisions: Vec<Box<[usize]>>,
    silences: Vec<Option<usize>>,
}

/// Where a code is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The work.
    pub work: Arc<str>,
    /// The pages, where it has any.
    pub pages: Option<Arc<str>>,
}

/// A day of the calendar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day {
    /// The year.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day, from 1.
    pub day: u8,
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// How the game itself works under a code: its `[play]` table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regulations {
    /// What legality asks: castling, en passant, pawns that stay, the leap at odds.
    pub play: Play,
    /// What a pawn becomes, and when.
    pub promotion: Promotion,
    /// Which checks must be met.
    pub check: CheckRule,
    /// When a move is completed.
    pub completed: Completion,
    /// When notice of adjusting protects a touch.
    pub adjust: AdjustRule,
    /// Who begins the games of a series, where the code says.
    pub first_move: Option<FirstMove>,
    /// What odds mean where the players did not say, where the code does.
    pub odds: Option<OddsRules>,
}

/// What a pawn on its last rank becomes. Whether it may stay a pawn stands in [`Play`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// The pieces it may become.
    pub to: Vec<Piece>,
    /// When.
    pub when: PromotionTime,
}

/// Which checks must be met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckRule {
    /// Every check, or only one said aloud.
    pub binds: CheckBinds,
    /// How a record that did not watch speech is taken: as though each check had been announced,
    /// or as though checks bound in any case.
    pub unobserved: CheckBinds,
}

/// When notice of adjusting protects a touch. A touch so protected is no offence of `touch.*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdjustRule {
    /// Before the touch, or in touching.
    pub notice: NoticeTime,
    /// On the adjuster's own turn only, or at any time.
    pub turn: Turn,
    /// Whether the man must stand visibly askew.
    pub askew: bool,
}

/// Who begins the games of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// After a game that was won.
    pub won: NextFirst,
    /// After a drawn game.
    pub drawn: NextFirst,
    /// After a game that was annulled.
    pub annulled: NextFirst,
    /// Whether the players keep their colours through the sitting.
    pub colours_kept: bool,
    /// Which games follow one another in this.
    pub within: Within,
}

/// What odds mean where the players did not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OddsRules {
    /// Who begins.
    pub first_move: FirstAtOdds,
    /// Which pawn is given.
    pub pawn: OddsPawn,
    /// Which knight, bishop or rook is given.
    pub piece: OddsPiece,
    /// The farthest rank, seen from the receiver, that moves given as odds may reach.
    pub moves_rank: Option<u8>,
}

/// One thing that an article lays down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provision {
    /// The article.
    pub article: Arc<str>,
    /// The rules it governs.
    pub topics: Vec<Rule>,
    /// What must hold; every clause.
    pub when: Vec<Clause>,
    /// What it says, one sentence.
    pub says: Arc<str>,
    /// How it binds.
    pub binds: Binds,
    /// Whose offence it is.
    pub offender: OffenderRole,
    /// What opens the case, where the act itself does not.
    pub opens: Option<Opener>,
    /// Who may claim, when and how.
    pub claim: Option<Claim>,
    /// What must have come to how many, where it takes no claim.
    pub count: Option<Count>,
    /// Where the men go back to.
    pub retract: RetractTo,
    /// What it gives.
    pub remedies: Vec<RemedyRule>,
    /// What it gives where none of the remedies has a move.
    pub otherwise: Vec<RemedyRule>,
    /// Until when.
    pub window: Option<WindowRule>,
    /// From when.
    pub opened: Option<Opened>,
    /// The articles whose right arises when the window closes unused.
    pub then: Vec<Arc<str>>,
    /// The article that lays down what follows, where this one lays down the condition only.
    pub penalty: Option<Arc<str>>,
    /// What holds once it is too late.
    pub late: Option<Late>,
    /// The families that do not bind where this applies.
    pub excuses: Vec<Family>,
    /// What is taken where the order of touches is unknown.
    pub order: Option<Order>,
    /// The tally it counts in.
    pub tally: Option<Arc<str>>,
    /// What a wrong claim costs.
    pub wrong: Option<Wrong>,
    /// Whether it is a finding; where not, it only decides.
    pub report: bool,
}

/// One clause of a `when`: it holds where any of its literals does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The literals, at least one.
    pub any: Vec<Literal>,
}

/// A predicate, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// The fact.
    pub predicate: Predicate,
    /// Whether it must be so or must not.
    pub holds: bool,
}

impl Clause {
    /// Whether the clause holds, given the facts.
    pub fn holds(&self, fact: &mut impl FnMut(Predicate) -> bool) -> bool {
        self.any.iter().any(|literal| fact(literal.predicate) == literal.holds)
    }

    /// Whether this clause holding makes `other` hold in every case.
    fn implies(&self, other: &Self) -> bool {
        self.any.iter().all(|literal| other.any.contains(literal))
    }

    /// Whether it holds whatever the facts.
    fn always(&self) -> bool {
        self.any.iter().any(|literal| self.any.contains(&literal.opposite()))
    }
}

impl Literal {
    /// The negation.
    fn opposite(self) -> Self {
        Self { holds: !self.holds, ..self }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, literal) in self.any.iter().enumerate() {
            let or = if at == 0 { "" } else { "|" };
            let not = if literal.holds { "" } else { "!" };
            write!(f, "{or}{not}{}", literal.predicate)?;
        }
        Ok(())
    }
}

/// Whether every clause holds, given the facts.
fn all_hold(when: &[Clause], mut fact: impl FnMut(Predicate) -> bool) -> bool {
    when.iter().all(|clause| clause.holds(&mut fact))
}

/// Whether `narrow` holding makes `wide` hold in every case.
pub(super) fn implies(narrow: &[Clause], wide: &[Clause]) -> bool {
    wide.iter().all(|theirs| theirs.always() || narrow.iter().any(|ours| ours.implies(theirs)))
}

/// Whether no facts at all can make every clause hold: a clause of one literal denies all of
/// another clause.
pub(super) fn contradicts_itself(when: &[Clause]) -> bool {
    let certain: Vec<Literal> = when
        .iter()
        .filter_map(|clause| match clause.any.as_slice() {
            [only] => Some(only.opposite()),
            _ => None,
        })
        .collect();
    when.iter().any(|clause| clause.any.iter().all(|literal| certain.contains(literal)))
}

impl Provision {
    /// Whether its `when` holds, given the facts.
    pub fn governs(&self, fact: impl FnMut(Predicate) -> bool) -> bool {
        all_hold(&self.when, fact)
    }

    /// What must have come to how many: its own count, or that of its claim.
    pub fn counting(&self) -> Option<&Count> {
        let claimed = self.claim.as_ref().and_then(|claim| claim.count.as_ref());
        self.count.as_ref().or(claimed)
    }
}

/// A remedy as the code lays it down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemedyRule {
    /// What is to be done.
    pub kind: RemedyKind,
    /// Who picks it.
    pub chooser: Chooser,
    /// What takes its place where it has no move or its `when` does not hold.
    pub otherwise: Otherwise,
    /// What it is repeated for.
    pub per: Option<Per>,
    /// The man it leaves out.
    pub not: Option<NotMan>,
    /// The man it speaks of, where several were touched.
    pub man: Option<ManSelector>,
    /// The man to do it with.
    pub by: Option<ManSelector>,
    /// What must hold.
    pub when: Vec<Clause>,
    /// When it is due, where not at once.
    pub due: Option<Due>,
    /// What ends it.
    pub lapses: Vec<Lapse>,
    /// Seconds, where it is about time.
    pub seconds: Option<u32>,
    /// What the pawn becomes, where it is about promotion.
    pub pieces: Vec<Piece>,
    /// The articles that lay down the duty, where others do.
    pub articles: Vec<Arc<str>>,
    /// Who wins, where it is a `win`.
    pub winner: Option<Winner>,
}

impl RemedyRule {
    /// Whether its `when` holds, given the facts.
    pub fn governs(&self, fact: impl FnMut(Predicate) -> bool) -> bool {
        all_hold(&self.when, fact)
    }
}

/// The `else` of a remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// The code names nothing.
    Nothing,
    /// No penalty, as the code has it.
    NoPenalty,
    /// Another remedy.
    Remedy(Box<RemedyRule>),
}

/// Until when a right may be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowRule {
    /// Its name in the file, where it is said once for several provisions.
    pub name: Option<Arc<str>>,
    /// What closes it.
    pub closes: WindowId,
    /// How many moves, where it counts any.
    pub n: Option<u32>,
    /// Whose moves, where it counts one player's.
    pub who: Option<Person>,
    /// Whether words said with the closing move are still inside.
    pub with: bool,
    /// The touches that do not close it.
    pub except: Vec<TouchException>,
}

/// From when a right may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opened {
    /// Not before each side has made so many moves.
    pub moves_each: u32,
}

/// What holds once the window has closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Late {
    /// The position stands.
    Stands,
    /// What this article says.
    Article(Arc<str>),
}

/// What is taken where the order of touches is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// Which man came first.
    pub unknown: UnknownOrder,
}

/// Who may claim, when and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Who.
    pub by: ClaimBy,
    /// On whose turn.
    pub turn: Turn,
    /// Whether on the position that stands or on one about to arise.
    pub form: ClaimForm,
    /// The words that make it, where not the claim itself.
    pub word: Option<ClaimWord>,
    /// The one moment at which it works in full.
    pub at: Option<ClaimAt>,
    /// What must have come to how many.
    pub count: Option<Count>,
    /// What bars it.
    pub barred: Vec<ClaimBar>,
    /// What it is besides.
    pub also: Option<ClaimAlso>,
    /// The articles to cite in each case.
    pub cite: ClaimCitation,
}

/// What must have come to how many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// What is counted.
    pub of: CountOf,
    /// How many.
    pub n: u32,
    /// What sets it back.
    pub resets: Vec<CountReset>,
    /// When two positions are the same.
    pub same: SameBy,
    /// Where it begins.
    pub from: CountFrom,
}

/// The articles to cite, where the claim's forms have their own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClaimCitation {
    /// For a position that stands.
    pub arisen: Option<Arc<str>>,
    /// For one about to arise.
    pub written: Option<Arc<str>>,
    /// For a claim that is barred.
    pub barred: Option<Arc<str>>,
    /// What that article says, in the project's own words.
    pub barred_says: Option<Arc<str>>,
    /// For a wrong claim.
    pub wrong: Option<Arc<str>>,
}

/// What a wrong claim costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The article that says so.
    pub article: Option<Arc<str>>,
    /// What that article says, in the project's own words; else what the provision says stands for it.
    pub says: Option<Arc<str>>,
    /// What it gives.
    pub remedies: Vec<RemedyRule>,
}

/// Offences that add up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The article that lays it down.
    pub article: Arc<str>,
    /// What that article says, in the project's own words.
    pub says: Option<Arc<str>>,
    /// The articles whose offences it counts.
    pub counts: Vec<Arc<str>>,
    /// Whose.
    pub per: TallyPer,
    /// What counts once however much went wrong in it.
    pub once_per: OncePer,
    /// When an offence enters it.
    pub counted: Counted,
    /// What each one brings.
    pub strikes: Vec<Strike>,
    /// The position by which a strike is judged.
    pub position: TallyPosition,
}

impl Tally {
    /// What the `nth` offence brings: its own strike, or the last one before it.
    pub fn strike(&self, nth: u32) -> Option<&Strike> {
        self.strikes.iter().filter(|strike| strike.nth <= nth).max_by_key(|strike| strike.nth)
    }
}

/// What the nth offence brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strike {
    /// Which offence, from 1.
    pub nth: u32,
    /// Whether it comes on top of the remedies or in their place.
    pub effect: StrikeEffect,
    /// What it gives.
    pub remedies: Vec<RemedyRule>,
}

/// Whether a strike comes on top of the remedies or in their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrikeEffect {
    /// On top.
    Adds,
    /// In their place.
    Replaces,
}

/// A point where the source is unclear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The article.
    pub article: Arc<str>,
    /// What is unclear.
    pub question: Arc<str>,
    /// How it is read.
    pub taken: Arc<str>,
    /// Why.
    pub why: Arc<str>,
    /// How else it can be read.
    pub alternatives: Vec<Alternative>,
    /// The alternative by which it is read here, where one is.
    pub otherwise: Option<Arc<str>>,
}

/// Another way to read an article.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// Its name.
    pub name: Arc<str>,
    /// What it changes in the file.
    pub settings: Vec<Setting>,
}

/// A named alternative of a reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherReading {
    /// The article that is read.
    pub article: Arc<str>,
    /// The alternative's name.
    pub name: Arc<str>,
}

/// An alternative by its article and its name.
pub fn other_reading(reading: &Reading, alternative: &Alternative) -> OtherReading {
    OtherReading { article: Arc::clone(&reading.article), name: Arc::clone(&alternative.name) }
}

impl Alternative {
    /// Whether it changes more than the provisions of the article that is read: how the game itself
    /// works, or a window that several articles name.
    pub fn reaches_beyond_its_article(&self) -> bool {
        self.settings.iter().any(Setting::starts_at_the_file)
    }
}

impl Setting {
    /// Whether its path begins at the file and not at the provisions of the article.
    pub fn starts_at_the_file(&self) -> bool {
        starts_at_the_file(&self.path)
    }
}

/// Whether the path of a setting begins at the file and not at the provisions of the article.
pub(super) fn starts_at_the_file(path: &str) -> bool {
    path.starts_with("play.") || path.starts_with("windows.")
}

/// One change that a reading makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Where: a path in the article's provisions, or from `play.` or `windows.` on.
    pub path: Arc<str>,
    /// What stands there then, as the file writes it.
    pub to: Arc<str>,
}

/// A matter of which the source says nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silence {
    /// The rules it is about.
    pub topics: Vec<Rule>,
    /// What is not said, one sentence.
    pub says: Arc<str>,
    /// What is then done on the board.
    pub default: Option<OnBoard>,
    /// Why it is taken for a silence.
    pub why: Option<Arc<str>>,
}

/// Whether a code speaks of a matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Voice {
    /// A provision governs.
    Speaks,
    /// The code says nothing.
    Silent,
    /// The source is known in part only and does not reveal it.
    Unrevealed,
}

/// What a stalemate counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stalemate {
    /// A draw.
    Draw,
    /// A win.
    Win(Winner),
    /// The code does not say.
    Unstated,
}

impl Code {
    /// The code with the provision of this index taken out, everything else as it was: to see what it
    /// does. `None` where there is no such provision.
    pub fn without(&self, index: usize) -> Option<Self> {
        let mut rest = self.clone();
        if index >= rest.provisions.len() {
            return None;
        }
        rest.provisions.remove(index);
        rest.index = Index::of(&rest.provisions, &rest.silences);
        Some(rest)
    }

    /// The provisions that govern `rule`, in the order in which they are tried: those that name it,
    /// then, unless a silence names it, those that name its parent.
    pub fn provisions_for(&self, rule: Rule) -> impl Iterator<Item = &Provision> {
        self.index
            .provisions
            .get(rule as usize)
            .into_iter()
            .flatten()
            .filter_map(|at| self.provisions.get(*at))
    }

    /// The first provision on `rule` that governs, given the facts.
    pub fn governing(&self, rule: Rule, mut fact: impl FnMut(Predicate) -> bool) -> Option<&Provision> {
        self.provisions_for(rule).find(|provision| provision.governs(&mut fact))
    }

    /// The silence on `rule`, or on its parent where no provision names `rule`: what holds where no
    /// provision governs.
    pub fn silence_for(&self, rule: Rule) -> Option<&Silence> {
        let at = self.index.silences.get(rule as usize).copied().flatten()?;
        self.silences.get(at)
    }

    /// Whether the code speaks of `rule`.
    pub fn voice(&self, rule: Rule) -> Voice {
        if self.provisions_for(rule).next().is_some() { Voice::Speaks } else { self.voice_of_silence() }
    }

    /// What it is where no provision governs: silence, or a source known only in part.
    pub fn voice_of_silence(&self) -> Voice {
        match self.coverage {
            // Whether the source is silent where it is not known cannot be told, whatever its notes say.
            Coverage::Partial => Voice::Unrevealed,
            Coverage::Whole => Voice::Silent,
        }
    }

    /// The first provision of the article.
    pub fn provision(&self, article: &str) -> Option<&Provision> {
        self.provisions.iter().find(|provision| &*provision.article == article)
    }

    /// Every provision of the article, in the order of the file.
    pub fn article<'a>(&'a self, article: &'a str) -> impl Iterator<Item = &'a Provision> {
        self.provisions.iter().filter(move |provision| &*provision.article == article)
    }

    /// The articles, each once, in the order of the file.
    pub fn articles(&self) -> Vec<&Arc<str>> {
        let mut articles: Vec<&Arc<str>> = Vec::new();
        for provision in &self.provisions {
            if !articles.contains(&&provision.article) {
                articles.push(&provision.article);
            }
        }
        articles
    }

    /// The tally that the article lays down.
    pub fn tally(&self, article: &str) -> Option<&Tally> {
        self.tallies.iter().find(|tally| &*tally.article == article)
    }

    /// The readings of the article, in the order of the file.
    pub fn readings_of<'a>(&'a self, article: &'a str) -> impl Iterator<Item = &'a Reading> {
        self.readings.iter().filter(move |reading| &*reading.article == article)
    }

    /// What a stalemate counts for.
    pub fn stalemate(&self) -> Stalemate {
        self.provisions_for(Rule::DrawStalemate)
            .flat_map(|provision| &provision.remedies)
            .find_map(|remedy| match remedy.kind {
                RemedyKind::Draw => Some(Stalemate::Draw),
                RemedyKind::Win => remedy.winner.map(Stalemate::Win),
                _ => None,
            })
            .unwrap_or(Stalemate::Unstated)
    }

    /// Whether the code was in force on `day`.
    pub fn in_force(&self, day: Day) -> bool {
        self.since.is_some_and(|since| since <= day) && self.until.is_none_or(|until| day <= until)
    }
}

impl Index {
    pub(super) fn of(provisions: &[Provision], silences: &[Silence]) -> Self {
        let named = |rule: Rule| -> Vec<usize> {
            provisions
                .iter()
                .enumerate()
                .filter(|(_, provision)| provision.topics.contains(&rule))
                .map(|(at, _)| at)
                .collect()
        };
        let silence = |rule: Rule| silences.iter().position(|silence| silence.topics.contains(&rule));
        let mut index = Self::default();
        for rule in Rule::ALL.iter().copied() {
            let mut governing = named(rule);
            let mut silent = silence(rule);
            if let Some(parent) = rule.parent() {
                if governing.is_empty() && silent.is_none() {
                    silent = silence(parent);
                }
                if silence(rule).is_none() {
                    for at in named(parent) {
                        if !governing.contains(&at) {
                            governing.push(at);
                        }
                    }
                }
            }
            index.provisions.push(governing.into_boxed_slice());
            index.silences.push(silent);
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(literals: &[(Predicate, bool)]) -> Clause {
        let any = literals.iter().map(|&(predicate, holds)| Literal { predicate, holds }).collect();
        Clause { any }
    }

    /// All conditions of at most two clauses over two facts, against every state of the facts.
    #[test]
    fn implication_and_contradiction_are_never_wrongly_claimed() {
        let facts = [Predicate::InCheck, Predicate::Askew];
        let mut clauses = Vec::new();
        for (first, second) in [(0, 0), (1, 1), (0, 1)] {
            for signs in 0..4 {
                clauses.push(clause(&[(facts[first], signs & 1 == 0), (facts[second], signs & 2 == 0)]));
            }
        }
        let mut conditions = vec![Vec::new()];
        for one in &clauses {
            conditions.push(vec![one.clone()]);
            for other in &clauses {
                conditions.push(vec![one.clone(), other.clone()]);
            }
        }
        let holds = |when: &[Clause], state: u8| {
            all_hold(when, |fact| match fact {
                Predicate::InCheck => state & 1 != 0,
                _ => state & 2 != 0,
            })
        };
        for narrow in &conditions {
            if contradicts_itself(narrow) {
                assert!((0..4).all(|state| !holds(narrow, state)), "{narrow:?}");
            }
            for wide in &conditions {
                if implies(narrow, wide) {
                    let sound = (0..4).all(|state| !holds(narrow, state) || holds(wide, state));
                    assert!(sound, "{narrow:?} {wide:?}");
                }
            }
        }
        assert!(implies(&clauses, &[]));
        assert!(!implies(&[], &clauses));
    }

    #[test]
    fn a_clause_is_written_as_it_is_read() {
        let either = clause(&[(Predicate::InCheck, true), (Predicate::Askew, false)]);
        assert_eq!(either.to_string(), "in-check|!askew");
    }
}
