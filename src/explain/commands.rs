//! The commands of a record in words: what each records, its operands and an example.

use crate::audit::{CodeChoice, audit_bytes, audit_bytes_under};
use crate::finding::GameReport;
use crate::game::act::Channel;
use crate::game::describe_act;
use crate::law::words::{self, Players, RemedyDetails};
use crate::law::{Rule, Terms, codes};
use crate::pgn::{COMMANDS, Command, CommandSyntax, command, elected_remedies};
use crate::samples::{self, Sample};

use super::tags::first_sentence;

/// A command in words.
#[derive(Debug)]
pub(crate) struct CommandHelp {
    pub name: &'static str,
    pub says: &'static str,
    operands: &'static [Operand],
    pub example: &'static str,
}

/// A part of a command's syntax.
#[derive(Clone, Copy, Debug)]
enum Operand {
    /// A word of the usage, and its meaning.
    Word(&'static str, &'static str),
    /// A word that may take the place of the `Word` before it, and its meaning.
    Choice(&'static str, &'static str),
    /// The remedies that a player can choose, in the place of the `Word` before it.
    Remedies,
}

use Operand::{Choice, Remedies, Word};

/// A word of the syntax.
#[derive(Debug)]
pub(crate) struct OperandHelp {
    pub word: &'static str,
    pub text: String,
    /// Whether it takes the place of a word before it.
    pub is_choice: bool,
}

const P: Operand =
    Word("P", "the person who acts: `w` or `white`, `b` or `black`, `u` or `umpire` (the arbiter)");
const PLAYER: Operand = Word("P", "the player who acts: `w` or `white`, `b` or `black`");
const MOVE: Operand =
    Word("MOVE", "a move as in the movetext, or from square to square: `Nf3`, `Ng1-f3`, `g1f3`, `O-O`");
const TIME: Operand = Word("H:MM:SS", "hours, minutes and seconds; also minutes and seconds, or seconds");
const SQUARES: Operand = Word("SQ…", "the squares of the pieces, one or more, separated by spaces");
const PIECE: Operand = Word("PIECE", "`K`, `Q`, `R`, `B`, `N`, `P`, or the English name of the piece");
const ACCIDENTAL: Operand = Word("accidental", "it happened by accident");
const WILFUL: Operand = Word("wilful", "it was done on purpose");

const fn help(
    name: &'static str,
    says: &'static str,
    operands: &'static [Operand],
    example: &'static str,
) -> CommandHelp {
    CommandHelp { name, says, operands, example }
}

