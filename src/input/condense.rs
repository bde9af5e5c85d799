//! Shortens a game too long for memory as it arrives.
//!
//! Text on which no ruling depends is dropped beyond a limit: comments, variations, escape lines, blanks, the ends of
//! overlong tokens and tag values. The rest is still a record: brackets and braces stay balanced, and text that has a
//! meaning at the start of a line stays there.

use memchr::{memchr, memchr_iter, memchr2, memchr3, memrchr};

use super::chunks::DroppedText;
use crate::pgn::boundary;

/// The bytes kept of one comment, tag value or run of blanks.
const TEXT: usize = 64 << 10;

/// The bytes kept of one token, escape line or variation; of a longer variation only the brackets are kept.
const TOKEN: usize = 256;

/// The syntax around the next byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LexState {
    Movetext,
    Comment,
    RestOfLine,
    Escape,
    Tag(InTag),
}

/// The part of a tag pair that contains the next byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InTag {
    OutsideValue,
    Value,
    /// In the value, after a backslash.
    Escaped,
}

/// Why the reading of a piece stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceEnd {
    /// The rest of the piece can be judged only together with the next piece.
    More,
    /// A game starts here.
    Start,
    /// A header within a comment. Unless the next brace closes the comment, a game starts here.
    Header,
}

/// The properties of a line that decide whether a game can start after it.
#[derive(Clone, Copy, Debug, Default)]
struct ScannedLine {
    /// The first byte that is not blank; 0 if there is none.
    first: u8,
    /// Whether the line starts with `first`.
    at_margin: bool,
    semicolon: bool,
    bracket: Bracket,
    /// The last bytes, with each run of blanks as one space. The last byte is the lowest; missing bytes are 0.
    tail: u128,
}

/// Whether a line contains a `[` that does not begin a command (`[%`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bracket {
    #[default]
    None,
    /// The last byte that is not blank is `[`.
    JustOpened,
    Opened,
}

impl Bracket {
    fn push(&mut self, byte: u8) {
        *self = match *self {
            Self::None if byte == b'[' => Self::JustOpened,
            Self::JustOpened if boundary::is_blank(byte) => Self::JustOpened,
            Self::JustOpened if byte != b'%' => Self::Opened,
            Self::Opened => Self::Opened,
            Self::None | Self::JustOpened => Self::None,
        };
    }
}

impl ScannedLine {
    fn push(&mut self, byte: u8) {
        self.bracket.push(byte);
        if self.first == 0 && !boundary::is_blank(byte) {
            self.at_margin = self.tail == 0;
            self.first = byte;
        }
        self.semicolon |= byte == b';';
        self.push_to_tail(byte);
    }

    /// Equals a `push` of each byte. The text contains no line end.
    fn push_all(&mut self, text: &[u8]) {
        let mut rest = text;
        while self.bracket != Bracket::Opened {
            if self.bracket == Bracket::None {
                let Some(at) = memchr(b'[', rest) else { break };
                rest = rest.get(at..).unwrap_or_default();
            }
            let Some((byte, after)) = rest.split_first() else { break };
            self.bracket.push(*byte);
            rest = after;
        }
        if self.first == 0
            && let Some(at) = text.iter().position(|byte| !boundary::is_blank(*byte))
        {
            self.at_margin = self.tail == 0 && at == 0;
            self.first = text.get(at).copied().unwrap_or_default();
        }
        self.semicolon |= memchr(b';', text).is_some();
        // Only the bytes nearest to the end have room in the tail.
        let mut from = text.len();
        let mut left = size_of_val(&self.tail);
        while left > 0 && from > 0 {
            from -= 1;
            let is_blank = |at: usize| text.get(at).is_some_and(|byte| boundary::is_blank(*byte));
            left -= usize::from(!is_blank(from) || !is_blank(from + 1));
        }
        for byte in text.get(from..).unwrap_or_default() {
            self.push_to_tail(*byte);
        }
    }

    fn push_to_tail(&mut self, byte: u8) {
        let byte = if boundary::is_blank(byte) { b' ' } else { byte };
        if byte != b' ' || self.tail & 0xff != u128::from(b' ') {
            self.tail = self.tail << 8 | u128::from(byte);
        }
    }

