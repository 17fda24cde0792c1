import type { PolicyFinding } from "../../../../client/audit.ts";
import { ManifestSyntaxError, readManifest, type ManifestNode } from "../../../../assist/manifest-places.ts";

/** A finding with its line, counted from 0. */
export interface PlacedFinding extends PolicyFinding {
  readonly line: number;
}

/** Resolves the line of each finding. Findings about the whole policy use the first line. */
export async function placeFindings(
  text: string,
  findings: readonly PolicyFinding[],
): Promise<readonly PlacedFinding[]> {
  const read = await readTree(text);
  const lineOf = ({ line, field }: PolicyFinding): number =>
    line ?? (typeof read === "number" ? read : lineAt(read, stepsOf(field)));
  return findings.map((finding) => ({ ...finding, line: lineOf(finding) })).toSorted((a, b) => a.line - b.line);
}

/** Parses the text, or returns the line of the syntax error. */
async function readTree(text: string): Promise<ManifestNode | number> {
  try {
    return await readManifest(text);
  } catch (error) {
    return error instanceof ManifestSyntaxError ? error.line : 0;
  }
}

/** Splits a field path such as `rules[0].resources.group` into steps. */
const stepsOf = (field: string): readonly (string | number)[] =>
  field
    .split(/[.[\]]+/)
    .filter((step) => step !== "")
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/**
 * Returns the line of the deepest existing node on a path. If the path omits a list index, the first item that has the
 * next step is used.
 */
function lineAt(node: ManifestNode, [step, ...rest]: readonly (string | number)[]): number {
  if (step === undefined) return node.line;
  const next =
    childOf(node, step) ??
    node.children
      .map((child) => (typeof child.path.at(-1) === "number" ? childOf(child, step) : undefined))
      .find((found) => found !== undefined);
  return next === undefined ? node.line : lineAt(next, rest);
}

const childOf = ({ children }: ManifestNode, step: string | number): ManifestNode | undefined =>
  children.find(({ path }) => path.at(-1) === step);
