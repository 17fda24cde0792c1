import { useEffect, useState } from "react";
import type { Status } from "../../../apimachinery/meta.ts";
import { changesBetween, bookkeeping, type Change } from "../../data/changes.ts";
import { inWords, RefusedError } from "../../data/send.ts";
import { usePage } from "../../state/page.ts";
import type { Written } from "./writes.ts";

/** The result of a dry run. */
export type DryRun =
  | { readonly kind: "waiting" }
  | { readonly kind: "unreadable"; readonly message: string }
  | { readonly kind: "refused"; readonly text: string; readonly status: Status }
  | {
      readonly kind: "accepted";
      readonly text: string;
      readonly changes: readonly Change[];
      readonly warnings: readonly string[];
    };

/** Dry-runs a write after a pause in typing and compares the result with `against`, or with the submitted object. */
export function useDryRun(
  text: string,
  mode: string,
  against: unknown,
  attempt: (text: string, signal: AbortSignal) => Promise<Written>,
): DryRun {
  const page = usePage();
  const [outcome, setOutcome] = useState<DryRun>({ kind: "waiting" });
  useEffect(() => {
    const control = new AbortController();
    const show = (next: DryRun) => {
      if (!control.signal.aborted) setOutcome(next);
    };
    const run = () => {
      attempt(text, control.signal).then(
        ({ object, warnings, sent }) =>
          show({ kind: "accepted", text, changes: changesBetween(against ?? sent, object, bookkeeping), warnings }),
        (error: unknown) =>
          show(
            error instanceof RefusedError
              ? { kind: "refused", text, status: error.status }
              : { kind: "unreadable", message: inWords(error) },
          ),
      );
    };
    const cancel = page.clock.after(350, run);
    return () => {
      cancel();
      control.abort();
    };
  }, [page, text, mode, against]); // oxlint-disable-line react-hooks/exhaustive-deps -- attempt is made anew at each drawing
  return outcome;
}
