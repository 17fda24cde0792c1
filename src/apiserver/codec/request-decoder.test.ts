import { beforeAll, describe, expect, it } from "vitest";
import { StatusError } from "../../apimachinery/errors.ts";
import { loadBuiltinTypes } from "../schema/builtin/builtin-types.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import { unstructuredCodec } from "./json/unstructured-codec.ts";
import { decodeRequest, requireGroupVersion, type DecodedRequest, type FieldValidation } from "./request-decoder.ts";

let registry: TypeRegistry;
beforeAll(async () => {
  registry = await loadBuiltinTypes();
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function decode(
  text: string,
  fieldValidation: FieldValidation = "Warn",
  contentType: string | null = null,
): DecodedRequest {
  return decodeRequest(registry, {
    body: bytes(text),
    contentType,
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    fieldValidation,
  });
}

function refusal(run: () => unknown): readonly [code: number, message: string] {
  try {
    run();
  } catch (error) {
    if (error instanceof StatusError) return [error.code, error.message];
    throw error;
  }
  throw new Error("nothing was refused");
}

const unrecognized =
  "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: ";
const unhandled = 'in version "v1" cannot be handled as a ConfigMap: ';

describe("a request's body", () => {
  it("is of the endpoint's kind where it does not say", () => {
    expect(decode('{"metadata":{"name":"a"}}')).toMatchObject({
      object: { metadata: { name: "a" } },
      gvk: { group: "", version: "v1", kind: "ConfigMap" },
      warnings: [],
    });
    expect(decode("null").object).toEqual({ metadata: {} });
  });

  it("says its kind with a text every time", () => {
    const named = '"apiVersion":"v1","metadata":{"name":"a"}';
    const reason = "cannot unmarshal number into Go struct field .kind of type string";
    expect(refusal(() => decode(`{"kind":5,"kind":"ConfigMap",${named}}`))).toEqual([
      400,
      `${unrecognized}json: ${reason} ({"kind":5,"kind":"ConfigMap"," ...)`,
    ]);
    expect(decode(`{"kind":"ConfigMap","kind":null,${named}}`)).toMatchObject({ gvk: { kind: "ConfigMap" } });
    expect(refusal(() => decode(`{"kind":"ConfigMap","kind":"Pod",${named}}`))[1]).toMatch(/^Pod in version "v1"/);
  });

  it.each(["Ignore", "Warn"] as const)("of a custom resource must say its kind (%s)", (fieldValidation) => {
    const text = '{"apiVersion":"g.io/v1","metadata":{}}';
    const missing = `Object 'Kind' is missing in '${text}'`;
    const kind = { group: "g.io", version: "v1", kind: "Foo" };
    const request = { body: bytes(text), contentType: null, kind, fieldValidation, unstructured: unstructuredCodec };
    expect(refusal(() => decodeRequest(registry, request))).toEqual([
      400,
      fieldValidation === "Ignore"
        ? `Foo in version "v1" cannot be handled as a Foo: ${missing}`
        : `the object provided is unrecognized (must be of type Foo): ${missing} ({"apiVersion":"g.io/v1","metad ...)`,
    ]);
  });

  it("of a custom resource may hold no number beyond float64", () => {
    const body = bytes('{"apiVersion":"g.io/v1","kind":"Foo","spec":{"n":[-1e400]}}');
    const kind = { group: "g.io", version: "v1", kind: "Foo" };
    const run = (): unknown =>
      decodeRequest(registry, {
        body,
        contentType: null,
        kind,
        fieldValidation: "Warn",
        unstructured: unstructuredCodec,
      });
    expect(refusal(run)).toEqual([
      400,
      'Foo in version "v1" cannot be handled as a Foo: json: cannot unmarshal number -1e400 into Go value of type float64',
    ]);
  });

  it("may hold a number beyond float64 in a field that there is not", () => {
    expect(decode('{"metadata":{"name":"a"},"other":1e400}').warnings).toEqual(['unknown field "other"']);
  });

  // oxfmt-ignore
  it.each([
    ["", `${unrecognized}unexpected end of JSON input (<empty>)`],
    ["  ", `${unrecognized}unexpected end of JSON input (2020)`],
    ['{"kind":1}', `${unrecognized}json: cannot unmarshal number into Go struct field .kind of type string ({"kind":1})`],
    [`{"metadata":{"name":"${"a".repeat(40)}"}`, `${unrecognized}unexpected end of JSON input ({"metadata":{"name":"aaaaaaaaa ...)`],
    ["\ufeff{}", `${unrecognized}invalid character 'ï' looking for beginning of value (efbbbf7b7d)`],
    ['{"apiVersion":"a/b/c"}', 'the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c"})'],
    ['{"kind":"Nope"}', `Nope ${unhandled}no kind "Nope" is registered for version "v1" in scheme "pkg/runtime/scheme.go:110"`],
    ['{"data":{"k":1e400}}', `ConfigMap ${unhandled}json: cannot unmarshal number into Go struct field ConfigMap.data of type string`],
    ['{"metadata":{"generation":1e400}}', `ConfigMap ${unhandled}json: cannot unmarshal number 1e400 into Go struct field ObjectMeta.metadata.generation of type int64`],
    ['{"metadata":{"managedFields":[{"fieldsV1":{"a":1e400}}]}}', `ConfigMap ${unhandled}json: cannot unmarshal number 1e400 into Go value of type float64`],
    ['{"other":1e400', `${unrecognized}unexpected end of JSON input ({"other":1e400)`],
    ['{"data":1}', `ConfigMap ${unhandled}json: cannot unmarshal number into Go struct field ConfigMap.data of type map[string]string`],
    ['{"kind":"Secret"}', `Secret ${unhandled}converting (v1.Secret) to (v1.ConfigMap): unknown conversion`],
  ])("that is %j is a bad request", (text, message) => {
    expect(refusal(() => decode(text))).toEqual([400, message]);
  });

  it("of another version is refused after it was read", () => {
    const request = {
      body: bytes('{"apiVersion":"apps/v1beta1"}'),
      contentType: null,
      kind: { group: "apps", version: "v1", kind: "Deployment" },
      fieldValidation: "Warn",
    } as const;
    const { gvk } = decodeRequest(registry, request);
    expect(refusal(() => requireGroupVersion(gvk, request))).toEqual([
      400,
      "the API version in the data (apps/v1beta1) does not match the expected API version (apps/v1)",
    ]);
    requireGroupVersion(gvk, { ...request, accepts: ({ version }) => version === "v1beta1" });
  });

  it("with unknown fields is refused, told about or taken, as asked", () => {
    const text = '{"foo":1,"data":{"a":"1","a":"2"}}';
    expect(refusal(() => decode(text, "Strict"))).toEqual([
      400,
      `ConfigMap ${unhandled}strict decoding error: unknown field "foo", duplicate field "data.a"`,
    ]);
    expect(decode(text, "Warn").warnings).toEqual(['unknown field "foo"', 'duplicate field "data.a"']);
    expect(decode(text, "Ignore").warnings).toEqual([]);
  });

  it("in a media type that is not read is unsupported", () => {
    expect(refusal(() => decode("{}", "Warn", "text/plain"))[0]).toBe(415);
  });
});
