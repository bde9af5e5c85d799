//! One game as read: its buffers, what the replay keeps, and the making of moves.

use crate::chess::{
    CheckSign, Color, Illegality, Move, Play, Position, Resolved, Role, San, Side, Threats, san,
};
use crate::encoding::Encoding;
use crate::finding::Score;

use super::act::Act;
use super::clock::Time;
use super::command::{ClockKind, Suppress};
use super::course::Made;
use super::descriptive::{Notation, descriptive_move};
use super::fallen::Fallen;
use super::fault::{Fault, FaultKind};
use super::history::{History, TWO_WAYS_BACK};
use super::marks::MarkedMove;
use super::movetext::ends_token;
use super::put_right::{Remade, Unread};
use super::rectification::Rectifications;
use super::release::Released;
use super::retraction::Retractions;
use super::span::Span;
use super::standing::StandingMoves;
use super::suspicion::{Misnumbered, PositionDoubt};
use super::tag_values::{ReadValue, ResultDetail, TagValue};
use super::tags::{TagName, TagPair};
use super::usual_tags::Habit;

/// How many moves are looked ahead, over all ambiguous moves of a game.
const LOOK_AHEAD: u32 = 20_000;
/// How many faults of one record are kept; more are counted.
const MOST_FAULTS: usize = 1000;

/// How the game's first position came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup {
    /// The usual array.
    Usual,
    /// The FEN tag.
    Fen,
    /// The Placed tag: the men as they really stood.
    Placed,
    /// The usual array less the men given as odds.
    Odds,
}

/// A move of the score that the common law does not simply allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odd {
    /// The ply of the move, from 1.
    pub ply: u32,
    /// Its token.
    pub span: Span,
    /// What is odd about it.
    pub kind: OddKind,
}

/// What is odd about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OddKind {
    /// It breaks the common law, and stood.
    Illegal(Illegality),
    /// A turn was passed over.
    Null,
    /// Several legal moves fit the text.
    Ambiguous {
        /// The readings, the one followed first among those that survive.
        readings: Vec<Move>,
        /// How many of them the rest of the game allows.
        surviving: u32,
    },
}

/// A check sign that the board shows to be false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FalseSign {
    /// The ply of the move.
    pub ply: u32,
    /// Its token.
    pub span: Span,
    /// The sign it carries.
    pub sign: CheckSign,
}

/// Something reported once a game, at its first occurrence, with its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// How often it occurs.
    pub count: u32,
    /// The ply of the first.
    pub ply: u32,
    /// The token of the first.
    pub span: Span,
}

impl Counted {
    pub(super) fn count(&mut self, ply: u32, span: Span) {
        if self.count == 0 {
            self.ply = ply;
            self.span = span;
        }
        self.count += 1;
    }
}

/// An act, after how many plies it happened, and its command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedAct {
    /// The moves standing when it happened.
    pub ply: u32,
    /// The moves standing once it is done.
    pub after: u32,
    /// The command.
    pub span: Span,
    /// What happened.
    pub act: Act,
}

/// A time that the record gives for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockReading {
    /// The ply of the move it stands behind.
    pub ply: u32,
    /// What the time is.
    pub kind: ClockKind,
    /// The time.
    pub time: Time,
    /// The command.
    pub span: Span,
}

/// The token that ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Termination {
    /// The score it gives.
    pub score: Score,
    /// Where it stands.
    pub span: Span,
}

/// A turn that a player took whose it was not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TurnTaken {
    /// How many moves stood.
    pub stood: u32,
    /// Whose turn it became.
    pub by: Color,
}

/// How the replay ended before the text did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The moves made until then.
    pub ply: u32,
    /// Why.
    pub reason: StopReason,
}

/// Why the replay ended before the text did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// Mate or stalemate had ended the game.
    GameOver,
    /// A move, or the starting position, could not be read or meant.
    Unreplayable,
}

/// How the board stands at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum End {
    /// The player on move has a legal move, or no king to judge by.
    #[default]
    Open,
    /// He is checkmated.
    Mate,
    /// He is stalemated.
    Stalemate,
}

