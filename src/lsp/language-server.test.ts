import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import {
  createProtocolConnection,
  DidChangeWatchedFilesNotification,
  DidOpenTextDocumentNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { openServer } from "../validate/server.ts";
import { Judge, type Target } from "./judge.ts";
import { serveEditor, type Workspace } from "./language-server.ts";

const uri = "file:///web.yaml";

it("judges again what was judged while a file beside it changed", async () => {
  const [toServer, toEditor] = [new PassThrough(), new PassThrough()];
  let onDisk = "before";
  let read = 0;
  let goOn = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (goOn = resolve));
  const target: Target = {
    key: uri,
    surroundings: [],
    read: async () => {
      const message = onDisk;
      if (++read === 1) await waiting;
      const source = { file: "web.yaml", text: "a: 1\n", line: 0, template: "" };
      return { manifests: [], unreadable: [{ source, line: 0, message }] };
    },
  };
  const workspace: Workspace = {
    open: () => undefined,
    targetsOf: () => [target],
    uriOf: () => uri,
    nameOf: () => "web.yaml",
    refresh: () => void (onDisk = "after"),
  };
  void serveEditor(
    createConnection(ProposedFeatures.all, toServer, toEditor),
    workspace,
    new Judge(() => openServer({}), {}),
  );
  const editor = createProtocolConnection(new StreamMessageReader(toEditor), new StreamMessageWriter(toServer));
  const shown: unknown[] = [];
  editor.onNotification(PublishDiagnosticsNotification.type, ({ diagnostics: [first] }) => {
    shown.push(first?.message);
  });
  editor.listen();
  await editor.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
  const textDocument = { uri, languageId: "yaml", version: 1, text: "a: 1\n" };
  await editor.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  await expect.poll(() => read).toBe(1);
  await editor.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [] });
  await expect.poll(() => onDisk).toBe("after");
  goOn();
  await expect.poll(() => shown.at(-1), { timeout: 50_000 }).toBe("after");
  await editor.sendRequest(ShutdownRequest.type);
  // the notification of the end would end this process, too
  editor.dispose();
}, 60_000);
