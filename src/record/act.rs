//! What happened beside the moves of the score: one typed act for each command of the format.
//!
//! Every act prints as the command that says it, so that printing and reading are inverse.

use std::fmt;
use std::num::NonZeroU32;

use super::clock::Time;
use crate::chess::{Color, Role, San, Square};
use crate::law::RemedyKind;

closed! {
    /// What a record can have watched: the words of its `Observed` tag.
    Channel {
        /// Contact with the men.
        Touch = "touch",
        /// What was said.
        Speech = "speech",
        /// How the board and the men lay.
        Board = "board",
        /// The clocks and who pressed them.
        Clock = "clock",
        /// Behaviour, and adjournment.
        Conduct = "conduct",
    }
}

closed! {
    /// Who acts.
    Person {
        /// White.
        White = "w",
        /// Black.
        Black = "b",
        /// The umpire.
        Umpire = "u",
    }
}

impl Person {
    /// The colour of a player; the umpire has none.
    pub const fn player(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::Umpire => None,
        }
    }
}

impl From<Color> for Person {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

closed! {
    /// Whether a touch was meant.
    Contact {
        /// Nothing says that it was not.
        Meant = "meant",
        /// It was an accident.
        Accidental = "accidental",
    }
}

closed! {
    /// How the men touched stood on their squares.
    Seat {
        /// Nothing says that they stood askew.
        Square = "square",
        /// They obviously needed adjusting.
        Askew = "askew",
    }
}

closed! {
    /// Whether the order of contact is known.
    TouchOrder {
        /// The men were touched in the order written.
        Known = "order-known",
        /// Which was touched first is not known.
        Unknown = "order-unknown",
    }
}

closed! {
    /// How a move was made.
    Hands {
        /// With both hands.
        Both = "both",
        /// With one, and the other pressed the clock.
        OneAndPress = "press",
    }
}

closed! {
    /// Whether men were disturbed on purpose.
    Manner {
        /// By accident.
        Accidental = "accidental",
        /// On purpose.
        Wilful = "wilful",
    }
}

closed! {
    /// Whether the players agree where a fallen man stood.
    Consent {
        /// Nothing says that they do not.
        Undisputed = "undisputed",
        /// They do not.
        Disputed = "disputed",
    }
}

closed! {
    /// Whether the moves since an irregularity can be remembered.
    Memory {
        /// Nothing says that they cannot.
        Known = "known",
        /// They cannot.
        Forgotten = "forgotten",
    }
}

closed! {
    /// How many offences are let pass.
    Extent {
        /// The newest that is open.
        Newest = "newest",
        /// All that are open.
        All = "all",
    }
}

closed! {
    /// How a player left the table.
    Temper {
        /// Nothing says that he was angry.
        Calm = "calm",
        /// In anger.
        Anger = "anger",
    }
}

closed! {
    /// The colour of the corner square at each player's right hand.
    Shade {
        /// As it should be.
        Light = "light",
        /// The board is turned.
        Dark = "dark",
    }
}

closed! {
    /// Why a count of moves is called for.
    Ground {
        /// The men left cannot force mate, or must within the count.
        Force = "force",
        /// The adversary repeats his moves.
        Repeating = "repeating",
        /// Both submitted to the count.
        Submitted = "submitted",
    }
}

closed! {
    /// What both players agree upon.
    Agreement {
        /// That the game is drawn.
        Draw = "draw",
        /// That the laws shall not apply.
        LawsWaived = "laws-waived",
    }
}

/// Free text within a command: no quotation mark, brace or line break, since none could be written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Text(Box<str>);

impl Text {
    /// The text, if a command can hold it.
    pub fn new(text: &str) -> Option<Self> {
        let held = !text.contains(['"', '}', '\n', '\r']);
        held.then(|| Self(text.into()))
    }

    /// What it says.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    /// In quotation marks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0)
    }
}

/// A move as a command writes it: its shape is that of a move, what it means the position decides.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveWords(Text);

