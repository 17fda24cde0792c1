import { expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { Turns } from "../../component-base/event-loop.ts";
import { forEachKept, inSlices, phase, Work, type Pace } from "../../component-base/work.ts";
import type { FieldManager } from "./field-manager.ts";
import { replay } from "./late-conversions.ts";

/** Turns that come at once. */
class InstantTurns extends Turns {
  override next(): Promise<void> {
    return Promise.resolve();
  }
}

it("conversions that are asked for between pauses are told apart", async () => {
  const asked: string[] = [];
  const converted = (object: KubeObject, apiVersion: string): KubeObject => ({ ...object, apiVersion });
  const convert = async (object: KubeObject, apiVersion: string): Promise<KubeObject> => {
    await Promise.resolve();
    asked.push(apiVersion);
    if (apiVersion === "v3") throw new Error("no v3");
    return converted(object, apiVersion);
  };
  // the manager of a run is what its conversions are called by
  const fieldsWith = (now: typeof converted): FieldManager => ({ convert: now }) as unknown as FieldManager;
  const owner = { work: new Work(11), turns: new InstantTurns(), signal: new AbortController().signal, isLarge: true };
  const pace: Pace = (compute) => inSlices(owner, compute);
  let runs = 0;
  const versions = await replay({ convert, fieldsWith }, pace, (fields) => {
    runs++;
    const { convert: ask } = fields as unknown as { convert: typeof converted };
    const told = (version: string): { readonly text: string } => {
      try {
        return { text: ask({ metadata: {} }, version).apiVersion ?? "" };
      } catch (error) {
        if (error instanceof Error && error.message === "no v3") return { text: error.message };
        throw error;
      }
    };
    const first = phase(() => told("v2"));
    const loop = forEachKept(
      40,
      () => ({ texts: new Set<string>() }),
      (made, i) => {
        made.texts.add(told(i % 2 === 0 ? "v3" : "v4").text);
      },
    );
    return [first.text, ...loop.texts, told("v5").text];
  });
  expect(versions).toEqual(["v2", "no v3", "v4", "v5"]);
  expect(asked.slice(0, 3)).toEqual(["v2", "v3", "v4"]);
  expect(asked).toHaveLength(42);
  expect(runs).toBeGreaterThan(asked.length);
});
