import { describe, expect, it, test } from "vitest";
import { errorMessage, type FieldError } from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { createFeatureGates } from "../../../component-base/features/feature-gates.ts";
import { defaulter } from "../../defaulting.ts";
import { podDefaults } from "./defaults.ts";
import { validatePodResize } from "./resize-validation.ts";
import { validatePodStatus } from "./status-validation.ts";
import { validateEphemeralContainersUpdate, validatePodUpdate } from "./update-validation.ts";
import { validatePod } from "./validation.ts";
import { podWarnings } from "./warnings.ts";

type Part = Readonly<Record<string, unknown>>;

const gates = createFeatureGates();
const plain: Part = { name: "c", image: "i" };
const pod = (spec: Part, metadata: Part = {}, status: Part = {}): KubeObject =>
  defaulter(podDefaults)({
    metadata: { name: "p", namespace: "ns", uid: "u", resourceVersion: "1", ...metadata },
    spec: { containers: [plain], ...spec },
    status,
  });
const withContainer = (container: Part): Part => ({ containers: [{ ...plain, ...container }] });
const withVolume = (source: Part): Part => ({ volumes: [{ name: "v", ...source }] });
const projecting = (source: Part): Part => withVolume({ projected: { sources: [source] } });
const messages = (errors: readonly FieldError[]): readonly string[] => errors.map(errorMessage);
const first = "spec.containers[0]";

