import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Authorizer } from "../../apiserver/request/authorizer.ts";
import { createNodeRestriction } from "./node-restriction.ts";
import { listing, refusalOf, requestFor, type TestRequest } from "./testing/request.ts";

const denies: Authorizer = { authorize: () => ({ decision: "noOpinion", reason: "" }) };
const named = (name: string, fields: object = {}, metadata: object = {}): KubeObject => ({
  metadata: { name, namespace: "ns", uid: `${name}-uid`, ...metadata },
  ...fields,
});
const running = { nodeName: "n", serviceAccountName: "a" };
const volume = (source: object): object => ({ name: "v", ...source });
const objects = listing({
  nodes: [named("n")],
  pods: [
    named("p", { spec: running }),
    named("elsewhere", { spec: { nodeName: "m" } }),
    named("mirror", { spec: running }, { annotations: { "kubernetes.io/config.mirror": "x" } }),
    named("lone", { spec: { nodeName: "n", serviceAccountName: "gone" } }),
    named("claiming", { spec: { ...running, volumes: [volume({ persistentVolumeClaim: { claimName: "c" } })] } }),
    named("driven", {
      spec: { ...running, volumes: [volume({ csi: { driver: "d" } }), volume({ csi: { driver: "e" } })] },
    }),
  ],
  serviceaccounts: [named("a")],
  csidrivers: [named("e", { spec: { tokenRequests: [{ audience: "known" }] } })],
});
const plugin = (...enabled: string[]) =>
  createNodeRestriction({ objects, authorizer: denies, gates: { enabled: (gate) => enabled.includes(gate) } });
const user = { name: "system:node:n", groups: ["system:nodes"], uid: "", extra: {} };

async function refusal(request: TestRequest, ...gates: string[]): Promise<string | undefined> {
  try {
    await plugin(...gates).admit?.(requestFor({ ...request, user }));
    return undefined;
  } catch (error) {
    return refusalOf(() => {
      throw error;
    });
  }
}

describe("NodeRestriction", () => {
  it("says what it does not find as listers do", async () => {
    const eviction = { resource: "pods", subresource: "eviction", object: named("none") };
    expect(await refusal(eviction)).toBe('pod "none" not found');
  });

  // oxfmt-ignore
  it.each([
    ["claiming", "known", 'error validating audience "known": persistentvolumeclaim "c" not found'],
    ["driven", "known", undefined],
    ["driven", "other", 'error validating audience "other": csidriver.storage.k8s.io "d" not found'],
    ["p", "other", 'audience "other" not found in pod spec volume, system:node:n is not authorized to request tokens for this audience'],
  ])("gives tokens of the pod %s for the audience %s: refused by %s", async (name, audience, expected) => {
    const boundObjectRef = { apiVersion: "v1", kind: "Pod", name, uid: `${name}-uid` };
    const object = named("a", { spec: { audiences: [audience], boundObjectRef } });
    expect(await refusal({ resource: "serviceaccounts", subresource: "token", object })).toBe(expected);
  });

  // oxfmt-ignore
  const wanted = {
    nodeName: "n", nodeUID: "n-uid", podName: "p", podUID: "p-uid", serviceAccountName: "a", serviceAccountUID: "a-uid",
  };
  const asked = (spec: object): TestRequest => ({
    group: "certificates.k8s.io",
    resource: "podcertificaterequests",
    object: named("r", { spec: { ...wanted, ...spec } }),
  });

  // oxfmt-ignore
  it.each([
    [{}, undefined],
    [{ nodeName: "m" }, 'PodCertificateRequest.Spec.NodeName="m", which is not the requesting node "n"'],
    [{ nodeUID: "x" }, 'PodCertificateRequest for pod "ns/p" names node UID "x", inconsistent with the running node ("n-uid")'],
    [{ podName: "none" }, 'while retrieving pod "ns/none" named in the PodCertificateRequest: pod "none" not found'],
    [{ podUID: "x" }, 'PodCertificateRequest for pod "ns/p" contains pod UID ("x") which differs from running pod "p-uid"'],
    [{ podName: "elsewhere", podUID: "elsewhere-uid" }, 'pod "ns/elsewhere" is not running on node "n" named in the PodCertificateRequest'],
    [{ podName: "mirror", podUID: "mirror-uid" }, 'pod "ns/mirror" is a mirror pod'],
    [{ serviceAccountName: "b" }, 'PodCertificateRequest for pod "ns/p" contains serviceAccountName ("b") that differs from running pod ("a")'],
    [{ podName: "lone", podUID: "lone-uid", serviceAccountName: "gone" }, 'while retrieving service account "ns/gone" named in the PodCertificateRequest: serviceaccount "gone" not found'],
    [{ serviceAccountUID: "x" }, 'PodCertificateRequest for pod "ns/p" names service account UID "x", which differs from the running service account ("a-uid")'],
  ])("lets a node ask for certificates of its pods: %j is refused by %s", async (spec, expected) =>
    expect(await refusal(asked(spec), "PodCertificateRequest")).toBe(expected));

  it("lets nobody ask for certificates of pods without the feature", async () =>
    expect(await refusal(asked({}))).toBe("PodCertificateRequest feature gate is disabled"));
});
