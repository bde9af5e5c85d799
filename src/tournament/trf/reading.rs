//! Reads a report line by line.

use std::collections::BTreeSet;

use nom::Parser;
use nom::combinator::all_consuming;

use super::columns::{ColumnLine, ColumnUnit};
use super::faults::{TrfFault, TrfFaultKind};
use super::grammar::{self, BEFORE_ROUNDS, ROUND_WIDTH};
use super::player_rows::{self, MOST_ROUNDS, ReadRow};
use super::scores::{Points, ScoreSystem};
use super::teams::{TeamRow, Teams};
use super::{TournamentFile, dates, rate};
use crate::encoding::Encoding;
use crate::finding::Location;
use crate::tournament::stated::Stated;

/// Records that are known and say nothing that a finding needs.
const IGNORED: [&str; 21] = [
    "003", "004", "032", "082", "102", "112", "152", "172", "182", "202", "212", "300", "352", "362", "801",
    "802", "FID", "XXC", "XXP", "XXZ", "###",
];

/// Records that give the points of results.
const SCORE_RECORDS: [&str; 8] = ["162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"];

/// The columns of a record `310` and of a record `013` before the players.
const BEFORE_PLAYERS: usize = 72;
const BEFORE_OLD_PLAYERS: usize = 36;

/// Blanks that are cut at the end of a line, if the last number is not at the right of its columns.
const AFTER_NUMBERS: &str = "    ";

impl TournamentFile {
    /// Reads a report.
    pub fn read(name: &str, text: Vec<u8>, encoding: Encoding) -> Self {
        let mut reading = Reading::new(encoding);
        let after_mark = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
        let mark = text.len() - after_mark.len();
        let lines = ColumnLine::all(after_mark);
        let is_ended = after_mark.ends_with(b"\n") || after_mark.ends_with(b"\r");
        reading.unended = lines.last().filter(|_| !is_ended).map(|line| line.number);
        for line in lines {
            let offset = line.offset.saturating_add(mark);
            reading.line(&ColumnLine { offset, ..line });
        }
        TournamentFile { name: name.into(), text, ..reading.finish() }
    }
}

/// The state of the reader.
struct Reading {
    file: TournamentFile,
    encoding: Encoding,
    teams: Vec<TeamRow>,
    /// The number of the last line, if it has no line end.
    unended: Option<u64>,
    /// The codes of records that cannot be read.
    unreadable_codes: BTreeSet<String>,
    unknown: BTreeSet<String>,
    first_unknown: Option<Location>,
    first_text: Option<Location>,
    lines_of_text: u64,
    first_not_utf8: Option<Location>,
    first_of_bytes: Option<Location>,
    /// Letters and values of records `162`.
    coded_scores: Option<Vec<(String, Points)>>,
    /// Those of other records that give points.
    scores: Vec<(String, Points)>,
    has_unread_scores: bool,
    is_rate_coded: bool,
    /// The places and texts of the dates of rounds, which need the years of the tournament.
    written_dates: Vec<(String, Location)>,
}

impl Reading {
    fn new(encoding: Encoding) -> Self {
        Self {
            file: TournamentFile::empty(encoding),
            encoding,
            teams: Vec::new(),
            unended: None,
            unreadable_codes: BTreeSet::new(),
            unknown: BTreeSet::new(),
            first_unknown: None,
            first_text: None,
            lines_of_text: 0,
            first_not_utf8: None,
            first_of_bytes: None,
            coded_scores: None,
            scores: Vec::new(),
            has_unread_scores: false,
            is_rate_coded: false,
            written_dates: Vec::new(),
        }
    }

    fn fault(&mut self, kind: TrfFaultKind, place: Location) {
        self.file.faults.push(TrfFault { kind, place });
    }

    fn line(&mut self, line: &ColumnLine<'_>) {
        if line.bytes.trim_ascii().is_empty() {
            return;
        }
        if self.encoding.is_unicode() && std::str::from_utf8(line.bytes).is_err() {
            self.first_not_utf8.get_or_insert(line.place_of_text());
        }
        let text = line.columns(ColumnUnit::Character, self.encoding);
        let Ok((value, code)) = grammar::record_code(&text) else {
            self.lines_of_text = self.lines_of_text.saturating_add(1);
            self.first_text.get_or_insert(line.place_of_text());
            return;
        };
        match code {
            "001" => self.player(line),
            "013" | "310" => self.team(code, line),
            "240" | "250" | "260" | "320" | "330" | "XXA" => self.exception(code, line),
            "132" => self.dates(line),
            _ => self.heading(code, value.trim(), line),
        }
    }

