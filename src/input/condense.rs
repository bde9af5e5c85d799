//! A game too long for memory, made shorter as it arrives.
//!
//! What no ruling rests on is dropped beyond a measure: comment text, the inside of variations, escape lines,
//! blanks, the rest of overlong tokens and tag values. What stays is still a record: brackets and braces keep
//! their partners, lines that mean something at their start still start.

use memchr::{memchr, memchr_iter, memchr2, memchr3, memrchr};

use super::chunks::Gap;
use crate::pgn::boundary;

/// Of one comment, tag value or run of blanks, this many bytes are kept.
const TEXT: usize = 64 << 10;

/// Of one token, escape line or variation, this many bytes are kept; of a longer variation only its brackets.
const TOKEN: usize = 256;

/// Where in the record the next byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Movetext,
    Comment,
    RestOfLine,
    Escape,
    Tag(InTag),
}

/// Where in a tag pair the next byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InTag {
    /// Outside its value.
    Bare,
    Value,
    /// In its value, behind a backslash.
    Escaped,
}

/// What stands behind a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behind {
    More,
    /// Nothing: the input is at its end.
    Nothing,
}

/// What was taken of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// How many bytes from its front.
    pub bytes: usize,
    /// What stopped it there.
    pub end: PieceEnd,
}

/// What stopped the reading of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceEnd {
    /// The piece is used up but for what must be seen together with what follows.
    More,
    /// A game starts here: what was taken up to here is whole.
    Start,
    /// A header within a comment. Unless the next brace closes the comment, a game starts here.
    Header,
}

/// A line as far as it bears on where games start.
#[derive(Clone, Copy, Debug, Default)]
struct ScannedLine {
    /// Its first byte that is not blank, 0 if there is none.
    first: u8,
    /// Whether it starts with that byte.
    at_margin: bool,
    semicolon: bool,
    bracket: Bracket,
    /// Its last bytes, runs of blanks as one space, the last lowest; 0 where there are none.
    tail: u128,
}

/// Whether a bracket opens in a line that is not of a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bracket {
    #[default]
    None,
    /// The last byte that is not blank opens one.
    JustOpened,
    Opened,
}

impl Bracket {
    fn see(&mut self, byte: u8) {
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
    fn see(&mut self, byte: u8) {
        self.bracket.see(byte);
        if self.first == 0 && !boundary::is_blank(byte) {
            self.at_margin = self.tail == 0;
            self.first = byte;
        }
        self.semicolon |= byte == b';';
        self.end_with(byte);
    }

    /// Sees all of a text in which no line ends.
    fn see_all(&mut self, text: &[u8]) {
        let mut rest = text;
        while self.bracket != Bracket::Opened {
            if self.bracket == Bracket::None {
                let Some(at) = memchr(b'[', rest) else { break };
                rest = rest.get(at..).unwrap_or_default();
            }
            let Some((byte, behind)) = rest.split_first() else { break };
            self.bracket.see(*byte);
            rest = behind;
        }
        if self.first == 0
            && let Some(at) = text.iter().position(|byte| !boundary::is_blank(*byte))
        {
            self.at_margin = self.tail == 0 && at == 0;
            self.first = text.get(at).copied().unwrap_or_default();
        }
        self.semicolon |= memchr(b';', text).is_some();
        // What stands further from the end is pushed out of the tail.
        let mut from = text.len();
        let mut left = size_of_val(&self.tail);
        while left > 0 && from > 0 {
            from -= 1;
            let is_blank = |at: usize| text.get(at).is_some_and(|byte| boundary::is_blank(*byte));
            left -= usize::from(!is_blank(from) || !is_blank(from + 1));
        }
        for byte in text.get(from..).unwrap_or_default() {
            self.end_with(*byte);
        }
    }

    fn end_with(&mut self, byte: u8) {
        let byte = if boundary::is_blank(byte) { b' ' } else { byte };
        if byte != b' ' || self.tail & 0xff != u128::from(b' ') {
            self.tail = self.tail << 8 | u128::from(byte);
        }
    }

    fn lets_a_tag_start(self) -> bool {
        let ends_a_tag = self.tail.to_be_bytes().trim_ascii_end().last() == Some(&b']');
        self.first != 0
            && boundary::lets_a_tag_start(&[self.first])
            && self.bracket != Bracket::Opened
            && !ends_a_tag
    }

    fn lets_a_move_start(self) -> bool {
        let bytes = self.tail.to_be_bytes();
        let start = bytes.iter().position(|&byte| byte != 0).unwrap_or(bytes.len());
        !self.is_escape()
            && !self.semicolon
            && boundary::lets_a_move_start(bytes.get(start..).unwrap_or_default())
    }

    fn is_escape(self) -> bool {
        self.first == b'%' && self.at_margin
    }
}

/// The lines behind the next byte.
#[derive(Debug, Default)]
struct Lines {
    current: ScannedLine,
    /// The nearest before it that is not blank.
    solid: ScannedLine,
    /// The nearest before it that holds more than a comment behind `;` or an escape.
    telling: ScannedLine,
    /// Whether the line right before it is blank.
    blank: bool,
    /// Whether nothing of it was seen yet.
    fresh: bool,
    carriage: bool,
}

impl Lines {
    fn see(&mut self, byte: u8) {
        let carriage = std::mem::replace(&mut self.carriage, byte == b'\r');
        if !boundary::is_break(byte) {
            self.fresh = false;
            self.current.see(byte);
        } else if byte != b'\n' || !carriage {
            self.blank = self.current.first == 0;
            if !self.blank {
                self.solid = self.current;
                if self.current.first != b';' && !self.current.is_escape() {
                    self.telling = self.current;
                }
            }
            self.current = ScannedLine::default();
            self.fresh = true;
        }
    }

