import { expect, it, vi } from "vitest";
import { createEnvSet, perCallLimit } from "../env/kubernetes.ts";
import { Program } from "../program.ts";
import { dynType } from "../types/type.ts";
import { HashMap } from "../values/hash-map.ts";
import { jsonValue } from "../values/json.ts";

const env = createEnvSet().storedExpressions.extend({ variables: [["self", dynType]] });

it.each(["self.transformMap(i, v, v + 1)", "self.transformMapEntry(i, v, {string(v): i})"])(
  "%s lists the keys of the map that it makes once, however long it is",
  (expression) => {
    const program = new Program(env.compile(`${expression}.size()`), env);
    const list = Array.from({ length: 500 }, (_, i) => i);
    const lengths: number[] = [];
    const { keys } = HashMap.prototype;
    const spy = vi.spyOn(HashMap.prototype, "keys").mockImplementation(function listed(this: HashMap) {
      lengths.push(this.size);
      return keys.call(this);
    });
    const { value } = program.evaluate(new Map([["self", jsonValue(list)]]));
    spy.mockRestore();
    expect(value).toBe(500);
    expect(lengths.filter((length) => length > 1)).toEqual([500]);
  },
);

it("flattening large lists again and again is interrupted, since each element is an effort", () => {
  const list = jsonValue([Array.from({ length: 1000 }, (_, i) => i)]);
  const evaluated = (count: number) => {
    const expression = `lists.range(${count}).map(i, self.flatten()).size()`;
    return new Program(env.compile(expression), env, { costLimit: perCallLimit }).evaluate(new Map([["self", list]]));
  };
  expect(evaluated(10).effort).toBeGreaterThanOrEqual(10 * 1000);
  expect(evaluated(10).value).toBe(10);
  expect(evaluated(10_000).value).toMatchObject({ message: "operation interrupted" });
});
