// The language server with the client of the npm package vscode-languageserver-protocol, in UTF-8 and in UTF-16. The program
// `jadoube` must be in PATH, and FIXTURES names the folder of the files to open: tests/editors.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import {
    CodeActionRequest,
    CompletionRequest,
    createProtocolConnection,
    DidChangeTextDocumentNotification,
    DidOpenTextDocumentNotification,
    DocumentFormattingRequest,
    DocumentSymbolRequest,
    ExitNotification,
    HoverRequest,
    InitializedNotification,
    InitializeRequest,
    PublishDiagnosticsNotification,
    ShutdownRequest,
} from "vscode-languageserver-protocol/node";

const fixtures = process.env.FIXTURES;
assert(fixtures, "FIXTURES is not set");

/** The columns of a text in an encoding of positions. */
const length = {
    "utf-8": (text) => Buffer.byteLength(text),
    "utf-16": (text) => text.length,
};

/** A server with one open document, and the text that it should have. */
class Session {
    constructor(offered) {
        this.offered = offered;
        this.server = spawn("jadoube", ["lsp", "--isolated"], { stdio: ["pipe", "pipe", "inherit"] });
        this.connection = createProtocolConnection(this.server.stdout, this.server.stdin);
        this.waiting = () => {};
        this.connection.onNotification(PublishDiagnosticsNotification.type, (published) => this.waiting(published));
        this.connection.listen();
    }

    async start() {
        const { capabilities } = await this.connection.sendRequest(InitializeRequest.type, {
            processId: process.pid,
            rootUri: null,
            capabilities: {
                general: { positionEncodings: this.offered },
                textDocument: {
                    hover: { contentFormat: ["markdown"] },
                    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
                },
                workspace: { workspaceEdit: { documentChanges: true } },
            },
        });
        this.encoding = capabilities.positionEncoding;
        await this.connection.sendNotification(InitializedNotification.type, {});
        return capabilities;
    }

    /** Opens a file, and returns its diagnostics. */
    async open(name, languageId) {
        const file = path.resolve(fixtures, name);
        this.uri = pathToFileURL(file).href;
        this.version = 1;
        this.text = readFileSync(file, "utf8");
        const published = this.published();
        await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
            textDocument: { uri: this.uri, languageId, version: this.version, text: this.text },
        });
        return published;
    }

    /** Changes the text: each change is `[old, new]`, or a new text. Returns the diagnostics after them. */
    async change(...changes) {
        const contentChanges = changes.map((change) => {
            if (typeof change === "string") {
                this.text = change;
                return { text: change };
            }
            const [old, text] = change;
            const range = this.range(old);
            this.text = this.text.replace(old, () => text);
            return { range, text };
        });
        this.version += 1;
        const published = this.published();
        await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
            textDocument: { uri: this.uri, version: this.version },
            contentChanges,
        });
        return published;
    }

    /** The diagnostics of the current version: the text, the start and the message of each. */
    published() {
        return new Promise((resolve) => {
            this.waiting = ({ uri, version, diagnostics }) => {
                if (uri === this.uri && version === this.version) {
                    this.diagnostics = diagnostics;
                    resolve(diagnostics.map(({ range, message }) => [this.slice(range), message.split("\n")[0]]));
                }
            };
        });
    }

    /** The position of an index of the text. */
    position(index) {
        const lines = this.text.slice(0, index).split("\n");
        return { line: lines.length - 1, character: length[this.encoding](lines.at(-1)) };
    }

    /** The range of the first place of a word. */
    range(word) {
        const index = this.text.indexOf(word);
        assert(index >= 0, `${word} is not in the text`);
        return { start: this.position(index), end: this.position(index + word.length) };
    }

    /** The index of a position. It must not be within a character. */
    index({ line, character }) {
        const lines = this.text.split("\n");
        const start = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
        let index = 0;
        while (index < lines[line].length && length[this.encoding](lines[line].slice(0, index)) < character) {
            index += lines[line].codePointAt(index) > 0xffff ? 2 : 1;
        }
        assert.equal(length[this.encoding](lines[line].slice(0, index)), character);
        return start + index;
    }

    slice({ start, end }) {
        return this.text.slice(this.index(start), this.index(end));
    }

    /** The text after edits. */
    edited(edits) {
        let text = this.text;
        const places = edits.map(({ range, newText }) => [this.index(range.start), this.index(range.end), newText]);
        for (const [start, end, newText] of places.sort((one, other) => other[0] - one[0])) {
            text = text.slice(0, start) + newText + text.slice(end);
        }
        return text;
    }

    request(type, parameters) {
        return this.connection.sendRequest(type, { textDocument: { uri: this.uri }, ...parameters });
    }

    /** Applies the action with a title to the text. */
    async act(word, title) {
        const actions = await this.request(CodeActionRequest.type, {
            range: this.range(word),
            context: { diagnostics: this.diagnostics },
        });
        const action = actions.find((one) => one.title === title);
        assert(action, `${title} is not among ${actions.map((one) => one.title).join(", ")}`);
        const [change] = action.edit.documentChanges;
        assert.deepEqual(change.textDocument, { uri: this.uri, version: this.version });
        return this.change(this.edited(change.edits));
    }

    async end() {
        const ended = new Promise((resolve) => this.server.once("exit", resolve));
        await this.connection.sendRequest(ShutdownRequest.type);
        await this.connection.sendNotification(ExitNotification.type);
        assert.equal(await ended, 0);
        this.connection.dispose();
    }
}

