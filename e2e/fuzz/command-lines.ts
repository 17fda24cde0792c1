import type { Clock } from "../../src/apimachinery/clock.ts";
import { createSeededRandom } from "../../src/apimachinery/seeded-random.ts";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { flagGroups, flagRows } from "../../src/kubectl/cli/flag-tables.ts";
import { completeWords } from "../../src/kubectl/complete.ts";
import { createSession, type Session } from "../../src/kubectl/session.ts";
import { runStatement } from "../../src/kubectl/shell/shell.ts";
import type { Statement } from "../../src/kubectl/shell/statements.ts";
import { memoryFiles } from "../command-lines/replay.ts";
import { createMemoryServer } from "./memory-server.ts";

/** What came of random command lines. */
export interface FuzzedLines {
  /** Lines that ended with a result. */
  readonly done: number;
  /** Lines that ended with an error in kubectl's words. */
  readonly refused: number;
  readonly failures: readonly { readonly line: string; readonly reason: string }[];
}

const types =
  "pods po pod deploy deployments.apps deployment.v1.apps svc cm secrets ns nodes no sa role clusterroles crd all ev sts ds cj jobs hpa pdb ing netpol pv pvc sc quota limits lease csr Foo x/y pods,svc";
const names = "web db settings default kube-system a B_c 1 web/ /web web,db '' é * .. kubernetes view";
const values =
  'json yaml wide name jsonpath={.metadata.name} jsonpath={ jsonpath={..} go-template={{.kind}} go-template={{ custom-columns=A:.a,B:.b custom-columns=A template x a=b a a,b a!=b \'a in (b\' \'a notin (b,c)\' 1 -1 0 5s 1x client server none true false nginx nginx:1.15 default metadata.name=web {} {"spec":{"replicas":2}} \'[{"op":"add","path":"/x","value":1}]\' spec: {replicas: w.yaml nope.yaml - . / get,list pods a=1,b= key=value:NoSchedule condition=Ready delete create jsonpath={.a}=b merge strategic';
const arguments_ =
  "a=b a- image=x nginx=busybox key=v:NoExecute --all -A -w -f w.yaml -f - -o yaml -n default --dry-run=server --dry-run=client pods.spec deployment.spec.template get list * /healthz -- sh -c ls";
