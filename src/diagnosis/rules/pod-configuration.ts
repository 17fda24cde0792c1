import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { byEvent, conclude, field, missing, there } from "../conclude.ts";
import { containersOf, type ContainerView, containerWords } from "../container-view.ts";
import type { Diagnosis, Evidence } from "../diagnosis.ts";
import type { EventView } from "../event-view.ts";
import { itemsAt, textAt, valueAt } from "../fields.ts";
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

/** The ConfigMap or Secret of a projected volume from which a key is taken. */
function projectedFrom(volume: unknown, kind: Lack["kind"], key: string): Lack | undefined {
  for (const source of itemsAt(volume, "projected.sources")) {
    const member = kind === "Secret" ? "secret" : "configMap";
    if (itemsAt(source, `${member}.items`).some((item) => textAt(item, "key") === key))
      return { kind, name: textAt(source, `${member}.name`), key };
  }
  return undefined;
}

/** Finds the volume of a message, and what it is made of that has no such key. */
function lackOfVolume(pod: KubeObject, message: string): Lack | undefined {
  const [, word, key] = /references non-existent (config|secret) key: (\S+)/.exec(message) ?? [];
  const volume = /volume "([^"]+)"/.exec(message)?.[1];
  if (key === undefined || volume === undefined) return undefined;
  const volumes = valueAt(pod, "spec.volumes");
  const source: unknown = Array.isArray(volumes) ? volumes.find((each) => valueAt(each, "name") === volume) : undefined;
  const configMap = valueAt(source, "configMap.name");
  const secret = valueAt(source, "secret.secretName");
  if (typeof configMap === "string") return { kind: "ConfigMap", name: configMap, key };
  if (typeof secret === "string") return { kind: "Secret", name: secret, key };
  return projectedFrom(source, word === "secret" ? "Secret" : "ConfigMap", key);
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

/** What keeps a container from running as the user that it would, and what would let it; undefined for other causes. */
function userWords(message: string, { image }: ContainerView): string | undefined {
  if (message.includes("runAsUser breaks non-root")) return "would run as root, which runAsNonRoot forbids";
  const named = /image has non-numeric user \(([^)]*)\)/.exec(message)?.[1];
  if (named !== undefined)
    return `is to run without root, and its image ${image} names its user, ${named}, without a number: runAsUser can say it`;
  return message.includes("image will run as root")
    ? `would run as root, which runAsNonRoot forbids: its image ${image} names no other user, and runAsUser can`
    : undefined;
}

/** A variable that asks for the resources of a container that the pod does not have. */
function otherContainer(pod: KubeObject, message: string, name: string): string | undefined {
  const of = /^container (\S+) not found$/.exec(message)?.[1];
  const all = ["containers", "initContainers"].flatMap((list) => itemsAt(pod, `spec.${list}`));
  const env = itemsAt(
    all.find((one) => textAt(one, "name") === name),
    "env",
  );
  const variable = env.find((one) => textAt(one, "valueFrom.resourceFieldRef.containerName") === of);
  if (of === undefined || variable === undefined) return undefined;
  return `cannot start: its variable ${textAt(variable, "name")} asks for the resources of a container ${of}, and the pod has ${listed(all.map((one) => textAt(one, "name")))}`;
}

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
  const user = userWords(message, container);
  return conclude(pod, {
    situation: user === undefined ? situation : "pod-runs-as-root",
    state: reason,
    level: "error",
    because: `${containerWords(container)} ${user ?? otherContainer(pod, message, container.name) ?? `cannot start: ${firstLine(message)}`}`,
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

/** What kubelets say of volumes that they cannot mount, and what it means. The first pattern that matches counts. */
const mountProblems: readonly (readonly [RegExp, string, (match: readonly string[]) => string])[] = [
  [
    /volume (\S+) has volumeMode Block, but is specified in volumeMounts/,
    "pod-volume-mode-unfit",
    ([, volume = ""]) =>
      `the volume ${volume} is a device, its claim's volumeMode is Block, and a container mounts it: it belongs under volumeDevices`,
  ],
  [
    /volume (\S+) has volumeMode Filesystem, but is specified in volumeDevices/,
    "pod-volume-mode-unfit",
    ([, volume = ""]) =>
      `the volume ${volume} is a file system, and a container wants it as a device: it belongs under volumeMounts, or its claim needs the volumeMode Block`,
  ],
  [
    /volume "([^"]+)" : .*driver name (\S+) not found in the list of registered CSI drivers/,
    "pod-csi-driver-missing",
    ([, volume = "", driver = ""]) =>
      `the volume ${volume} needs the CSI driver ${driver}, which its node does not have`,
  ],
  [
    /volume "([^"]+)" : open (\S+): (no such file or directory)/,
    "pod-host-path-unfit",
    ([, volume = "", path = ""]) =>
      `the volume ${volume} is to make the file ${path} on its node, which has no folder ${path.slice(0, path.lastIndexOf("/")) || "/"}`,
  ],
  [
    /volume "([^"]+)" : hostPath type check failed: (\S+) (is not .*|does not exist)/,
    "pod-host-path-unfit",
    ([, volume = "", path = "", what = ""]) => `the volume ${volume} needs ${path} on its node, which ${what}`,
  ],
];

function refusedMount(pod: KubeObject, event: EventView): Diagnosis {
  const about = { state: "ContainerCreating", level: "error", evidence: byEvent(pod, event) } as const;
  for (const [pattern, situation, text] of mountProblems) {
    const match = pattern.exec(event.message);
    if (match !== null) return conclude(pod, { ...about, situation, because: firstLine(text(match)) });
  }
  return conclude(pod, {
    ...about,
    situation: event.reason === "FailedAttachVolume" ? "pod-attach-failed" : "pod-mount-failed",
    because: firstLine(event.message),
  });
}

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
