// Runs the scripts with the real kubectl and with the library and compares: compare.ts [--only TEXT] [--record]
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSession } from "../../src/kubectl/session.ts";
import { runStatement } from "../../src/kubectl/shell/shell.ts";
import { statementsOf } from "../../src/kubectl/shell/statements.ts";
import { canonical } from "./canonical.ts";
import { folderFiles } from "../../src/node/kubectl/folder-files.ts";
import { httpHandle } from "../../src/node/kubectl/http-handle.ts";
import { startRecordingProxy } from "./recording-proxy.ts";
import { writeRecord } from "./records.ts";
import { writes } from "./replay.ts";
import { runReference, type LineResult } from "./run-reference.ts";
import { beginLine, quiet, startScriptServer } from "./script-server.ts";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, record: { type: "boolean" }, quiet: { type: "boolean" } },
});
const scripts = "e2e/command-lines/scripts";
let [lines, equal, sameRequests] = [0, 0, 0];

const shown = (text: string): string =>
  text
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");

async function compareScript(name: string): Promise<void> {
  const script = readFileSync(join(scripts, name), "utf8");
  const servers = [await startScriptServer(script), await startScriptServer(script)];
  const [theirs, ours] = await Promise.all(servers.map(async (server) => startRecordingProxy(await server.listen())));
  if (theirs === undefined || ours === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "kubectl-"));
  const homes = ["theirs", "ours"].map((each) => mkdtempSync(join(folder, `${each}-`)));
  const session = createSession({
    handle: httpHandle(ours.url),
    clock: createSystemClock(),
    random: Math.random,
    files: folderFiles(homes[1] ?? "", folder),
    server: ours.url,
    environment: { KUBE_EDITOR: "false", KUBECONFIG: `${homes[1] ?? ""}/config` },
  });
  const recorded: string[] = [];
  for (const statement of statementsOf(script)) {
    await Promise.all(servers.map(beginLine));
    const wanted = await runReference(statement, theirs.url, homes[0] ?? "");
    const got = { stdout: "", stderr: "", code: 0 };
    const output = {
      out: (text: string) => void (got.stdout += text),
      err: (text: string) => void (got.stderr += text),
    };
    got.code = await runStatement(session, statement, output, AbortSignal.timeout(20_000));
    const requests = [theirs.take(), ours.take()].map((each) =>
      canonical(
        JSON.stringify(
          each.map(({ accept: _accept, body, ...rest }) => ({ ...rest, body: normalBody(body) })),
          null,
          1,
        ),
      ),
    );
    const result = {
      command: statement.line,
      bodies: statement.bodies,
      ...canonicalResult(wanted),
      requests: requests[0],
    };
    recorded.push(JSON.stringify({ script: name, ...result }));
    if (requests.some((each) => writes.test(each))) await Promise.all(servers.map(quiet));
    report(statement.line, wanted, got, requests);
  }
  if (values.record) writeRecord(name, recorded);
  for (const each of [theirs, ours]) each.close();
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true });
}

const canonicalResult = ({ stdout, stderr, code }: LineResult): LineResult => ({
  stdout: canonical(stdout),
  stderr: canonical(stderr),
  code,
});

const sortKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sortKeys)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => key !== "creationTimestamp")
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, each]) => [key, sortKeys(each)]),
        )
      : value;

function normalBody(body: string): unknown {
  try {
    return sortKeys(JSON.parse(body));
  } catch {
    return body;
  }
}

/** Typed clients of kubectl send protobuf where the library sends JSON: equal without media types and bodies. */
function isProtobuf(theirs = "", ours = ""): boolean {
  const heads = (text: string): string => (text.match(/^ {2}"(?:method|path|query)": .*$/gm) ?? []).join("\n");
  return theirs.includes("kubernetes.protobuf") && heads(theirs) === heads(ours);
}

function report(line: string, wanted: LineResult, got: LineResult, [theirs, ours]: readonly string[]): void {
  lines++;
  const [a, b] = [canonicalResult(wanted), canonicalResult(got)];
  if (theirs === ours || isProtobuf(theirs, ours)) sameRequests++;
  else if (!values.quiet && a.stdout === b.stdout)
    console.log(`~ ${line}\n  requests:\n${shown(theirs ?? "")}\n  ours:\n${shown(ours ?? "")}`);
  if (a.stdout === b.stdout && a.stderr === b.stderr && a.code === b.code) return void equal++;
  console.log(`✗ ${line}`);
  if (values.quiet) return;
  for (const part of ["stdout", "stderr", "code"] as const)
    if (a[part] !== b[part]) console.log(`  ${part}:\n${shown(String(a[part]))}\n  ours:\n${shown(String(b[part]))}`);
}

for (const name of readdirSync(scripts).sort()) if (name.includes(values.only)) await compareScript(name);
console.log(`${lines} lines, ${equal} equal, ${sameRequests} with equal requests`);
process.exit(equal === lines ? 0 : 1);
