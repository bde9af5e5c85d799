//! Reads `[play]`: the regulations of the game itself.

use crate::chess::{AbsentRook, CastlingConditions, EnPassantDuty, GivenRooks, PawnOnLastRank, Play};
use crate::law::regulations::{AdjustRule, CheckRule, FirstMove, OddsRules, Promotion, Regulations};
use crate::law::vocabulary::{
    AdjustedMen, CheckBinds, Completion, GamesAtOdds, KingCapture, LeapAtOdds, NoticeTime, OfferEnd, Turn,
    Within,
};
use crate::toml_reader::{TomlReader, Value};

/// The regulations that a file gives.
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
    default_time: Option<u32>,
    offer_ends: Option<OfferEnd>,
    king_capture: Option<KingCapture>,
}

struct CastlingTable {
    conditions: CastlingConditions,
    absent_rook: AbsentRook,
}

struct PromotionTable {
    promotion: Promotion,
    pawn: PawnOnLastRank,
}

fn castling(reader: &mut TomlReader, value: &Value<'_>) -> Option<CastlingTable> {
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
        match reader.read_required(&table, key, TomlReader::boolean) {
            Some(true) => conditions = conditions.with(condition),
            Some(false) => {}
            None => whole = false,
        }
    }
    let leap = reader.read_required(&table, "absent-rook", TomlReader::word::<LeapAtOdds>)?;
    let absent_rook = match leap {
        LeapAtOdds::Never => AbsentRook::Never,
        LeapAtOdds::Leap => AbsentRook::Leap,
        LeapAtOdds::LeapIfSquareAlwaysEmpty => AbsentRook::LeapIfSquareAlwaysEmpty,
    };
    whole.then_some(CastlingTable { conditions, absent_rook })
}

fn promotion(reader: &mut TomlReader, value: &Value<'_>) -> Option<PromotionTable> {
    let table =
        reader.table(value, "promotion regulation", &["to", "may-stay-pawn", "when", "only-captured"])?;
    let to = reader.read_required(&table, "to", |reader, value| Some(reader.words(value)));
    let stay = reader.read_required(&table, "may-stay-pawn", TomlReader::boolean);
    let when = reader.read_required(&table, "when", TomlReader::word);
    let only_captured = reader.read_optional(&table, "only-captured", TomlReader::boolean).unwrap_or(false);
    let pawn = if stay? { PawnOnLastRank::MayStay } else { PawnOnLastRank::Promotes };
    Some(PromotionTable { promotion: Promotion { to: to?, when: when?, only_captured }, pawn })
}

fn en_passant(reader: &mut TomlReader, value: &Value<'_>) -> Option<EnPassantDuty> {
    let table = reader.table(value, "en-passant regulation", &["forced-when-only-move"])?;
    let forced = reader.read_required(&table, "forced-when-only-move", TomlReader::boolean)?;
    Some(if forced { EnPassantDuty::ForcedWhenOnlyMove } else { EnPassantDuty::Privilege })
}

fn check(reader: &mut TomlReader, value: &Value<'_>) -> Option<CheckRule> {
    let table = reader.table(value, "check regulation", &["binds", "unobserved"])?;
    let binds = reader.read_required(&table, "binds", TomlReader::word);
    let unobserved = reader.read_optional(&table, "unobserved", TomlReader::word);
    let binds: CheckBinds = binds?;
    Some(CheckRule { binds, unobserved: unobserved.unwrap_or(binds) })
}

fn adjust(reader: &mut TomlReader, value: &Value<'_>) -> Option<AdjustRule> {
    let table = reader.table(value, "adjusting regulation", &["notice", "turn", "askew", "men"])?;
    let notice = reader.read_required(&table, "notice", TomlReader::word::<NoticeTime>);
    let turn = reader.read_required(&table, "turn", TomlReader::word::<Turn>);
    let askew = reader.read_required(&table, "askew", TomlReader::boolean);
    let men = reader.read_optional(&table, "men", TomlReader::word).unwrap_or(AdjustedMen::Any);
    Some(AdjustRule { notice: notice?, turn: turn?, askew: askew?, men })
}

