import { isSimulatedNode, simulationPrefix } from "../../component-helpers/simulation.ts";
import type { Node } from "../../api/core/scheduling.ts";
import { isOlderVersion } from "../../apimachinery/compare-resource-versions.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { PodBehavior } from "../../component-helpers/pod-simulation/pod-scripts.ts";
import { type Client, isNotFound } from "../../client/client.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import { followSignal } from "../../client/follow-signal.ts";
import { Informer, type InformerHandler } from "../../client/informer.ts";
import { type Indexers, objectKey } from "../../client/object-index.ts";
import type { ResourceTarget } from "../../client/resource-path.ts";
import { withoutManagedFields } from "../../client/without-managed-fields.ts";
import { WorkQueue } from "../../client/work-queue.ts";
import { equalJson } from "../framework/sorted-json.ts";
import { outputOf } from "../../component-helpers/pod-simulation/pod-scripts.ts";
import { behaviorOf, stopOf } from "./behavior.ts";
import { subPathProblem } from "./environment.ts";
import { rejectionOf, resizeProblemOf } from "./kubelet-admission.ts";
import { KubeletEvents } from "./kubelet-events.ts";
import { addressOf, missingLabels, networkOf, nodeStatus } from "./node-status.ts";
import { PodAddresses } from "./pod-addresses.ts";
import { podBehaviorDefinition, podBehaviors, scriptedBehavior } from "./pod-behavior.ts";
import { missingReference, missingVolume, type NamedObjects, userProblem } from "./pod-references.ts";
import {
  endpointSlices,
  type NetworkService,
  type NetworkSlice,
  type PodNetwork,
  reachFrom,
  sliceIndexers,
} from "./pod-network.ts";
import { newPodMemory, type PodMemory, type PodSurroundings } from "./pod-surroundings.ts";
import { stepPod, stopEvents, stoppedStatus, stopSecondsOf } from "./pod-machine.ts";
import type { KubeletPod, KubeletPodStatus } from "./pod-types.ts";