/// In the order of the table of commands.
const HELP: &[CommandHelp] = &[
    help(
        "clk",
        "The time that the clock of the player who just moved shows after the move.",
        &[TIME],
        "[%clk 1:29:30]",
    ),
    help("emt", "The time that the last move took.", &[TIME], "[%emt 0:00:42]"),
    help(
        "egt",
        "The time that the player who just moved has used in the game so far.",
        &[TIME],
        "[%egt 0:31:05]",
    ),
    help(
        "mct",
        "The reading of a mechanical clock after the move, as a time of day.",
        &[Word("HH:MM:SS", "hours, minutes and seconds on the face of the clock")],
        "[%mct 17:10:42]",
    ),
    help(
        "touch",
        "The person touches these pieces, in this order.",
        &[
            P,
            SQUARES,
            Word("accidental", "the touch was not meant"),
            Word("askew", "the pieces obviously needed adjusting"),
            Word("order-unknown", "the order of the touches is not known"),
        ],
        "[%touch w e2]",
    ),
    help(
        "hold",
        "The player lifts a piece and keeps it in the hand, undecided.",
        &[P, Word("SQ", "the square of the piece")],
        "[%hold w f1]",
    ),
    help(
        "hover",
        "The player sets the held piece on a square without letting go of it.",
        &[P, Word("SQ", "the square that the piece came from"), Word("SQ2", "the square that it is set on")],
        "[%hover w f1 c4]",
    ),
    help(
        "play",
        "The player makes a move that is not among the moves of the record: an illegal move, a move out of turn, or a \
         move that is taken back later. If the clock was then pressed, write `[%press P]` after it. A pawn that \
         reaches its last rank stays a pawn unless the move names a piece.",
        &[PLAYER, MOVE],
        "[%play w Ng1-g3]",
    ),
    help(
        "release",
        "The player lets go of a piece before the move is complete: the king when castling (or the rook, if it is moved \
         first), or a pawn on the last rank. If the moves of the record do not complete it, it counts as a move of its own, \
         and `[%retract]` counts it.",
        &[
            PLAYER,
            Word("SQ", "the square that the piece came from"),
            Word("SQ2", "the square that it is left on"),
        ],
        "[%release w e1 g1]",
    ),
    help(
        "place",
        "The player puts a piece on the board from outside: the piece that a pawn becomes, or a piece that was \
         forgotten at the start (tag `Placed`).",
        &[P, PIECE, Word("SQ", "the square that the piece is put on")],
        "[%place w Q a8]",
    ),
    help(
        "hands",
        "The player made the last move with both hands.",
        &[PLAYER, Word("press", "one hand moved, and the other pressed the clock")],
        "[%hands w]",
    ),
    help("write", "The player writes a move down before making it.", &[PLAYER, MOVE], "[%write b Nf6]"),
    help(
        "retract",
        "The last N moves are taken back, the newest first. A move of `[%play]` counts too, even if it cannot be read.",
        &[Word("N", "the number of moves, each by one player")],
        "[%retract 1]",
    ),
    help(
        "say",
        "The player announces check, mate, stalemate or an adjustment, offers or answers a draw, or resigns.",
        &[
            P,
            Word("WORD", "one of these words"),
            Choice("check", "announces check"),
            Choice("mate", "announces checkmate"),
            Choice("mate N", "announces mate in N moves"),
            Choice("adjust", "announces the adjusting of a piece (\"j'adoube\")"),
            Choice("jadoube", "the same as `adjust`"),
            Choice("adjust touching", "announces it while touching; write it beside that touch"),
            Choice("draw", "offers a draw"),
            Choice("accept", "accepts the offer"),
            Choice("decline", "declines the offer"),
            Choice("resign", "resigns the game"),
            Choice("stalemate", "announces stalemate"),
        ],
        "[%say w adjust]",
    ),
    help(
        "claim",
        "The player claims a draw, the fall of the flag, or another right. The arbiter (`u`) can call a fallen flag.",
        &[
            P,
            Word("KIND", "one of these claims"),
            Choice("repetition (MOVE)", "a draw by repetition; MOVE would complete it"),
            Choice("fifty (MOVE)", "a draw by the fifty-move rule; MOVE would complete it"),
            Choice("count force", "a count of moves, because of the pieces left"),
            Choice("count repeating", "a count of moves, because the opponent repeats moves"),
            Choice("count submitted", "a count of moves, if the umpire or bystanders allow it"),
            Choice("perpetual", "a draw by perpetual check"),
            Choice("stalemate", "the player is stalemated"),
            Choice("flag", "the opponent's time ran out"),
            Choice("proceed", "the game should go on"),
            Choice("indulgence", "leniency, because the player waived a penalty before"),
            Choice("increment", "more time for both with each move; the claim is also an offer of a draw"),
            Choice("normal-means", "a draw, because the opponent cannot win by normal means or does not try"),
        ],
        "[%claim w repetition Nf3]",
    ),
    help(
        "notice",
        "The person points out a fault: an illegal move, a touch, or a board or pieces that are wrongly placed.",
        &[
            P,
            Word("FAULT", "one of these faults"),
            Choice("board", "the board lies the wrong way round"),
            Choice("setup", "pieces were set up on wrong squares"),
            Choice("omitted SQ", "the piece of this square was not set up"),
            Choice("odds", "the odds were not given"),
            Choice("first-move", "the wrong player began"),
            Choice("turn", "a move was made out of turn"),
            Choice("touch", "the opponent touched a piece"),
            Choice("hold", "the opponent held a piece"),
            Choice("clock", "a clock is set wrongly, or was not pressed"),
            Choice("illegal (N)", "an illegal move; N is its ply"),
            Choice("check (N)", "a king was in check unnoticed; N is the ply of the check"),
            Choice("dropped SQ", "the piece of this square fell from the board"),
            Word("forgotten", "the players do not remember the moves since then"),
        ],
        "[%notice b illegal]",
    ),
    help(
        "elect",
        "The player chooses a remedy that the code offers for the last open offence.",
        &[
            P,
            Word("REMEDY", "one of these remedies"),
            Remedies,
            Word(
                "SQ or MOVE or PIECE",
                "what the remedy lets the player choose: a square, a move or a piece",
            ),
        ],
        "[%elect b move-king]",
    ),
    help(
        "waive",
        "The player waives the remedies of the last open offence.",
        &[P, Word("all", "those of every open offence")],
        "[%waive w]",
    ),
    help("appeal", "The player asks the arbiter for a decision.", &[PLAYER], "[%appeal b]"),
    help(
        "ruling",
        "The arbiter gives a ruling. The ruling itself moves no piece: write `[%retract]` or `[%restore]` after it if it was carried \
         out.",
        &[
            Word("KIND", "one of these rulings"),
            Choice("annul", "the game is void"),
            Choice("recommence", "the game starts again"),
            Choice("draw", "the game is drawn"),
            Choice("proceed", "the game goes on"),
            Choice("forfeit P", "the player P (`w` or `b`) loses"),
            Choice("stand", "the move remains"),
            Choice("retract N", "N moves are taken back"),
            Choice("restore SQ", "the piece of this square is put back"),
            Choice("adjust", "the board or a clock is corrected"),
            Choice("admonish P", "the player P is admonished"),
            Choice("add-time P N", "the player P gets N seconds"),
            Choice("lose-time P N", "the player P loses N seconds"),
            Choice("add-points P", "the player P is given points"),
            Choice("lose-points P", "the player P loses points"),
            Choice("fine P", "the player P pays a fine"),
            Choice("exclude P", "the player P is excluded from one or more rounds"),
            Choice("expel P", "the player P is expelled from the event"),
            Choice("promote SQ PIECE", "the pawn on this square becomes this piece"),
            Choice("count-fifty", "the game is drawn after fifty more moves of each player"),
        ],
        "[%ruling retract 1]",
    ),
    help(
        "board",
        "From here on, the corner at each player's right hand is a light or a dark square.",
        &[Word("light", "the board lies correctly"), Word("dark", "the board lies the wrong way round")],
        "[%board light]",
    ),
    help(
        "drop",
        "A piece falls from the board unnoticed.",
        &[Word("SQ", "the square of the piece")],
        "[%drop h7]",
    ),
    help(
        "restore",
        "A piece that fell from the board, or that was forgotten at the start, is put back.",
        &[
            Word("SQ", "the square that it is put on"),
            Word("disputed", "the players disagree about the square"),
        ],
        "[%restore h7]",
    ),
    help(
        "displace",
        "The person knocks pieces from their squares.",
        &[P, SQUARES, ACCIDENTAL, WILFUL],
        "[%displace w b8 c8]",
    ),
    help(
        "upset",
        "The person overturns the board or the pieces.",
        &[P, ACCIDENTAL, WILFUL],
        "[%upset w accidental]",
    ),
    help(
        "replace",
        "The person puts displaced pieces back. Pieces that were set up wrongly (tag `Placed`) go to their correct \
         squares.",
        &[P, SQUARES],
        "[%replace w b8 c8]",
    ),
    help("press", "The player presses the clock.", &[P], "[%press w]"),
    help(
        "pause",
        "The person stops both clocks. Write `[%appeal P]`, a claim or a notice after it if the player stopped them to call the \
         arbiter.",
        &[P],
        "[%pause w]",
    ),
    help(
        "flag",
        "The player's flag falls. This is not yet a claim: after it, write `[%claim b flag]` if Black claims that \
         White's flag fell, `[%claim w flag]` if White claims that Black's did, or `[%claim u flag]` if the arbiter \
         calls it.",
        &[PLAYER],
        "[%flag w]",
    ),
    help(
        "absent",
        "The player leaves the board while the player's own clock runs.",
        &[PLAYER],
        "[%absent w]",
    ),
    help("return", "The player comes back to the board.", &[PLAYER], "[%return w]"),
    help(
        "arrive",
        "The player arrives late.",
        &[PLAYER, Word("H:MM:SS", "how late, in hours, minutes and seconds")],
        "[%arrive b 0:31:05]",
    ),
    help(
        "leave",
        "The player quits the table.",
        &[PLAYER, Word("anger", "the player leaves in anger")],
        "[%leave w]",
    ),
    help("discontinue", "The player stops playing.", &[PLAYER], "[%discontinue w]"),
    help("refuse", "The player refuses the arbiter's decision.", &[PLAYER], "[%refuse w]"),
    help("disturb", "The player disturbs the opponent.", &[P], "[%disturb b]"),
    help(
        "ring",
        "A telephone or other device of the player makes a sound. Where the laws forbid a device on the player's \
         person, it is taken to be there. If the rules of the event give a smaller penalty than the laws, write the \
         arbiter's ruling after it, such as `[%ruling lose-time P N]`.",
        &[P],
        "[%ring b]",
    ),
    help(
        "sheet",
        "The player's scoresheet lacks moves, or has been completed.",
        &[
            PLAYER,
            Word("incomplete", "the player makes a move without having written down the one before it"),
            Word("complete", "the player has written all moves"),
        ],
        "[%sheet w incomplete]",
    ),
    help(
        "sign",
        "The player signs the result.",
        &[
            PLAYER,
            Word("RESULT", "one of these results"),
            Choice("1-0", "White won"),
            Choice("0-1", "Black won"),
            Choice("1/2-1/2", "the game was drawn"),
        ],
        "[%sign w 1/2-1/2]",
    ),
    help("adjourn", "The game is adjourned.", &[], "[%adjourn]"),
    help(
        "seal",
        "The player seals a move.",
        &[PLAYER, Word("\"TEXT\"", "the move as it is written in the envelope")],
        "[%seal w \"Nbd2\"]",
    ),
    help(
        "resume",
        "The game is resumed.",
        &[Word("\"FEN\"", "the position that is set up, if it is not the adjourned one")],
        "[%resume]",
    ),
    help(
        "lost-position",
        "The position of the game can no longer be reconstructed.",
        &[],
        "[%lost-position]",
    ),
    help(
        "agree",
        "The players agree on a draw, or agree not to apply the laws.",
        &[Word("draw", "the game is drawn"), Word("laws-waived", "the laws are not applied")],
        "[%agree draw]",
    ),
    help(
        "jadoube",
        "Suppresses the findings of the named rules at the move before the command. To suppress them in the \
         whole game, use the tag `JadoubeIgnore`.",
        &[
            Word("ignore", "must come first"),
            Word("RULE…", "ids of rules, separated by spaces or commas"),
            Word("REASON", "for readers; any text"),
        ],
        "[%jadoube ignore move.false \"as printed\"]",
    ),
];

