//! The law files: the content of the embedded ones, and the loader's errors on faulty ones.

use std::sync::Arc;

use jadoube::internals::audit::{CodeChoice, audit_bytes_under};
use jadoube::internals::finding::{Disposition, Score, Severity};
use jadoube::internals::law::{
    Binds, Code, Coverage, Family, LawText, OtherReading, Provision, RemedyKind, RetractTo, Rule, Silence,
    Stalemate, TimePart, Voice, WindowId, Winner, codes, load, load_with_readings, review, vocabulary,
};
use proptest::prelude::*;

#[test]
fn every_embedded_code_loads_with_each_of_its_readings() {
    for embedded in codes::embedded() {
        // The rest is loaded only when it is asked for.
        if let Some((_, rest)) = embedded.text.split_once("\n[[unruled]]") {
            let others = rest.lines().filter(|line| line.starts_with('[') && *line != "[[unruled]]");
            assert_eq!(others.count(), 0, "{}: [[unruled]] is not at the end", embedded.id);
        }
        let code = load(embedded.text)
            .map_err(|error| miette::Report::new(error.named(embedded.id)))
            .unwrap_or_else(|report| panic!("{report:?}"));
        assert_eq!(&*code.id, embedded.id);
        assert_eq!(&*codes::code(embedded.id).unwrap().id, embedded.id);
    }
    assert_eq!(codes::codes().len(), codes::embedded().len());
}

#[test]
fn an_unknown_code_names_the_nearest() {
    let error = codes::code("kenny-1818").unwrap_err();
    assert!(matches!(error, codes::NoCode::Unknown { nearest: Some("kenny-1817"), .. }));
}

/// The ruling of each code on an act: the remedies of the first provision of an article that names the rule.
#[test]
fn the_codes_give_what_their_sources_do() {
    let table: &[(&str, Rule, &str, &[RemedyKind])] = &[
        ("kenny-1817", Rule::MoveFalseCapture, "8", &[RemedyKind::MoveKing]),
        ("kenny-1817", Rule::MoveCastling, "12", &[RemedyKind::MoveRook, RemedyKind::MoveKing]),
        ("kenny-1817", Rule::DrawStalemate, "16", &[RemedyKind::Win]),
        ("kenny-1817", Rule::SetupBoard, "1", &[RemedyKind::Recommence, RemedyKind::Proceed]),
        ("fide-2023", Rule::DrawStalemate, "5.2.1", &[RemedyKind::Draw]),
        ("fide-2023", Rule::DrawDead, "5.2.2", &[RemedyKind::Draw]),
        ("fide-2023", Rule::ClockFlag, "6.9", &[RemedyKind::Forfeit]),
        ("fide-2023", Rule::DrawRepetition, "9.2", &[RemedyKind::Draw]),
    ];
    for (id, rule, article, kinds) in table {
        let code = codes::code(id).unwrap();
        let is_of_article = |provision: &&Provision| *provision.article == **article;
        let provision = code.provisions_for(*rule).find(is_of_article).unwrap();
        let given: Vec<RemedyKind> = provision.remedies.iter().map(|r| r.kind).collect();
        assert_eq!(&given, kinds, "{id} {rule}");
        assert_eq!(code.voice(*rule), Voice::Speaks);
    }
}

#[test]
fn the_first_provision_that_holds_governs() {
    use jadoube::internals::law::Predicate;
    let fide = codes::code("fide-2023").unwrap();
    let pressed = fide.governing(Rule::MoveFalse, |fact| fact == Predicate::Completed);
    let pressed = pressed.unwrap();
    assert_eq!(&*pressed.article, "7.5.1");
    assert_eq!(pressed.retract, RetractTo::BeforeOffence);
    assert_eq!(pressed.window.as_ref().unwrap().closes, WindowId::GameEnd);
    let tally = fide.tally(pressed.tally.as_deref().unwrap()).unwrap();
    assert_eq!(tally.strike(1).unwrap().remedies[0].seconds, Some(120));
    assert_eq!(tally.strike(2), tally.strike(7));
    let unpressed = fide.governing(Rule::MoveFalse, |_| false).unwrap();
    assert_eq!((&*unpressed.article, &unpressed.tally), ("4.3", &None));

    let kenny = codes::code("kenny-1817").unwrap();
    let silent = kenny.governing(Rule::MoveCheckNotParried, |_| false);
    assert_eq!(silent.unwrap().binds, Binds::None);
    let said = kenny.governing(Rule::MoveCheckNotParried, |fact| fact == Predicate::CheckAnnounced);
    assert_eq!(&*said.unwrap().article, "8");
}

#[test]
fn a_silence_on_a_rule_keeps_its_parent_out() {
    let kenny = codes::code("kenny-1817").unwrap();
    // A blocked man: the condition of 15 is not met, and 5 does not cover it.
    assert!(kenny.governing(Rule::TouchOwnImmovable, |_| false).is_none());
    let silence: &Silence = kenny.silence_for(Rule::TouchOwnImmovable).unwrap();
    assert!(silence.topics.contains(&Rule::TouchOwnImmovable));
    let praxis = codes::code("praxis-1860").unwrap();
    assert!(praxis.silence_for(Rule::TouchSeveralOwn).is_some());
    assert!(praxis.governing(Rule::TouchSeveralOwn, |_| false).is_none());
    assert!(praxis.governing(Rule::TouchOwn, |_| false).is_some());
    assert!(kenny.silence_for(Rule::MoveFalse).is_none());
}

/// A file need not state a silence for each matter that no provision covers: nothing is open then.
#[test]
fn what_is_asked_for_under_no_provision_and_no_silence_is_told() {
    let american = codes::embedded().iter().find(|code| code.id == "american-1910").unwrap().text;
    let blocks = american.split_inclusive("\n\n");
    let text: String = blocks.filter(|block| !block.contains("topics = [\"setup.odds\"]\nsays")).collect();
    let code = std::sync::Arc::new(load(&text).unwrap());
    assert!(code.silence_for(Rule::SetupOdds).is_none());
    let game = b"[Observed \"board\"]\n[Odds \"w knight\"]\n\n1. Nf3 e5 2. Nc3 d5 {[%elect b annul]} *\n";
    let games = audit_bytes_under(game, CodeChoice::One(code));
    let told = games[0].findings.iter().filter(|finding| finding.rule == Rule::RecordCommand);
    assert_eq!(told.count(), 1, "{games:?}");
}

