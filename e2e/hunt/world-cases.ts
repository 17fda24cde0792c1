import type { KubeObject } from "../../src/apimachinery/meta.ts";
import { answerText } from "../../src/client/answer-text.ts";
import { jsonValue } from "../../src/cel/values/json.ts";
import { changedDefinition, generateDefinitionSet } from "../bench/definition-set.ts";
import { celInputs, celLoads, createLoadRunner } from "../fuzz/cel-loads.ts";
import type { HuntedWorld, TaskHunt } from "./hunt-case.ts";

const definitions = { group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" };
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Definitions of 10 MB in all. */
const manyDefinitions = () => generateDefinitionSet({ groups: 40, kinds: 5, size: 50_000 });
const parsed = (text: string): KubeObject => JSON.parse(text) as KubeObject; // the text of a definition

interface Discovery {
  readonly groups: readonly { readonly name: string }[];
}

async function read({ handle }: HuntedWorld, target: string) {
  const headers = new Headers({ Authorization: "Bearer admin", Accept: "application/json" });
  const signal = new AbortController().signal;
  const { status, body } = await handle({ method: "GET", target, headers, body: null, signal });
  return { status, text: await answerText(body) };
}

/** Waits until the groups of all definitions are discovered. */
async function waitForGroups(world: HuntedWorld, count: number): Promise<void> {
  for (;;) {
    const { groups } = JSON.parse((await read(world, "/apis")).text) as Discovery;
    if (groups.filter(({ name }) => name.startsWith("operator-")).length === count) return;
    await pause(100);
  }
}

async function readOpenApi(world: HuntedWorld): Promise<string> {
  const { status, text } = await read(world, "/openapi/v3");
  return status === 200 ? text : `failed: ${status}: ${text.slice(0, 200)}`;
}

async function installMany(world: HuntedWorld): Promise<void> {
  const all = manyDefinitions();
  for (const { text } of all) await world.client.create(definitions, parsed(text));
  await waitForGroups(world, 40);
  await pause(1_000);
}

/** Calls on texts of a megabyte that once read the whole text each time. */
const textCalls: ReadonlySet<string> = new Set([
  "self.s.charAt(i)",
  "size(self.s)",
  "self.s.findAll('b')",
  "self.s.replace('a', 'bb')",
]);

/** Evaluates each expression at the cost limit of one evaluation, in a turn of its own. */
async function evaluateTexts(): Promise<string> {
  const evaluate = createLoadRunner();
  const loads = celLoads.filter(({ name }) => textCalls.has(name));
  for (const make of Object.values(celInputs)) {
    const self = jsonValue(make());
    await pause(20);
    for (const { expression } of loads) {
      evaluate(expression, self);
      await pause(2);
    }
  }
  return `${loads.length} expressions on ${Object.keys(celInputs).length} texts`;
}

const openApi = "openapi: 200 definitions of 10 MB";

/** What a whole world costs: documents of many definitions, and expressions on long texts. */
export const worldHunts = (): readonly TaskHunt[] => [
  { name: `${openApi}, once`, prepare: installMany, run: readOpenApi },
  {
    name: `${openApi}, after one changes`,
    async prepare(world) {
      const [first] = manyDefinitions();
      if (first === undefined) throw new Error("there are no definitions");
      const name = `${first.plural}.${first.group}`;
      const installed = await world.client.get(definitions, name).catch(() => undefined);
      if (installed === undefined) await installMany(world);
      await readOpenApi(world);
      const { spec } = JSON.parse(changedDefinition(first, "changed").text) as { readonly spec: object };
      await world.client.patch(definitions, name, "merge", { spec });
      await pause(1_000);
    },
    run: readOpenApi,
  },
  { name: "cel: functions on texts of 1 MB", run: evaluateTexts },
];
