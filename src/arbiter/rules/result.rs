//! `result.law`, `record.result` against the board, `draw.stalemate`, and the verdict.

use std::sync::Arc;

use crate::chess::{Color, Material};
use crate::finding::{Disposition, Reason, Score, Severity, Standing, Verdict};
use crate::game::{End, Span, StopReason, TagName};
use crate::law::{Predicate, Provision, RemedyKind, Rule, Stalemate, Voice, Winner};
use crate::pgn::ended_on_time;
use crate::search::dead::{self, Prospect};

use crate::arbiter::rules::draws::DrawnByLaw;
use crate::arbiter::rules::impossible_win::{draws, holds, no_mate};
use crate::arbiter::verdict::{Decided, Outcome, RuledEnd, Worth};
use crate::arbiter::{Context, Draft, Law};

/// A score the board or the law gives, and why.
pub(crate) struct Ruling<'c> {
    pub score: Score,
    pub reason: Reason,
    pub ply: u32,
    pub provision: Option<&'c Provision>,
}

impl<'a> Context<'a> {
    /// The verdict on a game of which the record gives this score.
    pub(crate) fn judge_result(&mut self, worth: Worth<'_>, given: Score) -> Verdict {
        self.judge_result_texts();
        let record = self.record();
        self.judge_end_told(given);
        let plies = record.plies();
        let ruling = self.ruling(worth, given);
        let ruling = self.under_agreement(ruling, given);
        // What ended the game on the board or by law before that came first.
        let ended_before = |decided: &Decided<'_>| match ruling.reason {
            Reason::Record => false,
            Reason::Mate | Reason::Rule(Rule::DrawStalemate | Rule::DrawDead | Rule::DrawAutomatic) => {
                ruling.ply <= decided.ply
            }
            Reason::Rule(_) => ruling.ply < decided.ply,
        };
        if let Some(ruled) = worth.ruled.filter(|_| worth.decided.is_none()) {
            self.judge_against_ruling(ruled, given);
        }
        if let Some(decided) = worth.decided.filter(|decided| !ended_before(decided)) {
            let score = self.score_of(decided.outcome);
            let is_good = self.is_written_for(given, score);
            // No score is written for a game that both lost.
            let is_known = score != Score::Unknown || decided.outcome == Outcome::BothLost;
            if given != Score::Unknown && !is_good && is_known {
                self.decided_otherwise(&decided, score, given);
            }
            return Verdict { standing: Standing::Valid, score, reason: decided.reason, ply: decided.ply };
        }
        if record.ending.stop.is_some_and(|stop| stop.reason == StopReason::Unreplayable) {
            let standing = Standing::Unreplayable;
            return Verdict { standing, score: given, reason: Reason::Record, ply: plies };
        }
        // An illegal move behind the end of the game takes nothing back.
        let ended = ruling.provision.is_some() && ruling.ply < worth.ply;
        if worth.standing != Standing::Valid && !ended {
            // A void game is as if it had never been begun.
            let score = if worth.standing == Standing::Annulled { Score::Unknown } else { given };
            if let Some(provision) = worth.annulled_under.filter(|_| worth.ruled.is_none()) {
                self.score_of_void_game(provision, given);
            }
            return Verdict { standing: worth.standing, score, reason: Reason::Record, ply: worth.ply };
        }
        let is_good = self.is_written_for(given, ruling.score);
        if given != Score::Unknown && !is_good && ruling.score != Score::Unknown {
            self.wrong_score(&ruling, given);
        }
        let mut ruling = ruling;
        if self.says_both_lose() {
            ruling.reason = self.judge_both_lost(&ruling, given);
        }
        let Ruling { score, reason, ply, .. } = ruling;
        Verdict { standing: Standing::Valid, score, reason, ply }
    }

    /// What a game counts that was decided so.
    pub(crate) fn score_of(&self, outcome: Outcome) -> Score {
        match outcome {
            Outcome::Lost(player) => Score::won_by(player.other()),
            Outcome::Drawn => self.score_of_draw(),
            Outcome::BothLost | Outcome::Undecided => Score::Unknown,
        }
    }

    /// `record.result`: the score is another than the umpire's last ruling gave the game.
    fn judge_against_ruling(&mut self, ruled: RuledEnd, given: Score) {
        let agrees = given == Score::Unknown || self.is_written_for(given, ruled.score);
        if agrees || !self.wants(Rule::RecordResult, Severity::Error) {
            return;
        }
        let record = self.record();
        let last = record.plies();
        let span = self.score_token();
        let message = format!("the umpire rules \"{}\", and the score given is {}", ruled.ruling, given.id());
        let mut draft = Draft::new(Rule::RecordResult, Severity::Error, last, span, message);
        draft.movetext = self.numbered(last);
        self.drafts.push(draft);
    }

    /// Both players are said to have lost: what ended the game says otherwise, or the code knows such a score
    /// or does not. What the verdict rests on then.
    fn judge_both_lost(&mut self, ruling: &Ruling<'_>, given: Score) -> Reason {
        let record = self.record();
        let last = record.plies();
        let span = match (record.tag(TagName::ResultDetail), record.ending.termination) {
            (Some(tag), _) => tag.value,
            (None, Some(end)) => end.span,
            (None, None) => self.last_token(),
        };
        let contradicted = given != Score::Unknown || ruling.score != Score::Unknown;
        let knows_it = self.hearing.code.governing(Rule::ResultLaw, |fact| fact == Predicate::BothLose);
        let (rule, severity, message) = if contradicted {
            let counts = if given == Score::Unknown { ruling.score } else { given };
            let message = format!("both players are said to lose, and the game counts {}", counts.id());
            (Rule::RecordResult, Severity::Error, message)
        } else if knows_it.is_some() {
            (Rule::ResultLaw, Severity::Info, "both players lose".to_owned())
        } else {
            let message = "both players are said to lose, and the code knows no such score".to_owned();
            (Rule::ResultLaw, self.gravity_of_unknown_score(), message)
        };
        if self.wants(rule, severity) {
            let mut draft = Draft::new(rule, severity, last, span, message);
            draft.movetext = self.numbered(last);
            if rule == Rule::ResultLaw {
                draft = match knows_it {
                    Some(provision) => draft.under(provision),
                    None => draft.of_fact(),
                };
                draft.disposition = Some(Disposition::Stands);
            }
            self.drafts.push(draft);
        }
        if contradicted || knows_it.is_none() { ruling.reason } else { Reason::Rule(Rule::ResultLaw) }
    }

    /// Where a source is known in part it may know the score.
    fn gravity_of_unknown_score(&self) -> Severity {
        match self.code().voice(Rule::ResultLaw) {
            Voice::Unrevealed => Severity::Info,
            Voice::Speaks | Voice::Silent => Severity::Error,
        }
    }

    /// A game that is void has a score all the same.
    fn score_of_void_game(&mut self, provision: &Provision, given: Score) {
        if given != Score::Unknown {
            let message = format!("the game is void and has no score, and the score given is {}", given.id());
            self.at_the_score(Severity::Error, provision, message, None);
        }
    }

    /// The game was decided by what was said or done, and scored otherwise.
    fn decided_otherwise(&mut self, decided: &Decided<'_>, score: Score, given: Score) {
        // Of what no law decides two parts of the record contradict each other.
        let rule = if decided.provision.is_some() { Rule::ResultLaw } else { Rule::RecordResult };
        if !self.wants(rule, Severity::Error) {
            return;
        }
        let record = self.record();
        let span = self.score_token();
        let fact = match decided.outcome {
            Outcome::Drawn if score != Score::Draw => {
                "the game was drawn, drawn games were given as odds,".to_owned()
            }
            outcome => outcome.in_words(),
        };
        let message = match decided.outcome {
            Outcome::BothLost => format!("{fact}, and the score given is {}", given.id()),
            _ => format!("{fact} and it counts {}, not {}", score.id(), given.id()),
        };
        let mut draft = Draft::new(rule, Severity::Error, record.plies(), span, message);
        if let Some(provision) = decided.provision {
            draft = draft.under(provision);
        }
        if let (Law::Article { article, says }, Some(tally)) = (&mut draft.law, decided.tally) {
            *article = Arc::clone(tally);
            *says = self.code().tally(tally).and_then(|tally| tally.says.clone());
        }
        draft.movetext = self.numbered(record.plies());
        self.drafts.push(draft);
    }

    /// What the game counts for under the code: what ended it first decides.
    fn ruling(&mut self, worth: Worth<'_>, given: Score) -> Ruling<'a> {
        let record = self.record();
        let last = record.plies();
        // What came about by moves that are to be taken back ends nothing.
        let goes_back = |ply: u32| worth.standing == Standing::Retractable && worth.ply <= ply;
        // Mate and stalemate must come about by a move that complies with the law (FIDE 5.1.1, 5.2.1).
        let doubtful = record.facts.doubtful.is_some()
            || record.is_irregular(last)
            || self.ends_out_of_turn
            || goes_back(last);
        // What was decided before that by what was said or done came first.
        let decided_before = |ply: u32| self.decided_at.is_some_and(|at| at < ply);
        let late = decided_before(last);
        let stands = |drawn: &DrawnByLaw<'_>| !decided_before(drawn.ply) && !goes_back(drawn.ply);
        if let Some(drawn) = self.drawn_by_law().filter(stands) {
            self.report_drawn_by_law(&drawn);
            let draws = drawn.provision.remedies.iter().any(|remedy| remedy.kind == RemedyKind::Draw);
            if draws {
                return Ruling {
                    score: Score::Draw,
                    reason: Reason::Rule(drawn.rule),
                    ply: drawn.ply,
                    provision: Some(drawn.provision),
                };
            }
        }
        // As far as a record without a score tells.
        let may_go_on = given == Score::Unknown && self.ends_in_ignorable_check;
        let turn = record.position.turn();
        match record.facts.end {
            End::Mate if !doubtful && !may_go_on => {
                return Ruling {
                    score: Score::won_by(turn.other()),
                    reason: Reason::Mate,
                    ply: last,
                    provision: None,
                };
            }
            End::Stalemate if !doubtful && !late => {
                if let Some(ruling) = self.stalemate(turn) {
                    return ruling;
                }
            }
            _ => {}
        }
        if !doubtful
            && !late
            && !self.flag_was_claimed
            && let Some(ruling) = self.flag_fall(given)
        {
            return ruling;
        }
        if !doubtful
            && !late
            && let Some(ruling) = self.won_without_mate(given)
        {
            return ruling;
        }
        let reason = if given == Score::Draw && !doubtful { self.ground_of_draw() } else { Reason::Record };
        if !doubtful && reason == Reason::Record {
            self.judge_early_draw(given);
        }
        Ruling { score: given, reason, ply: last, provision: None }
    }

    /// A right to a draw that stands at the last move of a drawn game is the ground it shows.
    fn ground_of_draw(&self) -> Reason {
        let code = self.code();
        [Rule::DrawRepetition, Rule::DrawFifty]
            .into_iter()
            .find(|rule| code.provisions_for(*rule).any(|provision| self.stands_at_end(provision)))
            .map_or(Reason::Record, Reason::Rule)
    }

    fn stalemate(&mut self, stalemated: Color) -> Option<Ruling<'a>> {
        let code = self.hearing.code;
        let record = self.record();
        let last = record.plies();
        let provision = code.provisions_for(Rule::DrawStalemate).next();
        let score = match code.stalemate() {
            Stalemate::Draw => Score::Draw,
            Stalemate::Win(Winner::Stalemated) => Score::won_by(stalemated),
            Stalemate::Win(Winner::Stalemating) => Score::won_by(stalemated.other()),
            Stalemate::Win(_) | Stalemate::Unstated => {
                self.silent_at_end(Rule::DrawStalemate, format!("{stalemated} is stalemated"));
                return None;
            }
        };
        if let Some(provision) = provision.filter(|_| self.wants(Rule::DrawStalemate, Severity::Info)) {
            let outcome = match score {
                Score::Draw => "the game is drawn".to_owned(),
                Score::White => "White wins".to_owned(),
                _ => "Black wins".to_owned(),
            };
            let message = format!("{stalemated} is stalemated: {outcome}");
            let mut draft = Draft::new(Rule::DrawStalemate, Severity::Info, last, self.last_token(), message)
                .under(provision);
            draft.movetext = self.numbered(last);
            self.drafts.push(draft);
        }
        Some(Ruling { score, reason: Reason::Rule(Rule::DrawStalemate), ply: last, provision })
    }

    /// A game that ended on time: what the code makes of it, where material alone decides.
    fn flag_fall(&mut self, given: Score) -> Option<Ruling<'a>> {
        let words = self.words_on_end().filter(|words| ended_on_time(words.said))?;
        let named = self.loser_by_words();
        // Where the tag and the score are at odds, whose time it was is not known.
        let lost_by = |loser: &Color| named.is_none_or(|named| named == *loser);
        match given {
            Score::White => self.lost_on_time(Some(Color::Black).filter(lost_by)?, given),
            Score::Black => self.lost_on_time(Some(Color::White).filter(lost_by)?, given),
            Score::Draw => {
                self.judge_drawn_on_time(words.span);
                None
            }
            Score::Unknown => None,
        }
    }

    /// A game lost on time, perhaps to a player whose men can never mate.
    fn lost_on_time(&mut self, loser: Color, given: Score) -> Option<Ruling<'a>> {
        let winner = loser.other();
        let record = self.record();
        let no_mate = no_mate(&record.position, winner);
        let men = if no_mate.is_some() { Material::CannotMate } else { Material::Undecided };
        let last = record.plies();
        let Some(provision) = self.law_on_flag(men) else {
            self.silent_at_end(Rule::ClockFlag, format!("{loser} lost on time"));
            return None;
        };
        let won = Ruling {
            score: given,
            reason: Reason::Rule(Rule::ClockFlag),
            ply: last,
            provision: Some(provision),
        };
        let Some(no_mate) = no_mate.filter(|_| draws(provision, men)) else { return Some(won) };
        if self.wants(Rule::ClockFlag, Severity::Error) {
            let why = no_mate.in_words(winner);
            let message = format!("{loser} lost on time, and {why}: the game is drawn, not {}", given.id());
            let span = self.score_token();
            let mut draft =
                Draft::new(Rule::ClockFlag, Severity::Error, last, span, message).under(provision);
            draft.movetext = self.numbered(last);
            self.drafts.push(draft);
        }
        Some(Ruling { score: Score::Draw, ..won })
    }

    /// A game that ended on time and was drawn, though each player could still mate: whoever's time it was,
    /// the other would have won. Rare enough to be worth a search.
    fn judge_drawn_on_time(&mut self, span: Span) {
        let record = self.record();
        let board = &record.position;
        let players = [Color::White, Color::Black];
        let by_men = players.into_iter().all(|player| board.material(player) == Material::Undecided);
        if !by_men || self.decided_at.is_some() || !self.wants(Rule::ClockFlag, Severity::Warning) {
            return;
        }
        let men = Material::Undecided;
        let Some(provision) = self.law_on_flag(men).filter(|provision| !draws(provision, men)) else {
            return;
        };
        if !players.into_iter().all(|player| matches!(dead::can_mate(board, player), Prospect::Helpmate(_))) {
            return;
        }
        let last = record.plies();
        let message = "the game is said to have ended on time, and it is scored as a draw though each \
                       player could still mate"
            .to_owned();
        let mut draft = Draft::new(Rule::ClockFlag, Severity::Warning, last, span, message).under(provision);
        draft.movetext = self.numbered(last);
        self.drafts.push(draft);
    }

    /// The law on time that ran out, by the men of the adversary.
    pub(crate) fn law_on_flag(&self, men: Material) -> Option<&'a Provision> {
        self.hearing.code.governing(Rule::ClockFlag, holds(men))
    }

    /// How the game ended is a matter that the code does not speak of.
    fn silent_at_end(&mut self, rule: Rule, fact: String) {
        if !self.wants(rule, Severity::Info) {
            return;
        }
        let last = self.record().plies();
        let mut draft = Draft::new(rule, Severity::Info, last, self.last_token(), fact);
        draft.law = Law::Silence(self.code().voice(rule));
        draft.help = self.code().silence_for(rule).map(|silence| silence.says.to_string());
        draft.movetext = self.numbered(last);
        draft.disposition = Some(Disposition::Stands);
        self.drafts.push(draft);
    }

    /// The score given is not the one that the board or the law gives.
    fn wrong_score(&mut self, ruling: &Ruling<'_>, given: Score) {
        // A flag fall or a resignation wrongly scored has its finding already.
        if matches!(ruling.reason, Reason::Rule(Rule::ClockFlag | Rule::ConductAbandoned)) {
            return;
        }
        let record = self.record();
        let last = record.plies();
        let span = match (record.ending.termination, record.tag(TagName::Result)) {
            (Some(end), _) if end.score == given => end.span,
            (_, Some(tag)) => tag.value,
            _ => self.last_token(),
        };
        let (rule, message) = match ruling.reason {
            Reason::Mate => {
                let mated = record.position.turn();
                (Rule::RecordResult, format!("{mated} is checkmated, and the score given is {}", given.id()))
            }
            Reason::Rule(Rule::DrawStalemate) => (
                Rule::ResultLaw,
                format!("the game ends in stalemate and counts {}, not {}", ruling.score.id(), given.id()),
            ),
            _ => (
                Rule::ResultLaw,
                format!(
                    "the game was drawn by law {} and counts {}, not {}",
                    self.numbered(ruling.ply)
                        .map_or_else(|| "before the first move".to_owned(), |text| format!("with {text}")),
                    ruling.score.id(),
                    given.id()
                ),
            ),
        };
        if !self.wants(rule, Severity::Error) {
            return;
        }
        let mut draft = Draft::new(rule, Severity::Error, last, span, message);
        draft.movetext = self.numbered(last);
        if let (Rule::ResultLaw, Some(provision)) = (rule, ruling.provision) {
            draft = draft.under(provision);
        }
        self.drafts.push(draft);
    }
}
