import { expect, test } from "vitest";
import { parseLesson } from "../../../lessons/parse-lesson.ts";
import { blockText, partsOf, partsOfStep, rowLines, type TableRows } from "./lesson-parts.ts";

const text = `---
title: T
---

# T

<!-- cases -->

| path | status |
| ---- | ------ |
| /api | 200    |
| /no  | 404    |

\`\`\`http
GET \${path}
\`\`\`

\`\`\`http expect
\${status}
\`\`\`

Between.

\`\`\`http
GET /api/v1/namespaces
Accept: application/json;as=Table;v=v1;g=meta.k8s.io
\`\`\`

<!-- table -->

| Name    |
| ------- |
| default |

- A list:

  \`\`\`yaml create
  kind: ConfigMap
    # a comment
  \`\`\`
`;
const lesson = parseLesson("t.md", text);
const parts = partsOf(lesson);
const linesOf = (step: number, rows: TableRows) =>
  lesson.steps.slice(step, step + 1).flatMap((one) => rowLines(one, rows));

test("tables know the step that they are claims or cases of", () => {
  expect(parts.map((part) => (part.kind === "prose" ? part.node.type : part.kind))).toEqual([
    "heading",
    "table",
    "step",
    "expectation",
    "paragraph",
    "step",
    "table",
    "list",
    "step",
  ]);
  expect(parts.flatMap((part) => (part.kind === "table" ? [linesOf(part.step, part.rows)] : []))).toEqual([
    [11, 12],
    [33],
  ]);
});

test("a step alone has what leads to it and what is expected of it", () => {
  expect(partsOfStep(parts, 1).map(({ kind }) => kind)).toEqual(["prose", "step", "table"]);
  expect(partsOfStep(parts, 0).map(({ kind }) => kind)).toEqual(["prose", "table", "step", "expectation"]);
});

test("the text of a block is without its indentation", () => {
  const [, , step] = lesson.steps;
  expect(step && blockText(text, step.place)).toBe("kind: ConfigMap\n  # a comment");
});
