// Runs a file of command lines against an API server: npm run kubectl -- [--server URL] [--token T] --script FILE
// Without --server, the servers are those of the kubeconfig that KUBECONFIG names.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSession } from "../../src/kubectl/session.ts";
import { runStatement } from "../../src/kubectl/shell/shell.ts";
import { editorVariables } from "../../src/kubectl/shell/editor.ts";
import { statementsOf } from "../../src/kubectl/shell/statements.ts";
import { folderFiles } from "../../src/node/kubectl/folder-files.ts";
import { httpHandle } from "../../src/node/kubectl/http-handle.ts";

const { values } = parseArgs({
  options: {
    server: { type: "string" },
    token: { type: "string" },
    script: { type: "string" },
    "line-timeout": { type: "string", default: "60" },
  },
});
const { server, token, script } = values;
const variables = "KUBECONFIG HOME KUBECTL_KYAML KUBECTL_KUBERC KUBERC KUBECTL_APPLYSET KUBECTL_EXTERNAL_DIFF".split(
  " ",
);
if (script === undefined) {
  console.error("usage: npm run kubectl -- [--server URL] [--token T] --script FILE");
  process.exit(2);
}
/** Where kubectl looks for a server if nothing names one. */
const localServer = "http://localhost:8080";
const kubeconfig = process.env["KUBECONFIG"] ?? "";
const opened = createSession({
  handle: httpHandle(server ?? localServer),
  ...(server === undefined && { connect: (address) => httpHandle(address) }),
  clock: createSystemClock(),
  random: Math.random,
  files: folderFiles(process.cwd()),
  server: server ?? localServer,
  environment: Object.fromEntries([...editorVariables, ...variables].map((name) => [name, process.env[name] ?? ""])),
  ...(token !== undefined && { token }),
});
const session = server === undefined && kubeconfig !== "" ? { ...opened, kubeconfigVariable: kubeconfig } : opened;
for (const statement of statementsOf(readFileSync(script === "-" ? 0 : script, "utf8"))) {
  let [stdout, stderr] = ["", ""];
  const signal = AbortSignal.timeout(Number(values["line-timeout"]) * 1000);
  const output = { out: (text: string) => void (stdout += text), err: (text: string) => void (stderr += text) };
  const code = await runStatement(session, statement, output, signal);
  console.log(JSON.stringify({ command: statement.line, stdout, stderr, code }));
}
process.exit(0);
