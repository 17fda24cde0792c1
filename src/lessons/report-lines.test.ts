import { expect, test } from "vitest";
import { createTestServer } from "../envtest/test-server.ts";
import { parseLesson } from "./parse-lesson.ts";
import { reportLines } from "./report-lines.ts";
import { LessonRun } from "./run-lesson.ts";
import { createFastClock } from "./testing/fast-clock.ts";

const clock = createFastClock(10);

async function report(text: string): Promise<readonly string[]> {
  await using server = await createTestServer();
  const lesson = parseLesson("x.md", `---\ntitle: T\n---\n${text}`);
  const run = new LessonRun(lesson, { handle: server.handle, clock });
  const reports = await run.runAll();
  run.close();
  return reportLines(lesson, reports, 12);
}

const last = "```http\nGET /api\n```\n";

test("a lesson that passes is a line", async () => {
  expect(await report(last)).toEqual(["✓ x.md  T (1 step, 1 claim) 12 ms"]);
});

test("a claim that fails has its place, and the steps after it do not run", async () => {
  expect(await report("```http\nGET /api\n---\n200 OK\n\n[]\n```\n\n" + last)).toEqual([
    "✗ x.md  T (1 of 2 steps, 2 claims) 12 ms",
    "  x.md:9: the answer",
    "    expected  a list",
    expect.stringMatching(/^ {4}got {7}\{"kind":"APIVersions"/),
  ]);
});

test("a claim of words and cells is told with its line and the line of the case", async () => {
  const cases = "<!-- cases -->\n\n| name | kind |\n| - | - |\n| default | space |\n| kube-system | x |\n\n";
  const get = '```http\nGET /api/v1/namespaces/${name}\n---\n200 OK\n\n{"kind": "Name${kind}"}\n```\n';
  expect(await report(cases + get)).toEqual([
    "✗ x.md  T (1 step, 4 claims) 12 ms",
    "  x.md:16: kind, case of line 9",
    "    expected  Namex",
    "    got       Namespace",
  ]);
});

test("what a command line has printed is shown, of those that differ", async () => {
  const lines = ["$ kubectl get ns default -o name", "namespace/default", "$ kubectl get ns kube-public -o name", "b"];
  expect(await report(`\`\`\`console\n${lines.join("\n")}\n\`\`\`\n`)).toEqual([
    "✗ x.md  T (1 step, 2 claims) 12 ms",
    "  x.md:8: the line",
    "    expected  b",
    "    got       namespace/kube-public",
    "    | $ kubectl get ns kube-public -o name",
    "    | namespace/kube-public",
  ]);
});
