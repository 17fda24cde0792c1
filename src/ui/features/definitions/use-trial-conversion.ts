import { useEffect, useState } from "react";
import { createFunctionWorker } from "../../functions/function-worker.ts";
import { inWords } from "../../data/send.ts";
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
  const [outcome, setOutcome] = useState<TrialOutcome | undefined>(undefined);
  useEffect(() => {
    if (text === undefined) return undefined;
    const worker = createFunctionWorker(source, "convert", page.clock);
    let current = true;
    const run = async () => {
      const next = await tryConversion(page, worker, { definition, from, to, text }).catch(
        (error: unknown): TrialOutcome => ({
          kind: "failed",
          direction: `${from.name} to ${to.name}`,
          message: inWords(error),
        }),
      );
      if (current) setOutcome(next);
      worker.close();
    };
    const cancel = page.clock.after(250, () => void run());
    return () => {
      current = false;
      cancel();
      worker.close();
    };
  }, [page, source, definition, from, to, text]);
  return outcome;
}
