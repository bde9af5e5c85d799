//! The one pass: text to record, each move resolved and made on the real board as it is read.

use crate::chess::{
    CheckSign, Color, Illegality, Meaning, Move, Play, Position, Resolved, Role, San, Square, Subject,
    Threats, san,
};
use crate::finding::Score;

use super::act::{Act, Person};
use super::clock::{self, Time};
use super::command::{ClockKind, Command, Suppress, command};
use super::fault::{AfterEnd, CommandWords, Fault, FaultKind};
use super::history::History;
use super::movetext::{
    Class, CommentEnd, Dots, annotation_suffix, brace_comment, class, ends_token, move_number, nag,
    rest_of_line, termination, variation,
};
use super::span::Span;
use super::tags::{Spelling, TagName, TagOddity, TagPair, begins_tag, tag_pair};

/// The longest token of movetext, in bytes.
const LONGEST_TOKEN: usize = 255;
/// How many readings of ambiguous moves are followed at once.
const MOST_READINGS: usize = 8;
/// How many moves are looked ahead, over all ambiguous moves of a game.
const LOOK_AHEAD: u32 = 20_000;

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
    fn count(&mut self, ply: u32, span: Span) {
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
pub struct Record {
    /// From its first to its last byte.
    pub span: Span,
    /// The tag pairs in the order of the text.
    pub tags: Vec<TagPair>,
    known: [u32; TagName::ALL.len()],
    /// How the first position came about.
    pub setup: Setup,
    /// The first position.
    pub start: Position,
    /// The moves standing at the end.
    pub moves: Vec<Move>,
    /// The first byte of each move's token.
    places: Vec<u32>,
    /// Where a player played whose turn it was not: how many moves stood, and whose turn it became.
    turns: Vec<(u32, Color)>,
    /// The moves that the common law does not simply allow.
    pub odd: Vec<Odd>,
    /// What else happened.
    pub acts: Vec<PlacedAct>,
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
    /// The token that ends the game.
    pub termination: Option<Termination>,
    /// Whether the replay ended before the text did.
    pub stop: Option<Stop>,
    /// What the replay showed.
    pub facts: Facts,
    /// The board as it really stands at the end.
    pub position: Position,
    history: History,
    /// What is added to the position's move number to get the number the text should give.
    number_offset: i64,
    last_sign: CheckSign,
    /// What threatens the king of the player on move.
    threats: Threats,
    /// Whether the replay has stopped: `stop`, for the straight road.
    is_stopped: bool,
    /// Whether a move has broken the law, so that a king may stand in check unnoticed.
    irregular: bool,
    third_run: u32,
    fifty_run: u32,
    look_ahead_left: u32,
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
            tags: Vec::with_capacity(32),
            known: [0; TagName::ALL.len()],
            setup: Setup::Usual,
            start,
            moves: Vec::with_capacity(512),
            places: Vec::with_capacity(512),
            turns: Vec::new(),
            odd: Vec::new(),
            acts: Vec::new(),
            clocks: Vec::with_capacity(512),
            suppressions: Vec::new(),
            faults: Vec::new(),
            notation: Counted::default(),
            missing_signs: Counted::default(),
            false_signs: Vec::new(),
            numbers: Counted::default(),
            termination: None,
            stop: None,
            facts: Facts::default(),
            position: start,
            history: History::default(),
            number_offset: 0,
            last_sign: CheckSign::None,
            threats: Threats::default(),
            is_stopped: false,
            irregular: false,
            third_run: 0,
            fifty_run: 0,
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

    /// How many moves stand at the end.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The token of the move of a ply, from 1, without its suffix.
    pub fn token(&self, ply: u32, text: &[u8]) -> Option<Span> {
        let start = *self.places.get((ply as usize).checked_sub(1)?)? as usize;
        let rest = text.get(start..)?;
        let after = match san(rest) {
            Ok((after, _)) => after,
            Err(_) => rest.get(rest.iter().take_while(|byte| !ends_token(Some(*byte))).count()..)?,
        };
        Some(Span::new(start, text.len() - after.len()))
    }

    /// The position after so many plies, replayed from the start.
    pub fn position_after(&self, ply: u32) -> Position {
        let mut position = self.start;
        for (played, stood) in self.moves.iter().take(ply as usize).zip(0..) {
            if let Some(turn) = self.turn_taken(stood) {
                position.set_turn(turn);
            }
            position.play(*played);
        }
        position
    }

    /// Whose turn it became, with so many moves standing, because he played out of turn.
    fn turn_taken(&self, stood: u32) -> Option<Color> {
        self.turns.iter().rev().find(|(at, _)| *at == stood).map(|(_, turn)| *turn)
    }

    /// Whether the position at the end has occurred three times or more.
    pub fn repeated_at_end(&self) -> bool {
        !self.moves.is_empty() && self.history.last_count() >= 3
    }

    fn clear(&mut self, start: usize) {
        self.span = Span::new(start, start);
        self.tags.clear();
        self.known = [0; TagName::ALL.len()];
        self.moves.clear();
        self.places.clear();
        self.turns.clear();
        self.odd.clear();
        self.acts.clear();
        self.clocks.clear();
        self.suppressions.clear();
        self.faults.clear();
        self.notation = Counted::default();
        self.missing_signs = Counted::default();
        self.false_signs.clear();
        self.numbers = Counted::default();
        self.termination = None;
        self.stop = None;
        self.facts.clear();
        self.number_offset = 0;
        self.last_sign = CheckSign::None;
        self.is_stopped = false;
        self.irregular = false;
        self.third_run = u32::MAX;
        self.fifty_run = u32::MAX;
        self.look_ahead_left = LOOK_AHEAD;
    }

    fn begin(&mut self, start: Position, setup: Setup) {
        self.start = start;
        self.position = start;
        self.setup = setup;
        self.history.start(start.key());
        self.threats = start.threats();
    }

    fn fault(&mut self, kind: FaultKind, span: Span) {
        let ply = self.plies();
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

    fn stop(&mut self, reason: StopReason) {
        if self.stop.is_none() {
            self.stop = Some(Stop { ply: self.plies(), reason });
            self.is_stopped = true;
        }
    }

    /// Makes a move and keeps what it shows.
    fn apply(&mut self, played: Move, token: u32) {
        self.apply_inline(played, token);
    }

    /// [`Record::apply`] for the straight road.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn apply_inline(&mut self, played: Move, token: u32) {
        self.moves.push(played);
        self.places.push(token);
        self.position.play_inline(played);
        self.threats = self.position.threats();
        let halfmove = self.position.halfmove();
        let occurrences = self.history.push(self.position.key(), halfmove);
        if occurrences >= 3 {
            self.note_repetition(occurrences);
        }
        if halfmove == 0 {
            if self.facts.dead.is_none() && self.position.is_dead_by_material() {
                self.facts.dead = Some(self.plies());
            }
        } else if halfmove >= 100 {
            self.note_quiet_plies(halfmove);
        }
    }

    #[cold]
    fn note_repetition(&mut self, occurrences: u32) {
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
    fn verify_sign(&mut self, sign: CheckSign, token: u32, checked_before: CheckedBefore) {
        let check = self.position.is_check(&self.threats);
        self.last_sign = sign;
        if check == (sign == CheckSign::Check) && sign != CheckSign::Mate {
            return;
        }
        self.judge_sign(sign, check, token, checked_before);
    }

    #[cold]
    fn judge_sign(&mut self, sign: CheckSign, check: bool, token: u32, checked_before: CheckedBefore) {
        let ply = self.plies();
        let span = Span { start: token, end: token + 1 };
        match sign {
            CheckSign::None => {
                // A king that stood in check already is not given it anew.
                if check && checked_before == CheckedBefore::No {
                    self.missing_signs.count(ply, span);
                }
            }
            CheckSign::Mate if check && !self.position.has_legal_move(Play::COMMON) => {}
            CheckSign::Double if check => {}
            _ => self.false_signs.push(FalseSign { ply, span, sign }),
        }
    }

    /// Whether each side has one king, so that mate and stalemate can be judged.
    fn has_kings(&self) -> bool {
        [Color::White, Color::Black].into_iter().all(|color| self.position.of(color, Role::King).count() == 1)
    }

    fn end_of_board(&self) -> End {
        if !self.has_kings() || self.position.has_legal_move(Play::COMMON) {
            End::Open
        } else if self.position.in_check(self.position.turn()) {
            End::Mate
        } else {
            End::Stalemate
        }
    }

    /// Gives the move to a player whose turn it is not.
    fn take_turn(&mut self, color: Color) {
        self.position.set_turn(color);
        self.threats = self.position.threats();
        self.history.turns_broken();
    }

    /// Takes back or puts on moves so that the first `keep` stand, everything known of them rebuilt.
    fn rewind(&mut self, keep: usize) {
        let moves: Vec<Move> = self.moves.drain(..).take(keep).collect();
        let places: Vec<u32> = self.places.drain(..).take(keep).collect();
        let keep = u32::try_from(keep).unwrap_or(u32::MAX);
        self.odd.retain(|odd| odd.ply <= keep);
        self.false_signs.retain(|sign| sign.ply <= keep);
        self.clocks.retain(|reading| reading.ply <= keep);
        self.facts.clear();
        self.third_run = u32::MAX;
        self.fifty_run = u32::MAX;
        self.position = self.start;
        self.threats = self.start.threats();
        self.history.start(self.start.key());
        self.irregular = !self.odd.is_empty();
        self.turns.retain(|(stood, _)| *stood < keep);
        for (played, token) in moves.into_iter().zip(places) {
            if let Some(turn) = self.turn_taken(self.plies()) {
                self.take_turn(turn);
            }
            self.apply(played, token);
        }
    }
}

/// Whether the king now in check was so before the move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CheckedBefore {
    No,
    Yes,
}

/// Reads the games of a chunk, one after another.
#[derive(Debug)]
pub struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    initial: Position,
}