fn reading(article: &str, name: &str) -> OtherReading {
    OtherReading { article: article.into(), name: name.into() }
}

#[test]
fn another_reading_can_be_taken() {
    let kenny = codes::embedded().iter().find(|code| code.id == "kenny-1817");
    let text = kenny.unwrap().text;
    let taken = load_with_readings(text, &[]).unwrap();
    assert_eq!(taken.stalemate(), Stalemate::Win(Winner::Stalemated));
    let other = load_with_readings(text, &[reading("16", "drawn")]).unwrap();
    assert_eq!(other.stalemate(), Stalemate::Draw);
    let error = load_with_readings(text, &[reading("16", "drwan")]).unwrap_err();
    let [fault] = error.errors.as_slice() else { panic!("{error:?}") };
    assert_eq!(fault.help.as_deref(), Some("did you mean `drawn`?"));
}

/// A file that extends a code inherits its readings, and their alternatives work in it. The readings of an article that it
/// restates in other words are gone, unless it asks for them.
#[test]
fn readings_of_the_code_extended_can_be_taken_otherwise() {
    let text = std::fs::read_to_string("tests/data/laws/two-moves-to-ask.toml").unwrap();
    let code = load(&text).unwrap();
    let base = codes::code("kenny-1817").unwrap();
    assert!(base.readings_of("6").next().is_some());
    assert!(code.readings_of("6").next().is_none());
    let rest: Vec<_> = base.readings.iter().filter(|reading| &*reading.article != "6").cloned().collect();
    assert_eq!(code.readings, rest);
    assert_eq!(code.stalemate(), Stalemate::Win(Winner::Stalemated));
    let other = load_with_readings(&text, &[reading("16", "drawn")]).unwrap();
    assert_eq!(other.stalemate(), Stalemate::Draw);
    assert!(load_with_readings(&text, &[reading("16", "drwan")]).is_err());

    let kept = text.replacen("[code]\n", "[code]\nkeeps-readings = [\"6\"]\n", 1);
    assert_eq!(load(&kept).unwrap().readings, base.readings);
    for (article, message) in
        [("5", "this file does not restate article 5"), ("66", "kenny-1817 has no reading of article 66")]
    {
        let text = text.replacen("[code]\n", &format!("[code]\nkeeps-readings = [\"{article}\"]\n"), 1);
        assert_eq!(load(&text).unwrap_err().errors[0].message, message);
    }
}

/// The words stay the same: only the time limit changes.
#[test]
fn an_article_restated_in_the_same_words_keeps_its_readings() {
    let base = codes::code("kenny-1817").unwrap();
    let mut text = "[code]\nid = \"mine\"\nextends = \"kenny-1817\"\n".to_owned();
    for provision in base.article("6") {
        let topics: Vec<String> = provision.topics.iter().map(|topic| format!("\"{topic}\"")).collect();
        let when: Vec<String> = provision.when.iter().map(|clause| format!("\"{clause}\"")).collect();
        text += &format!(
            "[[provision]]\narticle = \"6\"\ntopics = [{}]\nwhen = [{}]\nsays = \"{}\"\nbinds = \"none\"\n",
            topics.join(", "),
            when.join(", "),
            provision.says,
        );
    }
    assert_eq!(load(&text).unwrap().readings_of("6").count(), base.readings_of("6").count());
}

/// The notes on a file, each with its text in the file.
fn notes(text: &str) -> Vec<(String, String)> {
    let notes = review(text).unwrap_or_else(|error| panic!("{:#?}", error.errors));
    notes.into_iter().map(|note| (text[note.span].to_owned(), note.message)).collect()
}

#[test]
fn a_topic_that_a_restated_article_leaves_out_is_noted() {
    let base = codes::code("kenny-1817").unwrap();
    let mut lost: Vec<String> =
        base.article("6").flat_map(|said| &said.topics).map(ToString::to_string).collect();
    lost.sort();
    lost.dedup();
    let text = "[code]\nid = \"mine\"\nextends = \"kenny-1817\"\ncoverage = \"partial\"\n[[provision]]\narticle = \"6\"\n\
                topics = [\"touch.adversary\"]\nsays = \"It is taken.\"\nbinds = \"none\"\n";
    let noted = notes(text);
    assert!(lost.len() > 1);
    for topic in lost.iter().filter(|topic| *topic != "touch.adversary") {
        let beginning =
            format!("article 6 of this file leaves out `{topic}`, which article 6 of kenny-1817 decides: ");
        let found = noted.iter().any(|(at, note)| at == "\"6\"" && note.starts_with(&beginning));
        assert!(found, "{topic}: {noted:#?}");
    }
    let stated = format!("{text}[[silence]]\ntopics = [{}]\nsays = \"Nothing.\"\n", {
        let quoted: Vec<String> = lost
            .iter()
            .filter(|topic| *topic != "touch.adversary")
            .map(|topic| format!("\"{topic}\""))
            .collect();
        quoted.join(", ")
    });
    assert_eq!(notes(&stated), []);
}

#[test]
fn an_unreachable_article_of_the_base_is_marked_where_the_file_hides_it() {
    let text = "[code]\nid = \"mine\"\nextends = \"kenny-1817\"\n[[provision]]\narticle = \"99\"\n\
                topics = [\"draw.stalemate\"]\nsays = \"Stalemate draws the game.\"\nbinds = \"duty\"\n\
                remedies = [ { kind = \"draw\", chooser = \"law\" } ]\n";
    let error = load(text).unwrap_err();
    let [fault] = error.errors.as_slice() else { panic!("{error:?}") };
    assert_eq!(&text[fault.span.clone()], "\"99\"");
    assert_eq!(
        fault.message,
        "article 16 of kenny-1817 never applies to `draw.stalemate`: article 99 comes before it and applies in every \
         case in which it would"
    );
    assert!(fault.help.as_ref().unwrap().contains("add omits = [\"16\"] to [code]"), "{fault:?}");
    assert!(load(&text.replacen("[code]\n", "[code]\nomits = [\"16\"]\n", 1)).is_ok());
}

