//! Writes an explanation as JSON (`jadoube.explain/1`), with ids for programs and phrases for readers.

mod lookup;

use std::io::{self, Write};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::law::outline::{self, Line};
use crate::law::{
    Code, Family, FindingBasis, Late, OnBoard, Opener, Otherwise, Person, Provision, RemedyRule, Rule, Scan,
    Silence, Source, Tally, UnruledState, Voice, WindowRule,
};
use crate::report::game_value;

use super::example::Example;
use super::order::articles;
use super::{
    ArticlePage, ArticleState, CodePage, Explanation, GapsPage, HistoryPage, OpenTopics, ReadingPage,
    RulePage, RuleUnderCode, Stage, Thing,
};

const SCHEMA: &str = "jadoube.explain/1";

pub(crate) fn write(out: &mut dyn Write, explanation: &Explanation) -> io::Result<()> {
    let mut value = match explanation {
        Explanation::Code(page) => code(page),
        Explanation::Article(page) => article(page)?,
        Explanation::Rule(page) => rule(page)?,
        Explanation::History(page) => history(page),
        Explanation::Gaps(page) => gaps(page),
        Explanation::Family(named, others) => family(*named, others),
        Explanation::Command(page) => lookup::command(page),
        Explanation::Tag(help) => lookup::tag(help),
        Explanation::Term(term) => lookup::term(term),
        Explanation::Commands => lookup::commands(),
        Explanation::Tags => lookup::tags(),
        Explanation::Matches(words, things) => lookup::matches(words, things),
    };
    if let Value::Object(object) = &mut value {
        object.shift_insert(0, "schema".to_owned(), SCHEMA.into());
    }
    write_value(out, &value)
}

fn code_value(code: &Code) -> Value {
    json!({
        "id": *code.id,
        "title": *code.title,
        "year": code.year,
        "source": code.alters.is_none().then(|| source(&code.source)),
        "altered": code.is_altered().then(|| json!({
            "code": **code.printed_code(),
            "readings": code.other_readings(),
            "source": source(&code.source),
        })),
        "scans": list(code.all_scans().into_iter().map(scan)),
        "since": code.since.map(|day| day.to_string()),
        "until": code.until.map(|day| day.to_string()),
        "extends": code.extends.as_deref(),
        "coverage": code.coverage.id(),
        "articles": code.articles().len(),
        "provisions": code.provisions.len(),
        "readings": code.readings.len(),
        "silences": code.silences.len(),
    })
}

fn source(source: &Source) -> Value {
    json!({
        "work": *source.work,
        "heading": source.heading.as_deref(),
        "pages": source.pages.as_deref(),
        "author": source.author.as_deref(),
        "publisher": source.publisher.as_deref(),
        "place": source.place.as_deref(),
        "printed": source.printed,
        "free": source.free,
    })
}

fn scan(scan: &Scan) -> Value {
    json!({ "code": *scan.code, "id": *scan.id, "what": *scan.what, "link": scan.link.as_deref() })
}

pub(crate) fn list_codes(out: &mut dyn Write, codes: &[Arc<Code>]) -> io::Result<()> {
    write_value(out, &list(codes.iter().map(|code| code_value(code))))
}

pub(crate) fn list_rules(out: &mut dyn Write) -> io::Result<()> {
    write_value(out, &list(Rule::ALL.iter().copied().map(rule_value)))
}

fn write_value(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

fn rule_value(rule: Rule) -> Value {
    json!({
        "id": rule.id(),
        "family": rule.family().id(),
        "summary": rule.summary(),
        "text": rule.explain_in_lines(),
        "parent": rule.parent().map(Rule::id),
        "ground": match rule.basis() {
            FindingBasis::Law => "law",
            FindingBasis::Case => "case",
            FindingBasis::Fact => "fact",
        },
    })
}

fn code(page: &CodePage) -> Value {
    let code = &page.code;
    let article = |article: &Arc<str>| {
        let provisions = code.article(article).map(|provision| {
            let topics = ids(&provision.topics, |topic| topic.id());
            let text = provision.text.as_ref();
            json!({
                "says": *provision.says,
                "text": text.map(|text| &*text.words),
                "scan": text.map(|text| scan(&text.scan)),
                "topics": topics,
            })
        });
        json!({ "article": **article, "provisions": list(provisions) })
    };
    json!({
        "kind": "code",
        "code": code_value(code),
        "regulations": lines(&page.regulations),
        "articles": list(articles(code).into_iter().map(article)),
        "tallies": list(code.tallies.iter().map(|one| tally(code, one))),
        "readings": list(page.readings.iter().map(reading)),
        "silences": list(code.silences.iter().map(silence)),
    })
}

fn article(page: &ArticlePage) -> io::Result<Value> {
    let provisions = page.provisions.iter().map(|one| {
        let mut value = provision(&one.provision);
        if let Value::Object(object) = &mut value {
            object.insert("words".to_owned(), lines(&one.lines));
        }
        value
    });
    Ok(json!({
        "kind": "article",
        "code": code_value(&page.code),
        "article": *page.article,
        "provisions": list(provisions),
        "unruled": page.gap.as_ref().map(|gap| json!({ "state": gap.state.id(), "says": *gap.says })),
        "tally": page.code.tally(&page.article).map(|one| tally(&page.code, one)),
        "readings": list(page.readings.iter().map(reading)),
        "example": page.example.as_ref().map(example).transpose()?,
    }))
}

fn family(family: Family, others: &[Thing]) -> Value {
    json!({
        "kind": "family",
        "family": family.id(),
        "rules": list(family.rules().map(rule_value)),
        "see_also": lookup::things(others),
    })
}

fn rule(page: &RulePage) -> io::Result<Value> {
    Ok(json!({
        "kind": "rule",
        "rule": rule_value(page.rule),
        "codes": list(page.codes.iter().map(under_code)),
        "example": page.example.as_ref().map(example).transpose()?,
    }))
}

fn history(page: &HistoryPage) -> Value {
    let stage = |Stage { from, to, under, is_quick, tradition }: &Stage| {
        json!({
            "from": from.to_string(),
            "to": to.map(|to| to.to_string()),
            "quick": is_quick,
            "tradition": tradition.as_deref(),
            "law": under.as_ref().map(under_code),
        })
    };
    json!({
        "kind": "history",
        "rule": rule_value(page.rule),
        "stages": list(page.stages.iter().map(stage)),
    })
}

fn gaps(page: &GapsPage) -> Value {
    let article = |ArticleState { article, gap, says }: &ArticleState| {
        json!({
            "article": **article,
            "state": gap.map_or("ruled", UnruledState::id),
            "says": says.as_deref(),
        })
    };
    let topics = |OpenTopics { topics, voice, says }: &OpenTopics| {
        json!({
            "topics": ids(topics, |topic| topic.id()),
            "state": voice_id(*voice),
            "says": says.as_deref(),
        })
    };
    json!({
        "kind": "gaps",
        "code": code_value(&page.code),
        "articles": list(page.articles.iter().map(article)),
        "topics": list(page.topics.iter().map(topics)),
    })
}

const fn voice_id(voice: Voice) -> &'static str {
    match voice {
        Voice::Speaks => "speaks",
        Voice::Silent => "silent",
        Voice::Unrevealed => "unrevealed",
    }
}

