import type { KubeObject } from "../../src/apimachinery/meta.ts";
import { builtinResources } from "../../src/apis/all-resources.ts";
import type { ResourceTarget } from "../../src/client/resource-path.ts";
import type { HuntedWorld } from "./hunt-case.ts";

export const namespace = "default";
export const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
const atOnce = 32;

/** The target of a built-in resource by its name, in the default namespace if it has one. */
export function targetOf(resource: string): ResourceTarget {
  const row = builtinResources.find((one) => one.resource === resource && one.servedByDefault);
  if (row === undefined) throw new Error(`there is no resource ${resource}`);
  const { group, version } = row;
  return { group, version, resource, ...(row.namespaced && { namespace }) };
}

export type Make = (i: number) => object;

/** Creates objects, some at a time, and returns them. */
export async function create(
  { client }: HuntedWorld,
  target: ResourceTarget,
  count: number,
  make: Make,
): Promise<KubeObject[]> {
  const made: KubeObject[] = [];
  for (let i = 0; i < count; i += atOnce) {
    const wave = Array.from({ length: Math.min(atOnce, count - i) }, (_, k) => make(i + k) as KubeObject);
    made.push(...(await Promise.all(wave.map((object) => client.create(target, object)))));
    await pause(0);
  }
  return made;
}

export const named = (i: number, more: object = {}) => ({ metadata: { name: `n-${i}`, ...more } });
export const labels = (app: string) => ({ app });
export const podSpec = (more: object = {}) => ({ containers: [{ name: "c", image: "app:1" }], ...more });
export const podTemplate = (more: object = {}) => ({ metadata: { labels: labels("many") }, spec: podSpec(more) });
export const configMaps = targetOf("configmaps");
export const pods = targetOf("pods");
export type Prepare = (world: HuntedWorld) => Promise<unknown>;
