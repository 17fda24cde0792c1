import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
} from "vscode-languageserver-protocol/node";
import { endWithThisProcess } from "../running-children.ts";

/** An editor that has a folder open, with `kubepad lsp` as a process of its own. */
export interface Editor {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  uriOf(file: string): string;
  open(file: string, text: string): void;
  /** Replaces the text of an open file. */
  change(file: string, text: string): void;
  /** Resolves with what is shown of the newest text of a file, once that is. */
  shown(file: string): Promise<readonly Diagnostic[]>;
  /** Resolves with what is shown once a condition holds. */
  shownUntil(file: string, holds: (shown: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]>;
  /** Ends the server as editors do. Resolves with its exit code. */
  close(): Promise<number | null>;
}

/** Starts `kubepad lsp` in a process, and an editor on its standard input and output. */
export async function openEditor(folder: string, args: readonly string[] = []): Promise<Editor> {
  const command = [".config/run.mjs", "src/node/kubepad.ts", "lsp", "--stdio", ...args];
  const child = spawn(process.execPath, command, { stdio: ["pipe", "pipe", "inherit"] });
  endWithThisProcess(child, () => child.kill("SIGTERM"));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const versions = new Map<string, number>();
  const shown = new Map<string, { readonly version: number; readonly diagnostics: readonly Diagnostic[] }>();
  const waiting = new Set<() => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, version = 0, diagnostics }) => {
    shown.set(uri, { version, diagnostics });
    for (const look of waiting) look();
  });
  connection.listen();
  const root = pathToFileURL(folder).href;
  const initialized = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: "test" }],
    capabilities: {},
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const uriOf = (file: string): string => `${root}/${file.split("/").map(encodeURIComponent).join("/")}`;
  const shownUntil = (file: string, holds: (diagnostics: readonly Diagnostic[]) => boolean) =>
    new Promise<readonly Diagnostic[]>((resolve) => {
      const look = (): void => {
        const latest = shown.get(uriOf(file));
        if (latest === undefined || latest.version !== versions.get(uriOf(file)) || !holds(latest.diagnostics)) return;
        waiting.delete(look);
        resolve(latest.diagnostics);
      };
      waiting.add(look);
      look();
    });
  return {
    connection,
    initialized,
    uriOf,
    open(file, text) {
      versions.set(uriOf(file), 1);
      const textDocument = { uri: uriOf(file), languageId: "yaml", version: 1, text };
      void connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    },
    change(file, text) {
      const version = (versions.get(uriOf(file)) ?? 0) + 1;
      versions.set(uriOf(file), version);
      void connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri: uriOf(file), version },
        contentChanges: [{ text }],
      });
    },
    shown: (file) => shownUntil(file, () => true),
    shownUntil,
    async close() {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      const code = await ended;
      connection.dispose();
      return code;
    },
  };
}
