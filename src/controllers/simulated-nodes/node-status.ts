import type { Node, NodeCondition } from "../../api/core/scheduling.ts";
import { formatTime } from "../../apimachinery/time.ts";
import { simulatedNodeLabel, simulationPrefix } from "../../component-helpers/simulation.ts";

/** Returns simulated nodes to create: `node-1`, `node-2`... in zones in turn. */
export const simulatedNodes = (count: number): readonly Node[] =>
  Array.from({ length: count }, (_, i) => ({
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name: `node-${i + 1}`,
      labels: { [simulatedNodeLabel]: "true", "topology.kubernetes.io/zone": `zone-${"abc"[i % 3] ?? "a"}` },
    },
  }));

const defaults = { cpu: "4", memory: "8Gi", pods: "110", "ephemeral-storage": "50Gi" };

const capacityOf = ({ metadata: { annotations = {} }, status }: Node): Readonly<Record<string, string>> => {
  const asked = Object.entries(annotations).flatMap(([key, amount]) => {
    const prefix = `${simulationPrefix}capacity.`;
    return key.startsWith(prefix) ? [[key.slice(prefix.length).replace("__", "/"), amount] as const] : [];
  });
  return { ...defaults, ...status?.capacity, ...Object.fromEntries(asked) };
};

/** The conditions of a healthy node, as the kubelet words them. */
const conditions = [
  ["MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
  ["Ready", "True", "KubeletReady", "kubelet is posting ready status"],
] as const;

const notReady = ["Ready", "False", "KubeletNotReady", "container runtime is down"] as const;

/** What a node is short of, by the words of the annotation `simulation.kubepad.dev/pressure`. */
const pressures: Readonly<Record<string, readonly [type: string, is: string, reason: string, message: string]>> = {
  memory: ["MemoryPressure", "True", "KubeletHasInsufficientMemory", "kubelet has insufficient memory available"],
  disk: ["DiskPressure", "True", "KubeletHasDiskPressure", "kubelet has disk pressure"],
  pid: ["PIDPressure", "True", "KubeletHasInsufficientPID", "kubelet has insufficient PID available"],
};

/** The conditions of a node, as its annotations have it. */
function wantedConditions({ metadata: { annotations = {} } }: Node) {
  const told = (annotations[`${simulationPrefix}pressure`] ?? "").split(",").map((word) => pressures[word.trim()]);
  const isReady = annotations[`${simulationPrefix}ready`] !== "false";
  return conditions.map((one) => {
    if (one[0] === "Ready") return isReady ? one : notReady;
    return told.find((pressure) => pressure?.[0] === one[0]) ?? one;
  });
}

/** The part of a node's address that tells it from others: the number of its pod network. */
export const networkOf = ({ spec, metadata: { name = "" } }: Node): number => {
  const [, given] = /^10\.244\.(\d+)\./.exec(spec?.podCIDR ?? "") ?? [];
  const [number] = /(?<!\d)\d+$/.exec(name) ?? [];
  return given === undefined ? (Number(number ?? 0) || sumOf(name)) % 256 : Number(given);
};

const sumOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 256, 7);

export const addressOf = (node: Node): string => `192.168.49.${(networkOf(node) % 250) + 2}`;

/**
 * Returns the status that a simulated node writes about itself; undefined if it says it already. Heartbeats are not
 * written: conditions change when the annotations `simulation.kubepad.dev/ready` and `…/pressure` do.
 */
export function nodeStatus(node: Node, now: number): Node["status"] | undefined {
  const { metadata, status } = node;
  const wanted = wantedConditions(node);
  const time = formatTime(now);
  const isSame = wanted.every(([type, is, reason]) =>
    status?.conditions?.some((one) => one.type === type && one.status === is && one.reason === reason),
  );
  const capacity = capacityOf(node);
  const hasCapacity = Object.entries(capacity).every(([name, amount]) => status?.capacity?.[name] === amount);
  if (isSame && hasCapacity && (status?.addresses ?? []).length > 0) return undefined;
  return {
    capacity,
    allocatable: capacity,
    addresses: [
      { type: "InternalIP", address: addressOf(node) },
      { type: "Hostname", address: metadata.name ?? "" },
    ],
    nodeInfo: nodeInfoOf(node),
    conditions: wanted.map(([type, is, reason, message]): NodeCondition => {
      const before = status?.conditions?.find((one) => one.type === type);
      return {
        type,
        status: is,
        reason,
        message,
        lastHeartbeatTime: time,
        lastTransitionTime: before?.status === is ? (before.lastTransitionTime ?? time) : time,
      };
    }),
  };
}

const nodeInfoOf = ({ metadata: { uid = "" } }: Node) => ({
  machineID: uid.replaceAll("-", ""),
  systemUUID: uid,
  bootID: uid,
  kernelVersion: "6.8.0-kubepad",
  osImage: "Kubepad simulated node",
  containerRuntimeVersion: "simulated://1.0.0",
  kubeletVersion: "v1.34.0",
  kubeProxyVersion: "",
  operatingSystem: "linux",
  architecture: "amd64",
});

/** Returns the labels that a kubelet gives its node and that are missing; undefined if none is. */
export function missingLabels({
  metadata: { name = "", labels = {} },
}: Node): Readonly<Record<string, string>> | undefined {
  const wanted = {
    "kubernetes.io/hostname": name,
    "kubernetes.io/os": "linux",
    "kubernetes.io/arch": "amd64",
    "beta.kubernetes.io/os": "linux",
    "beta.kubernetes.io/arch": "amd64",
  };
  const missing = Object.entries(wanted).filter(([key]) => labels[key] === undefined);
  return missing.length === 0 ? undefined : Object.fromEntries(missing);
}