impl MoveWords {
    /// The words, if they look like a move: they name a square, castle, pass, or name two files.
    pub fn new(words: &str) -> Option<Self> {
        let bytes = words.as_bytes();
        let is_file = |byte: &u8| (b'a'..=b'h').contains(byte);
        let body = words.trim_end_matches(['+', '#', '!', '?']).as_bytes();
        let pawn_takes = match body {
            [from, b'x', to] | [from, to] => is_file(from) && is_file(to),
            _ => false,
        };
        let opens = bytes.first().is_some_and(|byte| is_file(byte) || b"KQRBNP".contains(byte));
        let names_a_square = bytes.windows(2).any(|pair| Square::from_ascii(pair).is_some());
        let castles = words.starts_with("O-O") || words.starts_with("0-0");
        let passes = words == "--" || words == "Z0";
        let is_san = San::from_ascii(body).is_some();
        if is_san || castles || passes || pawn_takes || (opens && names_a_square) {
            Text::new(words).map(Self)
        } else {
            None
        }
    }

    /// As written.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for MoveWords {
    /// In quotation marks where it would not be one word otherwise.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.as_str();
        let one_word = !words.bytes().any(|byte| byte.is_ascii_whitespace() || b"[]".contains(&byte));
        if one_word { f.write_str(words) } else { write!(f, "{}", self.0) }
    }
}

/// What a player says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Word {
    /// Check.
    Check,
    /// Mate.
    Mate,
    /// Mate in so many moves.
    MateIn(NonZeroU32),
    /// I adjust, before the hand is on the man.
    Adjust,
    /// I adjust, as the hand reached the man.
    AdjustTouching,
    /// Offers a draw.
    Draw,
    /// Accepts it.
    Accept,
    /// Declines it.
    Decline,
    /// Resigns.
    Resign,
    /// Stalemate.
    Stalemate,
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Check => "check",
            Self::Mate => "mate",
            Self::MateIn(moves) => return write!(f, "mate {moves}"),
            Self::Adjust => "adjust",
            Self::AdjustTouching => "adjust touching",
            Self::Draw => "draw",
            Self::Accept => "accept",
            Self::Decline => "decline",
            Self::Resign => "resign",
            Self::Stalemate => "stalemate",
        })
    }
}

/// What is claimed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The same position again, on the board or after the move named.
    Repetition(Option<MoveWords>),
    /// Fifty moves, on the board or after the move named.
    Fifty(Option<MoveWords>),
    /// That moves be counted.
    Count(Ground),
    /// Perpetual check.
    Perpetual,
    /// Stalemate.
    Stalemate,
    /// The adversary's flag has fallen.
    Flag,
    /// That the game go on.
    Proceed,
    /// An indulgence in return for one given.
    Indulgence,
    /// The adversary cannot win by normal means, or does not try to.
    NormalMeans,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Repetition(Some(words)) => return write!(f, "repetition {words}"),
            Self::Repetition(None) => "repetition",
            Self::Fifty(Some(words)) => return write!(f, "fifty {words}"),
            Self::Fifty(None) => "fifty",
            Self::Count(ground) => return write!(f, "count {ground}"),
            Self::Perpetual => "perpetual",
            Self::Stalemate => "stalemate",
            Self::Flag => "flag",
            Self::Proceed => "proceed",
            Self::Indulgence => "indulgence",
            Self::NormalMeans => "normal-means",
        })
    }
}