    /// Sees all of a text in which no line ends.
    fn see_all(&mut self, text: &[u8]) {
        if !text.is_empty() {
            self.carriage = false;
            self.fresh = false;
            self.current.see_all(text);
        }
    }

    fn follows_a_game(&self) -> bool {
        self.blank || self.solid.first != b'['
    }
}

/// The state of a record that is being condensed. It begins between games.
pub(super) struct Condenser {
    /// What is kept.
    pub(super) out: Vec<u8>,
    /// What was dropped between.
    pub(super) gaps: Vec<Gap>,
    /// Whether the rest is dropped, because what is kept has reached `most`.
    full: bool,
    most: usize,
    within: Within,
    /// How many variations are open.
    depth: u64,
    /// Where the outermost variation's text starts in `out`, while all of it is kept.
    variation: Option<usize>,
    /// Where in `out` the token, comment, variation, line or tag pair starts that is being read, or ended last.
    unit: usize,
    /// The bytes so far of the comment, string, token or run of blanks that is being read.
    run: usize,
    /// Whether that run is blanks.
    blanks: bool,
    /// A line end that was dropped right before the next byte.
    owed: Option<u8>,
    lines: Lines,
    /// How many event lines of the game were seen.
    events: u64,
    /// Whether the comment is known to be closed by the next brace.
    closed: bool,
}

impl Condenser {
    /// Keeps at most about `most` bytes.
    pub(super) fn new(most: usize) -> Self {
        Self {
            // What is not used of it is not there; grown step by step, it would leave holes.
            out: Vec::with_capacity(most),
            gaps: Vec::new(),
            full: false,
            most,
            within: Within::Movetext,
            depth: 0,
            variation: None,
            unit: 0,
            run: 0,
            blanks: true,
            owed: None,
            lines: Lines::default(),
            events: 0,
            closed: false,
        }
    }

    /// After [`PieceEnd::Header`]: the next brace closes the comment, so that no header in it counts.
    pub(super) fn comment_is_closed(&mut self) {
        self.closed = true;
    }

    /// Whether text was dropped because too much was kept.
    pub(super) fn is_cut_short(&self) -> bool {
        self.full && self.gaps.last().is_some_and(|gap| gap.at == self.out.len())
    }

