import type { AffinityTerm, Node, SchedulablePod } from "../../../api/core/scheduling.ts";
import type { Pod } from "../../../api/core/v1.ts";
import { controllerOf } from "../../../apimachinery/controller-of.ts";
import { labelSelectorAsSelector } from "../../../apimachinery/labels/label-selector.ts";
import { type LabelSelector, nothing } from "../../../apimachinery/labels/selector.ts";
import { parseQuantity } from "../../../apimachinery/quantity-parse.ts";
import type { Quantity } from "../../../apimachinery/quantity.ts";
import { objectKey } from "../../../client/object-index.ts";
import { podRequests } from "../../../component-helpers/resource/pod-resources.ts";

/** What a container without requests is counted as when nodes are scored (util.DefaultMilliCPURequest). */
const defaultMilliCpu = 100;
const defaultMemory = 200 * 1024 * 1024;

/** Amounts by resource: thousandths of CPUs, and the whole number of everything else. */
export type Amounts = ReadonlyMap<string, number>;

/** A term of a pod's affinity or anti-affinity (framework.AffinityTerm). */
export interface PodTerm {
  readonly selector: LabelSelector;
  readonly namespaces: ReadonlySet<string>;
  /** Selects further namespaces by their labels. */
  readonly namespaceSelector: LabelSelector;
  readonly topologyKey: string;
  readonly weight: number;
}

/** A port that a pod takes on its node. */
export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** A pod with what the scheduler reads of it, computed once (framework.PodInfo). */
export interface PodInfo {
  readonly pod: SchedulablePod;
  readonly key: string;
  readonly priority: number;
  readonly requests: Amounts;
  /** The requests of CPU and memory, with defaults where a container has none. */
  readonly scoredCpu: number;
  readonly scoredMemory: number;
  readonly ports: readonly HostPort[];
  readonly requiredAffinity: readonly PodTerm[];
  readonly requiredAntiAffinity: readonly PodTerm[];
  readonly preferredAffinity: readonly PodTerm[];
  readonly preferredAntiAffinity: readonly PodTerm[];
}

const amountOf = (name: string, quantity: Quantity): number => Number(quantity.scaledValue(name === "cpu" ? -3 : 0));

const amountsOf = (list: Iterable<readonly [string, Quantity]>): Amounts =>
  new Map([...list].map(([name, quantity]) => [name, amountOf(name, quantity)]));

function termOf(pod: SchedulablePod, term: AffinityTerm, weight: number): PodTerm {
  const { namespaces = [], namespaceSelector, labelSelector, topologyKey } = term;
  const own = namespaces.length === 0 && namespaceSelector === undefined;
  return {
    selector: labelSelectorAsSelector(labelSelector),
    namespaces: new Set(own ? [pod.metadata.namespace ?? ""] : namespaces),
    namespaceSelector: namespaceSelector === undefined ? nothing : labelSelectorAsSelector(namespaceSelector),
    topologyKey,
    weight,
  };
}

function hostPorts({ spec }: SchedulablePod): readonly HostPort[] {
  const sidecars = spec?.initContainers?.filter(({ restartPolicy }) => restartPolicy === "Always") ?? [];
  return [...(spec?.containers ?? []), ...sidecars].flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort = 0, hostIP = "0.0.0.0", protocol = "TCP" }) =>
      hostPort <= 0 ? [] : [{ ip: hostIP === "" ? "0.0.0.0" : hostIP, protocol, port: hostPort }],
    ),
  );
}

/** Returns a pod whose containers request at least the defaults by which nodes are scored. */
function withDefaults(pod: SchedulablePod): Pod {
  const filled = (containers: NonNullable<SchedulablePod["spec"]>["containers"]) =>
    containers?.map((container) => ({
      ...container,
      resources: {
        ...container.resources,
        requests: { cpu: `${defaultMilliCpu}m`, memory: String(defaultMemory), ...container.resources?.requests },
      },
    }));
  const { containers, initContainers, ...spec } = pod.spec ?? {};
  return {
    ...pod,
    spec: { ...spec, containers: filled(containers) ?? [], initContainers: filled(initContainers) ?? [] },
  } as Pod;
}

