//! The pages in a browser.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use crate::support::browser::{Chromium, Shown, View};
use crate::support::terminal::PIPES;
use jadoube::internals::cli::run;
use serde_json::{Value, json};
use tempfile::TempDir;

fn written(arguments: &[&str]) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let all: Vec<OsString> = ["jadoube"].iter().chain(arguments).map(OsString::from).collect();
    run(all, &PIPES, Box::new(&mut out), Box::new(&mut err), jadoube::internals::audit::run);
    let err = String::from_utf8(err).unwrap();
    assert!(err.lines().all(|line| line.starts_with("note: ")), "{err}");
    String::from_utf8(out).unwrap()
}

/// A page in a file that lasts as long as the folder.
struct Page {
    path: PathBuf,
    _folder: TempDir,
}

impl Page {
    fn of(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        fs::write(&path, written(&[arguments, &["--format", "html"]].concat())).unwrap();
        Self { path, _folder: folder }
    }

    fn audit() -> Self {
        Self::of(&AUDIT)
    }

    fn comparison() -> Self {
        Self::of(&COMPARE)
    }
}

/// Touches, false moves, cries and waivers: several severities and rules, boards with every mark.
const AUDIT: [&str; 9] = [
    "audit",
    "--code",
    "bca-1862",
    "--min-severity",
    "info",
    "samples/bca-1862/VI.4",
    "samples/bca-1862/VIII.5",
    "samples/handbook-1859/VII",
    "samples/handbook-1859/XI",
];
const COMPARE: [&str; 4] = [
    "compare",
    "--codes",
    "kenny-1817,handbook-1859,bca-1862,american-1910,fide-2023",
    "samples/kenny-1817/6",
];
const EVERY_CODE: &str = "kenny-1817,handbook-1859,praxis-1860,bca-1862,american-1910,fide-2014,fide-2018,fide-2023,\
                          fide-2023-rapid,fide-2023-blitz";

fn report(arguments: &[&str]) -> Value {
    serde_json::from_str(&written(&[arguments, &["--format", "json"]].concat())).unwrap()
}

#[test]
fn the_list_narrows_and_an_article_opens() {
    let Some(chromium) = Chromium::start() else { return };
    let page = Page::audit();
    let report = report(&AUDIT);
    let number = |path: &str| report["summary"].pointer(path).and_then(Value::as_u64).unwrap();
    let all: u64 = ["error", "warning", "info"].iter().map(|name| number(&format!("/findings/{name}"))).sum();
    let shown = chromium.open(&page.path, View::DESK);
    assert_eq!(shown.seen("article.finding"), all);
    assert_eq!(shown.ask("document.querySelector('output').textContent"), json!(format!("{all} findings")));

    let choose = |name: &str, value: &str| {
        shown.ask(&format!(
            "(() => {{ const field = document.forms[0].elements.{name}; field.value = '{value}'; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }})); return field.value; }})()"
        ))
    };
    shown.click("button[value=warning]");
    assert_eq!(shown.seen("article.finding"), number("/findings/warning"));
    assert_eq!(shown.seen("article.finding:not(.warning)"), 0);
    shown.click("button[value=warning]");
    choose("rule", "touch.own");
    let touches = number("/by_rule/touch.own");
    assert!(touches > 1 && touches < all);
    assert_eq!(shown.seen("article.finding"), touches);
    assert_eq!(
        shown.ask("document.querySelector('output').textContent"),
        json!(format!("{touches} of {all} findings"))
    );
    assert_eq!(shown.seen("section.game"), shown.seen("section.game:has(article.finding:not([hidden]))"));
    choose("rule", "");
    shown.type_into("input[name=text]", "KNIGHT on");
    let with_knights = shown.seen("article.finding");
    assert!(with_knights > 0 && with_knights < all, "{with_knights}");
    shown.click("button[type=reset]");
    shown.ask("1");
    assert_eq!(shown.seen("article.finding"), all);

    assert_eq!(shown.seen(".law-text"), 0);
    shown.click("article.finding details.article summary");
    assert_eq!(shown.seen(".law-text"), 1);
    assert!(shown.seen(".law-text dt") > 1);
    shown.assert_quiet();
}

