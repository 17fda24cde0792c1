import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { VitestPluginContext } from "vitest/node";
import { parseLesson } from "../src/lessons/parse-lesson.ts";

const folder = "src/lessons/content";
const name = "virtual:lesson-index";
const resolved = `\0${name}`;

/** Returns what the page's catalogue says of the lessons of a project, in the order of their files. */
export function readLessonIndex(root: string) {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".md"))
    .toSorted()
    .map((file) => {
      const lesson = parseLesson(file, readFileSync(join(root, folder, file), "utf8"));
      const { title, section, level, minutes, path, view, steps } = lesson;
      const isShown = (index: number): boolean =>
        !lesson.goals.some(({ way }) => way.first <= index && index < way.end);
      const shown = steps.filter(({ index }) => isShown(index));
      const headings = [...new Set([...shown, ...lesson.goals].map((each) => each.title))].filter(
        (heading) => heading !== title,
      );
      const slug = (file.split(/[/\\]/).at(-1) ?? file).replace(/\.md$/, "");
      return {
        slug,
        file: file.replaceAll("\\", "/"),
        title,
        section,
        level,
        minutes,
        path,
        view,
        steps: steps.length,
        headings,
      };
    });
}

/** Returns a Vite plugin that makes the index of the lessons from their front matter: `virtual:lesson-index`. */
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
      for (const { file } of lessons) this.addWatchFile(join(root, folder, file));
      return `export const lessonIndex = ${JSON.stringify(lessons)};`;
    },
  };
}
