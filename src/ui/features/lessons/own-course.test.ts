import { expect, test } from "vitest";
import { template } from "./draft.ts";
import { isOfOpenedCourse, largestCourse, readCourse } from "./own-course.ts";

const course = `---
title: My course
course: true
---

About colours.

- [First](lessons/first.md)
- [Second](lessons/second.md)
`;
const files = { "course.md": course, "first.md": template, "second.md": template };

test("a course is read with its lessons, which are found by the names of their files", () => {
  const { course: read, texts } = readCourse(files);
  expect(read).toMatchObject({ title: "My course", summary: "About colours." });
  const slugs = read.parts.flatMap(({ lessons }) => lessons.map(({ slug }) => slug));
  expect(slugs).toEqual(["opened.first", "opened.second"]);
  expect(slugs.every(isOfOpenedCourse)).toBe(true);
  expect(texts.get("opened.second")).toBe(template);
});

test.each([
  ["without a course", { "first.md": template }, /None of these files is a course/],
  ["with two courses", { ...files, "other.md": course }, /two courses/],
  ["without a lesson", { "course.md": course, "first.md": template }, /lessons\/second\.md/],
  ["with a lesson that cannot be read", { ...files, "second.md": "# No front matter" }, /^second\.md:1: /],
  ["that are too large", { ...files, "x.md": "x".repeat(largestCourse) }, /larger than 2 MB/],
])("files %s are refused in words", (_name, given, words) => {
  expect(() => readCourse(given)).toThrow(words);
});