#[test]
fn the_address_keeps_the_filters() {
    let Some(chromium) = Chromium::start() else { return };
    let page = Page::audit();
    let shown = chromium.open(&page.path, View::DESK);
    let all = shown.seen("article.finding");
    shown.click("button[value=error]");
    shown.type_into("input[name=text]", "knight");
    let some = shown.seen("article.finding");
    assert!(some > 0 && some < all);
    assert_eq!(shown.ask("location.hash"), json!("#severity=error&text=knight"));

    // The same address in another window.
    let again = chromium.open_at(&page.path, "#severity=error&text=knight", View::DESK);
    assert_eq!(again.seen("article.finding"), some);
    assert_eq!(again.ask("document.querySelector('[aria-pressed=true]').value"), json!("error"));
    assert_eq!(again.ask("document.querySelector('[name=text]').value"), json!("knight"));
    // The number of a rule shows its findings, and its id in a finding leads to the table.
    again.click("[data-filter=rule][data-value='touch.own'] a");
    assert_eq!(again.ask("location.hash"), json!("#rule=touch.own"));
    assert_eq!(again.seen("article.finding"), again.seen("article.finding[data-rule='touch.own']"));
    assert_eq!(again.seen("article.finding:not([data-rule='touch.own'])"), 0);
    again.click("article.finding:not([hidden]) .kind a");
    assert_eq!(again.ask("document.querySelector(':target').id"), json!("about-touch.own"));
    // A finding that is addressed is never hidden.
    let hidden = again.ask("document.querySelector('article.finding[hidden]').id");
    again.ask(&format!("(location.hash = '#' + {hidden}) && 1"));
    again.ask("1");
    assert_eq!(again.seen("article.finding:target"), 1);
    assert_eq!(again.seen("article.finding"), all);
    // A file, and a player.
    let file = again.ask("document.querySelector('[data-filter=file]').dataset.value");
    again.click("[data-filter=file] a");
    again.ask("1");
    let of_file = format!("section.game[data-file={file}] article.finding");
    assert!(again.seen(&of_file) > 0 && again.seen("article.finding") == again.seen(&of_file));
    again.assert_quiet();
}

#[test]
fn the_line_is_played_on_the_board() {
    let Some(chromium) = Chromium::start() else { return };
    let page = Page::audit();
    let shown = chromium.open(&page.path, View::DESK);
    let finding = "article.finding:has([data-diagram=before]):has(.acts li:first-child .step:nth-child(2))";
    let ask =
        |part: &str| shown.ask(&format!("(finding => {part})(document.querySelector({}))", json!(finding)));
    let men = "[...finding.querySelectorAll('.board use[x]')].map((use) => use.outerHTML).join('')";
    let caption = "finding.querySelector('.caption').textContent";
    let (drawn, before) = (ask(men), ask(caption));
    assert!(before.as_str().unwrap().starts_with("Before "), "{before}");

    shown.click(&format!("{finding} .acts li:first-child .step:nth-child(2)"));
    let (first, after) = (ask(men), ask(caption));
    assert!(drawn != first && after.as_str().unwrap().starts_with("After 1... "), "{after}");
    assert_eq!(ask("finding.querySelector('.board .made').checkVisibility()"), json!(false));
    assert_eq!(
        ask("finding.querySelector('[aria-current]').textContent === document.activeElement.textContent"),
        json!(true)
    );
    // The board follows the arrow keys, and returns to the finding as it was drawn.
    shown.press("ArrowLeft");
    assert!(ask(caption).as_str().unwrap().starts_with("After 1. "), "{}", ask(caption));
    let address = ask("finding.querySelector('.analysis').href");
    assert!(address.as_str().unwrap().contains("_b_KQkq_"), "{address}");
    shown.press("ArrowRight");
    assert_eq!((ask(men), ask(caption)), (first, after));
    for _ in 0..20 {
        shown.press("ArrowRight");
        if ask(caption) == before {
            break;
        }
    }
    assert_eq!((ask(men), ask(caption)), (drawn.clone(), before));
    shown.press("ArrowRight");
    assert_ne!(ask(men), drawn, "the move of the finding");
    shown.assert_quiet();
}

