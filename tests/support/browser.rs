//! Pages opened in a browser without a window: Debian's `chromium`, or the one that `CHROMIUM` names.

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once};
use std::thread::sleep;
use std::time::{Duration, Instant};

use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Emulation, Network};
use headless_chrome::types::PrintToPdfOptions;
use headless_chrome::{Browser, LaunchOptions, Tab};
use serde_json::{Value, from_value, json};

/// Stops the browser's own requests, which a test would attribute to the page.
const QUIET: [&str; 4] =
    ["--disable-quic", "--disable-component-update", "--disable-domain-reliability", "--hide-scrollbars"];

/// The longest time for a page to load.
const LOADING: Duration = Duration::from_mins(1);

/// The width of a page and its colour scheme.
#[derive(Clone, Copy)]
pub struct View {
    pub width: u32,
    pub scheme: &'static str,
    pub media: &'static str,
    pub script: Script,
}

/// Whether the page's own script runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Script {
    Runs,
    Disabled,
}

impl View {
    pub const DESK: Self = Self { width: 1280, scheme: "light", media: "screen", script: Script::Runs };
    pub const TABLET: Self = Self { width: 768, ..Self::DESK };
    pub const PHONE: Self = Self { width: 390, ..Self::DESK };

    pub const fn dark(self) -> Self {
        Self { scheme: "dark", ..self }
    }

    pub const fn printed(self) -> Self {
        Self { media: "print", ..self }
    }

    pub const fn without_script(self) -> Self {
        Self { script: Script::Disabled, ..self }
    }
}

/// A running browser. It ends when the value is dropped, so a test keeps it as long as its pages.
pub struct Chromium(Browser);

/// An open page, and the log messages and requests it caused.
pub struct Shown {
    tab: Arc<Tab>,
    said: Arc<Mutex<Vec<String>>>,
    asked: Arc<Mutex<Vec<String>>>,
    url: String,
}

/// Chromium as `CHROMIUM` names it, or as found in `PATH`.
fn chromium() -> Option<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM") {
        return Some(path.into());
    }
    let folders: Vec<PathBuf> = env::var_os("PATH").iter().flat_map(env::split_paths).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
}

/// Reports once in a run that there is no browser. Written to the stream itself, because the harness hides what
/// a passing test prints.
fn report_skipped() {
    static REPORTED: Once = Once::new();
    REPORTED.call_once(|| {
        let _ = writeln!(
            io::stderr(),
            "skipped: the tests of the page need a browser; install one with `apt-get install chromium` \
             or set CHROMIUM to its path"
        );
    });
}

impl Chromium {
    /// Starts the browser. `None` means that no browser is installed and the caller is to return; with
    /// `JADOUBE_REQUIRE_BROWSER` set, that is a failure.
    pub fn start() -> Option<Self> {
        let Some(path) = chromium() else {
            let is_required = env::var_os("JADOUBE_REQUIRE_BROWSER").is_some_and(|value| !value.is_empty());
            assert!(!is_required, "no browser was found, and JADOUBE_REQUIRE_BROWSER is set");
            report_skipped();
            return None;
        };
        let options = LaunchOptions::default_builder()
            .path(Some(path))
            // A container has no sandbox of its own.
            .sandbox(false)
            .args(QUIET.map(OsStr::new).to_vec())
            .build()
            .unwrap();
        Some(Self(Browser::new(options).expect("chromium starts")))
    }

    /// Opens a file.
    pub fn open(&self, path: &Path, view: View) -> Shown {
        self.open_at(path, "", view)
    }

