// Measures how soon a change of a long file has its diagnostics, as a client of the language server sees it, in
// processor time of the server's process, and prints its row as JSON.
//   node .config/run.mjs e2e/bench/editor-in-process.ts ROUNDS
import { PassThrough } from "node:stream";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { Judge } from "../../src/lsp/judge.ts";
import { serveEditor } from "../../src/lsp/language-server.ts";
import { WorkspaceFiles } from "../../src/node/lsp/workspace-files.ts";
import { openServer } from "../../src/validate/server.ts";
import { processorMs } from "./event-loop-time.ts";
import type { Row } from "./row.ts";

const [, , given = "15"] = process.argv;
const rounds = Math.max(5, Number(given));
const lines = 2000;
const goalMs = 100;
const warmUp = 5;

const deployment = (i: number, replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${i}
  labels:
    app: web-${i}
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: web-${i}
  template:
    metadata:
      labels:
        app: web-${i}
    spec:
      containers:
      - name: web
        image: nginx
        ports:
        - containerPort: 80
---
apiVersion: v1
kind: Service
metadata:
  name: web-${i}
spec:
  selector:
    app: web-${i}
  ports:
  - port: 80
    targetPort: 80
---
`;

/** A definition whose schema has a field every three lines. */
const definition = (maximum: number): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.a.test
spec:
  group: a.test
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
${Array.from({ length: Math.ceil(lines / 3) }, (_, i) => fieldText(i, maximum)).join("")}`;

const fieldText = (i: number, maximum: number): string =>
  `              field${i}:\n                type: integer\n                maximum: ${maximum + i}\n`;

const count = Math.ceil(lines / (deployment(0, 1).split("\n").length - 1));
const textWith = (replicas: number): string =>
  Array.from({ length: count }, (_, i) => deployment(i, i === count - 2 ? replicas : 2)).join("");

const [toServer, toClient] = [new PassThrough(), new PassThrough()];
const judge = new Judge(() => openServer({}), {});
void serveEditor(
  createConnection(ProposedFeatures.all, new StreamMessageReader(toServer), new StreamMessageWriter(toClient)),
  new WorkspaceFiles({ policies: [], context: [] }),
  judge,
);
const client = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
let published = (_version: number): void => undefined;
client.onNotification(PublishDiagnosticsNotification.type, ({ version = 0 }) => published(version));
client.listen();
await client.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });

const shown = (version: number) => new Promise<void>((resolve) => (published = (it) => it === version && resolve()));

/** Opens a document, changes it again and again, and reports the median of what its diagnostics take. */
async function measure(name: string, uri: string, textOf: (round: number) => string): Promise<void> {
  const opened = shown(1);
  const textDocument = { uri, languageId: "yaml", version: 1, text: textOf(1) };
  await client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  await opened;
  const times: number[] = [];
  for (let version = 2; version < warmUp + rounds + 2; version++) {
    const waiting = shown(version);
    const started = processorMs();
    await client.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ text: textOf(version) }],
    });
    await waiting;
    times.push(processorMs() - started);
  }
  const measured = times.slice(warmUp).toSorted((a, b) => a - b);
  const row: Row = {
    name: `diagnostics after a change, ${name}`,
    where: "in process",
    backend: "memory",
    unit: "ms",
    subject: measured[Math.floor(measured.length / 2)] ?? 0,
    floor: goalMs,
    floorName: "what it may take",
    goal: { atMost: 1 },
    costs: true,
  };
  console.log(JSON.stringify(row));
}

await measure(`${lines} lines of objects`, "untitled:many.yaml", (round) => textWith(round % 2 === 0 ? -round : round));
await measure(`${lines} lines of a definition`, "untitled:definition.yaml", definition);
process.exit(0);
