//! The tables of a law file, one function for each.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use toml::de::DeValue;

use crate::chess::{AbsentRook, CastlingConditions, EnPassantDuty, GivenRooks, PawnOnLastRank, Play};
use crate::law::code::{
    AdjustRule, Alternative, CheckRule, Claim, ClaimCitation, Clause, Count, Day, FirstMove, Late, Literal,
    OddsRules, Opened, Order, Otherwise, Promotion, Provision, Reading, Regulations, RemedyRule, Setting,
    Silence, Source, Strike, StrikeEffect, Tally, WindowRule, Wrong, contradicts_itself,
};
use crate::law::rules::Rule;
use crate::law::vocabulary::{
    Binds, CheckBinds, Completion, CountFrom, CountOf, Counted, Coverage, LeapAtOdds, NoticeTime,
    OffenderRole, OncePer, Predicate, RemedyKind, RetractTo, SameBy, TallyPosition, Turn, WindowId, Within,
};
use crate::strict::{PlacedName, Reader, Table, Value, suggestion};

/// `[code]`. A file that extends a code need not say again what is as there.
pub(super) struct Head {
    pub(super) id: Arc<str>,
    pub(super) title: Option<Arc<str>>,
    pub(super) year: Option<u16>,
    pub(super) source: Option<Source>,
    pub(super) since: Option<Day>,
    pub(super) until: Option<Day>,
    pub(super) coverage: Option<Coverage>,
    pub(super) extends: Option<PlacedName>,
    pub(super) edition_of: Option<Arc<str>>,
    pub(super) omits: Vec<PlacedName>,
}

/// A name that must be an article of the code, and where it stands.
pub(super) struct Reference {
    pub(super) article: Arc<str>,
    pub(super) span: Range<usize>,
    pub(super) as_a: As,
}

/// What an article is named as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum As {
    /// A `[[tally]]`.
    Tally,
    /// The article of a `[[provision]]`.
    Provision,
}

/// Something of the file, and where it stands.
pub(super) struct Placed<T> {
    pub(super) item: T,
    /// The table.
    pub(super) span: Range<usize>,
    /// The `article` or `topics` in it.
    pub(super) name: Range<usize>,
}

/// The windows that have a name.
pub(super) type Windows = BTreeMap<Arc<str>, WindowRule>;

/// The `[play]` table, as far as it is given.
#[derive(Default)]
pub(super) struct PlayTable {
    castling: Option<CastlingTable>,
    promotion: Option<PromotionTable>,
    en_passant: Option<EnPassantDuty>,
    check: Option<CheckRule>,
    completed: Option<Completion>,
    adjust: Option<AdjustRule>,
    first_move: Option<FirstMove>,
    odds: Option<OddsRules>,
}

/// What `castling` comes to.
struct CastlingTable {
    conditions: CastlingConditions,
    absent_rook: AbsentRook,
}

/// What `promotion` comes to.
struct PromotionTable {
    promotion: Promotion,
    pawn: PawnOnLastRank,
}

fn day(reader: &mut Reader, value: &Value<'_>) -> Option<Day> {
    if let DeValue::Datetime(moment) = value.get_ref()
        && let Some(date) = moment.date
        && moment.time.is_none()
    {
        return Some(Day { year: date.year, month: date.month, day: date.day });
    }
    reader.fault(value.span(), "this is no date", Some("write it bare: 1999-12-31".to_owned()));
    None
}

fn source(reader: &mut Reader, value: &Value<'_>) -> Option<Source> {
    let table = reader.table(value, "source", &["work", "pages"])?;
    let work = reader.obligatory(&table, "work", Reader::arc);
    let pages = reader.optional(&table, "pages", Reader::arc);
    Some(Source { work: work?, pages })
}

