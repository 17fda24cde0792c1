import type { PolicyFinding } from "../../../../client/audit.ts";
import { ManifestSyntaxError, readManifest, type ManifestNode } from "../../../data/manifest-places.ts";

/** A finding and its line, counted from 0. */
export interface PlacedFinding extends PolicyFinding {
  readonly line: number;
}

/**
 * Gives each finding the line that it speaks of; what speaks of the whole, or of a text that cannot be read, stands at
 * the first.
 */
export async function placeFindings(
  text: string,
  findings: readonly PolicyFinding[],
): Promise<readonly PlacedFinding[]> {
  const read = await readTree(text);
  const lineOf = ({ line, field }: PolicyFinding): number =>
    line ?? (typeof read === "number" ? read : lineAt(read, stepsOf(field)));
  return findings.map((finding) => ({ ...finding, line: lineOf(finding) })).toSorted((a, b) => a.line - b.line);
}

/** The values of a text, or the line at which it ceases to be YAML. */
async function readTree(text: string): Promise<ManifestNode | number> {
  try {
    return await readManifest(text);
  } catch (error) {
    return error instanceof ManifestSyntaxError ? error.line : 0;
  }
}

/** `rules[0].resources.group` as its steps. */
const stepsOf = (field: string): readonly (string | number)[] =>
  field
    .split(/[.[\]]+/)
    .filter((step) => step !== "")
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/**
 * The line of what is found on the way; where the server names a list without the place in it, the first entry that has
 * the next step.
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
