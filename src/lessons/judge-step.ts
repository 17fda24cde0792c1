import { messageOf } from "../apimachinery/message-of.ts";
import {
  checkExpectation,
  eventCount,
  hasEventsBetween,
  namesStatus,
  type Observed,
  withMessage,
} from "./check-expectation.ts";
import type { Step, WantedObject } from "./lesson.ts";
import type { Finding } from "./match.ts";
import type { Variables } from "./variables.ts";
import { atYamlFault } from "./yaml-fault.ts";

/** The right answer of a question is a claim as well: its status is that of the first expectation. */
export function checkPrediction({ prediction, expectations }: Step): readonly Finding[] {
  const right = prediction?.choices.find((choice) => choice.right);
  const expected = expectations.find(({ status }) => status !== undefined)?.status?.text;
  if (right?.status === undefined || expected === undefined) return [];
  const holds = String(right.status) === expected;
  return [{ place: right.place, what: "the right answer", holds, expected, got: String(right.status) }];
}

/** What stops a step. */
export function problemOf(step: Step, error: unknown): Finding {
  const got = messageOf(error);
  return { place: { ...step.place, line: step.line }, what: "the step", holds: false, expected: "it runs", got };
}

/** What a goal is about cannot be read: its kind is not served. */
export const unchecked = ({ place }: WantedObject, error: unknown): Finding => ({
  place,
  what: "the goal",
  holds: false,
  expected: "it can be read",
  got: messageOf(error),
});

/** A refusal, or a success where it was expected. */
export const unsuccessful = (step: Step, observed: Observed): Finding => ({
  place: { ...step.place, line: step.line },
  what: "the status",
  holds: observed.status < 400,
  expected: "success",
  got: withMessage(observed),
});

/** Compares an answer with everything that a step expects; without a word about the status, it is to be a success. */
export function judge(step: Step, observed: Observed, variables: Variables): readonly Finding[] {
  let taken = 0;
  const findings = step.expectations.flatMap((expectation) => {
    const count = hasEventsBetween(expectation) ? observed.events.length : eventCount(expectation);
    const events = observed.events.slice(taken, taken + count);
    taken += count;
    return checkExpectation(expectation, { ...observed, events }, variables);
  });
  const all = step.expectations.some(namesStatus) ? findings : [unsuccessful(step, observed), ...findings];
  return all.map((finding) => atYamlFault(finding, step.source, step.place.line));
}
