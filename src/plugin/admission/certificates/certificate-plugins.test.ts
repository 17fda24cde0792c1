import { describe, expect, it } from "vitest";
import { base64OfBytes } from "../../../apimachinery/base64.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { refusalOf, requestFor } from "../testing/request.ts";
import {
  createCertificateApproval,
  createCertificateSigning,
  createCertificateSubjectRestriction,
  createClusterTrustBundleAttest,
} from "./certificate-plugins.ts";

const group = "certificates.k8s.io";
const resource = "certificatesigningrequests";

/** Allows these verbs for these signers. */
const allowing = (...allowed: readonly string[]) => ({
  authorize: ({ verb, name, resource: asked }: { verb: string; name: string; resource: string }) =>
    ({
      decision: asked === "signers" && allowed.includes(`${verb} ${name}`) ? "allow" : "noOpinion",
      reason: "",
    }) as const,
});
const csr = (fields: object = {}): KubeObject => ({
  metadata: { name: "r" },
  spec: { signerName: "example.com/mine" },
  ...fields,
});
const update = (subresource: string, object: KubeObject) =>
  requestFor({ operation: "UPDATE", group, resource, subresource, object, oldObject: csr() });

/** Returns why a plugin refuses a request; undefined if it lets it pass. */
async function lateRefusalOf(judging: unknown): Promise<string | undefined> {
  try {
    await judging;
    return undefined;
  } catch (error) {
    return refusalOf(() => {
      throw error;
    });
  }
}

describe("who may decide about a request", () => {
  const approval = 'user not permitted to approve requests with signerName "example.com/mine"';
  it.each([
    ["nobody else", [], approval],
    ["who may for the signer", ["approve example.com/mine"], undefined],
    ["who may for the domain", ["approve example.com/*"], undefined],
    ["not who may sign", ["sign example.com/mine"], approval],
  ])("CertificateApproval: %s", async (_name, allowed, message) => {
    const plugin = createCertificateApproval(allowing(...allowed));
    expect(await lateRefusalOf(plugin.validate?.(update("approval", csr())))).toBe(message);
  });

  it.each([
    ["a certificate", { certificate: "YQ==" }, true],
    ["conditions", { conditions: [{ type: "Failed" }] }, true],
    ["nothing", {}, false],
  ])("CertificateSigning judges who adds %s", async (_name, status, refused) => {
    const judged = createCertificateSigning(allowing()).validate?.(update("status", csr({ status })));
    expect(await lateRefusalOf(judged)).toBe(
      refused ? 'user not permitted to sign requests with signerName "example.com/mine"' : undefined,
    );
  });

  it("ClusterTrustBundleAttest lets the garbage collector pass, and bundles without a signer", async () => {
    const plugin = createClusterTrustBundleAttest(allowing());
    const refusal = (object: KubeObject, oldObject?: KubeObject) =>
      lateRefusalOf(
        plugin.validate?.(
          requestFor({ group, resource: "clustertrustbundles", object, ...(oldObject && { oldObject }) }),
        ),
      );
    expect(await refusal(csr())).toBe('user not permitted to attest for signerName "example.com/mine"');
    expect(await refusal({ metadata: {}, spec: {} })).toBeUndefined();
    expect(await refusal({ ...csr(), metadata: { name: "r", finalizers: ["a/b"] } }, csr())).toBeUndefined();
  });
});

describe("CertificateSubjectRestriction", () => {
  const der = (tag: number, ...contents: readonly (readonly number[])[]): number[] => {
    const bytes = contents.flat();
    return [tag, bytes.length, ...bytes];
  };
  const text = (value: string): number[] => der(0x0c, [...new TextEncoder().encode(value)]);
  const attribute = (type: number, value: string): number[] =>
    der(0x31, der(0x30, der(0x06, [0x55, 0x04, type]), text(value)));
  /** A request for a name and organizations, without a key and unsigned. */
  const request = (organization: string): string => {
    const subject = der(0x30, attribute(0x03, "me"), attribute(0x0a, organization));
    const algorithm = der(0x30, der(0x06, [0x2a, 0x03]));
    const bytes = der(0x30, der(0x30, der(0x02, [0]), subject, der(0x30)), algorithm, der(0x03, [0]));
    const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${base64OfBytes(Uint8Array.from(bytes))}\n-----END CERTIFICATE REQUEST-----\n`;
    return btoa(pem);
  };
  const clientSigner = "kubernetes.io/kube-apiserver-client";
  // oxfmt-ignore
  it.each([
    ["refuses the group of masters", { signerName: clientSigner, request: request("system:masters") }, `use of ${clientSigner} signer with system:masters group is not allowed`],
    ["accepts other groups", { signerName: clientSigner, request: request("dev") }, undefined],
    ["does not judge other signers", { signerName: "example.com/mine", request: request("system:masters") }, undefined],
    ["refuses what is no request", { signerName: clientSigner, request: btoa("x") }, "failed to parse CSR: PEM block type must be CERTIFICATE REQUEST"],
  ])("%s", (_name, spec, message) => {
    expect(refusalOf(() => createCertificateSubjectRestriction().validate?.(requestFor({ group, resource, object: csr({ spec }) })))).toBe(message);
  });
});
