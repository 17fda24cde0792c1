import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import { surroundingsOf } from "../../src/node/lesson-sources.ts";
import { type MeasuredLine, measurePage } from "./measure-page.ts";

/** Pages of the tasks and tutorials of kubernetes.io: their command lines, and the manifests that these name. */
const folder = fileURLToPath(new URL("../../e2e/documentation", import.meta.url));
const written = readdirSync(join(folder, "pages")).filter((name) => name.endsWith(".md"));
/** All pages with `npm run documentation`; otherwise a sample of them. */
const isWhole = process.env["KUBEPAD_DOCUMENTATION"] === "all";
const pages = isWhole ? written : written.filter((_name, i) => i % 4 === 1);

interface Known {
  readonly page: string;
  readonly text: string;
  readonly reason: string;
}

/** The lines that do not run as they are written. */
const known: readonly Known[] = JSON.parse(readFileSync(join(folder, "not-run.json"), "utf8"));

const keyOf = ({ page, text }: { readonly page: string; readonly text: string }): string => `${page}: ${text}`;
const expected = known.filter(({ page }) => pages.includes(page));
const told = new Set(expected.map(keyOf));

/** How many pages run at a time. */
const atOnce = 4;
/** How long what a line prints is waited for, in milliseconds; a page on which that is too short is run once more. */
const waits = [8000, 120_000];

async function measureAll(): Promise<readonly (MeasuredLine & { readonly page: string })[]> {
  const clock = createSystemClock();
  const waiting = [...pages];
  const measured: (MeasuredLine & { readonly page: string })[] = [];
  const work = async (): Promise<void> => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      const file = join(folder, "pages", page);
      const { site, shipped } = surroundingsOf(file);
      const lesson = parseLesson(page, readFileSync(file, "utf8"), site);
      let lines: readonly MeasuredLine[] = [];
      for (const waitMs of waits) {
        lines = await measurePage(lesson, clock, shipped, waitMs);
        if (lines.every(({ runs, text }) => runs || told.has(keyOf({ page, text })))) break;
      }
      for (const line of lines) measured.push({ ...line, page });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return measured;
}

test("command lines of the documentation run as they are written, 95 of 100 of all, and each other one has its reason", async () => {
  const lines = await measureAll();
  const wrong = lines.filter(({ runs }) => !runs);
  const share = (lines.length - wrong.length) / lines.length;
  console.log(
    `${pages.length} pages, ${lines.length} command lines, ${lines.length - wrong.length} run unchanged: ${(share * 100).toFixed(1)} %`,
  );
  expect(wrong.filter((line) => !told.has(keyOf(line))).map((line) => `${keyOf(line)}: ${line.reason}`)).toEqual([]);
  const failing = new Set(wrong.map(keyOf));
  expect(expected.filter((line) => !failing.has(keyOf(line))).map(keyOf)).toEqual([]);
  expect(known.every(({ reason }) => reason.length > 10)).toBe(true);
  expect(written.length).toBeGreaterThanOrEqual(30);
  expect(share).toBeGreaterThanOrEqual(isWhole ? 0.95 : 0.9);
}, 600_000);