/// What irregularity is pointed out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notice {
    /// The board is turned.
    Board,
    /// Men stand wrong from the start.
    Setup,
    /// A man was not put on this square.
    Omitted(Square),
    /// The odds were not given.
    Odds,
    /// The wrong player moved first.
    FirstMove,
    /// A move out of turn.
    Turn,
    /// A touch.
    Touch,
    /// A man held.
    Hold,
    /// Something with the clock.
    Clock,
    /// An illegal move; with the ply of it.
    Illegal(Option<NonZeroU32>),
    /// A check left standing; with the ply of the move that gave it.
    Check(Option<NonZeroU32>),
    /// A man fell from this square.
    Dropped(Square),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Setup => "setup",
            Self::Omitted(square) => return write!(f, "omitted {square}"),
            Self::Odds => "odds",
            Self::FirstMove => "first-move",
            Self::Turn => "turn",
            Self::Touch => "touch",
            Self::Hold => "hold",
            Self::Clock => "clock",
            Self::Illegal(Some(ply)) => return write!(f, "illegal {ply}"),
            Self::Illegal(None) => "illegal",
            Self::Check(Some(ply)) => return write!(f, "check {ply}"),
            Self::Check(None) => "check",
            Self::Dropped(square) => return write!(f, "dropped {square}"),
        })
    }
}

/// What a remedy is chosen with.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// A man, by its square. `e4` is always this: where the remedy wants a move, it is the pawn's
    /// move to that square.
    Square(Square),
    /// What a pawn becomes.
    Piece(Role),
    /// A move.
    Move(MoveWords),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => write!(f, "{square}"),
            Self::Piece(role) => write!(f, "{}", role.letter()),
            Self::Move(words) => write!(f, "{words}"),
        }
    }
}

/// What the umpire decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ruling {
    /// The game is void.
    Annul,
    /// It starts again.
    Recommence,
    /// It is drawn.
    Draw,
    /// It goes on.
    Proceed,
    /// This player loses it.
    Forfeit(Color),
    /// What was done stands.
    Stand,
    /// So many moves go back.
    Retract(NonZeroU32),
    /// A man goes back to this square.
    Restore(Square),
    /// The board is turned.
    Adjust,
    /// This player is admonished.
    Admonish(Color),
    /// This player is given so many seconds.
    AddTime(Color, NonZeroU32),
    /// The pawn of this square becomes such a man.
    Promote(Square, Role),
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Self::Annul => "annul",
            Self::Recommence => "recommence",
            Self::Draw => "draw",
            Self::Proceed => "proceed",
            Self::Forfeit(player) => return write!(f, "forfeit {}", Person::from(player)),
            Self::Stand => "stand",
            Self::Retract(moves) => return write!(f, "retract {moves}"),
            Self::Restore(square) => return write!(f, "restore {square}"),
            Self::Adjust => "adjust",
            Self::Admonish(player) => return write!(f, "admonish {}", Person::from(player)),
            Self::AddTime(player, seconds) => {
                return write!(f, "add-time {} {seconds}", Person::from(player));
            }
            Self::Promote(square, role) => return write!(f, "promote {square} {}", role.letter()),
        })
    }
}

