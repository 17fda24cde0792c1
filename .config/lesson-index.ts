import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { VitestPluginContext } from "vitest/node";
import { parseCourse } from "../src/lessons/parse-course.ts";
import { parseLesson } from "../src/lessons/parse-lesson.ts";

const folder = "src/lessons/content";
const courses = "courses";
const name = "virtual:lesson-index";
const resolved = `\0${name}`;

const slugOf = (file: string): string => (file.split(/[/\\]/).at(-1) ?? file).replace(/\.md$/, "");

/** Returns the Markdown files of the content, with slashes, in their order. */
const filesOf = (root: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".md"))
    .toSorted();

/** Returns the courses of a project. Throws if one has a lesson that is not there. */
export function readCourseIndex(root: string) {
  const files = filesOf(root);
  return files
    .filter((file) => file.startsWith(`${courses}/`))
    .map((file) => {
      const { title, level, summary, parts } = parseCourse(file, readFileSync(join(root, folder, file), "utf8"));
      const slugs = parts.map((part) => ({
        title: part.title,
        lessons: part.lessons.map((lesson) => {
          const path = join(courses, lesson.file).replaceAll("\\", "/");
          if (!files.includes(path)) throw new Error(`${file}:${lesson.line}: there is no lesson ${path}`);
          return slugOf(path);
        }),
      }));
      return { slug: slugOf(file), title, level, summary, parts: slugs };
    });
}

/** Returns what the page's catalogue says of the lessons of a project, in the order of their files. */
export function readLessonIndex(root: string) {
  return filesOf(root)
    .filter((file) => !file.startsWith(`${courses}/`))
    .map((file) => {
      const lesson = parseLesson(file, readFileSync(join(root, folder, file), "utf8"));
      const { title, section, level, minutes, view, steps } = lesson;
      const isShown = (index: number): boolean =>
        !lesson.goals.some(({ way }) => way.first <= index && index < way.end);
      const shown = steps.filter(({ index }) => isShown(index));
      const headings = [...new Set([...shown, ...lesson.goals].map((each) => each.title))].filter(
        (heading) => heading !== title,
      );
      return {
        slug: slugOf(file),
        file,
        title,
        section,
        level,
        minutes,
        view,
        steps: steps.length,
        headings,
      };
    });
}

/** Returns a Vite plugin that makes the index of the lessons and courses from their files: `virtual:lesson-index`. */
export function lessonIndex(): Plugin {
  let root = "";
  return {
    name: "kubepad-lesson-index",
    configResolved: (config) => void (root = config.root),
    // Vitest may keep what is made of a file as long as the file is the same; of this, there is none.
    configureVitest: ({ experimental_defineCacheKeyGenerator: define }: VitestPluginContext) =>
      define(({ id }) => (id === resolved ? false : undefined)),
    resolveId: (id) => (id === name ? resolved : undefined),
    load(id) {
      if (id !== resolved) return undefined;
      const lessons = readLessonIndex(root);
      for (const file of filesOf(root)) this.addWatchFile(join(root, folder, file));
      return `export const lessonIndex = ${JSON.stringify(lessons)};
export const courseIndex = ${JSON.stringify(readCourseIndex(root))};`;
    },
  };
}
