import { afterAll, expect, test } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createApiServer } from "../kube-apiserver/server.ts";
import { createSession } from "./session.ts";
import { runStatement } from "./shell/shell.ts";
import { statementsOf } from "./shell/statements.ts";

const openServer = () =>
  createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    reportBug: () => undefined,
  });
const servers = { "http://one:1": await openServer(), "http://two:2": await openServer() };
afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())));

const kubeconfig = `apiVersion: v1
kind: Config
current-context: first
clusters:
- {name: a, cluster: {server: "http://one:1"}}
- {name: b, cluster: {server: "http://two:2"}}
contexts:
- {name: first, context: {cluster: a, user: ""}}
- {name: second, context: {cluster: b, user: "", namespace: kube-system}}
users: []
`;

test("A context names the server that commands are sent to, and its namespace", async () => {
  const written = new Map([["config", kubeconfig]]);
  const connect = (server: string) => servers[server as keyof typeof servers].handle;
  const session = {
    ...createSession({
      handle: () => Promise.reject(new Error("localhost is not asked")),
      connect,
      clock: createSystemClock(),
      random: () => 0.5,
      server: "http://localhost:8080",
      files: {
        read: async (path) => written.get(path),
        list: async () => undefined,
        write: async (path, text) => void written.set(path, text),
      },
    }),
    kubeconfigVariable: "config",
  };
  let text = "";
  const output = { out: (part: string) => void (text += part), err: (part: string) => void (text += part) };
  const run = async (script: string): Promise<string> => {
    text = "";
    for (const statement of statementsOf(script))
      await runStatement(session, statement, output, new AbortController().signal);
    return text;
  };
  expect(await run("kubectl create cm x\nkubectl config use-context second\nkubectl create cm y")).toBe(
    'configmap/x created\nSwitched to context "second".\nconfigmap/y created\n',
  );
  const names = "get cm x y --ignore-not-found -o name";
  expect(await run(`kubectl ${names}\nkubectl ${names} --context first`)).toBe("configmap/y\nconfigmap/x\n");
  expect(await run(`A=1 kubectl ${names} --server http://one:1 -n default`)).toBe("configmap/x\n");
  expect(written.get("config")).toContain("current-context: second");
});
