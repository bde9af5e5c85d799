//! Describes provisions, tallies and regulations in English, as labelled lines.

use std::sync::Arc;

use crate::chess::{AbsentRook, CastlingConditions, EnPassantDuty, PawnOnLastRank};
use crate::law::words::{self, InWords, Players, RemedyDetails};
use crate::law::{
    AdjustedMen, Binds, CheckBinds, Chooser, Claim, ClaimBy, Clause, Code, Count, CountFrom, CountOf,
    GamesAtOdds, KingCapture, Late, LeapAtOdds, Literal, NextFirst, OffenderRole, OfferEnd, Otherwise,
    Predicate, Provision, Regulations, RemedyKind, RemedyRule, RetractTo, Rule, StrikeEffect, Tally, Terms,
    Turn, WindowId, WindowRule,
};

word_enum! {
    /// The label of a line of an outline.
    Label {
        AppliesTo = "applies to",
        Where = "applies if",
        Opened = "opened by",
        Offender = "offender",
        Binds = "duty or right",
        Claim = "claim",
        Count = "count",
        Sequel = "what follows",
        GoesBack = "goes back",
        Gives = "remedy",
        Failing = "otherwise",
        Wrong = "wrong claim",
        From = "not before",
        Until = "until",
        Unused = "if unused",
        TooLate = "too late",
        Excuses = "excuses",
        Order = "order",
        Tally = "counted by",
        Report = "report",
        Counts = "counts",
        Brings = "brings",
        Castling = "castling",
        Promotion = "promotion",
        EnPassant = "en passant",
        Check = "check",
        Completed = "a move ends",
        Adjusting = "adjusting",
        LateArrival = "late arrival",
        Offers = "offers",
        KingCapture = "capture of the king",
        FirstMove = "first move",
        Odds = "odds",
    }
}

/// A label with one text or several. Each text is a line of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub label: Label,
    pub texts: Vec<String>,
}

impl Line {
    pub(crate) fn new(label: Label, text: impl Into<String>) -> Self {
        Self { label, texts: vec![text.into()] }
    }

    /// One line for each text.
    pub(crate) fn split(self) -> impl Iterator<Item = Self> {
        let label = self.label;
        self.texts.into_iter().map(move |text| Self::new(label, text))
    }
}

/// The name of the other player in the words of the code.
fn adversary(code: &Code) -> String {
    format!("the {}", code.terms.opponent)
}

fn by_role<'a>(code: &'a Code, adversary: &'a str) -> Players<'a> {
    Players { adversary, terms: &code.terms, ..Players::BY_ROLE }
}

