import { describe, expect, it } from "vitest";
import { formatGroupVersion } from "../../apimachinery/gvk.ts";
import { loadBuiltinTypes } from "../schema/builtin/builtin-types.ts";
import { decodeCborDocument, encodeCborDocument } from "./cbor/cbor-serializer.ts";
import { decodeJsonDocument } from "./json/json-serializer.ts";
import { compileCodec } from "./json/typed-codec.ts";
import { decodeProtobufDocument, encodeProtobuf } from "./protobuf/protobuf-serializer.ts";
import { createDice, generateObject } from "./testing/generate-object.ts";
import { yamlSerializer } from "./yaml/yaml-media.ts";

const registry = await loadBuiltinTypes();
const options = { strict: true };
const utf8 = new TextEncoder();
const objectsPerKind = 4;

describe("every built-in kind", () => {
  it.each(registry.kinds().map((kind) => [`${formatGroupVersion(kind)} ${kind.kind}`, kind] as const))(
    "comes out of each form as it went in: %s",
    (name, gvk) => {
      const schema = registry.schemaOf(gvk);
      if (schema === undefined) throw new Error(`no type for ${name}`);
      const codec = compileCodec(schema);
      const apiVersion = formatGroupVersion(gvk);
      const dice = createDice([...name].reduce((seed, char) => Math.imul(seed, 31) + char.charCodeAt(0), 7));
      for (let i = 0; i < objectsPerKind; i++) {
        const object = codec.decode({ kind: gvk.kind, apiVersion, ...generateObject(dice, schema) });
        const json = codec.encode(object);
        expect(codec.encode(decodeJsonDocument(json, registry, options).object)).toBe(json);
        expect(codec.encode(decodeCborDocument(encodeCborDocument(schema, object), registry, options).object)).toBe(
          json,
        );
        const yaml = yamlSerializer.encode(json, registry);
        expect(
          codec.encode(
            yamlSerializer.decode(typeof yaml === "string" ? utf8.encode(yaml) : yaml, registry, options).object,
          ),
        ).toBe(json);
        expect(
          codec.encode(
            decodeProtobufDocument(encodeProtobuf(schema, apiVersion, gvk.kind, object), registry, options).object,
          ),
        ).toBe(json);
      }
    },
  );
});
