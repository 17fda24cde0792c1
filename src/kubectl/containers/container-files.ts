import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { cleanPath } from "../../apimachinery/clean-path.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../json-access.ts";
import type { Files } from "../session.ts";
import { findContainer } from "../commands/pods/containers.ts";
import type { ClusterReader } from "./cluster-reader.ts";
import { expandReferences, podField, podResource, textsOf } from "./pod-values.ts";

/** Files by their paths below a folder. */
export type Store = Map<string, string>;

/** What processes of containers have written, by where it is kept: in a container, a volume, a claim or a node. */
export class Stores {
  readonly #stores = new Map<string, Store>();

  /** The store of a name, empty at first. */
  of(name: string): Store {
    const store = this.#stores.get(name) ?? new Map<string, string>();
    this.#stores.set(name, store);
    return store;
  }
}

/** A place in the tree of a container: what is written there, over what its volume has. */
interface Mount {
  readonly path: string;
  readonly given: ReadonlyMap<string, string>;
  readonly store: Store;
  readonly readOnly: boolean;
}

/** Thrown when a file cannot be written. */
export class UnwritableFile extends Error {}

/** The tree of files that a container sees: its volumes, and what its runtime gives it. */
export class ContainerFiles implements Files {
  readonly #mounts: readonly Mount[];

  constructor(mounts: readonly Mount[]) {
    this.#mounts = mounts.toSorted((a, b) => b.path.length - a.path.length);
  }

  /** The folders at which volumes are mounted, deepest first. */
  get mountPaths(): readonly string[] {
    return this.#mounts.map(({ path }) => path);
  }

  async read(path: string): Promise<string | undefined> {
    const { mount, rest } = this.#at(path);
    return mount.store.get(rest) ?? mount.given.get(rest);
  }

  async list(path: string): Promise<readonly string[] | undefined> {
    const folder = cleanPath(`/${path}`);
    const prefix = folder === "/" ? "/" : `${folder}/`;
    const all = new Set<string>();
    for (const { path: top, given, store } of this.#mounts)
      for (const rest of [...given.keys(), ...store.keys()]) {
        const whole = rest === "" ? top : `${top === "/" ? "" : top}/${rest}`;
        if (whole.startsWith(prefix) && this.#at(whole).mount.path === top) all.add(whole.slice(prefix.length));
      }
    const isMount = this.#mounts.some((mount) => mount.path === folder || mount.path.startsWith(prefix));
    return all.size === 0 && !isMount ? undefined : [...all].sort();
  }

  async write(path: string, text: string): Promise<void> {
    const { mount, rest } = this.#at(path);
    if (mount.readOnly) throw new UnwritableFile(`${path}: Read-only file system`);
    if (rest === "" && !mount.given.has("")) throw new UnwritableFile(`${path}: Is a directory`);
    mount.store.set(rest, text);
  }

  async remove(path: string): Promise<void> {
    const { mount, rest } = this.#at(path);
    mount.store.delete(rest);
  }

  #at(path: string): { readonly mount: Mount; readonly rest: string } {
    const whole = cleanPath(`/${path}`);
    for (const mount of this.#mounts) {
      if (whole === mount.path) return { mount, rest: "" };
      const top = mount.path === "/" ? "/" : `${mount.path}/`;
      if (whole.startsWith(top)) return { mount, rest: whole.slice(top.length) };
    }
    throw new Error("a container has a root");
  }
}

const accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Opens the files of a container of a pod. */
export async function openContainerFiles(
  reader: ClusterReader,
  stores: Stores,
  machine: Files,
  pod: JsonObject,
  container: JsonValue,
  environment: ReadonlyMap<string, string>,
): Promise<ContainerFiles> {
  const uid = textAt(pod, "metadata", "uid");
  const name = textAt(container, "name");
  const mounts: Mount[] = [
    { path: "/", given: ownFiles(pod), store: stores.of(`${uid} ${name}`), readOnly: isReadOnly(container) },
  ];
  for (const mount of itemsAt(container, "volumeMounts")) {
    const volume = itemsAt(pod, "spec", "volumes").find((each) => textAt(each, "name") === textAt(mount, "name"));
    if (volume === undefined) continue;
    const subPath = textAt(mount, "subPath") || expandReferences(textAt(mount, "subPathExpr"), environment);
    const onNode = await nodePath(reader, pod, volume);
    const files = onNode === undefined ? await volumeFiles(reader, pod, volume) : await filesBelow(machine, onNode);
    const given = below(files, subPath);
    const path = cleanPath(`/${textAt(mount, "mountPath")}`);
    const at = [storeOf(pod, volume), subPath].filter((part) => part !== "").join("/");
    mounts.push({ path, given, store: stores.of(at), readOnly: valueAt(mount, "readOnly") === true });
  }
  if (
    !mounts.some(({ path }) => path === accountFolder) &&
    valueAt(pod, "spec", "automountServiceAccountToken") !== false
  ) {
    const given = await accountFiles(reader, pod);
    mounts.push({ path: accountFolder, given, store: new Map(), readOnly: true });
  }
  return new ContainerFiles(mounts);
}

const isReadOnly = (container: JsonValue): boolean =>
  valueAt(container, "securityContext", "readOnlyRootFilesystem") === true;

/** The path on the node that a volume is; undefined for another volume. */
async function nodePath(reader: ClusterReader, pod: JsonObject, volume: JsonValue): Promise<string | undefined> {
  const claim = textAt(volume, "persistentVolumeClaim", "claimName");
  if (claim === "") return textAt(volume, "hostPath", "path") || undefined;
  const found = await reader.object(`/api/v1/namespaces/${namespaceOf(pod)}/persistentvolumeclaims/${claim}`);
  const name = textAt(found, "spec", "volumeName");
  const bound = name === "" ? undefined : await reader.object(`/api/v1/persistentvolumes/${name}`);
  return textAt(bound, "spec", "hostPath", "path") || undefined;
}

/** The files in a folder of the machine, which stands for the disk of every node. */
async function filesBelow(machine: Files, folder: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const name of (await machine.list(folder)) ?? [])
    texts.set(name, (await machine.read(`${folder}/${name}`)) ?? "");
  return texts;
}