describe("new pods", () => {
  // oxfmt-ignore
  it.each<readonly [string, Part, readonly string[]]>([
    ["nothing but a container", {}, []],
    ["no containers", { containers: [] }, ["spec.containers: Required value"]],
    ["a name in capitals", withContainer({ name: "C" }), [expect.stringMatching(/^spec\.containers\[0\]\.name: Invalid value: "C": a lowercase RFC 1123 label/)]],
    ["an image with spaces", withContainer({ image: " i" }), [`${first}.image: Invalid value: " i": must not have leading or trailing whitespace`]],
    ["an unknown protocol", withContainer({ ports: [{ containerPort: 1, protocol: "ICMP" }] }), [`${first}.ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"`]],
    ["two ports of a host", withContainer({ ports: [{ containerPort: 1, hostPort: 5 }, { containerPort: 2, hostPort: 5 }] }), [`${first}.ports[1].hostPort: Duplicate value: "TCP//5"`]],
    ["a port on the host's network", { hostNetwork: true, ...withContainer({ ports: [{ containerPort: 1, hostPort: 5 }] }) }, [`${first}.ports[0].hostPort: Invalid value: 5: must match \`containerPort\` when \`hostNetwork\` is true`]],
    ["a probe that does nothing", withContainer({ livenessProbe: {} }), [`${first}.livenessProbe: Required value: must specify a handler type`]],
    ["a probe that must succeed twice", withContainer({ livenessProbe: { tcpSocket: { port: "web" }, successThreshold: 2 } }), [`${first}.livenessProbe.successThreshold: Invalid value: 2: must be 1`]],
    ["a sleep beyond the grace period", withContainer({ lifecycle: { preStop: { sleep: { seconds: 31 } } } }), [`${first}.lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)`]],
    ["a variable of a field that is not there", withContainer({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "status.phase" } } }] }), [expect.stringMatching(/^spec\.containers\[0\]\.env\[0\]\.valueFrom\.fieldRef\.fieldPath: Unsupported value: "status\.phase": supported values: "metadata\.name"/)]],
    ["a variable with value and source", withContainer({ env: [{ name: "A", value: "b", valueFrom: { secretKeyRef: { name: "s", key: "k" } } }] }), [`${first}.env[0].valueFrom: Invalid value: "": may not be specified when \`value\` is not empty`]],
    ["a request above its limit", withContainer({ resources: { limits: { cpu: "1" }, requests: { cpu: "1500m" } } }), [`${first}.resources.requests: Invalid value: "1500m": must be less than or equal to cpu limit of 1`]],
    ["half a device", withContainer({ resources: { limits: { "example.com/gpu": "500m" }, requests: { "example.com/gpu": "500m" } } }), [`${first}.resources.limits[example.com/gpu]: Invalid value: "500m": must be an integer`, `${first}.resources.requests[example.com/gpu]: Invalid value: "500m": must be an integer`]],
    ["huge pages alone", withContainer({ resources: { limits: { "hugepages-2Mi": "4Mi" }, requests: { "hugepages-2Mi": "4Mi" } } }), [`${first}.resources: Forbidden: HugePages require cpu or memory`]],
    ["two volumes of a name", { volumes: [{ name: "v", emptyDir: {} }, { name: "v", emptyDir: {} }] }, ['spec.volumes[1].name: Duplicate value: "v"']],
    ["two sources of a volume", withVolume({ emptyDir: {}, secret: { secretName: "s" } }), ["spec.volumes[0].secret: Forbidden: may not specify more than 1 volume type"]],
    ["a way out of a volume", withVolume({ configMap: { name: "m", items: [{ key: "k", path: "../a" }] } }), ['spec.volumes[0].configMap.items[0].path: Invalid value: "../a": must not contain \'..\'']],
    ["a mount of no volume", withContainer({ volumeMounts: [{ name: "w", mountPath: "/w" }] }), [`${first}.volumeMounts[0].name: Not found: "w"`]],
    ["a shared mount without privileges", { ...withVolume({ emptyDir: {} }), ...withContainer({ volumeMounts: [{ name: "v", mountPath: "/v", mountPropagation: "Bidirectional" }] }) }, [`${first}.volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers`]],
    ["escalation that is denied and needed", withContainer({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }), [`${first}.securityContext: Invalid value: {"Capabilities":null,"Privileged":true,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set \`allowPrivilegeEscalation\` to false and \`privileged\` to true`]],
    ["a user that is too large", { securityContext: { runAsUser: 2n ** 60n } }, ["spec.securityContext.runAsUser: Invalid value: 1152921504606846976: must be between 0 and 2147483647, inclusive"]],
    ["a sysctl of the host's network", { hostNetwork: true, securityContext: { sysctls: [{ name: "net.core.somaxconn", value: "1" }] } }, ['spec.securityContext.sysctls[0].name: Invalid value: "net.core.somaxconn": may not be specified when \'hostNetwork\' is true']],
    ["options for Windows on Linux", { os: { name: "linux" }, securityContext: { windowsOptions: { runAsUserName: "a" } } }, ["spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod"]],
    ["a toleration of everything", { tolerations: [{ operator: "Equal" }] }, ['spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"']],
    ["two constraints of a kind", { topologySpreadConstraints: [1, 2].map((maxSkew) => ({ maxSkew, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", labelSelector: {} })) }, ['spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"']],
    ["affinity without weight", { affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, podAffinityTerm: { topologyKey: "zone", labelSelector: {} } }] } } }, ["spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: must be in the range 1-100"]],
    ["no name server where one is needed", { dnsPolicy: "None" }, ["spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None"]],
    ["requests of the pod below those of its containers", { resources: { requests: { cpu: "1" } }, ...withContainer({ resources: { requests: { cpu: "2" } } }) }, ['spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2']],
    ["a claim that the pod does not have", withContainer({ resources: { claims: [{ name: "a" }] } }), [`${first}.resources.claims[0]: Not found: "a": must be one of the names in pod.spec.resourceClaims which is empty`]],
    ["a probe of an init container", { initContainers: [{ name: "i", image: "i", livenessProbe: { tcpSocket: { port: 1 } } }] }, ["spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always"]],
    ["ephemeral containers", { ephemeralContainers: [{ name: "e", image: "i", ports: [{ containerPort: 1 }] }] }, ["spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container", "spec.ephemeralContainers: Forbidden: cannot be set on create"]],
    ["a bundle whose name has no signer", projecting({ clusterTrustBundle: { name: ":a", path: "p" } }), ['spec.volumes[0].projected.sources[0].clusterTrustBundle.name: Invalid value: ":a": not a valid clustertrustbundlename: ClusterTrustBundle without signer name must not have ":" in its name']],
    ["a bundle of a signer with a slash", projecting({ clusterTrustBundle: { name: "a/b:c", path: "p" } }), ['spec.volumes[0].projected.sources[0].clusterTrustBundle.name: Invalid value: "a/b:c": not a valid clustertrustbundlename: ClusterTrustBundle for signerName a/b must be named with prefix a:b:']],
    ["a device at the first of two places of a volume", { volumes: [{ name: "v", emptyDir: {} }, { name: "w", persistentVolumeClaim: { claimName: "w" } }], ...withContainer({ volumeMounts: [{ name: "v", mountPath: "/a" }, { name: "v", mountPath: "/b" }], volumeDevices: [{ name: "w", devicePath: "/a" }] }) }, [`${first}.volumeMounts[0].mountPath: Invalid value: "/a": must not already exist as a path in volumeDevices`]],
    ["a device at the last of two places of a volume", { volumes: [{ name: "v", emptyDir: {} }, { name: "w", persistentVolumeClaim: { claimName: "w" } }], ...withContainer({ volumeMounts: [{ name: "v", mountPath: "/a" }, { name: "v", mountPath: "/b" }], volumeDevices: [{ name: "w", devicePath: "/b" }] }) }, [`${first}.volumeMounts[1].mountPath: Invalid value: "/b": must not already exist as a path in volumeDevices`, `${first}.volumeDevices[0].devicePath: Invalid value: "/b": must not already exist as a path in volumeMounts`]],
    ["what only Linux has", { os: { name: "windows" }, hostPID: true, hostUsers: true, shareProcessNamespace: false, securityContext: { runAsUser: 1, seLinuxOptions: {}, fsGroup: 1 } }, ["securityContext.seLinuxOptions", "hostUsers", "hostPID", "securityContext.fsGroup", "shareProcessNamespace", "securityContext.runAsUser"].map((member) => `spec.${member}: Forbidden: cannot be set for a windows pod`)],
    ["an ephemeral container with resources and probes", { ephemeralContainers: [{ name: "e", image: "i", resources: { limits: { cpu: "1" } }, livenessProbe: { tcpSocket: { port: 1 } }, ports: [{ containerPort: 1 }] }] }, [...["ports", "resources", "livenessProbe"].map((member) => `spec.ephemeralContainers[0].${member}: Forbidden: cannot be set for an Ephemeral Container`), "spec.ephemeralContainers: Forbidden: cannot be set on create"]],
    ["huge pages in part and without limit", withContainer({ resources: { requests: { cpu: "1", "hugepages-2Mi": "1Mi" } } }), [`${first}.resources.limits: Required value: Limit must be set for non overcommitable resources`, `${first}.resources.requests[hugepages-2Mi]: Invalid value: "1Mi": 1Mi is not positive integer multiple of hugepages-2Mi`]],
    ["a file of the old name of the node", withVolume({ downwardAPI: { items: [{ path: "p", fieldRef: { fieldPath: "spec.host" } }] } }), ['spec.volumes[0].downwardAPI.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"']],
    ["a variable of an unknown amount and its divisor", withContainer({ env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "x.limits.cpu", divisor: "5" } } }] }), [`${first}.env[0].valueFrom.resourceFieldRef.resource: Unsupported value: "x.limits.cpu": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"`]],
    ["a node and gates", { nodeName: "n", schedulingGates: [{ name: "g" }] }, ["spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared"]],
  ])("with %s", (_, spec, expected) => {
    expect(messages(validatePod(pod(spec), gates))).toEqual(expected);
  });

  it("are held against their annotations", () => {
    const annotations = {
      "controller.kubernetes.io/pod-deletion-cost": "+1",
      "container.apparmor.security.beta.kubernetes.io/x": "runtime/default",
      "container.seccomp.security.alpha.kubernetes.io/c": "s",
      "kubernetes.io/config.mirror": "m",
    };
    expect(messages(validatePod(pod({}, { annotations }), gates))).toEqual([
      'metadata.annotations[kubernetes.io/config.mirror]: Invalid value: "m": must set spec.nodeName if mirror pod annotation is set',
      'metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "+1": must be a 32bit integer',
      'metadata.annotations.container.seccomp.security.alpha.kubernetes.io/c: Invalid value: "s": must be a valid seccomp profile',
      'metadata.annotations[container.apparmor.security.beta.kubernetes.io/x]: Invalid value: "x": container not found',
    ]);
  });

  it("keep to what the gates of the server admit", () => {
    const addressed = pod({ dnsPolicy: "None", dnsConfig: { nameservers: ["010.0.0.1"] } });
    expect(validatePod(addressed, gates)).toEqual([]);
    expect(messages(validatePod(addressed, createFeatureGates({ StrictIPCIDRValidation: true })))).toEqual([
      'spec.dnsConfig.nameservers[0]: Invalid value: "010.0.0.1": must not have leading 0s',
    ]);
  });
});

