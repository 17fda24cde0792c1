import { messageOf } from "../../../apimachinery/message-of.ts";
import { createFunctionWorker } from "../../functions/function-worker.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { usePage } from "../../state/page.ts";
import type { WrittenDefinition, WrittenVersionOf } from "./model/written-definition.ts";
import { tryConversion, type TrialOutcome } from "./try-conversion.ts";

/** Tests a conversion function after a pause in typing. Each test runs in its own worker. */
export function useTrialConversion(
  source: string,
  definition: WrittenDefinition,
  from: WrittenVersionOf,
  to: WrittenVersionOf,
  text: string | undefined,
): TrialOutcome | undefined {
  const page = usePage();
  return useLatestAnswer(
    (signal) => {
      if (text === undefined) return undefined;
      const worker = createFunctionWorker(source, "convert", page.clock);
      signal.addEventListener("abort", () => worker.close());
      return tryConversion(page, worker, { definition, from, to, text })
        .catch((error: unknown): TrialOutcome => {
          return { kind: "failed", direction: `${from.name} to ${to.name}`, message: messageOf(error) };
        })
        .finally(() => worker.close());
    },
    [page, source, definition, from, to, text],
    250,
  );
}