/** The files below a path of a volume, which may be one file. */
function below(files: ReadonlyMap<string, string>, path: string): ReadonlyMap<string, string> {
  if (path === "") return files;
  return new Map(
    [...files].flatMap(([name, text]) =>
      name === path
        ? [["", text] as const]
        : name.startsWith(`${path}/`)
          ? [[name.slice(path.length + 1), text] as const]
          : [],
    ),
  );
}

/** Where what is written to a volume is kept: as long as the pod, the claim or the node is there. */
function storeOf(pod: JsonObject, volume: JsonValue): string {
  const claim = textAt(volume, "persistentVolumeClaim", "claimName");
  if (claim !== "") return `claim ${namespaceOf(pod)}/${claim}`;
  const path = textAt(volume, "hostPath", "path");
  if (path !== "") return `node ${textAt(pod, "spec", "nodeName")} ${path}`;
  return `${textAt(pod, "metadata", "uid")} volume ${textAt(volume, "name")}`;
}

/** The files that a container has without volumes. */
function ownFiles(pod: JsonObject): ReadonlyMap<string, string> {
  const name = textAt(pod, "spec", "hostname") || nameOf(pod);
  const subdomain = textAt(pod, "spec", "subdomain");
  const domain = `${namespaceOf(pod)}.svc.cluster.local`;
  const own = subdomain === "" ? name : `${name}.${subdomain}.${domain}\t${name}`;
  const aliases = itemsAt(pod, "spec", "hostAliases").map(
    (alias) => `${textAt(alias, "ip")}\t${itemsAt(alias, "hostnames").join("\t")}`,
  );
  const hosts = [
    "# Kubernetes-managed hosts file.",
    "127.0.0.1\tlocalhost",
    "::1\tlocalhost ip6-localhost ip6-loopback",
    "fe00::0\tip6-localnet",
    "fe00::0\tip6-mcastprefix",
    "fe00::1\tip6-allnodes",
    "fe00::2\tip6-allrouters",
    ...itemsAt(pod, "status", "podIPs").map((each) => `${textAt(each, "ip")}\t${own}`),
    ...(aliases.length === 0 ? [] : ["", "# Entries added by HostAliases.", ...aliases]),
  ];
  const mounts = "overlay / overlay rw,relatime 0 0\nproc /proc proc rw,nosuid,nodev,noexec,relatime 0 0\n";
  const groups = ["fsGroup", "runAsGroup"].map((name) => textAt(pod, "spec", "securityContext", name)).filter(Boolean);
  const resolv = [`search ${domain} svc.cluster.local cluster.local`, "nameserver 10.0.0.10", "options ndots:5"];
  return new Map([
    ["etc/hostname", `${name}\n`],
    ["etc/hosts", `${hosts.join("\n")}\n`],
    ["etc/resolv.conf", `${resolv.join("\n")}\n`],
    ["etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\n'],
    ["etc/group", `root:x:0:\n${groups.map((group) => `:x:${group}:\n`).join("")}`],
    ["etc/passwd", "root:x:0:0:root:/root:/bin/sh\n"],
    ["proc/1/mounts", mounts],
    ["proc/mounts", mounts],
    ["proc/1/status", capabilities(pod)],
    ...["bin/sh", "bin/ls", "bin/cat", "usr/bin/env", "tmp/.keep", "var/log/.keep", "home/.keep", "root/.keep"].map(
      (path) => [path, ""] as const,
    ),
  ]);
}

/** What the kernel tells of the capabilities of a process of a container. */
function capabilities(pod: JsonObject): string {
  const added = itemsAt(pod, "spec", "containers").flatMap((each) =>
    itemsAt(each, "securityContext", "capabilities", "add").map(String),
  );
  const bits: Readonly<Record<string, bigint>> = { NET_ADMIN: 12n, SYS_PTRACE: 19n, SYS_ADMIN: 21n, SYS_TIME: 25n };
  const set = added.reduce((all, name) => all | (1n << (bits[name] ?? 63n)), 0xa80425fbn) & ((1n << 63n) - 1n);
  const text = set.toString(16).padStart(16, "0");
  return `Name:\tsh\nState:\tS (sleeping)\nCapInh:\t0000000000000000\nCapPrm:\t${text}\nCapEff:\t${text}\nCapBnd:\t${text}\nCapAmb:\t0000000000000000\n`;
}

async function accountFiles(reader: ClusterReader, pod: JsonObject): Promise<ReadonlyMap<string, string>> {
  const certificate = (await textsOf(reader, pod, "configmaps", "kube-root-ca.crt"))?.get("ca.crt") ?? "";
  return new Map([
    ["ca.crt", certificate],
    ["namespace", namespaceOf(pod)],
    ["token", await tokenOf(reader, pod)],
  ]);
}

const tokenOf = (reader: ClusterReader, pod: JsonObject, audience = ""): Promise<string> =>
  reader.token(namespaceOf(pod), textAt(pod, "spec", "serviceAccountName") || "default", audience);

/** The files that a volume has before anything is written to it. */
async function volumeFiles(
  reader: ClusterReader,
  pod: JsonObject,
  volume: JsonValue,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const add = (more: ReadonlyMap<string, string>): void => {
    for (const [path, text] of more) files.set(path, text);
  };
  for (const source of [volume, ...itemsAt(volume, "projected", "sources")]) {
    add(await keyFiles(reader, pod, "configmaps", objectAt(source, "configMap")));
    add(await keyFiles(reader, pod, "secrets", objectAt(source, "secret")));
    for (const item of itemsAt(source, "downwardAPI", "items"))
      files.set(textAt(item, "path"), await downwardValue(reader, pod, item));
    if (valueAt(source, "serviceAccountToken") !== undefined)
      files.set(
        textAt(source, "serviceAccountToken", "path"),
        await tokenOf(reader, pod, textAt(source, "serviceAccountToken", "audience")),
      );
  }
  return files;
}

async function keyFiles(
  reader: ClusterReader,
  pod: JsonObject,
  resource: "configmaps" | "secrets",
  source: JsonObject,
): Promise<ReadonlyMap<string, string>> {
  const name = textAt(source, "name") || textAt(source, "secretName");
  if (name === "") return new Map();
  const texts = (await textsOf(reader, pod, resource, name)) ?? new Map<string, string>();
  const items = itemsAt(source, "items");
  if (items.length === 0) return texts;
  return new Map(
    items.flatMap((item) => {
      const text = texts.get(textAt(item, "key"));
      return text === undefined ? [] : [[textAt(item, "path"), text] as const];
    }),
  );
}

async function downwardValue(reader: ClusterReader, pod: JsonObject, item: JsonValue): Promise<string> {
  const path = textAt(item, "fieldRef", "fieldPath");
  if (path !== "") return podField(pod, path);
  const reference = objectAt(item, "resourceFieldRef");
  return podResource(reader, pod, findContainer(pod, textAt(reference, "containerName")), reference);
}