    /// The bytes held.
    pub(super) fn held(&self) -> usize {
        self.out.capacity() + self.gaps.capacity() * size_of::<Gap>()
    }

    /// Takes bytes from the front of `piece`.
    pub(super) fn take(&mut self, piece: &[u8], behind: Behind) -> Taken {
        let mut at = 0;
        while let Some(&byte) = piece.get(at) {
            if self.lines.fresh && matches!(byte, b'[' | b'1' | b'%') {
                let line = piece.get(at..).unwrap_or_default();
                if line.len() < boundary::LOOK && behind == Behind::More {
                    return Taken { bytes: at, end: PieceEnd::More };
                }
                if let Some(end) = self.line_starts(line) {
                    return Taken { bytes: at, end };
                }
            } else if at == 0 && self.out.is_empty() {
                // The very first line.
                self.events = boundary::is_event_line(piece).into();
                self.line_starts_within(piece);
            }
            let dropped = self.drop_text(piece.get(at..).unwrap_or_default());
            if dropped > 0 {
                at += dropped;
                continue;
            }
            self.byte(byte);
            self.lines.see(byte);
            at += 1;
        }
        Taken { bytes: piece.len(), end: PieceEnd::More }
    }

    /// Drops what stands at the front of `text` before anything that could end it or its line, where so much of it is
    /// kept that all of this is dropped: how many bytes.
    fn drop_text(&mut self, text: &[u8]) -> usize {
        let end = match self.within {
            Within::Comment if self.run >= TEXT => memchr3(b'}', b'\n', b'\r', text),
            Within::RestOfLine if self.run >= TEXT => memchr2(b'\n', b'\r', text),
            Within::Escape if self.run >= TOKEN => memchr2(b'\n', b'\r', text),
            _ => return 0,
        };
        let text = text.get(..end.unwrap_or(text.len())).unwrap_or_default();
        if text.is_empty() {
            return 0;
        }
        self.run = self.run.saturating_add(text.len());
        self.closed &= self.within != Within::Comment || memchr(b'{', text).is_none();
        if let Some(start) = self.variation.filter(|_| self.depth > 0 && !self.full) {
            self.forget_variation(start);
        }
        self.gap_here(|gap| {
            gap.dropped += text.len() as u64;
            gap.since_newline += text.len() as u64;
        });
        self.fill_up();
        self.lines.see_all(text);
        text.len()
    }

    /// At the start of a line that looks as if it could be a game's first.
    fn line_starts(&mut self, line: &[u8]) -> Option<PieceEnd> {
        if self.within == Within::Comment {
            let header = !self.closed && boundary::is_event_line(line) && self.lines.follows_a_game();
            return header.then_some(PieceEnd::Header);
        }
        // So far no cut was found, so the weaker kinds count, and a second event line counts even after a tag.
        let is_event = boundary::is_event_line(line);
        let start = is_event && (self.events > 0 || self.lines.follows_a_game())
            || boundary::is_tag_line(line) && self.lines.telling.lets_a_tag_start()
            || boundary::is_first_move(line) && self.lines.solid.lets_a_move_start();
        if start {
            return Some(PieceEnd::Start);
        }
        self.events += u64::from(is_event);
        self.line_starts_within(line);
        None
    }

    /// At the start of a line of this same game.
    fn line_starts_within(&mut self, line: &[u8]) {
        if self.within != Within::Movetext {
            return;
        }
        if line.first() == Some(&b'%') {
            self.settle();
            self.begin();
            self.within = Within::Escape;
            self.run = 0;
        } else if self.depth == 0 && boundary::is_tag_line(line) {
            self.settle();
            self.begin();
            self.within = Within::Tag(InTag::Bare);
            self.run = 0;
        }
    }

    fn byte(&mut self, byte: u8) {
        match self.within {
            Within::Movetext => self.movetext(byte),
            Within::Comment => {
                if byte == b'}' {
                    self.enter(Within::Movetext);
                    self.put(byte);
                } else {
                    self.keep_up_to(TEXT, byte);
                }
                self.closed &= !matches!(byte, b'{' | b'}');
            }
            Within::RestOfLine | Within::Escape => {
                if boundary::is_break(byte) {
                    self.enter(Within::Movetext);
                    self.movetext(byte);
                } else {
                    self.keep_up_to(if self.within == Within::Escape { TOKEN } else { TEXT }, byte);
                }
            }
            Within::Tag(within) => self.tag(byte, within),
        }
    }

