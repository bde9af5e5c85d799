//! Writes an explanation as text for reading.

mod lookup;

use std::io::{self, Write};
use std::sync::Arc;

use crate::chess::Color;
use crate::law::outline::{Label, Line};
use crate::law::words::{self, InWords};
use crate::law::{
    Code, Coverage, FindingBasis, Provision, Rule, Scan, Silence, Tradition, UnruledState, Voice, codes,
    scans_of,
};
use crate::report::{Format, Human, Style, capital, plural, unmarked_board, wrap};

use super::example::Example;
use super::order::{articles, is_roman, origin};
use super::{
    AlternativePage, ArticlePage, ArticleState, CodePage, Explanation, GapsPage, HistoryPage, OpenTopics,
    ReadingPage, RulePage, RuleUnderCode, Stage,
};

/// The width of the column of labels.
const LABELS: usize = 13;

/// The headings of the matters that a code does not mention.
const UNSAID: [(Voice, &str); 2] =
    [(Voice::Silent, "Silent matters"), (Voice::Unrevealed, "Matters not known")];

/// Entries of a history before a code for short time controls. The code for long ones is among them.
const ENTRIES_NEAR: usize = 3;

pub(crate) fn write(out: &mut dyn Write, explanation: &Explanation, style: Style) -> io::Result<()> {
    let mut page = LawPrinter { out, style };
    match explanation {
        Explanation::Code(code) => page.code(code),
        Explanation::Article(article) => page.article(article),
        Explanation::Rule(rule) => page.rule(rule),
        Explanation::History(history) => page.history(history),
        Explanation::Gaps(gaps) => page.gaps(gaps),
        Explanation::Family(family, others) => {
            page.rules(&family.rules().collect::<Vec<_>>())?;
            if family.rules().all(Rule::is_off_by_default) {
                writeln!(page.out)?;
                page.text(0, &format!("These rules are off by default: `--select {family}` reports only them, and `--extend-select {family}` adds them to the others."))?;
            }
            if !others.is_empty() {
                page.head("See also")?;
            }
            page.things(others)
        }
        Explanation::Command(command) => page.command(command),
        Explanation::Tag(tag) => page.tag(tag),
        Explanation::Term(term) => page.term(term),
        Explanation::Commands => page.commands(),
        Explanation::Tags => page.tags(),
        Explanation::Matches(words, things) => page.matches(words, things),
    }
}

pub(crate) fn list_codes(out: &mut dyn Write, codes: &[Arc<Code>], style: Style) -> io::Result<()> {
    let mut page = LawPrinter { out, style };
    let wide = codes.iter().map(|code| code.id.chars().count()).max().unwrap_or(0);
    for code in codes {
        let mut about = vec![
            if code.title.contains(&code.year.to_string()) {
                code.title.to_string()
            } else {
                format!("{}  {}", code.year, code.title)
            },
            code.printed_in(),
        ];
        about.extend(used_when(code));
        about.extend([known_text(code), contents(code)]);
        page.labelled(0, wide, &code.id, &about)?;
    }
    Ok(())
}

pub(crate) fn list_rules(out: &mut dyn Write, style: Style) -> io::Result<()> {
    LawPrinter { out, style }.rules(Rule::ALL)
}

/// When the code was in force, or which tradition used it and in which years.
fn used_when(code: &Code) -> Option<String> {
    match (code.since, code.until) {
        (Some(since), Some(until)) => return Some(format!("In force from {since} to {until}.")),
        (Some(since), None) => return Some(format!("In force since {since}.")),
        (None, _) => {}
    }
    let period = codes::periods().iter().find(|period| period.id == code.id)?;
    let Tradition { name, from, to } = period.tradition.as_ref()?;
    Some(format!("The book of the {name} tradition from {from} to {to} (--tradition {name})."))
}

struct LawPrinter<'o> {
    out: &'o mut dyn Write,
    style: Style,
}