/// Every command, in the order of the table.
pub(crate) fn all() -> impl Iterator<Item = &'static CommandHelp> {
    HELP.iter()
}

/// The page of a command.
#[derive(Debug)]
pub(crate) struct CommandPage {
    pub help: &'static CommandHelp,
    pub operands: Vec<OperandHelp>,
    /// What the example says, for an act.
    pub example_in_words: Option<String>,
    /// The rules of the findings that point at the command in the samples.
    pub rules: Vec<Rule>,
}

impl CommandHelp {
    fn syntax(&self) -> Option<&'static CommandSyntax> {
        COMMANDS.iter().find(|syntax| syntax.name == self.name)
    }

    pub(crate) fn usage(&self) -> &'static str {
        self.syntax().map_or("", |syntax| syntax.usage)
    }

    pub(crate) fn production(&self) -> String {
        self.syntax().map(CommandSyntax::production).unwrap_or_default()
    }

    /// Its first sentence.
    pub(crate) fn summary(&self) -> &'static str {
        first_sentence(self.says)
    }

    /// The words of its syntax.
    pub(crate) fn operands(&self) -> Vec<OperandHelp> {
        let operands = self.operands.iter().flat_map(|operand| match *operand {
            Word(word, text) => vec![OperandHelp { word, text: text.to_owned(), is_choice: false }],
            Choice(word, text) => vec![OperandHelp { word, text: text.to_owned(), is_choice: true }],
            Remedies => remedies().collect(),
        });
        operands.collect()
    }

    pub(crate) fn page(&'static self) -> CommandPage {
        CommandPage {
            help: self,
            operands: self.operands(),
            example_in_words: self.example_in_words(),
            rules: self.rules(),
        }
    }

    fn read_example(&self) -> Option<Command> {
        command(self.example.as_bytes()).ok()?.1.ok()
    }

    fn example_in_words(&self) -> Option<String> {
        match self.read_example()? {
            Command::Act(act) => Some(describe_act(&act)),
            _ => None,
        }
    }

    /// The word of the `Observed` tag for acts of this kind.
    pub(crate) fn channel(&self) -> Option<Channel> {
        match self.read_example()? {
            Command::Act(act) => Some(act.channel()),
            Command::Clock(_) => Some(Channel::Clock),
            Command::Ignore(_) | Command::Foreign => None,
        }
    }

    /// The rules that read it: those of the findings that point at it in the samples.
    fn rules(&self) -> Vec<Rule> {
        let opening = format!("[%{}", self.name);
        let is_at = |text: &[u8]| {
            let after = text.strip_prefix(opening.as_bytes());
            after.is_some_and(|after| {
                !after.first().is_some_and(|next| next.is_ascii_alphanumeric() || *next == b'-')
            })
        };
        let holds_it = |sample: &Sample| memchr::memmem::find(sample.bytes, opening.as_bytes()).is_some();
        let mut rules: Vec<Rule> = samples::all()
            .filter(holds_it)
            .flat_map(|sample| {
                let findings = audit(&sample).into_iter().flat_map(|game| game.findings);
                let at_it = findings.filter(|finding| {
                    let start = usize::try_from(finding.location.offset).unwrap_or(usize::MAX);
                    sample.bytes.get(start..).is_some_and(is_at)
                });
                // Any command can be malformed.
                at_it
                    .map(|finding| finding.rule)
                    .filter(|rule| *rule != Rule::RecordCommand)
                    .collect::<Vec<_>>()
            })
            .collect();
        rules.sort();
        rules.dedup();
        rules
    }
}