#[test]
fn links_can_be_left_out() {
    let with = written(&[&AUDIT[..], &["--format", "html"]].concat());
    let without = written(&[&AUDIT[..], &["--format", "html", "--no-links"]].concat());
    assert!(with.contains("<a class=\"analysis\" href=\"https://lichess.org/analysis/standard/"));
    assert!(!without.contains("href=\"http"));
}

#[test]
fn a_long_list_has_the_most_severe_first() {
    let page = written(&["audit", "--min-severity", "info", "--format", "html", "samples/bca-1862"]);
    let severities: Vec<&str> =
        page.split("data-severity=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
    assert!(severities.len() > 100);
    let rank = |severity: &&str| ["error", "warning", "info"].iter().position(|known| known == severity);
    assert!(severities.is_sorted_by_key(rank), "{severities:?}");
}

#[test]
fn a_finding_of_the_text_shows_its_line() {
    let Some(chromium) = Chromium::start() else { return };
    let page = Page::of(&["audit", "samples/record/unresolvable"]);
    let shown = chromium.open(&page.path, View::DESK);
    let findings = shown.seen("article.finding");
    assert!(findings > 0);
    assert_eq!(
        shown.seen("article.finding[data-rule^='record.'] .line mark"),
        shown.seen("article.finding[data-rule^='record.']")
    );
}

#[test]
fn a_board_laid_wrong_is_drawn_so() {
    let turned = written(&[
        "audit",
        "--format",
        "html",
        "--code",
        "bca-1862",
        "--min-severity",
        "info",
        "samples/bca-1862/I.1/fires-turned-in-mid-game.pgn",
    ]);
    assert!(turned.contains("href=\"#squares-turned\""));
    let page = written(&["audit", "--format", "html", "--code", "bca-1862", "samples/bca-1862/VIII.5"]);
    assert!(!page.contains("href=\"#squares-turned\"") && page.contains("href=\"#squares\""));
}

#[test]
fn the_comparison_narrows_and_opens() {
    let Some(chromium) = Chromium::start() else { return };
    let page = Page::comparison();
    let report = report(&COMPARE);
    let games = report["games"].as_array().unwrap();
    let rows: usize = games.iter().map(|game| game["rows"].as_array().unwrap().len()).sum();
    let shown = chromium.open(&page.path, View::DESK);
    assert_eq!(shown.seen("section.game"), games.len() as u64);
    assert_eq!(shown.seen("article.row"), rows as u64);
    assert_eq!(shown.seen("article.row:has(.letter)"), rows as u64, "rows that differ say so");
    let codes = COMPARE[2].split(',').count();
    let odd = format!(
        "[...document.querySelectorAll('article.row')].filter((row) => {{\
             const [all, apart] = ['', '.apart'].map((part) => row.querySelectorAll(`.rulings ${{part}} td > ul > li`).length);\
             return all !== {codes} || apart * 2 >= all;\
         }}).map((row) => row.textContent)"
    );
    assert_eq!(shown.ask(&odd), json!([]), "every code is in one group, and those set apart are a minority");
    let whole = "article.row:has(.board svg):has(.acts .here)";
    assert_eq!(shown.seen(whole), rows as u64, "each is drawn, with what led to it");
    shown.type_into("input[name=text]", "several");
    let several = shown.seen("article.row");
    assert!(several > 0 && several < rows as u64);
    shown.click("article.row:not([hidden]) details.article summary");
    assert_eq!(shown.seen(".law-text"), 1);
    // The line is played on the board of its row.
    shown.ask(
        "document.querySelector('article.row:not([hidden]) .acts .step:not([data-diagram])').click() ?? 1",
    );
    assert_eq!(shown.seen("article.row:not([hidden]) svg.played"), 1);
    shown.assert_quiet();
}

#[test]
fn a_comparison_of_everything_narrows_to_what_differs() {
    let Some(chromium) = Chromium::start() else { return };
    let page = Page::of(&[&COMPARE[..], &["--all"]].concat());
    let shown = chromium.open(&page.path, View::DESK);
    let all = shown.seen("article.row");
    let differing = shown.seen("article.row[data-differs]");
    assert!(differing > 0 && differing < all, "{differing} of {all}");
    let again = chromium.open_at(&page.path, "#rows=differing", View::DESK);
    assert_eq!(again.seen("article.row"), differing);
    assert_eq!(again.ask("document.querySelector('[name=rows]').value"), json!("differing"));
    again.click("[data-filter=rule] a");
    again.ask("1");
    assert!(again.ask("location.hash").as_str().unwrap().starts_with("#rule="));
    // The title says what was compared, under which codes, and by which version.
    let title = again.ask("document.title");
    let title = title.as_str().unwrap();
    let version = concat!("jadoube ", env!("CARGO_PKG_VERSION"));
    assert!([COMPARE[3], "bca-1862", version].iter().all(|part| title.contains(part)), "{title}");
    shown.assert_quiet();
}

#[test]
fn the_first_rulings_are_on_the_first_screen() {
    let Some(chromium) = Chromium::start() else { return };
    let page = Page::comparison();
    for (view, height) in [(View::DESK, 720), (View::PHONE, 844)] {
        let shown = chromium.open(&page.path, view);
        let bottom = "Math.round(document.querySelector('.rulings').getBoundingClientRect().bottom)";
        assert!(shown.number(bottom) < height, "{}", view.width);
    }
}

#[test]
fn what_stands_in_the_cells_is_explained() {
    let Some(chromium) = Chromium::start() else { return };
    let page = Page::of(&[&COMPARE[..], &["samples/bca-1862/VIII.5"]].concat());
    let shown = chromium.open(&page.path, View::DESK);
    let signs = shown.ask("[...document.querySelectorAll('.key dt')].map((sign) => sign.textContent)");
    let signs: Vec<&str> = signs.as_array().unwrap().iter().map(|sign| sign.as_str().unwrap()).collect();
    let cells = shown
        .ask("[...document.querySelectorAll('.rulings :is(.words, .own)')].map((cell) => cell.textContent).join(' | ')");
    let cells = cells.as_str().unwrap();
    for (sign, word) in [
        ("– no ruling", "– no ruling"),
        ("silent", "silent"),
        ("no remedy due", "no remedy due"),
        ("doubtful", "doubtful"),
        ("back 2: Ke2", "back 2"),
        ("(not claimed in time)", "(not claimed in time)"),
        ("(remedy carried out)", "(remedy carried out)"),
        ("valid", "valid, *"),
        ("moves go back", "moves go back, *"),
        ("not known", "not known"),
        ("void", "void, *"),
    ] {
        assert_eq!(signs.contains(&sign), cells.contains(word), "{sign}: {cells}");
    }
    assert!(signs.contains(&"doubtful") && !signs.contains(&"void"), "{signs:?}");
}

#[test]
fn on_a_phone_the_list_comes_first() {
    let Some(chromium) = Chromium::start() else { return };
    let page = Page::audit();
    let phone = chromium.open(&page.path, View::PHONE);
    assert_eq!(phone.seen(".side details:not([open])"), phone.seen(".side details"));
    assert!(
        phone.number("Math.round(document.querySelector('article.finding').getBoundingClientRect().top)")
            < 700
    );
    assert!(
        phone.number("Math.round(document.querySelector('.board svg').getBoundingClientRect().width)") >= 280
    );
    let desk = chromium.open(&page.path, View::DESK);
    assert_eq!(desk.seen(".side details[open]"), desk.seen(".side details"));
    let top = "(part) => Math.round(document.querySelector(part).getBoundingClientRect().top)";
    assert!(desk.number(&format!("({top})('article.finding')")) < 600);
    assert!(desk.number(&format!("({top})('.side')")) < 600);
    assert!(
        desk.number("Math.round(document.querySelector('.board svg').getBoundingClientRect().width)") >= 280
    );
}

#[test]
fn nothing_hangs_over_the_edge_in_any_light() {
    let Some(chromium) = Chromium::start() else { return };
    for page in [Page::audit(), Page::comparison()] {
        let mut papers = Vec::new();
        for view in [View::DESK, View::DESK.dark(), View::PHONE] {
            let shown = chromium.open(&page.path, view);
            let width = u64::from(view.width);
            assert_fits(&shown, width);
            papers.push(shown.ask("getComputedStyle(document.body).backgroundColor"));
            if view.width == View::DESK.width {
                assert_eq!(shown.ask(CONTRAST), json!([]), "{}", view.scheme);
            }
            shown.assert_quiet();
        }
        assert_eq!(papers[0], papers[2]);
        assert_ne!(papers[0], papers[1]);
    }
}

#[test]
fn many_codes_fit_any_width() {
    let Some(chromium) = Chromium::start() else { return };
    let page = Page::of(&["compare", "--codes", EVERY_CODE, "samples/kenny-1817/6"]);
    for view in [View::DESK, View::TABLET, View::PHONE] {
        assert_fits(&chromium.open(&page.path, view), u64::from(view.width));
    }
}

/// Nothing needs horizontal scrolling, whether or not the articles are open.
#[track_caller]
fn assert_fits(shown: &Shown, width: u64) {
    for open in [false, true] {
        shown.ask(&format!(
            "document.querySelectorAll('details').forEach((details) => details.open = {open}) ?? null"
        ));
        assert_eq!(shown.number("document.documentElement.scrollWidth"), width);
        assert_eq!(shown.ask(HIDDEN_SIDEWAYS), json!([]), "{width}");
    }
}

/// Elements that need horizontal scrolling to be seen whole.
const HIDDEN_SIDEWAYS: &str = "[...document.querySelectorAll('main *:not(svg *, .unseen, .unseen *, input)')]\
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0\
        && getComputedStyle(element).display !== 'inline' && element.checkVisibility())\
    .map((element) => element.tagName + '.' + element.className)";

/// Text with too little contrast: less than 4.5 to 1 (WCAG 1.4.3).
const CONTRAST: &str = r"(() => {
    const light = (color) => {
        const [r, g, b] = color.match(/[\d.]+/g).map(Number).map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const color = getComputedStyle(at).backgroundColor;
            if (!/, 0\)$/.test(color)) return color;
        }
        return 'rgb(255, 255, 255)';
    };
    const faint = new Set();
    for (const element of document.querySelectorAll('body *:not(svg, svg *, script)')) {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!own || !element.checkVisibility()) continue;
        const [one, other] = [light(getComputedStyle(element).color), light(ground(element))].sort((a, b) => b - a);
        if ((one + 0.05) / (other + 0.05) < 4.5) faint.add(element.tagName + '.' + element.className);
    }
    return [...faint];
})()";

