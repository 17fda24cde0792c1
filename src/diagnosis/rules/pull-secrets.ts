import { bytesOfBase64 } from "../../apimachinery/base64.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { membersAt, textAt } from "../fields.ts";
import { listed } from "../words.ts";

/** The types of Secrets that hold credentials of registries, each with its key. */
const keys: Readonly<Record<string, string>> = {
  "kubernetes.io/dockerconfigjson": ".dockerconfigjson",
  "kubernetes.io/dockercfg": ".dockercfg",
};

const dockerHub = "docker.io";

/** The registry of an image: its first part, if that looks like a host. */
function registryOf(image: string): string {
  const slash = image.indexOf("/");
  const first = image.slice(0, Math.max(0, slash));
  return /[.:]|^localhost$/.test(first) ? first : dockerHub;
}

/** The host of an entry: `https://index.docker.io/v1/` is that of Docker Hub. */
function hostOf(entry: string): string {
  const host = entry.replace(/^https?:\/\//, "").split("/")[0] ?? "";
  return host === "index.docker.io" ? dockerHub : host;
}

/** The registries that a Secret has credentials for; undefined if it cannot be read as such. */
function registriesOf(secret: KubeObject): readonly string[] | undefined {
  const key = keys[textAt(secret, "type")];
  const data = key === undefined ? undefined : membersAt(secret, "data")[key];
  if (typeof data !== "string") return undefined;
  try {
    const config: unknown = JSON.parse(new TextDecoder().decode(bytesOfBase64(data)));
    const entries = isRecord(config) && isRecord(config["auths"]) ? config["auths"] : config;
    return isRecord(entries) ? Object.keys(entries).map(hostOf) : [];
  } catch {
    return undefined;
  }
}

/** Whether an entry, which may stand for all hosts of a domain, is for a registry. */
const covers = (entry: string, registry: string): boolean =>
  entry === registry || (entry.startsWith("*.") && registry.endsWith(entry.slice(1)));

/** Why a Secret gives access to no registry by its type; undefined if it may. */
export function unfitType(secret: KubeObject | undefined): string | undefined {
  const type = textAt(secret, "type") || "Opaque";
  if (secret === undefined || keys[type] !== undefined) return undefined;
  return `its imagePullSecret ${secret.metadata.name ?? ""} is of the type ${type}, which holds no credentials of registries`;
}

/** Why a Secret does not give access to an image's registry; undefined if it may. */
export function unfitFor(image: string, secret: KubeObject): string | undefined {
  const name = secret.metadata.name ?? "";
  const type = unfitType(secret);
  if (type !== undefined) return type;
  const registries = registriesOf(secret);
  if (registries === undefined) return `its imagePullSecret ${name} cannot be read as credentials of registries`;
  const registry = registryOf(image);
  if (registries.some((entry) => covers(entry, registry))) return undefined;
  const has = registries.length === 0 ? "no registry" : listed(registries);
  return `its imagePullSecret ${name} is for ${has}, and the image is of ${registry}`;
}