test("a negative grace period of a pod becomes 1", () => {
  expect(pod({ terminationGracePeriodSeconds: -5 })["spec"]).toMatchObject({ terminationGracePeriodSeconds: 1 });
});

describe("updates of pods", () => {
  const toNodes: Part = {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }],
      },
    },
  };
  const gated: Part = { schedulingGates: [{ name: "g" }], nodeSelector: { a: "b" } };

  // oxfmt-ignore
  it.each<readonly [string, Part, Part, readonly string[]]>([
    ["another image", {}, withContainer({ image: "j" }), []],
    ["another command", {}, withContainer({ command: ["x"] }), [expect.stringMatching(/^spec: Forbidden: pod updates may not change fields other than `spec\.containers\[\*\]\.image`,.*\n@@ -\d+,\d+ \+\d+,\d+ @@\n[^]*\+ {3}"Command": \[\n/)]],
    ["one more container", {}, { containers: [plain, { name: "d", image: "i" }] }, ["spec.containers: Forbidden: pod updates may not add or remove containers"]],
    ["one more toleration", { tolerations: [{ key: "a", operator: "Exists" }] }, { tolerations: [{ key: "a", operator: "Exists" }, { key: "b", operator: "Exists" }] }, []],
    ["one toleration less", { tolerations: [{ key: "a", operator: "Exists" }] }, {}, ["spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds"]],
    ["a toleration that is not valid, which is told twice", {}, { tolerations: [{ key: "/a", operator: "Exists" }] }, [1, 2].map(() => 'spec.tolerations[0].key: Invalid value: "/a": prefix part must be non-empty')],
    ["a longer deadline", { activeDeadlineSeconds: 5 }, { activeDeadlineSeconds: 6 }, ["spec.activeDeadlineSeconds: Invalid value: 6: must be less than or equal to previous value"]],
    ["no deadline any more", { activeDeadlineSeconds: 5 }, {}, ["spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value"]],
    ["a grace period that was negative", { terminationGracePeriodSeconds: -1 }, { terminationGracePeriodSeconds: 1 }, []],
    ["a gate more", gated, { ...gated, schedulingGates: [{ name: "g" }, { name: "h" }] }, ["spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'h'"]],
    ["the same gate twice, which is told once", gated, { ...gated, schedulingGates: [{ name: "h" }, { name: "g" }, { name: "h" }] }, ['spec.schedulingGates[2]: Duplicate value: "h"', "spec.schedulingGates[2].name: Forbidden: only deletion is allowed, but found new scheduling gate 'h'"]],
    ["affinity to nothing behind a gate", gated, { ...gated, affinity: {} }, [expect.stringMatching(/^spec: Forbidden: pod updates may not change fields other than/)]],
    ["nodes behind a gate, where affinity was empty", { ...gated, affinity: {} }, { ...gated, affinity: toNodes }, []],
    ["nodes behind a gate", gated, { ...gated, affinity: toNodes }, []],
    ["a narrower selector behind a gate", gated, { ...gated, nodeSelector: { a: "b", c: "d" } }, []],
    ["another selector behind a gate", gated, { ...gated, nodeSelector: { a: "c" } }, ['spec.nodeSelector: Invalid value: {"a":"c"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)']],
  ])("with %s", (_, before, after, expected) => {
    expect(messages(validatePodUpdate(pod(after), pod(before), gates))).toEqual(expected);
  });

  it("let a mistake stand that the stored pod has, and refuse it in a pod without", () => {
    const spread = (labelSelector: Part): Part => ({
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "z", whenUnsatisfiable: "DoNotSchedule", labelSelector }],
    });
    const wrong = pod(spread({ matchLabels: { "": "x" } }));
    expect(validatePodUpdate(wrong, wrong, gates)).toEqual([]);
    expect(validatePod(wrong, gates)).not.toEqual([]);
  });
});

