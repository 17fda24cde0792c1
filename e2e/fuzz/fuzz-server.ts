import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import { fuzzTargets, mutate } from "../../src/apiserver/codec/testing/fuzz-decoders.ts";
import { createDice, type Dice } from "../../src/apiserver/codec/testing/generate-object.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { createApiServer } from "../../src/kube-apiserver/server.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { describeBug, sendBody, wrongAnswer } from "./send-body.ts";

/**
 * The result of a run: the number of accepted and rejected inputs, and the responses that were neither an object nor a
 * Status.
 */
export interface ServerFuzzReport {
  readonly taken: number;
  readonly refused: number;
  readonly failures: readonly ServerFuzzFailure[];
}

export interface ServerFuzzFailure {
  readonly request: string;
  readonly body: Uint8Array;
  readonly reason: string;
}

/** A request type for damaged bodies. Nothing is stored. */
interface Way {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
}

const configMaps = "/api/v1/namespaces/default/configmaps";
const mediaTypes = {
  JSON: "application/json",
  YAML: "application/yaml",
  CBOR: "application/cbor",
  protobuf: "application/vnd.kubernetes.protobuf",
};

/** Returns a valid body in every media type. */
async function validBodies(fetch: Fetch): Promise<ReadonlyMap<string, Uint8Array>> {
  const bodies = new Map<string, Uint8Array>();
  for (const [name, mediaType] of Object.entries(mediaTypes)) {
    const answer = await fetch(`${configMaps}?dryRun=All`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: mediaType },
      body: '{"metadata":{"name":"valid"},"data":{"a":"1","b":"2"}}',
    });
    bodies.set(name, new Uint8Array(await answer.arrayBuffer()));
  }
  return bodies;
}

type Fetch = (target: string, init: RequestInit) => Promise<Response>;

const collections = ["pods", "configmaps", "services"].map((resource) => `/api/v1/namespaces/default/${resource}`);
const creates = (contentType: string): readonly Way[] =>
  collections.map((path) => ({ method: "POST", path, contentType }));
const target = "/api/v1/namespaces/default/configmaps/target";
const patches = (contentType: string): readonly Way[] => [{ method: "PATCH", path: target, contentType }];

/** The request types by the format of the body. */
// oxfmt-ignore
const ways: Readonly<Record<string, readonly Way[]>> = {
  JSON: [...creates("application/json"), ...patches("application/json-patch+json"), ...patches("application/merge-patch+json"), ...patches("application/strategic-merge-patch+json"), { method: "PUT", path: target, contentType: "application/json" }, { method: "DELETE", path: target, contentType: "application/json" }],
  YAML: [...creates("application/yaml"), ...patches("application/apply-patch+yaml")],
  CBOR: [...creates("application/cbor"), ...patches("application/apply-patch+cbor")],
  protobuf: [...creates("application/vnd.kubernetes.protobuf"), { method: "PUT", path: target, contentType: "application/vnd.kubernetes.protobuf" }],
};

const utf8 = new TextEncoder();
const patchSeeds = [
  '[{"op":"add","path":"/data/a","value":"1"},{"op":"test","path":"/data/b","value":"2"},{"op":"move","from":"/data","path":"/binaryData"}]',
  '{"data":{"a":null,"$patch":"replace"},"metadata":{"$deleteFromPrimitiveList/finalizers":["a"],"labels":{"x":"y"}}}',
  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: target}\ndata: {a: b}\n",
].map((text) => utf8.encode(text));

const pick = <T>(dice: Dice, values: readonly T[]): T | undefined => values[Math.floor(dice() * values.length)];

/** Sends the given number of damaged bodies, determined by the seed, to a server in memory. */
export async function fuzzServer(count: number, seed: number): Promise<ServerFuzzReport> {
  const bugs: unknown[] = [];
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    featureGates: { CBORServingAndStorage: true },
    reportBug: (bug) => void bugs.push(bug),
  });
  await server.fetch(configMaps, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"metadata":{"name":"target"},"data":{"b":"2"}}',
  });
  const valid = await validBodies(server.fetch);
  const dice = createDice(seed);
  const targets = fuzzTargets(await loadBuiltinTypes());
  const failures: ServerFuzzFailure[] = [];
  let taken = 0;
  let refused = 0;
  for (let i = 0; i < count; i++) {
    const form = targets[i % targets.length];
    const way = pick(dice, ways[form?.name ?? ""] ?? []);
    const source =
      dice() < 0.5
        ? pick(dice, form?.seeds ?? [])
        : way?.method === "PATCH"
          ? pick(dice, patchSeeds)
          : valid.get(form?.name ?? "");
    if (way === undefined || source === undefined) continue;
    const body = mutate(dice, source, source.length < 1000 ? 2 : 6);
    const request = `${way.method} ${way.path}?dryRun=All&fieldManager=fuzz${dice() < 0.5 ? "&fieldValidation=Strict" : ""}`;
    const answer = await sendBody(server.handle, request, way.contentType, body);
    const wrong = bugs.length > 0 ? describeBug(bugs.splice(0)[0]) : wrongAnswer(answer);
    if (wrong !== undefined) failures.push({ request: `${request} as ${way.contentType}`, body, reason: wrong });
    else if (answer.status < 400) taken++;
    else refused++;
  }
  await server.close();
  return { taken, refused, failures };
}