fn first_move(reader: &mut TomlReader, value: &Value<'_>) -> Option<FirstMove> {
    let table = reader.table(
        value,
        "first-move regulation",
        &["won", "drawn", "annulled", "colours-kept", "within", "at-odds"],
    )?;
    let won = reader.read_required(&table, "won", TomlReader::word);
    let drawn = reader.read_required(&table, "drawn", TomlReader::word);
    let annulled = reader.read_required(&table, "annulled", TomlReader::word);
    let kept = reader.read_required(&table, "colours-kept", TomlReader::boolean);
    let within = reader.read_optional(&table, "within", TomlReader::word);
    let at_odds = reader.read_optional(&table, "at-odds", TomlReader::word);
    Some(FirstMove {
        won: won?,
        drawn: drawn?,
        annulled: annulled?,
        colours_kept: kept?,
        within: within.unwrap_or(Within::Series),
        at_odds: at_odds.unwrap_or(GamesAtOdds::LeftOut),
    })
}

fn odds(reader: &mut TomlReader, value: &Value<'_>) -> Option<OddsRules> {
    let table = reader.table(value, "odds regulation", &["first-move", "pawn", "piece", "moves-rank"])?;
    let first = reader.read_required(&table, "first-move", TomlReader::word);
    let pawn = reader.read_required(&table, "pawn", TomlReader::word);
    let piece = reader.read_required(&table, "piece", TomlReader::word);
    let rank = reader.read_optional(&table, "moves-rank", TomlReader::number::<u8>);
    Some(OddsRules { first_move: first?, pawn: pawn?, piece: piece?, moves_rank: rank })
}

const OBLIGATORY: [&str; 6] = ["castling", "promotion", "en-passant", "check", "completed", "adjust"];
const OPTIONAL: [&str; 5] = ["first-move", "odds", "default-time", "offer-ends", "king-capture"];

/// The regulations that a file must give.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Completeness {
    /// All obligatory ones.
    Whole,
    /// None. The base has the missing ones.
    InPart,
}

pub(super) fn play(reader: &mut TomlReader, value: &Value<'_>, given: Completeness) -> PlayTable {
    let Some(table) = reader.table(value, "[play]", &[&OBLIGATORY[..], &OPTIONAL[..]].concat()) else {
        return PlayTable::default();
    };
    if given == Completeness::Whole {
        for key in OBLIGATORY {
            reader.require(&table, key);
        }
    }
    PlayTable {
        castling: reader.read_optional(&table, "castling", castling),
        promotion: reader.read_optional(&table, "promotion", promotion),
        en_passant: reader.read_optional(&table, "en-passant", en_passant),
        check: reader.read_optional(&table, "check", check),
        completed: reader.read_optional(&table, "completed", TomlReader::word),
        adjust: reader.read_optional(&table, "adjust", adjust),
        first_move: reader.read_optional(&table, "first-move", first_move),
        odds: reader.read_optional(&table, "odds", odds),
        default_time: reader.read_optional(&table, "default-time", TomlReader::number),
        offer_ends: reader.read_optional(&table, "offer-ends", TomlReader::word),
        king_capture: reader.read_optional(&table, "king-capture", TomlReader::word),
    }
}

impl PlayTable {
    /// The whole regulations. Missing ones come from `base`.
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
                // Set by each game.
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
            default_time: self.default_time.or_else(|| base.and_then(|base| base.default_time)),
            offer_ends: self
                .offer_ends
                .or_else(|| base.map(|base| base.offer_ends))
                .unwrap_or(OfferEnd::Touch),
            king_capture: self
                .king_capture
                .or_else(|| base.map(|base| base.king_capture))
                .unwrap_or(KingCapture::Illegal),
        })
    }
}