impl<'t> Reader<'t> {
    /// Reads `text`, which begins and ends between games.
    pub fn new(text: &'t [u8]) -> Self {
        let at = if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Self { text, at, initial: Position::initial() }
    }

    /// Reads `text` from a place between games on.
    pub fn from(text: &'t [u8], at: usize) -> Self {
        Self { text, at, initial: Position::initial() }
    }

    /// Reads the tags of the game that begins here, and nothing else of it.
    pub fn read_tags(&mut self, record: &mut Record) {
        record.clear(self.at);
        self.tag_section(record);
    }

    /// Whether nothing of the text is left.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    #[inline]
    fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    #[inline]
    fn go_to(&mut self, rest: &[u8]) {
        self.at = self.text.len() - rest.len();
    }

    /// Reads the next game into `record`; false where there is none.
    pub fn next(&mut self, record: &mut Record) -> NextGame {
        let prose = self.skip_to_game();
        if self.at >= self.text.len() {
            if prose.is_some() && self.text.len() > 3 {
                return NextGame::None;
            }
            return NextGame::None;
        }
        record.clear(self.at);
        if let Some(span) = prose {
            record.fault(FaultKind::TextBeforeGame, span);
        }
        self.tag_section(record);
        self.set_up(record);
        if !matches!(self.movetext(record), MovetextEnd::Terminated) {
            let at = self.end_of_text_before();
            record.fault(FaultKind::NoTermination, Span::new(at, at));
        }
        record.span.end = Span::new(0, self.end_of_text_before()).end;
        if record.termination.is_some() {
            self.skip_after_end(record);
        }
        Self::finish(record);
        NextGame::Read
    }