/// What the replay showed, for any number of codes to judge by. Plies count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Where a position first occurred for the third time, once for each stretch without an
    /// irreversible move.
    pub thirds: Vec<u32>,
    /// The first fifth occurrence.
    pub fifth: Option<u32>,
    /// Where the count of plies without capture or pawn move reached 100, once for each stretch.
    pub fifties: Vec<u32>,
    /// Where it first reached 150.
    pub seventy_five: Option<u32>,
    /// Where material first left neither side a mate.
    pub dead: Option<u32>,
    /// How the board stands at the end.
    pub end: End,
    /// From this ply on the board is doubtful, more than one reading of a move having survived.
    pub doubtful: Option<u32>,
}

impl Facts {
    fn clear(&mut self) {
        self.thirds.clear();
        self.fifth = None;
        self.fifties.clear();
        self.seventy_five = None;
        self.dead = None;
        self.end = End::Open;
        self.doubtful = None;
    }
}

/// One game as read. All spans lie in the chunk it was read from.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a question of its own, asked at every move
pub struct Record {
    /// From its first to its last byte.
    pub span: Span,
    /// What its text beyond ASCII is read in.
    pub encoding: Encoding,
    /// The tag pairs in the order of the text.
    pub tags: Vec<TagPair>,
    pub(super) known: [u32; TagName::ALL.len()],
    /// How the pairs of the game before began.
    pub(super) habit: Habit,
    /// How the first position came about.
    pub setup: Setup,
    /// The position that was due, where the men stood otherwise (`Placed`).
    pub due: Option<Position>,
    /// The first position.
    pub start: Position,
    /// The moves standing at the end.
    pub moves: StandingMoves,
    /// Where a player played whose turn it was not, in the order of the moves.
    pub(super) turns: Vec<TurnTaken>,
    /// The moves that the common law does not simply allow.
    pub odd: Vec<Odd>,
    /// What else happened.
    pub acts: Vec<PlacedAct>,
    /// The moves that retractions took back, those of each in the order in which they were made.
    pub(super) taken_back: Vec<Made>,
    pub(super) retractions: Retractions,
    pub(super) fallen: Fallen,
    pub(super) rectifications: Rectifications,
    /// The moves that rulings made others, in the order of the rulings.
    pub(super) remade: Vec<Remade>,
    /// Moves acted out that could not be read and may still be spoken of.
    pub(super) unread: Vec<Unread>,
    /// A man released whose move is not complete.
    pub(super) released: Option<Released>,
    /// Where the commands stand of releases that became moves, in the order of time.
    pub(super) settled: Vec<u32>,
    /// The times given.
    pub clocks: Vec<ClockReading>,
    /// Suppressions asked for in comments, with the ply they stand behind.
    pub suppressions: Vec<Suppression>,
    /// What is wrong with the text.
    pub faults: Vec<Fault>,
    /// Moves not written as the export format writes them.
    pub notation: Counted,
    /// Check and mate signs missing.
    pub missing_signs: Counted,
    /// Check and mate signs that are false.
    pub false_signs: Vec<FalseSign>,
    /// Move numbers that are not the number of the move.
    pub numbers: Counted,
    /// How the moves are written.
    pub written: Notation,
    /// The tokens that end before their words could, in the order of the text: the names behind them belong to the next
    /// move.
    pub(super) cut_short: Vec<Span>,
    /// The token that ends the game.
    pub termination: Option<Termination>,
    /// Whether the replay ended before the text did.
    pub stop: Option<Stop>,
    /// What the replay showed.
    pub facts: Facts,
    /// The board as it really stands at the end.
    pub position: Position,
    pub(super) history: History,
    /// What is added to the position's move number to get the number the text should give.
    pub(super) number_offset: i64,
    pub(super) last_sign: CheckSign,
    /// What threatens the king of the player on move.
    pub(super) threats: Threats,
    /// Whether the position is one that legal moves can lead to ([`Position::is_ordinary`]), as far as is known
    /// without the moves that broke the law.
    pub(super) ordinary: bool,
    /// Whether the straight road is closed: the replay has stopped, or a man was released whose move is not
    /// complete.
    pub(super) is_held: bool,
    /// Whether a move has broken the law, so that a king may stand in check unnoticed.
    pub(super) irregular: bool,
    /// From which ply on it is so.
    pub(super) irregular_since: u32,
    /// Whether a turn was passed over: then nothing is concluded from positions that come again.
    pub(super) turn_passed: bool,
    /// Clock times that could not be read.
    pub(super) odd_clocks: u32,
    /// What the last number said that was none of the move due, as long as it is suspected to be right.
    pub(super) misnumbered: Option<Misnumbered>,
    /// Why the game may have begun in another position.
    pub(super) position_doubt: Option<PositionDoubt>,
    /// Whether the letter of a man stood apart from its square.
    pub(super) has_torn_letters: bool,
    /// The fault of a word that could not be read, if one stopped the replay.
    pub(super) unread_word: Option<usize>,
    /// Whether a move came after a word that could not be read.
    pub(super) lost_moves: bool,
    third_run: u32,
    fifty_run: u32,
    /// The key of a position that a sign was found to call mate rightly, so that it is not asked again.
    mate: Option<u64>,
    /// The moves standing when a mate that nobody said was last played past.
    pub(super) passed_mate: Option<u32>,
    pub(super) look_ahead_left: u32,
}

