import { expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { asDefinition } from "../../apis/apiextensions/definition.ts";
import { compileCodec } from "../../apiserver/codec/json/typed-codec.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { Turns } from "../../component-base/event-loop.ts";
import type { TracedRule, TraceRecorder } from "../../component-base/trace.ts";
import { inSlices, Work } from "../../component-base/work.ts";
import { createKindModel } from "../handler/kind-model.ts";
import { VersionRules } from "./custom-resource-validator.ts";
import { versionToolsFor } from "./version-tools.ts";

const rule = (expression: string) => ({ rule: expression, message: expression });
const ports = {
  type: "array",
  maxItems: 100,
  items: { type: "integer", "x-kubernetes-validations": [rule("self > 10"), rule("self % 2 == 0")] },
};
const metaSchema = (await loadBuiltinTypes()).metaKind("ObjectMeta");

async function versionRules(): Promise<VersionRules> {
  if (metaSchema === undefined) throw new Error("no ObjectMeta");
  const spec = { type: "object", properties: { ports }, "x-kubernetes-validations": [rule("self.ports.size() < 10")] };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  const definition = asDefinition({
    metadata: { name: "foos.g.io" },
    spec: {
      group: "g.io",
      names: { plural: "foos", kind: "Foo" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  } as never);
  const model = createKindModel(definition, compileCodec(metaSchema), undefined);
  return new VersionRules(model, model.storage, await versionToolsFor(definition));
}

const foo = (values: readonly number[]): KubeObject =>
  ({ apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "x" }, spec: { ports: values } }) as KubeObject;

/** Counts the turns for which work waits. */
class CountedTurns extends Turns {
  count = 0;

  override next(): Promise<void> {
    this.count++;
    return super.next();
  }
}

/** Work of which each charge is half a slice, however cheap a rule is. */
class CoarseWork extends Work {
  override charge(units: number): void {
    super.charge(units < 1 ? 10 : units);
  }
}

/** Validates a change in slices of so many units; returns what it tells, and the turns that it took. */
async function validated(slice: number) {
  const turns = new CountedTurns();
  const work = new CoarseWork(slice);
  const [warnings, traced, told]: [string[], TracedRule[], string[]] = [[], [], []];
  const trace = {
    stage: (name: string) => void told.push(name),
    decide: (decision: string) => void told.push(decision),
    rules: (rules: readonly TracedRule[]) => void traced.push(...rules),
  } as unknown as TraceRecorder;
  const { signal } = new AbortController();
  const ctx = { work, turns, signal, trace, warn: (text: string) => void warnings.push(text) };
  const rules = await versionRules();
  const old = foo(Array.from({ length: 20 }, (_, i) => i));
  const now = foo(Array.from({ length: 30 }, (_, i) => i));
  const context = ctx as unknown as StrategyContext;
  const errors = [
    await inSlices(ctx, () => rules.validate(now, context)),
    await inSlices(ctx, () => rules.validateUpdate(now, old, context)),
  ];
  return { errors: errors.map((some) => some.map(errorMessage)), warnings, traced, told, turns: turns.count };
}

it("rules give way to other requests between each other, and say the same as without a pause", async () => {
  const { turns: none, ...atOnce } = await validated(Infinity);
  const { turns, ...inPieces } = await validated(20);
  expect(none).toBe(0);
  // sixty rules of the ports and one of the spec, twice, of which two fit into a slice
  expect(turns).toBeGreaterThanOrEqual(61);
  expect(inPieces).toEqual(atOnce);
  expect(atOnce.errors.map(({ length }) => length)).toEqual([27, expect.any(Number)]);
  expect(atOnce.traced).toHaveLength(2 * 61);
  expect(atOnce.told).toHaveLength(6);
});
