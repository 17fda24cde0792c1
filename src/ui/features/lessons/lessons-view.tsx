import { Button } from "../../design/button.tsx";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import { deferred } from "../../design/deferred.tsx";
import { navigate, type Route } from "../../state/route.ts";
import { CatalogueView } from "./catalogue-view.tsx";
import { CourseView } from "./course-view.tsx";
import { LessonView } from "./lesson-view.tsx";
import type { SideView } from "./side-views.ts";
import { isFromFile, useLesson } from "./use-lesson.ts";
import "./lessons.css";

const author = deferred(async () => (await import("./author-view.tsx")).AuthorView, <Skeleton lines={12} />);

export interface LessonsViewProps {
  readonly route: Route;
  /** The views of a lesson's server that can stand beside it. */
  readonly views: readonly SideView[];
  /** Returns the name of a view of the page. */
  readonly label: (place: string) => string;
}

/**
 * The lessons. Addresses: `#/lessons`, `#/lessons/SLUG`, `#/lessons/SLUG/STEP`, `#/lessons/write`,
 * `#/lessons/course/SLUG` for a course, and `#/lessons/course/SLUG/end` for its end.
 */
export function LessonsView({ route, views, label }: LessonsViewProps) {
  const slug = route.parts[1];
  if (slug === undefined) return <CatalogueView route={route} label={label} />;
  if (slug === "write") return <author.View route={route} views={views} />;
  if (slug === "course") return <CourseView slug={route.parts[2] ?? ""} isEnd={route.parts[3] === "end"} />;
  return <OneLesson key={slug} slug={slug} route={route} views={views} />;
}

function OneLesson({ slug, route, views }: Pick<LessonsViewProps, "route" | "views"> & { readonly slug: string }) {
  const lesson = useLesson(slug);
  const all = <Button onClick={() => navigate("#/lessons")}>All lessons</Button>;
  switch (lesson.kind) {
    case "loading":
      return <Skeleton lines={12} />;
    case "unknown":
      return (
        <EmptyState icon="book" title={`There is no lesson ${slug}`} actions={all}>
          It may have another name in this version of Kubepad.
        </EmptyState>
      );
    case "failed":
      return (
        <EmptyState icon="warning" title="The lesson cannot be read" actions={all}>
          {lesson.problem}
        </EmptyState>
      );
    case "ready":
      return (
        <LessonView
          key={lesson.session.text}
          session={lesson.session}
          slug={slug}
          route={route}
          views={views}
          isEager={!isFromFile(slug)}
        />
      );
  }
}
