//! How a tag, or the comment before the score, says that the game ended, held against the score and the board.

use std::collections::HashMap;

use crate::chess::{Color, Move, Play, Role};
use crate::finding::{Score, Severity};
use crate::game::{End, Span, TagName};
use crate::law::{CountOf, Provision, Rule};
use crate::pgn::{EndTold, EndedBy, Fate, comment_on_end, end_told, ended_on_time, tag_on_end};
use crate::search::dead::{self, Prospect};

use crate::arbiter::rules::draws;
use crate::arbiter::verdict::Outcome;
use crate::arbiter::{Context, Draft, words};

/// What a record says of how its game ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordsOnEnd<'a> {
    pub said: &'a [u8],
    pub span: Span,
    place: PlaceOfWords,
    /// The end that they tell of, where they are a sentence that is understood.
    told: Option<EndTold<'a>>,
}

/// Where it says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PlaceOfWords {
    Tag(TagName),
    Comment,
}

impl PlaceOfWords {
    fn in_words(self) -> String {
        match self {
            Self::Tag(tag) => format!("the {} tag", tag.name()),
            Self::Comment => "the comment before the score".to_owned(),
        }
    }
}

/// The tags that say how a game ended: the standard's, and those of a tournament of engines and of a server.
const TAGS_ON_END: [TagName; 3] = [TagName::Termination, TagName::TerminationDetails, TagName::IccResult];