/// One act: what one command says happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// `by` touches these men, in this order.
    Touch {
        /// Who.
        by: Person,
        /// The men; at least one.
        squares: Vec<Square>,
        /// Whether it was meant.
        contact: Contact,
        /// How they stood.
        seat: Seat,
        /// Whether the order is known.
        order: TouchOrder,
    },
    /// `by` lifts the man and keeps it in hand, undecided.
    Hold {
        /// Who.
        by: Person,
        /// The man.
        square: Square,
    },
    /// `by` rests a held man on a square without quitting it.
    Hover {
        /// Who.
        by: Person,
        /// The man.
        from: Square,
        /// Where it rests.
        over: Square,
    },
    /// `by` completes a move that is not in the score.
    Play {
        /// Who.
        by: Person,
        /// The move.
        words: MoveWords,
    },
    /// `by` quits a man as part of a move not yet complete.
    Release {
        /// Who.
        by: Person,
        /// The man.
        from: Square,
        /// Where it is quitted.
        to: Square,
    },
    /// `by` sets a man from off the board on a square.
    Place {
        /// Who.
        by: Person,
        /// What man.
        role: Role,
        /// Where.
        square: Square,
    },
    /// The move `by` completed last was not made with one hand alone.
    Hands {
        /// Who.
        by: Person,
        /// How it was made.
        hands: Hands,
    },
    /// `by` writes a move on the scoresheet before making it.
    Write {
        /// Who.
        by: Person,
        /// The move.
        words: MoveWords,
    },
    /// The last completed moves are taken back, newest first.
    Retract {
        /// How many.
        moves: NonZeroU32,
    },
    /// `by` says something.
    Say {
        /// Who.
        by: Person,
        /// What.
        word: Word,
    },
    /// `by` claims something.
    Claim {
        /// Who.
        by: Person,
        /// What.
        claim: Claim,
    },
    /// `by` points an irregularity out.
    Notice {
        /// Who.
        by: Person,
        /// Which.
        notice: Notice,
        /// Whether the moves since are known.
        memory: Memory,
    },
    /// `by` chooses a remedy that the code offers.
    Elect {
        /// Who.
        by: Person,
        /// Which.
        remedy: RemedyKind,
        /// The man, piece or move named with it.
        choice: Option<Choice>,
    },
    /// `by` lets offences pass.
    Waive {
        /// Who.
        by: Person,
        /// How many.
        extent: Extent,
    },
    /// A question goes to the umpire.
    Appeal {
        /// Whose.
        by: Person,
    },
    /// The umpire decides.
    Ruling(Ruling),
    /// From here on the board lies so.
    Board(Shade),
    /// A man leaves the board unnoticed.
    Drop {
        /// Where it stood.
        square: Square,
    },
    /// It is put back.
    Restore {
        /// Where.
        square: Square,
        /// Whether both agree that it stood there.
        consent: Consent,
    },
    /// `by` displaces men.
    Displace {
        /// Who.
        by: Person,
        /// Which; at least one.
        squares: Vec<Square>,
        /// Whether on purpose, where that is known.
        manner: Option<Manner>,
    },
    /// `by` overturns the men.
    Upset {
        /// Who.
        by: Person,
        /// Whether on purpose, where that is known.
        manner: Option<Manner>,
    },
    /// `by` puts men back.
    Replace {
        /// Who.
        by: Person,
        /// Which; at least one.
        squares: Vec<Square>,
    },
    /// `by` presses the clock.
    Press {
        /// Who.
        by: Person,
    },
    /// A flag falls.
    Flag {
        /// Whose.
        by: Person,
    },
    /// `by` leaves the board on his own time.
    Absent {
        /// Who.
        by: Person,
    },
    /// `by` comes back.
    Return {
        /// Who.
        by: Person,
    },
    /// `by` arrives late.
    Arrive {
        /// Who.
        by: Person,
        /// By how much.
        late: Time,
    },
    /// `by` quits the table.
    Leave {
        /// Who.
        by: Person,
        /// How.
        temper: Temper,
    },
    /// `by` stops moving.
    Discontinue {
        /// Who.
        by: Person,
    },
    /// `by` refuses the umpire's decision.
    Refuse {
        /// Who.
        by: Person,
    },
    /// `by` disturbs the adversary.
    Disturb {
        /// Who.
        by: Person,
    },
    /// The game is adjourned.
    Adjourn,
    /// `by` seals a move.
    Seal {
        /// Who.
        by: Person,
        /// The move as written.
        text: Text,
    },
    /// The game is resumed.
    Resume {
        /// The position set up, where it is said: a FEN, not yet read.
        fen: Option<Text>,
    },
    /// The position cannot be established.
    LostPosition,
    /// Both players agree.
    Agree(Agreement),
}

