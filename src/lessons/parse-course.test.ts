import { expect, test } from "vitest";
import { LessonError } from "./lesson-error.ts";
import { isCourse, lessonsOf, mostLessons, parseCourse } from "./parse-course.ts";

const course = `---
title: A course
course: true
level: beginner
---

# A course

What it is
about.

- [One](one.md)

Another paragraph, with [a link](other.md), and a list of what is elsewhere:

- [The documentation](https://kubernetes.io/docs/home.md)
- [A view](#/world)
- plain text

## Part two

1. [Two](parts/two.md): what it has
2. [Three](../three.md)
`;

test("the lessons of a course are the links of its lists, below their headings", () => {
  const { title, level, summary, parts } = parseCourse("course.md", course);
  expect({ title, level, summary }).toEqual({ title: "A course", level: "beginner", summary: "What it is about." });
  expect(parts).toEqual([
    { title: "", lessons: [{ title: "One", file: "one.md", line: 12 }] },
    {
      title: "Part two",
      lessons: [
        { title: "Two", file: "parts/two.md", line: 22 },
        { title: "Three", file: "../three.md", line: 23 },
      ],
    },
  ]);
  expect(lessonsOf(parseCourse("course.md", course))).toHaveLength(3);
});

test("links of lists within lists, and to names with spaces, umlauts and capitals, are lessons too", () => {
  const lists = `- [A](a%20b.md)
  - [B](<c d.md>)
    1. [C](gr%C3%B6%C3%9Fer.MD)
- about more:
  - [D](100%.md)
`;
  const files = lessonsOf(parseCourse("course.md", course + lists)).map(({ file }) => file);
  expect(files.slice(3)).toEqual(["a b.md", "c d.md", "größer.MD", "100%.md"]);
});

test.each([
  [course, true],
  [course.replaceAll("\n", "\r\n"), true],
  [course.replace("true", "false"), false],
  ["# No front matter\n\ncourse: true\n", false],
  ["---\ntitle: A lesson\n---\n\ncourse: true\n", false],
])("a file is a course if its front matter says so: %#", (text, expected) => {
  expect(isCourse(text)).toBe(expected);
});

test.each([
  ["no lessons", course.replaceAll(/^(-|\d\.) .*$/gm, ""), 1, /lists of links to its lessons/],
  ["a lesson twice", course.replace("parts/two.md", "one.md"), 22, /one\.md is in this course already/],
  ["no title", course.replace("title: A course\n", ""), 1, /no title/],
  ["a course that is no flag", course.replace("course: true", "course: yes please"), 3, /true or false/],
  [
    "too many lessons",
    `${course}\n${Array.from({ length: mostLessons }, (_, i) => `- [L](l${i}.md)`).join("\n")}`,
    222,
    /200 lessons at most/,
  ],
])("a course with %s is refused at its line", (_name, text, line, words) => {
  const error = (() => {
    try {
      return parseCourse("course.md", text);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(LessonError);
  expect(error).toMatchObject({ file: "course.md", line, words: expect.stringMatching(words) });
});