impl<'a> Context<'a> {
    /// What is said of an end other than the usual ones: in a tag, and where none says anything, in a comment.
    pub(crate) fn words_on_end(&self) -> Option<WordsOnEnd<'a>> {
        *self.words_on_end.get_or_init(|| self.tags_on_end().or_else(|| self.comment_on_end()))
    }

    /// A tag whose words are understood goes before one that tells less: `Termination "time forfeit"` does not say whose
    /// time it was, and `adjudication` not on what ground.
    fn tags_on_end(&self) -> Option<WordsOnEnd<'a>> {
        let mut first = None;
        for words in TAGS_ON_END.into_iter().filter_map(|name| self.tag_on_end(name)) {
            if words.told.is_some() {
                return Some(words);
            }
            first = first.or(Some(words));
        }
        first
    }

    fn tag_on_end(&self, name: TagName) -> Option<WordsOnEnd<'a>> {
        let tag = self.record().tag(name)?;
        let said = tag.value.of(self.text()).trim_ascii();
        let is_usual = said.is_empty() || said == b"?" || said.eq_ignore_ascii_case(b"normal");
        if is_usual {
            return None;
        }
        Some(WordsOnEnd { said, span: tag.value, place: PlaceOfWords::Tag(name), told: tag_on_end(said) })
    }

    /// A comment is anybody's: it counts where it names a player of the game, and how he won or lost.
    fn comment_on_end(&self) -> Option<WordsOnEnd<'a>> {
        let (span, said) = comment_on_end(self.record(), self.text())?;
        let told = end_told(said)?;
        let counts = match told.fate {
            Fate::Won(_) | Fate::Lost(_) => told.by != EndedBy::Otherwise && self.loser_told(told).is_some(),
            Fate::Drawn | Fate::Untold => true,
        };
        counts.then_some(WordsOnEnd { said, span, place: PlaceOfWords::Comment, told: Some(told) })
    }

    /// The end that the record tells of in a sentence.
    pub(crate) fn end_told(&self) -> Option<EndTold<'a>> {
        self.words_on_end()?.told
    }

    /// Who lost by these words, where they say so of a player of the game.
    fn loser_told(&self, told: EndTold<'_>) -> Option<Color> {
        match told.fate {
            Fate::Lost(name) => self.player_called(name),
            Fate::Won(name) => self.player_called(name).map(Color::other),
            Fate::Drawn | Fate::Untold => None,
        }
    }

    /// Who lost by the words of the record, however that came.
    pub(crate) fn loser_by_words(&self) -> Option<Color> {
        self.loser_told(self.end_told()?)
    }

    /// Who resigned by the words of the record.
    pub(crate) fn resigned_by_words(&self) -> Option<Color> {
        let told = self.end_told().filter(|told| told.by == EndedBy::Resignation)?;
        self.loser_told(told)
    }

    /// `record.result`: the record says that the game ended otherwise than the score or the board has it.
    pub(crate) fn judge_end_told(&mut self, given: Score) {
        let Some(words) = self.words_on_end().filter(|_| given != Score::Unknown) else {
            return;
        };
        let told = words.told;
        let says = told.and_then(|told| self.against_score(told, given));
        let message = match says.map(|says| format!("{says}, and the score given is {}", given.id())) {
            None => told.and_then(|told| self.against_board(told)).or_else(|| self.over_on_the_board(words)),
            against_score => against_score,
        };
        let Some(message) = message.filter(|_| self.wants(Rule::RecordResult, Severity::Warning)) else {
            return;
        };
        let message = format!("{} says that {message}", words.place.in_words());
        let ply = self.record().plies();
        self.drafts.push(Draft::new(Rule::RecordResult, Severity::Warning, ply, words.span, message));
    }

    /// What is told of the end, where the score is another.
    fn against_score(&self, told: EndTold<'_>, given: Score) -> Option<String> {
        let loser = self.loser_told(told);
        match told.fate {
            Fate::Won(_) => loser
                .map(Color::other)
                .filter(|winner| given != Score::won_by(*winner))
                .map(|winner| format!("{winner} won")),
            // Who lost on time, or resigned, may have a draw, the other's men not being able to mate.
            Fate::Lost(_) => {
                let lost = if told.by == EndedBy::Resignation { "resigned" } else { "lost" };
                loser.filter(|loser| given == Score::won_by(*loser)).map(|loser| format!("{loser} {lost}"))
            }
            Fate::Drawn => {
                let is_drawn = self.is_written_for(given, self.score_of(Outcome::Drawn));
                (!is_drawn).then(|| "the game was drawn".to_owned())
            }
            Fate::Untold => None,
        }
    }

    /// Whether the last position is sure to be the one that the game ended in. Of a record without moves nothing is known.
    fn end_of_board_is_certain(&self) -> bool {
        let record = self.record();
        record.ending.stop.is_none()
            && record.odd.is_empty()
            && record.facts.doubtful.is_none()
            && record.plies() > 0
    }

    /// That the game ended on time or by resignation, where it was over on the board.
    fn over_on_the_board(&self, words: WordsOnEnd<'_>) -> Option<String> {
        let gives = match self.record().facts.end {
            End::Mate => "mate",
            End::Stalemate => "stalemate",
            End::Open => return None,
        };
        if !self.end_of_board_is_certain() {
            return None;
        }
        let ended = match self.resigned_by_words() {
            Some(loser) => format!("{loser} resigned"),
            None if ended_on_time(words.said) => "the game ended on time".to_owned(),
            None => return None,
        };
        Some(format!("{ended}, and the last move gives {gives}"))
    }

    /// What is told of the end, where the last position is another.
    fn against_board(&self, told: EndTold<'_>) -> Option<String> {
        if !self.end_of_board_is_certain() {
            return None;
        }
        let end = self.record().facts.end;
        match told.by {
            EndedBy::Checkmate if end != End::Mate => Some(match self.loser_told(told) {
                Some(loser) => format!("{loser} was checkmated, and the last move gives no mate"),
                None if told.fate == Fate::Untold => {
                    "the game ended in checkmate, and the last move gives none".to_owned()
                }
                None => return None,
            }),
            EndedBy::Stalemate if end != End::Stalemate => {
                Some("the game ended in stalemate, and the last move gives none".to_owned())
            }
            EndedBy::Repetition(times) => (!self.can_have_been_repeated(times)).then(|| {
                let times = draws::times(times);
                format!("the game was drawn by repetition, and no position has occurred {times}")
            }),
            EndedBy::QuietMoves(moves) => self.quiet_moves_missing(moves),
            EndedBy::WantOfMen => self
                .has_men_enough()
                .then(|| "the game was drawn for want of men, and each player could still mate".to_owned()),
            EndedBy::Checkmate
            | EndedBy::Stalemate
            | EndedBy::Time
            | EndedBy::Resignation
            | EndedBy::Agreement
            | EndedBy::Otherwise => None,
        }
    }

    /// Whether the moves told go back to one that nothing before it counts behind, in a record that tells of nothing else.
    fn counts_from_its_moves(&self) -> bool {
        let record = self.record();
        let since = record.position.halfmove();
        record.acts.is_empty() && (record.tag(TagName::Fen).is_none() || since < record.plies())
    }

    /// Whether a position can have come so often by the end, or would have with the move next made, which may have been
    /// written for a claim. Rights are left aside, so that it holds under every code.
    fn can_have_been_repeated(&self, times: u32) -> bool {
        let record = self.record();
        if !self.counts_from_its_moves() || record.came_at_most() >= times {
            return true;
        }
        let mut stood: HashMap<u64, u32> = HashMap::new();
        let mut position = record.start;
        let mut most = 1;
        stood.insert(position.placement_key(), 1);
        for played in record.moves.iter() {
            position.play(played);
            let count = stood.entry(position.placement_key()).or_default();
            *count += 1;
            most = most.max(*count);
        }
        let comes_again = |next: Move| {
            let mut after = position;
            after.play(next);
            stood.get(&after.placement_key()).is_some_and(|count| count + 1 >= times)
        };
        most >= times || position.legal_moves(Play::COMMON).into_iter().any(comes_again)
    }

    /// That the moves without a capture or a pawn's move are too few, the one next made counted in, unless the code counts
    /// others.
    fn quiet_moves_missing(&self, moves: u32) -> Option<String> {
        let counts_otherwise = |provision: &Provision| {
            provision
                .counting()
                .is_some_and(|count| count.of == CountOf::MovesEach && !draws::resets_commonly(count))
        };
        let quiet = self.record().position.halfmove();
        let is_enough = quiet + 1 >= moves.saturating_mul(2);
        if is_enough
            || !self.counts_from_its_moves()
            || self.code().provisions_for(Rule::DrawFifty).any(counts_otherwise)
        {
            return None;
        }
        let plies = self.record().plies();
        let passed = match quiet {
            0 => "the last move is a capture or a pawn move".to_owned(),
            quiet if quiet >= plies => format!("the game has {} in all", words::plies(plies)),
            quiet => format!("the last capture or pawn move is {} back", words::plies(quiet)),
        };
        Some(format!(
            "the game was drawn after {moves} moves each without a capture or a pawn move, and {passed}"
        ))
    }

    /// Whether each player has a man with which one mates, and a way to mate.
    fn has_men_enough(&self) -> bool {
        let board = &self.record().position;
        [Color::White, Color::Black].into_iter().all(|player| {
            let heavy = [Role::Queen, Role::Rook, Role::Pawn];
            heavy.into_iter().any(|role| !board.of(player, role).is_empty())
                && matches!(dead::can_mate(board, player), Prospect::Helpmate(_))
        })
    }

    /// The player of that name, where the other has another; else the one of that colour.
    fn player_called(&self, name: &[u8]) -> Option<Color> {
        let is_called = |tag| self.value(tag).is_some_and(|value| value.trim_ascii() == name);
        match (is_called(TagName::White), is_called(TagName::Black)) {
            // White may be called Black.
            (true, false) => Some(Color::White).filter(|_| name != b"Black"),
            (false, true) => Some(Color::Black).filter(|_| name != b"White"),
            (true, true) => None,
            (false, false) => match name {
                b"White" => Some(Color::White),
                b"Black" => Some(Color::Black),
                _ => None,
            },
        }
    }
}