    /// Where the text read so far ends, trailing blanks aside.
    fn end_of_text_before(&self) -> usize {
        let read = self.text.get(..self.at).unwrap_or_default();
        read.trim_ascii_end().len()
    }

    fn is_line_start(&self) -> bool {
        match self.at.checked_sub(1).and_then(|before| self.text.get(before)) {
            None => true,
            Some(byte) => matches!(byte, b'\n' | b'\r'),
        }
    }

    /// Goes to the first byte of the next game; says where words were passed over.
    fn skip_to_game(&mut self) -> Option<Span> {
        let mut prose: Option<Span> = None;
        loop {
            let rest = self.rest();
            let Some(byte) = rest.first() else { return prose };
            match class(*byte) {
                Class::Blank | Class::Newline => self.at += 1,
                Class::Percent if self.is_line_start() => self.go_to(rest_of_line(rest)),
                Class::Line => self.go_to(rest_of_line(rest)),
                _ if begins_game(rest) => return prose,
                _ => {
                    let start = self.at;
                    self.go_to(rest_of_line(rest));
                    prose.get_or_insert(Span::new(start, self.end_of_text_before()));
                }
            }
        }
    }

    /// What stands between the end of a game and the next.
    fn skip_after_end(&mut self, record: &mut Record) {
        let mut on_end_line = true;
        let mut prose: Option<Span> = None;
        let mut movetext: Option<Span> = None;
        loop {
            let rest = self.rest();
            let Some(byte) = rest.first() else { break };
            match class(*byte) {
                Class::Blank => self.at += 1,
                Class::Newline => {
                    self.at += 1;
                    on_end_line = false;
                }
                Class::Percent if self.is_line_start() => self.go_to(rest_of_line(rest)),
                Class::Line => self.go_to(rest_of_line(rest)),
                Class::Comment if on_end_line => self.comment(record),
                Class::Comment => {
                    // Behind the line of the end a comment belongs to this game, unless movetext
                    // follows: then it stands before the moves of the next.
                    if self.comment_before_moves() {
                        break;
                    }
                    self.comment(record);
                }
                Class::Bracket if begins_tag(rest) => break,
                _ if !on_end_line && begins_game(rest) => break,
                _ => {
                    let start = self.at;
                    let token = rest.iter().take_while(|byte| !ends_token(Some(*byte))).count().max(1);
                    let word = rest.get(..token).unwrap_or_default();
                    if San::from_ascii(word).is_some()
                        || termination(word).is_ok()
                        || matches!(move_number(word), Ok(([], _)))
                    {
                        movetext.get_or_insert(Span::new(start, start + token));
                        self.at += token;
                    } else if on_end_line
                        && !matches!(class(*byte), Class::Variation | Class::VariationEnd | Class::Nag)
                    {
                        prose.get_or_insert(Span::new(start, start + token));
                        self.at += token;
                    } else if matches!(class(*byte), Class::Variation) {
                        match variation(rest) {
                            Ok(after) | Err(after) => self.go_to(after),
                        }
                    } else {
                        self.go_to(rest_of_line(rest));
                        prose.get_or_insert(Span::new(start, self.end_of_text_before()));
                    }
                }
            }
        }
        if let Some(span) = movetext {
            record.fault(FaultKind::AfterEnd(AfterEnd::Movetext), span);
        } else if let Some(span) = prose {
            record.fault(FaultKind::AfterEnd(AfterEnd::Prose), span);
        }
    }

    /// Whether the comments that stand here are followed by the movetext of another game.
    fn comment_before_moves(&self) -> bool {
        let mut rest = self.rest();
        loop {
            match rest.first() {
                Some(b'{') => match brace_comment(rest) {
                    Ok((after, _)) => rest = after,
                    Err(_) => return false,
                },
                Some(byte) if matches!(class(*byte), Class::Blank | Class::Newline) => {
                    rest = rest.get(1..).unwrap_or_default();
                }
                Some(b'[') | None => return false,
                Some(_) => return begins_game(rest) || termination(rest).is_ok(),
            }
        }
    }

