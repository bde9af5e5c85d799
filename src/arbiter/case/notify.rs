//! Shows events to the windows of the open cases.

use crate::chess::Color;

use crate::arbiter::case::Decision;
use crate::arbiter::case::windows::{Contact, OffenceKind};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::state::draws::OfferAnswer;

impl Proceedings<'_, '_> {
    pub(crate) fn notify_windows_of_touch(&mut self, by: Color, contact: Contact) {
        let ply = self.plies();
        if contact == Contact::Meant {
            self.draws.answer_offer(by, OfferAnswer::WentOn);
        }
        self.beginning.see_touch(by, contact, ply);
        // A false cry induced the touch, whichever right is affected.
        let misled = contact == Contact::Meant && self.speech.misled_by == Some(by.other());
        let contact = if misled { Contact::Induced } else { contact };
        let on_move = self.table.board().turn() == by;
        self.cases.each_open(|case| {
            // A touch is an offence only when another man is played; a contact before that does not answer
            // it.
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
