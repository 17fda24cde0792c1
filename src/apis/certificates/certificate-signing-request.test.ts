import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { testContext } from "../testing/strategy-context.ts";
import { approvalStrategy, certificateStatusStrategy, certificateStrategy } from "./certificate-signing-request.ts";

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

  it("are issued without being approved on the way", () => {
    expect(certificateStatusStrategy.prepareForUpdate(sent, live)).toEqual({
      ...live,
      status: { certificate: "Qg==", conditions: [approved, failed] },
    });
  });

  it("are approved without being issued on the way", () => {
    expect(approvalStrategy.prepareForUpdate(sent, live)).toEqual({
      ...live,
      status: { certificate: "QQ==", conditions: [failed] },
    });
  });
});