describe("views of a pod", () => {
  it("add ephemeral containers and keep those that are there", () => {
    const debug = { name: "e", image: "i" };
    const before = pod({ ephemeralContainers: [debug] });
    const more = pod({ ephemeralContainers: [debug, { name: "f", image: "i" }] });
    expect(validateEphemeralContainersUpdate(more, before, gates)).toEqual([]);
    expect(messages(validateEphemeralContainersUpdate(pod({}), before, gates))).toEqual([
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "e" may not be removed\n',
    ]);
  });

  it("resize CPU and memory within the QoS class", () => {
    const sized = (requests: Part): KubeObject => pod(withContainer({ resources: { requests } }));
    const before = sized({ cpu: "1" });
    expect(validatePodResize(sized({ cpu: "2" }), before, gates)).toEqual([]);
    expect(messages(validatePodResize(sized({}), before, gates))).toEqual([
      'spec: Invalid value: "": Pod QOS Class may not change as a result of resizing',
      "spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed",
    ]);
    expect(messages(validatePodResize(sized({ cpu: "1", "ephemeral-storage": "1Gi" }), before, gates))).toEqual([
      "spec: Forbidden: only cpu and memory resources are mutable",
    ]);
  });

  // oxfmt-ignore
  it.each<readonly [string, Part, Part, readonly string[]]>([
    ["two addresses of a family", {}, { podIPs: [{ ip: "1.1.1.1" }, { ip: "1.1.1.2" }] }, ['status.podIPs: Invalid value: [{"IP":"1.1.1.1"},{"IP":"1.1.1.2"}]: may specify no more than one IP for each IP family']],
    ["addresses that are none", {}, { podIPs: [{ ip: "1.1.1.1" }, { ip: "a.b" }] }, ['status.podIPs[1]: Invalid value: "a.b": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)', "status.podIPs: Internal error: failed to check for dual stack with error:invalid IP[1]: a.b", 'status.podIPs: Invalid value: [{"IP":"1.1.1.1"},{"IP":"a.b"}]: may specify no more than one IP for each IP family']],
    ["another host than its first address", {}, { hostIP: "1.1.1.1", hostIPs: [{ ip: "1.1.1.2" }] }, ['status.hostIPs[0].ip: Invalid value: "1.1.1.2": must be equal to `hostIP`']],
    ["a container that starts again", { containerStatuses: [{ name: "c", state: { terminated: { exitCode: 0 } } }] }, { containerStatuses: [{ name: "c", state: { running: {} } }] }, ["status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state"]],
    ["users of all lists before what is allocated", {}, { containerStatuses: [{ name: "c", user: { linux: { uid: -1, gid: 0 } }, allocatedResourcesStatus: [{ name: "a", resources: [] }] }], initContainerStatuses: [{ name: "i", user: { linux: { uid: -1, gid: 0 } } }] }, ["status.containerStatuses[0].user.linux.uid: Invalid value: -1: must be between 0 and 2147483647, inclusive", "status.initContainerStatuses[0].user.linux.uid: Invalid value: -1: must be between 0 and 2147483647, inclusive", `status.containerStatuses[0].allocatedResourcesStatus[0].name: Invalid value: "a": must match one of the container's resource requests`]],
    ["another QoS class", { qosClass: "Burstable" }, { qosClass: "Guaranteed" }, ['status.qosClass: Invalid value: "Guaranteed": field is immutable']],
  ])("report %s", (_, before, after, expected) => {
    const spec = { restartPolicy: "Never" };
    expect(messages(validatePodStatus(pod(spec, {}, after), pod(spec, {}, before), gates))).toEqual(expected);
  });
});