/** Computes what the scheduler reads of a pod. */
export function podInfoOf(pod: SchedulablePod): PodInfo {
  const { podAffinity, podAntiAffinity } = pod.spec?.affinity ?? {};
  const required = (terms: typeof podAffinity): readonly PodTerm[] =>
    (terms?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => termOf(pod, term, 0));
  const preferred = (terms: typeof podAffinity): readonly PodTerm[] =>
    (terms?.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ weight, podAffinityTerm }) =>
      podAffinityTerm === undefined ? [] : [termOf(pod, podAffinityTerm, weight)],
    );
  const scored = amountsOf(podRequests(withDefaults(pod)));
  return {
    pod,
    key: objectKey(pod),
    priority: pod.spec?.priority ?? 0,
    requests: amountsOf(podRequests(pod as Pod, { useStatusResources: true })),
    scoredCpu: scored.get("cpu") ?? 0,
    scoredMemory: scored.get("memory") ?? 0,
    ports: hostPorts(pod),
    requiredAffinity: required(podAffinity),
    requiredAntiAffinity: required(podAntiAffinity),
    preferredAffinity: preferred(podAffinity),
    preferredAntiAffinity: preferred(podAntiAffinity),
  };
}

/** A node with its pods and what is left on it (framework.NodeInfo). Immutable. */
export class NodeInfo {
  readonly node: Node;
  readonly name: string;
  readonly pods: ReadonlyMap<string, PodInfo>;
  readonly allocatable: Amounts;
  readonly #requested: Amounts;
  readonly scoredCpu: number;
  readonly scoredMemory: number;
  #byController: ReadonlyMap<string, number> | undefined;
  #withTerms: readonly PodInfo[] | undefined;

  constructor(node: Node, pods: ReadonlyMap<string, PodInfo> = new Map(), allocatable = allocatableOf(node)) {
    this.node = node;
    this.name = node.metadata.name ?? "";
    this.pods = pods;
    this.allocatable = allocatable;
    const requested = new Map<string, number>();
    let [cpu, memory] = [0, 0];
    for (const info of pods.values()) {
      for (const [name, amount] of info.requests) requested.set(name, (requested.get(name) ?? 0) + amount);
      cpu += info.scoredCpu;
      memory += info.scoredMemory;
    }
    this.#requested = requested;
    this.scoredCpu = cpu;
    this.scoredMemory = memory;
  }

  get labels(): Readonly<Record<string, string>> {
    return this.node.metadata.labels ?? {};
  }

  requested(resource: string): number {
    return this.#requested.get(resource) ?? 0;
  }

  /** How many pods the controller with this uid has on the node, without those that are being deleted. */
  controlledBy(uid: string): number {
    this.#byController ??= countByController(this.pods.values());
    return this.#byController.get(uid) ?? 0;
  }

  /** The pods that say which pods they want to be with or apart from (framework.NodeInfo PodsWithAffinity). */
  get podsWithTerms(): readonly PodInfo[] {
    this.#withTerms ??= [...this.pods.values()].filter(hasTerms);
    return this.#withTerms;
  }

  with(...added: readonly PodInfo[]): NodeInfo {
    return new NodeInfo(this.node, new Map([...this.pods, ...added.map((info) => [info.key, info] as const)]));
  }

  without(removed: ReadonlySet<string>): NodeInfo {
    return new NodeInfo(this.node, new Map([...this.pods].filter(([key]) => !removed.has(key))));
  }
}

function countByController(pods: Iterable<PodInfo>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { pod } of pods) {
    const uid = controllerOf(pod)?.uid;
    if (uid !== undefined && pod.metadata.deletionTimestamp === undefined) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  }
  return counts;
}

const hasTerms = (info: PodInfo): boolean =>
  info.requiredAffinity.length > 0 ||
  info.requiredAntiAffinity.length > 0 ||
  info.preferredAffinity.length > 0 ||
  info.preferredAntiAffinity.length > 0;

const allocatableOf = ({ status }: Node): Amounts =>
  amountsOf(
    Object.entries(status?.allocatable ?? status?.capacity ?? {}).map(([name, text]) => [name, parseQuantity(text)]),
  );
