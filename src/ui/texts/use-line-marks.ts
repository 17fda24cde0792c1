import { useEffect, useMemo, useRef, type RefObject } from "react";
import { LineMarks } from "./line-marks.ts";
import type { Problem } from "./problem.ts";

/** Marks the lines of problems in the editor within `host`, to which the marks are attached. */
export function useLineMarks(problems: readonly Problem[]): {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly marks: LineMarks;
} {
  const host = useRef<HTMLDivElement>(null);
  const marks = useMemo(() => new LineMarks(host), []);
  useEffect(() => marks.show(problems), [marks, problems]);
  return { host, marks };
}
