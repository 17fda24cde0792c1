/** What the build reads of the lessons' front matter (.config/lesson-index.ts). */
declare module "virtual:lesson-index" {
  /** A lesson as the catalogue lists it. */
  export interface LessonEntry {
    /** The name of its file, which is its address: `#/lessons/watch`. */
    readonly slug: string;
    readonly file: string;
    readonly title: string;
    readonly section: string;
    readonly level: "" | "beginner" | "intermediate" | "advanced";
    readonly minutes: number;
    readonly view: string;
    readonly steps: number;
    readonly headings: readonly string[];
  }

  /** A course as the catalogue lists it. */
  export interface CourseEntry {
    readonly slug: string;
    readonly title: string;
    readonly level: LessonEntry["level"];
    readonly summary: string;
    /** The slugs of the lessons below each heading. */
    readonly parts: readonly { readonly title: string; readonly lessons: readonly string[] }[];
  }

  export const lessonIndex: readonly LessonEntry[];
  export const courseIndex: readonly CourseEntry[];
}
