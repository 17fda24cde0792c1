import { beforeAll, describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { testContext } from "../testing/strategy-context.ts";
import { validateCertificateSigningRequest, type CertificateWrite } from "./certificate-signing-request-validation.ts";
import { approvalStrategy, certificateStatusStrategy, certificateStrategy } from "./certificate-signing-request.ts";
import { loadKeys } from "./late-keys.ts";

beforeAll(() => loadKeys());

const approved = { type: "Approved", status: "True" };
const failed = { type: "Failed", status: "True" };
const live: KubeObject = {
  metadata: { name: "c" },
  spec: { signerName: "a.b/c" },
  status: { certificate: "QQ==", conditions: [approved] },
};
const sent: KubeObject = {
  metadata: { name: "c" },
  spec: { signerName: "other" },
  status: { certificate: "Qg==", conditions: [failed] },
};

describe("certificate signing requests", () => {
  it("are made in the name of who asks, unapproved", () => {
    const created = certificateStrategy.prepareForCreate(
      {
        metadata: { name: "c" },
        spec: { request: "QQ==", username: "root", groups: ["system:masters"] },
        status: { conditions: [approved] },
      },
      testContext(),
    );
    expect(created).toEqual({
      metadata: { name: "c" },
      spec: { request: "QQ==", username: "ann", uid: "u-1", groups: ["dev"] },
      status: {},
    });
  });

  it("do not change themselves", () => expect(certificateStrategy.prepareForUpdate(sent, live)).toEqual(live));

  const ctx = testContext();
  const at = { lastUpdateTime: ctx.now, lastTransitionTime: ctx.now };

  it("are issued without being approved on the way", () => {
    const prepared = certificateStatusStrategy.prepareForUpdate(sent, live, ctx);
    expect(prepared).toEqual({ ...live, status: { certificate: "Qg==", conditions: [{ ...failed, ...at }] } });
    expect(certificateStatusStrategy.validateUpdate(prepared, live).map(errorMessage)).toContain(
      'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
    );
  });

  it("keep what was approved when the status changes", () => {
    const rewritten = { ...sent, status: { conditions: [failed, { ...approved, reason: "mine" }] } };
    expect(certificateStatusStrategy.prepareForUpdate(rewritten, live, ctx)["status"]).toEqual({
      conditions: [
        { ...failed, ...at },
        { ...approved, ...at },
      ],
    });
  });

  it("are approved without being issued on the way", () => {
    expect(approvalStrategy.prepareForUpdate(sent, live, ctx)).toEqual({
      ...live,
      status: { certificate: "QQ==", conditions: [{ ...failed, ...at }] },
    });
  });

  it("keep the time at which a condition got its status", () => {
    const before = { ...approved, lastUpdateTime: "2024-01-01T00:00:00Z", lastTransitionTime: "2024-01-01T00:00:00Z" };
    const prepared = approvalStrategy.prepareForUpdate(
      { ...live, status: { conditions: [approved] } },
      { ...live, status: { conditions: [before] } },
      ctx,
    );
    expect(prepared["status"]).toEqual({
      conditions: [{ ...approved, lastUpdateTime: ctx.now, lastTransitionTime: "2024-01-01T00:00:00Z" }],
    });
  });
});

const pem = (type: string, body: string): string => btoa(`-----BEGIN ${type}-----\n${body}\n-----END ${type}-----\n`);
/** A request signed by its key, of P-256. */
const request =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlITE1IUUNBUUF3RWpFUU1BNEdBMVVFQXd3SGMyOXRaVzl1WlRCWk1CTUdCeXFHU000OUFnRUdDQ3FHU000OQpBd0VIQTBJQUJQRE9Bb0loV3M5a1EwQml1bC9WdHZCYURuTnd3b2xXQXBpTld2djNLdSs5RkJybFhodzNmOHpxClFPZCtXdllXZzZuSWFNOHNIVkxqKzh6Q1lKREdPckdnQURBS0JnZ3Foa2pPUFFRREFnTkhBREJFQWlBNk9BaGkKNEFldmtBZTNlbjk4L2E2ZlY1dkNRdGcwaUxleGs2SUcvcTFqY1FJZ2RhdkJEejJxaEVBTytSWGFlUEVyVTVpagpsSVdDVGhtbWdRMWQ5Y2hoeUlrPQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K";

describe("validation of certificate signing requests", () => {
  const csr = (spec: object, status: object = {}): KubeObject => ({
    metadata: { name: "c" },
    spec: { request, signerName: "example.com/s", usages: ["client auth"], ...spec },
    status,
  });
  const messages = (object: KubeObject, ...more: readonly [CertificateWrite?, KubeObject?]) =>
    validateCertificateSigningRequest(object, more[0] ?? "create", more[1]).map(errorMessage);
  const tampered = btoa(atob(request).replace(/.(?=={0,2}\n-----END)/, "A"));

  // oxfmt-ignore
  it.each([
    ["a signed one", csr({}), []],
    ["no PEM", csr({ request: btoa("x") }), ['spec.request: Invalid value: "eA==": PEM block type must be CERTIFICATE REQUEST']],
    ["nothing in the block", csr({ request: pem("CERTIFICATE REQUEST", "") }), [expect.stringMatching(/: asn1: syntax error: sequence truncated$/)]],
    ["something else in the block", csr({ request: pem("CERTIFICATE REQUEST", "BAEB") }), [expect.stringMatching(/: asn1: structure error: tags don't match \(16 vs \{class:0 tag:4 length:1 isCompound:false\}\) .* certificateRequest @2$/)]],
    ["a changed signature", csr({ request: tampered }), [expect.stringMatching(/: x509: ECDSA verification failure$/)]],
    ["less than ten minutes", csr({ expirationSeconds: 599 }), ["spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)"]],
  ])("%s", (_name, object, expected) => expect(messages(object)).toEqual(expected));

  it("keeps mistakes of old objects", () => {
    const old = csr(
      { signerName: "kubernetes.io/legacy-unknown", usages: ["x", "x"] },
      {
        certificate: btoa("x"),
        conditions: [
          { type: "", status: "True" },
          { type: "", status: "True" },
        ],
      },
    );
    expect(messages(old, "update", old)).toEqual([]);
  });

  it("is not both approved and denied", () => {
    const both = csr({}, { conditions: [approved, { ...approved, type: "Denied" }] });
    expect(messages(both, "approval", csr({}))).toEqual([
      'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
    ]);
    expect(messages(both, "approval", both)).toEqual([]);
  });

  it("issues once, by certificates only", () => {
    const issued = (type: string, body: string) => csr({}, { certificate: pem(type, body) });
    expect(messages(issued("CERTIFICATE", "MAA="), "status", csr({}))).toEqual([
      'status.certificate: Invalid value: "<certificate data>": x509: malformed tbs certificate',
    ]);
    expect(messages(issued("CERTIFICATE", "K: v\n\nMAA="), "status", csr({}))).toEqual([
      'status.certificate: Invalid value: "<certificate data>": no PEM block headers are permitted',
    ]);
    expect(messages(csr({}), "status", issued("CERTIFICATE", "MAA="))).toEqual([
      "status.certificate: Forbidden: updates may not modify existing certificate content",
    ]);
    expect(messages(csr({}), "approval", issued("CERTIFICATE", "MAA="))).toEqual([
      "status.certificate: Forbidden: updates may not set certificate content",
    ]);
  });
});