/// Describes the effect of a provision.
pub(crate) fn provision(code: &Code, provision: &Provision) -> Vec<Line> {
    let adversary = adversary(code);
    let players = by_role(code, &adversary);
    let mut lines = Vec::new();
    let mut add = |label, texts: Vec<String>| {
        if !texts.is_empty() {
            lines.push(Line { label, texts });
        }
    };
    let one = |text: &str| vec![text.to_owned()];
    add(Label::AppliesTo, provision.topics.iter().copied().map(topic).collect());
    add(Label::Where, conditions(&provision.when, players.terms));
    if let Some(opener) = provision.opens {
        add(Label::Opened, one(opener.in_words()));
    }
    if provision.offender != OffenderRole::Actor {
        add(Label::Offender, one(provision.offender.in_words()));
    }
    add(Label::Binds, one(provision.binds.in_words()));
    add(Label::Claim, provision.claim.iter().map(claim_in_words).collect());
    add(Label::Count, provision.required_count().into_iter().map(count_in_words).collect());
    let penalty = provision.penalty.iter();
    add(Label::Sequel, penalty.map(|article| consequence(code, article, &provision.topics)).collect());
    if provision.retract != RetractTo::None {
        add(Label::GoesBack, one(provision.retract.in_words()));
    }
    let has_no_consequence = provision.remedies.is_empty()
        && provision.penalty.is_none()
        && provision.tally.is_none()
        && provision.retract == RetractTo::None;
    if has_no_consequence && provision.binds != Binds::None {
        add(Label::Gives, one("none"));
    }
    let mut given = remedies(&provision.remedies, players);
    if let ([only], true) = (given.as_mut_slice(), provision.otherwise.is_empty()) {
        only.push_str(end_of_chain(&provision.remedies));
    }
    add(Label::Gives, given);
    add(Label::Failing, remedies(&provision.otherwise, players));
    if let Some(wrong) = &provision.wrong {
        let cost = if wrong.remedies.is_empty() {
            "costs nothing".to_owned()
        } else {
            due(&wrong.remedies, players)
        };
        let article = wrong.article.as_ref().map_or_else(String::new, |article| format!("{article}: "));
        add(Label::Wrong, vec![article + &cost]);
    }
    // A right that begins when its time is over only says that the time is over.
    let ends_there = |n: u32| {
        let window = provision.window.as_ref();
        window.is_some_and(|window| window.closes == WindowId::MovesEach && window.n == Some(n))
    };
    if let Some(opened) = provision.opened.filter(|opened| !ends_there(opened.moves_each)) {
        let n = opened.moves_each;
        let made = if opened.completed { "completed" } else { "made" };
        add(Label::From, vec![format!("each side has {made} {n} {}", if n == 1 { "move" } else { "moves" })]);
    }
    add(Label::Until, provision.window.iter().map(|window| until(window, players)).collect());
    add(Label::Unused, provision.then.iter().map(|article| follow_up(code, article)).collect());
    match &provision.late {
        Some(Late::Stands) => add(Label::TooLate, one("the position remains as it is")),
        Some(Late::Article(article)) => add(Label::TooLate, vec![too_late(code, article)]),
        None => {}
    }
    if !provision.excuses.is_empty() {
        let families: Vec<&str> = provision.excuses.iter().map(|family| family.in_words()).collect();
        add(Label::Excuses, vec![format!("{} caused by it do not bind", words::list_and(&families))]);
    }
    if let Some(order) = provision.order {
        let taken = order.unknown.in_words();
        add(Label::Order, vec![format!("if the order of the touches is unknown, {taken}")]);
    }
    add(Label::Tally, provision.tally.iter().map(|tally| tally_reference(code, tally)).collect());
    if !provision.report {
        add(Label::Report, one("no finding of its own; it is used to decide other findings"));
    }
    lines
}

/// The summary of a rule inside a sentence: `a touched piece was not moved (touch.own)`.
fn topic(rule: Rule) -> String {
    let summary = rule.summary().trim_end_matches('.');
    let mut letters = summary.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
    format!("{first}{} ({rule})", letters.as_str())
}

/// Facts of which one always holds.
const EXHAUSTIVE: [Predicate; 3] = [Predicate::AllTakeable, Predicate::SomeTakeable, Predicate::NoneTakeable];

/// Whether one of the facts that a clause names always holds.
fn is_always_true(clause: &Clause) -> bool {
    let is_named = |fact: &Predicate| clause.any.iter().any(|one| one.holds && one.predicate == *fact);
    if EXHAUSTIVE.iter().all(is_named) {
        return true;
    }
    let is_denied = |one: &Literal| {
        clause.any.iter().any(|other| other.predicate == one.predicate && other.holds != one.holds)
    };
    clause.any.iter().any(is_denied)
}

/// One text for each clause. Clauses are numbered if one of them contains an `or`, so that *and* and *or* cannot be confused.
fn conditions(clauses: &[Clause], terms: &Terms) -> Vec<String> {
    let clauses: Vec<&Clause> = clauses.iter().filter(|clause| !is_always_true(clause)).collect();
    let is_numbered = clauses.len() > 1 && clauses.iter().any(|clause| clause.any.len() > 1);
    let text = |(place, one): (usize, &&Clause)| {
        let and = if place == 0 { "" } else { "and " };
        let number = if is_numbered { format!("({}) ", place + 1) } else { String::new() };
        format!("{and}{number}{}", clause(one, terms))
    };
    clauses.iter().enumerate().map(text).collect()
}