describe("warnings of pods", () => {
  // oxfmt-ignore
  it.each<readonly [string, Part, readonly string[]]>([
    ["nothing odd", {}, []],
    ["an old label of nodes", { nodeSelector: { "beta.kubernetes.io/os": "linux" } }, ['spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead']],
    ["a variable that hides another", withContainer({ env: [{ name: "A", value: "1" }, { name: "A", value: "2" }] }), ['spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply']],
    ["the same port twice", withContainer({ ports: [{ containerPort: 1 }, { containerPort: 1 }] }), ["spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]"]],
    ["a fraction of a byte", withContainer({ resources: { limits: { memory: "500m" } } }), ['spec.containers[0].resources.limits[memory]: fractional byte value "500m" is invalid, must be an integer', 'spec.containers[0].resources.requests[memory]: fractional byte value "500m" is invalid, must be an integer']],
    ["files that hide each other", withVolume({ secret: { secretName: "s", items: [{ key: "a", path: "x" }, { key: "b", path: "x/y" }] } }), ['volume "v" (Secret "s"): overlapping paths: "x/y" with "x"']],
    ["a volume that is gone", withVolume({ glusterfs: { endpoints: "e", path: "p" } }), ["spec.volumes[0].glusterfs: deprecated in v1.25, non-functional in v1.26+"]],
  ])("tell of %s", (_, spec, expected) => {
    expect(podWarnings(pod(spec))).toEqual(expected);
  });

  it("tell of old annotations before volumes", () => {
    const annotations = {
      "scheduler.alpha.kubernetes.io/critical-pod": "",
      "seccomp.security.alpha.kubernetes.io/pod": "",
    };
    expect(podWarnings(pod(withVolume({ glusterfs: { endpoints: "e", path: "p" } }), { annotations }))).toEqual([
      'metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
      "spec.volumes[0].glusterfs: deprecated in v1.25, non-functional in v1.26+",
      'metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: non-functional in v1.27+; use the "seccompProfile" field instead',
    ]);
  });
});
