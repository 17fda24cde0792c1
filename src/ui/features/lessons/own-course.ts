import { createStore } from "zustand/vanilla";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { isCourse, lessonsOf, parseCourse, type Course } from "../../../lessons/parse-course.ts";
import { parseLesson } from "../../../lessons/parse-lesson.ts";
import { plural } from "../../data/words.ts";
import { defineSlice } from "../../state/page.ts";
import type { LessonEntry, OpenCourse } from "./catalogue.ts";
import { printOf } from "./progress.ts";

/** The slug of the course that the reader has opened from files, and what the slugs of its lessons begin with. */
export const openedCourse = "opened";
const lessonPrefix = `${openedCourse}.`;

/** Reports whether a slug is that of a lesson of the opened course. */
export const isOfOpenedCourse = (slug: string): boolean => slug.startsWith(lessonPrefix);

/** The most characters of a course with its lessons, which are kept in the browser. */
export const largestCourse = 2_000_000;

/** Texts by the names of their files. */
export type CourseFiles = Readonly<Record<string, string>>;

/** A course from files. */
export interface ReadCourse {
  readonly course: OpenCourse;
  /** The texts of its lessons by their slugs. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the name of a file as it is looked up: some systems write "ö" as two characters. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).normalize("NFC");

/** Returns files by their names. Throws a sentence if two have the same name. */
export function courseFiles(files: readonly (readonly [name: string, text: string])[]): CourseFiles {
  const texts = new Map<string, string>();
  for (const [path, text] of files) {
    const name = nameOf(path);
    if (texts.has(name)) throw new Error(`Two of these files are named ${name}: files are found by their names.`);
    texts.set(name, text);
  }
  return Object.fromEntries(texts);
}

/**
 * Reads a course and its lessons. Files are found by their names, without folders. Throws an error, a LessonError where
 * it has a place, that says what is missing or cannot be read.
 */
export function readCourse(files: CourseFiles): ReadCourse {
  const found = Object.entries(files).filter(([, text]) => isCourse(text));
  const [[file, text] = ["", ""], other] = found;
  if (found.length === 0) throw new Error("None of these files is a course: its front matter has course: true.");
  if (other !== undefined) throw new Error(`${file} and ${other[0]} are two courses. Open one at a time.`);
  if (Object.values(files).reduce((sum, { length }) => sum + length, 0) > largestCourse)
    throw new Error(`${file} and its lessons are larger than ${largestCourse / 1_000_000} MB, which is the most.`);
  const course = parseCourse(file, text);
  const missing = lessonsOf(course).filter((lesson) => files[nameOf(lesson.file)] === undefined);
  if (missing.length > 0)
    throw new Error(
      `${file} has ${plural(missing.length, "lesson")} whose files were not opened with it: ${missing.map((lesson) => lesson.file).join(", ")}. Choose the course and its lessons together.`,
    );
  const texts = new Map<string, string>();
  const parts = course.parts.map(({ title, lessons }) => ({
    title,
    lessons: lessons.map(({ file: path }) => {
      const name = nameOf(path);
      const entry = entryOf(course, name, files[name] ?? "");
      if (texts.has(entry.slug))
        throw new Error(`${file} links two lessons that are named ${name}: files are found by their names.`);
      texts.set(entry.slug, files[name] ?? "");
      return entry;
    }),
  }));
  return {
    course: { slug: openedCourse, title: course.title, level: course.level, summary: course.summary, parts },
    texts,
  };
}

/** What is done in a lesson is not done in one of another course whose file has the same name. */
function entryOf(course: Course, file: string, text: string): LessonEntry {
  const { title, section, level, minutes, view, steps } = parseLesson(file, text);
  const slug = `${lessonPrefix}${printOf(course.title)}.${file.replace(/\.md$/i, "")}`;
  return { slug, file, title, section, level, minutes, view, steps: steps.length, headings: [] };
}

const isFiles = (value: unknown): value is CourseFiles =>
  isRecord(value) && Object.values(value).every((text) => typeof text === "string");

interface OwnCourse {
  readonly read: ReadCourse | undefined;
  /** Takes the place of the course that was open. Throws what `readCourse` does. */
  readonly open: (files: CourseFiles) => { readonly course: OpenCourse; readonly isKept: boolean };
  readonly close: () => void;
}

/** The course that the reader has opened from files. It stays in this browser until another one is opened. */
export const ownCourse = defineSlice<OwnCourse>((page) =>
  createStore<OwnCourse>((set) => ({
    read: readKept(page.memory.read("course", isFiles)),
    open(files) {
      const read = readCourse(files);
      set({ read });
      return { course: read.course, isKept: page.memory.write("course", files) };
    },
    close() {
      set({ read: undefined });
      page.memory.write("course", null);
    },
  })),
);

/** A course that was kept by an earlier version may have lessons that this one cannot read. */
function readKept(files: CourseFiles | undefined): ReadCourse | undefined {
  if (files === undefined) return undefined;
  try {
    return readCourse(files);
  } catch {
    return undefined;
  }
}
