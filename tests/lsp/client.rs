//! A small client: it starts the program, sends messages and waits for answers.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A folder that is removed with the value.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("jadoube-lsp-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: i32,
    version: i32,
    pub encoding: String,
    /// The patterns of the files that the server wants to be watched.
    pub watched: Vec<String>,
}

impl Client {
    /// Starts the server with arguments, and offers these position encodings.
    pub fn start(arguments: &[&str], encodings: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .arg("lsp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Self {
            child,
            input,
            output,
            requests: 0,
            version: 0,
            encoding: String::new(),
            watched: Vec::new(),
        };
        let result = client.request(
            "initialize",
            &json!({
                "processId": null,
                "rootUri": null,
                "capabilities": {
                    "general": { "positionEncodings": encodings },
                    "textDocument": {
                        "hover": { "contentFormat": ["markdown", "plaintext"] },
                        "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
                        "publishDiagnostics": { "relatedInformation": true },
                    },
                    "workspace": {
                        "workspaceEdit": { "documentChanges": true },
                        "didChangeWatchedFiles": { "dynamicRegistration": true },
                    },
                },
            }),
        );
        result["capabilities"]["positionEncoding"].as_str().unwrap().clone_into(&mut client.encoding);
        client.notify("initialized", &json!({}));
        client
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let body = message.to_string();
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                length = value.parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap();
        if message["method"] == "client/registerCapability" {
            let options = &message["params"]["registrations"][0]["registerOptions"];
            self.watched.push(options["watchers"][0]["globPattern"].as_str().unwrap().to_owned());
            self.send(json!({ "id": message["id"], "result": null }));
        }
        message
    }

    pub fn notify(&mut self, method: &str, parameters: &Value) {
        self.send(json!({ "method": method, "params": parameters }));
    }

    pub fn request(&mut self, method: &str, parameters: &Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(json!({ "id": id, "method": method, "params": parameters }));
        loop {
            let message = self.receive();
            if message["id"] == json!(id) && message.get("method").is_none() {
                assert!(message.get("error").is_none(), "{message}");
                return message["result"].clone();
            }
        }
    }

    pub fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let is_toml = Path::new(uri).extension().is_some_and(|ending| ending == "toml");
        let language = if is_toml { "toml" } else { "pgn" };
        self.version += 1;
        let document = json!({ "uri": uri, "languageId": language, "version": self.version, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }));
        self.diagnostics(uri)
    }

    /// Changes a range, `[[line, column], [line, column]]`, or all of the text.
    pub fn change(&mut self, uri: &str, range: Option<[[u32; 2]; 2]>, text: &str) -> Vec<Value> {
        self.version += 1;
        let mut change = json!({ "text": text });
        if let Some(range) = range {
            let [start, end] = range.map(|[line, character]| json!({ "line": line, "character": character }));
            change["range"] = json!({ "start": start, "end": end });
        }
        let document = json!({ "uri": uri, "version": self.version });
        let parameters = json!({ "textDocument": document, "contentChanges": [change] });
        self.notify("textDocument/didChange", &parameters);
        self.diagnostics(uri)
    }

    /// The diagnostics of the current version.
    pub fn diagnostics(&mut self, uri: &str) -> Vec<Value> {
        loop {
            let message = self.receive();
            let parameters = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics"
                && parameters["uri"] == uri
                && parameters["version"] == self.version
            {
                return parameters["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    pub fn at(&mut self, method: &str, uri: &str, [line, character]: [u32; 2]) -> Value {
        let position = json!({ "line": line, "character": character });
        self.request(method, &json!({ "textDocument": { "uri": uri }, "position": position }))
    }

    /// The labels of the completions at a place.
    pub fn completions(&mut self, uri: &str, place: [u32; 2]) -> Vec<String> {
        let items = self.at("textDocument/completion", uri, place);
        items.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    }

    pub fn actions(&mut self, uri: &str, range: &Value) -> Vec<Value> {
        let parameters =
            json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [] } });
        self.request("textDocument/codeAction", &parameters).as_array().unwrap().clone()
    }

    /// Ends the session without the request for it; returns the exit code.
    pub fn exit(mut self) -> Option<i32> {
        self.notify("exit", &Value::Null);
        self.child.wait().unwrap().code()
    }

    /// Ends the session, and checks that the server says nothing more and succeeds.
    pub fn end(mut self) {
        assert_eq!(self.request("shutdown", &Value::Null), Value::Null);
        self.notify("exit", &Value::Null);
        drop(self.input.take());
        let mut rest = Vec::new();
        self.output.read_to_end(&mut rest).unwrap();
        assert!(rest.is_empty(), "{}", String::from_utf8_lossy(&rest));
        assert!(self.child.wait().unwrap().success());
    }
}

/// The URI of a path without characters that need escapes.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.to_str().unwrap())
}

/// `line:column-line:column`, counted from 0.
pub fn place(range: &Value) -> String {
    let position = |end: &str| format!("{}:{}", range[end]["line"], range[end]["character"]);
    format!("{}-{}", position("start"), position("end"))
}

/// `code place` of each diagnostic.
pub fn brief(diagnostics: &[Value]) -> Vec<String> {
    let brief = |one: &Value| format!("{} {}", one["code"].as_str().unwrap_or("-"), place(&one["range"]));
    diagnostics.iter().map(brief).collect()
}

/// The text after text edits on single lines, in which columns are bytes.
pub fn edited(text: &str, edits: &Value) -> String {
    let offset = |position: &Value| {
        let line = usize::try_from(position["line"].as_u64().unwrap()).unwrap();
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + usize::try_from(position["character"].as_u64().unwrap()).unwrap()
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (offset(&range["start"]), offset(&range["end"]), edit["newText"].as_str().unwrap())
        })
        .collect();
    edits.sort_unstable();
    let mut text = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}
