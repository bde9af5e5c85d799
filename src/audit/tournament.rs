//! `tournament.*`: the facts of each game for the comparison with a tournament report, and the report's own findings.

use std::sync::Arc;

use crate::arbiter::{Hearing, Judgement, LawHeld};
use crate::chess::{Color, Fen, Position};
use crate::finding::{
    Citation, Finding, GameReport, Location, Reason, Score, Severity, Standing, Tags, Verdict,
};
use crate::law::{Provision, Rule};
use crate::tournament::{LegalScore, TournamentFile};

use super::{CodeChoice, Settings};

/// The score that the law gives a game, if its end does not depend on what the record says of it.
pub(super) fn legal_score(hearing: &Hearing<'_>, judgement: &Judgement) -> Option<LegalScore> {
    let Verdict { standing, score, reason, .. } = judgement.verdict;
    if standing != Standing::Valid || score == Score::Unknown {
        return None;
    }
    let result_law = judgement.findings.iter().find(|finding| {
        finding.rule == Rule::ResultLaw && finding.severity == Severity::Error && score != judgement.given
    });
    let fact = match reason {
        Reason::Mate => format!("{} is checkmated", mated(score)?),
        Reason::Rule(Rule::DrawStalemate) => "the game ends in stalemate".to_owned(),
        Reason::Rule(Rule::DrawDead) => "neither player can give checkmate".to_owned(),
        Reason::Rule(Rule::DrawAutomatic) => "the game is drawn by law".to_owned(),
        _ => result_law.map(|_| "the law decides the game".to_owned())?,
    };
    let provision = match reason {
        Reason::Rule(rule) => only_provision(hearing, rule),
        Reason::Mate | Reason::Record => None,
    };
    let (citation, says) = match (result_law, provision) {
        (Some(Finding { citation: Some(citation), says, .. }), _) => (Some(citation.clone()), says.clone()),
        (_, provision) => {
            let article = provision.map(|provision| Arc::clone(&provision.article));
            let code = Arc::clone(&hearing.code.id);
            let citation = Citation { code, article, terms: Arc::default() };
            let is_known = hearing.law == LawHeld::Known;
            (Some(citation).filter(|_| is_known), provision.map(|provision| Arc::clone(&provision.says)))
        }
    };
    Some(LegalScore { score, fact, citation, says })
}

/// The player who is checkmated, by the score.
const fn mated(score: Score) -> Option<Color> {
    match score {
        Score::White => Some(Color::Black),
        Score::Black => Some(Color::White),
        Score::Draw | Score::Unknown => None,
    }
}

/// The provision on a rule, if all of them are of one article.
fn only_provision<'c>(hearing: &Hearing<'c>, rule: Rule) -> Option<&'c Provision> {
    let mut provisions = hearing.code.provisions_for(rule);
    let first = provisions.next()?;
    provisions.all(|other| other.article == first.article).then_some(first)
}

/// The report of the tournament as one of a file of games, which has the number 0: all reports have places for its findings.
pub(super) fn report_of_file(file: &TournamentFile, settings: &Settings, keep_source: bool) -> GameReport {
    let mut tags = Tags::with_room(2, 0);
    for (name, value) in [("Event", &file.title), ("Site", &file.city)] {
        if let Some(value) = value {
            tags.push(name.into(), |text| text.push_str(value));
        }
    }
    let code = match &settings.codes {
        CodeChoice::One(code) => Arc::clone(&code.id),
        CodeChoice::ByRecord(law) => Arc::clone(&law.undated().id),
    };
    let verdict =
        Verdict { standing: Standing::Valid, score: Score::Unknown, reason: Reason::Record, ply: 0 };
    GameReport {
        number: GameReport::OF_TOURNAMENT,
        location: Location { offset: 0, length: file.text.len() as u64, line: 1, column: 1 },
        key: None,
        tags,
        result: Score::Unknown,
        plies: 0,
        final_fen: Fen(&Position::initial()).to_string(),
        code,
        verdict,
        findings: Vec::new(),
        encoding: file.encoding,
        source: if keep_source { file.text.clone() } else { Vec::new() },
    }
}
