import { Icon } from "../../design/icon.tsx";
import type { LessonEntry } from "./catalogue.ts";
import { isDone, wasDone, type LessonProgress } from "./progress.ts";

/** A line that leads to a lesson, and says how far the reader is in it. `course` is the slug of the course it is in. */
export function LessonItem({
  entry: { slug, title, level, minutes },
  known,
  number,
  course,
}: {
  readonly entry: LessonEntry;
  readonly known: LessonProgress | undefined;
  readonly number?: number | undefined;
  readonly course?: string | undefined;
}) {
  const done = course === undefined ? isDone(known) : wasDone(known);
  return (
    <li>
      <a href={lessonAddress(slug, course)} data-done={done ? "" : undefined}>
        <span className="kp-lessons-mark" aria-hidden="true">
          {done ? <Icon name="check" size={12} /> : number}
        </span>
        <span className="grow">{title}</span>
        <span className="quiet small">
          {progressWords(known) || [level, minutes > 0 ? `${minutes} min` : ""].filter(Boolean).join(", ")}
        </span>
      </a>
    </li>
  );
}

/** The address of a lesson, as part of a course or by itself. */
export const lessonAddress = (slug: string, course: string | undefined): string =>
  `#/lessons/${encodeURIComponent(slug)}${course === undefined ? "" : `?course=${course}`}`;

function progressWords(known: LessonProgress | undefined): string {
  if (known === undefined || known.passed === 0) return "";
  return isDone(known) ? "done" : `${known.passed} of ${known.steps} steps`;
}