const manifests = [
  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {a: b}\n",
  "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec: {containers: [{name: c, image: nginx}]}\n",
  "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Service\n  metadata: {name: web}\n  spec: {ports: [{port: 80}]}\n",
  "kind: ConfigMap\n",
  "apiVersion: v1\nkind: Foo\nmetadata: {name: x}\n",
  "{",
  "- a\n- b\n",
  "null\n---\n---\n",
  "apiVersion: v1\nkind: ConfigMap\nmetadata: x\n",
  "apiVersion: v1\nkind: Secret\nmetadata: {name: s, labels: {a: 1}}\n",
  "resources: [w.yaml]\nnamePrefix: x-\n",
  "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: team}\nspec: {hard: {pods: '1', x: y}}\n",
  "",
];
const odd = [
  "'",
  '"',
  "|",
  "&&",
  "||",
  ";",
  ">",
  "<",
  "<<EOF",
  "2>&1",
  "\\",
  "$'\\x'",
  "#",
  "\u0000",
  "--",
  "-",
  "=",
  "--=",
  "-o=",
  "\t",
];
const tails = [
  "| grep -c a",
  "| head -3",
  "| sort -r",
  "| wc -l",
  "| sed s/a/b/g",
  "> out.txt",
  "2>/dev/null",
  "&& kubectl get cm",
  "| base64 -d",
  "| nope",
];
const lists = [types, names, values, arguments_].map((text) => text.match(/'[^']*'|\S+/g) ?? []);

/** Makes random command lines. */
class Lines {
  readonly #int: (limit: number) => number;

  constructor(int: (limit: number) => number) {
    this.#int = int;
  }

  #pick<T>(from: readonly T[], otherwise: T): T {
    return from[this.#int(from.length)] ?? otherwise;
  }

  #flag(row: string): string {
    const [, short, name = "x", type] = /^(?:(\w),)?([^:]+):(\w)/.exec(row) ?? [];
    const written = short !== undefined && this.#int(3) === 0 ? `-${short}` : `--${name}`;
    if (type === "b" && this.#int(5) > 0) return written;
    const value = this.#pick(lists[2] ?? [], "x");
    return this.#int(2) === 0 ? `${written}=${value}` : `${written} ${value}`;
  }

  #flags(rows: string): readonly string[] {
    const all = rows
      .split(" ")
      .flatMap((row) => (row.startsWith("@") ? (flagGroups[row.slice(1)] ?? "").split(" ") : [row]));
    const given = all.filter((row) => row !== "" && !/^(?:kubeconfig|server|s,server|request-timeout)/.test(row));
    return Array.from({ length: this.#int(4) }, () => this.#flag(this.#pick(given, "x:s")));
  }

  /** A line as people write it, so that more than arguments is reached. */
  #plain(): Statement {
    const type = this.#pick("deploy cm svc secret ns pods sa quota pvc crd".split(" "), "cm");
    const name = this.#pick("web settings default x".split(" "), "web");
    const output = this.#pick(
      ["", "-o yaml", "-o json", "-o name", "-o wide", "-o jsonpath={.metadata}", "-A", "-l a=b", "--show-labels"],
      "",
    );
    const line = this.#pick(
      [
        `get ${type} ${output}`,
        `get ${type} ${name} ${output}`,
        `describe ${type} ${name}`,
        `describe ${type}`,
        `create cm ${name} --from-literal=a=b ${output}`,
        `create deployment ${name} --image=nginx`,
        `create quota ${name} --hard=pods=1`,
        `label ${type} ${name} a=b --overwrite`,
        `annotate ${type}/${name} note=x`,
        `patch ${type} ${name} --type=merge -p {"metadata":{"labels":{"x":"y"}}}`,
        `scale deploy ${name} --replicas=2`,
        `delete ${type} ${name} --wait=false`,
        `explain ${type}.metadata`,
        `apply -f - ${output} <<EOF`,
        `apply --server-side -f - <<EOF`,
        `diff -f - <<EOF`,
        `replace -f - <<EOF`,
        `rollout status deploy ${name} --timeout=1s`,
        `auth can-i get ${type}`,
        `set image deploy ${name} nginx=busybox`,
        `wait --for=delete ${type}/${name} --timeout=1s`,
        `edit ${type} ${name}`,
        `config set-context ${name} --namespace=default`,
        `config view ${output}`,
        `events`,
        `api-resources ${output}`,
      ],
      "version",
    );
    const editor = line.startsWith("edit") ? "KUBE_EDITOR='sed -i s/a/x/' " : "";
    return { line: `${editor}kubectl ${line}`, bodies: [this.#pick(manifests, "")] };
  }

  /** A random command line with the bodies of its heredocs. */
  next(): Statement {
    return this.#int(3) === 0 ? this.#plain() : this.#wild();
  }

  #wild(): Statement {
    const [command, , rows] = this.#pick(flagRows, ["get", "", ""] as const);
    const flags = this.#flags(this.#int(4) === 0 ? `${rows} @global` : rows);
    const words = Array.from({ length: this.#int(4) }, (_, i) =>
      this.#pick(lists[i === 0 ? 0 : i === 1 ? 1 : 3] ?? [], "x"),
    );
    const parts = ["kubectl", command, ...words, ...flags];
    if (this.#int(6) === 0) parts.splice(1 + this.#int(parts.length), 0, this.#pick(odd, "'"));
    if (this.#int(3) === 0) parts.push("-f", "-", "<<EOF");
    if (this.#int(8) === 0) parts.push(this.#pick(tails, ""));
    if (this.#int(10) === 0) parts.unshift(`KUBE_EDITOR='sed -i s/${this.#pick(["a", "b", "name", ":"], "a")}/x/'`);
    return { line: parts.join(" "), bodies: [this.#pick(manifests, ""), this.#pick(manifests, "")] };
  }
}

/** The system's clock, whose delays are over at once. */
function hastyClock(): Clock {
  const clock = createSystemClock();
  return {
    ...clock,
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: (_, call) => clock.after(0, call),
  };
}

/** The longest time that a line may take once it is told to end. */
const patienceMs = 20_000;

/** Runs random command lines from a seed on, each on the same server; every one must end with a result or an error. */
export async function fuzzCommandLines(count: number, seed: number): Promise<FuzzedLines> {
  const bugs: unknown[] = [];
  const random = createSeededRandom(seed);
  const server = await createMemoryServer(bugs);
  const lines = new Lines((limit) => random.int(limit));
  const files = memoryFiles();
  await files.write("w.yaml", manifests[1] ?? "");
  const session = createSession({
    handle: server.handle,
    clock: hastyClock(),
    random: () => random.int(2 ** 30) / 2 ** 30,
    files,
    server: "http://127.0.0.1:8001",
    reportBug: (bug) => void bugs.push(bug),
  });
  let [done, refused] = [0, 0];
  const failures: { readonly line: string; readonly reason: string }[] = [];
  for (let i = 0; i < count; i++) {
    const statement = lines.next();
    const code = await runLine(session, statement);
    if (typeof code === "string") failures.push({ line: statement.line, reason: code });
    else if (code === 0) done++;
    else refused++;
    await completeWords(session, statement.line, random.int(statement.line.length + 1));
    for (const bug of bugs.splice(0)) failures.push({ line: statement.line, reason: reasonOf(bug) });
  }
  await server.close();
  return { done, refused, failures };
}

const reasonOf = (bug: unknown): string => (bug instanceof Error ? (bug.stack ?? bug.message) : String(bug));

/** Runs a line; ends with its exit code, or with what is wrong. A watch is ended from outside. */
async function runLine(session: Session, statement: Statement): Promise<number | string> {
  const controller = new AbortController();
  const stop = setTimeout(() => controller.abort(), /-w\b|watch/.test(statement.line) ? 20 : patienceMs / 2);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("does not end"), patienceMs);
  });
  const output = { out: () => {}, err: () => {} };
  try {
    return await Promise.race([runStatement(session, statement, output, controller.signal), late]);
  } catch (error) {
    return reasonOf(error);
  } finally {
    clearTimeout(stop);
    clearTimeout(timer);
  }
}