/// An edition has the rows of its base on articles that it does not change, by its own numbers.
#[test]
fn an_edition_inherits_the_articles_without_a_complete_ruling() {
    let states = |code: &jadoube::internals::law::Code| -> Vec<(String, String)> {
        let rows = code.unruled.iter();
        rows.flat_map(|row| row.articles.iter().map(|article| (article.to_string(), row.state.to_string())))
            .collect()
    };
    let base = codes::embedded().iter().find(|code| code.id == "fide-2023").unwrap();
    assert!(states(&load(base.text).unwrap()).contains(&("8.6".to_owned(), "unrecorded".to_owned())));
    let text = "[code]\nid = \"club\"\nextends = \"fide-2023\"\nomits = [\"88.3\"]\nrenumbers = { \"8\" = \"88\" }\n\
                [[unruled]]\narticles = [\"11.4\"]\nsays = \"Ours.\"\nstate = \"unrecorded\"\n";
    let code = load(text).unwrap();
    let found = states(&code);
    assert!(found.contains(&("88.6".to_owned(), "unrecorded".to_owned())), "{found:?}");
    assert!(!found.iter().any(|(article, _)| article == "8.6" || article == "88.3"), "{found:?}");
    assert_eq!(found.iter().filter(|(article, _)| article == "11.4").count(), 1);
}

#[test]
fn no_embedded_code_contradicts_itself() {
    for embedded in codes::embedded() {
        let notes = notes(embedded.text);
        let found: Vec<_> = notes.iter().filter(|(_, note)| note.contains("contradicts itself")).collect();
        assert!(found.is_empty(), "{}: {found:#?}", embedded.id);
    }
}

/// Each case changes the sentence or the table of a sound provision.
#[test]
fn a_sentence_that_contradicts_its_table_is_noted() {
    let provision = |says: &str, rest: &str| {
        SOUND.replace("[[silence]]", &format!("[[provision]]\narticle = \"5\"\ntopics = [\"move.castling\"]\nsays = \"{says}\"\n{rest}\n[[silence]]"))
    };
    let law = "remedies = [ { kind = \"move-legally\", chooser = \"law\" } ]";
    let adversary = "remedies = [ { kind = \"move-legally\", chooser = \"adversary\" } ]\nwindow = \"reply\"";
    let window = |window: &str| format!("binds = \"duty\"\n{law}\nwindow = {window}");
    let touches = window("{ closes = \"adversary-touches\" }");
    let end = window("{ closes = \"game-end\" }");
    let four = window("{ closes = \"moves-each\", n = 4 }");
    let table: &[(&str, String, &str)] = &[
        (
            "The adversary may choose how it is played.",
            format!("binds = \"right\"\n{law}\nwindow = \"reply\""),
            "leaves the choice to the opponent",
        ),
        (
            "The player moves the man at his own choice.",
            format!("binds = \"right\"\n{adversary}"),
            "leaves the choice to the offender",
        ),
        ("The man is moved, at any time.", touches.clone(), "sets no time limit"),
        ("The man is moved, until the adversary has moved.", end, "when the opponent moves"),
        ("The man is moved, before the adversary touches a man.", four.clone(), "when the opponent touches"),
        (
            "The man is moved, before six moves on each side.",
            four.clone(),
            "has the number 6, and its window has n = 4",
        ),
        (
            "The adversary may demand that it be moved.",
            "binds = \"duty\"\nremedies = [ { kind = \"move-legally\", chooser = \"adversary\" } ]"
                .to_owned(),
            "binds = \"duty\"",
        ),
        ("The man must be moved.", format!("binds = \"right\"\n{adversary}"), "binds = \"right\""),
        ("The player loses the game.", format!("binds = \"duty\"\n{law}"), "takes the game from a player"),
        ("The game is drawn.", format!("binds = \"duty\"\n{law}"), "draws the game"),
        (
            "The opponent gets three minutes.",
            "binds = \"duty\"\nremedies = [ { kind = \"add-time\", chooser = \"law\", seconds = 120 } ]"
                .to_owned(),
            "gives another time",
        ),
        (
            "The man is moved.",
            "binds = \"duty\"\nremedies = [ { kind = \"move-king\", chooser = \"law\" } ]".to_owned(),
            "a remedy moves the king",
        ),
    ];
    assert_eq!(notes(SOUND), []);
    for (says, rest, expected) in table {
        let noted = notes(&provision(says, rest));
        let found = noted.iter().any(|(_, note)| note.contains(expected));
        assert!(found && noted.len() == 1, "{says}: {noted:#?}");
    }
    for (says, rest) in [
        ("The man is moved, before four moves on each side.", &four),
        ("The man is moved, before the adversary touches a man.", &touches),
    ] {
        assert_eq!(notes(&provision(says, rest)), [], "{says}");
    }
}

/// A file inherits from the code it extends everything that it does not state.
#[test]
fn a_file_that_extends_a_code_says_only_what_it_changes() {
    let code = load(&std::fs::read_to_string("tests/data/laws/extends-minimal.toml").unwrap()).unwrap();
    let base = codes::code("kenny-1817").unwrap();
    assert_eq!(&*code.id, "house-rules");
    assert_eq!((code.year, code.coverage), (base.year, base.coverage));
    assert_eq!(*code.title, format!("{}, altered", base.title));
}

/// The printed words of a provision and the id of their scan.
fn printed(code: &jadoube::internals::law::Code, article: &str) -> Option<(String, String)> {
    let text = code.provision(article)?.text.as_ref()?;
    Some((text.words.to_string(), text.scan.id.to_string()))
}

#[test]
fn printed_words_are_one_line_and_name_their_scan() {
    let code = load(SOUND).unwrap();
    assert_eq!(printed(&code, "1"), Some(("First, in print.".to_owned(), "one".to_owned())));
    assert_eq!(printed(&code, "2"), Some(("Second, in print.".to_owned(), "other".to_owned())));
    assert!(!code.is_altered());
    let other = load_with_readings(SOUND, &[reading("1", "other")]).unwrap();
    assert!(other.is_altered());
    assert_eq!(other.printed_in(), "Printed in None. This is one reading of the printed words (1=other).");
}

