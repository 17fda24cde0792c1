import { messageOf } from "../../../apimachinery/message-of.ts";
import type { CelOutcome } from "../../../client/cel.ts";
import type { Page } from "../../state/page.ts";
import { isOverBudget, type LabAnswer } from "./lab-answer.ts";
import type { LabState } from "../../cel/lab-state.ts";
import { readLab } from "./lab-request.ts";
import { schemaNodes } from "./schema-nodes.ts";

async function runFixtures(
  page: Page,
  state: LabState,
  compiles: boolean,
): Promise<Readonly<Record<string, CelOutcome>>> {
  if (!compiles || state.fixtures.length === 0) return {};
  const read = await Promise.all(state.fixtures.map(({ inputs }) => readLab(state, inputs)));
  const [first] = read;
  if (first === undefined) return {};
  const outcomes = await page.inspect.celRun(
    first.request,
    read.map(({ inputs }) => inputs),
  );
  return Object.fromEntries(
    state.fixtures.flatMap(({ id }, i) => {
      const outcome = outcomes[i];
      const unreadable = Object.values(read[i]?.unreadable ?? {})[0];
      if (outcome === undefined) return [];
      return [
        [
          id,
          unreadable === undefined
            ? outcome
            : { cost: 0, costLimit: outcome.costLimit, exceededLimit: false, error: unreadable },
        ] as const,
      ];
    }),
  );
}

/** Queries the server for everything the lab displays of a state. */
export async function askServer(
  page: Page,
  state: LabState,
): Promise<{ readonly answer?: LabAnswer; readonly trouble: string }> {
  try {
    const { request, inputs, unreadable } = await readLab(state);
    const explanation = await page.inspect.celExplain(request, inputs);
    const [advice, outcomes] = await Promise.all([
      isOverBudget(explanation) ? page.inspect.celAdvise(request) : [],
      runFixtures(page, state, explanation.type !== undefined),
    ]);
    const nodes = request.scope.kind === "rule" ? schemaNodes(request.scope.schema) : [];
    return {
      answer: { expression: state.expression, mode: state.mode, explanation, advice, unreadable, nodes, outcomes },
      trouble: "",
    };
  } catch (error) {
    return { trouble: messageOf(error) };
  }
}
