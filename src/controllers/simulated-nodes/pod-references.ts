import { isRecord } from "../../apimachinery/is-record.ts";
import type { Volume } from "../../api/core/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ObjectIndex } from "../../client/object-index.ts";
import { podClaimNames } from "../../component-helpers/storage/pod-claims.ts";
import { hostPathProblem } from "./host-paths.ts";
import { userOfImage } from "./image-users.ts";
import type { KubeletContainer, KubeletPod } from "./pod-types.ts";

/** The objects that containers and volumes name. */
export interface NamedObjects {
  readonly configMaps: ObjectIndex;
  readonly secrets: ObjectIndex;
  readonly claims: ObjectIndex;
}

interface Reference {
  readonly name?: string;
  readonly key?: string;
  readonly optional?: boolean;
}

type Kind = "configmap" | "secret";

/** Returns an object that a pod names. */
export const findReferenced = (
  objects: NamedObjects,
  kind: Kind,
  namespace: string,
  name: string,
): KubeObject | undefined => objects[kind === "configmap" ? "configMaps" : "secrets"].get(`${namespace}/${name}`);

const hasKey = ({ data, binaryData }: KubeObject, key: string): boolean =>
  (isRecord(data) && key in data) || (isRecord(binaryData) && key in binaryData);

/** Says what is missing of an object that a container names (kuberuntime makeEnvironmentVariables). */
function problemOf(reference: Reference | undefined, kind: Kind, namespace: string, objects: NamedObjects) {
  if (reference === undefined || reference.optional === true) return undefined;
  const { name = "", key } = reference;
  const object = findReferenced(objects, kind, namespace, name);
  if (object === undefined) return `${kind} "${name}" not found`;
  if (key === undefined || hasKey(object, key)) return undefined;
  return `couldn't find key ${key} in ${kind === "secret" ? "Secret" : "ConfigMap"} ${namespace}/${name}`;
}

