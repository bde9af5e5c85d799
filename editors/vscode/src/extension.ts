import * as path from "node:path";
import { commands, window, workspace } from "vscode";
import type { ExtensionContext, Uri } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import type { LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
    context.subscriptions.push(
        commands.registerCommand("jadoube.restart", restart),
        workspace.onDidChangeConfiguration(async (change) => {
            if (change.affectsConfiguration("jadoube")) {
                await restart();
            }
        }),
    );
    await start();
}

export async function deactivate(): Promise<void> {
    await stop();
}

async function restart(): Promise<void> {
    await stop();
    await start();
}

async function stop(): Promise<void> {
    const running = client;
    client = undefined;
    await running?.stop();
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
