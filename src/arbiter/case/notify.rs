//! Shows events to the windows of the open cases.

use crate::chess::Color;

use crate::arbiter::case::Decision;
use crate::arbiter::case::windows::{Contact, OffenceKind};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::state::draws::OfferAnswer;

impl Proceedings<'_, '_> {
    /// Shows a touch to every window.
    pub(crate) fn notify_windows_of_touch(&mut self, by: Color, contact: Contact) {
        let ply = self.plies();
        if contact == Contact::Meant {
            self.draws.answer_offer(by, OfferAnswer::WentOn);
        }
        self.beginning.see_touch(by, contact, ply);
        // Whatever the right is that he has: a false cry made him touch.
        let misled = contact == Contact::Meant && self.speech.misled_by == Some(by.other());
        let contact = if misled { Contact::Induced } else { contact };
        let on_move = self.table.board().turn() == by;
        self.cases.each_open(|case| {
            // A touch is no offence before another man is played: what comes before that is not in reply to it.
            if case.offence.kind == OffenceKind::Touch && !on_move {
                return;
            }
            if let Decision::Rights(rights) = &mut case.decision
                && let Some(watch) = rights.last_mut().and_then(|right| right.watch.as_mut())
            {
                watch.see_touch(by, ply, contact);
            }
        });
        self.after_each();
    }
}
