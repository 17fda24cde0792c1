import { expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { ObjectIndex } from "../../client/object-index.ts";
import { missingVolume } from "./pod-references.ts";

const configMaps = new ObjectIndex<KubeObject>();
const secrets = new ObjectIndex<KubeObject>();
for (const index of [configMaps, secrets])
  index.set("default/o", { metadata: { name: "o", uid: "u" }, data: { there: "x" } });

const items = (key: string) => [{ key, path: "f" }];

it.each([
  ["configMap", { name: "o", items: items("k") }, "configmap references non-existent config key: k"],
  ["secret", { secretName: "o", items: items("k") }, "references non-existent secret key: k"],
  ["secret", { secretName: "o", items: items("there") }, undefined],
  ["secret", { secretName: "n" }, 'secret "n" not found'],
  ["projected", { sources: [{ configMap: { name: "o" } }, { secret: { name: "n" } }] }, 'secret "n" not found'],
  ["projected", { sources: [{ configMap: { name: "n", optional: true } }] }, undefined],
])("a %s volume names what is missing: %j", (kind, source, problem) => {
  const pod = { metadata: { namespace: "default" }, spec: { volumes: [{ name: "v", [kind]: source }] } };
  const message = problem && `MountVolume.SetUp failed for volume "v" : ${problem}`;
  expect(missingVolume(pod, { configMaps, secrets })?.message).toBe(message);
});