fn clause(clause: &Clause, terms: &Terms) -> String {
    if let [Literal { predicate: one, holds: true }, Literal { predicate: other, holds: true }] = &*clause.any
        && matches!(
            (one, other),
            (Predicate::QuickplayFinish, Predicate::BeforeQuickplayFinish)
                | (Predicate::BeforeQuickplayFinish, Predicate::QuickplayFinish)
        )
    {
        return "the record shows whether the player has to make all remaining moves in a limited time"
            .to_owned();
    }
    let facts: Vec<&str> = clause.any.iter().map(|literal| words::fact(*literal)).collect();
    words::list_or(&facts).replace("arbiter", &terms.arbiter).replace("opponent", &terms.opponent)
}

/// The article of a consequence, with its provision on the same topics.
fn consequence(code: &Code, article: &str, topics: &[Rule]) -> String {
    let on_the_matter = |provision: &&Provision| provision.topics.iter().any(|topic| topics.contains(topic));
    let found = code.article(article).find(on_the_matter).or_else(|| code.provision(article));
    named(article, found)
}

/// An article whose right arises when the window closes unused, with its provision on later discovery.
fn follow_up(code: &Code, article: &str) -> String {
    let discovery = |provision: &&Provision| {
        provision.topics.iter().any(|topic| matches!(topic, Rule::DiscoveryIllegal | Rule::DiscoveryCheck))
    };
    named(article, code.article(article).find(discovery).or_else(|| code.provision(article)))
}

/// An article that applies once it is too late, with its provision on that.
fn too_late(code: &Code, article: &str) -> String {
    let late = |provision: &&Provision| provision.topics.contains(&Rule::PenaltyLate);
    let nothing = |provision: &&Provision| provision.binds == Binds::None;
    let found = code
        .article(article)
        .find(late)
        .or_else(|| code.article(article).find(nothing))
        .or_else(|| code.provision(article));
    named(article, found)
}

fn named(article: &str, provision: Option<&Provision>) -> String {
    match provision {
        Some(provision) => format!("{article}: {}", provision.says),
        None => article.to_owned(),
    }
}

/// One text for each remedy. The chooser is named once for all the remedies to choose from.
fn remedies(rules: &[RemedyRule], players: Players<'_>) -> Vec<String> {
    let mut texts = Vec::with_capacity(rules.len());
    let mut before: Option<Chooser> = None;
    for rule in rules {
        let is_only = rules.iter().filter(|other| other.chooser == rule.chooser).count() == 1;
        let lead = words::remedy_lead(rule.chooser, rule.kind, before, is_only, players);
        before = Some(rule.chooser);
        texts.push(lead + &chain(rule, players));
    }
    texts
}

/// Remedies as one text. Remedies imposed by the law have no introduction.
fn due(rules: &[RemedyRule], players: Players<'_>) -> String {
    let texts = remedies(rules, players).join(", ");
    let law = words::chooser_intro(Chooser::Law, players);
    texts.strip_prefix(&law).unwrap_or(&texts).to_owned()
}

/// A remedy and its fallbacks.
fn chain(rule: &RemedyRule, players: Players<'_>) -> String {
    let mut text = remedy(rule, players);
    let mut last = rule;
    while let Otherwise::Remedy(next) = &last.otherwise {
        // The piece of an announced move counts as touched.
        let of_announced = last.kind == RemedyKind::MoveAnnounced && next.kind == RemedyKind::MoveTouched;
        text.push_str(if of_announced { "; if that is illegal, " } else { "; otherwise, " });
        if next.chooser != last.chooser && next.chooser != Chooser::Law {
            text.push_str(&words::remedy_lead(next.chooser, next.kind, None, true, players));
        }
        let men = of_announced.then(|| format!("that {}", players.terms.piece));
        text.push_str(&remedy_of(next, players, men));
        last = next;
    }
    text
}

/// The end of a chain of fallbacks whose last remedy is a king move: no penalty if the king cannot move.
fn end_of_chain(rules: &[RemedyRule]) -> &'static str {
    let [only] = rules else { return "" };
    let ends_with_king = only.chain().last().is_some_and(|last| last.kind == RemedyKind::MoveKing);
    if ends_with_king { "; otherwise, no penalty" } else { "" }
}