impl Act {
    /// The channel that a record must have watched to know of it.
    pub const fn channel(&self) -> Channel {
        match self {
            Self::Touch { .. }
            | Self::Hold { .. }
            | Self::Hover { .. }
            | Self::Play { .. }
            | Self::Release { .. }
            | Self::Place { .. }
            | Self::Hands { .. }
            | Self::Write { .. }
            | Self::Retract { .. } => Channel::Touch,
            Self::Say { .. }
            | Self::Claim { .. }
            | Self::Notice { .. }
            | Self::Elect { .. }
            | Self::Waive { .. }
            | Self::Appeal { .. }
            | Self::Ruling(_)
            | Self::Agree(_) => Channel::Speech,
            Self::Board(_)
            | Self::Drop { .. }
            | Self::Restore { .. }
            | Self::Displace { .. }
            | Self::Upset { .. }
            | Self::Replace { .. } => Channel::Board,
            Self::Press { .. }
            | Self::Flag { .. }
            | Self::Absent { .. }
            | Self::Return { .. }
            | Self::Arrive { .. } => Channel::Clock,
            Self::Leave { .. }
            | Self::Discontinue { .. }
            | Self::Refuse { .. }
            | Self::Disturb { .. }
            | Self::Adjourn
            | Self::Seal { .. }
            | Self::Resume { .. }
            | Self::LostPosition => Channel::Conduct,
        }
    }

    /// The command's name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Touch { .. } => "touch",
            Self::Hold { .. } => "hold",
            Self::Hover { .. } => "hover",
            Self::Play { .. } => "play",
            Self::Release { .. } => "release",
            Self::Place { .. } => "place",
            Self::Hands { .. } => "hands",
            Self::Write { .. } => "write",
            Self::Retract { .. } => "retract",
            Self::Say { .. } => "say",
            Self::Claim { .. } => "claim",
            Self::Notice { .. } => "notice",
            Self::Elect { .. } => "elect",
            Self::Waive { .. } => "waive",
            Self::Appeal { .. } => "appeal",
            Self::Ruling(_) => "ruling",
            Self::Board(_) => "board",
            Self::Drop { .. } => "drop",
            Self::Restore { .. } => "restore",
            Self::Displace { .. } => "displace",
            Self::Upset { .. } => "upset",
            Self::Replace { .. } => "replace",
            Self::Press { .. } => "press",
            Self::Flag { .. } => "flag",
            Self::Absent { .. } => "absent",
            Self::Return { .. } => "return",
            Self::Arrive { .. } => "arrive",
            Self::Leave { .. } => "leave",
            Self::Discontinue { .. } => "discontinue",
            Self::Refuse { .. } => "refuse",
            Self::Disturb { .. } => "disturb",
            Self::Adjourn => "adjourn",
            Self::Seal { .. } => "seal",
            Self::Resume { .. } => "resume",
            Self::LostPosition => "lost-position",
            Self::Agree(_) => "agree",
        }
    }

    /// Who acts, where the command names somebody. A ruling is the umpire's.
    pub const fn by(&self) -> Option<Person> {
        match *self {
            Self::Touch { by, .. }
            | Self::Hold { by, .. }
            | Self::Hover { by, .. }
            | Self::Play { by, .. }
            | Self::Release { by, .. }
            | Self::Place { by, .. }
            | Self::Hands { by, .. }
            | Self::Write { by, .. }
            | Self::Say { by, .. }
            | Self::Claim { by, .. }
            | Self::Notice { by, .. }
            | Self::Elect { by, .. }
            | Self::Waive { by, .. }
            | Self::Appeal { by }
            | Self::Displace { by, .. }
            | Self::Upset { by, .. }
            | Self::Replace { by, .. }
            | Self::Press { by }
            | Self::Flag { by }
            | Self::Absent { by }
            | Self::Return { by }
            | Self::Arrive { by, .. }
            | Self::Leave { by, .. }
            | Self::Discontinue { by }
            | Self::Refuse { by }
            | Self::Disturb { by }
            | Self::Seal { by, .. } => Some(by),
            Self::Ruling(_) => Some(Person::Umpire),
            Self::Retract { .. }
            | Self::Board(_)
            | Self::Drop { .. }
            | Self::Restore { .. }
            | Self::Adjourn
            | Self::Resume { .. }
            | Self::LostPosition
            | Self::Agree(_) => None,
        }
    }
}