/// The audit of a sample under its own code.
fn audit(sample: &Sample) -> Vec<GameReport> {
    match codes::find_file(sample.code) {
        Some(file) => audit_bytes_under(sample.bytes, CodeChoice::One(file.code)),
        None => audit_bytes(sample.bytes),
    }
}

fn remedies() -> impl Iterator<Item = OperandHelp> {
    elected_remedies().map(|kind| {
        let men = words::generic_man(kind, &Terms::MODERN);
        let details =
            RemedyDetails { players: Players::BY_ROLE, men: &men, time: "time", pieces: &[], winner: None };
        OperandHelp { word: kind.id(), text: words::remedy(kind, &details), is_choice: true }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_one_help_with_a_valid_example() {
        let helped: Vec<&str> = HELP.iter().map(|help| help.name).collect();
        let known: Vec<&str> = COMMANDS.iter().map(|syntax| syntax.name).collect();
        assert_eq!(helped, known);
        for help in HELP {
            let name = match help.read_example() {
                Some(Command::Act(act)) => act.name(),
                Some(Command::Clock(clock)) => clock.kind.name(),
                Some(Command::Ignore(_)) => "jadoube",
                other => panic!("{}: {other:?}", help.example),
            };
            assert_eq!(name, help.name, "{}", help.example);
        }
    }

    #[test]
    fn every_word_of_the_usage_is_explained() {
        for help in HELP {
            let page = help.page();
            let words = help.usage().split([' ', '(', ')', '[', ']']).filter(|word| !word.is_empty());
            for word in words.filter(|word| !word.starts_with('%') && !["…", "or"].contains(word)) {
                let is_explained =
                    |operand: &OperandHelp| operand.word.split([' ', '(', ')']).any(|part| part == word);
                assert!(page.operands.iter().any(is_explained), "{}: {word}", help.usage());
            }
        }
    }

    #[test]
    fn the_rules_of_a_command_are_those_that_point_at_it() {
        let rules = |name: &str| HELP.iter().find(|help| help.name == name).unwrap().page().rules;
        assert!(rules("drop").contains(&Rule::BoardDropped));
        assert!(rules("touch").contains(&Rule::TouchOwn));
        assert!(rules("jadoube").contains(&Rule::RecordUnusedIgnore));
        assert!(!rules("touch").contains(&Rule::RecordCommand));
    }
}