fn remedy(rule: &RemedyRule, players: Players<'_>) -> String {
    remedy_of(rule, players, None)
}

/// `men`: the words for the men, if not those of the rule.
fn remedy_of(rule: &RemedyRule, players: Players<'_>, men: Option<String>) -> String {
    let men = men.unwrap_or_else(|| match (rule.per, rule.man) {
        (Some(per), _) => per.in_words().to_owned(),
        (None, Some(man)) => man.in_words().to_owned(),
        (None, None) => words::generic_man(rule.kind, players.terms),
    });
    let pieces: Vec<&str> = rule.pieces.iter().map(|piece| piece.in_words()).collect();
    let time = words::time(rule.seconds, rule.part);
    let with = RemedyDetails { players, men: &men, time: &time, pieces: &pieces, winner: rule.winner };
    let mut text = words::remedy(rule.kind, &with);
    if let Some(by) = rule.by {
        text = format!("{text} with {}", by.in_words());
    }
    if let Some(not) = rule.not {
        text = format!("{text}, {}", not.in_words());
    }
    if !rule.articles.is_empty() {
        text = format!("{text} as in {}", words::list_and(&rule.articles));
    }
    if let Some(due) = rule.due.filter(|_| rule.kind != RemedyKind::PlayLater) {
        text = format!("{text} {}", due.in_words());
    }
    if !rule.lapses.is_empty() {
        let lapses: Vec<&str> = rule.lapses.iter().map(|lapse| lapse.in_words()).collect();
        text = format!("{text} unless {}", words::list_or(&lapses));
    }
    if !rule.when.is_empty() {
        let clauses: Vec<String> = rule.when.iter().map(|one| clause(one, players.terms)).collect();
        text = format!("{text} if {}", words::list_and(&clauses));
    }
    text
}

fn until(window: &WindowRule, players: Players<'_>) -> String {
    let who = window.who.map_or("a player", InWords::in_words);
    let mut text = words::window(window.closes, window.n.unwrap_or(1), who, players);
    if window.with {
        text.push_str("; words said with that move are still in time");
    }
    if window.legal {
        text.push_str("; an illegal move ends it only once the other player has replied");
    }
    if window.completed {
        text.push_str("; only completed moves count");
    }
    if !window.except.is_empty() {
        let except: Vec<&str> = window.except.iter().map(|touch| touch.in_words()).collect();
        text = format!("{text}. These touches do not count: {}", words::list_and(&except));
    }
    text
}

fn claim_in_words(claim: &Claim) -> String {
    let mut text = claim.by.in_words().to_owned();
    // The words on the claimant or on the moment already imply the turn.
    let is_turn_implied = claim.at.is_some() || (claim.turn == Turn::Own && claim.by == ClaimBy::OnMove);
    if !is_turn_implied {
        text = format!("{text}, {}", claim.turn.in_words());
    }
    if claim.count.is_some() && claim.word.is_none() {
        text = format!("{text}, {}", claim.form.in_words());
    }
    if let Some(word) = claim.word {
        text = format!("{text}, {}", word.in_words());
    }
    if let Some(at) = claim.at {
        text = format!("{text}; {}", at.in_words());
    }
    let cited = |article: &Option<Arc<str>>| {
        article.as_ref().map_or_else(String::new, |article| format!(" ({article})"))
    };
    if let Some(seconds) = claim.time_under {
        text = format!("{text}; only with less than {seconds} seconds left");
    }
    if !claim.barred.is_empty() {
        let barred: Vec<&str> = claim.barred.iter().map(|bar| bar.in_words()).collect();
        text = format!("{text}; not if {}{}", words::list_or(&barred), cited(&claim.cite.barred));
    }
    if let Some(also) = claim.also {
        text = format!("{text}; {}", also.in_words());
    }
    if let (Some(arisen), Some(written)) = (&claim.cite.arisen, &claim.cite.written) {
        text = format!("{text}; cited as {arisen} for a position on the board, {written} for a written move");
    }
    text
}

