import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { readCourseIndex, readLessonIndex } from "../lesson-index.ts";
import { readLessonMarkdown } from "../../src/lessons/lesson-source.ts";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import type { WrittenPage } from "./api-pages.ts";
import { withoutMarkup } from "./markup.ts";

const content = "src/lessons/content";

/** What the words after the language of a block say to its reader. */
const captions: Readonly<Record<string, string>> = {
  create: "Create",
  apply: "Apply",
  replace: "Replace",
  delete: "Delete",
  expect: "Expected",
  wait: "Wait until",
  gone: "Gone",
  goal: "Goal",
  events: "Events",
  types: "Types",
  validate: "Validate",
  example: "Example",
};

/** A section of lessons, or a course, with its pages. */
export interface LessonGroup {
  readonly title: string;
  readonly pages: readonly { readonly title: string; readonly path: string }[];
}

const pathOf = (slug: string): string => `lessons/${slug}.md`;

/** Returns the sections of the lessons of a project, in the order in which the page has them. */
export function lessonGroups(root: string): readonly LessonGroup[] {
  const groups = new Map<string, { title: string; path: string }[]>();
  for (const { slug, title, section } of readLessonIndex(root))
    groups.set(section, [...(groups.get(section) ?? []), { title, path: pathOf(slug) }]);
  return [...groups].map(([title, pages]) => ({ title, pages }));
}

/** Returns a page for each lesson and course of a project, and one that lists them. */
export function lessonPages(root: string): readonly WrittenPage[] {
  const lessons = readLessonIndex(root);
  const written = lessons.map(({ slug, file, title, section, level, minutes }) => {
    const text = readFileSync(join(root, content, file), "utf8");
    const { seed, server } = parseLesson(file, text);
    const facts = [section, level, minutes === undefined ? undefined : `${minutes} minutes`]
      .filter(Boolean)
      .join(" · ");
    const beginning = { ...(Object.keys(server ?? {}).length > 0 && { server }), ...(seed.length > 0 && { seed }) };
    const begins = Object.keys(beginning).length === 0 ? "" : details("What the lesson begins with", beginning);
    return {
      path: pathOf(slug),
      title,
      text: [
        `---\ntitle: ${JSON.stringify(title)}\noutline: [2, 3]\n---`,
        `# ${title}`,
        `<p class="facts">${withoutMarkup(facts)}</p>`,
        `<LiveLesson target="${slug}">`,
        begins,
        readable(file, text),
        "</LiveLesson>\n",
      ].join("\n\n"),
    };
  });
  return [...written, ...readCourseIndex(root).map((course) => coursePage(course, lessons)), listPage(root)];
}

const details = (title: string, value: unknown): string =>
  `::: details ${title}\n\n\`\`\`yaml\n${stringify(value, { lineWidth: 100 })}\`\`\`\n\n:::`;

type Course = ReturnType<typeof readCourseIndex>[number];
type Listed = ReturnType<typeof readLessonIndex>[number];

function coursePage({ slug, title, summary, parts }: Course, lessons: readonly Listed[]): WrittenPage {
  const titles = new Map(lessons.map((lesson) => [lesson.slug, lesson.title]));
  const lists = parts.map((part) =>
    [`## ${part.title}`, part.lessons.map((each) => `- [${titles.get(each) ?? each}](${each}.md)`).join("\n")].join(
      "\n\n",
    ),
  );
  const text = [`---\ntitle: ${JSON.stringify(title)}\n---`, `# ${title}`, summary ?? "", ...lists].join("\n\n");
  return { path: pathOf(slug), title, text: `${text}\n` };
}

function listPage(root: string): WrittenPage {
  const lists = lessonGroups(root).map(({ title, pages }) =>
    [`## ${title}`, pages.map((page) => `- [${page.title}](/${page.path})`).join("\n")].join("\n\n"),
  );
  const courses = readCourseIndex(root).map(({ slug, title }) => `- [${title}](/${pathOf(slug)})`);
  const text = [
    "# All lessons",
    "Each page is a lesson that runs on an API server in it; *Text* shows it as it is written. " +
      "[How lessons are written](/lessons.md) is a page of its own.",
    ["## Courses", courses.join("\n")].join("\n\n"),
    ...lists,
  ].join("\n\n");
  return { path: "lessons/index.md", title: "All lessons", text: `${text}\n` };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the text of a lesson as readers of a page want it: without front matter and title, with words in place of
 * what the blocks tell the runner, and with hints and the way folded.
 */
function readable(file: string, lesson: string): string {
  const text = readLessonMarkdown(file, lesson).body;
  const edits = [...editsOf(fromMarkdown(text), text)];
  let result = "";
  let last = 0;
  for (const { start, end, text: written } of edits) {
    result += text.slice(last, start) + written;
    last = end;
  }
  return (result + text.slice(last)).replace(/^\s*# .*\n/, "").trim();
}

function* editsOf({ children }: Root, text: string): Generator<Edit> {
  let isFolded = false;
  let hints = 0;
  for (const node of children) {
    const [start = 0, end = 0] = [node.position?.start.offset, node.position?.end.offset];
    const mark = node.type === "html" ? /^<!--\s*(hint|way)\s*-->/.exec(node.value)?.[1] : undefined;
    const endsFold = node.type === "code" && / goal\b/.test(` ${node.meta ?? ""}`);
    if (isFolded && (endsFold || mark !== undefined)) yield { start, end: start, text: ":::\n\n" };
    if (endsFold) isFolded = false;
    if (mark !== undefined) {
      isFolded = true;
      hints = mark === "hint" ? hints + 1 : hints;
      yield { start, end, text: `::: details ${mark === "hint" ? `Hint ${hints}` : "A way"}` };
    } else if (node.type === "html") yield { start, end, text: "" };
    else for (const markup of markupIn(node)) yield markup;
    if (node.type === "code") {
      const source = text.slice(start, end);
      const fence = /^[`~]+/.exec(source)?.[0] ?? "```";
      const rest = source.slice(source.indexOf("\n"));
      if (node.lang === "predict") yield { start, end, text: choicesOf(node.value) };
      else yield { start, end, text: `${captionOf(node.meta)}${fence}${languageOf(node.lang)}${rest}` };
    }
  }
  if (isFolded) yield { start: text.length, end: text.length, text: "\n\n:::\n" };
}

/** The languages that nothing highlights are plain text. */
const languageOf = (language: string | null | undefined): string => (language === "hex" ? "text" : (language ?? ""));

/** The answers that a reader may expect; the step below says which it is. */
const choicesOf = (block: string): string => `What do you expect?\n\n${block.replace(/^\([ x]\)/gm, "-").trim()}`;

/** In the prose of a lesson, what looks like markup is a word: `<absent>`. */
function* markupIn(node: Nodes): Generator<Edit> {
  if (node.type === "html") {
    const [start = 0, end = 0] = [node.position?.start.offset, node.position?.end.offset];
    yield { start, end, text: withoutMarkup(node.value) };
  }
  if ("children" in node) for (const child of node.children) yield* markupIn(child);
}

/** What stands above a block: what becomes of it, and the options that say how. */
function captionOf(meta: string | null | undefined): string {
  if (meta === null || meta === undefined || meta === "") return "";
  const [first = "", ...others] = meta.split(" ");
  const words = [captions[first] ?? first, ...others].join(" ");
  return `<p class="block" v-pre>${withoutMarkup(words)}</p>\n\n`;
}