/** Returns the first problem with what the environment of a container refers to. */
export function missingReference(pod: KubeletPod, container: KubeletContainer, objects: NamedObjects) {
  const { namespace = "" } = pod.metadata;
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    const problem =
      problemOf(configMapRef, "configmap", namespace, objects) ?? problemOf(secretRef, "secret", namespace, objects);
    if (problem !== undefined) return problem;
  }
  for (const { valueFrom = {} } of container.env ?? []) {
    const problem =
      problemOf(valueFrom.configMapKeyRef, "configmap", namespace, objects) ??
      problemOf(valueFrom.secretKeyRef, "secret", namespace, objects) ??
      containerProblem(pod, valueFrom.resourceFieldRef?.containerName);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Says that the container whose resources are asked for is not there (resource ExtractContainerResourceValue). */
function containerProblem({ spec = {} }: KubeletPod, name = ""): string | undefined {
  const all = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  return name === "" || all.some((one) => one.name === name) ? undefined : `container ${name} not found`;
}

/** Returns why a container may not run as the user that it is to run as (kuberuntime verifyRunAsNonRoot). */
export function userProblem({ metadata, spec }: KubeletPod, { name, image = "", securityContext }: KubeletContainer) {
  const { runAsUser, runAsNonRoot } = { ...spec?.securityContext, ...securityContext };
  if (runAsNonRoot !== true) return undefined;
  const id = `${metadata.name ?? ""}_${metadata.namespace ?? ""}(${metadata.uid ?? ""})`;
  const where = `(pod: "${id}", container: ${name})`;
  if (runAsUser !== undefined)
    return Number(runAsUser) === 0 ? `container's runAsUser breaks non-root policy ${where}` : undefined;
  const [user, isNumber] = [userOfImage(image)?.split(":")[0], /^\d*$/];
  if (user === undefined) return undefined;
  if (!isNumber.test(user))
    return `container has runAsNonRoot and image has non-numeric user (${user}), cannot verify user is non-root ${where}`;
  return Number(user) === 0 ? `container has runAsNonRoot and image will run as root ${where}` : undefined;
}

/**
 * Returns the first volume that cannot be mounted, with the kubelet's message: an object is missing, or a path of the
 * node, where `others` are the pods beside it.
 */
export function missingVolume(pod: KubeletPod, objects: NamedObjects, others: Iterable<KubeletPod> = []) {
  const { namespace = "" } = pod.metadata;
  for (const volume of pod.spec?.volumes ?? []) {
    const { name, ...source } = volume;
    const unbound = claimProblem(pod, volume, objects);
    if (unbound !== undefined) {
      const what = `unmounted volumes=[${name}], unattached volumes=[], failed to process volumes=[${name}]`;
      return { volume: name, message: `Unable to attach or mount volumes: ${what}: ${unbound}` };
    }
    const problem = volumeProblem(source, namespace, objects) ?? hostPathProblem(pod, volume, others);
    if (problem !== undefined)
      return { volume: name, message: `MountVolume.SetUp failed for volume "${name}" : ${problem}` };
  }
  return undefined;
}

/** Why the claim of a volume cannot be used (desiredStateOfWorldPopulator createVolumeSpec). */
function claimProblem(pod: KubeletPod, volume: Volume, { claims }: NamedObjects): string | undefined {
  const { namespace = "" } = pod.metadata;
  const [claimName] = podClaimNames({ metadata: pod.metadata, spec: { volumes: [volume] } });
  if (claimName === undefined) return undefined;
  const error = (problem: string): string => `error processing PVC ${namespace}/${claimName}: ${problem}`;
  const claim = claims.get(`${namespace}/${claimName}`);
  if (claim === undefined)
    return error(`failed to fetch PVC from API server: persistentvolumeclaims "${claimName}" not found`);
  if (claim.metadata.deletionTimestamp !== undefined) return error("PVC is being deleted");
  const isBound = isRecord(claim["status"]) && claim["status"]["phase"] === "Bound";
  return isBound ? modeProblem(pod, volume.name, claim) : error("PVC is not bound");
}

/** Says that containers mount a block device, or want a file system as a device (createVolumeSpec). */
function modeProblem({ spec = {} }: KubeletPod, volume: string, claim: KubeObject): string | undefined {
  const mode = isRecord(claim["spec"]) ? String(claim["spec"]["volumeMode"] ?? "Filesystem") : "Filesystem";
  const unfit = mode === "Block" ? "volumeMounts" : "volumeDevices";
  const all = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const isUnfit = all.some((container) => container[unfit]?.some(({ name }) => name === volume));
  return isUnfit ? `volume ${volume} has volumeMode ${mode}, but is specified in ${unfit}` : undefined;
}

const itemsOf = (source: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(source["items"]) ? source["items"].filter(isRecord) : [];

/** What is missing of a ConfigMap or Secret, or of the keys that a volume takes of it (MakePayload). */
function payloadProblem(source: unknown, kind: Kind, namespace: string, objects: NamedObjects): string | undefined {
  if (!isRecord(source) || source["optional"] === true) return undefined;
  const name = String(source["name"] ?? source["secretName"]);
  const object = findReferenced(objects, kind, namespace, name);
  if (object === undefined) return `${kind} "${name}" not found`;
  const key = itemsOf(source).find((item) => !hasKey(object, String(item["key"])))?.["key"];
  if (key === undefined) return undefined;
  const what =
    kind === "secret" ? "references non-existent secret key" : "configmap references non-existent config key";
  return `${what}: ${String(key)}`;
}

function volumeProblem(source: Readonly<Record<string, unknown>>, namespace: string, objects: NamedObjects) {
  const { configMap, secret, projected } = source;
  const sources =
    isRecord(projected) && Array.isArray(projected["sources"]) ? projected["sources"].filter(isRecord) : [];
  const problems = [{ configMap, secret }, ...sources].flatMap((one) => [
    payloadProblem(one["configMap"], "configmap", namespace, objects),
    payloadProblem(one["secret"], "secret", namespace, objects),
  ]);
  return problems.find((problem) => problem !== undefined);
}
