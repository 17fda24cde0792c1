import type { Finding } from "../../../lessons/match.ts";
import type { Place } from "../../../lessons/lesson.ts";

/** What became of the claims in a block, by its lines from 0. */
export type ClaimsByLine = ReadonlyMap<number, readonly Finding[]>;

/** Returns the findings of a block's lines: of one that begins at a place and has a number of lines. */
export function claimsWithin(findings: readonly Finding[], place: Place, lines: number): ClaimsByLine {
  const found = new Map<number, Finding[]>();
  for (const finding of findings) {
    const line = finding.place.line - place.line;
    if (line < 0 || line >= lines) continue;
    const others = found.get(line);
    if (others === undefined) found.set(line, [finding]);
    else others.push(finding);
  }
  return found;
}

/** Says how the answer to a claim differs. */
export const claimWords = ({ what, expected, got }: Finding): string =>
  `${what === "" ? "it" : what}: expected ${expected}, got ${got}`;
