import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import type { KubeObject } from "../../src/apimachinery/meta.ts";
import { cborSerializer } from "../../src/apiserver/codec/cbor/cbor-media.ts";
import type { DecodedDocument } from "../../src/apiserver/codec/document.ts";
import { decodeJsonDocument } from "../../src/apiserver/codec/json/json-serializer.ts";
import { compileCodec } from "../../src/apiserver/codec/json/typed-codec.ts";
import { protobufSerializer } from "../../src/apiserver/codec/protobuf/protobuf-media.ts";
import { yamlSerializer } from "../../src/apiserver/codec/yaml/yaml-media.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { createApiServer } from "../../src/kube-apiserver/server.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { pod } from "./pod.ts";
import { interleave, type Goal, type Row } from "./row.ts";

const gvk = { group: "", version: "v1", kind: "Pod" };
const listLength = 1000;
const utf8 = new TextEncoder();
const floorName = "JSON.parse + JSON.stringify of the same";

/**
 * Returns the operations per second. Each operation returns the length of its result, so that it is not optimized away.
 */
function throughput(run: () => number, ms: number): number {
  const start = performance.now();
  let [done, length] = [0, 0];
  while (performance.now() - start < ms) {
    for (let i = 0; i < 50; i += 1) length += run();
    done += 50;
  }
  if (length === 0) throw new Error("nothing was made");
  return done / ((performance.now() - start) / 1000);
}

/**
 * Measures encoding and decoding of a Pod of 2 KB in each media type; then lists of a thousand as Table and as
 * PartialObjectMetadata.
 */
export async function mediaRows(rounds: number, roundMs: number, report: (row: Row) => void): Promise<void> {
  const rowOf = (name: string, figures: { subject: number; floor: number }, goal?: Goal): void =>
    report({
      name,
      where: "in process",
      backend: "memory",
      unit: "/s",
      ...figures,
      floorName,
      costs: true,
      ...(goal && { goal }),
    });
  const types = await loadBuiltinTypes();
  const schema = types.schemaOf(gvk);
  if (schema === undefined) throw new Error("there are no pods");
  const codec = compileCodec(schema);
  const json = codec.encode(decodeJsonDocument(JSON.stringify(pod("measured")), types, { strict: true }).object);
  const { object } = decodeJsonDocument(json, types, { strict: true });
  const floor = (): number => JSON.stringify(JSON.parse(json)).length;
  // oxfmt-ignore
  const forms = [
    form("JSON", () => codec.encode(object), (bytes) => decodeJsonDocument(new TextDecoder().decode(bytes), types, { strict: true })),
    form("YAML", () => yamlSerializer.encode(json, types), (bytes) => yamlSerializer.decode(bytes, types, { strict: true })),
    form("CBOR", () => cborSerializer.encodeHeld?.(gvk, object, types) ?? "", (bytes) => cborSerializer.decode(bytes, types, { strict: true }), { atMost: 2 }),
    form("protobuf", () => protobufSerializer.encodeHeld?.(gvk, object, types) ?? "", (bytes) => protobufSerializer.decode(bytes, types, { strict: true }), { atMost: 2 }),
  ];
  for (const { name, encode, decode, goal } of forms) {
    const body = toBytes(encode());
    if (codec.encode(decode(body).object) !== json) throw new Error(`${name} changes the pod`);
    const both = (): number => decode(body).object.kind.length + encode().length;
    for (const run of [both, floor]) throughput(run, 3 * roundMs);
    rowOf(
      `${name}, both ways (${body.length} B)`,
      await interleave(
        rounds,
        () => Promise.resolve(throughput(both, roundMs)),
        () => Promise.resolve(throughput(floor, roundMs)),
      ),
      goal,
    );
  }
  await listRows(rounds, roundMs, rowOf, throughputFloor(json, roundMs));
}

interface Form {
  readonly name: string;
  encode(): string | Uint8Array;
  decode(bytes: Uint8Array): DecodedDocument & { readonly object: KubeObject & { readonly kind: string } };
  readonly goal?: Goal | undefined;
}

const form = (
  name: string,
  encode: Form["encode"],
  decode: (bytes: Uint8Array) => DecodedDocument,
  goal?: Goal,
): Form => ({ name, encode, decode: decode as Form["decode"], goal });

const toBytes = (body: string | Uint8Array): Uint8Array => (typeof body === "string" ? utf8.encode(body) : body);

const throughputFloor = (json: string, roundMs: number) => (): Promise<number> =>
  Promise.resolve(throughput(() => JSON.stringify(JSON.parse(json)).length, roundMs));

const views = [
  ["Table of 1,000 pods", "application/json;as=Table;v=v1;g=meta.k8s.io"],
  ["metadata of 1,000 pods", "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"],
  ["1,000 pods in protobuf", "application/vnd.kubernetes.protobuf"],
  ["1,000 pods in CBOR", "application/cbor"],
] as const;

async function listRows(
  rounds: number,
  roundMs: number,
  rowOf: (name: string, figures: { subject: number; floor: number }) => void,
  floor: () => Promise<number>,
): Promise<void> {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    featureGates: { CBORServingAndStorage: true },
  });
  const { signal } = new AbortController();
  const target = "/api/v1/namespaces/default/pods";
  for (let i = 0; i < listLength; i += 1)
    await server.handle({
      method: "POST",
      target,
      headers: new Headers({ "Content-Type": "application/json" }),
      body: utf8.encode(JSON.stringify(pod(`listed-${i}`))),
      signal,
    });
  for (const [name, accept] of views) {
    const headers = new Headers({ Accept: accept });
    const list = async (): Promise<number> => {
      const start = performance.now();
      let done = 0;
      for (; performance.now() - start < roundMs; done += 1) {
        const { status } = await server.handle({ method: "GET", target, headers, body: null, signal });
        if (status !== 200) throw new Error(`${name} is answered ${status}`);
      }
      return (done * listLength) / ((performance.now() - start) / 1000);
    };
    await list();
    rowOf(`${name} (objects)`, await interleave(rounds, list, floor));
  }
  await server.close();
}
