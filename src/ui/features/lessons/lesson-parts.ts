import type { Lesson, LessonBlock, MarkdownNode, Step } from "../../../lessons/lesson.ts";

/** What the rows of a table are to a step: what it runs with, or its expectation of a number. */
export type TableRows = "cases" | number;

/** A part of a lesson as it is drawn. */
export type LessonPart =
  | { readonly kind: "prose"; readonly node: MarkdownNode }
  /** A table whose rows are claims of a step, or what it runs with. */
  | { readonly kind: "table"; readonly node: MarkdownNode; readonly step: number; readonly rows: TableRows }
  | { readonly kind: "step"; readonly step: number }
  | { readonly kind: "prediction"; readonly step: number }
  | { readonly kind: "expectation"; readonly step: number; readonly expectation: number }
  | { readonly kind: "goal"; readonly goal: number };

/** Returns the parts of a lesson, or of a way in it, in reading order: tables with claims know their step. */
export function partsOf({ blocks, steps }: Pick<Lesson, "blocks" | "steps">): readonly LessonPart[] {
  const parts: LessonPart[] = [];
  for (const [i, block] of blocks.entries()) {
    const next = blocks[i + 1];
    if (isTable(block) && next?.kind === "expectation") {
      if (isTableOf(steps, next)) {
        parts.push({ kind: "table", node: block.node, step: next.step, rows: next.expectation });
        continue;
      }
    }
    const step = isTable(block) ? stepWithCases(steps, blocks, i) : undefined;
    if (isTable(block) && step !== undefined) parts.push({ kind: "table", node: block.node, step, rows: "cases" });
    else if (block.kind !== "expectation" || !isTableOf(steps, block)) parts.push(block);
  }
  return parts;
}

type ProseBlock = Extract<LessonBlock, { readonly kind: "prose" }>;
const isTable = (block: LessonBlock): block is ProseBlock => block.kind === "prose" && block.node.type === "table";

const isTableOf = (
  steps: Lesson["steps"],
  { step, expectation }: Extract<LessonBlock, { readonly kind: "expectation" }>,
): boolean => steps[step]?.expectations[expectation]?.content?.kind === "table";

/** The step that a table's rows are the cases of: the next one, if no other table is between. */
function stepWithCases(steps: Lesson["steps"], blocks: readonly LessonBlock[], at: number): number | undefined {
  const block = blocks.find((one, i) => i > at && (one.kind === "step" || isTable(one)));
  if (block?.kind !== "step") return undefined;
  return steps[block.step]?.cases === undefined ? undefined : block.step;
}

/** Returns the lines of the file that the rows of a step's table are at. */
export function rowLines({ cases, expectations }: Step, rows: TableRows): readonly number[] {
  if (rows === "cases") return (cases ?? []).map(({ line }) => line);
  const content = expectations[rows]?.content;
  return content?.kind === "table" ? content.rows.map(([cell]) => cell?.place.line ?? 0) : [];
}

/** Returns the parts of one step: from the end of the step before it to its last expectation. */
export function partsOfStep(parts: readonly LessonPart[], index: number): readonly LessonPart[] {
  const belongs = (part: LessonPart): boolean => "step" in part && part.step === index;
  const first = parts.findIndex(belongs);
  const before = parts.findLastIndex((part, i) => i < first && "step" in part && part.step < index);
  return parts.slice(before + 1, parts.findLastIndex(belongs) + 1);
}

/** Returns the text of a block without its indentation in the file. */
export function blockText(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const normal = text.replace(/\r\n?/g, "\n");
  const indent = start - (normal.lastIndexOf("\n", start - 1) + 1);
  const lines = normal.slice(start, end).split("\n");
  return lines.map((line, i) => (i === 0 ? line : line.slice(Math.min(indent, line.search(/\S|$/))))).join("\n");
}
