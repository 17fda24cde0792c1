import { courseIndex, lessonIndex, type CourseEntry, type LessonEntry } from "virtual:lesson-index";

export type { LessonEntry };

/** A course with its lessons. */
export interface OpenCourse extends Omit<CourseEntry, "parts"> {
  readonly parts: readonly { readonly title: string; readonly lessons: readonly LessonEntry[] }[];
}

/** The courses of Kubepad. */
export const courses: readonly OpenCourse[] = courseIndex.map((course) => ({
  ...course,
  parts: course.parts.map((part) => ({ ...part, lessons: part.lessons.flatMap((slug) => lessonWith(slug) ?? []) })),
}));

/** Returns the lessons of a course in their order. */
export const lessonsIn = ({ parts }: OpenCourse): readonly LessonEntry[] => parts.flatMap(({ lessons }) => lessons);

/** The course that newcomers begin with. */
export const newcomersCourse = "path-of-twelve";

export interface LessonSection {
  readonly name: string;
  readonly lessons: readonly LessonEntry[];
}

const levels = ["beginner", "intermediate", "advanced", ""];

/** The path for newcomers, in order. */
export const newcomersPath: readonly LessonEntry[] = courses
  .filter(({ slug }) => slug === newcomersCourse)
  .flatMap(lessonsIn);

const places = new Map(newcomersPath.map((entry, i) => [entry, i + 1]));

/** Returns the lesson with a slug. */
export function lessonWith(slug: string): LessonEntry | undefined {
  return lessonIndex.find((entry) => entry.slug === slug);
}

/** Returns the lesson after one: the next of the path if it is in the path, otherwise the next of its section. */
export function lessonAfter(entry: LessonEntry): LessonEntry | undefined {
  const place = places.get(entry);
  if (place !== undefined) return newcomersPath[place];
  const section = sectionsOf(lessonIndex).find(({ name }) => name === entry.section)?.lessons ?? [];
  return section[section.findIndex(({ slug }) => slug === entry.slug) + 1];
}

/**
 * Returns the sections of some lessons. Sections come in the order in which the path for newcomers reaches them, the
 * others after them by name; lessons by level, the path first.
 */
export function sectionsOf(lessons: readonly LessonEntry[]): readonly LessonSection[] {
  const first = (section: string): number => {
    const place = newcomersPath.findIndex((entry) => entry.section === section);
    return place < 0 ? Infinity : place;
  };
  const rank = (entry: LessonEntry): number => places.get(entry) ?? 1000 * (1 + levels.indexOf(entry.level));
  const names = [...new Set(lessons.map(({ section }) => section))];
  return names
    .toSorted((a, b) => (first(a) === first(b) ? a.localeCompare(b) : first(a) - first(b)))
    .map((name) => ({
      name,
      lessons: lessons
        .filter(({ section }) => section === name)
        .toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title)),
    }));
}

/** Returns the lessons that contain every word of a search in their title, section, level or headings. */
export function findLessons(search: string): readonly LessonEntry[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return lessonIndex.filter(({ title, slug, section, level, headings }) => {
    const text = [title, slug, section, level, ...headings].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What the lessons about a view have: a section, a view beside them, or words in their titles and headings. */
interface About {
  readonly sections?: readonly string[];
  readonly views?: readonly string[];
  readonly words?: RegExp;
}

// oxfmt-ignore
const aboutPlaces: Readonly<Record<string, About>> = {
  requests: { words: /request|media type|dry run|compress|chunk|table|verb/i },
  objects: { words: /object|delet|updates|names|patch|collection/i },
  world: { words: /delet|owner|namespace|garbage|controller|workload/i },
  watches: { views: ["watch"], words: /watch|410|bookmark/i },
  apply: { sections: ["Server-side apply"] },
  cel: { sections: ["CEL"] },
  definitions: { sections: ["Definitions"] },
  policies: { sections: ["Admission"] },
  declarative: { sections: ["Declarative validation"], words: /validat/i },
  terminal: { sections: ["kubectl", "Tools"], views: ["terminal"] },
  identity: { sections: ["Access"] },
  explain: { words: /definition|structural|field validation|fields/i },
  server: { sections: ["Versions, deprecation, operation", "Operation", "Versions"], words: /version|health|audit|gate/i },
};

/** Returns the lessons about a view of the page, by the first part of its address. */
export function lessonsAbout(place: string): readonly LessonEntry[] {
  const about = aboutPlaces[place];
  if (about === undefined) return [];
  const { sections = [], views = [], words } = about;
  const all = lessonIndex.filter(
    (entry) => sections.includes(entry.section) || views.includes(entry.view) || words?.test(entry.title) === true,
  );
  return sectionsOf(all).flatMap(({ lessons }) => lessons);
}

const texts = import.meta.glob<string>("../../../lessons/content/**/*.md", { query: "?raw", import: "default" });

/** Loads the Markdown of a lesson. */
export async function loadLesson({ file }: LessonEntry): Promise<string> {
  const load = texts[`../../../lessons/content/${file}`];
  if (load === undefined) throw new Error(`The lesson ${file} is not part of this build.`);
  return load();
}
