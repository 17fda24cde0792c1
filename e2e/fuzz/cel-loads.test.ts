import { expect, it } from "vitest";
import { jsonValue } from "../../src/cel/values/json.ts";
import { mostEffort, mostText } from "../../src/cel/values/effort.ts";
import { createDice } from "../../src/apiserver/codec/testing/generate-object.ts";
import { celInputs, celLoads, createLoadRunner } from "./cel-loads.ts";

const samples = 40;
/** The most effort of an evaluation: its last call may exceed the limit, but its operands are bounded in size. */
const mostWithLastCall = 3 * mostEffort;

it.each(Object.entries(celInputs))(
  "expressions that do much for their cost end within the bounds of one evaluation: %s",
  (_, make) => {
    const evaluate = createLoadRunner();
    const self = jsonValue(make());
    const dice = createDice(29);
    const beyond = Array.from({ length: samples }, () => celLoads[Math.floor(dice() * celLoads.length)]).flatMap(
      (load) => {
        if (load === undefined) return [];
        const { name, expression } = load;
        const { value, effort } = evaluate(expression, self);
        const isBounded = effort <= mostWithLastCall && (typeof value !== "string" || value.length <= mostText);
        return isBounded ? [] : [{ name, effort }];
      },
    );
    expect(beyond).toEqual([]);
  },
  120_000,
);

it.each([
  ["a text is made for each character", "self.s.split('').size()"],
  ["a text is put before each character", "self.s.replace('', 'b').size()"],
  ["a long number is parsed", "isQuantity(self.s.replace('a', '9'))"],
  ["lists are joined", "(self.l + self.m).size()"],
])("what is done is counted where %s", (_, expression) => {
  const input = celInputs["ascii"];
  if (input === undefined) throw new Error("no input");
  expect(createLoadRunner()(expression, jsonValue(input())).effort).toBeGreaterThan(100_000);
});
