import { isRecord } from "../../apimachinery/is-record.ts";
import { findReferenced, type NamedObjects } from "./pod-references.ts";
import type { EnvVar, KeyReference, KubeletContainer, KubeletPod, VolumeMount } from "./pod-types.ts";

/** The addresses that a pod has on its node. */
export interface PodAddresses {
  readonly podIp: string;
  readonly hostIp: string;
}

/** Replaces `$(NAME)` by what `valueOf` says; `$$` stands for `$` (third_party/forked/golang/expansion Expand). */
const expand = (text: string, valueOf: (name: string) => string): string =>
  text.replaceAll(/\$\$|\$\(([^)]*)\)/g, (all, name?: string) => (name === undefined ? all.slice(1) : valueOf(name)));

const fieldPattern = /^metadata\.(labels|annotations)\['(.*)'\]$/;

/** Returns the value of a field of a pod (kubelet podFieldSelectorRuntimeValue). */
function fieldOf({ metadata, spec = {} }: KubeletPod, path: string, { podIp, hostIp }: PodAddresses): string {
  const [, map, key = ""] = fieldPattern.exec(path) ?? [];
  if (map === "labels") return metadata.labels?.[key] ?? "";
  if (map === "annotations") return metadata.annotations?.[key] ?? "";
  switch (path) {
    case "metadata.name":
      return metadata.name ?? "";
    case "metadata.namespace":
      return metadata.namespace ?? "";
    case "metadata.uid":
      return metadata.uid ?? "";
    case "spec.nodeName":
      return spec.nodeName ?? "";
    case "spec.serviceAccountName":
      return spec.serviceAccountName ?? "";
    case "status.podIP":
    case "status.podIPs":
      return podIp;
    case "status.hostIP":
    case "status.hostIPs":
      return hostIp;
    default:
      return "";
  }
}

const textsOf = (object: unknown, isSecret: boolean): Readonly<Record<string, string>> => {
  const data = isRecord(object) && isRecord(object["data"]) ? object["data"] : {};
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, isSecret ? atob(String(value)) : String(value)]),
  );
};

/** Returns the environment of a container as far as a kubelet makes it (kubelet makeEnvironmentVariables). */
function environmentOf(
  pod: KubeletPod,
  container: KubeletContainer,
  objects: NamedObjects,
  addresses: PodAddresses,
): ReadonlyMap<string, string> {
  const { namespace = "" } = pod.metadata;
  const texts = (kind: "configmap" | "secret", { name = "" }: KeyReference) =>
    textsOf(findReferenced(objects, kind, namespace, name), kind === "secret");
  const environment = new Map<string, string>();
  for (const { prefix = "", configMapRef, secretRef } of container.envFrom ?? []) {
    const found = {
      ...(configMapRef && texts("configmap", configMapRef)),
      ...(secretRef && texts("secret", secretRef)),
    };
    for (const [key, value] of Object.entries(found)) environment.set(prefix + key, value);
  }
  const valueOf = ({ value, valueFrom: { fieldRef, configMapKeyRef, secretKeyRef } = {} }: EnvVar): string => {
    if (fieldRef !== undefined) return fieldOf(pod, fieldRef.fieldPath, addresses);
    if (configMapKeyRef !== undefined) return texts("configmap", configMapKeyRef)[configMapKeyRef.key ?? ""] ?? "";
    if (secretKeyRef !== undefined) return texts("secret", secretKeyRef)[secretKeyRef.key ?? ""] ?? "";
    return expand(value ?? "", (name) => environment.get(name) ?? `$(${name})`);
  };
  for (const variable of container.env ?? []) environment.set(variable.name, valueOf(variable));
  return environment;
}

function problemOf({ subPath = "", subPathExpr = "" }: VolumeMount, environment: ReadonlyMap<string, string>) {
  const missing = new Set<string>();
  const expanded = expand(subPathExpr, (name) => {
    const value = environment.get(name) ?? "";
    if (value === "") missing.add(name);
    return value;
  });
  if (missing.size > 0) return `missing value for ${[...missing].sort().join(", ")}`;
  const path = subPathExpr === "" ? subPath : expanded;
  if (path.startsWith("/")) return `error SubPath \`${path}\` must not be an absolute path`;
  return path.split("/").includes("..") ? `unable to provision SubPath \`${path}\`: must not contain '..'` : undefined;
}

/** Says which path inside a volume a container cannot be given, and why (kubelet makeMounts). */
export function subPathProblem(
  pod: KubeletPod,
  container: KubeletContainer,
  objects: NamedObjects,
  addresses: PodAddresses,
): string | undefined {
  const mounts = container.volumeMounts?.filter(({ subPath, subPathExpr }) => (subPath ?? subPathExpr ?? "") !== "");
  if (mounts === undefined || mounts.length === 0) return undefined;
  const environment = environmentOf(pod, container, objects, addresses);
  return mounts.map((mount) => problemOf(mount, environment)).find((problem) => problem !== undefined);
}
