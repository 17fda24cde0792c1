import { LinkButton } from "../../design/button.tsx";
import type { LessonEntry } from "./catalogue.ts";
import { lessonAddress } from "./lesson-item.tsx";
import { wasDone, type KnownLessons } from "./progress.ts";

/** Leads to the next lesson of a course, or to its end. */
export function GoOn({
  course,
  lessons,
  known,
}: {
  readonly course: string;
  readonly lessons: readonly LessonEntry[];
  readonly known: KnownLessons;
}) {
  const next = lessons.find(({ slug }) => !wasDone(known[slug]));
  if (next === undefined)
    return (
      <LinkButton tone="primary" icon="flag" href={`#/lessons/course/${course}/end`}>
        What you have done
      </LinkButton>
    );
  const isBegun = lessons.some(({ slug }) => known[slug] !== undefined);
  return (
    <LinkButton tone="primary" icon="play" href={lessonAddress(next.slug, course)}>
      {isBegun ? "Go on" : "Begin"}: {next.title}
    </LinkButton>
  );
}
