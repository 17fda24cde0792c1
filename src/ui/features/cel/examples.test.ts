import { describe, expect, test } from "vitest";
import { createSystemClock } from "../../../apimachinery/system-clock.ts";
import { createCelCalls } from "../../../apiserver/inspection/cel-calls.ts";
import { labExamples } from "./examples.ts";
import { isOverBudget } from "./lab-answer.ts";
import { isLabState } from "../../cel/lab-state.ts";
import { readLab } from "./lab-request.ts";
import { withBounds } from "./schema-edit.ts";

const calls = createCelCalls({
  loadAuthorizer: () => Promise.resolve((user) => () => ({ allowed: user === "jane", reason: "", error: undefined })),
  clock: createSystemClock(),
  schemaOf: () => Promise.resolve(undefined),
});

describe.each(labExamples)("$label", ({ id, lab }) => {
  test("compiles, evaluates without an error, and runs over its fixtures", async () => {
    expect(isLabState(lab)).toBe(true);
    const { request, inputs, unreadable } = await readLab(lab);
    const explanation = await calls.celExplain(request, inputs);
    expect(unreadable).toEqual({});
    expect(explanation.issues).toEqual([]);
    expect(explanation.outcome?.error).toBeUndefined();
    expect(isOverBudget(explanation)).toBe(id === "over-budget");
    const fixtures = await Promise.all(
      lab.fixtures.map(async (fixture) => (await readLab(lab, fixture.inputs)).inputs),
    );
    expect(await calls.celRun(request, fixtures)).toHaveLength(lab.fixtures.length);
  });
});

test("the rule over budget is within it once the advice is written into its schema", async () => {
  const lab = labExamples.find(({ id }) => id === "over-budget")?.lab;
  if (lab === undefined) throw new Error("the example is missing");
  const { request } = await readLab(lab);
  for (const { edits, estimatedCost } of await calls.celAdvise(request)) {
    const fixed = await readLab({ ...lab, schema: await withBounds(lab.schema, edits) });
    const check = await calls.celCheck(fixed.request);
    expect(check.estimatedCost).toBe(estimatedCost);
    expect(isOverBudget(check)).toBe(false);
  }
});

test("texts that cannot be read are told, the rest is used", async () => {
  const [first] = labExamples;
  if (first === undefined) throw new Error("there are no examples");
  const { unreadable, inputs } = await readLab({ ...first.lab, inputs: { self: "hosts: [", oldSelf: "hosts: []" } });
  expect(Object.keys(unreadable)).toEqual(["self"]);
  expect(inputs).toEqual({ oldSelf: { hosts: [] } });
});
