//! One game as read: its buffers, what the replay keeps, and the making of moves.

use std::cell::OnceCell;

use crate::chess::{CheckSign, Color, Move, Position, Resolved, San, Threats};
use crate::encoding::Encoding;
use crate::finding::Score;
use crate::law::Rule;

use super::act::Act;
use super::board_log::BoardLog;
use super::clock::ClockReading;
use super::diagnostic::{Fault, FaultKind};
use super::facts::{Counted, Facts, FalseSign, Odd, OddKind, Stop, StopReason};
use super::history::History;
use super::move_list::MoveList;
use super::put_right::{Remade, Unread};
use super::recovery_state::{Misnumbered, PositionDoubt};
use super::rectification::Rectifications;
use super::release::{Released, Replay};
use super::span::Span;
use super::tags::{TagName, TagPair};
use super::timeline::{KeptEvent, Made};

/// How many moves are looked ahead, over all ambiguous moves of a game.
const LOOK_AHEAD: u32 = 20_000;
/// In plies. Room is made at once for a game of so many.
const USUAL_LENGTH: usize = 512;
/// Room is made at once for so many tag pairs.
const USUAL_TAGS: usize = 32;
/// In plies. A longer game is not judged: the longest that the laws of today allow has 17 697, and of each something is kept.
const MOST_MOVES: usize = 100 << 10;
/// In plies. No game that was played was so long.
const MANY_MOVES: usize = 4 << 10;
/// Acts, and moves that the common law does not simply allow. In no usual game so many happened.
const MANY_EVENTS: usize = 256;
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

/// How the moves of a game are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// By the letters and numbers of the squares, as PGN has it.
    #[default]
    Algebraic,
    /// By the men that stand behind the files at the start.
    Descriptive,
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
pub(crate) struct TurnTaken {
    /// How many moves stood.
    pub stood: u32,
    /// Whose turn it became.
    pub by: Color,
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
    pub(crate) known: [u32; TagName::ALL.len()],
    /// How the first position came about.
    pub setup: Setup,
    /// The position that was due, where the men stood otherwise (`Placed`).
    pub due: Option<Position>,
    /// The first position.
    pub start: Position,
    /// The moves standing at the end.
    pub moves: MoveList,
    /// Where a player played whose turn it was not, in the order of the moves.
    pub(crate) turns: Vec<TurnTaken>,
    /// The moves that the common law does not simply allow.
    pub odd: Vec<Odd>,
    /// What else happened.
    pub acts: Vec<PlacedAct>,
    /// The timeline, once it was asked for.
    pub(crate) events: OnceCell<Vec<KeptEvent>>,
    /// The moves that retractions took back, those of each in the order in which they were made.
    pub(crate) taken_back: Vec<Made>,
    pub(crate) boards: BoardLog,
    /// Whether moves or earlier promotions changed after they were counted, so that the facts are to be found anew.
    pub(crate) is_to_recount: bool,
    pub(crate) rectifications: Rectifications,
    /// The moves that rulings made others, in the order of the rulings.
    pub(crate) remade: Vec<Remade>,
    /// Moves acted out that could not be read and may still be spoken of.
    pub(crate) unread: Vec<Unread>,
    /// A man released whose move is not complete.
    pub(crate) released: Option<Released>,
    /// Where the commands stand of releases that became moves, in the order of time.
    pub(crate) settled: Vec<u32>,
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
    /// Those not kept.
    pub more_false_signs: Counted,
    /// Whether more happened in it than is followed: what is known of it is no ground to judge by.
    pub is_too_much: bool,
    /// Move numbers that are not the number of the move.
    pub numbers: Counted,
    /// How the moves are written.
    pub written: Notation,
    /// The tokens that end before their words could, in the order of the text: the names behind them belong to the next
    /// move.
    pub(crate) cut_short: Vec<Span>,
    /// The token that ends the game.
    pub termination: Option<Termination>,
    /// Whether the replay ended before the text did.
    pub stop: Option<Stop>,
    /// What the replay showed.
    pub facts: Facts,
    /// The board as it really stands at the end.
    pub position: Position,
    pub(crate) history: History,
    /// What is added to the position's move number to get the number the text should give.
    pub(crate) number_offset: i64,
    pub(crate) last_sign: CheckSign,
    /// What threatens the king of the player on move.
    pub(crate) threats: Threats,
    /// Whether the position is one that legal moves can lead to ([`Position::is_ordinary`]), as far as is known
    /// without the moves that broke the law.
    pub(crate) ordinary: bool,
    /// Whether the straight road is closed: the replay has stopped, or a man was released whose move is not
    /// complete.
    pub(crate) is_held: bool,
    /// Whether a move has broken the law, so that a king may stand in check unnoticed.
    pub(crate) irregular: bool,
    /// From which ply on it is so.
    pub(crate) irregular_since: u32,
    /// Whether a turn was passed over: then nothing is concluded from positions that come again.
    pub(crate) turn_passed: bool,
    /// Clock times that could not be read.
    pub(crate) odd_clocks: u32,
    /// How many clocks were read where the replay stopped.
    pub(crate) clocks_at_stop: usize,
    /// What the last number said that was none of the move due, as long as it is suspected to be right.
    pub(crate) misnumbered: Option<Misnumbered>,
    /// Why the game may have begun in another position.
    pub(crate) position_doubt: Option<PositionDoubt>,
    /// Whether the letter of a man stood apart from its square.
    pub(crate) has_torn_letters: bool,
    /// The fault of a word that could not be read, if one stopped the replay.
    pub(crate) unread_word: Option<usize>,
    /// Whether a move came after a word that could not be read.
    pub(crate) lost_moves: bool,
    pub(crate) third_run: u32,
    pub(crate) fifty_run: u32,
    /// The key of a position that a sign was found to call mate rightly, so that it is not asked again.
    pub(crate) mate: Option<u64>,
    /// The moves standing when a mate that nobody said was last played past.
    pub(crate) passed_mate: Option<u32>,
    pub(crate) look_ahead_left: u32,
    /// For how many moves there is room, as far as it was asked.
    room: usize,
}