    fn heading(&mut self, code: &str, value: &str, line: &ColumnLine<'_>) {
        let width = line.bytes.len();
        let place = line.place(5..width.saturating_add(1), ColumnUnit::Character, self.encoding);
        let file = &mut self.file;
        let text = || Some(value.to_owned()).filter(|value| !value.is_empty());
        match code {
            "012" => file.title = text(),
            "022" => file.city = text(),
            "042" => file.start = dates::date(value).map(|value| Stated { value, place }),
            "052" => file.end = dates::date(value).map(|value| Stated { value, place }),
            "062" => {
                file.stated_players = grammar::counted(value).ok().map(|(_, value)| Stated { value, place });
            }
            "072" => {
                let counted = grammar::counted(value).ok();
                file.stated_rated = counted.map(|(_, (value, _))| Stated { value, place });
            }
            "092" | "192" => {
                file.kind.push_str(value);
                file.kind.push(' ');
            }
            "122" if !self.is_rate_coded => {
                file.rate = rate::worded(value).map(|value| Stated { value, place });
            }
            "222" => {
                if let Some(value) = rate::coded(value) {
                    file.rate = Some(Stated { value, place });
                    self.is_rate_coded = true;
                }
            }
            "142" | "XXR" => {
                let counted = grammar::counted(value).ok();
                file.stated_rounds = counted.map(|(_, (value, _))| Stated { value, place });
            }
            "299" => file.has_abnormal_points = true,
            _ if SCORE_RECORDS.contains(&code) => self.score(code, value),
            "122" => {}
            _ if IGNORED.contains(&code) || is_federation(code) => {}
            _ => {
                self.unknown.insert(code.to_owned());
                self.first_unknown.get_or_insert(line.place_of_text());
            }
        }
    }

    /// Reads a record that gives results their points.
    fn score(&mut self, code: &str, value: &str) {
        let named = || {
            let (_, values) = grammar::score_values(value).ok()?;
            Some(values.into_iter().map(|(name, points)| (name.to_ascii_uppercase(), points)).collect())
        };
        let alone = || {
            let (_, points) = all_consuming(grammar::points).parse(value).ok()?;
            Some(vec![(code.to_owned(), points)])
        };
        let (list, values): (_, Option<Vec<(String, Points)>>) = match code {
            "162" => (self.coded_scores.get_or_insert_default(), named()),
            "XXS" => (&mut self.scores, named()),
            _ => (&mut self.scores, alone()),
        };
        match values {
            Some(values) => list.extend(values),
            None => self.has_unread_scores = true,
        }
    }

    fn player(&mut self, line: &ColumnLine<'_>) {
        let width = line.columns(ColumnUnit::Character, self.encoding).chars().count();
        let is_cut = self.unended == Some(line.number) && width < BEFORE_ROUNDS;
        let read = player_rows::read(line, self.encoding).filter(|_| !is_cut);
        let Some(ReadRow { row, unit }) = read else {
            self.file.has_unread_rows = true;
            let kind = if is_cut { TrfFaultKind::TruncatedRow } else { TrfFaultKind::UnreadableRow };
            self.fault(kind, line.place_of_text());
            return;
        };
        if unit == ColumnUnit::Byte {
            self.first_of_bytes.get_or_insert(row.places.row);
        }
        for (round, (cell, place)) in row.rounds.iter().zip(&row.places.rounds).enumerate() {
            if cell.is_none() {
                self.fault(TrfFaultKind::UnreadableRound(round.saturating_add(1)), *place);
            }
        }
        self.file.players.push(row);
    }

    /// Reads a record `013` or `310`.
    fn team(&mut self, code: &str, line: &ColumnLine<'_>) {
        let place = line.place_of_text();
        let text = line.columns(ColumnUnit::Character, self.encoding);
        let team = if code == "310" {
            let text = format!("{:BEFORE_PLAYERS$}{AFTER_NUMBERS}", text.trim_end());
            let game_points = line.place(62..68, ColumnUnit::Character, self.encoding);
            grammar::team_record(&text).ok().map(|(_, columns)| TeamRow {
                number: Some(columns.number),
                name: columns.name.to_owned(),
                players: columns.players,
                game_points: columns.game_points.map(|value| Stated { value, place: game_points }),
                place,
            })
        } else {
            let text = format!("{:BEFORE_OLD_PLAYERS$}{AFTER_NUMBERS}", text.trim_end());
            let columns = grammar::old_team_record(&text).ok().map(|(_, columns)| columns);
            columns.map(|(name, players)| {
                let name = name.to_owned();
                TeamRow { number: None, name, players, game_points: None, place }
            })
        };
        match team {
            Some(team) => self.teams.push(team),
            None => self.unreadable(code, place),
        }
    }

