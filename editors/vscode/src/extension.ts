import * as path from "node:path";
import { commands, window, workspace } from "vscode";
import type { ExtensionContext, Uri } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import type { LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** The last start or stop. The next one waits for it, so that no server is lost while it starts. */
let last: Promise<void> = Promise.resolve();

export async function activate(context: ExtensionContext): Promise<void> {
    context.subscriptions.push(
        commands.registerCommand("jadoube.restart", restart),
        workspace.onDidChangeConfiguration(async (change) => {
            if (change.affectsConfiguration("jadoube")) {
                await restart();
            }
        }),
    );
    await afterLast(start);
}

export async function deactivate(): Promise<void> {
    await afterLast(stop);
}

async function restart(): Promise<void> {
    await afterLast(async () => {
        await stop();
        await start();
    });
}

function afterLast(next: () => Promise<void>): Promise<void> {
    last = last.then(next, next);
    return last;
}

/** A server that has ended already cannot be stopped. */
async function stop(): Promise<void> {
    const running = client;
    client = undefined;
    await running?.stop().catch(() => undefined);
}

async function start(): Promise<void> {
    const settings = workspace.getConfiguration("jadoube");
    const folder = workspace.workspaceFolders?.[0]?.uri;
    const program = settings.get<string>("path") || "jadoube";
    const server: ServerOptions = {
        command: program,
        args: ["lsp", ...lawArguments(settings.get<string>("code") ?? "", folder)],
        options: folder?.scheme === "file" ? { cwd: folder.fsPath } : {},
    };
    const options: LanguageClientOptions = {
        documentSelector: [
            { language: "pgn", scheme: "file" },
            { language: "pgn", scheme: "untitled" },
            { pattern: "**/*.toml", scheme: "file" },
        ],
    };
    const starting = new LanguageClient("jadoube", "jadoube", server, options);
    client = starting;
    try {
        await starting.start();
    } catch (error) {
        client = undefined;
        const reason = error instanceof Error ? error.message : String(error);
        void window.showErrorMessage(
            `The program ${program} could not be started: ${reason}. Install jadoube, or set jadoube.path to its path.`,
        );
    }
}

/** The arguments for the setting `jadoube.code`: an id, or the path of a law file. */
function lawArguments(code: string, folder: Uri | undefined): string[] {
    if (code === "") {
        return [];
    }
    if (!code.endsWith(".toml")) {
        return ["--code", code];
    }
    return ["--code-file", path.resolve(folder?.fsPath ?? "", code)];
}