/// A file that changes a code is not printed, whether it says nothing of its source or copies that of the code.
#[test]
fn an_altered_code_is_not_printed_where_its_base_is() {
    let text = std::fs::read_to_string("tests/data/laws/two-moves-to-ask.toml").unwrap();
    let base = codes::code("kenny-1817").unwrap();
    assert!(base.printed_in().starts_with("Printed in W. S. Kenny, Practical Chess Grammar (1817)"));
    let copied = format!(
        "coverage = \"whole\"\nsource = {{ work = \"{}\", pages = \"{}\" }}",
        base.source.work,
        base.source.pages.as_ref().unwrap()
    );
    for text in [text.clone(), text.replacen("coverage = \"whole\"", &copied, 1)] {
        let code = load(&text).unwrap();
        assert!(code.is_altered());
        let printed = code.printed_in();
        assert!(
            printed.starts_with(
                "Not printed in this form: my-1817 changes kenny-1817. The unchanged law is printed in W. S."
            ),
            "{printed}"
        );
        // The article that it restates has no printed words, and the words of every other article are those of the base.
        assert_eq!(code.provision("6").unwrap().text, None);
        assert_eq!(code.provision("5").unwrap().text, base.provision("5").unwrap().text);
        assert!(code.scans.is_empty());
    }
    let own = "coverage = \"whole\"\nsource = { work = \"The club's book\" }";
    let code = load(&text.replacen("coverage = \"whole\"", own, 1)).unwrap();
    assert_eq!(code.printed_in(), "Printed in The club's book.");
}

#[test]
fn an_article_stated_anew_in_part_is_told_with_what_went_with_it() {
    let text = "[code]\nid = \"mine\"\nextends = \"kenny-1817\"\n\n[[provision]]\narticle = \"5\"\n\
                topics = [\"touch.own\"]\nsays = \"Touched and let go.\"\nbinds = \"none\"\n";
    let error = load(text).unwrap_err();
    let lost = "article 5 of this file replaces every provision of that article in kenny-1817: \
                add the provision on `touch.out-of-turn` too";
    let fault = error.errors.iter().find(|fault| fault.help.as_deref() == Some(lost)).expect(lost);
    assert_eq!(text.get(fault.span.clone()), Some("\"5\""));
    // An omitted article is not restated.
    let text =
        text.replace("[code]\n", "[code]\nomits = [\"5\"]\n").replace("\"5\"\ntopics", "\"6\"\ntopics");
    let error = load(&text).unwrap_err();
    let omitted = error.errors.iter().find(|fault| fault.message.contains("`touch.out-of-turn`")).unwrap();
    assert!(omitted.help.as_deref().unwrap().contains("article 5 of kenny-1817"), "{omitted:?}");
    assert_eq!(text.get(omitted.span.clone()), Some("[code]"));
}

/// A file with one missing key gets one error.
#[test]
fn a_fault_in_the_head_of_a_file_that_extends_demands_no_regulations() {
    let error = load("[code]\nextends = \"kenny-1817\"\n").unwrap_err();
    let messages: Vec<&str> = error.errors.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(messages, ["this [code] has no `id`"]);
}

/// A valid law file; each faulty one differs from it in one place.
const SOUND: &str = r#"
[code]
id = "test"
title = "Test"
year = 1900
source = { work = "None", free = true }
coverage = "partial"

[[scan]]
id = "one"
what = "A copy."

[[scan]]
id = "other"
what = "Another."
link = "https://example.org/"

[play]
castling = { unmoved = true, not-in-check = true, crossed-safe = true, arrival-safe = true, between-empty = true, absent-rook = "never" }
promotion = { to = ["queen"], may-stay-pawn = false, when = "at-once" }
en-passant = { forced-when-only-move = true }
check = { binds = "always" }
completed = "release"
adjust = { notice = "before", turn = "own", askew = false }

[windows]
reply = { closes = "adversary-moves" }

[[provision]]
article = "1"
topics = ["touch.own"]
when = ["in-check"]
says = "First."
text = """First,
  in print."""
binds = "right"
remedies = [ { kind = "move-touched", chooser = "law", else = { kind = "move-king", chooser = "law" } } ]
window = "reply"
late = "2"
tally = "3"

[[provision]]
article = "2"
topics = ["touch.own", "move.false"]
says = "Second."
text = "Second, in print."
scan = "other"
binds = "duty"
then = ["1"]

[[tally]]
article = "3"
counts = ["1"]
per = "player"
strike = [ { nth = 1, adds = [ { kind = "add-time", chooser = "law", seconds = 60 } ] } ]

[[reading]]
article = "1"
question = "Which?"
taken = "This."
why = "So."
instead = { other = { set = "remedies.0.chooser", to = "adversary" } }

[[silence]]
topics = ["draw.dead"]
says = "Nothing."
"#;

/// Findings use the words of their code, which a code that extends it inherits; findings about the record use modern ones.
#[test]
fn findings_use_the_terms_of_their_code() {
    let game = b"1. e4 e5 2. Nf3 {[%upset w wilful] [%ruling admonish w] [%touch b a3]} *";
    let said = |code| {
        let reports = audit_bytes_under(game, CodeChoice::One(code));
        let findings = reports.into_iter().flat_map(|report| report.findings);
        findings.map(|finding| finding.message).collect::<Vec<_>>().join("\n")
    };
    let changed = "[code]\nid = \"mine\"\nextends = \"american-1910\"\n\
                   terms = { piece = \"chessman\", pieces = \"chessmen\" }\n";
    for (code, pieces, other) in [
        (codes::code("american-1910").unwrap(), "men", "arbiter"),
        (Arc::new(load(changed).unwrap()), "chessmen", "arbiter"),
        (codes::code("fide-2023").unwrap(), "pieces", "umpire"),
    ] {
        let said = said(code);
        assert!(said.contains(&format!("White knocks the {pieces} over on purpose")), "{said}");
        assert!(!said.contains(other), "{said}");
        assert!(said.contains("there is no piece on a3"), "{said}");
    }
}

