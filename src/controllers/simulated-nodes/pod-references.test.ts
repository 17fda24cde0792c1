import { expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { ObjectIndex } from "../../client/object-index.ts";
import { missingVolume, userProblem } from "./pod-references.ts";

const configMaps = new ObjectIndex<KubeObject>();
const secrets = new ObjectIndex<KubeObject>();
const claims = new ObjectIndex<KubeObject>();
claims.set("default/bound", { metadata: { name: "bound" }, status: { phase: "Bound" } });
claims.set("default/open", { metadata: { name: "open" }, status: { phase: "Pending" } });
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
  expect(missingVolume(pod, { configMaps, secrets, claims })?.message).toBe(message);
});

it.each([
  ["bound", undefined],
  ["open", "error processing PVC default/open: PVC is not bound"],
  [
    "none",
    'error processing PVC default/none: failed to fetch PVC from API server: persistentvolumeclaims "none" not found',
  ],
])("a claim %s that a pod waits for: %s", (claimName, problem) => {
  const volumes = [{ name: "v", persistentVolumeClaim: { claimName } }];
  const what = "unmounted volumes=[v], unattached volumes=[], failed to process volumes=[v]";
  expect(
    missingVolume({ metadata: { namespace: "default" }, spec: { volumes } }, { configMaps, secrets, claims })?.message,
  ).toBe(problem && `Unable to attach or mount volumes: ${what}: ${problem}`);
});

it.each([
  [{ runAsNonRoot: true, runAsUser: 0 }, {}, true],
  [{ runAsNonRoot: true, runAsUser: 0 }, { runAsUser: 5 }, false],
  [{ runAsUser: 0 }, {}, false],
  [{ runAsNonRoot: true }, {}, false],
])("a pod with %j and a container with %j may not run as root: %s", (securityContext, own, refused) => {
  const pod = { metadata: { name: "p", namespace: "default", uid: "u" }, spec: { securityContext } };
  expect(userProblem(pod, { name: "c", securityContext: own })).toBe(
    refused ? 'container\'s runAsUser breaks non-root policy (pod: "p_default(u)", container: c)' : undefined,
  );
});