impl LawPrinter<'_> {
    fn rules(&mut self, rules: &[Rule]) -> io::Result<()> {
        let wide = rules.iter().map(|rule| rule.id().len()).max().unwrap_or(0);
        for rule in rules {
            self.labelled(0, wide, rule.id(), &[rule.summary().to_owned()])?;
        }
        Ok(())
    }

    fn code(&mut self, page: &CodePage) -> io::Result<()> {
        let code = &page.code;
        self.title(&code.id)?;
        self.about(code)?;
        self.head("How the board is judged")?;
        for line in &page.regulations {
            self.line(2, line)?;
        }
        self.head("Articles")?;
        let articles = articles(code);
        let wide = articles.iter().map(|article| article.chars().count()).max().unwrap_or(0);
        for article in articles {
            let mut said: Vec<&str> = Vec::new();
            for provision in code.article(article) {
                if !said.contains(&&*provision.says) {
                    said.push(&provision.says);
                }
            }
            let mut said: Vec<String> = said.into_iter().map(str::to_owned).collect();
            if let Some(tally) = code.tally(article) {
                said.push(format!("Offences under {} are counted together.", words::list_and(&tally.counts)));
            }
            if !said.is_empty() {
                self.labelled(2, wide, article, &said)?;
            }
        }
        if !page.readings.is_empty() {
            self.head("Readings of unclear points")?;
            let wide = page.readings.iter().map(|one| one.reading.article.chars().count()).max().unwrap_or(0);
            for ReadingPage { reading, alternatives } in &page.readings {
                let mut texts = vec![reading.question.to_string(), reading.taken.to_string()];
                texts.extend(alternatives.iter().map(|alternative| {
                    let label = if alternative.is_in_force { "In force here" } else { "Alternative" };
                    format!("{label}: {}", alternative.argument)
                }));
                self.labelled(2, wide, &reading.article, &texts)?;
            }
        }
        for (voice, head) in UNSAID {
            let matters = || code.silences.iter().filter(|silence| code.voice_of(silence) == voice);
            if matters().next().is_some() {
                self.head(head)?;
            }
            matters().try_for_each(|silence| self.silence(silence))?;
        }
        self.scans(code, &code.all_scans())?;
        writeln!(self.out)?;
        let embedded = codes::embedded().iter().any(|embedded| *embedded.id == *code.id);
        let ask =
            if embedded { format!("{}/ARTICLE", code.id) } else { "--code-file FILE ARTICLE".to_owned() };
        self.text(0, &format!("Run `jadoube explain {ask}` to see the effect of an article."))
    }

    fn gaps(&mut self, page: &GapsPage) -> io::Result<()> {
        let code = &page.code;
        self.title(&code.id)?;
        self.text(2, &code.titled())?;
        self.text(2, &known_text(code))?;
        let of = |gap: Option<UnruledState>| -> Vec<&ArticleState> {
            page.articles.iter().filter(|one| one.gap == gap).collect()
        };
        let ruled: Vec<&str> = of(None).iter().map(|one| &*one.article).collect();
        self.head(&format!("Ruled ({})", ruled.len()))?;
        self.text(2, &ruled.join(", "))?;
        for state in UnruledState::ALL.iter().copied() {
            let rows = of(Some(state));
            if rows.is_empty() {
                continue;
            }
            self.head(&format!("{} ({})", capital(state.in_words()), rows.len()))?;
            // One sentence can be on several articles.
            let mut sentences: Vec<(Vec<&str>, &str)> = Vec::new();
            for row in rows {
                let says = row.says.as_deref().unwrap_or_default();
                match sentences.iter_mut().find(|(_, known)| *known == says) {
                    Some((articles, _)) => articles.push(&row.article),
                    None => sentences.push((vec![&row.article], says)),
                }
            }
            for (articles, says) in sentences {
                self.bold(2, &articles.join(", "))?;
                self.text(4, says)?;
            }
        }
        for (voice, head) in UNSAID {
            let open: Vec<&OpenTopics> = page.topics.iter().filter(|open| open.voice == voice).collect();
            if open.is_empty() {
                continue;
            }
            self.head(head)?;
            for OpenTopics { topics, says, .. } in open {
                self.text(
                    2,
                    says.as_deref().unwrap_or("The known part of the source does not mention these matters."),
                )?;
                let topics: Vec<&str> = topics.iter().map(|topic| topic.id()).collect();
                self.labelled(4, LABELS, "rules", &[topics.join(", ")])?;
            }
        }
        Ok(())
    }

    fn about(&mut self, code: &Code) -> io::Result<()> {
        self.text(2, &code.titled())?;
        self.text(2, &code.printed_in())?;
        if let Some(when) = used_when(code) {
            self.text(2, &when)?;
        }
        if let Some(origin) = origin(code) {
            self.text(2, &origin)?;
        }
        self.text(2, &known_text(code))?;
        let is_number = |part: &str| part.chars().any(|letter| letter.is_ascii_digit()) || is_roman(part);
        let is_word = |article: &&Arc<str>| !article.split('.').any(is_number);
        let word = articles(code).into_iter().find(is_word).filter(|_| code.coverage == Coverage::Partial);
        if let Some(word) = word {
            let names = format!("An article with a word for a name, such as `{word}`, is named by `jadoube`");
            self.text(2, &format!("{names}: its number is not known."))?;
        }
        self.text(2, &contents(code))
    }

    fn scans(&mut self, code: &Code, scans: &[&Scan]) -> io::Result<()> {
        if scans.is_empty() {
            return Ok(());
        }
        self.head("Copies of the source")?;
        let wide = scans.iter().map(|scan| scan.name_in(&code.id).chars().count()).max().unwrap_or(0);
        for scan in scans {
            self.labelled(2, wide, &scan.name_in(&code.id), &scan.about())?;
        }
        Ok(())
    }

    fn silence(&mut self, silence: &Silence) -> io::Result<()> {
        self.text(2, &silence.says)?;
        let topics: Vec<&str> = silence.topics.iter().map(|topic| topic.id()).collect();
        self.labelled(4, LABELS, "rules", &[topics.join(", ")])?;
        if let Some(default) = silence.default {
            self.labelled(4, LABELS, "on the board", &[default.in_words().to_owned()])?;
        }
        if let Some(why) = &silence.why {
            self.labelled(4, LABELS, "why", &[why.to_string()])?;
        }
        Ok(())
    }

    fn article(&mut self, page: &ArticlePage) -> io::Result<()> {
        let code = &page.code;
        self.title(&format!("{} {}", code.id, page.article))?;
        self.text(2, &code.titled())?;
        self.text(2, &code.printed_in())?;
        if let Some(base) = code.extends.as_ref().filter(|_| code.taken_over.contains(&page.article)) {
            self.text(2, &format!("The article is taken from {base}, which this code extends."))?;
        }
        if let Some(gap) = &page.gap {
            writeln!(self.out)?;
            let others = named_articles(code, &gap.says);
            let state = match gap.state {
                UnruledState::Elsewhere if !others.is_empty() => "ruled under another article",
                UnruledState::Elsewhere => "no ruling of its own",
                state => state.in_words(),
            };
            self.labelled(2, LABELS, "status", &[format!("{}. {}", capital(state), gap.says)])?;
            for other in others {
                let says: Vec<String> = code.article(other).map(|one| one.says.to_string()).collect();
                self.labelled(2, LABELS, other, &says)?;
            }
        }
        if let Some(says) = &page.cited_says {
            writeln!(self.out)?;
            self.bold(2, says)?;
            let mut citing: Vec<&str> = page.provisions.iter().map(|one| &*one.provision.article).collect();
            citing.dedup();
            writeln!(self.out)?;
            self.text(2, &format!("It is part of the law of {}:", words::list_and(&citing)))?;
        }
        let mut sentences = 0_usize;
        let mut last_said: Option<&str> = None;
        for one in &page.provisions {
            writeln!(self.out)?;
            if last_said == Some(&*one.provision.says) && one.provision.text.is_none() {
                for line in &one.lines {
                    self.line(4, line)?;
                }
                continue;
            }
            last_said = Some(&*one.provision.says);
            self.bold(2, &one.provision.says)?;
            // A law file gives a sentence that several provisions restate only once.
            let text = match (&one.provision.text, sentences) {
                (Some(text), _) => Some(text.quoted(&code.id)),
                (None, 0) => None,
                (None, 1) => Some("no words of its own; it follows from the sentence above".to_owned()),
                (None, _) => Some("no words of its own; it follows from the sentences above".to_owned()),
            };
            sentences += usize::from(one.provision.text.is_some());
            self.labelled(4, LABELS, "in print", text.as_slice())?;
            for line in &one.lines {
                self.line(4, line)?;
            }
        }
        if !page.tally.is_empty() {
            writeln!(self.out)?;
            self.bold(2, "Offences counted")?;
            for line in &page.tally {
                self.line(4, line)?;
            }
        }
        self.scans(code, &scans_of(page.provisions.iter().map(|one| &one.provision)))?;
        if !page.readings.is_empty() {
            self.head("Readings of unclear points")?;
            for (place, reading) in page.readings.iter().enumerate() {
                if place > 0 {
                    writeln!(self.out)?;
                }
                self.reading(reading)?;
            }
        }
        if let Some(example) = &page.example {
            self.head("Example")?;
            self.example(example)?;
        }
        Ok(())
    }

    fn reading(&mut self, page: &ReadingPage) -> io::Result<()> {
        let reading = &page.reading;
        self.bold(2, &reading.question)?;
        self.labelled(4, LABELS, "answer", &[reading.taken.to_string()])?;
        self.labelled(4, LABELS, "why", &[reading.why.to_string()])?;
        for AlternativePage { argument, is_in_force, changes, .. } in &page.alternatives {
            let label = if *is_in_force { "in force" } else { "alternative" };
            let mut texts = vec![argument.clone()];
            for change in changes {
                let label = if change.label == Label::Where { "condition" } else { change.label.id() };
                texts.push(format!("{label} becomes: {}", change.texts.join(" ")));
            }
            self.labelled(4, LABELS, label, &texts)?;
        }
        Ok(())
    }

    fn example(&mut self, example: &Example) -> io::Result<()> {
        writeln!(self.out)?;
        if let Some(start) = example.start() {
            writeln!(self.out, "{}", unmarked_board(&start, Color::White, self.style))?;
        }
        for line in example.record().lines() {
            writeln!(self.out, "{}", format!("  {}", self.style.fit(line)).trim_end())?;
        }
        writeln!(self.out)?;
        let path = example.sample.path();
        let mut ruling = Vec::new();
        let mut human = Human::new(self.style);
        for game in example.rulings() {
            human.game(&mut ruling, &path, &game)?;
        }
        let ruling = String::from_utf8_lossy(&ruling);
        if ruling.is_empty() {
            return self.text(2, "No findings.");
        }
        writeln!(self.out, "{}", ruling.trim_end())
    }

    fn rule(&mut self, page: &RulePage) -> io::Result<()> {
        let rule = page.rule;
        self.title(rule.id())?;
        let mut parts = rule.explain().split(" - ");
        self.text(2, parts.next().unwrap_or_default())?;
        for item in parts {
            self.labelled(2, 1, "-", &[item.to_owned()])?;
        }
        if rule.basis() == FindingBasis::Fact {
            writeln!(self.out)?;
            self.text(2, rule.ground_in_words())?;
        } else {
            if let Some(parent) = rule.parent() {
                writeln!(self.out)?;
                let text =
                    format!("If a code has no provision for this rule, its provisions for {parent} apply.");
                self.text(2, &text)?;
            }
            self.head("Under each code")?;
            for (ids, text) in self.under_each_code(page)? {
                writeln!(self.out)?;
                self.bold(2, &ids.join(", "))?;
                self.out.write_all(&text)?;
            }
        }
        if let Some(example) = &page.example {
            self.head("Example")?;
            self.example(example)?;
        }
        Ok(())
    }

    /// The codes with the same text, and that text, by year.
    fn under_each_code<'p>(&self, page: &'p RulePage) -> io::Result<Vec<(Vec<&'p str>, Vec<u8>)>> {
        let mut groups: Vec<(Vec<&str>, Vec<u8>)> = Vec::new();
        for under in &page.codes {
            let mut text = Vec::new();
            LawPrinter { out: &mut text, style: self.style }.rule_under_code(page.rule, under)?;
            match groups.iter_mut().find(|(_, known)| *known == text) {
                Some((ids, _)) => ids.push(&under.code.id),
                None => groups.push((vec![&under.code.id], text)),
            }
        }
        Ok(groups)
    }

    /// The law of each time. Codes that follow one another with the same law share an entry. A code for short time controls
    /// has one of its own only if its law differs.
    fn history(&mut self, page: &HistoryPage) -> io::Result<()> {
        self.title(page.rule.id())?;
        self.text(2, page.rule.summary())?;
        self.text(
            2,
            "A range is the years for which a tradition or FIDE uses the code; a single year is the year of printing. \
             The ranges of different traditions overlap.",
        )?;
        // Only editions that replace one another share an entry.
        let is_dated = |stage: &Stage| stage.under.as_ref().is_none_or(|under| under.code.since.is_some());
        let mut groups: Vec<(Vec<&Stage>, Vec<u8>)> = Vec::new();
        for stage in &page.stages {
            let mut text = Vec::new();
            let mut printer = LawPrinter { out: &mut text, style: self.style };
            match &stage.under {
                Some(under) => printer.rule_under_code(page.rule, under)?,
                None => printer.text(4, "jadoube has no code for these years")?,
            }
            let is_same = |(_, known): &(Vec<&Stage>, Vec<u8>)| *known == text;
            if stage.is_quick && groups.iter().rev().take(ENTRIES_NEAR).any(is_same) {
                continue;
            }
            match groups.last_mut() {
                Some((stages, known))
                    if *known == text
                        && is_dated(stage)
                        && stages.iter().all(|earlier| is_dated(earlier)) =>
                {
                    stages.push(stage);
                }
                _ => groups.push((vec![stage], text)),
            }
        }
        for (stages, text) in groups {
            let (Some(first), Some(last)) = (stages.first(), stages.last()) else { continue };
            let ids: Vec<&str> =
                stages.iter().filter_map(|stage| Some(&*stage.under.as_ref()?.code.id)).collect();
            let years = match (last.to, last.under.as_ref().map(|under| under.code.since)) {
                (Some(to), _) => format!("{} to {to}", first.from),
                (None, Some(Some(_))) => format!("since {}", first.from),
                (None, _) => first.from.to_string(),
            };
            writeln!(self.out)?;
            let used = first.tradition.as_ref().map_or(String::new(), |name| format!(" ({})", capital(name)));
            let years = years + &used;
            let codes = if ids.is_empty() { String::new() } else { format!(": {}", ids.join(", ")) };
            self.bold(2, &(years + &codes))?;
            self.out.write_all(&text)?;
        }
        Ok(())
    }

    fn rule_under_code(&mut self, rule: Rule, under: &RuleUnderCode) -> io::Result<()> {
        let RuleUnderCode { code, own, of_parent, silence, voice } = under;
        let articles =
            own.iter().chain(of_parent).map(|provision| article_label(code, provision).chars().count());
        let unsaid = silence.as_ref().map(|silence| code.voice_of(silence));
        let silent = if unsaid == Some(Voice::Unrevealed) { "not known" } else { "silent" };
        let wide = articles.chain(silence.iter().map(|_| silent.len())).max().unwrap_or(0);
        self.provisions(wide, code, own)?;
        if let (Some(parent), false) = (rule.parent(), of_parent.is_empty()) {
            let judged = if own.is_empty() { "judged as" } else { "in all other cases, judged as" };
            self.text(4, &format!("{judged} {parent}:"))?;
            self.provisions(wide, code, of_parent)?;
        }
        match (silence, voice) {
            (Some(silence), _) => {
                let mut texts = vec![silence.says.to_string()];
                texts.extend(silence.default.map(|default| format!("On the board: {}.", default.in_words())));
                texts.extend(silence.why.as_ref().map(|why| format!("Why: {why}")));
                self.labelled(4, wide, silent, &texts)
            }
            (None, Voice::Speaks) => Ok(()),
            (None, _) if rule.basis() == FindingBasis::Case => self.text(
                4,
                "no article of its own; it cites the article that decided the game or gave the right, if there is one",
            ),
            (None, Voice::Unrevealed) => {
                self.text(4, "not known: the part of its text that was read does not mention this")
            }
            (None, Voice::Silent) => self.text(4, "silent"),
        }
    }

    fn provisions(&mut self, wide: usize, code: &Code, provisions: &[Provision]) -> io::Result<()> {
        let mut said: Vec<(String, &str)> = Vec::new();
        let order = articles(code);
        let mut sorted: Vec<&Provision> = provisions.iter().collect();
        // Stable: the provisions of an article keep their order.
        sorted.sort_by_key(|provision| order.iter().position(|article| **article == provision.article));
        for provision in sorted {
            let one = (article_label(code, provision), &*provision.says);
            if !said.contains(&one) {
                self.labelled(4, wide, &one.0, &[one.1.to_owned()])?;
                said.push(one);
            }
        }
        Ok(())
    }

    fn title(&mut self, text: &str) -> io::Result<()> {
        let text = self.style.paint("1", &self.style.fit(text));
        writeln!(self.out, "{text}")
    }

    fn head(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out)?;
        self.title(text)
    }

    fn bold(&mut self, indent: usize, text: &str) -> io::Result<()> {
        for line in wrap(&self.style.fit(text), self.room(indent)) {
            let line = self.style.paint("1", &line);
            writeln!(self.out, "{:indent$}{line}", "")?;
        }
        Ok(())
    }

    fn text(&mut self, indent: usize, text: &str) -> io::Result<()> {
        for line in wrap(&self.style.fit(text), self.room(indent)) {
            writeln!(self.out, "{:indent$}{line}", "")?;
        }
        Ok(())
    }

    fn line(&mut self, indent: usize, line: &Line) -> io::Result<()> {
        self.labelled(indent, LABELS, line.label.id(), &line.texts)
    }

    /// Writes a label with its texts beside it. Several texts have hanging indents.
    fn labelled(&mut self, indent: usize, column: usize, label: &str, texts: &[String]) -> io::Result<()> {
        let hanging = if texts.len() > 1 { 2 } else { 0 };
        let room = self.room(indent + column + 2 + hanging).max(20);
        let mut label = self.style.paint("2", &format!("{:column$}", self.style.fit(label)));
        for text in texts {
            for (row, line) in wrap(&self.style.fit(text), room).iter().enumerate() {
                let further = if row == 0 { 0 } else { hanging };
                let whole = format!("{:indent$}{label}  {:further$}{line}", "", "");
                writeln!(self.out, "{}", whole.trim_end())?;
                label = " ".repeat(column);
            }
        }
        Ok(())
    }

    /// The width that remains after an indent.
    fn room(&self, indent: usize) -> usize {
        self.style.width.saturating_sub(indent)
    }
}

