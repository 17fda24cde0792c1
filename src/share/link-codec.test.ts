import { createHash } from "node:crypto";
import { deflateSync, strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { base64UrlOfBytes } from "../apimachinery/base64.ts";
import { decodeLink, encodeLink } from "./link-codec.ts";
import { dictionary } from "./dictionaries/version-1.ts";
import type { World } from "./world.ts";

const world: World = {
  objects: [
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name: "settings",
        namespace: "default",
        annotations: { "example.com/note": "größer ☸ 𝄞" },
        managedFields: [
          {
            manager: "alice",
            operation: "Apply",
            apiVersion: "v1",
            time: "2026-01-02T03:04:05Z",
            fieldsType: "FieldsV1",
            fieldsV1: { "f:data": { ".": {}, "f:colour": {}, "f:k:odd": {}, "f:.": {} } },
          },
          {
            manager: "kubelet",
            operation: "Update",
            apiVersion: "other/v1",
            fieldsType: "FieldsV1",
            fieldsV1: { "f:items": { 'k:{"name":"a"}': { "f:name": {} }, 'v:"x"': {}, "i:0": {} } },
            subresource: "status",
          },
        ],
      },
      data: { colour: "blue" },
      number: 9007199254740993n,
    },
  ],
  settings: {
    emulatedVersion: "1.33",
    featureGates: { CBORServingAndStorage: true },
    runtimeConfig: "api/beta=true",
    disableAdmissionPlugins: ["PodSecurity"],
    controllers: ["*"],
    pace: { paused: true, speed: 10 },
  },
  identity: { user: "jane", groups: ["dev"] },
  requests: [{ method: "DELETE", target: "/api/v1/namespaces/default/pods/a", type: "application/json", body: "" }],
  view: { address: "#/apply", state: { "bench.own": { actors: [] } } },
};

/** A text as a link that another program could have written. */
const packed = (content: string): string => `1${base64UrlOfBytes(deflateSync(strToU8(content), { level: 9 }))}`;

describe("a link", () => {
  it("gives back what was written", async () => {
    const text = await encodeLink(world);
    expect(text).toMatch(/^1[\w-]+$/);
    expect(await decodeLink(text)).toEqual(world);
  });

  it("is compressed with a dictionary that never changes", () => {
    expect(createHash("sha256").update(dictionary).digest("hex")).toBe(
      "16e659d19abd26a54601188919fcc9d960dcd3277c9705eeec761658a6ab4e2d",
    );
  });

  it("of an earlier day is read", async () => {
    const earlier = "1w9MpwtPyoVFTx8zc2MjYwMSUlKYOaN6AiLWLwPQBAA";
    expect((await decodeLink(earlier)).objects).toMatchObject([{ kind: "ConfigMap", data: { colour: "blue" } }]);
  });

  it("leaves the past of objects to files", async () => {
    expect(await decodeLink(await encodeLink({ ...world, history: world.objects }))).toEqual(world);
  });
});

describe("a link is refused in a sentence", () => {
  const nested = (depth: number): string => `{"objects":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const object = (metadata: unknown): string =>
    JSON.stringify({ objects: [{ apiVersion: "v1", kind: "Pod", metadata }] });
  it.each([
    ["nothing", "", "This is not a link that Kubepad wrote."],
    ["another text", "hello", "This is not a link that Kubepad wrote."],
    ["a name of every object", "__proto__", "This is not a link that Kubepad wrote."],
    ["a newer version", "2abc", "This link has version 2 of the format; this version of Kubepad reads version 1."],
    ["characters that are not base64", "1<script>", "This link is damaged or incomplete."],
    ["a truncated link", packed(JSON.stringify(["x".repeat(5000), 1])).slice(0, 40), "damaged or incomplete"],
    ["no content", "1", "This link is damaged or incomplete."],
    ["other than JSON", packed("{"), "This link is damaged or incomplete."],
    ["a list", packed("[]"), "This link does not contain anything that Kubepad knows."],
    ["objects that are none", packed('{"objects":[1]}'), "something that is not a Kubernetes object"],
    ["objects that are no list", packed('{"objects":{}}'), "something that is not a Kubernetes object"],
    ["an object without a name", packed(object({})), "something that is not a Kubernetes object"],
    ["a name of a megabyte", packed(object({ name: "x".repeat(1e6) })), "something that is not a Kubernetes object"],
    ["owners that are none", packed(object({ name: "a", ownerReferences: [1] })), "not a Kubernetes object"],
    ["managers that are none", packed(object({ name: "a", managedFields: [[1]] })), "not a Kubernetes object"],
    [
      "a view elsewhere",
      packed('{"view":{"address":"javascript:alert(1)","state":{}}}'),
      'The part "view" is not in the form',
    ],
    [
      "a view of a link",
      packed('{"view":{"address":"#/shared/1abc","state":{}}}'),
      'The part "view" is not in the form',
    ],
    [
      "a view of a link with an empty part",
      packed('{"view":{"address":"#//shared/1abc","state":{}}}'),
      'The part "view" is not in the form',
    ],
    [
      "a view of a link with escapes",
      packed('{"view":{"address":"#/%73hared/1abc","state":{}}}'),
      'The part "view" is not in the form',
    ],
    [
      "settings that are none",
      packed('{"settings":{"featureGates":{"A":"yes"}}}'),
      'The part "settings" is not in the form',
    ],
    [
      "a time that stands still",
      packed('{"settings":{"pace":{"paused":false,"speed":0}}}'),
      'The part "settings" is not in the form',
    ],
    ["requests that are none", packed('{"requests":[{"method":1}]}'), 'The part "requests" is not in the form'],
    ["an identity that is none", packed('{"identity":{"user":[]}}'), 'The part "identity" is not in the form'],
    ["deep nesting", packed(nested(5_000)), "It is nested more than 200 levels deep."],
    ["deeper nesting than a parser takes", packed(nested(1_000_000)), "This link is damaged or incomplete."],
    ["much more than it seems", packed(JSON.stringify("x".repeat(9_000_000))), "it unpacks to more than 8 MB"],
    ["a link of 10 MB", `1${"A".repeat(10_000_000)}`, "This link is longer than 256 KB"],
  ])("for %s", async (_, text, sentence) => {
    const reading = decodeLink(text);
    await expect(reading).rejects.toThrow(sentence);
    await expect(reading).rejects.toMatchObject({ name: "UnreadableWorldError" });
  });
});
