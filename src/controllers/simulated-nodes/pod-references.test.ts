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

const [breaks, asRoot] = [
  "container's runAsUser breaks non-root policy",
  "container has runAsNonRoot and image will run as root",
];
const unverified = "container has runAsNonRoot and image has non-numeric user (nobody), cannot verify user is non-root";

it.each([
  [{ runAsNonRoot: true, runAsUser: 0 }, {}, "web", breaks],
  [{ runAsNonRoot: true, runAsUser: 0 }, { runAsUser: 5 }, "web", undefined],
  [{ runAsUser: 0 }, {}, "nginx", undefined],
  [{ runAsNonRoot: true }, {}, "registry.example.com/web:1", undefined],
  [{ runAsNonRoot: true }, {}, "nginx:1.29@sha256:" + "a".repeat(64), asRoot],
  [{}, { runAsNonRoot: true }, "docker.io/library/redis:7", asRoot],
  [{ runAsNonRoot: true }, { runAsUser: 999 }, "redis:7", undefined],
  [{ runAsNonRoot: true }, {}, "nginxinc/nginx-unprivileged:1.29", undefined],
  [{ runAsNonRoot: true }, {}, "registry.k8s.io/pause:3.10", undefined],
  [{ runAsNonRoot: true }, {}, "gcr.io/distroless/static:latest", asRoot],
  [{ runAsNonRoot: true }, {}, "gcr.io/distroless/static:nonroot", undefined],
  [{ runAsNonRoot: true }, {}, "quay.io/prometheus/prometheus:v3.5.0", unverified],
])("a pod with %j and a container with %j of %s: %s", (securityContext, own, image, problem) => {
  const pod = { metadata: { name: "p", namespace: "default", uid: "u" }, spec: { securityContext } };
  const where = '(pod: "p_default(u)", container: c)';
  expect(userProblem(pod, { name: "c", image, securityContext: own })).toBe(problem && `${problem} ${where}`);
});

const onHost = (path: string, type?: string) => ({
  name: "v",
  hostPath: { path, ...(type !== undefined && { type }) },
});

it.each([
  ["Directory", "/data", [], "hostPath type check failed: /data is not a directory"],
  ["Directory", "/data/", [], "hostPath type check failed: /data/ is not a directory"],
  ["FileOrCreate", "/data/f/", [], "open /data/f/: no such file or directory"],
  ["Directory", "/var/log/", [], undefined],
  ["Directory", "/etc/hosts", [], "hostPath type check failed: /etc/hosts is not a directory"],
  ["DirectoryOrCreate", "/data", [], undefined],
  ["DirectoryOrCreate", "/etc/hosts", [], "hostPath type check failed: /etc/hosts is not a directory"],
  ["File", "/etc/hosts", [], undefined],
  ["File", "/data/f", [], "hostPath type check failed: /data/f is not a file"],
  ["FileOrCreate", "/data/f", [], "open /data/f: no such file or directory"],
  ["FileOrCreate", "/var/local/f", [], undefined],
  ["FileOrCreate", "/data/f", [onHost("/data", "DirectoryOrCreate")], undefined],
  ["Directory", "/data", [onHost("/data/deep")], undefined],
  ["Socket", "/run/containerd/containerd.sock", [], undefined],
  ["Socket", "/var/run/docker.sock", [], "hostPath type check failed: /var/run/docker.sock is not a socket file"],
  ["CharDevice", "/dev/null", [], undefined],
  ["BlockDevice", "/dev/sdb", [], "hostPath type check failed: /dev/sdb is not a block device"],
  ["", "/data", [], undefined],
])("a volume of the node with the type %s at %s, beside %j: %s", (type, path, made, problem) => {
  const pod = { metadata: { namespace: "default" }, spec: { volumes: [onHost(path, type)] } };
  const others = [{ metadata: {}, spec: { volumes: made } }];
  const message = problem && `MountVolume.SetUp failed for volume "v" : ${problem}`;
  expect(missingVolume(pod, { configMaps, secrets, claims }, others)?.message).toBe(message);
});