#[test]
fn each_fault_is_named_where_it_stands() {
    assert!(load(SOUND).is_ok(), "{:?}", load(SOUND));
    // The text replaced, its replacement, the text at the fault, the message, the help.
    let table: &[(&str, &str, &str, &str, Option<&str>)] = &[
        // Words that are not known.
        (
            "[[tally]]",
            "[[tallly]]",
            "tallly",
            "unknown key `tallly` in this law file",
            Some("did you mean `tally`?"),
        ),
        (
            "binds = \"right\"",
            "bind = \"right\"",
            "bind",
            "unknown key `bind` in this provision",
            Some("did you mean `binds`?"),
        ),
        (
            "coverage = \"partial\"",
            "coverage = \"partial\"\nterms = { oponent = \"adversary\" }",
            "oponent",
            "unknown key `oponent` in this table of terms",
            Some("did you mean `opponent`?"),
        ),
        (
            "coverage = \"partial\"",
            "coverage = \"partial\"\nterms = { arbiter = \" \" }",
            "\" \"",
            "this text is empty",
            None,
        ),
        (
            "coverage = \"partial\"",
            "coverage = \"partial\"\nterms = { piece = \"man\" }",
            "{ piece = \"man\" }",
            "give both `piece` and `pieces`, or neither",
            None,
        ),
        (
            "\"touch.own\"]",
            "\"touch.owm\"]",
            "\"touch.owm\"",
            "`touch.owm` is not a topic",
            Some("did you mean `touch.own`?"),
        ),
        ("\"draw.dead\"", "\"record.tag\"", "\"record.tag\"", "which no code governs", None),
        (
            "\"move-touched\"",
            "\"move-touch\"",
            "\"move-touch\"",
            "`move-touch` is not a valid remedy",
            Some("did you mean `move-touched`?"),
        ),
        (
            "\"adversary-moves\"",
            "\"adversary-move\"",
            "\"adversary-move\"",
            "`adversary-move` is not a valid window",
            Some("did you mean `adversary-moves`?"),
        ),
        (
            "\"in-check\"",
            "\"!in-chek|askew\"",
            "\"!in-chek|askew\"",
            "`in-chek` is not a valid predicate",
            Some("did you mean `in-check`?"),
        ),
        (
            "window = \"reply\"",
            "window = \"replay\"",
            "\"replay\"",
            "this file has no window named `replay`",
            Some("did you mean `reply`?"),
        ),
        (
            "\"right\"",
            "\"rihgt\"",
            "\"rihgt\"",
            "`rihgt` is not a valid binding",
            Some("did you mean `right`?"),
        ),
        ("per = \"player\"", "per = \"game\"", "\"game\"", "`game` is not a valid tally scope", None),
        // Values of another type.
        ("1900", "\"1900\"", "\"1900\"", "expected a whole number, found text in quotation marks", None),
        (
            "[\"touch.own\"]",
            "\"touch.own\"",
            "\"touch.own\"",
            "expected a list, found text in quotation marks",
            Some("write `[\"touch.own\"]`"),
        ),
        ("\"First.\"", "\" \"", "\" \"", "this text is empty", None),
        ("seconds = 60", "seconds = 0", "0", "at least 1", None),
        ("1900", "99999", "99999", "out of range", None),
        // Missing or misplaced keys.
        ("says = \"First.\"\n", "", "[[provision]]", "this provision has no `says`", Some("add `says = …`")),
        (
            "check = { binds = \"always\" }\n",
            "",
            "[play]",
            "this [play] has no `check`",
            Some("add `check = …`"),
        ),
        (
            ", seconds = 60",
            "",
            "{ kind = \"add-time\", chooser = \"law\" }",
            "has no `seconds`",
            Some("add `seconds = …`"),
        ),
        (
            "window = \"reply\"\n",
            "",
            "[[provision]]",
            "neither `window` nor `claim`",
            Some("add a `window` that says until when it may be used"),
        ),
        (
            "\"adversary-moves\" }",
            "\"adversary-moves\", n = 2 }",
            "2",
            "a window `adversary-moves` cannot have `n`",
            None,
        ),
        (
            "\"adversary-moves\" }",
            "\"moves-each\" }",
            "{ closes = \"moves-each\" }",
            "has no `n`",
            Some("add `n = …`"),
        ),
        // Printed words.
        (
            ", free = true",
            "",
            "\"\"\"First,\n  in print.\"\"\"",
            "the source is not marked as free of copyright",
            Some("add `free = true` to the `source`"),
        ),
        (
            "[[scan]]\nid = \"one\"\nwhat = \"A copy.\"\n\n[[scan]]\nid = \"other\"\nwhat = \"Another.\"\nlink = \"https://example.org/\"\n",
            "",
            "\"\"\"First,\n  in print.\"\"\"",
            "this file has no `[[scan]]`",
            Some("add a `[[scan]]`"),
        ),
        ("First,\n  in print.", "\n", "\"\"\"\n\"\"\"", "this text is empty", None),
        (
            "scan = \"other\"",
            "scan = \"othr\"",
            "\"othr\"",
            "this file has no scan `othr`",
            Some("did you mean `other`?"),
        ),
        (
            "scan = \"other\"\n",
            "",
            "\"other\"",
            "no provision has words from the scan `other`",
            Some("add `scan = \"other\"`"),
        ),
        ("text = \"Second, in print.\"\n", "", "\"other\"", "this provision has no `text`", None),
        ("id = \"other\"", "id = \"one\"", "\"one\"", "the scan `one` is defined twice", None),
        (
            "https://example.org/",
            "example.org",
            "\"example.org\"",
            "this is not the address of a web page",
            Some("from https:// on"),
        ),
        (
            "set = \"remedies.0.chooser\"",
            "set = \"text\"",
            "\"text\"",
            "cannot change the printed words",
            None,
        ),
        // Unreachable parts.
        (
            "[[tally]]",
            "[[provision]]\narticle = \"4\"\ntopics = [\"move.false\"]\nsays = \"Again.\"\nbinds = \"none\"\n[[tally]]",
            "\"4\"",
            "article 4 never applies to `move.false`: article 2",
            Some(
                "add a `when = […]` to article 2 with the cases that it is for, or remove `move.false` from one",
            ),
        ),
        (
            "\"in-check\"",
            "\"in-check\", \"!in-check\"",
            "[\"in-check\", \"!in-check\"]",
            "contradicts itself",
            None,
        ),
        (
            "\"move-touched\", chooser",
            "\"draw\", chooser",
            "{ kind = \"move-king\", chooser = \"law\" }",
            "this never applies: `draw` is always possible",
            Some("remove the `else`"),
        ),
        (
            "else = { kind = \"move-king\"",
            "else = { kind = \"move-touched\"",
            "{ kind = \"move-touched\", chooser = \"law\" }",
            "it is the same as the remedy that it replaces",
            None,
        ),
        (
            "then = [\"1\"]",
            "otherwise = [ { kind = \"draw\", chooser = \"law\" } ]",
            "[ { kind = \"draw\", chooser = \"law\" } ]",
            "this never applies",
            Some("remove the `otherwise`"),
        ),
        (
            "topics = [\"draw.dead\"]",
            "topics = [\"move.false\"]",
            "[\"move.false\"]",
            "article 2 provides for `move.false`",
            None,
        ),
        (
            "reply = {",
            "other = { closes = \"game-end\" }\nreply = {",
            "other",
            "no provision uses the window `other`",
            None,
        ),
        // Duplicates.
        (
            "[[tally]]",
            "[[provision]]\narticle = \"2\"\ntopics = [\"touch.own\", \"move.false\"]\nsays = \"Again.\"\nbinds = \"none\"\n[[tally]]",
            "\"2\"",
            "article 2 has two provisions with the same topics and conditions",
            Some("remove one"),
        ),
        (
            "\"touch.own\", \"move.false\"",
            "\"touch.own\", \"touch.own\"",
            "\"touch.own\"",
            "`touch.own` is named twice",
            None,
        ),
        // References to nothing.
        ("then = [\"1\"]", "then = [\"11\"]", "\"11\"", "this code has no article 11", None),
        ("late = \"2\"", "late = \"22\"", "\"22\"", "this code has no article 22", None),
        ("tally = \"3\"", "tally = \"33\"", "\"33\"", "this code has no tally 33", None),
        (
            "counts = [\"1\"]",
            "counts = [\"2\"]",
            "\"1\"",
            "names the tally 3, which does not count it",
            Some("add `1` to its `counts`"),
        ),
        (
            "[[reading]]\narticle = \"1\"",
            "[[reading]]\narticle = \"9\"",
            "\"9\"",
            "no provision of this code has the article 9",
            None,
        ),
        (
            "remedies.0.chooser",
            "remedies.4.chooser",
            "\"remedies.4.chooser\"",
            "no provision of article 1 has a value at",
            Some("separate the keys"),
        ),
        (
            "to = \"adversary\"",
            "to = \"advesary\"",
            "\"advesary\"",
            "under the reading 1=other: `advesary` is not a valid chooser",
            Some("did you mean `adversary`?"),
        ),
        // The code as a whole.
        (
            "coverage = \"partial\"",
            "coverage = \"whole\"",
            "[code]",
            "`move.castling-order`: no provision or silence names this topic",
            Some("add it to a [[silence]]"),
        ),
        (
            "coverage = \"partial\"",
            "coverage = \"partial\"\nextends = \"kenny-1871\"",
            "\"kenny-1871\"",
            "no code has the id `kenny-1871`",
            Some("did you mean `kenny-1817`?"),
        ),
        (
            "coverage = \"partial\"",
            "coverage = \"partial\"\nsince = \"1900\"",
            "\"1900\"",
            "this is not a date",
            Some("write it without quotation marks"),
        ),
        ("year = 1900", "year = ", "", "`year` has no value", Some("after the `=`")),
        (
            "[windows]",
            "[[windows]]",
            "[[windows]]",
            "there can be only one of this table",
            Some("write [windows]"),
        ),
        (
            "[[tally]]",
            "[tally]",
            "[tally]",
            "a file can have several tally tables",
            Some("write [[tally]], with two brackets"),
        ),
        // Articles without a complete ruling.
        (
            "[[silence]]",
            "[[unruled]]\narticles = [\"2\"]\nsays = \"No.\"\nstate = \"unrecorded\"\n[[silence]]",
            "[\"2\"]",
            "article 2 has a provision or a count of offences, so it is not `unrecorded`",
            Some("write state = \"in-part\""),
        ),
        (
            "[[silence]]",
            "[[unruled]]\narticles = [\"9\"]\nsays = \"No.\"\nstate = \"in-part\"\n[[silence]]",
            "[\"9\"]",
            "no provision or count of offences has article 9, so it is not ruled in part",
            Some("write state = \"unrecorded\""),
        ),
        (
            "[[silence]]",
            "[[unruled]]\narticles = [\"9\", \"9\"]\nsays = \"No.\"\nstate = \"unrecorded\"\n[[silence]]",
            "[\"9\", \"9\"]",
            "[[unruled]] names article 9 twice",
            None,
        ),
    ];
    for (old, new, at, message, help) in table {
        assert!(SOUND.contains(old), "{old}");
        let text = SOUND.replacen(old, new, 1);
        let error = load(&text).expect_err(new);
        let found = error.errors.iter().any(|fault| {
            &text[fault.span.clone()] == *at
                && fault.message.contains(message)
                && match help {
                    Some(help) => fault.help.as_deref().is_some_and(|h| h.contains(help)),
                    None => true,
                }
        });
        let shown: Vec<_> = error
            .errors
            .iter()
            .map(|fault| (&text[fault.span.clone()], &fault.message, &fault.help))
            .collect();
        assert!(found, "{old} -> {new}: {shown:#?}");
    }
}

