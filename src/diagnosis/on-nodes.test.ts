import { describeSituations } from "./testing/describe-situations.ts";
import { containers, pod, runs } from "./testing/manifests.ts";

// What is said of pods that their node or its file system lets not run.

const mounts = (source: object) => ({
  containers: containers({ volumeMounts: [{ name: "c", mountPath: "/c" }] }),
  volumes: [{ name: "c", ...source }],
});
const p = "v1 Pod p";

// oxfmt-ignore
describeSituations([
  // What its security context keeps a container from, and what its node does not have.
  { name: "pod-runs-as-root", sentence: "CreateContainerConfigError: container app would run as root, which runAsNonRoot forbids: its image nginx names no other user, and runAsUser can", objects: [pod({ securityContext: { runAsNonRoot: true } })], of: p, evidence: [/image will run as root \(pod: "p_s-\d+\(/] },
  { name: "pod-runs-as-root", sentence: "CreateContainerConfigError: container app is to run without root, and its image quay.io/prometheus/prometheus:v3.5.0 names its user, nobody, without a number: runAsUser can say it", objects: [pod({ containers: containers({ image: "quay.io/prometheus/prometheus:v3.5.0", securityContext: { runAsNonRoot: true } }) })], of: p },
  { name: "pod-running", sentence: "Running", objects: [pod({ securityContext: { runAsNonRoot: true }, containers: containers({ image: "nginxinc/nginx-unprivileged:1.29" }) })], of: p },
  { name: "pod-file-system-read-only", sentence: /^CrashLoopBackOff: container app crashes: exit code 1, restarted (?:once|\d+ times); it writes \/var\/cache\/nginx, and its root file system is read-only: an emptyDir there takes it$/, objects: [pod({ containers: containers({ securityContext: { readOnlyRootFilesystem: true } }) })], of: p, evidence: ["Pod p: spec.containers[0].securityContext.readOnlyRootFilesystem = true"] },
  { name: "pod-file-system-read-only", sentence: /^CrashLoopBackOff: init container i crashes: exit code 1, restarted (?:once|\d+ times); it writes \/c\/f, and the volume there is mounted to be read only$/, objects: [pod({ ...mounts({ emptyDir: {} }), initContainers: [{ name: "i", image: "busybox", volumeMounts: [{ name: "c", mountPath: "/c", readOnly: true }], ...runs("date > /c/f") }] })], of: p },
  { name: "pod-file-system-read-only", sentence: /^CrashLoopBackOff: container app crashes: exit code 1, restarted (?:once|\d+ times); it writes \/c\/f, and the volume there is mounted to be read only$/, objects: [pod({ ...mounts({ emptyDir: {} }), containers: containers({ image: "busybox", securityContext: { readOnlyRootFilesystem: true }, volumeMounts: [{ name: "c", mountPath: "/c", readOnly: true }], ...runs("date > /c/f") }) })], of: p, evidence: ["Pod p: spec.containers[0].volumeMounts = /c/f"] },
  { name: "pod-host-path-unfit", sentence: "ContainerCreating: the volume c needs /data on its node, which is not a directory", objects: [pod(mounts({ hostPath: { path: "/data", type: "Directory" } }))], of: p, evidence: [/^Pod p: event FailedMount: MountVolume\.SetUp failed for volume "c" : hostPath type check failed: \/data is not a directory/] },
  { name: "pod-host-path-unfit", sentence: "ContainerCreating: the volume c needs /data/f on its node, which is not a file", objects: [pod(mounts({ hostPath: { path: "/data/f", type: "File" } }))], of: p },
  { name: "pod-host-path-unfit", sentence: "ContainerCreating: the volume c is to make the file /nowhere/f on its node, which has no folder /nowhere", objects: [pod(mounts({ hostPath: { path: "/nowhere/f", type: "FileOrCreate" } }))], of: p },
  { name: "pod-running", sentence: "Running", objects: [pod(mounts({ hostPath: { path: "/made", type: "DirectoryOrCreate" } }))], of: p },
]);