impl fmt::Display for Act {
    /// The command that says it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%{}", self.name())?;
        match self {
            Self::Ruling(ruling) => write!(f, " {ruling}")?,
            other => {
                if let Some(by) = other.by() {
                    write!(f, " {by}")?;
                }
            }
        }
        match self {
            Self::Touch { squares, contact, seat, order, .. } => {
                each(f, squares)?;
                flag(f, *contact, Contact::Meant)?;
                flag(f, *seat, Seat::Square)?;
                flag(f, *order, TouchOrder::Known)?;
            }
            Self::Hold { square, .. } | Self::Drop { square } => write!(f, " {square}")?,
            Self::Hover { from, over: to, .. } | Self::Release { from, to, .. } => write!(f, " {from} {to}")?,
            Self::Play { words, .. } | Self::Write { words, .. } => write!(f, " {words}")?,
            Self::Place { role, square, .. } => write!(f, " {} {square}", role.letter())?,
            Self::Hands { hands, .. } => flag(f, *hands, Hands::Both)?,
            Self::Retract { moves } => write!(f, " {moves}")?,
            Self::Say { word, .. } => write!(f, " {word}")?,
            Self::Claim { claim, .. } => write!(f, " {claim}")?,
            Self::Notice { notice, memory, .. } => {
                write!(f, " {notice}")?;
                flag(f, *memory, Memory::Known)?;
            }
            Self::Elect { remedy, choice, .. } => {
                write!(f, " {}", remedy.id())?;
                if let Some(choice) = choice {
                    write!(f, " {choice}")?;
                }
            }
            Self::Waive { extent, .. } => flag(f, *extent, Extent::Newest)?,
            Self::Board(shade) => write!(f, " {shade}")?,
            Self::Restore { square, consent } => {
                write!(f, " {square}")?;
                flag(f, *consent, Consent::Undisputed)?;
            }
            Self::Displace { squares, manner, .. } => {
                each(f, squares)?;
                if let Some(manner) = manner {
                    write!(f, " {manner}")?;
                }
            }
            Self::Upset { manner: Some(manner), .. } => write!(f, " {manner}")?,
            Self::Replace { squares, .. } => each(f, squares)?,
            Self::Arrive { late, .. } => write!(f, " {late}")?,
            Self::Leave { temper, .. } => flag(f, *temper, Temper::Calm)?,
            Self::Seal { text, .. } => write!(f, " {text}")?,
            Self::Resume { fen: Some(fen) } => write!(f, " {fen}")?,
            Self::Agree(agreement) => write!(f, " {agreement}")?,
            Self::Ruling(_)
            | Self::Appeal { .. }
            | Self::Upset { manner: None, .. }
            | Self::Press { .. }
            | Self::Flag { .. }
            | Self::Absent { .. }
            | Self::Return { .. }
            | Self::Discontinue { .. }
            | Self::Refuse { .. }
            | Self::Disturb { .. }
            | Self::Adjourn
            | Self::Resume { fen: None }
            | Self::LostPosition => {}
        }
        f.write_str("]")
    }
}

fn each(f: &mut fmt::Formatter<'_>, squares: &[Square]) -> fmt::Result {
    squares.iter().try_for_each(|square| write!(f, " {square}"))
}

/// A word that is written only where it says something.
fn flag<T: Copy + PartialEq + fmt::Display>(f: &mut fmt::Formatter<'_>, said: T, unsaid: T) -> fmt::Result {
    if said == unsaid { Ok(()) } else { write!(f, " {said}") }
}

#[cfg(test)]
mod tests {
    use proptest::option::of;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::record::{Command, command};

    fn square() -> impl Strategy<Value = Square> {
        (0..64_u8).prop_map(Square::from_index)
    }

    fn squares() -> impl Strategy<Value = Vec<Square>> {
        prop::collection::vec(square(), 1..5)
    }

    fn number() -> impl Strategy<Value = NonZeroU32> {
        (1..1_000_000_u32).prop_map(|number| NonZeroU32::new(number).unwrap())
    }

    fn text() -> impl Strategy<Value = Text> {
        "[^\"{}\\p{Cc}]{0,12}".prop_map(|text| Text::new(&text).unwrap())
    }

