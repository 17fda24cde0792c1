import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ObjectIndex } from "../../client/object-index.ts";
import type { KubeletContainer, KubeletPod } from "./pod-types.ts";

/** The objects that containers and volumes name. */
export interface NamedObjects {
  readonly configMaps: ObjectIndex;
  readonly secrets: ObjectIndex;
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
      problemOf(valueFrom.secretKeyRef, "secret", namespace, objects);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns the first volume whose ConfigMap or Secret is missing, with the kubelet's message. */
export function missingVolume(pod: KubeletPod, objects: NamedObjects) {
  const { namespace = "" } = pod.metadata;
  for (const { name, ...source } of pod.spec?.volumes ?? []) {
    const problem = volumeProblem(source, namespace, objects);
    if (problem !== undefined)
      return { volume: name, message: `MountVolume.SetUp failed for volume "${name}" : ${problem}` };
  }
  return undefined;
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
