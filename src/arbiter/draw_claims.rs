//! Draws claimed at the board: the same position again, moves without a capture, checks without end;
//! and what a wrong claim costs.

use std::sync::Arc;

use crate::chess::{Color, Meaning, Move, MoveKind, Position, Role, San, Square};
use crate::finding::{Disposition, Severity};
use crate::law::{
    Chooser, Claim as ClaimRule, ClaimAlso, ClaimBar, ClaimBy, ClaimForm, Count, CountFrom, CountOf,
    CountReset, Provision, RemedyKind, Rule, SameBy, Turn,
};
use crate::record::{MoveWords, Span};

use super::case::Case;
use super::conduct::Written;
use super::docket::{Docket, Put};
use super::draws::{key, resets, times, without};
use super::foresight::Forever;
use super::governing::ruling;
use super::opening::Opening;
use super::windows::OffenceKind;
use super::{Draft, Law, words};

/// A draw that is claimed.
#[derive(Clone, Copy, Debug)]
pub(super) enum DrawClaim<'w> {
    /// The same position again, on the board or after this move.
    Repetition(DrawnWith<'w>),
    /// So many moves, on the board or after this move.
    Fifty(DrawnWith<'w>),
    /// Checks without end.
    Perpetual,
    /// The adversary cannot win by ordinary means.
    NormalMeans,
}

/// The move with which a draw is claimed, if one is.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrawnWith<'w> {
    /// The one named in the claim.
    pub named: Option<&'w MoveWords>,
    /// The one that the claimant had written down.
    pub written: Option<&'w Written>,
}

impl<'w> DrawClaim<'w> {
    const fn rule(self) -> Rule {
        match self {
            Self::Repetition(_) => Rule::DrawRepetition,
            Self::Fifty(_) => Rule::DrawFifty,
            Self::Perpetual => Rule::DrawPerpetual,
            Self::NormalMeans => Rule::DrawNormalMeans,
        }
    }

    const fn named(self) -> Option<&'w MoveWords> {
        match self {
            Self::Repetition(with) | Self::Fifty(with) => with.named,
            Self::Perpetual | Self::NormalMeans => None,
        }
    }

    const fn written(self) -> Option<&'w Written> {
        match self {
            Self::Repetition(with) | Self::Fifty(with) => with.written,
            Self::Perpetual | Self::NormalMeans => None,
        }
    }

    const fn ground(self) -> &'static str {
        match self {
            Self::Repetition(_) => "by repetition",
            Self::Fifty(_) => "by the number of moves made",
            Self::Perpetual => "by perpetual check",
            Self::NormalMeans => "because the other cannot win by ordinary means",
        }
    }
}

/// A claim that was made, right or wrong: nobody may say of its moment that none is recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claimed {
    pub rule: Rule,
    pub ply: u32,
}

/// The move that a claim announces.
struct Announced {
    played: Move,
    after: Position,
    text: String,
}

/// What a claim announces and is no legal move.
struct NotLegal {
    text: String,
    /// The man it would move, where it names one.
    man: Option<Square>,
}

/// What a claim comes to.
enum Merit {
    /// What is claimed is there.
    Good { fact: String, help: Option<String> },
    /// It is not.
    False(String),
    /// It is not this player's to claim, or not now.
    Barred { why: String, by: Bar },
    /// Nothing here decides it.
    Undecided(String),
}

/// What bars a claim.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bar {
    /// A touch on the same turn.
    Touch,
    /// Whose turn it is, or who he is.
    Person,
}