    fn lets_a_tag_start(self) -> bool {
        let ends_a_tag = self.tail.to_be_bytes().trim_ascii_end().last() == Some(&b']');
        self.first != 0
            && boundary::allows_tags_after(&[self.first])
            && self.bracket != Bracket::Opened
            && !ends_a_tag
    }

    fn lets_a_move_start(self) -> bool {
        let bytes = self.tail.to_be_bytes();
        let start = bytes.iter().position(|&byte| byte != 0).unwrap_or(bytes.len());
        !self.is_escape()
            && !self.semicolon
            && boundary::allows_moves_after(bytes.get(start..).unwrap_or_default())
    }

    fn is_escape(self) -> bool {
        self.first == b'%' && self.at_margin
    }
}

/// The line of the next byte and the lines before it.
#[derive(Debug, Default)]
struct LineHistory {
    current: ScannedLine,
    /// The last line before the current one that is not blank.
    last_nonblank: ScannedLine,
    /// The last line before the current one that contains more than a `;` comment or an escape.
    last_content: ScannedLine,
    previous_is_blank: bool,
    /// Whether the next byte is the first of its line.
    at_line_start: bool,
    after_carriage_return: bool,
}

impl LineHistory {
    fn push(&mut self, byte: u8) {
        let after_carriage_return = std::mem::replace(&mut self.after_carriage_return, byte == b'\r');
        if !boundary::is_break(byte) {
            self.at_line_start = false;
            self.current.push(byte);
        } else if byte != b'\n' || !after_carriage_return {
            self.previous_is_blank = self.current.first == 0;
            if !self.previous_is_blank {
                self.last_nonblank = self.current;
                if self.current.first != b';' && !self.current.is_escape() {
                    self.last_content = self.current;
                }
            }
            self.current = ScannedLine::default();
            self.at_line_start = true;
        }
    }

    /// Equals a `push` of each byte. The text contains no line end.
    fn push_all(&mut self, text: &[u8]) {
        if !text.is_empty() {
            self.after_carriage_return = false;
            self.at_line_start = false;
            self.current.push_all(text);
        }
    }

    fn follows_a_game(&self) -> bool {
        self.previous_is_blank || self.last_nonblank.first != b'['
    }
}

/// Condenses a record. It begins between games.
pub(super) struct Condenser {
    /// The text that is kept.
    pub(super) out: Vec<u8>,
    pub(super) gaps: Vec<DroppedText>,
    /// Whether the kept text has reached `limit`, so that the rest is dropped.
    full: bool,
    limit: usize,
    state: LexState,
    /// The number of open variations.
    depth: u64,
    /// The start in `out` of the outermost variation's text, while all of it is kept.
    variation: Option<usize>,
    /// The start in `out` of the current or last token, comment, variation, line or tag pair.
    unit: usize,
    /// The length so far of the current comment, string, token or run of blanks.
    run: usize,
    /// Whether that run is blanks.
    in_blanks: bool,
    /// A line end that was dropped right before the next byte.
    dropped_break: Option<u8>,
    lines: LineHistory,
    /// The number of event lines in the game so far.
    events: u64,
    /// Whether the next brace is known to close the comment.
    next_brace_closes: bool,
}

