//! Notices, elections, waivers and rulings: what is asked of a case; `penalty.*` and `discovery.*`.

use crate::chess::{Color, Meaning, Move, Position, Role, San};
use crate::finding::{Disposition, Score, Severity};
use crate::law::{self, Late, Predicate, Provision, RemedyKind, Rule, Voice};
use crate::record::{Choice, Claim, Extent, Memory, Notice, Person, Ruling as Decided, Span};

use super::case::{Asked, Case, Counted, Decision, Marks, Right, Stage, before_last_of, ruling};
use super::docket::{Docket, GameStage, Heard, Opening, Put};
use super::draw_claims::{DrawClaim, DrawnWith};
use super::facts::Facts;
use super::outcome::RuledEnd;
use super::remedies::{Ground, Laid};
use super::table::StandingCheck;
use super::windows::{Contact, Offence, OffenceKind};
use super::{Draft, words};

impl Docket<'_, '_> {
    // --- Notices -------------------------------------------------------------------------------

    /// An irregularity is pointed out.
    pub(super) fn notice(&mut self, by: Person, what: Notice, memory: Memory, span: Span) {
        match what {
            Notice::Illegal(ply) => self.notice_illegal(by, ply.map(std::num::NonZero::get), memory, span),
            Notice::Check(ply) => self.notice_check(by, ply.map(std::num::NonZero::get), memory, span),
            Notice::Turn => {
                let is_meant = |case: &Case<'_>| case.rule == Rule::MoveOutOfTurn;
                // Who began though it was not his to begin moved before his turn too.
                if self.begun_wrongly() && self.latest_where(is_meant).is_none() {
                    self.notice_beginning(by.player(), Notice::FirstMove, span);
                }
                self.notice_of(by, is_meant);
            }
            // In castling the rook that was touched first is what is meant.
            Notice::Touch | Notice::Hold => self
                .notice_of(by, |case| case.rule.family() == "touch" || case.rule == Rule::MoveCastlingOrder),
            Notice::Dropped(_) => {
                let is_dropped = |case: &Case<'_>| case.rule == Rule::BoardDropped;
                if memory == Memory::Forgotten
                    && let Some(index) = self.latest_where(is_dropped)
                {
                    self.rule_anew(index, Predicate::MovesKnown, false);
                }
                self.notice_of(by, is_dropped);
            }
            Notice::Board | Notice::Setup | Notice::Omitted(_) | Notice::Odds | Notice::FirstMove => {
                self.notice_beginning(by.player(), what, span);
            }
            Notice::Clock => {
                self.notice_of(by, |case| case.rule == Rule::ClockPress);
                if let Some(by) = by.player() {
                    self.complain_of_time(by, span);
                }
            }
        }
    }