/// A suppression asked for in a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppression {
    /// The ply it stands behind.
    pub ply: u32,
    /// The command.
    pub span: Span,
    /// What is to be quiet: at least one, each once, in their order.
    pub rules: Vec<Rule>,
    /// Whether moves before it are not replayed: it may speak of one of them.
    pub behind_lost_moves: bool,
}

impl Default for Record {
    fn default() -> Self {
        let start = Position::initial();
        Self {
            span: Span::default(),
            encoding: Encoding::Auto,
            tags: Vec::with_capacity(USUAL_TAGS),
            known: [0; TagName::ALL.len()],
            setup: Setup::Usual,
            due: None,
            start,
            moves: MoveList::with_capacity(USUAL_LENGTH),
            turns: Vec::new(),
            odd: Vec::new(),
            acts: Vec::new(),
            events: OnceCell::new(),
            taken_back: Vec::new(),
            boards: BoardLog::default(),
            is_to_recount: false,
            rectifications: Rectifications::default(),
            remade: Vec::new(),
            unread: Vec::new(),
            released: None,
            settled: Vec::new(),
            clocks: Vec::with_capacity(USUAL_LENGTH),
            suppressions: Vec::new(),
            faults: Vec::new(),
            notation: Counted::default(),
            missing_signs: Counted::default(),
            false_signs: Vec::new(),
            more_false_signs: Counted::default(),
            is_too_much: false,
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
            clocks_at_stop: 0,
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
            room: MANY_MOVES,
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

    /// Whether its first position is that of the game, and not one taken up later.
    pub fn begins_with_the_game(&self) -> bool {
        self.start.fullmove() <= 1
    }

    /// How many moves stand at the end.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Whose turn it became, with so many moves standing, because he played out of turn.
    pub(crate) fn turn_taken(&self, stood: u32) -> Option<Color> {
        let index = self.turns.binary_search_by_key(&stood, |taken| taken.stood).ok()?;
        self.turns.get(index).map(|taken| taken.by)
    }

    /// Gives the move to a player whose turn it is not.
    pub(crate) fn take_turn(&mut self, by: Color) {
        self.position.set_turn(by);
        self.look_around();
        self.history.turns_broken();
    }

    /// Whether the move of a ply broke the common law.
    pub fn is_irregular(&self, ply: u32) -> bool {
        self.odd.iter().any(|odd| odd.ply == ply && matches!(odd.kind, OddKind::Illegal(_)))
    }

    /// Clears the game and frees the memory that a long one took.
    pub(crate) fn shrink(&mut self) {
        self.clear(0);
        self.moves.shrink_to(USUAL_LENGTH);
        self.clocks.shrink_to(USUAL_LENGTH);
        self.history.shrink_to(USUAL_LENGTH);
        self.tags.shrink_to(USUAL_TAGS);
        self.acts.shrink_to_fit();
        self.taken_back.shrink_to_fit();
    }

    pub(crate) fn clear(&mut self, start: usize) {
        self.span = Span::new(start, start);
        self.tags.clear();
        self.known = [0; TagName::ALL.len()];
        self.moves.clear();
        self.turns.clear();
        self.due = None;
        self.odd.clear();
        self.acts.clear();
        self.events.take();
        self.taken_back.clear();
        self.boards.clear();
        self.is_to_recount = false;
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
        self.more_false_signs = Counted::default();
        self.is_too_much = false;
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
        self.room = MANY_MOVES;
    }

    pub(crate) fn begin(&mut self, start: &Position, setup: Setup) {
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
    pub(crate) fn look_around(&mut self) {
        self.threats = self.position.threats();
        self.ordinary = self.position.is_ordinary();
    }

    /// Whether a turn was passed over among the moves that stand.
    fn passes_a_turn(&self) -> bool {
        self.odd.iter().any(|odd| odd.kind == OddKind::Null)
    }

    /// Goes back to the first position, to find anew what the moves show. None may stand.
    pub(crate) fn forget_facts(&mut self) {
        self.facts.clear();
        self.third_run = u32::MAX;
        self.fifty_run = u32::MAX;
        self.turn_passed = self.passes_a_turn();
        self.boards.begin();
        let start = self.start;
        self.begin(&start, self.setup);
    }

    /// From the move of this ply on the law may have been broken.
    pub(crate) fn grow_irregular(&mut self, ply: u32) {
        if !self.irregular {
            self.irregular = true;
            self.irregular_since = ply;
        }
    }

    pub(crate) fn fault(&mut self, kind: FaultKind, span: Span) {
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

    /// Tells that the rest of the text was left out. The text itself does not break off there, nor is it known to lack what
    /// would stand in it.
    pub fn note_cut_short(&mut self) {
        let is_of_cut = |fault: &Fault| {
            matches!(
                fault.kind,
                FaultKind::BreaksOff
                    | FaultKind::NoTermination
                    | FaultKind::UnclosedComment
                    | FaultKind::UnclosedVariation
            )
        };
        self.faults.retain(|fault| !is_of_cut(fault));
        let end = self.span.end;
        self.fault(FaultKind::CutShort, Span { start: end, end });
    }

    /// Adds what reading the text alone could not know to be wrong.
    pub fn note_at(&mut self, kind: FaultKind, span: Span) {
        self.faults.push(Fault { kind, ply: 0, span });
    }

    /// Whether a move gives check, if it is one that can be played here.
    pub(crate) fn would_check(&self, read: San) -> bool {
        let resolved = self.position.resolve(read, &self.threats);
        let (Resolved::Export(played) | Resolved::Other(played)) = resolved else { return false };
        let mut after = self.position;
        after.play(played);
        after.threats().is_check()
    }

    pub(crate) fn stop(&mut self, reason: StopReason) {
        if self.stop.is_none() {
            self.settle();
            self.stop = Some(Stop { ply: self.plies(), reason });
            self.is_held = true;
            self.clocks_at_stop = self.clocks.len();
        }
    }

    /// Whether to judge it may take many times as much memory as its text does.
    pub(crate) fn takes_much(&self) -> bool {
        self.acts.len() + self.odd.len() > MANY_EVENTS || self.plies_made() > MANY_MOVES
    }

    /// Whether moves are not replayed that stand in what was read.
    pub fn loses_moves(&self) -> bool {
        self.stop.is_some() && (self.lost_moves || self.is_too_much)
    }

    /// Stops the replay where more happens than is followed.
    #[cold]
    pub(crate) fn stop_at_too_much(&mut self, kind: FaultKind, span: Span) {
        // However many faults are listed already: that it is not judged must be told.
        self.faults.push(Fault { kind, ply: self.plies(), span });
        self.is_too_much = true;
        // What he was to do with the man is not known any more.
        self.end_release();
        self.stop(StopReason::Unreplayable);
    }

    /// Leaves out the clocks at moves that are not replayed: they are not of the moves that stand.
    pub(crate) fn drop_clocks_behind_stop(&mut self) {
        if self.stop.is_some() {
            self.clocks.truncate(self.clocks_at_stop);
        }
    }

    /// How many moves are kept of it, plies taken back too.
    pub fn plies_made(&self) -> usize {
        self.moves.len() + self.taken_back.len()
    }

    /// Makes room for as many moves as are followed, unless there is: then the move at this place was the last.
    #[cold]
    fn make_room(&mut self, token: u32) -> Replay {
        if self.room >= MOST_MOVES {
            self.stop_at_too_much(FaultKind::TooManyMoves(MOST_MOVES), Span { start: token, end: token });
            return Replay::Stopped;
        }
        // At once: each time that a long list grows it leaves a hole where it was.
        self.room = MOST_MOVES;
        self.moves.reserve_to(MOST_MOVES + 1);
        self.history.reserve_to(MOST_MOVES + 2);
        Replay::Goes
    }

    /// Makes a move and keeps what it shows.
    pub(crate) fn apply(&mut self, played: Move, token: u32) {
        self.apply_inline(played, token);
    }

    /// [`Record::apply`] for the straight road.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn apply_inline(&mut self, played: Move, token: u32) {
        self.position.play_inline(played);
        self.threats = self.position.threats();
        let _ = self.keep(played, token);
    }

    /// Keeps the move just made, and what it shows; says whether another may follow.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn keep(&mut self, played: Move, token: u32) -> Replay {
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
            // Asked here, since there is no game of so many plies without a long quiet run.
            if self.moves.len() >= self.room {
                return self.make_room(token);
            }
        }
        Replay::Goes
    }
}
