import { expect, test } from "vitest";
import { template } from "../../state/lesson-draft.ts";
import { courseFiles, isOfOpenedCourse, largestCourse, readCourse } from "./own-course.ts";

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
  expect(slugs).toEqual([...texts.keys()]);
  expect(slugs.map((slug) => slug.replace(/^opened\..*\./, ""))).toEqual(["first", "second"]);
  expect(slugs.every(isOfOpenedCourse)).toBe(true);
  expect([...texts.values()]).toEqual([template, template]);
});

test("a lesson has another slug than that of another course whose file has the same name", () => {
  const other = readCourse({ ...files, "course.md": course.replace("My course", "Another course") });
  const [one, two] = [readCourse(files), other].map(({ texts }) => [...texts.keys()]);
  expect(one?.filter((slug) => two?.includes(slug))).toEqual([]);
});

test("files are found by names with spaces, capitals and umlauts, however the system writes them", () => {
  const text = course.replace("first.md", "Erste%20%C3%9Cbung.MD");
  const { course: read } = readCourse(
    courseFiles([
      ["course.md", text],
      ["Erste U\u0308bung.MD", template],
      ["second.md", template],
    ]),
  );
  expect(read.parts[0]?.lessons[0]?.slug).toMatch(/^opened\..*\.Erste Übung$/);
});

test("two files of one name, and two lessons whose files have one name, are refused", () => {
  const twice = [
    ["a/first.md", template],
    ["b/first.md", template],
  ] as const;
  expect(() => courseFiles(twice)).toThrow("Two of these files are named first.md");
  const linked = { ...files, "course.md": course.replace("lessons/second.md", "other/first.md") };
  expect(() => readCourse(linked)).toThrow("course.md links two lessons that are named first.md");
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
