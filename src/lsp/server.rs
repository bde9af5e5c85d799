//! The server: reads the messages of the client, keeps the documents, and answers.

use std::collections::BTreeSet;
use std::error::Error;
use std::time::{Duration, Instant};

use lsp_server::{Connection, ErrorCode, ExtractError, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Exit, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest,
    RangeFormatting, RegisterCapability, Request as _,
};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionOrCommand, CodeActionParams,
    CodeActionProviderCapability, CompletionContext, CompletionOptions, CompletionParams, CompletionResponse,
    Diagnostic, DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern,
    GotoDefinitionResponse, HoverProviderCapability, InitializeParams, InitializeResult, OneOf,
    PublishDiagnosticsParams, Registration, RegistrationParams, SaveOptions, ServerCapabilities, ServerInfo,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::actions::actions;
use super::client::{ClientAbilities, SOURCE};
use super::completion::completions;
use super::definition::definition;
use super::diagnostics::diagnostics;
use super::documents::{Document, Documents, GamesDocument, SettingsSource};
use super::formatting;
use super::hover::hover;
use super::paths::{is_toml, path_of};
use super::symbols::symbols;

/// After an audit that took longer, the next one waits for a pause in typing.
const SLOW: Duration = Duration::from_millis(250);
const PAUSE: Duration = Duration::from_millis(400);

/// The failure of the connection.
type Failure = Box<dyn Error + Send + Sync>;

/// How the session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SessionEnd {
    /// The client asked for it, or closed the connection.
    Regular,
    /// The client sent `exit` without `shutdown` before it.
    WithoutShutdown,
}

/// Serves a client over standard input and output until it ends the connection.
///
/// # Errors
/// The client does not keep to the protocol, or the connection fails.
pub(crate) fn serve(settings: &dyn SettingsSource) -> Result<SessionEnd, Failure> {
    let (connection, threads) = Connection::stdio();
    let result = serve_over(&connection, settings);
    // The writing thread ends with the connection.
    drop(connection);
    let end = result?;
    threads.join()?;
    Ok(end)
}

