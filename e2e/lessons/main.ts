// npm run lessons [TEXT ...]: runs the lessons whose path contains a text, changes every claim of each,
// and fails when a change goes unnoticed. With --browser, does them in the page of the last build instead.
import { spawnSync } from "node:child_process";
import { createFastClock } from "../../src/lessons/testing/fast-clock.ts";
import { reportLines, summarize } from "../../src/lessons/report-lines.ts";
import { runLesson } from "../../src/node/test-lessons.ts";
import { claimsOf, patient, survivors } from "./mutate-lesson.ts";
import { writtenLessons } from "./written-lessons.ts";

const inBrowser = process.argv.includes("--browser");
const wanted = process.argv.slice(2).filter((word) => word !== "--browser");
if (inBrowser) {
  const playwright = ["playwright", "test", "-c", ".config/playwright.config.ts", "e2e/lessons/browser.spec.ts"];
  const env = { ...process.env, KUBEPAD_LESSONS: wanted.length === 0 ? "/" : wanted.join(",") };
  process.exit(spawnSync("npx", ["--no-install", ...playwright], { stdio: "inherit", env }).status ?? 1);
}
const clock = createFastClock(4);
let [claims, unnoticed, failures] = [0, 0, 0];
for (const written of writtenLessons()) {
  const { file } = written;
  if (wanted.length > 0 && !wanted.some((part) => file.includes(part))) continue;
  const { lesson } = written;
  const reports = await runLesson(lesson, clock, patient);
  if (!summarize(reports).passed) {
    failures++;
    console.log(reportLines(lesson, reports, 0).join("\n"));
    continue;
  }
  const problems = await survivors(written, clock);
  for (const problem of problems) console.log(problem);
  unnoticed += problems.length;
  claims += claimsOf(written).length;
}
console.log(`${claims} claims changed, ${unnoticed} unnoticed, ${failures} lessons failed`);
process.exit(unnoticed + failures === 0 ? 0 : 1);
