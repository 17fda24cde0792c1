import { useCurrentAnswer } from "../../data/use-answer.ts";
import { usePage } from "../../state/page.ts";
import { placeFindings } from "../../texts/place-findings.ts";
import { findingsOf, findingsOfWarnings, type Finding, type Problem } from "../../texts/problem.ts";
import { textsOf } from "../../texts/texts.ts";
import type { DryRun } from "./use-dry-run.ts";

const none: readonly Problem[] = [];

/** Finds what a dry run reports in the text that was sent. Returns nothing for what concerns the request as a whole. */
export function useProblems(owner: string, outcome: DryRun): readonly Problem[] {
  const page = usePage();
  const placed = useCurrentAnswer(() => {
    const findings = findingsIn(outcome);
    if (findings.length === 0 || !("text" in outcome)) return undefined;
    const reading = textsOf(page).read(owner, outcome.text);
    return reading.then(() => placeFindings(page, { owner, document: 0 }, findings));
  }, [page, owner, outcome]);
  return placed ?? none;
}

function findingsIn(outcome: DryRun): readonly Finding[] {
  if (outcome.kind === "accepted") return findingsOfWarnings(outcome.warnings);
  const refused = outcome.kind === "refused" && (outcome.status.details?.causes ?? []).length > 0;
  return refused ? findingsOf(outcome.status) : [];
}