fn count_in_words(count: &Count) -> String {
    let mut text = format!("{} {}", count.n, count.of.in_words());
    match count.of {
        CountOf::MovesEach => {
            text = format!("{text}, {}", count.from.in_words());
            let resets: Vec<&str> = count.resets.iter().map(|reset| reset.in_words()).collect();
            if resets.is_empty() {
                text.push_str("; nothing restarts it");
            } else {
                text = format!("{text}; {} restarts it", words::list_or(&resets));
            }
            for limit in &count.limits {
                let squares = if limit.endgame.squares.is_empty() { "" } else { " on certain squares" };
                text = format!("{text}; {} in the ending {}{squares}", limit.n, limit.endgame.material);
            }
        }
        CountOf::SeriesOfMoves => {}
        CountOf::Occurrences | CountOf::OccurrencesInARow => {
            text = format!("{text}: the same if {}", count.same.in_words());
            if count.from != CountFrom::Start {
                text = format!("{text}, {}", count.from.in_words());
            }
        }
    }
    text
}

fn tally_reference(code: &Code, article: &str) -> String {
    match code.tally(article) {
        Some(tally) => {
            let adversary = adversary(code);
            let players = by_role(code, &adversary);
            let brought: Vec<String> = tally
                .strikes
                .iter()
                .map(|strike| format!("for {}: {}", nth(strike.nth), due(&strike.remedies, players)))
                .collect();
            format!("{article}; {}", brought.join("; "))
        }
        None => article.to_owned(),
    }
}

/// Describes a tally.
pub(crate) fn tally(code: &Code, tally: &Tally) -> Vec<Line> {
    let adversary = adversary(code);
    let players = by_role(code, &adversary);
    let counts = vec![
        format!("offences under {}", words::list_and(&tally.counts)),
        tally.per.in_words().to_owned(),
        tally.once_per.in_words().to_owned(),
        tally.counted.in_words().to_owned(),
        tally.position.in_words().to_owned(),
    ];
    let brings = tally.strikes.iter().map(|strike| {
        let how = match strike.effect {
            StrikeEffect::Adds => "in addition to the other remedies",
            StrikeEffect::Replaces => "in place of the other remedies",
        };
        format!("for {}, {how}: {}", nth(strike.nth), due(&strike.remedies, players))
    });
    let brings = brings.collect();
    vec![Line { label: Label::Counts, texts: counts }, Line { label: Label::Brings, texts: brings }]
}

fn nth(n: u32) -> String {
    match n {
        1 => "the first offence".to_owned(),
        2 => "the second offence".to_owned(),
        3 => "the third offence".to_owned(),
        n => format!("offence number {n}"),
    }
}

/// Describes the regulations of a code.
pub(crate) fn regulations(play: &Regulations) -> Vec<Line> {
    let mut lines = vec![
        Line::new(Label::Castling, castling(play)),
        Line::new(Label::Promotion, promotion(play)),
        Line::new(
            Label::EnPassant,
            match play.play.en_passant {
                EnPassantDuty::ForcedWhenOnlyMove => {
                    "an en passant capture counts like any other move: a player who has no other legal move is not stalemated"
                }
                EnPassantDuty::Privilege => {
                    "an en passant capture is a privilege, which need not be used even if it is the only legal move"
                }
            },
        ),
        Line::new(Label::Check, check(play)),
        Line::new(Label::Completed, play.completed.in_words()),
        Line::new(Label::Adjusting, adjusting(play)),
    ];
    if let Some(seconds) = play.default_time {
        let text = format!("allowed for {} minutes, if the record gives no default time", seconds / 60);
        lines.push(Line { label: Label::LateArrival, texts: vec![text] });
    }
    if play.offer_ends == OfferEnd::Move {
        let text = format!("an offer of a draw ends {}", play.offer_ends.in_words());
        lines.push(Line { label: Label::Offers, texts: vec![text] });
    }
    if play.king_capture == KingCapture::Claim {
        lines.push(Line::new(Label::KingCapture, play.king_capture.in_words()));
    }
    if let Some(first) = &play.first_move {
        let after = |game: &str, next: NextFirst| format!("after {game} {}", next.in_words());
        let mut texts = vec![
            first.within.in_words().to_owned(),
            after("a game won", first.won),
            after("a drawn game", first.drawn),
            after("a void game", first.annulled),
        ];
        let kept = if first.colours_kept { "are kept" } else { "need not be kept" };
        texts.push(format!("the colours {kept} through a sitting"));
        if first.at_odds == GamesAtOdds::Counted {
            texts.push(first.at_odds.in_words().to_owned());
        }
        lines.push(Line { label: Label::FirstMove, texts });
    }
    if let Some(odds) = &play.odds {
        let mut texts = vec![
            odds.first_move.in_words().to_owned(),
            odds.pawn.in_words().to_owned(),
            odds.piece.in_words().to_owned(),
        ];
        if let Some(rank) = odds.moves_rank {
            texts.push(format!(
                "moves given as odds go no farther than rank {rank}, counted from the side of the player who \
                 receives them"
            ));
        }
        lines.push(Line { label: Label::Odds, texts });
    }
    lines
}

