import type { DeclarativeExample } from "./declarative-example.ts";
import { listExamples } from "./list-examples.ts";
import { scalarExamples } from "./scalar-examples.ts";
import { structExamples } from "./struct-examples.ts";

/** A lesson for each tag of the documentation's catalogue. */
export const declarativeExamples: readonly DeclarativeExample[] = [
  ...scalarExamples,
  ...listExamples,
  ...structExamples,
];