fn serve_over(connection: &Connection, settings: &dyn SettingsSource) -> Result<SessionEnd, Failure> {
    let (id, parameters) = connection.initialize_start()?;
    let parameters: InitializeParams = serde_json::from_value(parameters)?;
    let client = ClientAbilities::of(&parameters.capabilities);
    let result = InitializeResult {
        capabilities: capabilities(client),
        server_info: Some(ServerInfo {
            name: SOURCE.to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    connection.initialize_finish(id, serde_json::to_value(result)?)?;
    let mut server = Server {
        connection,
        settings,
        client,
        documents: Documents::default(),
        watched: BTreeSet::new(),
        last_audit: Duration::ZERO,
    };
    server.watch("**/*.toml".to_owned())?;
    server.run()
}

fn capabilities(client: ClientAbilities) -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
        ..TextDocumentSyncOptions::default()
    };
    let characters = ["[", "%", " ", "\""].map(str::to_owned);
    ServerCapabilities {
        position_encoding: Some(client.position_encoding()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(characters.to_vec()),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        definition_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

struct Server<'s> {
    connection: &'s Connection,
    settings: &'s dyn SettingsSource,
    client: ClientAbilities,
    documents: Documents,
    /// The patterns of the files that the client watches.
    watched: BTreeSet<String>,
    /// The time that the last audit took, if it was of a change.
    last_audit: Duration,
}

impl Server<'_> {
    fn run(&mut self) -> Result<SessionEnd, Failure> {
        loop {
            let message = if self.documents.has_due() {
                // Changes that wait are made before the audit.
                let pause = if self.last_audit > SLOW { PAUSE } else { Duration::ZERO };
                match self.connection.receiver.recv_timeout(pause) {
                    Ok(message) => message,
                    Err(error) if error.is_timeout() => {
                        self.publish_due()?;
                        continue;
                    }
                    Err(_) => return Ok(SessionEnd::Regular),
                }
            } else {
                match self.connection.receiver.recv() {
                    Ok(message) => message,
                    Err(_) => return Ok(SessionEnd::Regular),
                }
            };
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(SessionEnd::Regular);
                    }
                    // Completion needs no findings, and must not wait for them.
                    if request.method != Completion::METHOD {
                        self.publish_due()?;
                    }
                    let response = self.answer(request);
                    self.connection.sender.send(response.into())?;
                }
                Message::Notification(notification) if notification.method == Exit::METHOD => {
                    return Ok(SessionEnd::WithoutShutdown);
                }
                Message::Notification(notification) => {
                    self.handle_notification(notification)?;
                    self.watch_baselines()?;
                }
                Message::Response(_) => {}
            }
        }
    }

    /// Audits the documents that were changed, and sends their diagnostics.
    fn publish_due(&mut self) -> Result<(), Failure> {
        let begun = Instant::now();
        let mut is_of_change = false;
        let mut published = Vec::new();
        for document in self.documents.iter_mut() {
            match document {
                Document::Games(document) => {
                    is_of_change |= document.has_due_change();
                    if document.refresh() {
                        let diagnostics = diagnostics(document, self.client);
                        published.push((document.uri.clone(), diagnostics, document.version));
                    }
                }
                Document::Law(document) => {
                    if std::mem::take(&mut document.is_due) {
                        published.push((document.uri.clone(), document.diagnostics(), document.version));
                    }
                }
            }
        }
        if !published.is_empty() {
            self.last_audit = if is_of_change { begun.elapsed() } else { Duration::ZERO };
        }
        published
            .into_iter()
            .try_for_each(|(uri, diagnostics, version)| self.publish(uri, diagnostics, Some(version)))
    }

    fn publish(&self, uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32>) -> Result<(), Failure> {
        let parameters = PublishDiagnosticsParams { uri, diagnostics, version };
        let notification = Notification::new(PublishDiagnostics::METHOD.to_owned(), parameters);
        Ok(self.connection.sender.send(notification.into())?)
    }

    /// Asks the client to say when the file of a baseline changes.
    fn watch_baselines(&mut self) -> Result<(), Failure> {
        let names = self.documents.baselines().filter_map(|path| path.file_name()?.to_str());
        // `?` matches any character, also one with a meaning in patterns.
        let patterns = names.map(|name| format!("**/{}", name.replace(['*', '{', '}', '[', ']', ','], "?")));
        patterns.collect::<Vec<_>>().into_iter().try_for_each(|pattern| self.watch(pattern))
    }

    /// Asks the client to say when a file changes whose path matches a pattern.
    fn watch(&mut self, pattern: String) -> Result<(), Failure> {
        if !self.client.watches_files || self.watched.contains(&pattern) {
            return Ok(());
        }
        let id = format!("watch-{}", self.watched.len() + 1);
        self.watched.insert(pattern.clone());
        let watcher = FileSystemWatcher { glob_pattern: GlobPattern::String(pattern), kind: None };
        let options = DidChangeWatchedFilesRegistrationOptions { watchers: vec![watcher] };
        let registration = Registration {
            id: id.clone(),
            method: DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: Some(serde_json::to_value(options)?),
        };
        let parameters = RegistrationParams { registrations: vec![registration] };
        let request = Request::new(RequestId::from(id), RegisterCapability::METHOD.to_owned(), parameters);
        Ok(self.connection.sender.send(request.into())?)
    }

    /// Handles a notification. One with invalid parameters is ignored: there is no answer that could say so.
    fn handle_notification(&mut self, notification: Notification) -> Result<(), Failure> {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Some(opened) = parameters::<DidOpenTextDocument>(notification) {
                    self.documents.open(opened.text_document, self.client.unit, self.settings);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(changed) = parameters::<DidChangeTextDocument>(notification) {
                    let document = changed.text_document;
                    self.documents.change(&document.uri, document.version, changed.content_changes);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(closed) = parameters::<DidCloseTextDocument>(notification) {
                    self.documents.close(&closed.text_document.uri);
                    self.publish(closed.text_document.uri, Vec::new(), None)?;
                }
            }
            DidSaveTextDocument::METHOD => {
                let saved = parameters::<DidSaveTextDocument>(notification);
                let path = saved.and_then(|saved| path_of(&saved.text_document.uri));
                if path.is_some_and(|path| is_toml(&path)) {
                    self.documents.reload(self.settings);
                }
            }
            DidChangeWatchedFiles::METHOD => self.documents.reload(self.settings),
            _ => {}
        }
        Ok(())
    }

    fn answer(&self, request: Request) -> Response {
        match request.method.as_str() {
            HoverRequest::METHOD => answer::<HoverRequest, _>(request, |parameters| {
                let at = parameters.text_document_position_params;
                hover(self.document(&at)?, at.position, self.client)
            }),
            CodeActionRequest::METHOD => answer::<CodeActionRequest, _>(request, |parameters| {
                let actions = self.actions(&parameters).into_iter().map(CodeActionOrCommand::CodeAction);
                Some(actions.collect::<Vec<_>>())
            }),
            Completion::METHOD => answer::<Completion, _>(request, |parameters| self.completions(parameters)),
            DocumentSymbolRequest::METHOD => answer::<DocumentSymbolRequest, _>(request, |parameters| {
                let document = self.documents.games(&parameters.text_document.uri)?;
                Some(symbols(document, self.client))
            }),
            GotoDefinition::METHOD => answer::<GotoDefinition, _>(request, |parameters| {
                let at = parameters.text_document_position_params;
                let document = self.document(&at)?;
                let place = definition(&self.documents, document, at.position, self.client.unit)?;
                Some(GotoDefinitionResponse::Scalar(place))
            }),
            Formatting::METHOD => answer::<Formatting, _>(request, |parameters| {
                let document = self.documents.games(&parameters.text_document.uri)?;
                Some(formatting::edits(document, &(0..document.text.len())))
            }),
            RangeFormatting::METHOD => answer::<RangeFormatting, _>(request, |parameters| {
                let document = self.documents.games(&parameters.text_document.uri)?;
                Some(formatting::edits(document, &document.text.offsets(parameters.range)))
            }),
            method => {
                let message = format!("the request {method} is not supported");
                Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
            }
        }
    }

    fn document(&self, at: &TextDocumentPositionParams) -> Option<&GamesDocument> {
        self.documents.games(&at.text_document.uri)
    }

    fn actions(&self, parameters: &CodeActionParams) -> Vec<CodeAction> {
        let is_wanted = |kinds: &Vec<CodeActionKind>| {
            kinds.iter().any(|kind| [CodeActionKind::EMPTY, CodeActionKind::QUICKFIX].contains(kind))
        };
        if !parameters.context.only.as_ref().is_none_or(is_wanted) {
            return Vec::new();
        }
        let document = self.documents.games(&parameters.text_document.uri);
        document.map_or_else(Vec::new, |document| actions(document, parameters.range, self.client))
    }

    fn completions(&self, parameters: CompletionParams) -> Option<CompletionResponse> {
        let CompletionParams { text_document_position: at, context, .. } = parameters;
        let is_space = |context: &CompletionContext| context.trigger_character.as_deref() == Some(" ");
        let document = self.document(&at)?;
        let items = completions(document, at.position, context.as_ref().is_some_and(is_space));
        Some(CompletionResponse::Array(items))
    }
}

/// The parameters of a notification.
fn parameters<N: lsp_types::notification::Notification>(notification: Notification) -> Option<N::Params>
where
    N::Params: DeserializeOwned,
{
    notification.extract(N::METHOD).ok()
}

/// Answers a request: `null` if there is nothing to say.
fn answer<R, T>(request: Request, answer: impl FnOnce(R::Params) -> Option<T>) -> Response
where
    R: lsp_types::request::Request,
    R::Params: DeserializeOwned,
    T: Serialize,
{
    let id = request.id.clone();
    match request.extract(R::METHOD) {
        Ok((id, parameters)) => match serde_json::to_value(answer(parameters)) {
            Ok(result) => Response { id, result: Some(result), error: None },
            Err(error) => Response::new_err(id, ErrorCode::InternalError as i32, error.to_string()),
        },
        Err(ExtractError::JsonError { error, .. }) => {
            Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string())
        }
        Err(ExtractError::MethodMismatch(_)) => Response { id, result: Some(Value::Null), error: None },
    }
}