    /// `tag-section`: tag pairs, with comments and escape lines among them.
    fn tag_section(&mut self, record: &mut Record) {
        let mut blank_line = false;
        let mut line_has_text = true;
        loop {
            let rest = self.rest();
            let Some(byte) = rest.first() else { return };
            match byte {
                // The first octet of CRLF ends no line by itself.
                b'\r' if rest.get(1) == Some(&b'\n') => self.at += 1,
                b'\n' | b'\r' => {
                    blank_line |= !line_has_text;
                    line_has_text = false;
                    self.at += 1;
                }
                b' ' | b'\t' | 0x0B | 0x0C => self.at += 1,
                b'[' => {
                    let Ok((after, raw)) = tag_pair(rest) else {
                        if !record.tags.is_empty() && !self.is_line_start() {
                            return;
                        }
                        let start = self.at;
                        self.go_to(rest_of_line(rest));
                        record.fault(FaultKind::NoTag, Span::new(start, self.end_of_text_before()));
                        line_has_text = true;
                        continue;
                    };
                    // A tag section behind a blank line that begins anew is another game's.
                    if blank_line && !record.tags.is_empty() {
                        let repeated = TagName::find(raw.name).is_some_and(|spelled| {
                            spelled.tag == TagName::Event || record.tag(spelled.tag).is_some()
                        });
                        if repeated {
                            return;
                        }
                    }
                    line_has_text = true;
                    blank_line = false;
                    let start = self.at;
                    let place = |part: &[u8]| {
                        let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
                        Span::new(offset, offset + part.len())
                    };
                    let (name, value) = (place(raw.name), place(raw.value));
                    let (raw_name, oddity) = (raw.name, raw.oddity);
                    self.go_to(after);
                    self.take_tag(record, raw_name, Span::new(start, self.at), name, value, oddity);
                }
                b'%' if self.is_line_start() => self.go_to(rest_of_line(rest)),
                b';' => self.go_to(rest_of_line(rest)),
                _ => return,
            }
        }
    }

    #[inline]
    fn take_tag(
        &mut self,
        record: &mut Record,
        raw_name: &[u8],
        span: Span,
        name: Span,
        value: Span,
        oddity: TagOddity,
    ) {
        let found = TagName::find(raw_name);
        if oddity != TagOddity::None {
            record.fault(FaultKind::Tag(oddity), span);
        }
        let mut known = found.map(|spelled| spelled.tag);
        if let Some(spelled) = found {
            if spelled.exactly == Spelling::OtherCase {
                record.fault(FaultKind::TagCase(spelled.tag), name);
            }
        }
        if let Some(tag) = known {
            if record.tag(tag).is_some() {
                record.fault(FaultKind::RepeatedTag, name);
                known = None;
            } else if let Some(slot) = record.known.get_mut(tag as usize) {
                *slot = u32::try_from(record.tags.len() + 1).unwrap_or(0);
            }
        }
        record.tags.push(TagPair { span, name, value, known, oddity });
    }

    /// The first position, from the tags.
    fn set_up(&mut self, record: &mut Record) {
        const SPECIAL: [TagName; 4] = [TagName::Fen, TagName::Placed, TagName::Odds, TagName::Variant];
        if SPECIAL.iter().all(|tag| record.tag(*tag).is_none()) {
            record.begin(self.initial, Setup::Usual);
            if record.tag(TagName::SetUp).is_some() {
                self.check_setup_tag(record);
            }
            return;
        }
        self.set_up_specially(record);
    }

    #[cold]
    fn check_setup_tag(&self, record: &mut Record) {
        if let Some(pair) = record.tag(TagName::SetUp).copied() {
            if pair.value.of(self.text).trim_ascii() == b"1" {
                record.fault(FaultKind::SetUpWithoutFen, pair.span);
            }
        }
    }

    #[cold]
    fn set_up_specially(&mut self, record: &mut Record) {
        record.begin(self.initial, Setup::Usual);
        if let Some(pair) = record.tag(TagName::Variant).copied() {
            if !is_chess(pair.value.of(self.text)) {
                record.fault(FaultKind::OtherGame, pair.value);
                record.stop(StopReason::Unreplayable);
                return;
            }
        }
        let fen = record.tag(TagName::Fen).copied();
        let mut position = self.initial;
        let mut setup = Setup::Usual;
        if let Some(pair) = fen {
            let value = pair.value.of(self.text);
            // `?` and an empty value are how some tools write that there is none.
            if !value.trim_ascii().is_empty() && value.trim_ascii() != b"?" {
                match Position::from_fen(value) {
                    Ok(read) => {
                        position = read;
                        setup = Setup::Fen;
                    }
                    Err(fault) => return Self::unreadable_setup(record, pair, fault.why, &fault.span),
                }
            }
        } else {
            self.check_setup_tag(record);
        }
        if let Some(pair) = record.tag(TagName::Odds).copied() {
            if setup == Setup::Usual && give_odds(&mut position, pair.value.of(self.text)) {
                setup = Setup::Odds;
            }
        }
        if let Some(pair) = record.tag(TagName::Placed).copied() {
            match Position::from_placement(pair.value.of(self.text)) {
                Ok(mut read) => {
                    read.set_turn(position.turn());
                    read.set_counters(position.halfmove(), position.fullmove());
                    position = read;
                    setup = Setup::Placed;
                }
                Err(fault) => return Self::unreadable_setup(record, pair, fault.why, &fault.span),
            }
        }
        record.begin(position, setup);
        if setup == Setup::Fen {
            if let (Some(odd), Some(pair)) = (position.odd_setup(), fen) {
                record.fault(FaultKind::OddSetup(odd), pair.value);
            }
            if position.is_dead_by_material() {
                record.facts.dead = Some(0);
            }
            record.number_offset = 0;
        }
    }

    fn unreadable_setup(record: &mut Record, pair: TagPair, why: String, at: &std::ops::Range<usize>) {
        let value = pair.value.range();
        let start = (value.start + at.start).min(value.end);
        let end = (value.start + at.end).clamp(start, value.end);
        record.fault(FaultKind::Fen(why), Span::new(start, end));
        record.stop(StopReason::Unreplayable);
    }

