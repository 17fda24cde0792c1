import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { byEvent, conclude, field, missing, there } from "../conclude.ts";
import { containersOf, containerWords } from "../container-view.ts";
import type { Diagnosis, Evidence } from "../diagnosis.ts";
import type { EventView } from "../event-view.ts";
import { valueAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { firstLine, listed } from "../words.ts";
import { elsewhere } from "./elsewhere.ts";
import { attachedElsewhere, unboundClaim } from "./pod-claims.ts";

/** A ConfigMap or Secret that a pod needs and that is not there, or lacks a key. */
interface Lack {
  readonly kind: "ConfigMap" | "Secret";
  readonly name: string;
  readonly key?: string | undefined;
}

/** Reads what a message of the kubelet says is missing. */
function lackOf(message: string): Lack | undefined {
  const whole = /\b(configmap|secret) "([^"]+)" not found/i.exec(message);
  if (whole !== null) return { kind: kindOf(whole[1]), name: whole[2] ?? "" };
  const key = /couldn't find key (\S+) in (ConfigMap|Secret) [^/\s]*\/(\S+)/.exec(message);
  return key === null ? undefined : { kind: kindOf(key[2]), name: key[3] ?? "", key: key[1] };
}

const kindOf = (word = ""): Lack["kind"] => (word.toLowerCase() === "secret" ? "Secret" : "ConfigMap");

/** Finds the volume of a message, and what it is made of that has no such key. */
function lackOfVolume(pod: KubeObject, message: string): Lack | undefined {
  const key = /references non-existent (?:config|secret) key: (\S+)/.exec(message)?.[1];
  const volume = /volume "([^"]+)"/.exec(message)?.[1];
  if (key === undefined || volume === undefined) return undefined;
  const volumes = valueAt(pod, "spec.volumes");
  const source: unknown = Array.isArray(volumes) ? volumes.find((each) => valueAt(each, "name") === volume) : undefined;
  const configMap = valueAt(source, "configMap.name");
  const secret = valueAt(source, "secret.secretName");
  if (typeof configMap === "string") return { kind: "ConfigMap", name: configMap, key };
  return typeof secret === "string" ? { kind: "Secret", name: secret, key } : undefined;
}

interface Waiting {
  readonly state: string;
  /** Who needs it: `container app`, `the volume config`. */
  readonly who: string;
  readonly proof: readonly Evidence[];
}

async function lacking(
  pod: KubeObject,
  { kind, name, key }: Lack,
  { state, who, proof }: Waiting,
  { reading }: RuleContext,
): Promise<Diagnosis> {
  const id = objectId("", kind, pod.metadata.namespace ?? "", name);
  const object = await reading.get(id);
  // The kubelet tries again: what it last said may have been mended meanwhile.
  const isMended = object !== undefined && (key === undefined || hasKey(object, key));
  const word = kind.toLowerCase();
  if (isMended)
    return conclude(pod, {
      situation: `pod-${word}-mended`,
      state,
      level: "progressing",
      because: `${who} needed the ${kind} ${name}, which is there now: the kubelet is about to try again`,
      evidence: [...proof, there(object)],
    });
  const isMissing = object === undefined && (await reading.isMissing(id));
  const other = isMissing ? await elsewhere(id, reading) : undefined;
  const because =
    key === undefined || isMissing
      ? `${who} needs the ${kind} ${name}, which does not exist${other?.text ?? ""}`
      : `${who} needs the key ${key} of the ${kind} ${name}, which ${object === undefined ? "does not have it" : `has ${listed(keysOf(object)) || "no keys"}`}`;
  return conclude(pod, {
    situation: key === undefined || isMissing ? `pod-${word}-missing` : `pod-${word}-key-missing`,
    state,
    level: "error",
    because,
    evidence: [
      ...proof,
      ...(object === undefined ? [] : [there(object)]),
      ...(isMissing ? [missing(id)] : []),
      ...(other?.evidence ?? []),
    ],
  });
}

/** The keys of a ConfigMap or a Secret. */
const keysOf = (object: KubeObject): readonly string[] =>
  [object["data"], object["binaryData"]].flatMap((members) => (isRecord(members) ? Object.keys(members) : []));