    fn movetext(&mut self, byte: u8) {
        if boundary::is_break(byte) || boundary::is_blank(byte) {
            if !self.blanks {
                self.blanks = true;
                self.run = 0;
            }
            self.run += 1;
            if self.run <= TEXT {
                self.owed = None;
                self.put(byte);
            } else {
                self.owed = (self.depth == 0 && boundary::is_break(byte)).then_some(byte);
                self.leave_out(byte);
            }
            return;
        }
        self.settle();
        if self.blanks || matches!(byte, b'{' | b';' | b'(') {
            self.begin();
        }
        match byte {
            b'{' => {
                self.put(byte);
                self.enter(Within::Comment);
            }
            b';' => {
                self.put(byte);
                self.enter(Within::RestOfLine);
            }
            b'(' => {
                self.put(byte);
                self.depth += 1;
                if self.depth == 1 {
                    self.variation = Some(self.out.len());
                }
                self.enter(Within::Movetext);
            }
            b')' if self.depth > 0 => {
                self.depth -= 1;
                self.put(byte);
                self.enter(Within::Movetext);
            }
            _ => {
                if self.blanks {
                    self.blanks = false;
                    self.run = 0;
                }
                self.keep_up_to(TOKEN, byte);
            }
        }
    }

    fn tag(&mut self, byte: u8, within: InTag) {
        match (within, byte) {
            _ if boundary::is_break(byte) => {
                self.enter(Within::Movetext);
                self.movetext(byte);
            }
            (InTag::Bare, b']') => {
                self.put(byte);
                self.enter(Within::Movetext);
            }
            (InTag::Bare, b'"') => {
                self.put(byte);
                self.enter(Within::Tag(InTag::Value));
            }
            (InTag::Value, b'"') => {
                self.put(byte);
                self.enter(Within::Tag(InTag::Bare));
            }
            (InTag::Bare, _) => self.keep_up_to(TOKEN, byte),
            (InTag::Value | InTag::Escaped, _) => {
                let is_escape = within == InTag::Value && byte == b'\\';
                self.within = Within::Tag(if is_escape { InTag::Escaped } else { InTag::Value });
                self.keep_up_to(TEXT, byte);
            }
        }
    }

    fn enter(&mut self, within: Within) {
        self.within = within;
        self.run = 0;
        self.blanks = false;
    }

    fn keep_up_to(&mut self, most: usize, byte: u8) {
        self.run = self.run.saturating_add(1);
        if self.run <= most {
            self.put(byte);
        } else {
            self.leave_out(byte);
        }
    }

    /// Keeps a byte where there is room for it.
    fn put(&mut self, byte: u8) {
        match self.variation.filter(|_| self.depth > 0 && !self.full) {
            Some(start) if self.out.len() - start >= TOKEN => {
                self.forget_variation(start);
                self.drop_byte(byte);
            }
            Some(_) => self.out.push(byte),
            None if self.depth == 0 && !self.full => self.out.push(byte),
            None => self.drop_byte(byte),
        }
        self.fill_up();
    }

    /// Drops a byte, and the variation that it is of.
    fn leave_out(&mut self, byte: u8) {
        if let Some(start) = self.variation.filter(|_| self.depth > 0 && !self.full) {
            self.forget_variation(start);
        }
        self.drop_byte(byte);
        self.fill_up();
    }

    /// Here a unit starts, if it is none within a variation.
    fn begin(&mut self) {
        if self.depth == 0 {
            self.unit = self.out.len();
        }
    }

    /// Nothing more is kept once there is no room; nor is what was begun: half a move is another, or none.
    fn fill_up(&mut self) {
        if self.full || self.out.len() + self.gaps.len() * size_of::<Gap>() < self.most {
            return;
        }
        self.full = true;
        if self.gaps.last().is_none_or(|gap| gap.at <= self.unit) {
            self.forget(self.unit);
        }
    }