#[test]
fn it_can_be_read_without_seeing_it() {
    let Some(chromium) = Chromium::start() else { return };
    for page in [Page::audit(), Page::comparison()] {
        let shown = chromium.open(&page.path, View::DESK);
        assert_eq!(shown.ask("document.documentElement.lang"), json!("en"));
        let headings = shown.ask(
            "[...document.querySelectorAll('h1, h2, h3, h4, h5')].map((heading) => Number(heading.tagName[1]))",
        );
        let levels: Vec<u64> =
            headings.as_array().unwrap().iter().map(|level| level.as_u64().unwrap()).collect();
        assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1);
        assert_eq!(levels[0], 1);
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
        for (what, none) in [
            ("a picture without words", "svg:not([aria-hidden]):not([role=img]:has(> title:not(:empty)))"),
            ("a table without a caption", "table:not(:has(> caption:not(:empty)))"),
            ("a head of a table without a scope", "th:not([scope])"),
            ("what a table says of nothing", "tbody tr:not(:has(> th[scope=row]))"),
        ] {
            assert_eq!(shown.number(&format!("document.querySelectorAll('{none}').length")), 0, "{what}");
        }
        let nameless =
            "[...document.querySelectorAll('select, input')].filter((field) => !field.labels.length)";
        assert_eq!(shown.number(&format!("{nameless}.length")), 0);
        let ids = "[...document.querySelectorAll('[id]')].map((element) => element.id)";
        assert_eq!(shown.number(&format!("{ids}.length")), shown.number(&format!("new Set({ids}).size")));
        let loose = "[...document.querySelectorAll('[aria-labelledby]')]\
                     .filter((element) => !document.getElementById(element.getAttribute('aria-labelledby')))";
        assert_eq!(shown.number(&format!("{loose}.length")), 0);
    }
}

