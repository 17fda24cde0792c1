import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import {
  identityTransformer,
  prefixTransformers,
  type ValueTransformer,
} from "../../apiserver/storage/value/transformer.ts";
import { loadEncryption } from "./load-encryption.ts";
import recorded from "./testing/recorded-configurations.json" with { type: "json" };

const encoder = new TextEncoder();

/** Writes the length of the key before a value. */
const counting = (key: Uint8Array): ValueTransformer => ({
  toStorage: (data) => Uint8Array.of(key.length, ...data),
  fromStorage: (data) => ({ data: data.subarray(1), stale: false }),
});

const options = {
  file: "FILE",
  reload: false,
  transformers: { aescbc: counting, aesgcm: counting, secretbox: counting },
};

const load = (text: string) => loadEncryption(encoder.encode(text), options);

/** Returns how a configuration is refused; "" if it is not. */
function errorOf(text: string): string {
  try {
    load(text);
    return "";
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

/** What is different on purpose: where Go names its own source, and where upstream prints the secret of a key. */
const expected = (error: string): string => error.replaceAll(/"Secret":"[^"]*"/g, '"Secret":"REDACTED"');

describe("a configuration", () => {
  it.each(recorded)("is refused in the words of k8s.io/apiserver 1.34, or not ($error)", ({ text, error }) => {
    expect(errorOf(text)).toBe(expected(error));
  });

  it("is refused by name for a plugin for keys", () => {
    const kms = "{kms: {apiVersion: v2, name: vault, endpoint: unix:///tmp/kms.sock}}";
    expect(() => load(configuration(["secrets"], kms))).toThrow(
      'error while building transformers: the provider kms ("vault") is not supported: no plugins for keys are called. Use aescbc, aesgcm, secretbox or identity',
    );
  });
});

const configuration = (resources: readonly string[], ...providers: readonly string[]): string =>
  `kind: EncryptionConfiguration
apiVersion: apiserver.config.k8s.io/v1
resources:
- {resources: ${JSON.stringify(resources)}, providers: [${providers.join(", ")}]}`;

const key = (name: string, bytes = 32): string => `{name: ${name}, secret: ${btoa("k".repeat(bytes))}}`;

describe("the transformer of a resource", () => {
  const written = (text: string, group: string, resource: string): string =>
    new TextDecoder().decode(
      load(text).forResource({ group, resource }).toStorage(encoder.encode("x"), encoder.encode("k")),
    );

  it.each([
    ["", "secrets", "k8s:enc:aescbc:v1:a: x"],
    ["", "configmaps", "x"],
    ["apps", "deployments", "k8s:enc:aesgcm:v1:b:\u0010x"],
    ["apps", "statefulsets", "k8s:enc:aesgcm:v1:b:\u0010x"],
    ["example.com", "secrets", "k8s:enc:secretbox:v1:c: x"],
    ["", "pods", "x"],
  ])("%s/%s is the first one that the file has for it", (group, resource, value) => {
    const text = `${configuration(["secrets"], `{aescbc: {keys: [${key("a")}]}}`)}
- {resources: [configmaps], providers: [{identity: {}}, {aescbc: {keys: [${key("a")}]}}]}
- {resources: ["*.apps"], providers: [{aesgcm: {keys: [${key("b", 16)}]}}]}
- {resources: [pods], providers: [{identity: {}}]}
- {resources: ["*.*"], providers: [{secretbox: {keys: [${key("c")}]}}]}`;
    expect(written(text, group, resource)).toBe(value);
  });

  it("is that of the core group for `*.`", () => {
    const text = configuration(["*."], `{aescbc: {keys: [${key("a")}]}}`);
    expect(written(text, "", "pods")).toBe("k8s:enc:aescbc:v1:a: x");
    expect(written(text, "apps", "deployments")).toBe("x");
  });
});

describe("prefixes", () => {
  const at = (text: string) => ({ prefix: encoder.encode(text), transformer: { ...identityTransformer } });
  const read = (transformer: ValueTransformer, text: string) => {
    const { data, stale } = transformer.fromStorage(encoder.encode(text), new Uint8Array(0));
    return [new TextDecoder().decode(data), stale];
  };

  it("say which transformer reads, and values of another one than the first are stale", () => {
    const transformer = prefixTransformers("none", [at("a:"), at("b:")]);
    expect(read(transformer, "a:1")).toEqual(["1", false]);
    expect(read(transformer, "b:1")).toEqual(["1", true]);
    expect(() => read(transformer, "c:1")).toThrow("none");
  });

  it("that several have are tried in order, and all errors are told", () => {
    const failing = (message: string) => ({
      prefix: encoder.encode("a:"),
      transformer: { ...identityTransformer, fromStorage: () => expect.fail(message) },
    });
    expect(read(prefixTransformers("none", [failing("x"), at("a:")]), "a:1")).toEqual(["1", true]);
    expect(() => read(prefixTransformers("none", [failing("x"), failing("y")]), "a:1")).toThrow("[x, y]");
  });

  it("of identity let the next one read what is encrypted", () => {
    const transformer = prefixTransformers("none", [
      { prefix: new Uint8Array(0), transformer: identityTransformer },
      at("k8s:enc:"),
    ]);
    expect(read(transformer, "k8s:enc:1")).toEqual(["1", true]);
    expect(read(transformer, "1")).toEqual(["1", false]);
    expect(() => identityTransformer.fromStorage(encoder.encode("k8s:enc:1"), new Uint8Array(0))).toThrow(
      "identity transformer tried to read encrypted data",
    );
  });
});
