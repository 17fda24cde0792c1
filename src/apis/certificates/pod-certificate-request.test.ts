import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { podCertificateRequestStatusStrategy, podCertificateRequestStrategy } from "./pod-certificate-request.ts";
import { certificate, ctx, key } from "./testing/certificates.ts";
import { writePrivateKey } from "./x509/certificate-writer.ts";
import { loadKeys } from "./late-keys.ts";

beforeAll(() => loadKeys());

const [leaf, brief] = [certificate(false), certificate(false, 0.5)];

describe("pod certificate requests", () => {
  const pkcs8 = Buffer.from(writePrivateKey(key));
  const privateKey = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  const spec = {
    signerName: "example.com/s",
    podName: "p",
    podUID: "u-1",
    serviceAccountName: "a",
    serviceAccountUID: "u-2",
    nodeName: "n",
    nodeUID: "u-3",
    maxExpirationSeconds: 7200,
    pkixPublicKey: createPublicKey(privateKey).export({ type: "spki", format: "der" }).toString("base64"),
    proofOfPossession: sign("sha256", Buffer.from("u-1"), privateKey).toString("base64"),
  };
  const request = (more: object = {}, status: object = {}): KubeObject => ({
    metadata: { name: "r" },
    spec: { ...spec, ...more },
    status,
  });
  const messages = (more: object): readonly string[] =>
    (podCertificateRequestStrategy.validate?.(request(more), ctx) ?? []).map(errorMessage);
  // oxfmt-ignore
  it.each([
    ["a proof", {}, []],
    ["a proof for another pod", { podUID: "u-9" }, ["spec.proofOfPossession: Invalid value: could not verify proof-of-possession signature"]],
    ["no key", { pkixPublicKey: "AQ==" }, ['spec.pkixPublicKey: Invalid value: "AQ==": must be a valid PKIX-serialized public key']],
    ["no identifiers", { nodeUID: "" }, ['spec.nodeUID: Invalid value: "": must not be empty']],
    ["too long a life", { maxExpirationSeconds: 7862401 }, ["spec.maxExpirationSeconds: Invalid value: 7862401: must be in the range [3600, 7862400]"]],
    ["too long a life from Kubernetes", { signerName: "kubernetes.io/s", maxExpirationSeconds: 86401 }, ["spec.maxExpirationSeconds: Invalid value: 86401: must be in the range [3600, 86400]"]],
  ])("with %s", (_name, more, expected) => expect(messages(more)).toEqual(expected));

  it("keep their spec", () => {
    const [next, old] = [request({ podName: "q" }), request()];
    expect(podCertificateRequestStrategy.validateUpdate?.(old, old, ctx)).toEqual([]);
    expect((podCertificateRequestStrategy.validateUpdate?.(next, old, ctx) ?? []).map(errorMessage)).toEqual([
      expect.stringMatching(
        /^spec: Invalid value: {"SignerName":"example.com\/s","PodName":"q","PodUID":"u-1",.*"}: field is immutable$/,
      ),
    ]);
  });

  const decided = (type: string, more: object = {}) => ({
    conditions: [{ type, status: "True", reason: "R", lastTransitionTime: ctx.now }],
    ...more,
  });
  const times = { notBefore: ctx.now, notAfter: "2025-01-02T05:00:00Z", beginRefreshAt: "2025-01-02T04:00:00Z" };
  const issued = (more: object = {}) => decided("Issued", { certificateChain: leaf, ...times, ...more });
  const decide = (status: object, old: object = {}): readonly string[] =>
    (podCertificateRequestStatusStrategy.validateUpdate?.(request({}, status), request({}, old), ctx) ?? []).map(
      errorMessage,
    );
  // oxfmt-ignore
  it.each([
    ["issued", issued(), {}, []],
    ["denied", decided("Denied"), {}, []],
    ["denied with a certificate", decided("Denied", { certificateChain: leaf }), {}, ["status: Invalid value: non-condition status fields must be empty when denying or failing the PodCertificateRequest"]],
    ["decided again", decided("Failed"), decided("Denied"), ["status: Invalid value: immutable after PodCertificateRequest is issued, denied, or failed"]],
    ["given something undecided", { certificateChain: leaf }, {}, ['status: Invalid value: status is immutable unless transitioning to "Issued", "Denied", or "Failed"']],
    ["decided otherwise", decided("Other"), {}, ['status.conditions.[0].type: Unsupported value: "Other": supported values: "Issued", "Denied", "Failed"']],
    ["issued without times", issued({ beginRefreshAt: undefined }), {}, ["status.beginRefreshAt: Required value: must be present and in the range [notbefore+10min, notafter-10min]"]],
    ["issued with other times", issued({ notAfter: ctx.now }), {}, [`status.notAfter: Invalid value: "${ctx.now}": must be set to the NotAfter time encoded in the leaf certificate`]],
    ["issued for too short", issued({ certificateChain: brief, notAfter: "2025-01-02T03:30:00Z" }), {}, ["status.certificateChain: Invalid value: 1800000000000: leaf certificate lifetime must be >= 1 hour"]],
    ["to be refreshed too late", issued({ beginRefreshAt: "2025-01-02T04:51:00Z" }), {}, ['status.beginRefreshAt: Invalid value: "2025-01-02T04:51:00Z": must be at least 10 minutes before status.notAfter']],
  ])("%s", (_name, status, old, expected) => expect(decide(status, old)).toEqual(expected));

  it("are decided by those who may sign", async () => {
    const authorizer = { authorize: () => ({ decision: "noOpinion", reason: "" }) as const };
    const update = async (status: object): Promise<readonly string[]> => {
      const { authorizeWrite } = podCertificateRequestStatusStrategy;
      return ((await authorizeWrite?.(request({}, status), request(), { ...ctx, authorizer })) ?? []).map(errorMessage);
    };
    expect(await update(decided("Denied"))).toEqual([
      'spec.signerName: Forbidden: User "ann" is not permitted to "sign" for signer "example.com/s"',
    ]);
    expect(await update({})).toEqual([]);
  });
});
