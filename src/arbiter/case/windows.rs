//! Rights and their windows: the time in which a right can be used.

use crate::chess::Color;
use crate::finding::{Window, WindowState};
use crate::law::{Person, Provision, Terms, TouchException, WindowId, WindowRule};

use crate::arbiter::sentences;
use crate::arbiter::state::MovesMade;

/// The offence from which a window is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offence {
    /// The number of plies after the offence, including the offending move.
    pub ply: u32,
    pub offender: Color,
    pub kind: OffenceKind,
    /// The number of moves that each player had made by then.
    pub made: MovesMade,
}

/// The kinds of acts that windows distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OffenceKind {
    /// A touch, which is an offence only when another man is played.
    Touch,
    /// A false move or a false cry, which may induce the opponent to touch a man.
    Misleading,
    /// A false claim: its remedies are due at once, and no moves are retracted.
    WrongClaim,
    Other,
}

/// A completed move as windows see it.
#[derive(Clone, Copy)]
pub(crate) struct CompletedMove {
    pub ply: u32,
    pub by: Color,
    /// Some windows count only legal moves.
    pub lawful: bool,
    /// The number of moves that each player has made, including this one.
    pub made: MovesMade,
    /// The number of moves that each player has completed, as far as the record notes it.
    pub completed: MovesMade,
}

/// How a player came to touch a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contact {
    /// In earnest.
    Deliberate,
    /// In earnest, because of the offence.
    Induced,
    Accidental,
    /// To adjust it, with notice in time.
    Adjusting,
}

/// The event that closed a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClosedBy {
    Move,
    Touch,
    /// The time was over when the offence was committed.
    Before,
    End,
}

/// The state of one window.
#[derive(Clone, Debug)]
pub(crate) struct RightWindow<'c> {
    rule: &'c WindowRule,
    pub offence: Offence,
    pub closed_ply: Option<u32>,
    pub closed_by: ClosedBy,
    /// Its description at that time; its move may have been retracted since.
    pub closed_in_words: Option<String>,
    /// Set when the closing move is made and only the words said with it are still to come.
    closing: Option<Closing>,
    /// The player who began the game, from which the second player follows.
    first: Color,
}

/// A move that closes the window after the words said with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Closing {
    ply: u32,
    mover: Color,
}

impl<'c> RightWindow<'c> {
    pub(crate) fn new(rule: &'c WindowRule, offence: Offence, first: Color) -> Self {
        let mut watch = Self {
            rule,
            offence,
            closed_ply: None,
            closed_by: ClosedBy::Move,
            closed_in_words: None,
            closing: None,
            first,
        };
        // A window counted from the beginning of the game may be over before the offence.
        if watch.is_limit_reached(offence.made) {
            watch.close(offence.ply, ClosedBy::Before);
        }
        watch
    }

    /// Whether a limit counted from the beginning of the game is reached.
    fn is_limit_reached(&self, made: MovesMade) -> bool {
        let n = self.rule.n.unwrap_or(1);
        let has_made = |color: Color| made.of(color) >= n;
        let offender = self.offence.offender;
        match (self.rule.closes, self.rule.who) {
            (WindowId::MovesEach, _) => has_made(Color::White) && has_made(Color::Black),
            (WindowId::MovesEither, _) => has_made(Color::White) || has_made(Color::Black),
            (WindowId::MovesOf, Some(Person::SecondPlayer)) => has_made(self.first.other()),
            (WindowId::MovesOf, Some(Person::Finder)) => has_made(offender.other()),
            (WindowId::MovesOf, Some(Person::Offender) | None) => has_made(offender),
            _ => false,
        }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.closed_ply.is_none()
    }

    pub(crate) fn never_closes(&self) -> bool {
        self.rule.closes == WindowId::Never
    }

    /// Whether no move or act closes the window, only the end of the game or nothing.
    pub(crate) fn ignores_events(&self) -> bool {
        matches!(self.rule.closes, WindowId::GameEnd | WindowId::Never)
    }