    /// The newest open case of that kind is pointed out.
    fn notice_of(&mut self, by: Person, is_meant: impl Fn(&Case<'_>) -> bool) {
        let found = self.newest().find(|index| {
            self.cases.get(*index).is_some_and(|case| {
                is_meant(case) && case.offender.is_none_or(|offender| by.player() != Some(offender))
            })
        });
        if let Some(index) = found {
            self.ask(index, by.player());
        }
    }

    /// Somebody asked for what a case gives.
    fn ask(&mut self, index: usize, by: Option<Color>) {
        let Some(case) = self.cases.get_mut(index) else { return };
        if case.asked != Asked::No || case.is_ended() {
            return;
        }
        // What is the other player's to ask nobody asks of himself.
        if by == Some(case.offence.offender) && !case.is_of_law() {
            return;
        }
        self.lay_as_found(index);
        self.take_over_touches(index);
        let Some(case) = self.cases.get_mut(index) else { return };
        case.ask(Asked::Noticed, by);
        if case.annuls() {
            case.end(Disposition::Annulled);
        }
        // A position that no legal move leads to has one more move to be mended.
        if !case.provision().is_some_and(asks_for_impossible) {
            self.carry_out(index);
        }
    }

    fn notice_illegal(&mut self, by: Person, ply: Option<u32>, memory: Memory, span: Span) {
        let is_meant = |case: &Case<'_>| {
            (case.rule.family() == "move" || case.rule == Rule::SetupOddsMoves)
                && !case.facts.has(Predicate::Lawful)
                && case.counted == Counted::ForItself
                && case.rule != Rule::MoveEnPassantDeclined
                && match ply {
                    Some(ply) => case.offence.ply == ply,
                    None => case.offender.is_none_or(|offender| by.player() != Some(offender)),
                }
        };
        // A press without a move that counts as an illegal one is meant too, though it is no ply's.
        let is_press = |case: &Case<'_>| {
            case.facts.has(Predicate::PressedWithoutMove)
                && case.provision().is_some_and(|provision| provision.tally.is_some())
                && by.player() != Some(case.offence.offender)
        };
        // A player may point out his own, where nothing of the other's can be meant.
        let is_his_own = |case: &Case<'_>| {
            ply.is_none()
                && case.rule.family() == "move"
                && !case.facts.has(Predicate::Lawful)
                && case.is_open()
        };
        let found = match ply {
            Some(ply) => self
                .latest_where(is_meant)
                .or_else(|| self.latest_where(|case| is_press(case) && case.offence.ply == ply)),
            None => self
                .latest_where(|case| is_meant(case) || is_press(case))
                .or_else(|| self.latest_where(is_his_own)),
        };
        match found {
            Some(index)
                if self.cases.get(index).is_some_and(Case::is_fresh)
                    && memory == Memory::Known
                    && !self.waits_for_impossible(index, by) =>
            {
                self.ask(index, by.player());
            }
            // What is no illegality, or none that the code speaks of, cannot be found later either.
            Some(index)
                if self.cases.get(index).is_some_and(|case| {
                    case.rule == Rule::MoveRecalled || case.right().is_none() || case.is_harmless()
                }) => {}
            Some(index) => self.discover(index, Rule::DiscoveryIllegal, by, memory, span),
            None => {
                let stands = |case: &Case<'_>| case.rule.family() == "move" && case.right().is_some();
                let other =
                    ply.and_then(|_| self.latest_where(stands)).and_then(|index| self.cases.get(index));
                let message = match other.and_then(|case| case.movetext.as_deref()).zip(ply) {
                    Some((other, ply)) => {
                        format!("no illegal move of ply {ply} stands that could be meant, and {other} does")
                    }
                    None => "no illegal move stands that could be meant".to_owned(),
                };
                self.nothing_to_notice(by.player(), &message, span);
            }
        }
    }

    fn notice_check(&mut self, by: Person, ply: Option<u32>, memory: Memory, span: Span) {
        let leaves_check = |case: &Case<'_>| {
            case.rule.family() == "move"
                && case.facts.has(Predicate::KingLeftInCheck)
                && !matches!(case.decision, Decision::Silence(_))
                && case.marks_check(ply)
        };
        // Of several moves that left one check standing, the first.
        let found = match ply {
            Some(_) => self.each_latest_where(leaves_check).last(),
            None => self.latest_where(leaves_check),
        };
        if let Some(index) = found {
            let fresh = self.cases.get(index).is_some_and(Case::is_fresh) && memory == Memory::Known;
            return if fresh {
                self.ask(index, by.player());
            } else {
                self.discover(index, Rule::DiscoveryCheck, by, memory, span);
            };
        }
        let standing = [Color::White, Color::Black].into_iter().find_map(|king| {
            let check = self.table.check_on(king)?;
            // A check just given, to which no reply was made, was not left.
            let replied = self.plies() > check.ply;
            (replied && ply.is_none_or(|ply| ply == check.ply)).then_some((king, check))
        });
        match standing {
            Some((king, check)) => self.discover_standing(by, king, check, memory, span),
            None => self.nothing_to_notice(by.player(), "no check was left standing", span),
        }
    }

    /// Whether the arbiter, who found it, waits for the next move: so the law has it where no legal move leads
    /// to the position.
    fn waits_for_impossible(&self, index: usize, by: Person) -> bool {
        let Some(case) = self.cases.get(index).filter(|_| by.player().is_none()) else { return false };
        let facts = self.facts_of_finding(case.facts, by, Memory::Known, case.offence.offender);
        ruling(self.code, Rule::DiscoveryIllegal, facts, |_| true)
            .is_some_and(|found| asks_for_impossible(found.provision))
    }

    /// What holds when an earlier illegality of `offender` is found.
    fn facts_of_finding(&self, of_case: Facts, by: Person, memory: Memory, offender: Color) -> Facts {
        let board = self.table.board();
        of_case
            .with(Predicate::CheckStanding, board.in_check(offender))
            .with(Predicate::MovesKnown, memory == Memory::Known)
            .with(Predicate::FoundByUmpire, by.player().is_none())
            .with(Predicate::KingsBothInCheck, board.in_check(Color::White) && board.in_check(Color::Black))
            .with(Predicate::PawnOnLastRank, has_pawn_on_last_rank(board))
    }

    /// The game is over, and no move followed after the arbiter saw a position that no legal move leads to: it
    /// is as drawn as it was scored.
    pub(super) fn impossible_at_end(&mut self) {
        let waits = |case: &Case<'_>| {
            case.asked != Asked::No && !case.is_ended() && case.provision().is_some_and(asks_for_impossible)
        };
        let found = self.latest().find(|index| self.cases.get(*index).is_some_and(waits));
        let Some(index) = found.filter(|_| self.bench.is_over()) else { return };
        if self.bench.given_score() == Score::Draw {
            self.settle_with(index, RemedyKind::Draw);
        } else if let Some(case) = self.cases.get_mut(index) {
            case.help.push("the game ended before the next move".to_owned());
            case.end(Disposition::Lapsed);
        }
    }

    /// A move was made after the arbiter saw a position that no legal move leads to: it mends that, or the law
    /// has its way.
    pub(super) fn still_impossible(&mut self) {
        let waits = |case: &Case<'_>| {
            case.asked != Asked::No && !case.is_ended() && case.provision().is_some_and(asks_for_impossible)
        };
        let found = self.newest().find(|index| self.cases.get(*index).is_some_and(waits));
        let Some(index) = found else { return };
        let board = self.table.board();
        let impossible =
            (board.in_check(Color::White) && board.in_check(Color::Black)) || has_pawn_on_last_rank(board);
        if impossible {
            self.settle_with(index, RemedyKind::Draw);
        } else if let Some(case) = self.cases.get_mut(index) {
            case.help.push("the next move mended the position".to_owned());
            case.gravity = Severity::Info;
            case.end(Disposition::Stands);
        }
    }

    fn latest_where(&self, is_meant: impl Fn(&Case<'_>) -> bool) -> Option<usize> {
        self.each_latest_where(is_meant).next()
    }

    /// The cases still to be spoken of, newest first.
    fn each_latest_where(&self, is_meant: impl Fn(&Case<'_>) -> bool) -> impl Iterator<Item = usize> {
        self.latest().filter(move |index| {
            self.cases.get(*index).is_some_and(|case| {
                is_meant(case)
                    && match case.stage {
                        Stage::Ended(disposition) => disposition == Disposition::Stands && !case.gives(),
                        Stage::Standing | Stage::Due | Stage::Disobeyed(_) | Stage::Answered(_) => true,
                    }
            })
        })
    }

    /// What was pointed out is not there.
    pub(super) fn nothing_to_notice(&mut self, by: Option<Color>, message: &str, span: Span) {
        let mut draft =
            Draft::new(Rule::PenaltyUnavailable, Severity::Info, self.plies(), span, message.to_owned());
        draft = draft.of_fact();
        draft.offender = by;
        self.push(draft);
    }

    pub(super) fn push(&mut self, draft: Draft) {
        if self.bench.wants(draft.rule, draft.severity) {
            self.drafts.push(draft);
        }
    }

    /// An earlier illegality is found after the time for its penalty.
    fn discover(&mut self, index: usize, rule: Rule, by: Person, memory: Memory, span: Span) {
        let waits = memory == Memory::Known && self.waits_for_impossible(index, by);
        let Some(case) = self.cases.get_mut(index) else { return };
        if case.discovered {
            return;
        }
        case.discovered = true;
        if waits && case.is_open() {
            case.help.push("the arbiter waits for the next move".to_owned());
            case.end(Disposition::Stands);
        }
        let (offence, before, marks, facts) = (case.offence, case.before, case.marks, case.facts);
        let ground = case.ground.clone();
        let what = case.movetext.clone().unwrap_or_else(|| "an earlier move".to_owned());
        let of_check = rule == Rule::DiscoveryCheck;
        // A notice of illegality that left a king in check is one of the check.
        let rule = if facts.has(Predicate::KingLeftInCheck)
            && !of_check
            && self.code.voice(Rule::DiscoveryCheck) == Voice::Speaks
        {
            Rule::DiscoveryCheck
        } else {
            rule
        };
        let facts = self
            .facts_of_finding(facts, by, memory, offence.offender)
            .with(Predicate::BeyondTheReply, self.plies() > offence.ply);
        let finder = by.player().map_or_else(|| "the umpire".to_owned(), |player| player.to_string());
        let since =
            marks.check.filter(|_| rule == Rule::DiscoveryCheck).and_then(|check| self.numbered(check));
        let message = match since {
            Some(since) => {
                format!("{finder} finds that {}'s king has stood in check since {since}", offence.offender)
            }
            None => format!("{finder} finds that {what} was illegal"),
        };
        self.lay(index);
        let marks =
            Marks { before_last_of_checked: before_last_of(offence.offender, self.table.all()), ..marks };
        let mut opening = self.discovery(rule, offence, before, marks, facts, span, message);
        opening.ground = ground.map(|ground| Ground { facts, ..ground });
        self.open_found(opening, offence, by.player(), Asked::Noticed, &[]);
        self.lay(index);
    }

    /// A check that need not have been met is found to stand.
    fn discover_standing(
        &mut self,
        by: Person,
        king: Color,
        check: StandingCheck,
        memory: Memory,
        span: Span,
    ) {
        let facts = self
            .facts(king)
            .with(Predicate::CheckStanding, true)
            .with(Predicate::KingLeftInCheck, true)
            .with(Predicate::BeyondTheReply, self.plies() > check.ply + 1)
            .with(Predicate::MovesKnown, memory == Memory::Known);
        let given = self.numbered(check.ply).map_or_else(String::new, |text| format!(" since {text}"));
        let message = format!("{king}'s king is found to have stood in check{given}");
        let offence =
            Offence { ply: check.ply, offender: king, kind: OffenceKind::Other, made: self.table.made() };
        let marks = Marks {
            check: Some(check.goes_back_to(king)),
            before_last_of_checked: before_last_of(king, self.table.all()),
            reply_is_a_move: false,
        };
        let opening = self.discovery(Rule::DiscoveryCheck, offence, check.ply, marks, facts, span, message);
        self.open_found(opening, offence, by.player(), Asked::Noticed, &[]);
    }

    #[allow(clippy::too_many_arguments)] // the parts of one opening
    fn discovery(
        &self,
        rule: Rule,
        offence: Offence,
        before: u32,
        marks: Marks,
        facts: Facts,
        span: Span,
        message: String,
    ) -> Opening {
        let ply = self.plies();
        Opening {
            done: offence.ply,
            before,
            marks,
            movetext: self.numbered(ply),
            ..Opening::at(rule, facts, offence.offender, ply, span, message)
        }
    }

    /// Opens a case of something that began earlier: its windows are counted from then. `finder`: whose
    /// moves count where the law counts the finder's; `touches`: those by which the other player answered it.
    pub(super) fn open_found(
        &mut self,
        opening: Opening,
        offence: Offence,
        finder: Option<Color>,
        asked: Asked,
        touches: &[Contact],
    ) -> Option<usize> {
        let code = self.code;
        let made = self.table.made();
        let has_arisen = |provision: &Provision| {
            provision.opens.is_none()
                && provision.opened.is_none_or(|opened| {
                    made.of(Color::White) >= opened.moves_each && made.of(Color::Black) >= opened.moves_each
                })
        };
        let Some(found) = ruling(code, opening.rule, opening.facts, has_arisen) else {
            return self.open_where(opening, has_arisen);
        };
        let mut provision = found.provision;
        let mut offence = offence;
        let by_finder = provision.window.as_ref().and_then(|window| window.who) == Some(law::Person::Finder);
        if let Some(finder) = finder.filter(|_| by_finder) {
            offence.offender = finder.other();
        }
        let mut right = Right::new(provision, offence, self.table.first());
        if let Some(watch) = &mut right.watch {
            for contact in touches {
                watch.see_touch(offence.offender.other(), offence.ply + 1, *contact, false);
            }
        }
        self.catch_up(&mut right, offence);
        // Found too late, what the code says of that decides.
        let late = right.watch.is_some() && !right.is_alive();
        let mut lapsed = late;
        if late
            && let Some(Late::Article(article)) = &provision.late
            && let Some(said) = code.article(article).find(|said| said.topics.contains(&opening.rule))
        {
            provision = said;
            lapsed = false;
        }
        let caught_up = right.watch.clone();
        let index = self.open_as_of(opening, offence, provision, found.condition);
        let case = self.cases.get_mut(index)?;
        if let Decision::Rights(rights) = &mut case.decision
            && let Some(last) = rights.last_mut()
            && (!late || lapsed || last.watch.is_none())
        {
            last.watch = caught_up;
        }
        if !late && case.gives() && asked != Asked::No {
            self.ask(index, finder);
        }
        Some(index)
    }

    // --- Elections -------------------------------------------------------------------------------

    /// A remedy is chosen.
    pub(super) fn elect(&mut self, by: Color, kind: RemedyKind, choice: Option<&Choice>, span: Span) {
        let offers = |case: &Case<'_>| case.remedies.iter().any(|laid| laid.remedy.kind == kind);
        let is_his = |case: &Case<'_>| case.is_for(by) && case.rule != Rule::PenaltyCastled;
        let cases = &self.cases;
        let open = |index: &usize| cases.get(*index).filter(|case| case.is_open() && is_his(case));
        let found = self.newest().find(|index| open(index).is_some_and(offers));
        if let Some(index) = found {
            return match self.chosen(index, kind, choice) {
                Some((at, chosen)) => {
                    if let Some(case) = self.cases.get_mut(index) {
                        case.asked_by = Some(by);
                    }
                    let with = choice.map_or_else(String::new, |choice| format!(" ({choice})"));
                    let picks_his_own = self.cases.get(index).is_some_and(|case| case.offence.offender == by);
                    let said = if picks_his_own {
                        format!("{by} chose {}{with}", words::asked_for(kind, None))
                    } else {
                        format!("{by} asked {}{with}", words::what_is_asked(kind))
                    };
                    self.elected(index, at, chosen, said);
                }
                None => self.unavailable(by, index, kind, span),
            };
        }
        // A right that gave it, and gave way to another.
        let earlier = |case: &Case<'_>| match &case.decision {
            Decision::Rights(rights) => {
                rights.iter().any(|right| !right.is_alive() && gives(right.provision, kind))
            }
            Decision::Silence(_) => false,
        };
        let lapsed = self.latest().find(|index| {
            cases.get(*index).is_some_and(|case| {
                !case.is_ended() && case.asked == Asked::No && is_his(case) && earlier(case)
            })
        });
        if let Some(index) = lapsed {
            return self.late(by, index, kind, span);
        }
        if self.notice_beginning_by_asking(by, kind) {
            return self.elect(by, kind, choice, span);
        }
        let cases = &self.cases;
        let open = |index: &usize| cases.get(*index).filter(|case| case.is_open() && is_his(case));
        let newest = self.newest().find(|index| open(index).is_some()).or_else(|| {
            // Not his to choose, or nothing left to choose.
            self.latest()
                .find(|index| cases.get(*index).is_some_and(&is_his))
                .or_else(|| self.newest().find(|index| cases.get(*index).is_some_and(Case::is_open)))
        });
        match newest {
            Some(index) if self.is_presupposed(index, by, kind) => self.ask(index, Some(by)),
            Some(index) => self.unavailable(by, index, kind, span),
            None => self.no_case(by, kind, span),
        }
    }

    /// Whether what is asked for is what the law has done in any case, before or with what it gives: that the move
    /// goes back, that the man in hand is put back.
    fn is_presupposed(&self, index: usize, by: Color, kind: RemedyKind) -> bool {
        self.cases.get(index).is_some_and(|case| {
            let is_back = match kind {
                RemedyKind::Retract | RemedyKind::RetractSecond => {
                    case.before < case.offence.ply && case.back_to.is_some()
                }
                RemedyKind::Restore => case.rule == Rule::TouchHold,
                _ => false,
            };
            is_back && case.is_open() && case.offence.offender != by
        })
    }

    /// Which remedy is meant, and which of its moves are left.
    fn chosen(
        &self,
        index: usize,
        kind: RemedyKind,
        choice: Option<&Choice>,
    ) -> Option<(usize, Option<Vec<Move>>)> {
        let case = self.cases.get(index)?;
        let of_kind = || case.remedies.iter().enumerate().filter(|(_, laid)| laid.remedy.kind == kind);
        let Some(choice) = choice else {
            let (at, _) = of_kind().next()?;
            let all: Vec<Move> = of_kind().flat_map(|(_, laid)| laid.moves.iter().copied()).collect();
            return Some((at, (!all.is_empty()).then_some(all)));
        };
        of_kind().find_map(|(at, laid)| {
            let moves = named_by(case, laid, choice)?;
            Some((at, (!laid.moves.is_empty()).then_some(moves)))
        })
    }

    fn elected(&mut self, index: usize, at: usize, chosen: Option<Vec<Move>>, said: String) {
        let Some(case) = self.cases.get_mut(index) else { return };
        // What the offender did unasked may be the very thing.
        let is_done = |case: &Case<'_>, ply: u32| {
            let played = self.table.stood(ply).map(|stood| stood.played);
            let meets = |moves: &[Move]| played.is_some_and(|played| moves.contains(&played));
            match &case.chosen {
                Some(chosen) => meets(chosen),
                None => case.due().iter().any(|laid| meets(&laid.moves)),
            }
        };
        case.asked = Asked::Elected(at);
        case.chosen = chosen;
        case.help.push(said);
        if let Stage::Answered(ply) = case.stage
            && is_done(case, ply)
        {
            case.end(Disposition::Enforced);
        }
        match case.remedies.get(at).map(|laid| laid.remedy.kind) {
            Some(RemedyKind::Annul) => case.end(Disposition::Annulled),
            Some(RemedyKind::Forfeit | RemedyKind::Draw | RemedyKind::Win | RemedyKind::Admonish) => {
                case.end(Disposition::Enforced);
            }
            // The time that goes with it is still to be given.
            Some(RemedyKind::Promote) if case.is_of_law() => case.is_put_right = true,
            Some(RemedyKind::AddTime) if case.is_put_right => case.end(Disposition::Enforced),
            // Time is given with the word, and nothing else is to be done.
            Some(RemedyKind::AddTime | RemedyKind::LoseTime)
                if case.stage == Stage::Standing && case.goes_back_to().is_none() =>
            {
                case.end(Disposition::Enforced);
            }
            _ => {}
        }
    }

    fn unavailable(&mut self, by: Color, index: usize, kind: RemedyKind, span: Span) {
        let Some(case) = self.cases.get(index) else { return };
        let help = if case.remedies.is_empty() {
            "it gives nothing for this".to_owned()
        } else {
            format!("it gives {}", case.given_in_words())
        };
        let is_offered = case.remedies.iter().any(|laid| laid.remedy.kind == kind);
        let asked = words::what_is_asked(kind);
        let message = if case.stage == Stage::Ended(Disposition::Waived) {
            format!("{by} asks {asked}, and has let the offence pass")
        } else if is_offered && !case.is_for(by) {
            format!("{by} asks {asked}, and it is not for him to choose")
        } else if is_offered {
            format!("{by} asks {asked}, with a man or a move that this does not allow")
        } else {
            format!("{by} asks {asked}, which the code does not give here")
        };
        let provision = case.provision();
        // What is not revealed may be given.
        let unrevealed = matches!(case.decision, Decision::Silence(Voice::Unrevealed));
        let severity = if unrevealed { Severity::Info } else { Severity::Error };
        let mut draft = Draft::new(Rule::PenaltyUnavailable, severity, self.plies(), span, message);
        draft = match provision {
            Some(provision) => draft.under(provision),
            None => draft.of_fact(),
        };
        draft.offender = Some(by);
        self.push(draft.help(help));
    }

    /// `penalty.late`.
    fn late(&mut self, by: Color, index: usize, kind: RemedyKind, span: Span) {
        let facts = self.facts(by);
        let Some(case) = self.cases.get(index) else { return };
        let provision = case.provision();
        // The right that gave it, be it one that gave way to another.
        let gave = match &case.decision {
            Decision::Rights(rights) => rights.iter().find(|right| gives(right.provision, kind)),
            Decision::Silence(_) => None,
        };
        let provision = gave.map(|right| right.provision).or(provision);
        let closed = gave
            .and_then(|right| right.closed(|ply| self.numbered(ply)))
            .map(|closed| format!("the right ended {closed}"));
        let message = format!("{by} asks {} too late", words::what_is_asked(kind));
        // The limit is the right's own, or that of the article which it names for what comes late.
        let of_article = |article: &str, said: &Provision| {
            *said.article == *article || said.penalty.as_deref() == Some(article)
        };
        let limit = match provision.and_then(|provision| provision.late.as_ref()) {
            Some(Late::Article(article)) => {
                ruling(self.code, Rule::PenaltyLate, facts, |said| of_article(article, said))
            }
            Some(Late::Stands) => None,
            None => ruling(self.code, Rule::PenaltyLate, facts, |_| true),
        };
        let condition = limit.as_ref().and_then(|limit| limit.condition).map(super::case::as_condition);
        let limit = limit.map(|limit| limit.provision).or(provision);
        let mut draft = Draft::new(Rule::PenaltyLate, Severity::Error, self.plies(), span, message);
        if let Some(limit) = limit {
            draft = draft.under(limit);
        }
        draft.offender = Some(by);
        let help: Vec<String> = condition.into_iter().chain(closed).collect();
        self.push(draft.help((!help.is_empty()).then(|| help.join("; "))));
    }

    fn no_case(&mut self, by: Color, kind: RemedyKind, span: Span) {
        let asked = words::what_is_asked(kind);
        let message = format!("{by} asks {asked}, and nothing is open that could give it");
        self.push(Draft::new(Rule::RecordCommand, Severity::Error, self.plies(), span, message));
    }

    /// Offences are let pass.
    pub(super) fn waive(&mut self, by: Color, extent: Extent) {
        let his: Vec<usize> = self
            .newest()
            .filter(|index| {
                self.cases
                    .get(*index)
                    .is_some_and(|case| case.offence.offender != by && case.is_for(by) && case.is_open())
            })
            .collect();
        let how_many = match extent {
            Extent::Newest => 1,
            Extent::All => his.len(),
        };
        let facts = self.facts(by).with(Predicate::Waived, true);
        let leave = ruling(self.code, Rule::PenaltyNotExecuted, facts, |_| true).map(|found| found.provision);
        for index in his.into_iter().take(how_many) {
            if let Some(case) = self.cases.get_mut(index) {
                if case.is_mere_correction() {
                    case.help.push(format!("{by} lets it pass, and no player can: it is no penalty"));
                    continue;
                }
                case.end(Disposition::Waived);
                if let Some(leave) = leave {
                    case.help.push(super::case::as_condition(leave));
                }
            }
        }
    }

    /// The umpire decides.
    pub(super) fn rule(&mut self, what: Decided, span: Span) {
        if let Decided::Admonish(player) = what {
            self.admonished.push(player);
        }
        let kinds: &[RemedyKind] = match what {
            Decided::Annul => &[RemedyKind::Annul],
            Decided::Recommence => &[RemedyKind::Recommence],
            Decided::Draw => &[RemedyKind::Draw],
            Decided::Proceed => &[RemedyKind::Proceed],
            Decided::Forfeit(_) => &[RemedyKind::Forfeit],
            Decided::Stand => &[RemedyKind::Stand, RemedyKind::BothStand, RemedyKind::FirstStands],
            Decided::Retract(_) => &[RemedyKind::Retract, RemedyKind::RetractSecond],
            Decided::Restore(_) => &[RemedyKind::Restore],
            Decided::Adjust => &[RemedyKind::Adjust],
            Decided::Admonish(_) => &[RemedyKind::Admonish],
            Decided::AddTime(..) => &[RemedyKind::AddTime],
            Decided::Promote(..) => &[RemedyKind::Promote],
        };
        if matches!(what, Decided::Retract(_)) {
            self.sanctioned = true;
        }
        if matches!(what, Decided::Proceed | Decided::AddTime(..)) {
            self.reject_submitted();
        }
        if what == Decided::Annul {
            self.umpire_not_satisfied();
        }
        if what == Decided::Draw {
            self.consent_to_draw();
        }
        let found = self.newest().find_map(|index| {
            let case = self.cases.get(index)?;
            let at = case.remedies.iter().position(|laid| kinds.contains(&laid.remedy.kind))?;
            Some((index, at))
        });
        // That a move go back which some case takes back is what the laws give.
        let taken_back = match what {
            Decided::Retract(moves) => {
                let to = self.plies().saturating_sub(moves.get());
                self.newest()
                    .find(|index| self.cases.get(*index).is_some_and(|case| case.goes_back_to() == Some(to)))
            }
            _ => None,
        };
        if what == Decided::Proceed {
            self.let_come_late();
        }
        let about = found.map(|(index, _)| index).or(taken_back.filter(|_| !self.laws_left));
        self.weigh_ruling(what, about, span);
        if let Some((index, at)) = found {
            return self.elected(index, at, None, format!("the umpire ruled: {what}"));
        }
        match what {
            Decided::Stand | Decided::Proceed => self.let_stand(what),
            Decided::Admonish(_) | Decided::AddTime(..) | Decided::Forfeit(_) => self.punish(what),
            _ => {}
        }
    }

    /// The umpire has the game drawn that the players agreed to draw, against the rules of the event: that is
    /// his consent.
    fn consent_to_draw(&mut self) {
        let ply = self.plies();
        let is_barred = |case: &Case<'_>| {
            case.rule == Rule::DrawAgreement
                && case.offence.ply == ply
                && case.facts.has(Predicate::EventForbidsDraw)
                && !case.gives()
        };
        let barred = self.newest().find(|index| self.cases.get(*index).is_some_and(is_barred));
        let Some(index) = barred else { return };
        self.rule_anew(index, Predicate::EventForbidsDraw, false);
        if let Some(case) = self.cases.get_mut(index).filter(|case| case.is_due(&[RemedyKind::Draw])) {
            case.gravity = Severity::Info;
        }
    }

    /// The umpire has the game void: where the law leaves it to him whether a fallen man is put back to his
    /// satisfaction, it was not.
    fn umpire_not_satisfied(&mut self) {
        let is_dropped =
            |index: &usize| self.cases.get(*index).is_some_and(|case| case.rule == Rule::BoardDropped);
        let Some(index) = self.newest().find(is_dropped) else { return };
        let Some(case) = self.cases.get(index) else { return };
        let disputed = case.facts.with(Predicate::Disputed, true);
        let is_his = ruling(self.code, case.rule, disputed, |_| true).is_some_and(|found| {
            let mut remedies = found.provision.remedies.iter();
            remedies.any(|rule| rule.kind == RemedyKind::Annul && rule.chooser == law::Chooser::Umpire)
        });
        if is_his {
            self.rule_anew(index, Predicate::Disputed, true);
        }
    }

    /// What was pointed out stands by the umpire's ruling, though the law has it otherwise: no player is to
    /// blame for what is then not done.
    fn let_stand(&mut self, what: Decided) {
        let waits = |case: &Case<'_>| {
            case.asked != Asked::No && case.stage == Stage::Standing && case.is_of_law() && !case.annuls()
        };
        let found = self.newest().find(|index| self.cases.get(*index).is_some_and(waits));
        if let Some(case) = found.and_then(|index| self.cases.get_mut(index)) {
            case.help.push(format!("the umpire ruled: {what}"));
            case.end(Disposition::Misapplied);
        }
    }

    /// What a disturbance costs was the umpire's to pick.
    fn punish(&mut self, what: Decided) {
        let waits = |case: &Case<'_>| {
            let is_the_culprit = match what {
                Decided::Admonish(player) | Decided::Forfeit(player) => player == case.offence.offender,
                Decided::AddTime(player, _) => player != case.offence.offender,
                _ => false,
            };
            case.rule == Rule::ConductDisturbance
                && is_the_culprit
                && !case.is_ended()
                && case.is_due(&[RemedyKind::Umpire])
        };
        let found = self.newest().find(|index| self.cases.get(*index).is_some_and(waits));
        let Some(case) = found.and_then(|index| self.cases.get_mut(index)) else { return };
        case.help.push(format!("the umpire ruled: {what}"));
        if matches!(what, Decided::Forfeit(_)) {
            // What he picked is what it came to.
            for laid in &mut case.remedies {
                laid.remedy.kind = RemedyKind::Forfeit;
            }
            self.stage = GameStage::Over;
        }
        case.end(Disposition::Enforced);
    }

    /// `penalty.ruling`: whether the umpire was asked, and kept to the laws. `about`: the case that gives what
    /// he rules.
    fn weigh_ruling(&mut self, what: Decided, about: Option<usize>, span: Span) {
        let is_offered = about.is_some();
        let open = self.newest().find(|index| {
            self.cases.get(*index).is_some_and(|case| case.is_open() && case.gravity > Severity::Info)
        });
        let by_consent = self.laws_left;
        let goes_against_law = (open.is_some() && what != Decided::Proceed) || self.law_gives_otherwise(what);
        // What is no more than the laws give here is enforced as theirs; else he may decide the game himself.
        let ends = match what {
            Decided::Draw => Some(RemedyKind::Draw),
            Decided::Forfeit(_) => Some(RemedyKind::Forfeit),
            Decided::Annul => Some(RemedyKind::Annul),
            _ => None,
        };
        let confirms = ends.is_some_and(|kind| self.has_been_decided(kind));
        let departs = !is_offered && !confirms && (by_consent || goes_against_law);
        let goes_on = self.stage == GameStage::UnderWay && !self.cases.iter().any(Case::has_annulled);
        let ends = ends.filter(|_| !is_offered && goes_on);
        // A question is of what was done before it was put.
        let act = about.and_then(|index| self.cases.get(index)).map(|case| case.offence.ply);
        let mut questions = std::mem::take(&mut self.questions);
        questions.retain(|question| act.is_none_or(|act| act <= question.ply));
        let appealed = !questions.is_empty();
        let claimed = questions.iter().any(|question| question.put == Put::Claimed);
        let has_submitted =
            |player: Color| questions.iter().any(|q| q.put == Put::Submitted && q.by == player.into());
        let heard = if [Color::White, Color::Black].into_iter().all(has_submitted) {
            Heard::OnAppealOfBoth
        } else if appealed {
            Heard::OnAppeal
        } else {
            Heard::Unasked
        };
        self.ruled = Some(heard);
        self.laws_left = false;
        if appealed && !departs && ends.is_none() {
            return;
        }
        let concerned = match what {
            Decided::Forfeit(loser) => loser,
            _ => self.table.board().turn(),
        };
        let facts = self
            .facts(concerned)
            .with(Predicate::Appealed, appealed)
            .with(Predicate::SubmittedByBoth, heard == Heard::OnAppealOfBoth)
            .with(Predicate::ByConsent, by_consent)
            .with(Predicate::Departs, departs);
        let governs = ruling(self.code, Rule::PenaltyRuling, facts, |_| true);
        let is_final = governs.is_some_and(|found| gives(found.provision, RemedyKind::Umpire));
        if is_final && ends.is_none() {
            return;
        }
        let message = if departs && !is_final {
            format!("the umpire rules \"{what}\", which the laws do not give here")
        } else {
            match heard {
                Heard::OnAppealOfBoth => format!("the umpire, whom both players had asked, rules \"{what}\""),
                Heard::OnAppeal => format!("the umpire, who had been asked, rules \"{what}\""),
                Heard::Unasked => format!("the umpire rules \"{what}\", and nobody had asked him"),
            }
        };
        let ply = self.plies();
        let opened = self.open(Opening {
            is_named: false,
            ..Opening::at(Rule::PenaltyRuling, facts, concerned, ply, span, message)
        });
        let Some(kind) = ends else { return };
        let his = |case: &&mut Case<'_>| case.is_due(&[RemedyKind::Umpire]);
        let Some(case) = opened.and_then(|index| self.cases.get_mut(index)).filter(his) else {
            self.ruled_end = RuledEnd::of(what);
            return;
        };
        {
            // What he decided is what the question came to.
            for laid in &mut case.remedies {
                laid.remedy.kind = kind;
            }
            let is_on_a_claim = claimed && kind == RemedyKind::Draw;
            if !departs && !is_on_a_claim {
                case.help.push("the record does not show on what ground".to_owned());
            }
            case.gravity = Severity::Info;
            case.asked = Asked::Noticed;
            case.end(if kind == RemedyKind::Annul { Disposition::Annulled } else { Disposition::Enforced });
            self.stage = GameStage::Over;
        }
    }

    /// Whether the game was decided so already: the ruling says no more than the laws.
    fn has_been_decided(&self, kind: RemedyKind) -> bool {
        let mut latest = self.latest().filter_map(|index| self.cases.get(index));
        latest.any(|case| {
            let is_done = matches!(case.stage, Stage::Ended(Disposition::Enforced | Disposition::Annulled));
            is_done && case.is_due(&[kind])
        })
    }

    /// Whether the laws have just given something else: a draw that was claimed and is none, an admonition
    /// where he has the game lost.
    fn law_gives_otherwise(&self, what: Decided) -> bool {
        let ply = self.plies();
        let mut latest = self.latest().filter_map(|index| self.cases.get(index));
        match what {
            Decided::Draw => latest.any(|case| {
                case.offence.kind == OffenceKind::WrongClaim
                    && case.rule.family() == "draw"
                    && case.offence.ply == ply
            }),
            Decided::Forfeit(loser) => latest.any(|case| {
                !case.is_ended() && case.offence.offender == loser && case.is_due(&[RemedyKind::Admonish])
            }),
            _ => false,
        }
    }

    /// Something is claimed.
    pub(super) fn claim(&mut self, by: Color, claim: &Claim, span: Span) {
        let written = match claim {
            Claim::Repetition(_) | Claim::Fifty(_) => self.rightly_written(by),
            _ => None,
        };
        match claim {
            Claim::Indulgence => {
                let facts = self.facts(by);
                let ply = self.plies();
                self.open(Opening::at(
                    Rule::PenaltyIndulgence,
                    facts,
                    by,
                    ply,
                    span,
                    format!("{by} asks for an indulgence in return for one that he gave"),
                ));
            }
            Claim::Stalemate => self.claim_stalemate(by, span),
            Claim::Flag => self.claim_flag(by.into(), span),
            Claim::Repetition(words) => {
                let with = DrawnWith { named: words.as_ref(), written: written.as_ref() };
                self.claim_draw(by, DrawClaim::Repetition(with), span);
            }
            Claim::Fifty(words) => {
                let with = DrawnWith { named: words.as_ref(), written: written.as_ref() };
                self.claim_draw(by, DrawClaim::Fifty(with), span);
            }
            Claim::Perpetual => self.claim_draw(by, DrawClaim::Perpetual, span),
            Claim::NormalMeans => self.claim_draw(by, DrawClaim::NormalMeans, span),
            Claim::Count(ground) => self.call_for_count(by, *ground, span),
            Claim::Proceed => self.claim_to_proceed(by, span),
        }
    }
}

