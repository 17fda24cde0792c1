import type { TypeRegistry } from "../../schema/type-registry.ts";
import { cborSerializer } from "../cbor/cbor-media.ts";
import { encodeCborDocument } from "../cbor/cbor-serializer.ts";
import { DocumentError } from "../document.ts";
import { decodeJsonDocument } from "../json/json-serializer.ts";
import { compileCodec } from "../json/typed-codec.ts";
import { protobufSerializer } from "../protobuf/protobuf-media.ts";
import { encodeProtobuf } from "../protobuf/protobuf-serializer.ts";
import type { DocumentDecoder } from "../request-decoder.ts";
import { yamlSerializer } from "../yaml/yaml-media.ts";
import { createDice, generateObject, type Dice } from "./generate-object.ts";

const utf8 = new TextEncoder();
const text = new TextDecoder();

const toBytes = (body: string | Uint8Array): Uint8Array => (typeof body === "string" ? utf8.encode(body) : body);

/** A decoder with valid inputs. */
interface Target {
  readonly name: string;
  readonly decode: DocumentDecoder;
  readonly seeds: readonly Uint8Array[];
}

const kinds = ["Pod", "ConfigMap", "Service", "Node"];
const evil: readonly string[] = [
  "[".repeat(5000),
  '{"a":'.repeat(5000),
  "- ".repeat(3000),
  "&a [*a]",
  "a: &a [x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]\n",
  "? ".repeat(2000),
  "!!int x",
  "%TAG ! a:\n--- !x\n",
  "'",
  '"\\U00110000"',
];

/** Returns every decoder with some objects in its format. */
export function fuzzTargets(registry: TypeRegistry): readonly Target[] {
  const dice = createDice(1);
  const objects = kinds.flatMap((kind) => {
    const schema = registry.schemaOf({ group: "", version: "v1", kind });
    return schema === undefined
      ? []
      : [
          {
            kind,
            schema,
            json: compileCodec(schema).encode(
              compileCodec(schema).decode({ kind, apiVersion: "v1", ...generateObject(dice, schema) }),
            ),
          },
        ];
  });
  const held = objects.map(({ schema, kind, json }) => ({
    schema,
    kind,
    object: decodeJsonDocument(json, registry, { strict: false }).object,
  }));
  const texts = evil.map((body) => utf8.encode(body));
  return [
    {
      name: "JSON",
      decode: (body, types, options) => decodeJsonDocument(text.decode(body), types, options),
      seeds: [...texts, ...objects.map(({ json }) => utf8.encode(json))],
    },
    {
      name: "YAML",
      decode: yamlSerializer.decode,
      seeds: [...texts, ...objects.map(({ json }) => toBytes(yamlSerializer.encode(json, registry)))],
    },
    {
      name: "CBOR",
      decode: cborSerializer.decode,
      seeds: held.map(({ schema, object }) => encodeCborDocument(schema, object)),
    },
    {
      name: "protobuf",
      decode: protobufSerializer.decode,
      seeds: held.map(({ schema, kind, object }) => encodeProtobuf(schema, "v1", kind, object)),
    },
  ];
}

const interesting = [
  0x00, 0x7f, 0x80, 0xff, 0x0a, 0x12, 0x1a, 0x5f, 0x7b, 0x9f, 0xbf, 0xc0, 0xd9, 0xf6, 0xf7, 0xfb, 0x20, 0x2d, 0x3a,
  0x09,
];

/** Mutates a body: changes, removes, duplicates or inserts bytes, at most `most` times. */
export function mutate(dice: Dice, seed: Uint8Array, most = 6): Uint8Array {
  let bytes = seed.slice(0, 4096);
  for (let changes = Math.floor(dice() * most); changes >= 0; changes--) bytes = change(dice, bytes);
  return bytes;
}

function change(dice: Dice, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = Math.floor(dice() * (bytes.length + 1));
  const length = Math.floor(dice() * 8);
  const byte = dice() < 0.5 ? Math.floor(dice() * 256) : (interesting[Math.floor(dice() * interesting.length)] ?? 0);
  const kind = dice();
  if (kind < 0.4) return at < bytes.length ? replaced(bytes, at, 1, Uint8Array.of(byte)) : bytes;
  if (kind < 0.6) return replaced(bytes, at, length, new Uint8Array());
  if (kind < 0.8) return replaced(bytes, at, 0, bytes.subarray(at, at + length * 8));
  return kind < 0.95 ? replaced(bytes, at, 0, Uint8Array.of(byte)) : bytes.slice(0, at);
}

function replaced(bytes: Uint8Array, at: number, length: number, by: Uint8Array): Uint8Array<ArrayBuffer> {
  const rest = bytes.subarray(at + length);
  const made = new Uint8Array(at + by.length + rest.length);
  made.set(bytes.subarray(0, at));
  made.set(by, at);
  made.set(rest, at + by.length);
  return made;
}

/** A failure for an input: an error other than a DocumentError. */
export interface FuzzFailure {
  readonly target: string;
  readonly body: Uint8Array;
  readonly error: unknown;
}

/** The result of a run. */
export interface FuzzReport {
  readonly decoded: number;
  readonly refused: number;
  readonly failures: readonly FuzzFailure[];
}

/** Distributes a number of mutated inputs over all decoders. */
export function fuzzDecoders(registry: TypeRegistry, count: number, seed: number): FuzzReport {
  const dice = createDice(seed);
  const targets = fuzzTargets(registry);
  const failures: FuzzFailure[] = [];
  let decoded = 0;
  let refused = 0;
  for (let i = 0; i < count; i++) {
    const target = targets[i % targets.length];
    const chosen = target?.seeds[Math.floor(dice() * target.seeds.length)];
    if (target === undefined || chosen === undefined) continue;
    const body = mutate(dice, chosen);
    try {
      target.decode(body, registry, { strict: dice() < 0.5, defaults: { group: "", version: "v1", kind: "Pod" } });
      decoded++;
    } catch (error) {
      if (error instanceof DocumentError) refused++;
      else failures.push({ target: target.name, body, error });
    }
  }
  return { decoded, refused, failures };
}
