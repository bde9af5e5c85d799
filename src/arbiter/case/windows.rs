//! Windows: until when a right may be used.

use crate::chess::Color;
use crate::finding::{Window, WindowState};
use crate::law::{Person, TouchException, WindowId, WindowRule};

use crate::arbiter::state::board::MovesMade;

/// The offence a window runs from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offence {
    /// The moves standing once it was committed, the offending move among them.
    pub ply: u32,
    /// The offender.
    pub offender: Color,
    /// The kind of act, as far as windows care.
    pub kind: OffenceKind,
    /// The moves that each player had made by then.
    pub made: MovesMade,
}

/// The kind of act that an offence is, as far as windows care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OffenceKind {
    /// A touch: it is complete only when another man is played.
    Touch,
    /// A false move or a false cry, in consequence of which the adversary may touch a man.
    Misleading,
    /// A claim of what is not there: what is due for it is due at once, and no moves go back.
    WrongClaim,
    /// Anything else.
    Other,
}

/// A move just completed, as a window sees it.
#[derive(Clone, Copy)]
pub(crate) struct Completed {
    /// Its ply.
    pub ply: u32,
    /// The player who made it.
    pub by: Color,
    /// Whether it was legal: an illegal one is no move where the word means a legal one.
    pub lawful: bool,
    /// The moves that each player has made now.
    pub made: MovesMade,
}

/// How a hand came to a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contact {
    /// In earnest.
    Meant,
    /// In earnest, in consequence of the offence.
    Induced,
    /// By accident.
    Accidental,
    /// To adjust, in time.
    Adjusting,
}

/// The event that closes a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClosedBy {
    /// A completed move.
    Move,
    /// A touch.
    Touch,
    /// It was past when the offence began.
    Before,
    /// The end of the game.
    End,
}

/// A window under way.
#[derive(Clone, Debug)]
pub(crate) struct Watch<'c> {
    rule: &'c WindowRule,
    offence: Offence,
    opened_ply: u32,
    closed_ply: Option<u32>,
    /// The event that closed it.
    closed_by: ClosedBy,
    /// That in words, as it was when it closed: moves may go back since.
    pub closed_in_words: Option<String>,
    /// Closed but for the words said with the closing move.
    closing: Option<Closing>,
    /// Who began the game: whose moves are the second player's follows from it.
    first: Color,
}

/// The move that closes a window once the words said with it are heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Closing {
    ply: u32,
    mover: Color,
}

impl<'c> Watch<'c> {
    /// The window of an offence, open.
    pub(crate) fn new(rule: &'c WindowRule, offence: Offence, first: Color) -> Self {
        let mut watch = Self {
            rule,
            offence,
            opened_ply: offence.ply,
            closed_ply: None,
            closed_by: ClosedBy::Move,
            closed_in_words: None,
            closing: None,
            first,
        };
        // A window counted from the beginning of the game may be over before the offence.
        if watch.is_past(offence.made) {
            watch.close(offence.ply, ClosedBy::Before);
        }
        watch
    }

    /// Whether moves counted from the beginning of the game have come to the number that ends it.
    fn is_past(&self, made: MovesMade) -> bool {
        let n = self.rule.n.unwrap_or(1);
        let has_made = |color: Color| made.of(color) >= n;
        let offender = self.offence.offender;
        match (self.rule.closes, self.rule.who) {
            (WindowId::MovesEach, _) => has_made(Color::White) && has_made(Color::Black),
            (WindowId::MovesOf, Some(Person::SecondPlayer)) => has_made(self.first.other()),
            (WindowId::MovesOf, Some(Person::Finder)) => has_made(offender.other()),
            (WindowId::MovesOf, Some(Person::Offender) | None) => has_made(offender),
            _ => false,
        }
    }

    /// Whether the right may still be used.
    pub(crate) fn is_open(&self) -> bool {
        self.closed_ply.is_none()
    }

    /// Whether nothing closes it.
    pub(crate) fn is_endless(&self) -> bool {
        self.rule.closes == WindowId::Never
    }

    /// Whether only the end of the game closes it, or nothing: no act need be shown to it.
    pub(crate) fn is_long(&self) -> bool {
        matches!(self.rule.closes, WindowId::GameEnd | WindowId::Never)
    }