#[test]
fn it_is_whole_without_its_script() {
    let Some(chromium) = Chromium::start() else { return };
    let page = Page::audit();
    let with = chromium.open(&page.path, View::DESK).seen("article.finding");
    let shown = chromium.open(&page.path, View::DESK.without_script());
    assert_eq!(shown.seen("article.finding"), with);
    assert_eq!(shown.seen("form.filter"), 0);
    shown.ask("document.querySelector('article.finding summary').click() ?? null");
    assert_eq!(shown.seen(".law-text"), 1);
    shown.assert_quiet();
}

#[test]
fn on_paper_every_article_stands_once_at_the_end() {
    let Some(chromium) = Chromium::start() else { return };
    for (page, entry, most_sheets) in
        [(Page::audit(), "article.finding", 28), (Page::comparison(), "article.row", 12)]
    {
        assert_eq!(
            chromium.open(&page.path, View::DESK).seen(".chapter"),
            0,
            "on a screen it opens in place"
        );
        let shown = chromium.open(&page.path, View::DESK.printed());
        assert_eq!((shown.seen("form.filter"), shown.seen(".law-text")), (0, 0));
        assert_eq!(
            shown.ask(&format!("getComputedStyle(document.querySelector('{entry}')).breakInside")),
            json!("avoid")
        );
        let chapters = shown.seen(".chapter");
        let named = "[...document.querySelectorAll('.appendix h3')].flatMap((book) => {\
                         const names = [];\
                         for (let at = book.nextElementSibling; at && at.tagName !== 'H3'; at = at.nextElementSibling) {\
                             const cite = at.querySelector('h4');\
                             if (cite) names.push(book.textContent + ' ' + cite.textContent);\
                         }\
                         return names;\
                     })";
        assert!(chapters > 5);
        assert_eq!(shown.number(&format!("new Set({named}).size")), chapters);
        let untold = "[...document.querySelectorAll('main .law-text dd, main .law-text li, main .law-text .reading')]\
                      .map((text) => text.textContent)\
                      .filter((text) => !document.querySelector('.appendix').textContent.includes(text))";
        assert_eq!(shown.ask(untold), json!([]));
        let sheets = shown.sheets();
        assert!(sheets > 2 && sheets <= most_sheets, "{sheets} sheets");
        shown.assert_quiet();
    }
}

