import { serviceNameLabel } from "../apimachinery/labels/well-known.ts";
import { parseLabelSelector } from "../apimachinery/labels/parse.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { parseTime } from "../apimachinery/time.ts";
import type { HorizontalPodAutoscaler, Scale } from "../api/autoscaling/v2.ts";
import type { Client } from "../client/client.ts";
import { controllerClient, type ControllerOptions } from "../client/controller.ts";
import { forkSignal } from "../client/fork-signal.ts";
import { Informer } from "../client/informer.ts";
import { groupOf, Kinds } from "../client/kinds.ts";
import type { Indexers } from "../client/object-index.ts";
import { withoutManagedFields } from "../client/without-managed-fields.ts";
import { cpuForClient, servicesAskedWithoutEnd } from "../component-helpers/pod-simulation/endless-clients.ts";
import { type PodBehavior, podBehaviorKind } from "../component-helpers/pod-simulation/pod-scripts.ts";
import { simulationPrefix } from "../component-helpers/simulation.ts";
import { isReady, type MeteredNode, type MeteredPod, runningContainers } from "./metered-objects.ts";
import { numberOf, valueOfCurve } from "./quantities.ts";
import type { SharedLoad, UsageSources } from "./usage.ts";

interface Slice extends KubeObject {
  readonly endpoints?:
    | readonly {
        readonly conditions?: { readonly ready?: boolean };
        readonly targetRef?: { readonly kind?: string; readonly name?: string };
      }[]
    | null;
}

/** How often metrics-server asks the kubelets (--metric-resolution). */
export const resolutionMs = 15_000;

const byNamespace = "namespace";
const byAskedService = "askedService";
const loadPrefix = `${simulationPrefix}load.`;

/** The Services that the running containers of a pod ask without end, as `namespace/name`. */
const servicesAskedBy = (pod: MeteredPod): readonly string[] => [
  ...new Set(
    runningContainers(pod).flatMap(({ container: { command = [], args = [] } }) =>
      servicesAskedWithoutEnd([...command, ...args], pod.metadata.namespace ?? ""),
    ),
  ),
];

/** The objects that metrics are of, and what they follow from, as informers know them. */
export class MeteredWorld {
  readonly client: Client;
  readonly kinds: Kinds;
  readonly #options: ControllerOptions;
  readonly #pods: Informer<MeteredPod>;
  readonly #nodes: Informer<MeteredNode>;
  readonly #behaviors: Informer<PodBehavior>;
  readonly #slices: Informer<Slice>;
  readonly #autoscalers: Informer<HorizontalPodAutoscaler>;
  readonly #stop = new AbortController();

