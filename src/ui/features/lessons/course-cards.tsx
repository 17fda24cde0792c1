import { plural } from "../../data/words.ts";
import { lessonsIn, newcomersCourse, type OpenCourse } from "./catalogue.ts";
import { wasDone, type KnownLessons } from "./progress.ts";
import { useCourses } from "./use-courses.ts";

/** The courses but for the one for newcomers, which stands above them. */
export function CourseCards({ known }: { readonly known: KnownLessons }) {
  const courses = useCourses().filter(({ slug }) => slug !== newcomersCourse);
  return (
    <section className="kp-lessons-section" aria-labelledby="kp-courses">
      <h2 id="kp-courses">Courses</h2>
      <ul className="kp-home-grid kp-home-cards">
        {courses.map((course) => (
          <CourseCard key={course.slug} course={course} known={known} />
        ))}
      </ul>
    </section>
  );
}

function CourseCard({ course, known }: { readonly course: OpenCourse; readonly known: KnownLessons }) {
  const lessons = lessonsIn(course);
  const done = lessons.filter(({ slug }) => wasDone(known[slug])).length;
  return (
    <li>
      <a href={`#/lessons/course/${course.slug}`}>
        <b>{course.title}</b>
        <span className="quiet">{course.summary}</span>
        <span className="quiet small">
          {done === 0 ? plural(lessons.length, "lesson") : `${done} of ${lessons.length} done`}
        </span>
      </a>
    </li>
  );
}