pub(super) fn head(reader: &mut Reader, value: &Value<'_>) -> Option<Head> {
    let table = reader.table(
        value,
        "[code]",
        &["id", "title", "year", "source", "since", "until", "coverage", "extends", "edition-of", "omits"],
    )?;
    let id = reader.obligatory(&table, "id", Reader::arc);
    if table.get("extends").is_none() {
        for key in ["title", "year", "source", "coverage"] {
            reader.required(&table, key);
        }
    }
    let title = reader.optional(&table, "title", Reader::arc);
    let year = reader.optional(&table, "year", Reader::number);
    let source = reader.optional(&table, "source", source);
    let since = reader.optional(&table, "since", day);
    let until = reader.optional(&table, "until", day);
    let coverage = reader.optional(&table, "coverage", Reader::word);
    let extends = reader.optional(&table, "extends", Reader::name);
    let edition_of = reader.optional(&table, "edition-of", Reader::arc);
    let omits = table.get("omits").map(|value| reader.names(value)).unwrap_or_default();
    if let (Some(since), Some(until)) = (since, until)
        && until < since
    {
        reader.fault(table.span(), format!("it ends on {until}, before it begins on {since}"), None);
    }
    if extends.is_none()
        && let Some(omits) = table.get("omits")
    {
        reader.fault(omits.span(), "only a code that extends another can omit articles", None);
    }
    Some(Head { id: id?, title, year, source, since, until, coverage, extends, edition_of, omits })
}

fn castling(reader: &mut Reader, value: &Value<'_>) -> Option<CastlingTable> {
    const CONDITIONS: [(&str, CastlingConditions); 5] = [
        ("unmoved", CastlingConditions::UNMOVED),
        ("not-in-check", CastlingConditions::NOT_IN_CHECK),
        ("crossed-safe", CastlingConditions::CROSSED_SAFE),
        ("arrival-safe", CastlingConditions::ARRIVAL_SAFE),
        ("between-empty", CastlingConditions::BETWEEN_EMPTY),
    ];
    let mut keys: Vec<&str> = CONDITIONS.iter().map(|(key, _)| *key).collect();
    keys.push("absent-rook");
    let table = reader.table(value, "castling regulation", &keys)?;
    let mut conditions = CastlingConditions::NONE;
    let mut whole = true;
    for (key, condition) in CONDITIONS {
        match reader.obligatory(&table, key, Reader::boolean) {
            Some(true) => conditions = conditions.with(condition),
            Some(false) => {}
            None => whole = false,
        }
    }
    let leap = reader.obligatory(&table, "absent-rook", Reader::word::<LeapAtOdds>)?;
    let absent_rook = match leap {
        LeapAtOdds::Never => AbsentRook::Never,
        LeapAtOdds::Leap => AbsentRook::Leap,
        LeapAtOdds::LeapIfSquareAlwaysEmpty => AbsentRook::LeapIfSquareAlwaysEmpty,
    };
    whole.then_some(CastlingTable { conditions, absent_rook })
}

fn promotion(reader: &mut Reader, value: &Value<'_>) -> Option<PromotionTable> {
    let table = reader.table(value, "promotion regulation", &["to", "may-stay-pawn", "when"])?;
    let to = reader.obligatory(&table, "to", |reader, value| Some(reader.words(value)));
    let stay = reader.obligatory(&table, "may-stay-pawn", Reader::boolean);
    let when = reader.obligatory(&table, "when", Reader::word);
    let pawn = if stay? { PawnOnLastRank::MayStay } else { PawnOnLastRank::Promotes };
    Some(PromotionTable { promotion: Promotion { to: to?, when: when? }, pawn })
}

fn en_passant(reader: &mut Reader, value: &Value<'_>) -> Option<EnPassantDuty> {
    let table = reader.table(value, "en-passant regulation", &["forced-when-only-move"])?;
    let forced = reader.obligatory(&table, "forced-when-only-move", Reader::boolean)?;
    Some(if forced { EnPassantDuty::ForcedWhenOnlyMove } else { EnPassantDuty::Privilege })
}

fn check(reader: &mut Reader, value: &Value<'_>) -> Option<CheckRule> {
    let table = reader.table(value, "check regulation", &["binds", "unobserved"])?;
    let binds = reader.obligatory(&table, "binds", Reader::word);
    let unobserved = reader.optional(&table, "unobserved", Reader::word);
    let binds: CheckBinds = binds?;
    Some(CheckRule { binds, unobserved: unobserved.unwrap_or(binds) })
}

fn adjust(reader: &mut Reader, value: &Value<'_>) -> Option<AdjustRule> {
    let table = reader.table(value, "adjusting regulation", &["notice", "turn", "askew"])?;
    let notice = reader.obligatory(&table, "notice", Reader::word::<NoticeTime>);
    let turn = reader.obligatory(&table, "turn", Reader::word::<Turn>);
    let askew = reader.obligatory(&table, "askew", Reader::boolean);
    Some(AdjustRule { notice: notice?, turn: turn?, askew: askew? })
}