#[test]
fn what_a_provision_hands_over_to_is_reached_through_it() {
    let general_first = SOUND.replace("when = [\"in-check\"]\n", "");
    assert!(load(&general_first).is_ok());
    assert!(load(&general_first.replace("late = \"2\"", "late = \"stands\"")).is_err());
}

#[test]
fn all_faults_are_found_in_one_reading() {
    let text =
        SOUND.replace("\"right\"", "\"wrong\"").replace("\"duty\"", "\"dutty\"").replace("per = ", "pre = ");
    let error = load(&text).unwrap_err();
    let messages: Vec<&str> = error.errors.iter().map(|f| f.message.as_str()).collect();
    assert!(messages.contains(&"`wrong` is not a valid binding"), "{messages:?}");
    assert!(messages.contains(&"`dutty` is not a valid binding"), "{messages:?}");
    assert!(messages.contains(&"unknown key `pre` in this tally"), "{messages:?}");
    assert!(!messages.iter().any(|message| message.contains("has no `per`")), "{messages:?}");
    let mut sorted = error.errors.clone();
    sorted.sort_by_key(|fault| fault.span.start);
    assert_eq!(sorted, error.errors);
}

#[test]
fn a_window_with_a_fault_is_reported_once() {
    let error =
        load(&SOUND.replace("closes = \"adversary-moves\"", "closes = \"adversary-move\"")).unwrap_err();
    let messages: Vec<&str> = error.errors.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(messages, ["`adversary-move` is not a valid window"]);
}

#[test]
fn a_fault_is_shown_in_the_file() {
    let text = SOUND.replace("\"right\"", "\"rihgt\"");
    let error = load(&text).unwrap_err().named("mine.toml");
    let mut shown = String::new();
    miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::none())
        .render_report(&mut shown, &error)
        .unwrap();
    assert_eq!(error.errors.len(), 1, "one fault draws no others after it");
    assert!(shown.contains("mine.toml:36:9"), "{shown}");
    assert!(shown.contains("binds = \"rihgt\""), "{shown}");
    assert!(shown.contains("did you mean `right`?"), "{shown}");
}