    /// `movetext`, up to the termination token, the next game or the end of the text.
    fn movetext(&mut self, record: &mut Record) -> MovetextEnd {
        let text = self.text;
        // The place is kept in a register on the straight road, and in `self` for everything else.
        let mut at = self.at;
        loop {
            let Some(byte) = text.get(at) else {
                self.at = at;
                return MovetextEnd::EndOfText;
            };
            if *byte <= b' ' {
                at += 1;
                continue;
            }
            let class = class(*byte);
            // A chain of questions, the likeliest first: a jump table is guessed wrong more often.
            if class == Class::Move {
                at = self.move_token(record, at);
            } else if class == Class::Digit {
                match self.digit_token(record, at) {
                    Token::Go(next) => at = next,
                    Token::End => return MovetextEnd::Terminated,
                }
            } else {
                self.at = at;
                if let Some(end) = self.other_element(record, class) {
                    return end;
                }
                at = self.at;
            }
        }
    }

    /// `element`, other than a move or its number; says whether the movetext ends with it.
    fn other_element(&mut self, record: &mut Record, class: Class) -> Option<MovetextEnd> {
        let rest = self.rest();
        match class {
            Class::Comment => self.comment(record),
            Class::Blank | Class::Newline | Class::Dot => self.at += 1,
            Class::Line => self.go_to(rest_of_line(rest)),
            Class::Nag => match nag(rest) {
                Ok((after, ())) => self.go_to(after),
                Err(_) => self.at += 1,
            },
            Class::Variation => {
                if self.variation(record, rest) == Closed::No {
                    return Some(MovetextEnd::NextGame);
                }
            }
            Class::Star => {
                if self.termination_token(record, rest) == Terminated::Yes {
                    return Some(MovetextEnd::Terminated);
                }
                self.unreadable(record, rest);
            }
            Class::Bracket if begins_tag(rest) => return Some(MovetextEnd::NextGame),
            Class::Percent if self.is_line_start() => self.go_to(rest_of_line(rest)),
            Class::VariationEnd => {
                record.fault(FaultKind::StrayCloser, Span::new(self.at, self.at + 1));
                self.at += 1;
            }
            _ => self.unreadable(record, rest),
        }
        None
    }

    /// A token that begins like a move; returns the place behind it.
    #[inline]
    fn move_token(&mut self, record: &mut Record, start: usize) -> usize {
        let rest = self.text.get(start..).unwrap_or_default();
        let Ok((after, read)) = san(rest) else {
            return self.unreadable_at(record, start);
        };
        let after = match after.first() {
            Some(b'!' | b'?') => annotation_suffix(after),
            _ => after,
        };
        if !ends_token(after.first()) {
            return self.unreadable_at(record, start);
        }
        let end = self.text.len() - after.len();
        if record.is_stopped {
            return end;
        }
        match record.position.resolve(read, &record.threats) {
            Resolved::Export(played) if !record.irregular => {
                let place = Span::new(start, end).start;
                record.apply_inline(played, place);
                record.verify_sign(read.sign(), place, CheckedBefore::No);
            }
            resolved => {
                self.at = end;
                self.off_the_road(record, resolved, read, Span::new(start, end));
            }
        }
        end
    }

    #[cold]
    fn unreadable_at(&mut self, record: &mut Record, start: usize) -> usize {
        self.at = start;
        let rest = self.rest();
        self.unreadable(record, rest);
        self.at
    }

    #[inline(never)]
    fn off_the_road(&mut self, record: &mut Record, resolved: Resolved, read: San, token: Span) {
        match resolved {
            Resolved::Export(played) => Self::regular(record, played, read, token),
            Resolved::Other(played) => {
                record.notation.count(record.plies() + 1, token);
                Self::regular(record, played, read, token);
            }
            Resolved::Odd => self.odd_move(record, read, token),
        }
    }

    /// A legal move off the straight road.
    fn regular(record: &mut Record, played: Move, read: San, token: Span) {
        let before = if record.irregular && record.position.in_check(record.position.turn().other()) {
            CheckedBefore::Yes
        } else {
            CheckedBefore::No
        };
        record.apply(played, token.start);
        record.verify_sign(read.sign(), token.start, before);
    }

    /// A move that the common law does not simply allow.
    #[cold]
    fn odd_move(&mut self, record: &mut Record, read: San, token: Span) {
        match record.end_of_board() {
            End::Open => {}
            over => {
                let after = match over {
                    End::Mate => AfterEnd::MovesAfterMate,
                    _ => AfterEnd::MovesAfterStalemate,
                };
                record.fault(FaultKind::AfterEnd(after), token);
                if let Some(fault) = record.faults.last_mut() {
                    fault.ply += 1;
                }
                return record.stop(StopReason::GameOver);
            }
        }
        let ply = record.plies() + 1;
        match record.position.meaning(read) {
            Meaning::Legal(played) => {
                record.notation.count(ply, token);
                Self::regular(record, played, read, token);
            }
            Meaning::Illegal(played, Illegality::Null) => {
                record.odd.push(Odd { ply, span: token, kind: OddKind::Null });
                record.irregular = true;
                Self::regular(record, played, read, token);
            }
            Meaning::Illegal(played, fault) => {
                record.odd.push(Odd { ply, span: token, kind: OddKind::Illegal(fault) });
                record.irregular = true;
                Self::regular(record, played, read, token);
            }
            Meaning::Ambiguous(readings) => self.ambiguous(record, readings, read, token),
            Meaning::Nothing => {
                record.fault(FaultKind::Unresolvable, token);
                if let Some(fault) = record.faults.last_mut() {
                    fault.ply = ply;
                }
                record.stop(StopReason::Unreplayable);
            }
        }
    }

