import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Status } from "../../../apimachinery/meta.ts";
import { changesBetween, bookkeeping, type Change } from "../../data/changes.ts";
import { RefusedError } from "../../data/send.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
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

const waiting: DryRun = { kind: "waiting" };

/** Dry-runs a write after a pause in typing and compares the result with `against`, or with the submitted object. */
export function useDryRun(
  text: string,
  mode: string,
  against: unknown,
  attempt: (text: string, signal: AbortSignal) => Promise<Written>,
): DryRun {
  const outcome = useLatestAnswer(
    (signal) =>
      attempt(text, signal).then(
        ({ object, warnings, sent }): DryRun => {
          return { kind: "accepted", text, changes: changesBetween(against ?? sent, object, bookkeeping), warnings };
        },
        (error: unknown): DryRun =>
          error instanceof RefusedError
            ? { kind: "refused", text, status: error.status }
            : { kind: "unreadable", message: messageOf(error) },
      ),
    [text, mode, against], // oxlint-disable-line react-hooks/exhaustive-deps -- attempt is made anew at each drawing
    350,
  );
  return outcome ?? waiting;
}