#[test]
fn an_edition_restates_what_it_changes() {
    let text = r#"
[code]
id = "edition"
title = "Edition"
year = 2030
source = { work = "None" }
coverage = "whole"
extends = "fide-2023"
omits = ["9.6.2"]

[play]
completed = "release"

[[provision]]
article = "5.2.1"
topics = ["draw.stalemate"]
says = "The stalemating player wins."
binds = "duty"
remedies = [ { kind = "win", chooser = "law", winner = "stalemating" } ]

[[silence]]
topics = ["draw.dead"]
says = "Nothing is said of dead positions."
"#;
    let base = codes::code("fide-2023").unwrap();
    let code = load(text).unwrap();
    assert_eq!(code.stalemate(), Stalemate::Win(Winner::Stalemating));
    assert_eq!(code.coverage, Coverage::Whole);
    assert_eq!(code.provisions_for(Rule::DrawAutomatic).count(), 1);
    assert_eq!(code.voice(Rule::DrawDead), Voice::Silent);
    assert_ne!(code.regulations.completed, base.regulations.completed);
    assert_eq!(code.regulations.play, base.regulations.play);
    assert_eq!(code.provisions.len() + 2, base.provisions.len());

    let error = load(&text.replace("9.6.2", "9.6.3")).unwrap_err();
    assert_eq!(error.errors[0].message, "fide-2023 has no article 9.6.3");
}

/// An edition that moves articles cites them by its own numbers, and its readings are chosen by them.
#[test]
fn an_edition_has_its_own_numbers() {
    let head = "[code]\nid = \"club\"\nextends = \"kenny-1817\"\n";
    let base = codes::code("kenny-1817").unwrap();
    let text = format!("{head}renumbers = {{ \"16\" = \"XVI\" }}\n");
    let code = load(&text).unwrap();
    let stalemate = code.provisions_for(Rule::DrawStalemate).next().unwrap();
    assert_eq!(&*stalemate.article, "XVI");
    assert!(code.provision("16").is_none());
    assert_eq!(code.provisions.len(), base.provisions.len());
    let other = load_with_readings(&text, &[reading("XVI", "drawn")]).unwrap();
    assert_eq!(other.stalemate(), Stalemate::Draw);
    // Its own table restates the article by the new number.
    let text = format!(
        "{text}[[provision]]\narticle = \"XVI\"\ntopics = [\"draw.stalemate\"]\nsays = \"Drawn.\"\nbinds = \"duty\"\n\
         remedies = [ {{ kind = \"draw\", chooser = \"law\" }} ]\n"
    );
    let code = load(&text).unwrap();
    assert_eq!((code.stalemate(), code.provisions.len()), (Stalemate::Draw, base.provisions.len()));

    let first = |text: &str| load(text).unwrap_err().errors[0].message.clone();
    assert_eq!(first(&format!("{head}renumbers = {{ \"61\" = \"LXI\" }}\n")), "kenny-1817 has no article 61");
    assert_eq!(
        first(&format!("{head}renumbers = {{ \"15\" = \"XV\", \"16\" = \"XV\" }}\n")),
        "two articles get the number XV"
    );
}

/// The path in `extends` begins in the folder of the file that has it.
#[test]
fn a_file_extends_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    std::fs::create_dir(folder.path().join("bases")).unwrap();
    write("bases/club.toml", "[code]\nid = \"club\"\nextends = \"kenny-1817\"\ntitle = \"Club\"\n");
    let load_in = |extends: &str| {
        let text = format!("[code]\nid = \"club-2\"\nextends = \"{extends}\"\n");
        load(LawText { text: &text, folder: Some(folder.path()) })
    };
    let code = load_in("bases/club.toml").unwrap();
    assert_eq!((&*code.id, code.extends.as_deref()), ("club-2", Some("club")));
    assert_eq!(&*code.title, "Club, altered");

    write("circle.toml", "[code]\nid = \"circle\"\nextends = \"./circle.toml\"\n");
    let message = |extends: &str| load_in(extends).unwrap_err().errors[0].message.clone();
    assert!(message("circle.toml").contains("in a circle"), "{}", message("circle.toml"));
    assert!(message("none.toml").starts_with("cannot read none.toml"), "{}", message("none.toml"));
    let alone = load("[code]\nid = \"a\"\nextends = \"./b.toml\"\n").unwrap_err();
    assert!(alone.errors[0].message.contains("cannot read ./b.toml"), "{alone:?}");
}