    /// Follows every reading of an ambiguous move; those under which a later move cannot be made drop.
    fn ambiguous(&mut self, record: &mut Record, mut readings: Vec<Move>, read: San, token: Span) {
        let ply = record.plies() + 1;
        let surviving =
            if readings.len() > MOST_READINGS { Vec::new() } else { self.surviving(record, &readings) };
        let Some(first) = surviving.first().copied() else {
            record.odd.push(Odd { ply, span: token, kind: OddKind::Ambiguous { readings, surviving: 0 } });
            return record.stop(StopReason::Unreplayable);
        };
        let count = u32::try_from(surviving.len()).unwrap_or(u32::MAX);
        if count > 1 && record.facts.doubtful.is_none() {
            record.facts.doubtful = Some(ply);
        }
        if let Some(index) = readings.iter().position(|played| *played == first) {
            readings.swap(0, index);
        }
        record.odd.push(Odd { ply, span: token, kind: OddKind::Ambiguous { readings, surviving: count } });
        Self::regular(record, first, read, token);
    }

    /// The readings that the rest of the game allows; none where too much would have to be followed.
    fn surviving(&self, record: &mut Record, readings: &[Move]) -> Vec<Move> {
        struct Line {
            root: Move,
            position: Position,
        }
        let mut lines: Vec<Line> = readings
            .iter()
            .map(|root| {
                let mut position = record.position;
                position.play(*root);
                Line { root: *root, position }
            })
            .collect();
        let mut ahead = Reader { text: self.text, at: self.at, initial: self.initial };
        while let Some(read) = ahead.next_main_line_move() {
            if record.look_ahead_left == 0 {
                break;
            }
            record.look_ahead_left -= 1;
            let mut next: Vec<Line> = Vec::with_capacity(lines.len());
            for line in &lines {
                let mut go = |played: Move| {
                    let mut position = line.position;
                    position.play(played);
                    next.push(Line { root: line.root, position });
                };
                match line.position.resolve(read, &line.position.threats()) {
                    Resolved::Export(played) | Resolved::Other(played) => go(played),
                    Resolved::Odd => match line.position.meaning(read) {
                        Meaning::Legal(played) => go(played),
                        Meaning::Ambiguous(several) => several.into_iter().for_each(go),
                        Meaning::Illegal(..) | Meaning::Nothing => {}
                    },
                }
            }
            if next.is_empty() {
                // The record fails here under every reading: that tells none of them apart.
                break;
            }
            let one_root =
                next.iter().all(|line| line.root == next.first().map_or(line.root, |first| first.root));
            // Lines that met again are one.
            next.dedup_by(|a, b| a.root == b.root && a.position == b.position);
            lines = next;
            if one_root {
                break;
            }
            if lines.len() > MOST_READINGS {
                return Vec::new();
            }
        }
        let mut roots: Vec<Move> = Vec::new();
        for line in lines {
            if !roots.contains(&line.root) {
                roots.push(line.root);
            }
        }
        roots
    }

    /// The next move of the main line, for looking ahead; `None` at the end of the game.
    fn next_main_line_move(&mut self) -> Option<San> {
        loop {
            let rest = self.rest();
            let byte = rest.first()?;
            match class(*byte) {
                Class::Move | Class::Digit => {
                    if termination(rest).is_ok() {
                        return None;
                    }
                    if let Ok((after, read)) = san(rest) {
                        let after = annotation_suffix(after);
                        if ends_token(after.first()) {
                            self.go_to(after);
                            return Some(read);
                        }
                    }
                    let (after, _) = move_number(rest).ok()?;
                    self.go_to(after);
                }
                Class::Comment => {
                    let (after, comment) = brace_comment(rest).ok()?;
                    if comment.end == CommentEnd::Unclosed {
                        return None;
                    }
                    self.go_to(after);
                }
                Class::Line => self.go_to(rest_of_line(rest)),
                Class::Variation => self.go_to(variation(rest).ok()?),
                Class::Percent if self.is_line_start() => self.go_to(rest_of_line(rest)),
                Class::Nag => self.go_to(nag(rest).ok()?.0),
                Class::Blank | Class::Newline | Class::Dot => self.at += 1,
                _ => return None,
            }
        }
    }

    /// A token that begins with a digit: a move number, a result, or castling with zeros.
    #[inline]
    fn digit_token(&mut self, record: &mut Record, start: usize) -> Token {
        let rest = self.text.get(start..).unwrap_or_default();
        if let [b'0' | b'1', b'-' | b'/', ..] | [b'0', b'0', ..] = rest {
            self.at = start;
            if self.termination_token(record, rest) == Terminated::Yes {
                return Token::End;
            }
            if rest.first() == Some(&b'0') {
                return Token::Go(self.move_token(record, start));
            }
        }
        let Ok((after, number)) = move_number(rest) else {
            return Token::Go(start + 1);
        };
        let end = self.text.len() - after.len();
        let due = i64::from(record.position.fullmove()) + record.number_offset;
        let wrong = i64::from(number.number) != due
            || (number.dots == Dots::Many && record.position.turn() == Color::White);
        if wrong && !record.is_stopped {
            Self::wrong_number(record, number.number, Span::new(start, end));
        }
        Token::Go(end)
    }

    #[cold]
    fn wrong_number(record: &mut Record, number: u32, span: Span) {
        record.numbers.count(record.plies() + 1, span);
        // What follows is held to this number, so that one slip is counted once.
        record.number_offset = i64::from(number) - i64::from(record.position.fullmove());
    }