#[test]
fn what_a_record_says_is_text() {
    let Some(chromium) = Chromium::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("a'b&amp;<i>.pgn");
    let evil =
        r#"<script>document.title='taken'</script><img src=x onerror="document.title='taken'">'&quot;"#;
    let value = evil.replace('"', "\\\"");
    let tags = ["Event", "Site", "White", "Black"].map(|name| format!("[{name} \"{value}\"]")).join("\n");
    fs::write(&record, format!("{tags}\n\n1. e4 e5 2. Ke3 <b>x</b> *\n")).unwrap();
    let record = record.to_str().unwrap();
    for arguments in [
        vec!["audit", "--min-severity", "info", record],
        vec!["compare", "--all", "--codes", "kenny-1817,fide-2023", record],
    ] {
        let page = Page::of(&arguments);
        let shown = chromium.open(&page.path, View::DESK);
        assert_ne!(shown.ask("document.title"), json!("taken"));
        assert_eq!(shown.number("document.querySelectorAll('img, b, i, main script').length"), 0);
        let heading = shown.ask("document.querySelector('section.game h3').textContent");
        assert!(heading.as_str().unwrap().contains(evil), "{heading}");
        assert!(heading.as_str().unwrap().contains("a'b&amp;<i>.pgn"), "{heading}");
        shown.assert_quiet();
    }
}

/// The diagrams and acts around each finding, as text.
fn moments(file: &str) -> String {
    told(&written(&["audit", "--code", "bca-1862", "--min-severity", "info", "--format", "html", file]))
}