#[test]
fn the_schema_knows_every_word() {
    let schema = include_str!("../../grammar/code.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    let sets: Vec<Vec<&str>> = schema["$defs"]
        .as_object()
        .unwrap()
        .values()
        .filter_map(|set| set["enum"].as_array())
        .map(|words| words.iter().filter_map(|word| word.as_str()).collect())
        .collect();
    for (what, words) in vocabulary() {
        assert!(sets.contains(&words), "{what}: {words:?}");
    }
    let topics: Vec<&str> =
        Rule::ALL.iter().filter(|rule| !rule.is_about_record()).map(|rule| rule.id()).collect();
    assert!(sets.contains(&topics));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// After any cut from an embedded file or insertion into it the loader returns, and each fault points
    /// into the text.
    #[test]
    fn no_text_stops_the_loader(
        which in 0..codes::embedded().len(),
        cut in any::<prop::sample::Index>(),
        length in 0usize..40,
        put in prop_oneof![
            "[ -~]{0,12}", Just("\"".to_owned()), Just("]]".to_owned()),
            Just("\n[[provision]]\n".to_owned()), Just("é".to_owned()),
        ],
    ) {
        let text = codes::embedded()[which].text;
        let floor = |mut at: usize| {
            while !text.is_char_boundary(at) { at -= 1; }
            at
        };
        let start = floor(cut.index(text.len()));
        let end = floor((start + length).min(text.len()));
        let text = format!("{}{put}{}", &text[..start], &text[end..]);
        if let Err(error) = load(&text) {
            prop_assert!(!error.errors.is_empty());
            for fault in &error.errors {
                prop_assert!(text.get(fault.span.clone()).is_some());
            }
        }
    }

    #[test]
    fn no_nonsense_stops_the_loader(text in "\\PC{0,80}") {
        let _ = load(&text);
    }
}

/// The faults of a law file, as `check-code` prints them.
fn faults_of_1984(from: &str, to: &str) -> String {
    let embedded = codes::embedded().iter().find(|code| code.id == "fide-1984").unwrap();
    let text = embedded.text.replacen(from, to, 1);
    assert_ne!(text, embedded.text);
    load(&text).map_or_else(|error| format!("{error:?}"), |_| String::new())
}

#[test]
fn faulty_limits_of_a_count_are_named() {
    let material = "material = \"KRB v KR\"";
    for (from, to, fault) in [
        (material, "material = \"KRB-KR\"", "does not name the pieces of both sides"),
        (material, "material = \"RB v KR\"", "does not name the pieces of both sides"),
        ("n = 100", "n = 50", "must be larger than the `n` of the count"),
        ("Pa2 pa3 bdark", "Pa2 na3", "does not put pieces of this ending on squares"),
        ("of     = \"moves-each\"", "of     = \"occurrences\"", "only a count of moves"),
    ] {
        let faults = faults_of_1984(from, to);
        assert!(faults.contains(fault), "{to}: {faults}");
    }
}

#[test]
fn a_known_silence_of_a_partial_code_is_not_unrevealed() {
    let code = codes::code("fide-2001").unwrap();
    assert_eq!(code.coverage, Coverage::Partial);
    assert_eq!(code.voice(Rule::ConductWriting), Voice::Silent);
    assert_eq!(code.voice(Rule::SetupOdds), Voice::Unrevealed);
}

/// The same series of moves counts, and not the same position reached by other moves.
#[test]
fn a_series_of_moves_made_three_times_can_be_claimed() {
    let code = Arc::new(
        load(
            "[code]\nid = \"club\"\ntitle = \"Club\"\nyear = 1990\nextends = \"fide-1930\"\n\
             [[provision]]\narticle = \"9\"\ntopics = [\"draw.repetition\"]\nbinds = \"right\"\n\
             says = \"A series of moves made three times in succession lets either player claim a draw.\"\n\
             claim = { by = \"either\", turn = \"any\", form = \"arisen\", count = { of = \"series-of-moves\", n = 3 } }\n\
             remedies = [ { kind = \"draw\", chooser = \"law\" } ]\n",
        )
        .unwrap(),
    );
    let said = |moves: &str| {
        let game = format!("{moves} {{[%claim b repetition]}} 1/2-1/2");
        let reports = audit_bytes_under(game.as_bytes(), CodeChoice::One(Arc::clone(&code)));
        let findings = reports.into_iter().flat_map(|report| report.findings);
        let repetition = findings.filter(|finding| finding.rule == Rule::DrawRepetition);
        repetition.map(|finding| (finding.severity, finding.message)).collect::<Vec<_>>()
    };
    let thrice = said("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8");
    assert!(
        matches!(&*thrice, [(Severity::Info, message)] if message.ends_with("three times in succession")),
        "{thrice:?}"
    );
    let other_moves = said("1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nf6 4. Nb1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8");
    assert!(
        matches!(&*other_moves, [(Severity::Error, message)] if message.ends_with("only once")),
        "{other_moves:?}"
    );
}

/// The time that a wrong claim costs may be a part of what is left.
#[test]
fn a_part_of_the_time_left_can_be_lost() {
    let code = under_extended(
        "fide-2009",
        "[[provision]]\narticle = \"9.2\"\ntopics = [\"draw.repetition\"]\nbinds = \"right\"\n\
         says = \"A wrong claim costs half of the time left, at most three minutes.\"\n\
         claim = { by = \"on-move\", turn = \"own\", form = \"arisen\", count = { of = \"occurrences\", n = 3 } }\n\
         remedies = [ { kind = \"draw\", chooser = \"law\" } ]\n\
         wrong = { article = \"9.5.b\", remedies = [ { kind = \"lose-time\", chooser = \"law\", part = \"half\", seconds = 180 } ] }\n",
    );
    let lost = |ruling: &str| {
        let game = format!("1. e4 e5 {{[%claim w repetition] {ruling}}} *");
        let reports = audit_bytes_under(game.as_bytes(), CodeChoice::One(Arc::clone(&code)));
        let findings = reports.into_iter().flat_map(|report| report.findings);
        let wrong = findings.filter(|finding| finding.rule == Rule::DrawRepetition);
        wrong
            .map(|finding| (finding.remedies[0].part, finding.remedies[0].seconds, finding.disposition))
            .collect::<Vec<_>>()
    };
    let half = |disposition| vec![(Some(TimePart::Half), Some(180), Some(disposition))];
    assert_eq!(lost("[%ruling lose-time w 90]"), half(Disposition::Enforced));
    assert_ne!(lost("[%ruling lose-time w 240]"), half(Disposition::Enforced));
}

/// Who takes a king that was left in check claims the illegal move, if the code says so.
#[test]
fn taking_the_king_can_be_a_claim() {
    let game = b"1. e4 d6 2. Bb5+ Nf6 3. Bxe8 1-0";
    let rules = |code: &Arc<Code>| {
        let reports = audit_bytes_under(game, CodeChoice::One(Arc::clone(code)));
        let report = reports.into_iter().next().unwrap();
        let moves = report.findings.iter().filter(|finding| finding.rule.is_in_family(Family::Move));
        let findings = moves.map(|finding| (finding.rule, finding.disposition));
        (findings.collect::<Vec<_>>(), report.verdict.score)
    };
    let claims = under_extended("fide-2009-blitz", "[play]\nking-capture = \"claim\"\n");
    let (found, score) = rules(&claims);
    assert_eq!(found, [(Rule::MoveCheckNotParried, Some(Disposition::Enforced))]);
    assert_eq!(score, Score::White);
    let silent = under_extended("fide-2009-blitz", "");
    let (found, _) = rules(&silent);
    assert!(found.iter().any(|(rule, _)| *rule == Rule::MoveFalseCapture), "{found:?}");
}

/// A code of 1990 that extends another.
fn under_extended(base: &str, rest: &str) -> Arc<Code> {
    let head = format!("[code]\nid = \"club\"\ntitle = \"Club\"\nyear = 1990\nextends = \"{base}\"\n");
    Arc::new(load(&(head + rest)).unwrap())
}