fn first_move(reader: &mut Reader, value: &Value<'_>) -> Option<FirstMove> {
    let table = reader.table(
        value,
        "first-move regulation",
        &["won", "drawn", "annulled", "colours-kept", "within"],
    )?;
    let won = reader.obligatory(&table, "won", Reader::word);
    let drawn = reader.obligatory(&table, "drawn", Reader::word);
    let annulled = reader.obligatory(&table, "annulled", Reader::word);
    let kept = reader.obligatory(&table, "colours-kept", Reader::boolean);
    let within = reader.optional(&table, "within", Reader::word);
    Some(FirstMove {
        won: won?,
        drawn: drawn?,
        annulled: annulled?,
        colours_kept: kept?,
        within: within.unwrap_or(Within::Series),
    })
}

fn odds(reader: &mut Reader, value: &Value<'_>) -> Option<OddsRules> {
    let table = reader.table(value, "odds regulation", &["first-move", "pawn", "piece", "moves-rank"])?;
    let first = reader.obligatory(&table, "first-move", Reader::word);
    let pawn = reader.obligatory(&table, "pawn", Reader::word);
    let piece = reader.obligatory(&table, "piece", Reader::word);
    let rank = reader.optional(&table, "moves-rank", Reader::number::<u8>);
    Some(OddsRules { first_move: first?, pawn: pawn?, piece: piece?, moves_rank: rank })
}

const OBLIGATORY: [&str; 6] = ["castling", "promotion", "en-passant", "check", "completed", "adjust"];
const OPTIONAL: [&str; 2] = ["first-move", "odds"];

/// `[play]`: whole, unless `extending` another code whose regulations hold where nothing is said.
pub(super) fn play(reader: &mut Reader, value: &Value<'_>, extending: bool) -> PlayTable {
    let Some(table) = reader.table(value, "[play]", &[&OBLIGATORY[..], &OPTIONAL[..]].concat()) else {
        return PlayTable::default();
    };
    if !extending {
        for key in OBLIGATORY {
            reader.required(&table, key);
        }
    }
    PlayTable {
        castling: reader.optional(&table, "castling", castling),
        promotion: reader.optional(&table, "promotion", promotion),
        en_passant: reader.optional(&table, "en-passant", en_passant),
        check: reader.optional(&table, "check", check),
        completed: reader.optional(&table, "completed", Reader::word),
        adjust: reader.optional(&table, "adjust", adjust),
        first_move: reader.optional(&table, "first-move", first_move),
        odds: reader.optional(&table, "odds", odds),
    }
}

impl PlayTable {
    /// The regulations, `base` holding where nothing is said.
    pub(super) fn over(self, base: Option<&Regulations>) -> Option<Regulations> {
        let castling = self.castling.or_else(|| {
            base.map(|Regulations { play, .. }| CastlingTable {
                conditions: play.castling,
                absent_rook: play.absent_rook,
            })
        })?;
        let PromotionTable { promotion, pawn } = self.promotion.or_else(|| {
            base.map(|base| PromotionTable {
                promotion: base.promotion.clone(),
                pawn: base.play.pawn_may_stay,
            })
        })?;
        let en_passant = self.en_passant.or_else(|| base.map(|base| base.play.en_passant))?;
        Some(Regulations {
            play: Play {
                castling: castling.conditions,
                absent_rook: castling.absent_rook,
                // Which rooks are given, the game says.
                given: GivenRooks::default(),
                pawn_may_stay: pawn,
                en_passant,
            },
            promotion,
            check: self.check.or_else(|| base.map(|base| base.check))?,
            completed: self.completed.or_else(|| base.map(|base| base.completed))?,
            adjust: self.adjust.or_else(|| base.map(|base| base.adjust))?,
            first_move: self.first_move.or_else(|| base.and_then(|base| base.first_move)),
            odds: self.odds.or_else(|| base.and_then(|base| base.odds)),
        })
    }
}

fn rule(reader: &mut Reader, value: &Value<'_>) -> Option<Rule> {
    let text = reader.text(value)?;
    if let Ok(rule) = text.parse::<Rule>() {
        if rule.family() != "record" {
            return Some(rule);
        }
        reader.fault(
            value.span(),
            format!("`{text}` is about the record itself, which no code governs"),
            None,
        );
        return None;
    }
    let names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    reader.fault(value.span(), format!("`{text}` is no topic"), suggestion(text, &names));
    None
}

