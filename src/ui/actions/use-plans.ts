import { statusOf } from "../data/send.ts";
import { useLatestAnswer } from "../data/use-answer.ts";
import type { Status } from "../../apimachinery/meta.ts";
import { usePage } from "../state/page.ts";
import type { Action, ActionPlan, Answers, Subject } from "./action.ts";
import { withKind } from "./action-table.ts";
import { contextOf } from "./perform.ts";

/** What an action comes to for subjects. */
export interface Plans {
  readonly plans: readonly ActionPlan[];
  /** The subjects that are left out, with the reason. */
  readonly left: readonly (readonly [Subject, string])[];
  readonly refused?: Status;
}

/** Plans an action for its subjects, again whenever the answers change; undefined until it is planned. */
export function usePlans(action: Action, subjects: readonly Subject[], answers: Answers): Plans | undefined {
  const page = usePage();
  return useLatestAnswer(
    () => planAll(action, subjects, answers, contextOf(page)).catch((error: unknown) => failed(error)),
    [page, action, subjects, answers],
  );
}

const failed = (error: unknown): Plans => ({ plans: [], left: [], refused: statusOf(error) });

async function planAll(
  action: Action,
  subjects: readonly Subject[],
  answers: Answers,
  context: ReturnType<typeof contextOf>,
): Promise<Plans> {
  const left: (readonly [Subject, string])[] = [];
  const plans: ActionPlan[] = [];
  for (const subject of subjects) {
    const why = action.refuses?.(withKind(subject));
    if (why === undefined) plans.push(await action.plan(subject, answers, context));
    else left.push([subject, why]);
  }
  return { plans, left };
}