  constructor(options: ControllerOptions) {
    this.#options = options;
    this.client = controllerClient("metrics-server", options);
    this.kinds = new Kinds(this.client);
    const { group, version } = podBehaviorKind;
    this.#pods = this.#inform("", "v1", "pods", {
      [byNamespace]: ({ metadata }) => [metadata.namespace ?? ""],
      [byAskedService]: servicesAskedBy,
    });
    this.#nodes = this.#inform("", "v1", "nodes");
    this.#slices = this.#inform("discovery.k8s.io", "v1", "endpointslices");
    this.#autoscalers = this.#inform("autoscaling", "v2", "horizontalpodautoscalers");
    this.#behaviors = this.#inform(group, version, "podbehaviors");
  }

  /** The time of the last measurement: the world is measured every 15 seconds. */
  measuredAt(): number {
    return Math.floor(this.#options.clock.now() / resolutionMs) * resolutionMs;
  }

  /** Resolves when everything has been read once; PodBehavior may have no definition. */
  async synced(): Promise<void> {
    await Promise.all(
      [this.#pods, this.#nodes, this.#slices, this.#autoscalers].map((informer) => informer.whenSynced()),
    );
  }

  close(): void {
    this.#stop.abort();
  }

  /** The pods of a namespace, or all. */
  pods(namespace?: string): readonly MeteredPod[] {
    const { index } = this.#pods;
    return [...(namespace === undefined ? index.values() : index.byIndex(byNamespace, namespace))];
  }

  nodes(): readonly MeteredNode[] {
    return [...this.#nodes.index.values()];
  }

  /** Reports whether the kubelet of a pod answers. A pod whose node is not there counts as if it does. */
  isMeasured({ spec }: MeteredPod): boolean {
    const node = this.#nodes.index.get(spec?.nodeName ?? "");
    return node === undefined || isReady(node);
  }

  behaviors(): readonly PodBehavior[] {
    return [...this.#behaviors.index.values()];
  }

  /** The autoscalers of a namespace. */
  autoscalers(namespace: string): readonly HorizontalPodAutoscaler[] {
    return [...this.#autoscalers.index.values()].filter(({ metadata }) => metadata.namespace === namespace);
  }

  /** Returns what the usage of the pods of a namespace follows from. */
  async sourcesOf(namespace: string, at: number): Promise<UsageSources> {
    const behaviors = this.behaviors().filter(({ metadata }) => metadata.namespace === namespace);
    const scripted = behaviors.flatMap((behavior) => this.#loadsOf(behavior, namespace, at));
    const annotated = await Promise.all(this.autoscalers(namespace).map((one) => this.#annotatedLoads(one)));
    const loads = [...scripted, ...this.#loadsOfClients(namespace), ...annotated.flat()];
    return { behaviors, loads: loads.filter(({ pods }) => pods.size > 0) };
  }

  /** The loads that the endpoints of Services share. */
  #loadsOf({ metadata, spec }: PodBehavior, namespace: string, at: number): readonly SharedLoad[] {
    const elapsed = at - parseTime(metadata.creationTimestamp ?? "1970-01-01T00:00:00Z");
    return (spec?.metrics ?? []).flatMap((curve) => {
      const total = valueOfCurve(curve, elapsed);
      if (curve.service === undefined || total === undefined) return [];
      const pods = this.#readyEndpoints(namespace, curve.service);
      return [{ metric: curve.name, container: curve.container, total, pods, service: curve.service }];
    });
  }

  /** The loads of pods that ask Services of a namespace without end. */
  #loadsOfClients(namespace: string): readonly SharedLoad[] {
    const ofNamespace = [...this.#slices.index.values()].filter(({ metadata }) => metadata.namespace === namespace);
    const services = new Set(ofNamespace.map(({ metadata }) => metadata.labels?.[serviceNameLabel] ?? ""));
    return [...services].flatMap((service) => {
      const clients = [...this.#pods.index.byIndex(byAskedService, `${namespace}/${service}`)].length;
      if (clients === 0) return [];
      const pods = this.#readyEndpoints(namespace, service);
      const [first = ""] = pods;
      const image = this.#pods.index.get(`${namespace}/${first}`)?.spec?.containers?.[0]?.image ?? "";
      return [{ metric: "cpu", total: clients * cpuForClient(image), pods }];
    });
  }

  #readyEndpoints(namespace: string, service: string): ReadonlySet<string> {
    const slices = [...this.#slices.index.values()].filter(
      ({ metadata }) => metadata.namespace === namespace && metadata.labels?.[serviceNameLabel] === service,
    );
    const ready = slices.flatMap(({ endpoints }) => endpoints ?? []).filter((one) => one.conditions?.ready !== false);
    return new Set(ready.flatMap(({ targetRef }) => (targetRef?.kind === "Pod" ? [targetRef.name ?? ""] : [])));
  }

  /** The loads that annotations of an autoscaler say that its pods share. */
  async #annotatedLoads({ metadata, spec }: HorizontalPodAutoscaler): Promise<readonly SharedLoad[]> {
    const annotated = Object.entries(metadata.annotations ?? {}).filter(([key]) => key.startsWith(loadPrefix));
    const { apiVersion = "", kind = "", name = "" } = spec?.scaleTargetRef ?? {};
    const { namespace = "" } = metadata;
    if (annotated.length === 0) return [];
    const { signal } = this.#stop;
    let text: string;
    try {
      const [target] = await this.kinds.mappings(groupOf(apiVersion), kind, signal);
      if (target === undefined) return [];
      const scale = await this.client.getSubresource<Scale>({ ...target, namespace }, name, "scale", signal);
      text = scale.status?.selector ?? "";
    } catch {
      return []; // the autoscaler itself tells of a target that cannot be read
    }
    if (text === "") return [];
    const selector = parseLabelSelector(text);
    const ready = this.pods(namespace).filter(
      (pod) =>
        selector.matches(pod.metadata.labels ?? {}) && isReady(pod) && pod.metadata.deletionTimestamp === undefined,
    );
    const pods = new Set(ready.map((pod) => pod.metadata.name ?? ""));
    return annotated.flatMap(([key, value]) => {
      const total = numberOf(value);
      const metric = key.slice(loadPrefix.length).replaceAll("__", "/");
      return total === undefined ? [] : [{ metric, total, pods }];
    });
  }

  #inform<T extends KubeObject>(
    group: string,
    version: string,
    resource: string,
    indexers: Indexers<T> = {},
  ): Informer<T> {
    const { clock } = this.#options;
    const common = { client: this.client, clock, handler: {}, reduce: withoutManagedFields };
    return new Informer<T>({ ...common, target: { group, version, resource }, indexers });
  }

  /** Begins to read. */
  start(): void {
    const informers = [this.#pods, this.#nodes, this.#slices, this.#autoscalers, this.#behaviors];
    const fork = forkSignal(this.#stop.signal);
    for (const informer of informers) void informer.run(fork().signal);
  }
}