fn topics(reader: &mut Reader, value: &Value<'_>) -> Option<Vec<Rule>> {
    let items = reader.list(value);
    let mut topics = Vec::new();
    for item in items {
        let Some(topic) = rule(reader, item) else {
            continue;
        };
        if topics.contains(&topic) {
            reader.fault(item.span(), format!("`{topic}` is named twice"), None);
        } else {
            topics.push(topic);
        }
    }
    if items.is_empty() {
        reader.fault(value.span(), "this names no topic", None);
    }
    (!topics.is_empty()).then_some(topics)
}

/// A `when`: each string one clause, `!p` not, `p|q` either.
fn when(reader: &mut Reader, table: &Table<'_, '_>) -> Vec<Clause> {
    let Some(value) = table.get("when") else {
        return Vec::new();
    };
    let items = reader.list(value);
    let mut clauses = Vec::new();
    for item in items {
        let Some(text) = reader.text(item) else {
            continue;
        };
        let mut any = Vec::new();
        for part in text.split('|') {
            let (name, holds) = match part.strip_prefix('!') {
                Some(name) => (name, false),
                None => (part, true),
            };
            if let Some(predicate) = reader.word_in::<Predicate>(name, item.span()) {
                any.push(Literal { predicate, holds });
            }
        }
        if !any.is_empty() {
            clauses.push(Clause { any });
        }
    }
    if contradicts_itself(&clauses) {
        reader.fault(value.span(), "this can never hold: it contradicts itself", None);
    }
    clauses
}

/// What the tables of a file share beside their values: the windows that have a name, and every article named so far.
pub(super) struct Scope<'w> {
    pub(super) windows: &'w Windows,
    pub(super) references: Vec<Reference>,
}

impl Scope<'_> {
    fn article(&mut self, reader: &mut Reader, value: &Value<'_>, as_a: As) -> Option<Arc<str>> {
        let article = reader.arc(value)?;
        self.refer(&article, value.span(), as_a);
        Some(article)
    }

    fn articles(&mut self, reader: &mut Reader, value: &Value<'_>, as_a: As) -> Vec<Arc<str>> {
        let names = reader.names(value);
        names
            .into_iter()
            .map(|PlacedName { name, span }| {
                self.refer(&name, span, as_a);
                name
            })
            .collect()
    }

    fn refer(&mut self, article: &Arc<str>, span: Range<usize>, as_a: As) {
        self.references.push(Reference { article: Arc::clone(article), span, as_a });
    }
}

const REMEDY: [&str; 14] = [
    "kind", "chooser", "else", "per", "not", "man", "by", "when", "due", "lapses", "seconds", "pieces",
    "articles", "winner",
];

