import { describe, expect, test } from "vitest";
import { createTestServer } from "../envtest/test-server.ts";
import type { Handle } from "../component-base/exchange.ts";
import { parseLesson } from "./parse-lesson.ts";
import { LessonRun, type LessonRunOptions } from "./run-lesson.ts";
import { createFastClock } from "./testing/fast-clock.ts";

const clock = createFastClock(10);
const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;

/** Runs the blocks on a server, and returns the claims that failed as lines of text. */
async function failures(text: string, options: Partial<LessonRunOptions> = {}): Promise<readonly string[]> {
  await using server = await createTestServer();
  const lesson = parseLesson("x.md", `---\ntitle: T\n---\n${text}`);
  const run = new LessonRun(lesson, { handle: server.handle, clock, ...options });
  const reports = await run.runAll();
  run.close();
  return reports.flatMap(({ findings, outcome }) =>
    findings
      .filter(({ holds }) => !holds)
      .map(({ place, what, expected, got }) => `${outcome} ${place.line} ${what}: ${expected}, ${got}`),
  );
}

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

test("a step that needs kubectl says so where there is none, and runs where there is", async () => {
  const text = block("console", "$ kubectl version\nv1\n...");
  expect(await failures(text)).toEqual([
    "unavailable 4 the step: it runs, this step needs kubectl, which is not available here",
  ]);
  const lines: string[] = [];
  const runCommandLine = async (line: string) => {
    lines.push(line);
    return { output: "v2\nmore\n", exitCode: 0 };
  };
  expect(await failures(text, { runCommandLine })).toEqual(["failed 6 the line: v1, v2"]);
  expect(lines).toEqual(["kubectl version"]);
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
