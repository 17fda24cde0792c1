import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { readSite } from "../lessons/front-matter.ts";
import { LessonError } from "../lessons/lesson-error.ts";
import { lessonsOf, parseCourse } from "../lessons/parse-course.ts";
import type { ReadShipped } from "../lessons/shipped-files.ts";
import { siteFile, type SiteSettings } from "../lessons/site-settings.ts";
import { SourceFile } from "../lessons/source-lines.ts";
import { filesBelow } from "./files-below.ts";
import { readSettings } from "./read-file.ts";

/** A file that is tested, and whether it was named, and not only found in a folder. */
export interface LessonSource {
  readonly file: string;
  readonly isNamed: boolean;
}

const isMarkdown = (name: string): boolean => /\.(?:md|mdx|markdown)$/i.test(name);
const mostFiles = 20_000;

/**
 * Lists files as they are named, and the Markdown files below folders, sorted: without folders of packages, and those
 * whose names begin with a dot.
 */
export function lessonSources(paths: readonly string[]): readonly LessonSource[] {
  const sources: LessonSource[] = [];
  for (const path of paths)
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) sources.push({ file: path, isNamed: true });
    else for (const file of filesBelow(path, isMarkdown, mostFiles)) sources.push({ file, isNamed: false });
  return sources;
}

/**
 * Returns the files of the lessons of a course. Throws a LessonError at the line of one that is not there, and for what
 * is not a course.
 */
export function lessonFilesOf(file: string, text: string): readonly string[] {
  return lessonsOf(parseCourse(file, text)).map((lesson) => {
    const path = join(dirname(file), lesson.file);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path;
    throw new LessonError(file, lesson.line, `the course has ${lesson.file}, which is not there`);
  });
}

/** What holds for a file besides its own text. */
export interface Surroundings {
  readonly site: SiteSettings | undefined;
  readonly shipped: ReadShipped;
}

/**
 * Finds the site of a file: `kubepad.yaml` in its folder or the nearest one above, up to the root of its repository.
 * What is shipped is read below the site's folder, or below the file's own.
 */
export function surroundingsOf(file: string): Surroundings {
  const own = dirname(resolve(file));
  const found = siteAbove(own);
  const root = found === undefined ? own : dirname(found);
  return { site: found === undefined ? undefined : siteOf(found, own), shipped: (path) => readBelow(root, own, path) };
}

function siteAbove(folder: string): string | undefined {
  const file = join(folder, siteFile);
  if (existsSync(file)) return file;
  const parent = dirname(folder);
  return existsSync(join(folder, ".git")) || parent === folder ? undefined : siteAbove(parent);
}

/** Settings of a site whose paths are those from another folder. */
function siteOf(file: string, from: string): SiteSettings {
  const site = readSite(new SourceFile(relative(process.cwd(), file), readSettings(file)));
  const files = Object.entries(site.files).map(([name, path]) => [
    name,
    relative(from, join(dirname(file), path)) || ".",
  ]);
  return { ...site, files: Object.fromEntries(files) };
}

/** Reads a file by its path from a folder; undefined if it is not there, or not below the root. */
async function readBelow(root: string, folder: string, path: string): Promise<string | undefined> {
  const file = resolve(folder, path);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const isBelow = realpathSync(file).startsWith(`${realpathSync(root)}${sep}`);
  return isBelow ? readSettings(file) : undefined;
}