fn remedy(reader: &mut Reader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<RemedyRule> {
    let table = reader.table(value, "remedy", &REMEDY)?;
    let kind = reader.obligatory(&table, "kind", Reader::word::<RemedyKind>);
    let chooser = reader.obligatory(&table, "chooser", Reader::word);
    let when = when(reader, &table);
    let per = reader.optional(&table, "per", Reader::word);
    let not = reader.optional(&table, "not", Reader::word);
    let man = reader.optional(&table, "man", Reader::word);
    let by = reader.optional(&table, "by", Reader::word);
    let seconds = reader.optional(&table, "seconds", Reader::count);
    let winner = reader.optional(&table, "winner", Reader::word);
    let pieces = table.get("pieces").map(|value| reader.words(value)).unwrap_or_default();
    let otherwise = match table.get("else") {
        None => Otherwise::Nothing,
        Some(value) => {
            if let Some(kind) = kind
                && !kind.can_fail()
                && when.is_empty()
            {
                reader.fault(
                    value.span(),
                    format!("this can never be reached: `{kind}` can always be done"),
                    Some("drop the `else`, or give the remedy a `when`".to_owned()),
                );
            }
            match value.get_ref() {
                DeValue::String(text) if text == "none" => Otherwise::NoPenalty,
                _ => {
                    let fallback = remedy(reader, scope, value);
                    if let Some(fallback) = &fallback
                        && Some(fallback.kind) == kind
                        && (fallback.man, fallback.by, fallback.not) == (man, by, not)
                        && fallback.when == when
                    {
                        reader.fault(
                            value.span(),
                            "this can never be reached: it is the remedy it stands in for",
                            None,
                        );
                    }
                    fallback.map_or(Otherwise::Nothing, |rule| Otherwise::Remedy(Box::new(rule)))
                }
            }
        }
    };
    if let Some(kind) = kind {
        let (seconds, winner, pieces) = match kind {
            RemedyKind::AddTime | RemedyKind::LoseTime => {
                (Presence::Must, Presence::MayNot, Presence::MayNot)
            }
            RemedyKind::Win => (Presence::MayNot, Presence::Must, Presence::MayNot),
            RemedyKind::Promote => (Presence::MayNot, Presence::MayNot, Presence::Must),
            _ => (Presence::MayNot, Presence::MayNot, Presence::MayNot),
        };
        let what = format!("remedy `{kind}`");
        fit(reader, &table, "seconds", seconds, &what);
        fit(reader, &table, "winner", winner, &what);
        fit(reader, &table, "pieces", pieces, &what);
    }
    let due = reader.optional(&table, "due", Reader::word);
    let lapses = table.get("lapses").map(|value| reader.words(value)).unwrap_or_default();
    let articles =
        table.get("articles").map(|value| scope.articles(reader, value, As::Provision)).unwrap_or_default();
    Some(RemedyRule {
        kind: kind?,
        chooser: chooser?,
        otherwise,
        per,
        not,
        man,
        by,
        when,
        due,
        lapses,
        seconds,
        pieces,
        articles,
        winner,
    })
}

/// Whether a table of some kind has a key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Must,
    May,
    MayNot,
}

/// Holds a key of a table against what the table is.
fn fit(reader: &mut Reader, table: &Table<'_, '_>, key: &str, presence: Presence, what: &str) {
    match table.get(key) {
        None if presence == Presence::Must => {
            reader.fault(table.span(), format!("a {what} has no `{key}`"), Some(format!("add `{key} = …`")));
        }
        Some(value) if presence == Presence::MayNot => {
            reader.fault(value.span(), format!("`{key}` does not go with a {what}"), None);
        }
        _ => {}
    }
}

fn remedies(reader: &mut Reader, scope: &mut Scope<'_>, value: &Value<'_>) -> Vec<RemedyRule> {
    let items = reader.list(value);
    items.iter().filter_map(|item| remedy(reader, scope, item)).collect()
}

fn window(reader: &mut Reader, name: Option<Arc<str>>, value: &Value<'_>) -> Option<WindowRule> {
    let table = reader.table(value, "window", &["closes", "n", "who", "with", "except"])?;
    let closes = reader.obligatory(&table, "closes", Reader::word::<WindowId>);
    let n = reader.optional(&table, "n", Reader::count);
    let who = reader.optional(&table, "who", Reader::word);
    let with = reader.optional(&table, "with", Reader::boolean);
    let except = table.get("except").map(|value| reader.words(value)).unwrap_or_default();
    let closes = closes?;
    let number = if closes.counts() { Presence::Must } else { Presence::MayNot };
    let (whose, with_move, touches) = match closes {
        WindowId::MovesOf => (Presence::Must, Presence::May, Presence::MayNot),
        WindowId::AdversaryMoves | WindowId::AnnouncerMoves => {
            (Presence::MayNot, Presence::May, Presence::MayNot)
        }
        WindowId::AdversaryTouches => (Presence::MayNot, Presence::MayNot, Presence::May),
        _ => (Presence::MayNot, Presence::MayNot, Presence::MayNot),
    };
    let what = format!("window `{closes}`");
    fit(reader, &table, "n", number, &what);
    fit(reader, &table, "who", whose, &what);
    fit(reader, &table, "with", with_move, &what);
    fit(reader, &table, "except", touches, &what);
    Some(WindowRule { name, closes, n, who, with: with.unwrap_or(false), except })
}

/// `[windows]`.
pub(super) fn windows(reader: &mut Reader, value: &Value<'_>) -> Windows {
    let mut windows = Windows::new();
    let Some(table) = reader.open_table(value, "[windows]") else {
        return windows;
    };
    for (key, value) in table.entries {
        let name: Arc<str> = Arc::from(&**key.get_ref());
        if let Some(window) = window(reader, Some(Arc::clone(&name)), value) {
            windows.insert(name, window);
        }
    }
    windows
}

