import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { clusterTrustBundleStrategy } from "./cluster-trust-bundle.ts";
import { certificate, ctx } from "./testing/certificates.ts";

const [authority, leaf] = [certificate(true), certificate(false)];

describe("cluster trust bundles", () => {
  const bundle = (trustBundle: string, name = "b", signerName = ""): KubeObject => ({
    metadata: { name },
    spec: { trustBundle, ...(signerName !== "" && { signerName }) },
  });
  const at = 'spec.trustBundle: Invalid value: "<value omitted>":';
  const block = (type: string): string => `-----BEGIN ${type}-----\nAQ==\n-----END ${type}-----\n`;
  // oxfmt-ignore
  it.each([
    ["an authority", bundle(authority), []],
    ["nothing", bundle("rubbish"), [`${at} at least one trust anchor must be provided`]],
    ["a certificate of no authority", bundle(authority + leaf), [`${at} entry 1 does not have the CA bit set`]],
    ["other blocks", bundle(block("KEY") + block("CERTIFICATE")), [`${at} entry 0 has bad block type: KEY`, `${at} entry 1 does not parse as X.509`]],
    ["an authority twice", bundle(authority + authority), [`${at} duplicate trust anchor (indices [0 1])`]],
    ["too much", bundle("x".repeat(1024 * 1024 + 1)), ["spec.trustBundle: Too long: may not be more than 1048576 bytes"]],
    ["a name of a signer without one", bundle(authority, "a.b:c:d"), ['metadata.name: Invalid value: "a.b:c:d": ClusterTrustBundle without signer name must not have ":" in its name']],
    ["a signer's bundle", bundle(authority, "a.b:c:d", "a.b/c"), []],
    ["a signer's bundle of another name", bundle(authority, "d", "a.b/c"), ['metadata.name: Invalid value: "d": ClusterTrustBundle for signerName a.b/c must be named with prefix a.b:c:']],
  ])("with %s", (_name, object, expected) =>
    expect((clusterTrustBundleStrategy.validate?.(object, ctx) ?? []).map(errorMessage)).toEqual(expected));

  it("begin with their signer also in the name that is generated", () => {
    const object = { ...bundle(authority, "a.b:c:d", "a.b/c"), metadata: { name: "a.b:c:d", generateName: "d-" } };
    expect((clusterTrustBundleStrategy.validate?.(object, ctx) ?? []).map(errorMessage)).toEqual([
      'metadata.generateName: Invalid value: "d-": ClusterTrustBundle for signerName a.b/c must be named with prefix a.b:c:',
    ]);
  });

  it("keep their signer, and are not read again unless they change", () => {
    const [next, old] = [bundle("rubbish", "a.b:c:d", "a.b/c"), bundle("rubbish", "a.b:c:d", "a.b/x")];
    expect((clusterTrustBundleStrategy.validateUpdate?.(next, old, ctx) ?? []).map(errorMessage)).toEqual([
      'spec.signerName: Invalid value: "a.b/c": field is immutable',
    ]);
  });
});