    /// Whether the game itself closes it, by its moves or its end: no player's conduct since the offence does.
    pub(crate) fn runs_with_the_game(&self) -> bool {
        match self.rule.closes {
            WindowId::GameEnd | WindowId::Never | WindowId::MovesEach | WindowId::MovesEachSince => true,
            WindowId::MovesOf => {
                !matches!(self.rule.who, Some(Person::Claimant | Person::Announcer | Person::Checker))
            }
            WindowId::AdversaryTouches
            | WindowId::AdversaryMoves
            | WindowId::AnyMove
            | WindowId::AnnouncerMoves => false,
        }
    }

    /// The ply that closed it.
    pub(crate) fn closed_ply(&self) -> Option<u32> {
        self.closed_ply
    }

    /// The event that closed it.
    pub(crate) fn closed_by(&self) -> ClosedBy {
        self.closed_by
    }

    /// Against whom it runs.
    pub(crate) fn offender(&self) -> Color {
        self.offence.offender
    }

    /// Whether the end of the game is what closes it.
    pub(crate) fn closes_with_the_game(&self) -> bool {
        self.rule.closes == WindowId::GameEnd
    }

    /// Whether it opens again once the move that closed it is taken back. Where a touch closes it that move was one, and
    /// the man stays touched, unless the touch was in consequence of the offence and such a one is excepted.
    pub(crate) fn reopens(&self) -> bool {
        let may_be_induced = self.offence.kind == OffenceKind::Misleading;
        self.rule.closes != WindowId::AdversaryTouches
            || (may_be_induced && self.rule.except.contains(&TouchException::Induced))
    }

    /// The move that closed it was taken back.
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

    /// A hand comes to a man, no move being made by it.
    pub(crate) fn see_touch(&mut self, by: Color, ply: u32, contact: Contact) {
        self.settle();
        if self.rule.closes != WindowId::AdversaryTouches || by == self.offence.offender {
            return;
        }
        let excepted = match contact {
            Contact::Accidental => self.rule.except.contains(&TouchException::Accidental),
            Contact::Adjusting => self.rule.except.contains(&TouchException::Adjusting),
            Contact::Induced => self.rule.except.contains(&TouchException::Induced),
            Contact::Meant => false,
        };
        if !excepted {
            self.close(ply, ClosedBy::Touch);
        }
    }

    /// An act, which may belong to the move that is closing the window: whatever the mover does before anybody else.
    pub(crate) fn see_act(&mut self, by: Option<Color>) {
        if self.closing.is_some_and(|closing| by != Some(closing.mover)) {
            self.settle();
        }
    }

    /// Whatever belonged to the closing move is over.
    pub(crate) fn settle(&mut self) {
        if let Some(closing) = self.closing.take() {
            self.close(closing.ply, ClosedBy::Move);
        }
    }

    /// A move is completed.
    pub(crate) fn see_move(&mut self, completed: Completed) {
        self.settle();
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
            // What the offender plays is in answer to the offence, or part of it, until the other player has moved.
            WindowId::AnyMove => completed.lawful && (by != offender || since(offender.other()) > 0),
            WindowId::MovesEach => self.is_past(now),
            WindowId::MovesEachSince => since(Color::White) >= n && since(Color::Black) >= n,
            WindowId::MovesOf if self.rule.legal && !completed.lawful => false,
            WindowId::MovesOf => match self.rule.who {
                Some(Person::SecondPlayer | Person::Finder | Person::Offender) | None => self.is_past(now),
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

    /// The game is over after so many plies.
    pub(crate) fn end(&mut self, ply: u32) {
        if self.rule.closes != WindowId::Never {
            self.close(ply, ClosedBy::End);
        }
    }

    /// As the report shows it.
    pub(crate) fn shown(&self) -> Window {
        let state = match (self.closed_ply, self.rule.closes) {
            (Some(_), _) => WindowState::Closed,
            (None, WindowId::Never) => WindowState::Unlimited,
            (None, _) => WindowState::Open,
        };
        Window {
            closes: self.rule.closes,
            opened_ply: self.opened_ply,
            closed_ply: self.closed_ply,
            state,
            n: self.rule.n,
            who: self.rule.who.map(Person::id),
        }
    }
}
