import { expect, test } from "vitest";
import { lessonIndex } from "virtual:lesson-index";
import { parseLesson } from "../../../lessons/parse-lesson.ts";
import {
  courses,
  findLessons,
  lessonAfter,
  lessonsAbout,
  lessonsIn,
  lessonWith,
  loadLesson,
  newcomersPath,
  sectionsOf,
} from "./catalogue.ts";

test("every lesson has an address of its own", () => {
  const slugs = lessonIndex.map(({ slug }) => slug);
  expect(slugs.filter((slug, i) => slugs.indexOf(slug) !== i)).toEqual([]);
  expect(slugs).not.toContain("own");
  expect(slugs).not.toContain("write");
  expect(slugs).not.toContain("course");
});

test("the path for newcomers has twelve lessons, and each leads to the next", () => {
  expect(newcomersPath).toHaveLength(12);
  for (const [i, entry] of newcomersPath.entries()) expect(lessonAfter(entry)).toBe(newcomersPath[i + 1]);
});

test("the courses have lessons, each once, and addresses of their own", () => {
  expect(courses.map(({ slug }) => slug)).toEqual(["path-of-twelve", "troubleshooting"]);
  for (const course of courses) {
    const slugs = lessonsIn(course).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs).toHaveLength(12);
  }
});

test("sections come in the order of the path, and hold every lesson once", () => {
  const sections = sectionsOf(lessonIndex);
  expect(sections[0]?.name).toBe("API concepts");
  expect(sections[0]?.lessons[0]).toBe(newcomersPath[0]);
  expect(sections.flatMap(({ lessons }) => lessons)).toHaveLength(lessonIndex.length);
  const last = sections.at(-1)?.lessons.at(-1);
  expect(last && lessonAfter(last)).toBeUndefined();
});

test("a lesson is found by words of its title, section and headings", () => {
  expect(findLessons("watch changes").map(({ slug }) => slug)).toContain("watch");
  expect(findLessons("CEL costs").map(({ slug }) => slug)).toContain("costs");
  expect(findLessons("no such lesson")).toEqual([]);
});

test.each([
  "requests",
  "objects",
  "world",
  "watches",
  "apply",
  "cel",
  "definitions",
  "policies",
  "identity",
  "explain",
  "server",
])("there are lessons about %s", (place) => {
  expect(lessonsAbout(place).length).toBeGreaterThan(0);
});

test("the index says what the file of a lesson does", async () => {
  const entry = lessonWith("watch");
  if (entry === undefined) throw new Error("there is no lesson watch");
  const lesson = parseLesson(entry.file, await loadLesson(entry));
  expect(entry).toMatchObject({ title: lesson.title, steps: lesson.steps.length });
});