const core = { group: "", version: "v1" };
const nodeResource = { ...core, resource: "nodes" };
const definitions = { group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" };
const podsIn = (namespace = "") => ({ ...core, resource: "pods", namespace });

interface Definition extends KubeObject {
  readonly spec?: { readonly versions?: unknown };
}

const workers = 20;
const nodePrefix = "node ";
const definitionKey = "definition";
const longestNapMs = 2 ** 30;

/** The indexes of pods by the node that they are on, and by the addresses that the status of such pods tells. */
const byNode = "node";
const byAddress = "address";
const podIndexers: Indexers<KubeletPod> = {
  [byNode]: ({ spec }) => (isAssigned(spec) ? [spec.nodeName] : []),
  [byAddress]: ({ spec, status }) => (isAssigned(spec) && status?.podIP !== undefined ? [status.podIP] : []),
};

/** Whether both are there and the first is of an earlier version. */
const isOlderThan = (pod: KubeletPod | undefined, other: KubeletPod | undefined): boolean =>
  pod !== undefined &&
  other !== undefined &&
  isOlderVersion(pod.metadata.resourceVersion ?? "", other.metadata.resourceVersion ?? "");

/**
 * The kubelets of simulated nodes, those with the label `simulation.kubepad.dev/node`: writes what a kubelet writes
 * about its node and its pods, at the times at which it would. Nothing runs: what containers do follows from what is
 * written in the pod, from PodBehavior objects and from annotations (docs/simulated-nodes.md). Anchors: kwok's stages,
 * and the kubelet for states, events and back-off.
 */
class SimulatedNodes implements Controller {
  readonly #clock: ControllerOptions["clock"];
  readonly #client: Client;
  readonly #events: KubeletEvents;
  readonly #nodes: Informer<Node>;
  readonly #pods: Informer<KubeletPod>;
  readonly #behaviors: Informer<PodBehavior>;
  readonly #objects: NamedObjects;
  readonly #network: PodNetwork;
  readonly #informers: readonly Informer<KubeObject>[];
  readonly #queue: WorkQueue;
  readonly #memories = new Map<string, PodMemory>();
  readonly #addresses = new PodAddresses();
  /** What was written last of a pod, until the informer has seen it. */
  readonly #written = new Map<string, KubeletPod>();
  readonly #killing = new Set<string>();
  /** Pods that their nodes have taken, before their status tells it. */
  readonly #admitted = new Set<string>();
  #stop = new AbortController();

  constructor(options: ControllerOptions) {
    const { clock } = options;
    this.#clock = clock;
    this.#client = controllerClient("kubelet", options);
    this.#events = new KubeletEvents(this.#client, clock);
    const retry = { add: () => this.#retryWaiting(), update: () => this.#retryWaiting() };
    this.#nodes = this.#inform<Node>(nodeResource, this.#nodeHandler());
    this.#pods = this.#inform<KubeletPod>({ ...core, resource: "pods" }, this.#podHandler(), podIndexers);
    const configMaps = this.#inform({ ...core, resource: "configmaps" }, retry);
    const secrets = this.#inform({ ...core, resource: "secrets" }, retry);
    this.#behaviors = this.#inform<PodBehavior>(podBehaviors, { ...retry, delete: () => this.#retryWaiting() });
    const claims = this.#inform({ ...core, resource: "persistentvolumeclaims" }, retry);
    this.#objects = { configMaps: configMaps.index, secrets: secrets.index, claims: claims.index };
    const services = this.#inform<NetworkService>({ ...core, resource: "services" }, {});
    const slices = this.#inform<NetworkSlice>(endpointSlices, {}, sliceIndexers);
    this.#network = { services: services.index, slices: slices.index };
    this.#informers = [this.#nodes, this.#pods, configMaps, secrets, claims, services, slices];
    this.#queue = new WorkQueue({ clock, workers, process: (key) => this.#process(key) });
  }

  start(signal: AbortSignal): void {
    this.#stop = followSignal(signal);
    this.#stop.signal.addEventListener("abort", () => this.close(), { once: true });
    for (const informer of this.#informers) void informer.run(this.#stop.signal);
    this.#queue.add(definitionKey);
  }

  async idle(): Promise<void> {
    await this.#synced();
    await this.#queue.idle();
  }

  close(): void {
    this.#stop.abort();
    this.#queue.close();
  }

  #inform<T extends KubeObject>(
    target: ResourceTarget,
    handler: InformerHandler<T>,
    indexers: Indexers<T> = {},
  ): Informer<T> {
    const common = { client: this.#client, clock: this.#clock, reduce: withoutManagedFields };
    return new Informer<T>({ ...common, target, handler, indexers });
  }

  /** Makes the definition of PodBehavior; one of an earlier version gets the fields of this one. */
  async #define(): Promise<void> {
    const { metadata, spec } = podBehaviorDefinition;
    const known = await this.#client.get<Definition>(definitions, metadata.name).catch(unlessGone);
    if (known === undefined) await this.#client.create<KubeObject>(definitions, podBehaviorDefinition);
    else if (!equalJson(known.spec?.versions, spec.versions))
      await this.#client.patch(definitions, metadata.name, "merge", { spec: { versions: spec.versions } });
    void this.#behaviors.run(this.#stop.signal);
  }

  async #synced(): Promise<void> {
    await Promise.all(this.#informers.map((informer) => informer.whenSynced()));
  }

  #nodeHandler(): InformerHandler<Node> {
    const changed = (node: Node): void => {
      if (!isSimulatedNode(node)) return;
      this.#queue.add(nodePrefix + (node.metadata.name ?? ""));
    };
    return {
      add: changed,
      update: (before, after) => {
        changed(after);
        if (isRunning(before) !== isRunning(after)) this.#addPodsOf(after.metadata.name ?? "");
      },
    };
  }

  #podHandler(): InformerHandler<KubeletPod> {
    const changed = (pod: KubeletPod): void => {
      const key = objectKey(pod);
      if (!isOlderThan(pod, this.#written.get(key))) this.#written.delete(key);
      if (isAssigned(pod.spec)) this.#queue.add(key);
    };
    return {
      add: changed,
      update: (before, pod) => {
        changed(pod);
        if (isActive(before) && !isActive(pod)) this.#retryResizes(pod.spec?.nodeName ?? "");
      },
      delete: (pod) => {
        const key = objectKey(pod);
        this.#memories.delete(key);
        this.#addresses.delete(key);
        this.#written.delete(key);
        this.#killing.delete(key);
        this.#admitted.delete(key);
        this.#retryResizes(pod.spec?.nodeName ?? "");
      },
    };
  }

  #addPodsOf(node: string): void {
    for (const pod of this.#podsOn(node)) this.#queue.add(objectKey(pod));
  }

  /** Looks again at the pods of a node whose resize waits for room. */
  #retryResizes(node: string): void {
    for (const pod of this.#podsOn(node))
      if (pod.status?.conditions?.some(({ type }) => type === "PodResizePending") === true)
        this.#queue.add(objectKey(pod));
  }

  /** Looks again at the pods that wait for something. */
  #retryWaiting(): void {
    for (const pod of this.#pods.index.values())
      if (isAssigned(pod.spec) && (pod.status?.phase === "Pending" || pod.status?.phase === "Running"))
        this.#queue.add(objectKey(pod));
  }

  #podsOn(node: string): Iterable<KubeletPod> {
    return this.#pods.index.byIndex(byNode, node);
  }

  async #process(key: string): Promise<void> {
    await this.#synced();
    if (key === definitionKey) return this.#define();
    if (key.startsWith(nodePrefix)) return this.#syncNode(key.slice(nodePrefix.length));
    const pod = this.#written.get(key) ?? this.#pods.index.get(key);
    const node = this.#nodes.index.get(pod?.spec?.nodeName ?? "");
    if (pod === undefined || node === undefined || !isSimulatedNode(node) || !isRunning(node)) return;
    if (pod.metadata.deletionTimestamp === undefined) await this.#syncPod(key, pod, node);
    else await this.#terminate(key, pod, node);
  }

  async #syncNode(name: string): Promise<void> {
    const node = this.#nodes.index.get(name);
    if (node === undefined) return;
    const labels = missingLabels(node);
    if (labels !== undefined) await this.#client.patch(nodeResource, name, "merge", { metadata: { labels } });
    const status = nodeStatus(node, this.#clock.now());
    if (status !== undefined)
      await this.#client.patch(nodeResource, name, "strategic-merge", { status }, { subresource: "status" });
  }

  async #syncPod(key: string, pod: KubeletPod, node: Node): Promise<void> {
    const { status, events, wakeAt } = stepPod(pod, this.#surroundings(key, pod, node));
    if (status !== pod.status) await this.#write(key, pod, status);
    for (const event of events) await this.#events.record(pod, node.metadata.name ?? "", event);
    if (wakeAt !== undefined)
      this.#queue.addAfter(key, Math.min(Math.max(wakeAt - this.#clock.now(), 0), longestNapMs));
  }

  async #write(key: string, { metadata, status: before }: KubeletPod, status: KubeletPodStatus): Promise<void> {
    const { namespace, name = "", uid } = metadata;
    // conditions are merged: what one no longer says must be taken away
    const kept = status.conditions?.map((one) => ({ reason: null, message: null, ...one }));
    const gone = (before?.conditions ?? []).filter(({ type }) => !kept?.some((one) => one.type === type));
    const conditions = kept && [...kept, ...gone.map(({ type }) => ({ $patch: "delete", type }))];
    const patch = { metadata: { uid }, status: { ...status, ...(conditions && { conditions }) } };
    const options = { subresource: "status" };
    const written = await this.#client
      .patch<KubeletPod>(podsIn(namespace), name, "strategic-merge", patch, options)
      .catch(unlessGone);
    if (written === undefined) return;
    const seen = this.#pods.index.get(key);
    // the watch may have brought later changes before the answer came
    if (isOlderThan(seen, written)) this.#written.set(key, withoutManagedFields(written));
  }

  /** Ends the containers of a pod in the time that they have, and removes the pod (kubelet SyncTerminatingPod). */
  async #terminate(key: string, pod: KubeletPod, node: Node): Promise<void> {
    const { deletionTimestamp = "", deletionGracePeriodSeconds: grace = 0 } = pod.metadata;
    const { namespace, name = "", uid = "" } = pod.metadata;
    const running = (pod.status?.containerStatuses ?? []).filter(({ state }) => state.running !== undefined);
    if (running.length > 0) {
      if (!this.#killing.has(key)) await this.#tellStop(key, pod, node);
      const around = this.#surroundings(key, pod, node);
      const began = Date.parse(deletionTimestamp) - Number(grace) * 1000;
      const at = began + stopSecondsOf(pod, around, Number(grace)) * 1000;
      if (at > around.now) return this.#queue.addAfter(key, at - around.now);
      await this.#write(key, pod, stoppedStatus(pod, around, Number(grace)));
    }
    await this.#client
      .delete(podsIn(namespace), name, { gracePeriodSeconds: 0, preconditions: { uid } })
      .catch(unlessGone);
  }

  async #tellStop(key: string, pod: KubeletPod, node: Node): Promise<void> {
    this.#killing.add(key);
    for (const event of stopEvents(pod)) await this.#events.record(pod, node.metadata.name ?? "", event);
  }

  #behavior(pod: KubeletPod, container: Parameters<typeof behaviorOf>[1], isInit: boolean) {
    const scripted = scriptedBehavior(this.#behaviors.index.values(), pod, container);
    return behaviorOf(pod, container, isInit, scripted, reachFrom(pod, this.#network));
  }

  #surroundings(key: string, pod: KubeletPod, node: Node): PodSurroundings {
    const memory = this.#memories.get(key) ?? newPodMemory();
    this.#memories.set(key, memory);
    const hostIp = addressOf(node);
    const podIp = this.#addressOf(key, pod, node);
    const others = () => this.#othersOn(key, node);
    return {
      now: this.#clock.now(),
      memory,
      hostIp,
      podIp,
      logs: (container) => outputOf(pod, container, this.#behaviors.index.values()),
      stopOf: (container, graceSeconds = pod.spec?.terminationGracePeriodSeconds ?? 30) =>
        stopOf(container, this.#behavior(pod, container, false).stopSeconds, graceSeconds),
      rejection: () => {
        const rejection = rejectionOf(pod, node, others());
        if (rejection === undefined) this.#admitted.add(key);
        return rejection;
      },
      resizeProblem: () => resizeProblemOf(pod, node, others()),
      behavior: (container, isInit) => this.#behavior(pod, container, isInit),
      hasImage: (image) => this.#hasImage(node.metadata.name ?? "", image),
      missing: (container) =>
        missingReference(pod, container, this.#objects) ??
        userProblem(pod, container) ??
        subPathProblem(pod, container, this.#objects, { podIp, hostIp }),
      missingVolume: () => missingVolume(pod, this.#objects, others()),
      digest,
    };
  }

  /** The other pods that a node has taken and that have not ended. */
  *#othersOn(key: string, { metadata: { name = "" } }: Node): Iterable<KubeletPod> {
    for (const seen of this.#podsOn(name)) {
      const other = objectKey(seen);
      if (other === key) continue;
      const pod = this.#written.get(other) ?? seen;
      const isTaken = pod.status?.startTime !== undefined || this.#admitted.has(other);
      if (isTaken && isActive(pod)) yield pod;
    }
  }

  /** An image is on a node if a container of the node was ever made of it. */
  #hasImage(node: string, image: string): boolean {
    for (const { status } of this.#podsOn(node)) {
      const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
      if (statuses.some((one) => one.image === image && one.imageID !== "")) return true;
    }
    return false;
  }

  /** Returns the address of a pod: the first of its node's network that no other pod has. */
  #addressOf(key: string, { status }: KubeletPod, node: Node): string {
    const known = status?.podIP ?? this.#addresses.get(key);
    if (known !== undefined && known !== "") {
      this.#addresses.set(key, known);
      return known;
    }
    return this.#addresses.allocate(key, networkOf(node), (address) => this.#pods.index.isIndexed(byAddress, address));
  }
}

/** Whether a pod is bound to a node. */
const isAssigned = (spec: KubeletPod["spec"]): spec is { readonly nodeName: string } => (spec?.nodeName ?? "") !== "";

const isActive = ({ status }: KubeletPod): boolean => status?.phase !== "Succeeded" && status?.phase !== "Failed";

/** Whether the node does anything about its pods. */
const isRunning = ({ metadata: { annotations = {} } }: Node): boolean =>
  annotations[`${simulationPrefix}ready`] !== "false";

function unlessGone(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
  return undefined;
}

/** Returns 64 hexadecimal digits that depend on a text; no security rests on them. */
function digest(text: string): string {
  let state = 0x811c9dc5;
  let digits = "";
  for (let word = 0; word < 8; word++) {
    for (const letter of `${word}${text}`) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
    digits += state.toString(16).padStart(8, "0");
  }
  return digits;
}

/** Creates the kubelets of simulated nodes. */
export const createSimulatedNodes = (options: ControllerOptions): Controller => new SimulatedNodes(options);
