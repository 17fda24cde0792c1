import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hasEffect, gateFacts } from "./gate-facts.ts";
import { gateTable } from "./gate-table.ts";

const source = join(import.meta.dirname, "../..");

/** Names that are also kinds; no code checks these gates. */
const alsoKinds: ReadonlySet<string> = new Set(["MutatingAdmissionPolicy"]);

it("a gate has an effect exactly where the server names it beyond the table of gates", () => {
  const named = new Set<string>();
  for (const path of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts") || path.endsWith(".test.ts") || /^(?:component-base[/\\]features|ui)[/\\]/.test(path))
      continue;
    for (const [, name = ""] of readFileSync(join(source, path), "utf8").matchAll(/"([A-Z]\w+)"/g)) named.add(name);
  }
  const asked = Object.keys(gateTable).filter((name) => named.has(name) && !alsoKinds.has(name));
  expect(asked.toSorted()).toEqual(Object.keys(gateTable).filter(hasEffect).toSorted());
});

it("a gate is told with its stage, its default and since when", () => {
  const of = (name: string, release?: number) =>
    gateFacts({ CBORServingAndStorage: true }, release).find((gate) => gate.name === name);
  expect(of("CBORServingAndStorage")).toEqual({
    name: "CBORServingAndStorage",
    stage: "ALPHA",
    enabled: true,
    byDefault: false,
    since: 32,
    inStageSince: 32,
    locked: false,
    hasEffect: true,
  });
  expect(of("WatchList", 33)).toMatchObject({
    stage: "BETA",
    enabled: false,
    byDefault: false,
    since: 27,
    inStageSince: 33,
  });
  expect(of("RetryGenerateName")).toMatchObject({ stage: "", enabled: true, locked: true, hasEffect: false });
  expect(of("DetectCacheInconsistency", 33)).toBeUndefined();
});

it("settings that cannot be are refused in the server's words", () => {
  expect(() => gateFacts({ RetryGenerateName: false })).toThrow("feature is locked to true");
});