    /// Whether the moves of the game or its end close the window, not the conduct of a player.
    pub(crate) fn depends_on_game_only(&self) -> bool {
        match self.rule.closes {
            WindowId::GameEnd
            | WindowId::Never
            | WindowId::MovesEach
            | WindowId::MovesEither
            | WindowId::MovesEachSince => true,
            WindowId::MovesOf => {
                !matches!(self.rule.who, Some(Person::Claimant | Person::Announcer | Person::Checker))
            }
            WindowId::AdversaryTouches
            | WindowId::AdversaryMoves
            | WindowId::AnyMove
            | WindowId::AnnouncerMoves => false,
        }
    }

    pub(crate) fn closes_at_game_end(&self) -> bool {
        self.rule.closes == WindowId::GameEnd
    }

    /// Whether the retraction of the closing move reopens the window. A touch cannot be undone, so a window
    /// closed by it stays closed, unless touches induced by the offence are excepted.
    pub(crate) fn reopens(&self) -> bool {
        let may_be_induced = self.offence.kind == OffenceKind::Misleading;
        self.rule.closes != WindowId::AdversaryTouches
            || (may_be_induced && self.rule.except.contains(&TouchException::Induced))
    }

    pub(crate) fn reopen(&mut self) {
        self.closed_ply = None;
        self.closed_in_words = None;
        self.closing = None;
    }

    fn close(&mut self, ply: u32, by: ClosedBy) {
        if self.closed_ply.is_none() {
            self.closed_ply = Some(ply.max(self.offence.ply));
            self.closed_by = by;
        }
    }

    pub(crate) fn on_touch(&mut self, by: Color, ply: u32, contact: Contact) {
        self.finish_closing();
        if self.rule.closes != WindowId::AdversaryTouches || by == self.offence.offender {
            return;
        }
        let excepted = match contact {
            Contact::Accidental => self.rule.except.contains(&TouchException::Accidental),
            Contact::Adjusting => self.rule.except.contains(&TouchException::Adjusting),
            Contact::Induced => self.rule.except.contains(&TouchException::Induced),
            Contact::Deliberate => false,
        };
        if !excepted {
            self.close(ply, ClosedBy::Touch);
        }
    }

    /// Handles an act. Acts of the mover directly after the closing move still belong to it.
    pub(crate) fn on_act(&mut self, by: Option<Color>) {
        if self.closing.is_some_and(|closing| by != Some(closing.mover)) {
            self.finish_closing();
        }
    }

    /// Closes the window if its closing move and the acts with it are over.
    pub(crate) fn finish_closing(&mut self) {
        if let Some(closing) = self.closing.take() {
            self.close(closing.ply, ClosedBy::Move);
        }
    }

    pub(crate) fn on_move(&mut self, completed: CompletedMove) {
        self.finish_closing();
        if self.closed_ply.is_some() {
            return;
        }
        let Offence { offender, made: then, .. } = self.offence;
        let by = completed.by;
        let n = self.rule.n.unwrap_or(1);
        let now = completed.made;
        let since = |color: Color| now.of(color).saturating_sub(then.of(color));
        let closes = match self.rule.closes {
            WindowId::AdversaryTouches | WindowId::AdversaryMoves => by != offender,
            // The offender's own moves belong to the offence or answer it until the opponent has moved.
            WindowId::AnyMove => completed.lawful && (by != offender || since(offender.other()) > 0),
            WindowId::MovesEach | WindowId::MovesEither if self.rule.completed => {
                self.is_limit_reached(completed.completed)
            }
            WindowId::MovesEach | WindowId::MovesEither => self.is_limit_reached(now),
            WindowId::MovesEachSince => since(Color::White) >= n && since(Color::Black) >= n,
            WindowId::MovesOf if self.rule.legal && !completed.lawful => false,
            WindowId::MovesOf => match self.rule.who {
                Some(Person::SecondPlayer | Person::Finder | Person::Offender) | None => {
                    self.is_limit_reached(now)
                }
                Some(Person::Claimant) => since(offender.other()) >= n,
                Some(Person::Announcer | Person::Checker) => since(offender) >= n,
            },
            WindowId::AnnouncerMoves => by == offender,
            WindowId::GameEnd | WindowId::Never => false,
        };
        if closes && self.rule.with {
            self.closing = Some(Closing { ply: completed.ply, mover: by });
        } else if closes {
            self.close(completed.ply, ClosedBy::Move);
        }
    }