    fn exception(&mut self, code: &str, line: &ColumnLine<'_>) {
        let text = line.columns(ColumnUnit::Character, self.encoding);
        let text = format!("{}{AFTER_NUMBERS}", text.trim_end());
        if !self.file.exceptions.read(code, &text, line.place_of_text()) {
            self.unreadable(code, line.place_of_text());
        }
    }

    /// Reports the first record of a code that cannot be read.
    fn unreadable(&mut self, code: &str, place: Location) {
        if self.unreadable_codes.insert(code.to_owned()) {
            self.fault(TrfFaultKind::UnreadableRecord(code.to_owned()), place);
        }
    }

    fn dates(&mut self, line: &ColumnLine<'_>) {
        let text = line.columns(ColumnUnit::Character, self.encoding);
        let rounds: String = text.chars().skip(BEFORE_ROUNDS).collect();
        let letters: Vec<char> = rounds.chars().collect();
        let written = letters.chunks(ROUND_WIDTH).take(MOST_ROUNDS).enumerate().map(|(round, columns)| {
            let from = BEFORE_ROUNDS.saturating_add(round.saturating_mul(ROUND_WIDTH)).saturating_add(3);
            let place = from..from.saturating_add(ROUND_WIDTH - 2);
            (columns.iter().collect(), line.place(place, ColumnUnit::Character, self.encoding))
        });
        self.written_dates = written.collect();
    }

    fn finish(mut self) -> TournamentFile {
        let ends = [&self.file.start, &self.file.end];
        let known: Vec<u16> = ends.into_iter().flatten().filter_map(|date| date.value.year()).collect();
        let years: Vec<u16> = match (known.iter().min(), known.iter().max()) {
            (Some(first), Some(last)) if last - first <= 2 => (*first..=*last).collect(),
            _ => Vec::new(),
        };
        let dates = self.written_dates.iter().map(|(text, place)| {
            dates::round_date(text, &years).map(|value| Stated { value, place: *place })
        });
        self.file.round_dates = dates.collect();
        self.file.exceptions.finish();
        self.file.rounds = self.file.players.iter().map(|row| row.rounds.len()).max().unwrap_or(0);
        self.file.teams = Teams::of(std::mem::take(&mut self.teams));
        self.file.stated_scores = match &self.coded_scores {
            _ if self.has_unread_scores => Some(ScoreSystem::UNKNOWN),
            Some(values) => Some(ScoreSystem::coded(values)),
            None if self.scores.is_empty() => None,
            None => Some(ScoreSystem::stated(&self.scores)),
        };
        if let Some(place) = self.first_of_bytes {
            self.fault(TrfFaultKind::ColumnsOfBytes, place);
        }
        if let Some(place) = self.first_not_utf8 {
            self.fault(TrfFaultKind::NotUtf8, place);
        }
        if let Some(place) = self.first_unknown {
            let codes = std::mem::take(&mut self.unknown).into_iter().collect();
            self.fault(TrfFaultKind::UnknownRecords(codes), place);
        }
        if let Some(place) = self.first_text {
            self.fault(TrfFaultKind::Text(self.lines_of_text), place);
        }
        self.file.faults.sort_by_key(|fault| fault.place.offset);
        self.file
    }
}