    fn color() -> impl Strategy<Value = Color> {
        select(vec![Color::White, Color::Black])
    }

    fn role() -> impl Strategy<Value = Role> {
        select(&Role::ALL[..])
    }

    fn words() -> impl Strategy<Value = MoveWords> {
        "[KQRBN]?[a-h][1-8][x-]?[a-h][1-8](=[QRBN])?( e\\.p\\.)?[+#]?|O-O(-O)?|[a-h]x?[a-h]|--"
            .prop_map(|words| MoveWords::new(&words).unwrap())
    }

    fn word() -> impl Strategy<Value = Word> {
        prop_oneof![
            select(vec![
                Word::Check,
                Word::Mate,
                Word::Adjust,
                Word::AdjustTouching,
                Word::Draw,
                Word::Accept,
                Word::Decline,
                Word::Resign,
                Word::Stalemate,
            ]),
            number().prop_map(Word::MateIn),
        ]
    }

    fn claim() -> impl Strategy<Value = Claim> {
        prop_oneof![
            of(words()).prop_map(Claim::Repetition),
            of(words()).prop_map(Claim::Fifty),
            select(Ground::ALL).prop_map(Claim::Count),
            select(vec![
                Claim::Perpetual,
                Claim::Stalemate,
                Claim::Flag,
                Claim::Proceed,
                Claim::Indulgence,
                Claim::NormalMeans,
            ]),
        ]
    }

    fn notice() -> impl Strategy<Value = Notice> {
        prop_oneof![
            select(vec![
                Notice::Board,
                Notice::Setup,
                Notice::Odds,
                Notice::FirstMove,
                Notice::Turn,
                Notice::Touch,
                Notice::Hold,
                Notice::Clock,
            ]),
            square().prop_map(Notice::Omitted),
            square().prop_map(Notice::Dropped),
            of(number()).prop_map(Notice::Illegal),
            of(number()).prop_map(Notice::Check),
        ]
    }

    fn remedy() -> impl Strategy<Value = RemedyKind> {
        let in_law_files_only =
            |kind: &RemedyKind| matches!(kind.id(), "none" | "touched-duty" | "first-possible");
        let offered: Vec<RemedyKind> =
            RemedyKind::ALL.iter().copied().filter(|kind| !in_law_files_only(kind)).collect();
        select(offered)
    }

    fn choice() -> impl Strategy<Value = Choice> {
        let unlike_a_square = |words: &MoveWords| Square::from_ascii(words.as_str().as_bytes()).is_none();
        prop_oneof![
            square().prop_map(Choice::Square),
            role().prop_map(Choice::Piece),
            words().prop_filter("a square", unlike_a_square).prop_map(Choice::Move),
        ]
    }

    fn ruling() -> impl Strategy<Value = Ruling> {
        prop_oneof![
            select(vec![
                Ruling::Annul,
                Ruling::Recommence,
                Ruling::Draw,
                Ruling::Proceed,
                Ruling::Stand,
                Ruling::Adjust,
            ]),
            color().prop_map(Ruling::Forfeit),
            color().prop_map(Ruling::Admonish),
            number().prop_map(Ruling::Retract),
            square().prop_map(Ruling::Restore),
            (color(), number()).prop_map(|(player, seconds)| Ruling::AddTime(player, seconds)),
            (square(), role()).prop_map(|(square, role)| Ruling::Promote(square, role)),
        ]
    }

    fn by_one() -> impl Strategy<Value = Act> {
        (0..9_usize, select(Person::ALL)).prop_map(|(which, by)| {
            [
                Act::Appeal { by },
                Act::Press { by },
                Act::Flag { by },
                Act::Absent { by },
                Act::Return { by },
                Act::Discontinue { by },
                Act::Refuse { by },
                Act::Disturb { by },
                Act::Adjourn,
            ][which]
                .clone()
        })
    }