fn window_or_name(reader: &mut Reader, scope: &Scope<'_>, value: &Value<'_>) -> Option<WindowRule> {
    let DeValue::String(_) = value.get_ref() else {
        return window(reader, None, value);
    };
    let name = reader.text(value)?;
    if let Some(window) = scope.windows.get(name) {
        return Some(window.clone());
    }
    let names: Vec<&str> = scope.windows.keys().map(|name| &**name).collect();
    reader.fault(value.span(), format!("`{name}` is no window of this file"), suggestion(name, &names));
    None
}

fn count(reader: &mut Reader, value: &Value<'_>) -> Option<Count> {
    let table = reader.table(value, "count", &["of", "n", "resets", "same", "from"])?;
    let of = reader.obligatory(&table, "of", Reader::word::<CountOf>);
    let n = reader.obligatory(&table, "n", Reader::count);
    let resets = table.get("resets").map(|value| reader.words(value)).unwrap_or_default();
    let same = reader.optional(&table, "same", Reader::word);
    let from = reader.optional(&table, "from", Reader::word);
    if of == Some(CountOf::MovesEach)
        && let Some(same) = table.get("same")
    {
        reader.fault(same.span(), "`same` does not go with a count of moves", None);
    }
    if matches!(of, Some(CountOf::Occurrences | CountOf::OccurrencesInARow))
        && let Some(resets) = table.get("resets")
    {
        reader.fault(resets.span(), "`resets` does not go with a count of occurrences", None);
    }
    Some(Count {
        of: of?,
        n: n?,
        resets,
        same: same.unwrap_or(SameBy::Moves),
        from: from.unwrap_or(CountFrom::Start),
    })
}

fn citation(reader: &mut Reader, value: &Value<'_>) -> Option<ClaimCitation> {
    let table = reader.table(value, "cite", &["arisen", "written", "barred", "barred-says", "wrong"])?;
    Some(ClaimCitation {
        arisen: reader.optional(&table, "arisen", Reader::arc),
        written: reader.optional(&table, "written", Reader::arc),
        barred: reader.optional(&table, "barred", Reader::arc),
        barred_says: reader.optional(&table, "barred-says", Reader::arc),
        wrong: reader.optional(&table, "wrong", Reader::arc),
    })
}

fn claim(reader: &mut Reader, value: &Value<'_>) -> Option<Claim> {
    let table = reader.table(
        value,
        "claim",
        &["by", "turn", "form", "word", "at", "count", "barred", "also", "cite"],
    )?;
    let by = reader.obligatory(&table, "by", Reader::word);
    let turn = reader.optional(&table, "turn", Reader::word);
    let form = reader.optional(&table, "form", Reader::word);
    let word = reader.optional(&table, "word", Reader::word);
    let at = reader.optional(&table, "at", Reader::word);
    let count = reader.optional(&table, "count", count);
    let barred = table.get("barred").map(|value| reader.words(value)).unwrap_or_default();
    let also = reader.optional(&table, "also", Reader::word);
    let cite = reader.optional(&table, "cite", citation);
    Some(Claim {
        by: by?,
        turn: turn.unwrap_or(Turn::Any),
        form: form.unwrap_or(crate::law::vocabulary::ClaimForm::Arisen),
        word,
        at,
        count,
        barred,
        also,
        cite: cite.unwrap_or_default(),
    })
}

