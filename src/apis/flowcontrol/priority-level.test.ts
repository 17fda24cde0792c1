import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { testContext } from "../testing/strategy-context.ts";
import { bootstrapPriorityLevels } from "./bootstrap.ts";
import { defaultPriorityLevel, priorityLevelStrategy } from "./priority-level.ts";

const messages = (name: string, spec: object): readonly string[] =>
  (priorityLevelStrategy.validate?.({ metadata: { name }, spec }, testContext()) ?? []).map(errorMessage);

describe("priority levels", () => {
  it.each(bootstrapPriorityLevels.map(({ name, spec }) => [name, spec] as const))("%s is valid", (name, spec) =>
    expect(messages(name, spec)).toEqual([]),
  );

  const limited = (more: object) => ({ type: "Limited", limited: { limitResponse: { type: "Reject" }, ...more } });
  const queued = (queuing: object) => limited({ limitResponse: { type: "Queue", queuing } });
  const at = "spec.limited.limitResponse.queuing";
  // oxfmt-ignore
  it.each([
    ["negative shares", limited({ nominalConcurrencyShares: -1 }), ["spec.limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer"]],
    ["lending more than all", limited({ lendablePercent: 101 }), ["spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive"]],
    ["borrowing less than nothing", limited({ borrowingLimitPercent: -1 }), ["spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer"]],
    ["queues of what is rejected", limited({ limitResponse: { type: "Reject", queuing: {} } }), [`${at}: Forbidden: must be nil if limited.limitResponse.type is not Limited`]],
    ["no queues", limited({ limitResponse: { type: "Queue" } }), [`${at}: Required value: must not be empty if limited.limitResponse.type is Limited`]],
    ["a hand greater than the deck", queued({ queues: 2, handSize: 3, queueLengthLimit: 1 }), [`${at}.handSize: Invalid value: 3: should not be greater than queues (2)`]],
    ["no lengths", queued({}), [`${at}.queueLengthLimit: Invalid value: 0: must be positive`, `${at}.queues: Invalid value: 0: must be positive`, `${at}.handSize: Invalid value: 0: must be positive`]],
  ])("refuses %s", (_name, spec, expected) => expect(messages("l", spec)).toEqual(expected));

  it("refuses the annotation by which v1beta3 tells zero from nothing", () => {
    const annotation = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";
    const level = { metadata: { name: "l", annotations: { [annotation]: "" } }, spec: limited({}) };
    for (const errors of [
      priorityLevelStrategy.validate?.(level, testContext()),
      priorityLevelStrategy.validateUpdate?.(level, level, testContext()),
    ])
      expect(errors?.map(errorMessage)).toEqual([
        `metadata.annotations: Forbidden: annotation '${annotation}' is forbidden`,
      ]);
  });

  it("lets the shares of the exempt level change, and nothing else", () => {
    const spec = { type: "Exempt", exempt: { nominalConcurrencyShares: 7, lendablePercent: 3 } };
    expect(messages("exempt", spec)).toEqual([]);
    expect(messages("exempt", { ...spec, limited: limited({}).limited })).toEqual([
      "spec.limited: Forbidden: must be nil if the type is not Limited",
      expect.stringMatching(/: spec of 'exempt' except the 'spec.exempt' field must equal the fixed value$/),
    ]);
  });

  it("defaults zero queues", () => {
    const level: KubeObject = {
      metadata: { name: "l" },
      spec: queued({ queues: 0, handSize: 2, queueLengthLimit: 0 }),
    };
    expect(defaultPriorityLevel(level)["spec"]).toMatchObject({
      limited: { limitResponse: { queuing: { queues: 64, handSize: 2, queueLengthLimit: 50 } } },
    });
  });
});