    fn drop_byte(&mut self, byte: u8) {
        let newline = byte == b'\n';
        self.gap_here(|gap| {
            gap.dropped += 1;
            gap.newlines += u64::from(newline);
            gap.since_newline = if newline { 0 } else { gap.since_newline + 1 };
        });
    }

    /// Changes the gap at the end of what is kept, which may be new.
    fn gap_here(&mut self, change: impl FnOnce(&mut Gap)) {
        let at = self.out.len();
        match self.gaps.last_mut() {
            Some(gap) if gap.at == at => change(gap),
            last => {
                let mut gap = Gap { at, since_newline: 0, ..last.copied().unwrap_or_default() };
                change(&mut gap);
                self.gaps.push(gap);
            }
        }
    }

    /// The variation that starts at `start` of what is kept has become too long to keep.
    fn forget_variation(&mut self, start: usize) {
        self.variation = None;
        self.forget(start);
    }

    /// Drops what is kept from `start` on, which has no gap.
    fn forget(&mut self, start: usize) {
        let text = self.out.get(start..).unwrap_or_default();
        let (dropped, newlines) = (text.len() as u64, memchr_iter(b'\n', text).count() as u64);
        let since_newline = memrchr(b'\n', text).map(|newline| (text.len() - newline - 1) as u64);
        self.out.truncate(start);
        self.gap_here(|gap| {
            gap.dropped += dropped;
            gap.newlines += newlines;
            gap.since_newline = since_newline.unwrap_or(gap.since_newline + dropped);
        });
    }

    /// What stands at the start of a line must still do so when the blanks before it were dropped.
    fn settle(&mut self) {
        let Some(byte) = self.owed.take().filter(|_| !self.full) else {
            return;
        };
        self.gap_here(|gap| {
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

    /// A condenser within something long of which as much was kept as is to be, with so much of a variation before it.
    fn within(within: Within, depth: u64, variation: usize) -> Condenser {
        let mut condenser = Condenser::new(4000);
        condenser.depth = depth;
        condenser.out = vec![b'a'; 300];
        condenser.variation = 300_usize.checked_sub(variation).filter(|_| depth > 0);
        (condenser.within, condenser.run, condenser.closed) = (within, TEXT, true);
        condenser
    }

    proptest! {
        #[test]
        fn a_line_seen_whole_is_as_seen_byte_by_byte(before in "[ \t]{0,2}[a;%\\[ ]{0,3}", text in "([a-c]{0,9}[ \t;%\\[1-]{0,4}){0,9}") {
            let mut bytes = ScannedLine::default();
            before.bytes().for_each(|byte| bytes.see(byte));
            let mut whole = bytes;
            text.bytes().for_each(|byte| bytes.see(byte));
            whole.see_all(text.as_bytes());
            prop_assert_eq!(format!("{bytes:?}"), format!("{whole:?}"));
        }

        #[test]
        fn text_dropped_at_once_is_as_dropped_byte_by_byte(
            text in "([a-c {;]{0,30}[\n\r}]?){0,6}",
            kind in prop::sample::select(vec![Within::Comment, Within::RestOfLine, Within::Escape]),
            depth in 0_u64..2,
            variation in 0_usize..400,
        ) {
            let (mut bytes, mut whole) = (within(kind, depth, variation), within(kind, depth, variation));
            for byte in text.bytes() {
                bytes.byte(byte);
                bytes.lines.see(byte);
            }
            let taken = Taken { bytes: text.len(), end: PieceEnd::More };
            prop_assert_eq!(whole.take(text.as_bytes(), Behind::Nothing), taken);
            let state = |condenser: &Condenser| (
                condenser.out.clone(), condenser.gaps.clone(), condenser.within, condenser.run, condenser.closed,
                format!("{:?}", condenser.lines),
            );
            prop_assert_eq!(state(&bytes), state(&whole));
        }
    }
}
