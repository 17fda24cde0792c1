import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createSeededRandom } from "../../src/apimachinery/seeded-random.ts";
import { isCourse, lessonsOf, parseCourse } from "../../src/lessons/parse-course.ts";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import { summarize } from "../../src/lessons/report-lines.ts";
import { createFastClock } from "../../src/lessons/testing/fast-clock.ts";
import { runLesson } from "../../src/node/test-lessons.ts";
import { claimsOf, survives } from "./mutate-lesson.ts";
import { patient } from "./patient.ts";
import { lessonsOfCourse, writtenLessons } from "./written-lessons.ts";

const clock = createFastClock(4);
const lessons = writtenLessons();
const title = "---\ntitle: T\n";
const version = "```http\nGET /version\n```\n";

/** `npm run lessons` changes all claims. */
const chosen = 40;

describe("a lesson", () => {
  // First, since most of its time it waits for claims that do not become true, beside the others.
  test.concurrent("a claim that is changed fails with its file and line", { timeout: 300_000 }, async () => {
    const random = createSeededRandom(7);
    const all = lessons.flatMap((written) => claimsOf(written).map((mutation) => ({ written, mutation })));
    expect(all.length).toBeGreaterThan(chosen);
    const survivors: string[] = [];
    for (let i = 0; i < chosen; i++) {
      const pick = all[random.int(all.length)];
      const problem = pick && (await survives(pick.written, pick.mutation, clock));
      if (problem !== undefined) survivors.push(problem);
    }
    expect(survivors).toEqual([]);
  });

  test.concurrent.each(lessons)("$file passes", { timeout: 300_000 }, async ({ file, lesson }) => {
    expect([lesson.section, lesson.level, lesson.minutes]).not.toContain("");
    expect(lesson.minutes).toBeGreaterThan(0);
    const reports = await runLesson(lesson, clock, patient);
    const wrong = reports.flatMap(({ findings }) => findings.filter(({ holds }) => !holds));
    expect(wrong.map(({ place, ...finding }) => ({ at: `${file}:${place.line}`, ...finding }))).toEqual([]);
    expect(summarize(reports)).toMatchObject({ passed: true, steps: lesson.steps.length });
  });
});

/** The examples of the description of the format: lessons, parts of them, and front matter. */
const described = [...readFileSync("docs/lessons.md", "utf8").matchAll(/^(`{3,})(md|yaml)\n(.*?)^\1$/gms)].flatMap(
  ([, , language = "", text = ""]) => {
    if (text.startsWith("---\n")) return [language === "md" ? text : `${text}\n${version}`];
    if (language === "md") return [`${title}---\n\n${text}\n${text.includes("$ kubectl") ? "" : version}`];
    return text.startsWith("server:") ? [`${title}${text}---\n\n${version}`] : [];
  },
);

test("the example of a course is one", () => {
  const courses = described.filter(isCourse);
  expect(courses.map((text) => lessonsOf(parseCourse("lessons.md", text)).length)).toEqual([3]);
});

test.each(described.filter((text) => !isCourse(text)))(
  "an example of the format runs: %#",
  { timeout: 60_000 },
  async (text) => {
    const lesson = parseLesson("lessons.md", text);
    const reports = await runLesson(lesson, clock, patient);
    expect(reports.flatMap(({ findings }) => findings.filter(({ holds }) => !holds))).toEqual([]);
  },
);

test("the courses have the titles of their lessons", () => {
  for (const slug of ["path-of-twelve", "troubleshooting"])
    for (const { link, written } of lessonsOfCourse(slug)) expect(link.title).toBe(written.lesson.title);
});
