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
    /** The place in the path for newcomers, from 1; 0 outside of it. */
    readonly path: number;
    readonly view: string;
    readonly steps: number;
    readonly headings: readonly string[];
  }

  export const lessonIndex: readonly LessonEntry[];
}