    pub(crate) fn end(&mut self, ply: u32) {
        if self.rule.closes != WindowId::Never {
            self.close(ply, ClosedBy::End);
        }
    }

    /// The event that closed it: `with 2... Nc6`; `named` is the move of that ply.
    fn closing_event(&self, named: Option<&str>, terms: &Terms) -> String {
        match self.closed_by {
            ClosedBy::Move => sentences::case::closed_with(named),
            ClosedBy::Touch => sentences::case::closed_by_touch(self.offence.offender.other(), named, terms),
            ClosedBy::Before => sentences::case::closed_before(),
            ClosedBy::End => sentences::case::closed_at_end(),
        }
    }

    /// The window as the report shows it.
    pub(crate) fn to_report(&self) -> Window {
        let state = match (self.closed_ply, self.rule.closes) {
            (Some(_), _) => WindowState::Closed,
            (None, WindowId::Never) => WindowState::Unlimited,
            (None, _) => WindowState::Open,
        };
        Window {
            closes: self.rule.closes,
            opened_ply: self.offence.ply,
            closed_ply: self.closed_ply,
            state,
            n: self.rule.n,
            who: self.rule.who,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Right<'c> {
    pub provision: &'c Provision,
    pub window: Option<RightWindow<'c>>,
    /// The player who asked for a remedy under this right and then waived it.
    pub waived_by: Option<Color>,
}

impl<'c> Right<'c> {
    pub(crate) fn new(provision: &'c Provision, offence: Offence, first: Color) -> Self {
        let watch = provision.window.as_ref().map(|rule| RightWindow::new(rule, offence, first));
        Self { provision, window: watch, waived_by: None }
    }

    pub(crate) fn is_alive(&self) -> bool {
        self.window.as_ref().is_some_and(RightWindow::is_open)
    }

    /// Whether its window has closed; a right without a window is neither alive nor lapsed.
    pub(crate) fn has_lapsed(&self) -> bool {
        self.window.is_some() && !self.is_alive()
    }

    pub(crate) fn lapsed_at_game_end(&self) -> bool {
        self.window.as_ref().is_some_and(|watch| !watch.is_open() && watch.closed_by == ClosedBy::End)
    }

    pub(crate) fn outlives_the_game(&self) -> bool {
        self.window.as_ref().is_some_and(RightWindow::never_closes)
    }

    pub(crate) fn closed_ply(&self) -> Option<u32> {
        self.window.as_ref().and_then(|watch| watch.closed_ply)
    }

    /// Whether a retraction to `keep` revives the right.
    pub(crate) fn is_revived_by(&self, keep: u32) -> bool {
        self.closed_ply().is_some_and(|ply| ply > keep)
            && self.window.as_ref().is_some_and(RightWindow::reopens)
    }

    /// The event that closed the window, in words; `numbered` returns the move of a ply.
    pub(crate) fn closed(&self, numbered: impl Fn(u32) -> Option<String>, terms: &Terms) -> Option<String> {
        let watch = self.window.as_ref()?;
        watch
            .closed_in_words
            .clone()
            .or_else(|| watch.closed_ply.map(|ply| watch.closing_event(numbered(ply).as_deref(), terms)))
    }

    pub(crate) fn reported_window(&self) -> Option<Window> {
        self.window.as_ref().map(RightWindow::to_report)
    }
}
