import { describe, expect, test } from "vitest";
import { createTestServer } from "../envtest/test-server.ts";
import type { Handle } from "../component-base/exchange.ts";
import type { Files } from "../kubectl/session.ts";
import { parseLesson } from "./parse-lesson.ts";
import { LessonRun } from "./run-lesson.ts";
import { checkExpressions, lessonWebhooks } from "./webhooks.ts";
import { block, clock, failures } from "./testing/run-blocks.ts";

const namespace = "GET /api/v1/namespaces/default";

describe("a claim that does not hold is told with its line", () => {
  test.each([
    ["a status", `${namespace}\n---\n404 Not Found`, ["failed 7 the status: 404, 200"]],
    [
      "a header",
      `${namespace}\n---\n200 OK\nContent-Type: text/html`,
      ["failed 8 Content-Type: text/html, application/json"],
    ],
    ["a text", `${namespace}\n---\n200 OK\n\n{"kind": "Pod"}`, ["failed 9 kind: Pod, Namespace"]],
    ["a number for a text", `${namespace}\n---\n200 OK\n\n{"kind": 5}`, ['failed 9 kind: 5, "Namespace"']],
    ["what is absent", `${namespace}\n---\n200 OK\n\n{"kind": "<absent>"}`, ["failed 9 kind: <absent>, Namespace"]],
    ["what is there", `${namespace}\n---\n200 OK\n\n{"data": ...}`, ["failed 9 data: anything, nothing"]],
    [
      "a list",
      `${namespace}\n---\n200 OK\n\n{"spec": {"finalizers": []}}`,
      ["failed 9 the length of spec.finalizers: 0, 1"],
    ],
    ["an unknown value", "GET /api/v1/${x}", ["failed 4 the step: it runs, no value of x is known yet"]],
    ["a refusal", "GET /nothing", ["failed 4 the status: success, 404"]],
  ])("%s", async (_what, text, expected) => {
    expect(await failures(block("http", text))).toEqual(expected);
  });
});

test("a watch that is refused is answered with a status", async () => {
  const watch = (message: string): string =>
    block("http", `GET /api/v1/pods?watch=1&resourceVersionMatch=Exact\n---\n422 Unprocessable Entity\n\n${message}`);
  expect(await failures(watch('{"reason": "Invalid"}'))).toEqual([]);
  expect(await failures(watch('{"reason": "Gone"}'))).toEqual(["failed 9 reason: Gone, Invalid"]);
});

test("what is waited for may name values that are known, and take others", async () => {
  const object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {of: one}}\ndata: {x: '1'}";
  const wait = block("yaml wait", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, uid: ${uid}}");
  const get = block("http", "GET /api/v1/namespaces/default/configmaps/a\n---\n200 OK\n\n{metadata: {uid: ${uid}}}");
  const named = block("yaml create", object) + block("yaml expect", "metadata: {name: ${name}}");
  expect(await failures(named + wait + get)).toEqual([]);
  expect(await failures(block("yaml wait", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}"))).toEqual([
    "failed 4 the step: it runs, no value of name is known yet",
  ]);
  expect(await failures(block("yaml create", "metadata: {name: a}"))).toEqual([
    "failed 4 the step: it runs, this is not an object with apiVersion and kind",
  ]);
});