/// A suppression asked for in a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppression {
    /// The ply it stands behind.
    pub ply: u32,
    /// The command.
    pub span: Span,
    /// What is to be quiet.
    pub what: Suppress,
}

impl Default for Record {
    fn default() -> Self {
        let start = Position::initial();
        Self {
            span: Span::default(),
            encoding: Encoding::Auto,
            tags: Vec::with_capacity(32),
            known: [0; TagName::ALL.len()],
            habit: Habit::default(),
            setup: Setup::Usual,
            due: None,
            start,
            moves: StandingMoves::with_capacity(512),
            turns: Vec::new(),
            odd: Vec::new(),
            acts: Vec::new(),
            taken_back: Vec::new(),
            retractions: Retractions::default(),
            fallen: Fallen::default(),
            rectifications: Rectifications::default(),
            remade: Vec::new(),
            unread: Vec::new(),
            released: None,
            settled: Vec::new(),
            clocks: Vec::with_capacity(512),
            suppressions: Vec::new(),
            faults: Vec::new(),
            notation: Counted::default(),
            missing_signs: Counted::default(),
            false_signs: Vec::new(),
            numbers: Counted::default(),
            written: Notation::Algebraic,
            cut_short: Vec::new(),
            termination: None,
            stop: None,
            facts: Facts::default(),
            position: start,
            history: History::default(),
            number_offset: 0,
            last_sign: CheckSign::None,
            threats: Threats::default(),
            ordinary: false,
            is_held: false,
            irregular: false,
            irregular_since: 0,
            turn_passed: false,
            odd_clocks: 0,
            misnumbered: None,
            position_doubt: None,
            has_torn_letters: false,
            unread_word: None,
            lost_moves: false,
            third_run: 0,
            fifty_run: 0,
            mate: None,
            passed_mate: None,
            look_ahead_left: LOOK_AHEAD,
        }
    }
}

impl Record {
    /// The tag pair of a known tag, the first of its name.
    #[inline]
    pub fn tag(&self, name: TagName) -> Option<&TagPair> {
        let index = self.known.get(name as usize).copied().unwrap_or(0) as usize;
        self.tags.get(index.checked_sub(1)?)
    }

