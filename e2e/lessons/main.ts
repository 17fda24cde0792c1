// npm run lessons [TEXT ...]: runs the lessons whose path contains a text, changes every claim of each,
// and fails when a change goes unnoticed. --shard 2/4 takes the second quarter of them. With --browser, does them in
// the page of the last build instead.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { createFastClock } from "../../src/lessons/testing/fast-clock.ts";
import { reportLines, summarize } from "../../src/lessons/report-lines.ts";
import { runLesson } from "../../src/node/test-lessons.ts";
import { claimsOf, survivors } from "./mutate-lesson.ts";
import { patient } from "./patient.ts";
import { type WrittenLesson, writtenLessons } from "./written-lessons.ts";

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { browser: { type: "boolean" }, shard: { type: "string" } },
});
if (values.browser === true) {
  const playwright = ["playwright", "test", "-c", ".config/playwright.config.ts", "e2e/lessons/browser.spec.ts"];
  const env = { ...process.env, KUBEPAD_LESSONS: wanted.length === 0 ? "/" : wanted.join(",") };
  process.exit(spawnSync("npx", ["--no-install", ...playwright], { stdio: "inherit", env }).status ?? 1);
}

/** The lessons that are asked for. */
function chosen(): readonly WrittenLesson[] {
  const all = writtenLessons().filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
  const { shard = "1/1" } = values;
  const [part = NaN, parts = NaN] = shard.split("/").map(Number);
  if (!(part >= 1 && part <= parts)) throw new Error(`--shard ${shard}: it is like 2/4`);
  return all.filter((_lesson, i) => i % parts === part - 1);
}

/** Most of its time a lesson waits for claims that do not become true: so many run beside each other. */
const atOnce = 6;

const clock = createFastClock(4);
const lessons = chosen();
let [done, claims, unnoticed, failures] = [0, 0, 0, 0];

async function change(written: WrittenLesson): Promise<void> {
  const { lesson, file } = written;
  const reports = await runLesson(lesson, clock, patient);
  if (!summarize(reports).passed) {
    failures++;
    console.log(reportLines(lesson, reports, 0).join("\n"));
    return;
  }
  const changes = claimsOf(written);
  const problems = await survivors(written, changes, clock);
  for (const problem of problems) console.log(problem);
  unnoticed += problems.length;
  claims += changes.length;
  done++;
  console.log(`${done} of ${lessons.length}: ${file}: ${changes.length} claims changed, ${problems.length} unnoticed`);
}

const waiting = lessons.values();
async function work(): Promise<void> {
  for (const written of waiting) await change(written);
}
await Promise.all(Array.from({ length: atOnce }, work));
console.log(`${lessons.length} lessons, ${claims} claims changed, ${unnoticed} unnoticed, ${failures} lessons failed`);
process.exit(unnoticed + failures === 0 ? 0 : 1);