    fn termination_token(&mut self, record: &mut Record, rest: &'t [u8]) -> Terminated {
        let Ok((after, score)) = termination(rest) else {
            return Terminated::No;
        };
        let start = self.at;
        self.go_to(after);
        record.termination = Some(Termination { score, span: Span::new(start, self.at) });
        Terminated::Yes
    }

    fn variation(&mut self, record: &mut Record, rest: &'t [u8]) -> Closed {
        // `(=)` marks the offer of a draw on a scoresheet.
        if let [b'(', b'=', b')', after @ ..] = rest {
            self.go_to(after);
            return Closed::Yes;
        }
        let start = self.at;
        match variation(rest) {
            Ok(after) => {
                self.go_to(after);
                Closed::Yes
            }
            Err(after) => {
                self.go_to(after);
                record.fault(FaultKind::UnclosedVariation, Span::new(start, start + 1));
                Closed::No
            }
        }
    }

    /// A brace comment and the commands in it.
    #[inline]
    fn comment(&mut self, record: &mut Record) {
        let rest = self.rest();
        let start = self.at;
        let Ok((after, comment)) = brace_comment(rest) else {
            self.at += 1;
            return;
        };
        self.go_to(after);
        if comment.end == CommentEnd::Unclosed {
            record.fault(FaultKind::UnclosedComment, Span::new(start, start + 1));
        }
        let mut body = comment.body;
        while let Some(found) = memchr::memchr(b'%', body) {
            let before = found.checked_sub(1).and_then(|index| body.get(index));
            if before != Some(&b'[') {
                body = body.get(found + 1..).unwrap_or_default();
                continue;
            }
            let from = body.get(found - 1..).unwrap_or_default();
            body = self.command(record, from);
        }
    }

    /// One command, from its bracket; returns what of the comment is behind it.
    #[inline]
    fn command<'b>(&mut self, record: &mut Record, from: &'b [u8]) -> &'b [u8] {
        if let [b'[', b'%', b'e', b'v', b'a', b'l', b' ', ..]
        | [b'[', b'%', b'c', b'a' | b's', b'l', b' ', ..] = from
        {
            let end = memchr::memchr(b']', from).unwrap_or(from.len());
            return from.get(end..).unwrap_or_default();
        }
        if let [b'[', b'%', b'c', b'l', b'k', b' ', time @ ..] = from {
            if let Some(end) = time.iter().take(16).position(|byte| *byte == b']') {
                if let Some(read) = time.get(..end).and_then(clock::clk) {
                    let place = from.as_ptr() as usize - self.text.as_ptr() as usize;
                    record.clocks.push(ClockReading {
                        ply: record.plies(),
                        kind: ClockKind::Left,
                        time: read,
                        span: Span::new(place, place + 7 + end),
                    });
                    return time.get(end..).unwrap_or_default();
                }
            }
        }
        self.other_command(record, from)
    }

    #[cold]
    fn other_command<'b>(&mut self, record: &mut Record, from: &'b [u8]) -> &'b [u8] {
        let place = from.as_ptr() as usize - self.text.as_ptr() as usize;
        let Ok((after, read)) = command(from) else {
            return from.get(2..).unwrap_or_default();
        };
        let length = from.len() - after.len();
        let span = Span::new(place, place + length);
        let ply = record.plies();
        match read {
            Ok(Command::Act(act)) => self.take_act(record, act, span),
            Ok(Command::Clock(reading)) => {
                record.clocks.push(ClockReading { ply, kind: reading.kind, time: reading.time, span });
            }
            Ok(Command::Ignore(what)) => record.suppressions.push(Suppression { ply, span, what }),
            Ok(Command::Foreign) => {}
            Err(fault) => {
                let start = (place + fault.span.start).min(place + length);
                let end = (place + fault.span.end).clamp(start, place + length);
                let words = CommandWords { message: fault.message, help: fault.help };
                record.fault(FaultKind::Command(Box::new(words)), Span::new(start, end));
            }
        }
        after
    }

    /// An act of the record: those that change the board change it here.
    fn take_act(&mut self, record: &mut Record, act: Act, span: Span) {
        let ply = record.plies();
        if record.stop.is_none() {
            match &act {
                Act::Play { by, words } => self.act_out(record, *by, words.as_str(), span),
                Act::Retract { moves } => {
                    let back = moves.get() as usize;
                    match record.moves.len().checked_sub(back) {
                        Some(keep) => record.rewind(keep),
                        None => impossible(
                            record,
                            span,
                            format!("{back} moves cannot be taken back: only {} stand", record.plies()),
                        ),
                    }
                }
                Act::Drop { square } => {
                    if record.position.remove(*square).is_none() {
                        impossible(record, span, format!("no man stands on {square} that could fall"));
                    }
                    record.threats = record.position.threats();
                }
                _ => {}
            }
        }
        record.acts.push(PlacedAct { ply, span, act });
    }

    /// A completed move that is not in the score.
    fn act_out(&mut self, record: &mut Record, by: Person, words: &str, span: Span) {
        let color = match by {
            Person::White => Color::White,
            Person::Black => Color::Black,
            Person::Umpire => {
                return impossible(record, span, "the umpire does not move the men".to_owned());
            }
        };
        let Some(read) = San::from_ascii(words.as_bytes()).filter(|read| read.subject() != Subject::Nobody)
        else {
            return impossible(record, span, format!("`{words}` is no move"));
        };
        if record.position.turn() != color {
            record.turns.push((record.plies(), color));
            record.take_turn(color);
        }
        let ply = record.plies() + 1;
        match record.position.meaning(read) {
            Meaning::Legal(played) => record.apply(played, span.start),
            Meaning::Illegal(played, fault) => {
                record.odd.push(Odd { ply, span, kind: OddKind::Illegal(fault) });
                record.irregular = true;
                record.apply(played, span.start);
            }
            Meaning::Ambiguous(_) => impossible(record, span, format!("more than one move fits `{words}`")),
            Meaning::Nothing => impossible(record, span, format!("no man can be meant by `{words}`")),
        }
    }

    /// A token that is nothing movetext has.
    #[cold]
    fn unreadable(&mut self, record: &mut Record, rest: &'t [u8]) {
        let start = self.at;
        let length = rest.iter().take_while(|byte| !ends_token(Some(*byte))).count().max(1);
        let token = rest.get(..length).unwrap_or_default();
        self.at += length;
        let span = Span::new(start, self.at);
        let evaluation = token.iter().all(|byte| matches!(byte, b'+' | b'-' | b'/' | b'=' | b'!' | b'?'));
        if matches!(token, b"e.p." | b"ep" | b"e.p" | b"e.p.+" | b"e.p.#" | b"ep+" | b"ep#" | b"N" | b"D")
            || (evaluation && token.len() <= 3)
        {
            if token.starts_with(b"e") {
                record.notation.count(record.plies(), span);
            }
            return;
        }
        if record.stop.is_some() {
            return;
        }
        let kind = if length > LONGEST_TOKEN { FaultKind::TooLong } else { FaultKind::Unreadable };
        record.fault(kind, span);
        if token.first() == Some(&b'}') {
            // A brace that closes nothing tells of a comment, not of a move.
            if let Some(fault) = record.faults.last_mut() {
                fault.kind = FaultKind::StrayCloser;
            }
            self.at = start + 1;
            return;
        }
        record.stop(StopReason::Unreplayable);
    }

    fn finish(record: &mut Record) {
        if record.stop.is_some_and(|stop| stop.reason == StopReason::Unreplayable) {
            return;
        }
        record.facts.end = record.end_of_board();
        if record.facts.end == End::Mate
            && !matches!(record.last_sign, CheckSign::Mate | CheckSign::Double)
            && !record.moves.is_empty()
        {
            let ply = record.plies();
            let token = record.places.last().copied().unwrap_or_default();
            let span = Span { start: token, end: token + 1 };
            if record.missing_signs.ply != ply || record.missing_signs.count == 0 {
                record.missing_signs.count(ply, span);
            }
        }
    }
}

