import { useEffect, useState } from "react";
import { usePage } from "../../state/page.ts";
import { placeFindings } from "../../texts/place-findings.ts";
import { findingsOf, findingsOfWarnings, type Finding, type Problem } from "../../texts/problem.ts";
import { textsOf } from "../../texts/texts.ts";
import type { DryRun } from "./use-dry-run.ts";

const none: readonly Problem[] = [];

/** Finds what a dry run reports in the text that was sent. Returns nothing for what concerns the request as a whole. */
export function useProblems(owner: string, outcome: DryRun): readonly Problem[] {
  const page = usePage();
  const [placed, setPlaced] = useState<{ readonly outcome: DryRun; readonly problems: readonly Problem[] }>();
  useEffect(() => {
    const findings = findingsIn(outcome);
    if (findings.length === 0 || !("text" in outcome)) return undefined;
    let current = true;
    const place = async (): Promise<void> => {
      await textsOf(page).read(owner, outcome.text);
      const problems = await placeFindings(page, { owner, document: 0 }, findings);
      if (current) setPlaced({ outcome, problems });
    };
    void place();
    return () => {
      current = false;
    };
  }, [page, owner, outcome]);
  return placed?.outcome === outcome ? placed.problems : none;
}

function findingsIn(outcome: DryRun): readonly Finding[] {
  if (outcome.kind === "accepted") return findingsOfWarnings(outcome.warnings);
  const refused = outcome.kind === "refused" && (outcome.status.details?.causes ?? []).length > 0;
  return refused ? findingsOf(outcome.status) : [];
}