/// The text of a line of HTML, with an arrow before a mark.
fn without_markup(html: &str) -> String {
    let marked = html.replace("<span class=\"mark", "←<span");
    let mut pieces = marked.split('<');
    let first = pieces.next().unwrap_or_default().to_owned();
    let rest = pieces.filter_map(|piece| piece.split_once('>')).map(|(_, text)| text);
    rest.fold(first, |text, piece| text + piece).replace('←', "<- ")
}

/// The headings of findings or rows, and after each its boards and acts.
fn told(page: &str) -> String {
    let mut told = String::new();
    for line in page.lines() {
        let text = |tag: &str| {
            let (_, rest) = line.split_once(&format!("<{tag}"))?;
            let end = if tag == "li class" { "</li>" } else { "</" };
            rest.split_once('>')?.1.split_once(end).map(|(text, _)| without_markup(text))
        };
        let parts = [("h4", "# "), ("title", "  "), ("li class", "  - ")];
        for (tag, lead) in parts.into_iter().filter(|(tag, _)| *tag != "title" || line.contains("<svg")) {
            let inner = if tag == "h4" { "a href" } else { tag };
            if let (true, Some(text)) = (line.contains(&format!("<{tag}")), text(inner)) {
                writeln!(told, "{lead}{text}").unwrap();
            }
        }
    }
    told
}

#[test]
fn the_moment_of_a_finding_is_drawn_and_told() {
    let files = [
        "samples/bca-1862/VI.4/fires-touches-a-pinned-knight.pgn",
        "samples/bca-1862/VIII.5/fires-found-a-move-later.pgn",
        "samples/bca-1862/VIII.5/fires-the-moves-go-back.pgn",
        "samples/handbook-1859/VII/fires-fallen-man-missed-and-put-back.pgn",
    ];
    insta::assert_snapshot!(files.map(moments).join("\n"));
}

#[test]
fn the_moment_of_a_row_is_drawn_and_told() {
    let files = [
        "samples/kenny-1817/6/fires-plays-the-adversary-man.pgn",
        "samples/american-1910/PEN.9/fires-one-cannot-be-taken.pgn",
        "samples/bca-1862/VIII.5/fires-found-a-move-later.pgn",
        "samples/handbook-1859/VII/fires-fallen-man-missed-and-put-back.pgn",
    ];
    let rows = |file| told(&written(&["compare", "--codes", COMPARE[2], "--format", "html", file]));
    insta::assert_snapshot!(files.map(rows).join("\n"));
}

#[test]
fn moves_have_the_numbers_of_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("numbers.pgn");
    let text = "[SetUp \"1\"]\n[FEN \"4r1k1/8/8/8/8/8/4NP1P/4K3 w - - 0 1\"]\n\n23. Nc3 Kf7 24. Ke2 Kg7 *\n\n\
                [Observed \"touch\"]\n\n{[%play b e5]} 1. e4 Nf6 2. Ke3 *\n";
    fs::write(&record, text).unwrap();
    let told = moments(record.to_str().unwrap());
    assert!(told.contains("  - 23. Nc3 <- the finding\n  - 23... Kf7 24. Ke2 Kg7\n"), "{told}");
    assert!(told.contains("  - 1... e5 1. e4 Nf6\n  - 2. Ke3 <- the finding\n"), "{told}");
}

#[test]
fn the_acts_after_the_last_move_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("acts.pgn");
    let acts = "{[%say b check] [%say w check] [%say b check] [%touch b b8] [%touch b g8]}";
    fs::write(&record, format!("[Observed \"touch speech\"]\n\n1. e4 e5 2. Ke3 {acts} *\n")).unwrap();
    let told = moments(record.to_str().unwrap());
    let (_, finding) = told.split_once("2. Ke3 <- the finding\n").unwrap();
    let listed: Vec<&str> = finding.lines().take_while(|line| line.starts_with("  - ")).collect();
    assert_eq!(listed.len(), 5, "{told}");
    assert_eq!(listed[4], "  - Black touches g8");
}