fn wrong(reader: &mut Reader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<Wrong> {
    let table = reader.table(value, "wrong", &["article", "says", "remedies"])?;
    let article = reader.optional(&table, "article", Reader::arc);
    let says = reader.optional(&table, "says", Reader::arc);
    let given = reader.required(&table, "remedies")?;
    Some(Wrong { article, says, remedies: remedies(reader, scope, given) })
}

fn opened(reader: &mut Reader, value: &Value<'_>) -> Option<Opened> {
    let table = reader.table(value, "opened", &["moves-each"])?;
    let moves_each = reader.obligatory(&table, "moves-each", Reader::count)?;
    Some(Opened { moves_each })
}

fn order(reader: &mut Reader, value: &Value<'_>) -> Option<Order> {
    let table = reader.table(value, "order", &["unknown"])?;
    let unknown = reader.obligatory(&table, "unknown", Reader::word)?;
    Some(Order { unknown })
}

fn late(reader: &mut Reader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<Late> {
    if reader.text(value)? == "stands" {
        return Some(Late::Stands);
    }
    scope.article(reader, value, As::Provision).map(Late::Article)
}

const PROVISION: [&str; 22] = [
    "article",
    "topics",
    "when",
    "says",
    "binds",
    "offender",
    "opens",
    "claim",
    "count",
    "retract",
    "remedies",
    "otherwise",
    "window",
    "opened",
    "then",
    "late",
    "excuses",
    "order",
    "tally",
    "penalty",
    "wrong",
    "report",
];

/// `[[provision]]`.
pub(super) fn provision(
    reader: &mut Reader,
    scope: &mut Scope<'_>,
    value: &Value<'_>,
) -> Option<Placed<Provision>> {
    let table = reader.table(value, "provision", &PROVISION)?;
    let article = reader.obligatory(&table, "article", Reader::arc);
    let topics = reader.obligatory(&table, "topics", topics);
    let says = reader.obligatory(&table, "says", Reader::arc);
    let binds = reader.obligatory(&table, "binds", Reader::word::<Binds>);
    let when = when(reader, &table);
    let offender = reader.optional(&table, "offender", Reader::word);
    let opens = reader.optional(&table, "opens", Reader::word);
    let claim = reader.optional(&table, "claim", claim);
    let counted = reader.optional(&table, "count", count);
    if let (Some(value), Some(_)) = (table.get("count"), &claim) {
        reader.fault(value.span(), "where there is a `claim` its `count` stands in it", None);
    }
    let retract = reader.optional(&table, "retract", Reader::word);
    let given = table.get("remedies").map(|value| remedies(reader, scope, value)).unwrap_or_default();
    let otherwise = table
        .get("otherwise")
        .map(|value| {
            if given.iter().any(|rule| !rule.kind.can_fail() && rule.when.is_empty()) || given.is_empty() {
                reader.fault(
                    value.span(),
                    "this can never be reached: a remedy before it can always be done",
                    Some("drop the `otherwise`".to_owned()),
                );
            }
            remedies(reader, scope, value)
        })
        .unwrap_or_default();
    let window = reader.optional(&table, "window", |reader, value| window_or_name(reader, scope, value));
    if binds == Some(Binds::Right) && table.get("window").is_none() && claim.is_none() {
        reader.fault(
            table.span(),
            "a right has neither `window` nor `claim`",
            Some("say until when it may be used".to_owned()),
        );
    }
    let opened = reader.optional(&table, "opened", opened);
    let then =
        table.get("then").map(|value| scope.articles(reader, value, As::Provision)).unwrap_or_default();
    let penalty =
        reader.optional(&table, "penalty", |reader, value| scope.article(reader, value, As::Provision));
    let late = reader.optional(&table, "late", |reader, value| late(reader, scope, value));
    let excuses = table.get("excuses").map(|value| reader.words(value)).unwrap_or_default();
    let order = reader.optional(&table, "order", order);
    let tally = reader.optional(&table, "tally", |reader, value| scope.article(reader, value, As::Tally));
    let wrong = reader.optional(&table, "wrong", |reader, value| wrong(reader, scope, value));
    if wrong.is_some() && claim.is_none() {
        reader.fault(table.span(), "`wrong` goes with a `claim`", None);
    }
    let report = reader.optional(&table, "report", Reader::boolean);
    Some(Placed {
        item: Provision {
            article: article?,
            topics: topics?,
            when,
            says: says?,
            binds: binds?,
            offender: offender.unwrap_or(OffenderRole::Actor),
            opens,
            claim,
            count: counted,
            retract: retract.unwrap_or(RetractTo::None),
            remedies: given,
            otherwise,
            window,
            opened,
            then,
            penalty,
            late,
            excuses,
            order,
            tally,
            wrong,
            report: report.unwrap_or(true),
        },
        span: table.span(),
        name: table.get("article").map_or_else(|| table.span(), toml::Spanned::span),
    })
}

fn strike(reader: &mut Reader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<Strike> {
    let table = reader.table(value, "strike", &["nth", "adds", "replaces"])?;
    let nth = reader.obligatory(&table, "nth", Reader::count);
    let (effect, given) = match (table.get("adds"), table.get("replaces")) {
        (Some(adds), None) => (StrikeEffect::Adds, adds),
        (None, Some(replaces)) => (StrikeEffect::Replaces, replaces),
        _ => {
            reader.fault(table.span(), "a strike either `adds` to the remedies or `replaces` them", None);
            return None;
        }
    };
    let remedies = remedies(reader, scope, given);
    Some(Strike { nth: nth?, effect, remedies })
}

/// `[[tally]]`.
pub(super) fn tally(reader: &mut Reader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<Placed<Tally>> {
    let table = reader.table(
        value,
        "tally",
        &["article", "says", "counts", "per", "once-per", "counted", "strike", "position"],
    )?;
    let article = reader.obligatory(&table, "article", Reader::arc);
    let says = reader.optional(&table, "says", Reader::arc);
    let counts = reader
        .obligatory(&table, "counts", |reader, value| Some(scope.articles(reader, value, As::Provision)));
    let per = reader.obligatory(&table, "per", Reader::word);
    let once_per = reader.optional(&table, "once-per", Reader::word);
    let counted = reader.optional(&table, "counted", Reader::word);
    let strikes = reader.obligatory(&table, "strike", |reader, value| {
        let items = reader.list(value);
        let strikes: Vec<Strike> = items.iter().filter_map(|item| strike(reader, scope, item)).collect();
        Some(strikes)
    });
    let position = reader.optional(&table, "position", Reader::word);
    Some(Placed {
        item: Tally {
            article: article?,
            says,
            counts: counts?,
            per: per?,
            once_per: once_per.unwrap_or(OncePer::Move),
            counted: counted.unwrap_or(Counted::Noticed),
            strikes: strikes?,
            position: position.unwrap_or(TallyPosition::Reinstated),
        },
        span: table.span(),
        name: table.get("article").map_or_else(|| table.span(), toml::Spanned::span),
    })
}

fn setting(reader: &mut Reader, text: &str, value: &Value<'_>) -> Option<Setting> {
    let table = reader.table(value, "alternative", &["set", "to"])?;
    let path = reader.obligatory(&table, "set", Reader::arc);
    let to = reader.required(&table, "to");
    Some(Setting { path: path?, to: Arc::from(text.get(to?.span()).unwrap_or_default()) })
}

/// `[[reading]]`; `text` is the file.
pub(super) fn reading(reader: &mut Reader, text: &str, value: &Value<'_>) -> Option<Placed<Reading>> {
    let table = reader.table(value, "reading", &["article", "question", "taken", "why", "instead"])?;
    let article = reader.obligatory(&table, "article", Reader::arc);
    let question = reader.obligatory(&table, "question", Reader::arc);
    let taken = reader.obligatory(&table, "taken", Reader::arc);
    let why = reader.obligatory(&table, "why", Reader::arc);
    let mut alternatives = Vec::new();
    if let Some(value) = table.get("instead")
        && let Some(instead) = reader.open_table(value, "instead")
    {
        for (name, value) in instead.entries {
            let settings = match value.get_ref() {
                DeValue::Array(items) => {
                    items.iter().filter_map(|item| setting(reader, text, item)).collect()
                }
                _ => setting(reader, text, value).into_iter().collect(),
            };
            alternatives.push(Alternative { name: Arc::from(&**name.get_ref()), settings });
        }
    }
    Some(Placed {
        item: Reading {
            article: article?,
            question: question?,
            taken: taken?,
            why: why?,
            alternatives,
            otherwise: None,
        },
        span: table.span(),
        name: table.get("article").map_or_else(|| table.span(), toml::Spanned::span),
    })
}

/// `[[silence]]`.
pub(super) fn silence(reader: &mut Reader, value: &Value<'_>) -> Option<Placed<Silence>> {
    let table = reader.table(value, "silence", &["topics", "says", "default", "why"])?;
    let topics = reader.obligatory(&table, "topics", topics);
    let says = reader.obligatory(&table, "says", Reader::arc);
    let default = reader.optional(&table, "default", Reader::word);
    let why = reader.optional(&table, "why", Reader::arc);
    Some(Placed {
        item: Silence { topics: topics?, says: says?, default, why },
        span: table.span(),
        name: table.get("topics").map_or_else(|| table.span(), toml::Spanned::span),
    })
}
