import { useEffect, useState } from "react";
import { usePage } from "../../state/page.ts";
import type { Conflict, Outcome, Preview, Way } from "./outcome.ts";
import type { Reading } from "./reading.ts";
import { previewOf } from "./what-if.ts";

type Conflicting = Outcome & { readonly kind: "conflict" };

/** A preview request and its result. */
interface Asked {
  readonly outcome: Conflicting;
  readonly ways: string;
  readonly preview: Preview;
}

/**
 * Returns the dry run of the selected resolutions; undefined until every conflict has one and the server has responded.
 */
export function useChosenPreview(
  outcome: Conflicting,
  reading: Reading | undefined,
  choice: (conflict: Conflict) => Way | undefined,
): Preview | undefined {
  const page = usePage();
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const chosen = outcome.conflicts.map(choice);
  const [first] = chosen;
  const ways = chosen.join();
  const known = first !== undefined && chosen.every((way) => way === first) ? outcome.previews[first] : undefined;
  const wanted =
    known === undefined && !chosen.includes(undefined) && reading?.kind === "read" && reading.text === outcome.text;
  useEffect(() => {
    if (!wanted) return undefined;
    const control = new AbortController();
    const picked = new Map(outcome.conflicts.map((conflict, i) => [conflict, chosen[i]]));
    const resolution = { conflicts: outcome.conflicts, choice: (conflict: Conflict) => picked.get(conflict) };
    previewOf(page, reading, outcome.manager, resolution, control.signal).then(
      (preview) => {
        if (!control.signal.aborted) setAsked({ outcome, ways, preview });
      },
      () => undefined, // errors are not shown here; the button reports them
    );
    return () => control.abort();
  }, [page, outcome, reading, ways, wanted]); // oxlint-disable-line react-hooks/exhaustive-deps -- `ways` stands for what is chosen
  return known ?? (asked?.outcome === outcome && asked.ways === ways ? asked.preview : undefined);
}