/// Whether a game was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextGame {
    /// It was.
    Read,
    /// There is none.
    None,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MovetextEnd {
    Terminated,
    NextGame,
    EndOfText,
}

/// Where the text goes on behind a token, if it does not end the movetext.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Go(usize),
    End,
}

/// Whether a token ends the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Terminated {
    No,
    Yes,
}

/// Whether a variation was closed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closed {
    No,
    Yes,
}

fn impossible(record: &mut Record, span: Span, message: String) {
    record.fault(FaultKind::Command(Box::new(CommandWords { message, help: None })), span);
}

/// Whether a game begins here: a tag, a comment, a termination, the first move number, or a move.
fn begins_game(rest: &[u8]) -> bool {
    match rest.first().map(|byte| class(*byte)) {
        Some(Class::Bracket) => begins_tag(rest),
        Some(Class::Comment) => true,
        Some(Class::Star) => termination(rest).is_ok(),
        Some(Class::Digit) => {
            if termination(rest).is_ok() {
                return true;
            }
            match move_number(rest) {
                Ok((after, number)) if number.number == 1 && rest.len() - after.len() > 1 => {
                    let after = after.trim_ascii_start();
                    after.is_empty()
                        || matches!(san(after), Ok((rest, _)) if ends_token(annotation_suffix(rest).first()))
                }
                _ => false,
            }
        }
        Some(Class::Move) => {
            // Words of two letters may look like a pawn's capture.
            matches!(san(rest), Ok((after, read)) if ends_token(annotation_suffix(after).first())
                && !matches!(read.subject(), Subject::Nobody | Subject::PawnToFile(_)))
        }
        _ => false,
    }
}

/// Whether a Variant tag names chess: the usual game, from a position, or Chess960.
fn is_chess(value: &[u8]) -> bool {
    let name: Vec<u8> =
        value.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
    matches!(
        name.as_slice(),
        b"" | b"standard"
            | b"normal"
            | b"chess"
            | b"classical"
            | b"orthodox"
            | b"fromposition"
            | b"chess960"
            | b"960"
            | b"fischerandom"
            | b"fischerrandom"
            | b"fischerrandomchess"
            | b"fischerandomchess"
            | b"freestyle"
            | b"freestylechess"
            | b"frc"
            | b"wildfr"
    )
}

/// Takes the men given as odds off the usual array; false where none is named by its square.
fn give_odds(position: &mut Position, value: &[u8]) -> bool {
    let mut terms = value.split(|byte| byte.is_ascii_whitespace()).filter(|term| !term.is_empty());
    let Some(giver @ (b"w" | b"b")) = terms.next() else {
        return false;
    };
    let color = if giver == b"w" { Color::White } else { Color::Black };
    let squares: Vec<Square> = terms.filter_map(Square::from_ascii).collect();
    let mut given = false;
    for square in squares {
        if position.man_at(square).is_some_and(|man| man.color == color && man.role != Role::King) {
            for side in [crate::chess::Side::King, crate::chess::Side::Queen] {
                if position.castling().rook(color, side) == Some(square) {
                    position.end_castling(color, side);
                }
            }
            position.remove(square);
            given = true;
        }
    }
    given
}