/// Whether a record may have national ratings: its code is that of a federation.
fn is_federation(code: &str) -> bool {
    code.bytes().all(|letter| letter.is_ascii_uppercase())
        && !code.starts_with("XX")
        && !code.starts_with("BB")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::PartialDate;
    use crate::tournament::trf::{Absence, ResultCode};

    /// A row `001` of a player without title, federation and birth date.
    fn row(rank: u32, name: &str, points: &str, rounds: &str) -> String {
        format!(
            "001 {rank:4}      {name:33} {:4}     {:11} {:10} {points:>4} {rank:4}{rounds}",
            2000,
            1000 + rank,
            ""
        )
    }

    fn read(text: &[u8]) -> TournamentFile {
        TournamentFile::read("a.trf", text.to_vec(), Encoding::Auto)
    }

    const ROUNDS: &str = "     2 w 1     3 b =";

    #[test]
    fn heading_and_rows() {
        let text = format!(
            "012 Open\r\n022 Basel\r\n042 2020/05/29\r\n052 2020/05/31\r\n062 3 (2)\r\n072 2\r\n092 Swiss\r\n122 90+30\r\n\
             {:89}  20/05/29  20/05/30\r\nXXR 2\r\n{}\r\n",
            "132",
            row(1, "One,A", "1.5", ROUNDS)
        );
        let file = read(text.as_bytes());
        assert!(file.faults.is_empty(), "{:?}", file.faults);
        assert_eq!((file.title.as_deref(), file.city.as_deref()), (Some("Open"), Some("Basel")));
        assert_eq!(file.stated_players.as_ref().map(|stated| stated.value), Some((3, Some(2))));
        assert_eq!(file.stated_rounds.as_ref().map(|stated| stated.value), Some(2));
        assert!(file.is_swiss() && file.rate.is_some());
        assert_eq!(file.round_dates.iter().flatten().count(), 2);
        let player = &file.players[0];
        assert_eq!((player.name.as_str(), player.rating, player.fide_id), ("One,A", Some(2000), Some(1001)));
        assert_eq!(player.rounds.len(), 2);
        let place = player.places.rounds[1];
        let from = usize::try_from(place.offset).unwrap();
        assert!(text.as_bytes()[from..].starts_with(b"3 b ="));
        assert_eq!(place.length, 5);
        assert_eq!(place.line, 11);
    }

    #[test]
    fn columns_of_characters_and_of_bytes() {
        let characters = row(1, "M\u{fc}ller,A", "1.5", ROUNDS);
        let file = read(characters.as_bytes());
        assert_eq!((file.players[0].name.as_str(), file.players[0].rounds.len()), ("M\u{fc}ller,A", 2));
        assert!(file.faults.is_empty());
        let bytes = characters.replace("M\u{fc}ller,A ", "M\u{fc}ller,A");
        let file = read(bytes.as_bytes());
        assert_eq!((file.players[0].name.as_str(), file.players[0].rounds.len()), ("M\u{fc}ller,A", 2));
        assert_eq!(file.faults[0].kind, TrfFaultKind::ColumnsOfBytes);
        let latin: Vec<u8> =
            characters.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
        let file = read(&latin);
        assert_eq!((file.players[0].name.as_str(), file.players[0].rounds.len()), ("M\u{fc}ller,A", 2));
        assert_eq!(file.faults[0].kind, TrfFaultKind::NotUtf8);
    }

    #[test]
    fn faults_have_places_and_do_not_stop_the_reader() {
        let text = format!(
            "A report\n001 what is this\nXXQ 1\n123 2\n{}\n{}\n",
            row(1, "One,A", "1.5", "  zzzz w 1     3 b ="),
            row(2, "Two,B", "0", "     1 b 0")
        );
        let file = read(text.as_bytes());
        let kinds: Vec<(u64, &TrfFaultKind)> =
            file.faults.iter().map(|fault| (fault.place.line, &fault.kind)).collect();
        assert_eq!(
            kinds,
            [
                (1, &TrfFaultKind::Text(1)),
                (2, &TrfFaultKind::UnreadableRow),
                (3, &TrfFaultKind::UnknownRecords(vec!["123".into(), "XXQ".into()])),
                (5, &TrfFaultKind::UnreadableRound(1)),
            ]
        );
        assert_eq!(file.players.len(), 2);
        assert!(file.has_unread_rows);
        assert_eq!(file.players[0].cell(0), None);
        assert!(file.players[0].cell(1).is_some());
    }

    #[test]
    fn teams_scores_and_short_rows() {
        let text = format!(
            "013 {:32}   1    2\n162  W 3.0    D 1.0\n{}\n001    2      Two\n###a comment\n",
            "Basel",
            row(1, "One", "3", "")
        );
        let file = read(text.as_bytes());
        let team = &file.teams.rows()[0];
        assert_eq!((team.name.as_str(), team.players.as_slice()), ("Basel", &[1, 2][..]));
        assert!(file.stated_scores.is_some());
        assert_eq!(file.players.len(), 2);
        assert!(file.players[1].rounds.is_empty());
        assert!(file.faults.is_empty(), "{:?}", file.faults);
    }

    #[test]
    fn a_row_in_which_the_text_ends_is_not_read() {
        let text = row(1, "One", "3", "") + "\n" + &row(2, "Two", "0", "");
        let rows = |text: &str| (read(text.as_bytes()).players.len(), read(text.as_bytes()).has_unread_rows);
        assert_eq!(rows(&text), (2, false));
        let cut = &text[..text.len() - 1];
        assert_eq!(rows(cut), (1, true));
        assert_eq!(read(cut.as_bytes()).faults[0].kind, TrfFaultKind::TruncatedRow);
        // An editor may have cut the blanks at the end of a line.
        assert_eq!(rows(&format!("{cut}\n")), (2, false));
    }

    #[test]
    fn a_date_is_outside_whatever_its_unknown_parts_are() {
        let file = read(b"042 2024/05/03\n052 2024/05/05\n");
        for (date, is_outside) in [
            ("2024.05.02", true),
            ("2024.05.05", false),
            ("2019.??.??", true),
            ("2024.??.??", false),
            ("2024.06.??", true),
            ("2024.05.??", false),
            ("????.??.??", false),
        ] {
            assert_eq!(file.is_outside(PartialDate::read(date.as_bytes())), is_outside, "{date}");
        }
    }

    #[test]
    fn overlapping_fictitious_points() {
        let file = read(b"250       1.0 001 002    1    9\n250       1.0 001 002    3    4\n");
        let has = |player| file.has_fictitious_points(player, Points::of_hundredths(100));
        assert_eq!([has(1), has(5), has(9), has(10)], [true, true, true, false]);
    }

    #[test]
    fn exceptions_of_players() {
        let text = "240 h 002    1    2\n260 001 003    1    2\n250       1.0 001 002    1    1\nXXA    2  1.0  0.5\n\
                    240 U 001    3\n";
        let file = read(text.as_bytes());
        assert_eq!(file.absence(1, 2), Some(Absence::Bye(ResultCode::HalfPointBye)));
        assert_eq!((file.absence(0, 2), file.absence(1, 3)), (None, None));
        let has = |player, hundredths| file.has_fictitious_points(player, Points::of_hundredths(hundredths));
        assert_eq!([has(1, 100), has(1, 50), has(2, 100), has(2, 50)], [true, false, true, true]);
        assert_eq!(
            (file.prohibited()[0].rounds.clone(), &file.prohibited()[0].players[..]),
            (0..=2, &[1, 2][..])
        );
        // Only pairing gives a bye of this kind.
        assert_eq!(file.faults.len(), 1);
        assert_eq!(file.faults[0].kind, TrfFaultKind::UnreadableRecord("240".to_owned()));
    }

    #[test]
    fn exceptions_of_teams() {
        let team = |number: u32, players: &str| {
            format!(
                "310 {number:3} {:32} {:5} {:6} {:6} {:6} {number:3}  {players}\n",
                "Basel", "", 2000, 4.0, 2.5
            )
        };
        let text = format!(
            "{}{}013 {:32}   1    2\n240 H 003    1\n320  2.0  2.0 000 001\n330 +- 002 001 002\n330 -- 004 001 002\n",
            team(1, "   1    2"),
            team(2, "   3"),
            "Basel"
        );
        let file = read(text.as_bytes());
        assert!(file.faults.is_empty(), "{:?}", file.faults);
        let [one, other] = file.teams.rows() else { panic!("{:?}", file.teams) };
        assert_eq!(
            (one.number, one.players.as_slice(), other.players.as_slice()),
            (Some(1), &[1, 2][..], &[3][..])
        );
        assert_eq!(one.game_points.as_ref().map(|stated| stated.value.to_string()), Some("2.5".to_owned()));
        assert_eq!(file.absence(2, 2), Some(Absence::TeamBye(ResultCode::HalfPointBye)));
        assert_eq!(file.absence(1, 1), Some(Absence::TeamBye(ResultCode::PairingBye)));
        assert_eq!(file.absence(1, 3), Some(Absence::ForfeitedMatch));
        assert_eq!((file.absence(3, 2), file.absence(0, 1)), (Some(Absence::ForfeitedMatch), None));
        assert_eq!((file.byes_of_players().count(), file.prohibited().len()), (0, 0));
    }
}
