import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { readSite } from "../../src/lessons/front-matter.ts";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import { siteFile } from "../../src/lessons/site-settings.ts";
import { SourceFile } from "../../src/lessons/source-lines.ts";
import { measurePage } from "./measure-page.ts";

/** Pages of the tasks and tutorials of kubernetes.io: their command lines, and the manifests that these name. */
const folder = fileURLToPath(new URL("../../e2e/documentation", import.meta.url));
const site = readSite(new SourceFile(siteFile, readFileSync(join(folder, siteFile), "utf8")));
const pages = readdirSync(join(folder, "pages")).filter((name) => name.endsWith(".md"));

interface Known {
  readonly page: string;
  readonly text: string;
  readonly reason: string;
}

/** The lines that do not run as they are written. */
const known: readonly Known[] = JSON.parse(readFileSync(join(folder, "not-run.json"), "utf8"));

const shipped = (path: string): Promise<string | undefined> =>
  readFile(join(folder, path), "utf8").catch(() => undefined);

test("95 of 100 command lines of the documentation run as they are written, and each other one has its reason", async () => {
  const clock = createSystemClock();
  const measured = await Promise.all(
    pages.map(async (page) => {
      const lesson = parseLesson(page, readFileSync(join(folder, "pages", page), "utf8"), site);
      return (await measurePage(lesson, clock, shipped)).map((line) => ({ ...line, page }));
    }),
  );
  const lines = measured.flat();
  const wrong = lines.filter(({ runs }) => !runs);
  const share = (lines.length - wrong.length) / lines.length;
  console.log(
    `${pages.length} pages, ${lines.length} command lines, ${lines.length - wrong.length} run unchanged: ${(share * 100).toFixed(1)} %`,
  );
  const keyOf = ({ page, text }: { readonly page: string; readonly text: string }): string => `${page}: ${text}`;
  const told = new Set(known.map(keyOf));
  expect(wrong.filter((line) => !told.has(keyOf(line))).map((line) => `${keyOf(line)}: ${line.reason}`)).toEqual([]);
  const failing = new Set(wrong.map(keyOf));
  expect(known.filter((line) => !failing.has(keyOf(line))).map(keyOf)).toEqual([]);
  expect(known.every(({ reason }) => reason.length > 10)).toBe(true);
  expect(pages.length).toBeGreaterThanOrEqual(30);
  expect(share).toBeGreaterThanOrEqual(0.95);
}, 600_000);
