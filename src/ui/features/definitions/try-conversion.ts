import { messageOf } from "../../../apimachinery/message-of.ts";
import { changesBetween, type Change } from "../../data/changes.ts";
import type { FunctionWorker } from "../../functions/function-worker.ts";
import type { FixtureProblem } from "../../../client/definitions.ts";
import type { Page } from "../../state/page.ts";
import { answerProblem } from "./model/conversion-text.ts";
import { pruneObject } from "./model/prune-object.ts";
import type { WrittenDefinition, WrittenVersionOf } from "./model/written-definition.ts";
import { textsOf } from "../../texts/texts.ts";

/** A test of a conversion function on an object. */
export interface ConversionTrial {
  readonly definition: WrittenDefinition;
  readonly from: WrittenVersionOf;
  readonly to: WrittenVersionOf;
  /** The object as YAML. */
  readonly text: string;
}

/** The result of a test: the error, or the results in both directions. */
export type TrialOutcome =
  | { readonly kind: "unreadable"; readonly message: string }
  | { readonly kind: "failed"; readonly direction: string; readonly message: string }
  | {
      readonly kind: "converted";
      readonly text: string;
      /** Validation errors in the target version. */
      readonly problems: readonly FixtureProblem[];
      /** Fields pruned in the target version. */
      readonly dropped: readonly Change[];
      /** Differences from the original after the round trip. */
      readonly changes: readonly Change[];
    };

/**
 * Converts an object to another version and back as the server would, pruning fields that a version does not specify.
 */
export async function tryConversion(
  page: Page,
  worker: FunctionWorker,
  { definition, from, to, text }: ConversionTrial,
): Promise<TrialOutcome> {
  const [read] = await textsOf(page).parse([text]);
  if (read === undefined || !("value" in read))
    return {
      kind: "unreadable",
      message: read === undefined ? "there is no text" : `line ${read.line + 1}: ${read.message}`,
    };
  const there = await convert(worker, definition, read.value, from, to);
  if ("failed" in there) return there.failed;
  const back = await convert(worker, definition, there.kept, to, from);
  if ("failed" in back) return back.failed;
  const { fixtures } = await page.inspect.definitionVerdicts({ spec: definition.spec, version: to.name }, [
    { object: there.kept },
  ]);
  return {
    kind: "converted",
    text: await textsOf(page).print(there.kept),
    problems: fixtures[0]?.problems ?? [],
    dropped: changesBetween(there.answered, there.kept),
    changes: changesBetween(read.value, back.kept),
  };
}

type Way = { readonly answered: unknown; readonly kept: unknown } | { readonly failed: TrialOutcome };

async function convert(
  worker: FunctionWorker,
  { group }: WrittenDefinition,
  object: unknown,
  from: WrittenVersionOf,
  to: WrittenVersionOf,
): Promise<Way> {
  const failed = (message: string): Way => ({
    failed: { kind: "failed", direction: `${from.name} to ${to.name}`, message },
  });
  const apiVersion = `${group}/${to.name}`;
  try {
    const [answered] = await worker.call([[object, apiVersion]]);
    const problem = answerProblem(object, answered, apiVersion);
    return problem === undefined
      ? { answered, kept: to.schema === undefined ? answered : pruneObject(answered, to.schema) }
      : failed(problem);
  } catch (error) {
    return failed(messageOf(error));
  }
}
