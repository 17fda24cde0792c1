import { StatusError } from "../apimachinery/errors.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { JsonObject } from "../apimachinery/json/value.ts";
import type { KubeObject, Status } from "../apimachinery/meta.ts";
import { answerText } from "../client/answer-text.ts";
import type { Client } from "../client/client.ts";

/** A lesson that can be run: each step is a request and what must be seen in its answer. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** What it is about, in a sentence or two. */
  readonly words: string;
  /** Everything it makes is in here, and so can be thrown away at once. */
  readonly namespace: string;
  readonly steps: readonly ScenarioStep[];
}

export interface ScenarioStep {
  readonly id: string;
  readonly title: string;
  /** What happens and why, before it does. */
  readonly words: string;
  /** The field manager that acts; absent where none is meant. */
  readonly actor?: string;
  readonly request: StepRequest;
  readonly claims: readonly Claim[];
}

export interface StepRequest {
  readonly method: "POST" | "PATCH";
  readonly target: string;
  readonly type: string;
  readonly body: JsonObject;
}

/** What the answer must show. */
export interface Claim {
  readonly words: string;
  readonly holds: (answer: StepAnswer) => boolean;
}

export interface StepAnswer {
  readonly status: number;
  readonly object?: KubeObject;
  readonly refusal?: Status;
}

export interface StepOutcome {
  readonly answer: StepAnswer;
  readonly claims: readonly { readonly words: string; readonly holds: boolean }[];
}

/** Sends a step's request and looks for what it claims. */
export async function runStep(client: Client, step: ScenarioStep, signal?: AbortSignal): Promise<StepOutcome> {
  const answer = await answerTo(client, step.request, signal);
  return { answer, claims: step.claims.map(({ words, holds }) => ({ words, holds: holds(answer) })) };
}

async function answerTo(
  client: Client,
  { method, target, type, body }: StepRequest,
  signal: AbortSignal | undefined,
): Promise<StepAnswer> {
  try {
    const { status, body: text } = await client.request(method, target, body, { contentType: type, signal });
    const object: unknown = JSON.parse(await answerText(text));
    return isObject(object) ? { status, object } : { status };
  } catch (error) {
    if (error instanceof StatusError) return { status: error.code, refusal: error.status };
    throw error;
  }
}

const isObject = (value: unknown): value is KubeObject => isRecord(value) && isRecord(value["metadata"]);

/** Runs all steps in turn and ends with the first that went otherwise than claimed. */
export async function runScenario(
  client: Client,
  scenario: Scenario,
  signal?: AbortSignal,
): Promise<readonly StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  for (const step of scenario.steps) {
    const outcome = await runStep(client, step, signal);
    outcomes.push(outcome);
    if (!outcome.claims.every(({ holds }) => holds)) break;
  }
  return outcomes;
}