/// The article, with the year of its form if that is later than the code.
fn article_label(code: &Code, provision: &Provision) -> String {
    let article = &provision.article;
    code.source.later_year(article).map_or_else(|| article.to_string(), |year| format!("{article} ({year})"))
}

/// The articles of the code that a sentence names.
fn named_articles<'a>(code: &Code, sentence: &'a str) -> Vec<&'a str> {
    let words = sentence.split(|letter: char| !letter.is_alphanumeric() && letter != '.');
    let mut named: Vec<&str> = Vec::new();
    for word in words.map(|word| word.trim_end_matches('.')) {
        if !named.contains(&word) && code.provision(word).is_some() {
            named.push(word);
        }
    }
    named
}

/// How much of the text is known. An altered code has no text of its own.
fn known_text(code: &Code) -> String {
    let of = if code.is_altered() {
        format!("The text of {}", code.printed_code())
    } else {
        "Its text".to_owned()
    };
    format!("{of} is {}.", code.coverage.in_words())
}

/// The number of provisions, articles, readings and silences.
fn contents(code: &Code) -> String {
    let number = |count: usize, one: &str, many: &str| plural(count as u64, one, many);
    format!(
        "{} in {}, {}, {}.",
        number(code.provisions.len(), "provision", "provisions"),
        number(code.articles().len(), "article", "articles"),
        number(code.readings.len(), "unclear point answered", "unclear points answered"),
        number(code.silences.len(), "matter not mentioned", "matters not mentioned"),
    )
}
