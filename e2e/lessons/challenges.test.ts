import { expect, test } from "vitest";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import { createFastClock } from "../../src/lessons/testing/fast-clock.ts";
import { runLesson } from "../../src/node/test-lessons.ts";
import { challengeTries } from "./challenges.ts";
import { claimsOf, survivors } from "./mutate-lesson.ts";
import { patient } from "./patient.ts";
import { type WrittenLesson, writtenLessons } from "./written-lessons.ts";

const clock = createFastClock(4);
const challenges = writtenLessons().filter(({ lesson }) => lesson.section === "Challenges");
const wayMark = "<!-- way -->\n";

/** Runs a challenge with blocks in place of its way. Resolves with the lines of the claims that fail. */
async function tryOut({ file, text }: WrittenLesson, blocks: string, waitMs: number): Promise<readonly number[]> {
  const above = text.slice(0, text.indexOf(wayMark));
  const lesson = parseLesson(file, `${above}${wayMark}\n${blocks}`);
  const reports = await runLesson(lesson, clock, { ...patient, waitMs });
  return reports.flatMap(({ findings }) => findings.filter(({ holds }) => !holds)).map(({ place }) => place.line);
}

/** The line at which the goal of a challenge begins. */
const goalLine = ({ lesson }: WrittenLesson): number => lesson.goals[0]?.line ?? 0;

/** How long a goal that is not reached is waited for, in milliseconds of the clock. */
const missMs = 12_000;

test("each challenge has its tries", () => {
  expect(Object.keys(challengeTries).toSorted()).toEqual(challenges.map(({ slug }) => slug).toSorted());
});

const wait = "```http\nGET /version\n```\n";
const misses = challenges.flatMap((written) => [
  { name: `${written.slug} by what comes near`, written, blocks: challengeTries[written.slug]?.miss ?? "" },
  { name: `${written.slug} by waiting`, written, blocks: wait },
]);

test.concurrent.each(challenges)(
  "$slug is solved by its way, and each change of its goal is noticed",
  { timeout: 300_000 },
  async (written) => {
    const claims = claimsOf(written).filter(({ claimant }) => claimant.kind === "goal");
    const goals = new Set(claims.map(({ claimant }) => claimant.index));
    expect([...goals]).toEqual(written.lesson.goals.map(({ index }) => index));
    expect(await survivors(written, claims, clock)).toEqual([]);
  },
);

test.concurrent.each(challenges)("$slug is solved in another way", { timeout: 300_000 }, async (written) => {
  expect(await tryOut(written, challengeTries[written.slug]?.other ?? "", patient.waitMs)).toEqual([]);
});

test.concurrent.each(misses)("$name is not solved", { timeout: 300_000 }, async ({ written, blocks }) => {
  const lines = await tryOut(written, blocks, missMs);
  const end = written.text.slice(0, written.text.indexOf(wayMark)).split("\n").length;
  expect(lines.length).toBeGreaterThan(0);
  // the blocks themselves do what they should
  expect(lines.filter((line) => line < goalLine(written) || line >= end)).toEqual([]);
});