    /// Opens a file with what follows its path in the address: `#f1`.
    pub fn open_at(&self, path: &Path, fragment: &str, view: View) -> Shown {
        let tab = self.0.new_tab().unwrap();
        let (said, asked) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
        let (says, asks) = (Arc::clone(&said), Arc::clone(&asked));
        tab.enable_log().unwrap();
        tab.enable_runtime().unwrap();
        tab.call_method(from_value::<Network::Enable>(json!({})).unwrap()).unwrap();
        tab.add_event_listener(Arc::new(move |event: &Event| match event {
            Event::LogEntryAdded(entry) => says.lock().unwrap().push(entry.params.entry.text.clone()),
            Event::RuntimeConsoleAPICalled(call) => {
                says.lock().unwrap().push(format!("console: {:?}", call.params.args));
            }
            Event::RuntimeExceptionThrown(thrown) => {
                says.lock().unwrap().push(format!("{:?}", thrown.params.exception_details));
            }
            Event::NetworkRequestWillBeSent(request) => {
                asks.lock().unwrap().push(request.params.request.url.clone());
            }
            _ => {}
        }))
        .unwrap();
        let metrics =
            json!({ "width": view.width, "height": 900, "deviceScaleFactor": 1.0, "mobile": false });
        tab.call_method(from_value::<Emulation::SetDeviceMetricsOverride>(metrics).unwrap()).unwrap();
        let scheme = json!({ "name": "prefers-color-scheme", "value": view.scheme });
        let media = json!({ "media": view.media, "features": [scheme] });
        tab.call_method(from_value::<Emulation::SetEmulatedMedia>(media).unwrap()).unwrap();
        let is_disabled = view.script == Script::Disabled;
        tab.call_method(Emulation::SetScriptExecutionDisabled { value: is_disabled }).unwrap();
        let url = format!("file://{}", path.to_str().unwrap());
        tab.navigate_to(&format!("{url}{fragment}")).unwrap();
        let shown = Shown { tab, said, asked, url };
        shown.wait_until_loaded();
        shown
    }
}

impl Shown {
    /// The page fetches nothing, so that the half second without requests which `wait_until_navigated` waits for would be lost.
    fn wait_until_loaded(&self) {
        let until = Instant::now() + LOADING;
        while self.ask("location.protocol === 'file:' && document.readyState === 'complete'") != true {
            assert!(Instant::now() < until, "{} is not loaded after {LOADING:?}", self.url);
            sleep(Duration::from_millis(10));
        }
    }

    /// The value of an expression in the page.
    #[track_caller]
    pub fn ask(&self, expression: &str) -> Value {
        let text = self.tab.evaluate(&format!("JSON.stringify({expression})"), false).unwrap().value;
        let text = text.unwrap_or_else(|| panic!("nothing comes of {expression}"));
        serde_json::from_str(text.as_str().unwrap()).unwrap()
    }

    /// A number.
    #[track_caller]
    pub fn number(&self, expression: &str) -> u64 {
        let value = self.ask(expression);
        value.as_u64().unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    /// The number of visible elements.
    pub fn seen(&self, selector: &str) -> u64 {
        let shown = "(element) => element.checkVisibility() && element.getClientRects().length > 0";
        self.number(&format!("[...document.querySelectorAll({})].filter({shown}).length", json!(selector)))
    }

    /// Clicks on the first matching element.
    pub fn click(&self, selector: &str) {
        self.tab.find_element(selector).unwrap().click().unwrap();
    }

    /// Presses a key where the focus is.
    pub fn press(&self, key: &str) {
        self.tab.press_key(key).unwrap();
    }

    /// Types into the first matching element.
    pub fn type_into(&self, selector: &str, text: &str) {
        self.tab.find_element(selector).unwrap().type_into(text).unwrap();
    }

    /// The number of printed sheets, by the page's own style.
    pub fn sheets(&self) -> usize {
        let options = PrintToPdfOptions { prefer_css_page_size: Some(true), ..PrintToPdfOptions::default() };
        let printed = self.tab.print_to_pdf(Some(options)).unwrap();
        let kind = b"/Type /Page";
        let is_sheet = |rest: &[u8]| rest.starts_with(kind) && rest.get(kind.len()) != Some(&b's');
        (0..printed.len()).filter(|at| is_sheet(&printed[*at..])).count()
    }

    /// The page logged nothing and requested only itself.
    #[track_caller]
    pub fn assert_quiet(&self) {
        let said = self.said.lock().unwrap();
        assert!(said.is_empty(), "{said:#?}");
        let asked = self.asked.lock().unwrap();
        assert!(asked.iter().all(|url| url.split('#').next() == Some(&self.url)), "{asked:#?}");
    }
}
