import { StatusError } from "../apimachinery/errors.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { JsonObject } from "../apimachinery/json/value.ts";
import type { KubeObject, Status } from "../apimachinery/meta.ts";
import { answerText } from "../client/answer-text.ts";
import type { Client } from "../client/client.ts";

/** A runnable lesson: each step is a request and the claims that its response must satisfy. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** A description in one or two sentences. */
  readonly words: string;
  /** The namespace of all objects that the scenario creates, so that deleting it removes them. */
  readonly namespace: string;
  readonly steps: readonly ScenarioStep[];
}

export interface ScenarioStep {
  readonly id: string;
  readonly title: string;
  /** What the step does and why, shown before it runs. */
  readonly words: string;
  /** The acting field manager; absent if it does not matter. */
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

/** A condition that the response must satisfy. */
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

/** Sends a step's request and checks its claims. */
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

/** Runs the steps in order and stops after the first one whose claims fail. */
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
