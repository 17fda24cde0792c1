import type { Page } from "../state/page.ts";
import type { Finding, Problem } from "./problem.ts";
import { stepsOfField } from "../../validate/steps-of-field.ts";
import { textsOf } from "./texts.ts";

/** The text in which findings are located: the last one that its owner has read, and the document in it. */
export interface LocatedText {
  readonly owner: string;
  readonly document: number;
  /** Returns the steps to a field in the document as it is written; those of the field itself by default. */
  readonly stepsOf?: (field: string) => readonly string[];
}

/** Finds the lines of findings, and sorts them by line. */
export async function placeFindings(
  page: Page,
  { owner, document, stepsOf = stepsOfField }: LocatedText,
  findings: readonly Finding[],
): Promise<readonly Problem[]> {
  if (findings.length === 0) return [];
  const places = findings.map(({ field }) => stepsOf(field));
  const lines = await textsOf(page).lines(owner, document, places);
  return findings
    .map((finding, i) => ({ ...finding, line: lines[i] ?? 0, steps: places[i] ?? [] }))
    .toSorted((a, b) => a.line - b.line);
}
