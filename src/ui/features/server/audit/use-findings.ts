import { useAnswer } from "../../../data/use-answer.ts";
import { pause } from "../../../data/follow.ts";
import { usePage } from "../../../state/page.ts";
import { placeFindings, type PlacedFinding } from "./policy-places.ts";

/** The server's findings on a policy. */
export interface Findings {
  /** The findings refer to the current text. */
  readonly checked: boolean;
  readonly findings: readonly PlacedFinding[];
}

const patienceMs = 250;

/** Validates a policy with the server after a pause in typing, without applying it. */
export function useFindings(text: string): Findings {
  const page = usePage();
  const { value, refused, waiting } = useAnswer(text, async (signal) => {
    await pause(page.clock, patienceMs, signal);
    return signal.aborted ? [] : placeFindings(text, await page.inspect.checkAuditPolicy(text));
  });
  if (refused !== undefined)
    return { checked: !waiting, findings: [{ tone: "error", field: "", message: refused.message ?? "", line: 0 }] };
  return { checked: value !== undefined && !waiting, findings: value ?? [] };
}