impl Condenser {
    /// Keeps about `limit` bytes at most.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            // The system provides only the pages that are used. A growing buffer would fragment the heap.
            out: Vec::with_capacity(limit),
            gaps: Vec::new(),
            full: false,
            limit,
            state: LexState::Movetext,
            depth: 0,
            variation: None,
            unit: 0,
            run: 0,
            in_blanks: true,
            dropped_break: None,
            lines: LineHistory::default(),
            events: 0,
            next_brace_closes: false,
        }
    }

    /// Called after [`PieceEnd::Header`] if the next brace closes the comment. Then no header in the comment counts.
    pub(super) fn comment_is_closed(&mut self) {
        self.next_brace_closes = true;
    }

    /// Whether the end of the text was dropped because the limit was reached.
    pub(super) fn is_cut_short(&self) -> bool {
        self.full && self.gaps.last().is_some_and(|gap| gap.at == self.out.len())
    }

    /// The memory in use, in bytes.
    pub(super) fn held(&self) -> usize {
        self.out.capacity() + self.gaps.capacity() * size_of::<DroppedText>()
    }

    /// Takes bytes from the front of `piece`, and returns their number. `is_last` if the input ends with the piece.
    pub(super) fn take(&mut self, piece: &[u8], is_last: bool) -> (usize, PieceEnd) {
        let mut at = 0;
        while let Some(&byte) = piece.get(at) {
            if self.lines.at_line_start && matches!(byte, b'[' | b'1' | b'%') {
                let line = piece.get(at..).unwrap_or_default();
                if line.len() < boundary::LINE_LOOKAHEAD && !is_last {
                    return (at, PieceEnd::More);
                }
                if let Some(end) = self.start_line(line) {
                    return (at, end);
                }
            } else if at == 0 && self.out.is_empty() {
                // The first line of the text.
                self.events = boundary::is_event_line(piece).into();
                self.continue_game_at(piece);
            }
            let dropped = self.drop_text(piece.get(at..).unwrap_or_default());
            if dropped > 0 {
                at += dropped;
                continue;
            }
            self.byte(byte);
            self.lines.push(byte);
            at += 1;
        }
        (piece.len(), PieceEnd::More)
    }

    /// If the current text has reached its limit, drops the front of `text` up to a byte that may end it or its line.
    /// Returns the number of bytes dropped.
    fn drop_text(&mut self, text: &[u8]) -> usize {
        let end = match self.state {
            LexState::Comment if self.run >= TEXT => memchr3(b'}', b'\n', b'\r', text),
            LexState::RestOfLine if self.run >= TEXT => memchr2(b'\n', b'\r', text),
            LexState::Escape if self.run >= TOKEN => memchr2(b'\n', b'\r', text),
            _ => return 0,
        };
        let text = text.get(..end.unwrap_or(text.len())).unwrap_or_default();
        if text.is_empty() {
            return 0;
        }
        self.run = self.run.saturating_add(text.len());
        self.next_brace_closes &= self.state != LexState::Comment || memchr(b'{', text).is_none();
        self.drop_open_variation();
        self.update_gap(|gap| {
            gap.dropped += text.len() as u64;
            gap.since_newline += text.len() as u64;
        });
        self.check_limit();
        self.lines.push_all(text);
        text.len()
    }

    /// Decides whether a game starts at this line, which looks like the first of one.
    fn start_line(&mut self, line: &[u8]) -> Option<PieceEnd> {
        if self.state == LexState::Comment {
            let header =
                !self.next_brace_closes && boundary::is_event_line(line) && self.lines.follows_a_game();
            return header.then_some(PieceEnd::Header);
        }
        // No cut was found so far, so weaker signs count, and a second event line counts even after a tag.
        let is_event = boundary::is_event_line(line);
        let start = is_event && (self.events > 0 || self.lines.follows_a_game())
            || boundary::is_tag_line(line) && self.lines.last_content.lets_a_tag_start()
            || boundary::is_first_move(line) && self.lines.last_nonblank.lets_a_move_start();
        if start {
            return Some(PieceEnd::Start);
        }
        self.events += u64::from(is_event);
        self.continue_game_at(line);
        None
    }

    /// At the start of a line that belongs to the current game.
    fn continue_game_at(&mut self, line: &[u8]) {
        if self.state != LexState::Movetext {
            return;
        }
        let state = if line.first() == Some(&b'%') {
            LexState::Escape
        } else if self.depth == 0 && boundary::is_tag_line(line) {
            LexState::Tag(InTag::OutsideValue)
        } else {
            return;
        };
        self.restore_break();
        self.start_unit();
        self.state = state;
        self.run = 0;
    }

    fn byte(&mut self, byte: u8) {
        match self.state {
            LexState::Movetext => self.movetext(byte),
            LexState::Comment => {
                if byte == b'}' {
                    self.put_and_enter(byte, LexState::Movetext);
                } else {
                    self.keep_up_to(TEXT, byte);
                }
                self.next_brace_closes &= !matches!(byte, b'{' | b'}');
            }
            LexState::RestOfLine | LexState::Escape => {
                if boundary::is_break(byte) {
                    self.enter(LexState::Movetext);
                    self.movetext(byte);
                } else {
                    self.keep_up_to(if self.state == LexState::Escape { TOKEN } else { TEXT }, byte);
                }
            }
            LexState::Tag(state) => self.tag(byte, state),
        }
    }

    fn movetext(&mut self, byte: u8) {
        if boundary::is_break(byte) || boundary::is_blank(byte) {
            if !self.in_blanks {
                self.in_blanks = true;
                self.run = 0;
            }
            self.run += 1;
            if self.run <= TEXT {
                self.dropped_break = None;
                self.put(byte);
            } else {
                self.dropped_break = (self.depth == 0 && boundary::is_break(byte)).then_some(byte);
                self.drop_with_variation(byte);
            }
            return;
        }
        self.restore_break();
        if self.in_blanks || matches!(byte, b'{' | b';' | b'(') {
            self.start_unit();
        }
        match byte {
            b'{' => self.put_and_enter(byte, LexState::Comment),
            b';' => self.put_and_enter(byte, LexState::RestOfLine),
            b'(' => {
                self.put(byte);
                self.depth += 1;
                if self.depth == 1 {
                    self.variation = Some(self.out.len());
                }
                self.enter(LexState::Movetext);
            }
            b')' if self.depth > 0 => {
                self.depth -= 1;
                self.put_and_enter(byte, LexState::Movetext);
            }
            _ => {
                if self.in_blanks {
                    self.in_blanks = false;
                    self.run = 0;
                }
                self.keep_up_to(TOKEN, byte);
            }
        }
    }

    fn tag(&mut self, byte: u8, state: InTag) {
        match (state, byte) {
            _ if boundary::is_break(byte) => {
                self.enter(LexState::Movetext);
                self.movetext(byte);
            }
            (InTag::OutsideValue, b']') => self.put_and_enter(byte, LexState::Movetext),
            (InTag::OutsideValue, b'"') => self.put_and_enter(byte, LexState::Tag(InTag::Value)),
            (InTag::Value, b'"') => self.put_and_enter(byte, LexState::Tag(InTag::OutsideValue)),
            (InTag::OutsideValue, _) => self.keep_up_to(TOKEN, byte),
            (InTag::Value | InTag::Escaped, _) => {
                let is_escape = state == InTag::Value && byte == b'\\';
                self.state = LexState::Tag(if is_escape { InTag::Escaped } else { InTag::Value });
                self.keep_up_to(TEXT, byte);
            }
        }
    }

    fn enter(&mut self, state: LexState) {
        self.state = state;
        self.run = 0;
        self.in_blanks = false;
    }

    fn put_and_enter(&mut self, byte: u8, state: LexState) {
        self.put(byte);
        self.enter(state);
    }

    fn keep_up_to(&mut self, most: usize, byte: u8) {
        self.run = self.run.saturating_add(1);
        if self.run <= most {
            self.put(byte);
        } else {
            self.drop_with_variation(byte);
        }
    }

    /// Keeps a byte if there is room for it.
    fn put(&mut self, byte: u8) {
        match self.open_variation() {
            Some(start) if self.out.len() - start >= TOKEN => {
                self.drop_open_variation();
                self.drop_byte(byte);
            }
            Some(_) => self.out.push(byte),
            None if self.depth == 0 && !self.full => self.out.push(byte),
            None => self.drop_byte(byte),
        }
        self.check_limit();
    }

    /// Drops a byte together with the variation that contains it.
    fn drop_with_variation(&mut self, byte: u8) {
        self.drop_open_variation();
        self.drop_byte(byte);
        self.check_limit();
    }

    /// A unit starts here, except within a variation.
    fn start_unit(&mut self) {
        if self.depth == 0 {
            self.unit = self.out.len();
        }
    }

    /// Once the limit is reached, nothing more is kept. The unit that was begun is dropped too: half a move may be
    /// another move.
    fn check_limit(&mut self) {
        if self.full || self.out.len() + self.gaps.len() * size_of::<DroppedText>() < self.limit {
            return;
        }
        self.full = true;
        if self.gaps.last().is_none_or(|gap| gap.at <= self.unit) {
            self.drop_from(self.unit);
        }
    }

    fn drop_byte(&mut self, byte: u8) {
        let newline = byte == b'\n';
        self.update_gap(|gap| {
            gap.dropped += 1;
            gap.newlines += u64::from(newline);
            gap.since_newline = if newline { 0 } else { gap.since_newline + 1 };
        });
    }

    /// Changes the gap at the end of the kept text, which may be new.
    fn update_gap(&mut self, change: impl FnOnce(&mut DroppedText)) {
        let at = self.out.len();
        match self.gaps.last_mut() {
            Some(gap) if gap.at == at => change(gap),
            last => {
                let mut gap = DroppedText { at, since_newline: 0, ..last.copied().unwrap_or_default() };
                change(&mut gap);
                self.gaps.push(gap);
            }
        }
    }

    /// The start of the variation around the next byte, if its text is kept.
    fn open_variation(&self) -> Option<usize> {
        self.variation.filter(|_| self.depth > 0 && !self.full)
    }

    fn drop_open_variation(&mut self) {
        if let Some(start) = self.open_variation() {
            self.variation = None;
            self.drop_from(start);
        }
    }

    /// Drops the kept text from `start` on, which has no gap.
    fn drop_from(&mut self, start: usize) {
        let text = self.out.get(start..).unwrap_or_default();
        let (dropped, newlines) = (text.len() as u64, memchr_iter(b'\n', text).count() as u64);
        let since_newline = memrchr(b'\n', text).map(|newline| (text.len() - newline - 1) as u64);
        self.out.truncate(start);
        self.update_gap(|gap| {
            gap.dropped += dropped;
            gap.newlines += newlines;
            gap.since_newline = since_newline.unwrap_or(gap.since_newline + dropped);
        });
    }

    /// Keeps the line end that was dropped before the next byte, which must stay at the start of its line.
    fn restore_break(&mut self) {
        let Some(byte) = self.dropped_break.take().filter(|_| !self.full) else {
            return;
        };
        self.update_gap(|gap| {
            gap.dropped -= 1;
            gap.newlines -= u64::from(byte == b'\n');
        });
        self.out.push(byte);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A condenser in a text that has reached its limit, after `variation` bytes of a variation.
    fn in_state(state: LexState, depth: u64, variation: usize) -> Condenser {
        let mut condenser = Condenser::new(4000);
        condenser.depth = depth;
        condenser.out = vec![b'a'; 300];
        condenser.variation = 300_usize.checked_sub(variation).filter(|_| depth > 0);
        (condenser.state, condenser.run, condenser.next_brace_closes) = (state, TEXT, true);
        condenser
    }

    proptest! {
        #[test]
        fn push_all_equals_push_of_each_byte(before in "[ \t]{0,2}[a;%\\[ ]{0,3}", text in "([a-c]{0,9}[ \t;%\\[1-]{0,4}){0,9}") {
            let mut bytes = ScannedLine::default();
            before.bytes().for_each(|byte| bytes.push(byte));
            let mut whole = bytes;
            text.bytes().for_each(|byte| bytes.push(byte));
            whole.push_all(text.as_bytes());
            prop_assert_eq!(format!("{bytes:?}"), format!("{whole:?}"));
        }

        #[test]
        fn drop_text_equals_drop_of_each_byte(
            text in "([a-c {;]{0,30}[\n\r}]?){0,6}",
            kind in prop::sample::select(vec![LexState::Comment, LexState::RestOfLine, LexState::Escape]),
            depth in 0_u64..2,
            variation in 0_usize..400,
        ) {
            let (mut bytes, mut whole) = (in_state(kind, depth, variation), in_state(kind, depth, variation));
            for byte in text.bytes() {
                bytes.byte(byte);
                bytes.lines.push(byte);
            }
            prop_assert_eq!(whole.take(text.as_bytes(), true), (text.len(), PieceEnd::More));
            let state = |condenser: &Condenser| (
                condenser.out.clone(), condenser.gaps.clone(), condenser.state, condenser.run, condenser.next_brace_closes,
                format!("{:?}", condenser.lines),
            );
            prop_assert_eq!(state(&bytes), state(&whole));
        }
    }
}