    /// The raw value of a known tag in `text`, the chunk the record was read from.
    pub fn value<'t>(&self, name: TagName, text: &'t [u8]) -> Option<&'t [u8]> {
        Some(self.tag(name)?.value.of(text))
    }

    /// Whether the ResultDetail tag says that both players lost.
    pub fn detail_says_both_lose(&self, text: &[u8]) -> bool {
        self.value(TagName::ResultDetail, text).is_some_and(|value| {
            let read = ReadValue::of(TagName::ResultDetail, value);
            matches!(read, ReadValue::Value(TagValue::ResultDetail(ResultDetail::BothLose)))
        })
    }

    /// How many moves stand at the end.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The token of the move of a ply, from 1, without its suffix.
    pub fn token(&self, ply: u32, text: &[u8]) -> Option<Span> {
        let start = self.moves.token((ply as usize).checked_sub(1)?)?;
        Some(self.token_at(start, text))
    }

    /// The token of a move that begins here, without its suffix.
    pub fn token_at(&self, place: u32, text: &[u8]) -> Span {
        let start = place as usize;
        let rest = text.get(start..).unwrap_or_default();
        let cut_short = self.cut_short.binary_search_by_key(&place, |token| token.start).ok();
        if let Some(token) = cut_short.and_then(|index| self.cut_short.get(index)) {
            return *token;
        }
        if self.written == Notation::Descriptive
            && let Ok((after, _)) = descriptive_move(rest)
        {
            return Span::new(start, text.len() - after.len());
        }
        let after = match san(rest) {
            Ok((after, _)) if after.first().is_none_or(u8::is_ascii) => after,
            _ if let Some(printed) = MarkedMove::printed(rest) => {
                rest.get(printed.length..).unwrap_or_default()
            }
            Ok((after, _)) => after,
            Err(_) => rest
                .get(rest.iter().take_while(|byte| !ends_token(Some(*byte))).count()..)
                .unwrap_or_default(),
        };
        Span::new(start, text.len() - after.len())
    }

    /// The position after so many plies, replayed from the start; men that had fallen by then are off.
    pub fn position_after(&self, ply: u32) -> Position {
        let mut position = self.start;
        for edit in self.fallen.edits_from(0).iter().take_while(|edit| edit.is_of(0)) {
            self.enact(&mut position, *edit);
        }
        self.play_on(position, 0, ply)
    }

    /// The position after `to` plies, played on from the one after `from` plies.
    pub fn play_on(&self, mut position: Position, from: u32, to: u32) -> Position {
        let mut edits = self.fallen.edits_from(from + 1).iter().copied().peekable();
        for (played, stood) in self.moves.from(from as usize).zip(from..to) {
            self.play_next(&mut position, played, stood);
            while let Some(edit) = edits.next_if(|edit| edit.is_of(stood + 1)) {
                self.enact(&mut position, edit);
            }
        }
        position
    }

    /// Whose turn it became, with so many moves standing, because he played out of turn.
    pub(super) fn turn_taken(&self, stood: u32) -> Option<Color> {
        let index = self.turns.binary_search_by_key(&stood, |taken| taken.stood).ok()?;
        self.turns.get(index).map(|taken| taken.by)
    }

    /// Gives the move to a player whose turn it is not.
    pub(super) fn take_turn(&mut self, by: Color) {
        self.position.set_turn(by);
        self.look_around();
        self.history.turns_broken();
    }

    /// Whether the move of a ply broke the common law.
    pub fn is_irregular(&self, ply: u32) -> bool {
        self.odd.iter().any(|odd| odd.ply == ply && matches!(odd.kind, OddKind::Illegal(_)))
    }

    /// Whether the position at the end has occurred three times or more.
    pub fn repeated_at_end(&self) -> bool {
        !self.moves.is_empty() && !self.turn_passed && self.history.last_count() >= 3
    }

    /// Whether the men can have stood the same three times, rights left aside. Where this says no, they did
    /// not, and nobody need replay the game to see it.
    ///
    /// Of three such positions the rights must all differ, or two of them are the same and were counted. A
    /// right to castle must then be alive between the first and the second, and the run take eight plies.
    pub fn may_have_recurred(&self) -> bool {
        !self.is_counted()
            || self.history.any_twice()
            || self.history.long_enough().is_some_and(|ply| self.may_castle_after(ply - TWO_WAYS_BACK / 2))
    }

    /// How often at the most any position came, rights and all.
    pub fn came_at_most(&self) -> u32 {
        if !self.is_counted() || self.facts.fifth.is_some() {
            u32::MAX
        } else if !self.facts.thirds.is_empty() {
            4
        } else if self.history.any_twice() {
            2
        } else {
            1
        }
    }

    /// How often at the most the men stood as they do at the end with the same player on move, rights left aside.
    ///
    /// Without a right to castle only the position behind the last irreversible move can differ in one: to take in
    /// passing.
    pub fn last_stood_at_most(&self) -> u32 {
        let plies = self.plies();
        let since = plies - self.position.halfmove().min(plies);
        if !self.is_counted() || self.may_castle_after(since as usize) {
            return u32::MAX;
        }
        self.history.last_count().saturating_add(1)
    }

    /// Whether what was counted in reading are all positions there were.
    fn is_counted(&self) -> bool {
        self.acts.is_empty() && self.odd.is_empty() && !self.turn_passed && self.history.is_alternate()
    }

    /// Whether a right to castle may be alive after so many plies: some king that has one has not moved.
    fn may_castle_after(&self, ply: usize) -> bool {
        let moves = self.moves.iter().take(ply);
        [Color::White, Color::Black].into_iter().any(|color| {
            let rights = self.start.castling();
            let has_one = [Side::King, Side::Queen].iter().any(|side| rights.rook(color, *side).is_some());
            let mut kings = self.start.of(color, Role::King).squares();
            has_one && kings.any(|king| moves.clone().all(|played| played.from() != king))
        })
    }

    pub(super) fn clear(&mut self, start: usize) {
        self.span = Span::new(start, start);
        self.tags.clear();
        self.known = [0; TagName::ALL.len()];
        self.moves.clear();
        self.turns.clear();
        self.due = None;
        self.odd.clear();
        self.acts.clear();
        self.taken_back.clear();
        self.retractions.clear();
        self.fallen.clear();
        self.rectifications.clear();
        self.remade.clear();
        self.unread.clear();
        self.released = None;
        self.settled.clear();
        self.clocks.clear();
        self.suppressions.clear();
        self.faults.clear();
        self.notation = Counted::default();
        self.missing_signs = Counted::default();
        self.false_signs.clear();
        self.numbers = Counted::default();
        self.written = Notation::Algebraic;
        self.cut_short.clear();
        self.termination = None;
        self.stop = None;
        self.facts.clear();
        self.number_offset = 0;
        self.last_sign = CheckSign::None;
        self.is_held = false;
        self.irregular = false;
        self.turn_passed = false;
        self.lost_moves = false;
        self.misnumbered = None;
        self.position_doubt = None;
        self.has_torn_letters = false;
        self.unread_word = None;
        self.odd_clocks = 0;
        self.third_run = u32::MAX;
        self.fifty_run = u32::MAX;
        self.mate = None;
        self.passed_mate = None;
        self.look_ahead_left = LOOK_AHEAD;
    }

    pub(super) fn begin(&mut self, start: &Position, setup: Setup) {
        self.start = *start;
        self.position = *start;
        self.setup = setup;
        self.history.start(start.key());
        self.look_around();
        if start.halfmove() >= 100 {
            self.note_quiet_plies(start.halfmove());
        }
    }

    /// Learns anew what threatens the king, where something else than a move has changed the board.
    pub(super) fn look_around(&mut self) {
        self.threats = self.position.threats();
        self.ordinary = self.position.is_ordinary();
    }

    /// Goes back to the first position, to find anew what the moves show. None may stand.
    pub(super) fn forget_facts(&mut self) {
        self.facts.clear();
        self.third_run = u32::MAX;
        self.fifty_run = u32::MAX;
        self.turn_passed = self.passes_a_turn();
        self.fallen.begin();
        let start = self.start;
        self.begin(&start, self.setup);
    }

    /// From the move of this ply on the law may have been broken.
    pub(super) fn grow_irregular(&mut self, ply: u32) {
        if !self.irregular {
            self.irregular = true;
            self.irregular_since = ply;
        }
    }

    pub(super) fn fault(&mut self, kind: FaultKind, span: Span) {
        let ply = self.plies();
        if self.faults.len() >= MOST_FAULTS {
            if let Some(Fault { kind: FaultKind::MoreFaults(count), .. }) = self.faults.last_mut() {
                *count += 1;
            } else {
                self.faults.push(Fault { kind: FaultKind::MoreFaults(1), ply, span });
            }
            return;
        }
        self.faults.push(Fault { kind, ply, span });
    }

    /// Adds what reading the text alone could not know to be wrong with the whole game.
    pub fn note(&mut self, kind: FaultKind) {
        let end = self.span.end;
        self.fault(kind, Span { start: end, end });
    }

    /// Adds what reading the text alone could not know to be wrong.
    pub fn note_at(&mut self, kind: FaultKind, span: Span) {
        self.faults.push(Fault { kind, ply: 0, span });
    }

    /// Whether a move gives check, if it is one that can be played here.
    pub(super) fn would_check(&self, read: San) -> bool {
        let resolved = self.position.resolve(read, &self.threats);
        let (Resolved::Export(played) | Resolved::Other(played)) = resolved else { return false };
        let mut after = self.position;
        after.play(played);
        after.threats().is_check()
    }

    pub(super) fn stop(&mut self, reason: StopReason) {
        if self.stop.is_none() {
            self.settle();
            self.stop = Some(Stop { ply: self.plies(), reason });
            self.is_held = true;
        }
    }

    /// Makes a move and keeps what it shows.
    pub(super) fn apply(&mut self, played: Move, token: u32) {
        self.apply_inline(played, token);
    }

    /// [`Record::apply`] for the straight road.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(super) fn apply_inline(&mut self, played: Move, token: u32) {
        self.position.play_inline(played);
        self.threats = self.position.threats();
        self.keep(played, token);
    }

    /// Keeps the move just made, and what it shows.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(super) fn keep(&mut self, played: Move, token: u32) {
        self.moves.push(played, token);
        let halfmove = self.position.halfmove();
        let occurrences = self.history.push(self.position.key(), halfmove);
        if occurrences >= 3 {
            self.note_repetition(occurrences);
        }
        // Few are the positions without a heavy man: that is asked first, since it is foreseen.
        if self.position.is_light() {
            self.look_for_dead(halfmove);
        }
        if halfmove >= 100 {
            self.note_quiet_plies(halfmove);
        }
    }

    #[cold]
    pub(super) fn note_repetition(&mut self, occurrences: u32) {
        let ply = self.plies();
        let run = ply - self.position.halfmove().min(ply);
        if occurrences == 3 && self.third_run != run {
            self.third_run = run;
            self.facts.thirds.push(ply);
        }
        if occurrences >= 5 && self.facts.fifth.is_none() {
            self.facts.fifth = Some(ply);
        }
    }

    /// Men that fell can be put back: without them nothing is concluded.
    #[cold]
    fn look_for_dead(&mut self, halfmove: u32) {
        if halfmove == 0
            && self.facts.dead.is_none()
            && self.position.is_dead_by_material()
            && self.fallen.is_none_off()
        {
            self.facts.dead = Some(self.plies());
        }
    }

    #[cold]
    fn note_quiet_plies(&mut self, halfmove: u32) {
        let ply = self.plies();
        let run = ply - halfmove.min(ply);
        if self.fifty_run != run {
            self.fifty_run = run;
            self.facts.fifties.push(ply);
        }
        if halfmove >= 150 && self.facts.seventy_five.is_none() {
            self.facts.seventy_five = Some(ply);
        }
    }

    /// Holds the check sign of the move just made to the board.
    #[inline]
    pub(super) fn verify_sign(&mut self, sign: CheckSign, token: u32) {
        let check = self.position.is_check(&self.threats);
        self.last_sign = sign;
        if check == (sign == CheckSign::Check) && sign != CheckSign::Mate {
            return;
        }
        self.judge_sign(sign, check, token);
    }

    #[cold]
    pub(super) fn judge_sign(&mut self, sign: CheckSign, check: bool, token: u32) {
        if self.facts.doubtful.is_some() {
            return;
        }
        let ply = self.plies();
        let span = Span { start: token, end: token + 1 };
        match sign {
            CheckSign::None => {
                // Once the law is broken a king may have stood in check already, or touch the other.
                if check && !self.irregular {
                    self.missing_signs.count(ply, span);
                }
            }
            CheckSign::Mate if check && !self.position.has_legal_move(Play::COMMON) => {
                self.mate = Some(self.position.key());
            }
            CheckSign::Double if check => {}
            _ => self.false_signs.push(FalseSign { ply, span, sign }),
        }
    }

    /// Whether each side has one king, so that mate and stalemate can be judged.
    fn has_kings(&self) -> bool {
        [Color::White, Color::Black].into_iter().all(|color| self.position.of(color, Role::King).count() == 1)
    }

    /// Whether the king on the board is mated by no more than the check of a mate that was played past.
    pub(super) fn stands_in_passed_mate(&self) -> bool {
        let turn = self.position.turn();
        self.passed_mate.is_some_and(|ply| ply < self.plies())
            && self.position_after(self.plies().saturating_sub(1)).in_check(turn)
    }

    pub(super) fn end_of_board(&self) -> End {
        if !self.has_kings() {
            End::Open
        } else if self.mate == Some(self.position.key()) {
            End::Mate
        } else if self.position.has_legal_move(Play::COMMON) {
            End::Open
        } else if self.position.in_check(self.position.turn()) {
            End::Mate
        } else {
            End::Stalemate
        }
    }
}