describe("command lines", () => {
  const file = block("yaml file=web/cm.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: '1'}");

  test("run kubectl with the files of the lesson, and heredocs", async () => {
    const heredoc = [
      "$ kubectl apply -f web/cm.yaml",
      "configmap/a created",
      "$ kubectl create -f - <<EOF",
      "apiVersion: v1",
      "kind: ConfigMap",
      "metadata: {name: b}",
      "EOF",
      "configmap/b created",
      "$ kubectl get configmap a b \\",
      "    -o name | sort -r",
      "configmap/b",
      "configmap/a",
      "$ kubectl get configmap nothing",
      'Error from server (NotFound): configmaps "nothing" not found',
      "$ kubectl get configmap b > b.txt",
      "$ cat b.txt | grep -c b",
      "1",
      "$ sed 's/NAME/WHO/' b.txt > c.txt && grep -o WHO c.txt",
      "WHO",
      "$ ls && ls web ./b.txt",
      "b.txt",
      "c.txt",
      "web",
      "cm.yaml",
      "./b.txt",
      "$ ls nothing",
      "ls: cannot access 'nothing': No such file or directory",
    ];
    expect(await failures(file + block("console", heredoc.join("\n")))).toEqual([]);
  });

  test("tell a wrong line, too many lines and an exit code with their places", async () => {
    const text = [
      "$ kubectl apply -f web/cm.yaml",
      "configmap/b created",
      "$ kubectl get cm -o name",
      "configmap/a",
      "$ kubectl get x",
    ];
    expect(await failures(file + block("console", text.join("\n")))).toEqual([
      "failed 12 the line: configmap/b created, configmap/a created",
      expect.stringMatching(/^failed 15 the exit code: 0, 1: error: the server doesn't have a resource type/),
    ]);
  });

  test("print documents that are compared by part", async () => {
    const get = file + block("console", "$ kubectl create -f web -o yaml") + block("yaml expect", "data: {x: '2'}");
    expect(await failures(get)).toEqual(["failed 14 data.x: 2, 1"]);
    expect(() => parseLesson("x.md", `---\ntitle: T\n---\n${get}${block("http expect", "200 OK")}`)).toThrow(
      "x.md:17: a command line has no status and no headers",
    );
  });

  test("that watch end when what is expected was printed", async () => {
    const text = "$ kubectl get namespace default kube-system -o name -w";
    expect(await failures(block("console", "$ kubectl get ns default -w -o name\nnamespace/default"))).toEqual([]);
    expect(await failures(block("console", `${text}\n...`), { bounds: { waitMs: 500 } })).toEqual([]);
  });

  test("run as the lesson's administrator, and anonymously where the lesson has tokens", async () => {
    const tokens = 'server: {tokens: "t-jane,jane,1"}';
    const whoami = "$ kubectl auth whoami -o jsonpath={.status.userInfo.username}";
    const lines = `$ kubectl get pods\n...\n${whoami} --token t-jane\njane`;
    const lesson = parseLesson("x.md", `---\ntitle: T\n${tokens}\n---\n${block("console", lines)}`);
    await using server = await createTestServer({ tokenAuthFile: lesson.server.tokens });
    const run = new LessonRun(lesson, { handle: server.handle, clock, headers: { Authorization: "Bearer x" } });
    const [report] = await run.runAll();
    expect(report?.outputs.map(({ output }) => output)).toEqual([expect.stringContaining("system:anonymous"), "jane"]);
    run.close();
  });

  test("share a folder that is given, within the bounds of the lesson", async () => {
    const texts = new Map([["mine.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}"]]);
    const files: Files = {
      read: async (path) => texts.get(path),
      list: async () => [...texts.keys()],
      write: async (path, text) => void texts.set(path, text),
    };
    const lines = "$ kubectl apply -f mine.yaml\nconfigmap/mine created\n$ kubectl get cm mine -o name > name.txt";
    expect(await failures(file + block("console", lines), { files })).toEqual([]);
    expect([...texts.keys()]).toEqual(["mine.yaml", "web/cm.yaml", "name.txt"]);
    expect(texts.get("name.txt")).toBe("configmap/mine\n");
    expect(await failures(block("console", lines), { files, bounds: { fileBytes: 10 } })).toEqual([
      expect.stringContaining("of files, which is the most"),
    ]);
  });

  test("can be run by a terminal", async () => {
    const lines: string[] = [];
    const runCommandLine = async (line: string) => {
      lines.push(line);
      return { output: "v2\nmore\n", exitCode: 0 };
    };
    const text = block("console", "$ kubectl version\nv1\n...");
    expect(await failures(text, { runCommandLine })).toEqual(["failed 6 the line: v1, v2"]);
    expect(lines).toEqual(["kubectl version"]);
  });
});

describe("a table", () => {
  const get = block(
    "http",
    "GET /api/v1/namespaces?fieldSelector=metadata.name=default\nAccept: application/json;as=Table;v=v1;g=meta.k8s.io",
  );
  const table = (...rows: readonly string[]): string => `${get}\n<!-- table -->\n\n${rows.join("\n")}\n`;

  test.each([
    ["the rows of a Table", ["| Name | Status |", "| - | - |", "| default | Active |"], []],
    [
      "another cell",
      ["| Name | Status |", "| - | - |", "| default | Gone |"],
      [/^failed 13 row 1, Status: Gone, Active/],
    ],
    [
      "another column",
      ["| Name |", "| - |", "| default |"].map((line) => line.replace("Name", "NAME")),
      [/^failed 11 the column NAME: NAME, Name, Status, Age/, /^failed 13 row 1, NAME: default, nothing/],
    ],
    ["another number of rows", ["| Name |", "| - |"], [/^failed 11 the number of rows: 0, 1/]],
  ])("tells %s with its line", async (_what, rows, expected) => {
    expect(await failures(table(...rows))).toEqual(expected.map((words) => expect.stringMatching(words)));
  });
});

describe("Go types", () => {
  const types = block("go types", 'package v1\n\ntype A struct {\n\t// +k8s:minimum=1\n\tN int32 `json:"n"`\n}');
  const validate = (text: string, expected: string): string =>
    types + block("yaml validate type=A", text) + (expected === "" ? "" : block("text expect", expected));

  test.each([
    ["an object", validate("n: 1", ""), []],
    ["a refused object", validate("n: 0", ""), [expect.stringMatching(/^failed 13 the validation: valid, n: Invalid/)]],
    ["another error", validate("n: 0", "valid"), [expect.stringMatching(/^failed 16 the line: valid, n: Invalid/)]],
    ["an unchanged value", validate("n: 0\n---\nn: 0", "valid"), []],
    ["an object of another shape", validate("n: x", "n: ..."), [expect.stringMatching(/^failed 16 the line: /)]],
    [
      "no types",
      block("yaml validate type=A", "n: 1"),
      ["failed 4 the step: it runs, no types were read before: go types"],
    ],
    [
      "refused types",
      block("go types", "package v1\n\ntype A struct {\n\tN Int\n}"),
      ["failed 5 the validation: valid, Go does not build this: undefined: Int"],
    ],
  ])("%s", async (_what, text, expected) => {
    expect(await failures(text)).toEqual(expected);
  });
});

test("webhooks of a lesson answer with expressions over the request", async () => {
  const lesson = parseLesson(
    "x.md",
    `---
title: T
server:
  webhooks:
    a.example.com:
      allowed: "request.object.metadata.name != 'bad'"
      message: "'no ' + request.kind.kind"
      patch: "[{'op': 'add', 'path': '/data', 'value': {'by': request.userInfo.username, 'n': 'x'}}]"
      warnings: "['saw ' + request.operation, request.namespace]"
    b.example.com: {allowed: "request.nothing"}
---
${block("http", "GET /api")}`,
  );
  const webhooks = lessonWebhooks(lesson);
  await expect(checkExpressions(lesson)).resolves.toBeUndefined();
  const request = {
    operation: "CREATE",
    namespace: "default",
    kind: { kind: "ConfigMap" },
    object: { metadata: { name: "bad" } },
    userInfo: { username: "jane" },
  };
  expect(await webhooks.get("a.example.com")?.({ request })).toEqual({
    allowed: false,
    status: { message: "no ConfigMap" },
    patch: [{ op: "add", path: "/data", value: { by: "jane", n: "x" } }],
    warnings: ["saw CREATE", "default"],
  });
  await expect(webhooks.get("b.example.com")?.({ request })).rejects.toThrow("no such key: nothing");
});

test("an expression of a webhook that does not compile is told with its line", async () => {
  const webhooks = "server:\n  webhooks:\n    a.example.com:\n      message: \"'no'\"\n      allowed: request.(\n";
  const lesson = parseLesson("x.md", `---\ntitle: T\n${webhooks}---\n${block("http", "GET /api")}`);
  await using server = await createTestServer();
  const seeded = new LessonRun(lesson, { handle: server.handle, clock }).seed();
  await expect(seeded).rejects.toThrow(/^x.md:7: server.webhooks.a.example.com.allowed: .*Syntax error/s);
});

describe("hostile lessons end within their bounds", () => {
  test("a watch without events", async () => {
    const text = block("http", "GET /api/v1/pods?watch=1") + block("yaml events", "type: ADDED");
    expect(await failures(text, { bounds: { waitMs: 500 } })).toEqual(["failed 8 event 1: an event, none in time"]);
  });

  test("many open watches", async () => {
    const text = Array.from({ length: 30 }, (_, i) => block(`http watch=w${i}`, "GET /api/v1/pods?watch=1")).join("");
    expect(await failures(text)).toEqual([expect.stringContaining("a lesson keeps 20 watches at most")]);
  });

  test("a seed that is refused, and one that is long", async () => {
    await using server = await createTestServer();
    const seeded = (item: string): Promise<void> => {
      const lesson = parseLesson("x.md", `---\ntitle: T\nseed:\n${item}---\n${block("http", "GET /api")}`);
      return new LessonRun(lesson, { handle: server.handle, clock, bounds: { requests: 20 } }).seed();
    };
    const map = "  - {apiVersion: v1, kind: ConfigMap, metadata: {generateName: a}}\n";
    await expect(seeded(`${map}${map.replace("generateName: a", "name: A")}`)).rejects.toThrow(
      /^x.md:5: ConfigMap "A" is/,
    );
    await expect(seeded(map.repeat(30))).rejects.toThrow("x.md:24: the lesson has sent 20 requests, which is the most");
  });

  test("many requests, and many bytes", async () => {
    const bounds = { requests: 20, sentBytes: 100_000 };
    expect(await failures(block("http repeat=1000", "GET /api"), { bounds })).toEqual([
      expect.stringContaining("the lesson has sent 20 requests, which is the most"),
    ]);
    const large = `POST /api/v1/namespaces\n\n{"a": "${"x".repeat(60_000)}"}`;
    expect(await failures(block("http", large) + block("http", large), { bounds })).toHaveLength(1);
  });

  test("an answer that does not come or does not end, and one that is too long", async () => {
    const bounds = { requestMs: 300, answerBytes: 1000 };
    const silent: Handle = () => new Promise(() => undefined);
    expect(await failures(block("http", "GET /api"), { handle: silent, bounds })).toEqual([
      expect.stringContaining("there was no answer within 0.3 s"),
    ]);
    const long: Handle = async () => ({ status: 200, headers: [], body: "x".repeat(2000) });
    expect(await failures(block("http", "GET /api"), { handle: long, bounds })).toEqual([
      expect.stringContaining("the answer has more than 1000 bytes"),
    ]);
  });

  const console = (...lines: readonly string[]): string => block("console", ["$ kubectl version", ...lines].join("\n"));
  const hang = "$ kubectl get ns -o yaml | ";

  test.each([
    ["patterns that take long", console("Client...", "...", `${hang}grep -E '(a+)+(a|aa)+$' | wc -l`, "0"), []],
    [
      "patterns that are none",
      console("...", `${hang}grep -E '(a{9999}){9999}'`, "grep: Invalid regular expression"),
      [],
    ],
    [
      "templates that multiply",
      console("...", `$ kubectl get ns -o go-template='${"{{range $.items}}".repeat(12)}x${"{{end}}".repeat(12)}'`),
      [expect.stringContaining("the template prints too much")],
    ],
    [
      "paths that multiply",
      console(
        "...",
        `$ kubectl get ns -o jsonpath='${"{range ..}".repeat(4)}${"x".repeat(50_000)}${"{end}".repeat(4)}'`,
      ),
      [expect.stringContaining("the template prints too much")],
    ],
    [
      "files that grow",
      console("...", "$ kubectl get ns -o yaml > x", ...Array.from({ length: 20 }, () => "$ cat x x > y && cat y > x")),
      [expect.stringContaining("the lesson has read and written 20 MB of files, which is the most")],
    ],
    ["names of prototypes", console("...", "$ constructor", "constructor: command not found"), []],
    [
      "functions of prototypes",
      console("...", "$ kubectl get ns default -o go-template='{{constructor .}}'"),
      [expect.stringContaining('function "constructor" not defined')],
    ],
    ["programs and files of the machine", console("...", "$ cat /etc/passwd", "cat: /etc/passwd: No such file..."), []],
    [
      "other servers",
      console("...", "$ kubectl get ns -s http://evil.example -o name", "...", "namespace/default", "..."),
      [],
    ],
    [
      "a watch that never ends",
      console("...", "$ kubectl get ns -w -o name", "namespace/never"),
      [expect.stringContaining("the line: namespace/never"), expect.any(String)],
    ],
  ])("%s in command lines", { timeout: 30_000 }, async (_what, text, expected) => {
    expect(await failures(text, { bounds: { waitMs: 1000 } })).toEqual(expected);
  });

  test("many requests of command lines, and what is printed", async () => {
    const lines = Array.from({ length: 30 }, () => "$ kubectl get ns -o name > x");
    const bounds = { requests: 20, answerBytes: 500 };
    expect(await failures(console("...", ...lines), { bounds })).toEqual([
      expect.stringContaining("the lesson has sent 20 requests, which is the most"),
    ]);
    expect(await failures(console("...", "$ kubectl get ns -o yaml"), { bounds: { answerBytes: 500 } })).toEqual([
      expect.stringContaining("the command has printed more than 500 bytes"),
    ]);
  });

  test("a flood of events", async () => {
    async function* flood() {
      for (;;) yield '{"type":"ADDED","object":{}}\n';
    }
    const handle: Handle = async () => ({ status: 200, headers: [], body: flood() });
    const text = block("http watch=w", "GET /api/v1/pods?watch=1") + block("yaml events of=w", "type: ADDED");
    expect(await failures(text, { handle })).toEqual([]);
  });
});

test("a lesson cannot send anything to another server", async () => {
  const targets: string[] = [];
  const handle: Handle = async ({ target }) => {
    targets.push(target);
    return { status: 200, headers: [], body: "" };
  };
  await failures(block("http", "GET //evil.example/api"), { handle });
  expect(targets).toEqual(["//evil.example/api"]);
  expect(() => parseLesson("x.md", `---\ntitle: T\n---\n${block("http", "GET http://evil.example/")}`)).toThrow(
    "x.md:5: a request begins with a method and a path",
  );
});