fn has_pawn_on_last_rank(board: &Position) -> bool {
    board.of_role(Role::Pawn).squares().any(|pawn| matches!(pawn.rank().index(), 0 | 7))
}

/// Whether the law has a position judged that no legal move leads to.
fn asks_for_impossible(provision: &Provision) -> bool {
    let mut asked = provision.when.iter().flat_map(|clause| &clause.any);
    asked.any(|literal| {
        literal.holds && matches!(literal.predicate, Predicate::KingsBothInCheck | Predicate::PawnOnLastRank)
    })
}

/// The moves of a remedy that a choice leaves; `None` where it names none of them.
fn named_by(case: &Case<'_>, laid: &Laid, choice: &Choice) -> Option<Vec<Move>> {
    if laid.moves.is_empty() {
        return Some(Vec::new());
    }
    let position = case.ground.as_ref().map(|ground| &ground.position)?;
    let of_man =
        |man| -> Vec<Move> { laid.moves.iter().copied().filter(|played| played.from() == man).collect() };
    let taking = |man| -> Vec<Move> {
        laid.moves.iter().copied().filter(|played| super::remedies::takes(*played, man)).collect()
    };
    let left = match choice {
        Choice::Square(square) => {
            let own = of_man(*square);
            let hostile = taking(*square);
            let pawn = |played: &Move| {
                played.to() == *square
                    && position.man_at(played.from()).is_some_and(|man| man.role == Role::Pawn)
            };
            if !own.is_empty() {
                own
            } else if !hostile.is_empty() {
                hostile
            } else {
                // `e4` is the pawn's move to that square: the adversary names the man only.
                laid.moves.iter().copied().find(pawn).map(|played| of_man(played.from())).unwrap_or_default()
            }
        }
        Choice::Piece(role) => laid
            .moves
            .iter()
            .copied()
            .filter(|played| matches!(played.kind(), crate::chess::MoveKind::Promotion(to) if to == *role))
            .collect(),
        Choice::Move(text) => {
            let read = San::from_ascii(text.as_str().as_bytes())?;
            match position.meaning(read) {
                Meaning::Legal(played) if laid.moves.contains(&played) => of_man(played.from()),
                _ => Vec::new(),
            }
        }
    };
    (!left.is_empty()).then_some(left)
}

/// Whether a provision gives a remedy of this kind, at once or where others have no move.
pub(super) fn gives(provision: &Provision, kind: RemedyKind) -> bool {
    let mut rules: Vec<&law::RemedyRule> = provision.remedies.iter().chain(&provision.otherwise).collect();
    while let Some(rule) = rules.pop() {
        if rule.kind == kind {
            return true;
        }
        if let law::Otherwise::Remedy(next) = &rule.otherwise {
            rules.push(next);
        }
    }
    false
}
