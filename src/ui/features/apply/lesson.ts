import { Client } from "../../../client/client.ts";
import { createHandover } from "../../../scenarios/handover.ts";
import { runStep, type Scenario, type ScenarioStep } from "../../../scenarios/scenario.ts";
import { inWords, sendJson } from "../../data/send.ts";
import { printYaml } from "../../data/yaml.ts";
import type { Page } from "../../state/page.ts";
import { withManifest, type Bench, type StepNote } from "./bench.ts";
import { benches } from "./store.ts";

/** User agent of the lesson's requests. They count as sent by the user, who presses the button. */
const agent = "kubepad-console/0.1";

/** Returns the scenario of a bench; undefined before the lesson starts. */
export const scenarioOf = ({ lesson }: Bench): Scenario | undefined =>
  lesson === undefined ? undefined : createHandover(lesson.namespace);

/** Returns the index of the next step to do; -1 at the end. A step whose result was not as expected is repeated. */
export function nextStep(scenario: Scenario, notes: readonly StepNote[]): number {
  const done = notes.filter((note) => note.claims.every(({ holds }) => holds)).map(({ id }) => id);
  return scenario.steps.findIndex(({ id }) => !done.includes(id));
}

/** Starts the lesson with an empty bench and a new namespace name. */
export function beginLesson(page: Page): void {
  benches
    .of(page)
    .getState()
    .change("handover", () => ({
      actors: [],
      lesson: { namespace: `handover-${page.newId().slice(0, 5)}`, notes: [] },
    }));
}

/** Performs a step: sets the actor's manifest and sends the request. */
export async function doStep(page: Page, step: ScenarioStep): Promise<void> {
  const { change } = benches.of(page).getState();
  if (step.actor !== undefined) {
    const { actor } = step;
    const text = await printYaml(step.request.body);
    change("handover", (bench) => withManifest(bench, actor, text, page.newId()));
  }
  const note = await noteOf(page, step);
  change("handover", (bench) =>
    bench.lesson === undefined
      ? bench
      : {
          ...bench,
          lesson: { ...bench.lesson, notes: [...bench.lesson.notes.filter(({ id }) => id !== step.id), note] },
        },
  );
}

async function noteOf(page: Page, step: ScenarioStep): Promise<StepNote> {
  try {
    const { answer, claims } = await runStep(new Client({ handle: page.handle, userAgent: agent }), step);
    return { id: step.id, status: answer.status, message: answer.refusal?.message ?? "", claims };
  } catch (error) {
    return {
      id: step.id,
      status: 0,
      message: inWords(error),
      claims: [{ words: "the request was answered", holds: false }],
    };
  }
}

/** Deletes the lesson's namespace with its contents and clears the bench. */
export async function endLesson(page: Page, namespace: string): Promise<void> {
  try {
    await sendJson(page.handle, agent, { method: "DELETE", target: `/api/v1/namespaces/${namespace}` });
    page.toasts.add({ description: `Namespace ${namespace} and everything in it is being deleted.` });
  } catch (error) {
    page.toasts.add({ description: inWords(error) });
  }
  benches
    .of(page)
    .getState()
    .change("handover", () => ({ actors: [] }));
}