    fn touching() -> impl Strategy<Value = Act> {
        let person = || select(Person::ALL);
        prop_oneof![
            (person(), squares(), select(Contact::ALL), select(Seat::ALL), select(TouchOrder::ALL)).prop_map(
                |(by, squares, contact, seat, order)| Act::Touch { by, squares, contact, seat, order }
            ),
            (person(), square()).prop_map(|(by, square)| Act::Hold { by, square }),
            (person(), square(), square()).prop_map(|(by, from, over)| Act::Hover { by, from, over }),
            (person(), square(), square()).prop_map(|(by, from, to)| Act::Release { by, from, to }),
            (person(), role(), square()).prop_map(|(by, role, square)| Act::Place { by, role, square }),
            (person(), words()).prop_map(|(by, words)| Act::Play { by, words }),
            (person(), words()).prop_map(|(by, words)| Act::Write { by, words }),
            (person(), select(Hands::ALL)).prop_map(|(by, hands)| Act::Hands { by, hands }),
            number().prop_map(|moves| Act::Retract { moves }),
        ]
    }

    fn speaking() -> impl Strategy<Value = Act> {
        let person = || select(Person::ALL);
        prop_oneof![
            (person(), word()).prop_map(|(by, word)| Act::Say { by, word }),
            (person(), claim()).prop_map(|(by, claim)| Act::Claim { by, claim }),
            (person(), notice(), select(Memory::ALL)).prop_map(|(by, notice, memory)| Act::Notice {
                by,
                notice,
                memory
            }),
            (person(), remedy(), of(choice())).prop_map(|(by, remedy, choice)| Act::Elect {
                by,
                remedy,
                choice
            }),
            (person(), select(Extent::ALL)).prop_map(|(by, extent)| Act::Waive { by, extent }),
            ruling().prop_map(Act::Ruling),
            select(Agreement::ALL).prop_map(Act::Agree),
        ]
    }

    fn happening() -> impl Strategy<Value = Act> {
        let person = || select(Person::ALL);
        prop_oneof![
            select(Shade::ALL).prop_map(Act::Board),
            square().prop_map(|square| Act::Drop { square }),
            (square(), select(Consent::ALL)).prop_map(|(square, consent)| Act::Restore { square, consent }),
            (person(), squares(), of(select(Manner::ALL))).prop_map(|(by, squares, manner)| Act::Displace {
                by,
                squares,
                manner
            }),
            (person(), of(select(Manner::ALL))).prop_map(|(by, manner)| Act::Upset { by, manner }),
            (person(), squares()).prop_map(|(by, squares)| Act::Replace { by, squares }),
            (person(), 0..100_000_000_i64)
                .prop_map(|(by, late)| Act::Arrive { by, late: Time::from_millis(late) }),
            (person(), select(Temper::ALL)).prop_map(|(by, temper)| Act::Leave { by, temper }),
            (person(), text()).prop_map(|(by, text)| Act::Seal { by, text }),
            of(select(vec!["8/8/8/8/8/2k5/8/K6R w - - 0 1", "8/8/8/8/8/8/8/8"]))
                .prop_map(|fen| { Act::Resume { fen: fen.and_then(Text::new) } }),
            Just(Act::LostPosition),
        ]
    }

    proptest! {
        #[test]
        fn reading_is_the_inverse_of_printing(
            act in prop_oneof![touching(), speaking(), happening(), by_one()]
        ) {
            let printed = act.to_string();
            let (rest, read) = command(printed.as_bytes()).unwrap();
            prop_assert!(rest.is_empty());
            prop_assert_eq!(read, Ok(Command::Act(act)), "{}", printed);
        }

        #[test]
        fn nothing_stops_the_reading(text in "\\[%(touch|say|seal|clk|elect|jadoube|resume|x)[ -~\n]{0,30}") {
            let (rest, read) = command(text.as_bytes()).unwrap();
            prop_assert!(rest.len() < text.len());
            if let Err(fault) = read {
                prop_assert!(fault.span.start <= fault.span.end);
                prop_assert!(fault.span.end <= text.len() - rest.len());
            }
        }
    }
}