fn castling(play: &Regulations) -> String {
    let demanded: Vec<&str> = [
        (CastlingConditions::UNMOVED, "king and rook have not moved"),
        (CastlingConditions::NOT_IN_CHECK, "the king is not in check"),
        (CastlingConditions::CROSSED_SAFE, "no square that the king crosses is attacked"),
        (CastlingConditions::ARRIVAL_SAFE, "the square where the king arrives is not attacked"),
        (CastlingConditions::BETWEEN_EMPTY, "no piece is between them"),
    ]
    .into_iter()
    .filter(|(condition, _)| play.play.castling.demands(*condition))
    .map(|(_, words)| words)
    .collect();
    let leap = match play.play.absent_rook {
        AbsentRook::Never => LeapAtOdds::Never,
        AbsentRook::Leap => LeapAtOdds::Leap,
        AbsentRook::LeapIfSquareAlwaysEmpty => LeapAtOdds::LeapIfSquareAlwaysEmpty,
    };
    let demanded = if demanded.is_empty() {
        "without conditions".to_owned()
    } else {
        format!("if {}", words::list_and(&demanded))
    };
    format!("{demanded}; {}", leap.in_words())
}

fn promotion(play: &Regulations) -> String {
    let pieces: Vec<&str> = play.promotion.to.iter().map(|piece| piece.in_words()).collect();
    let stays = match play.play.pawn_may_stay {
        PawnOnLastRank::MayStay => " (or may remain a pawn)",
        PawnOnLastRank::Promotes => "",
    };
    let lost = if play.promotion.only_captured { ", only one that its player has lost" } else { "" };
    let when = play.promotion.when.in_words();
    format!("a pawn becomes a {}{lost}{stays}; {when}", words::list_or(&pieces))
}

fn check(play: &Regulations) -> String {
    let binds = play.check.binds.in_words();
    if play.check.binds == play.check.unobserved && play.check.binds != CheckBinds::Announced {
        return binds.to_owned();
    }
    match play.check.unobserved {
        CheckBinds::Announced if play.check.binds == CheckBinds::Announced => format!(
            "{binds}; if the `Observed` tag does not name speech, checks count as announced, but a check left \
             unanswered is reported as `info` only"
        ),
        CheckBinds::Announced => {
            format!("{binds}; if the `Observed` tag does not name speech, checks count as announced")
        }
        CheckBinds::Always | CheckBinds::Unstated => {
            format!("{binds}; if the `Observed` tag does not name speech, every check binds")
        }
    }
}

fn adjusting(play: &Regulations) -> String {
    let mut text = format!("notice protects a touch if it is {}", play.adjust.notice.in_words());
    if play.adjust.turn == Turn::Own {
        text = format!("{text}, {}", play.adjust.turn.in_words());
    }
    if play.adjust.men == AdjustedMen::Own {
        text = format!("{text}, {}", play.adjust.men.in_words());
    }
    if play.adjust.askew {
        text.push_str(", and if the piece is visibly askew");
    }
    text
}