impl<'a> Docket<'_, 'a> {
    /// A draw is claimed.
    pub(super) fn claim_draw(&mut self, by: Color, claim: DrawClaim<'_>, span: Span) {
        // Whoever claims puts a question.
        self.put_to_umpire(by.into(), Put::Claimed);
        let rule = claim.rule();
        let ply = self.plies();
        self.claimed.push(Claimed { rule, ply });
        let facts = self.facts(by);
        let claims_it = |provision: &Provision| provision.claim.is_some() || provision.remedies.is_empty();
        let governing = ruling(self.code, rule, facts, claims_it).map(|found| found.provision);
        // Where none governs, a silence on the rest speaks before what is said of other cases.
        let other = || self.code.provisions_for(rule).find(|said| claims_it(said));
        let says_nothing = self.code.silence_for(rule).is_some();
        let Some(provision) = governing.or_else(|| other().filter(|_| !says_nothing)) else {
            let message = format!("{by} claims a draw {}", claim.ground());
            self.open(Opening {
                movetext: self.numbered(ply),
                is_named: false,
                ..Opening::at(rule, facts, by, ply, span, message)
            });
            return;
        };
        if provision.claim.as_ref().is_some_and(|terms| terms.also == Some(ClaimAlso::DrawOffer)) {
            self.offer_draw(by);
        }
        let mut announced = claim.named().map(|words| self.announced(by, words));
        let merit = match (&provision.claim, governing) {
            (Some(terms), Some(_)) => {
                let merit = self.merit(by, claim, terms, announced.as_ref());
                // What is not on the board may come there with the move that stands written.
                let written = claim.written().filter(|_| {
                    announced.is_none() && terms.form != ClaimForm::Arisen && matches!(merit, Merit::False(_))
                });
                if let Some(otherwise) = self.written_otherwise(by, claim, terms, announced.as_ref()) {
                    self.merit_as_written(by, claim, terms, otherwise, &mut announced)
                } else if let Some(written) = written.map(|written| self.announced(by, written.words())) {
                    let written = announced.insert(written);
                    self.merit(by, claim, terms, Some(written))
                } else {
                    merit
                }
            }
            _ => Merit::False(format!("{by} claims a draw {}, which is not to be had here", claim.ground())),
        };
        let written = matches!(announced, Some(Ok(_)))
            && provision.claim.as_ref().is_some_and(|terms| terms.form != ClaimForm::Arisen);
        let cite = provision.claim.as_ref().map(|terms| &terms.cite);
        match merit {
            Merit::Good { fact, help } => {
                let article =
                    cite.and_then(|cite| if written { &cite.written } else { &cite.arisen }.clone());
                let message = format!("{by} claims a draw: {fact}");
                let opening = Opening {
                    is_named: false,
                    movetext: self.numbered(ply),
                    ..Opening::at(rule, facts, by, ply, span, message)
                };
                self.grant(opening, provision, article, help);
            }
            Merit::Undecided(why) if matches!(claim, DrawClaim::NormalMeans) => {
                self.submit(by, provision, why, span, rule);
            }
            Merit::Undecided(why) => {
                let draft = self.claim_draft(rule, Severity::Info, span, why, provision, None);
                self.push(Draft { disposition: Some(Disposition::Open), ..draft });
            }
            Merit::Barred { why, by: bar } => {
                let article = cite.filter(|_| bar == Bar::Touch).and_then(|cite| cite.barred.clone());
                let draft = self.claim_draft(rule, Severity::Error, span, why, provision, article);
                self.push(Draft { offender: Some(by), disposition: Some(Disposition::Stands), ..draft });
            }
            Merit::False(why) => self.refuse(by, provision, announced, why, span, rule),
        }
    }

    /// The move that stands written for a claim that names another: the one written cannot be changed, and is due.
    fn written_otherwise(
        &self,
        by: Color,
        claim: DrawClaim<'_>,
        terms: &ClaimRule,
        named: Option<&Result<Announced, NotLegal>>,
    ) -> Option<Announced> {
        let Some(Ok(named)) = named else { return None };
        let written = claim.written().filter(|_| terms.form != ClaimForm::Arisen)?;
        let read = self.announced(by, written.words()).ok().filter(|_| written.is_to_be_played());
        read.filter(|written| written.played != named.played)
    }

    /// What a claim comes to that names another move than the one written: good only where no move is needed, or that
    /// one serves. `announced` is then the move that counts, if one does.
    fn merit_as_written(
        &self,
        by: Color,
        claim: DrawClaim<'_>,
        terms: &ClaimRule,
        written: Announced,
        announced: &mut Option<Result<Announced, NotLegal>>,
    ) -> Merit {
        let arisen = self.merit(by, claim, terms, None);
        if !matches!(arisen, Merit::False(_)) {
            *announced = None;
            return arisen;
        }
        let claims = format!("{by} claims a draw {}", claim.ground());
        let named = match announced {
            Some(Ok(Announced { text, .. }) | Err(NotLegal { text, .. })) => format!(" with {text}"),
            None => String::new(),
        };
        let message = format!("{claims}{named}, and has written {}", written.text);
        let written = announced.insert(Ok(written));
        match self.merit(by, claim, terms, Some(written)) {
            Merit::False(_) => Merit::False(message),
            as_written => as_written,
        }
    }

    fn claim_draft(
        &self,
        rule: Rule,
        severity: Severity,
        span: Span,
        message: String,
        provision: &Provision,
        article: Option<Arc<str>>,
    ) -> Draft {
        let ply = self.plies();
        let mut draft = Draft::new(rule, severity, ply, span, message).under(provision);
        if let Some(article) = article {
            let says = provision.claim.as_ref().and_then(|terms| terms.cite.barred_says.clone());
            draft.law = Law::Article { article, says };
        }
        draft.movetext = self.numbered(ply);
        draft
    }

    /// A wrong claim, and what it costs: a case of its own, so that the move announced with it is played.
    fn refuse(
        &mut self,
        by: Color,
        provision: &'a Provision,
        announced: Option<Result<Announced, NotLegal>>,
        why: String,
        span: Span,
        rule: Rule,
    ) {
        let (played, man) = match announced {
            Some(Ok(announced)) => (Some(announced.played), Some(announced.played.from())),
            Some(Err(illegal)) => (None, illegal.man),
            None => (None, None),
        };
        let facts = self.facts(by);
        let ground = self.ground(self.table.board_for(by), man.into_iter().collect(), played, facts);
        let wrong = provision.wrong.as_ref();
        let costs = ground.lay(wrong.map_or(&[][..], |wrong| &wrong.remedies), &[]);
        let ply = self.plies();
        let opening = Opening {
            kind: OffenceKind::WrongClaim,
            movetext: self.numbered(ply),
            ground: Some(ground),
            ..Opening::at(rule, facts, by, ply, span, why)
        };
        let index = self.open_under(opening, provision, None);
        if let Some(case) = self.cases.get_mut(index) {
            case.article = wrong.and_then(|wrong| wrong.article.clone());
            case.refuse(costs);
        }
    }

    /// A claim that only the umpire can decide.
    fn submit(&mut self, by: Color, provision: &'a Provision, message: String, span: Span, rule: Rule) {
        let facts = self.facts(by);
        let ground = self.ground(self.table.board_for(by), Vec::new(), None, facts);
        let ply = self.plies();
        let opening = Opening {
            is_named: false,
            movetext: self.numbered(ply),
            ground: Some(ground),
            ..Opening::at(rule, facts, by, ply, span, message)
        };
        let index = self.open_under(opening, provision, None);
        if let Some(case) = self.cases.get_mut(index) {
            case.gravity = Severity::Info;
        }
    }

    /// The umpire has the game go on, or gives the adversary time: a claim that was his to decide is rejected.
    pub(super) fn reject_submitted(&mut self) {
        let is_submitted = |case: &Case<'_>| {
            let at_umpires = case.is_due(&[RemedyKind::Draw]) && !case.is_ended();
            at_umpires && case.rule == Rule::DrawNormalMeans
        };
        let found = self.newest().find(|index| self.cases.get(*index).is_some_and(is_submitted));
        let Some(case) = found.and_then(|index| self.cases.get_mut(index)) else { return };
        let wrong = case.provision().and_then(|provision| provision.wrong.as_ref());
        let (Some(wrong), Some(ground)) = (wrong, &case.ground) else { return };
        let costs = ground.lay(&wrong.remedies, &[]);
        case.article.clone_from(&wrong.article);
        case.offence.kind = OffenceKind::WrongClaim;
        case.offender = Some(case.offence.offender);
        case.gravity = Severity::Warning;
        case.help.push("the umpire rejected the claim".to_owned());
        case.refuse(costs);
    }

    /// A good claim: the game is drawn by it, or the adversary is called on.
    fn grant(
        &mut self,
        opening: Opening,
        provision: &'a Provision,
        article: Option<Arc<str>>,
        help: Option<String>,
    ) {
        let counts_on_call = provision.counting().is_some_and(|count| count.from == CountFrom::Call);
        if counts_on_call {
            self.counting_is_over();
        }
        let by = opening.offender;
        let facts = opening.facts;
        let ground = self.ground(self.table.board_for(by), Vec::new(), None, facts);
        let opening = Opening { ground: Some(ground), ..opening };
        let index = self.open_under(opening, provision, None);
        if let Some(case) = self.cases.get_mut(index) {
            case.article = article;
            case.help.extend(help);
            case.gravity = Severity::Info;
        }
        if draws_at_once(provision) {
            self.settle_with(index, RemedyKind::Draw);
        } else {
            self.called(index, by);
        }
    }

    /// What the claim comes to, on the board as it stands.
    fn merit(
        &self,
        by: Color,
        claim: DrawClaim<'_>,
        terms: &ClaimRule,
        announced: Option<&Result<Announced, NotLegal>>,
    ) -> Merit {
        let on_move = self.table.board().turn() == by;
        let barred = |why: String, by: Bar| Merit::Barred { why, by };
        let claims = format!("{by} claims a draw {}", claim.ground());
        if terms.barred.contains(&ClaimBar::TouchedThisTurn) && !self.reached_by(by).is_empty() {
            return barred(format!("{claims}, and has touched a man on this turn"), Bar::Touch);
        }
        if (terms.turn == Turn::Own || terms.by == ClaimBy::OnMove) && !on_move {
            return barred(format!("{claims}, and it is {}'s turn", by.other()), Bar::Person);
        }
        if terms.by == ClaimBy::Caller && self.caller().is_some_and(|caller| caller != by) {
            // The caller may still have it, or have the game go on.
            return Merit::Undecided(format!(
                "{claims}: it is for {}, who had the moves counted, to have it or to go on",
                by.other()
            ));
        }
        if let DrawClaim::Perpetual = claim {
            // Who checks does not suffer it.
            let suffers = self.gave_check(by.other()) && !self.gave_check(by);
            let gives = self.gave_check(by) && !self.gave_check(by.other());
            return if terms.by == ClaimBy::Victim && gives {
                barred(format!("{claims}, and it is he who gives the checks"), Bar::Person)
            } else if terms.by == ClaimBy::Checker && on_move && !suffers {
                self.perpetual(by, &claims)
            } else {
                Merit::Undecided(format!("{claims}: whether the checks have no end is not decided"))
            };
        }
        let Some(count) = &terms.count else {
            return Merit::Undecided(format!("{claims}: others decide on that"));
        };
        if count.from == CountFrom::Call && self.count_is_submitted() {
            return Merit::Undecided(format!(
                "{claims}: whether the moves are counted was for others to say"
            ));
        }
        if !self.is_certain() {
            return Merit::Undecided(format!("{claims}: it is not certain which moves were made"));
        }
        let announced = match announced {
            Some(Err(NotLegal { text, .. })) => {
                return Merit::False(format!("{claims} with {text}, which is no legal move"));
            }
            Some(Ok(announced)) if terms.form == ClaimForm::Arisen => {
                return self.not_yet_made(by, claim, count, announced);
            }
            Some(Ok(announced)) => Some(announced),
            None => None,
        };
        self.counted(by, &claims, count, announced)
    }

    /// Whether the claimant, on move, can give check for ever.
    fn perpetual(&self, by: Color, claims: &str) -> Merit {
        match self.checks_for_ever() {
            Forever::Yes(plan) => Merit::Good {
                fact: "the checks have no end".to_owned(),
                help: Some(format!("{by} has {plan}")),
            },
            Forever::No(why) => Merit::False(format!("{claims}, and {why}")),
            Forever::Undecided(why) => Merit::Undecided(format!("{claims}: undecided, {why}")),
        }
    }

    /// A claim with a move, where only what stands on the board counts.
    fn not_yet_made(&self, by: Color, claim: DrawClaim<'_>, count: &Count, announced: &Announced) -> Merit {
        let claims = format!("{by} claims a draw {}", claim.ground());
        match self.counted(by, &claims, count, None) {
            Merit::False(_) => {
                Merit::False(format!("{claims} with {}, which is not made yet", announced.text))
            }
            merit => merit,
        }
    }

    /// Whether a count has come to its number, on the board or with the move announced.
    fn counted(&self, by: Color, claims: &str, count: &Count, announced: Option<&Announced>) -> Merit {
        let n = count.n;
        let with = announced.map_or_else(String::new, |announced| format!(" with {}", announced.text));
        match count.of {
            CountOf::Occurrences | CountOf::OccurrencesInARow => {
                let stood = self.stood_before(count.same, announced);
                #[allow(clippy::cast_possible_truncation)] // no more than there are plies
                let now = stood.len() as u32 + 1;
                let stands = if announced.is_some() { "will have stood" } else { "has stood" };
                if now >= n {
                    let help = format!("it stood {}", words::listed(&stood));
                    Merit::Good {
                        fact: format!("{with} the position {stands} {}", times(now)).trim_start().to_owned(),
                        help: Some(help),
                    }
                } else {
                    Merit::False(format!("{claims}{with}, and the position {stands} {}", times(now)))
                }
            }
            CountOf::MovesEach => {
                let Some(made) = self.moves_each(by, count, announced) else {
                    return Merit::False(format!("{claims}, and nobody had the moves counted"));
                };
                let since = match (count.from, self.caller()) {
                    (CountFrom::Call, Some(caller)) => format!(" since {caller} called for them"),
                    _ => without(&count.resets),
                };
                let board = self.table.board();
                if let Some(Announced { played, text, .. }) = announced
                    && resets(board, *played, &count.resets)
                {
                    let is_pawn = board.man_at(played.from()).is_some_and(|man| man.role == Role::Pawn);
                    let what = if is_pawn { "a pawn's move" } else { "a capture" };
                    return Merit::False(format!("{claims}{with}, and {text} is {what}"));
                }
                let moves = |made: u32| {
                    if made == 1 { "1 move each has".to_owned() } else { format!("{made} moves each have") }
                };
                if made >= n {
                    Merit::Good {
                        fact: format!("{with} {n} moves each have been made{since}").trim_start().to_owned(),
                        help: None,
                    }
                } else {
                    Merit::False(format!("{claims}{with}, and {} been made{since}", moves(made)))
                }
            }
        }
    }

    /// When the position stood before: `at the start`, `after 2... Ng8`.
    fn stood_before(&self, same: SameBy, announced: Option<&Announced>) -> Vec<String> {
        let board = *self.table.board();
        let now = key(announced.map_or(&board, |announced| &announced.after), same);
        let earlier = self.table.all().iter().map(|stood| stood.before);
        let earlier = earlier.chain(announced.map(|_| board));
        let alike = earlier.zip(0..).filter(|(position, _)| key(position, same) == now);
        alike
            .map(|(_, ply)| match self.numbered(ply) {
                Some(text) => format!("after {text}"),
                None => "at the start".to_owned(),
            })
            .collect()
    }

    /// How many times the position on the board has stood, this one included.
    pub(super) fn occurrences_now(&self, same: SameBy) -> u32 {
        u32::try_from(self.stood_before(same, None).len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// How many moves each have been made as the count has it; `None` where it waits for a call.
    fn moves_each(&self, by: Color, count: &Count, announced: Option<&Announced>) -> Option<u32> {
        match count.from {
            CountFrom::Call => {
                let since = self.made_since_call()?;
                let with = |color: Color| since.of(color) + u32::from(announced.is_some() && color == by);
                Some(with(Color::White).min(with(Color::Black)))
            }
            CountFrom::Start => {
                let board = self.table.board();
                let quiet = self.quiet_plies(&count.resets);
                let quiet = match announced {
                    None => quiet,
                    Some(announced) if resets(board, announced.played, &count.resets) => 0,
                    Some(_) => quiet + 1,
                };
                Some(quiet / 2)
            }
        }
    }

    /// Plies since something in `resets` last happened.
    fn quiet_plies(&self, resetting: &[CountReset]) -> u32 {
        let all = self.table.all();
        let since = all.iter().rev().take_while(|stood| !resets(&stood.before, stood.played, resetting));
        #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
        let since = since.count() as u32;
        if since == self.plies() {
            // What the starting position says was made before it.
            since + self.bench.record().start.halfmove()
        } else {
            since
        }
    }

    fn announced(&self, by: Color, words: &MoveWords) -> Result<Announced, NotLegal> {
        let board = self.table.board_for(by);
        let text = words.as_str().to_owned();
        match San::from_ascii(text.as_bytes()).map(|read| board.meaning(read)) {
            Some(Meaning::Legal(played)) => {
                let mut after = board;
                after.play(played);
                Ok(Announced { played, after, text })
            }
            Some(Meaning::Illegal(played, _)) => Err(NotLegal { text, man: Some(played.from()) }),
            Some(Meaning::Ambiguous(_) | Meaning::Nothing) | None => Err(NotLegal { text, man: None }),
        }
    }

    /// Whether a player's last move gave check.
    fn gave_check(&self, by: Color) -> bool {
        let mut after = *self.table.board();
        for stood in self.table.all().iter().rev().take(2) {
            if stood.by == by && stood.played.kind() != MoveKind::Null {
                return after.in_check(by.other());
            }
            after = stood.before;
        }
        false
    }
}

/// Whether the claim itself draws, and is not a call on somebody.
pub(super) fn draws_at_once(provision: &Provision) -> bool {
    provision.remedies.iter().any(|remedy| {
        remedy.kind == RemedyKind::Draw && matches!(remedy.chooser, Chooser::Law | Chooser::Claimant)
    })
}