const FALSE_MOVE = ["Kd3", "White's king on e1 cannot go to d3 [fide-2023 7.5.1]"];
const FALSE_MATE = ["Bb5#", "`Bb5#` is marked as checkmate, but is not mate"];

for (const [offered, encoding, columns] of [
    [["utf-8", "utf-16"], "utf-8", [52, 25]],
    [["utf-16"], "utf-16", [46, 22]],
    [undefined, "utf-16", [46, 22]],
]) {
    test(`${encoding} of ${offered ?? "no offer"}`, { timeout: 60_000 }, async (context) => {
        const session = new Session(offered);
        context.after(() => session.server.kill());
        await session.start();
        assert.equal(session.encoding, encoding);

        await context.test("diagnostics", async () => {
            assert.deepEqual(await session.open("accented.pgn", "pgn"), [FALSE_MOVE, FALSE_MATE]);
            assert.deepEqual(
                session.diagnostics.map(({ range, severity, code, source }) => [range.start, severity, code, source]),
                [
                    [{ line: 9, character: columns[0] }, 1, "move.false", "jadoube"],
                    [{ line: 20, character: columns[1] }, 2, "record.suffix", "jadoube"],
                ],
            );
        });

        await context.test("changes", async () => {
            const text = session.text;
            // Before the finding, of the finding, and several at once.
            assert.deepEqual(await session.change(["{Čigorin 😀} e5", "{é𝄞 Čigorin} e5"]), [FALSE_MOVE, FALSE_MATE]);
            assert.deepEqual(await session.change(["Kd3", "Nf3"]), [FALSE_MATE]);
            assert.deepEqual(await session.change(["{Réti 😀} e5", "e5 {😀}"], ["Bb5#", "Bb5"], ["Nf3", "Ke3"]), [
                ["Ke3", "White's king on e1 cannot go to e3 [fide-2023 7.5.1]"],
            ]);
            assert.deepEqual(await session.change(text), [FALSE_MOVE, FALSE_MATE]);
        });

        await context.test("hover", async () => {
            const position = session.position(session.text.indexOf("Kd3") + 1);
            const { range, contents } = await session.request(HoverRequest.type, { position });
            assert.equal(session.slice(range), "Kd3");
            assert.equal(contents.kind, "markdown");
            assert.match(contents.value, /White's king on e1 cannot go to d3/);
            assert.match(contents.value, /\*\*fide-2023 7\.5\.1\*\*/);
        });

        await context.test("completion of a move", async () => {
            const position = session.position(session.text.indexOf("Kd3") + 1);
            const items = await session.request(CompletionRequest.type, { position });
            const moves = items.map((item) => item.label);
            assert.equal(moves.length, 32);
            assert(moves.includes("Bxc6") && moves.includes("Ke2") && !moves.includes("Kd3"), moves.join(" "));
            // The letter that was typed is replaced.
            assert(items.every((item) => session.slice(item.textEdit.range) === "K"));
        });

        await context.test("symbols", async () => {
            const symbols = await session.request(DocumentSymbolRequest.type);
            assert.deepEqual(
                symbols.map(({ name, range }) => [name, session.slice(range).trimEnd().split("\n").at(-1)]),
                [
                    ["Čigorin, Michail - Réti, Richard", "1. e4 {Čigorin 😀} e5 2. Bb5 {Réti 😀} Nc6 3. Kd3 *"],
                    ["Réti, Richard - Čigorin, Michail", "1. e4 {Réti 😀} e5 2. Bb5# {Čigorin 😀} Nc6 *"],
                ],
            );
        });

        await context.test("formatting", async () => {
            const text = session.text;
            await session.change(["{Čigorin 😀} Nc6 *", "{Čigorin 😀}\nNc6   *"]);
            const edits = await session.request(DocumentFormattingRequest.type, {
                options: { tabSize: 4, insertSpaces: true },
            });
            assert.equal(edits.length, 1);
            assert.equal(session.edited(edits), text);
            assert.deepEqual(await session.change(text), [FALSE_MOVE, FALSE_MATE]);
        });

        await context.test("repair and suppression", async () => {
            assert.deepEqual(await session.act("Bb5#", "write Bb5"), [FALSE_MOVE]);
            assert(session.text.endsWith("1. e4 {Réti 😀} e5 2. Bb5 {Čigorin 😀} Nc6 *\n"));
            assert.deepEqual(await session.act("Kd3", "ignore move.false here"), []);
            assert(session.text.includes("{Réti 😀} Nc6 3. Kd3 {[%jadoube ignore move.false]} *\n"));
        });

        await context.test("mistakes of a law file", async () => {
            assert.deepEqual(await session.open("five-mistakes.toml", "toml"), [
                ['"1830"', "expected a whole number, found text in quotation marks"],
                ["pgae", "unknown key `pgae` in this source"],
                ['"partail"', "`partail` is not a valid coverage"],
                ['"move.flase"', "`move.flase` is not a topic"],
                ['"moves-each-sinse"', "`moves-each-sinse` is not a valid window"],
            ]);
            assert.deepEqual(
                session.diagnostics.map(({ range }) => range.start.line + 1),
                [6, 7, 8, 22, 27],
            );
        });

        await session.end();
    });
}