fn under_code(under: &RuleUnderCode) -> Value {
    json!({
        "code": *under.code.id,
        "title": *under.code.title,
        "year": under.code.year,
        "voice": voice_id(under.voice),
        "provisions": list(under.own.iter().map(provision)),
        "of_parent": list(under.of_parent.iter().map(provision)),
        "silence": under.silence.as_ref().map(silence),
    })
}

fn provision(provision: &Provision) -> Value {
    let text = provision.text.as_ref();
    json!({
        "article": *provision.article,
        "says": *provision.says,
        "text": text.map(|text| &*text.words),
        "scan": text.map(|text| scan(&text.scan)),
        "topics": ids(&provision.topics, |topic| topic.id()),
        "when": list(provision.when.iter().map(|clause| clause.to_string().into())),
        "binds": provision.binds.id(),
        "offender": provision.offender.id(),
        "opens": provision.opens.map(Opener::id),
        "penalty": provision.penalty.as_deref(),
        "retract": provision.retract.id(),
        "remedies": list(provision.remedies.iter().map(remedy)),
        "otherwise": list(provision.otherwise.iter().map(remedy)),
        "window": provision.window.as_ref().map(window),
        "then": ids(&provision.then, |article| article),
        "late": provision.late.as_ref().map(|late| match late {
            Late::Stands => "stands",
            Late::Article(article) => article,
        }),
        "excuses": ids(&provision.excuses, |family| family.id()),
        "tally": provision.tally.as_deref(),
        "report": provision.report,
    })
}

fn remedy(rule: &RemedyRule) -> Value {
    json!({
        "kind": rule.kind.id(),
        "chooser": rule.chooser.id(),
        "else": match &rule.otherwise {
            Otherwise::Nothing | Otherwise::NoPenalty => Value::Null,
            Otherwise::Remedy(next) => remedy(next),
        },
    })
}

fn window(window: &WindowRule) -> Value {
    json!({
        "closes": window.closes.id(),
        "n": window.n,
        "who": window.who.map(Person::id),
        "with": window.with,
        "legal": window.legal,
        "completed": window.completed,
        "except": ids(&window.except, |touch| touch.id()),
    })
}

fn tally(code: &Code, tally: &Tally) -> Value {
    let strikes = tally
        .strikes
        .iter()
        .map(|strike| json!({ "nth": strike.nth, "remedies": list(strike.remedies.iter().map(remedy)) }));
    json!({
        "article": *tally.article,
        "counts": ids(&tally.counts, |article| article),
        "strikes": list(strikes),
        "words": lines(&outline::tally(code, tally)),
    })
}

fn reading(page: &ReadingPage) -> Value {
    let reading = &page.reading;
    let alternatives = page.alternatives.iter().map(|other| {
        json!({
            "name": *other.name,
            "ask": other.argument,
            "taken": other.is_in_force,
            "changes": lines(&other.changes),
        })
    });
    json!({
        "article": *reading.article,
        "question": *reading.question,
        "taken": *reading.taken,
        "why": *reading.why,
        "alternatives": list(alternatives),
    })
}

fn silence(silence: &Silence) -> Value {
    json!({
        "topics": ids(&silence.topics, |topic| topic.id()),
        "says": *silence.says,
        "default": silence.default.map(OnBoard::id),
        "why": silence.why.as_deref(),
    })
}

fn example(example: &Example) -> io::Result<Value> {
    let path = example.sample.path();
    let games = example.games.iter().map(|game| game_value(&path, game)).collect::<Result<Vec<_>, _>>()?;
    Ok(json!({
        "file": path,
        "record": String::from_utf8_lossy(example.sample.bytes),
        "games": games,
    }))
}

fn lines(lines: &[Line]) -> Value {
    list(lines.iter().map(|line| json!({ "label": line.label.id(), "texts": line.texts })))
}

fn ids<T>(items: &[T], id: impl Fn(&T) -> &str) -> Value {
    list(items.iter().map(|item| id(item).into()))
}

fn list(values: impl Iterator<Item = Value>) -> Value {
    Value::Array(values.collect())
}
