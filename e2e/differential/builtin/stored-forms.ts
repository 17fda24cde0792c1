import { builtinResources } from "../../../src/apis/all-resources.ts";
import { isMap, type Json, type JsonMap } from "../../conformance/recorded-case.ts";
import type { Send } from "../run-sequence.ts";
import { collectionOf, isStorable, sampleOf, versionOf, type BuiltinSample } from "./builtin-samples.ts";
import type { PublishedKinds } from "./published-schemas.ts";

/** How many samples of a kind are read in its other versions. */
const mostConverted = 8;

const headers = { Authorization: "Bearer admin-token", "Content-Type": "application/json" };

async function answerOf(send: Send, method: string, path: string, body?: JsonMap): Promise<JsonMap | undefined> {
  const response = await send(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const answer = (await response.json()) as Json;
  return response.ok && isMap(answer) ? answer : undefined;
}

/** Returns the samples of versions that have none: a server converts those of another version of the kind. */
export async function convertedSamples(
  samples: readonly BuiltinSample[],
  send: Send,
  published: PublishedKinds,
): Promise<readonly BuiltinSample[]> {
  const converted: BuiltinSample[] = [];
  for (const resource of builtinResources) {
    const { group, kind } = resource;
    if (samples.some((sample) => sample.apiVersion === versionOf(resource) && sample.kind === kind)) continue;
    const others = samples.filter((sample) => sample.resource.group === group && sample.kind === kind);
    for (const sample of others.filter(isStorable).slice(0, mostConverted)) {
      if ((await answerOf(send, "POST", sample.collection, sample.object)) === undefined) continue;
      const object = await answerOf(send, "GET", `${collectionOf(resource)}/${sample.name}`);
      await answerOf(send, "DELETE", `${sample.collection}/${sample.name}?gracePeriodSeconds=0`);
      const found = object === undefined ? undefined : sampleOf(withoutStatus(withoutServerFields(object)), published);
      if (found !== undefined) converted.push(found);
    }
  }
  return converted;
}

/** The metadata that a server sets. */
const ofServer: ReadonlySet<string> = new Set([
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "managedFields",
  "generation",
]);

const withoutServerFields = (object: JsonMap): JsonMap => {
  const metadata = Object.entries(isMap(object["metadata"]) ? object["metadata"] : {});
  return { ...object, metadata: Object.fromEntries(metadata.filter(([name]) => !ofServer.has(name))) };
};

const withoutStatus = (object: JsonMap): JsonMap =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== "status"));

/**
 * Returns what a server would store for a sample, as the body of a later update: with references to what the servers
 * allocate when they create it (step `create`). Undefined if it refuses the object.
 */
export async function storedForm(sample: BuiltinSample, send: Send): Promise<JsonMap | undefined> {
  const answer = await answerOf(send, "POST", `${sample.collection}?dryRun=All`, sample.object);
  if (answer === undefined) return undefined;
  const { metadata } = answer;
  const uid = isMap(metadata) && typeof metadata["uid"] === "string" ? metadata["uid"] : "";
  const plain = withoutServerFields(answer);
  const text = JSON.stringify(plain);
  const named = uid === "" ? plain : (JSON.parse(text.replaceAll(uid, "{{create.uid}}")) as JsonMap);
  return sample.kind === "Service" ? withAllocated(named, sample.object, "") : named;
}

const allocated: ReadonlySet<string> = new Set(["clusterIP", "clusterIPs", "nodePort", "healthCheckNodePort"]);

/** Replaces addresses and ports that the sample does not have by references to those of the created object. */
function withAllocated(stored: JsonMap, sample: Json | undefined, path: string): JsonMap {
  const before = isMap(sample) ? sample : {};
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]): [string, Json] => {
      const at = path === "" ? name : `${path}.${name}`;
      const isNew = allocated.has(name) && before[name] === undefined && JSON.stringify(value) !== '"None"';
      return [name, isNew ? `{{create at ${at}}}` : allocatedBelow(value, before[name], at)];
    }),
  );
}

function allocatedBelow(value: Json, sample: Json | undefined, path: string): Json {
  if (isMap(value)) return withAllocated(value, sample, path);
  if (!Array.isArray(value)) return value;
  const items: readonly Json[] = value;
  const before: readonly Json[] = Array.isArray(sample) ? sample : [];
  return items.map((item, i) => allocatedBelow(item, before[i], `${path}[${i}]`));
}