const hasKey = (object: KubeObject, key: string): boolean => keysOf(object).includes(key);

const containerProblems: Readonly<Record<string, string>> = {
  CreateContainerConfigError: "pod-container-config-refused",
  CreateContainerError: "pod-container-create-failed",
  RunContainerError: "pod-container-run-failed",
  PostStartHookError: "pod-post-start-hook-failed",
};

/** Containers that cannot be created: configuration that is missing or refused. */
export const podConfiguration: Rule = async (pod, context) => {
  const container = containersOf(pod).find(({ waiting }) => containerProblems[waiting?.reason ?? ""] !== undefined);
  const { reason = "", message = "" } = container?.waiting ?? {};
  const situation = containerProblems[reason];
  if (container === undefined || situation === undefined) return undefined;
  const proof = [field(pod, `${container.path}.state.waiting.message`, message)];
  const waiting = { state: reason, who: containerWords(container), proof };
  const lack = lackOf(message);
  if (lack !== undefined) return lacking(pod, lack, waiting, context);
  const isRoot = /runAsUser breaks non-root|has runAsNonRoot/.test(message);
  return conclude(pod, {
    situation: isRoot ? "pod-runs-as-root" : situation,
    state: reason,
    level: "error",
    because: isRoot
      ? `${containerWords(container)} would run as root, which runAsNonRoot forbids`
      : `${containerWords(container)} cannot start: ${firstLine(message)}`,
    evidence: proof,
  });
};

/** Volumes that cannot be mounted: a ConfigMap, Secret or claim that is missing, or what the node says. */
export const podVolumes: Rule = async (pod, context) => {
  const isCreating = containersOf(pod).some(({ waiting }) =>
    ["ContainerCreating", "PodInitializing"].includes(waiting?.reason ?? ""),
  );
  if (!isCreating) return undefined;
  const events = await context.reading.events(pod);
  const event = events.find(({ reason }) => /^Failed(?:Mount|AttachVolume|MapVolume)$/.test(reason));
  if (event === undefined) return undefined;
  return (await unmounted(pod, event, context)) ?? refusedMount(pod, event);
};

async function unmounted(pod: KubeObject, event: EventView, context: RuleContext): Promise<Diagnosis | undefined> {
  const volume = /volume "([^"]+)"/.exec(event.message)?.[1] ?? "";
  const state = "ContainerCreating";
  const lack = lackOf(event.message) ?? lackOfVolume(pod, event.message);
  const proof = byEvent(pod, event);
  if (lack !== undefined) return lacking(pod, lack, { state, who: `the volume ${volume}`, proof }, context);
  const claim =
    (await attachedElsewhere(pod, event.message, context)) ??
    (await unboundClaim(pod, `FailedMount ${event.message}`, context));
  if (claim === undefined) return undefined;
  return conclude(pod, { state, level: "error", ...claim, evidence: [...proof, ...(claim.evidence ?? [])] });
}

const refusedMount = (pod: KubeObject, event: EventView): Diagnosis =>
  conclude(pod, {
    situation: event.reason === "FailedAttachVolume" ? "pod-attach-failed" : "pod-mount-failed",
    state: "ContainerCreating",
    level: "error",
    because: firstLine(event.message),
    evidence: byEvent(pod, event),
  });

/** A pod whose network or sandbox could not be made. */
export const podSandbox: Rule = async (pod, { reading }) => {
  if (!containersOf(pod).some(({ waiting }) => waiting?.reason === "ContainerCreating")) return undefined;
  const reasons = ["FailedCreatePodSandBox", "NetworkNotReady"];
  const event = (await reading.events(pod)).find(({ reason }) => reasons.includes(reason));
  if (event === undefined) return undefined;
  const isNetwork = event.reason === "NetworkNotReady";
  const because = `${isNetwork ? "the node has no network for it" : "the node cannot make the pod's sandbox"}: ${firstLine(event.message)}`;
  const [situation, state] = [isNetwork ? "pod-network-not-ready" : "pod-sandbox-failed", "ContainerCreating"];
  return conclude(pod, { situation, state, level: "error", because, evidence: byEvent(pod, event) });
};
