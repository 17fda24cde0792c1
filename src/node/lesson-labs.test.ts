import { expect, test } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { LessonError } from "../lessons/lesson-error.ts";
import { parseLesson } from "../lessons/parse-lesson.ts";
import { runLesson } from "./test-lessons.ts";

const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n\n`;

/** Runs blocks, and returns what failed and what was printed. */
async function run(text: string) {
  const lesson = parseLesson("x.md", `---\ntitle: T\n---\n${text}`);
  const reports = await runLesson(lesson, createSystemClock(), { waitMs: 600_000, requestMs: 600_000 });
  return {
    wrong: reports.flatMap(({ findings }) =>
      findings.filter(({ holds }) => !holds).map(({ what, expected, got }) => `${what}: ${expected}, ${got}`),
    ),
    printed: reports.flatMap(({ outputs }) => outputs.map(({ output }) => output)),
  };
}

const race = `objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: stock}, data: {apples: "1"}}
actors:
  alice:
  - GET /api/v1/namespaces/default/configmaps/stock
  - {method: PUT, path: /api/v1/namespaces/default/configmaps/stock, edit: {metadata: {resourceVersion: null}, data: {alice: x}}}
  bob:
  - GET /api/v1/namespaces/default/configmaps/stock
  - {method: PUT, path: /api/v1/namespaces/default/configmaps/stock, edit: {metadata: {resourceVersion: null}, data: {bob: x}}}`;

test("claims about the orders of a race are checked", async () => {
  const claim = "complete: true\noutcomes: [{wrong: true, findings: [lost-update]}, ..., {wrong: false, findings: []}]";
  const right = await run(block("yaml race", race) + block("yaml expect", claim));
  expect(right.wrong).toEqual([]);
  expect(right.printed.join("")).toMatch(/^All \d+ orders were run\.\n/);
  const mended = race.replaceAll("metadata: {resourceVersion: null}, ", "");
  const wrong = await run(block("yaml race", mended) + block("yaml expect", claim));
  expect(wrong.wrong).toEqual(expect.arrayContaining(["outcomes[0].wrong: true, false"]));
});

test("what is no race fails with its problems", async () => {
  expect((await run(block("yaml race", "actors: {alice: []}"))).wrong).toEqual([
    "the step: it runs, actors: there are 1; a race has two to four.",
  ]);
});

test("a story of the watch lab is told up to a move, and with moves of its own", async () => {
  const told = await run(
    block("yaml watch-lab", "{preset: lost-event, moves: 6}") +
      block(
        "yaml expect",
        "informer: [a, b]\nserver: [a, c]\nlists: 1\nwatches: 2\nunknown: [{lost: true}, {lost: true}]",
      ) +
      block("yaml watch-lab", "moves: [step, step, drop, {delete: b}, {create: c}, run]") +
      block("yaml expect", "informer: [a, c]\nserver: [a, c]\nlists: 1\nunknown: []"),
  );
  expect(told.wrong).toEqual([]);
  expect(told.printed[0]).toContain("GET /api/v1/namespaces/default/configmaps");
});

test.each([
  ["preset: none", "preset is one of lost-event, right-resume"],
  ["moves: [jump]", "a move is one of elsewhere, burst"],
  ["{preset: relist, moves: 40}", "moves is a number from 1 to 7, or a list"],
  ["{resume: late, moves: [step]}", "resume is one of last-event, newest, unset"],
  ["{speed: 1}", "speed is no member of a watch lab"],
  ["{}", "a watch lab has a preset, or a list of moves"],
])("a mistake in a watch lab is told at its block: %s", (text, words) => {
  const read = () => parseLesson("x.md", `---\ntitle: T\n---\n${block("yaml watch-lab", text)}`);
  expect(read).toThrow(LessonError);
  expect(read).toThrow(words);
});

test("something is done in a fork from a revision, which is compared with the lesson's world", async () => {
  const path = "/api/v1/namespaces/default/configmaps";
  const map = (name: string, light: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {light: ${light}}`;
  const done = await run(
    block("yaml create", map("traffic", "red")) +
      block("http", `GET ${path}\n---\n200 OK\n\n{"metadata": {"resourceVersion": "\${red}"}}`) +
      block("yaml apply manager=city force", map("traffic", "green")) +
      block("yaml create", map("after", "dim")) +
      block(
        "yaml fork",
        `revision: \${red}\nlines:\n- kubectl create configmap other\n- {method: PATCH, path: ${path}/traffic, type: application/merge-patch+json, body: {data: {light: amber}}}`,
      ) +
      block(
        "yaml expect",
        "onlyHere: [ConfigMap default/after]\nonlyInFork: [ConfigMap default/other]\nchanged:\n- object: ConfigMap default/traffic\n  fields: [{path: .data.light, here: green, fork: amber, hereManagers: [..., city, ...], forkManagers: [..., fork, ...]}]",
      ) +
      block("http", `GET ${path}/other\n---\n404 Not Found`),
  );
  expect(done.wrong).toEqual([]);
  expect(done.printed.join("")).toContain('.data.light: "green" here, "amber" in the fork');
});

test("what is no fork fails with its problems", async () => {
  expect((await run(block("yaml fork", "{revision: last, lines: [ls], at: 1}"))).wrong).toEqual([
    "the step: it runs, at: there is no such member; known are revision, lines. revision: must be a revision of this server. lines[0]: must begin with kubectl, or be a request such as GET /api/v1/namespaces.",
  ]);
});
